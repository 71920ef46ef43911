"""Experiments with encodings: solutions, cost, the effect of each rule.

`answers` runs one encoding, `equivalence` compares two, `rules` omits rules, `cost` and
`campaign` measure, `store` caches, `table` formats; `ground`, `lint` and `export`
analyze the text of an encoding, which `source` reads.
"""
