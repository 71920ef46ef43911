"""`galaxies book` as its users call it."""

import json
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from pypdf import PdfReader
from support import commands
from support.books import AMBIGUOUS
from support.waiting import PATIENCE, cpu_seconds, descendants, started, until

from galaxies_asp import Puzzle, parse
from galaxies_asp.cli import galaxies
from galaxies_asp.notation import write

SEVEN = "7x7:cghsppedzzaccdtce"


def book(*arguments: str, input: str = "") -> Result:
    return CliRunner().invoke(
        galaxies, ["book", *arguments], standalone_mode=False, input=input
    )


def text(path: Path) -> str:
    return "\n".join(page.extract_text() for page in PdfReader(path).pages)


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_all_options() -> None:
    arguments = "--title Title --author Author --date Date --layout paper=letter "
    arguments += "--order size --grades words --omit puzzlink --add names "
    arguments += "--layout in-color,per-page=2 --jobs 1 -o out.PDF"
    done = book(*arguments.split(), "idp-7x7", "idp-5x5", SEVEN)
    assert done.return_value == 0, done.exception
    assert done.stderr == ""
    said = text(Path("out.PDF"))
    for word in ("Title", "Author", "Date", "idp-7x7", SEVEN, "easy"):
        assert word in said
    assert "puzz.link" not in said
    assert said.index("1 5 × 5 very easy") < said.index("3 7 × 7 easy")
    assert len(PdfReader("out.PDF").pages) == 2 + 2 + 1


def test_a_stated_difficulty_is_checked() -> None:
    lines = []
    for grade in ("very hard", "easy", "no such grade"):
        fields = json.loads(write(parse(SEVEN), "json"))
        lines.append(json.dumps(fields | {"difficulty": grade}))
    options = ("--grades", "words", "--omit", "solutions", "-o", "out.pdf")
    done = book("-", *options, input="\n".join(lines))
    assert done.return_value == 0
    assert done.stderr.count(" as stated") == 1
    assert "easy, not very hard as stated" in done.stderr
    said = text(Path("out.pdf")).split("Puzzles 1–3")[1]
    grades = [line.split("7 × 7 ")[1] for line in said.splitlines() if " × " in line]
    assert [g.split(" 2")[0] for g in grades] == ["easy", "easy", "easy"]


def test_pdf_on_standard_output() -> None:
    done = book("idp-5x5", "-o", "-")
    assert done.stdout_bytes.startswith(b"%PDF")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("idp-5x5", "give a file with -o"),
        ("idp-5x5 -o book.tex", "the name of a book ends in .pdf"),
        ("idp-5x5 -o book", "the name of a book ends in .pdf"),
        ("idp-5x5 -o out.pdf --layout per-page=5", "'5' is not one of"),
        ("idp-5x5 -o out.pdf --layout paper=a6", "'a6' is not one of"),
        ("idp-5x5 -o nowhere/out.pdf", "the folder nowhere does not exist"),
        ("idp-5x5 -o out.pdf --layout font=Nope", "there is no font 'Nope'"),
    ],
)
def test_bad_requests(arguments: str, message: str) -> None:
    done = book(*arguments.split())
    assert done.return_value != 0
    assert message in f"{done.exception}{done.stderr}"
    assert not list(Path().iterdir())


@pytest.mark.slow
def test_a_book_that_is_refused_leaves_the_old_one() -> None:
    Path("out.pdf").write_text("old")
    done = book(SEVEN, write(AMBIGUOUS, "tatham").strip(), "-o", "out.pdf")
    assert done.return_value == 1
    assert "6x6:pzizizcf: more than one solution" in done.stderr
    assert "--add ambiguous" in done.stderr
    assert Path("out.pdf").read_text() == "old"
    assert book("2x2:", "--add", "ambiguous", "-o", "out.pdf").return_value == 1
    assert len(list(Path().iterdir())) == 1


def test_a_source_that_cannot_be_read_stops_the_book() -> None:
    done = book("idp-5x5", "missing.txt", "-o", "out.pdf")
    assert done.return_value == 65
    assert "there is no such file" in done.stderr
    assert not Path("out.pdf").exists()


def test_ambiguous_puzzles_are_marked() -> None:
    source = write(AMBIGUOUS, "tatham").strip()
    done = book(SEVEN, source, "--add", "ambiguous", "-o", "out.pdf")
    assert done.return_value == 0
    said = text(Path("out.pdf"))
    assert "apart from those marked *" in said
    assert "2* 6 × 6" in said


def test_warnings() -> None:
    wide = json.dumps({"width": 120, "height": 1, "centers": [[120, 1]]})
    done = book(wide, "-o", "out.pdf", "--title", "数独")
    assert done.return_value == 0
    assert "the default font cannot print '数独'" in done.stderr
    assert "some cells are only 1.4 mm wide" in done.stderr


@pytest.mark.nightly
def test_interruption_leaves_nothing(tmp_path: Path) -> None:
    """Workers rate large boards when Ctrl-C comes, which takes them long."""
    command = [sys.executable, "-m", "galaxies_asp", "book", "-o", "out.pdf"]
    command += ["--add", "effort", "--jobs", "2", *["random-50x50"] * 20]
    with started(command, stderr=subprocess.PIPE) as process:
        until(process, lambda: cpu_seconds(*descendants(process.pid)) > 2)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert said.endswith(b"galaxies: interrupted\n")
    assert b"Traceback" not in said
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_puzzles_without_hints_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "stars.jsonl"
    made = commands.text(
        *("generate", "--seed", "0", "--family", "two-not-touch", "--size", "4"),
        "--json",
    ).stdout
    path.write_text(made, encoding="utf-8")
    options = ("book", "--add", "hints", "-o", str(tmp_path / "book.pdf"))
    several = (write(AMBIGUOUS, "tatham").strip(), "--add", "ambiguous")
    done = commands.text(*options, str(path), *several)
    assert done.returncode == 0
    assert "1 of 2 puzzles have none" in done.stderr
    assert "have none" not in commands.text(*options, "idp-5x5").stderr


def test_a_german_book_translates_captions(tmp_path: Path) -> None:
    path = tmp_path / "stars.txt"
    made = commands.text(
        *("generate", "--seed", "0", "--family", "two-not-touch", "--size", "4"),
        *("-f", "facts"),
    ).stdout
    path.write_text(made, encoding="utf-8")
    named = "--family", "two-not-touch"
    done = commands.text(
        "book", *named, "--language", "german", "-o", "out.pdf", str(path)
    )
    said = text(Path("out.pdf"))
    assert "Sterne: 1" in said
    assert "stars 1" not in said
    assert "missing" not in done.stderr


@pytest.mark.slow
def test_pages_keep_the_title_and_embed_their_fonts() -> None:
    common = "--title Title --author Author --omit rules --layout paper=a5 -o out.pdf"
    assert book(*common.split(), "idp-7x7").return_value == 0
    sheets = PdfReader("out.pdf")
    assert sheets.metadata is not None
    assert (sheets.metadata.title, sheets.metadata.author) == ("Title", "Author")
    width, height = (float(n) / 72 * 25.4 for n in sheets.pages[0].mediabox[2:])
    assert (width, height) == pytest.approx((148, 210), abs=0.1)
    if not (preflight := shutil.which("pdffonts")):
        pytest.skip("pdffonts is missing")
    done = subprocess.run([preflight, "out.pdf"], capture_output=True, text=True)
    fonts = done.stdout.splitlines()[2:]
    assert fonts
    assert all(line.split()[-5:-2] == ["yes", "yes", "yes"] for line in fonts)


@pytest.mark.slow
def test_boards_that_resemble_each_other_are_named() -> None:
    puzzle = parse(SEVEN)
    turned = Puzzle(7, 7, [(14 - y, x) for x, y in puzzle.centers])
    names = SEVEN, write(turned, "tatham").strip()
    done = book("--omit", "rules", "--order", "given", "-o", "out.pdf", *names)
    assert "puzzles 1 and 2" in done.stderr
    assert "share 100% of their dots" in done.stderr
    assert "resemble" not in book("-o", "o.pdf", SEVEN, "idp-7x7").stderr
