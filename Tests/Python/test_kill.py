"""Nothing is left of a test run that is killed with signal 9."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from conftest import Traces, wait_until

TEST = """
import os, pathlib, time
import pytest

@pytest.mark.parametrize("number", range(2))
def test_ride(fleet_engine, number):
    pathlib.Path(f"ready-{os.getpid()}").write_text("")
    # A worker of xdist ends with its test, if that ends soon.
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and not pathlib.Path("killed").exists():
        time.sleep(0.01)
"""
FORK = """
import os, pathlib, time

def test_ride(fleet_engine):
    child = os.fork()
    if child == 0:
        time.sleep(60)
        os._exit(0)
    pathlib.Path("child").write_text(str(child))
    pathlib.Path("ready").write_text("")
    time.sleep(60)
"""


@contextmanager
def run(folder: Path, traces: Traces, test: str, *options: str) -> Iterator[subprocess.Popen[bytes]]:
    """Starts a test run in a process group of its own."""
    (folder / "test_ride.py").write_text(test)
    process = subprocess.Popen(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *options, "test_ride.py"],
        cwd=folder, env={**traces.environment, "PYTHONDONTWRITEBYTECODE": "1"}, start_new_session=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


@pytest.mark.parametrize("whole_group", [False, True])
@pytest.mark.parametrize("workers", [0, 2])
def test_a_killed_run_leaves_no_process_and_no_file(
    tmp_path: Path, traces: Traces, workers: int, whole_group: bool
) -> None:
    with run(tmp_path, traces, TEST, *(["-n", str(workers)] if workers else [])) as process:
        wait_until(lambda: len(list(tmp_path.glob("ready-*"))) == max(1, workers), lambda: "The tests did not start.")
        # An emulator and its shell for each worker.
        assert len(traces.processes()) >= 3 * max(1, workers)
        assert any(name.startswith("ridealong-") for name in traces.files())
        (os.killpg if whole_group else os.kill)(process.pid, signal.SIGKILL)
        process.wait()
        (tmp_path / "killed").touch()
        traces.wait_until_only()


def test_an_interrupted_run_leaves_no_process_and_no_file(tmp_path: Path, traces: Traces) -> None:
    with run(tmp_path, traces, TEST) as process:
        wait_until(lambda: list(tmp_path.glob("ready-*")), lambda: "The test did not start.")
        # As Ctrl-C does.
        os.killpg(process.pid, signal.SIGINT)
        assert process.wait(20) == pytest.ExitCode.INTERRUPTED
        assert traces.processes() == [] and traces.files() == []


def test_a_run_that_is_killed_while_the_emulator_starts_leaves_nothing(tmp_path: Path, traces: Traces) -> None:
    with run(tmp_path, traces, TEST) as process:
        # The emulator's process exists; its directory may not.
        wait_until(lambda: len(traces.processes()) > 1, lambda: "The emulator did not start.")
        process.kill()
        process.wait()
        traces.wait_until_only()


def test_a_fork_that_outlives_the_run_does_not_keep_the_emulator(tmp_path: Path, traces: Traces) -> None:
    with run(tmp_path, traces, FORK) as process:
        wait_until((tmp_path / "ready").exists, lambda: "The test did not start.")
        child = int((tmp_path / "child").read_text())
        process.kill()
        process.wait()
        try:
            traces.wait_until_only(child)
        finally:
            os.kill(child, signal.SIGKILL)
