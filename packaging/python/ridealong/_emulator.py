"""The emulator, as tests use it."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Union

from ridealong._admin import AdminClient
from ridealong._calls import Call, parse_call
from ridealong._clock import Clock
from ridealong._errors import EmulatorEnded, Error, RequestFailed, StartFailed, WaitTimedOut
from ridealong._process import EmulatorProcess
from ridealong._program import find_program

#: An entry of a script of faults: an object, or "reset".
Fault = Union[Mapping[str, Any], str]

_SCOPE = "https://www.googleapis.com/auth/cloud-platform"
_MOST_CALLS = 1_000
_POLL_SECONDS = 0.01


@dataclass(frozen=True)
class Keys:
    """The paths of the key files of the four roles, in Google's format."""

    #: The directory of the files.
    directory: Path
    #: May do everything.
    server: Path
    #: May use one vehicle, which its tokens name.
    driver: Path
    #: May read one trip, which its tokens name.
    consumer: Path
    #: May read everything.
    fleet_reader: Path


class Emulator:
    """A running emulator; `emulator()` and the fixture `fleet_engine` make it."""

    def __init__(self, process: EmulatorProcess) -> None:
        self._process = process
        variables = process.variables

        def variable(name: str) -> str:
            if name not in variables:
                raise StartFailed(f"The emulator has no {name}; do not use --no-grpc and --no-backend here.")
            return variables[name]

        #: The address of the REST interface, for example `http://127.0.0.1:40211`.
        self.url = variable("FLEET_ENGINE_EMULATOR_URL")
        #: Host and port of gRPC, for example `localhost:40217`.
        self.grpc = variable("FLEET_ENGINE_EMULATOR_GRPC")
        #: The certificate, in PEM, that clients of gRPC have to trust.
        self.roots = Path(variable("FLEET_ENGINE_EMULATOR_ROOTS"))
        #: The address of the provider's backend, which hands out tokens.
        self.backend = variable("FLEET_ENGINE_EMULATOR_BACKEND")
        #: The address of the admin endpoint.
        self.admin = variable("FLEET_ENGINE_EMULATOR_ADMIN")
        #: The provider's ID, for example `demo-project`.
        self.provider = variable("FLEET_ENGINE_PROVIDER")
        #: The parent of trips and vehicles, for example `providers/demo-project`.
        self.parent = f"providers/{self.provider}"
        directory = Path(variable("FLEET_ENGINE_EMULATOR_KEYS"))
        #: The key files of the four roles.
        self.keys = Keys(
            directory,
            server=directory / "server.json",
            driver=directory / "driver.json",
            consumer=directory / "consumer.json",
            fleet_reader=directory / "fleet-reader.json",
        )
        #: The emulator's clock.
        self.clock = Clock(self)
        self._admin = AdminClient(self.admin)

    def __repr__(self) -> str:
        return f"<ridealong.Emulator {self.url} of {self.parent}>"

    @property
    def environment(self) -> dict[str, str]:
        """The variables that lead Google's clients and `ridealong` to the emulator: those of `emulator exec`."""
        return dict(self._process.variables)

    @property
    def client_options(self) -> dict[str, Any]:
        """The `client_options` of Google's clients, which find the rest in the `environment`."""
        return {"api_endpoint": self.grpc, "scopes": [_SCOPE]}

    @property
    def pid(self) -> int:
        """The ID of the emulator's process."""
        return self._process.pid

    # Between tests

    def reset(self) -> None:
        """Removes trips, vehicles, calls and faults, and returns to the real clock."""
        self._send("POST", "/reset")

    def seed(
        self, *, vehicles: Iterable[Mapping[str, Any]] = (), trips: Iterable[Mapping[str, Any]] = ()
    ) -> None:
        """Adds vehicles and trips: all of them or, if one is not valid, none.

        Their fields are those of Google's resources in JSON, with `vehicleId` and `tripId` instead of a name.
        """
        self._json("POST", "/seed", {"vehicles": list(vehicles), "trips": list(trips)})

    def seed_file(self, path: str | os.PathLike[str]) -> None:
        """Adds the vehicles and trips of a JSON file; an error names its line and the field."""
        try:
            self._send("POST", "/seed", Path(path).read_bytes())
        except RequestFailed as error:
            raise RequestFailed(f"{os.fspath(path)}: {error}", error.status) from None

    def snapshot(self) -> bytes:
        """Returns all trips and vehicles, for `restore`."""
        return self._send("GET", "/snapshot")

    def restore(self, snapshot: bytes) -> None:
        """Replaces all trips and vehicles by those of a snapshot of the same provider."""
        self._send("PUT", "/snapshot", snapshot)

    # Faults

    def faults(self) -> list[Fault]:
        """Returns what is left of the script of faults."""
        found: list[Fault] = self._json("GET", "/faults")["faults"]
        return found

    def set_faults(self, faults: Iterable[Fault]) -> None:
        """Replaces the script of faults; each entry applies to the next requests that it fits.

        For example `[{"procedure": "GetTrip", "count": 3, "code": "UNAVAILABLE"}, "reset"]`. `ridealong help emulator`
        lists the keys.
        """
        self._json("PUT", "/faults", list(faults))

    def clear_faults(self) -> None:
        """Removes what is left of the script of faults."""
        self._json("DELETE", "/faults")

    # Calls

    def calls(
        self,
        procedure: str | None = None,
        *,
        trip: str | None = None,
        vehicle: str | None = None,
        role: str | None = None,
        code: str | None = None,
        since: int = 0,
        limit: int = _MOST_CALLS,
        bodies: bool = False,
    ) -> list[Call]:
        """Returns the latest calls of clients since the last reset, the oldest first.

        `code` is that of the response, such as `OK` or `NOT_FOUND`; `since` is the number of the last call to leave
        out. At most 1,000 are returned. With `bodies` they have their requests and responses.
        """
        return self._calls(_call_query(procedure, trip, vehicle, role, code, since, limit, bodies))

    def wait_for(
        self,
        procedure: str | None = None,
        *,
        count: int = 1,
        timeout: float = 5.0,
        trip: str | None = None,
        vehicle: str | None = None,
        role: str | None = None,
        code: str | None = None,
        since: int = 0,
        bodies: bool = False,
    ) -> list[Call]:
        """Waits until so many calls were made since the last reset, and returns them like `calls`.

        Raises WaitTimedOut after `timeout` seconds of real time. Its message names the call that came nearest.
        """
        query = _call_query(procedure, trip, vehicle, role, code, since, _MOST_CALLS, bodies)
        query["count"] = count
        deadline = time.monotonic() + timeout
        while True:
            left = deadline - time.monotonic()
            # The emulator waits for whole seconds; the rest is polled.
            seconds = int(max(0, min(600, left)))
            try:
                return self._calls({**query, "wait": seconds}, wait=seconds)
            except RequestFailed as error:
                if error.status != 404:
                    raise
                if time.monotonic() >= deadline:
                    raise WaitTimedOut(f"After {timeout:g} s: {error}") from None
            if seconds == 0:
                time.sleep(max(0.0, min(_POLL_SECONDS, deadline - time.monotonic())))

    # Requests to the admin endpoint

    def _calls(self, query: Mapping[str, object], wait: float = 0) -> list[Call]:
        with self._explained():
            found = self._admin.json("GET", "/calls", query=query, wait=wait)
        return [parse_call(values) for values in found["calls"]]

    def _send(self, method: str, path: str, body: bytes | None = None) -> bytes:
        with self._explained():
            return self._admin.send(method, path, body)

    def _json(self, method: str, path: str, value: object = None) -> Any:
        with self._explained():
            return self._admin.json(method, path, value)

    @contextlib.contextmanager
    def _explained(self) -> Iterator[None]:
        """Replaces the error of a connection to an emulator that does not run."""
        try:
            yield
        except OSError as error:
            status = self._process.status
            if status is not None:
                errors = self._process.errors()
                raise EmulatorEnded(f"The emulator ended with status {status}. {errors}".rstrip()) from error
            raise Error(f"The emulator at {self.admin} does not respond: {error}") from error


def _call_query(
    procedure: str | None,
    trip: str | None,
    vehicle: str | None,
    role: str | None,
    code: str | None,
    since: int,
    limit: int,
    bodies: bool,
) -> dict[str, object]:
    criteria = {"procedure": procedure, "trip": trip, "vehicle": vehicle, "role": role, "code": code}
    query: dict[str, object] = {name: value for name, value in criteria.items() if value is not None}
    return {**query, "since": since, "limit": limit, "bodies": int(bodies)}


@contextlib.contextmanager
def emulator(
    *,
    provider: str = "demo-project",
    strict: bool = False,
    quota: bool = False,
    speed: float = 1,
    options: Sequence[str] = (),
    program: str | os.PathLike[str] | None = None,
    start_timeout: float = 30.0,
) -> Iterator[Emulator]:
    """Runs an emulator on free ports during a `with` statement.

    It keeps nothing, and ends with this process, also if that is killed. Its key is made once
    for each user, in the cache directory, which takes up to 0.5 s.

    - `strict` accepts statuses only in the order of Google's sample apps.
    - `quota` limits calls per minute to Google's quotas.
    - `speed` runs the simulated world 1 to 20 times faster.
    - `options` are further options of `ridealong emulator`.
    - `program` is the path of `ridealong`, by default that of `find_program`.

    Raises ProgramNotFound, or StartFailed with what the emulator wrote to standard error.
    """
    words = ["--provider", provider]
    words += ["--strict"] if strict else []
    words += ["--quota"] if quota else []
    words += ["--speed", f"{speed:g}"] if speed != 1 else []
    path = find_program() if program is None else Path(program)
    process = EmulatorProcess(path, [*words, *options], start_timeout)
    try:
        yield Emulator(process)
    finally:
        process.stop()
