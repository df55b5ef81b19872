"""The pytest fixture `fleet_engine`, which pytest finds by itself."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from contextlib import ExitStack
from typing import Any

import pytest

from ridealong import Emulator, EmulatorEnded, Error, emulator

_LISTED_CALLS = 20


class _Worker:
    """The emulator of one test process, which starts with the first test that uses it."""

    def __init__(self, options: Mapping[str, Any]) -> None:
        self._options = options
        self._emulator: Emulator | None = None
        self._resources = ExitStack()

    def fresh_emulator(self) -> Emulator:
        """Returns the emulator without traces of earlier tests; a test may have killed it."""
        if self._emulator is not None:
            try:
                self._emulator.reset()
                return self._emulator
            except EmulatorEnded:
                self.stop()
        self._emulator = self._resources.enter_context(emulator(**self._options))
        return self._emulator

    def stop(self) -> None:
        self._emulator = None
        self._resources.close()


@pytest.fixture(scope="session")
def fleet_engine_options() -> Mapping[str, Any]:
    """Options of `ridealong.emulator()` for the fixture `fleet_engine`; override it to change them."""
    return {}


@pytest.fixture(scope="session")
def _fleet_engine_worker(fleet_engine_options: Mapping[str, Any]) -> Iterator[_Worker]:
    worker = _Worker(fleet_engine_options)
    yield worker
    worker.stop()


@pytest.fixture
def fleet_engine(_fleet_engine_worker: _Worker) -> Iterator[Emulator]:
    """A Fleet Engine without trips and vehicles, to which the environment leads Google's clients during the test."""
    running = _fleet_engine_worker.fresh_emulator()
    with pytest.MonkeyPatch.context() as patch:
        for name, value in running.environment.items():
            patch.setenv(name, value)
        yield running


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, Any, None]:
    """Adds the latest calls to the report of a failed test."""
    outcome = yield
    report = outcome.get_result()
    running = getattr(item, "funcargs", {}).get("fleet_engine")
    # A project may have another fixture of this name.
    if not isinstance(running, Emulator) or report.when != "call" or not report.failed:
        return
    try:
        calls = running.calls(limit=_LISTED_CALLS)
    except Error as error:
        report.sections.append(("Fleet Engine", str(error)))
        return
    text = "\n".join(str(call) for call in calls)
    report.sections.append(("Fleet Engine", text or "There were no calls."))
