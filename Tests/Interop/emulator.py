"""A running `ridealong emulator`, and the clients of its three roles."""

import itertools
import os
import select
import shlex
import subprocess
import tempfile
import time

import requests

from tokens import SERVER, Account
from google.maps import fleetengine_v1
from transport import (
    TripRest, TripServiceGrpcTransport, VehicleRest, VehicleServiceGrpcTransport, grpc_transport)

PROVIDER = "demo-project"
START_SECONDS = 30
STOP_SECONDS = 20


class Emulator:
    """The emulator as a process, which ends with the `with` statement."""

    numbers = itertools.count(1)
    # How clients call it: rest or grpc.
    transport = "rest"

    def __init__(self, program, *options):
        self.folder = tempfile.TemporaryDirectory(prefix="ridealong-interop-")
        home = self.folder.name
        self.errors = open(os.path.join(home, "errors"), "w+", encoding="utf-8")
        self.process = subprocess.Popen(
            [program, "emulator", "--provider", PROVIDER, *options],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self.errors,
            env={**os.environ, "HOME": home, "TMPDIR": home})
        try:
            words = shlex.split(self._ready_line())
            # ready URL provider P keys DIR, then pairs: backend URL, admin URL, grpc HOST:PORT.
            self.endpoint = words[1]
            said = dict(zip(words[2::2], words[3::2]))
            self.backend = said.get("backend")
            self.admin = said.get("admin")
            self.grpc = said["grpc"]
            if words[0] != "ready" or said["provider"] != PROVIDER:
                raise RuntimeError("The ready line is another: " + " ".join(words))
            self.keys = said["keys"]
            self.roots = os.path.join(self.keys, "localhost.pem")
            self.accounts = {
                name.removesuffix(".json"): Account(os.path.join(self.keys, name))
                for name in sorted(os.listdir(self.keys)) if name.endswith(".json")}
        except BaseException:
            self.stop()
            raise
        self._server_token = self.accounts["server"].google_token(SERVER)
        self.trips = self.trip_client()
        self.vehicles = self.vehicle_client()

    def _ready_line(self):
        deadline = time.monotonic() + START_SECONDS
        line = b""
        while not line.endswith(b"\n"):
            left = deadline - time.monotonic()
            ready, _, _ = select.select([self.process.stdout], [], [], max(0, left))
            piece = os.read(self.process.stdout.fileno(), 4096) if ready else b""
            if not piece:
                raise RuntimeError("The emulator did not start: " + self.said())
            line += piece
        return line.decode()

    def said(self):
        """What the emulator wrote to standard error so far."""
        self.errors.flush()
        with open(self.errors.name, encoding="utf-8") as file:
            return file.read()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    def stop(self):
        """Ends the process, and by force if it does not end by itself."""
        try:
            self.process.terminate()
            try:
                self.process.wait(timeout=STOP_SECONDS)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait(timeout=STOP_SECONDS)
                raise
        finally:
            self.process.stdout.close()
            self.errors.close()
            self.folder.cleanup()

    # Clients

    def token(self, role="server", **ids):
        if role == "server" and not ids:
            return self._server_token
        return self.accounts[role].google_token(ids)

    def trip_client(self, token=None, **options):
        return fleetengine_v1.TripServiceClient(
            transport=self._transport(TripRest, TripServiceGrpcTransport, token, **options))

    def vehicle_client(self, token=None, **options):
        return fleetengine_v1.VehicleServiceClient(
            transport=self._transport(VehicleRest, VehicleServiceGrpcTransport, token, **options))

    def _transport(self, rest, grpc, token, **options):
        token = token or self._server_token
        if self.transport == "grpc":
            return grpc_transport(grpc, self.grpc, self.roots, token)
        return rest(self.endpoint, token, **options)

    def http(self, method, path, body=None, token=None):
        """A plain call below the provider, as no client of Google's makes it."""
        return requests.request(
            method, f"{self.endpoint}/v1/providers/{PROVIDER}/{path}", json=body, timeout=15,
            headers={"Authorization": f"Bearer {token or self._server_token}"})

    # Names

    def new_id(self, kind):
        return f"{kind}-{next(self.numbers)}"


PARENT = f"providers/{PROVIDER}"


def trip_name(trip_id):
    return f"{PARENT}/trips/{trip_id}"


def vehicle_name(vehicle_id):
    return f"{PARENT}/vehicles/{vehicle_id}"
