#!/usr/bin/env python3
"""A Fleet Engine that knows nothing but what the real one once answered.

It shows that the cases of the kind `recorded` agree with the logs of the real service: it answers a step with the
response of the log's entry that the step repeats, so that a case fails whose claim is not in the log. The runner names
the case in a header; of its file the server reads the log and the entries, never what is expected. The folder of the
logs is its argument, or fleet-logs in the folder RIDEALONG_TEST_DATA.

A step has to repeat its entry's call: the same method, mask and states, and nothing that the entry did not send. In the
response only those values change that the log's own requests had sent: they become what the case has sent at the same
place, and IDs become the case's. Restricted logs have handles for places and paths: such a place is an empty object
here, and such a path is known by its length, an empty one too. A refusal is the log's, a read repeats
the resource's last answer, and steps without an entry are answered with a name alone."""

import json
import os
import re
import sys
from pathlib import Path
from urllib.parse import unquote

sys.dont_write_bytecode = True
from json_server import JSONHandler, error, serve

CASES = Path(__file__).resolve().parents[4] / "Assets" / "cases"
PATH = re.compile(r"/v1/providers/([^/]+)/(trips|vehicles)(?:/([^/:]+))?$")
# The interface's names by those of the logs, in lower case.
NAMES = {name.lower(): name for name in """
    actualDropoffPoint actualPickupPoint altitude altitudeAccuracy backToBackEnabled currentRouteSegment
    currentRouteSegmentEndPoint currentRouteSegmentTraffic currentTrips dropoffPoint dropoffTime encodedPathToWaypoint
    endPolylinePointIndex etaToFirstWaypoint heading headingAccuracy lastLocation latitude latlngAccuracy location
    longitude maximumCapacity name numberOfPassengers pickupPoint pickupTime point rawLocation rawLocationAccuracy
    rawLocationSensor rawLocationTime remainingDistanceMeters remainingTimeSeconds remainingTimeToFirstWaypoint
    remainingWaypoints serverTime speed speedAccuracy speedReadingInterval startPolylinePointIndex timestamp tripId
    tripType vehicleId vehicleType vehicleWaypoints waypoints""".split()} | {
        "status": "tripStatus", "state": "vehicleState", "navstatus": "navigationStatus",
        "locsensor": "locationSensor", "supportedtrips": "supportedTripTypes", "vehiclecategory": "category",
        "type": "waypointType", "pointhandle": "point", "locationhandle": "location",
        "currentroutesegmenthandle": "currentRouteSegment"}
VALUES = {"EXCLUSIVE_TRIP": "EXCLUSIVE", "SHARED_TRIP": "SHARED", "WAYPOINT_TYPE_PICKUP": "PICKUP_WAYPOINT_TYPE",
          "WAYPOINT_TYPE_DROP_OFF": "DROP_OFF_WAYPOINT_TYPE"}
PREFIX = re.compile("^(TRIP_STATUS|VEHICLE_STATE|NAVIGATION_STATUS|LOCATION_SENSOR)_")
EMPTY_HANDLE = 88
# What the logs leave out of requests, what no answer depends on, and times of the log's own day.
UNCHECKED = {"currentRouteSegmentEndPoint", "currentRouteSegmentTraffic", "tripType", "deviceSettings",
             "etaToFirstWaypoint"}


class Mistake(Exception):
    """A step does not repeat the entry that it names."""


def translated(value):
    """A value of a log in the interface's spelling; what the interface does not have is left out."""
    if isinstance(value, list):
        return [translated(element) for element in value]
    if isinstance(value, str):
        return VALUES.get(value) or PREFIX.sub("", value)
    if not isinstance(value, dict):
        return value
    result = {}
    for key, part in value.items():
        if key == "currentroutesegmenthandle":
            if len(part) == EMPTY_HANDLE:
                continue
            part = f"a hidden path of {len(part)} characters"
        if key in NAMES:
            result[NAMES[key]] = {} if key in ("pointhandle", "locationhandle") else translated(part)
    return result


class Entry:
    """A call of a log and its answer."""

    def __init__(self, log):
        self.insert_id, self.time, payload = log["insertid"], log["timestamp"], log["jsonpayload"]
        verb, kind = re.search(r"\.(Create|Update)(Trip|Vehicle)Log$", payload["@type"]).groups()
        self.method, self.kind, kind = {"Create": "POST", "Update": "PUT"}[verb], kind.lower() + "s", kind.lower()
        request = payload["request"]
        self.id, self.mask, self.body = request[kind + "id"], request.get("updatemask", ""), translated(request[kind])
        self.response, self.error = translated(payload.get("response", {})), payload.get("errorresponse")
        self.seen = self.response.get("lastLocation", {}).get("serverTime", "")

    def check(self, method, kind, mask, body):
        """The step's call has to be the entry's."""
        def names(fields):
            return {*fields, *("lastLocation." + name for name in fields.get("lastLocation", {}))} - UNCHECKED
        if (method, kind) != (self.method, self.kind):
            raise Mistake(f"it is a {self.method} of {self.kind}")
        if set(mask.split(",")) - UNCHECKED != set(self.mask.split(",")) - UNCHECKED:
            raise Mistake(f"its mask is {self.mask}")
        if more := names(body) - names(self.body):
            raise Mistake(f"it does not send {more}")
        for name in ("tripStatus", "vehicleState", "navigationStatus"):
            if name in mask and body.get(name) != self.body.get(name):
                raise Mistake(f"its {name} is {self.body.get(name)}")


def leaves(value, path=()):
    """The values of a message by their paths; lists are values."""
    if not isinstance(value, dict):
        return {path: value}
    return {place: leaf for key, part in value.items() for place, leaf in leaves(part, path + (key,)).items()}


class Sent:
    """What the requests of a log or of a case have sent until now."""

    def __init__(self):
        self.values, self.trips, self.vehicle = {"trips": {}, "vehicles": {}}, [], None

    def note(self, method, kind, name, body):
        former = {} if method == "POST" else self.values[kind]
        self.values[kind] = former | leaves(body)
        if kind == "vehicles":
            self.vehicle = name
        elif name not in self.trips:
            self.trips.append(name)

    def sources(self, kind, path):
        """The values that an answer's value at a path may repeat, in an order that does not depend on them."""
        trip, vehicle = self.values["trips"].get, self.values["vehicles"].get
        yield self.values[kind].get(path)
        yield vehicle(path)
        yield vehicle(("currentRouteSegment",)) if path[-1] == "encodedPathToWaypoint" else None
        for name in ("pickupPoint", "dropoffPoint"):
            coordinate = trip((name, "point", path[-1]))
            yield coordinate and round(coordinate, 7)
        if path[0].startswith("actual"):
            yield vehicle(("lastLocation", "rawLocationTime") if path[-1] == "timestamp"
                          else ("lastLocation", "location", path[-1]))


class Run:
    """One run of a case, or calls that belong to none."""

    def __init__(self, name):
        self.sent, self.answers, self.told, self.entries, self.log = Sent(), {}, {}, [], []
        file = CASES / f"{name}.json"
        case = json.loads(file.read_text()) if file.is_file() else {"origin": {"kind": ""}}
        if case["origin"]["kind"] == "recorded":
            self.log = logs[case["origin"]["log"]]
            self.entries = [step.get("entry") for step in case["steps"]]
            self.entries[-1] = self.entries[-1] or case["origin"]["insertId"]

    def answer(self, method, provider, kind, name, mask, body):
        """The HTTP status of the next step, and its answer."""
        insert_id = self.entries.pop(0) if self.entries else None
        if method == "GET":
            return 200, self.answers.get((kind, name), {})
        result = {"name": f"providers/{provider}/{kind}/{name}"}
        entry = next((entry for entry in self.log if entry.insert_id == insert_id), None)
        if insert_id and not entry:
            raise Mistake("the log does not have it")
        if entry:
            entry.check(method, kind, mask, body)
        if entry and entry.error:
            status, code = entry.error["httpstatuscode"], entry.error["code"]
            return status, {"error": {"code": status, "status": code, "message": "It was refused."}}
        self.sent.note(method, kind, name, body)
        self.answers[kind, name] = result | self.repeated(entry, provider, name) if entry else result
        return 200, self.answers[kind, name]

    def repeated(self, entry, provider, name):
        """The entry's response, with the case's values in place of those that the log has sent itself."""
        sent = Sent()
        for former in self.log[:self.log.index(entry) + 1]:
            # The log has the order of its notes; a trip's answer tells up to which report of the vehicle it knows.
            is_later = entry.kind == "trips" and former.kind == "vehicles" and former.seen > entry.seen > ""
            if not former.error and not is_later:
                sent.note(former.method, former.kind, former.id, former.body)
        ids = dict(zip(reversed(sent.trips), reversed(self.sent.trips)))
        ids |= {sent.vehicle: self.sent.vehicle or sent.vehicle, entry.id: name}
        ids |= {entry.response["name"].split("/")[1]: provider}

        def retold(value, path=()):
            if isinstance(value, dict):
                return {key: retold(part, path + (key,)) for key, part in value.items()}
            for was, own in zip(sent.sources(entry.kind, path), self.sent.sources(entry.kind, path)):
                if None not in (was, own) and value == was:
                    self.told[path, repr(value)] = own
                    break
            if (path, repr(value)) in self.told:  # A value of the log is always the same one of the case.
                return self.told[path, repr(value)]
            if isinstance(value, list):
                return [retold(element, path) for element in value]
            return "/".join(ids.get(part, part) for part in value.split("/")) if isinstance(value, str) else value

        return retold(entry.response)


class LogServer(JSONHandler):
    def call(self, path, query, content):
        case = self.headers.get("X-Goog-Maps-Experience-ID", "")
        match = PATH.match(path)
        if not match:
            return error(404, "NOT_FOUND", "There is no such path.")
        if self.command == "DELETE":
            runs.pop(case, None)  # The runner removes what a case has made when it is over.
            return 200, {}
        provider, kind, name = match.groups()
        name = unquote(name or "") or query.get("tripId") or query.get("vehicleId")
        if case not in runs:
            runs[case] = Run(case)
        try:
            return runs[case].answer(self.command, provider, kind, name, query.get("updateMask", ""),
                                     json.loads(content) if content else {})
        except Mistake as mistake:
            return error(500, "INTERNAL", f"The step does not repeat its entry: {mistake}.")


def read(file):
    content = json.loads(file.read_text(), object_pairs_hook=lambda pairs: {key.lower(): part for key, part in pairs})
    return sorted(map(Entry, content["rawlogs"]), key=lambda entry: entry.time)


folder = Path(sys.argv[1] if len(sys.argv) > 1 else os.environ["RIDEALONG_TEST_DATA"] + "/fleet-logs")
logs = {file.stem: read(file) for file in folder.glob("*.json")}
runs = {}


if __name__ == "__main__":
    serve(LogServer)
