"""Certificates of generating functions, and the program that checks them."""

import ast
import importlib.util
import json
from copy import deepcopy
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest
from json_schemas import schemas
from support.commands import text
from support.schemas import Draft202012Validator

from galaxies_asp.cli.strip.functions import StripCertificate
from galaxies_asp.counting.strips.fitting import generating_function
from galaxies_asp.counting.strips.matrix import lumped
from galaxies_asp.counting.strips.puzzles import StripPuzzle

PROGRAM = Path(__file__).parents[3] / "benchmarks" / "check_certificate.py"

QUICK = [
    *(("ring-ring", rows) for rows in range(1, 9)),
    *(("circuit-board", rows) for rows in range(1, 7)),
    *(("partitions", rows) for rows in range(1, 6)),
    *(("dominoes", rows) for rows in range(1, 7)),
]


@pytest.fixture(scope="module")
def checker() -> ModuleType:
    spec = importlib.util.spec_from_file_location("check_certificate", PROGRAM)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def certificate(puzzle: str, rows: int) -> dict[str, Any]:
    strip = lumped(StripPuzzle(puzzle, rows).strip())
    proof = StripCertificate.about(puzzle, rows, strip, generating_function(strip))
    answer: dict[str, Any] = json.loads(proof.json())
    return answer


def mutated(certificate: dict[str, Any], random: Random) -> dict[str, Any]:
    """Change one number, leave out an entry, or lead an entry elsewhere."""
    changed = deepcopy(certificate)
    change = random.choice((-2, -1, 1, 2))
    match random.randrange(6):
        case 0:
            random.choice(changed["entries"])[2] += change
        case 1:
            entry = random.choice(changed["entries"])
            entry[1] = (entry[1] + change) % (changed["states"] + 2)
        case 2:
            changed["entries"].remove(random.choice(changed["entries"]))
        case 3:
            place = random.randrange(changed["states"])
            changed["final"][place] += change
        case 4:
            name = random.choice(("numerator", "denominator"))
            changed[name][random.randrange(len(changed[name]))] += change
        case 5:
            changed[random.choice(("states", "terms"))] += change
    return changed


@pytest.mark.parametrize(("puzzle", "rows"), QUICK)
def test_certificates_are_accepted(checker: ModuleType, puzzle: str, rows: int) -> None:
    assert "generates all terms" in checker.check(certificate(puzzle, rows))


@pytest.mark.parametrize("puzzle", ["ring-ring", "circuit-board"])
def test_mutated_certificates_are_rejected(checker: ModuleType, puzzle: str) -> None:
    good = certificate(puzzle, 6)
    random = Random(1)
    for _ in range(30):
        with pytest.raises(checker.RejectedError):
            checker.check(mutated(good, random))


@pytest.mark.parametrize("bad", [[], {}, {"states": 1}, {"states": 1, "entries": [1]}])
def test_other_files_are_rejected(checker: ModuleType, bad: Any) -> None:
    with pytest.raises(checker.RejectedError):
        checker.check(bad)


def test_the_command(tmp_path: Path, checker: ModuleType) -> None:
    path = tmp_path / "certificate.json"
    arguments = "strip", "gf", "ring-ring", "--rows", "4", "--certificate", str(path)
    assert text(*arguments).returncode == 0
    Draft202012Validator(schemas()["strip-certificate"]).validate(
        json.loads(path.read_text("utf-8"))
    )
    assert "12 of them agree" in checker.check(json.loads(path.read_text("utf-8")))


def test_the_program_is_short_and_independent() -> None:
    code = PROGRAM.read_text("utf-8")
    assert len(code.splitlines()) < 150
    imported = {
        name.name if isinstance(node, ast.Import) else node.module
        for node in ast.walk(ast.parse(code))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in node.names
    }
    assert imported == {"json", "sys", "collections.abc", "typing"}
