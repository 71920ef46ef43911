"""Books: pages, grades, order, addresses, words, and the example."""

import json
import re
import tomllib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from math import inf
from pathlib import Path
from random import Random

import numpy as np
import pytest
from clingo import ast
from hypothesis import given
from hypothesis import strategies as st
from support.books import (
    AMBIGUOUS,
    COLORED,
    SEVEN,
    WALLED,
    WITH_HOLE,
    everything,
    many,
    problems,
)
from support.collection import positions
from support.marks import nightly_if, slow_if

from galaxies_asp import parse, solve
from galaxies_asp.book import contents
from galaxies_asp.book.booklet import Booklet, Design, addresses, compose
from galaxies_asp.book.paging import (
    LINE,
    MOST_LINES,
    PAPERS,
    PER_PAGE,
    RIM,
    SOLUTIONS,
    Block,
    Layout,
    Paper,
    paginate,
    puzzle_layout,
)
from galaxies_asp.book.phrases import phrases_of, shipped, template
from galaxies_asp.book.problems import (
    HARD,
    Grade,
    Problem,
    Task,
    UnfitError,
    examine,
    in_order,
    measured_grade,
    prepare,
    printed_hints,
    stated_grade,
    task,
    to_be_rated,
)
from galaxies_asp.cli.inputs import Inputs
from galaxies_asp.core.asp.data import data_folder
from galaxies_asp.core.asp.encodings import title_of
from galaxies_asp.core.asp.program import statements
from galaxies_asp.core.asp.rules import Rules
from galaxies_asp.core.asp.syntax import is_false
from galaxies_asp.core.board.errors import GalaxiesError, OptionError
from galaxies_asp.core.board.grid import Point, touched_cells
from galaxies_asp.core.board.puzzle import NO_DOT, Puzzle
from galaxies_asp.core.board.variants import MEANING, RuleVariant
from galaxies_asp.core.galaxies import sheet_of
from galaxies_asp.core.sheet import Sheet
from galaxies_asp.explaining.answers.questions import walkthrough
from galaxies_asp.explaining.engine.switched import source_rule
from galaxies_asp.explaining.words.headings import heading_of
from galaxies_asp.explaining.words.levels import Level, Technique
from galaxies_asp.families.making import generate
from galaxies_asp.families.registry import family_named, folders
from galaxies_asp.notation import parse_all

# pages


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("per_page", [1, 2, 4, 6, 9, 12])
def test_as_many_puzzles_a_page_as_asked(per_page: int, paper: str) -> None:
    book = compose(many(25), Design(per_page=per_page, paper=PAPERS[paper]))
    assert per_page in PER_PAGE
    assert len(book.puzzle_pages[0].placed) == per_page
    assert len(book.puzzle_pages) == -(-25 // per_page)
    assert len(book.solution_pages) == 1


BLOCKS = st.builds(
    Block,
    st.integers(1, 60),
    st.integers(1, 60),
    st.lists(st.text("abc /", min_size=1, max_size=900), max_size=3).map(tuple),
)


@pytest.mark.slow
@given(
    st.lists(BLOCKS, min_size=1, max_size=14),
    st.sampled_from([SOLUTIONS, *map(puzzle_layout, PER_PAGE)]),
    st.sampled_from(sorted(PAPERS)),
)
def test_blocks_fit_into_their_slots(
    blocks: list[Block], layout: Layout, paper: str
) -> None:
    pages = paginate(blocks, layout, PAPERS[paper])
    placed = [one for page in pages for one in page.placed]
    assert [one.index for one in placed] == list(range(len(blocks)))
    body = PAPERS[paper].body
    for page in pages:
        width, height = page.slot
        columns, rows = page.grid.columns, page.grid.rows
        assert columns * width + (columns - 1) * layout.gap == pytest.approx(body[0])
        assert rows * height + (rows - 1) * layout.gap == pytest.approx(body[1])
        for one in page.placed:
            block = blocks[one.index]
            lines = sum(map(len, one.lines))
            assert (block.width + RIM) * one.cell <= page.width + 1e-6
            assert page.width <= width + 1e-6
            assert (block.height + RIM) * one.cell + lines * LINE < height
            assert 0 < one.cell <= layout.largest


def test_boards_on_a_page_have_cells_of_one_size() -> None:
    blocks = [Block(7, 7), Block(10, 10), Block(8, 8), Block(9, 10)]
    (page,) = paginate(blocks, puzzle_layout(4), PAPERS["a4"])
    assert len({one.cell for one in page.placed}) == 1


def test_a_small_board_beside_large_ones_stays_large() -> None:
    (page,) = paginate([Block(4, 4), Block(20, 20)], puzzle_layout(4), PAPERS["a4"])
    small, large = page.placed
    assert small.cell > 2 * large.cell


def test_a_large_board_gets_a_page_of_its_own() -> None:
    blocks = [*[Block(10, 10)] * 3, Block(50, 50), Block(10, 10)]
    pages = paginate(blocks, puzzle_layout(4), PAPERS["a4"])
    assert [len(page.placed) for page in pages] == [3, 1, 1]
    assert pages[1].grid.slots == 1
    assert pages[2].grid.slots == 4


def test_solutions_are_spread_evenly() -> None:
    pages = paginate([Block(7, 7)] * 31, SOLUTIONS, PAPERS["a4"])
    assert [len(page.placed) for page in pages] == [16, 15]


def test_rows_of_solutions_are_full() -> None:
    pages = paginate([Block(10, 10)] * 37, SOLUTIONS, PAPERS["a4"])
    assert [len(page.placed) for page in pages] == [20, 17]
    assert pages[0].grid.columns == 4


def test_small_cells_are_not_shrunk_to_those_of_a_larger_board() -> None:
    blocks = [Block(15, 15), Block(20, 20)]
    (page,) = paginate(blocks, puzzle_layout(4), PAPERS["a4"])
    small, large = page.placed
    assert small.cell > large.cell


def test_a_board_that_no_paper_holds() -> None:
    with pytest.raises(GalaxiesError, match="500x2 cells is too large for paper"):
        paginate([Block(500, 2)], puzzle_layout(1), PAPERS["a4"])


def test_lines_hold_the_whole_text_or_say_so() -> None:
    short, long = "x" * 100, "y" * 5000
    (page,) = paginate([Block(9, 9, (short, long))], puzzle_layout(4), PAPERS["a4"])
    (one,) = page.placed
    assert "".join(one.lines[0]) == short
    assert len({len(line) for line in one.lines[0][:-1]}) <= 1
    assert 1 < len(one.lines[0]) <= MOST_LINES
    assert len(one.lines[1]) == 1
    assert one.lines[1][0].endswith("…")


def test_a_book_needs_a_puzzle() -> None:
    with pytest.raises(GalaxiesError, match="at least one puzzle"):
        compose([], Design())


# grades and order


@pytest.mark.parametrize(
    ("stated", "expected"),
    [
        ("tricky", Grade(Level.CONTRARY)),
        ({"grade": "hard", "effort": 2.5, "level": 6}, Grade(Level.SEPARATION, 2.5)),
        ({"grade": "very hard", "effort": float("nan")}, Grade(Level.TRIAL)),
        ({"grade": "hard", "effort": "much"}, Grade(Level.SEPARATION)),
        ({"effort": 2.5}, None),
        ("Thursday", None),
        (["hard"], None),
        ({"grade": {}}, None),
        (None, None),
    ],
)
def test_grades_as_their_makers_say(stated: object, expected: Grade | None) -> None:
    assert stated_grade({"difficulty": stated}) == expected
    assert stated_grade({}) is None


def test_grades_are_measured_where_none_is_stated() -> None:
    tasks = [
        task("unknown", SEVEN, {"difficulty": "unheard of"}),
        task("known", SEVEN, {"difficulty": {"grade": "easy", "effort": 7}}),
        task("wrong", SEVEN, {"difficulty": "trivial"}),
    ]
    unknown, known, wrong = prepare(to_be_rated(tasks))
    assert unknown.grade == measured_grade(SEVEN)
    assert unknown.grade.word == "easy"
    assert known.grade == Grade(unknown.grade.level, 7)
    assert wrong.grade.word == "easy"
    assert wrong.remark == "wrong: easy, not trivial as stated"
    assert not known.remark
    assert not unknown.remark
    assert prepare(tasks)[0].grade is None


def test_very_hard_puzzles_of_both_levels_are_as_stated() -> None:
    puzzle = parse("7x7:exfdgrptivfpfj")
    for level in (Level.TRIAL, Level.SEARCH):
        stated = replace(task("", puzzle, {}), is_rated=True, grade=Grade(level))
        (problem,) = prepare([stated])
        assert (problem.grade, problem.remark) == (Grade(level), "")


@pytest.mark.slow
def test_both_ratings_give_the_same_grades() -> None:
    pairs = [
        [measured_grade(position.puzzle, with_effort=way) for way in (True, False)]
        for name in (
            "tatham-normal-7x7",
            "tatham-unreasonable-7x7",
            "random-hard-12x12",
        )
        for position in positions(data_folder("puzzles") / f"{name}.txt")[:3]
    ]
    assert all(walked.level == outlined.level for walked, outlined in pairs)
    grades = [walked for walked, _ in pairs]
    assert max(grades[:3]) < max(grades[3:6]) < min(grades[6:])
    assert grades[-1].word == "hard"


@pytest.mark.slow
def test_the_effort_of_large_boards_is_measured_where_it_is_needed() -> None:
    unknown = task("", Puzzle(31, 30, [(31, 30)]), {})
    stated = task("", SEVEN, {"difficulty": "easy", "effort": 0.5})
    tasks = [unknown, stated]
    without = [problem.grade for problem in prepare(to_be_rated(tasks))]
    assert without == [Grade(Level.ONLY_ONE), Grade(Level.BLOCKED, 0.5)]
    efforts = prepare(to_be_rated(tasks, with_effort=True))
    assert all(one.grade and one.grade.effort < inf for one in efforts)


def test_orders() -> None:
    (seven,) = problems(SEVEN)
    graded = [
        replace(seven, grade=grade)
        for grade in (
            None,
            Grade(Level.TRIAL, 1.0),
            Grade(Level.BLOCKED, 9.0),
            Grade(Level.TRIAL, 0.5),
        )
    ]
    by_difficulty = in_order(graded, "difficulty")
    assert [p.grade for p in by_difficulty] == [graded[i].grade for i in (2, 3, 1, 0)]
    assert in_order(graded, "given") == graded
    sized = problems(SEVEN, WALLED, WITH_HOLE)
    assert [p.board.width for p in in_order(sized, "size") if p.board] == [4, 3, 7]


def test_work_can_be_shared() -> None:
    tasks = [task(str(i), SEVEN, {}) for i in range(5)]
    seen: list[int] = []
    with ThreadPoolExecutor(2) as executor:
        shared = prepare(
            tasks, executor=executor, report=lambda _, done, total: seen.append(done)
        )
    assert shared == prepare(tasks)
    assert seen == [1, 2, 3, 4, 5]


def test_all_unfit_puzzles_are_named() -> None:
    unfit = {"several": AMBIGUOUS, "none": parse("5x4:fucgdm"), "good": SEVEN}
    tasks = [task(name, puzzle, {}) for name, puzzle in unfit.items()]
    with pytest.raises(UnfitError) as caught:
        prepare(tasks)
    message = str(caught.value)
    assert message.startswith("2 puzzles do not have exactly 1 solution:\n")
    assert "several: more than one solution" in message
    assert "none: no solution" in message
    assert "good" not in message
    with pytest.raises(UnfitError, match="1 puzzle does not"):
        prepare(tasks, allow_ambiguous=True)
    with pytest.raises(UnfitError, match="and 5 more"):
        prepare(tasks[:1] * 15)


# addresses, the example, words


def test_addresses_that_can_hold_the_puzzle() -> None:
    def sites(puzzle: Puzzle) -> list[str]:
        return [one.site for one in addresses(puzzle, ("tatham", "puzzlink"))]

    assert sites(SEVEN) == ["tatham", "puzzlink"]
    assert sites(WITH_HOLE) == ["puzzlink"]
    assert sites(WALLED) == []
    assert sites(Puzzle(2, 9, [(2, 9)])) == ["puzzlink"]
    assert addresses(SEVEN, ()) == ()


@pytest.mark.parametrize("paper", PAPERS.values(), ids=lambda paper: paper.name)
def test_panels_of_a_lesson_fill_their_row(paper: Paper) -> None:
    book = compose(problems(SEVEN), Design(paper=paper))
    (page,) = contents.rules_pages(book)
    widths = [panel["width"] for panel in page["panels"]]
    columns = round(paper.body[0] / widths[0])
    gaps = (columns - 1) * contents.GUTTER
    assert sum(widths[:columns]) + gaps == pytest.approx(paper.body[0])


def test_a_book_says_how_to_play_where_it_has_addresses() -> None:
    said = contents.playing(compose(problems(SEVEN), Design(sites=("tatham",))))
    phrases = tomllib.loads(template())["playing"]
    assert said == f"{phrases['tatham']} {phrases['type']}"
    assert not contents.playing(compose(problems(SEVEN), Design(sites=())))


def test_addresses_lead_to_the_puzzle() -> None:
    for address in addresses(COLORED, ("tatham", "puzzlink")):
        assert parse(address.text) == COLORED or address.site == "puzzlink"
        assert parse(address.link) == COLORED


def test_the_example_is_right() -> None:
    first, touched, corner, solved = contents.steps()
    result = solve(first.puzzle)
    assert result.status == "unique"
    assert first.labels is None
    assert solved.labels is not None
    assert np.array_equal(solved.labels, result.solutions[0].labels)
    expected = np.full((5, 5), NO_DOT)
    for number, dot in enumerate(first.puzzle.centers):
        for x, y in touched_cells(dot):
            expected[y // 2, x // 2] = number
    assert touched.labels is not None
    assert np.array_equal(touched.labels, expected)
    # the corner at the top right, and its mirror image in the dot in the middle
    middle = first.puzzle.centers.index(Point(6, 5))
    expected[0, 4] = expected[4, 1] = middle
    assert corner.labels is not None
    assert np.array_equal(corner.labels, expected)
    assert len(list(contents.story(phrases_of()))) == len(contents.steps())


def test_the_cover_gives_nothing_away() -> None:
    first = contents.cover_board([])
    second = contents.cover_board([first.puzzle])
    third = contents.cover_board([first.puzzle, second.puzzle])
    assert len({first.puzzle, second.puzzle, third.puzzle}) == 3


def rules(book: Booklet) -> str:
    pages = contents.rules_pages(book)
    return " ".join(text for page in pages for text in (page["title"], *page["rules"]))


def rules_about(*puzzles: Puzzle) -> str:
    return rules(compose(problems(*puzzles), Design()))


def test_rules_say_what_occurs() -> None:
    plain = rules_about(SEVEN)
    assert "Thick lines" not in plain
    assert "Each puzzle has exactly 1 solution." in plain
    full = rules_about(WITH_HOLE, WALLED, COLORED, AMBIGUOUS)
    for said in ("Thick lines", "Dark squares", "black dots", "marked *"):
        assert said in full


@pytest.mark.slow
def test_variants_and_own_rules_are_explained(tmp_path: Path) -> None:
    variants = frozenset({RuleVariant.THIN})
    puzzle = Puzzle(3, 2, [(3, 2)], variants=variants)
    assert prepare([task("", Puzzle(3, 1, [(3, 1)]), {})])[0].is_unique
    with pytest.raises(UnfitError, match="no solution"):
        prepare([task("", puzzle, {})])
    mine = tmp_path / "mine.lp"
    mine.write_text('% Rows of three.\n#include "grow.lp".\n:- galaxy((1,1),(3,2)).\n')
    with pytest.raises(UnfitError, match="no solution"):
        prepare([task("", Puzzle(3, 2, [(3, 2)]), {}, Rules(str(mine)))])
    made = prepare([task("", Puzzle(3, 1, [(3, 1)], variants=variants), {})])
    assert MEANING[RuleVariant.THIN] in rules(compose(made, Design()))
    assert "Rows of three." in rules(compose(made, Design(), title_of(str(mine))))
    assert made[0].board is not None
    assert not addresses(made[0].board, ("tatham", "puzzlink"))
    book = compose(made, Design(), "Rows of three.")
    assert "Rows of three." in str(contents.contents(book))


def test_summary() -> None:
    def summary(made: list[Problem]) -> list[str]:
        return contents.summary(compose(made, Design()))

    assert summary(many(2)) == ["2 puzzles of 7 × 7 cells", "easy"]
    mixed = [*problems(SEVEN, grade="hard"), *problems(WALLED)]
    assert summary(mixed) == [
        "2 puzzles from 4 × 1 to 7 × 7 cells",
        "easy to hard",
    ]
    assert summary(problems(SEVEN, grade=None)) == ["1 puzzle of 7 × 7 cells"]


@pytest.mark.parametrize(
    "name", slow_if(RuleVariant.THIN.__ne__, [*RuleVariant, *folders()])
)
def test_every_variant_and_family_has_an_example_and_its_solution(name: str) -> None:
    if name in folders():
        (example,) = family_named(name).read(family_named(name).example())
    else:
        example = contents.example_of(name)
    (puzzle, _), (solution, _) = contents.shown(example, phrases_of())
    assert puzzle.shapes != solution.shapes


def test_each_family_and_variant_has_a_page_of_rules() -> None:
    (sheet,) = family_named("ring-ring").read("ring-ring\n·#·\n")
    thin = Puzzle(3, 1, [(3, 1)], variants=frozenset({RuleVariant.THIN}))
    made = prepare([task("", board, {}) for board in (SEVEN, thin)])
    rings = Problem(sheet, sheet.position)
    pages = list(contents.rules_pages(compose([*made, rings], Design())))
    assert [page["title"] for page in pages] == [
        "The rules",
        "Galaxies: thin",
        "Ring-Ring",
    ]
    assert [len(page["panels"]) for page in pages] == [4, 2, 2]
    (shikaku,) = family_named("shikaku").read("width(2). height(1). number((1,1),2).")
    (page,) = contents.rules_pages(
        compose([Problem(shikaku, shikaku.position)], Design())
    )
    assert page["rules"] == [
        "Divide the board into rectangles. Each contains one number, the number of its "
        "cells.",
        "Each puzzle has exactly 1 solution.",
    ]
    assert not list(contents.rules_pages(compose(made, Design(with_rules=False))))


# hints, languages, and kinds of paper


def test_hints_name_cells_of_the_next_step_and_of_the_hardest_one() -> None:
    solution = solve(SEVEN).solutions[0]
    for hint in printed_hints(SEVEN, Level.CUT_OFF):
        assert hint.cells
        assert len({int(solution.labels[y - 1, x - 1]) for x, y in hint.cells}) == 1
    trivial = printed_hints(Puzzle(1, 1, [(1, 1)]), Level.TOUCHED)
    assert [hint.idea for hint in trivial] == [Technique.TOUCHED]
    asked = replace(task("", SEVEN, {}), with_hints=True)
    (problem,) = prepare([asked])
    assert problem.hints
    assert not prepare([task("", SEVEN, {})])[0].hints
    book = compose([problem, *problems(AMBIGUOUS)], Design(with_hints=True))
    where, how = contents.hint_sections(book)
    assert [number for number, _ in (*where[2], *how[2])] == ["1", "1"]
    named = {*re.findall(r"c\d+r\d+", where[2][0][1])}
    assert named
    assert named <= {f"c{x}r{y}" for hint in problem.hints for x, y in hint.cells}
    assert not contents.hint_sections(compose([problem], Design()))


@pytest.mark.slow
@pytest.mark.parametrize("name", nightly_if(lambda n: "fences" in n, folders()))
def test_hints_of_a_family_are_places_and_rules_in_its_language(name: str) -> None:
    family = family_named(name)
    instances = sorted(family.instances.values(), key=len)
    if name == "hexagonal-fences":  # the small ones have several solutions
        instances = [generate(family, (2, 2), Random(1)).facts]
    for instance in instances:
        asked = Task("", Sheet(family, "", family.puzzle(instance)), with_hints=True)
        problem = examine(asked)
        if isinstance(problem, Problem) and problem.hints:
            break
    else:
        raise AssertionError("an instance has one solution")
    german = phrases_of("german")
    book = compose([problem], Design(with_hints=True, phrases=german))
    (_, explained, where), (_, _, how) = contents.hint_sections(book)
    assert explained == german("hint.stages", example="s3z2")
    assert re.fullmatch(r"(s\d+z\d+( → )?){1,3}", where[0][1])
    assert how[0][1].count(" → ") == where[0][1].count(" → ")
    assert not german.missing
    assert "{" not in how[0][1]


@pytest.mark.parametrize("name", [*folders()])
def test_german_has_the_headings_of_the_rules_of_families(name: str) -> None:
    family, german = family_named(name), phrases_of("german")
    source = family.source(next(iter(family.encodings)))
    for statement in statements(source, name):
        if statement.ast_type is ast.ASTType.Rule and is_false(statement.head):
            german(f"reason.{heading_of(source_rule(statement, source, ()))}")
    assert not german.missing


def test_hints_under_own_rules_name_their_headings() -> None:
    (sheet,) = map(sheet_of, parse_all("6x6:afdsycbgqmbl"))
    thin = Rules.of("auto+thin")
    problem = examine(Task("", sheet, rules=thin, with_hints=True))
    assert isinstance(problem, Problem)
    assert problem.hints
    for hint in problem.hints:
        assert not isinstance(hint.idea, Technique)


def test_german_lacks_no_phrase() -> None:
    assert shipped() == ["english", "german"]
    english = tomllib.loads(template())
    german = phrases_of("german")
    for table, texts in english.items():
        for key, text in texts.items():
            assert german.texts[f"{table}.{key}"] != "", text
    contents.contents(compose(everything(), Design(phrases=german)))
    assert not german.missing


def test_german_translates_what_stands_below_boards() -> None:
    german = phrases_of("german")
    clues = "1 black cell", "12 black cells", "1 hidden dot", "2 hidden dots"
    assert all(german.caption(said) != said for said in (*RuleVariant, *clues))
    assert german.caption("12 black cells").startswith("12 ")
    thin = Puzzle(3, 1, [(3, 1)], variants=frozenset({RuleVariant.THIN}))
    book = compose(prepare([task("", thin, {})]), Design(phrases=german))
    *_, page = contents.rules_pages(book)
    assert german.caption("thin") in page["rules"][0]
    assert not german.missing


def test_a_missing_phrase_is_english_and_noted_once(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text('[count]\npuzzle = "un"\n[name]\nmy-family = "x"\n')
    phrases = phrases_of(str(mine))
    book = compose(problems(SEVEN), Design(phrases=phrases))
    assert (
        contents.summary(book)
        == contents.summary(book)
        == ["un of 7 × 7 cells", "easy"]
    )
    alternatives = ["alt.puzzle", "alt.solution"]
    assert [*phrases.missing] == [*alternatives, "count.of_size", "grade.easy"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[count]\npuzles = ""', "count.puzles: no such phrase; did you mean"),
        ('[count]\npuzzles = "{n}"', "no value {n} in the English phrase"),
        ('[count]\npuzzles = "{count!r:>9}"', "no value {count:>9}"),
        ('[count]\npuzzles = "{"', "a brace is written twice"),
        ("count = 3", "count: expected a table of texts"),
        ("[count", "mine.toml: "),
    ],
)
def test_faulty_phrases(text: str, message: str, tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text(text)
    with pytest.raises(OptionError, match=re.escape(message)):
        phrases_of(str(mine))


def test_no_such_language(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="shipped: english, german"):
        phrases_of("klingon")
    with pytest.raises(OptionError, match="No such file"):
        phrases_of(str(tmp_path / "none.toml"))


def test_large_print_is_on_smaller_pages_that_are_enlarged() -> None:
    large = Design(in_large_print=True, paper=PAPERS["a5"])
    assert large.page.width * large.scale == pytest.approx(148)
    assert large.page.height * large.scale == pytest.approx(210)
    assert len(compose(many(3), Design(in_large_print=True)).puzzle_pages) == 3


def test_the_effort_is_measured_where_it_is_needed() -> None:
    stated = task("", SEVEN, {"difficulty": "easy"})
    (plain,) = prepare(to_be_rated([stated]))
    (measured,) = prepare(to_be_rated([stated], with_effort=True))
    assert plain.grade is not None
    assert plain.grade.effort == inf
    assert measured.grade == measured_grade(SEVEN)
    book = compose([measured], Design(with_effort=True))
    (entry,) = contents.contents(book)["puzzles"][0]["entries"]
    assert entry["effort"] == f"effort {measured.grade.effort:.1f}"


@pytest.mark.slow
def test_hard_steps_are_counted_below_the_board() -> None:
    stated = replace(task("", parse("5x3:ubb"), {}), is_rated=True)
    (measured,) = prepare([stated])
    assert measured.grade is not None
    (shown,) = compose([measured], Design(with_effort=True)).items
    count = walkthrough(measured.sheet).techniques
    hard = {name: n for name, n in count.items() if name in HARD}
    assert hard
    assert shown.notes == (", ".join(f"{n} × {name}" for name, n in hard.items()),)
    (plain,) = compose([measured], Design()).items
    assert plain.notes == ()


# metadata of JSON lines


def test_fields_of_json(tmp_path: Path) -> None:
    line = {"width": 2, "height": 1, "centers": [[2, 1]], "difficulty": "easy"}
    file = tmp_path / "puzzles.jsonl"
    file.write_text("\ufeff" + json.dumps(line) + "\n" + json.dumps([line]))
    sources = (str(file), "7x7:cghsppedzzaccdtce")
    entries = list(Inputs(sources))
    assert [entry.metadata.get("difficulty") for entry in entries] == [
        *("easy", "easy", None)
    ]
