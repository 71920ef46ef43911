// An editor of programs: numbers of lines, and colors of the syntax, behind the text.

import { make } from "./page.js";

const TOKENS = /(%\*[\s\S]*?(?:\*%|$)|%.*)|("(?:\\.|[^"\\])*"?)|(#\w+|\bnot\b|:-|:~)|(\b_*[A-Z]\w*)|(\b\d+\b)/g;
const KINDS = ["comment", "string", "keyword", "variable", "number"];

// The parts of a program, each with its kind; what is none has the kind "".
export function tokens(text) {
  const found = [];
  let last = 0;
  for (const match of text.matchAll(TOKENS)) {
    if (match.index > last) found.push(["", text.slice(last, match.index)]);
    found.push([KINDS[match.slice(1).findIndex((part) => part !== undefined)], match[0]]);
    last = match.index + match[0].length;
  }
  if (last < text.length) found.push(["", text.slice(last)]);
  return found;
}

// Set up an editor in an element that contains its text area.
export function editor(root) {
  const area = root.querySelector("textarea");
  const [numbers, colors] = ["lines", "colors"].map((className) => make("pre", { className, ariaHidden: "true" }));
  root.prepend(numbers, colors);
  let wrong = null;
  let painting = 0;

  // Show the program as it is now; `line` is where clingo's first message is. A browser
  // may report each line of an inserted text: all of them are painted together.
  function highlight(line = wrong) {
    wrong = line;
    cancelAnimationFrame(painting);
    painting = requestAnimationFrame(paint);
  }

  function paint() {
    colors.replaceChildren(...tokens(area.value).map(
      ([className, textContent]) => make("span", { className, textContent })), "\n");
    numbers.replaceChildren(...area.value.split("\n").map((_, index) => make("span", {
      className: index + 1 === wrong ? "wrong" : "", textContent: `${index + 1}\n`,
    })));
    follow();
  }

  function follow() {
    const { scrollTop, scrollLeft } = area;
    colors.style.transform = `translate(${-scrollLeft}px, ${-scrollTop}px)`;
    numbers.style.transform = `translateY(${-scrollTop}px)`;
  }

  function selectLine(line) {
    if (!line) return;
    const lines = area.value.split("\n");
    const last = Math.min(line, lines.length);
    const start = lines.slice(0, last - 1).reduce((sum, one) => sum + one.length + 1, 0);
    area.focus();
    area.setSelectionRange(start, start + lines[last - 1].length);
    area.scrollTop = (area.scrollHeight / lines.length) * (last - 3);
  }

  area.addEventListener("input", () => highlight(null));
  area.addEventListener("scroll", follow);
  return { area, highlight, selectLine };
}
