"""Experiments with encodings: solutions, cost, the effect of each rule.

`store` sends requests to workers, and keeps the results. `asking` runs one encoding,
`equivalence` compares many, `prove` and `proof` search for boards on which they differ,
`changes` omits rules and plants faults. `cost` measures, `record` says what is
measured, `statistics`, `table` and `plots` show it. `source` reads the text of an
encoding, which `profiling`, `lint` and `export` analyze and `apart` transforms.
"""
