// Small tools for the page: elements by name, and long requests with a cancel button.

import { ask } from "./ask.js";
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

// Only one long request at a time; a new one cancels the one before.
let running = null;

/** @param {(event: any) => void} progress */
export async function work(text, request, progress = () => {}) {
  running?.abort();
  const controller = new AbortController();
  running = controller;
  const later = setTimeout(() => {
    $("work").hidden = false;
    $("work-text").textContent = `${text} …`;
  }, 300);
  try {
    return await ask(request, {
      signal: controller.signal,
      progress: (event) => {
        $("work-text").textContent = `${event.text} …`;
        progress(event);
      },
    });
  } finally {
    clearTimeout(later);
    if (running === controller) {
      running = null;
      $("work").hidden = true;
    }
  }
}

button("cancel", () => running?.abort());

// Run an action of a button; show errors, and ignore a canceled request.
export async function attempt(action) {
  try {
    await action();
  } catch (error) {
    if (error.name === "AbortError") game.say("Canceled.");
    else game.say(error.message, true);
  }
}

export const fields = (form) => Object.fromEntries(
  [...form.elements].filter(({ name, type }) => name && type !== "file" && type !== "radio")
    .map(({ name, type, value, checked, valueAsNumber }) =>
      [name, type === "checkbox" ? checked : type === "number" ? valueAsNumber : value]),
);

export function save(name, data, type) {
  const url = URL.createObjectURL(new Blob([data], { type }));
  make("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

// A slider with buttons that steps through items.
export function stepper(prefix, names, show) {
  const slider = $(names.slider);
  const items = { list: [] };
  const go = (index) => {
    const last = items.list.length - 1;
    slider.value = Math.max(0, Math.min(last, index));
    $(names.output).textContent = `${slider.valueAsNumber + 1} of ${items.list.length}${items.more ? "+" : ""}`;
    if (items.list.length) show(items.list[slider.valueAsNumber], slider.valueAsNumber);
  };
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
    },
    close() {
      items.list = [];
      $(prefix).hidden = true;
    },
  };
}
