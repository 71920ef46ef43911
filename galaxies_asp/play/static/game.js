// The state of the page: the puzzle, what is drawn, its history, and where it is kept.

import { ask, Refused } from "./ask.js";

export const key = (point) => point.join(",");
export const point = (text) => text.split(",").map(Number);

// A snapshot is never changed; every action makes a new one.
class Game extends EventTarget {
  now = null;          // {board, names, colors, progress, crosses, trial}
  past = [];
  future = [];
  pen = null;          // the dot that cells are given to
  shown = null;        // what is shown instead: {attempt, regions, ...}
  marks = [];
  seconds = 0;
  #queue = Promise.resolve();

  // Changes are made one after the other, in the order in which they were asked for.
  act(change) {
    const done = this.#queue.then(change).catch((error) => {
      if (error.name === "AbortError") return;
      this.say(error instanceof Refused ? error.message : `${error}`, true);
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

  open(snapshot) {
    this.past = [];
    this.future = [];
    this.pen = null;
    this.seconds = 0;
    this.#show({ crosses: [], trial: null, ...snapshot });
    this.dispatchEvent(new Event("open"));
  }

  put(parts) {
    this.past.push(this.now);
    this.future = [];
    this.#show({ ...this.now, ...parts });
  }

  #show(snapshot) {
    this.now = snapshot;
    this.shown = null;
    this.marks = [];
    if (this.pen !== null && this.pen >= snapshot.names.length) this.pen = null;
    this.keep();
    this.changed();
  }

  undo() {
    if (!this.past.length) return;
    this.future.push(this.now);
    this.#show(this.past.pop());
  }

  redo() {
    if (!this.future.length) return;
    this.past.push(this.now);
    this.#show(this.future.pop());
  }

  // Draw: the fields of a `move`.
  draw(fields) {
    return this.act(async () => {
      const before = this.now.progress.solved;
      const answer = await ask({ ask: "move", board: this.now.board, ...fields });
      const board = { ...this.now.board, attempt: answer.attempt };
      this.put({ board, progress: answer.progress });
      if (answer.progress.solved && !before) this.dispatchEvent(new Event("solved"));
    });
  }

  edit(fields) {
    return this.act(async () => {
      const answer = await ask({ ask: "edit", board: this.now.board, ...fields });
      this.put({ ...answer, crosses: [], trial: null });
      this.dispatchEvent(new Event("edit"));
    });
  }

  replace(board) {
    return this.act(async () => {
      const { puzzles } = await ask({ ask: "load", board });
      this.put({ ...puzzles[0], crosses: [], trial: null });
      this.dispatchEvent(new Event("edit"));
    });
  }

  clear() {
    return this.act(async () => {
      const { attempt, ...board } = this.now.board;
      const answer = await ask({ ask: "move", board });
      this.put({ board, progress: answer.progress, crosses: [], trial: null });
    });
  }

  cross(place) {
    const name = key(place);
    const crosses = this.now.crosses.includes(name)
      ? this.now.crosses.filter((one) => one !== name)
      : [...this.now.crosses, name];
    this.put({ crosses });
  }

  // A trial is drawn in another color; it is kept or discarded as a whole.
  try(on) {
    if (on) return this.put({ trial: this.now.board.attempt ?? {} });
    this.put({ trial: null });
  }

  discard() {
    return this.act(async () => {
      const board = { ...this.now.board, attempt: this.now.trial };
      const answer = await ask({ ask: "move", board });
      this.put({ board, progress: answer.progress, trial: null });
    });
  }

  choosePen(dot) {
    this.pen = dot;
    this.changed();
  }

  // What is on the board now, or what is shown instead of it.
  attempt() {
    return this.shown?.attempt ?? this.now.board.attempt ?? {};
  }

  walls(attempt = this.now.board.attempt) {
    return new Set((attempt?.walls ?? []).map(key));
  }

  label([x, y], attempt = this.attempt()) {
    return attempt.labels?.[(y - 1) / 2]?.[(x - 1) / 2] ?? null;
  }

  look(shown, marks = []) {
    this.shown = shown;
    this.marks = marks;
    this.changed();
  }

  keep() {
    const { board, crosses, trial } = this.now;
    const text = JSON.stringify({ board, crosses, trial, seconds: this.seconds });
    try {
      sessionStorage.setItem("game", text);
      localStorage.setItem(name(board), text);
      const names = JSON.parse(localStorage.getItem("recent") ?? "[]");
      const recent = [name(board), ...names.filter((one) => one !== name(board))];
      recent.splice(20).forEach((one) => localStorage.removeItem(one));
      localStorage.setItem("recent", JSON.stringify(recent));
    } catch { /* nothing can be stored here */ }
  }

  // Open what this tab showed last, or what was drawn on the same puzzle before.
  async restore(kept) {
    const { puzzles } = await ask({ ask: "load", board: kept.board });
    this.open({ ...puzzles[0], crosses: kept.crosses ?? [], trial: kept.trial ?? null });
    this.seconds = kept.seconds ?? 0;
  }

  keptHere() {
    return stored(sessionStorage, "game");
  }

  keptFor(board) {
    return stored(localStorage, name(board));
  }
}

function name({ attempt, ...puzzle }) {
  return `puzzle ${JSON.stringify(puzzle)}`;
}

function stored(storage, name) {
  try {
    return JSON.parse(storage.getItem(name));
  } catch {
    return null;
  }
}

export const game = new Game();
