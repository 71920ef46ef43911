"""What clingo 6 reads otherwise, and encodings under both versions."""

import re
from importlib.util import find_spec
from pathlib import Path

import clingo
import pytest
from support.commands import text
from support.mixes import MEMBERS
from support.versions import ONLY_6, PLANTED, SAME, program

from galaxies_asp.core.asp import encodings
from galaxies_asp.core.board.variants import RuleVariant
from galaxies_asp.families.registry import folders
from galaxies_asp.lab.families import compared_family, under_rules_of
from galaxies_asp.lab.instances import board_sets, instances_of
from galaxies_asp.lab.lint import lint
from galaxies_asp.lab.versions import compare, of_clingo6

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "clingo6.md"

LANGUAGE = Path(__file__).parents[1] / "support" / "language.txt"
"""Programs for each statement and term of the language, one in a line."""

NEEDS_6 = pytest.mark.skipif(
    find_spec("clingo_funasp") is None, reason="clingo 6: galaxies-asp[clingo6]"
)


def written(folder: Path) -> dict[str, str]:
    """Write the planted programs; return their files."""
    more = {"same": (SAME, ""), "only_6": (ONLY_6, "")}
    for name, (statement, _) in (PLANTED | more).items():
        (folder / f"{name}.lp").write_text(program(statement), encoding="utf-8")
    return {name: str(folder / f"{name}.lp") for name in PLANTED | more}


@pytest.mark.slow
def test_lint_names_what_changes(tmp_path: Path) -> None:
    files, family = written(tmp_path), compared_family("galaxies")
    for name, (_, said) in PLANTED.items():
        found = [
            one.message for one in lint(family, files[name]) if one.rule == "clingo6"
        ]
        assert len(found) == bool(said), (name, found)
        assert said in "".join(found), (name, found)


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    done = text("lab", "compare", "grow", "--clingo", "5,6")
    assert done.returncode == 69
    assert "pip install 'galaxies-asp[clingo6]'" in done.stderr


@NEEDS_6
@pytest.mark.slow
def test_each_planted_difference_is_found_and_named(tmp_path: Path) -> None:
    files = written(tmp_path)
    done = text(
        "lab", "compare", *files.values(), "--clingo", "5,6", "--boards", "prove=3x1"
    )
    assert done.returncode == 1, done.stderr
    file = re.escape(f"{tmp_path}/")
    parts = re.split(rf"^(?={file}\w+\.lp: )", done.stdout, flags=re.M)
    for name, part in zip(files, parts[1:], strict=True):
        if name == "same":
            assert "the same answers" in part
            continue
        assert ("only clingo" in part) == (name in ("anonymous", "projected", "only_6"))
        _, said = PLANTED.get(name, ("", ""))
        assert (said or "no statement is known") in part, part


MANY = {"hexagonal-fences": ("js-2024-09-example", "s3a")}
"""Instances of the types that have some with thousands of solutions."""


@NEEDS_6
@pytest.mark.nightly
def test_shipped_encodings_of_galaxies_have_the_same_answers() -> None:
    mixes = [*encodings.BUILT_IN, *MEMBERS]
    for boards in (["--boards", "prove=2x2"], ["idp-7x7", "heart"]):
        done = text("lab", "compare", *mixes, *boards, "--clingo", "5,6")
        assert done.returncode == 0, done.stdout


@NEEDS_6
@pytest.mark.nightly
@pytest.mark.parametrize("variant", RuleVariant)
def test_shipped_variants_have_the_same_answers(variant: RuleVariant) -> None:
    base = "walls" if variant == RuleVariant.LOOSE_WALLS else "choice+level"
    if variant == RuleVariant.TOROIDAL:
        base = "choice"
    family = under_rules_of(compared_family("galaxies"), f"{base}+{variant}")
    boards = board_sets(family, 2, 2, family.optional.values())
    found = compare(family, f"{base}+{variant}", boards)
    assert found.board is None, found


@NEEDS_6
@pytest.mark.slow("all types are run")
@pytest.mark.parametrize("name", sorted(folders()))
def test_shipped_encodings_of_types_have_the_same_answers(name: str) -> None:
    family = compared_family(name)
    names = MANY.get(name, family.instances)
    boards = [one for one in instances_of(family) if one.name in names]
    for encoding in family.encodings:
        found = compare(family, encoding, [one for one in boards if one])
        assert found.board is None, found


def rows() -> list[tuple[str, str, str]]:
    """Return the programs of the page, with what it says of both versions."""
    row = re.compile(r"^\| (`.*?`.*?) \| (.*?) \| (.*?) \|", re.MULTILINE)
    found = row.findall(PAGE.read_text("utf-8"))
    return [(code.strip("`"), *said) for code, *said in found if "with" not in code]


@NEEDS_6
@pytest.mark.nightly
def test_the_page_says_what_both_answer() -> None:
    answers = of_clingo6([code for code, *_ in rows()], ["a/1", "a/0"])
    for (code, five, six), found in zip(rows(), answers, strict=True):
        assert shown(six) == (None if found.refused else found.models[0][0]), code
        assert shown(five) == of_clingo5(code), code


@NEEDS_6
@pytest.mark.nightly
def test_the_rest_of_the_language_is_the_same() -> None:
    outputs = [f"{name}/{arity}" for name in "abcdepqstx" for arity in range(4)]
    told_apart = "\n".join(f"#project {one}." for one in outputs)
    lines = LANGUAGE.read_text("utf-8").splitlines()
    programs = [f"{line}\n#program base.\n{told_apart}" for line in lines]
    for code, found in zip(programs, of_clingo6(programs, outputs), strict=True):
        six = None if found.refused else sorted(sorted(one) for one, _ in found.models)
        assert six == models_of_clingo5(code, outputs), code


def models_of_clingo5(code: str, outputs: list[str]) -> list[list[str]] | None:
    found = []
    control = clingo.Control(["0", "--project=project"], logger=lambda *_: None)
    try:
        control.add("base", [], code)
        control.ground([("base", [])])
    except RuntimeError:
        return None
    with control.solve(yield_=True) as handle:
        for model in handle:
            shown = model.symbols(shown=True)
            found.append(sorted(str(one) for one in shown if signature(one) in outputs))
    return sorted(found)


def signature(symbol: clingo.Symbol) -> str:
    if symbol.type != clingo.SymbolType.Function or not symbol.name:
        return ""
    sign = "" if symbol.positive else "-"
    return f"{sign}{symbol.name}/{len(symbol.arguments)}"


def shown(said: str) -> list[str] | None:
    """Return the atom that the page says; None if the program is refused."""
    return None if "refused" in said else re.findall(r"`(a\b.*)`", said)


def of_clingo5(code: str) -> list[str] | None:
    control = clingo.Control(["0"], logger=lambda *_: None)
    found: list[list[str]] = []
    try:
        control.add("base", [], code)
        control.ground([("base", [])])
    except RuntimeError:
        return None
    control.solve(on_model=lambda model: found.append(str(model).split()))
    return [one for one in found[0] if one[0] == "a"]
