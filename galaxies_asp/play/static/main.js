// Start: connect the page's controls with the game.

import { ask, Refused } from "./ask.js";
import { draw, svg, view } from "./board.js";
import { closeSteps, giveHint, setUpHelp } from "./help.js";
import { setUpExplore } from "./explore.js";
import { game } from "./game.js";
import { tools } from "./input.js";
import { setUpMake } from "./make.js";
import { setUpRules } from "./rules.js";
import { setUpDialogs, settings, showOne } from "./dialogs.js";
import { $, button } from "./page.js";

button("undo", () => game.undo());
button("redo", () => game.redo());
button("clear", () => game.clear());
button("trial", () => game.try(true));
button("keep", () => game.try(false));
button("discard", () => game.discard());
button("print-button", () => print());

$("tools").addEventListener("change", ({ target }) => { tools.tool = target.value; });

svg.addEventListener("keydown", (event) => {
  const control = event.ctrlKey || event.metaKey;
  if (event.altKey) return;
  if (event.key === "Escape") {
    closeSteps();
    game.choosePen(null);
  } else if (control ? event.key === "z" && !event.shiftKey : event.key === "u") game.undo();
  else if (control ? event.key === "y" || event.key === "Z" : event.key === "r") game.redo();
  else if (!control && event.key === "h") giveHint();
  else if (!control && event.key === "d" && !$("do").hidden) $("do").click();
  else return;
  event.preventDefault();
});

game.addEventListener("say", ({ detail: { text, alert } }) => {
  $("alert").textContent = alert ? text : "";
  $("status").textContent = alert ? "" : text;
});
game.addEventListener("solved", () => game.say(`Solved in ${clock()}.`));
game.addEventListener("open", () => game.say(`${name()}, ${size()}.`));
game.addEventListener("change", () => {
  draw();
  const { progress, trial } = game.now;
  $("undo").disabled = !game.past.length;
  $("redo").disabled = !game.future.length;
  $("trial").setAttribute("aria-pressed", trial !== null);
  $("trial").hidden = trial !== null;
  $("keep").hidden = $("discard").hidden = trial === null;
  const { width, height, variants = [] } = game.now.board;
  $("title").textContent = [name(), `${width}×${height}`, ...variants,
    ...(progress.solved ? ["solved"] : [])].join(" · ");
  svg.classList.toggle("solved", progress.solved && !game.shown);
  svg.setAttribute("aria-label", `${name()}, ${size()}, ${progress.complete.length} of `
    + `${game.now.names.length} regions complete, ${progress.faults.length} faults`);
});

const name = () => game.now.board.id || "Galaxies";
const size = () => `${game.now.board.width} columns, ${game.now.board.height} rows, `
  + `${game.now.names.length} dots`;
const clock = () => {
  const [minutes, seconds] = [Math.floor(game.seconds / 60), game.seconds % 60];
  return `${minutes}:${String(seconds).padStart(2, "0")}`;
};

setInterval(() => {
  if (!game.now || game.now.progress.solved || document.hidden) return;
  game.seconds++;
  $("timer").textContent = clock();
}, 1000);
addEventListener("pagehide", () => game.now && game.keep());

// Tabs, as in the pattern of the ARIA practices: arrow keys move between them.
const tabs = [...document.querySelectorAll("[role=tab]")];
function select(tab) {
  for (const one of tabs) {
    const on = one === tab;
    one.setAttribute("aria-selected", on);
    one.tabIndex = on ? 0 : -1;
    $(one.getAttribute("aria-controls")).hidden = !on;
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
  if (document.documentElement.dataset.site) {
    game.say("Starting Python in the browser; the first time this takes a while.");
  }
  setUpHelp();
  setUpExplore();
  setUpMake().catch((error) => game.say(error.message, true));
  setUpRules();
  setUpDialogs();
  settings();
  await openFromAddress() || await openKept() || await openWelcome();
  document.body.dataset.ready = "true";
}

async function openFromAddress() {
  const text = new URLSearchParams(location.hash.slice(1)).get("p");
  if (text === null) return false;
  try {
    const { puzzles } = await ask({ ask: "load", text });
    // The address names the puzzle; later the tab remembers what is drawn on it.
    history.replaceState(null, "", location.pathname);
    await showOne(puzzles);
    return true;
  } catch (error) {
    game.say(`The address holds no puzzle: ${error.message}`, true);
    return false;
  }
}

async function openKept() {
  const kept = game.keptHere();
  if (!kept) return false;
  try {
    await game.restore(kept);
    return true;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return false;
  }
}

async function openWelcome() {
  const { puzzles } = await ask({ ask: "welcome" });
  game.open(puzzles[0]);
}

if (document.documentElement.dataset.site && "serviceWorker" in navigator) {
  navigator.serviceWorker.register("service-worker.js").catch(() => {});
}
addEventListener("hashchange", () => openFromAddress());
start().catch((error) => game.say(error.message, true));
