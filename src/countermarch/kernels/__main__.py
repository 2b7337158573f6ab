"""Compile the kernels into the cache: python -m countermarch.kernels."""

from countermarch import kernels

print(f"kernels: {kernels.in_use()}")
