// The answer to "why not this move?": the verdict in words, what longer searches say, the walk
// through the recorded tree, the cuts that hid the move, and the controls that guard against luck.

import { button, el } from "../../dom.js";
import { swatch } from "./legend.js";
import { endOf } from "./palette.js";
import { note, tableHead, tableRow } from "./parts.js";
import { count, inSentence, listed, plural, signed, skipSentence } from "./words.js";

const VERDICTS = {
  found: ["Found", "good"],
  proved: ["Proved", "good"],
  unproved: ["A control disagrees", "warn"],
  unexplained: ["Unexplained", "warn"],
  unconfirmed: ["Not confirmed", "warn"],
};

/** `use` is {titles, preview(sans), openTree(sans, reason)}. */
export function renderAnswer(answer, words, use) {
  const [verdict, tone] = VERDICTS[answer.verdict === "unexplained" && !answer.confirmed ? "unconfirmed" : answer.verdict];
  return [
    el("div", { class: `verdict verdict-${tone}`, "data-test": "why-verdict" },
      el("span", { class: "verdict-name" }, verdict),
      el("div", { class: "verdict-words" },
        el("p", { class: "verdict-sentence" }, verdictSentence(answer)), el("p", {}, comparedWords(answer)),
        el("details", {}, el("summary", {}, "The whole answer in words"), words.map((text) => el("p", {}, text))))),
    answer.pardons.length > 0 ? cuts(answer, use) : null,
    answer.steps.length > 0 ? walk(answer, use) : null,
    answer.truth.length > 0 ? truth(answer) : null,
    answer.proof ? proof(answer) : null,
    note(`${plural(answer.searches, "search", "searches")}, ${count(answer.nodes)} nodes.`),
  ];
}

/** The answer in one sentence. */
export function verdictSentence({ verdict, mv, choice, confirmed, pardons }) {
  const hidden = listed([...new Set(pardons.map(({ heuristic }) => heuristic))].map(inSentence));
  switch (verdict) {
    case "found": return `The search plays ${choice} itself: there is nothing to explain.`;
    case "proved": return `${mv} was hidden by ${hidden}.`;
    case "unproved": return `${mv} comes out without ${hidden}, but a control does not agree.`;
    default:
      return `${mv} was not found, and ${confirmed ? "no pardon brings it out" : "longer searches do not prefer it either"}.`;
  }
}

/** What the search chose, and whether longer searches agree. */
function comparedWords({ verdict, mv, choice, choice_score: score, depth, confirmed }) {
  const chose = `The search reached depth ${depth} and chose ${choice} with ${score.replace("-", "−")}.`;
  if (verdict === "found") return chose;
  if (confirmed) return `${chose} A longer search rates ${mv} higher.`;
  return `${chose} Longer searches do not rate ${mv} higher: the move may simply be worse.`;
}

const section = (title, about, ...children) =>
  el("section", { class: "why-section" }, el("h3", {}, title), note(about), ...children);

const afterWords = (line) => (line.length === 0 ? "at the root" : `after ${line.join(" ")}`);

/** A button that shows the position after a line on the board. */
function positionButton(text, line, preview, look = "") {
  const label = `Show the position ${afterWords(line)}`;
  return button({ text, class: `quiet ${look}`.trim(), "aria-label": label, onclick: () => preview(line) });
}

/** What a pardon concerns, in a sentence without the line that leads to it. */
function pardonSentence(pardon) {
  const { heuristic, granularity, mv, depth, value, threshold } = pardon;
  const name = inSentence(heuristic);
  const at = depth === null ? "" : ` at depth ${depth}`;
  const where = depth === null ? "" : `At depth ${depth}, `;
  if (granularity === "everywhere") return `Everything that ${name} did anywhere.`;
  if (granularity === "subtree") return `Everything that ${name} did below this node.`;
  if (heuristic === "Reductions") return `${mv ?? "The move"} was reduced${at}.`;
  if (mv && value !== null) return skipSentence({ mv, heuristic, value, threshold, and_later_quiets: false }, where);
  if (mv) return `${mv} was skipped by ${name}${at}.`;
  const compared = value === null ? "" : `: ${signed(value)} against ${signed(threshold)}`;
  return `The node was cut by ${name}${at}${compared}.`;
}

function cuts(answer, { titles, preview, openTree }) {
  const one = answer.pardons.length === 1;
  return section(one ? "The cut that hid it" : "The cuts that hid it",
    `If the search may not act on ${one ? "this decision" : "these decisions"}, it plays ${answer.mv}. ` +
      "Values are in the engine's own centipawns.",
    el("ol", { class: "cut-list", "data-test": "why-cuts" }, answer.pardons.map((pardon) =>
      el("li", { class: "cut" }, swatch(pardon.heuristic),
        el("div", { class: "cut-words" },
          el("p", { class: "cut-line" }, afterWords(pardon.line)),
          el("p", { title: titles.get(pardon.heuristic) }, pardonSentence(pardon))),
        el("div", { class: "cut-tools" },
          pardon.line.length > 0 ? positionButton("Position", pardon.line, preview) : null,
          button({
            text: "Open in the tree",
            "aria-label": `Open in the tree: ${inSentence(pardon.heuristic)} ${afterWords(pardon.line)}`,
            onclick: () => openTree(pardon.line, pardon.heuristic),
          }))))));
}

/** What ended the walk is the name of a heuristic, or words such as "depth used up". */
const isHeuristic = (end) => /^[A-Z]\w*$/.test(end);

function walkEndWords({ walk_end: end, steps }) {
  const { mv, follows_truth: isTrue } = steps.at(-1);
  const missing = isTrue && mv ? `, without ${mv}` : "";
  return `The search ended here: ${isHeuristic(end) ? inSentence(end) : end}${missing}.`;
}

function walk(answer, { preview, openTree }) {
  const last = answer.steps.at(-1);
  return section("The walk",
    `Through the recorded tree, below ${answer.below}: one side plays its true moves, the other what the search believed.`,
    el("ol", { class: "walk", "data-test": "why-walk" }, answer.steps.map((step) => {
      const reduced = step.reduction > 0 ? `, reduced by ${step.reduction}` : "";
      const score = step.score === null ? "" : `, score ${signed(step.score)}`;
      return el("li", { class: step === last ? "walk-step walk-end" : "walk-step" },
        positionButton(step.line.at(-1) ?? "Root", step.line, preview, "walk-move"),
        el("span", { class: "walk-words" },
          `depth ${step.depth}${reduced}, window ${signed(step.alpha)} to ${signed(step.beta)}${score}`),
        el("span", { class: "badge", "data-end": endOf(step.ended_by).key }, swatch(step.ended_by), endOf(step.ended_by).label),
        step.from_table ? el("span", { class: "fine" }, "the table had this score: the walk goes on where it was stored") : null);
    })),
    el("p", { class: "walk-result" }, walkEndWords(answer)),
    button({
      icon: "open", text: "Open the tree at this node", class: "primary", "data-test": "why-open-tree",
      onclick: () => openTree(last.line, isHeuristic(answer.walk_end) ? answer.walk_end : last.ended_by),
    }));
}

function truth(answer) {
  const moves = [...new Set(answer.truth.map(({ mv }) => mv))];
  const cell = (mv, careful) => {
    const row = answer.truth.find((other) => other.mv === mv && other.careful === careful);
    return el("td", { title: row?.line.join(" ") }, row?.score ?? "–");
  };
  return section("What longer searches say", `With ${answer.question.effort} times the nodes; scores in hundredths of a pawn.`,
    el("table", { class: "plain" },
      tableHead(["Move", "default settings", "without any cut"]),
      el("tbody", {}, moves.map((mv) =>
        tableRow(mv === answer.mv ? `${mv} (asked)` : `${mv} (chosen)`, cell(mv, false), cell(mv, true))))));
}

function proof(answer) {
  const { tables, shams, held } = answer.proof;
  const found = shams.filter((sham) => sham.found).length;
  return section("The proof",
    `The pardon held in ${held} of ${tables.length} table sizes. ` +
      `${found} of ${shams.length} shams, which pardon as many decisions elsewhere, found the move.`,
    el("table", { class: "plain", "data-test": "why-proof" },
      tableHead(["Control", "played", "with the pardon", "result"]),
      el("tbody", {},
        tables.map((row) =>
          tableRow(`Table of ${row.megabytes} MB`, row.without, row.with, row.held ? "held" : "did not hold")),
        shams.map((row) =>
          tableRow(`Sham of ${plural(row.pardons, "pardon")}`, "–", row.best, row.found ? "found it" : "did not find it")))));
}
