// The values that the scripts of the page pass around; docs/reference/protocol.md says
// what the fields of the answers mean.

/** A point of the doubled grid, or a place in the picture. */
type Point = [x: number, y: number];

/** An element of the picture: role, name, attributes, and its text or elements. */
type Shape = [string, string, Record<string, string | number>, string | Part[]];
type Part = [string, Record<string, string | number>, string | Part[]];

interface Picture {
  box: number[];
  under: Shape[];
  drawn: Shape[];
  over: Shape[];
  title?: string;
}

interface Attempt {
  walls?: Point[];
  labels?: (number | null)[][];
  atoms?: string[];
  excluded?: string[];
}

/** A puzzle with what is drawn on it; of another family: `family` and `facts`. */
interface Board {
  id?: string;
  source?: string;
  width?: number;
  height?: number;
  centers?: Point[];
  holes?: Point[];
  walls?: Point[];
  black?: number[];
  lattice?: string;
  variants?: string[];
  clues?: string[];
  family?: string;
  facts?: string;
  attempt?: Attempt;
}

interface Progress {
  faults: { message: string; places: Point[] }[];
  complete: number[];
  regions: (number | null)[][];
  solved: boolean;
  unjudged?: string;
}

/** The page at one time; it is never changed, and every action makes a new one. */
interface Snapshot {
  board: Board;
  rules?: string;
  picture: Picture;
  progress: Progress;
  crosses: string[];
  trial: Attempt[];
  seconds?: number;
  notes?: string;
  /** How it was judged and painted. */
  judged?: string;
}

/** What can be drawn on a board of another family. */
interface Atom {
  atom: string;
  path: Point[];
  drawing: string;
  words: string;
}

/** A stroke as it is shown while it is drawn and judged. */
interface Stroke {
  add?: Point[];
  remove?: Point[];
  cells?: Point[];
  images?: Point[];
  refused?: Point[];
  crosses?: Point[];
  atoms?: Atom[];
  erased?: Atom[];
  dot?: number | null;
}

/** What has one color under the pointer: paths of cells, and the ends of lines. */
interface Group {
  cells?: string[];
  lines?: Point[][];
}

interface Mark {
  at: Point;
  role: string;
  text: string;
}

/** What is shown instead of what is drawn. */
interface Look {
  board?: Board;
  crosses?: string[];
  counts?: number[][];
  edges?: Point[];
}

/** The page keeps the JSON of an element beside it, to see whether it differs. */
interface Element {
  spec?: string;
  shapes?: Shape[];
}

/** Every listener of the page knows which element its event comes from. */
interface Event {
  readonly detail?: any;
}
interface EventTarget {
  value?: any;
  files?: FileList;
}
