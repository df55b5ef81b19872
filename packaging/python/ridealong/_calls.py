"""Calls that clients made to the emulator."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from ridealong._times import parse_time


@dataclass(frozen=True)
class Call:
    """One call to the emulator, without any token."""

    #: Its number among all calls since the start or the last reset, from 1.
    number: int
    #: When the call was handled, in the emulator's time.
    time: datetime
    #: The path.
    resource: str
    #: The HTTP status of the response, with gRPC that of its code.
    http_status: int
    #: Descriptions of what was accepted and is probably a mistake.
    warnings: tuple[str, ...] = ()
    #: The method, for example `GetTrip`; None for an unknown path.
    procedure: str | None = None
    #: The role of the caller's token; None if the token was rejected.
    role: str | None = None
    #: The trip's ID.
    trip: str | None = None
    #: The vehicle's ID.
    vehicle: str | None = None
    #: The code of the error in the response, for example `NOT_FOUND`.
    error: str | None = None
    #: The message of the error in the response.
    message: str | None = None
    #: The trip's status before the call that changed it.
    status_before: str | None = None
    #: The trip's status after the call that created or changed it.
    status_after: str | None = None
    #: The IDs of the header `X-Goog-Maps-Experience-ID`.
    experience_ids: tuple[str, ...] = ()
    #: The request's body as JSON values, or as text if it was cut; only with `bodies`.
    request: Any = None
    #: The response's body, like the request's.
    response: Any = None

    def __str__(self) -> str:
        """A line with number, method, trip, vehicle, role and result, and a line for each warning."""
        parts = [str(self.number), self.procedure or self.resource]
        for word, value in (("trip", self.trip), ("vehicle", self.vehicle), ("as", self.role)):
            if value:
                parts += [word, value]
        parts.append(f"{self.error}: {self.message}" if self.error else "OK")
        return "\n".join([" ".join(parts), *(f"    warning: {warning}" for warning in self.warnings)])


def parse_call(values: Mapping[str, Any]) -> Call:
    """Makes a call of the admin endpoint's JSON object."""
    return Call(
        number=values["number"],
        time=parse_time(values["time"]),
        resource=values["resource"],
        http_status=values["httpStatus"],
        warnings=tuple(values["warnings"]),
        procedure=values.get("procedure"),
        role=values.get("role"),
        trip=values.get("trip"),
        vehicle=values.get("vehicle"),
        error=values.get("error"),
        message=values.get("message"),
        status_before=values.get("statusBefore"),
        status_after=values.get("statusAfter"),
        experience_ids=tuple(values.get("experienceIds", ())),
        request=values.get("request"),
        response=values.get("response"),
    )
