// The geometry of a board of Galaxies, from the table of its lattice: where its points
// lie in the picture, and which of them are cells and edges.

/** @type {(point: Point) => string} */
export const key = (point) => point.join(",");
/** @type {(text: string) => Point} */
export const point = (text) => /** @type {Point} */ (text.split(",").map(Number));
const odd = (value) => value % 2 !== 0;
/** @type {(one: Point, other: Point) => number} */
export const distance = ([a, b], [c, d]) => Math.hypot(a - c, b - d);
/** @type {(one: Point, other: Point, times?: number) => Point} */
const plus = ([a, b], [c, d], times = 1) => [a + times * c, b + times * d];

export class Lattice {
  /** @param {LatticeTable} table  @param {Board} board */
  constructor({ axes, outline, steps }, board) {
    this.axes = axes;
    this.outline = outline;
    this.board = board;
    /** @type {Point[]} */
    this.around = [...steps, ...steps.map(([x, y]) => /** @type {Point} */ ([-x, -y]))];
    this.holes = new Set((board.holes ?? []).map(([column, row]) => key([2 * column + 1, 2 * row + 1])));
  }

  // Points of the doubled grid, and places in the picture.
  /** @param {Point} point  @returns {Point} */
  place([x, y]) {
    const [[right, down], [across, below]] = this.axes;
    return [right * x + across * y, down * x + below * y];
  }

  /** @param {Point} place  @returns {Point} */
  point([left, top]) {
    const [[right, down], [across, below]] = this.axes;
    const area = right * below - across * down;
    return [(left * below - across * top) / area, (right * top - left * down) / area];
  }

  /** @param {Point} place  @param {(point: Point) => boolean} isWanted  @returns {Point | null} */
  nearest(place, isWanted = (at) => at !== null) {
    const [x, y] = this.point(place).map(Math.round);
    /** @type {Point[]} */
    const around = [-1, 0, 1].flatMap((dy) => [-1, 0, 1].map((dx) => [x + dx, y + dy]));
    const near = around.filter(isWanted);
    return near.reduce((best, one) => (best && this.away(best, place) <= this.away(one, place) ? best : one), null);
  }

  away(at, place) {
    return distance(this.place(at), place);
  }

  isCell(at) {
    const [x, y] = at;
    const { width, height } = this.board;
    return odd(x) && odd(y) && x > 0 && y > 0 && x < 2 * width && y < 2 * height && !this.holes.has(key(at));
  }

  // The two cells beside an edge; none at other points.
  /** @param {Point} at  @returns {Point[]} */
  sides(at) {
    if (odd(at[0]) && odd(at[1])) return [];
    const cells = this.around.map((step) => plus(at, step, 0.5)).filter(([x, y]) => odd(x) && odd(y));
    return cells.length === 2 ? cells : [];
  }

  isEdge(at) {
    const sides = this.sides(at);
    return sides.length === 2 && sides.every((cell) => this.isCell(cell));
  }

  cellAt(place) {
    return this.nearest(place, ([x, y]) => odd(x) && odd(y));
  }

  // The nearest side of the cell at a place, and how far it is.
  /** @param {Point} place */
  edgeAt(place) {
    const cell = this.cellAt(place);
    let best = { edge: /** @type {Point} */ (null), away: Infinity, along: 0 };
    for (const step of this.around) {
      const edge = plus(cell, step, 0.5);
      const [from, to] = this.segment(edge).map((corner) => this.place(corner));
      const [dx, dy] = plus(to, from, -1);
      const along = ((place[0] - from[0]) * dx + (place[1] - from[1]) * dy) / (dx * dx + dy * dy);
      const foot = plus(from, [dx, dy], Math.max(0, Math.min(1, along)));
      const away = distance(foot, place);
      if (away < best.away) best = { edge, away, along };
    }
    return best;
  }

  polygon(cell, scale = 1) {
    return this.outline.map((corner) => plus(cell, corner, scale));
  }

  segment(edge) {
    const corners = this.polygon(this.sides(edge)[0]);
    return corners.sort((one, other) => distance(one, edge) - distance(other, edge)).slice(0, 2);
  }

  // Paths of SVG.
  path(points, end = "") {
    return `M${points.map((at) => this.place(at).map((n) => +n.toFixed(3)).join(" ")).join("L")}${end}`;
  }

  cellPath(cell, scale = 1) {
    return this.path(this.polygon(cell, scale), "z");
  }

  edgePath(edge) {
    return this.path(this.segment(edge));
  }

  /** @returns {Generator<Point>} */
  *cells() {
    for (let y = 1; y < 2 * this.board.height; y += 2) {
      for (let x = 1; x < 2 * this.board.width; x += 2) if (this.isCell([x, y])) yield [x, y];
    }
  }

  // The dot that is nearest to a place, if it is near enough.
  /** @param {Point} place  @returns {number | null} */
  dotAt(place, within = 0.01) {
    let best = null;
    let least = within;
    (this.board.centers ?? []).forEach((at, dot) => {
      const away = this.away(at, place);
      if (away <= least) [best, least] = [dot, away];
    });
    return best;
  }

  /** @param {number} dot  @param {Point} cell  @returns {Point} */
  mirror(dot, [x, y]) {
    const [cx, cy] = this.board.centers[dot];
    return [2 * cx - x, 2 * cy - y];
  }
}
