#!/usr/bin/env bash
# formal-argumentation: in ABA+ with one rule, "b, so not a", and c less than a, the set {a} attacks
# {b, c}, and does not attack {b}.
# Guess: neither: an attack is reversed where a premise of the argument is less than its target, and
# c is no premise of "b, so not a".
set -eu
. "$(dirname "$0")/packages.sh"
packages formal-argumentation==0.3.0
python - <<'END'
from argumentation.structured.aba.aba import ABAFramework, ABAPlusFramework, attacks_with_preferences
from argumentation.structured.aspic.aspic import GroundAtom, Literal, Rule

a, b, c = (Literal(GroundAtom(name)) for name in "abc")
rule = Rule(antecedents=(b,), consequent=a.contrary, kind="strict", name="rule")
contraries = {literal: literal.contrary for literal in (a, b, c)}
language = frozenset(contraries) | frozenset(contraries.values())
framework = ABAFramework(language, frozenset({rule}), frozenset({a, b, c}), contraries)


def attacked(smaller):
    weaker = ABAPlusFramework(framework, frozenset({(smaller, a)}))
    return [attacks_with_preferences(weaker, frozenset({a}), frozenset(set_)) for set_ in ({b}, {b, c})]


print("b less than a: {a} attacks {b}, {b, c}:", attacked(b))
print("c less than a: {a} attacks {b}, {b, c}:", attacked(c))
assert attacked(b) == [True, True]
assert attacked(c) == [False, True]
END
