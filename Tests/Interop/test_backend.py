"""The provider's backend gives tokens and trips that Google's client can use (docs/protocol.md, "Token endpoints" and "Provider's backend")."""

import time

import pytest
import requests
from google.api_core import exceptions
from google.auth import jwt

from emulator import PARENT, trip_name
from world import DROPOFF, HERE, PICKUP, TripStatus, kinds


@pytest.fixture
def backend(emulator):
    def call(method, path, body=None, status=200):
        reply = requests.request(method, f"{emulator.backend}/{path}", json=body, timeout=15)
        assert reply.status_code == status, reply.text
        return reply.json()

    return call


def latlng(place):
    return {"latitude": place[0], "longitude": place[1]}


@pytest.mark.parametrize("path, claims", [
    ("token/consumer/t1", {"tripid": "t1"}), ("token/driver/v1", {"vehicleid": "v1"}),
    ("token/server", {"tripid": "*", "vehicleid": "*"})])
def test_the_tokens_shape(backend, path, claims):
    answer = backend("GET", path)
    assert jwt.decode(answer["jwt"], verify=False)["authorization"] == claims
    life = answer["expirationTimestamp"] - answer["creationTimestamp"]
    assert life == 3_600_000
    assert abs(answer["creationTimestamp"] / 1000 - time.time()) < 60


def test_a_ride_of_the_sample_apps(emulator, backend):
    """Contract 8.4: the driver's app and the rider's app, with the backend's tokens only."""
    vehicle_id = emulator.new_id("vehicle")
    made = backend("POST", "vehicle/new", {
        "vehicleId": vehicle_id, "backToBackEnabled": True, "maximumCapacity": 5})
    assert made["name"].endswith(vehicle_id)
    driver = emulator.vehicle_client(backend("GET", f"token/driver/{vehicle_id}")["jwt"])
    driver.update_vehicle({
        "name": f"{PARENT}/vehicles/{vehicle_id}",
        "vehicle": {"vehicle_state": "ONLINE", "last_location": {"location": latlng(HERE)}},
        "update_mask": {"paths": ["vehicle_state", "last_location"]}})
    name = backend("POST", "trip/new", {
        "pickup": latlng(PICKUP), "dropoff": latlng(DROPOFF)})["name"]
    trip_id = name.rsplit("/", 1)[1]
    rider = emulator.trip_client(backend("GET", f"token/consumer/{trip_id}")["jwt"])
    trip = rider.get_trip({"name": name})
    assert trip.vehicle_id == vehicle_id
    assert kinds(trip.remaining_waypoints) == [(trip_id, "pickup"), (trip_id, "dropoff")]
    assert trip_id in backend("GET", f"vehicle/{vehicle_id}")["currentTripsIds"]
    for status in ("ENROUTE_TO_PICKUP", "ARRIVED_AT_PICKUP", "ENROUTE_TO_DROPOFF", "COMPLETE"):
        backend("PUT", f"trip/{trip_id}", {"status": status})
        assert rider.get_trip({"name": name}).trip_status == TripStatus[status]
    with pytest.raises(exceptions.Forbidden):
        rider.get_trip({"name": trip_name("another")})
    server = emulator.trip_client(backend("GET", "token/server")["jwt"])
    assert server.get_trip({"name": name}).actual_dropoff_point


def test_the_backend_may_be_left_out(start):
    emulator = start("--no-backend")
    assert emulator.backend is None
    assert requests.get(f"{emulator.endpoint}/provider/token/server", timeout=15).status_code == 404


def test_faults_come_and_go_by_the_admin_endpoint(start):
    emulator = start("--admin", "127.0.0.1:0")
    assert emulator.admin
    requests.put(
        f"{emulator.admin}/faults", json=[{"procedure": "GetTrip", "code": "INTERNAL"}],
        timeout=15).raise_for_status()
    for kind in (exceptions.InternalServerError, exceptions.NotFound):
        with pytest.raises(kind):
            emulator.trips.get_trip({"name": trip_name("nothing")})
