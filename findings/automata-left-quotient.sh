#!/usr/bin/env bash
# automata-lib: the left quotient of {b} by {a} ends with a `MissingStateError`.
# Guess: the empty language, as the right quotient.
set -eu
. "$(dirname "$0")/packages.sh"
packages automata-lib==9.2.0
python - <<'END'
from automata.base.exceptions import MissingStateError
from automata.fa.nfa import NFA

a, b, ab = (NFA.from_regex(text, input_symbols={"a", "b"}) for text in ("a", "b", "ab"))
words = ["", "a", "b", "aa", "ab", "ba", "bb"]
print("right:", list(filter(b.right_quotient(a).accepts_input, words)))
print("left of {ab}:", list(filter(ab.left_quotient(a).accepts_input, words)))
assert not any(map(b.right_quotient(a).accepts_input, words))
assert list(filter(ab.left_quotient(a).accepts_input, words)) == ["b"]
try:
    b.left_quotient(a)
except MissingStateError as error:
    print("left:", error)
else:
    raise SystemExit("no error")
END
