// The state of the page: the board, what is drawn, its history, and where it is kept.

import { ask, common, server } from "./ask.js";
import { edited, excludedOn, moved, placeOf } from "./browser/edits.js";
import { dotName } from "./browser/grid.js";
import { pictureOf } from "./browser/picture.js";
import { key, Lattice, point } from "./lattice.js";
import { store, stored } from "./stored.js";

export { key, point };

const KEPT = 20;           // puzzles
const LONGEST = 1_500_000;  // characters of the history

// A snapshot is never changed; every action makes a new one.
class Game extends EventTarget {
  /** @type {Snapshot | null} */ now = null;
  /** @type {Board | null} */ puzzle = null;      // the board without what is drawn on it
  /** @type {Snapshot[]} */ past = [];
  /** @type {Snapshot[]} */ future = [];
  /** @type {number | null} */ pen = null;        // the dot that cells are given to
  /** @type {Look | null} */ shown = null;        // what is shown instead
  /** @type {Mark[]} */ marks = [];
  /** @type {string[]} */ names = [];           // of the dots
  /** @type {Atom[]} */ strokes = [];             // of other families: what can be drawn
  letters = false;
  seconds = 0;
  notes = "";
  /** @type {Lattice | null} */ lattice = null;
  /** @type {Picture | null} */ picture = null;
  /** @type {any[]} */ #unsent = [];            // the actions whose answers are awaited
  /** @type {any[]} */ #lost = [];              // those of them that got none
  #queue = Promise.resolve();
  #opened = 0;
  #looks = 0;
  /** @type {any} */ #keeping = null;

  // Changes are made one after the other, in the order in which they were asked for.
  /** @type {(change: () => any) => Promise<any>} */
  act(change) {
    const done = this.#queue.then(change);
    this.#queue = done.then(() => {}, () => {});
    return done;
  }

  // A change of the board that is shown; it is dropped if another one is opened before.
  // An action that is named by its method and what it was called with is not lost when
  // the page is left before it is done.
  #change(change, action = null) {
    const opened = this.#opened;
    return this.#acting(() => (opened === this.#opened ? change() : undefined), action);
  }

  // An action that a lost server does not answer is repeated when it answers again.
  async #acting(change, action) {
    if (action) this.#unsent.push(action);
    const isLost = ({ message }) => action !== null && message === server.silent;
    try {
      return await this.act(async () => {
        try {
          const done = await change();
          this.#forget(action);
          return done;
        } catch (error) {
          if (isLost(error)) this.#lost.push(action);
          else this.#forget(action);
          throw error;
        }
      });
    } catch (error) {
      this.report(error);
    }
  }

  #forget(action) {
    this.#unsent = this.#unsent.filter((one) => one !== action);
  }

  repeat() {
    for (const action of this.#lost.splice(0)) {
      this.#forget(action);
      const [name, ...parts] = action;
      this[name](...parts);
    }
  }

  // Say what went wrong; a request that was replaced says nothing.
  report({ message, name }) {
    if (message) this.say(message, name !== "AbortError");
  }

  say(text, alert = false) {
    this.dispatchEvent(new CustomEvent("say", { detail: { text, alert } }));
  }

  changed() {
    this.dispatchEvent(new Event("change"));
  }

  // Another board, which `load` gives: the one before can be had again by Undo.
  /** @type {(load: () => any) => Promise<void>} */
  open(load) {
    return this.act(async () => {
      const snapshot = await load();
      this.#opened++;
      this.#lost.splice(0).forEach((action) => this.#forget(action));
      this.#next({ crosses: [], trial: [], seconds: 0, ...snapshot });
    });
  }

  #next(snapshot) {
    if (this.now) this.past.push(this.now);
    this.future = [];
    this.#show(snapshot);
  }

  #put(parts) {
    this.#next({ ...this.now, ...parts });
  }

  #show(snapshot) {
    const before = this.now;
    const puzzle = bare(snapshot.board);
    const excluded = excludedOn(snapshot.board).map(placeOf);
    if (excluded.length) snapshot.crosses = [...new Set([...snapshot.crosses, ...excluded])];
    const isOther = JSON.stringify(this.puzzle) !== JSON.stringify(puzzle);
    if (isOther && before) before.seconds = this.seconds;
    this.now = snapshot;
    this.shown = null;
    this.marks = [];
    this.#looks++;
    this.picture = pictureOf(snapshot, { letters: this.letters });
    if (isOther) {
      this.puzzle = puzzle;
      this.lattice = puzzle.family ? null : new Lattice(puzzle);
      this.names = (puzzle.centers ?? []).map((_, dot) => dotName(dot));
      this.seconds = snapshot.seconds ?? 0;
      this.notes = snapshot.notes ?? this.keptFor(puzzle)?.notes ?? "";
      this.pen = null;
      this.strokes = [];
      this.dispatchEvent(new Event("open"));
    }
    if ((snapshot.judged ?? PLAIN) !== this.#manner()) this.refresh();
    this.#keepSoon();
    this.changed();
  }

  // By which rules boards are judged; a snapshot is judged again by others.
  #manner() {
    return JSON.stringify(common.under ?? null);
  }

  // A stroke that a lost server did not answer is the last one.
  async undo() {
    const lost = this.#lost.pop();
    if (!lost) return this.#step("past", "future", ["undo"]);
    this.#forget(lost);
    this.changed();
  }

  redo() {
    return this.#step("future", "past", ["redo"]);
  }

  #step(from, to, action) {
    return this.#acting(async () => {
      if (!this[from].length) return;
      this.say("");
      const target = await this.complete(this[from].at(-1));
      this[from].pop();
      this[to].push(this.now);
      this.#show(target);
    }, action);
  }

  // A snapshot with its progress; those that were kept over a reload have none.
  async complete(snapshot) {
    if (snapshot.progress) return snapshot;
    const [puzzle] = await this.load({ board: snapshot.board });
    return { crosses: [], trial: [], ...snapshot, ...puzzle };
  }

  async load(fields) {
    const judged = this.#manner();
    const { puzzles } = await ask({ ask: "load", ...fields });
    return puzzles.map((puzzle) => ({ judged, ...puzzle }));
  }

  // Draw: the fields of a stroke, or another board. It is judged before it is painted,
  // and painted before where Python judges.
  draw(fields, stroke = null) {
    return this.#change(() => this.#move(fields), ["draw", fields, stroke])
      .finally(() => this.dispatchEvent(new Event("judged")));
  }

  // The strokes that are drawn, and not yet judged.
  /** @returns {Stroke[]} */
  get pending() {
    return this.#unsent.flatMap(([name, , stroke]) => (name === "draw" && stroke ? [stroke] : []));
  }

  async #move({ board = this.now.board, ...fields }, parts = {}) {
    const before = this.now.progress.solved;
    const [{ board: { attempt }, ...judged }] = await this.load({ board: moved(board, fields) });
    this.#put({ ...judged, board: { ...this.now.board, attempt }, ...parts });
    const { progress } = this.now;
    if (progress.solved && !before) this.dispatchEvent(new Event("solved"));
  }

  edit(fields) {
    const change = ({ board } = this.now) => (board.family ? this.load({ ask: "edit", board, ...fields })
      : this.load({ board: edited(board, fields) }));
    return this.#replace(change, ["edit", fields]);
  }

  replace(board) {
    return this.#replace(() => this.load({ board }), ["replace", board]);
  }

  #replace(load, action) {
    return this.#change(async () => {
      this.#next({ crosses: [], trial: [], seconds: this.seconds, ...(await load())[0] });
    }, action);
  }

  clear() {
    const parts = { crosses: [], trial: [] };
    return this.#change(() => this.#move({ board: this.puzzle }, parts), ["clear"]);
  }

  cross(places, on = null) {
    return this.#change(() => {
      const crosses = new Set(this.now.crosses);
      for (const name of places.map(key)) {
        if (on ?? !crosses.has(name)) crosses.add(name);
        else crosses.delete(name);
      }
      this.#put({ crosses: [...crosses], board: this.#without(crosses) });
    }, ["cross", places, on]);
  }

  // The board with what crosses exclude: a wall on an edge; hints know it.
  #without(crosses) {
    const { board } = this.now;
    const { excluded: all = [], ...attempt } = board.attempt ?? {};
    const walls = [...crosses].filter((one) => this.lattice.isEdge(point(one))).map((one) => `wall((${one}))`);
    const gone = excludedOn(board).filter((atom) => !crosses.has(placeOf(atom)));
    const excluded = [...new Set([...all.filter((atom) => !gone.includes(atom)), ...walls])].sort();
    const whole = { ...attempt, ...(excluded.length ? { excluded } : {}) };
    return { ...board, attempt: Object.keys(whole).length ? whole : undefined };
  }

  // Trials are drawn in another color, may be nested, and are kept or discarded.
  try() {
    return this.#change(() => {
      this.#put({ trial: [...this.now.trial, this.now.board.attempt ?? {}] });
    }, ["try"]);
  }

  keepTrial() {
    return this.#change(() => this.#put({ trial: this.now.trial.slice(0, -1) }), ["keepTrial"]);
  }

  discard() {
    return this.#change(() => {
      const board = { ...this.now.board, attempt: this.now.trial.at(-1) };
      return this.#move({ board }, { trial: this.now.trial.slice(0, -1) });
    }, ["discard"]);
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

  // The places that are crossed on the board that is shown; help shows them as they are drawn.
  get crosses() {
    const { board, crosses } = this.shown ?? this.now;
    return crosses ?? excludedOn(board).map(placeOf);
  }

  // The dot of a cell, likewise.
  label(cell) {
    const isOf = ({ cells = [], images = [] }) => [...cells, ...images].some((one) => key(one) === key(cell));
    const stroke = this.pending.findLast(isOf);
    return stroke ? stroke.dot : labelOf(this.now.board.attempt, cell);
  }

  // Show marks, or another board, instead of what is drawn; with the letters of dots that
  // a sentence names.
  async look(shown, marks = [], isNamed = false) {
    const look = ++this.#looks;
    this.shown = shown;
    this.marks = marks;
    try {
      const { counts, edges, board: other } = shown ?? {};
      // On boards of other families Python draws the marks.
      const board = other ?? (marks.length && this.now.board.family ? this.now.board : null);
      const drawn = board ? (await this.load({ board, marks }))[0] : {};
      if (look !== this.#looks) return;
      this.picture = pictureOf({ ...this.now, ...drawn }, { counts, edges, marks, letters: this.letters || isNamed });
      this.changed();
    } catch (error) {
      this.report(error);
      if (look === this.#looks) this.look(null);
    }
  }

  // Judge again, for instance by other rules.
  refresh() {
    return this.#change(async () => {
      if (!this.now) return;
      const [{ board: _, ...judged }] = await this.load({ board: this.now.board });
      this.now = { ...this.now, ...judged };
      if (!this.shown && !this.marks.length) this.picture = pictureOf(this.now, { letters: this.letters });
      this.changed();
    });
  }

  // The history without pictures, the latest part of it.
  history(snapshots) {
    let rest = LONGEST;
    const small = snapshots.map(({ board, crosses, trial, seconds }) => ({ board, crosses, trial, seconds }));
    return small.reverse().filter((one) => (rest -= JSON.stringify(one).length) > 0).reverse();
  }

  file() {
    const { past, future } = this;
    const [kept] = this.history([{ ...this.now, seconds: this.seconds }]);
    const now = { ...kept, ...(this.notes ? { notes: this.notes } : {}) };
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
    const id = nameOf(board);
    store("game", { ...this.file(), unsent: this.#unsent }, "sessionStorage");
    store(id, { board, crosses, trial, seconds: this.seconds, notes: this.notes });
    const names = [id, ...recent().filter((one) => one !== id)];
    names.splice(KEPT).forEach((one) => store(one, undefined));
    store("recent", names);
  }

  // Open what this tab showed last, or a file with its history.
  restore({ now, past = [], future = [] }) {
    return this.act(async () => {
      const complete = await this.complete(now);
      if (this.now) this.past.push(this.now);
      this.past.push(...past);
      this.future = future;
      this.#opened++;
      this.#show(complete);
    });
  }

  keptFor(board) {
    return stored(nameOf(board));
  }

  // What was drawn on the puzzles of the last days, the latest first.
  recent() {
    return recent().map((id) => stored(id)).filter((one) => one?.board);
  }
}

const PLAIN = JSON.stringify(null);
const recent = () => stored("recent") ?? [];
// A puzzle is the same one without its name, which addresses do not hold.
/** @type {(board: Board) => string} */
const nameOf = ({ attempt, id, source, ...puzzle }) => `puzzle ${JSON.stringify(puzzle)}`;

export const labelOf = (attempt, [x, y]) => attempt?.labels?.[(y - 1) / 2]?.[(x - 1) / 2] ?? null;

/** @type {(board: Board) => Board} */
function bare({ attempt, ...puzzle }) {
  return puzzle;
}

export const game = new Game();
server.addEventListener("answers", () => game.repeat());
