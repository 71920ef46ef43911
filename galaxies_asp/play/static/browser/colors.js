// The color of each dot: core/drawing/coloring.py says how they are chosen, and a test
// compares both.

import { NO_DOT } from "./grid.js";

const PALETTE = ["#9fccf4", "#fdf7c4", "#f3cbe6", "#addaa6", "#f4bf8b", "#c4c8ce", "#c8f5ee", "#b7a6e6"];
const [INK, PAPER] = [[1000, "#7d828c"], [1001, "#ffffff"]];
const [SHARE, CANDIDATES, PASSES] = [8, 6, 10];

// The rank and the fill of the region of each dot.
/** @returns {[number, string][]} */
export function colorsOf(grid) {
  grid.colors ??= chosen(grid);
  return grid.colors;
}

function chosen(grid) {
  const black = grid.isBlack.filter(Boolean).length;
  if (black && black < grid.dots.length) return grid.isBlack.map((isBlack) => (isBlack ? INK : PAPER));
  const touching = contacts(grid, chances(grid));
  const colors = grid.dots.map(() => NO_DOT);
  for (let pass = 0; pass < PASSES; pass++) {
    const before = `${colors}`;
    touching.forEach((others, dot) => {
      const cost = PALETTE.map(() => 0);
      for (const [other, chance] of others) if (colors[other] !== NO_DOT) cost[colors[other]] += Math.min(chance, 1);
      const least = Math.min(...cost);
      if (colors[dot] === NO_DOT || cost[colors[dot]] > least) colors[dot] = cost.indexOf(least);
    });
    if (`${colors}` === before) break;
  }
  return colors.map((color) => [color, PALETTE[color]]);
}

// For each cell the dots that may have it, with their chances.
function chances(grid) {
  const all = new Map(grid.cells.map((cell) => [cell, new Map()]));
  const owner = new Map(grid.dots.flatMap((center, dot) => grid.touched(center).map((cell) => [cell, dot])));
  const most = SHARE * all.size / Math.max(1, grid.dots.length) + SHARE;
  grid.dots.forEach((center, dot) => {
    const distance = new Map(grid.touched(center).map((cell) => [cell, 0]));
    const waiting = [...distance.keys()];
    for (let at = 0; at < waiting.length && distance.size < most; at++) {
      const cell = waiting[at];
      for (const other of grid.neighbors(cell).sort((one, two) => one - two)) {
        const image = grid.mirror(dot, other);
        if (distance.has(other) || image < 0) continue;
        if ((owner.get(other) ?? dot) !== dot || (owner.get(image) ?? dot) !== dot) continue;
        distance.set(other, distance.get(cell) + 1);
        distance.set(image, distance.get(cell) + 1);
        waiting.push(other, image);
      }
    }
    for (const [cell, steps] of distance) all.get(cell).set(dot, (steps + 0.5) ** -2);
  });
  const likely = new Map([...all].map(([cell, dots]) => [cell, normalized(dots)]));
  return new Map([...likely].map(([cell, dots]) => [cell, normalized(new Map([...dots].map(([dot, chance]) =>
    [dot, chance * (likely.get(grid.mirror(dot, cell))?.get(dot) ?? 0)])))]));
}

// The largest of the chances, with the sum 1.
function normalized(dots) {
  const largest = [...dots].sort(([, one], [, other]) => other - one).slice(0, CANDIDATES);
  const total = largest.reduce((sum, [, chance]) => sum + chance, 0) || 1;
  return new Map(largest.map(([dot, chance]) => [dot, chance / total]));
}

// For each dot the expected number of contacts with each other region.
function contacts(grid, likely) {
  const touching = grid.dots.map(() => new Map());
  const add = (one, two, chance) => touching[one].set(two, (touching[one].get(two) ?? 0) + chance);
  for (const [cell, dots] of likely) {
    const [x, y] = grid.point(cell);
    for (const [dx, dy] of grid.lattice.steps) {
      if (!grid.isInside(x + dx, y + dy)) continue;
      const others = likely.get(grid.id(x + dx, y + dy)) ?? new Map();
      for (const [one, chance] of dots) {
        for (const [two, other] of others) {
          if (one === two) continue;
          add(one, two, chance * other);
          add(two, one, chance * other);
        }
      }
    }
  }
  return touching;
}
