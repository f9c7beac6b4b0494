"""A reader who uses the API, and what a guard would have kept for them."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any, cast

from starlette.testclient import TestClient

from sayso.core import Attribute, Cause, Outcome
from sayso.storage import FilteredReply, NewFilteredReply, Reader, Store
from sayso.web.access.tokens import Tokens
from sayso.web.reader.desk import ReaderService
from sayso.web.service import Service

ME = "/api/v1/readers/me"
REPLY = "Well, you silly goose, that is a damn fine rubbish bin."
NAMED = ("silly goose", "damn fine rubbish")
CATEGORIES = ((Attribute.TOXICITY, 0.52), (Attribute.INSULT, 0.41), (Attribute.PROFANITY, 0.2))


def service_of(client: TestClient) -> Service:
    return cast("Any", client.app).state.service


def make_key(client: TestClient, **wishes: Any) -> dict[str, str]:
    return {"x-api-key": service_of(client).store.keys.create("site", **wishes)[1]}


@dataclass(frozen=True, slots=True)
class ReaderActor:
    """Sends every request with the token."""

    client: TestClient
    reader: Reader
    token: str

    @property
    def store(self) -> Store:
        return service_of(self.client).store

    @property
    def headers(self) -> dict[str, str]:
        return {"x-sayso-reader": self.token}

    def get(self, path: str = "", **parameters: Any) -> Any:
        return self.client.get(ME + path, headers=self.headers, params=parameters)

    def put(self, path: str, body: object) -> Any:
        return self.client.put(ME + path, headers=self.headers, json=body)

    def post(self, path: str, body: object = None) -> Any:
        return self.client.post(ME + path, headers=self.headers, json=body)

    def delete(self, path: str = "") -> Any:
        return self.client.delete(ME + path, headers=self.headers)

    def hold(self, *, conversation: str = "talk", outcome: Outcome = "held", **more: Any) -> FilteredReply:
        """Keeps a reply as the guard would, by default one that waits for answers."""
        cause: Cause = "between" if outcome == "held" else "over"
        values: dict[str, Any] = {
            "reader": self.reader.id,
            "community": self.reader.community,
            "conversation": conversation,
            "outcome": outcome,
            "cause": cause,
            "content": REPLY,
            "score": 0.52,
            "model": "fake.v1",
            "policy_version": 0,
            "named": NAMED,
            "categories": CATEGORIES,
        }
        lasts = more.pop("lasts", None)
        new = NewFilteredReply(**(values | more))
        return self.store.held.add(new) if lasts is None else self.store.held.add(new, lasts=lasts)

    def rule(self, text: str, ruling: str = "permit", conversation: str | None = None) -> dict[str, Any]:
        answer = self.post("/words", {"text": text, "ruling": ruling, "conversation": conversation})
        assert answer.status_code == 201, answer.text
        return answer.json()

    def words(self, **parameters: Any) -> list[tuple[str, str, str]]:
        found = self.get("/words", **parameters).json()["words"]
        return [(word["text"], word["ruling"], word["scope"]) for word in found]


def turn_clock(service: Service, later: timedelta) -> Service:
    """The same service, as if it read tokens and links so much later."""
    life = {
        "token_life": timedelta(days=service.settings.reader_token_days),
        "link_life": timedelta(hours=service.settings.reader_link_hours),
    }
    key = service.store.secrets.get_or_create("reader-links")
    tokens = Tokens(key, **life, clock=lambda: datetime.now(UTC) + later)
    return replace(service, readers=ReaderService(service.store, tokens))


def arrive(client: TestClient, name: str = "ana", *, community: str = "default") -> ReaderActor:
    """A reader of a platform, with a token."""
    service = service_of(client)
    reader = service.store.readers.find_or_create(community, name)
    return ReaderActor(client, reader, service.readers.tokens.sign_reader(reader.id)[0])
