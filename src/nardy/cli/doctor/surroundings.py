"""Checks of this machine: folders, the address, and the space that nardy takes."""

import contextlib
import errno
import glob
import os
import re
import tempfile
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from nardy.cli.doctor.installation import PACKAGE, version_of
from nardy.cli.doctor.result import CheckResult, CheckState
from nardy.cli.play.saving import saved_games
from nardy.errors import NardyError


def data_folder() -> CheckResult:
    """Whether games can be saved."""
    folder = saved_games().parent
    facts: dict[str, object] = {"folder": str(folder)}
    try:
        reachable = _require_writable(folder)
    except OSError as error:
        words = f"{folder} cannot be written: {error.strerror}"
        do = "set XDG_DATA_HOME to a folder of yours"
        return CheckResult("Reachable", "data folder", words, CheckState.BROKEN, do, facts)
    words = f"{folder} can be written" + (
        "" if reachable == folder else ", and is made when needed"
    )
    return CheckResult("Reachable", "data folder", words, facts=facts)


def _require_writable(folder: Path) -> Path:
    """The folder, or the nearest one above it that exists, in which a file could be made.

    Raises:
        OSError: none could be made, or a folder on the way cannot be entered.
    """
    reachable = next(place for place in (folder, *folder.parents) if place.exists())
    with tempfile.TemporaryFile(dir=reachable):
        return reachable


def club() -> Iterator[CheckResult]:
    """The database and the port that `nardy serve` would take; nothing without its packages."""
    if version_of("litestar") is None:
        return
    from nardy.server.run import AddressError, listen  # noqa: PLC0415 (an extra)
    from nardy.server.settings import read_settings  # noqa: PLC0415

    part = "Reachable"
    try:
        settings = read_settings({})
    except NardyError as error:
        yield CheckResult(part, "settings", str(error), CheckState.BROKEN, "change that setting")
        return
    file = settings.database
    if not isinstance(file, Path):
        # Whether it answers is told by `nardy serve`; looking takes seconds where it does not.
        yield CheckResult(part, "database", f"{file}", facts={"address": str(file)})
    else:
        yield _database(file)
    address = f"{settings.host}:{settings.port}"
    try:
        listen(settings).close()
    except AddressError as error:
        # It may well be the club itself, and then nothing is wrong.
        do = "nothing to do if that is your club"
        yield CheckResult(part, "address", str(error), CheckState.NOTE, do, {"address": address})
    else:
        yield CheckResult(part, "address", f"{address} is free", facts={"address": address})


def _database(file: Path) -> CheckResult:
    try:
        exists = file.exists()
        if exists and not os.access(file, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        # SQLite makes files beside it.
        _require_writable(file.parent)
    except OSError as error:
        words = f"{file} cannot be written: {error.strerror}"
        do = "run as the user of the club"
        return CheckResult("Reachable", "database", words, CheckState.BROKEN, do)
    words = f"{file}" if exists else f"{file}, made by the first `nardy serve`"
    return CheckResult("Reachable", "database", words, facts={"file": str(file), "exists": exists})


def space() -> Iterator[CheckResult]:
    """The space on the disk that all of it takes."""
    needed = sum(map(_size_of, _packages()))
    sizes: list[tuple[str, int]] = [
        ("nardy", _bytes_in(PACKAGE)),
        ("its packages", needed),
        ("your games", _bytes_in(saved_games())),
        ("the club", _bytes_of_club()),
    ]
    for name, size in sizes:
        yield CheckResult("Space", name, _megabytes(size), facts={"bytes": size})


def _bytes_of_club() -> int:
    """The database and its side files; 0 where they are elsewhere or out of reach."""
    file: object = saved_games().parent / "club.db"
    if version_of("litestar") is not None:
        from nardy.server.settings import read_settings  # noqa: PLC0415 (an extra)

        with contextlib.suppress(NardyError):  # `club` tells what is wrong with the settings
            file = read_settings({}).database
    if not isinstance(file, Path):
        return 0
    with contextlib.suppress(PermissionError):
        return sum(one.stat().st_size for one in file.parent.glob(f"{glob.escape(file.name)}*"))
    return 0


def _packages() -> list[Distribution]:
    """The installed packages that nardy and its extras need, directly or not."""
    found: dict[str, Distribution] = {}
    wanted = ["nardy", "click", "numpy", "rich"]
    while wanted:
        name = wanted.pop()
        if name in found:
            continue
        try:
            found[name] = package = distribution(name)
        except PackageNotFoundError:
            continue
        # Other packages' extras were asked for by nobody; nardy's own are looked for.
        lines = (
            line for line in package.requires or () if "extra ==" not in line or name == "nardy"
        )
        wanted += [re.split(r"[^\w.-]", line, maxsplit=1)[0].lower() for line in lines]
    found.pop("nardy", None)
    return list(found.values())


def _size_of(package: Distribution) -> int:
    places = (Path(str(file.locate())) for file in package.files or ())
    return sum(place.stat().st_size for place in places if place.is_file())


def _bytes_in(folder: Path) -> int:
    return sum(place.stat().st_size for place in folder.rglob("*") if place.is_file())


def _megabytes(size: int) -> str:
    if not size:
        return "nothing"
    # The first games of a person are small, and 0.0 MB would say that they are not there.
    return f"{size / 1e6:.1f} MB" if size >= 1e5 else f"{size / 1e3:.1f} kB"
