"""Write files at one stroke: a file is complete or not there."""

import os
import tempfile
from pathlib import Path


def replace_file(path: Path, content: bytes) -> None:
    """Put the content in place at one stroke, so that no half file is ever seen.

    Raises
    ------
    OSError
        If the file cannot be written; then the old one is untouched.
    """
    if path.exists() and not path.is_file():  # a device or a pipe
        path.write_bytes(content)
        return
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(name, 0o666 & ~mask)
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise
