// Rules: experiments with encodings, mixes, variants, and programs.

import { addressOf, deflated, inflated } from "./addresses.js";
import { ask, common } from "./ask.js";
import { editor } from "./editor.js";
import { game } from "./game.js";
import { store, stored } from "./stored.js";
import { pair, pictures } from "./lessons.js";
import { $, attempt, button, make, puzzle, stepper, stop, work, write } from "./page.js";

let known = {};
let original = "";
let leaf;
const { highlight, selectLine } = editor($("editor"));

export function setUpRules() {
  leaf = stepper("rules-leaf", {
    slider: "rules-number", output: "rules-output", back: "rules-back", next: "rules-next",
  }, ({ board, faults }) => {
    game.look({ board });
    const broken = faults.map((fault) => ` - ${fault}`);
    write("rules-text", [heading, ...(broken.length ? ["This answer breaks rules:", ...broken] : [])].join("\n"));
  });
  button("rules-close", close);
  document.addEventListener("tab", ({ detail }) => detail === "rules" && attempt(list));
  // Every change is tried at once; an edited program when the keys rest.
  for (const id of ["encodings", "parts", "variants"]) {
    $(id).addEventListener("change", () => attempt(async () => {
      if (id === "encodings") listParts();
      await load();
      await run();
    }));
  }
  button("program-back", () => attempt(async () => {
    restore(versions.pop());
    await run();
  }));
  button("program-keep", () => {
    const name = $("program-name").value.trim();
    if (!name) return game.say("Give the program a name first.", true);
    store(place("programs"), { ...programs(), [name]: version() });
    listKept(name);
  });
  $("programs").addEventListener("change", () => attempt(async () => {
    const chosen = programs()[$("programs").value];
    if (!chosen) return;
    remember();
    restore(chosen);
    await run();
  }));
  button("program-share", () => attempt(async () => {
    const program = await deflated(new TextEncoder().encode(JSON.stringify(version())), "deflate-raw");
    $("program-address").value = `${location.href.split("#")[0]}#${await addressOf(game.now.board)}&r=${program}`;
    $("program-address").hidden = false;
    $("program-address").select();
    game.say("The address holds the board and the program.");
  }));
  let resting;
  $("program").addEventListener("input", () => {
    keepDraft(version());
    state();
    clearTimeout(resting);
    resting = setTimeout(() => isListed() && attempt(run), 800);
  });
  button("reload", () => attempt(async () => {
    await load();
    apply();
  }));
  $("play-rules").addEventListener("change", () => ($("play-rules").checked ? apply() : playBy(undefined)));
  button("standard-rules", () => playBy(undefined));
  common.under = stored("rules", "sessionStorage")?.rules;
  game.addEventListener("open", () => {
    note();
    close();
    if (!$("rules").hidden) attempt(list);
  });
  $("experiment").addEventListener("submit", (event) => {
    event.preventDefault();
    clearTimeout(resting);
    attempt(async () => {
      const { line } = await run();
      seeResults();
      selectLine(line);
    });
  });
  $("against").addEventListener("change", forget);
  button("difference", () => attempt(async () => {
    const answer = await work({
      ask: "difference", against: { family: known.family, encoding: $("against").value }, ...asked(),
    }, PLACE);
    show(answer, answer.text);
    seeResults();
    selectLine(answer.line);
  }));
}

// The family of the board, which is missing for Galaxies; each has encodings of its own.
const family = () => game.now?.board.family;

// Whether the board is played by other rules than the standard ones.
const applies = () => common.under !== undefined && common.under.family === family();

function note() {
  $("play-rules").checked = applies();
  $("rules-note").hidden = !applies();
}

// One list after the other: the last one is that of the board.
let listing = Promise.resolve();
const list = () => (listing = listing.then(begin, begin));
const isListed = () => known.encodings !== undefined && known.family === family();

async function begin() {
  if (isListed()) return;
  // What is typed now would be replaced by the program that is loaded.
  $("program").readOnly = true;
  try {
    await listOf(family());
  } catch (error) {
    known = {};
    throw error;
  }
  $("program").readOnly = !isListed();
}

async function listOf(ofBoard) {
  known = { family: ofBoard, ...await ask({ ask: "encodings", family: ofBoard }) };
  versions.length = 0;
  original = "";
  for (const id of ["encodings", "against"]) {
    $(id).replaceChildren(...known.encodings.map((name) => make("option", { textContent: name })));
  }
  $("encodings").value = Object.keys(known.mixes)[0] ?? known.encodings[0];
  $("variants").querySelectorAll("div").forEach((one) => one.remove());
  $("variants").append(...known.variants.map(({ name, meaning }) => checkbox(name, false, meaning)));
  listParts();
  listKept();
  const draft = stored(place("draft"), "sessionStorage") ?? stored(place("draft"));
  const before = draft ?? (applies() ? stored("rules", "sessionStorage")?.version : undefined);
  await load();
  if (before) restore(before);
}

// Programs are kept in the browser: the one that is edited, and those with a name.
const versions = [];
const place = (name) => (known.family ? `${name} of ${known.family}` : name);
const programs = () => stored(place("programs")) ?? {};
const version = () => ({ choice: boxes(), text: $("program").value, original });

// Each tab of the browser has its own draft; a new one begins with the last one.
function keepDraft(draft) {
  for (const where of ["sessionStorage", "localStorage"]) store(place("draft"), draft, where);
}

function remember() {
  versions.push(version());
  $("program-back").disabled = false;
}

function restore(before) {
  $("encodings").value = before.choice.encoding;
  listParts();
  for (const box of /** @type {NodeListOf<any>} */ (document.querySelectorAll("#parts input, #variants input"))) {
    box.checked = before.choice.checked.includes(box.value);
  }
  original = before.original;
  $("program").value = before.text;
  $("program-back").disabled = !versions.length;
  keepDraft(before);
  state();
}

const apply = () => $("play-rules").checked && playBy(asked());

// The rules by which all tabs judge, hint and solve; undefined: the standard ones.
function playBy(rules) {
  const isOther = rules !== undefined;
  $("play-rules").checked = isOther;
  if (JSON.stringify(rules) === JSON.stringify(common.under)) return;
  common.under = rules;
  store("rules", isOther ? { rules, version: version() } : undefined, "sessionStorage");
  note();
  game.dispatchEvent(new Event("rules"));
  game.refresh();
}

const boxes = () => ({
  encoding: $("encodings").value,
  checked: [...document.querySelectorAll("#parts input:checked, #variants input:checked")].map(({ value }) => value),
});

function listKept(chosen = "") {
  const names = ["", ...Object.keys(programs())];
  $("programs").replaceChildren(...names.map((name) => make("option", { value: name, textContent: name || "none" })));
  $("programs").value = chosen;
}

// The program of an address replaces the one in the editor, as a kept one does.
export async function openProgram(text) {
  const program = JSON.parse(new TextDecoder().decode(await inflated(text, "deflate-raw")));
  $("tab-rules").click();
  await list();
  remember();
  restore(program);
  $("play-rules").checked = true;
  apply();
}

function checkbox(name, checked, title = "") {
  const box = make("input", { type: "checkbox", value: name, checked, defaultChecked: checked });
  const label = make("label", {}, box, ` ${name}`);
  return title ? make("div", {}, label, make("p", { className: "note", textContent: title })) : label;
}

function listParts() {
  const mix = known.mixes[$("encodings").value];
  $("parts").hidden = $("variants").parentElement.hidden = !mix;
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
  const changed = [...$("parts").querySelectorAll("input")].filter((box) => box.checked !== box.defaultChecked);
  const names = (some) => some.map(({ value }) => value);
  return {
    family: known.family,
    encoding: $("encodings").value,
    with: names(changed.filter((box) => box.checked)),
    without: names(changed.filter((box) => !box.checked)),
    variants: names([...$("variants").querySelectorAll("input:checked")]),
  };
}

async function load() {
  forget();
  const chosen = choice();
  const { program, name } = await ask({ ask: "program", ...chosen });
  if (JSON.stringify(chosen) !== JSON.stringify(choice())) return;  // another one follows
  if (edited() && original) {
    remember();
    game.say("Your program was replaced; Back brings it back.");
  }
  original = program;
  keepDraft(undefined);
  $("program").value = program;
  heading = name;
  state();
}

const edited = () => $("program").value !== original;

function state() {
  forget();
  const lines = $("program").value.split("\n").length;
  highlight(null);
  $("program-address").hidden = true;
  $("program-state").textContent = edited() ? "Edited by you." : `${lines} lines, as shipped.`;
}

function asked() {
  return edited() ? { ...choice(), program: $("program").value } : choice();
}

let heading = "";

// Another tab does not end this: it may play by the program.
const PLACE = { place: "rules" };

// An answer belongs to the program that asked for it.
function forget() {
  stop(PLACE.place);
  close();
}

async function run() {
  const board = await puzzle("experiment");
  const rules = asked();
  const request = { ...board, ...rules };
  const answer = await work(request, PLACE);
  const number = answer.number === 1 ? "1 answer" : `${answer.number} answers`;
  if (answer.refused === undefined && $("play-rules").checked) playBy(rules);
  if (request.board === game.puzzle) show(answer, `${number}${answer.complete === false ? " or more" : ""} on this board.`);
  return answer;
}

function show(answer, text) {
  close();
  heading = text;
  if (answer.refused !== undefined) {
    highlight(answer.line);
    const fault = answer.line ? `Line ${answer.line}: ${answer.refused}` : answer.refused;
    write("rules-text", applies() ? `${fault}\nThe program before still judges the board.` : fault);
    return;
  }
  write("rules-text", text);
  $("rules-boards").replaceChildren(...(answer.board ? pictures(pair(answer, $("against").value)) : []));
  leaf.open(answer.answers, answer.complete === false);
}

const seeResults = () => $("results").scrollIntoView({ block: "nearest" });

function close() {
  leaf.close();
  write("rules-text", "");
  $("rules-boards").replaceChildren();
  if (game.shown && !$("rules").hidden) game.look(null);
}
