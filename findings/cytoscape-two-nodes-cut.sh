#!/usr/bin/env bash
# cytoscape (npm): the minimum cut of two nodes with one edge has no edge; of a path of three nodes it
# has one.
# Guess: the edge, as each cut of two nodes has all edges between them. Needs: npm.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --prefix "$folder" cytoscape@3.35.0 > /dev/null
cd "$folder"
cat > cut.js <<'END'
const assert = require("assert");
const cytoscape = require("cytoscape");

function minimumCut(nodes, edges) {
  const graph = cytoscape({
    headless: true,
    elements: [
      ...nodes.map((id) => ({ data: { id } })),
      ...edges.map((id) => ({ data: { id, source: id[0], target: id[1] } })),
    ],
  });
  const { cut, components } = graph.elements().kargerStein();
  console.log("nodes:", nodes, "edges:", edges, "edges of the cut:", cut.map((edge) => edge.id()));
  assert.strictEqual(components.length, 2);
  return cut.length;
}

console.log("installed:", cytoscape.version);
assert.strictEqual(minimumCut(["a", "b", "c"], ["ab", "bc"]), 1);
assert.strictEqual(minimumCut(["a", "b"], ["ab"]), 0);
END
node cut.js
