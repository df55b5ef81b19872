"""Whole rides through Google's client, which reads every field that responses have (docs/protocol.md, "Resources", "Trip lifecycle" and "Lists and searches")."""

import time

import pytest
from google.api_core import exceptions
from google.geo.type.types import viewport as geo
from google.maps import fleetengine_v1 as fe
from google.maps.fleetengine_v1.types import trip_api, vehicle_api

from emulator import PARENT, trip_name, vehicle_name
from transport import status_name
from world import Category, TripStatus, TripType, Vehicle, WaypointType, World, kinds, mask, point
from world import stamp, terminal, waypoint

NEW, TO_PICKUP, AT_PICKUP, TO_DROPOFF, COMPLETE, CANCELED, AT_STOP, TO_STOP = (
    TripStatus(number) for number in range(1, 9))
# Five points towards the pickup.
SEGMENT = "AhYFIoF_XZ6GAPV1plu2AYQNAA=="
START = (37.3430830, -122.0697071)
PICKUP = (37.3447898, -122.0679093)
STOPS = [(37.36, -122.06), (37.37, -122.05)]
DROPOFF = (37.4046292, -122.0296823)
ENCODED = fe.PolylineFormatType.ENCODED_POLYLINE_TYPE
TRAFFIC = fe.TrafficPolylineData(traffic_rendering={"road_stretch": [
    {"style": 1, "offset_meters": 178, "length_meters": 39}]})
MOMENT = 1_767_261_600
# The measures that are returned as the driver's app reports them.
MEASURES = {
    "location": point(START), "heading": 0, "speed": -0.25, "altitude": 12.5,
    "latlng_accuracy": 5.0, "heading_accuracy": 2.0, "speed_accuracy": 0.5,
    "altitude_accuracy": 3.0, "is_road_snapped": False,
    "location_sensor": fe.LocationSensor.ROAD_SNAPPED_LOCATION_PROVIDER,
    "raw_location": point((37.3431, -122.0697)), "raw_location_accuracy": 7.5,
    "raw_location_sensor": fe.LocationSensor.GPS, "raw_location_time": stamp(MOMENT),
    "supplemental_location": point(START), "supplemental_location_accuracy": 15.0,
    "supplemental_location_sensor": fe.LocationSensor.CUSTOMER_SUPPLIED_LOCATION,
    "supplemental_location_time": stamp(MOMENT),
    "update_time": stamp(MOMENT, 250_000_000),
}
ATTRIBUTES = [
    {"key": "text", "string_value": "x"}, {"key": "flag", "bool_value": False},
    {"key": "number", "number_value": 2}]
# What no answer has: what only drivers and providers send, what is deprecated, and what the
# emulator does not know.
UNTOLD = {
    "TerminalLocation": "terminal_point_id access_point_id trip_id terminal_location_type",
    "StopLocation": "stop_time",
    "TripWaypoint": "traffic_to_waypoint",
    "Vehicle": "past_locations route current_route_segment_traffic remaining_time_seconds "
               "device_settings",
    "VehicleLocation": "horizontal_accuracy bearing_accuracy vertical_accuracy speed_kmph "
                       "is_gps_sensor_enabled time_since_update num_stale_updates flp_location "
                       "flp_update_time flp_latlng_accuracy_meters flp_heading_degrees "
                       "road_snapped",
}
ANSWERS = (
    fe.Trip, fe.Vehicle, trip_api.SearchTripsResponse, vehicle_api.ListVehiclesResponse,
    vehicle_api.SearchVehiclesResponse, vehicle_api.UpdateVehicleAttributesResponse)


def is_plain(message):
    """Whether a message is a time or a wrapped value."""
    return message.file.package == "google.protobuf"


class Told:
    """The fields that answers had, by their messages."""

    def __init__(self):
        self.fields = set()

    def __call__(self, answer):
        """Remembers an answer's fields, and gives it back."""
        self._walk(type(answer).pb(answer))
        return answer

    def _walk(self, message):
        for field, value in message.ListFields():
            self.fields.add((message.DESCRIPTOR.name, field.name))
            if field.message_type and not is_plain(field.message_type):
                for each in value if field.is_repeated else [value]:
                    self._walk(each)


def tellable():
    """The fields of all messages that answers are made of."""
    found, waiting = set(), [kind.pb(kind()).DESCRIPTOR for kind in ANSWERS]
    while waiting:
        message = waiting.pop()
        untold = UNTOLD.get(message.name, "").split()
        for field in message.fields:
            if field.name in untold or (message.name, field.name) in found:
                continue
            found.add((message.name, field.name))
            if field.message_type and not is_plain(field.message_type):
                waiting.append(field.message_type)
    return found


def depart(world, trip_id, index, version):
    """Reports the departure for a stop."""
    return world.update(
        trip_id, "trip_status", "intermediate_destination_index", trip_status=TO_STOP,
        intermediate_destination_index=index, intermediate_destinations_version=version)


def test_a_ride(world):
    told = Told()
    vehicle_id, trip_id = world.new_id("vehicle"), world.new_id()

    # The provider creates a vehicle and a trip, and brings them together.
    made = told(world.vehicles.create_vehicle(fe.CreateVehicleRequest(
        parent=PARENT, vehicle_id=vehicle_id, vehicle=Vehicle(
            vehicle_state=fe.VehicleState.OFFLINE, maximum_capacity=4, back_to_back_enabled=True,
            supported_trip_types=[TripType.EXCLUSIVE], vehicle_type={"category": Category.TAXI},
            license_plate={"country_code": "US", "last_character": "9"},
            attributes=ATTRIBUTES))))
    assert made.name == vehicle_name(vehicle_id)
    assert made.supported_trip_types == [TripType.EXCLUSIVE]
    assert made.vehicle_type.category == Category.TAXI and made.license_plate.country_code == "US"
    values = {one.key: one for one in made.attributes}
    assert values["text"].value == values["text"].string_value == "x"
    assert "bool_value" in values["flag"] and values["flag"].bool_value is False
    assert values["number"].number_value == 2
    assert world.get_vehicle(vehicle_id) == made
    merged = told(world.vehicles.update_vehicle_attributes(fe.UpdateVehicleAttributesRequest(
        name=vehicle_name(vehicle_id),
        attributes=[fe.VehicleAttribute(key="id", value=vehicle_id)])))
    assert [one.key for one in merged.attributes] == ["text", "flag", "number", "id"]
    made = told(world.trips.create_trip(fe.CreateTripRequest(
        parent=PARENT, trip_id=trip_id, trip=fe.Trip(
            trip_type=TripType.EXCLUSIVE, number_of_passengers=2, pickup_point=terminal(PICKUP),
            dropoff_point=terminal(DROPOFF),
            intermediate_destinations=[terminal(one) for one in STOPS]))))
    assert made.name == trip_name(trip_id) and made.trip_status == NEW
    assert made.number_of_passengers == 2 and made.pickup_point.point == point(PICKUP)
    assert not made.vehicle_id and "last_location" not in made
    assert world.get(trip_id) == made

    # The driver's app has a token for its vehicle, and goes online.
    driver = world.emulator.vehicle_client(world.emulator.token("driver", vehicleid=vehicle_id))

    def report(**fields):
        return told(driver.update_vehicle(fe.UpdateVehicleRequest(
            name=vehicle_name(vehicle_id), vehicle=Vehicle(**fields), update_mask=mask(*fields))))

    online = report(
        vehicle_state=fe.VehicleState.ONLINE, last_location=fe.VehicleLocation(**MEASURES))
    received = online.last_location.server_time
    assert abs(received.timestamp() - time.time()) < 60
    assert online.last_location == fe.VehicleLocation(**MEASURES, server_time=received)
    assigned = told(world.update(trip_id, vehicle_id=vehicle_id, attributes=ATTRIBUTES))
    way = [(trip_id, kind) for kind in ("pickup", "stop", "stop", "dropoff")]
    assert assigned.trip_status == NEW and assigned.vehicle_id == vehicle_id
    assert kinds(assigned.remaining_waypoints) == kinds(assigned.vehicle_waypoints) == way
    assert {one.key for one in assigned.attributes} == {"text", "flag", "number"}

    # The driver's way to the pickup reaches the rider, whose token is for the trip.
    before = time.time()
    vehicle = report(
        current_route_segment=SEGMENT, current_route_segment_traffic=TRAFFIC,
        current_route_segment_end_point=waypoint(
            trip_id, WaypointType.PICKUP_WAYPOINT_TYPE, PICKUP),
        remaining_distance_meters=266, remaining_time_seconds=41,
        navigation_status=fe.NavigationStatus.ENROUTE_TO_DESTINATION)
    assert before + 40 < vehicle.eta_to_first_waypoint.timestamp() < time.time() + 42
    assert vehicle.current_trips == [trip_id] and kinds(vehicle.waypoints) == way
    assert vehicle.current_route_segment_end_point.waypoint_type == 1
    told(world.status(trip_id, TO_PICKUP, AT_PICKUP))
    rider = world.emulator.trip_client(world.emulator.token("consumer", tripid=trip_id))

    def look(**options):
        return told(rider.get_trip(fe.GetTripRequest(name=trip_name(trip_id), **options)))

    trip = look(view=fe.TripView.SDK)
    assert trip.view == fe.TripView.SDK and not trip.vehicle_waypoints
    assert len(trip.route) == len(trip.remaining_waypoints[0].path_to_waypoint) == 5
    assert abs(trip.route[0].latitude - START[0]) < 1e-6
    assert trip.remaining_distance_meters == 266 and trip.last_location_snappable
    assert trip.eta_to_first_waypoint == trip.pickup_time == vehicle.eta_to_first_waypoint
    assert 0 < trip.remaining_time_to_first_waypoint.total_seconds() <= 41
    assert trip.last_location.location == point(START) and "raw_location" not in trip.last_location
    first, second, *_, last = trip.remaining_waypoints
    assert "distance_meters" not in first and second.distance_meters > 1000
    assert second.eta == trip.eta_to_first_waypoint + second.duration
    assert last.eta == trip.dropoff_time
    spans = list(trip.current_route_segment_traffic.speed_reading_interval)
    assert [one.speed for one in spans] == [1, 2, 1]
    assert spans[0].start_polyline_point_index == 0
    assert spans[0].end_polyline_point_index == spans[1].start_polyline_point_index
    encoded = look(route_format_type=ENCODED)
    assert encoded.current_route_segment == SEGMENT and not encoded.route
    assert encoded.remaining_waypoints[0].encoded_path_to_waypoint == SEGMENT
    known = look(
        current_route_segment_version=trip.current_route_segment_version,
        current_route_segment_traffic_version=trip.current_route_segment_traffic_version,
        remaining_waypoints_version=trip.remaining_waypoints_version,
        remaining_waypoints_route_version=trip.remaining_waypoints_route_version)
    assert not known.route and "current_route_segment_traffic" not in known
    assert len(known.remaining_waypoints) == 4
    assert not any(one.path_to_waypoint for one in known.remaining_waypoints)
    narrowed = told(world.get_vehicle(
        vehicle_id, current_route_segment_version=vehicle.current_route_segment_version,
        waypoints_version=vehicle.waypoints_version))
    assert not narrowed.current_route_segment and not narrowed.waypoints

    # Over the stops to the drop-off.
    report(last_location=fe.VehicleLocation(location=point(PICKUP), update_time=stamp(MOMENT)))
    version = trip.intermediate_destinations_version
    for index, stop in enumerate(STOPS):
        trip = told(depart(world, trip_id, index, version))
        assert trip.intermediate_destination_index == index
        assert kinds(trip.remaining_waypoints) == way[index + 1:]
        report(last_location=fe.VehicleLocation(location=point(stop)))
        told(world.status(trip_id, AT_STOP))
    assert trip.actual_pickup_point.point == point(PICKUP)
    assert trip.actual_pickup_point.timestamp.timestamp() == MOMENT
    stops = [fe.StopLocation(point=point(stop), timestamp=stamp(MOMENT)) for stop in STOPS]
    trip = told(world.update(
        trip_id, trip_status=TO_DROPOFF, actual_pickup_arrival_point=stops[0],
        actual_intermediate_destination_arrival_points=stops,
        actual_intermediate_destinations=stops))
    assert trip.actual_intermediate_destinations == stops
    assert kinds(trip.remaining_waypoints) == way[3:]
    assert trip.pickup_time < trip.dropoff_time

    # The vehicle is found for the next rider, and by the provider.
    match, = told(world.vehicles.search_vehicles(fe.SearchVehiclesRequest(
        parent=PARENT, pickup_point=terminal(DROPOFF), dropoff_point=terminal(PICKUP),
        pickup_radius_meters=10_000, count=5, minimum_capacity=1,
        trip_types=[TripType.EXCLUSIVE], vehicle_types=[{"category": Category.TAXI}],
        required_attributes=[{"key": "id", "value": vehicle_id}], include_back_to_back=True,
        order_by=fe.SearchVehiclesRequest.VehicleMatchOrder.PICKUP_POINT_ETA))).matches
    assert match.vehicle.name == vehicle_name(vehicle_id)
    assert match.vehicle_match_type == fe.VehicleMatch.VehicleMatchType.BACK_TO_BACK
    assert match.trip_type == TripType.EXCLUSIVE and len(match.vehicle_trips_waypoints) == 3
    assert match.vehicle_pickup_distance_meters > match.vehicle_pickup_straight_line_distance_meters
    times = [one.eta for one in match.vehicle_trips_waypoints]
    assert times[0] < match.vehicle_pickup_eta < match.vehicle_dropoff_eta
    assert match.ordered_by == match.requested_ordered_by == 1
    idle = world.vehicle(vehicle_type={"category": Category.TAXI}, attributes=[
        fe.VehicleAttribute(key="id", value=vehicle_id)])
    pages = list(world.vehicles.list_vehicles(fe.ListVehiclesRequest(
        parent=PARENT, page_size=1, vehicle_type_categories=[Category.TAXI],
        filter=f'attributes.id = "{vehicle_id}"')).pages)
    assert [told(page).total_size for page in pages] == [2, 2] and not pages[-1].next_page_token
    assert {page.vehicles[0].name for page in pages} == {
        vehicle_name(vehicle_id), vehicle_name(idle)}
    listed, = world.vehicles.list_vehicles(fe.ListVehiclesRequest(
        parent=PARENT, vehicle_type_categories=[Category.TAXI], on_trip_only=True,
        required_attributes=[f"id:{vehicle_id}"],
        viewport=geo.Viewport(low=point((37, -123)), high=point((38, -122)))))
    assert listed.current_trips == [trip_id]
    next_id = world.trip(vehicle_id=vehicle_id)
    pages = list(world.trips.search_trips(fe.SearchTripsRequest(
        parent=PARENT, page_size=1, vehicle_id=vehicle_id, active_trips_only=True)).pages)
    trips = {told(page).trips[0].name: page.trips[0] for page in pages}
    assert set(trips) == {trip_name(trip_id), trip_name(next_id)}
    assert trips[trip_name(trip_id)].current_route_segment and not pages[-1].next_page_token
    assert kinds(trips[trip_name(next_id)].remaining_waypoints) == [
        (trip_id, "dropoff"), (next_id, "pickup"), (next_id, "dropoff")]

    # The end.
    report(last_location=fe.VehicleLocation(location=point(DROPOFF)))
    picked_up = trip.pickup_time
    trip = told(world.status(trip_id, COMPLETE))
    assert trip.actual_dropoff_point.point == point(DROPOFF)
    assert trip.pickup_time == picked_up < trip.dropoff_time
    assert trip.last_location == fe.VehicleLocation(location=point(DROPOFF))
    assert "eta_to_first_waypoint" not in trip and not trip.remaining_waypoints
    world.trips.report_billable_trip(fe.ReportBillableTripRequest(
        name=f"{PARENT}/billableTrips/{trip_id}", country_code="US", related_ids=["a", "b"],
        platform=fe.BillingPlatformIdentifier.IOS, solution_type=(
            fe.ReportBillableTripRequest.SolutionType.ON_DEMAND_RIDESHARING_AND_DELIVERIES)))
    assert world.get_vehicle(vehicle_id).current_trips == [next_id]
    world.status(next_id, CANCELED)
    for ended in (trip_id, next_id):
        world.trips.delete_trip({"name": trip_name(ended)})
        with pytest.raises(exceptions.NotFound):
            world.get(ended)
    world.vehicles.delete_vehicle({"name": vehicle_name(vehicle_id)})
    with pytest.raises(exceptions.NotFound):
        world.get_vehicle(vehicle_id)
    assert told.fields == tellable()


@pytest.mark.parametrize("end", [COMPLETE, CANCELED])
def test_the_segment_ends_with_the_ride(world, end):
    trip_id, vehicle_id = world.ride(
        vehicle={"place": START}, pickup_point=terminal(PICKUP), dropoff_point=terminal(DROPOFF))
    world.update_vehicle(
        vehicle_id, current_route_segment=SEGMENT, remaining_distance_meters=266,
        remaining_time_seconds=41)
    world.status(trip_id, end)
    vehicle = world.get_vehicle(vehicle_id)
    assert not vehicle.current_route_segment and not vehicle.current_trips
    # A vehicle keeps what its driver reported last after a ride, and not after a cancellation.
    for field in ("remaining_distance_meters", "eta_to_first_waypoint"):
        assert (field in vehicle) == (end == COMPLETE), field


def test_search_pages(world):
    """The client's pager gets pages as it comes to them."""
    vehicle_id = world.vehicle()
    wanted = {trip_name(world.trip(TripType.SHARED, vehicle_id=vehicle_id)) for _ in range(5)}
    request = fe.SearchTripsRequest(parent=PARENT, vehicle_id=vehicle_id, page_size=2)
    pages = list(world.trips.search_trips(request).pages)
    assert [len(page.trips) for page in pages] == [2, 2, 1]
    assert not pages[-1].next_page_token
    assert {trip.name for trip in world.trips.search_trips(request)} == wanted


# Strict


@pytest.fixture
def strict(start):
    return World(start("--strict"))


def assert_refused(call):
    with pytest.raises(exceptions.BadRequest) as error:
        call()
    assert status_name(error.value) == "FAILED_PRECONDITION"


def test_strict_leads_a_ride_in_order(strict):
    trip_id, _ = strict.ride(intermediate_destinations=[terminal(one) for one in STOPS])
    version = strict.get(trip_id).intermediate_destinations_version
    for wrong in (AT_PICKUP, TO_DROPOFF, COMPLETE, TO_STOP):
        assert_refused(lambda wrong=wrong: strict.status(trip_id, wrong))
    strict.status(trip_id, NEW, TO_PICKUP, TO_PICKUP, AT_PICKUP)
    for wrong in (NEW, TO_PICKUP, TO_DROPOFF, COMPLETE):
        assert_refused(lambda wrong=wrong: strict.status(trip_id, wrong))
    assert_refused(lambda: depart(strict, trip_id, 1, version))
    depart(strict, trip_id, 0, version)
    strict.status(trip_id, AT_STOP)
    assert_refused(lambda: strict.status(trip_id, TO_DROPOFF))
    depart(strict, trip_id, 1, version)
    told = strict.status(trip_id, AT_STOP, TO_DROPOFF, COMPLETE)
    assert told.trip_status == COMPLETE


def test_strict_heeds_vehicles(strict):
    assert_refused(lambda: strict.status(strict.trip(), TO_PICKUP))
    _, vehicle_id = strict.ride()
    assert_refused(lambda: strict.trip(vehicle_id=vehicle_id))
    strict.update_vehicle(vehicle_id, back_to_back_enabled=True)
    second = strict.trip(vehicle_id=vehicle_id)
    assert strict.status(second, TO_PICKUP, CANCELED).trip_status == CANCELED
