"""A service whose author addresses answer by rule, not by a model; access and CORS are the real ones."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from fastapi import APIRouter, FastAPI, Request
from pydantic import BaseModel
from starlette.routing import BaseRoute

from sayso.web.access.dependencies import AccessRoute, CallerDep
from sayso.web.app import create_app
from sayso.web.service import Service

OTHER_WAYS: Mapping[str, tuple[str, ...]] = {"stupid": ("naive", "mistaken", ""), "idiot": ("person", "")}
"""What the stub takes as rude, and what it suggests."""

MESSAGE = "This attacks people for who they are. No other wording is offered; you can take it out."


class DraftBody(BaseModel):
    text: str


class ObjectionBody(BaseModel):
    text: str
    begin: int
    end: int
    kind: str
    comment: str


@dataclass(slots=True)
class AuthorStub:
    """Remembers what was asked; `is_broken` makes it fail."""

    is_broken: bool = False
    drafts: list[str] = field(default_factory=list[str])
    reports: list[ObjectionBody] = field(default_factory=list[ObjectionBody])

    def make_app(self, service: Service) -> FastAPI:
        app = create_app(service)
        router = self._make_router()
        routes: list[BaseRoute] = list(router.routes)
        app.router.routes[:0] = routes
        return app

    def _make_router(self) -> APIRouter:
        router = APIRouter(route_class=AccessRoute)

        @router.post("/api/v1/author/draft")
        def _draft(body: DraftBody, _author: CallerDep) -> Mapping[str, Any]:  # pyright: ignore[reportUnusedFunction]  # by its route
            self.drafts.append(body.text)
            if self.is_broken:
                raise RuntimeError("out of order")
            return judge(body.text)

        @router.post("/api/v1/author/feedback")
        def _object(body: ObjectionBody, request: Request, _author: CallerDep) -> Mapping[str, str]:  # pyright: ignore[reportUnusedFunction]  # by its route
            self.reports.append(body)
            return {"id": "1", "url": f"{request.base_url}feedback/token"}

        return router


def judge(text: str) -> dict[str, Any]:
    """0.93 with a rude word in it, else 0.12. `group` is refused; `vile` moves the second model alone."""
    found = list(re.finditer("|".join(OTHER_WAYS), text))
    score = 0.93 if found or "group" in text else 0.12
    second = 0.8 if score > 0.5 or "vile" in text else 0.1
    return {
        "scores": {"TOXICITY": score, "INSULT": score - 0.03, "THREAT": 0.01},
        "words": [describe(match, second, is_refused="group" in text) for match in found],
        "selection": None,
        "refused": {"code": "group", "message": MESSAGE} if "group" in text else None,
        "second_opinion": {"model": "second.v1", "score": second},
        "model": "fake.v1",
    }


def describe(match: re.Match[str], second: float, *, is_refused: bool) -> dict[str, Any]:
    def suggest(text: str) -> dict[str, Any]:
        return {
            "text": text,
            "score_after": 0.12,
            "own_score": 0.1,
            "reads": 0.8,
            "keeps_meaning": 0.7,
            "second_opinion_after": 0.1 if text != "mistaken" else second,
            "source": "neighbour" if text else "omission",
        }

    return {
        "begin": match.start(),
        "end": match.end(),
        "text": match[0],
        "weight": 0.71,
        "flagged": True,
        "highlighted": not is_refused,
        "alternatives": [] if is_refused else [suggest(text) for text in OTHER_WAYS[match[0]]],
    }
