"""ListVehicles and SearchVehicles: filters, paging, staleness, viewport (docs/protocol.md, "Lists and searches")."""

import pytest
from google.api_core import exceptions
from google.geo.type.types import viewport as geo
from google.maps import fleetengine_v1 as fe
from google.protobuf import duration_pb2

from emulator import PARENT, vehicle_name
from world import Category, TripStatus, TripType, World, point, terminal

VehicleMatchOrder = fe.SearchVehiclesRequest.VehicleMatchOrder
CurrentTripsPresent = fe.SearchVehiclesRequest.CurrentTripsPresent
MatchType = fe.VehicleMatch.VehicleMatchType
PLACE = (10.0, 20.0)


def attribute(key, text):
    return fe.VehicleAttribute(key=key, value=text)


@pytest.fixture(scope="module")
def fleet(emulator):
    """Three vehicles that no test changes."""
    world = World(emulator)
    world.vehicle((1, 2), vehicle_id="red", attributes=[
        attribute("colour", "red"), attribute("size", "s")])
    world.vehicle((3, 4), vehicle_id="green", maximum_capacity=6, attributes=[
        attribute("colour", "green"), attribute("size", "m")],
        vehicle_type={"category": Category.TAXI})
    world.vehicle(None, vehicle_id="blue", vehicle_state=fe.VehicleState.OFFLINE, attributes=[
        attribute("colour", "blue"), fe.VehicleAttribute(key="child seat", bool_value=True),
        fe.VehicleAttribute(key="doors", number_value=5.0)],
        supported_trip_types=[TripType.SHARED])
    world.trip(vehicle_id="green")
    return world


def listed(fleet, **options):
    options.setdefault("vehicle_type_categories", [Category.AUTO, Category.TAXI])
    answer = fleet.vehicles.list_vehicles(fe.ListVehiclesRequest(parent=PARENT, **options))
    return {one.name.rsplit("/", 1)[1] for one in answer} & {"red", "green", "blue"}


@pytest.mark.parametrize("options, wanted", [
    ({}, "red green blue"),
    ({"vehicle_type_categories": [Category.TAXI]}, "green"),
    ({"minimum_capacity": 5}, "green"),
    ({"trip_types": [TripType.EXCLUSIVE]}, "red green"),
    ({"trip_types": [TripType.EXCLUSIVE, TripType.SHARED]}, "red green blue"),
    ({"vehicle_state": fe.VehicleState.OFFLINE}, "blue"),
    ({"on_trip_only": True}, "green"),
    ({"maximum_staleness": duration_pb2.Duration(seconds=300)}, "red green"),
    ({"maximum_staleness": duration_pb2.Duration(nanos=1000)}, ""),
    ({"required_attributes": ["colour:red"]}, "red"),
    ({"required_attributes": ["colour:red", "size:m"]}, ""),
    ({"required_one_of_attributes": ["colour:red|colour:green"]}, "red green"),
    ({"required_one_of_attributes": ["colour:red|colour:green", "size:m"]}, "green"),
    ({"required_one_of_attribute_sets": ["colour:red|size:s", "colour:blue"]}, "red blue"),
    ({"required_one_of_attribute_sets": ["colour:red|size:m"]}, ""),
    ({"filter": 'attributes.colour = "red"'}, "red"),
    ({"filter": 'attributes.colour != "red"'}, "green blue"),
    ({"filter": 'attributes.colour = "red" OR attributes.colour = "blue"'}, "red blue"),
    ({"filter": 'attributes.size = "s" AND attributes.colour = "green"'}, ""),
    ({"filter": 'NOT attributes.colour = "red"'}, "green blue"),
    ({"filter": '-(attributes.colour = "red" OR attributes.colour = "green")'}, "blue"),
    ({"filter": 'attributes."child seat" = "true"'}, "blue"),
    ({"filter": 'attributes.doors = "5"'}, "blue"),
    ({"filter": 'attributes.colour = "re*"'}, "red"),
    ({"filter": 'attributes.size:*'}, "red green"),
    ({"filter": ""}, "red green blue"),
    ({"viewport": geo.Viewport(low=point((0, 0)), high=point((2.5, 2.5)))}, "red"),
    ({"viewport": geo.Viewport(low=point((0, 3)), high=point((5, -170)))}, "green"),
    ({"viewport": geo.Viewport(low=point((0, 170)), high=point((5, -170)))}, ""),
])
def test_list(fleet, options, wanted):
    assert listed(fleet, **options) == set(wanted.split())


@pytest.mark.parametrize("options", [
    {"vehicle_type_categories": []}, {"vehicle_type_categories": [0]},
    {"page_size": -1}, {"page_token": "tok"}, {"minimum_capacity": -1},
    {"maximum_staleness": duration_pb2.Duration(seconds=0)},
    {"required_attributes": ["colour"]}, {"required_attributes": ["a:b"] * 51},
    {"trip_types": [9]}, {"vehicle_state": 9},
    {"filter": 'attributes.colour ='}, {"filter": '(attributes.a = "b"'},
    {"filter": 'colour = "red"'}, {"filter": 'attributes.doors = 5'},
    {"filter": " AND ".join(['attributes.a = "b"'] * 51)},
    {"filter": 'attributes.a = "b"', "required_attributes": ["a:b"]},
    {"viewport": geo.Viewport(low=point((5, 0)), high=point((2, 2)))},
])
def test_list_refuses(fleet, options):
    with pytest.raises(exceptions.BadRequest):
        listed(fleet, **options)


def test_list_pages(fleet):
    request = fe.ListVehiclesRequest(
        parent=PARENT, page_size=2, vehicle_type_categories=[Category.AUTO, Category.TAXI],
        filter='attributes.colour = "red" OR attributes.colour = "green" OR '
               'attributes.colour = "blue"')
    pages = list(fleet.vehicles.list_vehicles(request).pages)
    assert [len(page.vehicles) for page in pages] == [2, 1]
    assert {page.total_size for page in pages} == {3}
    assert not pages[-1].next_page_token


def searched(world, place=PLACE, **options):
    given = {
        "pickup_point": terminal(place), "pickup_radius_meters": 2000, "count": 10,
        "minimum_capacity": 1, "trip_types": [TripType.EXCLUSIVE],
        "vehicle_types": [{"category": Category.AUTO}],
        "order_by": VehicleMatchOrder.PICKUP_POINT_ETA, **options,
    }
    return world.vehicles.search_vehicles(
        fe.SearchVehiclesRequest(parent=PARENT, **given)).matches


def names(matches):
    return [match.vehicle.name for match in matches]


def test_search_tells_how_the_vehicle_would_come(world):
    place = (11.0, 20.0)
    vehicle_id = world.vehicle((11.001, 20.0))
    match, = searched(world, place, dropoff_point=terminal((11.01, 20.0)))
    assert match.vehicle.name == vehicle_name(vehicle_id)
    assert match.vehicle_match_type == MatchType.EXCLUSIVE
    assert match.trip_type == TripType.EXCLUSIVE
    assert 100 < match.vehicle_pickup_straight_line_distance_meters < 120
    assert match.vehicle_pickup_distance_meters > match.vehicle_pickup_straight_line_distance_meters
    assert match.vehicle_dropoff_eta > match.vehicle_pickup_eta
    assert match.vehicle_pickup_to_dropoff_distance_meters > 1000
    assert match.ordered_by == match.requested_ordered_by == VehicleMatchOrder.PICKUP_POINT_ETA
    assert len(match.vehicle_trips_waypoints) == 2


@pytest.mark.parametrize("order", [one for one in VehicleMatchOrder if one])
def test_search_orders_and_counts(world, order):
    place = (20.0 + order, 20.0)
    near, middle, far = (
        vehicle_name(world.vehicle((place[0] + step / 1000, 20.0))) for step in (1, 4, 8))
    options = {"order_by": order, "dropoff_point": terminal((place[0], 20.1))}
    assert names(searched(world, place, **options)) == [near, middle, far]
    assert names(searched(world, place, **options, count=2)) == [near, middle]
    assert names(searched(world, place, **options, pickup_radius_meters=500)) == [
        near, middle]


def test_search_finds_what_fits(world):
    place = (40.0, 20.0)
    world.vehicle(place, vehicle_state=fe.VehicleState.OFFLINE)
    world.vehicle(None)
    world.vehicle(place, vehicle_type={"category": Category.TRUCK})
    world.vehicle(place, supported_trip_types=[TripType.SHARED])
    world.trip(vehicle_id=world.vehicle(place))
    small = world.vehicle(place, maximum_capacity=1, attributes=[attribute("a", "1")])
    large = world.vehicle(place, maximum_capacity=5, attributes=[attribute("a", "2")])
    both = {vehicle_name(small), vehicle_name(large)}
    assert set(names(searched(world, place))) == both
    for options, wanted in (
            ({"minimum_capacity": 3}, large),
            ({"required_attributes": [attribute("a", "1")]}, small),
            ({"required_one_of_attributes": [
                {"attributes": [attribute("a", "2"), attribute("b", "1")]}]}, large),
            ({"required_one_of_attribute_sets": [
                {"attributes": [attribute("a", "1")]}]}, small),
            ({"filter": 'attributes.a = "2"'}, large)):
        assert names(searched(world, place, **options)) == [vehicle_name(wanted)], options
    stale = duration_pb2.Duration(nanos=1000)
    assert not searched(world, place, maximum_staleness=stale)


def test_search_back_to_back(world):
    place = (41.0, 20.0)
    vehicle_id = world.vehicle(place, back_to_back_enabled=True)
    trip_id = world.trip(
        vehicle_id=vehicle_id, pickup_point=terminal(place), dropoff_point=terminal((41.01, 20.0)))
    assert not searched(world, place, include_back_to_back=True)
    world.status(trip_id, TripStatus.ENROUTE_TO_DROPOFF)
    assert not searched(world, place)
    match, = searched(world, place, include_back_to_back=True)
    assert match.vehicle_match_type == MatchType.BACK_TO_BACK
    assert len(match.vehicle_trips_waypoints) == 3


def test_search_carpool(world):
    place = (42.0, 20.0)
    vehicle_id = world.vehicle(place)
    world.trip(
        TripType.SHARED, vehicle_id=vehicle_id, pickup_point=terminal(place),
        dropoff_point=terminal((42.01, 20.0)), number_of_passengers=3)
    options = {"trip_types": [TripType.SHARED], "dropoff_point": terminal((42.02, 20.0))}
    none, any_trips = CurrentTripsPresent.NONE, CurrentTripsPresent.ANY
    assert not searched(world, place, **options, current_trips_present=none)
    match, = searched(world, place, **options, current_trips_present=any_trips)
    assert match.vehicle_match_type == MatchType.CARPOOL
    assert not searched(
        world, place, **options, current_trips_present=any_trips, minimum_capacity=2)


@pytest.mark.parametrize("options", [
    {"pickup_point": None}, {"pickup_point": fe.TerminalLocation()},
    {"pickup_radius_meters": 399}, {"pickup_radius_meters": 10_001}, {"count": 0}, {"count": 51},
    {"minimum_capacity": 0}, {"trip_types": []}, {"vehicle_types": []}, {"order_by": 0},
    {"vehicle_types": [{"category": 0}]}, {"trip_types": [TripType.SHARED]},
    {"trip_types": [TripType.SHARED], "dropoff_point": terminal(PLACE)},
    {"order_by": VehicleMatchOrder.DROPOFF_POINT_ETA},
    {"maximum_staleness": duration_pb2.Duration(seconds=0)},
    {"include_back_to_back": True, "trip_types": [TripType.SHARED]},
    {"required_attributes": [attribute("a", "b")] * 51},
    {"filter": "nonsense ="},
])
def test_search_refuses(world, options):
    with pytest.raises(exceptions.BadRequest):
        searched(world, **options)
