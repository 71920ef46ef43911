// Rules: experiments with encodings, mixes, variants, and programs.

import { ask } from "./ask.js";
import { game } from "./game.js";
import { $, attempt, button, make, stepper, work, write } from "./page.js";

let known = null;
let original = "";
let leaf;

export function setUpRules() {
  leaf = stepper("rules-leaf", {
    slider: "rules-number", output: "rules-output", back: "rules-back", next: "rules-next",
  }, ({ board, names, colors, progress, faults }) => {
    game.look({ attempt: board.attempt, regions: progress.regions, puzzle: { board, names, colors } });
    const broken = faults.map((fault) => ` - ${fault}`);
    write("rules-text", [heading, ...(broken.length ? ["This answer breaks rules:", ...broken] : [])].join("\n"));
  });
  button("rules-close", close);
  document.addEventListener("tab", ({ detail }) => detail === "rules" && attempt(list));
  $("encodings").addEventListener("change", () => attempt(async () => {
    listParts();
    await load();
    await run();
  }));
  // Every change is tried at once; an edited program when the keys rest.
  for (const id of ["parts", "variants"]) {
    $(id).addEventListener("change", () => attempt(async () => {
      await load();
      await run();
    }));
  }
  let resting;
  $("program").addEventListener("input", () => {
    state();
    clearTimeout(resting);
    resting = setTimeout(() => attempt(run), 800);
  });
  button("reload", () => attempt(load));
  $("experiment").addEventListener("submit", (event) => {
    event.preventDefault();
    clearTimeout(resting);
    attempt(async () => selectLine((await run()).line));
  });
  button("difference", () => attempt(async () => {
    const answer = await work("comparing on small boards", {
      ask: "difference", against: $("against").value, ...asked(),
    });
    show(answer, answer.text);
    selectLine(answer.line);
  }));
}

async function list() {
  if (known) return;
  known = await ask({ ask: "encodings" });
  for (const id of ["encodings", "against"]) {
    $(id).replaceChildren(...known.encodings.map((name) => make("option", { textContent: name })));
  }
  $("encodings").value = Object.keys(known.mixes)[0];
  $("variants").append(...known.variants.map(({ name, meaning }) => checkbox(name, false, meaning)));
  listParts();
  await load();
}

function checkbox(name, checked, title = "") {
  const box = make("input", { type: "checkbox", value: name, checked, defaultChecked: checked });
  return make("label", { title }, box, ` ${name}`);
}

function listParts() {
  const mix = known.mixes[$("encodings").value];
  $("parts").hidden = $("variants").hidden = !mix;
  const rules = mix ?? [];
  const others = known.parts.map(({ name }) => name).filter((name) => !rules.includes(name));
  $("parts").replaceChildren(
    make("legend", { textContent: "Rules" }),
    ...rules.map((name) => checkbox(name, true)),
    make("details", {}, make("summary", { textContent: "Other parts" }),
      ...others.map((name) => checkbox(name, false))),
  );
  for (const box of $("variants").querySelectorAll("input")) box.checked = false;
}

function choice() {
  const boxes = [...$("parts").querySelectorAll("input")];
  const changed = boxes.filter((box) => box.checked !== box.defaultChecked);
  const names = (some) => some.map(({ value }) => value);
  return {
    encoding: $("encodings").value,
    with: names(changed.filter((box) => box.checked)),
    without: names(changed.filter((box) => !box.checked)),
    variants: names([...$("variants").querySelectorAll("input:checked")]),
  };
}

async function load() {
  const { program, name } = await ask({ ask: "program", ...choice() });
  original = program;
  $("program").value = program;
  heading = name;
  close();
  state();
}

const edited = () => $("program").value !== original;

function state() {
  const lines = $("program").value.split("\n").length;
  $("program-state").textContent = edited() ? "Edited by you." : `${lines} lines, as shipped.`;
}

function asked() {
  return edited() ? { ...choice(), program: $("program").value } : choice();
}

let heading = "";

async function run() {
  const { attempt: drawn, ...board } = game.now.board;
  const answer = await work("solving", { ask: "experiment", board, ...asked() });
  const number = answer.number === 1 ? "1 answer" : `${answer.number} answers`;
  show(answer, `${number}${answer.complete === false ? " or more" : ""} on this board.`);
  return answer;
}

function show(answer, text) {
  close();
  heading = text;
  if (answer.refused !== undefined) {
    write("rules-text", answer.refused);
    return;
  }
  write("rules-text", text);
  leaf.open(answer.answers, answer.complete === false);
}

function selectLine(line) {
  if (!line) return;
  const area = $("program");
  const lines = area.value.split("\n");
  const last = Math.min(line, lines.length);
  const start = lines.slice(0, last - 1).reduce((sum, one) => sum + one.length + 1, 0);
  area.focus();
  area.setSelectionRange(start, start + lines[last - 1].length);
  area.scrollTop = (area.scrollHeight / lines.length) * (last - 3);
}

function close() {
  leaf.close();
  write("rules-text", "");
  if (game.shown) game.look(null);
}
