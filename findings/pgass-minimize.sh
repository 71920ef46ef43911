#!/usr/bin/env bash
# pgass: two calls of `minimize` share what they count: a(1), a(2), b(1) and b(2) cost 2 together,
# and if the calls have different priorities, 2 and 2.
# Guess: 4, since "every match of body costs weight", and the calls have different bodies.
set -eu
. "$(dirname "$0")/packages.sh"
packages pgass==1.0.4
python - <<'END'
import pgass


class A(pgass.Predicate):
    number: int


class B(pgass.Predicate):
    number: int


def cost(*priorities):
    (number,) = pgass.vars("X")
    program = pgass.Program()
    program.add(A(1), A(2), B(1), B(2))
    for predicate, priority in zip((A, B), priorities):
        program.minimize(predicate(number), priority=priority)
    (answer_set,) = program.solve(models=0)
    return [int(level) for level in answer_set.cost]


print("a alone:", cost(0), "both:", cost(0, 0), "at two priorities:", cost(0, 1))
assert (cost(0), cost(0, 0), cost(0, 1)) == ([2], [2], [2, 2])
END
