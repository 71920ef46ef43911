import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { load, picture, pointer, server, snapshot } from "./page.js";

const { game } = await load("game.js");
const { cancel, tools } = await load("input.js");
const { svg, view } = await load("paint.js");

const drawn = [];
const draw = game.draw.bind(game);
game.draw = (fields, stroke) => {
  drawn.push(fields);
  return draw(fields, stroke);
};

let said = "";
game.addEventListener("say", ({ detail }) => { said = detail.text; });

beforeEach(async () => {
  cancel();
  await game.open(snapshot);
  drawn.length = 0;
  Object.assign(tools, { tool: "auto", onPoint: null });
  said = "";
});

function move(places, fields) {
  const [first, ...others] = places;
  pointer(svg, "pointerdown", first, fields);
  for (const place of others) pointer(svg, "pointermove", place, fields);
}

// Press, move and release; give what is drawn.
async function drag(places, fields) {
  move(places, fields);
  pointer(svg, "pointerup", places.at(-1), fields);
  await game.act(() => {});
  return drawn;
}

test("a click at an edge draws a wall, at a drawn wall erases it", async () => {
  assert.deepEqual(await drag([[2, 1.2]]), [{ add: [[2, 1]] }]);
  game.now.board.attempt = { walls: [[2, 1]] };
  assert.deepEqual((await drag([[2, 1.2]])).at(-1), { remove: [[2, 1]] });
});

test("a judgement changes what is drawn, and nothing else of the picture", async () => {
  const { over, box } = game.picture;
  await drag([[2, 1.2]]);
  assert.deepEqual(game.now.board.attempt, { walls: [[2, 1]] });
  assert.deepEqual(game.picture.drawn.map(([role]) => role), ["wall"]);
  assert.equal(game.picture.over, over);
  assert.equal(game.picture.box, box);
});

test("a drag along edges draws all of them in one stroke", async () => {
  tools.tool = "wall";
  const [{ add }, ...more] = await drag([[0.1, 2], [5.9, 2]]);
  assert.deepEqual(add, [[1, 2], [3, 2], [5, 2]]);
  assert.equal(more.length, 0);
});

test("a drag from a dot gives it cells, and shows their mirror images", async () => {
  move([[3, 1], [5, 1]]);
  assert.deepEqual(view.stroke.cells, [[3, 1], [5, 1]]);
  assert.deepEqual(view.stroke.images, [[3, 1], [1, 1]]);
  cancel();
  const [{ cells, dot }] = await drag([[3, 1], [5, 1]]);
  assert.deepEqual([cells, dot], [[[3, 1], [5, 1]], 0]);
});

test("cells that the dot cannot have are refused with a sign and a reason", async () => {
  move([[3, 1], [3, 3]]);
  assert.deepEqual(view.stroke.refused, [[3, 3]]);
  cancel();
  const [{ cells }] = await drag([[3, 1], [3, 3]]);
  assert.deepEqual(cells, [[3, 1]]);
  assert.match(said, /c2r2 cannot belong to dot A/);
});

test("a tap on a dot gives it the cells of its complete region, and otherwise chooses it", async () => {
  game.choosePen(null);
  assert.deepEqual(await drag([[3, 1]]), []);
  assert.equal(game.pen, 0);
  game.choosePen(null);
  game.now.board.attempt = { walls: [[2, 1], [4, 1], [3, 2]] };
  game.now.progress.regions = [[null, 0, null, null, null], [null, null, null, null, null]];
  assert.deepEqual(await drag([[3, 1]]), [{ cells: [[3, 1]], dot: 0 }]);
  assert.equal(game.pen, null);
  game.now.board.attempt = { labels: [[null, 0, null, null, null], [null, null, null, null, null]] };
  await drag([[3, 1]]);
  assert.equal(game.pen, 0);
});

test("crosses are dragged over cells", async () => {
  tools.tool = "cross";
  await drag([[1, 1], [5, 1]]);
  assert.deepEqual(game.now.crosses, ["1,1", "3,1", "5,1"]);
  assert.deepEqual(drawn, []);
});

test("a drag that is canceled draws nothing", async () => {
  move([[3, 1], [5, 1]]);
  assert.equal(cancel(), true);
  pointer(svg, "pointerup", [5, 1]);
  await game.act(() => {});
  assert.deepEqual(drawn, []);
  assert.equal(view.stroke, null);
  assert.equal(cancel(), false);
});

test("two fingers zoom, and draw nothing", async () => {
  const box = () => svg.getAttribute("viewBox").split(" ").map(Number);
  const { fit, paint } = await load("paint.js");
  paint(picture());
  fit();
  const [, , before] = box();
  pointer(svg, "pointerdown", [3, 1], { pointerId: 1, pointerType: "touch" });
  pointer(svg, "pointerdown", [5, 1], { pointerId: 2, pointerType: "touch" });
  pointer(svg, "pointermove", [9, 1], { pointerId: 2, pointerType: "touch" });
  const [, , after] = box();
  assert.ok(after < before / 2.5, `${before} to ${after}`);
  pointer(svg, "pointerup", [9, 1], { pointerId: 2, pointerType: "touch" });
  pointer(svg, "pointerup", [3, 1], { pointerId: 1, pointerType: "touch" });
  await game.act(() => {});
  assert.deepEqual(drawn, []);
  fit();
});

test("the other button marks crosses along edges, and takes them away again", async () => {
  const places = [[2, 0.2], [2, 3.8]];
  const fields = { button: 2 };
  await drag([[2, 1.2]], fields);
  assert.deepEqual(game.now.crosses, ["2,1"]);
  svg.dispatchEvent(Object.assign(new Event("contextmenu"), { clientX: 2, clientY: 1.2 }));
  await drag([[2, 1.2]], fields);
  assert.deepEqual(game.now.crosses, []);
  await drag(places, fields);
  assert.deepEqual(game.now.crosses, ["2,1", "2,3"]);
  await drag(places, fields);
  assert.deepEqual(game.now.crosses, []);
  assert.deepEqual(drawn, []);
});

test("a cross on an edge excludes a wall, and one that is excluded is a cross", async () => {
  await game.cross([[2, 1], [1, 1]]);
  assert.deepEqual(game.now.board.attempt, { excluded: ["wall((2,1))"] });
  await game.cross([[2, 1]]);
  assert.equal(game.now.board.attempt, undefined);
  assert.deepEqual(game.now.crosses, ["1,1"]);
  const { board } = game.now;
  await game.open(() => ({ ...snapshot(), board: { ...board, attempt: { excluded: ["region((3,1))", "galaxy((1,1),(7,2))"] } } }));
  assert.deepEqual(game.now.crosses, ["3,1"]);
  await game.cross([[3, 1]]);
  assert.deepEqual(game.now.board.attempt, { excluded: ["galaxy((1,1),(7,2))"] });
});

test("strokes are judged in the order in which they are drawn, and are seen at once", async () => {
  let release;
  const held = new Promise((resolve) => { release = resolve; });
  game.act(() => held);
  const done = drag([[2, 1.2]]);
  drag([[4, 1.2]]);
  assert.deepEqual(game.pending.map(({ add }) => add), [[[2, 1]], [[4, 1]]]);
  release();
  await done;
  await game.act(() => {});
  assert.deepEqual(drawn.map(({ add }) => add), [[[2, 1]], [[4, 1]]]);
  assert.deepEqual(game.pending, []);
});

test("a given wall is neither erased nor crossed, and that is said until the next stroke", async () => {
  await game.open(() => ({ ...snapshot(), board: { ...snapshot().board, walls: [[2, 1]] } }));
  assert.deepEqual(await drag([[2, 1.2]]), []);
  assert.equal(said, "This wall is given.");
  await drag([[2, 1.2]], { button: 2 });
  assert.deepEqual(game.now.crosses, []);
  assert.equal(said, "This wall is given.");
  await drag([[4, 1.2]]);
  assert.equal(said, "");
});

test("a stroke that a clue forbids is refused with its place", async () => {
  const facts = "width(2). height(1). tree((3,1)). count((-1,1),1). count((3,-1),0).";
  await game.open(() => ({ ...snapshot(), board: { family: "tents", facts } }));
  const has = [[[3, 1], "c2r1 has tree"], [[-1, 1], "the head of r1 has count 1"], [[3, -1], "the head of c2 has count 0"]];
  for (const [place, reason] of has) {
    await drag([place]);
    assert.equal(said, `Nothing can be drawn there: ${reason}.`);
  }
});

test("a key says what it has changed under the cursor", async () => {
  const press = (key) => svg.dispatchEvent(Object.assign(new Event("keydown", { cancelable: true }), { key }));
  press("ArrowRight");
  press("ArrowRight");
  assert.equal(said, "between c1r1 and c2r1, no wall");
  press(" ");
  await game.act(() => {});
  assert.equal(said, "between c1r1 and c2r1, wall");
});

test("undo takes back the stroke that a lost server does not answer", async () => {
  const { board } = snapshot();
  await game.open(() => ({ ...snapshot(), board: { ...board, variants: ["thin"] } }));
  const before = game.past.length;
  server.answer = () => { throw new Error("lost"); };
  await drag([[2, 1.2]]);
  assert.match(said, /does not answer/);
  assert.deepEqual(game.pending, [{ add: [[2, 1]] }]);
  await game.undo();
  assert.deepEqual(game.pending, []);
  assert.equal(game.past.length, before);
  server.answer = () => ({});
});

test("a tool on a point takes the touch", async () => {
  const taken = [];
  tools.onPoint = (at) => taken.push(at);
  assert.deepEqual(await drag([[2, 1.2]]), []);
  assert.deepEqual(taken, [[2, 1]]);
});
