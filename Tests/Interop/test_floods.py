"""Clients that attack the server of gRPC: others are served, memory is bounded, nothing crashes."""

import gzip
import os
import socket
import ssl
import struct
import threading
import time

import pytest
from google.api_core import exceptions

from emulator import trip_name

pytestmark = pytest.mark.grpc

# Types of frames.
DATA, HEADERS, PRIORITY, RESET, SETTINGS, PING, WINDOW, CONTINUATION = 0, 1, 2, 3, 4, 6, 8, 9
END_STREAM, END_HEADERS = 1, 4
PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
# The time that one attack may take, and the memory that it may cost.
SECONDS = 20
MEGABYTES = 100
# The time in which another client is served; sanitizers slow everything down.
SLOWEST = 60 if "RIDEALONG_SANITIZED" in os.environ else 5


def frame(kind, stream=0, payload=b"", flags=0):
    return struct.pack(">I", len(payload))[1:] + bytes([kind, flags]) + struct.pack(
        ">I", stream) + payload


def literal(name, value):
    """A header field that is not added to the table, with texts of any length."""
    return b"\x00" + text(name) + text(value)


def text(value):
    value, head = value.encode(), b""
    if len(value) < 127:
        return bytes([len(value)]) + value
    rest = len(value) - 127
    while rest > 127:
        head, rest = head + bytes([rest & 127 | 128]), rest >> 7
    return b"\x7f" + head + bytes([rest]) + value


def request(path):
    return b"".join(literal(*field) for field in (
        (":method", "POST"), (":scheme", "http"), (":path", path), (":authority", "localhost"),
        ("content-type", "application/grpc"), ("te", "trailers")))


GET_TRIP = request("/maps.fleetengine.v1.TripService/GetTrip")
WATCH = request("/grpc.health.v1.Health/Watch")
# An empty message.
EMPTY = b"\x00" * 5


class Attacker:
    """A connection that sends bytes and reads none unless it is asked."""

    def __init__(self, emulator, tls=False, hello=True):
        host, _, port = emulator.grpc.rpartition(":")
        self.socket = socket.create_connection((host, int(port)), SECONDS)
        if tls:
            context = ssl.create_default_context(cafile=emulator.roots)
            context.set_alpn_protocols(["h2"])
            self.socket = context.wrap_socket(self.socket, server_hostname="localhost")
        self.socket.settimeout(2)
        if hello:
            self.send(PREFACE + frame(SETTINGS))

    def send(self, data):
        """Sends bytes; false if the server has closed the connection or reads no more."""
        try:
            self.socket.sendall(data)
        except OSError:
            return False
        return True

    def flood(self, data, times):
        """Sends bytes again and again, at most for a time."""
        end = time.monotonic() + SECONDS / 2
        for _ in range(times):
            if not self.send(data) or time.monotonic() > end:
                return

    def received(self, seconds=1.0):
        self.socket.settimeout(seconds)
        data = b""
        try:
            while piece := self.socket.recv(65_536):
                data += piece
        except OSError:
            pass
        return data

    def close(self):
        self.socket.close()


def memory(emulator):
    """The resident memory in MB."""
    with open(f"/proc/{emulator.process.pid}/status", encoding="utf-8") as file:
        for line in file:
            if line.startswith("VmRSS"):
                return int(line.split()[1]) / 1024


def serves(emulator):
    begun = time.monotonic()
    with pytest.raises(exceptions.NotFound):
        emulator.trips.get_trip({"name": trip_name("none")}, timeout=SLOWEST, retry=None)
    return time.monotonic() - begun


@pytest.fixture
def target(own_emulator):
    """The emulator under attack; afterwards it has to be well."""
    serves(own_emulator)
    before = memory(own_emulator)
    yield own_emulator
    assert own_emulator.process.poll() is None
    serves(own_emulator)
    # The address sanitizer keeps freed memory.
    if "RIDEALONG_SANITIZED" not in os.environ:
        assert memory(own_emulator) - before < MEGABYTES


def bomb():
    """A header field of 4,000 bytes that the table keeps, and 16,000 references to it."""
    entry = b"\x40" + text("x") + text("y" * 4_000)
    return frame(HEADERS, 1, GET_TRIP + entry + b"\xbe" * 12_000, END_HEADERS)


FLOODS = {
    "CONTINUATION": frame(HEADERS, 1, GET_TRIP) + b"".join(
        frame(CONTINUATION, 1, literal("x", "y" * 16_000)) for _ in range(50)),
    "empty CONTINUATION": frame(HEADERS, 1, GET_TRIP) + frame(CONTINUATION, 1) * 10_000,
    "PING": frame(PING, payload=b"12345678") * 5_000,
    "SETTINGS": frame(SETTINGS) * 5_000,
    "long SETTINGS": frame(SETTINGS, payload=b"\x00\x03\x00\x00\x00\x64" * 2_000),
    "WINDOW_UPDATE": frame(WINDOW, payload=b"\x00\x00\x00\x01") * 5_000,
    "PRIORITY": b"".join(
        frame(PRIORITY, 2 * one + 1, b"\x00\x00\x00\x00\x10") for one in range(5_000)),
    "unknown frames": frame(200, payload=b"x" * 16_000) * 20,
    "bombs of header fields": bomb(),
    "noise": os.urandom(65_536),
}


@pytest.mark.parametrize("reads", [False, True], ids=["deaf", "reading"])
@pytest.mark.parametrize("name", FLOODS)
def test_a_flood(target, name, reads):
    attacker = Attacker(target)
    reader = threading.Thread(target=attacker.received, args=(5,), daemon=True)
    if reads:
        reader.start()
    flooder = threading.Thread(target=attacker.flood, args=(FLOODS[name], 200), daemon=True)
    flooder.start()
    slowest = 0
    while flooder.is_alive():
        slowest = max(slowest, serves(target))
    attacker.close()
    assert slowest < SLOWEST


def test_a_flood_of_resets(target):
    attacker = Attacker(target)
    numbers = iter(range(1, 2_000_000, 2))

    def flood():
        for _ in range(500):
            pairs = b"".join(
                frame(HEADERS, one, GET_TRIP, END_HEADERS) + frame(RESET, one, b"\x00\x00\x00\x08")
                for one, _ in zip(numbers, range(100)))
            if not attacker.send(pairs):
                return

    flooder = threading.Thread(target=flood, daemon=True)
    flooder.start()
    while flooder.is_alive():
        assert serves(target) < SLOWEST
    attacker.close()


@pytest.mark.parametrize("kind", ["malformed", "refused"])
def test_a_flood_of_calls_that_each_need_an_answer(target, kind):
    """A client that reads no answers has to wait with its next call, or is disconnected."""
    attacker = Attacker(target)
    numbers = iter(range(1, 2_000_000_000, 2))
    if kind == "refused":
        attacker.send(b"".join(
            frame(HEADERS, next(numbers), WATCH, END_HEADERS) for _ in range(100)))
    before, most = memory(target), 0

    def flood():
        end = time.monotonic() + SECONDS / 2
        while time.monotonic() < end:
            calls = b"".join(frame(HEADERS, next(numbers), b"", END_HEADERS) for _ in range(1_000))
            if not attacker.send(calls):
                return

    flooder = threading.Thread(target=flood, daemon=True)
    flooder.start()
    while flooder.is_alive():
        assert serves(target) < SLOWEST
        most = max(most, memory(target) - before)
    attacker.close()
    if "RIDEALONG_SANITIZED" not in os.environ:
        assert most < MEGABYTES


def test_calls_with_large_messages_and_no_token(target):
    """Neither their IDs nor the work on them outlive them."""
    varint = b"\x9c\xff\xff\x01"
    long = gzip.compress(b"\x1a\x0bproviders/p" + b"\x2a" + varint + b"x" * 4_194_204)
    many = gzip.compress(b"\x22\xf0\x8a\x0c" + b"\x5a\x00" * 99_000)
    create = request("/maps.fleetengine.v1.TripService/CreateTrip") + literal("grpc-encoding", "gzip")
    before, most = memory(target), 0
    for body in (long, many):
        message = b"\x01" + struct.pack(">I", len(body)) + body
        for _ in range(5):
            attacker = Attacker(target)
            for one in range(1, 200, 2):
                attacker.send(frame(HEADERS, one, create, END_HEADERS) + frame(
                    DATA, one, message, END_STREAM))
            assert serves(target) < SLOWEST
            most = max(most, memory(target) - before)
            attacker.close()
    if "RIDEALONG_SANITIZED" not in os.environ:
        assert most < MEGABYTES


def test_streams_beyond_the_limit_are_refused(target):
    attacker = Attacker(target)
    for one in range(1, 20_000, 2):
        if not attacker.send(frame(HEADERS, one, WATCH, END_HEADERS)):
            break
    # RST_STREAM with REFUSED_STREAM, or the end of the connection.
    data = attacker.received()
    assert b"\x00\x00\x04\x03\x00" in data or b"\x07" in data
    serves(target)
    attacker.close()


def test_ten_thousand_open_streams(target):
    attackers = []
    for _ in range(98):
        attacker = Attacker(target)
        attacker.send(b"".join(
            frame(HEADERS, one, WATCH, END_HEADERS) + frame(DATA, one, EMPTY)
            for one in range(1, 205, 2)))
        attackers.append(attacker)
    assert serves(target) < SLOWEST
    for attacker in attackers:
        attacker.close()


def test_a_client_that_reads_nothing(target):
    """Answers of reflection are large; the client's window is full after a few of them."""
    listing = b"\x22" + text("maps.fleetengine.v1.TripService")
    message = b"\x00" + struct.pack(">I", len(listing)) + listing
    reflection = request("/grpc.reflection.v1.ServerReflection/ServerReflectionInfo")
    attackers = [Attacker(target) for _ in range(4)]
    for attacker in attackers:
        for one in range(1, 100, 2):
            attacker.send(frame(HEADERS, one, reflection, END_HEADERS) + frame(
                DATA, one, message * 20))
    assert serves(target) < SLOWEST
    for attacker in attackers:
        attacker.close()


def test_large_requests_that_never_end(target):
    part = frame(DATA, 1, b"\x00\x00\x3f\xff\xff" + b"x" * 16_000)
    attackers = [Attacker(target) for _ in range(20)]
    for attacker in attackers:
        attacker.send(frame(HEADERS, 1, GET_TRIP, END_HEADERS) + part)
        attacker.flood(frame(DATA, 1, b"x" * 16_000), 3)
    assert serves(target) < SLOWEST
    for attacker in attackers:
        attacker.close()


@pytest.mark.parametrize("tls", [False, True], ids=["plain", "TLS"])
def test_connections_that_are_cut(target, tls):
    whole = PREFACE + frame(SETTINGS) + frame(HEADERS, 1, GET_TRIP, END_HEADERS) + frame(
        DATA, 1, EMPTY, END_STREAM)
    for size in range(0, len(whole), 3):
        attacker = Attacker(target, tls, hello=False)
        attacker.send(whole[:size])
        if size % 2:
            # The end is a reset.
            attacker.socket.setsockopt(
                socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        attacker.close()
    assert serves(target) < SLOWEST


def test_handshakes_that_are_not(target):
    for data in (b"\x16", b"\x16\x03\x01\xff\xff" + os.urandom(1000), b"GET / HTTP/1.1\r\n\r\n",
                 b"\x00", os.urandom(5000)):
        for _ in range(20):
            attacker = Attacker(target, hello=False)
            attacker.send(data)
            attacker.close()
    assert serves(target) < SLOWEST


def test_more_connections_than_allowed(target):
    attackers = [Attacker(target) for _ in range(150)]
    # The connections of this machine's address are all taken but for the client's own.
    assert serves(target) < SLOWEST
    for attacker in attackers:
        attacker.close()
