"""Hints in stages: first where to look, then by which technique, then the step."""

from dataclasses import replace

from galaxies_asp.drawing.marks import Mark, Role
from galaxies_asp.explaining.clauses import cell_marks, cells, cells_in_words
from galaxies_asp.explaining.facts import cells_of
from galaxies_asp.explaining.findings import Finished, Hint, Mistake
from galaxies_asp.explaining.levels import Technique
from galaxies_asp.explaining.pictures import Figure

STAGES = 3
"""The number of stages; the last one is the whole hint."""

_IDEAS = {
    Technique.TOUCHED: "each dot has the cells that it touches",
    Technique.MIRROR: "a known cell has a mirror image",
    Technique.WALL: "two known cells beside each other belong to different dots",
    Technique.MIRRORED_WALL: "a wall or the border has a mirror image",
    Technique.ONLY_DOT: "which dots can reach it?",
    Technique.WALLED: "a wall keeps a dot from it",
    Technique.BLOCKED: "which mirror images would other dots need?",
    Technique.CAPTURED: "which dots can still get there?",
    Technique.NEEDED: "a dot needs it to have another cell",
    Technique.BOTTLENECK: "without it, a region would fall apart",
    Technique.FORCED_WALL: "can any dot have both sides of an edge?",
    Technique.CONTRADICTION: "suppose another dot: something is impossible at once",
    Technique.SEPARATION: "suppose another dot: two regions would cross",
    Technique.ONLY_WAY: "suppose another dot: which way would its region take?",
    Technique.WHAT_IF: "suppose another dot, and see what follows",
    Technique.SEARCH: "suppose another dot; what follows takes what-ifs of its own",
}
"""The question or the idea of each technique."""


def staged(shown: Figure, hint: Hint, stage: int) -> Figure:
    """Return the figure of a hint as far as a stage tells: 1 where, 2 how, 3 all.

    The end of deductions has one stage only.
    """
    if stage >= STAGES or isinstance(hint, Finished) or hint.known is None:
        return shown
    bare = replace(
        shown,
        position=hint.known.position,
        sentences=(),
        follows=(),
        marks=(),
        technique="",
        walls=(),
        complete=(),
        what_ifs=(),
    )
    if isinstance(hint, Mistake):
        if stage == 1 or not hint.wrong:
            return replace(bare, head="There is a mistake")
        places = dict.fromkeys(c for fact in hint.wrong for c in cells_of(fact.at))
        marks = cell_marks(places, Role.COVER)
        return replace(bare, head=f"There is a mistake at {cells(places)}", marks=marks)
    if hint.technique is Technique.TOUCHED:
        head = "Look at the dots"
        marks = tuple(Mark(fact.at, Role.DOT) for fact in hint.reason.premises)
    else:
        targets = hint.reason.targets
        places = dict.fromkeys(c for fact in targets for c in cells_of(fact.at))
        named = cells_in_words(hint.known.position.puzzle, tuple(places))
        head, marks = f"Look at {named}", cell_marks(places, Role.COVER)
    ideas = () if hint.technique is None else (_IDEAS[hint.technique],)
    if stage == 1:
        return replace(bare, head=head, marks=marks)
    name = shown.technique
    return replace(bare, head=head, marks=marks, technique=name, sentences=ideas)
