"""Requests made from the OpenAPI document, good ones and bad: no 500, and every answer as declared."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.specs.openapi import checks
from tests.hostile_upstream import run_upstream
from tests.live import serve_live

from sayso.core import Attribute, Evidence, LanguageDetector, Span, WordWeight
from sayso.settings import Settings
from sayso.testing import FakeScorer
from sayso.web.app import create_app
from sayso.web.assembly import assemble
from sayso.web.service import Service

DOCUMENT: dict[str, Any] = json.loads(Path(__file__).with_name("openapi.json").read_text("utf-8"))
CASES = [
    (method.upper(), path, mode)
    for path, operations in DOCUMENT["paths"].items()
    for method, operation in operations.items()
    for mode in GenerationMode
    if "requestBody" in operation or mode is GenerationMode.POSITIVE
]
EXAMPLES = settings.default.max_examples * 15 // 100 if settings.default else 15

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


@dataclass(frozen=True, slots=True)
class Fuzzed:
    """The service that all cases ask, and its document.

    It has a socket, since Schemathesis ends an application that it calls itself after each test."""

    service: Service
    schema: Any


@pytest.fixture(scope="module")
def fuzzed(tmp_path_factory: pytest.TempPathFactory, languages: LanguageDetector) -> Iterator[Fuzzed]:
    """With a chatbot behind the guard."""
    scorer = CapableScorer(attributes=frozenset(Attribute))
    with run_upstream() as upstream:
        upstream.reply("The garden looks lovely.")
        values = Settings(data_dir=tmp_path_factory.mktemp("fuzzed"), auth="keys", upstream=upstream.url)
        service = assemble(values, scorer=scorer, languages=languages)
        with serve_live(service, create_app(service)) as live:
            yield Fuzzed(service, schemathesis.openapi.from_url(f"{live.url}/openapi.json"))


@pytest.mark.parametrize(("method", "path", "mode"), CASES)
def test_every_answer_is_as_the_document_says(
    fuzzed: Fuzzed, method: str, path: str, mode: GenerationMode
) -> None:
    store, name = fuzzed.service.store, f"{method} {path} {mode.value}"  # a case may erase who asks
    headers = {"Authorization": f"Bearer {store.keys.create(name, role='admin')[1]}"}
    if path.startswith("/api/v1/readers/"):
        reader = store.readers.find_or_create("default", name)
        headers["X-Sayso-Reader"] = fuzzed.service.readers.tokens.sign_reader(reader.id)[0]
    operation = fuzzed.schema[path][method]

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
