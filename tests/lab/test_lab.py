"""The lab: planted mistakes are caught on small boards; every solution is verified."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from oracles.brute_force import all_boards
from support.commands import lab
from support.lab import Question, Size, all_dots, ask, board_of
from support.mixes import MEMBERS
from support.puzzles import IDP_5X5, IDP_7X7, SLOW_TO_GROUND

from galaxies_asp.core.asp.data import data_folder
from galaxies_asp.core.asp.encodings import BUILT_IN, MIXES
from galaxies_asp.core.board.errors import OptionError
from galaxies_asp.core.board.puzzle import Puzzle
from galaxies_asp.lab import asking
from galaxies_asp.lab.changes import Scope, study_mutants
from galaxies_asp.lab.cost import NAME, Job, Run, measure
from galaxies_asp.lab.equivalence import AnswerDifference, Judge
from galaxies_asp.lab.families import compared_family
from galaxies_asp.lab.galaxies import puzzle_of
from galaxies_asp.lab.instances import Instance, board_sets, random_boards
from galaxies_asp.lab.lint import RULES, lint
from galaxies_asp.lab.mutants import mutants
from galaxies_asp.lab.profiling import GroundRequest
from galaxies_asp.lab.store import Campaign
from galaxies_asp.processes.pool import Pool, RequestLimits

ENCODINGS = data_folder("encodings") / "galaxies"
GALAXIES = compared_family("galaxies")


@pytest.fixture(scope="module")
def judge() -> Iterator[Judge]:
    with Pool(1, NAME) as workers:
        yield Judge("galaxies", Campaign(workers, RequestLimits(seconds=60)))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a copy of the encodings, to spoil."""
    return Path(shutil.copytree(ENCODINGS, tmp_path / "galaxies"))


def spoil(folder: Path, name: str, old: str, new: str) -> str:
    """Change one place of an encoding, and return its path."""
    path = folder / f"{name}.lp"
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, old
    path.write_text(text.replace(old, new), encoding="utf-8")
    return str(path)


def puzzle(difference: AnswerDifference | None) -> Puzzle:
    assert difference is not None
    return puzzle_of(difference.board.facts)


def run(job: Job) -> Run:
    return list(measure(job))[-1]


@pytest.mark.slow
@pytest.mark.parametrize("size", [Size(1, 1), Size(3, 2), Size(3, 3)], ids=str)
def test_answers_of_a_size_are_those_of_brute_force(size: Size) -> None:
    found = ask(Question("grow", size))
    boards = all_boards(size.width, size.height)
    assert found.complete
    assert {answer.dots for answer in found.found} == set(boards)
    assert len(found.found) == sum(map(len, boards.values()))


def test_holes_and_given_walls_are_enumerated() -> None:
    """Each answer on 2x2 is one of the board with these holes and walls alone."""
    (board,) = (
        b for b in board_sets(GALAXIES, 2, 2) if b.name.endswith("walls on 2x2")
    )
    answers = asking.ask(asking.Question("galaxies", "grow", board))
    assert answers.complete
    assert answers.wrong is None
    assert answers.messages == ()  # not even about colors, which no board has
    assert {len(a.given) for a in answers.found} >= {1, 2, 3, 4, 5}
    by_board: dict[frozenset[str], int] = {}
    for answer in answers.found:
        by_board[answer.given] = by_board.get(answer.given, 0) + 1
    assert any("hole" in fact for given in by_board for fact in given)
    assert any("given" in fact for given in by_board for fact in given)
    for given, count in list(by_board.items())[::5]:
        facts = "".join(f"{fact}. " for fact in given)
        alone = Instance("", f"{board.facts} {facts}")
        found = asking.ask(asking.Question("galaxies", "fast", alone)).found
        assert len(found) == count


@pytest.mark.slow
def test_equal_encodings(judge: Judge) -> None:
    for other in ("assign", "choice+pair+level"):
        verdict = judge.compare_all("grow", other, all_dots(3, 2))
        assert verdict.difference is None
        assert verdict.complete
        assert verdict.message == ""


@pytest.mark.slow
def test_a_dropped_rule_is_caught_and_shrunk(judge: Judge, folder: Path) -> None:
    wrong = spoil(
        folder,
        "assign",
        ":- galaxy((X,Y),(CX,CY)), not galaxy((2*CX-X,2*CY-Y),(CX,CY)).",
        "",
    )
    # Where both cells of a pair must be free, symmetry first matters on 5x1 and 3x3.
    assert judge.compare_all("grow", wrong, all_dots(3, 2)).complete
    larger = judge.compare("grow", wrong, board_of(IDP_5X5)).difference
    assert larger is not None
    least = judge.minimal(larger)
    assert least.wrong == wrong
    assert puzzle(least).width * puzzle(least).height == 5
    assert all("asymmetric" in fault for fault in least.faults)


def test_a_mirrored_sign_is_caught(judge: Judge, folder: Path) -> None:
    wrong = spoil(
        folder,
        "assign",
        "not galaxy((2*CX-X,2*CY-Y),(CX,CY))",
        "not galaxy((2*CX-X,2*CY+Y),(CX,CY))",
    )
    difference = judge.compare_all("grow", wrong, all_dots(3, 2)).difference
    assert puzzle(difference) == Puzzle(1, 1, [(1, 1)])
    assert difference is not None
    assert (difference.wrong, difference.faults) == (wrong, ())
    assert difference.instead is None


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("given", ":- given((X,Y)), ", ":- given((X,Y)), #false, "),
        ("grid", ",\n    not hole((2*I-1,2*J-1)).", "."),
    ],
)
def test_faults_beside_holes_and_given_walls_are_caught(
    judge: Judge, folder: Path, file: str, old: str, new: str
) -> None:
    wrong = spoil(folder, file, old, new).replace(f"{file}.lp", "grow.lp")
    assert judge.compare_all("grow", wrong, all_dots(2, 2)).difference is None
    boards = board_sets(GALAXIES, 3, 1)
    difference = judge.compare_all("grow", wrong, boards).difference
    assert difference is not None
    assert difference.wrong == wrong
    found = puzzle(difference)
    assert found.holes or found.walls


def test_two_wrong_encodings_that_agree_are_caught(judge: Judge, folder: Path) -> None:
    wrong = spoil(folder, "grow", ":- cell(P), not { galaxy(P,C) } = 1.", "")
    again = str(Path(wrong).with_name("again.lp"))
    shutil.copy(wrong, again)
    verdict = judge.compare(wrong, again, board_of(Puzzle(2, 1, [(1, 1)])))
    assert verdict.difference is not None
    assert verdict.difference.faults
    alone = judge.compare(wrong, wrong, board_of(Puzzle(2, 1, [(1, 1)])))
    assert alone.difference is not None


@pytest.mark.slow
def test_random_boards_have_everything() -> None:
    boards = random_boards(GALAXIES, 60, 40, seed=0)
    assert boards == random_boards(GALAXIES, 60, 40, seed=0)
    puzzles = [puzzle_of(board.facts) for board in boards]
    assert any(p.holes for p in puzzles)
    assert any(p.walls for p in puzzles)
    counts = [len(ask(Question("fast", p)).found) for p in puzzles]
    assert {0, 1} < set(counts)
    assert max(counts) > 1
    largest = max(p.width * p.height for p in puzzles)
    assert 30 <= largest <= 40


@pytest.mark.slow
def test_a_bound_on_levels_is_caught_by_a_random_board(
    judge: Judge, folder: Path
) -> None:
    """Paths of W+H-2 steps suffice on small boards, and not for spirals."""
    text = (
        "within(P,C,0) :- touching(P,C), galaxy(P,C).\n"
        "within(Q,C,L+1) :- within(P,C,L), between(_,P,Q), galaxy(Q,C), L < W+H-2,\n"
        "    width(W), height(H).\n:- galaxy(P,C), not within(P,C,_).\n"
    )
    wrong = folder / "wrong.lp"
    mix = (folder / "mixes" / "choice.lp").read_text().replace("../", "")
    names = [line for line in mix.splitlines() if line.startswith("#include")]
    kept = "\n".join(name for name in names if "connected" not in name)
    wrong.write_text(f"{kept}\n{text}")
    assert judge.compare_all("grow", str(wrong), all_dots(3, 2)).difference is None
    boards = random_boards(GALAXIES, 200, 60, seed=0)[100:]
    difference = judge.compare_all("grow", str(wrong), boards).difference
    assert difference is not None
    assert difference.wrong == str(wrong)


@pytest.mark.slow
def test_mutants_are_found() -> None:
    found = mutants(GALAXIES, "assign")
    assert len({mutant.text for mutant in found}) == len(found) > 50
    kinds = {mutant.fault.partition(":")[0] for mutant in found}
    assert {"rule left out", "literal left out", "constant shifted"} < kinds
    assert {"sign changed", "arguments exchanged"} < kinds
    judge, scope = Judge("galaxies", Campaign()), Scope(board_sets(GALAXIES, 2, 2))
    reports = list(study_mutants(judge, "assign", scope, found[::18]))
    assert len(reports) == len(found[::18])
    shown = [one for one in reports if one.difference or one.verdict.why == "refused"]
    assert len(shown) > len(reports) / 2
    assert all(
        one.difference or one.verdict.complete for one in reports if one not in shown
    )


@pytest.mark.slow
def test_more_models_than_solutions(tmp_path: Path) -> None:
    path = tmp_path / "mine.lp"
    path.write_text('#include "grow.lp".\n{ extra }.\n')
    _, _, said = lab("compare", str(path), "idp-5x5", "--seeds", "0")
    assert "2 models for 1 solution on idp-5x5" in said
    assert "1 solution, each verified" in said


@pytest.mark.slow
def test_an_encoding_that_grounds_for_ever_is_tried_once(judge: Judge) -> None:
    with Pool(1, NAME) as workers:
        short = Judge("galaxies", Campaign(workers, RequestLimits(seconds=0.2)))
        short.prepare(["grow", SLOW_TO_GROUND], all_dots(3, 1))
        known = short.known(SLOW_TO_GROUND, all_dots(3, 1)[-1])
    assert "so no other board was tried" in known.message


def test_ground_instances_by_rule() -> None:
    report = GroundRequest("galaxies", "assign", board_of(IDP_5X5)).result()
    assert [r.instances for r in report.rules if r.text.startswith("cell(")] == [25]
    (choice,) = (rule for rule in report.rules if "{ galaxy(P,C)" in rule.text)
    assert choice.instances == 25, "one for each cell"
    assert choice.place.startswith("assign.lp:")
    atoms = {size.name: size for size in report.predicates}
    assert atoms["cell/1"].possible == atoms["cell/1"].facts == 25
    assert atoms["galaxy/2"].facts == 0
    assert atoms["galaxy/2"].possible == atoms["candidate/2"].possible
    assert not any("lab_instance" in name for name in atoms)


def test_matches_of_rules_without_an_instance_are_counted(tmp_path: Path) -> None:
    """Before comparisons and negation; what shares no variable is multiplied."""
    rules = {
        ":- n(X), n(Y), n(Z), X+Y+Z > k.": (0, 1000),
        ":- n(X), n(Y), X < Y, n(X+Y), not cell(X).": (20, 55 - 10),
        ":- n(X), n(Y), m(X,Y), X > Y.": (0, 1),
        ":- n(X+Y), X = 1..2, Y = 1..2.": (4, 4),
        ":- n(X), not cell(X).": (10, 10),
        "p :- not cell(p).": (1, 1),
    }
    mine = tmp_path / "mine.lp"
    start = '#include "grow.lp".\nn(1..10). m(1,2). #const k = 30.\n'
    mine.write_text(start + "\n".join(rules))
    report = GroundRequest("galaxies", str(mine), board_of(IDP_5X5)).result()
    sizes = {r.place: (r.instances, r.matches) for r in report.rules}
    found = [sizes[f"{mine}:{line}"] for line in range(3, 3 + len(rules))]
    assert found == [*rules.values()]
    assert (report.rules[0].place, report.rules[0].matches) == (f"{mine}:3", 1000)
    assert all(rule.seconds < 1 for rule in report.rules)


@pytest.mark.parametrize("encoding", [*BUILT_IN, *MIXES, *MEMBERS])
def test_our_encodings_are_clean(encoding: str) -> None:
    assert lint(GALAXIES, encoding) == []


@pytest.mark.slow
def test_encodings_of_other_domains_are_clean() -> None:
    for name in ("ring-ring", "star-battle", "circuit-board", "square-fences"):
        family = compared_family(name)
        for encoding in family.encodings:
            assert lint(family, encoding) == []
    for path in sorted((data_folder("encodings") / "strips").glob("*.lp")):
        # An `open-` file chooses the input of an encoding to which it is added.
        if path.stem != "interface" and not path.stem.startswith("open-"):
            assert lint(GALAXIES, str(path)) == []


def test_a_domain_uses_a_predicate(tmp_path: Path) -> None:
    text = (
        "%*! seen(P)\nInput. P is seen. Domain: beside(P).\n*%\n#defined seen/1.\n"
        "%*! beside(P)\nP is beside the board.\n*%\n"
        "% Above the columns\nbeside((X,-1)) :- X = 1..2.\n"
        "%*! dark(P)\nOutput. P is dark.\n*%\n#show dark/1.\n"
        "% Seen places\ndark(P) :- seen(P).\n"
    )
    (tmp_path / "encoding.lp").write_text(text)
    family = compared_family(str(tmp_path))
    assert lint(family, "encoding.lp") == []
    (tmp_path / "encoding.lp").write_text(
        text.replace("Domain: beside(P)", "Domain: P = 1")
    )
    (found,) = lint(family, "encoding.lp")
    assert found.rule == "unused"


def test_lint_finds_what_was_planted(tmp_path: Path) -> None:
    path = tmp_path / "doubtful.lp"
    path.write_text(
        "#defined width/1.\n"
        "row(1..H) :- height(H).\n"
        "{ galaxy(P,C) } :- center(C), cel(P).\n"
        "#show row/1.\n"
        "left(X) :- row(X).\n"
        "#program later.\n"
    )
    found = [
        str(finding).replace(str(path), "f") for finding in lint(GALAXIES, str(path))
    ]
    assert found == [
        "f:2:1: row/1 is derived here, but not documented [undocumented]",
        "f:3:1: galaxy/2 is derived here, but not documented [undocumented]",
        "f:5:1: left/1 is derived here, but not documented [undocumented]",
        "f:5:1: left/1 is derived, but nothing uses it [unused]",
        "f:3:1: cel/1 occurs in no head [underivable]",
        "f:1:1: input width/1 is never used [unread]",
        "f:1:1: input hole/1 is never used [unread]",
        "f:1:1: input given/1 is never used [unread]",
        "f:4:1: row/1 is shown, but is no output [shown]",
        "f:6:1: this part of the program is never grounded [part]",
        *(
            f"f:{n}:1: no comment stands above this rule [uncommented]"
            for n in (2, 3, 5)
        ),
    ]
    text = path.read_text().replace(
        "left(X) :- row(X).", "left(X) :- row(X). % lint: off unused"
    )
    path.write_text("% lint: off undocumented, unread, uncommented\n" + text)
    left = [finding.rule for finding in lint(GALAXIES, str(path))]
    assert left == ["underivable", "shown", "part"]
    assert {"undocumented", "unread", *left} <= RULES.keys()


def test_measured_figures() -> None:
    level = run(Job("galaxies", "choice+level", board_of(IDP_7X7)))
    assert level.status == "unique"
    assert level.counts is not None
    assert level.counts["sccs"] == 0, "levels are tight"
    reach = run(Job("galaxies", "choice+any", board_of(IDP_7X7))).counts
    assert reach is not None
    assert reach["sccs"] > 0


def test_tasks() -> None:
    board = board_of(IDP_5X5)
    status = {
        task: run(Job("galaxies", "grow", board, task=task)).status
        for task in ("first", "unique", "all", "brave", "cautious")
    }
    assert status == {
        "first": "satisfiable",
        "unique": "unique",
        "all": "1 solution",
        "brave": "25 atoms",
        "cautious": "25 atoms",
    }


def test_the_unperturbed_run_keeps_clasp_as_it_is() -> None:
    board = board_of(IDP_5X5)
    assert "seed" not in " ".join(Job("galaxies", "grow", board).clingo_options())
    shuffled = Job("galaxies", "grow", board, 3)
    assert "seed" not in " ".join(shuffled.clingo_options())
    by_seed = Job("galaxies", "grow", board, 3, perturbation="seed").clingo_options()
    assert {"--seed=3", "--rand-freq=0.02"} < set(by_seed)
    assert not any("sign" in option for option in by_seed)
    for encoding in ("grow", "fast"):
        job = Job("galaxies", encoding, board_of(IDP_7X7), 3)
        assert run(job).status == "unique"


def test_an_encoding_with_a_wrong_model_is_refused(folder: Path) -> None:
    wrong = spoil(folder, "assign", ":- galaxy(P,C), not reached(P,C).", "")
    wrong = spoil(
        folder,
        "assign",
        ":- galaxy((X,Y),(CX,CY)), not galaxy((2*CX-X,2*CY-Y),(CX,CY)).",
        "",
    )
    found = run(Job("galaxies", wrong, board_of(IDP_7X7)))
    assert found.status == "refused"
    assert "breaks the rules" in str(found.message)


@pytest.mark.parametrize(
    "arguments",
    [
        ("compare", "idp-5x5"),
        ("compare", "grow", "--boards", "exhaustive=9x9"),
        ("compare", "grow", "idp-5x5", "--seeds", "1", "--options", '"'),
        ("compare", "grow", "idp-5x5", "--domain", "nosuch"),
        ("compare", "ring-ring", "nosuch", "--domain", "ring-ring"),
        ("rules", "--boards", "exhaustive=0x1"),
    ],
)
def test_wrong_usage(arguments: tuple[str, ...]) -> None:
    with pytest.raises((click.UsageError, OptionError)):
        lab(*arguments)


@pytest.mark.slow
def test_the_rules_with_most_instances_are_listed() -> None:
    code, out, _ = lab("ground", "grow", "3x3:m", "--top", "1")
    first, _, rule, *_ = out.splitlines()
    assert (code, first) == (0, "3x3:m: 78 instances of 21 rules")
    assert rule.split()[:2] == ["12", "12"]
    assert "grow.lp:62" in rule
    assert rule.partition("  { ")[2].startswith("pair(")


@pytest.mark.nightly
def test_other_verbs_on_the_command_line() -> None:
    code, out, _ = lab("ground", "grow", "idp-5x5", "--top", "2")
    assert (code, "cell/1" in out) == (0, True)
    assert lab("lint", "grow", "choice")[0] == 0
    code, out, _ = lab("export", "grow", "idp-5x5")
    assert (code, out.startswith("% The encoding grow")) == (0, True)
