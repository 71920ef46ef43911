#!/usr/bin/env bash
# @dagrejs/graphlib (npm): with a loop of weight 3 at a node, `floydWarshall` says that the node is 3
# away from itself, and `dijkstra` that it is 0 away.
# Guess: 0, by both: the path without edges is shortest. Needs: npm.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --prefix "$folder" @dagrejs/graphlib@4.0.6 > /dev/null
cd "$folder"
cat > loop.js <<'END'
const assert = require("assert");
const { Graph, alg } = require("@dagrejs/graphlib");

const graph = new Graph();
graph.setEdge("a", "a", 3);
graph.setEdge("a", "b", 1);
const weight = (edge) => graph.edge(edge);
const all = alg.floydWarshall(graph, weight).a;
const one = alg.dijkstra(graph, "a", weight);
console.log("installed: @dagrejs/graphlib", require("@dagrejs/graphlib/package.json").version);
console.log("from a to a: floydWarshall:", all.a.distance, "dijkstra:", one.a.distance);
assert.deepEqual([all.a.distance, one.a.distance, all.b.distance], [3, 0, 1]);
END
node loop.js
