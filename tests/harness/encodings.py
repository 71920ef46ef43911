"""Fuzzing of encodings: each command ends with a documented exit code and one line.

    python -m tests.harness.encodings [--count 1000] [--seed 1] [--keep FOLDER]

Each encoding is a shipped one with random changes of its characters, tokens and lines,
or one whose terms, sums or conditions are very long or deep. Each is given to a random
command with an option for encodings, some under a time limit. Prints the number of each
exit code, and each encoding that ends by a signal, without a message or with a
traceback; exit code 1 if there are any.
"""

import argparse
import random
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from galaxies_asp.core.asp.data import data_folder
from galaxies_asp.core.asp.parser import DEEPEST

COMMANDS = (
    ["solve", "-q", "idp-5x5"],
    ["solve", "-q", "idp-5x5", "--confirm"],
    ["count", "idp-5x5"],
    ["enumerate", "-q", "idp-5x5"],
    ["forced", "idp-5x5"],
    ["check", "idp-5x5"],
    ["explain", "-q", "idp-5x5"],
    ["hint", "-q", "idp-5x5"],
    ["walkthrough", "-q", "idp-5x5"],
    ["repair", "-q", "idp-5x5"],
    ["generate", "-q", "--size", "3"],
    ["lab", "ground", "idp-5x5"],
    ["lab", "show"],
    ["lab", "lint"],
)
DOCUMENTED = (0, 1, 2, 3, 65, 69, 70, 74)
SECONDS = 5
"""The time limit of commands that take one."""
PATIENCE = 30
DEEP = DEEPEST + 1
"""One level more than is accepted, which clingo would still read."""
LONG = 10_000


def encodings(chance: random.Random) -> Iterator[str]:
    """Yield random encodings without end."""
    shipped = [
        (data_folder("encodings") / "galaxies" / f"{name}.lp").read_text("utf-8")
        for name in ("grow", "assign", "idp")
    ]
    while True:
        yield (
            _extreme(chance)
            if chance.random() < 0.2
            else _changed(chance.choice(shipped), chance)
        )


def _extreme(chance: random.Random) -> str:
    """Return a program with something very deep or very long."""
    n, long = chance.choice((100, DEEP)), chance.choice((100, LONG))
    return chance.choice(
        (
            f"a({'f(' * n}1{')' * n}).",
            f"a({'+'.join('1' * n)}).",
            f"a({'-' * n}1).",
            f"a({'(' * n}1{')' * n}).",
            f"a({'|' * n}1{'|' * n}).",
            f"a(X) :- X = {'2**' * n}2.",
            f"a :- {'not ' * n}b.",
            f"a({';'.join('1' * long)}).",
            f"{'a;' * long}b.",
            f"{{ {'a;' * long}b }}.",
            f'a("{"x" * long}").',
            f"{'a' * long}.",
            f"a({'9' * 11}).",
            f"a(1..{2 * 10**5}).",
            f"a({'1,' * long}1).",
            f"{'%*' * n}{'*%' * n}",
        )
    )


def _changed(text: str, chance: random.Random) -> str:
    """Return a program with some of its parts exchanged, repeated or left out."""
    for _ in range(chance.randint(1, 4)):
        kind = chance.randrange(5)
        lines = text.split("\n")
        at = chance.randrange(len(lines))
        if kind == 0:
            del lines[at]
        elif kind == 1:
            lines.insert(at, chance.choice(lines))
        elif kind == 2:
            chance.shuffle(lines)
        else:
            start = chance.randrange(len(text))
            new = chance.choice(
                ["", ".", "(", ")", ":", ",", "not ", "{", "}", "X", "1"]
            )
            end = start + chance.randint(0, 3) if kind == 3 else start
            text = text[:start] + new + text[end:]
            continue
        text = "\n".join(lines)
    return text


def fault(command: list[str], encoding: str, folder: Path) -> tuple[int, str]:
    """Run a command with an encoding; return its exit code, and what is wrong."""
    path = folder / "fuzzed.lp"
    path.write_text(encoding, encoding="utf-8")
    words = [*command]
    if command[-1] == "--confirm":
        words.append(str(path))
    elif command[0] == "lab":
        words.insert(2, str(path))
    else:
        words += ["-e", str(path)]
    if command[0] not in ("lab", "check", "generate"):
        words += ["--time-limit", str(SECONDS)]
    try:
        done = subprocess.run(
            [str(Path(sys.executable).with_name("galaxies")), *words],
            cwd=folder,
            capture_output=True,
            stdin=subprocess.DEVNULL,
            timeout=PATIENCE,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return 124, ""  # it has no time limit
    messages = done.stderr.decode("utf-8", "replace")
    if done.returncode not in DOCUMENTED:
        return done.returncode, f"exit code {done.returncode}"
    if "Traceback" in messages:
        return done.returncode, f"a traceback: {messages.splitlines()[-1]}"
    if done.returncode >= 65 and not messages.strip():
        return done.returncode, "no message"
    if done.returncode == 3 and "ended unexpectedly" in messages:
        return 3, "a crash is reported as a limit"
    return done.returncode, ""


def main() -> None:
    """Run the command of this module."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="folder for the faulty encodings")
    given = parser.parse_args()
    chance = random.Random(given.seed)
    codes: Counter[int] = Counter()
    faults = 0
    with tempfile.TemporaryDirectory() as name:
        for number, encoding in zip(
            range(given.count), encodings(chance), strict=False
        ):
            command = chance.choice(COMMANDS)
            code, wrong = fault(command, encoding, Path(name))
            codes[code] += 1
            if wrong:
                faults += 1
                print(f"{number}: {wrong}: {' '.join(command)}", flush=True)
                if given.keep:
                    (given.keep / f"{number}.lp").write_text(encoding, "utf-8")
    listed = ", ".join(f"{code}: {count}" for code, count in sorted(codes.items()))
    print(f"{given.count} encodings, {faults} faults; exit codes: {listed}")
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
