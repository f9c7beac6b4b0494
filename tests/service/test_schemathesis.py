"""Requests made from the OpenAPI document, good ones and bad: no 500, and every answer as declared."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, cast

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.specs.openapi import checks
from starlette.testclient import TestClient

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

UNSAYABLE = {"/api/v1/author/draft", "/api/v1/author/feedback"}
"""Their offsets have to lie in the text, which a schema cannot say."""


class CapableScorer(FakeScorer):
    """Has every attribute, a map and evidence, so that a request as declared is always answered."""

    class Same:
        def apply(self, attribute: Attribute, scores: Sequence[float]) -> Sequence[float]:
            return scores

    scale_map = Same()

    def examine(self, texts: Sequence[str]) -> Sequence[Evidence]:
        return [Evidence((WordWeight(Span(0, len(text)), 0.5, text),)) for text in texts]


@pytest.mark.parametrize(("method", "path", "mode"), CASES)
def test_every_answer_is_as_the_document_says(
    make_client: MakeClient, method: str, path: str, mode: GenerationMode
) -> None:
    app = cast("Any", make_client(CapableScorer(attributes=frozenset(Attribute)), auth="keys").app)
    service: Service = app.state.service
    headers = {"Authorization": f"Bearer {service.store.keys.create('fuzz')[1]}"}
    operation = cast("Any", schemathesis.openapi.from_asgi("/openapi.json", app))[path][method]

    @given(case=cast("st.SearchStrategy[Any]", operation.as_strategy(generation_mode=mode)))
    @settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    def check(case: Any) -> None:
        excluded = [cast("Any", checks).positive_data_acceptance] if path in UNSAYABLE else []
        case.call_and_validate(headers=headers, excluded_checks=excluded)

    check()
