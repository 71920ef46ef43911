"""What an encoding forces, in the words of its file."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import TYPE_CHECKING

from galaxies_asp.core.board.atoms import Atom
from galaxies_asp.explaining.engine.facts import BROKEN, Fact, Kind, cells_of
from galaxies_asp.explaining.words.arguments import Argument, Inference
from galaxies_asp.explaining.words.clauses import Clause, Marks, marks_of
from galaxies_asp.explaining.words.findings import Reason
from galaxies_asp.explaining.words.headings import (
    BORDER,
    by_rule,
    cut_in_words,
    heading_of,
    only_way,
    room_in_words,
    rule_at,
    sum_in_words,
)
from galaxies_asp.explaining.words.known import Known, stated
from galaxies_asp.explaining.words.levels import Technique
from galaxies_asp.explaining.words.marks import Mark, Role
from galaxies_asp.explaining.words.merged import Merged, is_part, merged, plain
from galaxies_asp.explaining.words.phrases import MOST
from galaxies_asp.explaining.words.unreached import unreached

if TYPE_CHECKING:
    from galaxies_asp.explaining.engine.switched import GroundInstance


_FEW = 3
"""The most premises that are named where inferences by one rule are told together."""


def reason_in_words(reason: Reason, known: Known) -> Iterator[Clause]:
    """Yield what is noted first, the inferences, and the suppositions."""
    words = _Words(known)
    reason, none = unreached(reason, known)
    if (reason := plain(reason)).notes:
        yield from words.noted(reason)
    yield from words.lemmas(reason.lemmas)
    if reason.by_search:
        yield Clause("only a long search over all rules shows it")
    elif not reason.minimal:
        yield Clause("only a search shows it")
        yield from words.used(reason)
    said = [*words.argued(reason), *none]
    if reason.instances and not (said or reason.notes or reason.cost):
        said = list(words.used(reason))
    yield from said
    is_found = reason.by_search or reason.lemmas or reason.instances
    if not (said or reason.notes or is_found):
        yield Clause(words.by_clues(reason.targets))


class _Words:
    """The words of inferences on a board."""

    def __init__(self, known: Known) -> None:
        self._known = known

    def _said(self, facts: Iterable[Fact]) -> str:
        return self._known.in_words(fact for fact in facts if not _is_broken(fact))

    def noted(self, reason: Reason) -> Iterator[Clause]:
        """Yield what is noted first, by rule; that from which more is noted before."""
        together: dict[object, Merged] = {}
        notes = reason.notes
        some = [one for argument in reason.arguments for one in argument.inferences]
        counted = {f for one in some if one.rest is not None for f in one.premises}
        out = {*filter(self._is_left_out, counted)}
        notes = tuple(one for one in notes if not out.issuperset(one.facts))
        for inference in notes:
            rule = inference.instance and heading_of(inference.instance.rule)
            new = Merged(inference)
            one = together.setdefault((inference.how, rule), new)
            if one is not new:
                one.add(new)
        used = {fact for inference in notes for fact in inference.premises}
        for one in sorted(
            together.values(), key=lambda one: used.isdisjoint(one.facts)
        ):
            # Name what excludes the atoms of one place instead of listing the atoms.
            is_long = len(one.facts) > _FEW and len({fact.at for fact in one.facts}) < 2
            is_long &= not any(f.holds for f in one.facts) and bool(one.premises)
            clause = self._inference(one, one.facts if is_long else ())
            if clause.text:
                yield clause

    def _is_left_out(self, fact: Fact) -> bool:
        """Tell whether words are declared for all that a rule which counts excludes."""
        return bool(self._others([fact])) and not fact.holds

    def _others(self, facts: Iterable[Fact]) -> str:
        """Return the declared words for what a rule that counts leaves out."""
        known = (self._known.declared.get(stated(f)[0].signature) for f in facts)
        found = (one.words[3] for one in known if one is not None and one.words[3:])
        return next(found, "")

    def lemmas(self, lemmas: Iterable[Reason]) -> Iterator[Clause]:
        """Yield reasons on the way to another one, those from the same together."""
        together: dict[object, tuple[list[Fact], list[Clause]]] = {}
        for lemma in lemmas:
            if not lemma.cost and not any(f.holds for f in lemma.targets):
                continue  # that a shaded cell belongs to no island
            clauses = list(self.argued(lemma))
            texts = tuple(clause.text for clause in clauses)
            is_alone = any(clause.lines or clause.proof for clause in clauses)
            facts = together.setdefault(lemma if is_alone else texts, ([], clauses))[0]
            facts += lemma.targets
        for number, (facts, clauses) in enumerate(together.values()):
            start = f"{'then' if number else 'first'}, {self._said(facts)}"
            if clauses and clauses[0].lines:
                yield Clause(start, marks_of(clauses), proof=clauses[0])
                continue
            because = "; ".join(clause.text for clause in clauses)
            text = f"{start}: {because}" if because else start
            yield Clause(text, marks_of(clauses))

    def used(self, reason: Reason) -> Iterator[Clause]:
        """Yield the rules of a reason with their places, and the known facts."""
        for rule, instances in by_rule(reason.instances).items():
            yield Clause(rule_at(self._known, rule, instances), self._used(instances))
        if reason.premises:
            known = _marks(self._known, reason.premises, Role.KNOWN)
            yield Clause(f"known: {self._said(reason.premises)}", known)

    def by_clues(self, facts: Sequence[Fact]) -> str:
        """Return why something follows without any rule that has a place."""
        if self._known.are_touched(facts):
            return Technique.TOUCHED.idea
        kinds = {fact.kind for fact in facts}
        if kinds == {Kind.NO_SOLUTION}:
            return "the clues and the definitions exclude it"
        if kinds == {Kind.EMPTY}:
            return f"no dot can have {'them' if len(facts) > 1 else 'it'}"
        if kinds == {Kind.WALL}:
            return "no dot can have the cells on both sides"
        return "it follows at once from the clues and the definitions"

    def _used(self, some: Iterable[GroundInstance]) -> Marks:
        places = (instance.at for instance in some)
        return tuple(
            Mark(at, Role.USED)
            for at in places
            if at is not None and self._known.has_cell(at)
        )

    def argued(self, reason: Reason) -> Iterator[Clause]:
        """Yield the inferences of a reason, and its suppositions with theirs."""
        for argument in reason.arguments:
            if argument.supposed is None:
                yield from self._direct(argument, reason)
        supposed = [one for one in reason.arguments if one.supposed is not None]
        if supposed:
            yield self._supposition(*supposed)

    def _direct(self, argument: Argument, reason: Reason) -> Iterator[Clause]:
        before = noted = {fact for note in reason.notes for fact in note.facts}
        some, last, ours = list(merged(argument.inferences)), "", {*reason.targets}
        ends = [m for m in some if m.facts and {*m.facts} <= ours]
        known = {fact for one in some for fact in one.premises}
        is_plain = len(known) == 1 and known.isdisjoint(noted) and ends == some
        if len(some) > 1 and is_plain and all(m.premises for m in some):
            rules = "; ".join(map(self._why, some))  # all by what is known of one place
            marks = _marks(self._known, known, Role.KNOWN)
            yield Clause(f"{self._said(known)}; {rules}", marks)
            return
        targets = reason.targets if len(ends) < 2 else ()
        for one, after in zip_longest(some, some[1:]):
            if after is not None and is_part(one, after):
                continue
            clause = self._inference(one, targets, noted, before)
            if clause.proof is not None:
                clause = clause._replace(text=f"{clause.text} (by a what-if)")
                before = before | {*one.facts}
            else:
                before = {*one.facts} if clause.text else set()
            is_new = {*one.facts} <= ours or not (
                one.is_echo or (noted and self._is_plain(clause, one.facts))
            )
            if clause.text and is_new and not last.endswith(clause.text):
                yield clause
                last = clause.text

    def _supposition(self, argument: Argument, *like: Argument) -> Clause:
        """Return how a supposition fails; `like`: others that do by the same rules."""
        supposed = argument.supposed
        assert supposed is not None
        marks = _marks(self._known, [supposed], Role.SUPPOSED, "?")
        lines: list[Clause] = []
        before: Collection[Fact] = (supposed,)
        new = {supposed}
        some = list(merged(argument.inferences))
        if some[1:] and some[-1].first.fails and not self._why(some[-1]):
            rule = some[-2].first
            if rule.instance is not None and not rule.facts:
                some[-2:] = [Merged(replace(rule, fails=True))]
        for inference in some:
            clause = self._inference(inference, before=before, is_then=True)
            said = self._said(inference.facts)
            is_new = not new.isdisjoint(inference.premises) or clause.proof is not None
            is_new |= inference.first.cut is not None
            if is_new or not all(map(self._is_left_out, inference.facts or [supposed])):
                new.update(inference.facts)
            elif inference.facts:
                continue  # it holds without the supposition
            if not clause.text or inference.is_echo or said == self._said([supposed]):
                continue
            if self._is_plain(clause, inference.facts):
                continue
            number = str(len(lines) + 1)  # as the lines are numbered
            more = _marks(self._known, inference.facts, Role.SUPPOSED, number)
            is_said = inference.facts and clause.text.startswith(said)
            start = "then " if is_said else ""
            text = f"{start}{clause.text}"
            lines.append(clause._replace(text=text, marks=(*more, *clause.marks)))
            before = (supposed, *inference.facts)
        text = f"suppose that {self._said([supposed])}"
        if others := [one.supposed.at for one in like if one.supposed is not None]:
            text += f" (likewise {self._known.where(others)})"
        return Clause(text, marks, tuple(lines))

    def _is_plain(self, clause: Clause, facts: Sequence[Fact]) -> bool:
        """Tell whether a clause only says that something does not hold."""
        is_bare = clause.text == self._said(facts) and clause.proof is None
        return is_bare and not any(f.holds for f in facts)

    def _inference(
        self,
        one: Merged,
        targets: Sequence[Fact] = (),
        noted: Collection[Fact] = (),
        before: Collection[Fact] = (),
        *,
        is_then: bool = False,
    ) -> Clause:
        """Return what follows and why, without the head and what was noted.

        What was said just before is not said again where something follows from it
        alone, or where the sentence says "then".
        """
        first, facts = one.first, one.facts
        if facts and all(map(_is_broken, facts)):  # the contradiction names the rule
            return Clause("")
        if first.inner is not None:
            return Clause(self._said(facts), (), proof=self._supposition(first.inner))
        why, premises = self._why(one), self._premises(one)
        if not why and premises and set(facts) <= set(targets):
            premises = tuple(fact for fact in premises if fact not in noted)
            if not premises:
                return Clause("")
        left = self._left(first, facts, premises)
        # Of what is noted the part is named from which something follows.
        is_part = before is noted and len(noted) > len(premises) and not first.counts
        if why and premises and set(premises) <= {*before} and not is_part:
            is_rest = any(f.holds for f in facts) and not any(f.holds for f in premises)
            if is_rest and first.counts:
                left = self._few_left(first, facts, premises)
            premises = ()
        elif why and is_then and not first.fails and first.cut is None:
            premises = tuple(fact for fact in premises if fact not in before)
        is_long = first.how.name in ("LEFT", "SUM") or self._is_declared(first.cut)
        is_long = is_long and len(premises) > MOST
        is_long |= first.how.name == "ROOM" and len(premises) > _FEW
        because = "" if left or is_long else self._said(premises)
        marks = _marks(self._known, one.premises, Role.KNOWN)
        marks += self._used(one.instances)
        if first.fails:
            why = f"this contradicts: {why}" if why else "these exclude each other"
        if first.cut is not None and because:
            why = f"{why}, as {because}"
        else:
            why = "; ".join(filter(None, (because, why, left)))
        if one.is_chain:
            why = f"one after the other: {why}"
        head = {self._said([fact]) for fact in targets}
        new = [fact for fact in facts if self._said([fact]) not in head]
        if not new:
            says = facts or because or left or first.fails
            return Clause((why or "it follows at once") if says else "", marks)
        said = self._said(new)
        link = ", " if one.is_chain else ": "
        return Clause(f"{said}{link}{why}" if why else said, marks)

    def _premises(self, one: Merged) -> tuple[Fact, ...]:
        """Return the premises that are said: not what the reason says by itself."""
        first, cut = one.first, one.first.cut
        some = [f for f in dict.fromkeys(one.premises) if f != first.subject]
        if one.is_mixed and one.is_bare:
            return ()
        if one.is_mixed and len(some) > _FEW:
            some = [f for f in some if f.holds and f not in one.facts]
            return tuple(some) if cut is None and len(some) <= MOST else ()
        if cut is None:
            return tuple(some)
        there = [f for f in some if stated(f)[0].arguments[:1] == cut.arguments[:1]]
        if self._is_declared(cut):
            if (border := first.parts.border) is not None:
                return border if len(border) <= BORDER else ()
            # What is cut off, and that from which it is, are named by these words.
            same = {(fact.kind, stated(fact)[0].name) for fact in there}
            return tuple(f for f in some if (f.kind, stated(f)[0].name) not in same)
        is_apart = first.how.name == "APART"
        return tuple(fact for fact in some if not (is_apart and fact in there))

    def _is_declared(self, cut: Atom | None) -> bool:
        """Tell whether the encoding says what would be if an atom were cut off."""
        known = cut and self._known.declared.get(cut.signature)
        return bool(known and known.cut)

    def _left(
        self, first: Inference, facts: Sequence[Fact], premises: Sequence[Fact]
    ) -> str:
        """Return that a rule has not more to choose from, instead of all premises."""
        if first.how.name not in ("RULE", "FAR") or not (
            first.fails or any(f.holds for f in facts)
        ):
            return ""
        if not premises and all(f.holds for f in facts):
            if {fact.kind for fact in facts} == {Kind.CELL}:
                return f"no other dot can have {'them' if len(facts) > 1 else 'it'}"
            # A rule that counts leaves nothing else; others exclude the contrary.
            is_rest = first.counts and not first.fails
            return "nothing else is possible" if is_rest else ""
        out = sum(not fact.holds for fact in premises)
        is_long = len(premises) > MOST and 3 * out >= 2 * len(premises)
        if not (is_long or (first.rest is not None and self._others(premises))):
            return ""
        return self._few_left(first, facts, premises)

    def _few_left(
        self, first: Inference, facts: Sequence[Fact], premises: Sequence[Fact]
    ) -> str:
        """Return which atoms can still hold that a rule counts, and why not others."""
        rest = dict.fromkeys(fact.at for fact in first.rest or ())
        left = "too little is left" if first.fails else "nothing else is left"
        if first.rest is None:
            return left
        is_few = len(rest) == len(first.rest) <= MOST
        if is_few and not {fact.at for fact in facts} >= {*rest}:
            named = self._known.where(sorted(rest, key=lambda at: (at.y, at.x)))
            are = "is" if len(rest) < 2 else "are"
            left = f"only {named or 'nothing'} {are} left"
        others = self._others(premises)
        return f"{left}: {others}" if others else left

    def _why(self, one: Merged) -> str:
        """Return by what an inference is made."""
        first = one.first
        match first.how.name:
            case "RULE" | "FAR" | "ROOM" if first.instance is not None:
                is_bare = first.fails and len(one.premises) < 2
                facts = () if is_bare else (*one.facts, *one.premises)
                text = rule_at(self._known, first.instance.rule, one.instances, facts)
                if first.how.name == "FAR":
                    more = f"only {one.left}" if one.left else "none"
                    return f"too far, as {more} can be added: {text}"
                if first.how.name == "ROOM":
                    return room_in_words(self._known, one.facts, first.left, text)
                return text
            case "SUM":
                is_more = any(f.holds for f in one.facts)
                return sum_in_words(self._known, first.sides, is_more=is_more)
            case "LEFT":
                left = f"nothing{' else' * any(f.holds for f in one.facts)} is"
                subject = first.subject
                if subject is None and first.fails:
                    return ""
                aim = "" if subject is None else f" so that {self._said([subject])}"
                return f"{left} left{aim}"
            case "CUT":
                return cut_in_words(self._known, first, "no way leads to {} any more")
            case "ALONE":
                text = cut_in_words(self._known, first, "{} would be cut off")
                return text if first.fails else only_way(self._known, one.facts, text)
            case "APART":
                return cut_in_words(self._known, first, "it would be cut off from {}")
        return ""


def _is_broken(fact: Fact) -> bool:
    """Tell whether a fact states that a rule is broken."""
    return stated(fact)[0].name == BROKEN


def _marks(known: Known, facts: Iterable[Fact], role: Role, text: str = "") -> Marks:
    """Return the marks of the cells of facts; those with a text, of their sides."""
    every = [fact.at for fact in facts]
    sides = [at for at in every if text and known.has_lines and at.x % 2 != at.y % 2]
    cells = (cell for at in every if at not in sides for cell in cells_of(at))
    places = [*sides, *filter(known.has_cell, cells)]
    return tuple(Mark(place, role, text) for place in dict.fromkeys(places))
