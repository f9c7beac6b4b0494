"""Origins of web sites, as settings name them and browsers send them."""

import re
from urllib.parse import urlsplit

_PORTS = {"http": 80, "https": 443}
_HOST = re.compile(r"[a-z0-9_-][a-z0-9._-]*|[0-9a-f:.]+")


def read_origins(value: str) -> tuple[str, ...]:
    """The origins of a comma-separated list, each as a browser writes it in the header `Origin`.

    >>> read_origins("https://Forum.example:443/, http://localhost:3000")
    ('https://forum.example', 'http://localhost:3000')
    """
    return tuple(_read_origin(part) for part in map(str.strip, value.split(",")) if part)


def check_origins(value: str) -> str:
    """The list as it is; a `ValueError` says which part is no origin and what one looks like."""
    read_origins(value)
    return value


def _read_origin(origin: str) -> str:
    if origin == "*":
        return origin
    try:
        parts = urlsplit(origin)
        host, port = (parts.hostname or "").encode("idna").decode(), parts.port
    except ValueError:  # a port that is no number, a name that is none
        raise _refuse(origin) from None
    has_more = parts.path.strip("/") or parts.query or parts.fragment or "@" in parts.netloc
    if parts.scheme not in _PORTS or not _HOST.fullmatch(host) or has_more:
        raise _refuse(origin)
    name = f"[{host}]" if ":" in host else host
    return f"{parts.scheme}://{name}" + (f":{port}" if port not in (None, _PORTS[parts.scheme]) else "")


def _refuse(origin: str) -> ValueError:
    return ValueError(
        f"{origin!r} is no origin. Write how the site's addresses begin, without a path: "
        "https://forum.example or http://localhost:3000, with commas between several, or * for any site"
    )
