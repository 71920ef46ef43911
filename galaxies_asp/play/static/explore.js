// Explore: all solutions, what they have in common, their number, and repairs.

import { game } from "./game.js";
import { $, attempt, button, make, puzzle, stepper, work, write } from "./page.js";

let leaf;

export function setUpExplore() {
  leaf = stepper("leaf", {
    slider: "leaf-number", output: "leaf-output", back: "leaf-back", next: "leaf-next",
  }, (board) => game.look({ board }));
  button("leaf-close", close);
  button("solutions", () => attempt(async () => {
    close();
    const answer = await work(await puzzle("solutions"));
    const number = answer.boards.length;
    write("explore-text", number === 0 ? `No solution. ${answer.reason ?? ""}`
      : answer.complete && number === 1 ? "Exactly 1 solution."
        : `${number}${answer.complete ? "" : " or more"} solutions.`);
    leaf.open(answer.boards, !answer.complete);
  }));
  for (const name of ["forced", "count"]) button(name, () => attempt(async () => {
    close();
    const { text, map } = await work(await puzzle(name));
    write("explore-text", text);
    if (!map) return;
    game.look(map);
    $("explore-text").append(make("button", { textContent: "Back to the puzzle", onclick: close }));
  }));
  button("repair", () => attempt(async () => {
    close();
    let least;
    const progress = ({ cost, repair }) => {
      if (!repair) return;
      if (cost !== least) $("repairs").replaceChildren();  // dearer ones
      least = cost;
      $("repairs").append(listed(repair));
    };
    const answer = await work(await puzzle("repair"), { progress });
    write("explore-text", answer.text);
    $("repairs").replaceChildren(...answer.repairs.map(listed));
  }));
  game.addEventListener("open", reset);
  game.addEventListener("rules", close);
}

// A repair in words; it can be shown and applied while others are searched for.
function listed({ changes, marks, board }) {
  const see = make("button", { textContent: "Show", title: "Show the changes on the board" });
  const apply = make("button", { textContent: "Apply" });
  see.addEventListener("click", () => game.look({ board }, marks));
  apply.addEventListener("click", () => {
    close();
    game.replace(board);
  });
  const lines = changes.map((text) => make("p", { textContent: text }));
  return make("li", {}, make("div", {}, ...lines), see, apply);
}

function reset() {
  leaf.close();
  write("explore-text", "");
  $("repairs").replaceChildren();
}

function close() {
  reset();
  if (game.shown) game.look(null);
}
