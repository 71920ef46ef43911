// Small tools for the page: elements by name, and long requests with a cancel button.

import { ask, running } from "./ask.js";
import { game } from "./game.js";

/** @type {(id: string) => any} */
export const $ = (id) => document.getElementById(id);

export function button(id, action) {
  $(id).addEventListener("click", action);
}

export function make(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

// Show text; it is never markup. Lines that start with a dash become a list.
export function write(id, text) {
  const blocks = [];
  for (const line of text.split("\n")) {
    if (/^\s+- /.test(line)) {
      const item = make("li", { textContent: line.replace(/^\s+- /, "") });
      if (blocks.at(-1)?.tagName === "UL") blocks.at(-1).append(item);
      else blocks.push(make("ul", {}, item));
    } else if (line) blocks.push(make("p", { textContent: line }));
  }
  $(id).replaceChildren(...blocks);
}

const aborted = (text) => new DOMException(text, "AbortError");

// Requests that take long, by their place: a new one takes the place of the one before.
const current = new Map();
const TAB = "tab";

/** @type {(request: any, options?: {progress?: (event: any) => void, place?: string}) => Promise<any>} */
export async function work(request, { progress, place = TAB } = {}) {
  stop(place);
  const controller = new AbortController();
  const { board } = request;
  current.set(place, { controller, board: isShown(board) && board });
  return ask(request, { controller, progress });
}

export const stop = (place = TAB) => current.get(place)?.controller.abort(aborted(""));

const isShown = (board) => board === game.now?.board || board === game.puzzle;

// What a tab asks is about the board that is shown, or about the puzzle without what is
// drawn, once all strokes are judged. When another one is shown, it has no answer.
export async function position(name) {
  await game.act(() => {});
  return { ask: name, board: game.now.board };
}

export async function puzzle(name) {
  await game.act(() => {});
  return { ask: name, board: game.puzzle };
}

game.addEventListener("rules", () => stop());
game.addEventListener("change", () => {
  const board = current.get(TAB)?.board;
  if (board && !isShown(board)) stop();
});

// Requests that take long are shown with their time, and can be canceled.
const LONG = 300;  // milliseconds
const long = () => [...running.all].filter(({ since }) => Date.now() - since >= LONG);
let ticking;
running.addEventListener("change", () => {
  clearInterval(ticking);
  if (running.all.size) ticking = setInterval(showWork, LONG);
  showWork();
});

function showWork() {
  const last = long().at(-1);
  $("work").hidden = !last;
  if (!last) return;
  const seconds = Math.floor((Date.now() - last.since) / 1000);
  $("work-text").textContent = `${last.text} …${seconds ? ` ${seconds} s` : ""}`;
  // What is around a dialog cannot be reached, nor the tools before a board is shown.
  const above = document.querySelector("dialog[open] form") ?? $($("side").inert ? "status" : "rules-note");
  if (above.previousElementSibling !== $("work")) above.before($("work"));
}

button("cancel", () => long().forEach(({ controller }) => controller.abort(aborted("Canceled."))));

// Run an action of a button; show errors, and ignore a request that was replaced.
export async function attempt(action) {
  try {
    await action();
  } catch (error) {
    game.report(error);
  }
}

export const fields = (form) => Object.fromEntries(
  [...form.elements].filter(({ name, type }) => name && type !== "file" && type !== "radio")
    .map(({ name, type, value, checked, valueAsNumber }) =>
      [name, type === "checkbox" ? checked : type === "number" ? valueAsNumber : value]),
);

export async function base64(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

export function save(name, data, type) {
  const url = URL.createObjectURL(new Blob([data], { type }));
  make("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

// A slider with buttons that steps through items. What it shows on the board goes with
// its tab, and comes back with it; the items end with the puzzle.
export function stepper(prefix, names, show) {
  const slider = $(names.slider);
  const tab = $(prefix).closest("[role=tabpanel]");
  const items = { list: [] };
  const number = () => {
    $(names.output).textContent = `${slider.valueAsNumber + 1} of ${items.list.length}${items.more ? "+" : ""}`;
  };
  const go = (index) => {
    const last = items.list.length - 1;
    slider.value = Math.max(0, Math.min(last, index));
    number();
    if (items.list.length && !tab.hidden) show(items.list[slider.valueAsNumber]);
  };
  const close = () => {
    items.list = [];
    $(prefix).hidden = true;
  };
  game.addEventListener("open", close);
  document.addEventListener("tab", () => items.list.length && go(slider.valueAsNumber));
  slider.addEventListener("input", () => go(slider.valueAsNumber));
  button(names.back, () => go(slider.valueAsNumber - 1));
  button(names.next, () => go(slider.valueAsNumber + 1));
  return {
    go,
    at: () => slider.valueAsNumber,
    items,
    open(list, more = false) {
      items.list = list;
      items.more = more;
      slider.max = Math.max(0, list.length - 1);
      $(prefix).hidden = !list.length;
      if (list.length) go(0);
    },
    // One more item; the first one is shown.
    add(item) {
      items.more = true;
      items.list.push(item);
      slider.max = items.list.length - 1;
      $(prefix).hidden = false;
      if (items.list.length === 1) go(0);
      else number();
    },
    close,
  };
}
