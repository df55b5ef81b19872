"""Google's client of Fleet Engine over REST.

The published package speaks gRPC only. This adds the table of HTTP bindings to its abstract
transports; everything else is Google's: transcoding, session, JSON and errors.
"""

import google.protobuf.empty_pb2
from google.api_core import exceptions, gapic_v1, rest_helpers
from google.auth.transport.requests import AuthorizedSession
from google.maps import fleetengine_v1
from google.maps.fleetengine_v1.services.trip_service.transports.base import TripServiceTransport
from google.maps.fleetengine_v1.services.vehicle_service.transports.base import (
    VehicleServiceTransport)
from google.maps.fleetengine_v1.types import trip_api, trips, vehicle_api, vehicles
from google.protobuf import json_format

from tokens import FixedToken

TRIP = "{name=providers/*/trips/*}"
VEHICLE = "{name=providers/*/vehicles/*}"
PARENT = "{parent=providers/*}"
EMPTY = google.protobuf.empty_pb2.Empty


class RestCalls:
    """The calls of a service, by the table of its class."""

    bindings = {}

    def __init_subclass__(cls):
        for name in cls.bindings:
            setattr(cls, name, property(lambda self, name=name: self._calls[name]))

    def __init__(self, endpoint, token, enum_numbers=True):
        scheme, host = endpoint.split("://")
        super().__init__(
            host=host, credentials=FixedToken(token),
            client_info=gapic_v1.client_info.ClientInfo(
                gapic_version="0.6.1", rest_version="requests"))
        self.endpoint = f"{scheme}://{host}"
        self.enum_numbers = enum_numbers
        self.session = AuthorizedSession(self._credentials)
        # The answers, unchanged, latest last.
        self.answers = []
        self._calls = {name: self._call(*binding) for name, binding in self.bindings.items()}
        self._prep_wrapped_messages(gapic_v1.client_info.ClientInfo(gapic_version="0.6.1"))

    @property
    def kind(self):
        return "rest"

    def close(self):
        self.session.close()

    def _call(self, method, uri, body, answer, required=None):
        rule = {"method": method.lower(), "uri": uri}
        if body:
            rule["body"] = body

        def call(request, *, timeout=None, metadata=(), **_):
            transcoded, payload, query = rest_helpers.transcode_request(
                [rule], request, required_fields_default_values=required,
                rest_numeric_enums=self.enum_numbers)
            reply = getattr(self.session, transcoded["method"])(
                self.endpoint + transcoded["uri"], timeout=timeout,
                headers={**dict(metadata), "Content-Type": "application/json"},
                params=rest_helpers.flatten_query_params(query, strict=True), data=payload)
            self.answers.append(reply)
            if reply.status_code >= 400:
                raise exceptions.from_http_response(reply)
            return parse(reply.content, answer)

        return call


def parse(content, kind):
    """An answer as Google's message, strictly: every name and every value has to be known.

    Google's own transports drop what they do not know, so that they would prove nothing.
    """
    message = kind()
    json_format.Parse(content, getattr(message, "_pb", message), ignore_unknown_fields=False)
    return message


class TripRest(RestCalls, TripServiceTransport):
    bindings = {
        "create_trip": ("POST", f"/v1/{PARENT}/trips", "trip", trips.Trip, {"tripId": ""}),
        "get_trip": ("GET", f"/v1/{TRIP}", None, trips.Trip),
        "update_trip": ("PUT", f"/v1/{TRIP}", "trip", trips.Trip),
        "delete_trip": ("DELETE", f"/v1/{TRIP}", None, EMPTY),
        "search_trips": (
            "POST", f"/v1/{PARENT}/trips:search", "*", trip_api.SearchTripsResponse),
        "report_billable_trip": (
            "POST", "/v1/{name=providers/*/billableTrips/*}:report", "*", EMPTY),
    }


class VehicleRest(RestCalls, VehicleServiceTransport):
    bindings = {
        "create_vehicle": (
            "POST", f"/v1/{PARENT}/vehicles", "vehicle", vehicles.Vehicle, {"vehicleId": ""}),
        "get_vehicle": ("GET", f"/v1/{VEHICLE}", None, vehicles.Vehicle),
        "update_vehicle": ("PUT", f"/v1/{VEHICLE}", "vehicle", vehicles.Vehicle),
        "delete_vehicle": ("DELETE", f"/v1/{VEHICLE}", None, EMPTY),
        "update_vehicle_attributes": (
            "POST", f"/v1/{VEHICLE}:updateAttributes", "*",
            vehicle_api.UpdateVehicleAttributesResponse),
        "list_vehicles": (
            "GET", f"/v1/{PARENT}/vehicles", None, vehicle_api.ListVehiclesResponse),
        "search_vehicles": (
            "POST", f"/v1/{PARENT}/vehicles:search", "*", vehicle_api.SearchVehiclesResponse),
        # Deprecated and no longer in the client: called through the transport alone.
        "search_fuzzed_vehicles": (
            "POST", f"/v1/{PARENT}/vehicles:searchFuzzed", "*",
            vehicle_api.SearchVehiclesResponse),
    }


def trip_client(endpoint, token, **options):
    return fleetengine_v1.TripServiceClient(transport=TripRest(endpoint, token, **options))


def vehicle_client(endpoint, token, **options):
    return fleetengine_v1.VehicleServiceClient(transport=VehicleRest(endpoint, token, **options))
