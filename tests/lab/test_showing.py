"""What the lab shows and leaves behind: plots, candidates, records, exports."""

import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import click
import clingo
import pytest
from support.commands import lab
from support.lab import board_of
from support.puzzles import IDP_5X5, IDP_7X7

from galaxies_asp.all_solutions.count import forced
from galaxies_asp.core.asp.data import data_folder
from galaxies_asp.core.board.errors import (
    EncodingError,
    GalaxiesError,
    MissingLibraryError,
)
from galaxies_asp.lab.cost import NAME, Job, Run
from galaxies_asp.lab.plots import PLOTS, lines_of, plot
from galaxies_asp.lab.profiling import GroundRequest, candidate_map
from galaxies_asp.lab.record import (
    Plan,
    RecordedEncoding,
    from_json,
    record,
    to_json,
)
from galaxies_asp.lab.store import Campaign
from galaxies_asp.lab.subjects import subject_named
from galaxies_asp.lab.table import summary_rows
from galaxies_asp.processes.pool import Pool, RequestLimits

GALAXIES = subject_named("galaxies")
SMALL, LARGE = board_of(IDP_5X5), board_of(IDP_7X7)


def runs_to_plot() -> dict[Job, Run]:
    def run(seconds: float, rules: int) -> Run:
        return Run("unique", seconds, seconds, 2 * seconds, 1, {"rules": rules})

    return {
        Job("galaxies", "grow", SMALL, 0): run(0.001, 0),
        Job("galaxies", "grow", SMALL, 1): run(0.003, 0),
        Job("galaxies", "grow", LARGE, 0): run(0.01, 300),
        Job("galaxies", "idp", SMALL, 0, ("--eq=0",)): run(0.1, 2000),
        Job("galaxies", "idp", LARGE, 0, ("--eq=0",)): Run("time", cpu=7.0),
    }


def test_what_is_plotted() -> None:
    grow, idp = lines_of(runs_to_plot())
    assert [point.cells for point in grow.points] == [25, 49]
    assert grow.points[0].median == pytest.approx(0.004)
    assert (idp.name, len(idp.finished)) == ("idp eq=0", 1)
    assert [(point.cells, point.stopped) for point in idp.stopped] == [(49, 7.0)]
    assert (grow.color, grow.marker) != (idp.color, idp.marker)


def test_wins_timeouts_and_the_virtual_best() -> None:
    assert summary_rows(runs_to_plot(), 10.0) == [
        ("encoding", "wins", "timeouts", "ground s", "solve s", "PAR-2 s"),
        ("grow", "2", "0/3", "0.012", "0.012", "0.024"),
        ("idp eq=0", "0", "1/2", "0.100", "0.100", "20.200"),
        ("virtual best", "", "", "", "", "0.024"),
    ]


@pytest.mark.slow
def test_plots_are_pictures_and_always_the_same() -> None:
    runs = runs_to_plot()
    picture = plot(runs, list(PLOTS), "svg").decode()
    assert ElementTree.fromstring(picture).tag.endswith("svg")
    assert plot(runs, ["ground"], "svg") == plot(runs, ["ground"], "svg")
    for words in (
        "idp eq=0 (1 stopped)",
        "CPU seconds",
        "ground rules",
        "Ground rules",
        "CPU seconds of grow",
    ):
        assert words in picture
    assert plot(runs, ["cactus"], "png").startswith(b"\x89PNG")


@pytest.mark.slow
def test_plots_on_the_command_line(tmp_path: Path) -> None:
    arguments = ("compare", "grow", "idp-5x5", "--seeds", "1", "--jobs", "1")
    assert lab(*arguments, "--plot", str(tmp_path / "plots"))[0] == 0
    names = {path.name for path in (tmp_path / "plots").iterdir()}
    assert names == {f"{name}.{kind}" for name in PLOTS for kind in ("svg", "png")}
    with pytest.raises(click.UsageError, match="ends in one of"):
        lab(*arguments, "--plot", str(tmp_path / "plots.jpg"))


def test_plots_without_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(MissingLibraryError, match=r"galaxies-asp\[plot\]"):
        lab("compare", "grow", "idp-5x5", "--plot", "plots.svg")


@pytest.mark.slow
def test_a_record_holds_what_was_measured(tmp_path: Path) -> None:
    path = tmp_path / "mine.lp"
    path.write_text(
        f'#include "{data_folder("encodings") / "galaxies" / "assign.lp"}".\n'
    )
    plan = Plan(
        *("galaxies", (), (SMALL,), (("--eq=0",),), (0,), "unique", "shuffle"),
        RequestLimits(60),
    )
    encodings = (str(path), "fast")
    with Pool(1, NAME) as workers:
        runs = Campaign(workers, RequestLimits(60)).run(plan.jobs(encodings))
    made = record(plan, encodings, runs)
    text = to_json(made)
    again = from_json(text)
    assert again == made
    with pytest.raises(GalaxiesError, match="was changed"):
        from_json(text.replace("center((1,", "center((2,", 1))
    older = re.sub(r',\n "digest": "\w+"', "", text)
    assert older != text
    assert from_json(older) == made
    mine, fast = again.encodings
    assert mine.restored(GALAXIES, tmp_path) == str(path)
    path.write_text("changed.")
    other = mine.restored(GALAXIES, tmp_path)
    assert other != str(path)
    assert replace(mine, name=other).restored(GALAXIES, tmp_path) == other
    assert fast.restored(GALAXIES, tmp_path) == "fast"
    with pytest.raises(GalaxiesError, match="has changed since"):
        replace(fast, sha256="").restored(GALAXIES, tmp_path)
    script = RecordedEncoding("grow", "", "#script (lua) x = 1 #end.")
    with pytest.raises(EncodingError, match="scripts"):
        script.restored(GALAXIES, tmp_path)


@pytest.mark.parametrize(
    "text",
    [
        *("", "[]", "{}", '{"schema": 2}', '{"schema": 1}', "{", "null", "\0"),
        pytest.param("[" * 100_000, id="deep"),
    ],
)
def test_what_is_no_record(text: str, tmp_path: Path) -> None:
    path = tmp_path / "record.json"
    path.write_text(text)
    with pytest.raises(GalaxiesError, match="json: this is no record"):
        lab("repeat", str(path))


@pytest.mark.slow
def test_a_comparison_is_repeated(tmp_path: Path) -> None:
    path = tmp_path / "record.json"
    arguments = ("grow", "assign", "idp-5x5", "--seeds", "1", "--jobs", "1")
    lab("compare", *arguments, "--record", str(path))
    data = json.loads(path.read_text())
    data["runs"][1]["status"] = "multiple"
    data["versions"]["clingo"] = "5.0"
    del data["digest"]
    path.write_text(json.dumps(data))
    code, out, err = lab("repeat", str(path), "--jobs", "1")
    assert code == 1
    assert out.count("unique") == 2
    assert "2 of 2 runs have the same counts as before" in err
    assert "CPU time" in err
    assert "assign on idp-5x5, seed 0: was multiple, is unique" in err
    assert "clingo was 5.0 and is" in err


def test_an_export_comes_with_a_record(tmp_path: Path) -> None:
    path = tmp_path / "board.lp"
    assert lab("export", "grow", "idp-5x5", "--options=--eq=0", "-o", str(path))[0] == 0
    assert "--eq=0" in path.read_text()
    made = from_json(path.with_suffix(".json").read_text())
    assert made.plan.boards == (SMALL,)
    assert made.plan.variants == (("--eq=0",),)
    assert made.plan.seeds == tuple(range(10))
    with pytest.raises(click.UsageError, match="a file contains one puzzle, not 2"):
        lab("export", "grow", "idp-5x5", "idp-7x7")


@pytest.mark.slow
def test_a_record_is_reported(tmp_path: Path) -> None:
    path, folder = tmp_path / "record.json", tmp_path / "report"
    given = "grow", "assign", "idp-5x5", "--seeds", "2", "--boards", "prove=no"
    lab("compare", *given, "--record", str(path))
    assert lab("report", str(path), str(folder))[0] == 0
    said = (folder / "report.md").read_text()
    assert re.search(r"assign takes \d+\.\d\d times the CPU time of grow \(95 %", said)
    assert "2 pairs of runs on 1 instance, 0 of them censored" in said
    assert "Instances: idp-5x5." in said
    assert "| virtual best |" in said
    table = (folder / "table.tex").read_text().splitlines()
    rows = [line for line in table if line.endswith(r"\\")]
    assert {row.count("&") for row in rows[:3]} == {rows[0].count("&")}
    assert all(line[0] in "\\%agecv" for line in table if line)
    assert len((folder / "runs.csv").read_text().splitlines()) == 5


def test_a_file_for_clintest_and_a_ground_program(tmp_path: Path) -> None:
    board, tested = tmp_path / "board.lp", tmp_path / "board.py"
    given = "export", "grow", "idp-5x5"
    assert lab(*given, "-o", str(board), "-f", "clintest")[0] == 0
    names: dict[str, list[list[str]]] = {}
    constants = tested.read_text().partition("MODELS =")[2].partition("\n\n")[0]
    exec(f"MODELS ={constants}", names)
    (model,) = names["MODELS"]
    assert len(model) == 25
    assert not {*model} & {*names["FORBIDDEN"]}
    control = clingo.Control(["0"])
    _, text, _ = lab(*given, "-f", "aspif")
    ground = tmp_path / "board.aspif"
    ground.write_text(text)
    control.load(str(ground))
    with control.solve(yield_=True) as handle:
        (shown,) = [sorted(map(str, one.symbols(shown=True))) for one in handle]
    assert shown == sorted(model)
    with pytest.raises(click.UsageError, match="tests the file of -o"):
        lab(*given, "-f", "clintest")


@pytest.mark.parametrize("command", ["compare", "export"])
def test_lists_of_values_of_options_name_their_replacement(command: str) -> None:
    with pytest.raises(click.UsageError, match=r"--options=--configuration=frumpy"):
        lab(command, "grow", "idp-5x5", "--configuration", "frumpy,tweety")


@pytest.mark.slow
def test_a_folder_for_benchmark_tool(tmp_path: Path) -> None:
    folder = tmp_path / "bench"
    code, _, _ = lab(
        *("export", "grow", "choice+edge", "idp-5x5", "idp-7x7", "--seeds", "2"),
        *("--options=", "--options=--configuration=frumpy"),
        *("-f", "benchmark-tool", "-o", str(folder)),
    )
    assert code == 0
    script = ElementTree.parse(folder / "runscript.xml").getroot()
    settings = {setting.get("name"): setting for setting in script.iter("setting")}
    assert len(settings) == 2 * 2 * 2
    chosen = settings["choice-edge-frumpy-1"]
    (encoding,) = chosen
    command = str(chosen.get("cmdline")).split()
    assert encoding.get("file") == "encodings/choice-edge-shuffled-1.lp"
    here = {**os.environ, "PATH": str(Path(sys.executable).parent)}
    for entry in script.iter("add"):
        done = subprocess.run(
            [
                *("/bin/sh", str(folder / "programs" / "clingo-latest"), *command),
                str(folder / str(encoding.get("file"))),
                str(folder / "instances" / str(entry.get("file"))),
            ],
            capture_output=True,
            text=True,
            check=False,
            env=here,
        )
        assert "Models       : 1\n" in done.stdout, "unique, as --models=2 shows"


def test_no_part_of_a_folder_where_an_encoding_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "bench"
    with pytest.raises(EncodingError):
        lab(
            "export",
            "grow",
            "fast",
            "idp-5x5",
            "-f",
            "benchmark-tool",
            "-o",
            f"{folder}",
        )
    assert not folder.exists()


def test_candidates_hold_all_that_is_possible() -> None:
    for encoding in ("grow", "choice+any"):
        report = GroundRequest("galaxies", encoding, LARGE).result()
        found = candidate_map(IDP_7X7, report)
        truth = forced(IDP_7X7)
        for cell, dots in truth.dots.items():
            assert set(dots) <= set(found.dots[cell])
        assert found.walls <= truth.walls
        assert found.passages <= truth.passages


@pytest.mark.slow
def test_candidates_are_drawn(tmp_path: Path) -> None:
    path = tmp_path / "map.svg"
    code, out, _ = lab("ground", "choice", "idp-7x7", "--top", "1", "-o", str(path))
    assert code == 0
    assert "candidates" not in out
    assert ElementTree.parse(path).getroot().tag.endswith("svg")
    code, out, _ = lab("ground", "choice", "idp-7x7", "--top", "1")
    assert "55 candidates for 49 cells: 43 cells have one\n" in out
    assert "1┃b┆b┆2┃aAa┃c┆c┃" in out
    code, out, _ = lab("ground", "choice", "idp-7x7", "--dot", "6,9")
    assert "dot G at (6,9): 14 cells, 13 of them of no other dot" in out
    with pytest.raises(GalaxiesError, match="there is no dot 6,8; the dots: A at"):
        lab("ground", "choice", "idp-7x7", "--dot", "6,8")
    with pytest.raises(click.UsageError, match="one"):
        lab("ground", "choice", "idp-7x7", "idp-5x5", "-o", str(path))


@pytest.mark.slow
def test_rules_that_matter_are_shown_with_a_board() -> None:
    code, shown, _ = lab("rules", "idp-5x5", "--boards", "exhaustive=2x1")
    assert code == 0
    assert shown.count("┏") == shown.count(": matters on this board") > 2


@pytest.mark.slow
def test_plots_are_written(tmp_path: Path) -> None:
    path = tmp_path / "time.svg"
    lab("compare", "fast", "idp-5x5", "--boards", "prove=1x1", "--plot", str(path))
    assert ElementTree.fromstring(path.read_text("utf-8")).tag.endswith("svg")
