"""gRPC as Google's published client uses it, with nothing of the tests' own in between (docs/emulator.md, "gRPC")."""

import os
import subprocess
import sys
import threading
import time

import grpc
import pytest
import requests
from google.api_core import exceptions
from google.maps import fleetengine_v1 as fe

from emulator import PARENT, trip_name, vehicle_name
from tokens import AUDIENCE, SERVER
from transport import grpc_channel
from world import Category, World


pytestmark = pytest.mark.grpc

SECONDS = 10
GET_TRIP = "/maps.fleetengine.v1.TripService/GetTrip"


def own_program(emulator, code, **environment):
    """Runs a program with the published client, which differs only in its environment."""
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True,
        env={**os.environ, "GRPC_DEFAULT_SSL_ROOTS_FILE_PATH": emulator.roots,
             "GOOGLE_APPLICATION_CREDENTIALS": emulator.accounts["server"].path,
             "ENDPOINT": emulator.grpc.replace("127.0.0.1", "localhost"), **environment}).stdout


SCOPE = "https://www.googleapis.com/auth/cloud-platform"
CREDENTIALS = {
    "a token of its own": f"jwt.Credentials.from_service_account_file(key, audience={AUDIENCE!r}, "
                          f"additional_claims={{'authorization': {SERVER}}})",
    "a token for each method": "jwt.OnDemandCredentials.from_service_account_file(key, "
                               f"additional_claims={{'authorization': {SERVER}}})",
    "an account with a scope": "service_account.Credentials.from_service_account_file("
                               f"key, scopes=[{SCOPE!r}])",
}
# What Google's library signs without a scope: an audience alone.
UNSCOPED = {
    "an account without a scope": "service_account.Credentials.from_service_account_file(key)",
    "the environment's": "None",
}


def get_trip(emulator, trip_id, credentials, options=""):
    """What a program prints that gets a trip with the published client."""
    return own_program(emulator, f"""
import os
from google.api_core import exceptions
from google.auth import jwt
from google.maps import fleetengine_v1 as fe
from google.oauth2 import service_account
key = os.environ["GOOGLE_APPLICATION_CREDENTIALS"]
client = fe.TripServiceClient(
    credentials={credentials}, client_options={{"api_endpoint": os.environ["ENDPOINT"]{options}}})
try:
    print(client.get_trip({{"name": "{trip_name(trip_id)}"}}, timeout={SECONDS}).name)
except exceptions.Forbidden as error:
    print(error.grpc_status_code.name, error.message)
""").strip()


@pytest.mark.parametrize("kind", CREDENTIALS)
def test_a_program_changes_its_address_only(world, kind):
    trip_id = world.trip()
    assert get_trip(world.emulator, trip_id, CREDENTIALS[kind]) == trip_name(trip_id)


def test_the_environments_credentials_need_a_scope(world):
    trip_id = world.trip()
    scoped = get_trip(world.emulator, trip_id, "None", f', "scopes": [{SCOPE!r}]')
    assert scoped == trip_name(trip_id)


@pytest.mark.parametrize("kind", UNSCOPED)
def test_credentials_without_a_scope_are_refused(world, kind):
    printed = get_trip(world.emulator, world.trip(), UNSCOPED[kind])
    assert printed == "PERMISSION_DENIED JWT does not contain any scopes."


def test_the_asyncio_client(world):
    trip_id = world.trip()
    printed = own_program(world.emulator, f"""
import asyncio, os
from google.maps import fleetengine_v1 as fe
async def main():
    client = fe.TripServiceAsyncClient(client_options={{
        "api_endpoint": os.environ["ENDPOINT"], "scopes": ["{SCOPE}"]}})
    calls = [client.get_trip({{"name": "{trip_name(trip_id)}"}}, timeout={SECONDS}) for _ in range(50)]
    print({{trip.name for trip in await asyncio.gather(*calls)}})
asyncio.run(main())
""")
    assert trip_name(trip_id) in printed


def test_plain_text_with_metadata(world):
    trip_id = world.trip()
    with grpc.insecure_channel(world.emulator.grpc) as channel:
        stub = channel.unary_unary(
            GET_TRIP, request_serializer=fe.GetTripRequest.serialize,
            response_deserializer=fe.Trip.deserialize)
        metadata = [("authorization", "Bearer " + world.emulator.token())]
        request = fe.GetTripRequest(name=trip_name(trip_id))
        assert stub(request, metadata=metadata, timeout=SECONDS).name == trip_name(trip_id)
        with pytest.raises(grpc.RpcError) as refused:
            stub(request, timeout=SECONDS)
        assert refused.value.code() == grpc.StatusCode.UNAUTHENTICATED


def test_plain_text_with_local_credentials(world):
    trip_id = world.trip()
    credentials = grpc.composite_channel_credentials(
        grpc.local_channel_credentials(),
        grpc.access_token_call_credentials(world.emulator.token()))
    with grpc.secure_channel(world.emulator.grpc, credentials) as channel:
        transport = type(world.trips.transport)(channel=channel)
        client = fe.TripServiceClient(transport=transport)
        assert client.get_trip({"name": trip_name(trip_id)}, timeout=SECONDS)


@pytest.mark.parametrize("name", [
    f"{PARENT}/trips/..", f"{PARENT}/trips/a/b", f"{PARENT}/trips/", "trips/x", "",
    f"{PARENT}/vehicles/x"])
def test_a_name_that_is_not_a_trips(world, name):
    with pytest.raises((exceptions.InvalidArgument, exceptions.NotFound)) as refused:
        world.trips.get_trip(fe.GetTripRequest(name=name))
    assert name.endswith("..") or isinstance(refused.value, exceptions.InvalidArgument)


def test_all_numbers_of_a_location(world):
    vehicle_id = world.vehicle()
    location = fe.VehicleLocation(
        location={"latitude": -0.5, "longitude": 179.5}, heading=0, speed=0.25, altitude=-1.5,
        is_road_snapped=False, location_sensor=fe.LocationSensor.CORE_LOCATION,
        update_time={"seconds": int(time.time()), "nanos": 1})
    world.update_vehicle(vehicle_id, "last_location", last_location=location)
    told = world.get_vehicle(vehicle_id).last_location
    for field in ("location", "heading", "speed", "altitude", "is_road_snapped", "update_time"):
        assert field in told and getattr(told, field) == getattr(location, field), field


def test_gzip(world):
    trip_id = world.trip()
    emulator = world.emulator
    with grpc_channel(emulator.grpc, emulator.roots, emulator.token()) as channel:
        stub = channel.unary_unary(
            GET_TRIP, request_serializer=fe.GetTripRequest.serialize,
            response_deserializer=fe.Trip.deserialize)
        # A long name of a field that is ignored makes the message worth compressing.
        request = fe.GetTripRequest(name=trip_name(trip_id), header={"trace_id": "x" * 10_000})
        told = stub(request, compression=grpc.Compression.Gzip, timeout=SECONDS)
        assert told.name == trip_name(trip_id)
        with pytest.raises(grpc.RpcError) as refused:
            stub(request, compression=grpc.Compression.Deflate, timeout=SECONDS)
        assert refused.value.code() == grpc.StatusCode.UNIMPLEMENTED


def test_a_large_message(world):
    for size, kind in ((3_000_000, exceptions.NotFound), (5_000_000, exceptions.ResourceExhausted)):
        with pytest.raises(kind):
            world.trips.get_trip(fe.GetTripRequest(
                name=trip_name("none"), header={"trace_id": "x" * size}))


@pytest.fixture(scope="module")
def slow(start):
    """An emulator with an admin endpoint, by which tests delay answers."""
    return start("--admin", "127.0.0.1:0")


def delay(emulator, seconds):
    requests.put(
        f"{emulator.admin}/faults", json=[{"delay": seconds, "count": 1000}],
        timeout=15).raise_for_status()


def end_delay(emulator):
    requests.delete(f"{emulator.admin}/faults", timeout=15).raise_for_status()


def test_a_deadline(slow):
    delay(slow, 60)
    begun = time.monotonic()
    with pytest.raises(exceptions.DeadlineExceeded):
        slow.trips.get_trip({"name": trip_name("x")}, timeout=0.3, retry=None)
    assert time.monotonic() - begun < 5
    end_delay(slow)


def test_a_call_that_is_cancelled(slow):
    delay(slow, 60)
    with grpc.insecure_channel(slow.grpc) as channel:
        stub = channel.unary_unary(GET_TRIP, request_serializer=fe.GetTripRequest.serialize)
        calls = [stub.future(fe.GetTripRequest(name=trip_name("x"))) for _ in range(20)]
        time.sleep(0.2)
        for call in calls:
            call.cancel()
        assert {call.code() for call in calls} == {grpc.StatusCode.CANCELLED}
    end_delay(slow)
    with pytest.raises(exceptions.NotFound):
        slow.trips.get_trip({"name": trip_name("x")}, timeout=SECONDS)


def test_slow_calls_do_not_delay_others(slow):
    requests.put(
        f"{slow.admin}/faults", json=[{"delay": 60, "count": 1000, "procedure": "SearchTrips"}],
        timeout=15).raise_for_status()
    with grpc.insecure_channel(slow.grpc) as channel:
        stub = channel.unary_unary(
            "/maps.fleetengine.v1.TripService/SearchTrips",
            request_serializer=fe.SearchTripsRequest.serialize)
        calls = [stub.future(fe.SearchTripsRequest(parent=PARENT)) for _ in range(90)]
        begun = time.monotonic()
        with pytest.raises(exceptions.NotFound):
            slow.trips.get_trip({"name": trip_name("x")}, timeout=SECONDS)
        assert time.monotonic() - begun < 2
        for call in calls:
            call.cancel()
    end_delay(slow)


def test_a_running_call_ends_before_the_server_does(program):
    from emulator import Emulator
    emulator = Emulator(program, "--admin", "127.0.0.1:0")
    delay(emulator, 0.5)
    results = []

    def call():
        try:
            emulator.trips.get_trip({"name": trip_name("x")}, timeout=SECONDS, retry=None)
        except exceptions.GoogleAPICallError as error:
            results.append(error)

    thread = threading.Thread(target=call)
    thread.start()
    time.sleep(0.2)
    begun = time.monotonic()
    emulator.stop()
    thread.join(SECONDS)
    assert time.monotonic() - begun < 5
    # The script's delays end with the server, so that the call is cut off.
    assert len(results) == 1


def test_a_large_answer(world):
    vehicle_ids = [world.vehicle() for _ in range(300)]
    listed = {one.name for one in world.vehicles.list_vehicles(
        fe.ListVehiclesRequest(
            parent=PARENT, page_size=1000, vehicle_type_categories=[Category.AUTO]))}
    assert {vehicle_name(one) for one in vehicle_ids} <= listed


def test_many_at_once(world):
    trip_id = world.trip()
    with grpc.insecure_channel(world.emulator.grpc) as channel:
        stub = channel.unary_unary(
            GET_TRIP, request_serializer=fe.GetTripRequest.serialize,
            response_deserializer=fe.Trip.deserialize)
        metadata = [("authorization", "Bearer " + world.emulator.token())]
        request = fe.GetTripRequest(name=trip_name(trip_id))
        calls = [stub.future(request, metadata=metadata) for _ in range(1000)]
        assert {call.result(timeout=30).name for call in calls} == {trip_name(trip_id)}


def test_the_access_log(program, tmp_path):
    from emulator import Emulator
    log = tmp_path / "access.log"
    with Emulator(program, "--access-log", str(log)) as emulator:
        with pytest.raises(exceptions.NotFound):
            emulator.trips.get_trip({"name": trip_name("none")})
        token = emulator.token()
    line, = [one for one in log.read_text().splitlines() if " GRPC " in one]
    assert f"/v1/{trip_name('none')} 404 " in line and line.endswith(" GetTrip")
    assert token not in log.read_text()


def test_the_exports_of_a_shell(program):
    process = subprocess.Popen(
        [program, "emulator", "--print-env"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        text=True)
    timer = threading.Timer(SECONDS, process.kill)
    timer.start()
    try:
        lines = [process.stdout.readline()]
        # The last variable, because the program does not end by itself.
        while lines[-1] and "RIDEALONG_SERVICE_ACCOUNT" not in lines[-1]:
            lines.append(process.stdout.readline())
    finally:
        timer.cancel()
        process.terminate()
        try:
            process.wait(timeout=SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(timeout=SECONDS)
            raise
        process.stdout.close()
    assert lines[-1], f"The exports did not end within {SECONDS} s: {lines}"
    assert lines[0].startswith("ready ") and " grpc 127.0.0.1:" in lines[0]
    names = {line.split()[1].partition("=")[0] for line in lines[1:]}
    assert {"FLEET_ENGINE_EMULATOR_GRPC", "GRPC_DEFAULT_SSL_ROOTS_FILE_PATH",
            "GOOGLE_APPLICATION_CREDENTIALS", "FLEET_ENGINE_EMULATOR_KEYS"} <= names


# Health and reflection.


def test_health(emulator):
    with grpc.insecure_channel(emulator.grpc) as channel:
        check = channel.unary_unary("/grpc.health.v1.Health/Check")
        assert check(b"", timeout=SECONDS) == b"\x08\x01"
        name = b"maps.fleetengine.v1.TripService"
        assert check(b"\x0a" + bytes([len(name)]) + name, timeout=SECONDS) == b"\x08\x01"
        with pytest.raises(grpc.RpcError) as refused:
            check(b"\x0a\x01x", timeout=SECONDS)
        assert refused.value.code() == grpc.StatusCode.NOT_FOUND
        watch = channel.unary_stream("/grpc.health.v1.Health/Watch")(b"", timeout=SECONDS)
        assert next(watch) == b"\x08\x01"
        watch.cancel()
        with pytest.raises(grpc.RpcError) as refused:
            channel.unary_unary("/grpc.health.v1.Health/Nothing")(b"", timeout=SECONDS)
        assert refused.value.code() == grpc.StatusCode.UNIMPLEMENTED


# Faults.


@pytest.mark.parametrize("fault", [
    "reset", {"reset": True}, {"resetAfter": 3}, {"truncateAfter": 10},
    {"resetAfter": 3, "pieceBytes": 1, "pause": 0.01}])
def test_an_answer_that_breaks_off(slow, fault):
    trip_id = World(slow).trip()
    requests.put(f"{slow.admin}/faults", json=[fault], timeout=15).raise_for_status()
    with pytest.raises(exceptions.GoogleAPICallError) as refused:
        slow.trips.get_trip({"name": trip_name(trip_id)}, timeout=SECONDS, retry=None)
    assert refused.value.grpc_status_code in (
        grpc.StatusCode.INTERNAL, grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.UNKNOWN)
    assert slow.trips.get_trip({"name": trip_name(trip_id)}, timeout=SECONDS).name


def test_an_answer_in_pieces(slow):
    trip_id = World(slow).trip()
    requests.put(
        f"{slow.admin}/faults", json=[{"pieceBytes": 20, "pause": 0.02}],
        timeout=15).raise_for_status()
    begun = time.monotonic()
    assert slow.trips.get_trip({"name": trip_name(trip_id)}, timeout=SECONDS).name
    assert time.monotonic() - begun > 0.05
