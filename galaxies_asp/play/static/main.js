// Start: connect the page's controls with the game.

import { addressOf } from "./addresses.js";
import { ask, server } from "./ask.js";
import { fit, paint, svg, zoom } from "./paint.js";
import { closeSteps, giveHint, setUpHelp } from "./help.js";
import { setUpExplore } from "./explore.js";
import { game } from "./game.js";
import { countsOf, sizeOf, titleOf } from "./names.js";
import { Refused } from "./refused.js";
import { store, stored } from "./stored.js";
import { cancel, tools } from "./input.js";
import { setUpLessons } from "./lessons.js";
import { setUpNotes } from "./notes.js";
import { setUpMake } from "./make.js";
import { openProgram, setUpRules } from "./rules.js";
import { listed, openText, setUpDialogs, settings } from "./dialogs.js";
import { $, attempt, button, stop } from "./page.js";

const ACTIONS = { undo: "undo", redo: "redo", clear: "clear", trial: "try", keep: "keepTrial", discard: "discard" };
for (const [id, name] of Object.entries(ACTIONS)) button(id, () => game[name]());
button("print-button", () => print());
button("zoom-in", () => zoom(1.4));
button("zoom-out", () => zoom(1 / 1.4));
button("zoom-fit", fit);

$("tools").addEventListener("change", ({ target }) => { tools.tool = target.value; });

const keys = {
  u: () => game.undo(), r: () => game.redo(), h: () => giveHint(),
  d: () => $("do").hidden || $("do").click(),
  "+": () => zoom(1.4), "=": () => zoom(1.4), "-": () => zoom(1 / 1.4), 0: fit,
};
svg.addEventListener("keydown", (event) => {
  const control = event.ctrlKey || event.metaKey;
  if (event.altKey || !game.now) return;
  if (event.key === "Escape") {
    if (!cancel()) {
      closeSteps();
      game.choosePen(null);
    }
  } else if (control && event.key === "z" && !event.shiftKey) game.undo();
  else if (control && (event.key === "y" || event.key === "Z")) game.redo();
  else if (!control && keys[event.key]) keys[event.key]();
  else return;
  event.preventDefault();
});

// An alert stays until it is closed by what comes next; one about the server until it
// answers again.
game.addEventListener("say", ({ detail: { text, alert } }) => {
  $("alert").textContent = alert ? text : "";
  $("status").textContent = alert ? "" : text;
});
server.addEventListener("answers", () => {
  if ($("alert").textContent === server.silent) $("alert").textContent = "";
});
game.addEventListener("solved", () => game.say(`Solved in ${clock()}.`));
game.addEventListener("open", () => {
  game.say(`${heading()}.`);
  showClock();
  if (!game.lattice) attempt(strokes);
});

async function strokes() {
  const { puzzle } = game;
  const { strokes: found } = await ask({ ask: "strokes", board: puzzle });
  if (game.puzzle !== puzzle) return;
  game.strokes = found;
  game.changed();
  document.body.dataset.strokes = found.length;
}

game.addEventListener("judged", () => paint(game.picture));
game.addEventListener("change", () => {
  const { progress, trial, board } = game.now;
  $("side").inert = $("drawing").inert = false;
  document.body.classList.toggle("other", !game.lattice);
  document.body.classList.toggle("numbers", game.strokes[0]?.drawing === "number");
  paint(game.picture);
  $("undo").disabled = !game.past.length;
  $("redo").disabled = !game.future.length;
  $("trial").setAttribute("aria-pressed", trial.length > 0);
  $("keep").hidden = $("discard").hidden = !trial.length;
  $("title").textContent = [...named(sizeOf(board) || familyName()),
    ...(board.variants ?? []).filter((one) => !name().includes(one)), ...(progress.solved ? ["solved"] : [])].join(" · ");
  svg.classList.toggle("solved", progress.solved && !game.shown);
  const { atoms = [], excluded = [] } = board.attempt ?? {};
  const places = new Set(game.strokes.map(({ path }) => `${path}`)).size;
  const noun = { wall: "edges", line: "lines", number: "numbers" }[game.strokes[0]?.drawing] ?? "cells";
  const state = board.family ? `${atoms.length}${places ? ` of ${places}` : ""} ${noun} drawn, ${excluded.length} excluded`
    : `${progress.complete.length} of ${game.names.length} regions complete`;
  svg.setAttribute("aria-label", `${heading()}, ${state}, ${counted(progress.faults.length, "fault")}`);
});

const familyName = () => game.now.picture?.title || titleOf({ family: game.now.board.family });
const name = () => titleOf({ id: game.now.board.id, family: game.lattice ? "Galaxies" : familyName() });
const size = () => {
  const { board, board: { family } } = game.now;
  const counts = () => [...countsOf(board), [game.names.length, "dot"]];
  return family ? familyName() : counts().map(([number, noun]) => counted(number, noun)).join(", ");
};
const counted = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;
// A puzzle without a name of its own has that of its family; some names say their size.
const named = (about) => (says(about) || (!game.lattice && says(titleOf({ family: game.now.board.family }))) ? [name()] : [name(), about]);
const says = (about) => name().replace(/(\d)x(\d)/, "$1×$2").toLowerCase().includes(about.toLowerCase());
const heading = () => named(size()).join(", ");
const clock = () => {
  const [minutes, seconds] = [Math.floor(game.seconds / 60), game.seconds % 60];
  return `${minutes}:${String(seconds).padStart(2, "0")}`;
};
const showClock = () => { $("timer").textContent = paused ? `${clock()} ‖` : clock(); };

let paused = false;
$("timer").addEventListener("click", () => {
  paused = !paused;
  $("timer").setAttribute("aria-pressed", paused);
  $("frame").classList.toggle("paused", paused);
  showClock();
});

setInterval(() => {
  if (!game.now || paused || game.now.progress.solved || document.hidden) return;
  game.seconds++;
  showClock();
}, 1000);
addEventListener("pagehide", () => game.keep());

// Tabs, as in the pattern of the ARIA practices: arrow keys move between them.
/** @type {any[]} */
const tabs = [...document.querySelectorAll("[role=tab]")];
function select(tab) {
  if (tab.getAttribute("aria-selected") !== "true") stop();
  for (const one of tabs) {
    const on = one === tab;
    one.setAttribute("aria-selected", `${on}`);
    one.tabIndex = on ? 0 : -1;
    $(one.getAttribute("aria-controls")).hidden = !on;
  }
  // What another tab shows in place of the puzzle, or asks, goes with it.
  if (game.shown || game.marks.length) {
    game.look(null);
    game.say("");
  }
  document.dispatchEvent(new CustomEvent("tab", { detail: tab.getAttribute("aria-controls") }));
}
tabs.forEach((tab, index) => {
  tab.addEventListener("click", () => select(tab));
  tab.addEventListener("keydown", ({ key }) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
    if (!step) return;
    const next = tabs[(index + step + tabs.length) % tabs.length];
    select(next);
    next.focus();
  });
});
select(tabs[0]);

async function start() {
  $("side").inert = $("drawing").inert = true;
  setUpHelp();
  setUpNotes(clock);
  setUpExplore();
  setUpMake().catch((error) => game.say(error.message));
  setUpRules();
  setUpLessons();
  setUpDialogs();
  settings();
  tools.tool = document.querySelector("[name=tool]:checked").value;  // Firefox keeps it
  const wasKept = await openKept();
  const isSame = wasKept && !isVisit() && written().includes(location.hash);
  if (hasAddress() && !isSame) await openFromAddress();
  else if (!wasKept) await game.open(async () => listed(await game.load({ text: "idp-7x7" })));
  if (location.hash === "#lessons") $("tab-lessons").click();
  document.body.dataset.ready = "true";
  if (game.now) await writeAddress();
}

// The address holds the board with what is drawn on it; the tab remembers which ones it
// wrote last, since it also keeps the history of its board: a reload that has begun loads
// the address before the one that is written meanwhile.
let writing;
game.addEventListener("change", () => {
  clearTimeout(writing);
  writing = setTimeout(writeAddress, 300);
});

async function writeAddress() {
  const { board } = game.now;
  const address = `#${await addressOf(board)}`;
  if (board !== game.now.board || document.body.dataset.ready !== "true") return;
  history.replaceState(null, "", `${location.pathname}${location.search}${address}`);
  remember();
}

// Whether an address was followed, and not loaded again.
function isVisit() {
  const visits = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  return visits[0]?.type === "navigate";
}

const hasAddress = () => /^#[pz]=/.test(location.hash);
const written = () => stored("addresses", "sessionStorage") ?? [];
const remember = () => store("addresses", [location.hash, ...written()].slice(0, 2), "sessionStorage");

// A bad address opens nothing: what is wrong is said, and what was open stays.
async function openFromAddress() {
  try {
    const { hash } = location;
    await openText(hash);
    remember();
    const program = new URLSearchParams(hash.slice(1)).get("r");
    if (program) await openProgram(program);
  } catch (error) {
    game.say(`The address holds no puzzle: ${error.message}`, true);
  }
}

// What cannot be shown now can be had by Undo later.
async function openKept() {
  const kept = stored("game", "sessionStorage");
  if (!kept?.now) return false;
  try {
    await game.restore(kept);
    for (const [action, ...parts] of kept.unsent ?? []) game[action](...parts);
    return true;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    game.past.push(...kept.past, kept.now);
    return false;
  }
}

addEventListener("hashchange", () => hasAddress() && location.hash !== written()[0] && openFromAddress());

start().catch((error) => game.say(error.message, true));
