#!/usr/bin/env bash
# javascript-lp-solver (npm): the maximum of 3x for x up to 4 is "infeasible" if the model also says
# that 0x is at most 1; if the coefficient 0 is left out, the maximum is 12.
# Guess: a coefficient of 0 is as none. Needs: npm.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --prefix "$folder" javascript-lp-solver@1.0.3 > /dev/null
cd "$folder"
cat > solve.js <<'END'
const assert = require("assert");
const solver = require("javascript-lp-solver");

function maximum(coefficients) {
  return solver.Solve({
    optimize: "profit",
    opType: "max",
    constraints: { size: { max: 4 }, price: { max: 1 } },
    variables: { x: { profit: 3, size: 1, ...coefficients } },
  });
}

const [omitted, zero] = [maximum({}), maximum({ price: 0 })];
console.log("installed:", require("javascript-lp-solver/package.json").version);
console.log("price left out:", omitted.feasible, omitted.result);
console.log("price 0:", zero.feasible, zero.result);
assert(omitted.feasible && omitted.result === 12);
assert(!zero.feasible);
END
node solve.js
