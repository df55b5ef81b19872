"""Tests scripts/watch with small commands. Run by .ci/run: python3 Tests/Scripts/test_watch.py"""

import json
import signal
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

WATCH = Path(__file__).resolve().parents[2] / "scripts/watch"
# A process that ignores SIGTERM, in a session of its own, whose parent has ended.
DAEMON = """(setsid bash -c 'trap "" TERM; echo $$ >"$0/daemon"; while :; do sleep 600; done' "$0" &)
until [ -s "$0/daemon" ]; do sleep 0.01; done
"""


def event(kind, test):
    return json.dumps({"kind": "event", "payload": {"kind": kind, "testID": test}}) + "\n"


class WatchTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def command(self, script, *options):
        return [WATCH, "--grace", "0.1", *options, "--", "bash", "-c", script, str(self.folder)]

    def watch(self, script, *options):
        return subprocess.run(self.command(script, *options), capture_output=True, text=True, timeout=30)

    def assert_ended(self, name):
        process = int((self.folder / name).read_text())
        self.assertFalse(Path(f"/proc/{process}").exists(), f"{name} still runs")

    def test_the_status_of_a_command_is_kept(self):
        self.assertEqual(self.watch("exit 0").returncode, 0)
        self.assertEqual(self.watch("exit 3").returncode, 3)
        self.assertEqual(self.watch("kill -KILL $$").returncode, 128 + signal.SIGKILL)
        path = str(self.folder / "absent")
        missing = subprocess.run([WATCH, "--", path], capture_output=True, text=True)
        self.assertEqual(missing.returncode, 127)
        self.assertIn(path, missing.stderr)

    def test_output_is_inherited_or_added_to_the_log(self):
        run = self.watch("echo out; echo err >&2")
        self.assertEqual((run.stdout, run.stderr), ("out\n", "err\n"))
        log = self.folder / "log"
        log.write_text("before\n")
        run = self.watch("echo out; echo err >&2", "--log", log)
        self.assertEqual((run.stdout, run.stderr), ("", ""))
        self.assertEqual(log.read_text(), "before\nout\nerr\n")

    def test_a_command_has_no_input_and_unblocked_signals(self):
        run = self.watch("cat; sleep 60 & kill -TERM $!; wait $!")
        self.assertEqual((run.returncode, run.stdout), (128 + signal.SIGTERM, ""))

    def test_a_command_past_its_limit_is_ended_with_all_its_processes(self):
        run = self.watch(DAEMON + "trap '' TERM; setsid sleep 600 & sleep 600", "--limit", "0.5")
        self.assertEqual(run.returncode, 124)
        self.assertIn("no end after 0.5 s", run.stderr)
        self.assertIn("sleep 600", run.stderr)
        self.assert_ended("daemon")

    def test_a_command_without_events_is_ended_and_its_open_tests_are_named(self):
        events = self.folder / "events"
        stream = event("testStarted", "A.Suite") + event("testStarted", "A.Suite/hangs()/A.swift:1:2")
        stream += event("testStarted", "A.Suite/ends()/A.swift:3:4") + event("testEnded", "A.Suite/ends()/A.swift:3:4")
        (self.folder / "stream").write_text(stream + "not JSON\n")
        # One event after the other, in more time than may pass without any.
        script = 'while IFS= read -r line; do sleep 0.15; echo "$line" >>"$0/events"; done <"$0/stream"; sleep 600'
        run = self.watch(script, "--events", events, "--quiet", "0.5")
        self.assertEqual(run.returncode, 124)
        self.assertIn("no event for 0.5 s", run.stderr)
        self.assertIn("  A.Suite/hangs()/A.swift:1:2", run.stderr)
        self.assertNotIn("ends()", run.stderr)
        self.assertNotIn("  A.Suite,", run.stderr)

    def test_processes_left_behind_are_listed_and_ended(self):
        run = self.watch(DAEMON + "exit 5")
        self.assertEqual(run.returncode, 5)
        self.assertIn("left processes behind", run.stderr)
        self.assertIn((self.folder / "daemon").read_text().strip(), run.stderr)
        self.assert_ended("daemon")

    def test_a_signal_ends_everything(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            (self.folder / "daemon").unlink(missing_ok=True)
            with subprocess.Popen(self.command(DAEMON + "sleep 600"), stderr=subprocess.PIPE, text=True) as run:
                self.wait_for("daemon")
                run.send_signal(number)
                _, errors = run.communicate(timeout=30)
            self.assertEqual(run.returncode, 128 + number)
            self.assertIn(number.name, errors)
            self.assert_ended("daemon")

    def test_the_end_of_the_parent_ends_everything(self):
        script = self.folder / "script"
        script.write_text('"$@"; exit 1\n')
        with subprocess.Popen(["bash", script, *self.command(DAEMON + "sleep 600")], stderr=subprocess.DEVNULL) as parent:
            self.wait_for("daemon")
            parent.kill()
        daemon = int((self.folder / "daemon").read_text())
        end = time.monotonic() + 20
        while Path(f"/proc/{daemon}").exists() and time.monotonic() < end:
            time.sleep(0.02)
        self.assert_ended("daemon")

    def wait_for(self, name):
        end = time.monotonic() + 20
        while not ((self.folder / name).exists() and (self.folder / name).read_text()):
            self.assertLess(time.monotonic(), end, f"{name} is missing")
            time.sleep(0.02)


unittest.main()
