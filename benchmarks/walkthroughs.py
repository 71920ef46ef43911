"""Write two walkthroughs, as the program prints them.

    python benchmarks/walkthroughs.py

writes `docs/tables/walkthroughs.txt`; `tests/cli/test_explain.py` compares it with the
program.
"""

import subprocess
import sys
from pathlib import Path

FILE = Path(__file__).parent.parent / "docs" / "tables" / "walkthroughs.txt"

COMMANDS = "walkthrough idp-5x5", "walkthrough -q 7x7:bgsgqbzbfxxfzb"


def main() -> None:
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
    FILE.write_text("\n\n".join(parts), encoding="utf-8")


if __name__ == "__main__":
    main()
