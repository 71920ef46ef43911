// Notations that are read without Python: game IDs, addresses of puzz.link, and JSON. What
// is faulty here is null; Python says what is wrong with it.

import { gridOf } from "./grid.js";

const [GAP, MOST] = [25, 10_000];
const KNOWN = ["schema", "id", "source", "width", "height", "centers", "black", "holes", "walls", "lattice", "attempt"];

/** The puzzle of a text. @returns {Board | null} */
export function parsed(text) {
  const line = text.trim();
  try {
    if (line.startsWith("{")) return JSON.parse(line);
  } catch {
    return null;
  }
  const game = /^(?:galaxies:)?(\d{1,3})(?:x(\d{1,3}))?[a-z]*:([a-zA-Z]*)$/.exec(line);
  if (game) return readGame(+game[1], +(game[2] ?? game[1]), game[3]);
  const address = /^(?:https?:\/\/)?[\w.-]*(?:\/[\w.]*)*\?tentaisho\/(\d{1,3})\/(\d{1,3})\/([0-9a-z]*)$/.exec(line);
  return address && readAddress(+address[1], +address[2], address[3]);
}

const withDots = (width, height, dots) => {
  const centers = dots.map(([number]) => /** @type {Point} */ ([number % (2 * width - 1) + 1, Math.floor(number / (2 * width - 1)) + 1]));
  const black = dots.flatMap(([, isBlack], dot) => (isBlack ? [dot] : []));
  return { schema: 1, width, height, centers, ...(black.length ? { black } : {}) };
};
const count = (width, height) => (2 * width - 1) * (2 * height - 1);

function readGame(width, height, description) {
  let number = 0;
  const dots = [];
  for (const letter of description) {
    if (letter === "Z") return null;
    if (letter === "z") {
      number += GAP;
      continue;
    }
    number += letter.toLowerCase().charCodeAt(0) - 97;
    dots.push([number++, letter < "a"]);
  }
  return number > count(width, height) ? null : withDots(width, height, dots);
}

/** @returns {any} */
function readAddress(width, height, body) {
  const dots = [];
  let number = 0;
  let at = 0;
  for (; at < body.length && number < count(width, height); at++) {
    const digit = parseInt(body[at], 36);
    if (digit < 16) dots.push([number, digit % 2 === 1]);
    number += digit < 16 ? (digit >> 1) + 1 : digit - 15;
  }
  if (number < count(width, height)) return null;
  const mask = [...body.slice(at)].map((letter) => parseInt(letter, 36));
  if ((mask.length && mask.length !== Math.ceil(width * height / 5)) || mask.some((digit) => digit > 31)) return null;
  const bits = mask.map((digit) => digit.toString(2).padStart(5, "0")).join("");
  const holes = [...bits].flatMap((bit, cell) => (bit === "1" ? [[cell % width, Math.floor(cell / width)]] : []));
  return { ...withDots(width, height, dots), ...(holes.length ? { holes } : {}) };
}

/** The game ID of a puzzle, without its name; null where it cannot say the rest. @param {any} puzzle */
export function gameId({ width, height, centers = [], black = [], ...more }) {
  const isSaid = (name) => ["schema", "id", "source"].includes(name) || more[name]?.length === 0;
  if (!Object.keys(more).every(isSaid)) return null;
  const dots = centers.map(([x, y], dot) => [(y - 1) * (2 * width - 1) + x - 1, black.includes(dot)]);
  if (dots.some(([number], dot) => dot && number <= dots[dot - 1][0])) return null;  // the numbers of dots would change
  let start = 0;
  const letters = dots.map(([number, isBlack]) => {
    const gap = number - start;
    start = number + 1;
    return "z".repeat(Math.floor(gap / GAP)) + String.fromCharCode((isBlack ? 65 : 97) + gap % GAP);
  });
  return `${width}x${height}:${letters.join("")}`;
}

// Whether a board can be judged here: of Galaxies, by the standard rules, without a fault.
/** @param {any} board  @returns {boolean} */
export function isPlain(board) {
  const { width, height, centers, holes = [], walls = [], black = [], lattice = "square", variants, clues, ...more } = board ?? {};
  const isList = (value, isOne) => Array.isArray(value) && value.every(isOne);
  const isPoint = (at) => isList(at, Number.isInteger) && at.length === 2;
  if (variants?.length || clues?.length || Object.keys(more).some((name) => !KNOWN.includes(name))) return false;
  if (![width, height].every((side) => Number.isInteger(side) && side > 0) || width * height > MOST) return false;
  if (!["square", "hexagonal"].includes(lattice) || ![centers, holes, walls].every((list) => isList(list, isPoint))) return false;
  if (!isList(black, (dot) => Number.isInteger(dot) && dot in centers)) return false;
  if (holes.some(([column, row]) => !(column >= 0 && row >= 0 && column < width && row < height))) return false;
  const grid = gridOf(board);
  grid.isSound ??= isSound(grid, walls);
  if (!grid.isSound) return false;
  const { walls: drawn, labels } = more.attempt ?? {};
  const isLabel = (label) => label === null || (Number.isInteger(label) && label >= 0 && label < centers.length);
  return (!drawn || isList(drawn, isPoint)) && (!labels || (labels.length === height
    && isList(labels, (row) => row.length === width && isList(row, isLabel))));
}

// Whether dots and given walls lie where they can.
function isSound(grid, walls) {
  if (new Set(grid.dots).size !== grid.dots.length) return false;
  const touches = ([x, y], dot) => grid.isInside(x, y) && grid.touching(grid.dots[dot]) > 0
    && grid.touched(grid.dots[dot]).length === grid.touching(grid.dots[dot]);
  return grid.centers.every(touches) && walls.every(([x, y]) => grid.isInside(x, y) && grid.isEdge(grid.id(x, y)));
}
