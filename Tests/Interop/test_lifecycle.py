"""Trips from booking to their end: one ride, stops, shared and back-to-back (docs/protocol.md, "Trip lifecycle")."""

import pytest
from google.api_core import exceptions
from google.maps import fleetengine_v1 as fe

from emulator import PARENT
from transport import status_name
from world import DROPOFF, HERE, PICKUP, TripStatus, TripType, WaypointType, World, kinds, point
from world import stamp, terminal, waypoint

NEW, TO_PICKUP, AT_PICKUP, TO_DROPOFF, COMPLETE, CANCELED, AT_STOP, TO_STOP = (
    TripStatus(number) for number in range(1, 9))
STOPS = [(45.0650, 7.6800), (45.0640, 7.6810)]


def refused(call, status):
    with pytest.raises(exceptions.GoogleAPICallError) as error:
        call()
    assert status_name(error.value) == status
    return error.value


def test_a_ride(world):
    vehicle_id = world.vehicle()
    trip_id = world.trip()
    told = world.update(trip_id, vehicle_id=vehicle_id)
    assert told.trip_status == NEW
    assert kinds(told.remaining_waypoints) == [(trip_id, "pickup"), (trip_id, "dropoff")]
    assert told.pickup_time < told.dropoff_time and told.remaining_distance_meters
    assert world.status(trip_id, NEW).trip_status == NEW
    for status in (TO_PICKUP, AT_PICKUP):
        told = world.status(trip_id, status)
        assert told.trip_status == status and len(told.remaining_waypoints) == 2
        assert "actual_pickup_point" not in told
    world.drive(vehicle_id, PICKUP)
    told = world.status(trip_id, TO_DROPOFF)
    assert kinds(told.remaining_waypoints) == [(trip_id, "dropoff")]
    assert told.actual_pickup_point.point == point(PICKUP)
    picked_up = told.pickup_time
    location = world.drive(vehicle_id, DROPOFF).last_location
    told = world.status(trip_id, COMPLETE)
    assert told.trip_status == COMPLETE and not told.remaining_waypoints
    assert told.pickup_time == picked_up < told.dropoff_time
    assert told.actual_dropoff_point.point == point(DROPOFF)
    assert told.actual_dropoff_point.timestamp == location.server_time
    assert told.last_location == fe.VehicleLocation(location=point(DROPOFF))
    assert told.vehicle_id == vehicle_id and told.actual_pickup_point.point == point(PICKUP)
    for gone in ("eta_to_first_waypoint", "remaining_distance_meters",
                 "current_route_segment_end_point", "current_route_segment_traffic"):
        assert gone not in told
    assert not told.current_route_segment
    vehicle = world.get_vehicle(vehicle_id)
    assert not vehicle.current_trips and not vehicle.waypoints


def test_an_actual_point_carries_the_sensors_time(world):
    trip_id, vehicle_id = world.ride()
    world.update_vehicle(vehicle_id, last_location=fe.VehicleLocation(
        location=point(PICKUP), update_time=stamp(1_767_261_600)))
    told = world.status(trip_id, TO_DROPOFF)
    assert told.actual_pickup_point.timestamp.timestamp() == 1_767_261_600


@pytest.mark.parametrize("before", [[], [TO_PICKUP], [AT_PICKUP], [TO_DROPOFF]])
def test_a_ride_may_be_cancelled(world, before):
    trip_id, vehicle_id = world.ride()
    world.status(trip_id, *before)
    told = world.status(trip_id, CANCELED)
    assert told.trip_status == CANCELED and told.vehicle_id == vehicle_id
    assert not told.remaining_waypoints and "last_location" not in told
    assert ("actual_pickup_point" in told) == (before == [TO_DROPOFF])
    assert "pickup_point" in told and "dropoff_point" in told


@pytest.mark.parametrize("end", [COMPLETE, CANCELED])
def test_an_ended_trip_does_not_change(world, end):
    trip_id, _ = world.ride()
    world.status(trip_id, end)
    assert world.status(trip_id, end).trip_status == end
    for fields in ({"trip_status": TO_PICKUP}, {"trip_status": NEW}, {"vehicle_id": ""},
                   {"dropoff_point": terminal(HERE)}):
        refused(lambda fields=fields: world.update(trip_id, **fields), "FAILED_PRECONDITION")


def test_any_order_is_accepted_without_strict(world):
    trip_id, _ = world.ride()
    for status in (TO_DROPOFF, AT_PICKUP, NEW, COMPLETE):
        assert world.status(trip_id, status).trip_status == status


def test_a_status_without_vehicle_is_accepted_without_strict(world):
    assert world.status(world.trip(), TO_PICKUP).trip_status == TO_PICKUP


def test_a_vehicle_takes_the_types_that_it_supports(world):
    vehicle_id = world.vehicle(supported_trip_types=[TripType.SHARED])
    refused(lambda: world.trip(vehicle_id=vehicle_id), "FAILED_PRECONDITION")
    trip_id = world.trip()
    refused(lambda: world.update(trip_id, vehicle_id=vehicle_id), "FAILED_PRECONDITION")


def test_a_trip_changes_its_vehicle(world):
    trip_id, first = world.ride()
    second = world.vehicle()
    assert world.update(trip_id, vehicle_id=second).vehicle_id == second
    assert not world.get_vehicle(first).current_trips
    assert world.get_vehicle(second).current_trips == [trip_id]


# Stops


@pytest.fixture
def stopping(world):
    return world.ride(intermediate_destinations=[terminal(one) for one in STOPS])


def depart(world, trip_id, index, version, status=TO_STOP):
    return world.update(
        trip_id, "trip_status", "intermediate_destination_index", trip_status=status,
        intermediate_destination_index=index, intermediate_destinations_version=version)


def test_a_ride_with_stops(world, stopping):
    trip_id, vehicle_id = stopping
    trip = world.get(trip_id)
    version = trip.intermediate_destinations_version
    assert version
    all_of_them = [(trip_id, "pickup"), (trip_id, "stop"), (trip_id, "stop"), (trip_id, "dropoff")]
    assert kinds(trip.remaining_waypoints) == all_of_them
    world.status(trip_id, TO_PICKUP, AT_PICKUP)
    for index in range(2):
        told = depart(world, trip_id, index, version)
        assert told.intermediate_destination_index == index
        assert kinds(told.remaining_waypoints) == all_of_them[index + 1:]
        assert told.remaining_waypoints[0].location == terminal(STOPS[index])
        world.drive(vehicle_id, STOPS[index])
        told = world.status(trip_id, AT_STOP)
        assert kinds(told.remaining_waypoints) == all_of_them[index + 1:]
    told = world.status(trip_id, TO_DROPOFF)
    assert kinds(told.remaining_waypoints) == all_of_them[3:]
    assert world.status(trip_id, COMPLETE).trip_status == COMPLETE


def test_a_stale_version_of_the_stops_is_refused(world, stopping):
    trip_id, _ = stopping
    old = world.get(trip_id).intermediate_destinations_version
    told = world.update(trip_id, intermediate_destinations=[terminal(HERE)])
    assert told.intermediate_destinations_version > old
    assert len(told.intermediate_destinations) == 1
    refused(lambda: depart(world, trip_id, 0, old), "FAILED_PRECONDITION")
    assert depart(
        world, trip_id, 0, told.intermediate_destinations_version).trip_status == TO_STOP
    same = world.update(trip_id, intermediate_destinations=[terminal(HERE)])
    assert same.intermediate_destinations_version == told.intermediate_destinations_version


@pytest.mark.parametrize("index", [-1, 2, 1000])
def test_an_index_beyond_the_stops_is_refused(world, stopping, index):
    refused(lambda: depart(world, stopping[0], index, None), "INVALID_ARGUMENT")


def test_a_stop_needs_stops(world):
    trip_id, _ = world.ride()
    refused(lambda: world.status(trip_id, TO_STOP), "FAILED_PRECONDITION")
    assert world.update(trip_id, intermediate_destination_index=3).trip_status == NEW


def test_stops_are_not_for_shared_trips(world):
    trip_id = world.trip(TripType.SHARED)
    refused(
        lambda: world.update(trip_id, intermediate_destinations=[terminal(HERE)]),
        "INVALID_ARGUMENT")


# Several trips of one vehicle


def test_a_back_to_back_trip_shows_the_first_ones_drop_off(world):
    vehicle_id = world.vehicle(back_to_back_enabled=True)
    first = world.trip(vehicle_id=vehicle_id)
    world.status(first, TO_PICKUP, AT_PICKUP, TO_DROPOFF)
    second = world.trip(vehicle_id=vehicle_id, pickup_point=terminal(HERE))
    told = world.get(second)
    assert kinds(told.remaining_waypoints) == [
        (first, "dropoff"), (second, "pickup"), (second, "dropoff")]
    assert told.eta_to_first_waypoint < told.pickup_time < told.dropoff_time
    assert kinds(world.get(first).remaining_waypoints) == [(first, "dropoff")]
    assert told.route == world.get(first).route
    assert world.get_vehicle(vehicle_id).current_trips == [first, second]
    world.status(first, COMPLETE)
    told = world.get(second)
    assert kinds(told.remaining_waypoints) == [(second, "pickup"), (second, "dropoff")]
    assert told.current_route_segment_end_point.trip_id == second


def test_a_shared_ride_of_three(world):
    vehicle_id = world.vehicle()
    one, two, three = (world.new_id() for _ in range(3))
    for trip_id in (one, two):
        world.trip(TripType.SHARED, trip_id=trip_id, vehicle_id=vehicle_id)
    pickups = [waypoint(each, WaypointType.PICKUP_WAYPOINT_TYPE, PICKUP)
               for each in (one, two, three)]
    dropoffs = [waypoint(each, WaypointType.DROP_OFF_WAYPOINT_TYPE, DROPOFF)
                for each in (two, three, one)]
    world.trips.create_trip(fe.CreateTripRequest(
        parent=PARENT, trip_id=three, trip=fe.Trip(
            trip_type=TripType.SHARED, vehicle_id=vehicle_id, pickup_point=terminal(PICKUP),
            dropoff_point=terminal(DROPOFF), vehicle_waypoints=pickups + dropoffs)))
    order = [(one, "pickup"), (two, "pickup"), (three, "pickup"),
             (two, "dropoff"), (three, "dropoff"), (one, "dropoff")]
    assert kinds(world.get_vehicle(vehicle_id).waypoints) == order
    # Another rider's waypoints are visible up to the rider's own drop-off, and no further.
    assert kinds(world.get(two).remaining_waypoints) == order[:4]
    assert kinds(world.get(one).remaining_waypoints) == order
    world.status(one, TO_DROPOFF)
    assert kinds(world.get(two).remaining_waypoints) == order[1:4]
    world.status(two, TO_DROPOFF)
    world.status(three, TO_DROPOFF)
    world.status(two, COMPLETE)
    assert kinds(world.get(one).remaining_waypoints) == order[4:]
    world.status(three, CANCELED)
    assert kinds(world.get(one).remaining_waypoints) == order[5:]


def test_the_order_is_changed_by_an_update_of_a_trip(world):
    vehicle_id = world.vehicle()
    one = world.trip(TripType.SHARED, vehicle_id=vehicle_id)
    two = world.trip(TripType.SHARED, vehicle_id=vehicle_id)
    assert kinds(world.get_vehicle(vehicle_id).waypoints) == [
        (one, "pickup"), (one, "dropoff"), (two, "pickup"), (two, "dropoff")]
    told = world.update(two, vehicle_waypoints=[
        waypoint(two, WaypointType.PICKUP_WAYPOINT_TYPE, PICKUP),
        waypoint(one, WaypointType.PICKUP_WAYPOINT_TYPE, PICKUP),
        waypoint(two, WaypointType.DROP_OFF_WAYPOINT_TYPE, DROPOFF),
        waypoint(one, WaypointType.DROP_OFF_WAYPOINT_TYPE, DROPOFF)])
    order = [(two, "pickup"), (one, "pickup"), (two, "dropoff"), (one, "dropoff")]
    assert kinds(told.vehicle_waypoints) == order
    assert kinds(world.get(two).remaining_waypoints) == order[:3]
    refused(
        lambda: world.update(two, vehicle_waypoints=[
            waypoint(two, WaypointType.PICKUP_WAYPOINT_TYPE, PICKUP)]), "INVALID_ARGUMENT")


def test_exclusive_trips_do_not_interleave(world):
    vehicle_id = world.vehicle()
    one = world.trip(vehicle_id=vehicle_id)
    two = world.trip(vehicle_id=vehicle_id)
    refused(
        lambda: world.update(two, vehicle_waypoints=[
            waypoint(two, WaypointType.PICKUP_WAYPOINT_TYPE, PICKUP),
            waypoint(one, WaypointType.PICKUP_WAYPOINT_TYPE, PICKUP),
            waypoint(one, WaypointType.DROP_OFF_WAYPOINT_TYPE, DROPOFF),
            waypoint(two, WaypointType.DROP_OFF_WAYPOINT_TYPE, DROPOFF)]), "INVALID_ARGUMENT")


# Strict


@pytest.fixture
def strict(start):
    return World(start("--strict"))


def test_strict_leads_a_ride_in_order(strict):
    version = None
    trip_id, _ = strict.ride(intermediate_destinations=[terminal(one) for one in STOPS])
    version = strict.get(trip_id).intermediate_destinations_version
    for wrong in (AT_PICKUP, TO_DROPOFF, COMPLETE, TO_STOP):
        refused(lambda wrong=wrong: strict.status(trip_id, wrong), "FAILED_PRECONDITION")
    strict.status(trip_id, NEW, TO_PICKUP, TO_PICKUP, AT_PICKUP)
    for wrong in (NEW, TO_PICKUP, TO_DROPOFF, COMPLETE):
        refused(lambda wrong=wrong: strict.status(trip_id, wrong), "FAILED_PRECONDITION")
    refused(lambda: depart(strict, trip_id, 1, version), "FAILED_PRECONDITION")
    depart(strict, trip_id, 0, version)
    strict.status(trip_id, AT_STOP)
    refused(lambda: strict.status(trip_id, TO_DROPOFF), "FAILED_PRECONDITION")
    depart(strict, trip_id, 1, version)
    told = strict.status(trip_id, AT_STOP, TO_DROPOFF, COMPLETE)
    assert told.trip_status == COMPLETE


def test_strict_heeds_vehicles(strict):
    refused(lambda: strict.status(strict.trip(), TO_PICKUP), "FAILED_PRECONDITION")
    _, vehicle_id = strict.ride()
    refused(lambda: strict.trip(vehicle_id=vehicle_id), "FAILED_PRECONDITION")
    strict.update_vehicle(vehicle_id, back_to_back_enabled=True)
    second = strict.trip(vehicle_id=vehicle_id)
    assert strict.status(second, TO_PICKUP, CANCELED).trip_status == CANCELED
