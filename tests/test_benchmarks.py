"""Benchmarks run: on a small input each, so that their tables can be made again."""

import re
from contextlib import suppress
from csv import DictReader, DictWriter
from importlib import import_module
from pathlib import Path
from runpy import run_path
from typing import Any

import pytest
from support.browser import CHROMIUM
from support.marks import NEEDS_LIBRARY

from galaxies_asp.core.asp.data import data_folder
from galaxies_asp.notation import parse_all


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Import the benchmarks from their folder, without the program of others."""
    monkeypatch.syspath_prepend(Path(__file__).parents[1] / "benchmarks")
    monkeypatch.delenv("TATHAM_SOURCE", raising=False)
    return monkeypatch


@pytest.mark.slow
@NEEDS_LIBRARY
def test_making(folder: pytest.MonkeyPatch) -> None:
    making: Any = import_module("making")
    folder.setattr(making, "SIDES", (5,))
    folder.setattr(making, "SECONDS", 0.001)
    folder.setattr(making, "GRADES", {None: "n", "moderate": "n"})
    folder.setattr(making, "THEIRS", {"n": {5: 3}})
    folder.setattr(making, "TARGETS", {(None, 5): 4, ("moderate", 5): 1e9})
    folder.setattr(making, "puzzles_per_second", lambda _, number, seed: number + seed)
    folder.setattr(making, "JUDGED", {5: 4})
    verdicts = iter([0, 0, 1, 2] * 2)
    folder.setattr(making, "verdict", lambda _: next(verdicts))
    *_, default, moderate = making.lines()
    assert default.startswith("| any | 5 |")
    row = default[:-2].replace(",", "").split(" | ")
    *_, theirs, ratio, share, equal, target, reached = row
    assert (theirs, share, target, reached) == ("5", "0.5", "4", "yes")
    assert float(equal) == pytest.approx(float(ratio) / 2, rel=0.01)
    assert moderate.startswith("| moderate | 5 |")
    assert moderate.endswith("| no |")


@NEEDS_LIBRARY
def test_solving(folder: pytest.MonkeyPatch) -> None:
    solving: Any = import_module("solving")
    path = data_folder("puzzles") / "tatham-normal-7x7.txt"
    (first, *_) = parse_all(path.read_text("utf-8"))
    folder.setattr(solving, "puzzles_of", lambda _: [first.puzzle])
    folder.setattr(solving, "PROVED", ["tatham-normal-7x7"])
    folder.setattr(solving, "RUNS", 1)
    rows = [*solving.lines()]
    assert rows[2].startswith("| tatham-normal-7x7 | 1 |")
    assert sum("times the raw calls" in one for one in rows) == 2


@pytest.mark.slow
@NEEDS_LIBRARY
def test_generating(
    folder: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    generating: Any = import_module("generating")
    folder.setattr(generating, "CELLS", 1)
    folder.setattr(generating, "SETTINGS", {"default": {}})
    generating.speed([4])
    generating.shapes(5, 2)
    generating.resolved(1)
    lines = capsys.readouterr().out.splitlines()
    assert sum(line.startswith("| 4 |") for line in lines) == 3
    assert lines[-2] == "| default | 1 | 1 |"


def test_growth(folder: pytest.MonkeyPatch) -> None:
    growth: Any = import_module("growth")
    for name, value in (("SIDES", (7, 10)), ("LARGE", (5, 6)), ("RUNS", 1)):
        folder.setattr(growth, name, value)
    folder.setattr(growth, "ON_PUZZLES", ("solve",))
    _, _, solve, *_, count = growth.lines()
    assert solve.startswith("| `solve` | 7 to 10 | ")
    assert count.startswith("| `count, random` | 5 to 6 | ")


@pytest.mark.slow
@NEEDS_LIBRARY
def test_batches(folder: pytest.MonkeyPatch) -> None:
    batches: Any = import_module("batches")
    for name, value in (("PART", 2), ("LONG", 3), ("RUNS", 1)):
        folder.setattr(batches, name, value)
    *_, memory = batches.lines(2)
    assert memory.startswith("| 3 puzzles of 7x7 and 10x10, peak memory in MB | ")


@pytest.mark.slow
def test_starting(folder: pytest.MonkeyPatch) -> None:
    starting: Any = import_module("starting")
    for name, value in (("RUNS", 1), ("STARTS", 1)):
        folder.setattr(starting, name, value)
    version = "galaxies --version", 0.82, ("--version",)
    folder.setattr(starting, "COMMANDS", (version,))
    _, _, imports, command, play = starting.lines()
    assert imports.startswith("| python -c 'import clingo, click' | 1 |")
    assert command.startswith("| galaxies --version | ")
    assert play.startswith("| play: first answer")


def test_sections_are_replaced(folder: pytest.MonkeyPatch, tmp_path: Path) -> None:
    performance: Any = import_module("performance")
    table, line = tmp_path / "table.txt", "| of the section |"
    table.write_text("a\n<!-- begin start -->\nold\n<!-- end start -->\nb\n")
    folder.setattr(performance, "DOCUMENT", table)
    folder.setattr(import_module("starting"), "lines", lambda: iter([line]))
    folder.setattr("sys.argv", ["performance.py", "start"])
    performance.main()
    marked = f"<!-- begin start -->\n\n{line}\n\n<!-- end start -->"
    assert table.read_text() == f"a\n{marked}\nb\n"


COMMANDS = [
    "books.py 1",
    "clingo6.py",
    "counting.py lattice 9x9, 3 apart",
    "covers.py polyominoes 3",
    "derived_rules.py idp-5x5",
    "encoded_steps.py shikaku",
    "explanations.py --size 5 --number 1 moderate",
    "families.py shikaku 4x4",
    "fences.py 2",
    "fewest_dots.py 3 4",
    "hints.py hints {one}",
    "hints.py walkthroughs {one}",
    "hints.py difficulty {one}",
    "hints.py study {puzzles}/tatham-unreasonable-7x7.txt",
    "listed_boards.py 2x2",
    "most_solutions.py 3 --steps 50",
    "printed_counter.py 2",
    "proofs.py 1",
    "reading_pictures.py 1",
    "repairs.py --count 1 --limit 5 {one}",
    "ring_ring_upper_bound.py 4",
    "solving.py --encodings fast --repeat 1 {one}",
    "sparse.py 1 225 225",
    "threads.py partitions 3x3",
    "walkthrough_picture.py",
]
"""Commands of the benchmarks on inputs that take them two seconds at most."""

LONG = [
    "engines.py printed",
    "grades.py 1",
    "idp_rules.py",
    "preprocessing.py 1",
    "start_and_end.py",
]


@pytest.mark.slow
@NEEDS_LIBRARY
@pytest.mark.parametrize(
    "command",
    [*COMMANDS, *(pytest.param(one, marks=pytest.mark.nightly) for one in LONG)],
)
def test_commands(
    command: str,
    tmp_path: Path,
    folder: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    one = tmp_path / "one.txt"
    one.write_text("7x7:cghsppedzzaccdtce\n", encoding="utf-8")
    root = Path(__file__).parents[1]
    places = {"one": one, "puzzles": root / "puzzles"}
    name, *words = (word.format(**places) for word in command.split())
    path = str(root / "benchmarks" / name)
    folder.setattr("sys.argv", [path, *words])
    with suppress(SystemExit):  # of clingo6.py, where it is not installed
        run_path(path, run_name="__main__")
    assert capsys.readouterr().out


@pytest.mark.slow
def test_planted_types(folder: pytest.MonkeyPatch) -> None:
    planted: Any = import_module("planted_types")
    fault = "shaded cells two apart"
    rule = planted.FAULTS["hitori"][fault]
    folder.setitem(planted.FAULTS, "hitori", {fault: rule})
    (line,) = planted.lines(["hitori"])
    assert line.startswith(f"hitori       {fault} ")
    assert " 3x1, the smallest " in line


@pytest.mark.slow
def test_large_boards(
    folder: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    large: Any = import_module("large_boards")
    sizes = {"shikaku": (4, 5), "nurikabe": (6, 5), "slitherlink": (5, 5)}
    folder.setattr(large, "SIZES", sizes)
    every = [*large.boards()]
    folder.setattr(large, "boards", lambda: every[:-1])
    large.main()
    assert [name for name, *_ in every] == [*sizes, "nurikabe"]
    assert capsys.readouterr().out.count("solution") == 3


def test_figures_of_explanations(
    folder: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    explanations: Any = import_module("explanations")
    folder.setattr(explanations, "HINTS", ("idp-5x5", "nurikabe 3x3"))
    folder.setattr(explanations, "WALKTHROUGHS", ("easy 7x7",))
    folder.setattr(explanations, "REASON", "idp-5x5")
    explanations.figures("")
    rows = capsys.readouterr().out.splitlines()[2:]
    assert [row.split(" | ")[0] for row in rows] == [
        *("| lines of galaxies_asp", "| lines of explaining", "| hint idp-5x5"),
        *("| hint nurikabe 3x3", "| walkthrough easy 7x7", "| explain c3r3 of idp-5x5"),
    ]
    whole, part = (
        int(row.split(" | ")[1].strip(" |").replace(",", "")) for row in rows[:2]
    )
    assert whole > part > 5000
    assert all(re.search(r" \d+\.\d\d s", row) for row in rows[2:])
    assert rows[-1].endswith(" s, 3 lines |")


@pytest.mark.slow
@NEEDS_LIBRARY
def test_strips(folder: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    strips: Any = import_module("strips")
    strips.generating_functions("ring-ring", [strips.Rings(2)])
    strips.measured("50 terms", lambda: strips.series(strips.Trees(2)))
    strips.of_a_prime(3)
    fraction, terms, prime = capsys.readouterr().out.splitlines()
    assert "ring-ring 2 rows: " in fraction
    assert "states, terms up to " in terms
    assert prime.startswith("3 rows: products ")


@pytest.mark.slow
def test_techniques(folder: pytest.MonkeyPatch, tmp_path: Path) -> None:
    techniques: Any = import_module("techniques")
    page = tmp_path / "explanations.md"
    page.write_text(f"a\n{techniques.BEGIN}old\n{techniques.END}b\n", "utf-8")
    folder.setattr(techniques, "DOCS", tmp_path)
    folder.setattr(techniques, "FILES", ("idp-5x5",))
    folder.setattr(techniques, "EXAMPLES", ())
    techniques.main()
    text = page.read_text("utf-8")
    assert text.startswith("a\n")
    assert text.endswith("b\n")
    assert "\nold\n" not in text
    assert "![touched cells](techniques/touched-cells.svg)" in text
    assert (tmp_path / "techniques" / "touched-cells.svg").exists()


@pytest.mark.slow
def test_walkthroughs(folder: pytest.MonkeyPatch, tmp_path: Path) -> None:
    walkthroughs: Any = import_module("walkthroughs")
    folder.setattr(walkthroughs, "TABLES", tmp_path)
    folder.setattr(walkthroughs, "COMMANDS", ("walkthrough -q 2x1:b",))
    folder.setattr("sys.argv", ["walkthroughs.py"])
    walkthroughs.main()
    printed = (tmp_path / "walkthroughs.txt").read_text("utf-8")
    assert printed.startswith("$ galaxies walkthrough -q 2x1:b\n\n1. ")


@pytest.mark.slow
def test_tables_have_commands_which_are_run_again(
    folder: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    walkthroughs: Any = import_module("walkthroughs")
    folder.setattr(walkthroughs, "TABLES", tmp_path / "docs" / "tables")
    path = tmp_path / "docs" / "tables" / "explaining.txt"
    path.parent.mkdir(parents=True)
    path.write_text("Words.\n\n$ echo two\nold\n\n$ pwd\n", encoding="utf-8")
    folder.setattr("sys.argv", ["walkthroughs.py", "explaining"])
    walkthroughs.main()
    written = f"Words.\n\n$ echo two\ntwo\n\n$ pwd\n{tmp_path}\n"
    assert path.read_text(encoding="utf-8") == written


@pytest.mark.slow
def test_encodings(
    folder: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = Path(__file__).parents[1] / "benchmarks" / "encodings.py"
    main = run_path(str(path))["main"]  # its name is that of a package of Python
    table = {"One puzzle": ["grow", "idp-5x5", "--sum"]}
    folder.setitem(main.__globals__, "TABLES", table)
    folder.setitem(main.__globals__, "SEEDS", "1")
    folder.setattr("sys.argv", [str(path), "--only", "One"])
    main()
    assert capsys.readouterr().out.startswith("### One puzzle\n\n| ")


@pytest.mark.slow
def test_tables_of_boards(folder: pytest.MonkeyPatch, tmp_path: Path) -> None:
    tables: Any = import_module("tables_of_boards")
    folder.setattr(tables, "TABLES", tmp_path)
    folder.setattr(tables, "SAMPLES", 20)
    with (Path(__file__).parents[1] / "docs/tables/counts.csv").open() as file:
        rows = list(DictReader(file))
    left_out = {"kind": "partitions", "height": "1", "width": "1"}
    with (tmp_path / "counts.csv").open("w", newline="") as file:
        writer = DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(row for row in rows if not left_out.items() <= row.items())
    tables.counts(1)
    tables.statistics(4)
    tables.plot()
    added = [
        row["count"]
        for row in tables.Table(tmp_path / "counts.csv").rows
        if left_out.items() <= row.items()
    ]
    assert added == ["1"]
    assert (tmp_path / "statistics.csv").read_text().startswith("kind,n,")
    assert (tmp_path / "time.svg").read_text("utf-8").startswith("<svg ")


@pytest.mark.nightly
@pytest.mark.skipif(not Path(CHROMIUM).exists(), reason="there is no Chromium")
def test_pages(
    folder: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("playwright")
    pictures: Any = import_module("page_pictures")
    page: Any = import_module("page")
    folder.setattr(page, "STROKES", 2)
    with pictures.served() as (browser, address):
        page.measure(browser, address, 5)
        pictures.draw(browser, address, tmp_path)
    assert capsys.readouterr().out.startswith("5x5: drawn ")
    assert len(list(tmp_path.glob("play-*.png"))) == 5
