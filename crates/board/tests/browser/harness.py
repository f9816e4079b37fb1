"""What the browser tests share: a server of their own, a Chromium, and pages that fail on errors.

The environment names the programs: SECATEUR and CHROMIUM. With ASSETS the page comes from that folder
instead of the program, so that a change of the page needs no build.
"""

import os
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import unittest

from playwright.sync_api import expect, sync_playwright

SECATEUR = os.environ.get("SECATEUR", "./secateur")
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")

# A loaded machine is slow: a test waits long for what must come, and never sleeps for it.
PATIENCE_MS = int(os.environ.get("PATIENCE_MS", 60_000))
expect.set_options(timeout=PATIENCE_MS)

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Server:
    """`secateur board` with a token and a folder of runs that no other server has."""

    def __init__(self, *arguments):
        self.folder = tempfile.mkdtemp(prefix="secateur-board-")
        self.runs = os.path.join(self.folder, "runs")
        os.mkdir(self.runs)
        assets = os.environ.get("ASSETS")
        self.arguments = [*arguments, *(["--assets", assets] if assets else [])]
        self.port = free_port()
        self.process = None
        self.address = None
        self.start()

    def start(self):
        command = [SECATEUR, "board", "--port", str(self.port), "--no-open", "--runs", self.runs]
        environment = dict(os.environ, XDG_STATE_HOME=os.path.join(self.folder, "state"))
        self.process = subprocess.Popen(
            command + self.arguments, env=environment, stdout=subprocess.PIPE, text=True
        )
        for line in self.process.stdout:
            found = re.search(r"http://\S+", line)
            if found:
                self.address = found.group()
                return
        raise AssertionError(f"the server ended with {self.process.wait()} and no address")

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()

    def close(self):
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait()
        self.process.stdout.close()
        shutil.rmtree(self.folder, ignore_errors=True)


class BoardTest(unittest.TestCase):
    """Each class has one server and one browser; each test has a profile of its own."""

    arguments = ()

    @classmethod
    def setUpClass(cls):
        cls.server = Server(*cls.arguments)
        cls.addClassCleanup(cls.server.close)
        cls.playwright = sync_playwright().start()
        cls.addClassCleanup(cls.playwright.stop)
        cls.browser = cls.playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        cls.addClassCleanup(cls.browser.close)

    def setUp(self):
        self.faults = []
        self.context = self.browser.new_context(viewport={"width": 1280, "height": 900})
        self.addCleanup(self.context.close)

    def tearDown(self):
        self.assertEqual(self.faults, [], "the page reported errors")

    def open(self, address=None):
        """A tab with the board. Any script error in it fails the test."""
        page = self.context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.goto(address or self.server.address)
        expect(page.get_by_role("grid")).to_be_visible()
        return page


class OnBoard:
    """A person at the board of a page."""

    def __init__(self, page):
        self.page = page

    def square(self, name):
        return self.page.locator(f"#board [data-square={name}]")

    def expect_piece(self, square, piece):
        """`piece` as a screen reader says it: "white pawn", "empty"."""
        expect(self.square(square)).to_have_attribute("aria-label", re.compile(f"^{square}, {piece}\\b"))

    def wait_until_movable(self, square):
        expect(self.square(square)).to_have_class(re.compile(r"\bmovable\b"))

    def drag(self, start, end):
        self.wait_until_movable(start)
        middle = [self._middle(square) for square in (start, end)]
        self.page.mouse.move(*middle[0])
        self.page.mouse.down()
        self.page.mouse.move(*middle[1], steps=8)
        self.page.mouse.up()

    def click(self, start, end):
        self.wait_until_movable(start)
        for square in (start, end):
            self.page.mouse.click(*self._middle(square))

    def keys(self, start, end):
        """From the square that has the focus, with nothing but arrows and Enter."""
        self.wait_until_movable(start)
        self._walk(start)
        self.page.keyboard.press("Enter")
        self._walk(end)
        self.page.keyboard.press("Enter")

    def type(self, move):
        field = self.page.get_by_label("Type a move")
        field.fill(move)
        field.press("Enter")
        expect(field).to_have_value("")

    def moves(self):
        """The moves of the notation, as shown."""
        return self.page.locator("[data-test=moves] button.move")

    def expect_moves(self, *sans):
        expect(self.moves()).to_have_text([re.compile(f"{re.escape(san)}$") for san in sans])

    def expect_announced(self, words):
        expect(self.page.locator("[data-test=announcer]")).to_contain_text(words)

    def _middle(self, square):
        box = self.square(square).bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def _walk(self, end):
        focused = self.page.evaluate("document.activeElement.dataset.square ?? null")
        assert focused, "no square has the focus"
        sign = 1 if self.page.locator("#board [data-square]").first.get_attribute("data-square") == "a8" else -1
        across = sign * (ord(end[0]) - ord(focused[0]))
        up = sign * (int(end[1]) - int(focused[1]))
        for steps, keys in ((across, ("ArrowLeft", "ArrowRight")), (up, ("ArrowDown", "ArrowUp"))):
            for _ in range(abs(steps)):
                self.page.keyboard.press(keys[steps > 0])
