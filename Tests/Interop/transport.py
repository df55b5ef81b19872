"""Google's client of Fleet Engine over gRPC, as published, and over REST.

The published package speaks gRPC only. For REST this adds the table of HTTP bindings to its
abstract transports; everything else is Google's: transcoding, session, JSON and errors.
"""

import google.protobuf.empty_pb2
import grpc
from google.api_core import exceptions, gapic_v1, rest_helpers
from google.auth.transport.requests import AuthorizedSession
from google.maps import fleetengine_v1
from google.maps.fleetengine_v1.services.trip_service.transports.base import TripServiceTransport
from google.maps.fleetengine_v1.services.trip_service.transports.grpc import (
    TripServiceGrpcTransport)
from google.maps.fleetengine_v1.services.vehicle_service.transports.base import (
    VehicleServiceTransport)
from google.maps.fleetengine_v1.services.vehicle_service.transports.grpc import (
    VehicleServiceGrpcTransport)
from google.maps.fleetengine_v1.types import trip_api, trips, vehicle_api, vehicles
from google.protobuf import json_format

from tokens import FixedToken

TRIP = "{name=providers/*/trips/*}"
VEHICLE = "{name=providers/*/vehicles/*}"
PARENT = "{parent=providers/*}"
EMPTY = google.protobuf.empty_pb2.Empty
# The time limit of a request if its caller sets none.
SECONDS = 15


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
        # The names of the answers' statuses, latest last.
        self.statuses = []
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
                self.endpoint + transcoded["uri"], timeout=timeout or SECONDS,
                headers={**dict(metadata), "Content-Type": "application/json"},
                params=rest_helpers.flatten_query_params(query, strict=True), data=payload)
            self.statuses.append(
                "OK" if reply.status_code < 400 else reply.json()["error"]["status"])
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
    }


class Statuses(grpc.UnaryUnaryClientInterceptor):
    """Records the names of the answers' statuses."""

    def __init__(self):
        self.names = []

    def intercept_unary_unary(self, continuation, details, request):
        call = continuation(details, request)
        self.names.append(call.code().name)
        return call


def grpc_channel(target, roots, token):
    """A channel with TLS, for the certificate that the emulator makes."""
    with open(roots, "rb") as file:
        secure = grpc.ssl_channel_credentials(file.read())
    return grpc.secure_channel(target, grpc.composite_channel_credentials(
        secure, grpc.access_token_call_credentials(token)))


def grpc_transport(kind, target, roots, token):
    """Google's transport."""
    statuses = Statuses()
    channel = grpc_channel(target, roots, token)
    transport = kind(channel=grpc.intercept_channel(channel, statuses))
    transport.statuses = statuses.names
    return transport


def status_name(error):
    """The name of the status of an error of Google's client, over either transport."""
    if error.grpc_status_code and error.response is None:
        return error.grpc_status_code.name
    if isinstance(error.response, grpc.RpcError):
        return error.response.code().name
    body = error.response.json()["error"]
    assert body["code"] == error.code
    return body["status"]
