#!/usr/bin/env bash
# PuzzleKit: Binairo (Takuzu) may have equal rows and equal columns: a grid whose givens are two
# equal rows is solved, with two more.
# Guess: "Infeasible": that all rows differ, and all columns, is a rule of the puzzle, and none of
# the solver's documentation leaves it out.
set -eu
. "$(dirname "$0")/packages.sh"
packages puzzlekit==0.3.4
python - <<'END'
import puzzlekit

given = "4 4\n1 2 1 2\n1 2 1 2\n- - - -\n- - - -"
result = puzzlekit.solve(given, "binairo", solver_options={"num_search_workers": 1})
rows = [" ".join(row) for row in result.sol_grid.matrix]
print(result.solution_data["status"], rows)
assert result.is_solved
assert rows == ["1 2 1 2", "1 2 1 2", "2 1 2 1", "2 1 2 1"]
END
