"""Update masks of trips and vehicles (docs/protocol.md, "Update masks")."""

import pytest
from google.api_core import exceptions
from google.maps import fleetengine_v1 as fe

from emulator import trip_name
from world import DROPOFF, HERE, Category, TripStatus, TripType, point, stamp, terminal

MOVED = terminal((1.5, 2.5))


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
