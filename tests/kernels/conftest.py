from types import ModuleType

import pytest

from countermarch.kernels import reference


@pytest.fixture(params=["reference", "compiled"])
def kernels(request: pytest.FixtureRequest) -> ModuleType:
    if request.param == "reference":
        return reference
    pytest.importorskip("numba")
    from countermarch.kernels import compiled

    return compiled
