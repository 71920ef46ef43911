// The dialogs: open, new puzzle, share, how to play, and settings.

import { addressOf, readAddress } from "./addresses.js";
import { ask } from "./ask.js";
import { turned } from "./browser/edits.js";
import { svg, thumbnail } from "./paint.js";
import { game } from "./game.js";
import { sizeOf, titleOf } from "./names.js";
import { Refused } from "./refused.js";
import { store, stored } from "./stored.js";
import { $, attempt, base64, button, fields, make, position, save, stop, work } from "./page.js";

export function setUpDialogs() {
  button("open-button", () => {
    $("open-error").textContent = "";
    $("open-dialog").showModal();
    collect();
    attempt(listRecent);
  });
  button("open-do", () => openHere($("open-text").value));
  button("collection-do", () => openHere($("collection").value, $("collected").selectedIndex));
  $("open-file").addEventListener("change", async ({ target }) => {
    const [file] = target.files;
    if (file) await openFile(file);
    target.value = "";
  });
  $("collection").addEventListener("change", listPuzzles);
  button("share-button", () => {
    $("share-state").textContent = "";
    $("share-dialog").showModal();
    convert();
  });
  $("share-dialog").addEventListener("close", () => stop("share"));
  $("share-drawn").addEventListener("change", convert);
  $("share-notation").addEventListener("change", showText);
  button("share-copy", copy);
  button("share-save", saveText);
  button("previous-puzzle", () => attempt(() => game.open(() => listed(list.puzzles, list.index - 1))));
  button("next-puzzle", () => attempt(() => game.open(() => listed(list.puzzles, list.index + 1))));
  button("new-button", () => {
    if (families.includes(game.now?.board.family)) $("types").value = game.now.board.family;
    explainRules();
    $("new-dialog").showModal();
  });
  button("new-close", () => $("new-dialog").close());
  // A double click asks for one puzzle.
  button("next-made", ({ detail }) => detail > 1 || attempt(generate));
  $("generate").addEventListener("submit", (event) => {
    event.preventDefault();
    $("new-dialog").close();
    attempt(generate);
  });
  for (const id of ["types", "rules-choice"]) $(id).addEventListener("change", explainRules);
  button("help-button", how);
  game.addEventListener("change", () => {
    $("short-rules").textContent = [...(game.lattice ? [$("how-galaxies").textContent] : []), rulesHere()].join(" ");
  });
  for (const turn of ["rotate", "reflect"]) {
    button(turn, () => attempt(() => game.open(async () => {
      if (game.lattice?.grid.lattice.name !== "square") throw new Refused("only boards of square cells can be turned");
      return (await game.load({ board: turned(game.now.board, turn === "reflect") }))[0];
    })));
  }
  button("settings-button", () => $("settings-dialog").showModal());
  $("settings-dialog").addEventListener("change", settings);
  addEventListener("storage", ({ key }) => key === "settings" && settings());
  $("first").hidden = stored("welcomed") !== null;
  button("first-close", () => {
    $("first").hidden = true;
    store("welcomed", true);
  });
}

// A puzzle that is pasted anywhere on the page is opened.
addEventListener("paste", (event) => {
  const at = /** @type {HTMLElement} */ (event.target);
  if (/^(INPUT|TEXTAREA)$/.test(at.tagName) || at.isContentEditable) return;
  const { files = [] } = event.clipboardData;
  const text = event.clipboardData.getData("text");
  if (files.length) openFile(files[0]);
  else if (text.trim()) openHere(text);
});
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  event.preventDefault();
  const [file] = event.dataTransfer.files;
  if (file) openFile(file);
});

// A file is the text of a puzzle, or a picture of one.
function openFile(file) {
  const isPicture = file.type.startsWith("image/") && file.type !== "image/svg+xml";
  return opening(async () => {
    if (isPicture) return openPicture(file);
    const text = await file.text();
    if (/[\0\ufffd]/.test(text)) throw new Refused("the file is neither a text nor a picture");
    return openText(text);
  });
}

async function openPicture(file) {
  const { puzzles, unsure } = await work({ ask: "load", image: await base64(file) }, { place: "new" });
  await game.open(() => listed(puzzles));
  const places = unsure.slice(0, 5).map((at) => `(${at.join(", ")})`).join(", ");
  game.say(`This board was read from the picture${places ? `; check the points ${places}` : ""}.`);
}

const openHere = (text, index = 0) => opening(() => openText(text, Math.max(0, index)));

async function opening(open) {
  try {
    await open();
    $("open-dialog").close();
  } catch (error) {
    if ($("open-dialog").open) $("open-error").textContent = error.message;
    else game.say(error.message, error.name !== "AbortError");
  }
}

// Open a puzzle in any notation, an address, or a file with its history.
export async function openText(text, index = 0) {
  if (/^\s*\{\s*"galaxies"\s*:\s*1\b/.test(text)) return game.restore(fileOf(text));
  const found = await readAddress(text) ?? { text };
  await game.open(async () => listed(await game.load(found), index));
}

function fileOf(text) {
  try {
    const file = JSON.parse(text);
    if (file.now.board) return file;
  } catch { /* as if it had no board */ }
  throw new Refused("the file is damaged or cut off");
}

const list = { puzzles: [], index: 0 };

// One puzzle of a list, with what was drawn on it before.
export function listed(puzzles, index = 0) {
  list.puzzles = puzzles;
  list.index = (index + puzzles.length) % puzzles.length;
  $("list").hidden = puzzles.length < 2;
  $("place").textContent = `${list.index + 1} of ${puzzles.length}`;
  const chosen = puzzles[list.index];
  const kept = chosen.board.attempt ? null : game.keptFor(chosen.board);
  return kept ? game.complete(kept) : chosen;
}

// A puzzle may be of a family that the server does not know anymore: it is left out.
async function listRecent() {
  const kept = game.recent();
  const found = await Promise.all(kept.map(({ board }) => game.load({ board }).catch(() => [])));
  const items = found.flatMap((puzzles, i) => puzzles.map((puzzle) => recent(kept[i], puzzle)));
  $("recent").hidden = !items.length;
  $("recent-list").replaceChildren(...items);
}

function recent(kept, puzzle) {
  const { board, progress } = puzzle;
  const name = [titleOf(board), sizeOf(board), ...(progress.solved ? ["solved"] : [])].filter(Boolean).join(" · ");
  const open = make("button", { type: "button", className: "recent" }, thumbnail(puzzle), make("span", { textContent: name }));
  open.addEventListener("click", () => attempt(async () => {
    await game.open(() => game.complete(kept));
    $("open-dialog").close();
  }));
  return make("li", {}, open);
}

async function collect() {
  if ($("collection").options.length) return;
  await attempt(async () => {
    const { files } = await ask({ ask: "collection" });
    $("collection").replaceChildren(...files.map((value) => make("option", { value, textContent: titleOf({ id: value }) })));
  });
  await listPuzzles();
}

function listPuzzles() {
  return attempt(async () => {
    const file = $("collection").value;
    const { puzzles } = await ask({ ask: "collection", file });
    if (file !== $("collection").value) return;
    const options = puzzles.map((name, i) => make("option", { textContent: `${i + 1}: ${name}` }));
    $("collected").replaceChildren(...options);
  });
}

// A new puzzle; the next one is like it.
async function generate() {
  // Before the choices are listed nothing is chosen; without a seed one is drawn.
  const { type, ...chosen } = fields($("generate"));
  const isOther = type && type !== "Galaxies";
  const wanted = Object.fromEntries(Object.entries({ ...chosen, ...(isOther ? { rules: type } : {}) }).filter(
    ([name, value]) => value !== "" && !(name === "seed" && Number.isNaN(value)),
  ));
  const answer = await work({ ask: "generate", board: game.now.board, ...wanted }, { place: "new" });
  await game.open(() => listed(answer.puzzles));
  const { grade, seed } = answer;
  const isNear = ![undefined, "any", grade].includes(wanted.grade);
  const near = isNear ? `, ${grade ? "nearest to" : "not rated in time as"} ${wanted.grade}` : "";
  game.say(`A new puzzle${grade ? `; difficulty: ${grade}` : ""}${near}; seed ${seed}.`);
}

// How to play: a solved board, and the rules of a variant or of another family.
const EXAMPLE = {
  width: 5, height: 2, centers: [[2, 1], [9, 1], [5, 2], [1, 3], [8, 3]],
  attempt: { labels: [[0, 0, 2, 2, 1], [3, 2, 2, 4, 4]] },
};

// The rules of another type, or of variants.
function rulesHere() {
  const { variants = [] } = game.now?.board ?? {};
  return game.now?.rules ?? variants.map((name) => `Here also: ${name}. ${meaning[name] ?? ""}`).join(" ");
}

function how() {
  $("how-dialog").showModal();
  store("welcomed", true);
  return attempt(async () => {
    $("how-rules").textContent = rulesHere();
    const { puzzles } = await ask({ ask: "load", board: EXAMPLE });
    $("example").replaceChildren(thumbnail(puzzles[0]));
  });
}

let meaning = {};
let families = [];
let made = {};
let sided = [];

export function setRules(known) {
  ({ meaning, made, sided } = known);
  families = Object.keys(known.titles);
}

// What styles the boards of Galaxies has no effect on others. Each type begins with a size
// of which it has puzzles soon.
function explainRules(event) {
  const type = $("types").value;
  const value = type === "Galaxies" ? $("rules-choice").value : type;
  const { family } = game.now?.board ?? {};
  const { size, largest, grades } = made[value] ?? {};
  const soon = size ? `Made within seconds: up to ${sided.includes(value) ? largest[0] : largest.join("×")}${
    grades.length ? `, as a rule ${grades.join(" or ")}` : ""}.` : "";
  $("rules-meaning").textContent = `${meaning[value] ?? ""} ${soon}`;
  const { width, height } = $("generate").elements;
  const usual = event?.target === $("types") ? [width.defaultValue, height.defaultValue] : null;
  if (event && (size ?? usual)) [width.value, height.value] = size ?? usual;
  $("height-field").hidden = sided.includes(value);
  $("width-name").textContent = sided.includes(value) ? "Side" : "Width";
  $("generate").classList.toggle("family", families.includes(value) || (value === LIKE && Boolean(family)));
}

export const LIKE = "as this board";
const ADDRESS = "address";
const HISTORY = "file with history";
const PNG = "png";
let texts = {};

// The address and the history need no answer.
function convert() {
  return attempt(async () => {
    const { id } = game.now.board;
    const { checked } = $("share-drawn");
    const question = { ...await position("convert"), puzzle_only: !checked };
    const address = await addressOf(checked ? game.now.board : game.puzzle);
    const page = location.href.split("#")[0];
    const history = JSON.stringify({ galaxies: 1, ...game.file() });
    const isLocal = /^(127\.|localhost)/.test(location.hostname);
    const offer = (more, refused = {}) => {
      texts = { [ADDRESS]: `${page}#${address}`, ...more, [HISTORY]: history };
      const before = $("share-notation").value;
      $("share-notation").replaceChildren(
        ...Object.keys(texts).map((name) => make("option", {
          value: name, textContent: name === ADDRESS ? "address of this page" : name,
        })),
        ...Object.keys(refused).map((name) => make("option", { textContent: name, disabled: true })),
      );
      if (before in texts) $("share-notation").value = before;
      const others = ["tatham", "puzzlink", "penpa"].filter((name) => name in texts);
      $("share-note").textContent = !isLocal ? ""
        : "The address works on this computer only, while galaxies play is running."
          + (others.length ? ` For other people choose ${others.join(", ")}.` : "");
      showText();
    };
    $("share-state").textContent = id ? `Puzzle: ${id}` : "";
    offer({});
    const answer = await work(question, { place: "share" });
    offer({ ...answer.texts, [PNG]: "" }, answer.refused);
  });
}

function showText() {
  const name = $("share-notation").value;
  $("share-text").value = name === PNG ? "An image: save it as a file." : texts[name] ?? "";
}

async function saveText() {
  const name = $("share-notation").value;
  if (name === PNG) return attempt(savePng);
  const [ending, type] = name === "svg" ? ["svg", "image/svg+xml"]
    : name === HISTORY ? ["json", "application/json"] : [`${name}.txt`, "text/plain"];
  save(`galaxies.${ending}`, texts[name], type);
}

async function savePng() {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([texts.svg], { type: "image/svg+xml" }));
  await image.decode();
  const canvas = make("canvas", { width: 2 * image.width, height: 2 * image.height });
  const context = canvas.getContext("2d");
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  canvas.toBlob((data) => save("galaxies.png", data, "image/png"));
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
    const kept = stored("settings") ?? {};
    for (const box of [faults, timer, letters]) box.checked = kept[box.name] ?? box.checked;
    theme.value = kept.theme ?? "";
  }
  svg.classList.toggle("without-faults", !faults.checked);
  $("timer").hidden = !timer.checked;
  if (!timer.checked && $("timer").getAttribute("aria-pressed") === "true") $("timer").click();
  document.documentElement.dataset.theme = theme.value;
  store("settings", {
    faults: faults.checked, timer: timer.checked, letters: letters.checked, theme: theme.value,
  });
  if (game.letters !== letters.checked) {
    game.letters = letters.checked;
    game.refresh();
  }
}
