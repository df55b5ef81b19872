"""Trips and vehicles that tests begin with, made with Google's client."""

from google.maps import fleetengine_v1 as fe
from google.protobuf import field_mask_pb2, timestamp_pb2
from google.type import latlng_pb2

from emulator import PARENT, trip_name, vehicle_name

TripStatus = fe.TripStatus
TripType = fe.TripType
WaypointType = fe.WaypointType
Vehicle = fe.Vehicle
Category = fe.Vehicle.VehicleType.Category

PICKUP = (45.0663, 7.6797)
DROPOFF = (45.0624, 7.6830)
HERE = (45.0703, 7.6869)


def point(place):
    return latlng_pb2.LatLng(latitude=place[0], longitude=place[1])


def terminal(place):
    return fe.TerminalLocation(point=point(place))


def mask(*paths):
    return field_mask_pb2.FieldMask(paths=paths)


def stamp(seconds, nanos=0):
    return timestamp_pb2.Timestamp(seconds=seconds, nanos=nanos)


def waypoint(trip_id, kind, place):
    return fe.TripWaypoint(trip_id=trip_id, waypoint_type=kind, location=terminal(place))


def kinds(waypoints):
    """Waypoints as pairs of trip and kind, which tests compare."""
    short = {1: "pickup", 2: "dropoff", 3: "stop"}
    return [(one.trip_id, short[one.waypoint_type]) for one in waypoints]


class World:
    """What a test does again and again."""

    def __init__(self, emulator):
        self.emulator = emulator
        self.trips = emulator.trips
        self.vehicles = emulator.vehicles

    def new_id(self, kind="trip"):
        return self.emulator.new_id(kind)

    def vehicle(self, place=HERE, *, vehicle_id=None, **fields):
        """Creates a vehicle and tells its id."""
        vehicle_id = vehicle_id or self.new_id("vehicle")
        given = {
            "vehicle_state": fe.VehicleState.ONLINE,
            "supported_trip_types": [TripType.EXCLUSIVE, TripType.SHARED],
            "maximum_capacity": 4,
            "vehicle_type": {"category": Category.AUTO},
            **fields,
        }
        if place:
            given.setdefault("last_location", fe.VehicleLocation(location=point(place)))
        self.vehicles.create_vehicle(fe.CreateVehicleRequest(
            parent=PARENT, vehicle_id=vehicle_id, vehicle=Vehicle(**given)))
        return vehicle_id

    def trip(self, kind=TripType.EXCLUSIVE, *, trip_id=None, **fields):
        """Creates a trip and tells its id."""
        trip_id = trip_id or self.new_id()
        given = {
            "trip_type": kind, "pickup_point": terminal(PICKUP), "dropoff_point": terminal(DROPOFF),
            **fields,
        }
        self.trips.create_trip(fe.CreateTripRequest(
            parent=PARENT, trip_id=trip_id, trip=fe.Trip(**given)))
        return trip_id

    def ride(self, kind=TripType.EXCLUSIVE, *, vehicle=None, **fields):
        """Creates a vehicle and a trip of its."""
        vehicle_id = self.vehicle(**(vehicle or {}))
        return self.trip(kind, vehicle_id=vehicle_id, **fields), vehicle_id

    def get(self, trip_id, **options):
        return self.trips.get_trip(fe.GetTripRequest(name=trip_name(trip_id), **options))

    def update(self, trip_id, *paths, **fields):
        """Updates the fields that are given, or the paths where those are named."""
        return self.trips.update_trip(fe.UpdateTripRequest(
            name=trip_name(trip_id), trip=fe.Trip(**fields), update_mask=mask(*(paths or fields))))

    def status(self, trip_id, *statuses):
        """Leads a trip through statuses."""
        trip = None
        for status in statuses:
            trip = self.update(trip_id, trip_status=status)
        return trip

    def get_vehicle(self, vehicle_id, **options):
        return self.vehicles.get_vehicle(
            fe.GetVehicleRequest(name=vehicle_name(vehicle_id), **options))

    def update_vehicle(self, vehicle_id, *paths, **fields):
        return self.vehicles.update_vehicle(fe.UpdateVehicleRequest(
            name=vehicle_name(vehicle_id), vehicle=Vehicle(**fields),
            update_mask=mask(*(paths or fields))))
