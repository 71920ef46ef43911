"""From a puzzle and the name of an encoding to a ground program.

`fast` is grounded by propagation; clingo grounds all other encodings.
"""

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from galaxies_asp.asp.encodings import BUILT_IN, FAST, text
from galaxies_asp.asp.rules import NO_VERIFIER, Rules
from galaxies_asp.asp.search import DecidedProgram, GroundProgram, Searchable
from galaxies_asp.asp.sources import Text
from galaxies_asp.board import facts
from galaxies_asp.board.labels import Rows, rows_of
from galaxies_asp.board.puzzle import Puzzle, Solution
from galaxies_asp.board.variants import MORE_THAN_LABELS, RuleVariant
from galaxies_asp.fast.labeling import PairLabeling
from galaxies_asp.fast.no_solution import NoSolutionError

if TYPE_CHECKING:  # clingo is loaded where a search needs it
    from galaxies_asp.asp.program import Program

SHORT_CELLS = 400
"""Up to this number of cells, `grow.lp` is grounded within 0.03 seconds."""

SMALL_CELLS = 300
"""Smaller boards are searched without stages."""

STAGED_PAIRS = 1000
"""With fewer open pairs, `fast` searches without stages."""

STAGED_PAIRS_OF_A_CELL = 1
"""With fewer open pairs for each cell, too: large boards with many dots are easier."""

LARGE_PAIRS = 10_000
"""With more open pairs, and no stages, clingo has the options for large programs."""

LARGE_OPTIONS = ("--lookahead=atom,1", "--eq=0", "--trans-ext=no")
"""Look ahead once, before the search, and simplify less.

Large boards with many dots have many small parts with few solutions each. To try each
pair once decides most of them; without it, a search meets a few conflicts in each part.
"""

Found = Rows | Solution
"""Labels, or a solution where the answer is more than labels."""


def ground(
    puzzle: Puzzle,
    encoding: str,
    options: list[str],
    *,
    models: int | None = None,
    seed: int = 0,
) -> GroundProgram[Found]:
    """Ground a puzzle with an encoding: `fast`, a built-in name, a mix, or a path.

    Parameters
    ----------
    options
        Options of clingo's command line.
    models
        The greatest number of solutions, if `fast` may decide how to search; by
        default, clingo searches as its options say.
    seed
        The random seed of the parts of a search in stages.

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
        return _ground_fast(puzzle, options, models, seed)
    from galaxies_asp.asp.models import AtomReader

    program = load(puzzle, encoding, options)
    cells = puzzle.width * puzzle.height
    program.ground(is_short=encoding == BUILT_IN[0] and cells <= SHORT_CELLS)
    reader = AtomReader(puzzle, program, encoding)
    more = puzzle.variants & MORE_THAN_LABELS
    read = reader.solution if more else reader.rows
    return GroundProgram(program, read, assumptions=reader.assumptions)


def load(puzzle: Puzzle, encoding: str, options: list[str]) -> "Program":
    """Return the program of an encoding and a puzzle, not yet grounded.

    Optimization statements are ignored, because they would remove solutions.

    Raises
    ------
    OptionError, EncodingError
        See `ground`.
    """
    from galaxies_asp.asp.program import Program

    own = encoding not in BUILT_IN
    if own:
        # Auxiliary choices of a user's encoding must not multiply the solutions.
        options = [*options, "--project=project", "--opt-mode=ignore"]
    program = Program(options, text(encoding), name=f"the encoding {encoding}")
    if own:
        program.add(f"#project {facts.GALAXY}/2.")
    program.add(input_of(puzzle))
    return program


def input_of(puzzle: Puzzle) -> str:
    """Return the facts of a puzzle, and that a dot which it shows is not hidden."""
    text = facts.program(puzzle)
    if RuleVariant.HIDDEN_DOTS in puzzle.variants:
        text += "".join(f":- {facts.HIDDEN}(({x},{y})).\n" for x, y in puzzle.centers)
    return text


def has_stages(puzzle: Puzzle) -> bool:
    """Tell whether `fast` leaves so many pairs open that it searches in stages."""
    if puzzle.width * puzzle.height < SMALL_CELLS:
        return False
    from galaxies_asp.fast.bitboard import Bitboard

    if not _is_staged(puzzle, Bitboard(puzzle).number_of_pairs):
        return False
    from galaxies_asp.fast.fixpoint import open_lists

    try:
        return _is_staged(puzzle, len(open_lists(puzzle).dots))
    except NoSolutionError:
        return False


def _is_staged(puzzle: Puzzle, pairs: int) -> bool:
    cells = puzzle.width * puzzle.height
    return pairs >= max(STAGED_PAIRS, STAGED_PAIRS_OF_A_CELL * cells)


def _ground_fast(
    puzzle: Puzzle, options: list[str], models: int | None, seed: int
) -> GroundProgram[Found]:
    from galaxies_asp.fast.fixpoint import open_lists

    pairs = open_lists(puzzle)
    name = f"the encoding {FAST}"
    labeling = PairLabeling.of(pairs, puzzle.width)
    number = len(pairs.dots)
    if not number and models is not None:
        rows = rows_of(labeling.base, puzzle.width)
        return GroundProgram(
            *(DecidedProgram(name), lambda _: rows, "propagation"),
            labeling.assumptions,
        )
    from galaxies_asp.asp.program import Program
    from galaxies_asp.fast import rules

    ground_rules = rules.rules(pairs)
    searched: Searchable
    if models is not None and _is_staged(puzzle, number):
        from galaxies_asp.solving.stages import StagedProgram

        program = Program(options, name=name)
        searched = StagedProgram(program, pairs, puzzle.width, models, seed)
    else:
        if models is not None and number >= LARGE_PAIRS:
            options = [*options, *LARGE_OPTIONS]
        searched = program = Program(options, name=name)
    del pairs  # clingo needs much memory where they do
    program.add_ground_rules(ground_rules)
    return GroundProgram(
        searched,
        lambda model: labeling.rows(model.is_true),
        "search" if number else "propagation",
        labeling.assumptions,
    )


class Declared(NamedTuple):
    """What the text of an encoding declares.

    Attributes
    ----------
    own_rules
        Whether its models are not judged by the rules of the puzzle.
    warnings
        The optimization statements, which are ignored, each with its place.
    """

    own_rules: bool = False
    warnings: tuple[str, ...] = ()


def declared(encoding: str) -> Declared:
    """Return what an encoding declares; only files of the user declare anything."""
    if not Path(encoding.split("+")[0]).is_file():
        return Declared()
    return _declared(text(encoding), encoding)


def is_verified(rules: Rules) -> bool:
    """Tell whether a verifier judges the models under these rules."""
    if rules.verifier is None:
        return not declared(rules.encoding).own_rules
    return rules.verifier != NO_VERIFIER


def _declared(source: Text, encoding: str) -> Declared:
    import clingo

    from galaxies_asp.asp.program import statements

    own_rules = False
    places = []
    for node in statements(source, f"the encoding {encoding}"):
        if node.ast_type == clingo.ast.ASTType.Minimize:
            places.append(source.position(node.location.begin.line))
        elif node.ast_type == clingo.ast.ASTType.Rule and not node.body:
            own_rules |= str(node.head) == facts.OWN_RULES
    return Declared(
        own_rules,
        tuple(
            f"{file}:{line}: the optimization is ignored: every model is a solution"
            for file, line in dict.fromkeys(places)
        ),
    )
