"""The library of compiled loops: built once by `python -m countermarch.kernels`, then loaded without numba.

The numba runtime with its compiler takes five times the memory of a whole match and calls ten times as slowly, so it
is asked only where no library was built from the loops as they are now.
"""

from __future__ import annotations

import sys
import sysconfig
import warnings
from hashlib import blake2b
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType, SimpleNamespace

_HERE = Path(__file__).parent
_FOLDER = _HERE / "__pycache__"
_SOURCES = ("data.py", "loops.py", "sightlines.py", "workspace.py")


def load() -> ModuleType | SimpleNamespace:
    """The loops by name."""
    path = _path()
    return _imported(path) if path.exists() else _compiled_now()


def build() -> Path:
    """Compile the loops into a library beside the package; needs numba, a C compiler and Python's headers."""
    from numba.core.errors import NumbaPendingDeprecationWarning

    warnings.simplefilter("ignore", NumbaPendingDeprecationWarning)
    from numba.pycc import CC

    from countermarch.kernels import loops

    path = _path()
    compiler = CC(_name(), source_module=loops)
    for name, (signature, function) in loops.KERNELS.items():
        compiler.export(name, signature)(function)
    _FOLDER.mkdir(exist_ok=True)
    with TemporaryDirectory(dir=_FOLDER) as folder:
        compiler.output_dir, compiler.output_file = folder, path.name
        compiler.compile()
        for old in _FOLDER.glob("loops_*"):
            old.unlink(missing_ok=True)
        Path(folder, path.name).replace(path)
    return path


def _name() -> str:
    """Named after what it is made from: a library of older loops is never loaded."""
    mark = blake2b(sys.version.encode(), digest_size=8)
    for source in _SOURCES:
        mark.update((_HERE / source).read_bytes())
    return f"loops_{mark.hexdigest()}"


def _path() -> Path:
    return _FOLDER / f"{_name()}{sysconfig.get_config_var('EXT_SUFFIX')}"


def _imported(path: Path) -> ModuleType:
    name = path.name.partition(".")[0]
    spec = spec_from_file_location(name, path, loader=ExtensionFileLoader(name, str(path)))
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _compiled_now() -> SimpleNamespace:
    from countermarch.kernels import loops

    return SimpleNamespace(**{name: loops.compiled(name) for name in loops.KERNELS})
