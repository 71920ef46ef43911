"""Answers of clingo as people paste them: with `--outf=2`, with `-V0`, or as printed.

The facts of the puzzle stand before them, are shown by the encoding, or belong to the
puzzle that is given before.
"""

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

from galaxies_asp.core.asp.atoms import facts_of
from galaxies_asp.core.board.errors import EncodingError, NotationError
from galaxies_asp.core.sheet import AnySheet

_ATOM = r"-?[a-z_]\w*\((?:[^()\s]|\([^()\s]*\))*\)"
_MODEL = re.compile(rf"[ \t]*{_ATOM}(?:[ \t]+(?:{_ATOM}|[a-z_]\w*))*[ \t]*")
_JSON = re.compile(r"^\s*\{\s*\"Solver\":\s*\"clingo", re.MULTILINE)
_CHATTER = re.compile(
    r"(?:clingo version|Reading|Solving|Answer:|(?:UN)?SATISFIABLE|UNKNOWN|OPTIMUM"
    r"|Optimization|Models|Calls|Time|CPU Time|Threads)(?!\w).*"
)


def recognizes(text: str) -> bool:
    """Tell whether a text has answers of clingo."""
    return _JSON.search(text) is not None or any(
        _MODEL.fullmatch(line) for line in text[:1_000_000].splitlines()
    )


def models_in(text: str) -> tuple[str, list[Sequence[str]]]:
    """Return the facts before the answers, and the atoms of each answer.

    Raises `NotationError` if there is no answer.
    """
    models: list[Sequence[str]]
    if start := _JSON.search(text):
        try:
            output, _ = json.JSONDecoder().raw_decode(text[start.start() :].lstrip())
            calls = [call.get("Witnesses", []) for call in output["Call"]]
            models = [witness["Value"] for call in calls for witness in call]
        except (ValueError, LookupError, TypeError, AttributeError) as error:
            raise NotationError(f"this is no output of clingo: {error}") from None
        facts = text[: start.start()]
    else:
        lines = text.splitlines()
        models = [re.findall(r"\S+", one) for one in lines if _MODEL.fullmatch(one)]
        known = (_MODEL.fullmatch(o) or _CHATTER.fullmatch(o.strip()) for o in lines)
        kept = zip(lines, known, strict=True)
        facts = "\n".join("" if is_known else line for line, is_known in kept)
    if not models:
        raise NotationError("the output of clingo has no answer")
    return facts, models


def has_answers_only(text: str) -> bool:
    """Tell whether a text has answers of clingo, without the facts of a puzzle."""
    try:
        facts, models = models_in(text) if recognizes(text) else ("", [])
    except NotationError:
        return False
    if not models:
        return False
    return not facts.strip() and "width(" not in "".join(models[0])


def printed(text: str, puzzle: AnySheet | None) -> str:
    """Return a text with answers as clingo prints them below facts.

    `puzzle`: the one before, if the text has no facts.
    """
    facts, models = models_in(text)
    if not facts.strip() and puzzle:
        facts = puzzle.facts
    numbered = enumerate(map(" ".join, models), 1)
    return facts + "".join(f"\nAnswer: {n}\n{model}\n" for n, model in numbered)


def sheets_of(text: str, family: Any, puzzle: AnySheet | None) -> Iterator[AnySheet]:
    """Yield a board for each answer; atoms that the family does not know are dropped.

    `puzzle`: the one before, if the text has no facts. Raises `NotationError` if the
    facts of a puzzle are missing.
    """
    facts, models = models_in(text)
    known = {*family.inputs, *family.outputs}
    try:
        given = [*facts_of(facts)]
        given = given or [*facts_of(puzzle.facts if puzzle else "")]
        for model in models:
            atoms = facts_of("".join(f"{atom}." for atom in model))
            kept = [atom for atom in atoms if atom.signature in known]
            yield family.of_facts([*dict.fromkeys([*given, *kept])], is_attempt=True)
    except EncodingError as error:
        raise NotationError(str(error)) from None
