"""Names of machines, as the header `Host` and settings have them."""

import ipaddress
import re
from collections.abc import Sequence

_HOST = re.compile(r"(?P<name>[a-z0-9_-][a-z0-9._-]*|\[[0-9a-f:.]+\])(?::\d{1,5})?")
_ALLOWED = re.compile(r"\*|(?:\*\.)?[a-z0-9_-][a-z0-9._-]*|\[?[0-9a-f:.]+\]?")


def read_host(header: str) -> str:
    """The name in a header `Host`, without port and in lower case; empty if it is none.

    >>> read_host("LOCALHOST.:8700"), read_host("[::1]:80"), read_host("a@b")
    ('localhost', '::1', '')
    """
    found = _HOST.fullmatch(header.strip().lower())
    return found["name"].strip("[]").rstrip(".") if found else ""


def is_loopback(name: str) -> bool:
    """Whether a name means this machine to every browser, whatever a name server says."""
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


def is_among(name: str, allowed: Sequence[str]) -> bool:
    """Whether one of the names, or of the forms such as `*.lan`, is this one."""
    return any(each in ("*", name) or (each[:2] == "*." and name.endswith(each[1:])) for each in allowed)


def read_hosts(value: str) -> tuple[str, ...]:
    """The names of a comma-separated list."""
    return tuple(part.strip("[]") for part in map(str.strip, value.lower().split(",")) if part)


def check_hosts(value: str) -> str:
    """The list as it is; a `ValueError` says which part is no name of a machine."""
    for part in map(str.strip, value.lower().split(",")):
        if part and not _ALLOWED.fullmatch(part):
            raise ValueError(f"{part!r} is no name of a machine. Write it without scheme and port: sayso.lan")
    return value
