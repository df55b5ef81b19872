"""A client of the emulator's admin endpoint; see docs/emulator.md, "In tests"."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode, urlsplit

from ridealong._errors import RequestFailed

_TIMEOUT_SECONDS = 30.0


class AdminClient:
    """Sends requests to the admin endpoint at an address."""

    def __init__(self, url: str) -> None:
        address = urlsplit(url)
        self._host, self._port = address.hostname or "", address.port

    def send(
        self,
        method: str,
        path: str,
        body: bytes | None = None,
        query: Mapping[str, object] | None = None,
        wait: float = 0,
    ) -> bytes:
        """Sends a request, and returns the response's body.

        Raises RequestFailed with the emulator's message, or OSError without a response. Waits longer than usual by
        `wait` seconds.
        """
        # pytest imports the package in each run, and most runs need no HTTP.
        from http.client import HTTPConnection, HTTPException

        target = path if not query else f"{path}?{urlencode(query)}"
        headers = {} if method == "GET" else {"Content-Type": "application/json"}
        # A connection for each request costs 0.2 ms on loopback, and works in threads and after a fork.
        connection = HTTPConnection(self._host, self._port, timeout=_TIMEOUT_SECONDS + wait)
        try:
            connection.request(method, target, body, headers)
            response = connection.getresponse()
            content = response.read()
        except HTTPException as error:
            raise OSError(f"the response is not valid: {error!r}") from error
        finally:
            connection.close()
        if response.status != 200:
            raise RequestFailed(_message(content) or f"{method} {path}: status {response.status}", response.status)
        return content

    def json(
        self,
        method: str,
        path: str,
        value: object = None,
        query: Mapping[str, object] | None = None,
        wait: float = 0,
    ) -> Any:
        """Sends a value as JSON, and returns the response's value."""
        body = None if value is None else json.dumps(value).encode()
        return json.loads(self.send(method, path, body, query, wait))


def _message(content: bytes) -> str | None:
    """The message of an error in Google's format."""
    try:
        message = json.loads(content)["error"]["message"]
    except (ValueError, LookupError, TypeError):
        return None
    return message if isinstance(message, str) else None
