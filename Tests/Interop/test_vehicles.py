"""The methods of vehicles: create, get, update, delete, attributes, and the deprecated location."""

import pytest
from google.api_core import exceptions
from google.maps import fleetengine_v1 as fe
from google.maps.fleetengine_v1.types import vehicle_api

from emulator import PARENT, vehicle_name
from transport import parse
from transport import status_name
from world import Category, HERE, TripStatus, TripType, Vehicle, kinds, point, stamp
from world import waypoint, WaypointType, PICKUP, DROPOFF

FULL = {
    "vehicle_state": fe.VehicleState.OFFLINE,
    "supported_trip_types": [TripType.EXCLUSIVE],
    "maximum_capacity": 4,
    "vehicle_type": {"category": Category.TAXI},
}


def create(world, vehicle_id, **fields):
    return world.vehicles.create_vehicle(fe.CreateVehicleRequest(
        parent=PARENT, vehicle_id=vehicle_id, vehicle=Vehicle(**fields)))


def test_create_tells_the_vehicle(world):
    vehicle_id = world.new_id("vehicle")
    made = create(
        world, vehicle_id, **FULL, back_to_back_enabled=True,
        license_plate=fe.LicensePlate(country_code="US", last_character="9"),
        attributes=[
            fe.VehicleAttribute(key="cash", bool_value=False),
            fe.VehicleAttribute(key="n", number_value=2),
            fe.VehicleAttribute(key="a", value="x"),
            fe.VehicleAttribute(key="b", string_value="y"),
        ])
    assert made.name == vehicle_name(vehicle_id)
    assert made.vehicle_state == fe.VehicleState.OFFLINE
    assert made.license_plate.last_character == "9" and made.back_to_back_enabled
    told = {one.key: one for one in made.attributes}
    assert told["cash"].bool_value is False and "bool_value" in told["cash"]
    assert told["n"].number_value == 2
    for key, text in (("a", "x"), ("b", "y")):
        assert told[key].value == told[key].string_value == text
    assert world.get_vehicle(vehicle_id) == made


def test_create_ignores_what_it_does_not_read(world):
    made = create(
        world, world.new_id("vehicle"), **FULL, name="x", current_trips=["t"],
        current_route_segment="AhYCECPlXZ6GAJABAA==", remaining_distance_meters=5,
        eta_to_first_waypoint=stamp(5), navigation_status=fe.NavigationStatus.OFF_ROUTE,
        waypoints=[waypoint("t", WaypointType.PICKUP_WAYPOINT_TYPE, HERE)])
    assert not made.current_trips and not made.current_route_segment and not made.waypoints
    assert "remaining_distance_meters" not in made and "eta_to_first_waypoint" not in made
    assert made.navigation_status == fe.NavigationStatus.UNKNOWN_NAVIGATION_STATUS


@pytest.mark.parametrize("missing", FULL)
def test_create_needs(world, missing):
    fields = {name: value for name, value in FULL.items() if name != missing}
    with pytest.raises(exceptions.BadRequest, match=missing):
        create(world, world.new_id("vehicle"), **fields)


def test_create_needs_an_id_of_its_own(world):
    with pytest.raises(exceptions.BadRequest, match="vehicle_id is required"):
        create(world, "", **FULL)
    vehicle_id = world.vehicle()
    with pytest.raises(exceptions.Conflict):
        create(world, vehicle_id, **FULL)


def many(count):
    return [fe.VehicleAttribute(key=f"k{index}", value="v") for index in range(count)]


@pytest.mark.parametrize("attributes", [
    many(101),
    [fe.VehicleAttribute(key="a", value="1"), fe.VehicleAttribute(key="a", value="2")],
    [fe.VehicleAttribute(key="a:b", value="1")],
    [fe.VehicleAttribute(key="a", value="1", string_value="2")],
    [fe.VehicleAttribute(key="a", value="x" * 256)],
    [fe.VehicleAttribute(value="x")],
])
def test_attributes_that_are_refused(world, attributes):
    with pytest.raises(exceptions.BadRequest):
        create(world, world.new_id("vehicle"), **FULL, attributes=attributes)


def test_a_hundred_attributes_are_taken(world):
    made = create(world, world.new_id("vehicle"), **FULL, attributes=many(100))
    assert len(made.attributes) == 100


def test_update_attributes_merges(world):
    vehicle_id = world.vehicle(attributes=[
        fe.VehicleAttribute(key="a", value="1"), fe.VehicleAttribute(key="b", value="2")])
    answer = world.vehicles.update_vehicle_attributes(fe.UpdateVehicleAttributesRequest(
        name=vehicle_name(vehicle_id), attributes=[
            fe.VehicleAttribute(key="b", string_value="3"),
            fe.VehicleAttribute(key="c", number_value=4)]))
    told = {one.key: one for one in answer.attributes}
    assert (told["a"].value, told["b"].value, told["c"].number_value) == ("1", "3", 4)
    assert len(world.get_vehicle(vehicle_id).attributes) == 3


def test_update_attributes_refuses(world):
    with pytest.raises(exceptions.BadRequest, match="attributes is required"):
        world.vehicles.update_vehicle_attributes(
            fe.UpdateVehicleAttributesRequest(name=vehicle_name(world.vehicle())))
    with pytest.raises(exceptions.NotFound):
        world.vehicles.update_vehicle_attributes(fe.UpdateVehicleAttributesRequest(
            name=vehicle_name("nobody"), attributes=many(1)))


def test_delete(world):
    vehicle_id = world.vehicle()
    world.vehicles.delete_vehicle(fe.DeleteVehicleRequest(name=vehicle_name(vehicle_id)))
    with pytest.raises(exceptions.NotFound):
        world.get_vehicle(vehicle_id)
    with pytest.raises(exceptions.NotFound):
        world.vehicles.delete_vehicle(fe.DeleteVehicleRequest(name=vehicle_name(vehicle_id)))


def test_delete_refuses_while_a_trip_refers_to_the_vehicle(world):
    trip_id, vehicle_id = world.ride()
    world.status(trip_id, TripStatus.CANCELED)
    with pytest.raises(exceptions.BadRequest) as refused:
        world.vehicles.delete_vehicle(fe.DeleteVehicleRequest(name=vehicle_name(vehicle_id)))
    assert status_name(refused.value) == "FAILED_PRECONDITION"


def test_get_narrows_by_versions(world):
    _, vehicle_id = world.ride()
    vehicle = world.get_vehicle(vehicle_id)
    assert vehicle.current_route_segment and len(vehicle.waypoints) == 2
    same = world.get_vehicle(
        vehicle_id, current_route_segment_version=vehicle.current_route_segment_version,
        waypoints_version=vehicle.waypoints_version)
    assert not same.current_route_segment and not same.waypoints
    assert same.current_route_segment_version == vehicle.current_route_segment_version
    older = world.get_vehicle(
        vehicle_id, current_route_segment_version=stamp(1), waypoints_version=stamp(1))
    assert older.current_route_segment and older.waypoints


def test_a_location_is_completed(world):
    vehicle_id = world.vehicle(place=None)
    told = world.update_vehicle(vehicle_id, last_location=fe.VehicleLocation(
        location=point(HERE), heading=0, speed=0.0, update_time=stamp(1_767_261_600, 250_000_000),
        location_sensor=fe.LocationSensor.GPS, latlng_accuracy=5.0, is_road_snapped=False,
        raw_location=point(PICKUP))).last_location
    assert told.location.latitude == HERE[0] and told.raw_location.latitude == PICKUP[0]
    assert told.heading == 0 and "heading" in told and "speed" in told
    assert told.is_road_snapped is False and "is_road_snapped" in told
    assert told.update_time.timestamp() == 1_767_261_600.25
    assert "server_time" in told


def test_a_location_of_another_source(world):
    vehicle_id = world.vehicle(place=None)
    told = world.update_vehicle(vehicle_id, last_location=fe.VehicleLocation(
        supplemental_location=point(HERE), supplemental_location_time=stamp(1_767_261_600),
        supplemental_location_sensor=fe.LocationSensor.CUSTOMER_SUPPLIED_LOCATION,
        supplemental_location_accuracy=15.0)).last_location
    assert told.location.latitude == HERE[0]
    assert told.location_sensor == fe.LocationSensor.CUSTOMER_SUPPLIED_LOCATION


@pytest.mark.parametrize("location", [
    fe.VehicleLocation(),
    fe.VehicleLocation(location=point(HERE), heading=361),
    fe.VehicleLocation(location=point(HERE),
                       location_sensor=fe.LocationSensor.FLEET_ENGINE_LOCATION),
    fe.VehicleLocation(location=point((0, 200))),
])
def test_locations_that_are_refused(world, location):
    with pytest.raises(exceptions.BadRequest):
        world.update_vehicle(world.vehicle(), last_location=location)


def test_waypoints_are_reordered_whole(world):
    first, vehicle_id = world.ride(TripType.SHARED)
    second = world.trip(TripType.SHARED, vehicle_id=vehicle_id)
    wanted = [
        waypoint(second, WaypointType.PICKUP_WAYPOINT_TYPE, PICKUP),
        waypoint(first, WaypointType.PICKUP_WAYPOINT_TYPE, PICKUP),
        waypoint(first, WaypointType.DROP_OFF_WAYPOINT_TYPE, DROPOFF),
        waypoint(second, WaypointType.DROP_OFF_WAYPOINT_TYPE, DROPOFF)]
    before = world.get_vehicle(vehicle_id).waypoints_version
    told = world.update_vehicle(vehicle_id, waypoints=wanted)
    assert kinds(told.waypoints) == [
        (second, "pickup"), (first, "pickup"), (first, "dropoff"), (second, "dropoff")]
    assert told.waypoints_version > before
    assert world.update_vehicle(vehicle_id, waypoints=wanted).waypoints_version == (
        told.waypoints_version)
    for wrong in (wanted[:3], wanted + wanted[:1], wanted[::-1]):
        with pytest.raises(exceptions.BadRequest):
            world.update_vehicle(vehicle_id, waypoints=wrong)


def test_the_deprecated_update_of_the_location(world):
    vehicle_id = world.vehicle(place=None)
    reply = world.emulator.http("PUT", f"vehicles/{vehicle_id}:updateLocation", {
        "currentLocation": {"location": {"latitude": HERE[0], "longitude": HERE[1]}},
        "currentState": "OFFLINE"})
    assert reply.status_code == 200
    told = parse(reply.content, fe.VehicleLocation)
    assert told.location.latitude == HERE[0] and "server_time" in told
    assert world.get_vehicle(vehicle_id).vehicle_state == fe.VehicleState.OFFLINE


@pytest.mark.rest
def test_the_deprecated_search(world):
    vehicle_id = world.vehicle(place=(10.12345, 20.12345))
    answer = world.vehicles.transport.search_fuzzed_vehicles(vehicle_api.SearchVehiclesRequest(
        parent=PARENT, pickup_point={"point": point((10.12, 20.12))}, pickup_radius_meters=2000,
        count=5, minimum_capacity=1, trip_types=[TripType.EXCLUSIVE],
        vehicle_types=[{"category": Category.AUTO}]))
    match, = answer.matches
    assert match.vehicle.name == vehicle_name(vehicle_id)
    assert match.vehicle.last_location.location.latitude == 10.123
    assert "vehicle_pickup_eta" not in match
