"""Mints tokens with google-auth for the emulator, and verifies the program's tokens with it."""

import json
import os
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request

from cryptography.hazmat.primitives import serialization
from google.auth import jwt
from google.oauth2 import service_account

AUDIENCE = "https://fleetengine.googleapis.com/"
PROVIDER = "demo-project"
VEHICLE = {
    "vehicleState": "ONLINE", "supportedTripTypes": ["EXCLUSIVE"], "maximumCapacity": 4,
    "vehicleType": {"category": "AUTO"},
}
TRIP = {
    "tripType": "EXCLUSIVE",
    "pickupPoint": {"point": {"latitude": 45.0663, "longitude": 7.6797}},
    "dropoffPoint": {"point": {"latitude": 45.0624, "longitude": 7.6830}},
}


def google_token(path, claims):
    """A token of google-auth's self-signed JWT credentials from a key file."""
    credentials = jwt.Credentials.from_service_account_file(
        path, audience=AUDIENCE, additional_claims={"authorization": claims})
    credentials.refresh(None)
    token = credentials.token
    return token.decode() if isinstance(token, bytes) else token


def call(url, token, body=None):
    """The status of a call and the decoded body."""
    request = urllib.request.Request(
        url, data=None if body is None else json.dumps(body).encode(),
        headers={"Authorization": f"Bearer {token}", "Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


def check(what, holds):
    if not holds:
        sys.exit(f"check-interop: not so: {what}")
    print(f"  {what}")


def public_pem(path):
    """The public key of a key file, which Google would hand out as a certificate."""
    with open(path, encoding="utf-8") as file:
        key = serialization.load_pem_private_key(json.load(file)["private_key"].encode(), None)
    return key.public_key().public_bytes(
        serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)


def run(program, endpoint, keys):
    base = f"{endpoint}/v1/providers/{PROVIDER}"
    server = google_token(f"{keys}/server.json", {"tripid": "*", "vehicleid": "*"})
    check("google-auth's server token creates a vehicle",
          call(f"{base}/vehicles?vehicleId=v1", server, VEHICLE)[0] == 200)
    check("and a trip", call(f"{base}/trips?tripId=t1", server, TRIP)[0] == 200)
    consumer = google_token(f"{keys}/consumer.json", {"tripid": "t1"})
    status, trip = call(f"{base}/trips/t1", consumer)
    check("its consumer token reads the trip", status == 200 and trip["tripStatus"] == "NEW")
    other = google_token(f"{keys}/consumer.json", {"tripid": "t2"})
    check("its token for another trip does not", call(f"{base}/trips/t1", other)[0] in (401, 403))
    for role in ("server", "driver", "consumer"):
        service_account.Credentials.from_service_account_file(f"{keys}/{role}.json")
    check("google-auth reads all three key files", True)

    for role, options, wanted in (
        ("server", [], {"tripid": "*", "vehicleid": "*"}),
        ("consumer", ["--trip", "t1"], {"tripid": "t1"}),
        ("driver", ["--vehicle", "v1", "--ttl", "60"], {"vehicleid": "v1"}),
    ):
        path = f"{keys}/{role}.json"
        token = subprocess.run(
            [program, "token", "mint", "--service-account", path, *options],
            check=True, capture_output=True, text=True).stdout.strip()
        with open(path, encoding="utf-8") as file:
            account = json.load(file)
        claims = jwt.decode(
            token, certs={account["private_key_id"]: public_pem(path)}, audience=AUDIENCE)
        check(f"ridealong's {role} token verifies with google-auth",
              claims["authorization"] == wanted and claims["iss"] == account["client_email"]
              and claims["sub"] == account["client_email"])


def main():
    program = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "HOME": folder, "TMPDIR": folder}
        emulator = subprocess.Popen(
            [program, "emulator", "--provider", PROVIDER], stdout=subprocess.PIPE, text=True,
            env=environment)
        try:
            words = emulator.stdout.readline().split()
            if len(words) != 6:
                sys.exit("check-interop: the emulator did not start")
            run(program, words[1], words[5])
        finally:
            emulator.terminate()
            emulator.wait(timeout=20)
    print("google-auth and ridealong take each other's tokens.")


main()
