// The history as a slider, notes of the player, and the picture of a solved board.

import { game } from "./game.js";
import { $, make } from "./page.js";
import { thumbnail } from "./paint.js";

/** @type {(clock: () => string) => void} */
export function setUpNotes(clock) {
  const slider = $("history-at");
  let wanted = 0;
  game.addEventListener("change", () => {
    const [before, after] = [game.past.length, game.future.length];
    $("history").hidden = !(before + after);
    slider.max = before + after;
    slider.value = before;
    $("history-number").textContent = `${before} of ${before + after}`;
  });
  slider.addEventListener("input", async () => {
    wanted = slider.valueAsNumber;
    const target = wanted;
    while (target === wanted && game.past.length !== target) await (game.past.length > target ? game.undo() : game.redo());
  });
  game.addEventListener("open", () => { $("notes").value = game.notes; });
  $("notes").addEventListener("input", () => {
    game.notes = $("notes").value;
    game.keep();
  });
  game.addEventListener("solved", () => {
    $("help-text").replaceChildren(make("p", { className: "head", textContent: `Solved in ${clock()}.` }), thumbnail(game.now));
  });
}
