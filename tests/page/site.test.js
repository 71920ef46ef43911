import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { load } from "./page.js";

// What clingo says of a board with 500,000 solutions, of which it counts some.
function counted(most) {
  const number = Math.min(most, 500_000);
  return { code: 30, messages: "", answer: { Call: [{}], Models: { Number: number, More: number < most ? "no" : "yes" } } };
}

// Workers that are asked, and answer when the test says so.
const workers = [];
globalThis.Worker = class {
  asked = [];
  isEnded = false;

  constructor() { workers.push(this); }
  postMessage({ id, request, options }) {
    if (options) queueMicrotask(() => this.onmessage({ data: counted(parseInt(options, 10)) }));
    else this.asked.push({ id, name: request.ask });
  }
  terminate() { this.isEnded = true; }
  start() { this.onmessage({ data: { ready: true } }); }
  answer(answer) { this.onmessage({ data: { id: this.asked.shift().id, event: { answer } } }); }
};
const { ask } = await load("browser/python.js");

const names = () => workers.at(-1).asked.map(({ name }) => name);
const asked = (name) => {
  const controller = new AbortController();
  const said = [];
  return { controller, said, done: ask({ ask: name }, controller.signal, ({ text }) => said.push(text)) };
};

beforeEach(() => {
  workers.at(-1)?.onerror();
  workers.length = 0;
});

test("a request that has its answer cannot be canceled anymore", async () => {
  const { controller, done } = asked("hint");
  workers[0].answer("here");
  assert.deepEqual(await done, { answer: "here" });
  controller.abort();
  assert.equal(workers[0].isEnded, false);
});

test("what else is waiting is asked again when Python is started again", async () => {
  const long = asked("count");
  const stroke = asked("move");
  long.controller.abort(new DOMException("", "AbortError"));
  assert.equal(await long.done, undefined);
  assert.equal(workers[0].isEnded, true);
  assert.deepEqual(names(), ["move"]);
  workers[1].answer("drawn");
  assert.deepEqual(await stroke.done, { answer: "drawn" });
});

test("Python that cannot be started is started again for the next request", async () => {
  const first = asked("move");
  workers[0].onerror();
  assert.match((await first.done).error, /cannot be started/);
  const second = asked("move");
  workers[1].answer("drawn");
  assert.deepEqual(await second.done, { answer: "drawn" });
});

test("what waits for Python says how long it takes to start, until it has", async () => {
  const { done, said } = asked("hint");
  assert.match(said[0], /^Python starts in the browser: about \d+ s more$/);
  workers[0].start();
  const second = asked("why");
  assert.deepEqual(second.said, []);
  workers[0].answer("here");
  await done;
});

test("counting says how many solutions there are at least, and goes on", async () => {
  globalThis.fetch = async () => new Response(JSON.stringify({ mixes: {}, files: { "galaxies/grow.lp": "" } }));
  const { answer } = await load("browser/solving.js");
  const board = { schema: 1, width: 1, height: 1, centers: [[1, 1]] };
  const said = [];
  const count = answer({ ask: "count", board });
  const found = await count(new AbortController().signal, ({ text }) => said.push(text));
  assert.deepEqual(said, ["at least 100,000 solutions", "at least 400,000 solutions"]);
  assert.deepEqual(found, { count: 500_000, complete: true, text: "500,000 solutions." });
});

test("shipped puzzles of other types are shown without Python", async () => {
  const puzzles = [{ board: { family: "tents", facts: "tree((1,1))." }, picture: {}, progress: {} }];
  globalThis.fetch = async (name) => new Response(JSON.stringify(name === "examples.json" ? { "tents: one": { puzzles, strokes: ["a"] } }
    : { files: [], puzzles: {} }));
  const { answer } = await load("browser/written.js");
  assert.deepEqual(await answer({ ask: "load", text: "tents: one" }), { puzzles });
  assert.deepEqual(await answer({ ask: "collection", file: "tents: one" }), { puzzles: ["tents: one"] });
  assert.deepEqual(await answer({ ask: "strokes", board: puzzles[0].board }), { strokes: ["a"] });
  assert.equal(await answer({ ask: "load", text: "tents: two" }), undefined);
  assert.equal(await answer({ ask: "load", text: "tents: one", under: { encoding: "x" } }), undefined);
});
