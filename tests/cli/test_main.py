"""The command line: exit codes, files, pipes, Ctrl-C."""

import errno
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from subprocess import PIPE

import pytest
from click.testing import CliRunner
from support.commands import (
    COMMAND,
    NONE,
    SEVERAL,
    UNIQUE,
    answers,
    galaxies,
    process,
)
from support.waiting import PATIENCE, cpu_seconds_below, started, until

from galaxies_asp.cli import exits, output
from galaxies_asp.cli import galaxies as cli


def test_solve_draws_puzzle_and_solution() -> None:
    done = galaxies("solve", "idp-5x5", COLUMNS="100")
    assert done.returncode == 0
    text = done.stdout.decode()
    assert "idp-5x5: exactly 1 solution, verified" in text
    assert " 1┃ ┆ A ┆ ┆ ┃     1┃a┆aAa┆a┃c┃" in text
    assert not done.stderr


@pytest.mark.slow
def test_output_is_utf_8_in_any_locale() -> None:
    done = subprocess.run(
        [*COMMAND, "solve", UNIQUE],
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        check=True,
    )
    assert "┗━┷━┷" in done.stdout.decode("utf-8")


@pytest.mark.parametrize(("number", "code"), [("ENAMETOOLONG", 2), ("ENOSPC", 74)])
def test_codes_of_faults_of_the_system(number: str, code: int) -> None:
    assert exits.code_of(OSError(getattr(errno, number), "")) == code


def test_solve_json() -> None:
    done = galaxies("solve", "--json", UNIQUE, NONE, SEVERAL)
    assert done.returncode == 1
    unique, none, several = answers(done)
    assert list(unique) == [
        *("schema", "id", "width", "height", "status", "count", "complete"),
        *("stopped_by", "encoding", "decided_by", "verified", "solutions", "seconds"),
    ]
    assert (unique["schema"], unique["id"]) == (1, UNIQUE)
    assert (unique["width"], unique["height"]) == (7, 7)
    assert (unique["status"], unique["count"], unique["complete"]) == (
        "unique",
        1,
        True,
    )
    assert unique["stopped_by"] is None
    assert unique["solutions"][0][0] == [5, 0, 2, 1, 1, 1, 1]
    assert set(unique["seconds"]) == {"ground", "solve", "total"}
    assert (none["status"], none["solutions"], none["complete"]) == ("none", [], True)
    assert (several["status"], several["count"]) == ("multiple", 2)
    assert several["stopped_by"] == "models"


def test_solve_json_lines_from_stdin_in_order() -> None:
    rows = [
        {"id": f"p{i}", "width": 3, "height": 1, "centers": [[1, 1], [4, 1]]}
        for i in range(3)
    ]
    rows[1]["holes"] = [[0, 0]]
    rows[1]["centers"] = [[4, 1]]
    text = "\n".join(map(json.dumps, rows))
    found = answers(galaxies("solve", "--json", "-", stdin=text))
    assert [answer["id"] for answer in found] == ["p0", "p1", "p2"]
    assert [answer["solutions"] for answer in found] == [
        [[[0, 1, 1]]],
        [[[None, 0, 0]]],
        [[[0, 1, 1]]],
    ]


def test_models() -> None:
    everything = answers(galaxies("solve", "--json", "-n", "0", SEVERAL))[0]
    assert (everything["count"], everything["complete"]) == (7, True)
    first = galaxies("solve", "--json", "-n", "1", SEVERAL)
    assert answers(first)[0]["status"] == "unknown"
    assert first.returncode == 0
    assert galaxies("solve", "-n", "0", SEVERAL).returncode == 0


def test_two_solutions_and_where_they_differ() -> None:
    done = galaxies("solve", SEVERAL)
    assert done.returncode == 1
    assert b"at least 2 solutions, verified" in done.stdout
    assert b"The two solutions differ in 4 cells: c" in done.stdout


def test_no_solution_says_why() -> None:
    done = galaxies("solve", "3x1:aaz")
    assert done.returncode == 1
    assert b"dot A at (1,1) and dot B at (2,1) both claim c1r1" in done.stdout
    (answer,) = answers(galaxies("solve", "--json", "3x1:aaz"))
    assert answer["reason"] == "dot A at (1,1) and dot B at (2,1) both claim c1r1"


def test_limits() -> None:
    sparse = json.dumps(
        {
            "width": 40,
            "height": 40,
            "centers": [[x, y] for x in range(5, 80, 10) for y in range(5, 80, 10)],
        }
    )
    done = galaxies("solve", "--json", "--time-limit", "0.3", "-", stdin=sparse)
    assert done.returncode == 3
    (answer,) = answers(done)
    assert (answer["status"], answer["stopped_by"]) == ("unknown", "time")
    assert not answer["complete"]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le"])
def test_marks_of_byte_orders(encoding: str) -> None:
    """Programs for Windows write them; without one, UTF-16 is no text."""
    done = galaxies("solve", "-q", "-", stdin=f"{UNIQUE}\r\n".encode(encoding))
    expected = (65, 0) if encoding == "utf-16-le" else (0, 1)
    assert (done.returncode, done.stdout.count(b"exactly 1 solution")) == expected


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["solve", "-n", "-1", UNIQUE], 2),
        (["solve", "-n", "9" * 20, "-q", UNIQUE], 2),
        (["solve", "--time-limit", "nan", UNIQUE], 2),
        (["solve", "--time-limit", "inf", UNIQUE], 2),
        (["solve", "--clingo=--nonsense", UNIQUE], 2),
        (["generate", "--size", "99999"], 2),
        (["nothing"], 2),
        (["convert", "-f", "nothing", UNIQUE], 2),
        (["render", "-o", "board.xyz", UNIQUE], 2),
        (["play", "--no-browser", "-e", "grow"], 2),
        (["solve", "nowhere.txt"], 65),
        (["solve", "."], 65),
        (["solve", "7x7:!"], 65),
        (["solve", "999999999x999999999:a"], 65),
        (["solve", "-e", "nowhere", UNIQUE], 65),
        (["check", UNIQUE], 65),
        (["convert", "-f", "tatham", "5x5:a", "7x7:!"], 65),
        (["--help"], 0),
        (["--version"], 0),
        (["solve", "--help"], 0),
    ],
)
def test_exit_codes(arguments: list[str], code: int) -> None:
    done = galaxies(*arguments)
    assert done.returncode == code
    assert b"Traceback" not in done.stderr
    if code:
        assert done.stderr.count(b"\n") <= 4


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["check", "idp-5x5"], 0),
        (["check", NONE], 65),
        (["solve", "-q", NONE], 1),
        (["nothing"], 2),
    ],
)
def test_a_process_answers_like_a_call(arguments: list[str], code: int) -> None:
    done, called = process(*arguments), galaxies(*arguments)
    assert (done.returncode, called.returncode) == (code, code)
    assert (done.stdout, done.stderr) == (called.stdout, called.stderr)


@pytest.mark.parametrize("command", [["solve"], ["render", "--solution"]])
def test_a_model_that_is_no_solution(command: list[str], tmp_path: Path) -> None:
    encoding = tmp_path / "one.lp"
    encoding.write_text("galaxy((1,1),C) :- C = #min { D : center(D) }.\n")
    done = galaxies(*command, "-e", str(encoding), UNIQUE)
    assert (done.returncode, done.stdout) == (65, b"")
    assert done.stderr.startswith(f"galaxies: {UNIQUE}: a model of ".encode())
    assert done.stderr.count(b"\n") == 1
    assert galaxies(*command, NONE).returncode == 1


def test_bad_input_does_not_stop_the_others() -> None:
    done = galaxies("solve", "--json", "7x7:!", UNIQUE)
    assert done.returncode == 65
    assert [answer["status"] for answer in answers(done)] == ["unique"]
    assert b"galaxies: 7x7:!: line 1, column 5: " in done.stderr


@pytest.mark.parametrize(
    "data", [b"\xff\xfe", b"", b"\x00" * 100, b"{" * 100_000, b"[1" * 9, b"7x7:" * 999]
)
def test_bytes_that_are_no_puzzle(data: bytes) -> None:
    done = galaxies("solve", "-", stdin=data)
    assert done.returncode == 65
    assert done.stderr.startswith(b"galaxies: standard input: ")
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"PK\x03\x04", b"a ZIP archive"),
        (b"<?xml version='1.0'?>", b"an XML document"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'>", b"an SVG drawing"),
    ],
)
def test_files_of_other_kinds_are_named(data: bytes, kind: bytes) -> None:
    done = galaxies("solve", "-", stdin=data)
    assert (done.returncode, done.stderr.count(b"\n")) == (65, 1)
    assert done.stderr.startswith(b"galaxies: standard input: this is " + kind)
    assert b"type its rows, as in 'o . .'" in done.stderr
    assert b"`galaxies picture` makes a puzzle of a drawing" in done.stderr


def test_endless_input_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("cli.inputs", "families.sources"):
        monkeypatch.setattr(f"galaxies_asp.{module}.MAX_CHARACTERS", 5)
    done = galaxies("solve", "-", stdin=b"1x1:aa")
    assert done.stderr == b"galaxies: standard input: longer than 5 bytes\n"


def test_a_shipped_puzzle_is_proposed_for_its_file() -> None:
    done = galaxies("solve", "idp-5x5.txt")
    assert done.returncode == 65
    assert done.stderr.endswith(b"; the shipped puzzle is named 'idp-5x5'\n")


def test_help_is_a_command() -> None:
    assert galaxies("help").stdout == galaxies("--help").stdout
    for command in (["solve"], ["lab", "compare"]):
        shown = galaxies("help", *command).stdout
        assert shown == galaxies(*command, "--help").stdout
        assert shown.startswith(f"Usage: galaxies {' '.join(command)} ".encode())
    assert galaxies("help", "nothing").returncode == 2


def test_a_faulty_line_does_not_stop_the_others() -> None:
    lines = f"{UNIQUE}\n7x7:!\n7x7:\a\n{NONE}\n"
    done = galaxies("solve", "--json", "-", stdin=lines)
    assert done.returncode == 65
    assert [answer["id"] for answer in answers(done)] == ["stdin#1", "stdin#4"]
    second, third = done.stderr.decode().splitlines()
    assert second.startswith("galaxies: standard input: line 2, column 5: ")
    assert third.startswith(r"galaxies: standard input: line 3, column 5: '\x07' ")


def test_prose_is_one_error() -> None:
    done = galaxies("solve", "-", stdin="some\nlines\nof prose\n")
    assert done.stderr.count(b"\n") == 1


def test_messages_are_short_and_have_no_control_characters() -> None:
    for text in ("\x1b]0;title\x07" * 9999, "7x7:" + "\x1b" * 99, "[" * 9999):
        done = galaxies("convert", "-f", "drawing", "-", stdin=text)
        assert done.returncode == 65
        assert len(done.stderr) < 2100
        assert b"\x1b" not in done.stderr
    board = {"id": "a\x1b[31m\nb", "width": 1, "height": 1, "centers": [[1, 1]]}
    drawn = galaxies("convert", "-f", "drawing", "-", stdin=json.dumps(board))
    assert drawn.stdout.startswith(b"name: a\\x1b[31m b\n")
    option = galaxies("solve", "-f", "\x1b[31m", UNIQUE)
    assert (option.returncode, b"\x1b" in option.stderr) == (2, False)


def test_what_a_notation_leaves_out_is_said() -> None:
    done = galaxies("convert", "-f", "tatham", "idp-5x5")
    assert (done.returncode, done.stdout) == (0, b"5x5:dqndyddc\n")
    assert b"leaves out the name, the drawn walls" in done.stderr
    many = galaxies("convert", "-f", "tatham", "tatham-normal-7x7", "idp-5x5")
    assert many.stderr.count(b"leaves out") == 1
    assert b"11 puzzles: the notation tatham" in many.stderr
    assert galaxies("solve", "-f", "tatham", UNIQUE).returncode == 2
    assert not galaxies("solve", "-f", "drawing", UNIQUE).stderr, "walls say it all"
    picture = galaxies("render", "--solution", SEVERAL)
    assert b"there are several solutions; this is one of them" in picture.stderr


def test_walls_of_a_single_board_are_given(tmp_path: Path) -> None:
    path = tmp_path / "attempt.txt"
    path.write_text("+-+-+-+\n|o|o  |\n+-+-+-+\n", encoding="utf-8")
    for verb in ("check", "hint"):
        assert b"its walls are read as given" in galaxies(verb, str(path)).stderr


def test_check() -> None:
    good = galaxies("check", "idp-5x5")
    assert (good.returncode, good.stdout) == (0, b"idp-5x5: correct\n")
    broken = Path(__file__).parent.parent / "broken" / "asymmetric-region.txt"
    bad = galaxies("check", "--json", str(broken))
    assert bad.returncode == 1
    (answer,) = answers(bad)
    assert not answer["correct"]
    assert answer["violations"][0]["kind"] == "asymmetric region"
    assert answer["violations"][0]["places"] == [[3, 1]]


def test_solutions_can_be_piped_into_check() -> None:
    for notation in ("grid", "pzprv3", "idp"):
        solved = galaxies("solve", "-f", notation, "idp-7x7")
        assert solved.returncode == 0
        checked = galaxies("check", "-", stdin=solved.stdout)
        assert checked.returncode == 0, (notation, checked.stderr, checked.stdout)


def test_convert_there_and_back() -> None:
    for name in ("drawing", "penpa", "facts"):
        text = galaxies("convert", "-f", name, UNIQUE).stdout
        back = galaxies("convert", "-f", "tatham", "-", stdin=text)
        assert back.stdout.decode() == UNIQUE + "\n", name


def test_convert_needs_a_notation() -> None:
    done = galaxies("convert", "idp-5x5")
    message = done.stderr.decode().splitlines()[-1]
    assert (done.returncode, done.stdout) == (2, b"")
    assert message.startswith("Error: Missing option '-f' / '--format'. Choose from")


def test_convert_several() -> None:
    text = f"{UNIQUE}\n# a comment\n{NONE}\n"
    drawn = galaxies("convert", "-f", "drawing", "-", stdin=text)
    again = galaxies("convert", "-f", "tatham", "-", stdin=drawn.stdout)
    assert again.stdout.decode() == f"{UNIQUE}\n{NONE}\n"


def test_output_files(tmp_path: Path) -> None:
    for suffix, start in (
        *((".svg", b"<svg"), (".png", b"\x89PNG"), (".pdf", b"%PDF"), (".txt", b"  ")),
    ):
        path = tmp_path / f"board{suffix}"
        done = galaxies("render", "--solution", "-o", str(path), "idp-5x5")
        assert done.returncode == 0, done.stderr
        assert path.read_bytes().startswith(start)
    assert len(list(tmp_path.iterdir())) == 4, "no temporary file is left"


def test_only_a_sheet_of_solutions_is_a_picture(tmp_path: Path) -> None:
    file = tmp_path / "solutions.svg"
    arguments = ["enumerate", "-q", "-o", str(file), SEVERAL]
    refused = CliRunner().invoke(cli, arguments)
    assert refused.exit_code == exits.USAGE_ERROR
    assert "solutions.svg: -f sheet draws all boards as SVG" in refused.stderr
    assert not file.exists()
    assert CliRunner().invoke(cli, [*arguments, "-f", "sheet"]).exit_code == 0
    assert file.read_text("utf-8").startswith("<svg")


def test_lines_of_solutions_are_written_to_a_file(tmp_path: Path) -> None:
    file = tmp_path / "all.jsonl"
    done = galaxies("enumerate", "--json", "-o", str(file), SEVERAL)
    assert (done.returncode, done.stdout) == (0, b"")
    *lines, last = map(json.loads, file.read_text().splitlines())
    assert (len(lines), last["count"], last["complete"]) == (7, 7, True)


@pytest.mark.parametrize(
    "verb",
    [
        "forced",
        "hint",
        "explain --at c1r6",
        pytest.param("repair", marks=pytest.mark.slow),
    ],
)
def test_pictures_accompany_answers_or_replace_them(verb: str, tmp_path: Path) -> None:
    file = tmp_path / "picture.svg"
    arguments = *verb.split(), SEVERAL, "-o"
    told = galaxies(*arguments, str(file))
    assert told.stdout.startswith(SEVERAL.encode())
    (answer,) = answers(galaxies(*arguments, str(file), "--json"))
    assert answer["id"] == SEVERAL
    assert galaxies(*arguments, "-").stdout == file.read_bytes()
    assert galaxies(*arguments, "-", "--json").returncode == 2


@pytest.mark.parametrize(
    "line",
    [
        *("solve --json -f drawing", "repair --json -f idp", "hint -o hint.png"),
        "render --width 99 -f svg",
    ],
)
def test_options_that_would_be_ignored_are_refused(line: str) -> None:
    done = galaxies(*line.split(), UNIQUE)
    assert (done.returncode, done.stdout) == (2, b"")


def test_several_pictures_are_numbered(tmp_path: Path) -> None:
    galaxies("render", "-o", str(tmp_path / "b.svg"), UNIQUE, NONE)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["b-1.svg", "b-2.svg"]


def test_unwritable_output() -> None:
    done = galaxies("render", "-o", "/nonexistent/b.svg", UNIQUE)
    assert done.returncode == 74
    assert b"cannot be written" in done.stderr


@pytest.mark.slow
def test_color_is_for_terminals() -> None:
    def escapes(*arguments: str, **environment: str) -> bool:
        done = galaxies("solve", "idp-5x5", *arguments, **environment)
        return b"\x1b[" in done.stdout

    assert not escapes()
    assert escapes(FORCE_COLOR="1")
    assert not escapes(FORCE_COLOR="1", NO_COLOR="1")

    pty = pytest.importorskip("pty")

    def in_terminal(**environment: str) -> bytes:
        master, slave = pty.openpty()
        with subprocess.Popen(
            [*COMMAND, "solve", "idp-5x5"],
            stdout=slave,
            stderr=slave,
            env=os.environ | environment,
        ) as process:
            os.close(slave)
            output = b""
            try:
                while chunk := os.read(master, 4096):
                    output += chunk
            except OSError:  # the other side is closed
                pass
            process.wait()
        os.close(master)
        return output

    assert b"\x1b[38;5" in in_terminal(NO_COLOR="")
    assert b"\x1b[38;5" not in in_terminal(NO_COLOR="1")


@pytest.mark.slow
def test_progress_is_shown_unless_it_is_switched_off(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(output, "_SECONDS_BEFORE", 0.0)
    on_terminal = {"<stderr>"}
    monkeypatch.setattr(
        "click.testing._NamedTextIOWrapper.isatty",
        lambda stream: stream.name in on_terminal,
        raising=False,
    )

    def progress(*arguments: str) -> str:
        return CliRunner().invoke(cli, ["enumerate", *arguments, SEVERAL]).stderr

    assert "solutions" in progress()
    assert not progress("-q")
    on_terminal.add("<stdout>")  # the solutions show how far it is
    assert not progress()


@pytest.mark.slow
def test_interruption_prints_what_there_is() -> None:
    # Each dot has the choice of its column's ends: more solutions than can be found.
    wide = {"id": "wide", "width": 40, "height": 40}
    wide["centers"] = [[x, y] for x in range(5, 80, 10) for y in range(5, 80, 10)]
    command = [*COMMAND, "solve", "--json", "-n", "0", "-"]
    with started(command, stdin=PIPE, stdout=PIPE, stderr=PIPE) as running:
        running.stdin.write(json.dumps(wide).encode())
        running.stdin.close()
        until(running, lambda: cpu_seconds_below(running.pid) > 2)
        running.send_signal(signal.SIGINT)
        stdout, stderr = running.stdout.read(), running.stderr.read()
        assert running.wait(PATIENCE) == 130
    assert b"Traceback" not in stderr
    answer = json.loads(stdout)
    assert answer["stopped_by"] == "interrupt"
    assert not answer["complete"]
    assert answer["status"] in ("multiple", "unknown")


def shell(line: str) -> subprocess.CompletedProcess[bytes]:
    """Run a line of bash in which `galaxies` is the command."""
    function = f'galaxies() {{ {sys.executable} -m galaxies_asp "$@"; }}\n'
    return subprocess.run(
        ["bash", "-c", function + line],
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )


def test_closed_pipe_is_no_error() -> None:
    done = shell("galaxies render idp-15x15 -f svg | head -c1; exit ${PIPESTATUS[0]}")
    assert (done.returncode, done.stdout) == (0, b"<")
    assert not done.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "code", "message"),
    [
        ("galaxies solve idp-5x5 >/dev/full", 74, b"No space left on device"),
        ("galaxies --help >/dev/full", 74, b"No space left on device"),
        ("galaxies solve idp-5x5 >&-", 74, b"standard output is closed"),
        ("galaxies solve <&-", 2, b"give a file"),
        ("galaxies solve - <&-", 2, b"standard input is closed"),
        ("galaxies solve idp-5x5 2>&-", 0, b""),
    ],
)
def test_standard_files_that_are_full_or_closed(
    line: str, code: int, message: bytes
) -> None:
    done = shell(line)
    assert done.returncode == code
    assert message in done.stderr
    assert b"Traceback" not in done.stderr


def test_a_text_that_is_no_puzzle_is_not_answered_with_python(tmp_path: Path) -> None:
    path = tmp_path / "note.txt"
    path.write_text("hello\n")
    done = galaxies("solve", str(path))
    assert b"'hello' is in no known notation" in done.stderr
    assert b"galaxies_asp" not in done.stderr
