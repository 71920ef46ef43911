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
  answer(answer) { this.onmessage({ data: { id: this.asked.shift().id, event: { answer } } }); }
};
document.documentElement.dataset.site = "pyodide";
const { ask } = await load("ask.js");

const names = () => workers.at(-1).asked.map(({ name }) => name);
const asked = (name) => {
  const controller = new AbortController();
  return { controller, done: ask({ ask: name }, { controller }) };
};

beforeEach(() => {
  workers.at(-1)?.onerror();
  workers.length = 0;
});

test("a request that has its answer cannot be canceled anymore", async () => {
  const { controller, done } = asked("hint");
  workers[0].answer("here");
  assert.equal(await done, "here");
  controller.abort();
  assert.equal(workers[0].isEnded, false);
});

test("what else is waiting is asked again when Python is started again", async () => {
  const long = asked("count");
  const stroke = asked("move");
  long.controller.abort(new DOMException("", "AbortError"));
  await assert.rejects(long.done, { name: "AbortError" });
  assert.equal(workers[0].isEnded, true);
  assert.deepEqual(names(), ["move"]);
  workers[1].answer("drawn");
  assert.equal(await stroke.done, "drawn");
});

test("Python that cannot be started is started again for the next request", async () => {
  const first = asked("move");
  workers[0].onerror();
  await assert.rejects(first.done, /cannot be started/);
  const second = asked("move");
  workers[1].answer("drawn");
  assert.equal(await second.done, "drawn");
});
