"""Tokens for the emulator, minted by google-auth, and tokens that no honest library mints."""

import base64
import hashlib
import hmac
import json
import time

from google.auth import credentials, crypt, jwt

AUDIENCE = "https://fleetengine.googleapis.com/"
SERVER = {"tripid": "*", "vehicleid": "*"}


class FixedToken(credentials.Credentials):
    """Credentials of one token.

    Google's own classes hide a refused token behind the error of their refresh; this one's does
    nothing, so that the server's 401 comes through.
    """

    def __init__(self, token):
        super().__init__()
        self.token = token

    @property
    def expired(self):
        return False

    @property
    def valid(self):
        return True

    def refresh(self, request):
        pass


class Account:
    """A service account of the emulator's, from its key file."""

    def __init__(self, path):
        self.path = path
        with open(path, encoding="utf-8") as file:
            self.info = json.load(file)
        self.email = self.info["client_email"]
        self.key_id = self.info["private_key_id"]
        self.signer = crypt.RSASigner.from_service_account_info(self.info)

    def google_token(self, claims):
        """A token of google-auth's self-signed credentials, which are handed to no session."""
        made = jwt.Credentials.from_service_account_file(
            self.path, audience=AUDIENCE, additional_claims={"authorization": claims})
        made.refresh(None)
        return text(made.token)

    def token(self, claims, **changes):
        """A token whose claims are changed; None takes one away."""
        now = int(time.time())
        payload = {
            "iss": self.email, "sub": self.email, "aud": AUDIENCE, "iat": now, "exp": now + 3600,
            "authorization": claims, **changes,
        }
        payload = {name: value for name, value in payload.items() if value is not None}
        return text(jwt.encode(self.signer, payload))

    def forged(self, claims, algorithm, secret=b""):
        """A token of an algorithm that is not RS256: unsigned, or with the secret's HMAC."""
        parts = self.token(claims).split(".")
        parts[0] = base64url(json.dumps(
            {"alg": algorithm, "typ": "JWT", "kid": self.key_id}).encode())
        signed = ".".join(parts[:2]).encode()
        parts[2] = base64url(hmac.digest(secret, signed, hashlib.sha256)) if secret else ""
        return ".".join(parts)


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def text(token):
    return token.decode() if isinstance(token, bytes) else token
