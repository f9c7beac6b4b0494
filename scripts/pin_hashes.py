#!/usr/bin/env python3
"""Writes requirements/image.txt and build.txt: what the container image installs, each file by its SHA-256.

Versions are those of requirements/constraints.txt, so run scripts/pin first. For a version all files of the
package index are taken, so that the image can be built on any kind of machine; where the index does not tell,
the one file that pip would take.
"""

import json
import re
import subprocess
import sys
import tempfile
import tomllib
import urllib.error
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import unquote

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "requirements"
INDEX = "https://pypi.org/simple"
EXTRAS = ("chat", "postgres")
PYTHON = "3.13"
"""That of the image."""

PLATFORMS = ("manylinux_2_34_x86_64", "manylinux_2_28_x86_64", "manylinux_2_17_x86_64")
NODE = re.compile(r'^NODE = "(.+)"$', re.MULTILINE)
LINK = re.compile(r'href="([^"]+)"')


def main() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    needed = list(project["project"]["dependencies"])
    for extra in EXTRAS:
        needed += project["project"]["optional-dependencies"][extra]
    node = NODE.search((ROOT / "ui" / "build.py").read_text("utf-8"))
    assert node is not None, "ui/build.py names no Node"
    write("image.txt", needed, what=f"the image with the extras {', '.join(EXTRAS)}")
    write("build.txt", [*project["build-system"]["requires"], node[1]], what="building Sayso's own wheel")


def write(name: str, requirements: Sequence[str], *, what: str) -> None:
    lines = [f"# Written by scripts/pin_hashes.py, for {what} (Python {PYTHON})."]
    for package in sorted(resolve(requirements), key=lambda found: found["metadata"]["name"].lower()):
        metadata = package["metadata"]
        hashes = find_hashes(metadata["name"], metadata["version"]) or [own_hash(package)]
        lines.append(f"{normalise(metadata['name'])}=={metadata['version'].partition('+')[0]} \\")
        lines += [f"    --hash=sha256:{each} \\" for each in hashes]
        lines[-1] = lines[-1].removesuffix(" \\")
    (FOLDER / name).write_text("\n".join(lines) + "\n", "utf-8")


def resolve(requirements: Sequence[str]) -> list[dict[str, Any]]:
    """What pip would install into the image; nothing is installed."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        command = [
            sys.executable,
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
            "--dry-run",
        ]
        command += ["--ignore-installed", "--only-binary", ":all:", "--python-version", PYTHON]
        command += [f"--platform={platform}" for platform in PLATFORMS]
        command += ["--target", folder, "--report", str(report)]
        command += ["--constraint", str(FOLDER / "constraints.txt"), *requirements]
        subprocess.run(command, check=True)
        return json.loads(report.read_text("utf-8"))["install"]


def own_hash(package: dict[str, Any]) -> str:
    return package["download_info"]["archive_info"]["hashes"]["sha256"]


def find_hashes(name: str, version: str) -> list[str]:
    """Of every file of this version that the index has."""
    try:
        with urllib.request.urlopen(f"{INDEX}/{normalise(name)}/", timeout=60) as answer:
            page = answer.read().decode("utf-8")
    except urllib.error.URLError:
        return []
    begin = re.compile(rf"{re.escape(normalise(name))}-{re.escape(version)}(-|\.tar\.gz$|\.zip$)")
    found: set[str] = set()
    for link in LINK.findall(page):
        address, _, fragment = str(link).partition("#")
        file = unquote(address.rpartition("/")[2])
        distribution, dash, rest = file.partition("-")
        # In the name of a wheel the first dash ends the distribution; a source release may have more.
        told = f"{normalise(distribution)}{dash}{rest}" if file.endswith(".whl") else normalise_source(file)
        if begin.match(told) and fragment.startswith("sha256="):
            found.add(fragment.removeprefix("sha256="))
    return sorted(found)


def normalise(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def normalise_source(file: str) -> str:
    name, dash, rest = file.rpartition("-")
    return f"{normalise(name)}{dash}{rest}"


if __name__ == "__main__":
    main()
