"""The service: where it listens, who may call it, what it logs."""

from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit

from pydantic import AfterValidator, BeforeValidator, Field
from pydantic_settings import BaseSettings

from sayso.core.hosts import check_hosts, read_hosts
from sayso.core.origins import check_origins, read_origins

DEFAULT_PORT = 8700
LOOPBACK_HOSTS = frozenset({"127.0.0.1", "::1", "localhost"})
OWN_ROOTS = frozenset(
    {"$discovery", "api", "batch", "beta", "chat", "coral", "discovery", "embed", "errors"}
    | {
        "docs",
        "favicon.ico",
        "feedback",
        "healthz",
        "held",
        "metrics",
        "openapi.json",
        "readyz",
        "sayso.css",
        "ui",
    }
    | {"v1", "v1alpha1", "write"}
)
"""What our own addresses begin with."""


def refuse_own_root(prefix: str) -> str:
    """Behind a proxy that strips `/api`, nobody could tell whether `/api/v1/analyze` still has it."""
    if prefix.strip("/").partition("/")[0] in OWN_ROOTS:
        raise ValueError("addresses of Sayso's own begin like that. Take another, such as /sayso")
    return prefix


def ignore_service_link(port: object) -> object:
    """Beside a service named sayso, Kubernetes sets SAYSO_PORT to that service's address: no port of ours."""
    return DEFAULT_PORT if isinstance(port, str) and port.startswith("tcp://") else port


class ServingSettings(BaseSettings):
    """The service: where it listens, who may call it, what it logs."""

    host: Annotated[str, Field(description="Address to listen on.")] = "127.0.0.1"
    port: Annotated[
        int,
        Field(ge=0, le=65535, description="Port to listen on; 0 picks a free one."),
        BeforeValidator(ignore_service_link),
    ] = DEFAULT_PORT
    workers: Annotated[int, Field(ge=1, le=64, description="Number of worker processes.")] = 1
    path_prefix: Annotated[
        str,
        AfterValidator(refuse_own_root),
        Field(description="Path under which a reverse proxy serves Sayso, such as /sayso."),
    ] = ""
    path_prefix_arrives: Annotated[
        Literal["passed", "stripped"],
        Field(
            description="What that proxy does with the path prefix: passed (requests still have it here), "
            "stripped (they no longer have it). The other form is not found."
        ),
    ] = "passed"
    public_url: Annotated[
        str,
        Field(
            description="Address clients use, for links, webhooks and the discovery document; empty: that "
            "of each request, if it is of this machine or among the allowed hosts."
        ),
    ] = ""
    allowed_hosts: Annotated[
        str,
        AfterValidator(check_hosts),
        Field(
            description="Names under which the service may be called besides those of this machine and of "
            "the public URL, commas between, such as sayso.lan or *.lan; * for any; empty: no others if "
            "it is open on a loopback address, else any."
        ),
    ] = ""
    auth: Annotated[
        Literal["auto", "open", "keys"],
        Field(
            description="Who may call: keys (a key is needed), open (any key or none), "
            "auto (open only on a loopback address without a path prefix)."
        ),
    ] = "auto"
    allowed_origins: Annotated[
        str,
        AfterValidator(check_origins),
        Field(
            description="Sites whose pages may use the author's and the reader's addresses from a browser, "
            "commas between, such as https://forum.example; * for any; empty: this service's own pages only."
        ),
    ] = ""
    max_body_bytes: Annotated[int, Field(ge=1024, description="Largest request body accepted.")] = (
        32 * 1024 * 1024
    )
    tls_certificate: Annotated[Path | None, Field(description="Certificate file (PEM) to serve https.")] = (
        None
    )
    tls_key: Annotated[Path | None, Field(description="Private key file (PEM) of the certificate.")] = None
    log_level: Annotated[
        Literal["debug", "info", "warning", "error"],
        Field(description="Least severe message that is logged."),
    ] = "info"
    log_format: Annotated[Literal["json", "text"], Field(description="Log lines as JSON or for people.")] = (
        "json"
    )
    shutdown_grace_s: Annotated[
        int, Field(ge=1, le=600, description="How long a stop waits for requests already accepted.")
    ] = 30

    @property
    def hosts(self) -> tuple[str, ...]:
        """The names of `allowed_hosts` and of the public URL."""
        public = urlsplit(self.public_url).hostname
        return (*read_hosts(self.allowed_hosts), *([public] if public else []))

    @property
    def checks_hosts(self) -> bool:
        """Whether a request under a name that nobody gave is refused.

        Open on this machine alone, it must be: else a page of any site that lets its own name mean 127.0.0.1
        is a page of ours to the browser.
        """
        return bool(self.allowed_hosts) or (self.is_open and self.host in LOOPBACK_HOSTS)

    @property
    def origins(self) -> tuple[str, ...]:
        """The sites of `allowed_origins`."""
        return read_origins(self.allowed_origins)

    @property
    def is_open(self) -> bool:
        """Whether requests need no key."""
        if self.auth == "auto":
            return self.host in LOOPBACK_HOSTS and not self.path_prefix
        return self.auth == "open"
