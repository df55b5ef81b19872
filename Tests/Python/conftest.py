"""What the tests of the Python package share."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import ridealong

pytest_plugins = ["pytester"]

MARKER = "RIDEALONG_TEST_MARKER"
SECONDS = 20.0


def wait_until(condition: Callable[[], object], failure: Callable[[], str]) -> None:
    """Waits until a condition holds, with a deadline."""
    deadline = time.monotonic() + SECONDS
    while not condition():
        assert time.monotonic() < deadline, failure()
        time.sleep(0.01)


class Traces:
    """Processes and temporary files of programs that ran with this environment."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environment = {**os.environ, "TMPDIR": str(folder), MARKER: str(folder)}

    def processes(self) -> list[int]:
        """The processes that inherited the environment, except zombies."""
        wanted = f"{MARKER}={self.folder}".encode()
        found = []
        for entry in Path("/proc").glob("[0-9]*"):
            try:
                if wanted in (entry / "environ").read_bytes().split(b"\0"):
                    found.append(int(entry.name))
            except OSError:
                continue
        return found

    def files(self) -> list[str]:
        """The emulators' temporary directories; those of pytest itself are not counted."""
        return [name for name in os.listdir(self.folder) if not name.startswith("pytest-of-")]

    def wait_until_only(self, *others: int) -> None:
        """Waits until there are no files, and no processes except some others."""
        wait_until(
            lambda: self.processes() == list(others) and not self.files(),
            lambda: f"{self.processes()} and {self.files()} are left.",
        )


@pytest.fixture
def traces(tmp_path_factory: pytest.TempPathFactory) -> Traces:
    return Traces(tmp_path_factory.mktemp("traces"))


@pytest.fixture(scope="session")
def shared() -> Iterator[ridealong.Emulator]:
    with ridealong.emulator() as running:
        yield running


@pytest.fixture
def engine(shared: ridealong.Emulator) -> ridealong.Emulator:
    """An emulator from the context manager, reset before each test."""
    shared.reset()
    return shared
