"""Build the library of compiled loops, or at least fill numba's cache: python -m countermarch.kernels."""

from __future__ import annotations

from countermarch import kernels
from countermarch.kernels import library

try:
    print(f"kernels: built {library.build().name}")
except Exception as error:  # whatever the C compiler says; the kernels do without
    print(f"kernels: no library ({error}); install a C compiler and Python's headers to have one")
    print(f"kernels: {kernels.in_use()}, as numba compiles them")
