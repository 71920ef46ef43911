#!/usr/bin/env bash
# js-combinatorics (npm): the permutations of length 0 of a, b are the two of length 2; the function
# `permutation` says that there is one, and the combinations of length 0 are one, the empty one.
# Guess: the empty one. Needs: npm.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --prefix "$folder" js-combinatorics@2.1.4 > /dev/null
cd "$folder"
cat > zero.mjs <<'END'
import assert from "node:assert";
import { Combination, Permutation, permutation, version } from "js-combinatorics";

const found = [2, 1, 0].map((size) => [...new Permutation("ab", size)]);
console.log("installed:", version, "permutations of lengths 2, 1, 0:", JSON.stringify(found));
console.log("numbers:", ...[2, 1, 0].map((size) => Number(permutation(2, size))));
console.log("combinations of length 0:", JSON.stringify([...new Combination("ab", 0)]));
assert.strictEqual(Number(permutation(2, 0)), 1);
assert.deepStrictEqual([...new Combination("ab", 0)], [[]]);
assert.deepStrictEqual(found[2], [["a", "b"], ["b", "a"]]);
END
node zero.mjs
