"""The way to the next waypoint, from a driver's report to the riders (docs/protocol.md, "GetTrip and versions", "Contents of an update" and "From vehicle to trip")."""

import time

import pytest
from google.api_core import exceptions
from google.maps import fleetengine_v1 as fe

from world import HERE, TripStatus, kinds, point, stamp, waypoint
from world import WaypointType, terminal

# The contract's own vector (1.10): five points towards the pickup.
SEGMENT = "AhYFIoF_XZ6GAPV1plu2AYQNAA=="
START = (37.3430830, -122.0697071)
PICKUP = (37.3447898, -122.0679093)
DROPOFF = (37.4046292, -122.0296823)
CLASSIC = "_p~iF~ps|U_ulLnnqC"
ENCODED = fe.PolylineFormatType.ENCODED_POLYLINE_TYPE
TRAFFIC = fe.TrafficPolylineData(traffic_rendering={"road_stretch": [
    {"style": 1, "offset_meters": 178, "length_meters": 39}]})


@pytest.fixture
def ride(world):
    return world.ride(
        vehicle={"place": START}, pickup_point=terminal(PICKUP), dropoff_point=terminal(DROPOFF))


def report(world, ride, **changes):
    fields = {
        "current_route_segment": SEGMENT,
        "current_route_segment_end_point": waypoint(
            ride[0], WaypointType.PICKUP_WAYPOINT_TYPE, PICKUP),
        "current_route_segment_traffic": TRAFFIC, "remaining_distance_meters": 266,
        "remaining_time_seconds": 41,
        "navigation_status": fe.NavigationStatus.ENROUTE_TO_DESTINATION, **changes,
    }
    return world.update_vehicle(ride[1], **fields)


def test_a_report_reaches_the_trip(world, ride):
    before = time.time()
    vehicle = report(world, ride)
    assert vehicle.current_route_segment == SEGMENT
    assert vehicle.remaining_distance_meters == 266
    assert before + 40 < vehicle.eta_to_first_waypoint.timestamp() < time.time() + 42
    assert vehicle.current_route_segment_end_point.trip_id == ride[0]
    assert vehicle.navigation_status == fe.NavigationStatus.ENROUTE_TO_DESTINATION
    assert vehicle.current_trips == [ride[0]]
    assert kinds(vehicle.waypoints) == [(ride[0], "pickup"), (ride[0], "dropoff")]
    trip = world.get(ride[0], route_format_type=ENCODED)
    assert trip.current_route_segment == SEGMENT and not trip.route
    assert trip.remaining_waypoints[0].encoded_path_to_waypoint == SEGMENT
    assert trip.remaining_distance_meters == 266
    assert trip.eta_to_first_waypoint == vehicle.eta_to_first_waypoint
    assert trip.pickup_time == trip.eta_to_first_waypoint
    left = trip.remaining_time_to_first_waypoint.total_seconds()
    assert 38 < left <= 41
    assert trip.last_location_snappable
    second = trip.remaining_waypoints[1]
    assert second.distance_meters > 9_000 and second.eta == trip.dropoff_time
    assert (second.eta - trip.eta_to_first_waypoint) == second.duration
    assert "distance_meters" not in trip.remaining_waypoints[0]


def test_the_route_as_coordinates(world, ride):
    report(world, ride)
    for options in ({}, {"route_format_type": fe.PolylineFormatType.LAT_LNG_LIST_TYPE},
                    {"route_format_type": 0}):
        trip = world.get(ride[0], **options)
        assert len(trip.route) == 5 and not trip.current_route_segment
        assert abs(trip.route[0].latitude - START[0]) < 1e-6
        assert len(trip.remaining_waypoints[0].path_to_waypoint) == 5
        assert not trip.remaining_waypoints[0].encoded_path_to_waypoint


def test_traffic_covers_the_whole_way(world, ride):
    report(world, ride)
    traffic = world.get(ride[0]).current_route_segment_traffic
    spans = list(traffic.speed_reading_interval)
    normal, slow = fe.SpeedReadingInterval.Speed.NORMAL, fe.SpeedReadingInterval.Speed.SLOW
    assert [one.speed for one in spans] == [normal, slow, normal]
    assert spans[0].start_polyline_point_index == 0
    assert all(
        one.end_polyline_point_index == two.start_polyline_point_index
        for one, two in zip(spans, spans[1:]))
    assert traffic.encoded_path_to_waypoint


@pytest.mark.parametrize("view", [0, fe.TripView.SDK, fe.TripView.JOURNEY_SHARING_V1S])
def test_views(world, ride, view):
    report(world, ride)
    trip = world.get(ride[0], view=view)
    assert trip.view == view and trip.route and trip.remaining_waypoints


def test_versions_leave_out_what_the_client_has(world, ride):
    report(world, ride)
    full = world.get(ride[0])
    known = world.get(
        ride[0], current_route_segment_version=full.current_route_segment_version,
        current_route_segment_traffic_version=full.current_route_segment_traffic_version,
        remaining_waypoints_version=full.remaining_waypoints_version,
        remaining_waypoints_route_version=full.remaining_waypoints_route_version)
    assert not known.route and "current_route_segment_traffic" not in known
    assert len(known.remaining_waypoints) == 2
    assert not any(one.path_to_waypoint for one in known.remaining_waypoints)
    for name in ("current_route_segment_version", "current_route_segment_traffic_version",
                 "remaining_waypoints_version", "remaining_waypoints_route_version",
                 "eta_to_first_waypoint", "remaining_distance_meters", "trip_status"):
        assert getattr(known, name) == getattr(full, name), name
    assert "last_location" in known


@pytest.mark.parametrize("field, left_out", [
    ("current_route_segment_version", lambda trip: not trip.route),
    ("current_route_segment_traffic_version",
     lambda trip: "current_route_segment_traffic" not in trip),
    ("remaining_waypoints_route_version",
     lambda trip: not any(one.path_to_waypoint for one in trip.remaining_waypoints)),
])
def test_a_version_is_an_exclusive_minimum_of_its_own_part(world, ride, field, left_out):
    report(world, ride)
    version = getattr(world.get(ride[0]), field)
    assert left_out(world.get(ride[0], **{field: version}))
    earlier = stamp(int(version.timestamp()) - 1)
    assert not left_out(world.get(ride[0], **{field: earlier}))
    report(world, ride, current_route_segment="AhYFIvrYXZ6GALkBlQK2AYQNAA==")
    assert not left_out(world.get(ride[0], **{field: version}))


def test_a_version_moves_only_when_the_data_does(world, ride):
    first = report(world, ride)
    again = report(world, ride)
    moved = world.drive(ride[1], PICKUP, remaining_distance_meters=10, remaining_time_seconds=2)
    assert (first.current_route_segment_version == again.current_route_segment_version
            == moved.current_route_segment_version)
    assert first.waypoints_version == moved.waypoints_version
    assert moved.current_route_segment == SEGMENT


def test_the_remaining_time_wins_over_the_moment(world, ride):
    told = report(world, ride, eta_to_first_waypoint=stamp(4_000_000_000))
    assert told.eta_to_first_waypoint.timestamp() < 4_000_000_000
    told = world.update_vehicle(ride[1], eta_to_first_waypoint=stamp(4_000_000_000))
    assert told.eta_to_first_waypoint.timestamp() == 4_000_000_000


def test_an_end_point_without_segment_is_ignored(world, ride):
    before = report(world, ride).current_route_segment_end_point
    told = world.update_vehicle(ride[1], current_route_segment_end_point=waypoint(
        "x", WaypointType.DROP_OFF_WAYPOINT_TYPE, HERE))
    assert told.current_route_segment_end_point == before


def test_a_segment_may_end_at_a_place_alone(world, ride):
    told = report(world, ride, current_route_segment_end_point=fe.TripWaypoint(
        location=terminal(PICKUP)))
    assert told.current_route_segment_end_point.trip_id == ride[0]
    assert told.current_route_segment_end_point.waypoint_type == 1


def test_the_classic_polyline_is_taken_as_a_segment(world, ride):
    report(world, ride, current_route_segment=CLASSIC)
    route = world.get(ride[0]).route
    assert [(round(one.latitude, 3), round(one.longitude, 3)) for one in route] == [
        (38.5, -120.2), (40.7, -120.95)]


@pytest.mark.parametrize("text", ["not a path", "AhYF", "Ünïcode"])
def test_a_segment_that_is_no_path_is_refused(world, ride, text):
    with pytest.raises(exceptions.BadRequest, match="currentRouteSegment"):
        report(world, ride, current_route_segment=text)


def test_a_vehicle_off_its_route_is_not_snappable(world, ride):
    report(world, ride)
    world.drive(ride[1], (37.35, -122.08))
    assert not world.get(ride[0]).last_location_snappable


def test_a_rider_sees_no_raw_positions(world, ride):
    world.update_vehicle(ride[1], last_location=fe.VehicleLocation(
        location=point(START), raw_location=point(HERE), raw_location_accuracy=5.0))
    told = world.get(ride[0]).last_location
    assert "raw_location" not in told and "location" in told
    assert "raw_location" in world.get_vehicle(ride[1]).last_location


def test_the_segment_ends_with_the_ride(world, ride):
    report(world, ride)
    world.status(ride[0], TripStatus.CANCELED)
    vehicle = world.get_vehicle(ride[1])
    assert not vehicle.current_route_segment and not vehicle.current_trips
    assert "remaining_distance_meters" in vehicle and "eta_to_first_waypoint" in vehicle
