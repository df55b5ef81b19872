"""Runs the Swift examples of the documents for check-docs, each with an emulator of its own.

An example is a whole program. It calls Google's address, which leads to the emulator through a proxy of this process, finds
key files in its working directory, and ends by itself.
"""

import fcntl
import http.client
import json
import os
import pty
import re
import select
import shutil
import signal
import ssl
import struct
import subprocess
import sys
import termios
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import deadlines

ROOT = Path(__file__).resolve().parent.parent
# Seconds that an example may take; a trip model asks every five seconds.
PATIENCE = 40
# The bytes of a screen that shows something.
DRAWN = 200
HOSTS = ["fleetengine.googleapis.com", "backend.example"]
# So near that a simulated drive takes seconds.
PICKUP, DROPOFF = ({"point": {"latitude": latitude, "longitude": 7.68}} for latitude in (45.07, 45.0694))
# What SwiftPM adds to a test target.
TESTS = """import Testing

@main struct Tests {
  static func main() async { await Testing.__swiftPMEntryPoint() as Never }
}
"""
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

    def __init__(self, scratch, build, flags, modules):
        self.folder, self.program, self.scratch = scratch / "runs", build / "ridealong", scratch
        self.folder.mkdir()
        stand_ins = [f"-l{path.stem[3:]}" for path in sorted(modules.glob("lib*.so"))]
        self.flags = [*flags, "-I", modules, "-L", scratch, "-L", modules, "-lDocumented", *stand_ins,
                      "-Xlinker", "-rpath", "-Xlinker", scratch, "-Xlinker", "-rpath", "-Xlinker", modules]
        # All modules in one library, so that each example is linked in a second.
        # Objects of files that are gone stay in the folder.
        objects = [
            path for module in sorted(ROOT.glob("Sources/*/*")) if module.name != "RidealongProgram"
            for names in [{f"{source.name}.o" for source in module.rglob("*.*")}]
            for path in sorted((build / f"{module.name}.build").rglob("*.o")) if path.name in names]
        self.compile([*flags, "-emit-library", "-Xlinker", "--defsym=__executable_start=0", "-o", scratch / "libDocumented.so", *objects])
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

    @staticmethod
    def compile(arguments):
        """Calls the compiler; returns what it says if it fails."""
        run = subprocess.run(["swiftc", *arguments], capture_output=True, text=True, errors="replace", timeout=300)
        if run.returncode and "-emit-library" in arguments:
            sys.exit(f"check-docs: the modules cannot be linked\n{run.stderr}")
        return run.stderr if run.returncode else None

    def check(self, name, text, expected):
        """Compiles and runs an example; returns what is wrong."""
        folder = self.scratch / name
        folder.mkdir()
        provider = re.search(r'providerID: "([^"]+)"', text)
        emulator, ready, keys = self.start(provider[1] if provider else "acme")
        try:
            # The address that `ridealong emulator` is asked to listen on in the documents.
            text = text.replace("127.0.0.1:8080", ready["ready"])
            problem = self.build(folder, text)
            if problem:
                return f"does not compile\n{problem}"
            self.failure = None
            self.prepare(folder / "run", keys)
            self.proxy.emulator = ready["ready"]
            # A shift ends its trip by itself.
            if "DriverShift" not in text:
                threading.Thread(target=self.end_trip, args=(ready,), daemon=True).start()
            run = self.run_in_terminal if "import UIKit" in text else self.run
            output, status = run(folder / "example", folder / "run")
        except TimeoutError as error:
            return f"did not end within {PATIENCE} s\n{error}"
        finally:
            deadlines.end(emulator)
        if self.failure:
            return f"could not be prepared: {self.failure}"
        if status:
            return f"ended with status {status}\n{output}"
        if expected is not None and output != expected:
            return f"printed\n{output}instead of\n{expected}"
        return None

    def build(self, folder, text):
        """Compiles an example; returns what the compiler says if it fails."""
        # The name allows statements at the top level, as in a program's main file.
        is_main = "@Test" not in text and "@main" not in text
        sources = [folder / ("main.swift" if is_main else "Example.swift")]
        sources[0].write_text(text, encoding="utf-8")
        if "@Test" in text:
            sources.append(folder / "Tests.swift")
            sources[1].write_text(TESTS, encoding="utf-8")
        parsing = [] if is_main else ["-parse-as-library"]
        return self.compile(["-warnings-as-errors", *parsing, *sources, *self.flags, "-o", folder / "example"])

    @staticmethod
    def prepare(folder, keys):
        """Writes the files that examples read."""
        shutil.copytree(keys, folder)
        shutil.copytree(keys, folder / "keys")
        (folder / "ride.gpx").write_text(TRACK)
        shutil.copy(ROOT / "Assets/demo-city.pmtiles", folder / "town.pmtiles")

    def run(self, program, folder):
        """Runs a program; returns its output and status."""
        process = subprocess.Popen(
            [program], cwd=folder, env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, errors="replace", start_new_session=True)
        try:
            output, _ = process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired as error:
            raise TimeoutError((error.stdout or b"").decode(errors="replace")) from None
        finally:
            self.kill(process)
        return output, process.returncode

    def run_in_terminal(self, program, folder):
        """Runs a program in a terminal until it has drawn something, then types q; returns its output and status."""
        terminal, end = pty.openpty()
        fcntl.ioctl(end, termios.TIOCSWINSZ, struct.pack("4H", 24, 80, 0, 0))
        process = subprocess.Popen(
            [program], cwd=folder, env=self.environment, stdin=end, stdout=end, stderr=end, start_new_session=True)
        os.close(end)
        output, limit = b"", time.monotonic() + PATIENCE
        try:
            while process.poll() is None:
                if time.monotonic() > limit:
                    raise TimeoutError(output.decode(errors="replace"))
                try:
                    if select.select([terminal], [], [], 0.1)[0]:
                        output += os.read(terminal, 65536)
                    elif len(output) > DRAWN:
                        os.write(terminal, b"q")
                except OSError:
                    # The program has closed its end.
                    process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            raise TimeoutError(output.decode(errors="replace")) from None
        finally:
            self.kill(process)
            os.close(terminal)
        status = process.returncode if len(output) > DRAWN else "nothing on the screen"
        return output.decode(errors="replace"), status

    @staticmethod
    def kill(process):
        """Ends a program with all that it started."""
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.wait(timeout=10)

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
        try:
            self.post(ready["admin"], "/seed", {"vehicles": [car], "trips": [trip]})
        except BaseException:
            deadlines.end(emulator)
            raise
        return emulator, ready, keys

    @staticmethod
    def post(address, path, content, method="POST"):
        connection = http.client.HTTPConnection(address, timeout=PATIENCE)
        connection.request(method, path, json.dumps(content), {"Content-Type": "application/json"})
        response = connection.getresponse()
        text = response.read().decode()
        connection.close()
        if response.status != 200:
            raise RuntimeError(f"{path} of the emulator: {response.status} {text}")

    def end_trip(self, ready):
        """Completes the trip once somebody has read it."""
        connection = http.client.HTTPConnection(ready["admin"], timeout=PATIENCE + 10)
        try:
            connection.request("GET", f"/calls?procedure=GetTrip&count=1&wait={PATIENCE}")
            if connection.getresponse().status == 200:
                self.post(ready["ready"], "/provider/trip/42", {"status": "COMPLETE"}, "PUT")
        except (OSError, http.client.HTTPException):
            # The example has ended without a look at the trip, and its emulator with it.
            pass
        except RuntimeError as error:
            self.failure = error

    def close(self):
        self.proxy.shutdown()
