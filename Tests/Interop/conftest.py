"""The program under test and its fixtures."""

import os

import pytest

from emulator import Emulator
from world import World

# Every call stays on this machine, with certificates of its own.
for name in ("http_proxy", "https_proxy", "all_proxy", "requests_ca_bundle", "curl_ca_bundle"):
    for spelling in (name, name.upper()):
        os.environ.pop(spelling, None)


def pytest_addoption(parser):
    parser.addoption("--program", required=True, help="the ridealong binary")
    parser.addoption("--transport", choices=("rest", "grpc"), default="rest")


def pytest_configure(config):
    config.addinivalue_line("markers", "rest: about what only REST has")
    config.addinivalue_line("markers", "grpc: about what only gRPC has")
    Emulator.transport = config.getoption("--transport")


def pytest_collection_modifyitems(config, items):
    other = {"rest": "grpc", "grpc": "rest"}[config.getoption("--transport")]
    config.hook.pytest_deselected(items=[one for one in items if one.get_closest_marker(other)])
    items[:] = [one for one in items if not one.get_closest_marker(other)]


@pytest.fixture(scope="session")
def program(request):
    path = os.path.abspath(request.config.getoption("--program"))
    assert os.access(path, os.X_OK), f"{path} is no program; run make build"
    return path


@pytest.fixture(scope="session")
def emulator(program):
    """The emulator as it is without options, in which each test makes things of its own."""
    with Emulator(program) as running:
        yield running


@pytest.fixture(scope="module")
def own_emulator(program):
    """An emulator of the module's own, for tests that look at all that there is."""
    with Emulator(program) as running:
        yield running


@pytest.fixture
def world(emulator):
    return World(emulator)


@pytest.fixture(scope="module")
def start(program):
    """Starts an emulator with options, once for a module."""
    running = {}

    def begin(*options):
        if options not in running:
            running[options] = Emulator(program, *options)
        return running[options]

    yield begin
    for one in running.values():
        one.stop()
