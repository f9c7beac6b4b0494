"""Every setting, declared once: name, default and help feed the environment, the commands and the docs."""

from pathlib import Path
from typing import Annotated, Literal

import platformdirs
from pydantic import AfterValidator, BeforeValidator, Field
from pydantic_settings import BaseSettings, SettingsConfigDict

from sayso.core import Scale
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


def default_data_dir() -> Path:
    return Path(platformdirs.user_data_dir("sayso", appauthor=False))


class Settings(BaseSettings):
    """Read from the environment as `SAYSO_<NAME>`; options of `sayso serve` come first."""

    model_config = SettingsConfigDict(env_prefix="SAYSO_", frozen=True, extra="forbid")

    data_dir: Annotated[
        Path, Field(description="Folder of the database file and of models trained or fetched here.")
    ] = Field(default_factory=default_data_dir)
    database_url: Annotated[
        str,
        Field(
            description="Database URL: empty for the SQLite file in the data folder, or postgresql://USER:PASSWORD@HOST/NAME."
        ),
    ] = ""
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
    author_access: Annotated[
        Literal["open", "keys"],
        Field(
            description="Who may use the author's addresses: open (anyone, limited by address), "
            "keys (a key is needed)."
        ),
    ] = "open"
    author_per_minute: Annotated[
        int,
        Field(
            ge=1,
            description="Most requests a minute from one client address to the author's addresses "
            "without a key.",
        ),
    ] = 240
    reader_access: Annotated[
        Literal["auto", "open", "keys"],
        Field(
            description="Who may become a reader: keys (a platform's back end, with its key), open (anyone "
            "too, under a name made up for them, limited by address), auto (open where no key is needed)."
        ),
    ] = "auto"
    reader_per_minute: Annotated[
        int,
        Field(
            ge=1,
            description="Most requests a minute from one client address to the reader's addresses "
            "without a key.",
        ),
    ] = 240
    new_readers_per_minute: Annotated[
        int, Field(ge=1, description="New readers a minute that one client address may become without a key.")
    ] = 10
    reader_token_days: Annotated[
        int, Field(ge=1, le=3650, description="Days until a reader's token expires, counted from its making.")
    ] = 90
    link_hours: Annotated[
        int,
        Field(
            ge=1, le=8760, description="Hours until a link expires that lets a reader answer about a reply."
        ),
    ] = 24
    allowed_origins: Annotated[
        str,
        AfterValidator(check_origins),
        Field(
            description="Sites whose pages may use the author's and the reader's addresses from a browser, "
            "commas between, such as https://forum.example; * for any; empty: this service's own pages only."
        ),
    ] = ""
    objection_per_minute: Annotated[
        int,
        Field(ge=1, description="Reports a minute that one client address may send without a key."),
    ] = 20
    objection_webhook_url: Annotated[
        str,
        Field(
            pattern=r"^(https?://\S+)?$",
            description="Address that is told what authors report as wrong; empty: nobody is told.",
        ),
    ] = ""
    objection_webhook_secret: Annotated[
        str, Field(description="Secret that signs what is sent there, such as whsec_ and base64.", repr=False)
    ] = ""
    coral_secret: Annotated[
        str,
        Field(
            description="Signing secret of the external moderation phase in Coral; "
            "empty: Coral is not answered.",
            repr=False,
        ),
    ] = ""
    coral_answer_ms: Annotated[
        int,
        Field(
            ge=10,
            le=60_000,
            description="Milliseconds within which Coral gets its answer; "
            "should be less than the phase's timeout in Coral.",
        ),
    ] = 800
    held_hours: Annotated[
        float,
        Field(gt=0, le=24 * 365, description="Hours that a held reply waits for its reader's answers."),
    ] = 24.0
    undo_minutes: Annotated[
        float,
        Field(
            ge=0,
            le=24 * 60,
            description="How long an answered reply is kept, so that the answer can be undone.",
        ),
    ] = 10.0
    scorer: Annotated[
        str,
        Field(
            description="Scorer that answers, such as embedded, cascade, linear.v1 "
            "or highest:embedded,blocklist:FILE."
        ),
    ] = "embedded"
    ngram_scorer: Annotated[
        str,
        Field(
            description="Scorer of the n-grams of a chatbot's reply: empty for what the linear scorer and "
            "the one that answers agree on, same for the one that answers, or the name of another."
        ),
    ] = ""
    second_opinion: Annotated[
        str,
        Field(
            description="Scorer that judges authors' edits beside the one that answers; "
            "it should share nothing with it."
        ),
    ] = "second"
    masked_model: Annotated[
        str,
        Field(
            description="Model that proposes words by context: empty for the shipped one, masked.vN for one "
            "trained here, or the folder or cached name of a Hugging Face masked model (extra hub)."
        ),
    ] = ""
    chat_model: Annotated[
        str,
        Field(
            description="Language model that runs here behind the guard: smollm2 (got by "
            "`sayso models fetch smollm2`), the path of a GGUF file, or empty for none."
        ),
    ] = "smollm2"
    chat_context: Annotated[
        int,
        Field(ge=256, le=131_072, description="Most tokens of one conversation that this model takes in."),
    ] = 4096
    scale: Annotated[
        Scale,
        Field(description="Scale of the scores that the Perspective endpoints answer with."),
    ] = "perspective"
    fallback_language: Annotated[
        str,
        Field(
            pattern=r"^[a-z]{2,3}(-[A-Za-z]{2,8})?$",
            description="Language assumed where a text is too short or too plain to tell, such as en.",
        ),
    ] = "en"
    max_body_bytes: Annotated[int, Field(ge=1024, description="Largest request body accepted.")] = (
        32 * 1024 * 1024
    )
    batch_window_ms: Annotated[
        float,
        Field(
            ge=0,
            le=1000,
            description="How long to wait for more requests before running the model; 0 does not wait.",
        ),
    ] = 0.0
    batch_max_texts: Annotated[
        int, Field(ge=1, le=4096, description="Most texts in one run of the model.")
    ] = 256
    cache_entries: Annotated[
        int,
        Field(
            ge=0,
            description="How many scored texts to remember by hash and model version; 0 turns the cache off.",
        ),
    ] = 20_000
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
    shadow: Annotated[
        Literal["", "perspective"], Field(description="Service asked too, in the background, for comparison.")
    ] = ""
    perspective_url: Annotated[
        str, Field(description="Root address of the Perspective service for the scorer and the shadow.")
    ] = "https://commentanalyzer.googleapis.com"
    perspective_key: Annotated[str, Field(description="Key for the Perspective service.", repr=False)] = ""
    openai_url: Annotated[
        str, Field(description="Root address of an OpenAI-compatible moderation service.")
    ] = "https://api.openai.com/v1"
    openai_key: Annotated[
        str, Field(description="Key for the OpenAI-compatible moderation service.", repr=False)
    ] = ""
    upstream: Annotated[
        str,
        Field(
            pattern=r"^(https?://\S+)?$",
            description="OpenAI-compatible server behind the guard, such as http://127.0.0.1:8701/v1; "
            "empty: the local model, if one was fetched.",
        ),
    ] = ""
    upstream_key: Annotated[
        str,
        Field(
            description="Key for that server; empty: a client's own bearer is passed on, unless it is a key "
            "of Sayso's.",
            repr=False,
        ),
    ] = ""
    upstream_timeout_s: Annotated[
        float, Field(gt=0, le=3600, description="Time limit for one whole answer of that server.")
    ] = 300.0
    upstream_idle_s: Annotated[
        float,
        Field(gt=0, le=3600, description="Longest wait for the next piece of a streamed answer."),
    ] = 60.0
    upstream_max_bytes: Annotated[
        int, Field(ge=1024, description="Most bytes of one answer of that server; it is cut off there.")
    ] = 1024 * 1024
    stream_window_words: Annotated[
        int,
        Field(ge=1, le=200, description="Words held back of a streamed reply where the policy says window."),
    ] = 8
    remote_timeout_s: Annotated[
        float, Field(gt=0, le=300, description="Time limit for one call to a remote scorer.")
    ] = 5.0
    tls_certificate: Annotated[Path | None, Field(description="Certificate file (PEM) to serve https.")] = (
        None
    )
    tls_key: Annotated[Path | None, Field(description="Private key file (PEM) of the certificate.")] = None

    @property
    def effective_database_url(self) -> str:
        return self.database_url or f"sqlite:///{self.data_dir / 'sayso.db'}"

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

    @property
    def readers_are_open(self) -> bool:
        """Whether anyone may become a reader."""
        return self.is_open if self.reader_access == "auto" else self.reader_access == "open"
