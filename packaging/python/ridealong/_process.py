"""The emulator's process."""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import tempfile
import time
import weakref
from collections.abc import Mapping, Sequence
from pathlib import Path

from ridealong._errors import StartFailed

# The variables of an emulator.
_VARIABLES = (
    "FLEET_ENGINE_EMULATOR_HOST",
    "FLEET_ENGINE_EMULATOR_URL",
    "FLEET_ENGINE_EMULATOR_GRPC",
    "FLEET_ENGINE_EMULATOR_ROOTS",
    "FLEET_ENGINE_EMULATOR_KEYS",
    "FLEET_ENGINE_EMULATOR_BACKEND",
    "FLEET_ENGINE_EMULATOR_ADMIN",
    "FLEET_ENGINE_PROVIDER",
    "GOOGLE_APPLICATION_CREDENTIALS",
    "GRPC_DEFAULT_SSL_ROOTS_FILE_PATH",
    "NODE_EXTRA_CA_CERTS",
    "RIDEALONG_ENDPOINT",
    "RIDEALONG_PROVIDER",
    "RIDEALONG_SERVICE_ACCOUNT",
    "RIDEALONG_CA_FILE",
)
# `emulator exec` adds this machine to these.
_PROXIES = ("no_proxy", "NO_PROXY")
# The command of `emulator exec`: prints the variables, and reads a pipe until its other end is closed, if only because
# this process was killed. Then `emulator exec` stops the emulator and removes its files. The shell needs no other
# program, so that PATH does not matter.
_COMMAND = (
    "printf '%s=%s\\000' "
    + " ".join(f'{name} "${name}"' for name in _VARIABLES + _PROXIES)
    + "; printf '\\000'; read -r nothing"
)
_END = b"\0\0"
_STOP_SECONDS = 10.0
_TERMINATE_SECONDS = 2.0


class EmulatorProcess:
    """`ridealong emulator exec` with a command that runs until this process closes a pipe or ends."""

    def __init__(self, program: Path, options: Sequence[str], start_timeout: float) -> None:
        """Starts it, and waits until it is ready."""
        self._owner = os.getpid()
        # A file without a name, so that nothing is left of it and the emulator never waits for a reader.
        self._errors = tempfile.TemporaryFile()
        try:
            # A session of its own: a signal to the group of the test run, such as that of Ctrl-C, does not end the
            # emulator before the tests.
            self._process = subprocess.Popen(
                [program, "emulator", "exec", *options, "--", "/bin/sh", "-c", _COMMAND],
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                env=_clean(os.environ),
                start_new_session=True,
            )
        except OSError as error:
            self._errors.close()
            raise StartFailed(f"{program} cannot be started: {error.strerror}.") from error
        _close_in_forks(self)
        try:
            self.variables = self._read_variables(start_timeout)
        except BaseException:
            self.stop()
            raise

    def _read_variables(self, timeout: float) -> dict[str, str]:
        output = self._process.stdout
        assert output is not None
        deadline = time.monotonic() + timeout
        received = b""
        with output, selectors.DefaultSelector() as selector:
            selector.register(output, selectors.EVENT_READ)
            while not received.endswith(_END):
                if not selector.select(max(0.0, deadline - time.monotonic())):
                    raise StartFailed(f"The emulator did not start within {timeout:g} s. {self.errors()}".rstrip())
                piece = os.read(output.fileno(), 65_536)
                if not piece:
                    raise StartFailed(f"The emulator did not start: {self._failure()}")
                received += piece
        pairs = (entry.partition("=") for entry in os.fsdecode(received[: -len(_END)]).split("\0"))
        return {name: value for name, _, value in pairs if value}

    def _failure(self) -> str:
        """Why the process ended before it was ready."""
        try:
            status = self._process.wait(_TERMINATE_SECONDS)
        except subprocess.TimeoutExpired:
            return self.errors() or "it closed its output."
        return self.errors() or f"it ended with status {status}."

    @property
    def pid(self) -> int:
        """The process ID of the emulator."""
        return self._process.pid

    @property
    def status(self) -> int | None:
        """The exit status; None while the process runs, and in a fork, which cannot know."""
        return self._process.poll() if os.getpid() == self._owner else None

    def errors(self) -> str:
        """Returns what the emulator wrote to standard error so far."""
        if self._errors.closed:
            return ""
        size = os.fstat(self._errors.fileno()).st_size
        # Without a seek, because the emulator shares the position.
        return os.pread(self._errors.fileno(), size, 0).decode("utf-8", "replace").strip()

    def leave(self) -> None:
        """Closes this process's end of the pipe; the emulator stops once no process has it open."""
        if self._process.stdin is not None:
            self._process.stdin.close()

    def stop(self) -> None:
        """Stops the emulator, and waits for its end; has no effect in a fork and after the first time."""
        self.leave()
        if os.getpid() != self._owner:
            return
        for seconds, number in ((_STOP_SECONDS, signal.SIGTERM), (_TERMINATE_SECONDS, signal.SIGKILL)):
            try:
                self._process.wait(seconds)
                break
            except subprocess.TimeoutExpired:
                # The process group of the session has the shell, too.
                os.killpg(self._process.pid, number)
        else:
            self._process.wait()
        self._errors.close()


def _clean(environment: Mapping[str, str]) -> dict[str, str]:
    """Removes the variables of another emulator, and those that would change the options of this one."""
    return {name: value for name, value in environment.items() if name not in _VARIABLES}


_running: weakref.WeakSet[EmulatorProcess] | None = None


def _close_in_forks(process: EmulatorProcess) -> None:
    """Makes forks of this process close the pipe, so that one which outlives it does not keep the emulator."""
    global _running
    if _running is None:
        _running = weakref.WeakSet()
        os.register_at_fork(after_in_child=_close_all)
    _running.add(process)


def _close_all() -> None:
    for process in list(_running or ()):
        process.leave()
