#!/usr/bin/env bash
# js-graph-algorithms (npm): the maximum flow along two edges of capacity 1 is 1, and `minCut` has
# both edges, of capacity 2: it lists all edges that are full.
# Guess: one of them; the capacity of a minimum cut is the maximum flow. Needs: npm.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --prefix "$folder" js-graph-algorithms@1.0.18 > /dev/null
cd "$folder"
cat > cut.js <<'END'
const assert = require("assert");
const { FlowEdge, FlowNetwork, FordFulkerson } = require("js-graph-algorithms");

const network = new FlowNetwork(3);
for (const [from, to] of [[0, 1], [1, 2]]) network.addEdge(new FlowEdge(from, to, 1));
const flow = new FordFulkerson(network, 0, 2);
const cut = flow.minCut(network);
console.log("installed:", require("js-graph-algorithms/package.json").version);
console.log("maximum flow:", flow.value);
console.log("minimum cut:", cut.map((edge) => [edge.from(), edge.to(), edge.capacity]));
assert.strictEqual(flow.value, 1);
assert.strictEqual(cut.reduce((sum, edge) => sum + edge.capacity, 0), 2);
END
node cut.js
