"""Times and durations in the formats of Google's APIs."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone


def parse_time(text: str) -> datetime:
    """Parses a time such as `2026-05-01T12:00:00.123456789Z`; digits after microseconds are dropped."""
    seconds, _, fraction = text.removesuffix("Z").partition(".")
    time = datetime.strptime(seconds, "%Y-%m-%dT%H:%M:%S").replace(tzinfo=timezone.utc)
    return time.replace(microsecond=int(fraction[:6].ljust(6, "0")))


def format_time(time: datetime) -> str:
    """Formats a time, which needs a time zone."""
    if time.tzinfo is None:
        raise ValueError(f"{time!r} has no time zone; add tzinfo=timezone.utc, for example")
    return time.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def format_duration(duration: timedelta | float) -> str:
    """Formats a duration, or seconds, such as `1.500000s`."""
    if not isinstance(duration, timedelta):
        duration = timedelta(seconds=duration)
    if duration < timedelta(0):
        raise ValueError(f"{duration!r} is negative")
    return f"{duration.days * 86_400 + duration.seconds}.{duration.microseconds:06}s"
