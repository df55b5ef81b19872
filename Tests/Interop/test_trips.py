"""Trips: create, get, update, delete, search, report billable (docs/protocol.md, "Endpoints" and "Creating trips and vehicles")."""

import pytest
from google.api_core import exceptions
from google.maps import fleetengine_v1 as fe
from google.protobuf import duration_pb2

from emulator import PARENT, trip_name
from transport import status_name
from world import DROPOFF, HERE, PICKUP, TripStatus, TripType, WaypointType, kinds, point
from world import terminal, waypoint

BILLABLE = f"{PARENT}/billableTrips/"


def create(world, trip_id, **fields):
    return world.trips.create_trip(fe.CreateTripRequest(
        parent=PARENT, trip_id=trip_id, trip=fe.Trip(**fields)))


def test_create_tells_the_trip(world):
    trip_id = world.new_id()
    made = create(
        world, trip_id, trip_type=TripType.EXCLUSIVE, pickup_point=terminal(PICKUP),
        dropoff_point=terminal(DROPOFF), number_of_passengers=3)
    assert made.name == trip_name(trip_id)
    assert made.trip_status == TripStatus.NEW
    assert made.number_of_passengers == 3
    assert made.pickup_point.point.latitude == PICKUP[0]
    assert not made.vehicle_id and not made.remaining_waypoints
    assert "eta_to_first_waypoint" not in made and "last_location" not in made
    assert world.get(trip_id) == made


def test_create_ignores_what_it_does_not_read(world):
    made = create(
        world, world.new_id(), trip_type=TripType.SHARED, pickup_point=terminal(PICKUP),
        trip_status=TripStatus.COMPLETE, name="x", view=fe.TripView.SDK,
        actual_pickup_point=fe.StopLocation(point=point(PICKUP)),
        current_route_segment="x")
    assert made.trip_status == TripStatus.NEW
    assert "actual_pickup_point" not in made and not made.current_route_segment


@pytest.mark.parametrize("fields, said", [
    ({"pickup_point": terminal(PICKUP)}, "trip_type is required"),
    ({"trip_type": TripType.EXCLUSIVE}, "pickup_point is required"),
    ({"trip_type": 9, "pickup_point": terminal(PICKUP)}, "trip_type"),
    ({"trip_type": TripType.EXCLUSIVE, "pickup_point": fe.TerminalLocation()}, "pickup_point"),
    ({"trip_type": TripType.SHARED, "pickup_point": terminal(PICKUP),
      "intermediate_destinations": [terminal(HERE)]}, "exclusive"),
    ({"trip_type": TripType.EXCLUSIVE, "pickup_point": terminal((91, 0))}, "latitude"),
    ({"trip_type": TripType.EXCLUSIVE, "pickup_point": terminal((0, 181))}, "longitude"),
])
def test_create_refuses(world, fields, said):
    with pytest.raises(exceptions.BadRequest, match=said):
        create(world, world.new_id(), **fields)


def test_create_needs_an_id(world):
    with pytest.raises(exceptions.BadRequest, match="trip_id is required"):
        create(world, "", trip_type=TripType.EXCLUSIVE, pickup_point=terminal(PICKUP))


@pytest.mark.parametrize("trip_id", ["a/b", "a:b", "a?b", "a,b", "a#b", "x" * 65])
def test_create_refuses_ids(world, trip_id):
    with pytest.raises(exceptions.BadRequest, match="trip_id has to be"):
        create(world, trip_id, trip_type=TripType.EXCLUSIVE, pickup_point=terminal(PICKUP))


def test_create_takes_an_id_once(world):
    trip_id = world.trip()
    with pytest.raises(exceptions.Conflict) as refused:
        world.trip(trip_id=trip_id)
    assert status_name(refused.value) == "ALREADY_EXISTS"


def test_a_place_at_zero_is_a_place(world):
    trip_id = world.trip(pickup_point=terminal((0, 0)))
    assert "point" in world.get(trip_id).pickup_point


def test_create_with_vehicle_tells_the_ride(world):
    trip_id, vehicle_id = world.ride()
    trip = world.get(trip_id)
    assert trip.vehicle_id == vehicle_id
    assert kinds(trip.remaining_waypoints) == [(trip_id, "pickup"), (trip_id, "dropoff")]
    assert trip.last_location.location.latitude == HERE[0]
    assert trip.remaining_distance_meters > 0
    assert trip.pickup_time < trip.dropoff_time


def test_create_with_an_unknown_vehicle(world):
    with pytest.raises(exceptions.NotFound):
        world.trip(vehicle_id="nobody")


def test_order_is_told_by_changes_and_by_no_get(world):
    first, vehicle_id = world.ride(TripType.SHARED)
    second = world.new_id()
    made = world.trips.create_trip(fe.CreateTripRequest(
        parent=PARENT, trip_id=second, trip=fe.Trip(
            trip_type=TripType.SHARED, vehicle_id=vehicle_id, pickup_point=terminal(HERE),
            dropoff_point=terminal(DROPOFF), vehicle_waypoints=[
                waypoint(first, WaypointType.PICKUP_WAYPOINT_TYPE, PICKUP),
                waypoint(second, WaypointType.PICKUP_WAYPOINT_TYPE, HERE),
                waypoint(second, WaypointType.DROP_OFF_WAYPOINT_TYPE, DROPOFF),
                waypoint(first, WaypointType.DROP_OFF_WAYPOINT_TYPE, DROPOFF),
            ])))
    order = [(first, "pickup"), (second, "pickup"), (second, "dropoff"), (first, "dropoff")]
    assert kinds(made.vehicle_waypoints) == order
    assert kinds(made.remaining_waypoints) == order[:3]
    got = world.get(first)
    assert kinds(got.remaining_waypoints) == order
    assert not got.vehicle_waypoints


def test_delete(world):
    trip_id = world.trip()
    world.trips.delete_trip(fe.DeleteTripRequest(name=trip_name(trip_id)))
    with pytest.raises(exceptions.NotFound):
        world.get(trip_id)
    with pytest.raises(exceptions.NotFound):
        world.trips.delete_trip(fe.DeleteTripRequest(name=trip_name(trip_id)))


def test_delete_needs_an_end_or_no_vehicle(world):
    trip_id, _ = world.ride()
    with pytest.raises(exceptions.BadRequest) as refused:
        world.trips.delete_trip(fe.DeleteTripRequest(name=trip_name(trip_id)))
    assert status_name(refused.value) == "FAILED_PRECONDITION"
    world.status(trip_id, TripStatus.CANCELED)
    world.trips.delete_trip(fe.DeleteTripRequest(name=trip_name(trip_id)))


def search(world, **options):
    return world.trips.search_trips(fe.SearchTripsRequest(parent=PARENT, **options))


def test_search_by_vehicle(world):
    vehicle_id = world.vehicle(back_to_back_enabled=True)
    done = world.trip(vehicle_id=vehicle_id)
    world.status(done, TripStatus.CANCELED)
    live = world.trip(vehicle_id=vehicle_id)
    world.trip()
    found = {trip.name for trip in search(world, vehicle_id=vehicle_id)}
    assert found == {trip_name(done), trip_name(live)}
    active = list(search(world, vehicle_id=vehicle_id, active_trips_only=True))
    assert [trip.name for trip in active] == [trip_name(live)]
    assert active[0].remaining_waypoints and active[0].current_route_segment
    assert "eta_to_first_waypoint" in active[0]


def test_search_over_all_vehicles_tells_nothing_of_their_ways(world):
    trip_id, _ = world.ride()
    trip, = [one for one in search(world, active_trips_only=True)
             if one.name == trip_name(trip_id)]
    assert not trip.current_route_segment and not trip.remaining_waypoints
    assert "remaining_distance_meters" not in trip and "eta_to_first_waypoint" not in trip


def test_search_pages(world):
    vehicle_id = world.vehicle()
    wanted = {trip_name(world.trip(TripType.SHARED, vehicle_id=vehicle_id)) for _ in range(5)}
    pages = list(search(world, vehicle_id=vehicle_id, page_size=2).pages)
    assert [len(page.trips) for page in pages] == [2, 2, 1]
    assert {trip.name for page in pages for trip in page.trips} == wanted
    assert not pages[-1].next_page_token


@pytest.mark.parametrize("options", [
    {"page_size": -1}, {"page_token": "tok"},
    {"minimum_staleness": duration_pb2.Duration(seconds=-1)}])
def test_search_refuses(world, options):
    with pytest.raises(exceptions.BadRequest):
        search(world, **options)


def test_a_page_token_is_of_its_query(world):
    vehicle_id = world.vehicle()
    for _ in range(2):
        world.trip(TripType.SHARED, vehicle_id=vehicle_id)
    token = search(world, vehicle_id=vehicle_id, page_size=1).next_page_token
    assert search(world, vehicle_id=vehicle_id, page_token=token).trips
    with pytest.raises(exceptions.BadRequest, match="page_token"):
        search(world, page_token=token)


def test_search_by_staleness(world):
    trip_id, vehicle_id = world.ride()
    hour = duration_pb2.Duration(seconds=3600)
    assert not list(search(world, vehicle_id=vehicle_id, minimum_staleness=hour))
    none = duration_pb2.Duration(seconds=0)
    assert [one.name for one in search(world, vehicle_id=vehicle_id, minimum_staleness=none)] == [
        trip_name(trip_id)]


def report(world, trip_id, **fields):
    world.trips.report_billable_trip(
        fe.ReportBillableTripRequest(name=BILLABLE + trip_id, **fields))


def test_report_billable(world):
    report(
        world, world.trip(), country_code="US", platform=fe.BillingPlatformIdentifier.IOS,
        related_ids=["a", "b"], solution_type=(
            fe.ReportBillableTripRequest.SolutionType.ON_DEMAND_RIDESHARING_AND_DELIVERIES))
    report(world, "elsewhere", country_code="DE")


@pytest.mark.parametrize("fields, said", [
    ({}, "country_code"), ({"country_code": "USA"}, "country_code"),
    ({"country_code": "4x"}, "country_code"),
    ({"country_code": "US", "related_ids": ["x"] * 51}, "related_ids"),
])
def test_report_billable_refuses(world, fields, said):
    with pytest.raises(exceptions.BadRequest, match=said):
        report(world, "t", **fields)
