"""What measurements depend on: versions, the machine, and how busy it is."""

import os
import platform
import re
from contextlib import suppress
from datetime import UTC, datetime
from functools import cache
from importlib.metadata import version
from pathlib import Path

from galaxies_asp.core.asp import clingo


@cache
def versions() -> dict[str, str]:
    """Return the versions that a measurement depends on."""
    return {
        "galaxies-asp": version("galaxies-asp"),
        "clingo": clingo.__version__,
        "python": platform.python_version(),
        "machine": platform.machine(),
    }


_OF_PROCESSOR = ("cpu family", "model", "stepping", "cache size")


def machine() -> dict[str, str]:
    """Return the processor, the memory and the system, on which times depend."""
    import psutil  # loads slowly

    model = platform.processor() or "unknown"
    with suppress(OSError):
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
        known = dict(
            re.findall(r"^(.*?)\s*: *(.*)$", text.split("\n\n")[0], re.MULTILINE)
        )
        model = known.get("model name", model)
        numbers = (f"{n} {known[n]}" for n in _OF_PROCESSOR if n in known)
        model = ", ".join([model, *numbers])
    memory = psutil.virtual_memory().total / 10**9
    return {
        "processor": f"{model}, {os.cpu_count()} processors",
        "memory": f"{memory:.1f} GB",
        "system": platform.platform(),
    }


def circumstances() -> dict[str, str]:
    """Return the date, and how busy the machine is."""
    import psutil

    load = " ".join(f"{one:.2f}" for one in psutil.getloadavg())
    now = datetime.now(UTC).isoformat(timespec="seconds")
    return {"date": now, "load": f"{load} (1, 5 and 15 minutes)"}
