"""Requests to solve a puzzle."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from galaxies_asp.asp.rules import STANDARD, Rules
from galaxies_asp.asp.search import require_models
from galaxies_asp.board.errors import OptionError

_MOST_MODELS = 2**31 - 1

# These would change what the models mean, or how many there are.
_RESERVED_OPTIONS = (
    *("-n", "--models", "-e", "--enum-mode", "--project", "--opt", "--time-limit"),
    *("--mode", "--outf", "--parse", "--text", "-q", "--quiet", "--solve-limit"),
    *("--seed", "-t", "--parallel-mode", "--supp-models", "--no-ufs-check"),
)


@dataclass(frozen=True)
class SolveRequest:
    """A puzzle, its rules, and the options of the search for solutions.

    Parameters
    ----------
    puzzle
        The puzzle; of another family than Galaxies, a `Sheet`.
    models
        The greatest number of solutions; 0 for all.
    threads
        The number of solver threads.
    seed
        Random seed; None for the deterministic order of clingo.
    options
        Further options of clingo's command line, such as `--configuration=jumpy`.
    statistics
        Return the statistics of clingo, which takes longer than a small puzzle.
    number
        The number of the puzzle in a batch, from 0; see `plan.solver`.
    part
        Of other families: the part of the output in which two solutions differ; empty:
        anything.
    """

    puzzle: Any
    models: int = 2
    rules: Rules = STANDARD
    threads: int = 1
    seed: int | None = None
    options: tuple[str, ...] = ()
    statistics: bool = False
    number: int = 0
    part: str = ""

    def __post_init__(self) -> None:
        require_models(self.models)
        if not 1 <= self.threads <= 64:
            raise OptionError(f"{self.threads} threads: 1 to 64 are possible")
        for option in self.options:
            if _is_reserved(option):
                raise OptionError(f"the option {option} is set by this program itself")

    def clingo_options(self, at_random: Sequence[str] = ()) -> list[str]:
        """Return the command line for clingo.

        Parameters
        ----------
        at_random
            Options of a search with a seed, unless others are given.
        """
        # More models than clingo can count are as good as all of them: 0.
        models = self.models if self.models <= _MOST_MODELS else 0
        options = [str(models), f"--parallel-mode={self.threads}"]
        if self.seed is not None:
            options.append(f"--seed={self.seed}")
            options += [o for o in at_random if not _is_among(o, self.options)]
        return options + list(self.options)


def _is_reserved(option: str) -> bool:
    """Tell whether an option is reserved; clingo takes abbreviations, too."""
    name = option.partition("=")[0]
    if name.startswith(_RESERVED_OPTIONS):
        return True
    return len(name) > 2 and any(r.startswith(name) for r in _RESERVED_OPTIONS)


def _is_among(option: str, others: tuple[str, ...]) -> bool:
    """Tell whether others set the same option, with whatever value."""
    name = option.partition("=")[0]
    return any(other.partition("=")[0] == name for other in others)
