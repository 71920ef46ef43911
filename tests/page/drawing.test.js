import assert from "node:assert/strict";
import { test } from "node:test";
import { load, picture, snapshot } from "./page.js";

const { game } = await load("game.js");
const { Lattice } = await load("lattice.js");
const { paint, svg } = await load("paint.js");
const { editor, tokens } = await load("editor.js");

const layer = (name) => svg.children.find((one) => one.getAttribute("class") === name);

for (const name of ["square", "hexagonal"]) {
  const lattice = new Lattice({ width: 3, height: 3, centers: [[3, 3]], holes: [[0, 0]], lattice: name });

  test(`${name}: a place in the picture leads back to its point`, () => {
    for (const at of [[1, 1], [2, 3], [5, 4]]) {
      const [x, y] = lattice.pointAt(lattice.place(at));
      assert.ok(Math.hypot(x - at[0], y - at[1]) < 1e-9);
      assert.deepEqual(lattice.nearest(lattice.place(at)), at);
    }
  });

  test(`${name}: an edge has two cells, none of them a hole`, () => {
    const edges = [];
    for (let y = 0; y <= 6; y++) for (let x = 0; x <= 6; x++) if (lattice.isEdge([x, y])) edges.push([x, y]);
    const cells = lattice.cells();
    assert.equal(cells.length, 8);
    assert.equal(edges.length, name === "square" ? 10 : 14);
    for (const edge of edges) {
      for (const cell of lattice.sides(edge)) assert.ok(lattice.isCell(cell));
      assert.deepEqual(lattice.edgeAt(lattice.place(edge)).edge, edge);
    }
  });

  test(`${name}: a mirror image of a mirror image is the cell`, () => {
    for (const cell of lattice.cells()) {
      assert.deepEqual(lattice.mirror(0, lattice.mirror(0, cell)), cell);
    }
  });
}

test("only elements that differ are made anew", async () => {
  await game.open(snapshot);
  paint(picture("M0 0", "M1 1", "M2 2"));
  const before = [...layer("drawn").children];
  const dot = layer("over").children[0];
  paint(picture("M0 0", "M9 9", "M2 2"));
  const after = layer("drawn").children;
  assert.deepEqual(after.map((one) => one.getAttribute("d")), ["M0 0", "M9 9", "M2 2"]);
  after.forEach((one, index) => assert.equal(one, before[index]));
  assert.equal(layer("over").children[0], dot);
  paint(picture("M0 0"));
  assert.equal(layer("drawn").children.length, 1);
});

test("an element with another name replaces the one before", () => {
  const other = picture("M0 0");
  other.drawn[0] = ["mark", "circle", { r: 1 }, ""];
  paint(picture("M0 0"));
  paint(other);
  const [mark] = layer("drawn").children;
  assert.equal(mark.tagName, "circle");
  assert.equal(mark.getAttribute("d"), null);
});

test("a program is split into its tokens without a loss", () => {
  const program = '% why\n{ given(C) : dot(C) } = 1 :- not off, X = "a\\"b". #show p/1. %* two\nlines *% 12';
  const parts = tokens(program);
  assert.equal(parts.map(([, text]) => text).join(""), program);
  const of = (kind) => parts.filter(([name]) => name === kind).map(([, text]) => text);
  assert.deepEqual(of("comment"), ["% why", "%* two\nlines *%"]);
  assert.deepEqual(of("string"), ['"a\\"b"']);
  assert.deepEqual(of("keyword"), [":-", "not", "#show"]);
  assert.deepEqual(of("variable"), ["C", "C", "X"]);
  assert.deepEqual(of("number"), ["1", "1", "12"]);
});

test("lines that are inserted one by one are painted together", () => {
  const frames = new Map();
  globalThis.requestAnimationFrame = (paintNow) => frames.set(frames.size, paintNow).size - 1;
  globalThis.cancelAnimationFrame = (frame) => frames.delete(frame);
  const area = Object.assign(new EventTarget(), { value: "", scrollTop: 0, scrollLeft: 0 });
  let colors;
  editor({ querySelector: () => area, prepend: (_, second) => { colors = second; } });
  for (let line = 0; line < 100; line++) {
    area.value += "a(X) :- b(X).\n";
    area.dispatchEvent(new Event("input"));
  }
  assert.equal(frames.size, 1);
  assert.equal(colors.children.length, 0);
  for (const paintNow of frames.values()) paintNow();
  assert.equal(colors.children.map((one) => one.textContent).join(""), area.value);
});
