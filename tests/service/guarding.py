"""What tests of the guard ask, and how they set its policy."""

from typing import Any, cast

from starlette.testclient import TestClient

from sayso.core import Policy
from sayso.web.service import Service

PATH = "/v1/chat/completions"
ASK = {"model": "asked-for", "messages": [{"role": "user", "content": "Tell me of your day."}]}


def service_of(client: TestClient) -> Service:
    return cast("Any", client.app).state.service


def set_policy(client: TestClient, **changes: Any) -> None:
    service_of(client).store.policies.set(Policy(**changes))
