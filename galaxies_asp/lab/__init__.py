"""Experiments with encodings: solutions, cost, the effect of each rule.

`store` sends requests to workers, and keeps the results. `asking` runs one encoding,
`equivalence` compares many, `prove` and `proof` search for boards on which they differ,
`rules` omits rules, `mutants` plants faults. `cost` measures, `record` says what is
measured, `statistics`, `table`, `plots` and `page` show it. `source` reads the text of
an encoding, which `ground`, `lint` and `export` analyze and `apart` transforms.
"""
