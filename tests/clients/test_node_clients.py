"""npm's clients, unmodified, run by the Node that comes with the development tools."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol


class Server(Protocol):
    @property
    def discovery_url(self) -> str: ...

    @property
    def port(self) -> int: ...


class TlsServer(Protocol):
    @property
    def server(self) -> Server: ...

    @property
    def ca_file(self) -> Path: ...


RunNode = Callable[..., str]
NO_ATTRIBUTES = "Missing requested_attributes"


def get_toxicity(scores: dict[str, Any]) -> float:
    return scores["attributeScores"]["TOXICITY"]["summaryScore"]["value"]


def test_googleapis_with_callbacks(server: Server, run_node: RunNode) -> None:
    heard = json.loads(run_node("callbacks.js", server.discovery_url, "any key"))
    assert get_toxicity(heard["scores"]) > 0.6
    assert heard["scores"]["clientToken"] == "callbacks"
    assert heard["refusal"] == {"code": 400, "message": NO_ATTRIBUTES}


def test_googleapis_with_promises(server: Server, run_node: RunNode) -> None:
    heard = json.loads(run_node("promises.js", server.discovery_url, "any key"))
    assert get_toxicity(heard["scores"]) > 0.6
    assert heard["scores"]["clientToken"] == "promises"
    assert heard["thanks"]["clientToken"] == "said"
    assert heard["refusal"]["error"]["details"][0]["errorType"] == "NO_REQUESTED_ATTRIBUTES"


def test_a_client_that_knows_only_perspectives_own_address(tls_server: TlsServer, run_node: RunNode) -> None:
    proxy = f"https://127.0.0.1:{tls_server.server.port}"
    said = run_node(
        "constant_address.js", "any key", https_proxy=proxy, NODE_EXTRA_CA_CERTS=str(tls_server.ca_file)
    )
    heard = json.loads(said)
    assert get_toxicity(heard["scores"]) > 0.6
    assert list(heard["scores"]["attributeScores"]) == ["TOXICITY", "INSULT"]
    assert heard["refusal"] == {"name": "ResponseError", "message": "Unknown requested attribute: SPAM"}
