"""What lasts: a reload, several tabs, and a server that was killed."""

import re

from harness import BoardTest, OnBoard, expect


class State(BoardTest):
    def test_a_reload_restores_game_place_mode_and_orientation(self):
        page = self.open()
        page.get_by_role("tab", name="Analyse").click()
        board = OnBoard(page)
        board.wait_until_movable("e2")
        for move in ("e4", "e5", "Nf3"):
            board.type(move)
        page.get_by_role("button", name="Previous move").click()
        page.get_by_role("button", name="Flip the board").click()
        page.reload()
        board.expect_moves("e4", "e5", "Nf3")
        expect(page.locator("[data-test=moves] [aria-current=true]")).to_contain_text("e5")
        expect(page.get_by_role("tab", name="Analyse")).to_have_attribute("aria-selected", "true")
        expect(page.locator("#board [data-square]").first).to_have_attribute("data-square", "h1")

    def test_two_tabs_have_games_of_their_own(self):
        first = self.open()
        # The address without the token: the second tab knows it from the first.
        second = self.open(self.server.address.split("#")[0])
        boards = [OnBoard(page) for page in (first, second)]
        for page, board, move in zip((first, second), boards, ("e4", "d4")):
            page.get_by_role("tab", name="Analyse").click()
            board.wait_until_movable("e2")
            board.type(move)
        boards[0].expect_moves("e4")
        boards[1].expect_moves("d4")

    def test_the_token_leaves_the_address(self):
        page = self.open()
        self.assertNotIn("#", page.url)

    def test_a_page_without_the_token_says_what_to_do(self):
        page = self.open(self.server.address.split("#")[0])
        expect(page.get_by_role("alert")).to_contain_text("Open the link")


class ServerGone(BoardTest):
    def test_the_page_says_so_and_recovers(self):
        page = self.open()
        page.get_by_role("tab", name="Analyse").click()
        board = OnBoard(page)
        board.wait_until_movable("e2")
        board.type("e4")
        page.get_by_role("button", name="Engine", exact=True).click()
        expect(page.locator("[data-test=figures]").first).to_contain_text("depth")
        self.server.kill()
        banner = page.get_by_role("alert")
        expect(banner).to_contain_text("The server is gone")
        self.server.start()
        expect(banner).to_be_hidden()
        expect(page.locator("[data-test=figures]").first).to_contain_text(re.compile(r"depth \d+"))
        board.type("e5")
        board.expect_moves("e4", "e5")
