"""The service: where it listens, who may call it, what it logs."""

from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, BeforeValidator, Field
from pydantic_settings import BaseSettings

from sayso.core.origins import check_origins, read_origins

DEFAULT_PORT = 8700
LOOPBACK_HOSTS = frozenset({"127.0.0.1", "::1", "localhost"})
OWN_ROOTS = frozenset(
    {"$discovery", "api", "batch", "beta", "chat", "coral", "discovery", "embed", "errors"}
    | {"feedback", "healthz", "held", "metrics", "openapi.json", "readyz", "sayso.css", "ui"}
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
    public_url: Annotated[
        str,
        Field(description="Address clients use, for the discovery document; empty: taken from each request."),
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
    def origins(self) -> tuple[str, ...]:
        """The sites of `allowed_origins`."""
        return read_origins(self.allowed_origins)

    @property
    def is_open(self) -> bool:
        """Whether requests need no key."""
        if self.auth == "auto":
            return self.host in LOOPBACK_HOSTS and not self.path_prefix
        return self.auth == "open"
