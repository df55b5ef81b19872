"""Who may call what, in which order it is checked and how it is answered (docs/protocol.md, "Authentication")."""

import time

import pytest
from google.api_core import exceptions
from google.auth import exceptions as auth_exceptions
from google.auth import credentials, jwt
from google.maps import fleetengine_v1 as fe

from emulator import PARENT, trip_name, vehicle_name
from transport import status_name
from tokens import SERVER
from world import HERE, PICKUP, TripStatus, TripType, point, terminal

HOUR = 3600


def get(world, token, trip_id="none"):
    return world.emulator.trip_client(token).get_trip({"name": trip_name(trip_id)})


def assert_refused(call, kind, status, said=None):
    with pytest.raises(kind, match=said) as refused:
        call()
    assert status_name(refused.value) == status
    return refused.value


# Tokens that say nothing about who calls: 401.


def broken_tokens(emulator):
    server, now = emulator.accounts["server"], int(time.time())
    whole = server.token(SERVER)
    head, claims, signature = whole.split(".")
    return {
        "no parts": "x",
        "two parts": f"{head}.{claims}",
        "four parts": f"{whole}.x",
        "no JSON": f"eA.{claims}.{signature}",
        "no signature": f"{head}.{claims}.",
        "another signature": f"{head}.{claims}.{signature[:-8]}AAAAAAAA",
        "another's signature": emulator.accounts["driver"].token(
            SERVER, iss=server.email, sub=server.email),
        "another's key": server.token(SERVER, key_id="another"),
        "alg none": server.forged(SERVER, "none"),
        "alg HS256": server.forged(SERVER, "HS256", b"secret"),
        "alg HS256, with the public key": server.forged(
            SERVER, "HS256", server.info["private_key"].encode()),
        "expired": server.token(SERVER, iat=now - 2 * HOUR, exp=now - HOUR),
        "no expiry": server.token(SERVER, exp=None),
        "too long": server.token(SERVER, exp=now + 2 * HOUR),
        "from the future": server.token(SERVER, iat=now + 11 * 60),
        "no issue": server.token(SERVER, iat=None),
        "another audience": server.token(SERVER, aud="https://example.org/"),
        "no audience": server.token(SERVER, aud=None),
        "another subject": server.token(SERVER, sub="x@example.org"),
        "no issuer": server.token(SERVER, iss=None),
        "a stranger": server.token(SERVER, iss="x@example.org", sub="x@example.org"),
    }


@pytest.mark.parametrize("what", [
    "no parts", "two parts", "four parts", "no JSON", "no signature", "another signature",
    "another's signature", "another's key", "alg none", "alg HS256",
    "alg HS256, with the public key", "expired", "no expiry", "too long", "from the future",
    "no issue", "another audience", "no audience", "another subject", "no issuer", "a stranger"])
def test_a_broken_token_is_unauthenticated(world, what):
    # The trip does not exist, so that the token must have been looked at first.
    token = broken_tokens(world.emulator)[what]
    refused = assert_refused(
        lambda: get(world, token), exceptions.Unauthorized, "UNAUTHENTICATED")
    assert token not in str(refused)


@pytest.mark.parametrize("headers", [
    {"Authorization": ""}, {"Authorization": "Basic eDp5"}, {"Authorization": "Bearer"},
    {"Authorization": "bearer"}])
def test_a_call_needs_a_bearer(world, headers):
    reply = world.emulator.http("GET", "trips/x", headers=headers)
    assert reply.status_code == 401
    assert reply.json()["error"]["status"] == "UNAUTHENTICATED"


@pytest.mark.parametrize("changes", [
    {"aud": ["https://fleetengine.googleapis.com/"]},
    {"aud": ["https://example.org/", "https://fleetengine.googleapis.com/"]},
])
def test_the_audience_may_be_a_list(world, changes):
    token = world.emulator.accounts["server"].token(SERVER, **changes)
    assert get(world, token, world.trip())


def test_clocks_may_differ_a_little(world):
    token = world.emulator.accounts["server"].token(SERVER, iat=int(time.time()) + 9 * 60)
    assert get(world, token, world.trip())


def test_a_token_needs_no_key_id(world):
    bare = world.emulator.accounts["server"].token_without_key_id(SERVER)
    assert "kid" not in jwt.decode_header(bare)
    assert get(world, bare, world.trip())


@pytest.mark.parametrize("role, claims", [
    ("consumer", {}), ("driver", {}), ("consumer", {"tripid": ""}), ("driver", {"vehicleid": ""}),
    ("consumer", {"vehicleid": "v"}), ("driver", {"tripid": "t"})])
def test_an_apps_token_needs_its_claim(world, role, claims):
    token = world.emulator.accounts[role].token(claims)
    assert_refused(
        lambda: get(world, token), exceptions.Unauthorized, "UNAUTHENTICATED", "signed without a")


# Callers that are known and may not: 403.


def calls(world, token, trip_id, vehicle_id):
    trips, vehicles = world.emulator.trip_client(token), world.emulator.vehicle_client(token)
    trip, vehicle = trip_name(trip_id), vehicle_name(vehicle_id)
    return {
        "GetTrip": lambda: trips.get_trip({"name": trip}),
        "CreateTrip": lambda: trips.create_trip(fe.CreateTripRequest(
            parent=PARENT, trip_id=trip_id + "-new", trip=fe.Trip(
                trip_type=TripType.SHARED, pickup_point=terminal(PICKUP)))),
        "UpdateTrip": lambda: trips.update_trip(fe.UpdateTripRequest(
            name=trip, trip=fe.Trip(trip_status=TripStatus.NEW),
            update_mask={"paths": ["trip_status"]})),
        "DeleteTrip": lambda: trips.delete_trip({"name": trip_name(trip_id + "-new")}),
        "SearchTrips": lambda: trips.search_trips({"parent": PARENT}),
        "ReportBillableTrip": lambda: trips.report_billable_trip(fe.ReportBillableTripRequest(
            name=f"{PARENT}/billableTrips/{trip_id}", country_code="US")),
        "CreateVehicle": lambda: vehicles.create_vehicle(fe.CreateVehicleRequest(
            parent=PARENT, vehicle_id=vehicle_id + "-new", vehicle=fe.Vehicle(
                vehicle_state=1, supported_trip_types=[2], maximum_capacity=1,
                vehicle_type={"category": 1}))),
        "GetVehicle": lambda: vehicles.get_vehicle({"name": vehicle}),
        "UpdateVehicle": lambda: vehicles.update_vehicle(fe.UpdateVehicleRequest(
            name=vehicle, vehicle=fe.Vehicle(last_location=fe.VehicleLocation(
                location=point(HERE))), update_mask={"paths": ["last_location"]})),
        "DeleteVehicle": lambda: vehicles.delete_vehicle({"name": vehicle_name(
            vehicle_id + "-new")}),
        "UpdateVehicleAttributes": lambda: vehicles.update_vehicle_attributes(
            fe.UpdateVehicleAttributesRequest(
                name=vehicle, attributes=[fe.VehicleAttribute(key="a", value="b")])),
        "ListVehicles": lambda: vehicles.list_vehicles(fe.ListVehiclesRequest(
            parent=PARENT, vehicle_type_categories=[1])),
        "SearchVehicles": lambda: vehicles.search_vehicles(fe.SearchVehiclesRequest(
            parent=PARENT, pickup_point=terminal(HERE), pickup_radius_meters=400, count=1,
            minimum_capacity=1, trip_types=[2], vehicle_types=[{"category": 1}], order_by=1)),
    }


MAY = {
    "server": None,
    "driver": {"GetTrip", "GetVehicle", "UpdateVehicle"},
    "consumer": {"GetTrip", "GetVehicle", "SearchVehicles"},
}


@pytest.mark.parametrize("role", MAY)
def test_what_a_role_may_call(world, role):
    trip_id, vehicle_id = world.ride()
    claims = {
        "server": SERVER, "driver": {"vehicleid": vehicle_id}, "consumer": {"tripid": trip_id}}
    token = world.emulator.token(role, **claims[role])
    for name, call in calls(world, token, trip_id, vehicle_id).items():
        if MAY[role] is None or name in MAY[role]:
            call()
        else:
            assert_refused(call, exceptions.Forbidden, "PERMISSION_DENIED")


def test_a_fleet_reader_reads_and_changes_nothing(world):
    trip_id, vehicle_id = world.ride()
    token = world.emulator.token("fleet-reader", **SERVER)
    may = {"GetTrip", "SearchTrips", "GetVehicle", "ListVehicles", "SearchVehicles"}
    for name, call in calls(world, token, trip_id, vehicle_id).items():
        if name in may:
            call()
        else:
            assert_refused(call, exceptions.Forbidden, "PERMISSION_DENIED")


def test_an_apps_token_is_for_one_thing(world):
    trip_id, vehicle_id = world.ride()
    other_trip, other_vehicle = world.ride()
    consumer = world.emulator.token("consumer", tripid=trip_id)
    driver = world.emulator.token("driver", vehicleid=vehicle_id)
    for token, name in ((consumer, "GetTrip"), (driver, "GetTrip"), (driver, "GetVehicle"),
                        (driver, "UpdateVehicle")):
        assert_refused(
            calls(world, token, other_trip, other_vehicle)[name], exceptions.Forbidden,
            "PERMISSION_DENIED")
    # A rider's app looks at vehicles without a claim for them.
    calls(world, consumer, trip_id, other_vehicle)["GetVehicle"]()


def test_the_claims_of_a_servers_token_are_ignored(world):
    """Google's On-demand Admin role ignores custom claims (docs/protocol.md, "Endpoints" and "Roles and claims")."""
    trip_id, vehicle_id = world.ride()
    other, _ = world.ride()
    narrow = world.emulator.token("server", tripid=trip_id, vehicleid=vehicle_id)
    calls(world, narrow, trip_id, vehicle_id)["UpdateTrip"]()
    calls(world, narrow, other, vehicle_id)["UpdateTrip"]()


def test_the_provider_is_the_tokens(world):
    client = world.emulator.trip_client()
    assert_refused(
        lambda: client.get_trip({"name": "providers/another/trips/x"}), exceptions.Forbidden,
        "PERMISSION_DENIED")


def test_the_order_of_the_checks(world):
    """Token, then claim, then role, then provider, and only then the call itself."""
    consumer = world.emulator.token("consumer", tripid="t")
    update = "trips/t?updateMask=nonsense"
    reply = world.emulator.http("PUT", update, {"nonsense": 1}, token="x")
    assert reply.status_code == 401
    other = world.emulator.http("PUT", "trips/u?updateMask=x", {"nonsense": 1}, token=consumer)
    assert other.status_code == 403 and "another trip" in other.text
    role = world.emulator.http("PUT", update, {"nonsense": 1}, token=consumer)
    assert role.status_code == 403 and "may not call UpdateTrip" in role.text
    assert world.emulator.http("PUT", update, {"nonsense": 1}).status_code == 400
    assert world.emulator.http("GET", "trips/t", token=consumer).status_code == 404


# What Google's library does with a 401.


@pytest.mark.rest
def test_a_refused_token_is_sent_three_times(world):
    client = world.emulator.trip_client("x")
    replies = []
    client.transport.session.hooks["response"].append(lambda reply, **_: replies.append(reply))
    with pytest.raises(exceptions.Unauthorized):
        client.get_trip({"name": trip_name("x")})
    assert [reply.status_code for reply in replies] == [401] * 3


@pytest.mark.rest
def test_anonymous_credentials_hide_the_refusal(world):
    client = world.emulator.trip_client("x")
    client.transport.session.credentials = credentials.AnonymousCredentials()
    with pytest.raises(auth_exceptions.InvalidOperation):
        client.get_trip({"name": trip_name("x")})
