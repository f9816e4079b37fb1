"""axe-core finds nothing serious in any mode, in light and dark, on wide and narrow screens."""

import re

from axe_playwright_python.sync_playwright import Axe

from harness import BoardTest, OnBoard, expect


class Accessibility(BoardTest):
    def check(self, page, what):
        found = Axe().run(page).response["violations"]
        serious = [rule for rule in found if rule["impact"] in ("serious", "critical")]
        words = [f"{rule['id']}: {[node['html'][:120] for node in rule['nodes'][:3]]}" for rule in serious]
        self.assertEqual(words, [], what)

    def walk(self, scheme, width):
        self.context.close()
        self.context = self.browser.new_context(color_scheme=scheme, viewport={"width": width, "height": 900})
        page = self.open()
        OnBoard(page).wait_until_movable("e2")
        for mode in ("Play", "Analyse", "Inside", "Lab"):
            page.get_by_role("tab", name=mode).click()
            expect(page.get_by_role("tabpanel", name=mode)).to_be_visible()
            if mode == "Analyse":
                page.get_by_role("button", name="Engine", exact=True).click()
                expect(page.locator("[data-test=figures]").first).to_contain_text(re.compile(r"depth \d+"))
                page.get_by_role("button", name="Engine", exact=True).click()
            if mode == "Inside":
                page.locator("[data-test=record]").click()
                expect(page.locator("[data-test=tree-summary]")).to_contain_text("nodes")
            self.check(page, f"{mode}, {scheme}, {width} pixels")
        for dialog in ("Open", "Set up", "Share", "Settings", "Keys"):
            page.get_by_role("button", name=dialog, exact=True).click()
            expect(page.get_by_role("dialog")).to_be_visible()
            self.check(page, f"{dialog}, {scheme}")
            page.keyboard.press("Escape")

    def test_light_and_wide(self):
        self.walk("light", 1280)

    def test_dark_and_wide(self):
        self.walk("dark", 1280)

    def test_light_and_narrow(self):
        self.walk("light", 360)

    def test_nothing_scrolls_sideways(self):
        for width in (360, 768, 1280, 1920):
            with self.subTest(width=width):
                page = self.open()
                page.set_viewport_size({"width": width, "height": 900})
                for mode in ("Play", "Analyse", "Inside", "Lab"):
                    page.get_by_role("tab", name=mode).click()
                    expect(page.get_by_role("tabpanel", name=mode).get_by_role("button").first).to_be_visible()
                    overflow = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
                    self.assertLessEqual(overflow, 0, f"{mode} at {width} pixels")
                page.close()
