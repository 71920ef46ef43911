"""Experiments with encodings: their solutions, their cost, what each rule is for.

`answers` asks one encoding, `equivalence` holds two against each other, `rules` leaves
rules out, `cost` and `campaign` measure, `store` remembers, `table` shows; `ground`,
`lint` and `export` look into an encoding's text, which `source` reads.
"""
