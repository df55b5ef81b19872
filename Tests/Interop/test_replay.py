"""What Google's client sends, recorded on the wire and sent again byte for byte."""

import os
import re
import shutil

import pytest
from google.api_core import exceptions
from google.maps import fleetengine_v1 as fe

from emulator import PARENT, Emulator, trip_name
from transport import TripRest, VehicleRest
from wire import Recorder, connect, host
from world import HERE, PICKUP, TripStatus, TripType, World, point, stamp, terminal

pytestmark = pytest.mark.rest

MOMENT = re.compile(rb'"\d{4}-\d\d-\d\dT[\d:.]+Z"|"-?\d+(\.\d+)?s"')


class Recorded:
    """What a `World` needs of an emulator, through a recorder."""

    def __init__(self, emulator, recorder):
        token = emulator.token()
        self.trips = fe.TripServiceClient(transport=TripRest(recorder.endpoint, token))
        self.vehicles = fe.VehicleServiceClient(transport=VehicleRest(recorder.endpoint, token))
        self.new_id = emulator.new_id


def play(world):
    """A ride that calls everything, with what is refused in between."""
    vehicle_id = world.vehicle(
        back_to_back_enabled=True, attributes=[fe.VehicleAttribute(key="n", number_value=1.5)])
    trip_id = world.trip(
        trip_id="a b+é", vehicle_id=vehicle_id, number_of_passengers=2,
        intermediate_destinations=[terminal(HERE), terminal((0, 0))])
    with pytest.raises(exceptions.Conflict):
        world.trip(trip_id=trip_id)
    shared = world.trip(TripType.SHARED)
    world.update_vehicle(
        vehicle_id, last_location=fe.VehicleLocation(
            location=point(HERE), heading=0, update_time=stamp(1_767_261_600, 250_000_000),
            location_sensor=fe.LocationSensor.GPS, is_road_snapped=False),
        current_route_segment="AhYFIoF_XZ6GAPV1plu2AYQNAA==", remaining_time_seconds=30,
        remaining_distance_meters=266,
        navigation_status=fe.NavigationStatus.ENROUTE_TO_DESTINATION,
        current_route_segment_traffic=fe.TrafficPolylineData(traffic_rendering={
            "road_stretch": [{"style": 2, "offset_meters": 10, "length_meters": 20}]}))
    world.status(trip_id, TripStatus.ENROUTE_TO_PICKUP, TripStatus.ARRIVED_AT_PICKUP)
    for index in range(2):
        world.update(
            trip_id, "trip_status", "intermediate_destination_index",
            trip_status=TripStatus.ENROUTE_TO_INTERMEDIATE_DESTINATION,
            intermediate_destination_index=index)
        world.get(
            trip_id, view=fe.TripView.JOURNEY_SHARING_V1S,
            route_format_type=fe.PolylineFormatType.ENCODED_POLYLINE_TYPE,
            current_route_segment_version=stamp(1_700_000_000, 123_456_000),
            header=fe.RequestHeader(language_code="en-US", platform=2))
        world.status(trip_id, TripStatus.ARRIVED_AT_INTERMEDIATE_DESTINATION)
    with pytest.raises(exceptions.BadRequest):
        world.update(trip_id, "no_such_field")
    with pytest.raises(exceptions.BadRequest):
        world.get("a:b,c?d#e")
    world.status(trip_id, TripStatus.ENROUTE_TO_DROPOFF)
    world.get_vehicle(vehicle_id, waypoints_version=stamp(1))
    world.vehicles.update_vehicle_attributes(fe.UpdateVehicleAttributesRequest(
        name=f"{PARENT}/vehicles/{vehicle_id}",
        attributes=[fe.VehicleAttribute(key="a", value="b")]))
    list(world.vehicles.list_vehicles(fe.ListVehiclesRequest(
        parent=PARENT, vehicle_type_categories=[1, 2], page_size=1, on_trip_only=True,
        filter='attributes.a = "b"', viewport={"low": point((0, 0)), "high": point((60, 60))})))
    world.vehicles.search_vehicles(fe.SearchVehiclesRequest(
        parent=PARENT, pickup_point=terminal(PICKUP), pickup_radius_meters=5000, count=5,
        minimum_capacity=1, trip_types=[2], vehicle_types=[{"category": 1}], order_by=1,
        include_back_to_back=True))
    list(world.trips.search_trips(fe.SearchTripsRequest(parent=PARENT, page_size=1)))
    world.trips.report_billable_trip(fe.ReportBillableTripRequest(
        name=f"{PARENT}/billableTrips/{shared}", country_code="US", related_ids=["a", "b"]))
    world.status(trip_id, TripStatus.COMPLETE)
    for each in (trip_id, shared):
        world.trips.delete_trip({"name": trip_name(each)})
    world.vehicles.delete_vehicle({"name": f"{PARENT}/vehicles/{vehicle_id}"})


def without_moments(body):
    return MOMENT.sub(b'"-"', body)


def test_recorded_requests_get_the_same_answers_again(program, own_emulator, tmp_path):
    emulator = own_emulator
    with Recorder(emulator.endpoint) as recorder:
        play(World(Recorded(emulator, recorder)))
        exchanges = list(recorder.exchanges)
    assert len(exchanges) == 27
    # An emulator with the same keys, so that the recorded tokens are good, and nothing else.
    shutil.copytree(emulator.keys, os.path.join(tmp_path, "data", "keys"))
    os.chmod(os.path.join(tmp_path, "data"), 0o700)
    with Emulator(program, "--data-dir", os.path.join(tmp_path, "data")) as again:
        connection = connect(again.endpoint)
        for request, answer in exchanges:
            status, body = connection.exchange(
                request.replace(host(emulator.endpoint), host(again.endpoint), 1))
            head, _, first = answer.partition(b"\r\n\r\n")
            line = request.split(b"\r\n", 1)[0].decode()
            assert status == int(head.split(b" ", 2)[1]), line
            assert without_moments(body) == without_moments(first), line
        connection.socket.close()


def test_requests_may_follow_each_other_at_once(emulator):
    """Pipelined on one connection, as an intermediary may send them."""
    with Recorder(emulator.endpoint) as recorder:
        world = World(Recorded(emulator, recorder))
        trip_id = world.trip()
        for _ in range(3):
            world.get(trip_id)
        requests = [request for request, _ in recorder.exchanges[1:]]
    connection = connect(emulator.endpoint)
    connection.socket.sendall(b"".join(requests))
    answers = [connection.message() for _ in requests]
    assert all(answer.startswith(b"HTTP/1.1 200 ") for answer in answers)
    assert len({answer.partition(b"\r\n\r\n")[2] for answer in answers}) == 1
    connection.socket.close()
