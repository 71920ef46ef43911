"""What an encoding may include, wherever an encoding can be named."""

import os
from collections.abc import Callable
from pathlib import Path
from shutil import copytree

import pytest
from click.testing import CliRunner
from support.marks import POSIX

from galaxies_asp.cli import galaxies
from galaxies_asp.core.asp.data import data_folder
from galaxies_asp.core.asp.encodings import text, text_of
from galaxies_asp.core.asp.sources import read as read_text
from galaxies_asp.core.board.errors import EncodingError
from galaxies_asp.core.board.puzzle import Puzzle
from galaxies_asp.counting.strips.column import explore_encoding
from galaxies_asp.lab.families import compared_family
from galaxies_asp.lab.source import read
from galaxies_asp.solving.search import solve

LIBRARY = data_folder("encodings")
PUZZLE = Puzzle(2, 1, [(2, 1)])


def test_a_heading_stands_directly_above(tmp_path: Path) -> None:
    """Never above another statement."""
    path = tmp_path / "a.lp"
    path.write_text(
        "%* A title\n==\nMore. *%\n% Test: first\na.\n"
        "%*! b(X)\nDocuments b. *%\nb :- a.\nc :- a.\n"
    )
    source = read_text([path], LIBRARY)
    lines = source.text.split("\n")
    assert source.heading(lines.index("a.") + 1) == "Test: first"
    assert source.heading(lines.index("b :- a.") + 1) == "Documents b."
    assert source.heading(lines.index("c :- a.") + 1) == ""
    assert source.heading(lines.index("% Test: first") + 1) == "A title"


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str, str], Path]:
    """Return what writes a file below a folder, beside which there is another."""
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "secret.lp").write_text("secret.\n")

    def write_file(name: str, content: str) -> Path:
        path = tmp_path / "mine" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
        return path

    return write_file


def refusal(encoding: Path) -> str:
    """Return why the encoding is refused: the same for all who read it.

    Only the file that was maybe meant differs: each has a folder of its own.
    """
    with pytest.raises(EncodingError) as by_solve:
        solve(PUZZLE, rules=str(encoding))
    with pytest.raises(EncodingError) as by_lab:
        read(compared_family("galaxies"), str(encoding))
    with pytest.raises(EncodingError) as by_strip:
        explore_encoding(encoding, 2)
    said = [str(one.value) for one in (by_solve, by_lab, by_strip)]
    (reason,) = {text.partition("; did you mean")[0] for text in said}
    return reason


@pytest.mark.parametrize(
    "line",
    [
        '#include "../other/secret.lp".',
        '  #include\t"../other/secret.lp" . % a comment',
        '#include "sub/../../other/secret.lp".',
        '#include "{folder}/other/secret.lp".',
    ],
)
def test_what_lies_elsewhere_is_refused(
    line: str, write: Callable[[str, str], Path], tmp_path: Path
) -> None:
    write("sub/empty.lp", "")
    path = write("entry.lp", "a.\n" + line.replace("{folder}", str(tmp_path)))
    message = refusal(path)
    assert f"{path}:2: " in message
    assert "neither in the folder" in message


def test_links_to_elsewhere_are_refused(
    write: Callable[[str, str], Path], tmp_path: Path
) -> None:
    path = write("entry.lp", '#include "link.lp".\n')
    (tmp_path / "mine" / "link.lp").symlink_to(tmp_path / "other" / "secret.lp")
    assert "secret.lp, which lies neither in the folder" in refusal(path)
    path = write("entry.lp", '#include "folder/secret.lp".\n')
    (tmp_path / "mine" / "folder").symlink_to(tmp_path / "other")
    assert "secret.lp, which lies neither in the folder" in refusal(path)


def test_nested_includes_are_looked_at(write: Callable[[str, str], Path]) -> None:
    path = write("entry.lp", '#include "sub/part.lp".\n')
    part = write("sub/part.lp", '\n#include "../../other/secret.lp".\n')
    assert f"{part}:2: '../../other/secret.lp' is" in refusal(path)


@pytest.mark.parametrize(
    "line",
    [
        'a. #include "../other/secret.lp".',
        '#include %* hidden *% "../other/secret.lp".',
        '#include "../other/secret.lp". a.',
        '%* *% #include "../other/secret.lp".',
        "#include",
    ],
)
def test_other_forms_of_includes_are_refused(
    line: str, write: Callable[[str, str], Path]
) -> None:
    assert "a line of its own" in refusal(write("entry.lp", line))


def test_libraries_of_clingo_are_not_read(write: Callable[[str, str], Path]) -> None:
    said = refusal(write("entry.lp", "#include <incmode>."))
    assert "libraries of clingo such as <incmode> are not read" in said


@pytest.mark.parametrize(
    "program",
    ["#script (lua) x = 1 #end.", "a.#script(python)\nx = 1\n#end."],
)
def test_scripts_are_refused(program: str, write: Callable[[str, str], Path]) -> None:
    path = write("entry.lp", program)
    assert refusal(path) == f"{path}:1: scripts are not run"
    part = write("part.lp", f"\n{program}")
    path = write("entry.lp", '#include "part.lp".')
    assert refusal(path) == f"{part}:2: scripts are not run"


def test_what_is_no_text_is_refused(
    write: Callable[[str, str], Path], tmp_path: Path
) -> None:
    path = write("entry.lp", '#include "missing.lp".\n')
    assert "there is no file 'missing.lp'" in refusal(path)
    path = write("entry.lp", f'#include "{"x" * 5000}".\n')
    assert "there is no file" in refusal(path)
    (tmp_path / "mine" / "binary.lp").write_bytes(b"\xff\xfe\x00")
    assert "cannot be read" in refusal(write("entry.lp", '#include "binary.lp".\n'))


@POSIX
def test_a_pipe_is_no_encoding(
    write: Callable[[str, str], Path], tmp_path: Path
) -> None:
    path = write("entry.lp", '#include "pipe.lp".\n')
    os.mkfifo(tmp_path / "mine" / "pipe.lp")  # reading it would take for ever
    assert "there is no file" in refusal(path)


def test_ours_may_be_included_from_anywhere(
    write: Callable[[str, str], Path],
) -> None:
    for line in ('#include "grow.lp".', f'#include "{LIBRARY}/galaxies/grow.lp".'):
        path = write("entry.lp", line)
        assert solve(PUZZLE, rules=str(path)).status == "unique"
    part = write("sub/deep/part.lp", '#include "../beside.lp".\nfrom_part.\n')
    write("sub/beside.lp", "from_beside.\n")
    path = write("entry.lp", '#include "sub/deep/part.lp".\n#include "grow.lp".\nend.')
    program = text(str(path))
    lines = program.text.split("\n")
    assert lines[0] == "from_beside."
    assert program.position(lines.index("from_part.") + 1) == (str(part), 2)
    assert program.position(len(lines)) == (str(path), 3)


def test_a_file_that_includes_itself_is_read_once(
    write: Callable[[str, str], Path],
) -> None:
    path = write("entry.lp", '#include "entry.lp".\n#include "grow.lp".\n' * 2)
    assert solve(PUZZLE, rules=str(path)).status == "unique"


def test_the_working_directory_does_not_matter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The solver by itself would read this file in the place of ours."""
    (tmp_path / "grid.lp").write_text("nonsense :- .")
    monkeypatch.chdir(tmp_path)
    assert solve(PUZZLE, rules="assign").status == "unique"


def test_faults_are_found_in_the_file_that_has_them(
    write: Callable[[str, str], Path],
) -> None:
    part = write("part.lp", "a.\nb :-\n  ).\n")
    path = write("entry.lp", '#include "grow.lp".\n#include "part.lp".\n')
    with pytest.raises(EncodingError, match=f"{part}:3:3-4: error: syntax error"):
        solve(PUZZLE, rules=str(path))
    write("part.lp", "b :-\n  not c.\n")
    (message,) = solve(PUZZLE, rules=str(path)).messages
    assert message.startswith(f"{part}:2:7-8: info: atom does not occur")


@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    [
        ("solve", "--encoding", "{path}", "idp-5x5"),
        ("lab", "lint", "{path}"),
        ("lab", "ground", "{path}", "idp-5x5"),
        ("lab", "export", "{path}", "idp-5x5"),
        ("lab", "compare", "grow", "{path}", "idp-5x5", "--seeds", "0"),
    ],
    ids=lambda command: " ".join(command[:2]),
)
def test_every_command_refuses(
    command: tuple[str, ...], write: Callable[[str, str], Path]
) -> None:
    path = write("entry.lp", '#include "../other/secret.lp".\n')
    arguments = [part.replace("{path}", str(path)) for part in command]
    result = CliRunner().invoke(galaxies, arguments, standalone_mode=False)
    shown = result.output + result.stderr + str(result.exception)
    assert result.return_value == 65 or isinstance(result.exception, EncodingError)
    assert "neither in the folder" in shown


def test_copies_of_the_encodings_may_be_included(tmp_path: Path) -> None:
    """A checkout beside the installed package has the files of this package."""
    checkout = tmp_path / "checkout" / "encodings"
    copytree(data_folder("encodings"), checkout)
    for name in ("galaxies/mixes/walls.lp", "families/nurikabe/encoding.lp"):
        copied = text_of(checkout / name)
        assert copied.text == text_of(data_folder("encodings") / name).text
        entry, *others = dict.fromkeys(path for path, _ in copied.origin)
        assert entry == checkout / name
        assert others
        assert all(path.is_relative_to(data_folder("encodings")) for path in others)


def test_changed_copies_are_refused(tmp_path: Path) -> None:
    checkout = tmp_path / "encodings" / "galaxies"
    copytree(data_folder("encodings") / "galaxies", checkout)
    with (checkout / "parts" / "cells" / "cell-walls.lp").open("a") as file:
        file.write("% changed\n")
    message = refusal(checkout / "mixes" / "walls.lp")
    assert "cell-walls.lp, which differs from " in message


def test_a_mix_alone_includes_the_parts_of_the_package(tmp_path: Path) -> None:
    mix = data_folder("encodings") / "galaxies" / "mixes" / "walls.lp"
    alone = tmp_path / "mine.lp"
    alone.write_text(mix.read_text())
    assert text_of(alone).text == text_of(mix).text
