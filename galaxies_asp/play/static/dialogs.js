// The dialogs: open, share and settings.

import { ask } from "./ask.js";
import { view } from "./board.js";
import { game } from "./game.js";
import { $, attempt, button, make, save } from "./page.js";

export function setUpDialogs() {
  button("open-button", () => {
    $("open-error").textContent = "";
    $("open-dialog").showModal();
    collect();
  });
  button("open-do", () => open({ text: $("open-text").value }));
  button("collection-do", () => open({ text: $("collection").value }, $("collected").selectedIndex));
  $("open-file").addEventListener("change", async ({ target }) => {
    const [file] = target.files;
    if (file) await open({ text: await file.text() });
    target.value = "";
  });
  $("collection").addEventListener("change", listPuzzles);
  button("share-button", () => {
    $("share-state").textContent = "";
    $("share-dialog").showModal();
    convert();
  });
  $("share-drawn").addEventListener("change", convert);
  $("share-notation").addEventListener("change", showText);
  button("share-copy", copy);
  button("share-save", () => {
    const form = $("share-notation").value;
    save(form === "svg" ? "galaxies.svg" : `galaxies.${form}.txt`, $("share-text").value, "text/plain");
  });
  button("previous-puzzle", () => attempt(() => show(list.index - 1)));
  button("next-puzzle", () => attempt(() => show(list.index + 1)));
  button("settings-button", () => $("settings-dialog").showModal());
  $("settings-dialog").addEventListener("change", settings);
}

// A puzzle that is pasted anywhere on the page is opened.
addEventListener("paste", (event) => {
  if (/^(INPUT|TEXTAREA)$/.test(event.target.tagName)) return;
  const text = event.clipboardData.getData("text");
  if (text.trim()) open({ text });
});

async function open(request, index = 0) {
  try {
    const { puzzles } = await ask({ ask: "load", ...request });
    await showOne(puzzles, Math.max(0, index));
    $("open-dialog").close();
  } catch (error) {
    if ($("open-dialog").open) $("open-error").textContent = error.message;
    else game.say(error.message, true);
  }
}

const list = { puzzles: [], index: 0 };

// Show one puzzle of a list, with what was drawn on it before.
export function showOne(puzzles, index = 0) {
  list.puzzles = puzzles;
  return show(index);
}

async function show(index) {
  const { puzzles } = list;
  list.index = (index + puzzles.length) % puzzles.length;
  $("list").hidden = puzzles.length < 2;
  $("place").textContent = `${list.index + 1} of ${puzzles.length}`;
  const chosen = puzzles[list.index];
  const kept = chosen.board.attempt ? null : game.keptFor(chosen.board);
  if (kept) await game.restore(kept);
  else game.open(chosen);
}

async function collect() {
  if ($("collection").options.length) return;
  await attempt(async () => {
    const { files } = await ask({ ask: "collection" });
    $("collection").replaceChildren(...files.map((name) => make("option", { textContent: name })));
  });
  await listPuzzles();
}

function listPuzzles() {
  return attempt(async () => {
    const { puzzles } = await ask({ ask: "collection", file: $("collection").value });
    const options = puzzles.map((name, i) => make("option", { textContent: `${i + 1}: ${name}` }));
    $("collected").replaceChildren(...options);
  });
}

let texts = {};

function convert() {
  return attempt(async () => {
    const { id } = game.now.board;
    const answer = await ask({
      ask: "convert", board: game.now.board, puzzle_only: !$("share-drawn").checked,
    });
    const page = location.href.split("#")[0];
    texts = { address: `${page}#p=${encodeURIComponent(answer.address)}`, ...answer.texts };
    const before = $("share-notation").value;
    $("share-notation").replaceChildren(
      ...Object.keys(texts).map((name) => make("option", {
        value: name, textContent: name === "address" ? "address of this page" : name,
      })),
      ...Object.keys(answer.refused).map((name) => make("option", { textContent: name, disabled: true })),
    );
    if (before in texts) $("share-notation").value = before;
    $("share-state").textContent = id ? `Puzzle: ${id}` : "";
    showText();
  });
}

function showText() {
  $("share-text").value = texts[$("share-notation").value] ?? "";
}

async function copy() {
  try {
    await navigator.clipboard.writeText($("share-text").value);
    $("share-state").textContent = "Copied.";
  } catch {
    $("share-text").select();
    $("share-state").textContent = "Selected; copy it with Ctrl-C.";
  }
}

// Settings are kept in the browser.
export function settings(event) {
  const form = $("settings-dialog").querySelector("form");
  const { faults, timer, letters, theme } = form.elements;
  if (!event) {
    const kept = JSON.parse(localStorage.getItem("settings") ?? "{}");
    for (const box of [faults, timer, letters]) box.checked = kept[box.name] ?? box.checked;
    theme.value = kept.theme ?? "";
  }
  view.faults = faults.checked;
  view.letters = letters.checked;
  $("timer").hidden = !timer.checked;
  document.documentElement.dataset.theme = theme.value;
  localStorage.setItem("settings", JSON.stringify({
    faults: faults.checked, timer: timer.checked, letters: letters.checked, theme: theme.value,
  }));
  if (game.now) game.changed();
}
