// Boards of other families, drawn by mouse and by keys: node atoms.js BOARDS, a file of
// JSON with a list of {name, board, strokes, solution}.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { load, pointer, server } from "./page.js";

const { game } = await load("game.js");
const { next, places } = await load("atoms.js");
await load("input.js");
const { paint, svg, view } = await load("paint.js");

const progress = { faults: [], complete: [], regions: [], solved: false };
const shown = (board) => ({ board, progress, picture: { drawn: [], box: [0, 0, 9, 9] } });
server.answer = ({ ask, board }) => (ask === "load" ? { puzzles: [shown(board)] } : {});

async function stroke(points, fields) {
  const [first, ...others] = points;
  pointer(svg, "pointerdown", first, fields);
  for (const place of others) pointer(svg, "pointermove", place, fields);
  pointer(svg, "pointerup", points.at(-1), fields);
  await game.act(() => {});
}

async function press(key) {
  svg.dispatchEvent(Object.assign(new Event("keydown", { cancelable: true }), { key }));
  await game.act(() => {});
}

const atoms = () => game.now.board.attempt?.atoms ?? [];
const excluded = () => game.now.board.attempt?.excluded ?? [];
const wantedAt = ({ atoms: some }, solution) => some.filter(({ atom }) => solution.includes(atom));

// Repeat an action until a place has what is wanted there.
async function until(place, solution, action) {
  const wanted = wantedAt(place, solution);
  for (let turn = 0; turn <= place.atoms.length; turn++) {
    if (wanted.every(({ atom }) => atoms().includes(atom))) return;
    await action();
  }
  assert.fail(`${wanted[0].atom} cannot be drawn`);
}

for (const { name, board, strokes, solution } of JSON.parse(readFileSync(process.argv[2], "utf8"))) {
  const open = async () => {
    await game.open(() => shown(board));
    game.strokes = strokes;
    paint(game.picture);
    return places().filter((place) => wantedAt(place, solution).length);
  };

  test(`${name}: clicks draw the solution, and the other button excludes the rest`, async () => {
    for (const place of await open()) await until(place, solution, () => stroke([place.at]));
    assert.deepEqual(atoms(), solution);
    const rest = places().filter((place) => !wantedAt(place, solution).length && place.atoms.length < 3);
    for (const { at } of rest) await stroke([at], { button: 2 });
    assert.deepEqual(excluded(), rest.flatMap(({ atoms: some }) => some.map(({ atom }) => atom)).sort());
    assert.deepEqual(atoms(), solution);
    for (const { at } of rest) await stroke([at], { button: 2 });
    assert.deepEqual(excluded(), []);
  });

  test(`${name}: drags from end to end draw the solution`, async () => {
    for (const place of await open()) {
      const points = place.ends.length ? place.ends : [place.at];
      await until(place, solution, () => stroke(points));
    }
    assert.deepEqual(atoms(), solution);
  });

  test(`${name}: keys reach each place, draw there and exclude`, async () => {
    await open();
    const ways = [[1, 0], [-1, 0], [0, 1], [0, -1]];
    const reached = new Set([places()[0]]);
    for (const place of reached) ways.map((way) => next(place.at, way)).filter(Boolean).forEach((at) => reached.add(places().find((one) => one.at === at)));
    assert.equal(reached.size, places().length);
    await press("ArrowRight");
    assert.deepEqual(view.cursor, places()[0].at);
    await press(" ");
    assert.deepEqual(atoms(), [places()[0].atoms[0].atom]);
    await press("x");
    assert.ok(excluded().includes(places()[0].atoms[0].atom));
    assert.deepEqual(atoms(), []);
  });
}
