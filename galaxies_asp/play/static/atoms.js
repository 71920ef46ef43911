// Drawing on boards of other families. What can be drawn are atoms: each stands at a
// place, or leads from one cell to another. Atoms at one place are alternatives.

import { game, key, point } from "./game.js";
import { cellName, distance } from "./lattice.js";

const NEAR = 1.05;     // of a place, to touch it
const OVER = 0.7;      // of a place, to draw over it

/** @typedef {{at: Point, ends: Point[], atoms: Atom[]}} Place */

/** @type {{of: Atom[] | null, all: Place[]}} */
const known = { of: null, all: [] };

// The places of the board, each once.
/** @returns {Place[]} */
export function places() {
  if (known.of === game.strokes) return known.all;
  const found = new Map();
  for (const atom of game.strokes) {
    const ends = [atom.path[0], atom.path.at(-1)];
    const name = ends.map(key).join();
    if (!found.has(name)) {
      const at = ends[0].map((value, axis) => (value + ends[1][axis]) / 2);
      found.set(name, { at, ends: atom.path.length > 1 ? ends : [], atoms: [] });
    }
    found.get(name).atoms.push(atom);
  }
  known.of = game.strokes;
  known.all = [...found.values()];
  return known.all;
}

/** @template T  @param {T[]} all  @param {(one: T) => number} away  @returns {T | null} */
function nearest(all, away, within) {
  let [best, least] = [null, within];
  for (const one of all) if (away(one) < least) [best, least] = [one, away(one)];
  return best;
}

export const place = (at) => at;
export const pointAt = (at) => at;

export const begin = (one, { isOther, tool }) => (
  follow({ ...one, kind: "stroke", isCross: isOther || tool === "cross" }, one.start));

/** @type {(at: Point, within?: number) => Place | null} */
export const placeAt = (at, within = NEAR) => nearest(places(), (one) => distance(one.at, at), within);

const endAt = (at) => nearest(places().flatMap(({ ends }) => ends), (end) => distance(end, at), OVER);

// A drag takes what it leads over: from cell to cell where it begins in one that has
// such atoms, otherwise from place to place.
export function follow(one, at) {
  const end = endAt(at);
  if (one.end === undefined) {
    one.end = end;
    one.isAlong = end !== null && distance(end, at) < distance(placeAt(at)?.at ?? [Infinity, 0], at);
  }
  if (one.isAlong) {
    if (!end || key(end) === key(one.end)) return one;
    const joins = ({ ends }) => ends.length && ends.some((each) => key(each) === key(one.end)) && ends.some((each) => key(each) === key(end));
    const found = places().find(joins);
    if (found && !one.places.includes(found)) one.places.push(found);
    one.end = end;
    return one;
  }
  const found = placeAt(at, OVER);
  if (found && !one.places.includes(found)) one.places.push(found);
  return one;
}

/** @returns {Place[]} */
function placesOf(one) {
  if (one.moved && one.places.length) return one.places;
  const [from, to] = [one.start, one.place];
  const leads = ({ ends }) => Math.min(...[ends, [...ends].reverse()].map(([first, last]) => (
    first ? Math.max(distance(first, from), distance(last, to)) : Infinity)));
  const found = one.moved ? nearest(places(), leads, NEAR) : placeAt(to);
  return found ? [found] : [];
}

// What is drawn, with strokes that are not judged yet.
function drawn() {
  const all = new Set(game.now.board.attempt?.atoms ?? []);
  for (const { atoms = [], erased = [] } of game.pending) {
    names(erased).forEach((atom) => all.delete(atom));
    names(atoms).forEach((atom) => all.add(atom));
  }
  return all;
}
const excluded = () => new Set(game.now.board.attempt?.excluded ?? []);
const names = (atoms) => atoms.map(({ atom }) => atom);
// What distinguishes alternatives: their predicate and their values.
const sortOf = ({ atom }) => atom.replace(/\(-?\d+,-?\d+\)/g, "");

// A touch takes the next alternative, and after the last one nothing; a drag makes all
// places like the first one, if it can.
/** @type {(some: Place[]) => {draw: Atom[], erase: Atom[]}} */
export function turned(some) {
  const [first] = some;
  const now = drawn();
  const last = first.atoms.findLastIndex(({ atom }) => now.has(atom));
  const sorts = first.atoms.slice(last + 1).map(sortOf);
  const has = (sort) => ({ atoms }) => atoms.some((atom) => sortOf(atom) === sort);
  const sort = sorts.find((one) => some.every(has(one))) ?? sorts[0];
  const all = some.flatMap(({ atoms }) => atoms);
  return {
    draw: all.filter((atom) => sortOf(atom) === sort),
    erase: all.filter((atom) => now.has(atom.atom) && sortOf(atom) !== sort),
  };
}

// Of a place with many alternatives, such as numbers, only the one that is drawn is excluded.
const excludable = ({ atoms }) => (atoms.length < 3 ? atoms : atoms.filter(({ atom }) => drawn().has(atom)));
const isOut = (some) => excludable(some[0]).some(({ atom }) => !excluded().has(atom));

/** @param {Place[]} some  @returns {Stroke} */
const strokeOver = (some, isCross) => (!some.length ? {}
  : isCross ? { crosses: isOut(some) ? some.map(({ at }) => at) : [] } : { atoms: turned(some).draw });

// Of a cell with a clue, or with a hole, say so.
export function nothing([x, y]) {
  const [, name, value = ""] = new RegExp(`(\\w+)\\(\\(${odd(x)},${odd(y)}\\)(?:,([^()]+))?\\)`).exec(game.puzzle.facts) ?? [];
  const where = x < 0 ? `the head of r${(odd(y) + 1) / 2}` : y < 0 ? `the head of c${(odd(x) + 1) / 2}` : cellName([odd(x), odd(y)]);
  const reason = name ? `: ${where} has ${`${name} ${value}`.trim()}` : "";
  game.say(`Nothing can be drawn there${reason}.`);
}

const odd = (value) => 2 * Math.floor(value / 2) + 1;

export const strokeOf = (one) => strokeOver(placesOf(one), one.isCross);
export const finish = (one) => (one.isCross ? excludeAtoms : drawAtoms)(placesOf(one), one.place);
export const press = (at) => drawAtoms([placeAt(at)], at);
export const exclude = (at) => excludeAtoms([placeAt(at)].filter(Boolean), at);
export const excludeAt = exclude;

/** @type {(some: Place[], at: Point) => void} */
function drawAtoms(some, at) {
  if (!some.length) return nothing(at);
  const { draw, erase } = turned(some);
  game.draw({ draw: names(draw), erase: names(erase) }, { atoms: draw, erased: erase });
}

/** @type {(some: Place[], at: Point) => void} */
function excludeAtoms(some, at) {
  if (!some.length) return nothing(at);
  const all = names(some.flatMap(excludable));
  if (!all.length) return game.say("Draw a value first: then a cross excludes it.");
  game.draw(isOut(some) ? { exclude: all } : { erase: all }, strokeOver(some, true));
}

// A digit writes a number, if it is an alternative at the place.
export function type(digit, at) {
  const { atoms } = placeAt(at);
  const atom = /^\d$/.test(digit) && atoms.find((one) => one.atom.endsWith(`,${digit})`));
  if (atoms.length < 2 || !atom) return;
  const now = drawn();
  game.draw({ draw: now.has(atom.atom) ? [] : [atom.atom], erase: names(atoms.filter((one) => now.has(one.atom))) }, { atoms: [atom] });
}

// An arrow key goes to the next place in the row, or to the nearest one of the next row.
/** @type {(from: Point | null, way: number[]) => Point | undefined} */
export function next(from, [dx, dy]) {
  const all = places();
  if (!from) return all[0]?.at;
  const [x, y] = from;
  const isNear = (one, other) => Math.abs(one - other) < 0.1;
  const ahead = all.filter(({ at }) => (dx ? isNear(at[1], y) && (at[0] - x) * dx > 0.1 : (at[1] - y) * dy > 0.1));
  const order = ({ at }) => (dx ? Math.abs(at[0] - x) : 1000 * Math.abs(at[1] - y) + Math.abs(at[0] - x));
  return ahead.reduce((best, one) => (best && order(best) <= order(one) ? best : one), undefined)?.at;
}

export function described(at) {
  const { atoms } = placeAt(at);
  const [now, out] = [drawn(), excluded()];
  const one = atoms.find(({ atom }) => now.has(atom)) ?? atoms[0];
  const state = now.has(one.atom) ? "drawn" : atoms.every(({ atom }) => out.has(atom)) ? "excluded" : "not drawn";
  return `${state}: ${one.words}`;
}

// What is one at a place: lines that meet, cells side by side, or cells that no line parts.
/** @returns {Group} */
export function groupAt(at) {
  const now = drawn();
  const isDrawn = ({ atoms }) => atoms.length < 3 && atoms.some(({ atom }) => now.has(atom));
  const [here, all] = [placeAt(at, OVER), places()];
  const some = all.filter(isDrawn);
  const isOn = here !== null && isDrawn(here);
  if (!all.some(({ ends }) => ends.length)) {
    if (!all.every(({ atoms: [{ drawing }] }) => drawing === "shade" || drawing === "block")) return null;
    const found = new Set(some.map((one) => key(one.at)));
    return cellsAround(at, ([x, y], [dx, dy]) => found.has(`${x + 2 * dx},${y + 2 * dy}`) === isOn);
  }
  if (isOn) {
    const meets = (one, other) => one.ends.some((end) => other.ends.some((each) => key(each) === key(end)));
    return { lines: grown(here, (one) => some.filter((other) => meets(one, other))).map(({ ends }) => ends) };
  }
  if (all[0].atoms[0].drawing !== "wall") return null;
  const walls = new Set(some.map((one) => key(one.at)));
  return cellsAround(at, ([x, y], [dx, dy]) => !walls.has(`${x + dx},${y + dy}`));
}

const square = (x, y) => `M${x - 1} ${y - 1}h2v2h-2z`;

// What can be reached from a thing, itself included.
function grown(first, around) {
  const found = new Set([first]);
  for (const one of found) around(one).forEach((other) => found.add(other));
  return [...found];
}

// The cells that steps lead to from the one at a place, if they are not all cells.
/** @type {(at: Point, isStep: (cell: number[], way: number[]) => boolean) => Group} */
function cellsAround(at, isStep) {
  const [width, height] = ["width", "height"].map((name) => Number(new RegExp(`\\b${name}\\((\\d+)\\)`).exec(game.puzzle.facts)?.[1]));
  const isCell = (one) => Math.min(...one) > 0 && one[0] < 2 * width && one[1] < 2 * height;
  if (!isCell(at)) return null;
  const around = (name) => {
    const [x, y] = point(name);
    const ways = [[1, 0], [-1, 0], [0, 1], [0, -1]].filter((way) => isStep([x, y], way));
    return ways.map(([dx, dy]) => [x + 2 * dx, y + 2 * dy]).filter(isCell).map(String);
  };
  const cells = grown(at.map(odd).join(), around);
  if (cells.length === width * height || cells.length < 2) return null;
  return { cells: cells.map(point).map(([x, y]) => square(x, y)) };
}
