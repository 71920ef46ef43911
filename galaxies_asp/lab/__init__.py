"""Experiments with encodings: solutions, cost, the effect of each rule.

`asking` runs one encoding, `equivalence` compares two, `prove` searches for boards on
which they differ, `rules` omits rules, `cost` and `campaign` measure, `store` caches,
`table` formats; `ground`, `lint` and `export` analyze the text of an encoding, which
`source` reads; `apart` and `trees` transform it.
"""
