"""Models, and searches that have ended."""

from typing import TYPE_CHECKING, Any

from .terms import Symbol

if TYPE_CHECKING:
    from . import Control


class Model:
    """A model, as clingo writes it in JSON."""

    def __init__(self, control: "Control", witness: dict[str, list[str]]) -> None:
        self.context = control
        self._true = {int(name[1:]) for name in witness["Value"]}
        facts = (*control.symbolic_atoms, *control.shown_terms.values())
        self._true.update(one.literal for one in facts if one.is_fact)

    def is_true(self, literal: int) -> bool:
        """Tell whether a literal is true."""
        return (abs(literal) in self._true) == (literal > 0)

    def contains(self, symbol: Symbol) -> bool:
        """Tell whether an atom is true."""
        atom = self.context.symbolic_atoms[symbol]
        return atom is not None and self.is_true(atom.literal)

    def symbols(
        self,
        *,
        shown: bool = False,
        atoms: bool = False,
        terms: bool = False,
        **_: object,
    ) -> list[Symbol]:
        """Return the true atoms, those that are shown, or other terms that are."""
        context, found = self.context, list[Symbol]()
        if atoms or shown:
            true = context.symbolic_atoms
            found += [
                one.symbol
                for one in true
                if self.is_true(one.literal) and (atoms or context.shows(one.symbol))
            ]
        if terms or shown:
            pairs = context.shown_terms.items()
            found += [term for term, atom in pairs if self.is_true(atom.literal)]
        return found


class Handle:
    """A search that has ended."""

    def __init__(self, models: list[Model], answer: dict[str, Any]) -> None:
        self.models, self._rest = models, iter(models)
        self.exhausted = answer["Models"]["More"] == "no"
        self.unsatisfiable = answer["Result"] == "UNSATISFIABLE"
        self.satisfiable = bool(models) or (False if self.unsatisfiable else None)

    def after(self, models: list[Model]) -> "Handle":
        """Return the end of several searches, which have found these models."""
        self.models, self._rest = models, iter(models)
        self.satisfiable, self.unsatisfiable = bool(models), not models
        return self

    def __enter__(self) -> "Handle":
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def resume(self) -> None:
        """Do nothing."""

    def model(self) -> Model | None:
        """Return the next model, or None."""
        return next(self._rest, None)

    def last(self) -> Model | None:
        """Return the last model, or None."""
        return self.models[-1] if self.models else None

    def get(self) -> "Handle":
        """Return how the search ended."""
        return self
