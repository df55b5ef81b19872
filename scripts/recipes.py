"""Runs the recipes of a cookbook for check-commands.

A recipe finds the files that it names, and trips of an emulator.
"""

import gzip
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from datetime import datetime, timedelta, timezone
from pathlib import Path

import deadlines

# A recipe ends with status 0 and prints the same text each time, except for these. `varies`: the numbers change each time;
# `lasts`: it runs until it is stopped; `status`: its exit status; `fails`: the status of its first `follow`, where all trips
# are over.
SPECIAL = {
    "Late trips": {"varies": True},
    "A table of ETAs": {"varies": True},
    "Vehicles that are quiet for five minutes": {"varies": True, "lasts": True},
    "A daily report": {"status": 8},
    "Restarting after a failure": {"fails": 5},
}
HEADING = re.compile(r"^(##|###) (.*)", re.MULTILINE)
# Seconds that a recipe may take.
PATIENCE = 30
PROVIDER = "providers/demo-project"
# Where the rides begin, pick up and end.
PLACES = [(44.99, -30.0), (45.0, -30.0), (45.03, -30.03)]
# The statuses of two rides by their first second, and the seconds without a poll.
MONDAY = [(0, "NEW"), (10, "ENROUTE_TO_PICKUP"), (120, "ARRIVED_AT_PICKUP"), (180, "ENROUTE_TO_DROPOFF"), (900, "COMPLETE")]
TUESDAY = [(0, "NEW"), (20, "ENROUTE_TO_PICKUP"), (240, "ARRIVED_AT_PICKUP"), (290, "ENROUTE_TO_DROPOFF"), (1320, "COMPLETE")]
TRAFFIC = {"speedReadingInterval": [{"endPolylinePointIndex": 1, "speed": "NORMAL"}]}
GAP = range(400, 520)


def point(place):
    return {"latitude": round(place[0], 6), "longitude": round(place[1], 6)}


def stamp(time):
    return time.strftime("%Y-%m-%dT%H:%M:%SZ")


def seed(now, is_over):
    """Trips that are on time, late, waiting, and of a silent vehicle; or these trips when they are over."""
    pickup, dropoff = ({"point": point(place)} for place in PLACES[1:])

    def vehicle(name, fix_age=0, place=PLACES[0], **more):
        location = {"location": point(place), "updateTime": stamp(now - timedelta(seconds=fix_age))}
        return {"vehicleId": name, "lastLocation": location, **more}

    def trip(name, **more):
        ended = {"vehicleId": "car-1", "tripStatus": "COMPLETE"} if is_over else {}
        return {"tripId": name, "pickupPoint": pickup, "dropoffPoint": dropoff, **more, **ended}

    return {
        "vehicles": [vehicle("car-1"), vehicle("car-2", etaToFirstWaypoint=stamp(now - timedelta(minutes=12))),
                     vehicle("car-3", fix_age=540, place=(44.98, -30.0))],
        "trips": [trip("ride-0", vehicleId="car-1", tripStatus="ENROUTE_TO_PICKUP"),
                  trip("ride-1", vehicleId="car-2", tripStatus="ENROUTE_TO_DROPOFF"),
                  trip("ride-2"),
                  trip("ride-3", vehicleId="car-3", tripStatus="ENROUTE_TO_PICKUP")]}


def between(first, last, share):
    return tuple(a + (b - a) * share for a, b in zip(first, last))


def write_recording(path, trip, begin, phases, early=0):
    """Writes a recording as docs/recordings.md describes it, with a poll every 5 seconds.

    The ETA is `early` seconds too early in the first ten minutes, and then right.
    """
    name, end = f"{PROVIDER}/trips/{trip}", phases[-1][0]
    (_, departure, arrival, pickup, _), lines = [time for time, _ in phases], [{"ridealong": "recording", "version": 1}]
    for time in range(0, end + 1, 5):
        if early and time in GAP:
            continue
        status = [status for start, status in phases if start <= time][-1]
        place = between(*PLACES[:2], min(1, max(0, (time - departure) / (arrival - departure))))
        if time > pickup:
            place = between(*PLACES[1:], (time - pickup) / (end - pickup))
        eta = end + (end - time) // 10 - (early if time < 600 else 0)
        ahead = PLACES[1:] if time < pickup else PLACES[2:]
        path_ahead = [point(place), *map(point, ahead[:1])]
        waypoints = [] if status == "COMPLETE" else [
            {"location": {"point": point(ahead[-1])}, "waypointType": "DROP_OFF_WAYPOINT_TYPE", "tripId": trip}]
        if len(ahead) > 1:
            waypoints.insert(0, {"location": {"point": point(ahead[0])}, "waypointType": "PICKUP_WAYPOINT_TYPE", "tripId": trip})
        if waypoints:
            waypoints[0]["pathToWaypoint"] = path_ahead
        body = {
            "name": name, "tripStatus": status, "tripType": "EXCLUSIVE", "vehicleId": "car-1",
            "pickupPoint": {"point": point(PLACES[1])}, "dropoffPoint": {"point": point(PLACES[2])},
            "dropoffTime": stamp(begin + timedelta(seconds=eta)), "remainingDistanceMeters": (end - time) * 5,
            "remainingWaypoints": waypoints, "route": path_ahead, "currentRouteSegmentTraffic": TRAFFIC,
            "lastLocation": {"location": point(place), "updateTime": stamp(begin + timedelta(seconds=time)),
                             "serverTime": stamp(begin + timedelta(seconds=time)), "speed": 5}}
        lines.append({"trip": name, "poll": {
            "clock": stamp(begin), "start": time, "took": 0.05, "next": 5, "interval": 5,
            "request": {"method": "GET", "url": f"https://fleetengine.googleapis.com/v1/{name}"},
            "status": 200, "headers": {}, "bytes": 900, "body": body}})
    with gzip.open(path, "wt") as file:
        file.writelines(json.dumps(line) + "\n" for line in lines)


def age(path, now, days):
    time = (now - timedelta(days=days)).timestamp()
    os.utime(path, (time, time))


def write_files(folder, now, is_over):
    """Writes the files that the recipes name into an empty folder."""
    (folder / "trips.txt").write_text("".join(f"{PROVIDER}/trips/ride-{number}\n" for number in range(4)))
    (folder / "seed.json").write_text(json.dumps(seed(now, is_over)))
    (folder / "rides").mkdir()
    (folder / "archive").mkdir()
    begin = datetime(2026, 3, 2, 8, tzinfo=timezone.utc)
    write_recording(folder / "rides/monday.ride", "ride-0", begin, MONDAY)
    write_recording(folder / "rides/tuesday.ride", "ride-1", begin + timedelta(days=1), TUESDAY, early=420)
    shutil.copy(folder / "rides/monday.ride", folder / "archive/old.ride")
    age(folder / "rides/monday.ride", now, 10)
    age(folder / "archive/old.ride", now, 100)


def shape(text, varies):
    """A regular expression for a recipe's output: any spaces for spaces, and any numbers for numbers if they vary."""
    number = r"\d+(?:\.\d+)?" if varies else r"(?!)"
    return re.compile("".join(
        r"\s+" if part.isspace() else number if varies and part[:1].isdigit() else re.escape(part)
        for part in re.split(rf"([ \t]+|{number})", text)))


def find(text, fence):
    """The recipes of a document by where their blocks begin, each with its title and the shown output."""
    found, chapter, title = {}, "", ""
    blocks = list(fence.finditer(text))
    marks = [*HEADING.finditer(text), *blocks]
    for mark in sorted(marks, key=lambda mark: mark.start()):
        if mark.re is HEADING:
            chapter, title = (mark[2], "") if mark[1] == "##" else (chapter, mark[2])
        elif chapter == "Cookbook" and mark[1] == "sh":
            rest = fence.match(text, mark.end() + len(text[mark.end():]) - len(text[mark.end():].lstrip()))
            found[mark.start()] = title, rest[2] if rest and rest[1] == "" else ""
    return found


class World:
    """An emulator for the recipes of a cookbook, whose trips and files are new for each of them."""

    def __init__(self, sandbox):
        self.folder = sandbox.folder / "cookbook"
        # Emulators that run at the same time do not share their keys.
        shutil.copytree(sandbox.folder / "fleet" / "keys", self.folder / "keys")
        # The first `follow` of a recipe may fail.
        binaries = self.folder / "bin"
        binaries.mkdir()
        (binaries / "ridealong").write_text(
            '#!/bin/sh\nif [ "$1" = follow ] && [ -e next-status ]; then\n'
            '  status=$(cat next-status)\n  rm next-status\n  exit "$status"\nfi\n'
            f'exec "{sandbox.folder}/bin/ridealong" "$@"\n')
        (binaries / "ridealong").chmod(0o755)
        self.environment = {**sandbox.environment, "PATH": f"{binaries}:{sandbox.environment['PATH']}", "TZ": "UTC"}
        self.emulator = subprocess.Popen(
            ["ridealong", "emulator", "--keys", "keys", "--admin", "127.0.0.1:0"], cwd=self.folder, env=self.environment,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
        words = deadlines.ready(self.emulator, "the emulator of the recipes")
        ready = dict(zip(words[::2], words[1::2]))
        self.environment["RIDEALONG_ENDPOINT"] = ready["ready"]
        self.admin = ready["admin"].removeprefix("http://")

    def prepare(self, folder, is_over):
        """Writes the files of a recipe and makes its trips; reads each trip once, and one that does not exist."""
        folder.mkdir()
        write_files(folder, datetime.now(timezone.utc), is_over)
        shutil.copy(self.folder / "keys" / "server.json", folder)
        (folder / "server.json").chmod(0o600)
        name = PROVIDER + "/trips/missing"
        for words, status in [(["emulator", "reset", "--admin", self.admin], 0),
                              (["emulator", "seed", "seed.json", "--admin", self.admin], 0),
                              (["--trips", "trips.txt", name, "--once", "--service-account", "server.json"], 3)]:
            done = subprocess.run(["ridealong", *words], cwd=folder, env=self.environment, stdin=subprocess.DEVNULL,
                                  capture_output=True, text=True, timeout=PATIENCE)
            if done.returncode != status:
                sys.exit(f"check-commands: {' '.join(words)} ended with {done.returncode}: {done.stdout}{done.stderr}")

    def run(self, title, text, shown):
        recipe = SPECIAL.get(title, {})
        folder = Path(tempfile.mkdtemp(dir=self.folder)) / "recipe"
        self.prepare(folder, is_over="fails" in recipe)
        if "fails" in recipe:
            (folder / "next-status").write_text(str(recipe["fails"]))
        expected = shape(shown.rstrip(), recipe.get("varies", False))

        def works(output, _):
            return recipe.get("lasts", False) and expected.fullmatch(output.rstrip())

        try:
            status, output = deadlines.run_script(
                text.replace("127.0.0.1:8081", self.admin), folder, self.environment, works, PATIENCE)
        except TimeoutError as error:
            return str(error)
        if status != (None if recipe.get("lasts") else recipe.get("status", 0)):
            return f"ended with {status}\n{output}"
        # What an interrupted program prints at its end is not shown.
        if status is not None and not expected.fullmatch(output.rstrip()):
            return f"printed\n{output}instead of\n{shown}"
        return None
