"""The lab on the page: a run is started, watched, stopped, resumed, and its games are replayed."""

import re

from harness import BoardTest, OnBoard, expect


class Lab(BoardTest):
    def start(self, name, **values):
        page = self.open()
        page.get_by_role("tab", name="Lab").click()
        page.locator("[data-test=lab-new]").click()
        page.get_by_label("Name (optional)").fill(name)
        for label, value in values.items():
            page.get_by_label(label.replace("_", " ")).fill(value)
        page.locator("[data-test=lab-start]").click()
        return page

    def played(self, page):
        text = page.locator("[data-test=lab-played]").inner_text()
        found = re.match(r"\d+", text.replace(",", "").replace("\u202f", ""))
        return int(found.group()) if found else 0

    def wait_for_games(self, page, more_than):
        page.wait_for_function(
            "(least) => parseInt(document.querySelector('[data-test=lab-played]').textContent.replace(/[^0-9].*/, '')) > least",
            arg=more_than,
        )

    def test_a_run_is_watched_stopped_and_resumed_and_its_games_are_replayed(self):
        page = self.start("watched", Nodes_a_move="300", Games_at_most="4000")
        self.wait_for_games(page, 3)
        state = page.locator("[data-test=lab-run] [data-test=run-state]")
        page.locator("[data-test=lab-stop]").click()
        expect(state).to_contain_text("stopped")
        before = self.played(page)
        page.locator("[data-test=lab-resume]").click()
        self.wait_for_games(page, before)
        page.locator("[data-test=lab-stop]").click()
        expect(state).to_contain_text("stopped")
        page.get_by_role("button", name=re.compile("Replay game 1$")).click()
        expect(page.get_by_role("tab", name="Analyse")).to_have_attribute("aria-selected", "true")
        expect(OnBoard(page).moves().first).to_be_visible()

    def test_a_finished_run_has_a_verdict_and_a_report(self):
        page = self.start("short", Nodes_a_move="100", Games_at_most="8")
        expect(page.locator("[data-test=lab-run] [data-test=run-state]")).to_contain_text("finished")
        expect(page.locator("[data-test=lab-verdict]")).to_contain_text(re.compile(r"\w"))
        with self.context.expect_page() as opened:
            page.locator("[data-test=lab-report]").click()
        expect(opened.value.get_by_role("heading").first).to_be_visible()
        page.get_by_role("button", name="All runs").click()
        expect(page.locator("[data-test=lab-runs]")).to_contain_text("short")

    def test_a_player_that_is_a_command_is_refused_beside_its_field(self):
        page = self.start("refused", Player_A="cmd=/bin/true")
        field = page.get_by_label("Player A")
        expect(field).to_have_attribute("aria-invalid", "true")
        expect(page.locator("#lab-a-trouble")).to_be_visible()
