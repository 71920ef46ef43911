// Drawing on the board with a mouse, fingers or the keyboard.

import { described, drawAtoms, excludeAtoms, followAtoms, next, placeAt, placesOf, strokeOf, writeValue } from "./atoms.js";
import { game, key, labelOf } from "./game.js";
import { distance } from "./lattice.js";
import { drawOver, pan, reveal, svg, unitsPerPixel, view, zoom } from "./paint.js";

export const tools = { tool: "auto", onPoint: null };

const FAR = 0.4;      // from its start, a stroke is a drag
const STEP = 0.2;     // between the places of a stroke that are looked at
const AT_EDGE = 0.55; // a drag draws walls within this distance

/** @returns {Point} */
function position({ clientX, clientY }) {
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(svg.getScreenCTM().inverse());
  return [x, y];
}

/** @type {Map<number, Point>} */
const fingers = new Map();
let gesture = null;
let isOther = false;  // whether the other button was pressed last

svg.addEventListener("pointerdown", (event) => {
  isOther = event.button === 2 || (event.button === 0 && event.ctrlKey);
  if (!game.now) return;
  event.preventDefault();
  svg.focus({ preventScroll: true });
  fingers.set(event.pointerId, [event.clientX, event.clientY]);
  try {
    svg.setPointerCapture(event.pointerId);
  } catch { /* the pointer is gone already */ }
  if (fingers.size > 1 || event.button === 1) return cancel(event.button === 1 ? "pan" : "pinch");
  const place = position(event);
  view.cursor = null;
  gesture = isOther && game.lattice ? beginCrosses(place) : begin(place, event.pointerType === "mouse" ? 0.38 : 0.45);
  gesture.id = event.pointerId;
  preview();
});

const gestureAt = (place) => ({ start: place, place, moved: false, edges: [], cells: [], places: [] });

// The other button marks crosses: from an edge along edges, from a cell over cells.
function beginCrosses(place) {
  const one = { ...gestureAt(place), kind: "cross", isAlong: game.lattice.isEdge(crossAt(place)) };
  return follow(one, place);
}

function begin(place, reach) {
  const one = gestureAt(place);
  if (tools.onPoint) return { ...one, kind: "point" };
  if (!game.lattice) return follow({ ...one, kind: "stroke", isCross: isOther || tools.tool === "cross" }, place);
  const dot = game.lattice.dotAt(place, 0.6);
  const kind = tools.tool !== "auto" ? tools.tool
    : dot === null && game.lattice.edgeAt(place).away < reach ? "wall" : "cell";
  return follow({ ...one, kind, dot }, place);
}

svg.addEventListener("pointermove", (event) => {
  const before = fingers.get(event.pointerId);
  if (!before) return;
  if (gesture?.kind === "pinch" || gesture?.kind === "pan") {
    pinch(event, before);
    return fingers.set(event.pointerId, [event.clientX, event.clientY]);
  }
  fingers.set(event.pointerId, [event.clientX, event.clientY]);
  if (!gesture || event.pointerId !== gesture.id) return;
  for (const one of event.getCoalescedEvents?.() ?? [event]) {
    const place = position(one);
    if (distance(place, gesture.start) > FAR) gesture.moved = true;
    const from = gesture.place;
    const steps = Math.ceil(distance(from, place) / STEP);
    for (let step = 1; gesture.moved && step <= steps; step++) {
      const part = step / steps;
      follow(gesture, [from[0] + (place[0] - from[0]) * part, from[1] + (place[1] - from[1]) * part]);
    }
    gesture.place = place;
  }
  preview();
});

function pinch(event, before) {
  const units = unitsPerPixel();
  const others = [...fingers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
  /** @type {Point} */
  const now = [event.clientX, event.clientY];
  const share = units / fingers.size;
  pan([(before[0] - now[0]) * share, (before[1] - now[1]) * share]);
  if (others.length) {
    const factor = distance(now, others[0]) / Math.max(1, distance(before, others[0]));
    zoom(factor, position({ clientX: others[0][0], clientY: others[0][1] }));
  }
}

function lift(event) {
  fingers.delete(event.pointerId);
  const done = gesture;
  if (!done || (done.id !== undefined && done.id !== event.pointerId)) return;
  if (done.id === undefined && fingers.size) return;  // the last finger of a pinch
  cancel();
  if (event.type === "pointerup" && done.id !== undefined) finish(done);
}
svg.addEventListener("pointerup", lift);
svg.addEventListener("pointercancel", lift);
svg.addEventListener("contextmenu", (event) => {
  event.preventDefault();
  if (!game.now || isOther) return;
  const place = position(event);
  if (game.lattice) game.cross([crossAt(place)]);
  else excludeAtoms([placeAt(place)].filter(Boolean));
});
svg.addEventListener("wheel", (event) => {
  if (!game.now) return;
  const zooms = event.ctrlKey || event.metaKey;
  if (!zooms && !svg.classList.contains("zoomed")) return;
  event.preventDefault();
  const units = unitsPerPixel();
  if (zooms) zoom(Math.exp(-event.deltaY / 300), position(event));
  else pan([event.deltaX * units, event.deltaY * units]);
}, { passive: false });

// A stroke on a puzzle is none on another one.
game.addEventListener("open", () => gesture?.kind === "point" || cancel());

// End what is being drawn, without drawing it.
export function cancel(kind = null) {
  const was = gesture !== null;
  gesture = kind && { kind };
  view.stroke = null;
  drawOver();
  return was;
}

function finish(done) {
  if (done.kind === "point") return tools.onPoint(pointAt(done.place), done.place);
  if (done.kind === "wall") return toggleWalls(wallEdges(done));
  if (done.kind === "cross") return game.cross(crossesOf(done), isCrossed(done));
  if (done.kind === "stroke") {
    (done.isCross ? excludeAtoms : drawAtoms)(placesOf(done));
    return drawOver();
  }
  finishCells(done);
}

// The edge that is near enough to a place, or else the cell.
function pointAt(place, near = 0.38) {
  const { lattice } = game;
  if (!lattice) return place;
  const { edge, away } = lattice.edgeAt(place);
  return away < near && lattice.isEdge(edge) ? edge : lattice.cellAt(place);
}

const crossAt = (place) => pointAt(place, 0.45);

// A drag makes all its places like the first one.
const crossesOf = (one) => (!one.moved ? [crossAt(one.start)] : one.isAlong ? one.edges : one.cells);
const isCrossed = (one) => !game.now.crosses.includes(key(crossesOf(one)[0] ?? [0, 0]));

// A drag of walls takes the edges that it runs along, of cells those that it runs over.
function follow(one, place) {
  const { lattice } = game;
  if (one.kind === "stroke") return followAtoms(one, place);
  if (one.kind === "wall" || one.isAlong) {
    const { edge, away, along } = lattice.edgeAt(place);
    const isAlong = away < AT_EDGE && along > 0.2 && along < 0.8;
    if (one.moved && isAlong && lattice.isEdge(edge)) include(one.edges, edge);
    return one;
  }
  const cell = lattice.cellAt(place);
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

function preview() {
  if (gesture?.kind === "wall") view.stroke = toggled(wallEdges(gesture));
  else if (gesture?.kind === "stroke") view.stroke = strokeOf(placesOf(gesture), gesture.isCross);
  else if (gesture?.kind === "cross" && gesture.moved) view.stroke = { crosses: crossesOf(gesture) };
  else if (gesture?.kind === "cell" && (gesture.moved || gesture.dot === null)) {
    view.stroke = withImages(gesture.cells, gesture.moved ? dotOf(gesture) : game.pen);
  }
  drawOver();
}

export function toggleWalls(edges) {
  if (!edges.length) return;
  const fields = toggled(edges);
  game.draw(fields, fields);
  drawOver();
}

// Cells with their mirror images; those that a dot cannot have are refused.
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
      + "the mirror image is not on the board, or belongs to another dot.");
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

// The keyboard moves a cursor over points, of other families over what can be drawn.
const arrows = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
};
svg.addEventListener("keydown", (event) => {
  if (!game.now) return;
  const arrow = arrows[event.key];
  const { lattice } = game;
  const place = view.cursor;
  if (arrow) {
    event.preventDefault();
    if (!lattice) {
      const reached = next(place, arrow);
      return reached ? moveTo(reached.at) : undefined;
    }
    if (!place) return moveTo([1, 1]);
    const edge = /** @type {Point} */ ([place[0] + arrow[0], place[1] + arrow[1]]);
    if (event.ctrlKey || event.metaKey) return lattice.isEdge(edge) ? toggleWalls([edge]) : undefined;
    const far = event.shiftKey ? 2 : 1;
    const { width, height } = lattice.board;
    const limit = (value, size) => Math.max(1, Math.min(2 * size - 1, value));
    return moveTo([limit(place[0] + far * arrow[0], width), limit(place[1] + far * arrow[1], height)]);
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if ((event.key === " " || event.key === "Enter") && place) {
    event.preventDefault();
    press(place);
  } else if (event.key === "x" && place && lattice && (lattice.isEdge(place) || lattice.isCell(place))) {
    game.cross([place]);
  } else if (event.key === "x" && place && !lattice) {
    excludeAtoms([placeAt(place)]);
  } else if (/^\d$/.test(event.key) && place && !lattice) {
    writeValue(placeAt(place), event.key);
  } else if ((event.key === "n" || event.key === "p") && game.names.length) {
    const count = game.names.length;
    const step = event.key === "n" ? 1 : count - 1;
    choose(game.pen === null ? (event.key === "n" ? 0 : count - 1) : (game.pen + step) % count);
  }
});

function press(place) {
  const { lattice } = game;
  if (tools.onPoint) return tools.onPoint(place, lattice ? lattice.place(place) : place);
  if (!lattice) return drawAtoms([placeAt(place)]);
  const dot = lattice.dotAt(lattice.place(place));
  if (dot !== null) touchDot(dot);
  else if (lattice.isEdge(place)) toggleWalls([place]);
  else if (lattice.isCell(place)) giveCell(place);
}

svg.addEventListener("blur", () => {
  view.cursor = null;
  if (game.now) drawOver();
});

function moveTo(place) {
  view.cursor = place;
  reveal(game.lattice ? game.lattice.place(place) : place);
  drawOver();
  game.say(describe(place));
}

export const cellName = ([x, y]) => `c${(x + 1) / 2}r${(y + 1) / 2}`;

function describe(place) {
  const { lattice } = game;
  if (!lattice) return described(placeAt(place));
  const dot = lattice.dotAt(lattice.place(place));
  const parts = [];
  if (lattice.isCell(place)) {
    const label = game.label(place);
    parts.push(cellName(place));
    parts.push(label === null ? "open" : `dot ${game.names[label]}`);
  } else if (lattice.isEdge(place)) {
    const given = (game.now.board.walls ?? []).some((one) => key(one) === key(place));
    const state = given ? "given wall" : game.walls().has(key(place)) ? "wall" : "no wall";
    parts.push(`between ${lattice.sides(place).map(cellName).sort().join(" and ")}`, state);
  } else {
    parts.push(lattice.sides(place).length ? "border" : "corner");
  }
  if (game.now.crosses.includes(key(place))) parts.push("cross");
  if (dot !== null) parts.unshift(`dot ${game.names[dot]}`);
  return parts.join(", ");
}
