// Drawing on boards of other families. What can be drawn are atoms: each stands at a
// place, or leads from one cell to another. Atoms at one place are alternatives.

import { game, key } from "./game.js";
import { distance } from "./lattice.js";

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

/** @type {(at: Point, within?: number) => Place | null} */
export const placeAt = (at, within = NEAR) => nearest(places(), (place) => distance(place.at, at), within);

const endAt = (at) => nearest(places().flatMap(({ ends }) => ends), (end) => distance(end, at), OVER);

// A drag takes what it leads over: from cell to cell where it begins in one that has
// such atoms, otherwise from place to place.
export function followAtoms(one, at) {
  const end = endAt(at);
  if (one.end === undefined) {
    one.end = end;
    one.isAlong = end !== null && distance(end, at) < distance(placeAt(at)?.at ?? [Infinity, 0], at);
  }
  if (one.isAlong) {
    if (!end || key(end) === key(one.end)) return one;
    const joins = ({ ends }) => ends.length && ends.some((each) => key(each) === key(one.end)) && ends.some((each) => key(each) === key(end));
    const place = places().find(joins);
    if (place && !one.places.includes(place)) one.places.push(place);
    one.end = end;
    return one;
  }
  const place = placeAt(at, OVER);
  if (place && !one.places.includes(place)) one.places.push(place);
  return one;
}

/** @returns {Place[]} */
export function placesOf(one) {
  if (one.moved && one.places.length) return one.places;
  const [from, to] = [one.start, one.place];
  const leads = ({ ends }) => Math.min(...[ends, [...ends].reverse()].map(([first, last]) => (
    first ? Math.max(distance(first, from), distance(last, to)) : Infinity)));
  const place = one.moved ? nearest(places(), leads, NEAR) : placeAt(to);
  return place ? [place] : [];
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
export const strokeOf = (some, isCross = false) => (!some.length ? {}
  : isCross ? { crosses: isOut(some) ? some.map(({ at }) => at) : [] } : { atoms: turned(some).draw });

const nothing = () => game.say("Nothing can be drawn there.");

/** @type {(some: Place[]) => void} */
export function drawAtoms(some) {
  if (!some.length) return nothing();
  const { draw, erase } = turned(some);
  game.draw({ draw: names(draw), erase: names(erase) }, { atoms: draw, erased: erase });
}

/** @type {(some: Place[]) => void} */
export function excludeAtoms(some) {
  if (!some.length) return nothing();
  const all = names(some.flatMap(excludable));
  if (!all.length) return game.say("Draw a value first: then a cross excludes it.");
  game.draw(isOut(some) ? { exclude: all } : { erase: all }, strokeOf(some, true));
}

// A digit writes a number, if it is an alternative at the place.
export function writeValue(place, digit) {
  const atom = place.atoms.find((one) => one.atom.endsWith(`,${digit})`));
  if (place.atoms.length < 2 || !atom) return;
  const now = drawn();
  game.draw({ draw: now.has(atom.atom) ? [] : [atom.atom], erase: names(place.atoms.filter((one) => now.has(one.atom))) }, { atoms: [atom] });
}

// An arrow key goes to the next place in the row, or to the nearest one of the next row.
/** @type {(from: Point | null, way: number[]) => Place | undefined} */
export function next(from, [dx, dy]) {
  const all = places();
  if (!from) return all[0];
  const [x, y] = from;
  const isNear = (one, other) => Math.abs(one - other) < 0.1;
  const ahead = all.filter(({ at }) => (dx ? isNear(at[1], y) && (at[0] - x) * dx > 0.1 : (at[1] - y) * dy > 0.1));
  const order = ({ at }) => (dx ? Math.abs(at[0] - x) : 1000 * Math.abs(at[1] - y) + Math.abs(at[0] - x));
  return ahead.reduce((best, one) => (best && order(best) <= order(one) ? best : one), undefined);
}

export function described(place) {
  const [now, out] = [drawn(), excluded()];
  const is = ({ atom }) => now.has(atom);
  const one = place.atoms.find(is) ?? place.atoms[0];
  const state = is(one) ? "drawn" : place.atoms.every(({ atom }) => out.has(atom)) ? "excluded" : "not drawn";
  return `${state}: ${one.words}`;
}
