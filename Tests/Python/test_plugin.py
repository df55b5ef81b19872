"""The pytest fixture `fleet_engine`, in test runs of their own."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    monkeypatch.setenv("PYTEST_ADDOPTS", "-p no:cacheprovider")


def test_each_test_gets_a_fresh_engine_of_the_same_process(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("""
        from datetime import datetime, timedelta, timezone

        pids = set()

        def use(fleet_engine):
            assert fleet_engine.calls() == [] and fleet_engine.faults() == []
            assert abs(fleet_engine.clock.now() - datetime.now(timezone.utc)) < timedelta(minutes=1)
            fleet_engine.seed(vehicles=[{"vehicleId": "car-1"}])
            fleet_engine.set_faults(["reset"])
            fleet_engine.clock.fix(datetime(2030, 1, 1, tzinfo=timezone.utc))
            pids.add(fleet_engine.pid)
            assert len(pids) == 1

        def test_first(fleet_engine):
            use(fleet_engine)

        def test_that_raises(fleet_engine):
            use(fleet_engine)
            1 / 0

        def test_that_fails(fleet_engine):
            use(fleet_engine)
            assert False

        def test_last(fleet_engine):
            use(fleet_engine)
    """)
    pytester.runpytest_subprocess().assert_outcomes(passed=2, failed=2)


def test_the_environment_leads_to_the_emulator_during_the_test_only(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("""
        import os

        NAME = "FLEET_ENGINE_EMULATOR_URL"

        def test_with(fleet_engine, monkeypatch):
            assert os.environ[NAME] == fleet_engine.url
            assert os.environ["GOOGLE_APPLICATION_CREDENTIALS"] == str(fleet_engine.keys.server)
            monkeypatch.undo()
            assert NAME in os.environ

        def test_without():
            assert NAME not in os.environ
    """)
    pytester.runpytest_subprocess().assert_outcomes(passed=2)


def test_nothing_starts_without_a_test_that_uses_the_fixture(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RIDEALONG_PROGRAM", "/nonexistent/ridealong")
    pytester.makepyfile("""
        def test_without():
            pass

        def test_with(fleet_engine):
            pass
    """)
    result = pytester.runpytest_subprocess()
    result.assert_outcomes(passed=1, errors=1)
    result.stdout.fnmatch_lines(["E *ProgramNotFound: RIDEALONG_PROGRAM names /nonexistent/ridealong*"])


def test_options_can_be_overridden(pytester: pytest.Pytester) -> None:
    pytester.makeconftest("""
        import pytest

        @pytest.fixture(scope="session")
        def fleet_engine_options():
            return {"options": ["--provider-prefix", "/backend"]}
    """)
    pytester.makepyfile("""
        def test_backend(fleet_engine):
            assert fleet_engine.backend.endswith("/backend")
    """)
    pytester.runpytest_subprocess().assert_outcomes(passed=1)


def test_an_emulator_that_a_test_killed_is_replaced(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("""
        import os, signal

        def test_that_kills(fleet_engine):
            os.killpg(fleet_engine.pid, signal.SIGKILL)

        def test_next(fleet_engine):
            assert fleet_engine.calls() == []
    """)
    pytester.runpytest_subprocess().assert_outcomes(passed=2)


def test_the_report_of_a_failed_test_lists_calls(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("""
        import urllib.error, urllib.request

        def test_call(fleet_engine):
            try:
                urllib.request.urlopen(f"{fleet_engine.url}/v1/{fleet_engine.parent}/trips/ride-1")
            except urllib.error.HTTPError as error:
                error.close()
            assert False
    """)
    result = pytester.runpytest_subprocess()
    result.stdout.fnmatch_lines(["*- Fleet Engine -*", "1 GetTrip trip ride-1 UNAUTHENTICATED: *"])


def test_another_fixture_of_the_name_comes_first(pytester: pytest.Pytester) -> None:
    pytester.makeconftest("""
        import pytest

        @pytest.fixture
        def fleet_engine():
            return "http://127.0.0.1:1"
    """)
    pytester.makepyfile("""
        def test_own(fleet_engine):
            assert fleet_engine == "http://127.0.0.1:2"
    """)
    result = pytester.runpytest_subprocess()
    result.assert_outcomes(failed=1)
    result.stdout.no_fnmatch_line("*Fleet Engine*")


def test_each_worker_of_xdist_has_an_emulator(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("""
        import os, pathlib, time
        import pytest

        @pytest.mark.parametrize("number", range(4))
        def test_worker(fleet_engine, number):
            worker = os.environ["PYTEST_XDIST_WORKER"]
            pathlib.Path(worker).write_text(fleet_engine.url)
            assert fleet_engine.calls() == []
            deadline = time.monotonic() + 20
            while not all(pathlib.Path(name).exists() for name in ("gw0", "gw1")):
                assert time.monotonic() < deadline
                time.sleep(0.01)
            assert pathlib.Path("gw0").read_text() != pathlib.Path("gw1").read_text()
    """)
    pytester.runpytest_subprocess("-n", "2").assert_outcomes(passed=4)


def test_the_fixture_is_listed_with_its_documentation(pytester: pytest.Pytester) -> None:
    result = pytester.runpytest_subprocess("--fixtures")
    result.stdout.fnmatch_lines(["fleet_engine -- *", "*A Fleet Engine without trips and vehicles*"])
