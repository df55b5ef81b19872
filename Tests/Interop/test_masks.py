"""Update masks of trips and vehicles (docs/protocol.md, "Update masks")."""

import pytest
from google.api_core import exceptions
from google.maps import fleetengine_v1 as fe

from emulator import trip_name
from transport import status_name
from world import DROPOFF, HERE, PICKUP, Category, TripStatus, TripType, point, stamp, terminal

MOVED = terminal((1.5, 2.5))


def test_an_empty_mask_is_refused(world):
    trip_id, vehicle_id = world.ride()
    for call in (lambda: world.trips.update_trip(fe.UpdateTripRequest(name=trip_name(trip_id))),
                 lambda: world.update(trip_id),
                 lambda: world.update_vehicle(vehicle_id)):
        with pytest.raises(exceptions.BadRequest, match="update_mask cannot be empty") as refused:
            call()
        assert status_name(refused.value) == "INVALID_ARGUMENT"


@pytest.mark.parametrize("path, status", [
    ("updateMask=tripStatus", 200), ("updateMask=trip_status", 200),
    ("updateMask=tripStatus,vehicle_id", 200), ("update_mask=trip_status", 200),
    ("updateMask=", 400), ("updateMask=%20,%20", 400), ("", 400),
    ("updateMask=noSuchField", 400), ("updateMask=tripstatus", 400),
    ("updateMask=tripStatus&updateMask=vehicleId", 400),
])
def test_spellings(world, path, status):
    trip_id = world.trip()
    reply = world.emulator.http("PUT", f"trips/{trip_id}?{path}", {"tripStatus": "CANCELED"})
    assert reply.status_code == status, reply.text


def test_only_what_is_masked_changes(world):
    trip_id = world.trip(number_of_passengers=2)
    told = world.update(
        trip_id, "dropoff_point", dropoff_point=MOVED, pickup_point=MOVED,
        trip_status=TripStatus.CANCELED)
    assert told.dropoff_point.point.latitude == 1.5
    assert told.pickup_point.point.latitude == PICKUP[0]
    assert told.trip_status == TripStatus.NEW and told.number_of_passengers == 2


def test_what_is_masked_and_absent_is_cleared(world):
    trip_id = world.trip(vehicle_id=world.vehicle())
    told = world.update(trip_id, "vehicle_id", "dropoff_point")
    assert not told.vehicle_id and "dropoff_point" not in told
    assert not told.remaining_waypoints and "last_location" not in told


def test_nested_paths(world):
    trip_id = world.trip()
    told = world.update(trip_id, "dropoff_point.point", dropoff_point=MOVED)
    assert told.dropoff_point.point.latitude == 1.5
    told = world.update(
        trip_id, "dropoff_point.point.longitude",
        dropoff_point=terminal((9, 8)))
    assert (told.dropoff_point.point.latitude, told.dropoff_point.point.longitude) == (1.5, 8)
    vehicle_id = world.vehicle()
    told = world.update_vehicle(
        vehicle_id, "last_location.heading", last_location=fe.VehicleLocation(heading=90))
    assert told.last_location.heading == 90
    assert told.last_location.location.latitude == HERE[0]
    told = world.update_vehicle(
        vehicle_id, "vehicle_type.category", vehicle_type={"category": Category.TRUCK})
    assert told.vehicle_type.category == Category.TRUCK


def test_a_star_replaces_all_that_may_be_named(world):
    trip_id = world.trip(vehicle_id=world.vehicle(), number_of_passengers=3)
    old = world.get(trip_id)
    old.dropoff_point = MOVED
    told = world.trips.update_trip(fe.UpdateTripRequest(
        name=trip_name(trip_id), trip=old, update_mask={"paths": ["*"]}))
    assert told.dropoff_point.point.latitude == 1.5
    assert told.vehicle_id == old.vehicle_id and told.number_of_passengers == 3
    with pytest.raises(exceptions.BadRequest):
        world.update(trip_id, "*", "trip_status", trip_status=TripStatus.NEW)


@pytest.mark.parametrize("path", [
    "current_route_segment", "current_route_segment_end_point", "current_route_segment_traffic",
    "current_route_segment_traffic_version", "current_route_segment_version", "dropoff_time",
    "eta_to_first_waypoint", "intermediate_destinations_version", "last_location", "name",
    "number_of_passengers", "pickup_time", "remaining_distance_meters",
    "remaining_time_to_first_waypoint", "remaining_waypoints", "remaining_waypoints_version",
    "route", "route.latitude", "no_such_field", "dropoff_point.nothing",
])
def test_a_trips_mask_may_not_hold(world, path):
    with pytest.raises(exceptions.BadRequest, match="update_mask holds"):
        world.update(world.trip(), path)


@pytest.mark.parametrize("path", [
    "available_capacity", "current_route_segment_version", "current_trips", "name",
    "waypoints_version", "last_location.server_time", "no_such_field",
])
def test_a_vehicles_mask_may_not_hold(world, path):
    with pytest.raises(exceptions.BadRequest, match="update_mask holds"):
        world.update_vehicle(world.vehicle(), path)


def test_every_field_of_a_trip_that_may_be_named(world):
    trip_id = world.trip()
    stop = fe.StopLocation(point=point(HERE), timestamp=stamp(1_767_261_600))
    fields = {
        "trip_type": TripType.EXCLUSIVE, "pickup_point": MOVED, "dropoff_point": terminal(DROPOFF),
        "intermediate_destinations": [terminal(HERE)], "actual_pickup_point": stop,
        "actual_pickup_arrival_point": stop, "actual_dropoff_point": stop,
        "actual_intermediate_destinations": [stop],
        "actual_intermediate_destination_arrival_points": [stop], "view": fe.TripView.SDK,
        "vehicle_id": world.vehicle(), "trip_status": TripStatus.ENROUTE_TO_PICKUP,
        "attributes": [fe.TripAttribute(key="k", string_value="v"),
                       fe.TripAttribute(key="b", bool_value=False)],
    }
    told = world.update(trip_id, **fields)
    # A trip on its way to the pickup was not picked up yet.
    del fields["actual_pickup_point"]
    for name, value in fields.items():
        assert getattr(told, name) == value, name
    assert world.update(trip_id, actual_pickup_point=stop).actual_pickup_point == stop


@pytest.mark.parametrize("fields", [
    {"attributes": [fe.TripAttribute(key="a:b", string_value="v")]},
    {"attributes": [fe.TripAttribute(key="a", string_value="x" * 256)]},
    {"attributes": [fe.TripAttribute(key="a", string_value="1")] * 2},
    {"actual_pickup_point": fe.StopLocation(timestamp=stamp(5))},
    {"pickup_point": fe.TerminalLocation()}, {"trip_status": 99}, {"trip_type": 99},
])
def test_values_of_a_trip_that_are_refused(world, fields):
    with pytest.raises(exceptions.BadRequest):
        world.update(world.trip(), **fields)


def test_the_unknown_status_is_refused(world):
    with pytest.raises(exceptions.BadRequest, match="trip_status"):
        world.update(world.trip(), "trip_status")


def test_attributes_of_a_vehicle_are_replaced_whole(world):
    vehicle_id = world.vehicle(attributes=[fe.VehicleAttribute(key="a", value="1")])
    told = world.update_vehicle(
        vehicle_id, attributes=[fe.VehicleAttribute(key="b", value="2")])
    assert [one.key for one in told.attributes] == ["b"]
    assert not world.update_vehicle(vehicle_id, "attributes").attributes


def test_every_field_of_a_vehicle_that_may_be_named(world):
    vehicle_id = world.vehicle()
    fields = {
        "vehicle_state": fe.VehicleState.OFFLINE, "supported_trip_types": [TripType.SHARED],
        "maximum_capacity": 7, "back_to_back_enabled": True,
        "license_plate": fe.LicensePlate(country_code="DE", last_character="-1"),
        "navigation_status": fe.NavigationStatus.OFF_ROUTE,
        "vehicle_type": fe.Vehicle.VehicleType(category=Category.BICYCLE),
    }
    told = world.update_vehicle(
        vehicle_id, *fields, "device_settings", "past_locations", **fields,
        device_settings=fe.DeviceSettings(
            is_power_save_mode=True, battery_info=fe.BatteryInfo(
                battery_status=fe.BatteryStatus.BATTERY_STATUS_FULL, battery_percentage=93.5)),
        past_locations=[fe.VehicleLocation(location=point(HERE))])
    for name, value in fields.items():
        assert getattr(told, name) == value, name


@pytest.mark.parametrize("fields", [
    {"vehicle_state": 9}, {"supported_trip_types": []}, {"maximum_capacity": 0},
    {"maximum_capacity": -1}, {"remaining_distance_meters": -1}, {"remaining_time_seconds": -1},
    {"license_plate": fe.LicensePlate(last_character="1")}, {"navigation_status": 77},
])
def test_values_of_a_vehicle_that_are_refused(world, fields):
    with pytest.raises(exceptions.BadRequest):
        world.update_vehicle(world.vehicle(), **fields)


def test_what_does_not_exist(world):
    with pytest.raises(exceptions.NotFound):
        world.update("nothing", trip_status=TripStatus.NEW)
    with pytest.raises(exceptions.NotFound):
        world.update(world.trip(), vehicle_id="nobody")
    with pytest.raises(exceptions.NotFound):
        world.drive("nobody", HERE)
