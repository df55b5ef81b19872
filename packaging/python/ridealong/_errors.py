"""The exceptions of this package."""


class Error(Exception):
    """The base class of all exceptions of this package."""


class ProgramNotFound(Error):
    """The program `ridealong` is not installed."""


class StartFailed(Error):
    """The emulator did not start; the message has what it wrote to standard error."""


class EmulatorEnded(Error):
    """The emulator's process has ended."""


class RequestFailed(Error):
    """The emulator rejected a request of this package; the message is the emulator's."""

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        #: The response's HTTP status.
        self.status = status


class WaitTimedOut(Error, TimeoutError):
    """The expected calls were not made in time; the message names the call that came nearest."""
