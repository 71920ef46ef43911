"""Experiments with encodings: solutions, cost, the effect of each rule.

`store` sends requests to workers, and keeps the results. `asking` runs one encoding,
`equivalence` compares many, `prove` and `proof` search for boards on which they differ,
`changes` omits rules and plants faults. `cost` measures, `statistics` and `table` show
it. `source` reads the text of an encoding, which `profiling` and `lint` analyze, and
`apart` transforms.
"""

from typing import TYPE_CHECKING

from galaxies_asp._lazy import offered

if TYPE_CHECKING:
    from galaxies_asp.lab.cost import Job as Job
    from galaxies_asp.lab.cost import Run as Run
    from galaxies_asp.lab.equivalence import Judge as Judge
    from galaxies_asp.lab.equivalence import agree as agree
    from galaxies_asp.lab.families import compared_family as compared_family
    from galaxies_asp.lab.instances import Instance as Instance
    from galaxies_asp.lab.proof import proof_boards as proof_boards
    from galaxies_asp.lab.proof import sweep as sweep
    from galaxies_asp.lab.source import page as page
    from galaxies_asp.lab.statistics import contrasts as contrasts
    from galaxies_asp.lab.store import Campaign as Campaign
    from galaxies_asp.lab.store import Store as Store
else:
    __all__, __getattr__, __dir__ = offered(__name__, __file__)
