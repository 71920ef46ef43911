#!/usr/bin/env bash
# jsonschema: its import compiles grammars where rfc3987-syntax is installed, which its extra
# format-nongpl asks for, and so Jupyter. Guess: a grammar is compiled when a format is checked.
set -eu
. "$(dirname "$0")/packages.sh"
packages jsonschema==4.26.0 rfc3987-syntax==1.1.0 lark==1.3.1
python - <<'END'
import os
import sys
import lark

grammars, original = [], lark.Lark.__init__

def counted(self, *arguments, **options):
    grammars.append(self)
    original(self, *arguments, **options)

lark.Lark.__init__ = counted
begin = sum(os.times()[:2])
import jsonschema
seconds = sum(os.times()[:2]) - begin
print(f"import jsonschema: {len(grammars)} grammars, {seconds:.1f} CPU seconds")
assert len(grammars) == 39
for name in [name for name in sys.modules if name.startswith(("jsonschema.", "rfc3987"))]:
    del sys.modules[name]
del sys.modules["jsonschema"], grammars[:]
sys.modules["rfc3987_syntax"] = None
begin = sum(os.times()[:2])
import jsonschema
seconds = sum(os.times()[:2]) - begin
print(f"without rfc3987_syntax: {len(grammars)} grammars, {seconds:.1f} CPU seconds")
assert not grammars
END
