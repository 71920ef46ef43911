// The editor of programs: numbers of lines, and colors of the syntax, behind the text.

import { $ } from "./page.js";

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

let wrong = null;

// Show the program as it is now; `line` is where clingo's first message is.
export function highlight(line = wrong) {
  wrong = line;
  const text = $("program").value;
  $("program-colors").replaceChildren(...tokens(text).map(([kind, part]) => {
    const made = document.createElement("span");
    made.className = kind;
    made.textContent = part;
    return made;
  }), "\n");
  const number = text.split("\n").length;
  $("program-lines").replaceChildren(...Array.from({ length: number }, (_, index) => {
    const made = document.createElement("span");
    made.className = index + 1 === line ? "wrong" : "";
    made.textContent = `${index + 1}\n`;
    return made;
  }));
  follow();
}

function follow() {
  const { scrollTop, scrollLeft } = $("program");
  $("program-colors").style.transform = `translate(${-scrollLeft}px, ${-scrollTop}px)`;
  $("program-lines").style.transform = `translateY(${-scrollTop}px)`;
}

$("program").addEventListener("input", () => highlight(null));
$("program").addEventListener("scroll", follow);
