"""Inside the search: the recorded tree, a cut explained, and why a move was not played."""

import re

from harness import BoardTest, OnBoard, expect

# Win at Chess 222: one single cut of move count hides the solution at this effort.
HIDDEN = "2r1r2k/1q3ppp/p2Rp3/2p1P3/6QB/p3P3/bP3PPP/3R2K1 w - - 0 1"


class Tree(BoardTest):
    def record(self):
        page = self.open()
        board = OnBoard(page)
        board.wait_until_movable("e2")
        page.get_by_role("tab", name="Inside").click()
        page.locator("[data-test=record]").click()
        expect(page.locator("[data-test=tree-summary]")).to_contain_text(re.compile(r"searched [\d,. ]+ nodes"))
        return page

    def test_a_tree_is_recorded_zoomed_and_a_cut_explained(self):
        page = self.record()
        card = page.locator("[data-test=node-card]")
        expect(card).to_contain_text("Window")
        cells = page.locator("[data-test=icicle] .cell[role=button]")
        expect(cells.nth(1)).to_be_visible()
        wanted = cells.nth(1).get_attribute("data-node")
        cells.nth(1).click()
        expect(cells.first).to_have_attribute("data-node", wanted)
        expect(page.locator("[data-test=crumbs]")).to_contain_text(re.compile(r"\w"))
        # Down the largest branches there is soon a node with moves that were never searched.
        skipped = page.locator("[data-test=skipped] li").first
        for _ in range(8):
            if skipped.count() > 0:
                break
            wanted = cells.nth(1).get_attribute("data-node")
            cells.nth(1).click()
            expect(cells.first).to_have_attribute("data-node", wanted)
            expect(page.locator(f".cell-selected[data-node='{wanted}']")).to_be_visible()
        expect(skipped).to_contain_text(re.compile(r"skipped|not searched|never", re.I))

    def test_the_icicle_is_walked_by_keyboard(self):
        page = self.record()
        cells = page.locator("[data-test=icicle] .cell[role=button]")
        cells.first.focus()
        page.keyboard.press("ArrowDown")
        focused = page.locator("[data-test=icicle] .cell:focus")
        expect(focused).to_have_attribute("data-index", re.compile(r"[1-9]\d*"))
        wanted = focused.get_attribute("data-node")
        page.keyboard.press("Enter")
        expect(cells.first).to_have_attribute("data-node", wanted)

    def test_a_heuristic_switched_off_grows_the_tree_and_the_recordings_say_so(self):
        page = self.record()
        page.locator("[data-test=switch-summary]").first.click()
        page.get_by_role("checkbox", name=re.compile("Late move reductions", re.I)).first.uncheck()
        page.locator("[data-test=record]").click()
        expect(page.locator("[data-test=recordings] li")).to_have_count(2)
        grown = page.locator("[data-test=recordings] li").nth(1)
        expect(grown).to_contain_text(re.compile(r"Late move reductions off: [2-9][\d.]* times the nodes", re.I))
        expect(grown).to_be_in_viewport()

    def test_the_ledger_shows_bars_while_the_engine_runs(self):
        page = self.open()
        OnBoard(page).wait_until_movable("e2")
        page.get_by_role("tab", name="Inside").click()
        page.get_by_role("tab", name="Heuristics").click()
        page.locator("[data-test=ledger-run]").click()
        expect(page.locator("[data-test=ledger]")).to_contain_text(re.compile("Static null", re.I))
        page.locator("[data-test=ledger-run]").click()


class Why(BoardTest):
    arguments = ("--fen", HIDDEN)

    def test_the_cut_that_hid_a_move_is_named_and_opened_in_the_tree(self):
        page = self.open()
        OnBoard(page).wait_until_movable("d6")
        page.get_by_role("tab", name="Inside").click()
        page.get_by_role("tab", name="Why not this move?").click()
        page.locator("[data-test=why-move]").fill("Bf6")
        page.get_by_label("Effort").select_option(index=0)
        page.locator("[data-test=why-ask]").click()
        verdict = page.locator("[data-test=why-verdict]")
        verdict.wait_for(timeout=300_000)
        expect(verdict).to_contain_text("Bf6")
        expect(page.locator("[data-test=why-walk] li").first).to_be_visible()
        page.locator("[data-test=why-open-tree]").click()
        expect(page.locator("[data-test=node-card]")).to_be_visible()

    def test_a_wrong_move_is_named(self):
        page = self.open()
        OnBoard(page).wait_until_movable("d6")
        page.get_by_role("tab", name="Inside").click()
        page.get_by_role("tab", name="Why not this move?").click()
        page.locator("[data-test=why-move]").fill("Qz9")
        page.locator("[data-test=why-ask]").click()
        expect(page.get_by_text("'Qz9'")).to_be_visible()
