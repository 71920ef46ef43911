// Drawing on the board with a mouse, fingers or the keyboard.

import * as atoms from "./atoms.js";
import { game } from "./game.js";
import { distance } from "./lattice.js";
import { drawOver, pan, reveal, svg, unitsPerPixel, view, zoom } from "./paint.js";
import * as regions from "./regions.js";

export const tools = { tool: "auto", onPoint: null };

const FAR = 0.4;      // from its start, a stroke is a drag
const STEP = 0.2;     // between the places of a stroke that are looked at

// What is drawn on this kind of board, and how.
const board = () => (game.lattice ? regions : atoms);

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
  const one = { start: place, place, moved: false, edges: [], cells: [], places: [] };
  const reach = event.pointerType === "mouse" ? 0.38 : 0.45;
  gesture = tools.onPoint ? { ...one, kind: "point" } : board().begin(one, { isOther, tool: tools.tool, reach });
  gesture.id = event.pointerId;
  preview();
});

svg.addEventListener("pointermove", (event) => {
  const before = fingers.get(event.pointerId);
  if (!before) return hover(position(event));
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
      board().follow(gesture, [from[0] + (place[0] - from[0]) * part, from[1] + (place[1] - from[1]) * part]);
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
  board().excludeAt(position(event));
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
  if (done.kind === "point") return tools.onPoint(board().pointAt(done.place), done.place);
  game.say("");
  board().finish(done);
  drawOver();
}

function preview() {
  if (gesture?.id !== undefined && gesture.kind !== "point") view.stroke = board().strokeOf(gesture);
  drawOver();
}

// The region, the island or the line under the pointer has one color.
function hover(at) {
  const group = game.now && !game.shown && game.strokes ? board().groupAt(at) : null;
  if (JSON.stringify(group) === JSON.stringify(view.group)) return;
  view.group = group;
  drawOver();
}
svg.addEventListener("pointerleave", () => hover([-9, -9]));

// The keyboard moves a cursor over points, of other families over what can be drawn.
const arrows = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
};
svg.addEventListener("keydown", (event) => {
  if (!game.now) return;
  const arrow = arrows[event.key];
  const at = view.cursor;
  if (arrow) {
    event.preventDefault();
    const reached = board().next(at, arrow, event);
    return reached ? moveTo(reached) : undefined;
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const before = game.now;
  if ((event.key === " " || event.key === "Enter") && at) {
    event.preventDefault();
    if (tools.onPoint) return tools.onPoint(at, board().place(at));
    board().press(at);
  } else if (event.key === "x" && at) {
    board().exclude(at);
  } else if (at || game.lattice) {
    board().type(event.key, at);
  }
  // What has changed under the cursor is said.
  game.act(() => game.now === before || game.now.progress.solved || view.cursor !== at || !at || game.say(board().described(at)));
});

svg.addEventListener("blur", () => {
  view.cursor = null;
  if (game.now) drawOver();
});

function moveTo(at) {
  view.cursor = at;
  const place = board().place(at);
  view.group = board().groupAt(place);
  reveal(place);
  drawOver();
  game.say(board().described(at));
}
