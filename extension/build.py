"""Makes the browser extension: its own files, and the very parts that `/embed/sayso.js` is made of.

    python extension/build.py
    python extension/build.py --server https://sayso.example --site https://forum.example

The first is for any server; the second has a server and sites set, for an organisation that hands it out.
"""

import json
import re
import shutil
import sys
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import click

from sayso import __version__
from sayso.core.origins import check_origins
from sayso.web.author.joining import join_modules

HERE = Path(__file__).parent
SCRIPTS = ("background.js", "content.js", "options.js")
COPIED = ("options.html", "options.css")


def build(out: Path, *, server: str = "", sites: tuple[str, ...] = ()) -> None:
    """Writes the folder anew."""
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    for name in SCRIPTS:
        (out / name).write_text(join_modules(HERE / name), "utf-8")
    for name in COPIED:
        shutil.copy(HERE / name, out)
    shutil.copytree(HERE / "icons", out / "icons")
    _write(out / "manifest.json", make_manifest(server=server, sites=sites))
    _write(out / "preset.json", {"server": server.rstrip("/"), "sites": list(sites)} if server else {})


def make_manifest(*, server: str = "", sites: tuple[str, ...] = ()) -> dict[str, Any]:
    """With a server and sites set, the permission for them is asked for when the extension is installed."""
    manifest = json.loads((HERE / "manifest.json").read_text("utf-8"))
    manifest["version"] = ".".join(re.findall(r"\d+", __version__)[:3])
    patterns = sorted({_pattern(address) for address in (server, *sites) if address})
    return manifest | ({"host_permissions": patterns} if patterns else {})


def _pattern(address: str) -> str:
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.hostname}/*"


def _write(path: Path, content: dict[str, Any]) -> None:
    path.write_text(json.dumps(content, indent=2) + "\n", "utf-8")


def _check(_context: click.Context, _option: click.Parameter, value: Any) -> Any:
    try:
        for address in [value] if isinstance(value, str) else value:
            check_origins(address.partition("://")[0] + "://" + urlsplit(address).netloc if address else "")
    except ValueError as error:
        raise click.BadParameter(f"{error}.") from None
    return value


@click.command()
@click.option("--out", type=click.Path(path_type=Path), default=HERE / "dist", help="Folder to write.")
@click.option("--server", default="", callback=_check, help="A server that is already set.")
@click.option("--site", "sites", multiple=True, callback=_check, help="A site where it is always on.")
def main(out: Path, server: str, sites: tuple[str, ...]) -> None:
    """Make the browser extension."""
    build(out, server=server, sites=sites)
    click.echo(
        f"Made {out}. Open chrome://extensions, turn on developer mode, and load this folder unpacked."
    )


if __name__ == "__main__":
    sys.exit(main())
