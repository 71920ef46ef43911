#!/usr/bin/env bash
# pumpkin-solver: a task of a cumulative constraint that starts at -1 may overlap with others, though
# the capacity is 1: of two starts from -3 to 3 with duration 2, five pairs too many are solutions.
# Guess: the constraint is the same wherever time begins.
set -eu
. "$(dirname "$0")/packages.sh"
packages pumpkin-solver==0.5.0
python - <<'END'
from pumpkin_solver import Model, SatisfactionResult, constraints


def fits(times, first, second):
    model = Model()
    starts = [model.new_integer_variable(times[0], times[-1], name=name) for name in "ab"]
    tag = model.new_constraint_tag
    model.add_constraint(constraints.Cumulative(starts, [2, 2], [1, 1], 1, constraint_tag=tag()))
    for start, value in zip(starts, (first, second)):
        model.add_constraint(constraints.Equals([start], value, constraint_tag=tag()))
    return isinstance(model.satisfy(), SatisfactionResult.Satisfiable)


for times in (range(7), range(-3, 4), range(-10, -3)):
    pairs = {(a, b) for a in times for b in times if fits(times, a, b)}
    wrong = sorted((a, b) for a, b in pairs if abs(a - b) < 2)
    print(f"starts {times[0]} to {times[-1]}: {len(pairs)} solutions, overlapping: {wrong}")
    assert not {(a, b) for a in times for b in times if abs(a - b) >= 2} - pairs
    negative = times[0] == -3
    assert wrong == ([(-2, -1), (-1, -2), (-1, -1), (-1, 0), (0, -1)] if negative else [])
END
