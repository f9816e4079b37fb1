"""Analysing: the engine's lines, the notation, files, the editor and the review."""

import re

from harness import BoardTest, OnBoard, expect

PGN = """[Event "Club"]
[White "Ann"]
[Black "Ben"]
[Result "1-0"]

1. e4 {best by test} e5 (1... c5 2. Nf3 (2. c3 d5) 2... d6) 2. Qh5 $6 Nc6 3. Bc4 Nf6?? 4. Qxf7# 1-0
"""


def shared_pgn(page):
    page.get_by_role("button", name="Share").click()
    field = page.get_by_label("PGN of the game")
    expect(field).to_have_value(re.compile(r"(1-0|0-1|1/2-1/2|\*)\s*$"))
    text = field.input_value()
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    return text


class Analysis(BoardTest):
    def analyse(self):
        page = self.open()
        page.get_by_role("tab", name="Analyse").click()
        return page, OnBoard(page)

    def test_the_engine_starts_updates_and_stops(self):
        page, board = self.analyse()
        board.wait_until_movable("e2")
        engine = page.get_by_role("button", name="Engine", exact=True)
        engine.click()
        figures = page.locator("[data-test=figures]").first
        expect(figures).to_contain_text(re.compile(r"depth \d+"))
        first = figures.inner_text()
        expect(figures).not_to_have_text(first)
        expect(page.locator("[data-test=score]").first).to_have_text(re.compile(r"[+−-]?\d"))
        engine.click()
        expect(engine).to_have_attribute("aria-pressed", "false")
        last = figures.inner_text()
        page.wait_for_timeout(700)
        expect(figures).to_have_text(last)

    def test_a_move_of_a_line_goes_into_the_notation_and_shows_a_small_board(self):
        page, board = self.analyse()
        board.wait_until_movable("e2")
        page.get_by_role("button", name="Engine", exact=True).click()
        second = page.locator("[data-test=lines] li").first.locator("button.pv-move").nth(1)
        expect(second).to_be_visible()
        page.get_by_role("button", name="Engine", exact=True).click()
        second.hover()
        expect(page.locator(".popover")).to_be_visible()
        second.click()
        expect(board.moves()).to_have_count(2)

    def test_the_keyboard_steps_through_the_game(self):
        page, board = self.analyse()
        board.wait_until_movable("e2")
        for move in ("e4", "e5", "Nf3"):
            board.type(move)
        page.locator("[data-test=moves]").focus()
        current = page.locator("[data-test=moves] [aria-current=true]")
        expect(current).to_contain_text("Nf3")
        page.keyboard.press("ArrowLeft")
        expect(current).to_contain_text("e5")
        page.keyboard.press("Home")
        expect(current).to_have_count(0)
        page.keyboard.press("End")
        expect(current).to_contain_text("Nf3")
        page.keyboard.press("f")
        expect(page.locator("#board [data-square]").first).to_have_attribute("data-square", "h1")
        page.keyboard.press("Control+z")
        board.expect_moves("e4", "e5")

    def test_a_pgn_with_variations_survives_a_round_trip(self):
        page, board = self.analyse()
        page.get_by_role("button", name="Open").click()
        page.get_by_label("FEN or PGN").fill(PGN)
        page.get_by_role("button", name="Open the text").click()
        expect(page.get_by_text("best by test")).to_be_visible()
        first = shared_pgn(page)
        for part in ("Ann", "best by test", "(1... c5 2. Nf3 (2. c3 d5) 2... d6)", "Qxf7# 1-0", "$6", "$4"):
            self.assertIn(part, " ".join(first.split()))
        page.get_by_role("button", name="Open").click()
        page.get_by_label("FEN or PGN").fill(first)
        page.get_by_role("button", name="Open the text").click()
        expect(page.get_by_text("best by test")).to_be_visible()
        self.assertEqual(shared_pgn(page), first)

    def test_several_games_are_listed_and_searched(self):
        page, _ = self.analyse()
        page.get_by_role("button", name="Open").click()
        page.get_by_label("FEN or PGN").fill(PGN + "\n" + PGN.replace("Ann", "Zoe"))
        page.get_by_role("button", name="Open the text").click()
        rows = page.locator("[data-test=game-list] tbody tr")
        expect(rows).to_have_count(2)
        page.get_by_label("Search games").fill("zoe")
        expect(rows).to_have_count(1)
        page.get_by_role("button", name=re.compile("Zoe")).click()
        expect(page.locator("[data-test=player-bottom]")).to_contain_text("Zoe")

    def test_text_pasted_anywhere_is_opened(self):
        page, board = self.analyse()
        board.wait_until_movable("e2")
        page.evaluate("""(text) => {
          const data = new DataTransfer();
          data.setData("text/plain", text);
          document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
        }""", "8/8/4k3/8/8/3QK3/8/8 w - - 0 1")
        board.expect_piece("d3", "white queen")

    def test_foreign_text_is_shown_as_text(self):
        payloads = ["<img src=x onerror=alert(1)>", "</script><script>alert(2)</script>", "javascript:alert(3)"]
        page, board = self.analyse()
        page.on("dialog", lambda dialog: self.faults.append(f"a script ran: {dialog.message}"))
        page.get_by_role("button", name="Open").click()
        tags = "".join(f'[{name} "{text}"]\n' for name, text in zip(("White", "Black", "Event"), payloads))
        page.get_by_label("FEN or PGN").fill(f"{tags}\n1. e4 {{{payloads[0]} {payloads[1]}}} *\n")
        page.get_by_role("button", name="Open the text").click()
        expect(page.locator("[data-test=player-bottom]")).to_contain_text(payloads[0])
        expect(page.locator("[data-test=player-top]")).to_contain_text(payloads[1])
        expect(page.locator("[data-test=moves]")).to_contain_text(payloads[1])
        self.assertEqual(page.locator("main img").count(), 0)

    def test_a_game_with_a_fault_is_shown_up_to_it(self):
        page, board = self.analyse()
        page.get_by_role("button", name="Open").click()
        page.get_by_label("FEN or PGN").fill("1. e4 e5 2. Nf3 Nc6 3. Ke5 d5 0-1\n")
        page.get_by_role("button", name="Open the text").click()
        board.expect_moves("e4", "e5", "Nf3", "Nc6")
        expect(page.get_by_text("'Ke5' is not legal here")).to_be_visible()

    def test_a_pass_and_commands_of_other_programs_survive_unseen(self):
        page, _ = self.analyse()
        page.get_by_role("button", name="Open").click()
        page.get_by_label("FEN or PGN").fill("1. e4 {[%clk 0:01:02] fine} e5 (1... -- 2. d4) 2. Nf3 *\n")
        page.get_by_role("button", name="Open the text").click()
        moves = page.locator("[data-test=moves]")
        expect(moves).to_contain_text("fine")
        expect(moves).not_to_contain_text("clk")
        written = " ".join(shared_pgn(page).split())
        self.assertIn("{[%clk 0:01:02] fine}", written)
        self.assertIn("(1... -- 2. d4)", written)

    def test_a_wrong_fen_is_named(self):
        page, _ = self.analyse()
        page.get_by_role("button", name="Open").click()
        page.get_by_label("FEN or PGN").fill("8/8/8/8/8/8/8/8 w - - 0 1")
        page.get_by_role("button", name="Open the text").click()
        expect(page.get_by_role("alert").filter(has_text="king")).to_be_visible()


class Editor(BoardTest):
    def test_a_position_is_set_up_by_keyboard_and_refused_until_it_is_legal(self):
        page = self.open()
        page.get_by_role("button", name="Set up").click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_role("button", name="Empty board").click()
        accept = dialog.get_by_role("button", name="Use this position")
        expect(accept).to_be_disabled()
        for square, key in (("e1", "K"), ("e8", "k"), ("a7", "P")):
            dialog.locator(f"[data-square={square}]").focus()
            page.keyboard.press(key)
        expect(dialog.locator("[data-test=editor-message]")).to_contain_text("can be played")
        accept.click()
        board = OnBoard(page)
        board.expect_piece("a7", "white pawn")
        board.wait_until_movable("a7")

    def test_a_piece_of_the_palette_is_put_down_by_click(self):
        page = self.open()
        page.get_by_role("button", name="Set up").click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_role("button", name="white queen").click()
        # In place of a pawn: eight pawns and two queens cannot be.
        dialog.locator("[data-square=e2]").click()
        expect(dialog.locator("[data-square=e2]")).to_have_attribute("aria-label", re.compile("white queen"))
        dialog.get_by_role("button", name="Use this position").click()
        OnBoard(page).expect_piece("e2", "white queen")


class Review(BoardTest):
    def test_a_game_is_reviewed_and_its_annotations_open(self):
        page = self.open()
        page.get_by_role("tab", name="Analyse").click()
        board = OnBoard(page)
        board.wait_until_movable("e2")
        for move in ("e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7#"):
            board.type(move)
        page.locator("summary", has_text="Review").click()
        page.get_by_role("radio", name="Quick").check()
        page.get_by_role("button", name="Review the game").click()
        review = page.locator("[data-test=review]")
        expect(review).to_contain_text("Accuracy of White")
        expect(review.get_by_role("listitem").first).to_contain_text("Nf6")
        review.get_by_role("button", name="Open the annotated game").click()
        expect(page.locator("[data-test=moves]")).to_contain_text("??")
