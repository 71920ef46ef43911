// Drawing on boards of Galaxies: walls, cells of regions, and crosses.

import { game, key, labelOf, point } from "./game.js";
import { cellName } from "./lattice.js";
import { drawOver } from "./paint.js";

const AT_EDGE = 0.55; // a drag draws walls within this distance
const BESIDE = 0.38;  // from an edge, a place is on it

export const place = (at) => game.lattice.place(at);

// The other button marks crosses: from an edge along edges, from a cell over cells.
export function begin(one, { isOther, tool, reach }) {
  const { lattice } = game;
  if (isOther) return follow({ ...one, kind: "cross", isAlong: lattice.isEdge(crossAt(one.start)) }, one.start);
  const dot = lattice.dotAt(one.start, 0.6);
  const kind = tool !== "auto" ? tool : dot === null && lattice.edgeAt(one.start).away < reach ? "wall" : "cell";
  return follow({ ...one, kind, dot }, one.start);
}

// The edge that is near enough to a place, or else the cell.
export function pointAt(at, near = BESIDE) {
  const { lattice } = game;
  const { edge, away } = lattice.edgeAt(at);
  return away < near && lattice.isEdge(edge) ? edge : lattice.cellAt(at);
}

const crossAt = (at) => pointAt(at, 0.45);

// A drag makes all its places like the first one.
const crossesOf = (one) => (!one.moved ? [crossAt(one.start)] : one.isAlong ? one.edges : one.cells);
const isCrossed = (one) => !game.now.crosses.includes(key(crossesOf(one)[0] ?? [0, 0]));

// A drag of walls takes the edges that it runs along, of cells those that it runs over.
export function follow(one, at) {
  const { lattice } = game;
  if (one.kind === "wall" || one.isAlong) {
    const { edge, away, along } = lattice.edgeAt(at);
    const isAlong = away < AT_EDGE && along > 0.2 && along < 0.8;
    if (one.moved && isAlong && lattice.isEdge(edge)) include(one.edges, edge);
    return one;
  }
  const cell = lattice.cellAt(at);
  if (lattice.isCell(cell)) include(one.cells, cell);
  return one;
}

function include(points, at) {
  if (!points.some((other) => key(other) === key(at))) points.push(at);
}

function wallEdges(one) {
  if (one.moved) return one.edges;
  const { edge } = game.lattice.edgeAt(one.place);
  return game.lattice.isEdge(edge) ? [edge] : [];
}

const toggled = (edges) => (edges.length && game.walls().has(key(edges[0])) ? { remove: edges } : { add: edges });

// What a gesture would draw.
/** @returns {Stroke} */
export function strokeOf(one) {
  if (one.kind === "wall") return toggled(wallEdges(one));
  if (one.kind === "cross") return one.moved ? { crosses: crossesOf(one) } : null;
  if (!one.moved && one.dot !== null) return null;
  return withImages(one.cells, one.moved ? dotOf(one) : game.pen);
}

export function finish(one) {
  if (one.kind === "wall") return toggleWalls(wallEdges(one));
  if (one.kind === "cross") return cross(crossesOf(one), isCrossed(one));
  finishCells(one);
}

// The places on which no wall is given.
function open(places) {
  const given = new Set((game.puzzle.walls ?? []).map(key));
  const found = places.filter((at) => !given.has(key(at)));
  if (places.length && !found.length) game.say("This wall is given.");
  return found;
}

function cross(places, on = null) {
  const some = open(places);
  if (some.length) game.cross(some, on);
}

function toggleWalls(all) {
  const edges = open(all);
  if (!edges.length) return;
  const fields = toggled(edges);
  game.draw(fields, fields);
  drawOver();
}

// Cells with their partners; those that a dot cannot have are refused.
/** @type {(cells: Point[], dot: number | null) => Stroke} */
function withImages(cells, dot) {
  const { lattice } = game;
  if (dot === null) return { cells, dot };
  const centers = new Map(lattice.board.centers.map((at, index) => [key(at), index]));
  const isFree = (cell) => lattice.isCell(cell) && (centers.get(key(cell)) ?? dot) === dot;
  const images = cells.map((cell) => lattice.mirror(dot, cell));
  const fits = cells.map((cell, index) => isFree(cell) && isFree(images[index]));
  return {
    cells: cells.filter((_, index) => fits[index]),
    images: images.filter((_, index) => fits[index]),
    refused: cells.filter((_, index) => !fits[index]),
    dot,
  };
}

// A drag from a dot, or to a dot, gives it the cells; so does a tap after a dot is chosen.
function dotOf(one) {
  return one.dot ?? game.lattice.dotAt(one.place, 0.6) ?? game.label(one.cells[0] ?? [1, 1]) ?? game.pen;
}

function finishCells(one) {
  if (!one.moved) {
    if (one.dot !== null) return touchDot(one.dot);
    if (one.cells.length) giveCell(one.cells[0]);
    return;
  }
  const dot = dotOf(one);
  if (dot === null) return game.say("Drag from a dot to cells, or choose a dot first.");
  if (one.dot !== null) choose(dot);
  give(one.cells, dot);
}

function give(cells, dot) {
  const stroke = withImages(cells, dot);
  const { refused } = stroke;
  if (refused.length) {
    game.say(`${refused.map(cellName).join(", ")} cannot belong to dot ${game.names[dot]}: `
      + "the partner is not on the board, or belongs to another dot.");
  }
  if (!stroke.cells.length) return;
  game.draw({ cells: stroke.cells, dot }, { ...stroke, refused: [] });
  drawOver();
}

// A dot whose region is complete gets all its cells; another one is chosen.
function touchDot(dot) {
  const { board, progress } = game.now;
  const isOpen = (cell) => labelOf({ labels: progress.regions }, cell) === dot && labelOf(board.attempt, cell) !== dot;
  const cells = game.lattice.cells().filter(isOpen);
  if (!cells.length) return choose(dot === game.pen ? null : dot);
  game.draw({ cells, dot }, { cells, dot });
  game.say(`The region of dot ${game.names[dot]} is complete: it has its color.`);
}

function choose(dot) {
  game.choosePen(dot);
  game.say(dot === null ? "No dot is chosen."
    : `Dot ${game.names[dot]} is chosen: give it cells.`);
}

function giveCell(cell) {
  const label = game.label(cell);
  if (game.pen === null || label === game.pen) {
    if (label === null) return game.say("Choose a dot first, or drag from a dot to cells.");
    return game.draw({ cells: [cell] }, { remove: [], cells: [cell], dot: null });
  }
  give([cell], game.pen);
}

export function press(at) {
  const dot = game.lattice.dotAt(place(at));
  if (dot !== null) touchDot(dot);
  else if (game.lattice.isEdge(at)) toggleWalls([at]);
  else if (game.lattice.isCell(at)) giveCell(at);
}

const canBeCrossed = (at) => game.lattice.isEdge(at) || game.lattice.isCell(at);
export const exclude = (at) => (canBeCrossed(at) ? cross([at]) : undefined);
export const excludeAt = (at) => exclude(crossAt(at));

// An arrow key moves by half a cell, with Shift by a cell; with Ctrl it draws a wall.
/** @returns {Point | undefined} */
export function next(from, [dx, dy], { shiftKey, ctrlKey, metaKey }) {
  const { lattice } = game;
  if (!from) return [1, 1];
  /** @type {Point} */
  const edge = [from[0] + dx, from[1] + dy];
  if (ctrlKey || metaKey) {
    if (lattice.isEdge(edge)) toggleWalls([edge]);
    return undefined;
  }
  const far = shiftKey ? 2 : 1;
  const { width, height } = lattice.board;
  const limit = (value, size) => Math.max(1, Math.min(2 * size - 1, value));
  return [limit(from[0] + far * dx, width), limit(from[1] + far * dy, height)];
}

// N and P choose the next dot or the one before.
export function type(letter) {
  const count = game.names.length;
  if ((letter !== "n" && letter !== "p") || !count) return;
  const step = letter === "n" ? 1 : count - 1;
  choose(game.pen === null ? (letter === "n" ? 0 : count - 1) : (game.pen + step) % count);
}

// The cells around a place: those of its region, or what walls enclose.
/** @returns {Group} */
export function groupAt(at) {
  const { lattice } = game;
  const first = lattice.cellAt(at);
  if (!first || !lattice.isCell(first)) return null;
  const [walls, label] = [game.walls(), game.label(first)];
  for (const wall of game.puzzle.walls ?? []) walls.add(key(wall));
  const cells = new Set([key(first)]);
  for (const name of cells) {
    const [x, y] = point(name);
    for (const [dx, dy] of lattice.grid.steps) {
      /** @type {Point} */
      const other = [x + dx, y + dy];
      const isApart = walls.has(key([x + dx / 2, y + dy / 2])) || game.label(other) !== label;
      if (!isApart && lattice.isCell(other)) cells.add(key(other));
    }
  }
  return cells.size < lattice.grid.cells.length ? { cells: [...cells].map((name) => lattice.cellPath(point(name))) } : null;
}

export function described(at) {
  const { lattice } = game;
  const dot = lattice.dotAt(place(at));
  const parts = [];
  if (lattice.isCell(at)) {
    const label = game.label(at);
    parts.push(cellName(at));
    parts.push(label === null ? "open" : `dot ${game.names[label]}`);
  } else if (lattice.isEdge(at)) {
    const given = (game.now.board.walls ?? []).some((one) => key(one) === key(at));
    const state = given ? "given wall" : game.walls().has(key(at)) ? "wall" : "no wall";
    parts.push(`between ${lattice.sides(at).map(cellName).sort().join(" and ")}`, state);
  } else {
    parts.push(lattice.sides(at).length ? "border" : "corner");
  }
  if (game.now.crosses.includes(key(at))) parts.push("cross");
  if (dot !== null) parts.unshift(`dot ${game.names[dot]}`);
  return parts.join(", ");
}
