// Make: edit a puzzle, generate one, make one from a picture, and save a book.

import { ask } from "./ask.js";
import { game, stored } from "./game.js";
import { tools } from "./input.js";
import { setRules } from "./dialogs.js";
import { $, attempt, button, fields, make, save, work, write } from "./page.js";

export async function setUpMake() {
  $("changes").addEventListener("change", ({ target }) => editing(target.value));
  document.addEventListener("tab", ({ detail }) => {
    editing(detail === "make" ? document.querySelector("[name=change]:checked").value : "none");
    if (detail === "make") number();
  });
  game.addEventListener("edit", number);
  game.addEventListener("open", number);
  game.addEventListener("change", listFacts);
  submit("facts", (form) => game.replace({ ...game.now.board, attempt: undefined, ...fields(form) }));
  submit("blank", async (form) => open(await ask({ ask: "blank", ...fields(form) })));
  submit("picture", async (form) => {
    const [file] = form.elements.image.files;
    if (!file) return game.say("Choose an image first.", true);
    const bytes = new Uint8Array(await file.arrayBuffer());
    const image = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
    open(await work({ ask: "picture", image, ...fields(form) }),
      "Solve it, and the picture appears.");
  });
  setUpBook();
  const { grades, patterns, rules, meaning } = await ask({ ask: "choices" });
  const options = (names) => names.map((name) => make("option", { textContent: name }));
  $("grades").replaceChildren(...options(grades));
  $("patterns").replaceChildren(...options(patterns));
  $("rules-choice").replaceChildren(...options(rules));
  setRules(meaning);
}

function submit(id, action) {
  $(id).addEventListener("submit", (event) => {
    event.preventDefault();
    attempt(() => action(event.target));
  });
}

function open({ puzzles }, text = "") {
  game.open(puzzles[0]);
  write("make-text", text);
}

// While a change is chosen, a touch on the board edits the puzzle.
function editing(change) {
  let moving = null;
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
      if (moving === null) {
        moving = place;
        game.choosePen(dot);
        game.say(place ? `Dot ${game.now.names[dot]}: choose its new place.` : "Choose a dot to move.");
      } else {
        game.edit({ change, at: moving, to: lattice.nearest(exact) });
        moving = null;
      }
    }
  };
}

// Of other families: the facts, and the last clue among them as the one to be set.
const CLUE = /(\w+)\(\(-?\d+,-?\d+\)(?:,(\w+))?\)\.\s*$/;
let listed = "";

// What is typed into the field stays until the facts of the board are others.
function listFacts() {
  const { facts = "" } = game.now.board;
  if (listed === facts) return;
  listed = facts;
  $("facts-text").value = facts;
  const [, name, value = ""] = CLUE.exec(facts) ?? [];
  if (name) $("clue").value = `${name} ${value}`.trim();
}

async function number() {
  if ($("make").hidden) return;
  const { attempt: drawn, ...board } = game.now.board;
  $("number").textContent = "…";
  await attempt(async () => {
    const { text, status } = await work({ ask: "number", board });
    $("number").textContent = text;
    $("number").dataset.status = status;
  });
}

let book = stored(localStorage, "book") ?? [];

function setUpBook() {
  button("book-add", () => {
    const { attempt: drawn, ...board } = game.now.board;
    book.push(board);
    listBook();
  });
  button("book-empty", () => {
    book = [];
    listBook();
  });
  submit("book", async (form) => {
    const { title, format } = fields(form);
    if (!book.length) return game.say("Add a puzzle to the book first.", true);
    const answer = await work({ ask: "book", boards: book, title, format });
    const bytes = Uint8Array.from(atob(answer.data), (one) => one.charCodeAt(0));
    const type = format === "pdf" ? "application/pdf" : "application/x-tex";
    save(`galaxies.${format === "pdf" ? "pdf" : "tex"}`, bytes, type);
    write("make-text", "The book is saved.");
  });
  listBook();
}

function listBook() {
  localStorage.setItem("book", JSON.stringify(book));
  $("book-count").textContent = `${book.length} ${book.length === 1 ? "puzzle" : "puzzles"} in the book.`;
}
