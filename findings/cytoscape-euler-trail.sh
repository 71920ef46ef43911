#!/usr/bin/env bash
# cytoscape (npm): the trail d, b, a, c, b uses each of the four edges once, and `hierholzer` finds
# none, unless the start is given.
# Guess: it is found; without a root, a trail may start anywhere. Needs: npm.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --prefix "$folder" cytoscape@3.35.0 > /dev/null
cd "$folder"
cat > trail.js <<'END'
const assert = require("assert");
const cytoscape = require("cytoscape");

const edges = ["ac", "db", "ab", "cb"];
const graph = cytoscape({
  headless: true,
  elements: [
    ...["a", "c", "d", "b"].map((id) => ({ data: { id } })),
    ...edges.map((id) => ({ data: { id, source: id[0], target: id[1] } })),
  ],
}).elements();
const trail = (options) => {
  const { found, trail } = graph.hierholzer(options);
  return found && trail.map((element) => element.id()).join(" ");
};
console.log("installed:", cytoscape.version, "edges:", ...edges);
console.log("without a root:", trail({}));
console.log("from d:", trail({ root: "#d" }), "from b:", trail({ root: "#b" }));
assert(trail({}) === false);
assert([trail({ root: "#d" }), trail({ root: "#b" })].some(Boolean));
END
node trail.js
