"""Reasons that say that none of some atoms holds: no island can reach a cell."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from galaxies_asp.core.board.atoms import Atom
from galaxies_asp.core.board.declarations import Declaration
from galaxies_asp.core.board.grid import Point
from galaxies_asp.explaining.engine.facts import NO_SOLUTION, Fact
from galaxies_asp.explaining.words.arguments import Inference
from galaxies_asp.explaining.words.clauses import Clause
from galaxies_asp.explaining.words.findings import Reason
from galaxies_asp.explaining.words.headings import heading_of
from galaxies_asp.explaining.words.known import Known, Rivals, stated
from galaxies_asp.explaining.words.marks import Mark, Role
from galaxies_asp.explaining.words.phrases import listed

if TYPE_CHECKING:  # loads clingo
    from galaxies_asp.explaining.engine.ground import Ground


def rivals_in(ground: "Ground", declared: Mapping[str, Declaration]) -> Rivals:
    """Return the atoms at each place for which words say that none of them holds."""
    from galaxies_asp.core.asp.symbols import atom_of  # loads clingo

    found: dict[Point, set[Atom]] = {}
    for _, symbol in ground.named([n for n, one in declared.items() if one.words[2:]]):
        atom = atom_of(symbol)
        if isinstance(at := atom.arguments[0], Point):
            found.setdefault(at, set()).add(atom)
    return {at: frozenset(some) for at, some in found.items()}


def unreached(reason: Reason, known: Known) -> tuple[Reason, Sequence[Clause]]:
    """Return a reason without what excludes atoms one by one, and a clause for it.

    The atoms are all of those that exclude each other at the places of the targets, or
    all others if one of them is a target, if the encoding declares words for none of
    them. Reasons that begin with an atom that holds stay whole.
    """
    words = next((one.words[2] for one in known.declared.values() if one.words[2:]), "")
    direct = [one for one in reason.arguments if one.supposed is None]
    inner = [one for argument in direct for one in argument.inferences]
    some = [*reason.notes, *inner]
    is_given = not some and len(direct) == len(reason.arguments)
    out = {stated(fact) for one in some for fact in (*one.facts, *one.premises)}
    targets = {stated(fact)[0] for fact in reason.targets if fact.holds}
    near = {
        fact.at: known.rivals.get(fact.at, frozenset()) - targets
        for fact in reason.targets
        if fact.holds and (is_given or any(_is_end(one, fact) for one in inner))
    }
    # What is defined by none of the others says by itself that none of them holds.
    ends = {fact for one in inner if one.how.name == "FREE" for fact in one.facts}
    defined = {fact.at for fact in reason.targets if fact in ends}
    at = [
        p
        for p, atoms in near.items()
        if (any if p in defined and len(atoms) > 1 else all)(
            (atom, False) in out for atom in atoms
        )
    ]
    if (
        reason.target == NO_SOLUTION
        or not words
        or not at
        or (is_given and known.are_touched(reason.targets))
    ):
        return reason, []
    atoms = frozenset[Atom]().union(*(near[place] for place in at))
    ours = targets | atoms if len(atoms) > 1 else targets  # a single one is named

    def is_part(one: Inference) -> bool:
        facts = [stated(fact)[0] for fact in one.facts]
        holds = any(stated(fact)[1] for fact in one.premises)
        return not holds and ours.issuperset(facts)

    parts = [one for one in some if is_part(one)]
    told = [one for one in some if one not in parts]
    is_other = any(stated(fact)[0] in atoms for one in told for fact in one.facts)
    is_other |= any(map(known.rivals.get(at[0], frozenset()).__contains__, targets))
    excluded = [one for one in parts if not any(f.holds for f in one.facts)]
    rules = [one.instance for one in excluded if one.instance is not None]
    text = re.sub("^no ", "no other ", words) if is_other else words
    names = [known.where([p]) for p in sorted(at, key=lambda p: (p.y, p.x))]
    text = re.sub(r"\{\w+\}", listed(names, word="or"), text)
    why = "; ".join(dict.fromkeys(heading_of(one.rule) for one in rules))
    places = dict.fromkeys(one.at for one in rules)
    marks = (Mark(p, Role.USED) for p in places if p is not None and known.has_cell(p))
    clause = Clause(f"{text}: {why}" if why else text, tuple(marks))
    notes = tuple(one for one in reason.notes if one in told)
    arguments = tuple(
        one
        if one.supposed is not None
        else replace(one, inferences=tuple(i for i in one.inferences if i in told))
        for one in reason.arguments
    )
    return replace(reason, notes=notes, arguments=arguments), [clause]


def _is_end(one: Inference, target: Fact) -> bool:
    """Tell whether a target follows as nothing else is left at its place."""
    is_here = one.instance is None or one.instance.at == target.at
    return target in one.facts and one.cut is None and is_here
