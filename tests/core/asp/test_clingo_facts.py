"""What the code relies on in clingo, each fact asked of the installed version.

A new release of clingo that changes one of them shows itself here; the page names the
places in the code.
"""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import clingo
import pytest

PAGE = Path(__file__).parents[3] / "docs" / "reference" / "clingo-facts.md"


def grounded(text: str, *options: str, observer: Any = None) -> clingo.Control:
    """Return a program after grounding."""
    control = clingo.Control([*options], logger=lambda *_: None)
    if observer is not None:
        control.register_observer(observer)
    control.add("base", [], text)
    control.ground([("base", [])])
    return control


def models(text: str, *options: str) -> list[str]:
    """Return the models as texts, sorted."""
    found: list[str] = []
    control = grounded(text, "0", *options)
    control.solve(on_model=lambda model: found.append(shown(model)))
    return sorted(found)


def shown(model: clingo.Model) -> str:
    return " ".join(map(str, sorted(model.symbols(shown=True))))


class Seen(clingo.Observer):
    """Keeps what is grounded."""

    def __init__(self) -> None:
        self.rules: list[tuple[bool, list[int], list[int]]] = []
        self.sums: list[int] = []

    def rule(self, choice: bool, head: Any, body: Any) -> None:
        self.rules.append((choice, list(head), list(body)))

    def weight_rule(self, choice: bool, head: Any, bound: int, body: Any) -> None:
        self.sums.append(bound)


def hidden_atoms() -> bool:
    # `--project=show` does not tell `_a` apart.
    return models("{_a; b}.", "--project=show") in (
        ["", "b"],
        ["", "_a b"],
        ["_a", "b"],
    )


def terms_hide_nothing() -> bool:
    # `#show t: a.` alone shows all atoms.
    return models("{a}. #show t: a.") == ["", "a t"]


def shown_twice() -> bool:
    # `#show a: a.` shows `a` twice.
    return models("a. #show a: a.") == ["a a"]


def projected_consequences() -> bool:
    # A `#project` statement restricts brave consequences, without an option.
    control = grounded("{a}. b. #project a/0.", "0", "--enum-mode=brave")
    found: list[str] = []
    control.solve(on_model=lambda model: found.append(shown(model)))
    return found[-1] == "a"


def last_model() -> bool:
    # The last model can be read after a search.
    control = grounded("{a}. :- not a.", "0")  # a handle does not keep its control
    with control.solve(yield_=True) as handle:
        for _ in handle:
            pass
        last = handle.last()
        return last is not None and shown(last) == "a"


def clauses() -> bool:
    # A clause that a model's context adds holds for this search alone.
    control = grounded("{a; b}.", "0")
    literal = next(iter(control.symbolic_atoms.by_signature("a", 0))).literal
    found: list[str] = []

    def add(model: clingo.Model) -> None:
        if not found:
            model.context.add_clause([literal])
        found.append(shown(model))

    control.solve(on_model=add)
    after: list[str] = []
    control.solve(on_model=lambda model: after.append(shown(model)))
    return all("a" in one for one in found[1:]) and len(after) == 4


def released() -> bool:
    # A released external is false, and rules with it have no instance.
    control = grounded("#external e. a :- e.", "0")
    atom = clingo.Function("e")
    control.assign_external(atom, True)
    control.release_external(atom)
    found: list[str] = []
    control.solve(on_model=lambda model: found.append(shown(model)))
    return found == [""]


def unknown_atom() -> bool:
    # An assumption about an unknown atom is false; the core names no atom of it.
    control = grounded("{a}.", "0")
    cores: list[list[int]] = []
    assumed = [(clingo.Function("unknown"), True)]
    result = control.solve(assumed, on_core=lambda core: cores.append(list(core)))
    return bool(result.unsatisfiable) and cores == [[1, -1]]


def chosen_fact() -> bool:
    # A fact may be chosen, too, among the ground rules: if its choice comes first.
    seen = Seen()
    grounded("s(X) :- X=(1;2). {s(1..2)}.", observer=seen)
    chosen = {atom for is_choice, head, _ in seen.rules if is_choice for atom in head}
    facts = {head[0] for is_choice, head, body in seen.rules if not (is_choice or body)}
    return bool(chosen & facts)


def sums_are_weight_rules() -> bool:
    # A sum with a lower bound is a weight rule with this bound.
    seen = Seen()
    grounded("{a; b}. c :- #sum{2: a; 3: b} >= 3.", observer=seen)
    return seen.sums == [3]


def numbers() -> bool:
    # Numbers are read modulo 2^32, without a message.
    return models("a(4294967296).") == ["a(0)"]


def order() -> bool:
    # Numbers come before constants, strings, functions by arity, and tuples too.
    texts = [
        "f(1,1)",
        "g(2)",
        '"x"',
        "b",
        "ab",
        "10",
        "9",
        "(1,2)",
        "#inf",
        "#sup",
        "()",
    ]
    found = " ".join(map(str, sorted(map(clingo.parse_term, texts))))
    return found == '#inf 9 10 () ab b "x" g(2) (1,2) f(1,1) #sup'


def limited() -> bool:
    # A limit on models leaves the search not exhausted if there may be more.
    result = grounded("{a}.", "1").solve()
    return not result.exhausted and bool(grounded("{a}.", "0").solve().exhausted)


def ground_texts() -> bool:
    # A text in the format aspif is read as ground rules, between others.
    found: list[str] = []
    control = grounded("", "0")
    control.add("base", [], "asp 1 0 0\n1 1 1 1 0 0\n4 1 a 1 1\n0\n")
    control.ground([("base", [])])
    control.solve(on_model=lambda model: found.append(shown(model)))
    return sorted(found) == ["", "a"]


FACTS: list[Callable[[], bool]] = [
    hidden_atoms,
    terms_hide_nothing,
    shown_twice,
    projected_consequences,
    last_model,
    clauses,
    released,
    unknown_atom,
    chosen_fact,
    sums_are_weight_rules,
    numbers,
    order,
    limited,
    ground_texts,
]


@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: fact.__name__)
def test_the_fact_holds(fact: Callable[[], bool]) -> None:
    assert fact()


def test_the_page_lists_each_fact() -> None:
    listed = re.findall(
        r"^\| `(\w+)` \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE
    )
    assert listed == [fact.__name__ for fact in FACTS]
