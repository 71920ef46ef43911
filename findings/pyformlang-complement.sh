#!/usr/bin/env bash
# pyformlang: the complement of an automaton with epsilon transitions accepts words of it: that of
# "a|b" accepts a, and "a" without "a|b" is {a}. Made deterministic first, both are right.
# Guess: `get_complement` and `get_difference` of an `EpsilonNFA` take epsilon transitions.
set -eu
. "$(dirname "$0")/packages.sh"
packages pyformlang==1.0.11
python - <<'END'
from pyformlang.regular_expression import Regex

words = ["", "a", "b", "ab"]


def accepted(automaton):
    return [word for word in words if automaton.accepts(list(word))]


single, either = Regex("a").to_epsilon_nfa(), Regex("a|b").to_epsilon_nfa()
assert accepted(single) == ["a"] and accepted(either) == ["a", "b"]
both = {
    "as it is": (either.get_complement(), single.get_difference(either)),
    "deterministic": (
        either.to_deterministic().get_complement(),
        single.to_deterministic().get_difference(either.to_deterministic()),
    ),
}
for name, (complement, difference) in both.items():
    print(f"{name}: not a|b: {accepted(complement)}, a without a|b: {accepted(difference)}")
assert [accepted(automaton) for automaton in both["as it is"]] == [words, ["a"]]
assert [accepted(automaton) for automaton in both["deterministic"]] == [["", "ab"], []]
END
