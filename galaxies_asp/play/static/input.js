// Drawing on the board with a mouse, a finger or the keyboard.

import { dotAt, draw, isCell, isEdge, svg, view } from "./board.js";
import { game, key } from "./game.js";

export const tools = { tool: "auto", onPoint: null };

const even = (value) => 2 * Math.round(value / 2);
const odd = (value) => 2 * Math.floor(value / 2) + 1;

function position(event) {
  const matrix = svg.getScreenCTM().inverse();
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
  return [x, y];
}

// The edge nearest to a place: of the cell there, the side that is nearest.
function edgeAt([x, y]) {
  const [across, down] = [Math.abs(x - even(x)), Math.abs(y - even(y))];
  return across < down ? [even(x), odd(y)] : [odd(x), even(y)];
}

const nearLine = ([x, y], within) =>
  Math.min(Math.abs(x - even(x)), Math.abs(y - even(y))) < within;

let gesture = null;

svg.addEventListener("pointerdown", (event) => {
  if (!game.now || event.button === 2) return;
  event.preventDefault();
  svg.focus({ preventScroll: true });
  if (gesture) return cancel();  // a second finger
  const place = position(event);
  view.cursor = null;
  if (tools.onPoint) {
    gesture = { kind: "point", place };
  } else {
    const dot = dotAt(place, 0.6);
    const reach = event.pointerType === "mouse" ? 0.38 : 0.45;
    const kind = tools.tool !== "auto" ? tools.tool
      : dot === null && nearLine(place, reach) ? "wall" : "cell";
    gesture = { kind, start: place, place, dot, moved: false, path: [], edges: [], cells: [] };
    if (kind === "wall") gesture.vertex = [even(place[0]), even(place[1])];
    if (kind === "cell") visit(gesture, place);
  }
  gesture.id = event.pointerId;
  try {
    svg.setPointerCapture(event.pointerId);
  } catch { /* the pointer is gone already */ }
  preview();
});

svg.addEventListener("pointermove", (event) => {
  if (!gesture || event.pointerId !== gesture.id || !gesture.path) return;
  for (const one of event.getCoalescedEvents?.() ?? [event]) {
    const place = position(one);
    gesture.place = place;
    const [dx, dy] = [place[0] - gesture.start[0], place[1] - gesture.start[1]];
    if (Math.hypot(dx, dy) > 0.8) gesture.moved = true;
    if (gesture.kind === "wall" && gesture.moved) follow(gesture, place);
    if (gesture.kind === "cell") visit(gesture, place);
  }
  preview();
});

svg.addEventListener("pointerup", (event) => {
  if (!gesture || event.pointerId !== gesture.id) return;
  const done = gesture;
  cancel();
  if (done.kind === "point") return tools.onPoint(placeFor(done.place), done.place);
  if (done.kind === "wall") return finishWall(done);
  if (done.kind === "cross") return crossAt(done.place);
  finishCells(done);
});

svg.addEventListener("pointercancel", cancel);
svg.addEventListener("contextmenu", (event) => {
  event.preventDefault();
  if (game.now) crossAt(position(event));
});

function cancel() {
  gesture = null;
  view.stroke = null;
  draw();
}

function placeFor(place) {
  return nearLine(place, 0.38) && isEdge(edgeAt(place)) ? edgeAt(place)
    : [odd(place[0]), odd(place[1])];
}

// Follow the pointer along lattice points.
function follow(one, [x, y]) {
  const target = [even(x), even(y)];
  while (key(target) !== key(one.vertex)) {
    const [dx, dy] = [target[0] - one.vertex[0], target[1] - one.vertex[1]];
    const step = Math.abs(dx) > Math.abs(dy) ? [Math.sign(dx), 0] : [0, Math.sign(dy)];
    const edge = [one.vertex[0] + step[0], one.vertex[1] + step[1]];
    one.vertex = [edge[0] + step[0], edge[1] + step[1]];
    if (!isEdge(edge)) continue;
    const known = one.edges.findIndex((other) => key(other) === key(edge));
    if (known >= 0) one.edges.splice(known, 1);
    else one.edges.push(edge);
  }
}

function visit(one, [x, y]) {
  const cell = [odd(x), odd(y)];
  if (isCell(cell) && !one.cells.some((other) => key(other) === key(cell))) {
    one.cells.push(cell);
  }
}

function preview() {
  if (gesture?.kind === "wall") {
    const edges = wallEdges(gesture);
    view.stroke = { edges, removing: edges.length > 0 && game.walls().has(key(edges[0])) };
  } else if (gesture?.kind === "cell" && (gesture.moved || gesture.dot === null)) {
    view.stroke = { cells: gesture.cells };
  }
  draw();
}

function wallEdges(one) {
  if (one.moved) return one.edges;
  const edge = edgeAt(one.place);
  return isEdge(edge) ? [edge] : [];
}

function finishWall(one) {
  toggleWalls(wallEdges(one));
}

function toggleWalls(edges) {
  if (!edges.length) return;
  const name = game.walls().has(key(edges[0])) ? "remove" : "add";
  game.draw({ [name]: edges });
}

function crossAt(place) {
  const edge = edgeAt(place);
  const at = nearLine(place, 0.45) && isEdge(edge) ? edge : [odd(place[0]), odd(place[1])];
  if (isEdge(at) || isCell(at)) game.cross(at);
}

// A drag from a dot, or to a dot, gives it the cells; so does a tap after a dot is chosen.
function finishCells(one) {
  const end = dotAt(one.place, 0.6);
  if (!one.moved) {
    if (one.dot !== null) return choose(one.dot === game.pen ? null : one.dot);
    if (one.cells.length) giveCell(one.cells[0]);
    return;
  }
  const dot = one.dot ?? end ?? game.label([odd(one.start[0]), odd(one.start[1])]) ?? game.pen;
  if (dot === null) return game.say("Drag from a dot to cells, or choose a dot first.");
  if (one.dot !== null) choose(dot);
  game.draw({ cells: one.cells, dot });
}

function choose(dot) {
  game.choosePen(dot);
  game.say(dot === null ? "No dot is chosen."
    : `Dot ${game.now.names[dot]} is chosen: give it cells.`);
}

function giveCell(cell) {
  const label = game.label(cell, game.now.board.attempt);
  if (game.pen === null || label === game.pen) {
    if (label === null) return game.say("Choose a dot first, or drag from a dot to cells.");
    return game.draw({ cells: [cell] });
  }
  game.draw({ cells: [cell], dot: game.pen });
}

// The keyboard moves a cursor over cells, edges and vertices.
const arrows = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
};

svg.addEventListener("keydown", (event) => {
  if (!game.now) return;
  const { width, height } = game.now.board;
  const arrow = arrows[event.key];
  if (arrow) {
    event.preventDefault();
    const [x, y] = view.cursor ?? [1, 1];
    if (!view.cursor) return moveTo([1, 1]);
    if (event.ctrlKey || event.metaKey) {
      const edge = [x + arrow[0], y + arrow[1]];
      return isEdge(edge) ? toggleWalls([edge]) : undefined;
    }
    const far = event.shiftKey ? 2 : 1;
    const limit = (value, size) => Math.max(1, Math.min(2 * size - 1, value));
    return moveTo([limit(x + far * arrow[0], width), limit(y + far * arrow[1], height)]);
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const place = view.cursor;
  if ((event.key === " " || event.key === "Enter") && place) {
    event.preventDefault();
    if (tools.onPoint) return tools.onPoint(place);
    const dot = dotAt(place);
    if (dot !== null) choose(dot === game.pen ? null : dot);
    else if (isEdge(place)) toggleWalls([place]);
    else if (isCell(place)) giveCell(place);
  } else if (event.key === "x" && place && (isEdge(place) || isCell(place))) {
    game.cross(place);
  } else if (event.key === "n" || event.key === "p") {
    const count = game.now.names.length;
    if (!count) return;
    const step = event.key === "n" ? 1 : count - 1;
    choose(game.pen === null ? (event.key === "n" ? 0 : count - 1) : (game.pen + step) % count);
  }
});

svg.addEventListener("blur", () => {
  view.cursor = null;
  if (game.now) draw();
});

function moveTo(place) {
  view.cursor = place;
  draw();
  game.say(describe(place));
}

export const cellName = ([x, y]) => `c${(x + 1) / 2}r${(y + 1) / 2}`;

function describe(place) {
  const dot = dotAt(place);
  const parts = [];
  if (isCell(place)) {
    const label = game.label(place);
    parts.push(cellName(place));
    parts.push(label === null ? "open" : `dot ${game.now.names[label]}`);
  } else if (isEdge(place)) {
    const around = place[0] % 2 ? [[place[0], place[1] - 1], [place[0], place[1] + 1]]
      : [[place[0] - 1, place[1]], [place[0] + 1, place[1]]];
    const given = (game.now.board.walls ?? []).some((one) => key(one) === key(place));
    const state = given ? "given wall" : game.walls(game.attempt()).has(key(place)) ? "wall" : "no wall";
    parts.push(`between ${around.map(cellName).join(" and ")}`, state);
  } else {
    parts.push("corner");
  }
  if (game.now.crosses.includes(key(place))) parts.push("cross");
  if (dot !== null) parts.unshift(`dot ${game.now.names[dot]}`);
  return parts.join(", ");
}
