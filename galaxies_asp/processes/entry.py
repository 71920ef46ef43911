"""The program of a worker process: `python -P entry.py MODULE:FUNCTION`.

It is run by its path, with only the standard library and the installed packages on the
module path. The package is imported from the folder of this file: in a checkout its
parent may be the current folder, whose other modules must not be imported.
"""

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path


def import_package() -> None:
    """Import `galaxies_asp` without a search along the module path."""
    init = Path(__file__).resolve().parent.parent / "__init__.py"
    spec = spec_from_file_location("galaxies_asp", init)
    assert spec is not None
    assert spec.loader is not None
    sys.modules[spec.name] = package = module_from_spec(spec)
    spec.loader.exec_module(package)


if __name__ == "__main__":
    import_package()

    from galaxies_asp.processes.serving import serve

    serve(sys.argv[1])
