"""Finds the program `ridealong`."""

from __future__ import annotations

import os
import shutil
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

from ridealong._errors import ProgramNotFound

NAME = "ridealong"
VARIABLE = "RIDEALONG_PROGRAM"


def find_program() -> Path:
    """Returns the path of the program `ridealong`.

    That is the file which the environment variable RIDEALONG_PROGRAM names, or the program that was installed with this
    package, or the first one on PATH.
    """
    named = os.environ.get(VARIABLE)
    if named:
        if not _is_program(Path(named)):
            raise ProgramNotFound(f"{VARIABLE} names {named}, which is not a program.")
        return Path(named)
    for folder in _script_folders():
        if _is_program(folder / NAME):
            return folder / NAME
    found = shutil.which(NAME)
    if found is None:
        folders = ", ".join(str(folder) for folder in _script_folders())
        raise ProgramNotFound(
            f"The program {NAME} is neither in {folders} nor on PATH. Install it with pip install {NAME}, "
            f"or set {VARIABLE} to its path."
        )
    return Path(found)


def _script_folders() -> Iterator[Path]:
    """The directories where an installer puts the programs of a package, without duplicates."""
    folders = [sysconfig.get_path("scripts"), os.path.dirname(sys.executable)]
    folders.append(sysconfig.get_path("scripts", sysconfig.get_preferred_scheme("user")))
    # Of `pip install --target`.
    folders.append(str(Path(__file__).resolve().parent.parent / "bin"))
    return (Path(folder) for folder in dict.fromkeys(folders) if folder)


def _is_program(path: Path) -> bool:
    return path.is_file() and os.access(path, os.X_OK)
