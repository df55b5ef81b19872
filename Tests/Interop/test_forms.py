"""How Google's client writes requests and reads answers (docs/protocol.md, "Request header", "JSON encoding" and "Names and IDs")."""

import json

import pytest
from google.maps import fleetengine_v1 as fe

from emulator import PARENT, PROVIDER, trip_name
from world import HERE, PICKUP, TripStatus, TripType, terminal

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


@pytest.mark.parametrize("trip_id", [
    "a b", "Ünïcode-é", "a%2Fb", "a+b", "a@b", "a*b", "a&b=c", "%", "日本", "a;b", "~", "x" * 64])
def test_ids_are_percent_encoded(world, trip_id):
    world.trip(trip_id=trip_id)
    assert world.get(trip_id).name == trip_name(trip_id)
    world.update(trip_id, trip_status=TripStatus.CANCELED)
    world.trips.delete_trip(fe.DeleteTripRequest(name=trip_name(trip_id)))


@pytest.mark.rest
@pytest.mark.parametrize("name", [
    f"{PARENT}/trips/..", f"{PARENT}/trips/a/b", f"{PARENT}/trips/", "trips/x", ""])
def test_names_that_the_client_refuses_itself(world, name):
    sent = len(world.trips.transport.statuses)
    with pytest.raises(ValueError):
        world.trips.get_trip(fe.GetTripRequest(name=name))
    assert len(world.trips.transport.statuses) == sent


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


def test_answers_are_json(world):
    reply = world.emulator.http("GET", f"trips/{world.trip()}")
    assert reply.headers["Content-Type"] == "application/json; charset=utf-8"
    assert json.loads(reply.content) == reply.json()
    assert PROVIDER in reply.json()["name"]
