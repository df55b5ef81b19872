"""Tests scripts/reached-tests in a small repository. Run by .ci/run: python3 Tests/Scripts/test_reached.py"""

import json
import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"

# Each target with the targets that it depends on. The folder of Grid has a name that starts like that of GridMap.
SOURCES = {"Grid": [], "GridMap": ["Grid"], "Viewer": ["GridMap"]}
TESTS = {"GridTests": ["Grid"], "GridMapTests": ["GridMap"], "ViewerTests": ["Viewer"]}


class Reached(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name) / "repository"
        programs = Path(folder.name) / "programs"
        targets = [
            {"name": name, "path": f"{parent}/{name}", "type": type, "target_dependencies": dependencies}
            for parent, type, group in (("Sources", "library", SOURCES), ("Tests", "test", TESTS))
            for name, dependencies in group.items()
        ]
        for target in targets:
            self.write(f"{target['path']}/File.swift", f"// {target['name']}, enough text to be found after a move\n")
            # SwiftPM leaves the key out.
            if not target["target_dependencies"]:
                del target["target_dependencies"]
        self.write("docs/guide.md", "# Guide\n")
        self.write(".gitignore", "/.build\n")
        self.write("scripts/reached-tests", (SCRIPTS / "reached-tests").read_text())
        description = Path(folder.name) / "description"
        # SwiftPM may print warnings first.
        description.write_text("warning: 'repository'\n" + json.dumps({"name": "p", "targets": targets}))
        programs.mkdir()
        swift = programs / "swift"
        swift.write_text(f"#!/bin/sh\n[ \"$*\" = 'package describe --type json' ] && cat '{description}'\n")
        swift.chmod(0o755)
        self.environment = {
            "PATH": f"{programs}:{os.environ['PATH']}", "HOME": folder.name, "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_AUTHOR_NAME": "T", "GIT_AUTHOR_EMAIL": "t@example.org",
            "GIT_COMMITTER_NAME": "T", "GIT_COMMITTER_EMAIL": "t@example.org",
        }
        self.git("init", "--quiet")
        self.commit()

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def run_in_root(self, *command):
        return subprocess.run(
            command, cwd=self.root, env=self.environment, capture_output=True, text=True, timeout=60
        )

    def git(self, *words):
        done = self.run_in_root("git", *words)
        self.assertEqual(done.returncode, 0, done.stderr)

    def commit(self):
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", "A commit")

    def reached(self, commit="HEAD"):
        """The names of the test targets that the changes since a commit reach."""
        done = self.run_in_root("python3", "scripts/reached-tests", commit)
        self.assertEqual(done.returncode, 0, done.stderr)
        expression = done.stdout.strip()
        skipped = {name for name in TESTS if expression and re.search(expression, f"{name}.Suite/test()")}
        named = done.stderr.removeprefix("Not reached: ").strip()
        self.assertEqual(named, ", ".join(sorted(skipped)), done.stderr)
        return set(TESTS) - skipped

    def test_without_changes_no_tests_are_reached(self):
        self.assertEqual(self.reached(), set())

    def test_a_change_reaches_the_tests_of_all_targets_that_depend_on_it(self):
        for name, expected in (
            ("Sources/Grid", {"GridTests", "GridMapTests", "ViewerTests"}),
            ("Sources/GridMap", {"GridMapTests", "ViewerTests"}),
            ("Sources/Viewer", {"ViewerTests"}),
            ("Tests/GridTests", {"GridTests"}),
        ):
            with self.subTest(name):
                self.write(f"{name}/File.swift", "// changed\n")
                self.assertEqual(self.reached(), expected)
                self.git("checkout", "--quiet", "--", ".")

    def test_committed_and_later_changes_count_together(self):
        self.write("Tests/GridTests/File.swift", "// changed\n")
        self.commit()
        self.write("Sources/Viewer/File.swift", "// changed\n")
        self.assertEqual(self.reached("HEAD~1"), {"GridTests", "ViewerTests"})
        self.assertEqual(self.reached(), {"ViewerTests"})

    def test_an_untracked_file_counts_and_an_ignored_one_does_not(self):
        self.write(".build/log", "built\n")
        self.assertEqual(self.reached(), set())
        self.write("Sources/GridMap/New file \u00e9.swift", "// new\n")
        self.assertEqual(self.reached(), {"GridMapTests", "ViewerTests"})

    def test_a_removed_file_counts(self):
        os.remove(self.root / "Sources/Viewer/File.swift")
        self.assertEqual(self.reached(), {"ViewerTests"})

    def test_a_file_of_no_target_reaches_all_tests(self):
        for name in ("docs/guide.md", "docs/new.md", "Sources/README.md"):
            with self.subTest(name):
                self.write(name, "# Changed\n")
                self.assertEqual(self.reached(), set(TESTS))
                self.git("checkout", "--quiet", "--", ".")
                self.git("clean", "--quiet", "--force", "-d")

    def test_a_moved_file_counts_for_both_targets(self):
        self.git("mv", "Tests/GridTests/File.swift", "Sources/Viewer/Moved.swift")
        self.assertEqual(self.reached(), {"GridTests", "ViewerTests"})
        self.commit()
        self.assertEqual(self.reached("HEAD~1"), {"GridTests", "ViewerTests"})

    def test_a_commit_that_does_not_exist_ends_with_a_message(self):
        done = self.run_in_root("python3", "scripts/reached-tests", "no-such-commit")
        self.assertNotEqual(done.returncode, 0)
        self.assertEqual(done.stdout, "")
        self.assertIn("reached-tests: git diff", done.stderr)
        self.assertIn("no-such-commit", done.stderr)
        self.assertNotIn("Traceback", done.stderr)

    def test_a_package_that_cannot_be_described_ends_with_a_message(self):
        self.write("docs/guide.md", "# Changed\n")
        (self.root.parent / "description").unlink()
        done = self.run_in_root("python3", "scripts/reached-tests", "HEAD")
        self.assertNotEqual(done.returncode, 0)
        self.assertEqual(done.stdout, "")
        self.assertIn("reached-tests: swift package describe", done.stderr)


if __name__ == "__main__":
    unittest.main()
