"""Deadlines for scripts that wait for processes that they started."""

import os
import select
import shlex
import signal
import subprocess
import sys
import threading
import time


def ready(process, name, seconds=60, errors=None):
    """Returns the words of a process's first line, `ready …`, and discards its later output.

    If the line does not come in time, ends the process and the script. The message ends with the text of the file `errors`. The
    process's standard output has to be a pipe from which nothing has been read.
    """
    line, file, deadline, problem = b"", process.stdout.fileno(), time.monotonic() + seconds, None
    while not problem and not line.endswith(b"\n"):
        if not select.select([file], [], [], max(0, deadline - time.monotonic()))[0]:
            problem = f"printed no ready line within {seconds} s"
        elif byte := os.read(file, 1):
            line += byte
        else:
            problem = "ended before its ready line"
    if not problem and not line.startswith(b"ready "):
        problem = f"printed {line!r} instead of its ready line"
    if problem:
        process.kill()
        process.wait(timeout=10)
        details = ""
        if errors:
            errors.seek(0)
            details = ": " + errors.read()
        sys.exit(f"{os.path.basename(sys.argv[0])}: {name} {problem}{details}")
    # A process whose pipe is full would wait for a reader.
    threading.Thread(target=discard, args=(file,), daemon=True).start()
    return shlex.split(line.decode())


def discard(file):
    while os.read(file, 65536):
        pass


def end(*processes, seconds=40):
    """Terminates processes one after another; kills those that do not end in time, and then throws."""
    late = []
    for process in processes:
        process.terminate()
        try:
            process.wait(timeout=seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(timeout=10)
            late.append(" ".join(map(str, process.args[:2])))
    if late:
        raise TimeoutError(f"{', '.join(late)} did not end within {seconds} s after SIGTERM")


def run_script(text, folder, environment, works, seconds):
    """Runs a Bash script until it ends, or interrupts it once `works` is true of its output and the seconds that passed.

    Returns its status, or None if it was interrupted, and its output. Kills it and throws if it takes longer than
    `seconds`.
    """
    process = subprocess.Popen(
        ["bash", "-o", "pipefail", "-euc", text], cwd=folder, env=environment,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True,
        # A job in the background of a shell ignores interrupts, and its children inherit that.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
    os.set_blocking(process.stdout.fileno(), False)
    output, start, stopped = b"", time.monotonic(), False
    while process.poll() is None:
        output += process.stdout.read() or b""
        passed = time.monotonic() - start
        if not stopped and works(output.decode(errors="replace"), passed):
            os.killpg(process.pid, signal.SIGINT)
            stopped = True
        if passed > seconds:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait(timeout=10)
            raise TimeoutError(f"did not end within {seconds} s\n{output.decode(errors='replace')}")
        time.sleep(0.02)
    output += process.stdout.read() or b""
    return None if stopped else process.returncode, output.decode(errors="replace")


def wait_for_child(pid, name, seconds=40):
    """Waits for the child with a process ID and returns its wait status; kills it and throws if it does not end in time."""
    deadline = time.monotonic() + seconds
    while True:
        ended, status = os.waitpid(pid, os.WNOHANG)
        if ended:
            return status
        if time.monotonic() > deadline:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
            raise TimeoutError(f"{name} did not end within {seconds} s")
        time.sleep(0.02)
