"""From a puzzle and the name of an encoding to a ground program.

`fast` is grounded by propagation; clingo grounds all other encodings.
"""

from galaxies_asp import facts
from galaxies_asp.asp.encodings import BUILT_IN, FAST, require_labels, text
from galaxies_asp.asp.labeling import Labeling
from galaxies_asp.asp.search import DecidedProgram, GroundProgram
from galaxies_asp.fast import rules
from galaxies_asp.fast.fixpoint import open_lists
from galaxies_asp.labels import Rows, rows_of
from galaxies_asp.solve.request import Request


def ground(request: Request, encoding: str) -> GroundProgram[Rows]:
    """Ground a puzzle with an encoding: `fast`, a built-in name, a mix, or a path.

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
        return _ground_fast(request)
    from galaxies_asp.asp.models import AtomReader
    from galaxies_asp.asp.program import Program

    puzzle, options = request.puzzle, request.clingo_options()
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
    return GroundProgram(program, AtomReader(puzzle, program.control, encoding).rows)


def _ground_fast(request: Request) -> GroundProgram[Rows]:
    name, width = f"the encoding {FAST}", request.puzzle.width
    pairs = open_lists(request.puzzle)
    if not (pairs.dots or request.options or request.statistics):
        rows = rows_of(pairs.labels, width)
        return GroundProgram(DecidedProgram(name), lambda _: rows)
    from galaxies_asp.asp.program import Program  # loads clingo

    program = Program(request.clingo_options(), name=name)
    program.add_ground_rules(rules.rules(pairs))
    meanings = {
        atom: ((cell, dot), (image, dot))
        for atom, (cell, image, dot) in enumerate(
            zip(pairs.cells, pairs.images, pairs.dots, strict=True), 1
        )
    }
    labeling = Labeling(width, pairs.labels, meanings)
    return GroundProgram(program, lambda model: labeling.rows(model.is_true))
