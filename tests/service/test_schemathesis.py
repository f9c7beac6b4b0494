"""Requests made from the OpenAPI document, good ones and bad: no 500, and every answer as declared."""

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, cast

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.specs.openapi import checks
from starlette.testclient import TestClient
from tests.hostile_upstream import run_upstream

from sayso.core import Attribute, Evidence, Span, WordWeight
from sayso.testing import FakeScorer
from sayso.web.service import Service

MakeClient = Callable[..., TestClient]
DOCUMENT: dict[str, Any] = json.loads(Path(__file__).with_name("openapi.json").read_text("utf-8"))
CASES = [
    (method.upper(), path, mode)
    for path, operations in DOCUMENT["paths"].items()
    for method, operation in operations.items()
    for mode in GenerationMode
    if "requestBody" in operation or mode is GenerationMode.POSITIVE
]
EXAMPLES = settings.default.max_examples // 2 if settings.default else 50

UNSAYABLE = {
    "/api/v1/author/draft",
    "/api/v1/author/feedback",
    "/api/v1/policies/{community}",
    "/api/v1/readers/me/held",
    "/api/v1/readers/me/limits",
    "/api/v1/readers/me/words",
    "/api/v1/readers/me/words/import",
    "/v1/chat/completions",
}
"""What a schema cannot say: offsets lie in the text, a limit is under another, a term has a word in it, and a
name is more than white space."""


class CapableScorer(FakeScorer):
    """Has every attribute, a map and evidence, so that a request as declared is always answered."""

    class Same:
        def apply(self, attribute: Attribute, scores: Sequence[float]) -> Sequence[float]:
            return scores

    scale_map = Same()

    def examine(self, texts: Sequence[str]) -> Sequence[Evidence]:
        return [Evidence((WordWeight(Span(0, len(text)), 0.5, text),)) for text in texts]


@pytest.fixture(scope="module")
def upstream() -> Iterator[str]:
    """A chatbot for the guard."""
    with run_upstream() as upstream:
        upstream.reply("The garden looks lovely.")
        yield upstream.url


@pytest.mark.parametrize(("method", "path", "mode"), CASES)
def test_every_answer_is_as_the_document_says(
    make_client: MakeClient, upstream: str, method: str, path: str, mode: GenerationMode
) -> None:
    scorer = CapableScorer(attributes=frozenset(Attribute))
    app = cast("Any", make_client(scorer, auth="keys", upstream=upstream).app)
    service: Service = app.state.service
    headers = {"Authorization": f"Bearer {service.store.keys.create('fuzz', role='admin')[1]}"}
    if path.startswith("/api/v1/readers/"):
        reader = service.store.readers.find_or_create("default", "fuzz")
        headers["X-Sayso-Reader"] = service.readers.tokens.sign_reader(reader.id)[0]
    operation = cast("Any", schemathesis.openapi.from_asgi("/openapi.json", app))[path][method]

    @given(case=cast("st.SearchStrategy[Any]", operation.as_strategy(generation_mode=mode)))
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow],
    )
    def check(case: Any) -> None:
        excluded = [cast("Any", checks).positive_data_acceptance] if path in UNSAYABLE else []
        if "X-Sayso-Reader" in headers:  # all that is wrong with a bad request may be that it had none
            excluded.append(cast("Any", checks).negative_data_rejection)
        case.call_and_validate(headers=headers, excluded_checks=excluded)

    check()
