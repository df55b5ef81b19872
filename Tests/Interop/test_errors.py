"""Every documented error, and what Google's client makes of it (docs/protocol.md, "Errors" and "Quotas")."""

import json
import time

import pytest
import requests
from google.api_core import exceptions, retry
from google.maps import fleetengine_v1 as fe

from emulator import PARENT, trip_name
from transport import status_name
from world import PICKUP, TripStatus, TripType, World, terminal

# gRPC's code, HTTP's, and the class that Google's client raises, itself or a subclass of it.
CODES = [
    ("CANCELLED", 499, exceptions.Cancelled),
    ("UNKNOWN", 500, exceptions.ServerError),
    ("INVALID_ARGUMENT", 400, exceptions.BadRequest),
    ("DEADLINE_EXCEEDED", 504, exceptions.GatewayTimeout),
    ("NOT_FOUND", 404, exceptions.NotFound),
    ("ALREADY_EXISTS", 409, exceptions.Conflict),
    ("PERMISSION_DENIED", 403, exceptions.Forbidden),
    ("RESOURCE_EXHAUSTED", 429, exceptions.TooManyRequests),
    ("FAILED_PRECONDITION", 400, exceptions.BadRequest),
    ("ABORTED", 409, exceptions.Conflict),
    ("OUT_OF_RANGE", 400, exceptions.BadRequest),
    ("UNIMPLEMENTED", 501, exceptions.MethodNotImplemented),
    ("INTERNAL", 500, exceptions.InternalServerError),
    ("UNAVAILABLE", 503, exceptions.ServiceUnavailable),
    ("DATA_LOSS", 500, exceptions.ServerError),
    ("UNAUTHENTICATED", 401, exceptions.Unauthorized),
]


def natural(world):
    """The errors that calls run into by themselves."""
    trip_id, _ = world.ride()
    return {
        "INVALID_ARGUMENT": lambda: world.update(trip_id),
        "NOT_FOUND": lambda: world.get("nothing"),
        "ALREADY_EXISTS": lambda: world.trip(trip_id=trip_id),
        "PERMISSION_DENIED": lambda: world.emulator.trip_client(
            world.emulator.token("consumer", tripid="x")).get_trip({"name": trip_name(trip_id)}),
        "FAILED_PRECONDITION": lambda: world.trips.delete_trip({"name": trip_name(trip_id)}),
        "UNAUTHENTICATED": lambda: world.emulator.trip_client("x").get_trip(
            {"name": trip_name(trip_id)}),
    }


@pytest.mark.parametrize("code, status, kind", [
    row for row in CODES if row[0] in (
        "INVALID_ARGUMENT", "NOT_FOUND", "ALREADY_EXISTS", "PERMISSION_DENIED",
        "FAILED_PRECONDITION", "UNAUTHENTICATED")])
def test_an_error_of_the_emulators_own(world, code, status, kind):
    with pytest.raises(exceptions.GoogleAPICallError) as refused:
        natural(world)[code]()
    assert isinstance(refused.value, kind) and refused.value.code == status
    assert status_name(refused.value) == code
    if world.emulator.transport == "grpc":
        assert refused.value.message
        return
    reply = refused.value.response
    assert reply.status_code == status
    assert reply.headers["Content-Type"] == "application/json; charset=utf-8"
    body = reply.json()
    assert set(body) == {"error"} and set(body["error"]) <= {
        "code", "message", "status", "details"}
    assert body["error"]["code"] == status and body["error"]["status"] == code
    # The client's own message holds the server's.
    assert body["error"]["message"] and body["error"]["message"] in refused.value.message


@pytest.fixture(scope="module")
def faulty(start, tmp_path_factory):
    """A world with a trip for every fault, of the trip's id."""
    faults = [{"procedure": "GetTrip", "trip": code, "count": 3, "code": code}
              for code, _, _ in CODES]
    faults += [
        {"procedure": "GetTrip", "trip": "once", "code": "UNAVAILABLE"},
        {"procedure": "GetTrip", "trip": "ever", "count": 1000, "code": "UNAVAILABLE"},
        {"procedure": "SearchTrips", "code": "INTERNAL"},
        {"procedure": "GetTrip", "trip": "busy", "code": "RESOURCE_EXHAUSTED", "retryAfter": 7},
    ]
    path = tmp_path_factory.mktemp("faults") / "faults.json"
    path.write_text(json.dumps({"faults": faults}), encoding="utf-8")
    world = World(start("--fault", str(path)))
    for fault in faults:
        if "trip" in fault:
            world.trip(trip_id=fault["trip"])
    return world


@pytest.mark.parametrize("code, status, kind", CODES)
def test_every_code_by_a_fault_script(faulty, code, status, kind):
    with pytest.raises(exceptions.GoogleAPICallError) as refused:
        faulty.trips.get_trip({"name": trip_name(code)}, retry=None)
    assert isinstance(refused.value, kind)
    # Google's classes for two of gRPC's codes have no HTTP status.
    assert refused.value.code == status or code in ("UNKNOWN", "DATA_LOSS")
    assert status_name(refused.value) == code


def test_only_unavailable_is_retried(faulty):
    statuses = faulty.trips.transport.statuses
    sent = len(statuses)
    assert faulty.get("once").trip_status == TripStatus.NEW
    assert statuses[sent:] == ["UNAVAILABLE", "OK"]
    sent = len(statuses)
    with pytest.raises(exceptions.InternalServerError):
        faulty.trips.search_trips({"parent": PARENT})
    assert len(statuses) == sent + 1


def test_retries_end(faulty):
    short = retry.Retry(
        initial=0.05, maximum=0.1, multiplier=1.3, timeout=0.5,
        predicate=retry.if_exception_type(exceptions.ServiceUnavailable))
    with pytest.raises(exceptions.RetryError):
        faulty.trips.get_trip({"name": trip_name("ever")}, retry=short)


def test_a_busy_server_names_the_wait(faulty):
    with pytest.raises(exceptions.TooManyRequests) as refused:
        faulty.get("busy")
    if faulty.emulator.transport == "grpc":
        assert refused.value.details[0].retry_delay.seconds == 7
    else:
        assert refused.value.response.headers["Retry-After"] == "7"


def test_a_quota_names_the_wait(start):
    """The quota of creations is 3,000 a minute, which a test can fill."""
    world = World(start("--quota"))
    create = fe.CreateTripRequest(parent=PARENT, trip_id="", trip=fe.Trip(
        trip_type=TripType.SHARED, pickup_point=terminal(PICKUP)))
    session = requests.Session()
    session.headers["Authorization"] = "Bearer " + world.emulator.token()
    url = f"{world.emulator.endpoint}/v1/{PARENT}/trips?tripId="
    deadline = time.monotonic() + 60
    for _ in range(3000):
        assert time.monotonic() < deadline
        assert session.post(
            url, data="{}", headers={"Content-Type": "application/json"}).status_code == 400
    with pytest.raises(exceptions.TooManyRequests) as refused:
        world.trips.create_trip(create)
    assert status_name(refused.value) == "RESOURCE_EXHAUSTED"
    details = refused.value.details
    if world.emulator.transport == "grpc":
        assert 1 <= details[0].retry_delay.seconds <= 60
    else:
        assert 1 <= int(refused.value.response.headers["Retry-After"]) <= 60
        assert details and refused.value.response.json()["error"]["details"][0]["@type"].endswith(
            "google.rpc.RetryInfo")
    # Reads have a quota of their own.
    with pytest.raises(exceptions.NotFound):
        world.get("nothing")
