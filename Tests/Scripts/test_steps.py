"""Tests scripts/steps.sh with small steps. Run by .ci/run: python3 Tests/Scripts/test_steps.py"""

import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"


def run(steps):
    """The status, the output, and the seconds of a script with these steps, which has 20 seconds."""
    with tempfile.TemporaryDirectory() as folder:
        os.mkdir(f"{folder}/scripts")
        for name in ("steps.sh", "watch"):
            shutil.copy(SCRIPTS / name, f"{folder}/scripts/{name}")
        script = f"set -euo pipefail\nlimit=20\n. scripts/steps.sh\n{steps}\nprint_times\n"
        done = subprocess.run(["bash", "-c", script], cwd=folder, capture_output=True, text=True, timeout=60)
        return done.returncode, done.stdout + done.stderr


class Steps(unittest.TestCase):
    def test_steps_that_ended_while_others_ran_are_counted(self):
        status, output = run(
            """
            begin "Google's client" 10 <<<'echo first'
            begin 'Commands $(x)' 10 <<<'echo second'
            step 'Long' 10 <<<'sleep 1; echo third'
            for i in $(seq 40); do /bin/true; done
            step 'Next' 10 <<<'echo fourth'
            finish "Google's client" 'Commands $(x)'
            """
        )
        self.assertEqual(status, 0, output)
        for line in ("Google's client: first", "Commands $(x): second", "Long: third", "Next: fourth"):
            self.assertEqual(output.count(line), 1, output)
        self.assertEqual(output.split("Start, duration, step:")[1].count(" s  "), 9, output)

    def test_a_failure_ends_the_other_steps_and_is_printed_last(self):
        status, output = run(
            """
            begin 'Hanging' 20 <<<'sleep 20'
            begin 'Failing' 10 <<<'echo the cause; exit 3'
            step 'Other' 10 <<<'sleep 20'
            echo never
            """
        )
        self.assertEqual(status, 3, output)
        self.assertNotIn("never", output)
        self.assertIn("FAILED: Failing, with status 3", output)
        self.assertIn("the cause", output.split("FAILED")[1])

    def test_a_failure_of_a_step_that_ended_long_ago_is_found(self):
        status, output = run("begin 'Failing' 10 <<<'exit 4'\nsleep 1\nstep 'Other' 10 <<<'true'\nfinish 'Failing'\n")
        self.assertEqual(status, 4, output)

    def test_a_line_is_awaited_until_it_is_printed_or_the_step_ends(self):
        status, output = run(
            """
            begin 'Tests' 10 <<<'echo Built; sleep 2'
            await_line 'Tests' 'Built'
            [ "$SECONDS" -lt 2 ] || exit 9
            await_line 'Tests' 'No such line'
            finish 'Tests'
            """
        )
        self.assertEqual(status, 0, output)

    def test_a_step_that_hangs_ends_with_status_124(self):
        status, output = run("step 'Hanging' 1 <<<'sleep 20'\n")
        self.assertEqual(status, 124, output)


if __name__ == "__main__":
    unittest.main()
