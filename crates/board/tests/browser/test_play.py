"""Playing: by drag, by click and by keyboard alone, promotion, take back, Chess960."""

import re

from harness import BoardTest, OnBoard, expect

SCHOLARS_MATE = [
    ("e2", "e4", "e4"),
    ("e7", "e5", "e5"),
    ("d1", "h5", "Qh5"),
    ("b8", "c6", "Nc6"),
    ("f1", "c4", "Bc4"),
    ("g8", "f6", "Nf6"),
    ("h5", "f7", "Qxf7#"),
]


class BothSides(BoardTest):
    """One person moves both sides, on the board for analysis."""

    def play(self, how):
        page = self.open()
        page.get_by_role("tab", name="Analyse").click()
        board = OnBoard(page)
        for count, (start, end, _) in enumerate(SCHOLARS_MATE, 1):
            how(board, start, end)
            board.expect_moves(*(san for _, _, san in SCHOLARS_MATE[:count]))
        expect(page.locator("[data-test=result]")).to_contain_text("White wins by checkmate")
        return board

    def test_a_game_to_mate_by_drag(self):
        self.play(OnBoard.drag)

    def test_a_game_to_mate_by_click_and_click(self):
        self.play(OnBoard.click)

    def test_a_game_to_mate_by_keyboard_with_announcements(self):
        page = self.open()
        board = OnBoard(page)
        page.get_by_role("tab", name="Play").focus()
        page.keyboard.press("ArrowRight")
        # Tab leads to the board; only one of its squares is in the tab order.
        for _ in range(40):
            if page.evaluate("document.activeElement.dataset.square ?? null"):
                break
            page.keyboard.press("Tab")
        said = [
            "White: pawn to e4.",
            "Black: pawn to e5.",
            "White: queen to h5.",
            "Black: knight to c6.",
            "White: bishop to c4.",
            "Black: knight to f6.",
        ]
        for (start, end, _), words in zip(SCHOLARS_MATE, said):
            board.keys(start, end)
            board.expect_announced(words)
        board.keys("h5", "f7")
        board.expect_announced("White wins by checkmate")

    def test_a_typed_move_may_be_san_or_uci_and_a_wrong_one_is_named(self):
        page = self.open()
        page.get_by_role("tab", name="Analyse").click()
        board = OnBoard(page)
        board.wait_until_movable("e2")
        board.type("e4")
        board.type("e7e5")
        board.expect_moves("e4", "e5")
        field = page.get_by_label("Type a move")
        field.fill("Ke4")
        field.press("Enter")
        expect(page.get_by_text("'Ke4'")).to_be_visible()
        expect(field).to_have_attribute("aria-invalid", "true")
        board.expect_moves("e4", "e5")

    def test_an_illegal_drop_puts_the_piece_back(self):
        page = self.open()
        page.get_by_role("tab", name="Analyse").click()
        board = OnBoard(page)
        board.drag("e2", "e5")
        board.expect_piece("e2", "white pawn")
        board.expect_piece("e5", "empty")
        expect(board.moves()).to_have_count(0)


class Promotion(BoardTest):
    arguments = ("--fen", "7k/P7/8/8/8/8/8/K7 w - - 0 1")

    def board(self):
        page = self.open()
        page.get_by_role("tab", name="Analyse").click()
        board = OnBoard(page)
        board.wait_until_movable("a7")
        return page, board

    def test_the_piece_is_chosen_by_click(self):
        page, board = self.board()
        board.drag("a7", "a8")
        page.get_by_role("dialog", name="Promote to").get_by_role("button", name="knight").click()
        board.expect_moves("a8=N")
        board.expect_piece("a8", "white knight")

    def test_the_piece_is_chosen_by_keyboard_and_escape_takes_the_move_back(self):
        page, board = self.board()
        board.square("a7").focus()
        board.keys("a7", "a8")
        dialog = page.get_by_role("dialog", name="Promote to")
        expect(dialog).to_be_visible()
        page.keyboard.press("Escape")
        expect(dialog).to_be_hidden()
        board.expect_piece("a7", "white pawn")
        board.square("a7").focus()
        board.keys("a7", "a8")
        page.keyboard.press("Enter")
        board.expect_moves("a8=Q+")


class AgainstTheEngine(BoardTest):
    arguments = ("--fen", "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1")

    def start(self, **choices):
        page = self.open()
        page.get_by_role("tab", name="Play").click()
        for label in ("White", *choices.get("from_", ())):
            page.get_by_role("radio", name=label, exact=True).check()
        page.get_by_role("button", name="Start the game").click()
        return page, OnBoard(page)

    def test_a_won_game_ends_with_its_reason_in_words(self):
        page, board = self.start(from_=("This position",))
        board.drag("a1", "a8")
        expect(page.locator("[data-test=status]")).to_contain_text("White wins by checkmate")
        expect(page.get_by_role("button", name="Rematch")).to_be_visible()

    def test_the_engine_answers_and_a_move_is_taken_back(self):
        page, board = self.start(from_=("Standard",))
        board.click("e2", "e4")
        expect(board.moves()).to_have_count(2)
        expect(page.locator("[data-test=status]")).to_contain_text("Your move")
        page.get_by_role("button", name="Take back").click()
        expect(board.moves()).to_have_count(0)
        board.expect_piece("e2", "white pawn")
        board.wait_until_movable("d2")

    def test_the_user_cannot_move_for_the_engine(self):
        page, board = self.start(from_=("Standard",))
        board.wait_until_movable("e2")
        expect(board.square("e7")).not_to_have_class(re.compile(r"\bmovable\b"))

    def test_resigning_asks_first_and_ends_the_game(self):
        page, board = self.start(from_=("Standard",))
        page.get_by_role("button", name="Resign").click()
        page.get_by_role("dialog").get_by_role("button", name="Resign").click()
        expect(page.locator("[data-test=status]")).to_contain_text(re.compile("resign", re.I))
        expect(page.get_by_role("button", name="Rematch")).to_be_visible()

    def test_a_draw_is_declined_in_the_opening(self):
        page, board = self.start(from_=("Standard",))
        board.click("e2", "e4")
        expect(board.moves()).to_have_count(2)
        page.get_by_role("button", name="Offer draw").click()
        expect(page.get_by_text("Secateur declines the draw.")).to_be_visible()

    def test_a_flag_that_falls_ends_the_game(self):
        page = self.open()
        page.get_by_role("tab", name="Play").click()
        page.get_by_label("Clock").select_option("custom")
        page.get_by_label("Minutes each").fill("")
        page.get_by_role("radio", name="White", exact=True).check()
        page.get_by_role("button", name="Start the game").click()
        expect(page.get_by_role("button", name="Start the game")).to_be_visible()
        page.get_by_label("Minutes each").fill("0.25")
        page.get_by_label("Seconds per move").fill("0")
        page.get_by_role("button", name="Start the game").click()
        board = OnBoard(page)
        board.click("e2", "e4")
        expect(board.moves()).to_have_count(2)
        expect(page.locator("[data-test=status]")).to_contain_text("on time")

    def test_a_hint_names_a_move(self):
        page, board = self.start(from_=("This position",))
        page.get_by_role("button", name="Hint").click()
        expect(page.get_by_text("Hint: Ra8#")).to_be_visible()

    def test_chess960_begins_from_a_drawn_position(self):
        page, board = self.start(from_=("Chess960",))
        board.expect_announced("Chess960 position number")
        board.wait_until_movable("e2")


class Chess960Castling(BoardTest):
    # The king on b1 castles with the rook on a1: both end on squares that are not two files away.
    arguments = ("--fen", "4k3/8/8/8/8/8/8/RK5R w HA - 0 1")

    def board(self):
        page = self.open()
        page.get_by_role("tab", name="Analyse").click()
        return OnBoard(page)

    def test_the_king_castles_onto_its_rook(self):
        board = self.board()
        board.drag("b1", "a1")
        board.expect_moves("O-O-O")
        board.expect_piece("c1", "white king")
        board.expect_piece("d1", "white rook")

    def test_the_king_castles_to_its_target(self):
        board = self.board()
        board.click("b1", "g1")
        board.expect_moves("O-O")
        board.expect_piece("g1", "white king")
        board.expect_piece("f1", "white rook")
