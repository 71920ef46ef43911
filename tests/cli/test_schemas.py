"""Outputs as JSON are what the schemas say that are derived from the answers."""

import json
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from _pytest.mark.structures import ParameterSet
from json_schemas import schemas
from support.commands import galaxies
from support.documents import ROOT
from support.schemas import Draft202012Validator, ValidationError

from galaxies_asp.cli import galaxies as group

SCHEMAS = schemas()


UNIQUE, NONE, SEVERAL = "7x7:cghsppedzzaccdtce", "5x4:fucgdm", "6x6:pzizizcf"
HARD = "7x7:bgsgqbzbfxxfzb"
BROKEN = " ".join(
    shlex.quote(str(path)) for path in sorted((ROOT / "tests" / "broken").iterdir())
)

STARS = shlex.quote("two-not-touch 1\naabb\naabb\nccdd\nccdd")
RINGS = shlex.quote("ring-ring\n...\n...\n...")

COMMANDS = {
    "solve": (
        f"solve --json {UNIQUE} {NONE} {SEVERAL}",
        "solve --json --confirm idp idp-5x5",
        f"solve --json --with hidden-dots -n 1 {NONE}",
        f"solve --json --with black-holes -n 1 {NONE}",
        "solve --json --with loose-walls -n 50 5x2:fb",
        "solve --json s3a",
        "solve --json --of line s3a square-enclose",
    ),
    "enumerate": (
        f"enumerate --json {SEVERAL}",
        f"enumerate --json --sample -n 2 {SEVERAL}",
        f"enumerate --json --with hidden-dots -n 2 {NONE}",
    ),
    "count": (
        f"count --json {SEVERAL} {NONE}",
        f"count --json -e grow {SEVERAL}",
        "count --json s3a",
    ),
    "forced": (
        f"forced --json {SEVERAL}",
        "forced --json --with black-holes idp-5x5",
        "forced --json s3a",
    ),
    "check": (f"check --json idp-5x5 {BROKEN}", f"check --json --unfinished {BROKEN}"),
    "hint": (
        f"hint --json {UNIQUE} {NONE} {SEVERAL} {HARD} idp-5x5 {BROKEN}",
        f"hint --json -e assign {UNIQUE} {NONE} {SEVERAL} idp-5x5 {BROKEN}",
        f"hint --json {STARS}",
    ),
    "explain": (
        f"explain --json --at c3r3 {HARD} {SEVERAL}",
        f"explain --json --at c4r2-c5r2 {HARD}",
        f"explain --json {NONE}",
        "explain --json -e idp --at c3r3 idp-5x5",
        f"explain --json --at c1r1 {STARS}",
    ),
    "walkthrough": (
        f"walkthrough --json idp-5x5 {SEVERAL} {NONE}",
        f"walkthrough --json {STARS}",
        f"walkthrough --json -e grow idp-5x5 {NONE}",
    ),
    "repair": (
        f"repair --json --by dots {SEVERAL}",
        f"repair --json {UNIQUE} {NONE}",
        f"repair --json -e grow {SEVERAL}",
        f"repair --json {RINGS}",
    ),
    "puzzle": (
        f"convert -f json heart {UNIQUE}",
        "solve -f json idp-5x5",
        'convert -f json \'{"width":2,"height":1,"centers":[[1,1]],"holes":[[1,0]]}\'',
    ),
    "generate": (
        "generate --json --size 4 -n 2 --solution",
        "generate --json --size 4 --require black=0.5,holes=1 --seed 3",
    ),
    "cover": ("cover --json --text I", "cover --json --unique --text L"),
    "list": ("list --json",),
    "boards-count": (
        "boards count solutions 2x2 --json",
        "boards count galaxies 4x4 --json",
        "boards count galaxies 2 --lattice hexagonal --json",
    ),
    "boards-table": ("boards table galaxies 3 --growth -f json",),
    "boards-sample": (
        "boards sample galaxies 4x3 --json -n 2",
        "boards sample galaxies 4x4 --engine chain --json",
    ),
    "sequence": (
        "strip terms ring-ring --rows 2 -f json",
        "boards table galaxies 2 -f json",
    ),
    "strip-gf": ("strip gf ring-ring --rows 2 -f json",),
    "strip-growth": ("strip growth ring-ring --rows 4 --json",),
    "strip-sample": ("strip sample ring-ring --rows 2 --columns 4 --json -n 2",),
    "lab-compare": ("lab compare grow idp-5x5 -f json",),
    "lab-ground": ("lab ground grow idp-5x5 --json",),
    "lab-prove": (
        "lab prove grow choice --size 2x1 --json",
        "lab prove grow --more-than 0 --size 1x1 --json",
    ),
}
"""The commands whose outputs a schema describes."""

COSTLY = (
    "lab",
    "explain --json -e",
    "repair --json --by",
    "generate --json --size 4 -",
)
"""Commands that take more than half a second of CPU time: run by `-m slow`."""

ELSEWHERE = {"strip-certificate"}
"""Schemas that have no commands above."""


def check(name: str, line: str) -> None:
    validator = Draft202012Validator(SCHEMAS[name])
    validator.validate(json.loads(line))


@pytest.mark.parametrize("name", SCHEMAS)
def test_schemas_are_valid(name: str) -> None:
    Draft202012Validator.check_schema(SCHEMAS[name])
    assert SCHEMAS[name]["$id"] == f"{name}.json"
    assert name in COMMANDS or name in ELSEWHERE


def cases() -> Iterator[ParameterSet]:
    for name, commands in COMMANDS.items():
        for command in commands:
            marks = [pytest.mark.slow] if command.startswith(COSTLY) else []
            yield pytest.param(name, command, marks=marks)


@pytest.mark.parametrize(("name", "command"), list(cases()), ids=str)
def test_outputs_match_the_schemas(name: str, command: str) -> None:
    done = galaxies(*shlex.split(command))
    assert done.returncode in (0, 1), done.stderr.decode()
    lines = done.stdout.decode().splitlines()
    assert lines
    for line in lines:
        check(name, line)


def test_a_puzzle_with_clues_matches_its_schema(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "strips.md").read_text("utf-8")
    puzzle = page.partition("```{file} puzzle.txt\n")[2].partition("```")[0]
    done = galaxies("solve", "--json", "-", stdin=puzzle)
    assert json.loads(done.stdout)["count"] == 1, done.stderr
    check("solve", done.stdout.decode())


def test_solutions_of_fences_match_the_schemas() -> None:
    solved = galaxies("solve", "-n", "1", "-f", "json", "s3a").stdout
    done = galaxies("check", "--json", "-", stdin=solved)
    assert json.loads(done.stdout)["correct"]
    check("check", done.stdout.decode())


def test_a_schema_rejects_other_answers() -> None:
    answer = json.loads(galaxies("count", "--json", SEVERAL).stdout)
    for wrong in (
        {**answer, "count": "7"},
        {**answer, "more": 1},
        {key: value for key, value in answer.items() if key != "complete"},
    ):
        with pytest.raises(ValidationError):
            check("count", json.dumps(wrong))


def test_every_command_with_json_has_a_schema() -> None:
    def names(command: click.Command, path: str = "") -> Iterator[str]:
        if isinstance(command, click.Group):
            for name in command.list_commands(click.Context(command)):
                part = command.get_command(click.Context(command), name)
                assert part is not None
                yield from names(part, f"{path} {name}".strip())
        elif any(one.name == "as_json" for one in command.params):
            yield path

    tested = [line for commands in COMMANDS.values() for line in commands]
    elsewhere = {"picture"}
    for name in set(names(group)) - elsewhere:
        assert any(line.startswith(name) for line in tested), name


@pytest.mark.parametrize("name", SCHEMAS)
def test_the_page_lists_the_fields_of_each_answer(name: str) -> None:
    pytest.importorskip("sphinx")
    from site_extensions.tables import section_of

    text = section_of(name, SCHEMAS[name]).astext()
    for one in SCHEMAS[name].get("oneOf", [SCHEMAS[name]]):
        assert all(field in text for field in one.get("properties", ()))
