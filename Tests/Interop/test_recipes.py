"""The recipes of docs/emulator.md, each run by the tools of its language with an emulator of its own."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.rest
DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "emulator.md"
JARS = Path("/usr/share/java")
GO_SOURCES = Path("/usr/share/gocode")
SECONDS = 150


def recipe(language, what="/reset"):
    """The block of a language that resets the emulator, or that does something else."""
    blocks = re.findall(rf"^```{language}\n(.*?)^```", DOCUMENT.read_text("utf-8"), re.M | re.S)
    return next(block for block in blocks if what in block)


def run(program, folder, *command, **variables):
    """Runs a command with an emulator of its own."""
    result = subprocess.run(
        [program, "emulator", "exec", "--", *map(str, command)], cwd=folder, text=True,
        env={**os.environ, **variables}, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, timeout=SECONDS)
    assert result.returncode == 0, result.stdout
    return result.stdout


def need(*tools):
    """Skips a test without its tools; CI installs them."""
    for tool in tools:
        if not shutil.which(tool):
            pytest.skip(f"{tool} is not installed")


def test_pytest(program, tmp_path):
    (tmp_path / "conftest.py").write_text(recipe("python"))
    (tmp_path / "test_ride.py").write_text(
        "def test_ride(fleet_engine):\n    assert fleet_engine.startswith('http://127.0.0.1:')\n")
    assert "1 passed" in run(program, tmp_path, sys.executable, "-m", "pytest", "-q", tmp_path)


def test_go(program, tmp_path):
    need("go")
    (tmp_path / "go.mod").write_text("module fleet\n\ngo 1.19\n")
    (tmp_path / "fleet_test.go").write_text(
        'package fleet\n\nimport (\n\t"net/http"\n\t"os"\n\t"strings"\n\t"testing"\n)\n\n'
        + recipe("go") + "\nfunc TestRide(t *testing.T) {\n"
        '\tif !strings.HasPrefix(resetFleetEngine(t), "http://127.0.0.1:") {\n\t\tt.Fatal()\n\t}\n}\n')
    output = run(program, tmp_path, "go", "test", "-v", "./...", GOFLAGS="-mod=mod",
                 GOCACHE=str(tmp_path / "cache"), GOTOOLCHAIN="local", GOPROXY="off")
    assert "--- PASS: TestRide" in output


def test_junit(program, tmp_path):
    need("java", "javac")
    names = ["junit-jupiter-api", "junit-jupiter-engine", "junit-platform-commons",
             "junit-platform-engine", "junit-platform-launcher", "junit-platform-console",
             "junit-platform-reporting", "opentest4j", "apiguardian-api", "picocli"]
    jars = [JARS / f"{name}.jar" for name in names]
    if not jars[0].exists():
        pytest.skip("junit5 is not installed")
    path = ":".join(str(jar) for jar in jars if jar.exists())
    (tmp_path / "RideTest.java").write_text(
        "import static org.junit.jupiter.api.Assertions.assertEquals;\n"
        "import java.net.URI;\nimport java.net.http.HttpClient;\nimport java.net.http.HttpRequest;\n"
        "import java.net.http.HttpResponse.BodyHandlers;\n"
        "import org.junit.jupiter.api.BeforeEach;\nimport org.junit.jupiter.api.Test;\n"
        "class RideTest {\n" + recipe("java") + "@Test void ride() {}\n}\n")
    subprocess.run(["javac", "-cp", path, "RideTest.java"], cwd=tmp_path, check=True,
                   timeout=SECONDS)
    output = run(program, tmp_path, "java", "-cp", f"{path}:.",
                 "org.junit.platform.console.ConsoleLauncher", "-c", "RideTest")
    assert "1 tests successful" in output


def test_node(program, tmp_path):
    need("node")
    (tmp_path / "ride.test.mjs").write_text(
        'import { beforeEach, test } from "node:test";\nimport assert from "node:assert/strict";\n'
        + recipe("js") + 'test("ride", () => assert.match(\n'
        "  process.env.FLEET_ENGINE_EMULATOR_URL, /^http:/));\n")
    assert re.search(r"pass 1\b", run(program, tmp_path, "node", "--test"))


# Access tokens: each recipe is to be let in, so that there is no such trip.


def test_access_tokens_in_python(program, tmp_path):
    (tmp_path / "client.py").write_text(recipe("python", "google.auth.default"))
    assert run(program, tmp_path, sys.executable, "client.py").strip() == "404"


def test_access_tokens_in_go(program, tmp_path):
    need("go")
    if not (GO_SOURCES / "src/golang.org/x/oauth2/google").exists():
        pytest.skip("golang-golang-x-oauth2-google-dev is not installed")
    (tmp_path / "fleet_test.go").write_text(
        'package fleet\n\nimport (\n\t"context"\n\t"net/http"\n\t"os"\n\t"testing"\n\n'
        '\t"golang.org/x/oauth2/google"\n)\n\n' + recipe("go", "JWTConfigFromJSON")
        + "\nfunc TestClient(t *testing.T) {\n"
        '\turl := os.Getenv("FLEET_ENGINE_EMULATOR_URL") + "/v1/providers/demo-project/trips/ride-1"\n'
        "\tresponse, err := fleetEngineClient(t).Get(url)\n"
        "\tif err != nil || response.StatusCode != 404 {\n\t\tt.Fatal(response, err)\n\t}\n}\n")
    output = run(program, tmp_path, "go", "test", "-v", "fleet_test.go", GO111MODULE="off",
                 GOPATH=str(GO_SOURCES), GOCACHE=str(tmp_path / "cache"), GOTOOLCHAIN="local")
    assert "--- PASS: TestClient" in output


TRIP = "/v1/providers/demo-project/trips/ride-1"


def test_scoped_tokens_in_node(program, tmp_path):
    need("node")
    (tmp_path / "client.mjs").write_text(
        'import { createSign } from "node:crypto";\nimport { readFileSync } from "node:fs";\n'
        + recipe("js", "fleetEngineToken")
        + "const reply = await fetch(process.env.FLEET_ENGINE_EMULATOR_URL + "
        f'"{TRIP}",\n  {{ headers: {{ Authorization: "Bearer " + fleetEngineToken() }} }});\n'
        "console.log(reply.status);\n")
    assert run(program, tmp_path, "node", "client.mjs").strip() == "404"


def test_scoped_tokens_in_php(program, tmp_path):
    need("php")
    (tmp_path / "client.php").write_text(
        "<?php\n" + recipe("php", "fleetEngineToken")
        + "$context = stream_context_create(['http' => ['ignore_errors' => true,\n"
        "  'header' => 'Authorization: Bearer ' . fleetEngineToken()]]);\n"
        f"file_get_contents(getenv('FLEET_ENGINE_EMULATOR_URL') . '{TRIP}', false, $context);\n"
        "echo $http_response_header[0];\n")
    assert " 404 " in run(program, tmp_path, "php", "client.php")
