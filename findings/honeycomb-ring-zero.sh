#!/usr/bin/env bash
# honeycomb-grid (npm): a ring of radius 0 has no hexagon; a spiral of radius 0 has its center.
# Guess: the center, at distance 0, so that the rings of radius 0 to n make the spiral of radius n.
# Needs: npm.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --prefix "$folder" honeycomb-grid@4.1.5 > /dev/null
cd "$folder"
cat > ring.mjs <<'END'
import assert from "assert";
import { defineHex, Grid, ring, spiral } from "honeycomb-grid";

const Hex = defineHex();
const size = (traverser) => new Grid(Hex, traverser).size;
const rings = [0, 1, 2].map((radius) => size(ring({ center: [0, 0], radius })));
const spirals = [0, 1, 2].map((radius) => size(spiral({ start: [0, 0], radius })));
console.log("hexagons for the radius 0, 1, 2: ring:", ...rings, "spiral:", ...spirals);
assert.deepEqual([rings, spirals], [[0, 6, 12], [1, 7, 19]]);
END
grep '"version"' node_modules/honeycomb-grid/package.json
node ring.mjs
