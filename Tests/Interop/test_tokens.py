"""google-auth and ridealong take each other's tokens and key files."""

import json
import subprocess

import pytest
from cryptography.hazmat.primitives import serialization
from google.api_core import exceptions
from google.auth import jwt
from google.oauth2 import service_account

from tokens import AUDIENCE
from world import TripStatus
from emulator import trip_name


def public_pem(info):
    """The public key of a key file, which Google would hand out as a certificate."""
    key = serialization.load_pem_private_key(info["private_key"].encode(), None)
    return key.public_key().public_bytes(
        serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)


def test_google_tokens_are_taken(emulator, world):
    trip_id, _ = world.ride()
    mine = emulator.trip_client(emulator.token("consumer", tripid=trip_id))
    assert mine.get_trip({"name": trip_name(trip_id)}).trip_status == TripStatus.NEW
    other = emulator.trip_client(emulator.token("consumer", tripid="another"))
    with pytest.raises(exceptions.Forbidden):
        other.get_trip({"name": trip_name(trip_id)})


def test_google_reads_the_key_files(emulator):
    for account in emulator.accounts.values():
        read = service_account.Credentials.from_service_account_file(account.path)
        assert read.service_account_email == account.email


@pytest.mark.parametrize("role, options, wanted", [
    ("server", [], {"tripid": "*", "vehicleid": "*"}),
    ("consumer", ["--trip", "t1"], {"tripid": "t1"}),
    ("driver", ["--vehicle", "v1", "--ttl", "60"], {"vehicleid": "v1"}),
])
def test_ridealong_tokens_verify_with_google_auth(program, emulator, role, options, wanted):
    account = emulator.accounts[role]
    token = subprocess.run(
        [program, "token", "mint", "--service-account", account.path, *options],
        stdin=subprocess.DEVNULL, check=True, capture_output=True, text=True, timeout=30,
    ).stdout.strip()
    with open(account.path, encoding="utf-8") as file:
        info = json.load(file)
    claims = jwt.decode(
        token, certs={info["private_key_id"]: public_pem(info)}, audience=AUDIENCE)
    assert claims["authorization"] == wanted
    assert claims["iss"] == claims["sub"] == info["client_email"]
