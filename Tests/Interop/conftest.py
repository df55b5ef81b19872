"""The program under test and its fixtures."""

import os
import subprocess

import pytest

from emulator import Emulator
from world import World


def pytest_addoption(parser):
    parser.addoption("--program", required=True, help="the ridealong binary")


@pytest.fixture(scope="session")
def program(request):
    path = os.path.abspath(request.config.getoption("--program"))
    assert os.access(path, os.X_OK), f"{path} is no program; run make build"
    return path


@pytest.fixture(scope="session")
def has_option(program):
    """Whether the program's emulator has an option."""
    text = subprocess.run(
        [program, "help", "emulator"], stdin=subprocess.DEVNULL, capture_output=True, text=True,
        check=True, timeout=30).stdout
    return lambda option: f"{option} " in text or f"{option}\n" in text


@pytest.fixture(scope="module")
def emulator(program):
    """An emulator of the module's own, as it is without options."""
    with Emulator(program) as running:
        yield running


@pytest.fixture
def world(emulator):
    return World(emulator)


@pytest.fixture
def start(program, has_option):
    """Starts an emulator with options, which the test is skipped without."""
    running = []

    def begin(*options):
        for option in options:
            if option.startswith("--") and not has_option(option):
                pytest.skip(f"this ridealong emulator has no {option}")
        running.append(Emulator(program, *options))
        return running[-1]

    yield begin
    for one in running:
        one.stop()
