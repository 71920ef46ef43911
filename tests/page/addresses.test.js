import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./page.js";

const { addressOf, readAddress } = await load("addresses.js");
const { parsed, gameId } = await load("browser/notations.js");

const ID = "7x7:cghsppedzzaccdtce";
const SOLVED = "z=eNozrzC3Sk7PKC4oSE2pqkpMTk4pSU5lYCwwPN0kosRg0DR1OQMSYGNgZGBmYALSLAysDOwMHEAWOwMnAxcDDxBzM_Ay8DHwAwA3SwzS";

test("an address of the version before opens with its drawing", async () => {
  const { board } = await readAddress(`http://here/#${SOLVED}`);
  assert.equal(board.width, 7);
  assert.deepEqual(board.attempt.labels[6], [9, 12, 13, 13, 11, 14, 8]);
  assert.equal(board.attempt.walls.length, 48);
  assert.ok((await addressOf(board)).length < SOLVED.length + 10);
});

test("what an address holds of random drawings is what was drawn", async () => {
  let seed = 1;
  const random = (most) => (seed = seed * 48271 % 2147483647) % most;
  for (const puzzle of [parsed(ID), { schema: 1, width: 3, height: 2, centers: [[2, 1], [5, 2]], holes: [[0, 1]] },
    { schema: 1, width: 3, height: 3, centers: [[3, 3], [1, 3]], lattice: "hexagonal", holes: [[0, 0]] }]) {
    const isHole = (x, y) => puzzle.holes?.some(([column, row]) => column === x && row === y);
    for (let time = 0; time < 20; time++) {
      const labels = Array.from({ length: puzzle.height }, (_, y) => Array.from({ length: puzzle.width }, (__, x) =>
        (isHole(x, y) || !random(3) ? null : random(2))));
      labels[0][1] = 0;
      const walls = [[4, 1], [2, 1], [3, 2]].filter(([x]) => !random(2) && !(x === 2 && isHole(0, 0)));
      const board = { ...puzzle, attempt: { walls, labels } };
      const { board: found } = await readAddress(`see <http://here/#${await addressOf(board)}>.`);
      assert.deepEqual(found.attempt.labels, labels);
      assert.deepEqual(found.attempt.walls.sort(), walls.sort());
      assert.deepEqual({ ...found, attempt: 0 }, { ...puzzle, attempt: 0 });
    }
  }
});

test("an address that is cut off is refused", async () => {
  for (let length = 3; length < SOLVED.length; length += 7) {
    await assert.rejects(readAddress(`#${SOLVED.slice(0, length)}`), /cut off/);
  }
});

test("game IDs and addresses of puzz.link are read, and IDs written", () => {
  assert.equal(gameId(parsed(ID)), ID);
  const holes = parsed("https://puzz.link/p?tentaisho/5/5/6fl94fi65en8dbf10000");
  assert.deepEqual(holes.holes, [[4, 0]]);
  assert.equal(gameId(holes), null);
  for (const text of ["7x7", "7x7:cZ", "3x3:zz", "", "{", "a.", "https://puzz.link/p?tentaisho/5/5/6f"]) assert.equal(parsed(text), null);
});

test("the text of a puzzle in an address is decoded", async () => {
  for (const address of ["http://127.0.0.1:8717/#p=7x7:cghsppedzzaccdtce", "look: <http://127.0.0.1:8717/#p=7x7%3Acghsppedzzaccdtce>"]) {
    assert.deepEqual(await readAddress(address), { text: ID });
  }
  assert.equal(await readAddress("7x7:cghsppedzzaccdtce"), null);
});
