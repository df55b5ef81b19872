"""The Python examples of docs/emulator.md and of the package's description that use it."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = [ROOT / "docs" / "emulator.md", ROOT / "packaging" / "python" / "description.md"]
# Tests/Interop executes the others.
BLOCKS = [
    block
    for document in DOCUMENTS
    for block in re.findall(r"^```python\n(.*?)^```", document.read_text("utf-8"), re.M | re.S)
    if "fleet_engine" in block and "FLEET_ENGINE" not in block
]
TESTS = [block for block in BLOCKS if "def test_" in block]
FIXTURES = [block for block in BLOCKS if "@pytest.fixture" in block]
SCRIPTS = [block for block in BLOCKS if block not in TESTS + FIXTURES]


def test_there_is_an_example_of_each_kind() -> None:
    assert TESTS and FIXTURES and SCRIPTS
    assert "def test_ride(fleet_engine)" in TESTS[0]


@pytest.mark.parametrize("block", TESTS, ids=lambda block: re.findall(r"def (test_\w+)", block)[0])
def test_tests(pytester: pytest.Pytester, block: str) -> None:
    pytester.makepyfile(block)
    pytester.runpytest_subprocess("-p", "no:cacheprovider").assert_outcomes(passed=block.count("def test_"))


@pytest.mark.parametrize("block", FIXTURES)
def test_fixtures(pytester: pytest.Pytester, block: str) -> None:
    pytester.makeconftest(block)
    pytester.makepyfile("""
        def test_options(fleet_engine, fleet_engine_options):
            assert fleet_engine_options and fleet_engine.calls() == []
    """)
    pytester.runpytest_subprocess("-p", "no:cacheprovider").assert_outcomes(passed=1)


@pytest.mark.parametrize("block", SCRIPTS)
def test_scripts(pytester: pytest.Pytester, block: str) -> None:
    assert pytester.run(sys.executable, "-c", block).ret == 0
