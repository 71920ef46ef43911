// Addresses of the page that hold a board with what is drawn on it. Behind `#p=` stands a
// game ID or an address of puzz.link; behind `#z=` is base64 of a compressed text: such a
// puzzle or JSON, and for Galaxies after a NUL what is drawn, as few bytes.
//
// The first byte tells whether walls are drawn. Then there are three bit maps and a list.
// The first two tell for each cell whether it has the dot of its left neighbor, or else of
// the upper one; the list has the dots of the other cells, two bytes each, 0 for none. The
// third tells for each edge whether it is a wall but not a border of labels, or reversely.

import { Refused } from "./refused.js";
import { Grid, NO_DOT } from "./browser/grid.js";
import { gameId, parsed } from "./browser/notations.js";

const CUT_OFF = "the address is damaged or cut off: copy the whole of it";
const LARGEST = 8_000_000;  // characters of a decompressed text

/** The fragment of an address, without the `#`. @param {Board} board */
export async function addressOf(board) {
  const { attempt, ...puzzle } = board;
  if (board.family || attempt?.excluded) return `z=${await deflated(encoded(JSON.stringify(board)))}`;
  const text = gameId(puzzle) ?? JSON.stringify(puzzle);
  const isDrawn = attempt?.walls || attempt?.labels;
  if (!isDrawn && !text.startsWith("{")) return `p=${text}`;
  const drawn = isDrawn ? [0, ...pack(new Grid(puzzle), attempt)] : [];
  return `z=${await deflated(new Uint8Array([...encoded(text), ...drawn]))}`;
}

/** The board, or the text of the puzzle, that an address holds; null without an address. */
export async function readAddress(text) {
  const match = /#(p|z)=([^\s"'<>&]+)/.exec(text);
  if (!match) return null;
  if (match[1] === "p") return { text: decodeURIComponent(match[2]) };
  try {
    const bytes = await inflated(match[2].replace(/[.,;)]+$/, ""));
    const end = bytes.indexOf(0);
    const puzzle = new TextDecoder("utf-8", { fatal: true }).decode(end < 0 ? bytes : bytes.slice(0, end));
    if (end < 0) return { text: puzzle };
    const board = parsed(puzzle);
    if (!board) throw new Error("no puzzle");
    return { board: { ...board, attempt: unpack(new Grid(board), [...bytes.slice(end + 1)]) } };
  } catch {
    throw new Refused(CUT_OFF);
  }
}

const encoded = (text) => new TextEncoder().encode(text);

/** The bytes of a stream, as base64 for addresses. */
export async function deflated(bytes, format = "deflate") {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream(/** @type {any} */ (format)));
  const packed = new Uint8Array(await new Response(stream).arrayBuffer());
  let text = "";
  for (const byte of packed) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

export async function inflated(text, format = "deflate") {
  const packed = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream(/** @type {any} */ (format))).getReader();
  const parts = [];
  for (let size = 0; ;) {
    const { value, done } = await reader.read();
    if (done) return new Uint8Array(parts.flatMap((part) => [...part]));
    parts.push(value);
    if ((size += value.length) > LARGEST) throw new Refused("the address holds too much");
  }
}

const bytesOf = (bits) => {
  const bytes = Array(Math.ceil(bits.length / 8)).fill(0);
  bits.forEach((bit, index) => { if (bit) bytes[index >> 3] |= 1 << (index & 7); });
  return bytes;
};

// What is drawn, as bytes.
function pack(grid, attempt) {
  const { walls, labels: rows } = attempt;
  const labels = grid.labels(rows) ?? grid.nothing();
  const [left, above, others] = [[], [], []];
  eachCell(grid, (cell, before, upper) => {
    left.push(before >= 0 && labels[before] === labels[cell]);
    if (left.at(-1)) return;
    above.push(upper >= 0 && labels[upper] === labels[cell]);
    if (!above.at(-1)) others.push((labels[cell] + 1) >> 8, (labels[cell] + 1) & 255);
  });
  const borders = new Set(grid.borders(labels));
  const drawn = grid.walls(walls) ?? new Set();
  const edges = grid.edges.map((edge) => drawn.has(edge) !== borders.has(edge));
  return [walls ? 1 : 0, ...bytesOf(left), ...bytesOf(above), ...bytesOf(edges), ...others];
}

function eachCell(grid, see) {
  for (let y = 1; y < 2 * grid.height; y += 2) {
    for (let x = 1; x < 2 * grid.width; x += 2) {
      see(grid.id(x, y), x > 1 ? grid.id(x - 2, y) : -1, y > 1 ? grid.id(x, y - 2) : -1);
    }
  }
}

/** @returns {Attempt} */
function unpack(grid, bytes) {
  const take = (size) => {
    const part = bytes.splice(0, Math.ceil(size / 8));
    if (part.length * 8 < size) throw new Error("too few bits");
    return Array.from({ length: size }, (_, index) => ((part[index >> 3] >> (index & 7)) & 1) === 1);
  };
  const hasWalls = bytes.shift() === 1;
  const left = take(grid.width * grid.height);
  const above = take(left.filter((bit) => !bit).length);
  const isOther = take(grid.edges.length);
  const labels = grid.nothing();
  let hasLabels = false;
  eachCell(grid, (cell, before, upper) => {
    if (left.shift()) labels[cell] = labels[before];
    else if (above.shift()) labels[cell] = labels[upper];
    else {
      if (bytes.length < 2) throw new Error("too few bytes");
      labels[cell] = 256 * bytes.shift() + bytes.shift() - 1;
    }
    hasLabels ||= labels[cell] !== NO_DOT;
  });
  const borders = new Set(grid.borders(labels));
  const walls = grid.edges.filter((edge, index) => isOther[index] !== borders.has(edge)).map((edge) => grid.point(edge));
  return { ...(hasWalls ? { walls } : {}), ...(hasLabels ? { labels: grid.rows(labels) } : {}) };
}
