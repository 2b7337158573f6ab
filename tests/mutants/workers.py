"""Where mutants run: a fork for each, so that nothing is written and a crash or an endless loop harms nobody.

There are three kinds of parent to fork from. A cold one has imported nothing of ours: the changed file is imported in
the place of the true one, which what runs at import needs. A fresh one has collected the tests: the changed function is
put into it, and all tests are run; that is for what is worked out once and kept. A warm one has run them all, and runs
only the tests that come by the changed line.
"""

from __future__ import annotations

import gc
import os
import resource
import select
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from multiprocessing.connection import Connection
from pathlib import Path
from types import CodeType, FunctionType, ModuleType

import pytest
from _pytest.runner import runtestprotocol

from tests.mutants.changes import changed
from tests.mutants.population import Mutant
from tests.mutants.trace import Line, Trace

RED, GREEN, COLD = range(3)  # exit codes of a fork; COLD: the change cannot be put into what is loaded
MEMORY = 1 << 30  # more than it had, in bytes
ORPHANED = 2  # seconds after which a server has seen that its parent was killed
OPTIONS = ("-q", "-p", "no:cacheprovider", "--capture=no", "--no-header", "--tb=short")


class Place:
    """Where the sources lie that are changed, and the tests."""

    def __init__(self, root: Path, source: Path, prefix: str, tests: Path) -> None:
        self.root, self.source, self.prefix, self.tests = root, source, prefix, tests

    def path(self, mutant: Mutant) -> Path:
        return self.source / mutant.file

    def module(self, mutant: Mutant) -> str:
        return f"{self.prefix}.{mutant.file.removesuffix('.py').replace('/', '.')}".removesuffix(".__init__")

    def code(self, mutant: Mutant) -> CodeType:
        path = self.path(mutant)
        tree, _ = changed(path.read_text(encoding="utf-8"), mutant.number)
        return compile(tree, str(path), "exec", dont_inherit=True)


# in a fork


def forked(run: Callable[[], int], seconds: float) -> int:
    """The exit code of a run in a fork of this process; out of time counts as noticed."""
    child = os.fork()
    if child == 0:
        code = RED
        try:
            _limit(seconds)
            code = run()
        except BaseException:
            code = RED
        finally:
            os._exit(code)
    return _wait(child, 30 * seconds)


def _limit(seconds: float) -> None:
    """Of computing, not of the clock: a busy machine changes no verdict."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 2))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + MEMORY, used + MEMORY))


def _wait(child: int, seconds: float) -> int:
    watch = os.pidfd_open(child)
    try:
        if not select.select([watch], [], [], seconds)[0]:
            os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
    except BaseException:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        raise
    finally:
        os.close(watch)
    return os.waitstatus_to_exitcode(status) if os.WIFEXITED(status) else RED


def serve(line: Connection, run: Callable[..., int]) -> None:
    """Answers one request after the other, as long as there is somebody to answer to."""
    parent = os.getppid()
    while os.getppid() == parent:
        if line.poll(ORPHANED):
            line.send(run(*line.recv()))


# cold


class Cold:
    """Imports the changed file in place of the true one, and runs every test."""

    def __init__(self, place: Place) -> None:
        self.place = place

    def run(self, mutant: Mutant | None, seconds: float) -> int:
        return forked(lambda: self.verdict(mutant), seconds)

    def verdict(self, mutant: Mutant | None) -> int:
        if mutant is not None:
            sys.meta_path.insert(0, _Swap(self.place.module(mutant), self.place.code(mutant)))
        ended = pytest.main([str(self.place.tests), "-x", "--rootdir", str(self.place.root), *OPTIONS])
        return GREEN if ended == pytest.ExitCode.OK else RED


class _Swap(MetaPathFinder):
    def __init__(self, name: str, code: CodeType) -> None:
        self.name, self.code = name, code

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        spec = PathFinder.find_spec(fullname, path) if fullname == self.name else None
        if spec is not None and spec.origin:
            spec.loader = _Changed(fullname, spec.origin, self.code)
        return spec


class _Changed(SourceFileLoader):
    def __init__(self, name: str, path: str, code: CodeType) -> None:
        super().__init__(name, path)
        self.code = code

    def get_code(self, fullname: str) -> CodeType:
        return self.code


# warm


class Loaded:
    """A plugin that collects the tests and keeps the session open to fork from, before any has run and after all."""

    def __init__(
        self,
        place: Place,
        asked: Collection[Line],
        fresh: Sequence[Connection],
        warm: Sequence[Connection],
        report: Connection,
    ) -> None:
        self.place, self.fresh, self.warm, self.report = place, fresh, warm, report
        self.trace = Trace(asked)
        self.items: list[pytest.Item] = []
        self.functions: dict[tuple[str, str, int], list[FunctionType]] = {}

    def main(self) -> None:
        self.trace.start()
        pytest.main([str(self.place.tests), "--rootdir", str(self.place.root), *OPTIONS], plugins=[self])
        self.report.send(["the tests cannot be collected"])

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[object]) -> Iterator[None]:
        """What a fixture sets up for several tests is none of theirs alone."""
        test, shared = self.trace.test, fixturedef.scope != "function"
        if shared:
            self.trace.test = None
        try:
            return (yield)
        finally:
            self.trace.test = test

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Twice, with a trace; the second time with every memory filled, as the forks will find them."""
        self.items = session.items
        self.fork_servers(self.fresh)
        red, seconds = self.all()
        if not red:
            red, seconds = self.all()
        self.trace.stop()
        trace = self.trace
        self.report.send(red or (trace.early, trace.kept, trace.tests, seconds))
        if not red:
            self.fork_servers(self.warm)
            parent = os.getppid()
            while os.getppid() == parent:
                time.sleep(ORPHANED)
        os._exit(0)

    def all(self) -> tuple[list[str], list[float]]:
        """The tests that fail, and how long each has taken."""
        red, seconds = [], []
        self.trace.next_pass()
        for at, item in enumerate(self.items):
            self.trace.test, begun = at, time.process_time()
            if not passes(item, self.items[at + 1] if at + 1 < len(self.items) else None):
                red.append(item.nodeid)
            self.trace.test = None
            seconds.append(time.process_time() - begun)
        return red, seconds

    def fork_servers(self, lines: Sequence[Connection]) -> None:
        for line in lines:
            if os.fork() == 0:
                try:
                    self.trace.stop()
                    self.functions = _functions(self.trace.files)
                    gc.freeze()
                    serve(line, self.run)
                finally:
                    os._exit(0)

    def run(self, mutant: Mutant, tests: Sequence[int], seconds: float) -> int:
        return forked(lambda: self.verdict(mutant, tests), seconds)

    def verdict(self, mutant: Mutant, tests: Sequence[int]) -> int:
        if not self.put(mutant):
            return COLD
        for at in tests:
            if not passes(self.items[at], None):
                return RED
        return GREEN

    def put(self, mutant: Mutant) -> bool:
        """The changed function in place of the true one, wherever it is bound."""
        path = self.place.path(mutant)
        true = compile(path.read_text(encoding="utf-8"), str(path), "exec", dont_inherit=True)
        before, after = dict(_codes(true)), dict(_codes(self.place.code(mutant)))
        found = [key for key, code in after.items() if before.get(key) != code]
        bound = [self.functions.get((str(path), *key), []) for key in found]
        if not found or not all(bound):
            return False
        try:
            for key, functions in zip(found, bound, strict=True):
                for function in functions:
                    function.__code__ = after[key]
        except ValueError:  # a name of an enclosing function is no longer used
            return False
        return True


def passes(item: pytest.Item, follows: pytest.Item | None) -> bool:
    return not any(report.failed for report in runtestprotocol(item, log=False, nextitem=follows))


def _functions(files: Collection[str]) -> dict[tuple[str, str, int], list[FunctionType]]:
    """Every function of these files, by file, name and line."""
    found = defaultdict(list)
    for thing in gc.get_objects():
        if type(thing) is FunctionType and thing.__code__.co_filename in files:
            code = thing.__code__
            found[code.co_filename, code.co_qualname, code.co_firstlineno].append(thing)
    return dict(found)


def _codes(code: CodeType) -> Iterator[tuple[tuple[str, int], CodeType]]:
    """The functions a module or class defines, not those within them."""
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            if inner.co_flags & 1:  # CO_OPTIMIZED: a function
                yield (inner.co_qualname, inner.co_firstlineno), inner
            else:
                yield from _codes(inner)
