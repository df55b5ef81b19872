"""The context manager `ridealong.emulator()` and what a running emulator can do."""

from __future__ import annotations

import json
import os
import signal
import stat
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

import ridealong
from conftest import Traces, wait_until

PICKUP = {"point": {"latitude": 45.07, "longitude": 7.68}}
DROPOFF = {"point": {"latitude": 45.06, "longitude": 7.67}}
RIDE = {"tripId": "ride-1", "vehicleId": "car-1", "pickupPoint": PICKUP, "dropoffPoint": DROPOFF}


def token(engine: ridealong.Emulator) -> str:
    """A token of the server's account."""
    command: list[str | Path] = [ridealong.find_program(), "token", "mint", "--service-account", engine.keys.server]
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, timeout=30, check=True).stdout.strip()


def get_trip(engine: ridealong.Emulator, trip: str = "ride-1") -> tuple[int, Any]:
    """Gets a trip over REST; returns the status and the body."""
    request = urllib.request.Request(
        f"{engine.url}/v1/{engine.parent}/trips/{trip}", headers={"Authorization": f"Bearer {token(engine)}"}
    )
    try:
        with urllib.request.urlopen(request, timeout=10) as response:
            return response.status, json.load(response)
    except urllib.error.HTTPError as error:
        with error:
            return error.code, json.load(error)


def seed_ride(engine: ridealong.Emulator) -> None:
    engine.seed(vehicles=[{"vehicleId": "car-1"}], trips=[RIDE])


# Addresses and keys


def test_addresses_are_those_of_free_ports(engine: ridealong.Emulator) -> None:
    with ridealong.emulator() as other:
        for address in (engine.url, other.url, engine.admin, engine.backend):
            assert address.startswith("http://127.0.0.1:")
        assert engine.grpc.startswith("localhost:")
        assert len({engine.url, other.url, engine.admin, other.admin}) == 4
    assert (engine.provider, engine.parent) == ("demo-project", "providers/demo-project")
    assert engine.roots.read_text("ascii").startswith("-----BEGIN CERTIFICATE-----")
    assert engine.url in repr(engine)


def test_each_role_has_a_private_key_file(engine: ridealong.Emulator) -> None:
    keys = engine.keys
    paths = {
        "server": keys.server, "driver": keys.driver, "consumer": keys.consumer, "fleet-reader": keys.fleet_reader
    }
    for role, path in paths.items():
        file = json.loads(path.read_text("utf-8"))
        assert file["client_email"] == f"{role}@demo-project.iam.gserviceaccount.com"
        assert file["token_uri"].startswith(engine.url)
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(keys.directory.stat().st_mode) == 0o700


def test_the_environment_has_the_variables_of_emulator_exec(engine: ridealong.Emulator) -> None:
    printed = subprocess.run(
        [ridealong.find_program(), "emulator", "exec", "--", "/usr/bin/env"],
        env={"HOME": os.environ["HOME"]}, stdout=subprocess.PIPE, text=True, timeout=30, check=True,
    ).stdout
    names = {line.partition("=")[0] for line in printed.splitlines()} - {"HOME"}
    assert set(engine.environment) == names
    assert engine.environment["GOOGLE_APPLICATION_CREDENTIALS"] == str(engine.keys.server)
    assert engine.client_options["api_endpoint"] == engine.environment["FLEET_ENGINE_EMULATOR_GRPC"]


def test_the_environment_exempts_this_machine_from_a_proxy(
    engine: ridealong.Emulator, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "no_proxy" not in engine.environment
    monkeypatch.setenv("HTTPS_PROXY", "http://proxy.example:3128")
    monkeypatch.setenv("no_proxy", "example.com")
    with ridealong.emulator() as other:
        assert other.environment["no_proxy"] == other.environment["NO_PROXY"] == "example.com,localhost,127.0.0.1,::1"


# gRPC reads the certificate once in a process.
def test_one_process_can_call_two_emulators_where_a_proxy_is_named() -> None:
    script = """if True:
        import os
        import ridealong
        import urllib.error
        import urllib.request
        from google.maps import fleetengine_v1

        for provider in ["demo-project", "another-project"]:
            with ridealong.emulator(provider=provider) as emulator:
                os.environ.update(emulator.environment)
                emulator.seed(vehicles=[{"vehicleId": "car-1"}])
                vehicles = fleetengine_v1.VehicleServiceClient(client_options=emulator.client_options)
                print(vehicles.get_vehicle({"name": f"{emulator.parent}/vehicles/car-1"}, timeout=15).name)
                try:
                    urllib.request.urlopen(emulator.url, timeout=15)
                except urllib.error.HTTPError as error:
                    print(error.code)
    """
    result = subprocess.run(
        [sys.executable, "-c", script], env={**os.environ, "http_proxy": "http://127.0.0.1:1"},
        stdout=subprocess.PIPE, text=True, timeout=60, check=True,
    )
    assert result.stdout.split() == [
        "providers/demo-project/vehicles/car-1", "404", "providers/another-project/vehicles/car-1", "404",
    ]


def test_options_reach_the_emulator(monkeypatch: pytest.MonkeyPatch) -> None:
    # Neither another emulator's variables nor the user's choose the provider.
    monkeypatch.setenv("RIDEALONG_PROVIDER", "another")
    monkeypatch.setenv("FLEET_ENGINE_PROVIDER", "another")
    with ridealong.emulator(
        provider="fleet-7", strict=True, quota=True, speed=2, options=["--provider-prefix", "/backend"]
    ) as engine:
        assert engine.parent == "providers/fleet-7"
        assert engine.backend.endswith("/backend")
        seed_ride(engine)
        request = urllib.request.Request(
            f"{engine.url}/v1/{engine.parent}/trips/ride-1?updateMask=tripStatus", method="PUT",
            data=b'{"tripStatus": "COMPLETE"}',
            headers={"Authorization": f"Bearer {token(engine)}", "Content-Type": "application/json"},
        )
        with pytest.raises(urllib.error.HTTPError, match="400"):
            urllib.request.urlopen(request, timeout=10)


# Between tests


def test_reset_removes_everything_and_returns_to_the_real_clock(engine: ridealong.Emulator) -> None:
    seed_ride(engine)
    engine.set_faults([{"procedure": "GetTrip", "status": 503}])
    assert get_trip(engine)[0] == 503
    assert get_trip(engine)[0] == 200
    engine.set_faults(["reset"])
    engine.clock.advance(timedelta(days=1))
    engine.reset()
    assert engine.calls() == [] and engine.faults() == []
    assert abs(engine.clock.now() - datetime.now(timezone.utc)) < timedelta(minutes=1)
    assert get_trip(engine)[0] == 404


def test_reset_takes_milliseconds(engine: ridealong.Emulator, capsys: pytest.CaptureFixture[str]) -> None:
    seconds = []
    for _ in range(50):
        seed_ride(engine)
        start = time.perf_counter()
        engine.reset()
        seconds.append(time.perf_counter() - start)
    with capsys.disabled():
        median = sorted(seconds)[len(seconds) // 2]
        print(f"\nreset: {median * 1000:.2f} ms, at most {max(seconds) * 1000:.2f} ms")
    # The fastest: the machine may be busy.
    assert min(seconds) <= 0.005


def test_an_emulator_starts_and_stops_quickly(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    starts, stops = [], []
    for _ in range(5):
        begin = time.perf_counter()
        with ridealong.emulator():
            starts.append(time.perf_counter() - begin)
            begin = time.perf_counter()
        stops.append(time.perf_counter() - begin)
    with capsys.disabled():
        for what, seconds in (("start", starts), ("stop", stops)):
            print(f"\n{what}: {sorted(seconds)[2] * 1000:.0f} ms, at most {max(seconds) * 1000:.0f} ms", end="")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    begin = time.perf_counter()
    with ridealong.emulator(), capsys.disabled():
        print(f"\nstart that makes the keys: {(time.perf_counter() - begin) * 1000:.0f} ms")
    # The goal is 0.15 s; the machine may be busy.
    assert min(starts) < 0.5


def test_a_seed_adds_vehicles_and_trips(engine: ridealong.Emulator, tmp_path: Path) -> None:
    seed_ride(engine)
    status, trip = get_trip(engine)
    assert (status, trip["vehicleId"], trip["tripStatus"]) == (200, "car-1", "NEW")
    with pytest.raises(ridealong.RequestFailed, match="vehicles") as error:
        engine.seed(vehicles=[{"vehicleId": "car-2", "maximumCapacity": "many"}])
    assert error.value.status == 400
    path = tmp_path / "seed.json"
    path.write_text(json.dumps({"trips": [{**RIDE, "tripId": "ride-2"}]}))
    engine.seed_file(path)
    assert get_trip(engine, "ride-2")[0] == 200
    path.write_text('{"trips": [\n{"tripId": "ride-3", "colour": 1}]}')
    with pytest.raises(ridealong.RequestFailed, match=r"seed\.json: Line 2, .*colour"):
        engine.seed_file(path)


def test_a_snapshot_brings_trips_back(engine: ridealong.Emulator) -> None:
    seed_ride(engine)
    snapshot = engine.snapshot()
    engine.reset()
    assert get_trip(engine)[0] == 404
    engine.restore(snapshot)
    assert get_trip(engine)[0] == 200
    with pytest.raises(ridealong.RequestFailed):
        engine.restore(b"{}")


# Faults, clock and calls


def test_faults_apply_to_the_next_requests(engine: ridealong.Emulator) -> None:
    seed_ride(engine)
    engine.set_faults([{"procedure": "GetTrip", "count": 2, "code": "UNAVAILABLE"}])
    assert get_trip(engine)[0] == 503
    left, = engine.faults()
    assert not isinstance(left, str) and left.get("count", 1) == 1
    engine.clear_faults()
    assert engine.faults() == [] and get_trip(engine)[0] == 200
    with pytest.raises(ridealong.RequestFailed, match="colour"):
        engine.set_faults([{"colour": 1}])


def test_the_clock_can_be_moved(engine: ridealong.Emulator) -> None:
    clock = engine.clock
    before = clock.now()
    clock.advance(timedelta(hours=2, microseconds=1))
    clock.advance(1800.5)
    assert timedelta(hours=2.5) < clock.now() - before < timedelta(hours=2.6)
    moment = datetime(2026, 5, 1, 14, 0, 0, 250_000, tzinfo=timezone(timedelta(hours=2)))
    clock.fix(moment)
    assert clock.now() == clock.now() == moment
    clock.set(rate=10_000)
    wait_until(lambda: clock.now() - moment > timedelta(minutes=1), lambda: "The clock does not run.")
    clock.reset()
    assert abs(clock.now() - datetime.now(timezone.utc)) < timedelta(minutes=1)


def test_the_clock_rejects_values_that_it_cannot_have(engine: ridealong.Emulator) -> None:
    with pytest.raises(ValueError, match="has no time zone"):
        engine.clock.fix(datetime(2026, 5, 1))
    with pytest.raises(ValueError, match="is negative"):
        engine.clock.advance(-1)
    with pytest.raises(ridealong.RequestFailed, match="by has to be"):
        engine.clock.advance(timedelta(days=400))
    with pytest.raises(ridealong.RequestFailed, match="time, rate or both"):
        engine.clock.set()


def test_calls_are_listed(engine: ridealong.Emulator) -> None:
    seed_ride(engine)
    get_trip(engine)
    get_trip(engine, "ride-2")
    first, second = engine.calls("GetTrip")
    assert (first.number, first.trip, first.role, first.error, first.http_status) == (1, "ride-1", "server", None, 200)
    assert (second.error, second.http_status) == ("NOT_FOUND", 404)
    assert str(second) == "2 GetTrip trip ride-2 as server NOT_FOUND: The trip ride-2 does not exist."
    assert first.resource.endswith("/trips/ride-1")
    assert first.time <= second.time and first.time.tzinfo is timezone.utc
    assert engine.calls(code="NOT_FOUND") == engine.calls(since=1) == engine.calls(trip="ride-2") == [second]
    assert engine.calls(limit=1) == [second]
    assert engine.calls(vehicle="car-1", role="driver") == []
    assert first.response is None
    assert engine.calls("GetTrip", bodies=True)[0].response["tripStatus"] == "NEW"


def test_wait_for_returns_when_the_calls_were_made(engine: ridealong.Emulator) -> None:
    seed_ride(engine)
    timers = [threading.Timer(seconds, get_trip, [engine]) for seconds in (0.05, 0.1)]
    for timer in timers:
        timer.start()
    try:
        start = time.monotonic()
        calls = engine.wait_for("GetTrip", trip="ride-1", count=2, timeout=15)
        assert len(calls) == 2 and 0.05 < time.monotonic() - start < 10
    finally:
        for timer in timers:
            timer.join()


@pytest.mark.parametrize("timeout", [0, 0.2, 1.1])
def test_wait_for_ends_at_its_deadline(engine: ridealong.Emulator, timeout: float) -> None:
    seed_ride(engine)
    get_trip(engine)
    start = time.monotonic()
    message = "0 of 1 calls .*nearest is call 1, with procedure GetTrip"
    with pytest.raises(ridealong.WaitTimedOut, match=message) as error:
        engine.wait_for("UpdateTrip", trip="ride-1", timeout=timeout)
    assert isinstance(error.value, TimeoutError)
    assert timeout <= time.monotonic() - start < timeout + 1


def test_a_wrong_query_is_not_waited_for(engine: ridealong.Emulator) -> None:
    with pytest.raises(ridealong.RequestFailed, match="count has to be"):
        engine.wait_for("GetTrip", count=0, timeout=60)


# Errors


def test_a_missing_program_is_named_and_one_on_path_is_found_last(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("RIDEALONG_PROGRAM", str(tmp_path / "missing"))
    with pytest.raises(ridealong.ProgramNotFound, match="RIDEALONG_PROGRAM names .*missing, which is not a program"):
        ridealong.find_program()
    monkeypatch.delenv("RIDEALONG_PROGRAM")
    # A Python without the program.
    package = Path(ridealong.__file__).parent.parent
    script = "import ridealong; ridealong.find_program()"
    empty = tmp_path / "python"
    empty.mkdir()
    (empty / "ridealong").symlink_to(package / "ridealong")
    result = subprocess.run(
        [Path(sys.executable).resolve(), "-c", script], stderr=subprocess.PIPE, text=True, timeout=30,
        env={"PATH": str(tmp_path), "PYTHONPATH": str(empty), "HOME": str(tmp_path)},
    )
    assert "ridealong._errors.ProgramNotFound: The program ridealong is neither in /" in result.stderr
    assert "Install it with pip install ridealong, or set RIDEALONG_PROGRAM" in result.stderr
    # Then one on PATH.
    (tmp_path / "ridealong").symlink_to(ridealong.find_program())
    result = subprocess.run(
        [Path(sys.executable).resolve(), "-c", "import ridealong; print(ridealong.find_program())"],
        stdout=subprocess.PIPE, text=True, timeout=30,
        env={"PATH": str(tmp_path), "PYTHONPATH": str(empty), "HOME": str(tmp_path)},
    )
    assert result.stdout.strip() == str(tmp_path / "ridealong")


def test_the_program_of_the_variable_is_taken_before_the_installed_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    installed = ridealong.find_program()
    assert installed.parent == Path(sys.executable).parent
    other = tmp_path / "other"
    other.write_text("")
    other.chmod(0o755)
    monkeypatch.setenv("RIDEALONG_PROGRAM", str(other))
    assert ridealong.find_program() == other


def test_an_emulator_that_does_not_start_says_why() -> None:
    with pytest.raises(ridealong.StartFailed, match="did not start: .*not/valid is not a provider's ID"):
        with ridealong.emulator(provider="not/valid"):
            pass
    with pytest.raises(ridealong.StartFailed, match="no FLEET_ENGINE_EMULATOR_GRPC"):
        with ridealong.emulator(options=["--no-grpc"]):
            pass


def test_a_program_that_cannot_be_started_is_named(tmp_path: Path) -> None:
    with pytest.raises(ridealong.StartFailed, match="missing cannot be started: No such file or directory"):
        with ridealong.emulator(program=tmp_path / "missing"):
            pass


def test_a_start_that_takes_too_long_ends_with_what_was_written(
    tmp_path: Path, traces: Traces, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "slow"
    program.write_text("#!/bin/sh\necho making keys >&2\nsleep 60\n")
    program.chmod(0o755)
    for name, value in traces.environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("ridealong._process._STOP_SECONDS", 0.1)
    with pytest.raises(ridealong.StartFailed, match=r"did not start within 0\.3 s\. making keys"):
        with ridealong.emulator(program=program, start_timeout=0.3):
            pass
    traces.wait_until_only()


def test_an_emulator_that_ended_is_reported() -> None:
    with ridealong.emulator() as engine:
        os.kill(engine.pid, signal.SIGTERM)
        wait_until(lambda: engine._process.status is not None, lambda: "The emulator still runs.")
        with pytest.raises(ridealong.EmulatorEnded, match="The emulator ended with status"):
            engine.reset()


# What is left


def test_nothing_is_left_after_the_with_statement(traces: Traces, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in traces.environment.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(ZeroDivisionError):
        with ridealong.emulator() as engine:
            assert engine.pid in traces.processes() and traces.files()
            1 / 0
    assert traces.processes() == [] and traces.files() == []


def test_importing_starts_and_touches_nothing(traces: Traces, tmp_path: Path) -> None:
    script = (
        "import sys, ridealong, ridealong.pytest_plugin\n"
        "assert not {'http.client', 'socket', 'google', 'grpc'} & set(sys.modules) - before, sys.modules.keys()"
    )
    result = subprocess.run(
        [sys.executable, "-c", "import sys, pytest; before = set(sys.modules)\n" + script],
        env={**traces.environment, "HOME": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"},
        cwd=tmp_path, timeout=30,
    )
    assert result.returncode == 0
    assert traces.files() == [] and list(tmp_path.iterdir()) == []


def test_keys_are_made_without_a_cache_directory(traces: Traces, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in traces.environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("HOME", "/nonexistent")
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    with ridealong.emulator() as engine:
        assert engine.keys.server.exists() and engine.roots.exists()
    assert traces.files() == []
