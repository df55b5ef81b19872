"""The emulator's clock."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from ridealong._times import format_duration, format_time, parse_time

if TYPE_CHECKING:
    from ridealong._emulator import Emulator


class Clock:
    """The clock of estimates, versions, retention, quotas and the expiry of tokens.

    It is the machine's clock until one of these methods changes it. A token that Google's client signed before the
    clock was advanced by an hour has expired.
    """

    def __init__(self, emulator: Emulator) -> None:
        self._emulator = emulator

    def now(self) -> datetime:
        """Returns the emulator's time, in UTC."""
        return parse_time(self._emulator._json("GET", "/clock")["time"])

    def advance(self, by: timedelta | float) -> None:
        """Moves the clock forward, by a duration or by seconds."""
        self._emulator._json("POST", "/clock/advance", {"by": format_duration(by)})

    def fix(self, time: datetime | None = None) -> None:
        """Stops the clock, at the emulator's time or at another one, which needs a time zone."""
        self.set(time, rate=0)

    def set(self, time: datetime | None = None, rate: float | None = None) -> None:
        """Sets the time, or how many times as fast as the machine's the clock runs, from 0 to 10,000, or both."""
        change: dict[str, object] = {}
        if time is not None:
            change["time"] = format_time(time)
        if rate is not None:
            change["rate"] = rate
        self._emulator._json("PUT", "/clock", change)

    def reset(self) -> None:
        """Returns to the machine's clock."""
        self._emulator._json("DELETE", "/clock")
