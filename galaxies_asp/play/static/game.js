// The state of the page: the board, what is drawn, its history, and where it is kept.

import { ask, Refused } from "./ask.js";
import { key, Lattice, point } from "./lattice.js";

export { key, point };

const KEPT = 20;           // puzzles
const LONGEST = 1_500_000;  // characters of the history

// A snapshot is never changed; every action makes a new one.
class Game extends EventTarget {
  /** @type {Snapshot | null} */ now = null;
  /** @type {Snapshot[]} */ past = [];
  /** @type {Snapshot[]} */ future = [];
  /** @type {number | null} */ pen = null;        // the dot that cells are given to
  /** @type {Look | null} */ shown = null;        // what is shown instead
  /** @type {Mark[]} */ marks = [];
  /** @type {Stroke[]} */ pending = [];           // strokes that are drawn, and not yet judged
  /** @type {Atom[]} */ strokes = [];             // of other families: what can be drawn
  letters = false;
  seconds = 0;
  /** @type {Lattice | null} */ lattice = null;
  /** @type {Picture | null} */ picture = null;
  #queue = Promise.resolve();
  #looks = 0;
  /** @type {any} */ #keeping = null;

  // Changes are made one after the other, in the order in which they were asked for.
  act(change) {
    const done = this.#queue.then(change).catch((error) => {
      const isCanceled = error.name === "AbortError";
      this.say(error instanceof Refused || isCanceled ? error.message : `${error}`, !isCanceled);
    });
    this.#queue = done;
    return done;
  }

  say(text, alert = false) {
    this.dispatchEvent(new CustomEvent("say", { detail: { text, alert } }));
  }

  changed() {
    this.dispatchEvent(new Event("change"));
  }

  // Another board: the one before can be had again by Undo.
  open(snapshot) {
    if (this.now) this.past.push(this.now);
    this.future = [];
    this.#show({ crosses: [], trial: [], seconds: 0, ...snapshot });
  }

  put(parts) {
    this.past.push(this.now);
    this.future = [];
    this.#show({ ...this.now, ...parts });
  }

  #show(snapshot) {
    const before = this.now;
    const isOther = !before || puzzleOf(before.board) !== puzzleOf(snapshot.board);
    if (isOther && before) before.seconds = this.seconds;
    this.now = snapshot;
    this.shown = null;
    this.marks = [];
    this.#looks++;
    this.picture = snapshot.picture;
    if (isOther) {
      this.lattice = snapshot.lattice && new Lattice(snapshot.lattice, snapshot.board);
      this.seconds = snapshot.seconds ?? 0;
      this.pen = null;
      this.strokes = [];
      this.dispatchEvent(new Event("open"));
    }
    if (this.letters !== (snapshot.letters ?? false)) this.refresh();
    this.#keepSoon();
    this.changed();
  }

  undo() {
    return this.#step(this.past, this.future);
  }

  redo() {
    return this.#step(this.future, this.past);
  }

  #step(from, to) {
    return this.act(async () => {
      if (!from.length) return;
      const target = await this.complete(from.at(-1));
      from.pop();
      to.push(this.now);
      this.#show(target);
    });
  }

  // A snapshot with its picture; those that were kept over a reload have none.
  async complete(snapshot) {
    if (snapshot.picture) return snapshot;
    const { puzzles } = await ask({ ask: "load", board: snapshot.board, letters: this.letters });
    return { crosses: [], trial: [], ...snapshot, ...puzzles[0] };
  }

  // Draw: the fields of a `move`. The stroke is seen at once, and judged by Python.
  draw(fields, stroke = null) {
    if (stroke) this.pending.push(stroke);
    return this.act(async () => {
      try {
        await this.#move(fields);
      } finally {
        this.pending = this.pending.filter((one) => one !== stroke);
        this.dispatchEvent(new Event("judged"));
      }
    });
  }

  async #move({ board = this.now.board, ...fields }, parts = {}) {
    const before = this.now.progress.solved;
    const { attempt, picture, progress } = await ask({ ask: "move", board, ...fields, brief: true });
    this.put({
      board: { ...this.now.board, attempt },
      picture: { ...this.now.picture, ...picture },
      progress,
      ...parts,
    });
    if (progress.solved && !before) this.dispatchEvent(new Event("solved"));
  }

  edit(fields) {
    return this.act(async () => {
      const answer = await ask({ ask: "edit", board: this.now.board, ...fields });
      this.put({ ...answer, crosses: [], trial: [] });
      this.dispatchEvent(new Event("edit"));
    });
  }

  replace(board) {
    return this.act(async () => {
      const { puzzles } = await ask({ ask: "load", board });
      this.put({ ...puzzles[0], crosses: [], trial: [] });
      this.dispatchEvent(new Event("edit"));
    });
  }

  clear() {
    return this.act(() => {
      const { attempt, ...board } = this.now.board;
      return this.#move({ board }, { crosses: [], trial: [] });
    });
  }

  cross(places, on = null) {
    const crosses = new Set(this.now.crosses);
    for (const name of places.map(key)) {
      if (on ?? !crosses.has(name)) crosses.add(name);
      else crosses.delete(name);
    }
    this.put({ crosses: [...crosses] });
  }

  // Trials are drawn in another color, may be nested, and are kept or discarded.
  try() {
    this.put({ trial: [...this.now.trial, this.now.board.attempt ?? {}] });
  }

  keepTrial() {
    this.put({ trial: this.now.trial.slice(0, -1) });
  }

  discard() {
    return this.act(() => {
      const board = { ...this.now.board, attempt: this.now.trial.at(-1) };
      return this.#move({ board }, { trial: this.now.trial.slice(0, -1) });
    });
  }

  choosePen(dot) {
    this.pen = dot;
    this.changed();
  }

  // The walls that are drawn, with those of strokes that are not judged yet.
  walls(attempt = this.now.board.attempt) {
    const walls = new Set((attempt?.walls ?? []).map(key));
    for (const { add = [], remove = [] } of this.pending) {
      add.forEach((edge) => walls.add(key(edge)));
      remove.forEach((edge) => walls.delete(key(edge)));
    }
    return walls;
  }

  label([x, y], attempt = this.now.board.attempt) {
    return attempt?.labels?.[(y - 1) / 2]?.[(x - 1) / 2] ?? null;
  }

  // Show marks, or another board, instead of what is drawn.
  async look(shown, marks = []) {
    const look = ++this.#looks;
    this.shown = shown;
    this.marks = marks;
    if (!shown && !marks.length) {
      this.picture = this.now.picture;
      return this.changed();
    }
    try {
      const { board = this.now.board, counts, edges } = shown ?? {};
      const { picture } = await ask({
        ask: "move", board, counts, edges, marks, letters: this.letters,
      });
      if (look !== this.#looks) return;
      this.picture = picture;
      this.changed();
    } catch (error) {
      this.say(error.message, error.name !== "AbortError");
    }
  }

  // Judge and paint again, for instance with letters, or by other rules.
  refresh() {
    return this.act(async () => {
      if (!this.now) return;
      const { picture, progress } = await ask({ ask: "move", board: this.now.board, letters: this.letters });
      this.now = { ...this.now, picture, progress, letters: this.letters };
      if (!this.shown && !this.marks.length) this.picture = picture;
      this.changed();
    });
  }

  // The history without pictures, the latest part of it.
  history(snapshots) {
    let rest = LONGEST;
    const bare = snapshots.map(({ board, crosses, trial, seconds }) => ({ board, crosses, trial, seconds }));
    return bare.reverse().filter((one) => (rest -= JSON.stringify(one).length) > 0).reverse();
  }

  file() {
    const { past, future } = this;
    const [now] = this.history([{ ...this.now, seconds: this.seconds }]);
    return { now, past: this.history(past), future: this.history(future) };
  }

  // Long histories take long to write: while strokes follow each other, they are not.
  #keepSoon() {
    clearTimeout(this.#keeping);
    this.#keeping = setTimeout(() => this.keep(), 300);
  }

  keep() {
    clearTimeout(this.#keeping);
    if (!this.now) return;
    const { board, crosses, trial } = this.now;
    const id = `puzzle ${puzzleOf(board)}`;
    try {
      sessionStorage.setItem("game", JSON.stringify(this.file()));
      localStorage.setItem(id, JSON.stringify({ board, crosses, trial, seconds: this.seconds }));
      const names = [id, ...recent().filter((one) => one !== id)];
      names.splice(KEPT).forEach((one) => localStorage.removeItem(one));
      localStorage.setItem("recent", JSON.stringify(names));
    } catch { /* nothing can be stored here */ }
  }

  // Open what this tab showed last, or a file with its history.
  async restore({ now, past = [], future = [] }) {
    const complete = await this.complete(now);
    this.past = past;
    this.future = future;
    this.now = null;
    this.#show(complete);
  }

  keptHere() {
    const kept = stored(sessionStorage, "game");
    return kept?.now ? kept : null;
  }

  keptFor(board) {
    return stored(localStorage, `puzzle ${puzzleOf(board)}`);
  }

  // What was drawn on the puzzles of the last days, the latest first.
  recent() {
    return recent().map((id) => stored(localStorage, id)).filter((one) => one?.board);
  }
}

const recent = () => stored(localStorage, "recent") ?? [];

/** @param {Board} board */
function puzzleOf({ attempt, ...puzzle }) {
  return JSON.stringify(puzzle);
}

export function stored(storage, name) {
  try {
    return JSON.parse(storage.getItem(name));
  } catch {
    return null;
  }
}

export const game = new Game();
