#!/usr/bin/env python3
"""A Fleet Engine as somebody writes it in an hour: it stores trips and vehicles, and has none of the contract's rules.

`ridealong verify` has to find most of what it does wrong; scripts/check-cases counts that. It serves REST on a free port of
loopback, prints its address, and ends with its standard input."""

import json
import re
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, unquote, urlsplit

PATH = re.compile(r"/v1/providers/([^/]+)/(trips|vehicles|billableTrips)(?:/([^/:]+))?(?::(\w+))?$")
store = {"trips": {}, "vehicles": {}, "billableTrips": {}}
lock = threading.Lock()


class Failure(Exception):
    def __init__(self, http, code, message):
        super().__init__(message)
        self.http, self.code = http, code


class NaiveFleetEngine(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # A response goes out at once, not in pieces that wait for each other.
    wbufsize = 65_536

    def answer(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        try:
            with lock:
                status, content = 200, self.call(body)
        except Failure as failure:
            status = failure.http
            content = {"error": {"code": status, "status": failure.code, "message": str(failure)}}
        except (ValueError, LookupError, AttributeError, TypeError) as error:
            status, content = 400, {"error": {"code": 400, "status": "INVALID_ARGUMENT", "message": str(error)}}
        text = json.dumps(content).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    do_GET = do_POST = do_PUT = do_DELETE = do_PATCH = answer

    def call(self, body):
        url = urlsplit(self.path)
        query = {name: values[0] for name, values in parse_qs(url.query).items()}
        match = PATH.match(url.path)
        if not match:
            raise Failure(404, "NOT_FOUND", "There is no such path.")
        if not self.headers.get("Authorization", "").startswith("Bearer "):
            raise Failure(401, "UNAUTHENTICATED", "There is no token.")
        provider, kind, name, verb = match.groups()
        fields = json.loads(body) if body else {}
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

    def log_message(self, *_):
        pass


def main():
    server = ThreadingHTTPServer(("127.0.0.1", 0), NaiveFleetEngine)
    server.daemon_threads = True
    print(f"http://127.0.0.1:{server.server_port}", flush=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    sys.stdin.read()


if __name__ == "__main__":
    main()
