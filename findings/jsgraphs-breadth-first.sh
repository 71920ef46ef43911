#!/usr/bin/env bash
# js-graph-algorithms (npm): in a triangle, breadth first search from 0 finds the path 0, 1, 2 to 2:
# a node is marked when it leaves the queue, and until then each neighbor may become its predecessor.
# Guess: 0, 2: breadth first search finds paths with the fewest edges. Needs: npm.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --prefix "$folder" js-graph-algorithms@1.0.18 > /dev/null
cd "$folder"
cat > search.js <<'END'
const assert = require("assert");
const { BreadthFirstSearch, Graph } = require("js-graph-algorithms");

const triangle = new Graph(3);
for (const [one, other] of [[0, 1], [0, 2], [1, 2]]) triangle.addEdge(one, other);
console.log("installed:", require("js-graph-algorithms/package.json").version);
console.log("neighbors of 0:", triangle.adj(0));
const path = new BreadthFirstSearch(triangle, 0).pathTo(2);
console.log("path to 2:", path);
assert(triangle.adj(0).includes(2));
assert.deepStrictEqual(path, [0, 1, 2]);
END
node search.js
