"""What is worked out when first asked for, and kept; as functools has it, but without a lock: it is asked often."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from functools import cached_property as kept
else:

    class kept:
        def __init__(self, find: Any) -> None:
            self.find = find
            self.__doc__ = find.__doc__

        def __set_name__(self, owner: type, name: str) -> None:
            self.name = name

        def __get__(self, instance: Any, owner: type | None = None) -> Any:
            if instance is None:
                return self
            found = instance.__dict__[self.name] = self.find(instance)
            return found


__all__ = ["kept"]
