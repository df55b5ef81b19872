#!/usr/bin/env python3
"""A Fleet Engine as somebody writes it in an hour: it stores trips and vehicles, and has none of the contract's rules.

`ridealong verify` has to find most of what it does wrong; scripts/check-cases counts that."""

import json
import re
import sys
from urllib.parse import unquote

sys.dont_write_bytecode = True
from json_server import JSONHandler, error, serve

PATH = re.compile(r"/v1/providers/([^/]+)/(trips|vehicles|billableTrips)(?:/([^/:]+))?(?::(\w+))?$")
store = {"trips": {}, "vehicles": {}, "billableTrips": {}}


class Failure(Exception):
    def __init__(self, http, code, message):
        super().__init__(message)
        self.http, self.code = http, code


class NaiveFleetEngine(JSONHandler):
    def call(self, path, query, content):
        try:
            return 200, self.result(path, query, content)
        except Failure as failure:
            return error(failure.http, failure.code, str(failure))
        except (ValueError, LookupError, AttributeError, TypeError) as mistake:
            return error(400, "INVALID_ARGUMENT", str(mistake))

    def result(self, path, query, content):
        match = PATH.match(path)
        if not match:
            raise Failure(404, "NOT_FOUND", "There is no such path.")
        if not self.headers.get("Authorization", "").startswith("Bearer "):
            raise Failure(401, "UNAUTHENTICATED", "There is no token.")
        provider, kind, name, verb = match.groups()
        fields = json.loads(content) if content else {}
        resources = store[kind]
        if verb == "search" and kind == "trips":
            wanted = fields.get("vehicleId")
            return {"trips": [trip for trip in resources.values() if not wanted or trip.get("vehicleId") == wanted]}
        if verb == "search":
            return {"matches": [{"vehicle": vehicle} for vehicle in resources.values()]}
        if self.command == "POST" and not name:
            name = query["tripId" if kind == "trips" else "vehicleId"]
            if name in resources:
                raise Failure(409, "ALREADY_EXISTS", f"{name} exists.")
            fields["name"] = f"providers/{provider}/{kind}/{name}"
            if kind == "trips":
                fields["tripStatus"] = "NEW"
            resources[name] = fields
            return fields
        if self.command == "GET" and not name:
            return {kind: list(resources.values()), "totalSize": str(len(resources))}
        name = unquote(name or "")
        if name not in resources:
            raise Failure(404, "NOT_FOUND", f"{name} does not exist.")
        if self.command == "DELETE":
            del resources[name]
            return {}
        if self.command == "PUT":
            resources[name].update(fields)
        return resources[name]


if __name__ == "__main__":
    serve(NaiveFleetEngine)
