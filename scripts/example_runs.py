"""Runs the Swift examples of the documents for check-docs, each with an emulator of its own.

An example is a whole program. It calls Google's address, which leads to the emulator through a proxy of this process, finds
key files in its working directory, and ends by itself.
"""

import http.client
import json
import os
import re
import shutil
import ssl
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import deadlines

ROOT = Path(__file__).resolve().parent.parent
# Seconds that an example may take; a trip model asks every five seconds.
PATIENCE = 40
HOSTS = ["fleetengine.googleapis.com", "backend.example"]
PICKUP, DROPOFF = ({"point": {"latitude": latitude, "longitude": 7.68}} for latitude in (45.07, 45.06))
TRACK = """<gpx version="1.1"><trk><trkseg>
<trkpt lat="45.07" lon="7.68"><time>2026-05-01T12:00:00Z</time></trkpt>
<trkpt lat="45.0702" lon="7.68"><time>2026-05-01T12:00:02Z</time></trkpt>
<trkpt lat="45.0704" lon="7.68"><time>2026-05-01T12:00:04Z</time></trkpt>
</trkseg></trk></gpx>"""


class Proxy(BaseHTTPRequestHandler):
    """Ends the TLS of a connection to Google's address and sends its requests to `emulator`."""

    protocol_version = "HTTP/1.1"

    def do_CONNECT(self):
        if self.path.partition(":")[0] not in HOSTS:
            return self.send_error(403)
        self.send_response(200)
        self.end_headers()
        self.connection = self.server.tls.wrap_socket(self.connection, server_side=True)
        self.rfile, self.wfile = self.connection.makefile("rb"), self.connection.makefile("wb", 0)
        self.close_connection = False

    def forward(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        headers = {name: value for name, value in self.headers.items() if name.lower() != "host"}
        emulator = http.client.HTTPConnection(self.server.emulator, timeout=PATIENCE)
        # The sample of a provider's backend is the emulator's.
        path = re.sub("^/token/", "/provider/token/", self.path)
        emulator.request(self.command, path, body, headers)
        response = emulator.getresponse()
        content = response.read()
        self.send_response(response.status)
        for name, value in response.getheaders():
            if name.lower() not in ("connection", "content-length", "transfer-encoding", "date", "server"):
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)
        emulator.close()

    do_GET = do_POST = do_PUT = do_DELETE = forward

    def log_message(self, *_):
        pass


class Runner:
    """What all examples share: keys, a certificate and the proxy."""

    def __init__(self, scratch, build):
        self.folder, self.program = scratch / "runs", build / "ridealong"
        self.folder.mkdir()
        certificate, key = self.folder / "google.pem", self.folder / "google.key"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=example", "-keyout", key,
             "-out", certificate, "-addext", "subjectAltName=" + ",".join(f"DNS:{host}" for host in HOSTS)],
            check=True, capture_output=True, timeout=60)
        self.proxy = ThreadingHTTPServer(("127.0.0.1", 0), Proxy)
        self.proxy.daemon_threads = True
        self.proxy.tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        self.proxy.tls.load_cert_chain(certificate, key)
        threading.Thread(target=self.proxy.serve_forever, daemon=True).start()
        names = ("PATH", "LD_LIBRARY_PATH", "LANG")
        self.environment = {name: os.environ[name] for name in names if name in os.environ} | {
            "HOME": str(self.folder), "TERM": "xterm-256color", "SSL_CERT_FILE": str(certificate),
            "HTTPS_PROXY": f"http://127.0.0.1:{self.proxy.server_port}"}

    def start(self, provider):
        """Starts an emulator with the trip 42 of the vehicle car-1, whose keys are those of emulators before it."""
        keys = self.folder / f"keys-{provider}"
        emulator = subprocess.Popen(
            [self.program, "emulator", "--provider", provider, "--keys", keys, "--admin", "127.0.0.1:0", "--no-grpc"],
            env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
        words = deadlines.ready(emulator, "the emulator of an example")
        ready = {name: value.removeprefix("http://") for name, value in zip(words[::2], words[1::2])}
        car = {"vehicleId": "car-1", "lastLocation": {"location": PICKUP["point"]}, "attributes": [{"key": "color", "value": "red"}]}
        trip = {"tripId": "42", "vehicleId": "car-1", "tripStatus": "ENROUTE_TO_PICKUP", "pickupPoint": PICKUP, "dropoffPoint": DROPOFF}
        self.post(ready["admin"], "/seed", {"vehicles": [car], "trips": [trip]})
        return emulator, ready, keys

    @staticmethod
    def post(address, path, content, method="POST"):
        connection = http.client.HTTPConnection(address, timeout=PATIENCE)
        connection.request(method, path, json.dumps(content), {"Content-Type": "application/json"})
        response = connection.getresponse()
        text = response.read().decode()
        connection.close()
        if response.status != 200:
            sys.exit(f"check-docs: {path} of the emulator: {response.status} {text}")

    def end_trip(self, ready):
        """Completes the trip once somebody has read it."""
        connection = http.client.HTTPConnection(ready["admin"], timeout=PATIENCE + 10)
        connection.request("GET", f"/calls?procedure=GetTrip&count=1&timeout={PATIENCE}")
        if connection.getresponse().status == 200:
            self.post(ready["ready"], "/provider/trip/42", {"status": "COMPLETE"}, "PUT")

    def run(self, program, text):
        """Runs a program; returns its output and what is wrong."""
        provider = re.search(r'providerID: "([^"]+)"', text)
        emulator, ready, keys = self.start(provider[1] if provider else "acme")
        try:
            self.proxy.emulator = ready["ready"]
            folder = program.parent / "run"
            shutil.copytree(keys, folder)
            shutil.copytree(keys, folder / "keys")
            (folder / "ride.gpx").write_text(TRACK)
            threading.Thread(target=self.end_trip, args=(ready,), daemon=True).start()
            done = subprocess.run(
                [program], cwd=folder, env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT, text=True, timeout=PATIENCE)
            return done.stdout, f"ended with status {done.returncode}" if done.returncode else None
        except subprocess.TimeoutExpired as error:
            return (error.stdout or b"").decode(), f"did not end within {PATIENCE} s"
        finally:
            deadlines.end(emulator)

    def close(self):
        self.proxy.shutdown()
