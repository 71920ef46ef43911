// Where the points of a board of Galaxies lie in its picture, and which of them are at a
// place there.

import { gridOf, pathOf } from "./browser/grid.js";

/** @type {(point: Point) => string} */
export const key = (point) => point.join(",");
/** @type {(text: string) => Point} */
export const point = (text) => /** @type {Point} */ (text.split(",").map(Number));
/** @type {(one: Point, other: Point) => number} */
export const distance = ([a, b], [c, d]) => Math.hypot(a - c, b - d);
/** @type {(one: Point, other: Point, times?: number) => Point} */
const plus = ([a, b], [c, d], times = 1) => [a + times * c, b + times * d];

export const cellName = ([x, y]) => `c${(x + 1) / 2}r${(y + 1) / 2}`;

export class Lattice {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.grid = gridOf(board);
  }

  /** @param {Point} at  @returns {Point} */
  place(at) { return this.grid.place(at); }

  /** @param {Point} place  @returns {Point} */
  pointAt([left, top]) {
    const [[right, down], [across, below]] = this.grid.lattice.axes;
    const area = right * below - across * down;
    return [(left * below - across * top) / area, (right * top - left * down) / area];
  }

  /** @param {Point} place  @param {(point: Point) => boolean} isWanted  @returns {Point | null} */
  nearest(place, isWanted = (at) => at !== null) {
    const [x, y] = this.pointAt(place).map(Math.round);
    /** @type {Point[]} */
    const around = [-1, 0, 1].flatMap((dy) => [-1, 0, 1].map((dx) => [x + dx, y + dy]));
    const near = around.filter(isWanted);
    return near.reduce((best, one) => (best && this.away(best, place) <= this.away(one, place) ? best : one), null);
  }

  away(at, place) { return distance(this.place(at), place); }
  isCell([x, y]) { return this.grid.isInside(x, y) && this.grid.isCell[this.grid.id(x, y)] === 1; }
  isEdge([x, y]) { return this.grid.isInside(x, y) && this.grid.isEdge(this.grid.id(x, y)); }

  // The two cells beside an edge; none at other points.
  /** @param {Point} at  @returns {Point[]} */
  sides(at) {
    const steps = this.grid.around(at);
    return steps.length === 2 ? steps.map((step) => plus(at, step)) : [];
  }

  cellAt(place) { return this.nearest(place, ([x, y]) => x % 2 !== 0 && y % 2 !== 0); }

  // The nearest side of the cell at a place, and how far it is.
  /** @param {Point} place */
  edgeAt(place) {
    const cell = this.cellAt(place);
    let best = { edge: /** @type {Point} */ (null), away: Infinity, along: 0 };
    for (const step of this.grid.steps) {
      const edge = plus(cell, step, 0.5);
      const [from, to] = this.grid.side(edge);
      const [dx, dy] = plus(to, from, -1);
      const along = ((place[0] - from[0]) * dx + (place[1] - from[1]) * dy) / (dx * dx + dy * dy);
      const foot = plus(from, [dx, dy], Math.max(0, Math.min(1, along)));
      const away = distance(foot, place);
      if (away < best.away) best = { edge, away, along };
    }
    return best;
  }

  cellPath(cell) { return pathOf(this.grid.polygon(cell), "z"); }
  edgePath(edge) { return pathOf(this.grid.side(edge)); }

  /** @returns {Point[]} */
  cells() { return this.grid.cells.map((cell) => this.grid.point(cell)); }

  // The dot that is nearest to a place, if it is near enough.
  /** @param {Point} place  @returns {number | null} */
  dotAt(place, within = 0.01) {
    let [best, least] = [null, within];
    this.grid.centers.forEach((at, dot) => {
      const away = this.away(at, place);
      if (away <= least) [best, least] = [dot, away];
    });
    return best;
  }

  /** @param {number} dot  @param {Point} cell  @returns {Point} */
  mirror(dot, cell) { return plus(cell, plus(this.grid.centers[dot], cell, -1), 2); }
}
