"""Questions about a board: hints, mistakes, reasons, grades, and all solutions."""

import re

from galaxies_asp import explaining
from galaxies_asp.all_solutions import count as counting
from galaxies_asp.all_solutions.answers import CountAnswer, ForcedAnswer
from galaxies_asp.core.board.atoms import Atom
from galaxies_asp.core.board.declarations import declared
from galaxies_asp.core.board.errors import OptionError, counted
from galaxies_asp.core.board.no_solution import NoSolutionError
from galaxies_asp.core.engine import SolveRequest
from galaxies_asp.core.possibilities import Count
from galaxies_asp.explaining import Step, Walkthrough, figure
from galaxies_asp.explaining.answers.figures import STAGES, staged
from galaxies_asp.explaining.answers.objects import hint_answer, reason_answer
from galaxies_asp.explaining.answers.pages import Frames
from galaxies_asp.explaining.answers.questions import deduce_steps, reasons
from galaxies_asp.explaining.words.known import Known
from galaxies_asp.explaining.words.marks import Mark, Role
from galaxies_asp.play.board import Reply, Work, page_board
from galaxies_asp.play.request import Request
from galaxies_asp.solving.answers import SolveAnswer
from galaxies_asp.solving.plan import program_engine
from galaxies_asp.solving.search import Search, solve

MOST_SOLUTIONS = 200
MOST_PLACES = 12
"""A hint that only says to look at more places says nothing."""


def hint(request: Request) -> Reply:
    """Return the mistake in a position, or its easiest next step, with its reason.

    `stages` has the figures of the earlier stages: where to look, and the technique.
    `draw` has the board with the step; it is empty if the page cannot draw that.
    """
    drawn = request.board()
    found = explaining.hint(drawn, rules=request.rules)
    step = page_board(drawn).with_step(found) if isinstance(found, Step) else None
    whole = figure(found)
    earlier = [staged(whole, found, stage) for stage in range(1, STAGES)]
    return hint_answer(drawn.name, found, whole).fields() | {
        "stages": [
            figure.answer()
            for figure in earlier
            if figure != whole and len(figure.marks) <= MOST_PLACES
        ],
        "draw": {"board": step.plain()} if step else {},
        "board": drawn.drawn(whole.position).plain(),
    }


def wrong(request: Request) -> Reply:
    """Return what is wrong in a position, compared with the only solution if any."""
    drawn = request.board()
    if faults := page_board(drawn).faults(request.rules):
        marks = [Mark(at, Role.WRONG) for at in faults[0].places]
        said = f"This rule is broken: {faults[0].message}"
        return {"head": said, "marks": marks, "wrong": True}
    found = explaining.find_mistake(drawn, rules=request.rules)
    if found is None:
        return {"head": "Nothing is wrong so far.", "marks": [], "wrong": False}
    shown = figure(found).answer()
    return {**shown, "wrong": True, **page_board(drawn).compared(request.rules)}


def why(request: Request) -> Reply:
    """Return why a cell has its dot, an edge its wall or none, or why an atom holds."""
    drawn = request.board()
    at, atom = None, None
    if request.has("atoms"):
        drawn = drawn.blank
        atom, *others = request.atoms("atoms") or [None]
        if atom is None or others:
            raise OptionError("the field 'atoms' is not a list of one atom")
    else:
        at = request.point("at")
    for reason in reasons(drawn, at, atom=str(atom or ""), rules=request.rules):
        shown = figure(reason)
        answer = reason_answer(drawn.name, reason, shown)
        return answer.fields() | {"board": drawn.drawn(shown.position).plain()}
    return {"head": "Nothing is forced here: solutions differ.", "marks": []}


def walkthrough(request: Request) -> Work:
    """Return the walkthrough of a puzzle; yield each step as it is found."""
    drawn = request.board()
    yield {"progress": {"text": "deducing the solution"}}
    steps: list[Step] = []
    frames: list[Reply] = []
    for finding in deduce_steps(drawn, rules=request.rules):
        if not isinstance(finding, Step):
            break
        steps.append(finding)
        # The figure of a step, how hard it is, and the board after it.
        shown = figure(finding)
        board = shown.board.sheet.plain()
        more = {"level": finding.level, "board": board}
        frames.append(hint_answer(drawn.name, finding, shown).fields() | more)
        yield {"progress": {"text": counted(len(steps), "step"), "frame": frames[-1]}}
    assert not isinstance(finding, Step)
    source = steps[0].reason.source if steps else None
    found = Frames(Walkthrough(drawn.blank, tuple(steps), finding, source))
    if found.way.mistake is not None:
        return {"frames": [], "solved": False, **found.end.answer()}
    number = f"{counted(len(steps), 'step')}, " if found.way.is_told else ""
    head = "" if found.way.solved else "The rest is not forced."
    text = f"{number}{_rating(found)}."
    return {"frames": frames, "solved": found.way.solved, "head": head, "text": text}


def grade(request: Request) -> Work:
    """Return how difficult a puzzle is."""
    yield {"progress": {"text": "rating the puzzle"}}
    found = Frames(explaining.walkthrough(request.board(), rules=request.rules))
    if found.way.mistake is not None:
        return {"grade": None, "text": "The puzzle has no solution."}
    if not found.way.solved or found.difficulty is None:
        several = "several solutions; only unique puzzles are graded"
        return {"grade": None, "text": f"The puzzle has {several}."}
    rated = found.difficulty.fields()
    return {"grade": None, **rated, "text": f"Difficulty: {_rating(found)}"}


def _rating(found: Frames) -> str:
    """Return grade and effort; under variants the sizes of the reasons."""
    if isinstance(found.difficulty, explaining.Difficulty):
        return found.difficulty.rating
    return found.rating


def number(request: Request) -> Reply:
    """Return whether a puzzle has no solution, exactly one, or several."""
    result = solve(request.board(), 2, rules=request.rules)
    said = {"none": "No solution", "unique": "Exactly 1 solution"}
    text = said.get(result.status, "Several solutions")
    if result.reason:
        text = f"{text}: {result.reason}"
    return {"status": result.status, "text": text}


def _in_order(atom: Atom) -> str:
    """Return the text of an atom with numbers of one length, to sort 2 before 10."""
    return re.sub(r"\d+", lambda number: number[0].zfill(9), str(atom))


def strokes(request: Request) -> Reply:
    """Return where the atoms that may be drawn lie in the picture of a family."""
    sheet = request.board().blank
    family, engine = sheet.family, program_engine(sheet, request.rules)
    phrases = Known.of(sheet, declared=declared(engine.source.text)).phrases
    atoms = sorted(engine.whole().atoms(family.outputs), key=_in_order)
    drawings = {n: one.drawing for n, one in family.declarations.items()}
    listed = [
        {
            "atom": str(atom),
            "path": path,
            "drawing": drawings.get(atom.signature, ""),
            "words": phrases.said([(atom, True)]),
        }
        for atom in atoms
        if (path := family.stroke(atom))
    ]
    return {"strokes": listed}


def solutions(request: Request) -> Work:
    """Return some solutions of a puzzle as boards, and whether these are all."""
    drawn = request.board()
    models = request.integer("models", 1, MOST_SOLUTIONS, MOST_SOLUTIONS)
    search = Search[object](SolveRequest(drawn.blank, models, rules=request.rules))
    found: list[object] = []
    for solution in search:
        found.append(solution)
        if len(found) % 20 == 0:
            yield {"progress": {"text": counted(len(found), "solution")}}
    result = search.result(found)
    boards = [drawn.blank.drawn(solution).plain() for solution in found]
    about = {"complete": result.complete, "reason": result.reason, "boards": boards}
    return SolveAnswer.about(drawn.name, result, None).fields() | about


def count(request: Request) -> Work:
    """Return the exact number of solutions; yield lower bounds of it."""
    drawn = request.board()
    for known in counting.bounds(drawn.blank, request.rules):
        yield {"progress": {"text": f"at least {known.total:,} solutions"}}
    answer = CountAnswer.of(known, id=drawn.name, count=known.total)
    return answer.fields() | {"text": _number_in_words(known)}


def _number_in_words(known: Count) -> str:
    """Return a number of solutions as lines; scripts round large numbers."""
    noun = "solution" if known.total == 1 else "solutions"
    lines = [f"{'' if known.complete else 'At least '}{known.total:,} {noun}."]
    if len(known.components) > 1:
        factors = " × ".join(f"{factor:,}" for factor in known.components)
        lines.append(f"The product of independent parts: {factors}.")
    return "\n".join(lines)


def forced(request: Request) -> Reply:
    """Return what all solutions have in common, and where they differ."""
    drawn = request.board()
    try:
        found = counting.forced(drawn.blank, rules=request.rules)
    except NoSolutionError as error:
        return {"text": f"The puzzle has no solution: {error}", "map": None}
    answer = ForcedAnswer.about(drawn.name, found)
    board = drawn.blank.drawn(found.position())
    shown: dict[str, object] = {"board": board.plain()}
    text = f"{found.in_words()}."
    if answer.dots is not None:
        numbers = [[len(dots or ()) for dots in row] for row in answer.dots]
        several = sum(number > 1 for row in numbers for number in row)
        text = "Everything is forced: the puzzle has exactly 1 solution."
        if several:
            text = (
                f"{several} cells may belong to several dots; each shows how many. "
                f"Dashed edges are walls in some solutions."
            )
        shown |= {"counts": numbers, "edges": answer.open}
    return answer.fields() | {"text": text, "map": shown}
