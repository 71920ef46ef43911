"""Start the command without threads for linear algebra, which it does not need.

numpy's OpenBLAS starts its threads when it is loaded, which takes longer than solving
most puzzles. Programs that use the package as a library keep their threads.
"""

import os
import sys
from pathlib import Path

if sys.argv and Path(sys.argv[0]).stem == "galaxies":
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
