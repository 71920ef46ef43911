"""Write the page with two walkthroughs, as the program prints them.

    python benchmarks/walkthroughs.py

writes `docs/walkthroughs.md`; `tests/cli/test_explain.py` compares it with the program.
"""

import subprocess
import sys
from pathlib import Path

PAGE = Path(__file__).parent.parent / "docs" / "walkthroughs.md"

COMMANDS = {
    "An easy puzzle, with boards": "walkthrough idp-5x5",
    "A tricky puzzle, without boards": "walkthrough -q 7x7:bgsgqbzbfxxfzb",
}

HEAD = """\
# Two walkthroughs

What `galaxies walkthrough` prints, from the first step to the last. The words are
explained in [techniques.md](techniques.md), the levels in
[explanations.md](explanations.md). With `-o way.html` each step has a picture,
and so has each deduction of a what-if. This page is written by
`python benchmarks/walkthroughs.py`.
"""


def main() -> None:
    parts = [HEAD]
    for title, command in COMMANDS.items():
        run = subprocess.run(
            [sys.executable, "-m", "galaxies_asp", *command.split()],
            capture_output=True,
            text=True,
            check=True,
        )
        parts.append(f"## {title}\n\n    galaxies {command}\n")
        parts.append(f"```text\n{run.stdout.strip()}\n```\n")
    PAGE.write_text("\n".join(parts), encoding="utf-8")


if __name__ == "__main__":
    main()
