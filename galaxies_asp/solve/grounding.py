"""From a puzzle and the name of an encoding to a ground program.

`fast` is grounded here, by propagation in numpy; clingo grounds all other encodings.
"""

import numpy as np

from galaxies_asp.asp import program
from galaxies_asp.asp.encodings import FAST
from galaxies_asp.asp.labeling import Labeling
from galaxies_asp.asp.program import Grounded, control_of
from galaxies_asp.fast import rules
from galaxies_asp.fast.fixpoint import open_pairs
from galaxies_asp.puzzle import Puzzle


def ground(puzzle: Puzzle, encoding: str, options: list[str]) -> Grounded:
    """Ground a puzzle with an encoding: `fast`, a built-in name, or a path.

    Parameters
    ----------
    options
        Options of clingo's command line.

    Raises
    ------
    OptionError
        If clingo refuses an option.
    EncodingError
        If clingo refuses the encoding, or the encoding does not keep the contract.
    NoSolutionError
        If `fast` finds that there is no solution.
    """
    if encoding == FAST:
        return _ground_fast(puzzle, options)
    return program.ground(puzzle, encoding, options)


def _ground_fast(puzzle: Puzzle, options: list[str]) -> Grounded:
    pairs = open_pairs(puzzle)
    control = control_of(options, [])
    control.add("base", [], rules.aspif(pairs))
    control.ground()
    number = np.arange(len(pairs.dots), dtype=np.int32)
    labeling = Labeling(
        base=pairs.labels,
        literals=tuple(range(1, len(number) + 1)),
        which=np.concatenate([number, number]),
        cells=np.concatenate([pairs.cells, pairs.images]),
        dots=np.concatenate([pairs.dots, pairs.dots]),
    )
    return Grounded(control, lambda model: labeling.labels(model.is_true))
