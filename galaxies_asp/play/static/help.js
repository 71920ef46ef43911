// Help: hints, mistakes, reasons, the walkthrough and the grade.

import { game } from "./game.js";
import { nothing, placeAt } from "./atoms.js";
import { tools } from "./input.js";
import { $, attempt, button, make, position, stepper, work, write } from "./page.js";

const HARD = 5;
let next = null;
let later = [];
let steps;

export function setUpHelp() {
  button("hint", () => giveHint());
  button("do", () => {
    const fields = next;
    clear();
    game.draw(fields).then(() => giveHint(true));
  });
  button("wrong", () => attempt(async () => show(await work(await position("wrong")))));
  button("why", () => pointing(!tools.onPoint));
  button("walk", walk);
  button("grade", () => attempt(async () => {
    const answer = await work(await position("grade"));
    write("help-text", answer.text);
  }));
  steps = stepper("steps", {
    slider: "step", output: "step-number", back: "step-back", next: "step-next",
  }, (frame) => {
    explain(frame);
    game.look({ board: frame.board }, frame.marks);
  });
  button("step-hard", () => {
    const hard = steps.items.list.findIndex((one, i) => i > steps.at() && one.level >= HARD);
    if (hard >= 0) steps.go(hard);
    else game.say("No hard step follows.");
  });
  button("step-close", closeSteps);
  document.addEventListener("tab", () => pointing(false));
  game.addEventListener("rules", closeSteps);
  game.addEventListener("change", listFaults);
  game.addEventListener("change", () => {
    if (game.marks.length || game.shown) return;
    forget();
    if ($("steps").hidden && !game.now.progress.solved) write("help-text", "");
  });
}

// Where to look, then which technique, then the step: one stage for each press.
export function giveHint(isWhole = false) {
  return attempt(async () => {
    let stages = later;
    if (!stages.length) {
      closeSteps();
      const answer = await work(await position("hint"));
      stages = isWhole ? [answer] : [...answer.stages, answer];
    }
    const { draw } = stages.at(-1);
    show(stages[0]);
    later = stages.slice(1);
    next = Object.keys(draw).length ? draw : null;
    $("do").hidden = next === null;
    if (later.length) game.say("Press Hint again to see more.");
  });
}

function show(figure) {
  const { marks, wrong_cells: cells = [], wrong_walls: walls = [] } = figure;
  const known = new Set(marks.map(({ at }) => `${at}`));
  const more = [...cells, ...walls].filter((at) => !known.has(`${at}`));
  const isNamed = /\bdots? [A-Z]/.test(JSON.stringify(figure));
  game.look(figure.board ? { board: figure.board, crosses: game.now.crosses } : null, [...marks, ...more.map((at) => ({ at, role: "wrong", text: "" }))], isNamed);
  explain(figure);
  game.say("");
}

const roleClass = (role) => `role-${role.replace(" ", "-")}`;
const listed = (texts) => texts.map((text) => make("li", { textContent: text }));

// The legend: what each kind of mark means.
const keyTo = (legend) => (legend.length ? [make("ul", { className: "legend" },
  ...legend.map(({ role, meaning }) => make("li", {},
    make("span", { className: `sample ${roleClass(role)}` }), ` ${meaning}`)))] : []);

// A what-if is folded; unfolded, it shows its marks, and each deduction shows its own.
function folded({ head, frames, legend, marks }, outer) {
  const lines = frames.map((frame) => make("li", {},
    make("button", {
      type: "button", className: "link", textContent: frame.head,
      onclick: () => game.look(game.shown, frame.marks),
    }),
    ...(frame.sentences ?? []).map((why) => make("details", {},
      make("summary", { textContent: "why" }), why)),
    ...frame.what_ifs.map((inner) => folded(inner, frame.marks))));
  const part = make("details", {}, make("summary", { textContent: head }),
    make("ol", {}, ...lines), ...keyTo(legend));
  part.addEventListener("toggle", (event) => {
    if (event.target === part) game.look(game.shown, part.open ? marks : outer);
  });
  return part;
}

// The sentences of a figure.
function explain({ head, technique, sentences = [], follows = [], legend = [], what_ifs = [], marks }) {
  const parts = [make("p", { className: "head", textContent: head })];
  if (technique) parts.push(make("p", { className: "note", textContent: technique }));
  if (sentences.length) parts.push(make("ul", {}, ...listed(sentences)));
  parts.push(...what_ifs.map((one) => folded(one, marks)));
  if (follows.length) parts.push(make("ul", { className: "follows" }, ...listed(follows)));
  parts.push(...keyTo(legend));
  $("help-text").replaceChildren(...parts);
}

function pointing(on) {
  $("why").setAttribute("aria-pressed", on);
  tools.onPoint = on ? explainAt : null;
  if (on) {
    clear();
    game.say("Choose a cell or an edge on the board to have it explained.");
  }
}

function explainAt(at, place) {
  pointing(false);
  const atom = game.lattice ? null : placeAt(place)?.atoms[0];
  if (!game.lattice && !atom) return nothing(place);
  const where = atom ? { atoms: [atom.atom] } : { at };
  attempt(async () => show(await work({ ...await position("why"), ...where })));
}

function walk() {
  return attempt(async () => {
    closeSteps();
    const progress = ({ frame }) => frame && steps.add(frame);
    const answer = await work(await position("walkthrough"), { progress });
    steps.items.more = false;
    if (answer.frames.length) steps.go(steps.at());
    if (!answer.frames.length) explain(answer);
    else game.say(answer.text);
  });
}

export function closeSteps() {
  steps.close();
  clear();
}

function forget() {
  next = null;
  later = [];
  $("do").hidden = true;
}

function clear() {
  forget();
  write("help-text", "");
  game.look(null);
}

function listFaults() {
  const { faults, solved, unjudged } = game.now.progress;
  const items = faults.map(({ message }) => make("li", { textContent: message }));
  if (!items.length) items.push(make("li", { textContent: unjudged && !solved ? `not listed while drawing: ${unjudged}` : "none", className: "none" }));
  $("fault-list").replaceChildren(...items);
}
