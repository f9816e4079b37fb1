"""Drives the engine with python-chess, which most bots and scripts use.

Usage: python_chess.py ENGINE
"""

import logging
import os
import sys
import time
import unittest

import chess
import chess.engine

ENGINE = [sys.argv.pop()] if len(sys.argv) > 1 else ["./secateur"]


class Log(logging.Handler):
    """Records the dialogue of client and engine, and the client's warnings."""

    def __init__(self):
        super().__init__(logging.DEBUG)
        self.messages = []
        self.warnings = []

    def emit(self, record):
        text = record.getMessage()
        self.messages.append(text)
        if record.levelno >= logging.WARNING:
            self.warnings.append(text)

    def count(self, words):
        return sum(words in text for text in self.messages)


def is_alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


class Client(unittest.TestCase):
    def setUp(self):
        self.log = Log()
        logger = logging.getLogger("chess.engine")
        logger.setLevel(logging.DEBUG)
        logger.propagate = False
        logger.addHandler(self.log)
        self.addCleanup(logger.removeHandler, self.log)
        self.engine = chess.engine.SimpleEngine.popen_uci(ENGINE, timeout=60)

    def tearDown(self):
        pid = self.engine.transport.get_pid()
        self.engine.quit()
        deadline = time.monotonic() + 60
        while is_alive(pid) and time.monotonic() < deadline:
            time.sleep(0.01)
        self.assertFalse(is_alive(pid), "the engine outlives its client")
        self.assertEqual(self.log.warnings, [])

    def assert_line(self, board, line):
        """Asserts that every move of a variation is legal."""
        self.assertTrue(line)
        board = board.copy()
        for move in line:
            self.assertIn(move, board.legal_moves, f"{board.fen()} {line}")
            board.push(move)

    def play_against_itself(self, board, plies):
        clocks = {chess.WHITE: 1.0, chess.BLACK: 1.0}
        game = object()
        while len(board.move_stack) < plies and not board.is_game_over(claim_draw=True):
            start = time.monotonic()
            limit = chess.engine.Limit(
                white_clock=clocks[chess.WHITE],
                black_clock=clocks[chess.BLACK],
                white_inc=0.02,
                black_inc=0.02,
            )
            result = self.engine.play(board, limit, game=game, info=chess.engine.INFO_ALL)
            self.assertIn(result.move, board.legal_moves)
            self.assert_line(board, result.info["pv"])
            spent = time.monotonic() - start
            clocks[board.turn] = max(0.05, clocks[board.turn] - spent + 0.02)
            board.push(result.move)
        return board

    def test_a_game_with_clocks(self):
        board = self.play_against_itself(chess.Board(), 40)
        self.assertTrue(len(board.move_stack) == 40 or board.is_game_over(claim_draw=True))

    def test_a_game_of_chess960(self):
        for number in [0, 959]:
            board = self.play_against_itself(chess.Board.from_chess960_pos(number), 16)
            self.assertTrue(board.is_valid())
        self.assertGreater(self.log.count("setoption name UCI_Chess960 value true"), 0)

    def test_castling_in_both_notations(self):
        fen = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1"
        for chess960 in [False, True]:
            board = chess.Board(fen, chess960=chess960)
            for move in [move for move in board.legal_moves if board.is_castling(move)]:
                result = self.engine.play(board, chess.engine.Limit(depth=3), root_moves=[move])
                self.assertEqual(result.move, move)

    def test_several_lines_of_analysis(self):
        for fen in [
            chess.STARTING_FEN,
            "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - 0 3",
            "8/8/8/8/8/8/6k1/K7 w - - 0 1",
        ]:
            board = chess.Board(fen)
            lines = self.engine.analyse(board, chess.engine.Limit(depth=9), multipv=4)
            self.assertEqual(len(lines), min(4, board.legal_moves.count()))
            for line in lines:
                self.assert_line(board, line["pv"])
                self.assertEqual(line["depth"], 9)
            self.assertEqual([line["multipv"] for line in lines], list(range(1, len(lines) + 1)))
            self.assertEqual(len({line["pv"][0] for line in lines}), len(lines))
            scores = [line["score"].relative for line in lines]
            self.assertEqual(scores, sorted(scores, reverse=True))

    def test_infinite_analysis_is_stopped(self):
        board = chess.Board()
        with self.engine.analysis(board) as analysis:
            for info in analysis:
                if info.get("depth", 0) >= 8:
                    break
            analysis.stop()
            self.assertIn(analysis.wait().move, board.legal_moves)
        self.assertEqual(self.log.count(">> bestmove"), 1)

    def ponder(self, reply):
        """Plays until the engine has pondered three times and got a reply."""
        board = chess.Board()
        limit = chess.engine.Limit(white_clock=1, black_clock=1)
        pondered = 0
        # A search that ends with a new best move has no ponder move, so not every move counts.
        for _ in range(20):
            result = self.engine.play(board, limit, ponder=True)
            board.push(result.move)
            if result.ponder is not None:
                self.assertIn(result.ponder, board.legal_moves)
            if pondered == 3:
                break
            pondered += result.ponder is not None
            board.push(reply(board, result.ponder))
        self.assertEqual(pondered, 3)
        self.engine.ping()

    def test_ponder_hit(self):
        self.ponder(lambda board, guess: guess or next(iter(board.legal_moves)))
        self.assertEqual(self.log.count("<< ponderhit"), 3)

    def test_ponder_miss(self):
        self.ponder(lambda board, guess: next(m for m in board.legal_moves if m != guess))
        self.assertEqual(self.log.count("<< ponderhit"), 0)
        self.assertGreaterEqual(self.log.count("<< stop"), 3)

    def test_options_are_set_through_the_client(self):
        options = {
            "Hash": 32,
            "Threads": 2,
            "Move Overhead": 50,
            "UCI_ShowWDL": True,
            "Preset": "laser",
            "Evaluator": "nnue",
            "EvalFile": "<empty>",
        }
        for name in options:
            self.assertIn(name, self.engine.options)
        self.engine.configure(options)
        info = self.engine.analyse(chess.Board(), chess.engine.Limit(depth=6))
        self.assertEqual(sum(info["wdl"].relative), 1000)
        self.assertGreater(info["nodes"], 0)
        # Sent between two commands, without a request from the client.
        self.assertEqual(self.log.count("info string NNUE evaluation using "), 1)
        self.engine.configure({"Clear Hash": None})
        for bad in [{"Hash": 0}, {"Threads": 100_000}, {"Evaluator": "nothing"}]:
            with self.assertRaises(chess.engine.EngineError):
                self.engine.configure(bad)
        self.engine.ping()
        self.assertEqual(self.log.count("info string error"), 0)

    def test_mates_and_ended_games(self):
        board = chess.Board("7k/8/8/8/8/8/R7/1R5K w - - 0 1")
        info = self.engine.analyse(board, chess.engine.Limit(mate=2))
        self.assertEqual(info["score"].white().mate(), 2)
        mated = chess.Board("R6k/6pp/8/8/8/8/8/7K b - - 0 1")
        self.assertIsNone(self.engine.play(mated, chess.engine.Limit(depth=3)).move)
        self.engine.ping()


if __name__ == "__main__":
    unittest.main(verbosity=1)
