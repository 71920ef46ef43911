// The page of a puzzle of another family than Galaxies: its picture, and what is drawn.

import { ask } from "./ask.js";

const $ = (id) => document.getElementById(id);
let now = null;    // {family, name, text, svg, drawable, solved}
let next = null;   // what the last hint leads to
let asksWhy = false;
let start = null;
const past = [];

function show(sheet) {
  now = sheet;
  next = null;
  const picture = new DOMParser().parseFromString(sheet.svg, "image/svg+xml").documentElement;
  $("frame").replaceChildren(document.adoptNode(picture));
  picture.removeAttribute("width");
  picture.removeAttribute("height");
  picture.id = "board";
  $("title").textContent = `${sheet.name} · ${sheet.family}${sheet.solved ? " · solved" : ""}`;
  $("undrawable").hidden = sheet.drawable;
  $("why").disabled = !sheet.drawable;
  $("undo").disabled = !past.length;
  $("do").hidden = true;
  picture.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    start = place(picture, event);
  });
  picture.addEventListener("pointerup", (event) => {
    if (start && now.drawable) stroke(start, place(picture, event));
    start = null;
  });
}

function place(picture, { clientX, clientY }) {
  return new DOMPoint(clientX, clientY).matrixTransform(picture.getScreenCTM().inverse());
}

async function put(request, more = {}) {
  $("alert").textContent = "";
  $("status").textContent = "…";
  try {
    const { family, text } = now;
    const answer = await ask({ ask: `sheet-${request}`, family, text, ...more });
    if (answer.svg) {
      past.push(now);
      show(answer);
    }
    next = answer.next ?? null;
    $("do").hidden = next === null;
    $("status").textContent = answer.say ?? (now.solved ? "Solved." : "");
  } catch (error) {
    $("status").textContent = "";
    $("alert").textContent = error.message;
  }
}

function stroke({ x, y }, { x: to_x, y: to_y }) {
  const request = asksWhy ? "why" : "toggle";
  chooseWhy(false);
  return put(request, { x, y, to_x, to_y });
}

function chooseWhy(on) {
  asksWhy = on;
  $("why").setAttribute("aria-pressed", on);
  if (on) $("status").textContent = "Click at the place, or drag from point to point.";
}

for (const name of ["clear", "hint", "check", "count", "solve"]) {
  $(name).addEventListener("click", () => put(name));
}
$("why").addEventListener("click", () => chooseWhy(!asksWhy));
$("do").addEventListener("click", () => {
  past.push(now);
  show(next);
  $("status").textContent = now.solved ? "Solved." : "";
});
$("undo").addEventListener("click", () => show(past.pop()));

try {
  const given = new URLSearchParams(location.hash.slice(1));
  const family = given.get("family");
  show(await ask({
    ask: "sheet-show", text: given.get("p") ?? "", ...(family && { family }),
  }));
} catch (error) {
  $("alert").textContent = error.message;
}
document.body.dataset.ready = "true";
