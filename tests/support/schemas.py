"""The library jsonschema, without the grammars of addresses.

It compiles them for seconds when it is imported, if another library has installed them.
No schema of the project has a format that needs them.
"""

import sys

sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]

from jsonschema import Draft202012Validator, ValidationError  # noqa: E402

__all__ = ["Draft202012Validator", "ValidationError"]
