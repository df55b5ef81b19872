"""A Fleet Engine for tests: runs the emulator of ridealong.

    with ridealong.emulator() as fleet_engine:
        ...

pytest finds the fixture `fleet_engine` by itself. See docs/emulator.md, "In tests".
"""

from ridealong._calls import Call
from ridealong._clock import Clock
from ridealong._emulator import Emulator, Fault, Keys, emulator
from ridealong._errors import EmulatorEnded, Error, ProgramNotFound, RequestFailed, StartFailed, WaitTimedOut
from ridealong._program import find_program

__all__ = [
    "Call",
    "Clock",
    "Emulator",
    "EmulatorEnded",
    "Error",
    "Fault",
    "Keys",
    "ProgramNotFound",
    "RequestFailed",
    "StartFailed",
    "WaitTimedOut",
    "emulator",
    "find_program",
]
