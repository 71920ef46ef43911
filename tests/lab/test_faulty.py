"""Encodings with faults: what the commands of the lab say about them."""

from pathlib import Path

import pytest
from support.commands import lab
from support.puzzles import SLOW_TO_GROUND

from galaxies_asp.core.board.errors import EncodingError, LimitError


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        ("p :- not q.", 65, "derives galaxy/2, which is the output of galaxies"),
        ('#include "grow.lp".\n#minimize { 1 : galaxy(_,_) }.', 65, "lp:2: optimiza"),
        ("#include <incmode>.", 65, "lp:1: libraries of clingo"),
        ('#include "grow.lp".\n#program step(t).', 0, "lp:2: the part step is ignored"),
        ('#include "grow.lp".\n:- height(H), H = 5+a.', 0, "operation undefined"),
        (
            '#include "grid.lp".\ngalaxy(P,C) :- center(C), cell(P).\n#show.',
            65,
            "#show",
        ),
        ("galaxy(C,P) :- center(C), P=(9,9).", 1, "(1,2) is not a cell"),
        ('#include "grow.lp".\n#show free/1.', 0, "which is no output; the output is"),
        ('#include "grow.lp".\n#show 3.', 0, "3 is shown, which is no output"),
        (
            '#include "grow.lp".\n#show galaxy((1,1),N) : N = 1..2.',
            65,
            "shows galaxy((1,1),1) where no rule derives it",
        ),
    ],
)
def test_careless_encodings(tmp_path: Path, text: str, code: int, message: str) -> None:
    path = tmp_path / "mine.lp"
    path.write_text(text)
    found, out, err = lab("compare", str(path), "idp-5x5", "--seeds", "0")
    assert message in out + err
    assert (out + err).count(message) == 1
    assert found == code


@pytest.mark.parametrize(
    "command",
    [
        "lint {}",
        "ground {} idp-5x5",
        "rules -e {}",
        "mutants {} --boards exhaustive=1x1",
        "prove grow {}",
        "export {} idp-5x5",
    ],
)
def test_a_fault_is_named_where_its_author_wrote_it(
    command: str, tmp_path: Path
) -> None:
    """Its place is in this file, also where a command changes the rules."""
    path = tmp_path / "mine.lp"
    path.write_text('#include "grow.lp".\n\n:- not free(P).\n')
    place = rf"{path}:3:13-14: note: 'P' is unsafe"
    with pytest.raises(EncodingError, match=place) as raised:
        lab(*command.format(path).split())
    assert str(raised.value).count("is unsafe") == 1


@pytest.mark.slow
@pytest.mark.parametrize("command", ["prove {} --size 1x1", "explain-difference {}"])
def test_atoms_that_no_rule_derives_are_named(command: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.lp"
    path.write_text('#include "grow.lp".\n:- galaxy(P,C), misspelled(P).\n')
    boards = ("idp-5x5",) if "explain" in command else ()
    found, out, err = lab(*command.format("grow").split(), str(path), *boards)
    assert (found, "same" in out or "equal" in out) == (0, True)
    assert f"{path}:2:17-30: info: atom does not occur in any rule head" in err


@pytest.mark.parametrize(
    "command",
    ["rules -e {}", "mutants {} --boards exhaustive=1x1", "export {} idp-5x5"],
)
def test_optimization_is_refused_where_solutions_count(
    command: str, tmp_path: Path
) -> None:
    path = tmp_path / "mine.lp"
    path.write_text('#include "grow.lp".\n#minimize { 1,P : galaxy(P,_) }.\n')
    with pytest.raises(EncodingError, match=r"mine\.lp:2: optimization removes"):
        lab(*command.format(path).split())


@pytest.mark.slow
def test_a_limit_shows_no_fault_where_the_encoding_itself_reaches_it() -> None:
    limited = ("--boards", "exhaustive=1x1", "--cpu-limit", "0.1")
    with pytest.raises(LimitError, match="on all dots on 1x1: the time limit"):
        lab("mutants", SLOW_TO_GROUND, "--sample", "2", *limited)
    code, out, _ = lab("rules", "-e", SLOW_TO_GROUND, *limited)
    assert (code, "not known on all dots on 1x1" in out) == (3, True)
