"""How requests and answers are written (docs/protocol.md, "Request header", "JSON encoding" and "Endpoints"; headers, ids, enumerations)."""

import json

import pytest
from google.api_core import exceptions
from google.maps import fleetengine_v1 as fe

from emulator import PARENT, PROVIDER, trip_name
from transport import parse
from world import HERE, PICKUP, TripStatus, TripType, point, terminal

HEADER = fe.RequestHeader(
    language_code="en-US", region_code="US", sdk_version="1.2.3", os_version="15",
    device_model="iPhone12,1", sdk_type=fe.RequestHeader.SdkType.CONSUMER,
    maps_sdk_version="1", nav_sdk_version="2", platform=fe.RequestHeader.Platform.IOS,
    manufacturer="A", android_api_level=3, trace_id="trace")


def test_a_header_goes_with_every_call(world):
    trip_id, vehicle_id = world.ride()
    trip, vehicle = trip_name(trip_id), f"{PARENT}/vehicles/{vehicle_id}"
    trips, vehicles = world.trips, world.vehicles
    made = world.new_id()
    trips.create_trip(fe.CreateTripRequest(
        header=HEADER, parent=PARENT, trip_id=made, trip=fe.Trip(
            trip_type=TripType.SHARED, pickup_point=terminal(PICKUP))))
    trips.get_trip(fe.GetTripRequest(header=HEADER, name=trip))
    trips.update_trip(fe.UpdateTripRequest(
        header=HEADER, name=trip, trip=fe.Trip(trip_status=TripStatus.NEW),
        update_mask={"paths": ["trip_status"]}))
    trips.search_trips(fe.SearchTripsRequest(header=HEADER, parent=PARENT))
    trips.delete_trip(fe.DeleteTripRequest(header=HEADER, name=trip_name(made)))
    vehicles.get_vehicle(fe.GetVehicleRequest(header=HEADER, name=vehicle))
    vehicles.update_vehicle(fe.UpdateVehicleRequest(
        header=HEADER, name=vehicle, vehicle=fe.Vehicle(maximum_capacity=3),
        update_mask={"paths": ["maximum_capacity"]}))
    vehicles.update_vehicle_attributes(fe.UpdateVehicleAttributesRequest(
        header=HEADER, name=vehicle, attributes=[fe.VehicleAttribute(key="a", value="b")]))
    vehicles.list_vehicles(fe.ListVehiclesRequest(
        header=HEADER, parent=PARENT, vehicle_type_categories=[1]))
    vehicles.search_vehicles(fe.SearchVehiclesRequest(
        header=HEADER, parent=PARENT, pickup_point=terminal(HERE), pickup_radius_meters=400,
        count=1, minimum_capacity=1, trip_types=[2], vehicle_types=[{"category": 1}], order_by=1))


@pytest.mark.parametrize("query, status", [
    ("header.languageCode=de", 200), ("header.language_code=de", 200), ("header.platform=IOS", 200),
    ("header.platform=2", 200), ("header.platform=9", 200), ("header.platform=PALM", 400),
    ("header.nothing=1", 400), ("header=1", 400), ("nothing=1", 400), ("%24alt=json", 200),
    ("%24alt=proto", 400), ("alt=media", 400), ("callback=f", 400), ("fields=name", 200),
    ("%24fields=pickup_point/point(latitude),*/point", 200), ("fields=nothing", 400), ("alt=json", 200), ("%24prettyPrint=false", 200), ("key=k", 200),
    ("view=1&view=2", 400), ("view=SDK", 200), ("view=NONSENSE", 400),
    ("currentRouteSegmentVersion=now", 400),
    ("currentRouteSegmentVersion=2025-02-05T17%3A03%3A25.081409Z", 200),
    ("currentRouteSegmentVersion=2025-02-05T22%3A33%3A25%2B05%3A30", 200),
    ("current_route_segment_version=2025-02-05T17:03:25Z", 200),
])
def test_query_parameters(world, query, status):
    reply = world.emulator.http("GET", f"trips/{world.trip()}?{query}")
    assert reply.status_code == status, reply.text


@pytest.mark.parametrize("trip_id", [
    "a b", "Ünïcode-é", "a%2Fb", "a+b", "a@b", "a*b", "a&b=c", "%", "日本", "a;b", "~", "x" * 64])
def test_ids_are_percent_encoded(world, trip_id):
    world.trip(trip_id=trip_id)
    assert world.get(trip_id).name == trip_name(trip_id)
    world.update(trip_id, trip_status=TripStatus.CANCELED)
    world.trips.delete_trip(fe.DeleteTripRequest(name=trip_name(trip_id)))


@pytest.mark.parametrize("trip_id", ["a:b", "a,b", "a?b", "a#b", "x" * 65])
def test_an_id_that_no_trip_can_have(world, trip_id):
    with pytest.raises(exceptions.BadRequest, match="1 to 64 characters"):
        world.get(trip_id)


@pytest.mark.rest
@pytest.mark.parametrize("name", [
    f"{PARENT}/trips/..", f"{PARENT}/trips/a/b", f"{PARENT}/trips/", "trips/x", ""])
def test_names_that_the_client_refuses_itself(world, name):
    sent = len(world.trips.transport.statuses)
    with pytest.raises(ValueError):
        world.trips.get_trip(fe.GetTripRequest(name=name))
    assert len(world.trips.transport.statuses) == sent


def test_answers_name_or_number_their_enumerations(world):
    trip_id, vehicle_id = world.ride()
    named = world.emulator.http("GET", f"trips/{trip_id}").json()
    assert named["tripStatus"] == "NEW" and named["tripType"] == "EXCLUSIVE"
    assert named["remainingWaypoints"][0]["waypointType"] == "PICKUP_WAYPOINT_TYPE"
    numbered = world.emulator.http("GET", f"trips/{trip_id}?$alt=json;enum-encoding=int").json()
    assert numbered["tripStatus"] == 1 and numbered["tripType"] == 2
    assert numbered["remainingWaypoints"][0]["waypointType"] == 1
    assert numbered["currentRouteSegmentTraffic"]["speedReadingInterval"][0]["speed"] == 1
    vehicle = world.emulator.http("GET", f"vehicles/{vehicle_id}").json()
    assert vehicle["supportedTripTypes"] == ["EXCLUSIVE", "SHARED"]
    assert vehicle["vehicleType"] == {"category": "AUTO"}


@pytest.mark.rest
def test_a_client_without_numbers_reads_the_same(world):
    trip_id, vehicle_id = world.ride()
    by_name = world.emulator.trip_client(enum_numbers=False)
    one, two = by_name.get_trip({"name": trip_name(trip_id)}), world.get(trip_id)
    # Time runs on between two calls.
    one.remaining_time_to_first_waypoint = two.remaining_time_to_first_waypoint
    assert one == two
    vehicles = world.emulator.vehicle_client(enum_numbers=False)
    told = vehicles.get_vehicle({"name": f"{PARENT}/vehicles/{vehicle_id}"})
    assert told == world.get_vehicle(vehicle_id)
    by_name.update_trip(fe.UpdateTripRequest(
        name=trip_name(trip_id), trip=fe.Trip(trip_status=TripStatus.ARRIVED_AT_PICKUP),
        update_mask={"paths": ["trip_status"]}))
    assert world.get(trip_id).trip_status == TripStatus.ARRIVED_AT_PICKUP


TRIP = {"tripType": "EXCLUSIVE", "pickupPoint": {"point": {"latitude": 1, "longitude": 2}}}


@pytest.mark.parametrize("changes", [
    {"tripType": 2}, {"tripType": "2"}, {"tripType": "SHARED"},
    {"trip_type": "EXCLUSIVE", "tripType": None},
    {"pickup_point": {"point": {"latitude": 1}}, "pickupPoint": None},
    {"numberOfPassengers": "3"}, {"numberOfPassengers": 3.0}, {"numberOfPassengers": None},
    {"pickupPoint": {"point": {"latitude": "1.5", "longitude": -2}}},
    {"dropoffPoint": {"point": {}, "terminalPointId": {"placeId": "x"}, "accessPointId": "y"}},
    {"remainingTimeToFirstWaypoint": "3.5s", "etaToFirstWaypoint": "2025-02-05T17:03:25+05:30"},
])
def test_bodies_that_are_taken(world, changes):
    body = {key: value for key, value in {**TRIP, **changes}.items()}
    reply = world.emulator.http("POST", f"trips?tripId={world.new_id()}", body)
    assert reply.status_code == 200, reply.text
    parse(reply.content, fe.Trip)


@pytest.mark.parametrize("changes", [
    {"tripType": "exclusive"}, {"tripType": True}, {"nothing": 1}, {"numberOfPassengers": 1.5},
    {"numberOfPassengers": "x"}, {"numberOfPassengers": 2**31}, {"pickupPoint": []},
    {"pickupPoint": {"point": {"latitude": "NaN"}}}, {"vehicleId": 5},
    {"etaToFirstWaypoint": "2025-02-05T17:03:25"}, {"etaToFirstWaypoint": 1_700_000_000},
    {"remainingTimeToFirstWaypoint": 300}, {"lastLocationSnappable": "true"},
    {"intermediateDestinations": {}}, {"trip_type": "SHARED"},
])
def test_bodies_that_are_refused(world, changes):
    reply = world.emulator.http("POST", f"trips?tripId={world.new_id()}", {**TRIP, **changes})
    assert reply.status_code == 400, reply.text
    assert reply.json()["error"]["status"] == "INVALID_ARGUMENT"


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"null", b"5", b'{"a":1}{', b"\xff"])
def test_bodies_that_are_no_trip(world, body):
    reply = world.emulator.http(
        "POST", f"trips?tripId={world.new_id()}", data=body,
        headers={"Content-Type": "application/json"})
    assert reply.status_code == 400, reply.text
    assert reply.json()["error"]["code"] == 400


@pytest.mark.parametrize("method, path", [
    ("PATCH", "trips/x"), ("POST", "trips/x"), ("DELETE", "trips"), ("GET", "trips"),
    ("GET", "trips:search"), ("POST", "trips:nothing"), ("POST", "billableTrips/x"),
    ("GET", "nothing"), ("GET", "nothing/x/y"), ("PUT", "vehicles/v:updateAttributes"),
    ("POST", "vehicles/v:updateLocation"),
])
def test_what_is_not_served(world, method, path):
    reply = world.emulator.http(method, path, headers={"Content-Type": "application/json"})
    assert reply.status_code == 404, reply.text
    assert reply.json()["error"]["status"] == "NOT_FOUND"


def test_answers_are_json(world):
    reply = world.emulator.http("GET", f"trips/{world.trip()}")
    assert reply.headers["Content-Type"] == "application/json; charset=utf-8"
    assert json.loads(reply.content) == reply.json()
    assert PROVIDER in reply.json()["name"]


def test_a_place_at_zero_is_written_as_google_does(world):
    vehicle_id = world.vehicle((0, 0))
    reply = world.emulator.http("GET", f"vehicles/{vehicle_id}").json()
    assert reply["lastLocation"]["location"] == {}
    assert world.get_vehicle(vehicle_id).last_location.location == point((0, 0))
