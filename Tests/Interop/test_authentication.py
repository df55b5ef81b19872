"""Tokens that no honest library makes, and what Google's does with a 401 (docs/protocol.md, "Authentication")."""

import pytest
from google.api_core import exceptions
from google.auth import exceptions as auth_exceptions
from google.auth import credentials

from emulator import trip_name
from transport import status_name
from tokens import SERVER


def forged_tokens(emulator):
    server = emulator.accounts["server"]
    head, claims, signature = server.token(SERVER).split(".")
    return {
        "no signature": f"{head}.{claims}.",
        "another signature": f"{head}.{claims}.{signature[:-8]}AAAAAAAA",
        "alg none": server.forged(SERVER, "none"),
        "alg HS256": server.forged(SERVER, "HS256", b"secret"),
        "alg HS256, with the public key": server.forged(
            SERVER, "HS256", server.info["private_key"].encode()),
        "no issuer": server.token(SERVER, iss=None),
    }


@pytest.mark.parametrize("what", [
    "no signature", "another signature", "alg none", "alg HS256",
    "alg HS256, with the public key", "no issuer"])
def test_a_forged_token_is_unauthenticated(world, what):
    # The trip does not exist, so that the token must have been looked at first.
    token = forged_tokens(world.emulator)[what]
    with pytest.raises(exceptions.Unauthorized) as refused:
        world.emulator.trip_client(token).get_trip({"name": trip_name("none")})
    assert status_name(refused.value) == "UNAUTHENTICATED"
    assert token not in str(refused.value)


# What Google's library does with a 401.


@pytest.mark.rest
def test_a_refused_token_is_sent_three_times(world):
    client = world.emulator.trip_client("x")
    replies = []
    client.transport.session.hooks["response"].append(lambda reply, **_: replies.append(reply))
    with pytest.raises(exceptions.Unauthorized):
        client.get_trip({"name": trip_name("x")})
    assert [reply.status_code for reply in replies] == [401] * 3


@pytest.mark.rest
def test_anonymous_credentials_hide_the_refusal(world):
    client = world.emulator.trip_client("x")
    client.transport.session.credentials = credentials.AnonymousCredentials()
    with pytest.raises(auth_exceptions.InvalidOperation):
        client.get_trip({"name": trip_name("x")})
