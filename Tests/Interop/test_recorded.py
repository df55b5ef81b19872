"""The requests that were recorded of Google's client, from the document that holds them.

The document is not part of the project: it is next to the test data, and the tests are off
without it.
"""

import json
import os
import re
from urllib.parse import quote, quote_plus

import pytest

from emulator import PROVIDER
from wire import connect
from world import DROPOFF, PICKUP

pytestmark = pytest.mark.rest

DATA = os.environ.get("RIDEALONG_TEST_DATA")
DOCUMENT = os.path.join(DATA, "..", "reference", "official-client-wire.md") if DATA else None
POINTS = {
    "pickupPoint": {"point": {"latitude": PICKUP[0], "longitude": PICKUP[1]}},
    "dropoffPoint": {"point": {"latitude": DROPOFF[0], "longitude": DROPOFF[1]}}}

# The answers that are no 200, and why.
REFUSED = {
    "CreateTrip without trip_id": 400,
    "CreateTrip with empty trip": 400,
    "CreateVehicle without id": 400,
    "UpdateTrip intermediate": 400,  # The version is not that of the trip's stops.
    "UpdateTrip intermediate index 0 (default value vanishes)": 400,  # It has no stops.
    "UpdateTrip no mask": 400,
    "UpdateTrip empty mask": 400,
    "UpdateTrip unknown mask path": 400,
    "UpdateTrip '*' mask": 400,  # The empty trip that replaces the old one has no type.
    "UpdateTrip unset status 0 in mask": 400,
    "SearchTrips all options": 400,  # Page tokens of the recording server.
    "SearchTrips pager (2 pages) 2": 400,
    "ListVehicles all options": 400,  # So here, and a filter beside required attributes.
    "ListVehicles pager (2 pages) 2": 400,
    "ListVehicles no options": 400,  # vehicle_type_categories is required.
    "ReportBillableTrip minimal": 400,  # country_code is required.
    "SearchVehicles all options": 400,  # A filter beside required attributes.
    "UpdateVehicle vehicle_state=UNKNOWN(0) in mask": 400,
    "UpdateVehicle empty mask": 400,
}


def recorded():
    """The document's requests: title, method, address with a plain query, body."""
    if not DOCUMENT or not os.path.exists(DOCUMENT):
        return []
    with open(DOCUMENT, encoding="utf-8") as file:
        text = file.read()
    section = text[text.index("\n## 3."):text.index("\n## 4.")]
    found = []
    for title, block in re.findall(r"\n### ([^\n]+)\n\n```\n(.*?)```", section, re.DOTALL):
        lines = block.splitlines()
        heads = [index for index, line in enumerate(lines)
                 if re.match(r"(GET|POST|PUT|DELETE) /", line)]
        for number, start in enumerate(heads, 1):
            method, target = lines[start].split(" ", 1)
            body = lines[start + 1] if lines[start + 1:start + 2] and (
                lines[start + 1].startswith("{")) else None
            found.append((f"{title} {number}" if number > 1 else title, method, target, body))
    return found


REQUESTS = recorded()


def encoded(target):
    """The address as it was on the wire: the document shows its query decoded."""
    path, _, query = target.partition("?")
    pairs = [pair.partition("=") for pair in query.split("&")]
    return path + "?" + "&".join(
        quote_plus(name, safe=".") + "=" + quote_plus(value) for name, _, value in pairs)


def request_bytes(method, target, body, token, host):
    """The request with the headers of the document, in their order."""
    payload = b"" if body is None else json.dumps(json.loads(body), indent=2).encode()
    lines = [
        f"{method} {encoded(target)} HTTP/1.1",
        f"Host: {host}",
        "User-Agent: python-requests/2.34.2",
        "Accept-Encoding: gzip, deflate",
        "Accept: */*",
        "Connection: keep-alive",
        "x-goog-api-client: gl-python/3.11.7 rest/requests@2.34.2 gax/2.44.0 gapic/0.6.1 pb/7.36.2",
        f"x-goog-request-params: provider_id=providers/{PROVIDER}",
        "Content-Type: application/json",
        f"authorization: Bearer {token}",
    ]
    if method != "GET":
        lines.append(f"Content-Length: {len(payload)}")
    return ("\r\n".join(lines) + "\r\n\r\n").encode() + payload


def expected(title):
    # No trip has any of these ids, and some are not valid.
    if title.startswith("GetTrip id "):
        return 400 if any(c in title for c in ":,?#") or "(65)" in title else 404
    return REFUSED.get(title, 200)


def prepare(emulator, title):
    """The one vehicle and the one trip that the recorded requests name."""
    for trip in emulator.http("POST", "trips:search", {}).json().get("trips", []):
        path = "trips/" + quote(trip["name"].rsplit("/", 1)[1])
        if trip.get("vehicleId") and trip["tripStatus"] not in ("COMPLETE", "CANCELED"):
            emulator.http("PUT", path + "?updateMask=tripStatus", {"tripStatus": "CANCELED"})
        assert emulator.http("DELETE", path).status_code == 200
    emulator.http("DELETE", "vehicles/veh-1")
    if not title.startswith("CreateVehicle"):
        assert emulator.http("POST", "vehicles?vehicleId=veh-1", {
            "vehicleState": "ONLINE", "supportedTripTypes": ["EXCLUSIVE", "SHARED"],
            "maximumCapacity": 4, "vehicleType": {"category": "AUTO"}}).status_code == 200
    if title.startswith(("CreateTrip", "CreateVehicle", "DeleteVehicle")):
        return
    trip = {"tripType": "EXCLUSIVE", **POINTS}
    if title.startswith("UpdateVehicle waypoints"):
        trip["vehicleId"] = "veh-1"
        trip["pickupPoint"] = {"point": {"latitude": 1, "longitude": 2}}
        trip["dropoffPoint"] = {"point": {"latitude": 3, "longitude": 4}}
    assert emulator.http("POST", "trips?tripId=trip-1", trip).status_code == 200


@pytest.mark.skipif(not REQUESTS, reason="the document of the recorded requests is not here")
@pytest.mark.parametrize(
    "title, method, target, body", REQUESTS, ids=[request[0] for request in REQUESTS])
def test_a_recorded_request(own_emulator, title, method, target, body):
    emulator = own_emulator
    prepare(emulator, title)
    connection = connect(emulator.endpoint)
    host = emulator.endpoint.split("://")[1]
    status, answer = connection.exchange(
        request_bytes(method, target, body, emulator.token(), host))
    connection.socket.close()
    assert status == expected(title), answer
    read = json.loads(answer)
    assert ("error" in read) == (status != 200)


@pytest.mark.skipif(not REQUESTS, reason="the document of the recorded requests is not here")
def test_the_document_was_read_whole():
    assert len(REQUESTS) == 58
