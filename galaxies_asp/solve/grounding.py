"""From a puzzle and the name of an encoding to a ground program.

`fast` is grounded by propagation in numpy; clingo grounds all other encodings.
"""

import numpy as np

from galaxies_asp import facts
from galaxies_asp.asp.encodings import BUILT_IN, FAST, require_labels, text
from galaxies_asp.asp.labeling import Labeling
from galaxies_asp.asp.models import AtomReader
from galaxies_asp.asp.program import Program
from galaxies_asp.asp.search import GroundProgram
from galaxies_asp.fast import rules
from galaxies_asp.fast.fixpoint import open_pairs
from galaxies_asp.puzzle import Labels, Puzzle


def ground(puzzle: Puzzle, encoding: str, options: list[str]) -> GroundProgram[Labels]:
    """Ground a puzzle with an encoding: `fast`, a built-in name, a mix, or a path.

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
    source = text(encoding)
    require_labels(encoding)
    own = encoding not in BUILT_IN
    if own:
        # Auxiliary choices of a user's encoding must not multiply the solutions.
        options = [*options, "--project=project"]
    program = Program(options, source, name=f"the encoding {encoding}")
    if own:
        program.add(f"#project {facts.GALAXY}/2.")
    program.add(facts.program(puzzle))
    program.ground()
    return GroundProgram(program, AtomReader(puzzle, program.control, encoding).labels)


def _ground_fast(puzzle: Puzzle, options: list[str]) -> GroundProgram[Labels]:
    pairs = open_pairs(puzzle)
    program = Program(options, name="the encoding fast")
    program.add_ground_rules(rules.rules(pairs))
    number = np.arange(len(pairs.dots), dtype=np.int32)
    labeling = Labeling(
        base=pairs.labels,
        literals=tuple(range(1, len(number) + 1)),
        which=np.concatenate([number, number]),
        cells=np.concatenate([pairs.cells, pairs.images]),
        dots=np.concatenate([pairs.dots, pairs.dots]),
    )
    return GroundProgram(program, lambda model: labeling.labels(model.is_true))
