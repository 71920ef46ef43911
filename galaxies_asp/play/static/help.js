// Help: hints, mistakes, reasons, the walkthrough and the grade.

import { game } from "./game.js";
import { tools } from "./input.js";
import { $, attempt, button, make, stepper, work, write } from "./page.js";

const HARD = 5;
let next = null;
let steps;

export function setUpHelp() {
  button("hint", giveHint);
  button("do", () => {
    const fields = next;
    clear();
    game.draw(fields).then(() => giveHint());
  });
  button("wrong", () => attempt(async () => show(await work("checking", position("wrong")))));
  button("why", () => pointing(!tools.onPoint));
  button("walk", walk);
  button("grade", () => attempt(async () => {
    const answer = await work("rating", position("grade"));
    write("help-text", answer.text);
  }));
  steps = stepper("steps", {
    slider: "step", output: "step-number", back: "step-back", next: "step-next",
  }, ({ text, marks, attempt: drawn }) => {
    write("help-text", text);
    game.look({ attempt: drawn }, marks);
  });
  button("step-hard", () => {
    const hard = steps.items.list.findIndex((one, i) => i > steps.at() && one.level >= HARD);
    if (hard >= 0) steps.go(hard);
    else game.say("No hard step follows.");
  });
  button("step-close", closeSteps);
  game.addEventListener("change", listFaults);
  game.addEventListener("change", () => {
    if (game.marks.length || game.shown) return;
    next = null;
    $("do").hidden = true;
    if ($("steps").hidden && !game.now.progress.solved) write("help-text", "");
  });
}

const position = (ask) => ({ ask, board: game.now.board });

export function giveHint() {
  return attempt(async () => {
    closeSteps();
    const answer = await work("looking for the next step", position("hint"));
    show(answer);
    next = Object.keys(answer.draw).length ? answer.draw : null;
    $("do").hidden = next === null;
  });
}

function show({ text, marks, wrong_cells: cells = [], wrong_walls: walls = [] }) {
  const known = new Set(marks.map(({ at }) => `${at}`));
  const more = [...cells, ...walls].filter((at) => !known.has(`${at}`));
  game.look(null, [...marks, ...more.map((at) => ({ at, role: "wrong" }))]);
  write("help-text", text);
  game.say("");
}

function pointing(on) {
  $("why").setAttribute("aria-pressed", on);
  tools.onPoint = on ? ask : null;
  if (on) {
    clear();
    game.say("Choose a cell or an edge on the board to have it explained.");
  }
}

function ask(at) {
  pointing(false);
  attempt(async () => show(await work("explaining", { ...position("why"), at })));
}

function walk() {
  return attempt(async () => {
    const answer = await work("deducing the solution", position("walkthrough"));
    steps.open(answer.frames);
    if (!answer.frames.length) write("help-text", answer.text);
    else if (answer.grade) game.say(`${answer.frames.length} steps, ${answer.grade.grade}.`);
  });
}

export function closeSteps() {
  steps.close();
  clear();
}

function clear() {
  write("help-text", "");
  game.look(null);
}

function listFaults() {
  const { faults } = game.now.progress;
  const items = faults.map(({ message }) => make("li", { textContent: message }));
  if (!items.length) items.push(make("li", { textContent: "none", className: "none" }));
  $("fault-list").replaceChildren(...items);
}
