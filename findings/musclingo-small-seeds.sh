#!/usr/bin/env bash
# musclingo: MARCO reports each satisfiable seed as a maximal satisfiable subset; over a lattice
# that prefers small seeds the first one is the empty set, which the checker of the package refuses.
# Guess: the preference is of order alone; subsets are grown until they are maximal.
set -eu
. "$(dirname "$0")/packages.sh"
packages musclingo==0.1.2 clingo==5.8.3
python - <<'END'
from clingo import Control, Function, Number
from musclingo.algorithms import MARCO, check_maximal_satisfiable
from musclingo.lattice import AssumptionsLattice
from musclingo.shrink import LinearElimination


def enumerated(large_seeds):
    control = Control()
    control.add("base", [], "{a(1..2)}. :- a(2).")
    control.ground([("base", [])])
    atoms = (control.symbolic_atoms[Function("a", [Number(number)])] for number in (1, 2))
    literals = {atom.literal: str(atom.symbol) for atom in atoms if atom}
    lattice = AssumptionsLattice(list(literals), large_seeds)
    for kind, subset in MARCO(lattice, LinearElimination(control)):
        if kind == "mss":
            try:
                check_maximal_satisfiable(control, list(subset), literals.keys() - subset)
                kind = "mss, checked"
            except AssertionError:
                kind = "mss, refused"
        yield kind, sorted(literals[literal] for literal in subset)


for large_seeds, expected in {
    True: [("mss, checked", ["a(1)"]), ("mus", ["a(2)"])],
    False: [("mss, refused", []), ("mss, checked", ["a(1)"]), ("mus", ["a(2)"])],
}.items():
    found = list(enumerated(large_seeds))
    print("large seeds:" if large_seeds else "small seeds:", *found)
    assert sorted(found) == sorted(expected)
END
