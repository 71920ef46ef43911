// Make: edit a puzzle, generate one, make one from a picture, and save a book.

import { ask } from "./ask.js";
import { game } from "./game.js";
import { inWords, titles } from "./names.js";
import { store, stored } from "./stored.js";
import { tools } from "./input.js";
import { LIKE, setRules } from "./dialogs.js";
import { $, attempt, base64, button, fields, make, puzzle, save, work, write } from "./page.js";

export async function setUpMake() {
  $("changes").addEventListener("change", ({ target }) => editing(target.value));
  document.addEventListener("tab", ({ detail }) => {
    editing(detail === "make" ? document.querySelector("[name=change]:checked").value : "none");
    if (detail === "make") number();
  });
  game.addEventListener("open", number);
  game.addEventListener("rules", number);
  game.addEventListener("change", listFacts);
  submit("facts", (form) => game.replace({ ...game.puzzle, ...fields(form) }));
  submit("blank", (form) => open(() => game.load({ board: { schema: 1, ...fields(form), centers: [] } })));
  submit("picture", async (form) => {
    const [file] = form.elements.image.files;
    if (!file) return game.say("Choose an image first.", true);
    const made = await work({ ask: "picture", image: await base64(file), ...fields(form) });
    await open(() => made.puzzles, "Solve it, and the picture appears.");
  });
  setUpBook();
  const { grades, patterns, rules, ...known } = await ask({ ask: "choices" });
  const others = Object.keys(Object.assign(titles, known.titles));
  const options = (names) => names.map((name) => make("option", { textContent: name }));
  $("grades").replaceChildren(...options(grades));
  $("patterns").replaceChildren(...options(patterns));
  $("rules-choice").replaceChildren(...options(rules.filter((name) => !others.includes(name) && name !== LIKE)));
  $("types").replaceChildren(...["Galaxies", ...others, LIKE].map((value) => make("option", { value, textContent: inWords(value) })));
  setRules(known);
}

function submit(id, action) {
  $(id).addEventListener("submit", (event) => {
    event.preventDefault();
    attempt(() => action(event.target));
  });
}

async function open(load, text = "") {
  await game.open(async () => (await load())[0]);
  write("make-text", text);
}

// While a change is chosen, a touch on the board edits the puzzle.
function editing(change) {
  if (change === "move") game.choosePen(null);
  tools.onPoint = change === "none" ? null : (at, exact) => {
    const { lattice } = game;
    if (!lattice) {
      if (change === "clue") game.edit({ change, at: exact.map(Math.round), clue: $("clue").value });
      return;
    }
    const dot = lattice.dotAt(exact, 0.6);
    const place = dot === null ? null : game.now.board.centers[dot];
    if (change === "color" && place) game.edit({ change, at: place });
    if (change === "hole") game.edit({ change, at: lattice.cellAt(exact) });
    if (change === "wall") game.edit({ change, at });
    if (change === "clue") game.edit({ change, at: lattice.cellAt(exact), clue: $("clue").value });
    if (change === "dot") game.edit({ change, at: place ?? lattice.nearest(exact) });
    if (change === "move") {
      const moving = game.now.board.centers[game.pen];
      if (moving && dot !== game.pen) return game.edit({ change, at: moving, to: lattice.nearest(exact) });
      game.choosePen(moving ? null : dot);
      game.say(place ? `Dot ${game.names[dot]}: choose its new place.` : "Choose a dot to move.");
    }
  };
}

// Of other families: the facts, and the last clue among them as the one to be set.
const CLUE = /(\w+)\(\(-?\d+,-?\d+\)(?:,(\w+))?\)\.\s*$/;
/** @type {Board} */
let listed = {};

// What is typed into the fields stays until the facts of the board, or its family, are others.
function listFacts() {
  const { facts = "", family } = game.puzzle;
  if (listed.facts !== facts) $("facts-text").value = facts;
  const [, name, value = ""] = CLUE.exec(facts) ?? [];
  if (listed.family !== family && name) $("clue").value = `${name} ${value}`.trim();
  listed = { facts, family };
}

async function number() {
  if ($("make").hidden) return;
  $("number").textContent = "…";
  let said = { text: "", status: "" };
  await attempt(async () => {
    said = await work(await puzzle("number"), { place: "number" });
  });
  $("number").textContent = said.text;
  $("number").dataset.status = said.status;
}

// Each tab of the browser adds to the same book.
const book = () => stored("book") ?? [];

function setUpBook() {
  button("book-add", () => listBook([...book(), game.puzzle]));
  button("book-empty", () => listBook([]));
  submit("book", async (form) => {
    const { title } = fields(form);
    if (!book().length) return game.say("Add a puzzle to the book first.", true);
    const answer = await work({ ask: "book", boards: book(), title });
    const bytes = Uint8Array.from(atob(answer.data), (one) => one.charCodeAt(0));
    save("galaxies.pdf", bytes, "application/pdf");
    write("make-text", "The book is saved.");
  });
  listBook();
}

function listBook(boards = book()) {
  store("book", boards);
  const { length } = book();
  $("book-count").textContent = `${length} ${length === 1 ? "puzzle" : "puzzles"} in the book.`;
}
