"""`sayso serve`: checks that the service can start, says where it will answer, and starts it."""

import errno
import os
import shlex
import socket
import tempfile
from collections.abc import Mapping
from typing import Any

import click
import uvicorn
from uvicorn.importer import import_from_string
from uvicorn.supervisors import Multiprocess

from sayso.cli.serve.chat_model import fetch_if_wanted, run_chat_model
from sayso.cli.shared.options import as_environment, read_settings, setting_options
from sayso.core.errors import BadInput
from sayso.scoring.optional_roles import close_scorer
from sayso.settings import LOOPBACK_HOSTS, Settings
from sayso.wiring import build_scorer, build_shadow, open_store, read_webhook_key

APP = "sayso.web.app:serve_app"
PROTOCOL = "sayso.web.http.connections:BoundedProtocol"
OPEN_ROUTES = "sayso.web.access.table:list_open"
"""By name, as uvicorn has it: commands import nothing of the service."""

BACKLOG = 2048


@click.command("serve")
@setting_options
@click.option("--fetch-model", is_flag=True, help="Fetch the language model first, if it is not here yet.")
def command(*, fetch_model: bool, **options: Any) -> None:
    """Start the service."""
    settings = read_settings(options)
    if fetch_model:
        fetch_if_wanted(settings)
    serve(settings, environment=as_environment(options))


def serve(settings: Settings, *, environment: Mapping[str, str]) -> None:
    """Runs until it is told to stop, then finishes what it accepted. Workers read `environment`."""
    check_start(settings)
    with run_chat_model(settings) as chat:
        has_keys = check_parts(settings)
        listener = listen(settings)
        lines = describe_start(settings, port=listener.getsockname()[1], has_keys=has_keys)
        for line in (*lines, *chat.lines):
            click.echo(line, err=True)
        os.environ.update({**environment, **chat.environment})
        run(settings, listener)


def check_start(settings: Settings) -> None:
    """What can be told before the database and the model are opened."""
    if (shadow := build_shadow(settings)) is not None:
        close_scorer(shadow)
    read_webhook_key(settings)
    if (settings.tls_certificate is None) != (settings.tls_key is None):
        raise BadInput(
            "Serving https takes both --tls-certificate and --tls-key, and only one is given.",
            hint="Give both files (PEM), or neither and put a proxy in front.",
        )
    for path in (settings.tls_certificate, settings.tls_key):
        if path and not path.is_file():
            raise BadInput(f"There is no file {str(path)!r}.", hint="Check --tls-certificate and --tls-key.")


def check_parts(settings: Settings) -> bool:
    """Opens the database and the model once, so that a fault is told here and not by dying workers.

    Answers whether there is a key.
    """
    store = open_store(settings)
    try:
        build_scorer(settings.scorer, settings, store=store)
        return any(key.revoked_at is None for key in store.keys.list())
    finally:
        store.close()


def listen(settings: Settings) -> socket.socket:
    """From here on connections wait in line instead of being refused."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((settings.host, settings.port))
        listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        raise explain_bind(error, settings) from error
    listener.set_inheritable(True)
    return listener


def explain_bind(error: OSError, settings: Settings) -> BadInput:
    """Why the address cannot be had, and what to do about it."""
    place = f"{settings.host}:{settings.port}"
    if error.errno == errno.EADDRINUSE:
        return BadInput(
            f"Port {settings.port} on {settings.host} is in use by another program.",
            hint="Choose another with --port, or --port 0 for any free one.",
        )
    if error.errno == errno.EACCES:
        return BadInput(f"Not allowed to listen on {place}.", hint="Ports below 1024 need rights.")
    return BadInput(f"Cannot listen on {place}: {error.strerror}.", hint="Check --host.")


def describe_start(settings: Settings, *, port: int, has_keys: bool) -> list[str]:
    """What a person needs to know now: where, who may call, what to try."""
    scheme = "https" if settings.tls_certificate else "http"
    prefix = settings.path_prefix.strip("/") if settings.path_prefix_arrives == "passed" else ""
    root = f"{scheme}://{_shown_host(settings.host)}:{port}{prefix and f'/{prefix}'}"
    access = "open, any key or none" if settings.is_open else "a key is needed"
    lines = [f"Sayso answers at {root} ({access}). Try:", f"  {_first_request(settings, root)}"]
    lines.append(f"In a browser: {root}/write to write, {root}/chat to chat.")
    lines += _describe_access(settings)
    if settings.is_open and settings.host not in LOOPBACK_HOSTS:
        lines.append("Warning: anyone who can reach this address can use it. --auth keys asks for a key.")
    if not settings.is_open and not has_keys:
        lines.append(
            "There is no key yet, so every request is refused. Make one: sayso key create --name my-site"
        )
    return lines


def _describe_access(settings: Settings) -> list[str]:
    """What a service with keys leaves open, as the table of access has it, and whether links are whole."""
    lines: list[str] = []
    if not settings.is_open:
        by_method: dict[str, list[str]] = {}
        for method, path in map(str.split, import_from_string(OPEN_ROUTES)(settings)):
            by_method.setdefault(method, []).append(path)
        opened = "; ".join(f"{method} {', '.join(paths)}" for method, paths in by_method.items())
        lines.append(f"Open without a key: {opened}.")
        if not settings.public_url:
            lines.append(
                "Links have a host only for requests to localhost or an allowed one: set SAYSO_PUBLIC_URL."
            )
    return lines


def _first_request(settings: Settings, root: str) -> str:
    key = "" if settings.is_open else "-H 'Authorization: Bearer KEY' "
    insecure = "-k " if settings.tls_certificate else ""
    body = shlex.quote('{"text": "You are a wonderful person"}')
    return f"curl {insecure}{root}/api/v1/analyze {key}-H 'content-type: application/json' -d {body}"


def _shown_host(host: str) -> str:
    if host in ("0.0.0.0", "::"):  # noqa: S104  # only compared with
        return "localhost"
    return f"[{host}]" if ":" in host else host


def run(settings: Settings, listener: socket.socket) -> None:
    """One process, or a parent that keeps `workers` of them alive."""
    config = configure(settings)
    if settings.workers == 1:
        server = uvicorn.Server(config)
        server.run(sockets=[listener])
        return
    with tempfile.TemporaryDirectory(prefix="sayso-metrics-") as folder:
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = (
            folder  # workers count there, and any of them can add it all up
        )
        Multiprocess(config, sockets=[listener]).run()


def configure(settings: Settings) -> uvicorn.Config:
    """Uvicorn's own access log stays off: it prints query strings, and those hold keys."""
    return uvicorn.Config(
        APP,
        factory=True,
        workers=settings.workers,
        access_log=False,
        log_config=None,
        server_header=False,
        backlog=BACKLOG,
        http=PROTOCOL,
        ws="none",
        timeout_graceful_shutdown=settings.shutdown_grace_s,
        ssl_certfile=settings.tls_certificate,
        ssl_keyfile=settings.tls_key,
    )
