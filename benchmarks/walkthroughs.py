"""Write what commands print: two walkthroughs, and the tables about explanations.

    python benchmarks/walkthroughs.py
    python benchmarks/walkthroughs.py explaining

The first writes `docs/tables/walkthroughs.txt`; `tests/cli/test_explain.py` compares it
with the program. The second runs the commands in `docs/tables/explaining.txt` again,
each in the folder of the repository, and takes some minutes.
"""

import re
import subprocess
import sys
from pathlib import Path

TABLES = Path(__file__).parent.parent / "docs" / "tables"

COMMANDS = "walkthrough idp-5x5", "walkthrough -q 7x7:bgsgqbzbfxxfzb"


def walkthroughs() -> None:
    """Run the commands and write what they print."""
    parts = []
    for command in COMMANDS:
        run = subprocess.run(
            [sys.executable, "-m", "galaxies_asp", *command.split()],
            capture_output=True,
            text=True,
            check=True,
        )
        parts.append(f"$ galaxies {command}\n\n{run.stdout.strip()}\n")
    (TABLES / "walkthroughs.txt").write_text("\n\n".join(parts), encoding="utf-8")


def run_again(path: Path) -> None:
    """Write a file again that has commands, each with what it prints."""
    start, *parts = re.split(
        r"^(\$ .+\n)", path.read_text(encoding="utf-8"), flags=re.M
    )
    written = [start]
    for command in parts[::2]:
        run = subprocess.run(
            command[2:],
            shell=True,
            stdout=subprocess.PIPE,
            text=True,
            check=True,
            cwd=TABLES.parent.parent,
        )
        written.append(f"{command}{run.stdout.strip()}".strip() + "\n\n")
    path.write_text("".join(written).rstrip() + "\n", encoding="utf-8")


def main() -> None:
    """Write the tables that are asked for."""
    if sys.argv[1:] == ["explaining"]:
        run_again(TABLES / "explaining.txt")
    else:
        walkthroughs()


if __name__ == "__main__":
    main()
