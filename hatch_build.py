"""Compile the C files of the package into one library, where a compiler is found.

    python hatch_build.py      # in place, after a change of the C files

The build of a wheel and an editable installation do the same. Without a compiler, or if
it fails, the package works without the library, and `galaxies doctor` prints the reason
that is written here. `GALAXIES_PURE=1` builds the pure package.
"""

import os
import shlex
import shutil
import subprocess
import sys
import zlib
from contextlib import suppress
from pathlib import Path
from typing import Any

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # as a script
    BuildHookInterface = object

FOLDER = Path(__file__).parent / "galaxies_asp" / "compiled"
LIBRARY, REASON = FOLDER / "galaxies.so", FOLDER / "reason.txt"
FLAGS = ("-std=c11", "-O3", "-shared", "-fvisibility=hidden")


class CompilingHook(BuildHookInterface):
    """Adds the library, or the reason why there is none, to a wheel."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile before the files are collected."""
        made = compiled()
        build_data["artifacts"].append(f"/{made.relative_to(self.root).as_posix()}")
        if made == LIBRARY:
            from packaging.tags import platform_tags  # hatchling needs it, too

            tags = (tag for tag in platform_tags() if "linux_" not in tag[1:])
            build_data["tag"] = f"py3-none-{next(tags)}"
            build_data["pure_python"] = False


def compiled(target: Path = LIBRARY) -> Path:
    """Compile the C files; return the library, or the file with the reason."""
    new = target.with_suffix(".new")
    try:
        run(new)
    except (OSError, subprocess.CalledProcessError) as error:
        for old in (new, target):
            old.unlink(missing_ok=True)
        REASON.write_text(f"{_reason(error)}\n", encoding="utf-8")
        return REASON
    REASON.unlink(missing_ok=True)
    new.replace(target)  # processes may be using the old one
    return target


def _reason(error: OSError | subprocess.CalledProcessError) -> str:
    """Say why there is no library."""
    if isinstance(error, OSError):
        unknown = isinstance(error, FileNotFoundError)
        return f"there is no compiler {error.filename}" if unknown else str(error)
    lines = [line for line in error.stderr.splitlines() if "error" in line.lower()]
    return [*lines, f"the compiler {error.cmd[0]} fails"][0]


def run(target: Path) -> None:
    """Run the compiler; raise OSError if there is none."""
    if os.environ.get("GALAXIES_PURE"):
        raise OSError("it was built with GALAXIES_PURE")
    compiler = (
        shlex.split(os.environ.get("CC", ""))
        or [name for name in ("cc", "gcc", "clang") if shutil.which(name)][:1]
    )
    if not compiler:
        raise OSError("the build found no C compiler (cc, gcc or clang)")
    text = b"".join(path.read_bytes() for path in sorted(FOLDER.glob("*.[ch]")))
    more = shlex.split(os.environ.get("CFLAGS", ""))
    if sys.platform != "win32":
        more.append("-fPIC")
    if sys.platform == "linux":
        more.append("-s")
    version = f"-DSOURCES={zlib.crc32(text)}u"
    names = sorted(path.name for path in FOLDER.glob("*.c"))
    command = [*compiler, *FLAGS, *more, version, "-o", target, *names]
    subprocess.run(command, cwd=FOLDER, check=True, capture_output=True, text=True)


if __name__ == "__main__":
    made = compiled()
    with suppress(OSError):
        print(made.read_text("utf-8").strip() if made == REASON else made)
