// The page of one run, while it is played and afterwards.

import { button, el, fill } from "../../dom.js";
import { troubleLine } from "../inside/parts.js";
import { count } from "../inside/words.js";
import { Figures } from "./figures.js";
import { Games } from "./games.js";
import { duration, stateBadge } from "./kinds.js";

/** "258 of at most 400 games, about 57 s left". */
function playedWords({ games, planned, state, eta }) {
  const most = planned ? ` of at most ${count(planned)}` : "";
  const left = state === "running" && eta ? `, about ${duration(eta)} left` : "";
  return `${count(games)}${most} games${left}`;
}

export class RunPage {
  constructor(app, { onBack }) {
    Object.assign(this, { app, run: null, watching: null, state: null });
    this.title = el("h2", { tabindex: -1 });
    this.badge = el("span", {});
    const control = (type, props) => button({ hidden: true, onclick: () => this.control(type), ...props });
    this.stop = control("lab.stop", { icon: "pause", text: "Stop", "data-test": "lab-stop" });
    this.resume = control("lab.resume", { icon: "play", text: "Resume", class: "primary", "data-test": "lab-resume" });
    this.report = el("a", { class: "button", target: "_blank", rel: "noopener", "data-test": "lab-report" }, "Report");
    this.trouble = troubleLine();
    this.verdict = el("p", { class: "run-verdict", "data-test": "lab-verdict" });
    this.bar = el("progress", { max: 1, value: 0, "aria-label": "Games played" });
    this.played = el("span", { class: "fine", "data-test": "lab-played" });
    this.progress = el("div", { class: "run-progress" }, this.bar, this.played);
    [this.figures, this.games] = [new Figures(), new Games(app)];
    this.element = el("article", { class: "run-page", hidden: true, "data-test": "lab-run" },
      button({ icon: "previous", text: "All runs", class: "quiet back", onclick: onBack }),
      el("div", { class: "section-head" },
        el("div", { class: "row" }, this.title, this.badge), el("div", { class: "row" }, this.stop, this.resume, this.report)),
      this.trouble.element, this.verdict, this.progress, this.figures.element, this.games.element);
  }

  /** Shows a run; `focused` moves the focus to its title. */
  open(run, focused) {
    this.close();
    Object.assign(this, { run, state: null });
    this.trouble.clear();
    this.title.textContent = run;
    this.report.href = `/runs/${encodeURIComponent(run)}/report.html`;
    this.element.hidden = false;
    this.watch();
    this.games.show(run);
    if (focused) this.title.focus();
  }

  close() {
    this.watching?.cancel();
    this.watching = null;
    this.element.hidden = true;
  }

  /** Follows the run until another page is opened. */
  watch() {
    this.watching?.cancel();
    this.trouble.clear();
    const stream = this.app.stream("lab.watch", { run: this.run }, (update) => this.watching === stream && this.show(update));
    this.watching = stream;
    stream.done.catch((error) => this.watching === stream && this.fail(error));
  }

  fail(error) {
    if (error.message !== "Cancelled.") this.trouble.say(error.message);
  }

  async control(type) {
    this.trouble.clear();
    this.stop.disabled = this.resume.disabled = true;
    try {
      await this.app.request(type, { run: this.run });
      this.app.announce(type === "lab.stop" ? "The run stops." : "The run goes on.");
    } catch (error) {
      this.fail(error);
    } finally {
      this.stop.disabled = this.resume.disabled = false;
    }
  }

  show(update) {
    const { title, games, planned, verdict, state, stoppable, variants } = update;
    this.title.textContent = title;
    fill(this.badge, stateBadge(state));
    this.stop.hidden = state !== "running" || !stoppable;
    this.resume.hidden = state !== "stopped";
    this.verdict.textContent = verdict;
    this.progress.hidden = games === null;
    if (games !== null) {
      this.bar.hidden = !planned;
      this.bar.value = planned ? games / planned : 0;
      this.played.textContent = playedWords(update);
    }
    this.figures.show(update);
    this.games.element.hidden = games === null || Boolean(variants);
    this.games.grown(games ?? 0);
    if (this.state && this.state !== state) this.app.announce(`The run is ${state}. ${verdict}`);
    this.state = state;
  }
}
