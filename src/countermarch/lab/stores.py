"""Where an experiment is kept: a folder of this machine, or any address fsspec knows, such as s3://bucket/experiment.

Whatever is written is there as a whole or not at all: a file gets its name when it is complete and on the disk, an
object store shows an object when all of it has arrived.
"""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Protocol

from countermarch.lab.extras import needed

LOCK = "lab.lock"
BUCKETS = {"s3", "s3a", "gs", "gcs", "abfs", "abfss", "az", "oss"}  # stores of objects, without folders
UNFINISHED = ".part"  # how the name of a file ends that is being written


class Store(Protocol):
    address: str
    files: Any  # fsspec's file system, None for this machine's own

    def path(self, name: str) -> str: ...

    def names(self) -> list[str]:
        """What lies there, by name; nothing if it does not exist yet."""

    def read(self, name: str) -> bytes: ...

    def write(self, name: str, content: bytes) -> None: ...

    def remove(self, name: str) -> None: ...

    def locked(self) -> Any:
        """A context in which nobody else may write there."""


class InUse(ValueError):
    pass


def store_at(address: str | Path) -> Store:
    text = str(address)
    if "://" not in text:
        return Disk(Path(text))
    return Disk(Path(text.removeprefix("file://"))) if text.startswith("file://") else Remote(text)


class Disk:
    """A folder; its lock ends with the process that holds it, however that ends."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.address, self.files = folder, str(folder), None

    def path(self, name: str) -> str:
        return str(self.folder / name)

    def names(self) -> list[str]:
        if self.folder.exists() and not self.folder.is_dir():
            raise ValueError(f"{self.folder} is a file; --out names a folder")
        return sorted(file.name for file in self.folder.iterdir()) if self.folder.exists() else []

    def read(self, name: str) -> bytes:
        return (self.folder / name).read_bytes()

    def write(self, name: str, content: bytes) -> None:
        unfinished = self.folder / f"{name}{UNFINISHED}"
        try:
            with unfinished.open("wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            unfinished.replace(self.folder / name)
        except OSError:
            with suppress(OSError):
                unfinished.unlink()
            raise

    def remove(self, name: str) -> None:
        (self.folder / name).unlink(missing_ok=True)

    @contextmanager
    def locked(self) -> Iterator[None]:
        from filelock import FileLock, Timeout

        lock = FileLock(self.folder / LOCK)
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            lock.acquire(timeout=0)
        except Timeout:
            raise InUse(
                f"{self.address}: another experiment is writing here; wait for it, or name another folder"
            ) from None
        except OSError as error:
            raise ValueError(f"{self.address} cannot be written ({error.strerror}); name another folder") from None
        try:
            yield
        finally:
            lock.release()


class Remote:
    """An address of fsspec's; its lock is an object that says who holds it."""

    def __init__(self, address: str) -> None:
        fsspec = needed("fsspec", f"{address} needs", "cluster")
        try:
            self.files, self.root = fsspec.core.url_to_fs(address.rstrip("/"))
        except (ImportError, ValueError) as error:
            raise ValueError(f"{address} cannot be reached: {error}") from None
        self.address = address.rstrip("/")

    def path(self, name: str) -> str:
        return f"{self.root}/{name}"

    def names(self) -> list[str]:
        self.files.invalidate_cache()
        try:
            return sorted(path.rstrip("/").rpartition("/")[2] for path in self.files.ls(self.root, detail=False))
        except FileNotFoundError:
            return []

    def read(self, name: str) -> bytes:
        content: bytes = self.files.cat_file(self.path(name))
        return content

    def write(self, name: str, content: bytes) -> None:
        self._make()
        self.files.pipe_file(self.path(name), content)

    def _make(self) -> None:
        """A folder, where there are any; a bucket is whoever's who keeps it."""
        if not BUCKETS & set(_names(self.files.protocol)):
            self.files.makedirs(self.root, exist_ok=True)

    def remove(self, name: str) -> None:
        self.files.rm_file(self.path(name))

    @contextmanager
    def locked(self) -> Iterator[None]:
        self._take_lock()
        try:
            yield
        finally:
            self.remove(LOCK)

    def _take_lock(self) -> None:
        """The store makes an object only if there is none, so two who come at once do not both have it."""
        if LOCK in self.names() and self._left_behind():
            self.remove(LOCK)
        self._make()
        try:
            self.files.pipe_file(self.path(LOCK), json.dumps(_who()).encode(), mode="create")
        except FileExistsError:
            raise InUse(
                f"{self.address}: {self._holder()} is writing here; wait for it, or name another address; "
                f"if it has died, remove {self.address}/{LOCK}"
            ) from None

    def _holder(self) -> str:
        held = json.loads(self.read(LOCK))
        return f"process {held['process']} on {held['host']} (since {held['since']})"

    def _left_behind(self) -> bool:
        """Whether whoever held it was here and is dead."""
        held = json.loads(self.read(LOCK))
        return held["host"] == socket.gethostname() and not _alive(held["process"])


def _names(protocol: str | tuple[str, ...]) -> tuple[str, ...]:
    return (protocol,) if isinstance(protocol, str) else protocol


def _who() -> dict[str, Any]:
    now = datetime.now(UTC).isoformat(timespec="seconds")
    return {"host": socket.gethostname(), "process": os.getpid(), "since": now}


def _alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
