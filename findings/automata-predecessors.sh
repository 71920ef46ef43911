#!/usr/bin/env bash
# automata-lib: the predecessors of all words of {a, ab, b} are b, ab, a and the empty word, which is
# no word of the language; of words before the empty one, `predecessor` raises `UnboundLocalError`.
# Guess: accepted strings alone, as documented and as by `successors`; None where there is none.
set -eu
. "$(dirname "$0")/packages.sh"
packages automata-lib==9.2.0
python - <<'END'
from automata.fa.dfa import DFA

words = {"a", "ab", "b"}
automaton = DFA.from_finite_language(language=words, input_symbols={"a", "b"})
forward, backward = list(automaton.successors(None)), list(automaton.predecessors(None))
print("accepted:", sorted(words), "successors:", forward, "predecessors:", backward)
assert not automaton.accepts_input("")
assert forward == sorted(words)
assert backward == [*sorted(words, reverse=True), ""]
print("before a:", repr(automaton.predecessor("a")), "after b:", automaton.successor("b"))
assert automaton.predecessor("a") == "" and automaton.successor("b") is None
try:
    automaton.predecessor("", strict=False)
except UnboundLocalError as error:
    print("before the empty word:", error)
else:
    raise SystemExit("no error")
END
