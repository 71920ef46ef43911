// A board of Galaxies as arrays: its points have numbers, row by row; see core/board/grid.py.

/** @type {Record<string, any>} */
const LATTICES = {
  square: {
    name: "square",
    axes: [[1, 0], [0, 1]],
    outline: [[-1, -1], [1, -1], [1, 1], [-1, 1]],
    steps: [[2, 0], [0, 2]],
    corners: [[1, 1], [-1, 1]],
  },
  hexagonal: {
    name: "hexagonal",
    axes: [[1, 0], [1 / 2, Math.sqrt(3) / 2]],
    outline: [[2 / 3, -4 / 3], [4 / 3, -2 / 3], [2 / 3, 2 / 3], [-2 / 3, 4 / 3], [-4 / 3, 2 / 3], [-2 / 3, -2 / 3]],
    steps: [[2, 0], [0, 2], [-2, 2]],
    corners: [],
  },
};

const isOdd = (value) => (value & 1) === 1;
export const NO_DOT = -1;
export const rounded = (value) => `${+value.toPrecision(6)}`;
export const pathOf = (places, end = "") => `M${places.map((at) => at.map(rounded).join(" ")).join("L")}${end}`;

// A to Z, AA, AB, and so on.
export function dotName(dot) {
  let letters = "";
  for (let number = dot + 1; number; number = Math.floor((number - 1) / 26)) {
    letters = String.fromCharCode(65 + (number - 1) % 26) + letters;
  }
  return letters;
}

export class Grid {
  /** @type {number[][]} */ #touched = [];

  /** @param {Board} board */
  constructor(board) {
    const { width, height, holes = [], walls = [], black = [], lattice = "square" } = board;
    this.board = board;
    this.width = width;
    this.height = height;
    this.lattice = LATTICES[lattice];
    this.stride = 2 * width + 1;
    this.size = this.stride * (2 * height + 1);
    this.isCell = new Uint8Array(this.size);
    for (let y = 1; y < 2 * height; y += 2) for (let x = 1; x < 2 * width; x += 2) this.isCell[this.id(x, y)] = 1;
    this.holes = holes.map(([column, row]) => this.id(2 * column + 1, 2 * row + 1));
    for (const hole of this.holes) this.isCell[hole] = 0;
    /** @type {number[]} */
    this.cells = [...this.isCell.keys()].filter((id) => this.isCell[id]);
    this.steps = this.lattice.steps.flatMap(([x, y]) => [[x, y], [-x, -y]]);
    const near = [[0, 0], ...this.steps.map(([x, y]) => [x / 2, y / 2]),
      ...this.lattice.corners.flatMap(([x, y]) => [[x, y], [-x, -y]])];
    near.sort((one, other) => one[1] - other[1] || one[0] - other[0]);
    this.near = [0, 1, 2, 3].map((kind) =>
      near.filter(([x, y]) => isOdd(x + (kind & 1)) && isOdd(y + (kind >> 1))));
    /** @type {[number, number][]} */
    this.centers = board.centers ?? [];
    this.dots = this.centers.map(([x, y]) => this.id(x, y));
    this.isBlack = this.dots.map((_, dot) => black.includes(dot));
    /** @type {[number, string][] | undefined} */ this.colors = undefined;
    /** @type {any[]} */ this.frames = [];
    /** @type {boolean | undefined} */ this.isSound = undefined;
    this.given = new Set(walls.map(([x, y]) => this.id(x, y)));
    // The edges between two cells, in reading order.
    this.edges = Array.from({ length: this.size }, (_, id) => id)
      .filter((id) => this.touching(id) === 2 && this.touched(id).length === 2);
    this.edgeSet = new Set(this.edges);
  }

  id(x, y) { return y * this.stride + x; }
  point(id) { return /** @type {Point} */ ([id % this.stride, Math.floor(id / this.stride)]); }
  isInside(x, y) { return x > 0 && y > 0 && x < 2 * this.width && y < 2 * this.height; }
  cellName(id) {
    const [x, y] = this.point(id);
    return `c${(x + 1) / 2}r${(y + 1) / 2}`;
  }

  // The cells that a point touches, in reading order; none that are not on the board.
  touched(id) { return this.#touched[id] ??= this.#beyond(id, this.around(this.point(id))); }
  neighbors(id) { return this.#beyond(id, this.steps); }

  #beyond(id, steps) {
    const [x, y] = this.point(id);
    const cells = [];
    for (const [dx, dy] of steps) {
      if (this.isInside(x + dx, y + dy) && this.isCell[this.id(x + dx, y + dy)]) cells.push(this.id(x + dx, y + dy));
    }
    return cells;
  }

  // The steps from a point to the cells that it would touch without border and holes.
  around([x, y]) { return this.near[(x & 1) + 2 * (y & 1)]; }
  touching(id) { return this.around(this.point(id)).length; }

  isEdge(id) { return this.edgeSet.has(id); }

  // The edges that end at a point, if it is a corner; hexagons have no points there.
  beyond(id) {
    return this.touching(id) === 4 ? [id - this.stride, id - 1, id + 1, id + this.stride] : [];
  }

  // For each point whether it is one of these; for each cell no dot.
  marked(ids) {
    const marks = new Uint8Array(this.size);
    for (const id of ids) marks[id] = 1;
    return marks;
  }

  nothing() { return new Int32Array(this.size).fill(NO_DOT); }

  // The partner of a cell; -1 off the board.
  mirror(dot, id) {
    const [cx, cy] = this.centers[dot];
    const mx = 2 * cx - id % this.stride;
    const my = 2 * cy - Math.floor(id / this.stride);
    return this.isInside(mx, my) && this.isCell[this.id(mx, my)] ? this.id(mx, my) : -1;
  }

  place([x, y]) {
    const [[right, down], [across, below]] = this.lattice.axes;
    return /** @type {Point} */ ([right * x + across * y, down * x + below * y]);
  }

  polygon([x, y], scale = 1) {
    return this.lattice.outline.map(([dx, dy]) => this.place([x + scale * dx, y + scale * dy]));
  }

  // The ends of an edge in the picture: the corners of a cell at its side that are nearest.
  side([x, y]) {
    const [dx, dy] = this.around([x, y])[0];
    const away = ([a, b]) => Math.hypot(a - x, b - y);
    return this.lattice.outline.map(([a, b]) => [x + dx + a, y + dy + b])
      .sort((one, other) => away(one) - away(other)).slice(0, 2).map((place) => this.place(place));
  }

  // The labels of a drawing by the numbers of cells, NO_DOT elsewhere; null without labels.
  labels(rows) {
    if (!rows) return null;
    const labels = this.nothing();
    rows.forEach((row, y) => row.forEach((dot, x) => {
      const cell = this.id(2 * x + 1, 2 * y + 1);
      if (this.isCell[cell]) labels[cell] = dot ?? NO_DOT;
    }));
    return labels;
  }

  // The same as rows.
  rows(labels) {
    return Array.from({ length: this.height }, (_, row) => Array.from({ length: this.width }, (__, column) => {
      const label = labels[this.id(2 * column + 1, 2 * row + 1)];
      return label === NO_DOT ? null : label;
    }));
  }

  // The edges where labels differ; `isOpen`: also those beside a cell without a label.
  borders(labels, isOpen = true) {
    return this.edges.filter((edge) => {
      const [one, other] = this.touched(edge);
      return labels[one] !== labels[other] && (isOpen || (labels[one] !== NO_DOT && labels[other] !== NO_DOT));
    });
  }

  // The walls of a drawing that are edges between two cells; null without walls.
  walls(drawn) {
    return drawn ? new Set(drawn.map(([x, y]) => this.id(x, y)).filter((id) => this.isEdge(id))) : null;
  }
}

const KEPT = 8;
const grids = new Map();

// A board is asked about many times: its arrays and colors are kept.
/** @param {Board} board */
export function gridOf({ attempt, ...puzzle }) {
  const name = JSON.stringify(puzzle);
  const grid = grids.get(name) ?? new Grid(puzzle);
  grids.delete(name);
  grids.set(name, grid);
  if (grids.size > KEPT) grids.delete(grids.keys().next().value);
  return grid;
}
