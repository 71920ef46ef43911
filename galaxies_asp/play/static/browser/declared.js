// Boards of other types on squares, by families/declared.py, until Python draws them.

import { gridOf } from "./grid.js";
import { cellsPath, DARK, edgesPath, framed, line, shape, texts } from "./picture.js";

const ATOM = /(\w+)\(\((-?\d+),(-?\d+)\)(?:,"?([^()",]+)"?)?\)/g;
const [SHADE, PATH, THIN, LIGHT] = ["#70747c", "#008866", "#7a4a1f", "#fff"];
const CORNERS = { "lower left": [-0.45, 0.45], "upper right": [0.45, -0.45] };

// The sides of cells at which a region ends.
function borders(some) {
  const regions = new Map(some.map(({ at, value }) => [`${at}`, value]));
  return some.flatMap(({ at: [x, y], value }) => [[1, 0], [-1, 0], [0, 1], [0, -1]]
    .filter(([dx, dy]) => regions.get(`${x + 2 * dx},${y + 2 * dy}`) !== value).map(([dx, dy]) => [x + dx, y + dy]));
}

function shapesOf(grid, { drawing, style, role }, some, blocks) {
  const places = some.map(({ at }) => at);
  const cells = (fill) => shape("cell", { fill }, cellsPath(grid, places.map(([x, y]) => grid.id(x, y))));
  const written = (items, size, isLight) => texts("clue", grid, items.map(({ at, value }) => [at, value]), size, isLight ? LIGHT : DARK);
  const numbers = (items) => [false, true].flatMap((isLight) => written(items.filter(({ at }) => blocks.has(`${at}`) === isLight), 1.2, isLight));
  const discs = (all, r, fill) => all.map(([cx, cy]) => ["clue", "circle", { cx: `${cx}`, cy: `${cy}`, r, stroke: DARK, "stroke-width": "0.1", fill }, []]);
  const corner = CORNERS[style];
  switch (drawing) {
    case "shade": return cells(SHADE);
    case "block": return [...cells(DARK), ...numbers(some.filter(({ value }) => value && value !== "?"))];
    case "region": return shape("wall", line(0.2), edgesPath(grid, borders(some)));
    case "wall": return shape("wall", line(0.2), edgesPath(grid, places));
    case "line": {
      const stroke = style ? THIN : role === "Input" ? DARK : PATH;
      const path = places.map(([x, y]) => (x % 2 ? `M${x} ${y - 1}v2` : `M${x - 1} ${y}h2`)).join("");
      return shape("path", { ...line(style ? 0.14 : 0.3), stroke }, path);
    }
    case "dot": return discs(grid.cells.map((id) => grid.point(id)), "0.25", DARK);
    case "circle": return discs(places, "0.72", style ? DARK : LIGHT);
    case "number": {
      const isIn = ({ at }) => corner && Math.min(...at) > 0;
      const moved = some.filter(isIn).map(({ at: [x, y], value }) => ({ at: [x + corner[0], y + corner[1]], value }));
      return [...written(moved, 0.75, blocks.size), ...numbers(some.filter((one) => !isIn(one)))];
    }
    default: return numbers(some.map(({ at }) => ({ at, value: style })));
  }
}

/** The picture of a board; undefined if it is not one of squares. @returns {any} */
export function declaredPicture({ facts, attempt }, declared) {
  const [width, height] = ["width", "height"].map((name) => Number(new RegExp(`\\b${name}\\((\\d+)\\)`).exec(facts)?.[1]));
  if (!declared || !width || !height) return undefined;
  const atoms = [...[facts, ...attempt?.atoms ?? []].join(" ").matchAll(ATOM)].map(([, name, x, y, value]) => ({ name, at: [+x, +y], value }));
  const of = (name) => atoms.filter((one) => one.name === name);
  const grid = gridOf(/** @type {any} */ ({ width, height, holes: of("hole").map(({ at }) => at.map((one) => (one - 1) / 2)) }));
  const blocks = new Set(declared.filter(({ drawing }) => drawing === "block").flatMap(({ name }) => of(name)).map(({ at }) => `${at}`));
  const { under, over, box: [x, y, right, below] } = framed(grid, false, {});
  const [left, top] = [0, 1].map((axis) => (atoms.some(({ at }) => at[axis] < 0) ? 2 : 0));
  under.push(...over.filter(([role]) => role === "grid"));
  return { under, over: [], drawn: declared.flatMap((one) => shapesOf(grid, one, of(one.name), blocks)), box: [x - left, y - top, right + left, below + top] };
}
