"""The OpenAPI document is part of the contract: it changes on purpose or not at all.

After a change on purpose run `REFRESH_SNAPSHOTS=1 pytest tests/service/test_openapi.py` and read it.
"""

import json
import os
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

PINNED = Path(__file__).with_name("openapi.json")


@pytest.fixture
def document(client: TestClient) -> dict[str, Any]:
    return client.get("/openapi.json").json()


def test_the_document_is_the_pinned_one(document: dict[str, Any]) -> None:
    document["info"]["version"] = "pinned"
    if os.environ.get("REFRESH_SNAPSHOTS"):
        PINNED.write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n", "utf-8")
    assert document == json.loads(PINNED.read_text("utf-8"))


def test_every_operation_says_what_it_does_and_has_a_name_of_its_own(document: dict[str, Any]) -> None:
    operations = [operation for path in document["paths"].values() for operation in path.values()]
    names = [operation["operationId"] for operation in operations]
    assert len(names) == len(set(names))
    assert all(operation["description"] for operation in operations)


def test_no_operation_keeps_the_frameworks_own_error_shape(document: dict[str, Any]) -> None:
    assert "HTTPValidationError" not in json.dumps(document)


def test_the_keys_that_are_taken_are_declared(document: dict[str, Any]) -> None:
    schemes = document["components"]["securitySchemes"]
    assert {(scheme["type"], scheme.get("name") or scheme["scheme"]) for scheme in schemes.values()} == {
        ("http", "bearer"),
        ("apiKey", "x-api-key"),
        ("apiKey", "key"),
        ("apiKey", "X-Sayso-Reader"),
    }
