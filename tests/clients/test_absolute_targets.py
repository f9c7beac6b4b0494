"""Request targets with a whole address in them, as clients send them to a proxy."""

import json
import socket
from typing import Protocol


class Server(Protocol):
    @property
    def port(self) -> int: ...


def exchange(port: int, request: bytes) -> bytes:
    with socket.create_connection(("127.0.0.1", port), timeout=10) as connection:
        connection.sendall(request)
        chunks = iter(lambda: connection.recv(65536), b"")
        return b"".join(chunks)


def test_a_whole_address_as_target_is_answered(server: Server) -> None:
    body = json.dumps({"comment": {"text": "Hello there."}, "requestedAttributes": {"TOXICITY": {}}}).encode()
    head = (
        "POST https://commentanalyzer.googleapis.com/v1alpha1/comments:analyze?key=any HTTP/1.1\r\n"
        "Host: commentanalyzer.googleapis.com\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    )
    answer = exchange(server.port, head.encode() + body)
    assert answer.startswith(b"HTTP/1.1 200 OK\r\n")
    assert json.loads(answer.split(b"\r\n\r\n", 1)[1])["languages"] == ["en"]


def test_the_discovery_document_then_points_to_the_host_that_was_asked(server: Server) -> None:
    answer = exchange(
        server.port,
        b"GET http://commentanalyzer.googleapis.com/$discovery/rest?version=v1alpha1 HTTP/1.1\r\n"
        b"Host: commentanalyzer.googleapis.com\r\nConnection: close\r\n\r\n",
    )
    document = json.loads(answer.split(b"\r\n\r\n", 1)[1])
    assert document["rootUrl"] == "http://commentanalyzer.googleapis.com/"
