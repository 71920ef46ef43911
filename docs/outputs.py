"""Run the commands of the pages, and check the outputs that the pages show.

Each page has a folder of its own, which is empty at first. There, in the order of the
page, its files are written and its commands are run, with the programs of this Python:

- A block that starts with "```{file} NAME" is a file.
- A block that starts with "```console" has commands after `$ `, continued by lines that
  start with `> `, each followed by its output. `...` stands for any text, also for
  several lines. Seconds and bytes may differ.
- Indented lines that start with `galaxies ` are commands whose output is not shown.

A command ends with 0 or 1 (a negative answer); with 3 (a limit) or 65 (bad data) only
where the page shows the output. `--update` writes the outputs into the pages, except
where the old one matches.
"""

import os
import re
import subprocess
import sys
import tempfile
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
IGNORED = {"build", "notebooks", "api", "node_modules"}
PAGES = [
    path.relative_to(ROOT)
    for path in sorted((*ROOT.glob("*.md"), *ROOT.glob("[a-z]*/**/*.md")))
    if not IGNORED & set(path.relative_to(ROOT).parts)
]

TIME_LIMIT = 600
ENDLESS = re.compile(r"galaxies play")
"""Commands that run until Ctrl-C, which are not run here."""

_PART = re.compile(
    r"^```\{file\} *(?P<name>\S+)\n(?P<text>.*?)^```$"
    r"|^```console\n(?P<session>.*?)^```$"
    r"|^```[^\n]*\n.*?^```$"
    r"|^ {4,}(?P<command>galaxies (?:[^\n]*\\\n)*[^\n]*)$",
    re.MULTILINE | re.DOTALL,
)
_ENTRY = re.compile(r"^\$ (.*\n(?:> .*\n)*)((?:(?!\$ ).*\n)*)", re.MULTILINE)
_VARYING = re.compile(r" *\d+(?:\.\d+)? ?(s|ms|MB|kB|bytes)\b")


@dataclass(frozen=True)
class File:
    """A file that a page shows."""

    name: str
    text: str


@dataclass(frozen=True)
class Command:
    """A command of a page; `output` is None if the page does not show it."""

    line: str
    output: str | None = None


def steps(text: str) -> Iterator[File | Command]:
    """Yield the files and the commands of a page in their order."""
    for part in _PART.finditer(text):
        if part["name"]:
            yield File(part["name"], part["text"])
        elif part["session"]:
            for line, output in _ENTRY.findall(part["session"]):
                yield Command(line.replace("\n> ", "\n").rstrip("\n"), output)
        elif part["command"]:
            line = re.sub(r"\s*\\\n\s*", " ", part["command"])
            line = re.split(r"\s{2,}|\s+#", line)[0].strip()
            if not ENDLESS.match(line):
                yield Command(line)


def run(command: str, folder: Path, programs: Path) -> tuple[int, str]:
    """Run a command in a shell; return the exit code and what it prints."""
    kept = {name: os.environ[name] for name in ("TMPDIR",) if name in os.environ}
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command],
        cwd=folder,
        env={
            **kept,
            "PATH": f"{programs}:/usr/bin:/bin",
            "HOME": str(folder),
            "COLUMNS": "88",
            "LANG": "C.UTF-8",
            "NO_COLOR": "1",
        },
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=TIME_LIMIT,
        check=False,
    )
    text = done.stdout.decode().replace(str(folder), "~")
    return done.returncode, "".join(f"{line.rstrip()}\n" for line in text.splitlines())


def matches(shown: str, output: str) -> bool:
    """Tell whether a page shows an output."""
    shown, output = (_VARYING.sub(r" # \1", text) for text in (shown, output))
    pattern = ".*".join(re.escape(part) for part in shown.split("..."))
    return re.fullmatch(pattern, output, re.DOTALL) is not None


def faults(steps: list[File | Command], programs: Path) -> Iterator[str]:
    """Run the steps of a page in an empty folder; yield what is not as expected."""
    for command, code, output in outcomes(steps, programs):
        limited = "--time-limit" in command.line or command.output is not None
        if code not in ((0, 1, 3, 65) if limited else (0, 1)):
            yield f"exit code {code}: {command.line}\n{output}"
        elif command.output is not None and not matches(command.output, output):
            yield f"$ {command.line}\n{output}instead of\n{command.output}"


def outcomes(
    steps: list[File | Command], programs: Path
) -> Iterator[tuple[Command, int, str]]:
    """Run the steps of a page; yield the exit code and the output of each command."""
    with tempfile.TemporaryDirectory(prefix="page-") as name:
        folder = Path(name)
        for step in steps:
            if isinstance(step, File):
                (folder / step.name).parent.mkdir(parents=True, exist_ok=True)
                (folder / step.name).write_text(step.text, encoding="utf-8")
            else:
                yield step, *run(step.line, folder, programs)


def updated(text: str, programs: Path) -> str:
    """Return a page with the outputs of its commands."""
    shown = [
        step
        for step in steps(text)
        if isinstance(step, File) or step.output is not None
    ]
    results = outcomes(shown, programs)

    def entry(match: re.Match[str]) -> str:
        _, _, output = next(results)
        return f"$ {match[1]}{match[2] if matches(match[2], output) else output}"

    def part(match: re.Match[str]) -> str:
        if not match["session"]:
            return match[0]
        return f"```console\n{_ENTRY.sub(entry, match['session'])}```"

    return _PART.sub(part, text)


def main() -> int:
    """Check or update the pages; return the exit code."""
    parser = ArgumentParser(
        description=__doc__, formatter_class=RawDescriptionHelpFormatter
    )
    parser.add_argument("--update", action="store_true", help="write the outputs")
    parser.add_argument("pages", nargs="*", type=Path, metavar="PAGE", default=PAGES)
    given = parser.parse_args()
    missing = [str(page) for page in given.pages if not (ROOT / page).is_file()]
    if missing:
        parser.error(f"no page of {ROOT}: {', '.join(missing)}")
    programs = Path(sys.executable).parent
    wrong = 0
    for page in given.pages:
        text = (ROOT / page).read_text(encoding="utf-8")
        if given.update:
            (ROOT / page).write_text(updated(text, programs), encoding="utf-8")
            continue
        for fault in faults(list(steps(text)), programs):
            wrong += 1
            print(f"{page}: {fault}", flush=True)
    return min(wrong, 1)


if __name__ == "__main__":
    sys.exit(main())
