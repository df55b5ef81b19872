"""Access tokens of the emulator's token endpoint, as Google's libraries get them (docs/emulator.md, "Access tokens")."""

import json
import time

import google.auth
import pytest
import requests
from google.api_core import exceptions
from google.auth import exceptions as auth_exceptions
from google.auth.transport.requests import AuthorizedSession, Request
from google.oauth2 import service_account

from emulator import PARENT, PROVIDER, Emulator, trip_name
from tokens import SERVER

SCOPE = "https://www.googleapis.com/auth/cloud-platform"
GRANT = "urn:ietf:params:oauth:grant-type:jwt-bearer"


def access_token(emulator, role="server", scope=SCOPE):
    credentials = service_account.Credentials.from_service_account_file(
        emulator.accounts[role].path, scopes=[scope])
    credentials.refresh(Request())
    return credentials.token


def exchange(emulator, **form):
    return requests.post(
        emulator.endpoint + "/oauth2/token", data={"grant_type": GRANT, **form}, timeout=15)


@pytest.mark.rest
def test_default_credentials_over_rest(world, monkeypatch):
    emulator, trip_id = world.emulator, world.trip()
    monkeypatch.setenv("GOOGLE_APPLICATION_CREDENTIALS", emulator.accounts["server"].path)
    credentials, project = google.auth.default(scopes=[SCOPE])
    assert project == PROVIDER
    session = AuthorizedSession(credentials)
    reply = session.get(f"{emulator.endpoint}/v1/{trip_name(trip_id)}", timeout=15)
    assert reply.status_code == 200 and reply.json()["name"] == trip_name(trip_id)
    assert credentials.token.startswith("ya29.")
    listed = session.get(
        f"{emulator.endpoint}/v1/{PARENT}/vehicles?vehicleTypeCategories=AUTO", timeout=15)
    assert listed.status_code == 200


def test_an_access_token(world):
    trip_id = world.trip()
    client = world.emulator.trip_client(access_token(world.emulator))
    assert client.get_trip({"name": trip_name(trip_id)}).name == trip_name(trip_id)


@pytest.mark.parametrize("role, scope, said", [
    ("consumer", SCOPE, "Only a server's account"), ("driver", SCOPE, "Only a server's account"),
    ("server", "openid", "insufficient authentication scopes")])
def test_an_access_token_that_opens_nothing(world, role, scope, said):
    client = world.emulator.trip_client(access_token(world.emulator, role, scope))
    with pytest.raises(exceptions.Forbidden, match=said):
        client.get_trip({"name": trip_name("none")})


def test_a_strange_access_token(world):
    with pytest.raises(exceptions.Unauthorized, match="not issued by this emulator"):
        world.emulator.trip_client("ya29.strange").get_trip({"name": trip_name("none")})


@pytest.mark.rest
def test_a_refused_assertion(world):
    emulator, now = world.emulator, int(time.time())
    account = emulator.accounts["server"]
    good = {"aud": emulator.endpoint + "/oauth2/token", "scope": SCOPE, "sub": None}
    assert exchange(emulator, assertion=account.token(SERVER, **good)).status_code == 200
    for changes, error in [
            ({"aud": "https://example.org/"}, "invalid_grant"),
            ({"exp": now - 3600, "iat": now - 7200}, "invalid_grant"),
            ({"iss": "x@example.org"}, "invalid_grant"), ({"scope": None}, "invalid_scope"),
            ({"sub": "x@example.org"}, "unauthorized_client")]:
        reply = exchange(emulator, assertion=account.token(SERVER, **{**good, **changes}))
        assert (reply.status_code, reply.json()["error"]) == (400, error)
    assert exchange(emulator, assertion="x").json()["error"] == "invalid_grant"
    key = {**account.info, "private_key": emulator.accounts["driver"].info["private_key"]}
    stranger = service_account.Credentials.from_service_account_info(key, scopes=[SCOPE])
    with pytest.raises(auth_exceptions.RefreshError, match="invalid_grant"):
        stranger.refresh(Request())


@pytest.mark.rest
def test_access_tokens_survive_a_restart(program, tmp_path):
    keys = tmp_path / "keys"
    with Emulator(program, "--keys", str(keys)) as first:
        token = access_token(first)
    with Emulator(program, "--keys", str(keys), "--admin", "127.0.0.1:0") as second:
        requests.post(second.admin + "/reset", timeout=15, headers={
            "Content-Type": "application/json"}).raise_for_status()
        assert second.http("GET", "trips/none", token=token).status_code == 404
        info = json.loads((keys / "server.json").read_text())
        assert info["token_uri"] == second.endpoint + "/oauth2/token"
        assert access_token(second) != token
