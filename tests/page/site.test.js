import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { load } from "./page.js";

// Workers that are asked, and answer when the test says so.
const workers = [];
globalThis.Worker = class {
  asked = [];
  isEnded = false;

  constructor() { workers.push(this); }
  postMessage({ id, request }) { this.asked.push({ id, name: request.ask }); }
  terminate() { this.isEnded = true; }
  load(loaded) { this.onmessage({ data: { loaded } }); }
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

test("what waits for Python says how much of it is loaded, until it has started", async () => {
  const { done, said } = asked("hint");
  workers[0].load(0.256);
  assert.deepEqual(said, ["Python starts in the browser: 0 % is loaded", "Python starts in the browser: 25 % is loaded"]);
  workers[0].load(1);
  assert.equal(said.at(-1), "Python starts in the browser");
  workers[0].start();
  const second = asked("why");
  assert.deepEqual(second.said, []);
  workers[0].answer("here");
  await done;
});

test("shipped puzzles of other types, and their first hints, are shown without Python", async () => {
  const puzzles = [{ board: { family: "tents", facts: "tree((1,1))." }, picture: {}, progress: {} }];
  const files = {
    "examples.json": { "tents: one": { puzzles, strokes: ["a"] } },
    "answers.json": { files: [], puzzles: {}, hints: ["66b9a524e23d54f9"], declared: { tents: [{ name: "tree", drawing: "symbol", style: "♣", role: "Input" }] } },
    "hints/66b9a524e23d54f9.json": { head: "a tent" },
  };
  globalThis.fetch = async (name) => new Response(JSON.stringify(files[name]));
  const { answer } = await load("browser/written.js");
  assert.deepEqual(await answer({ ask: "load", text: "tents: one" }), { puzzles });
  assert.deepEqual(await answer({ ask: "collection", file: "tents: one" }), { puzzles: ["tents: one"] });
  const { board } = puzzles[0];
  assert.deepEqual(await answer({ ask: "strokes", board }), { strokes: ["a"] });
  assert.deepEqual(await answer({ ask: "hint", board: { id: "one", ...board } }), { head: "a tent" });
  assert.equal(await answer({ ask: "hint", board: { ...board, attempt: { atoms: [] } } }), undefined);
  assert.equal(await answer({ ask: "load", text: "tents: two" }), undefined);
  assert.equal(await answer({ ask: "load", text: "tents: one", under: { encoding: "x" } }), undefined);
  const other = { ask: "load", board: { family: "tents", facts: "width(2). height(1). tree((3,1))." } };
  const { puzzles: [soon] } = await answer(other, false);
  assert.match(JSON.stringify(soon.picture.drawn), /♣/);
  assert.equal(await answer(other, false), undefined);
  const text = JSON.stringify({ ...other.board, id: "of a link" });
  assert.deepEqual((await answer({ ask: "load", text }, false)).puzzles[0].picture, soon.picture);
  assert.equal(await answer({ ask: "load", text: "{" }, false), undefined);
});
