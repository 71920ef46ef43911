"""All that the package uses of clingo's module, so that another version is one change.

`ast`, the syntax of programs, is loaded when it is first used: this takes as long
as all the rest. A site without a wheel of clingo has no `__version__`.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from clingo import Assignment as Assignment
from clingo import Backend as Backend
from clingo import Configuration as Configuration
from clingo import Control as Control
from clingo import Function as Function
from clingo import Model as Model
from clingo import Number as Number
from clingo import Observer as Observer
from clingo import PropagateControl as PropagateControl
from clingo import PropagateInit as PropagateInit
from clingo import Propagator as Propagator
from clingo import SolveHandle as SolveHandle
from clingo import SolveResult as SolveResult
from clingo import Symbol as Symbol
from clingo import SymbolicAtom as SymbolicAtom
from clingo import SymbolType as SymbolType
from clingo import TruthValue as TruthValue
from clingo import Tuple_ as Tuple_
from clingo import parse_term as parse_term
from clingo.backend import HeuristicType as HeuristicType

if TYPE_CHECKING:
    from clingo import __version__ as __version__
    from clingo import ast as ast
else:

    def __getattr__(name: str) -> Any:
        """Return what is loaded on demand."""
        if name == "ast":
            return import_module("clingo.ast")
        if name == "__version__":
            return import_module("clingo").__version__
        raise AttributeError(name)
