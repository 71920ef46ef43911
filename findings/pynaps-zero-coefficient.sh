#!/usr/bin/env bash
# pynaps (NaPS): an OPB file with "+0 x1 +5 x2 = 5" is unsatisfiable, "+5 x2 +0 x1 = 5" has two
# models; of "+0 x1 +1 x2 +1 x3 >= 2" four are counted, where the 0 comes last two.
# Guess: two each time: a coefficient of 0 is as none, and the order of terms means nothing.
set -eu
. "$(dirname "$0")/packages.sh"
packages pynaps==1.4.1
python - <<'END'
import itertools

import naps


def models(terms, relation, bound):
    sums = (
        sum(terms[name] * value for name, value in zip(sorted(terms), values))
        for values in itertools.product([0, 1], repeat=len(terms))
    )
    return sum(total == bound if relation == "=" else total >= bound for total in sums)


def counted(terms, relation, bound):
    text = " ".join(f"{coefficient:+} {name}" for name, coefficient in terms.items())
    with open("problem.opb", "w") as file:
        print(f"* #variable= {len(terms)} #constraint= 1", file=file)
        print(f"{text} {relation} {bound} ;", file=file)
    config = naps.Config()
    config.verbosity = 0
    solver = naps.PbSolverCounting(config)
    naps.parse_PB_file(config, "problem.opb", solver)
    solver.coding()
    solver.solve()
    print(text, relation, bound, "models:", solver.get_number_models())
    return solver.get_number_models()


pair, triple = {"x1": 0, "x2": 5}, {"x1": 0, "x2": 1, "x3": 1}
assert models(pair, "=", 5) == models(triple, ">=", 2) == 2
last_pair, last_triple = (dict(reversed(terms.items())) for terms in (pair, triple))
assert counted(pair, "=", 5) == 0 and counted(last_pair, "=", 5) == 2
assert counted(triple, ">=", 2) == 4 and counted(last_triple, ">=", 2) == 2
END
