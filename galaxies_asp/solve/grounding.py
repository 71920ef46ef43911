"""From a puzzle and the name of an encoding to a ground program.

`fast` is grounded by propagation in numpy; clingo grounds all other encodings.
"""

from dataclasses import dataclass
from pathlib import Path

import clingo
import numpy as np

from galaxies_asp import facts
from galaxies_asp.asp.encodings import BUILT_IN, FAST, text
from galaxies_asp.asp.labeling import Labeling
from galaxies_asp.asp.models import AtomReader
from galaxies_asp.asp.program import Program, statements
from galaxies_asp.asp.search import GroundProgram
from galaxies_asp.asp.sources import Text
from galaxies_asp.fast import rules
from galaxies_asp.fast.fixpoint import open_pairs
from galaxies_asp.puzzle import Labels, Puzzle, Solution
from galaxies_asp.variants import MORE_THAN_LABELS, RuleVariant

Found = Labels | Solution
"""Labels, or a solution where the answer is more than labels."""


@dataclass(frozen=True, kw_only=True)
class GroundPuzzle(GroundProgram[Found]):
    """A ground program of a puzzle.

    Attributes
    ----------
    labeling
        Relates literals to labels.
    """

    labeling: Labeling | AtomReader

    def accepts(self, labels: Labels) -> bool:
        """Tell whether some model has exactly these (H, W) labels."""
        literals = self.labeling.assumptions(labels)
        if literals is None:
            return False
        return any(True for _ in self.program.models(literals))


def ground(puzzle: Puzzle, encoding: str, options: list[str]) -> GroundPuzzle:
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
    program = load(puzzle, encoding, options)
    program.ground()
    reader = AtomReader(puzzle, program.control, encoding)
    more = puzzle.variants & MORE_THAN_LABELS
    return GroundPuzzle(
        program, reader.solution if more else reader.labels, labeling=reader
    )


def load(puzzle: Puzzle, encoding: str, options: list[str]) -> Program:
    """Return the program of an encoding and a puzzle, not yet grounded.

    Optimization statements are ignored, because they would remove solutions.

    Raises
    ------
    OptionError, EncodingError
        See `ground`.
    """
    own = encoding not in BUILT_IN
    if own:
        # Auxiliary choices of a user's encoding must not multiply the solutions.
        options = [*options, "--project=project", "--opt-mode=ignore"]
    program = Program(options, text(encoding), name=f"the encoding {encoding}")
    if own:
        program.add(f"#project {facts.GALAXY}/2.")
    program.add(facts.program(puzzle) + _shown(puzzle))
    return program


def _shown(puzzle: Puzzle) -> str:
    """Return constraints: a dot that the puzzle shows is not hidden."""
    if RuleVariant.HIDDEN_DOTS not in puzzle.variants:
        return ""
    return "".join(f":- {facts.HIDDEN}(({x},{y})).\n" for x, y in puzzle.centers)


def _ground_fast(puzzle: Puzzle, options: list[str]) -> GroundPuzzle:
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
    return GroundPuzzle(
        program,
        lambda model: labeling.labels(model.is_true),
        decided_by="search" if len(number) else "propagation",
        labeling=labeling,
    )


@dataclass(frozen=True)
class Declared:
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


def _declared(source: Text, encoding: str) -> Declared:
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
