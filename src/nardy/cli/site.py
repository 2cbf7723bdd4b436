"""`nardy site`: the page as a folder of files."""

from pathlib import Path

import click

from nardy.cli.club_file import require_server
from nardy.errors import NardyError


@click.command()
@click.option(
    "--out",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    required=True,
    help="The folder to write; it is made if it is not there.",
)
def command(folder: Path) -> None:
    """Write the page as files for any web host: bots, lessons and the board, without a club.

    Nothing runs on the host. Browsers play the bots themselves, also offline.

    Example: nardy site --out public
    """
    require_server()
    from nardy.server.web.static_site import write_site  # noqa: PLC0415 (an extra)

    try:
        size = write_site(folder)
    except OSError as error:
        raise NardyError(
            f"expected a folder that can be written, got {error.strerror or error} for {folder}; "
            "choose another one"
        ) from None
    click.echo(f"{folder}: {size / 1e6:.1f} MB. To look at it: python3 -m http.server -d {folder}")
