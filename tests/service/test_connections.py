"""What a connection may cost before anybody knows who calls: raw bytes on a real socket, no key."""

import socket
import time
from collections.abc import Awaitable, Callable
from contextlib import ExitStack, suppress

import pytest
from starlette.types import ASGIApp, Receive, Scope, Send
from tests.live import LiveServer

from sayso.web.http.connections import LARGEST_HEAD, MOST_HEADERS, MOST_PIPELINED, BoundedProtocol
from sayso.web.service import Service

MakeLive = Callable[..., LiveServer]
HEAD = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"
POST = b"POST /api/v1/analyze HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
BODY = b'{"text": "hello"}'


class Impatient(BoundedProtocol):
    """The same in less time."""

    head_timeout_s = 0.3
    linger_s = 0.3
    write_timeout_s = 0.3


@pytest.fixture
def quick(make_live: MakeLive) -> LiveServer:
    return make_live(http=Impatient)


def connect(live: LiveServer) -> socket.socket:
    return socket.create_connection((live.host, live.port), timeout=10)


def read_to_end(connection: socket.socket) -> bytes:
    """All that comes until the server closes."""
    answer = b""
    try:
        while chunk := connection.recv(65536):
            answer += chunk
    except ConnectionResetError:
        pass
    return answer


def exchange(live: LiveServer, *pieces: bytes) -> bytes:
    with connect(live) as connection:
        for piece in pieces:
            connection.sendall(piece)
        return read_to_end(connection)


def flood(live: LiveServer, head: bytes, unit: bytes, *, most: int) -> tuple[int, bytes]:
    """Sends `head` and then `unit` again and again; how much was taken, and the answer."""
    taken, answer = 0, b""
    with connect(live) as connection:
        connection.sendall(head)
        try:
            while taken < most:
                connection.sendall(unit)
                taken += len(unit)
        except OSError:
            pass
        answer = read_to_end(connection)
    return taken, answer


def test_one_header_without_end_is_refused_and_not_kept(live: LiveServer) -> None:
    taken, answer = flood(live, HEAD + b"X-Long: ", b"a" * 65536, most=64 * 1024 * 1024)
    assert taken < 16 * 1024 * 1024, "the sockets' own buffers and not much more"
    assert answer == b"" or answer.startswith(b"HTTP/1.1 431 ")


def test_a_head_of_more_bytes_than_the_limit_is_refused_in_words(live: LiveServer) -> None:
    answer = exchange(live, HEAD + b"X-Long: " + b"a" * LARGEST_HEAD + b"\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 431 Request Header Fields Too Large\r\n")
    assert b"connection: close" in answer
    assert f"larger than {LARGEST_HEAD} bytes".encode() in answer


def test_more_headers_than_the_limit_are_refused(live: LiveServer) -> None:
    answer = exchange(live, HEAD + b"a: b\r\n" * MOST_HEADERS + b"\r\n")
    assert answer.startswith(b"HTTP/1.1 431 ")
    assert f"more than {MOST_HEADERS} headers".encode() in answer


def test_a_long_address_counts_as_part_of_the_head(live: LiveServer) -> None:
    answer = exchange(
        live, b"GET /healthz?q=" + b"a" * LARGEST_HEAD + b" HTTP/1.1\r\nHost: localhost\r\n\r\n"
    )
    assert answer.startswith(b"HTTP/1.1 431 ")


def test_a_head_under_the_limits_is_answered(live: LiveServer) -> None:
    many = b"".join(b"x-%d: %s\r\n" % (number, b"a" * 300) for number in range(MOST_HEADERS - 2))
    assert exchange(live, HEAD + many + b"Connection: close\r\n\r\n").startswith(b"HTTP/1.1 200 ")


def test_headers_after_a_body_are_not_taken_for_the_requests_own(live: LiveServer) -> None:
    chunked = POST + b"Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
    body = b"%x\r\n%s\r\n0\r\n" % (len(BODY), BODY)
    answer = exchange(live, chunked + body + b"X-Request-Id: from-the-end\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 200 ")
    assert b"from-the-end" not in answer


@pytest.mark.parametrize("unit", [b"x" * 65536, b"x: y\r\n" * 8000], ids=["one", "many"])
def test_headers_after_a_body_without_end_are_cut_off(live: LiveServer, unit: bytes) -> None:
    chunked = POST + b"Transfer-Encoding: chunked\r\n\r\n1\r\n \r\n0\r\nx: "
    taken, _ = flood(live, chunked, unit, most=64 * 1024 * 1024)
    assert taken < 16 * 1024 * 1024


def test_chunks_that_are_mostly_something_else_are_cut_off(live: LiveServer) -> None:
    chunked = POST + b"Transfer-Encoding: chunked\r\n\r\n"
    taken, _ = flood(live, chunked, b"1;" + b"a" * 65536 + b"\r\n \r\n", most=64 * 1024 * 1024)
    assert taken < 16 * 1024 * 1024


def test_a_connection_that_says_nothing_is_closed(quick: LiveServer) -> None:
    began_at = time.monotonic()
    assert exchange(quick) == b""
    assert time.monotonic() - began_at < 5


@pytest.mark.parametrize("begun", [b"GET", HEAD, HEAD + b"X-Half: a"])
def test_half_a_head_is_answered_and_closed(quick: LiveServer, begun: bytes) -> None:
    answer = exchange(quick, begun)
    assert answer.startswith(b"HTTP/1.1 408 Request Timeout\r\n")


def test_a_head_that_comes_byte_by_byte_is_not_waited_for(quick: LiveServer) -> None:
    with connect(quick) as connection:
        began_at, sent = time.monotonic(), 0
        try:
            for byte in HEAD * 100:
                connection.sendall(bytes([byte]))
                sent += 1
                time.sleep(0.02)
        except OSError:
            pass
        assert time.monotonic() - began_at < 5
        assert sent < len(HEAD * 100)


@pytest.mark.parametrize("drip", [b"", b"\r\n", b"G"], ids=["nothing", "blank lines", "half a request"])
def test_a_second_request_is_not_waited_for_either(make_live: MakeLive, drip: bytes) -> None:
    live = make_live(http=Impatient, timeout_keep_alive=1)
    with connect(live) as connection:
        connection.sendall(HEAD + b"\r\n")
        began_at = time.monotonic()
        connection.recv(65536)
        try:
            for _ in range(100):
                connection.sendall(drip)
                time.sleep(0.05)
                connection.setblocking(False)
                try:
                    if connection.recv(65536) == b"":
                        break
                except BlockingIOError:
                    pass
                connection.setblocking(True)
        except OSError:
            pass
        assert time.monotonic() - began_at < 4.5


def test_a_body_that_goes_on_after_its_refusal_is_read_for_a_moment_and_then_closed(
    make_live: MakeLive,
) -> None:
    live = make_live(auth="keys", http=Impatient)
    with connect(live) as connection:
        connection.sendall(POST + b"Content-Length: 1000000\r\n\r\n")
        assert connection.recv(65536).startswith(b"HTTP/1.1 401 ")
        began_at = time.monotonic()
        try:
            while time.monotonic() - began_at < 5:
                connection.sendall(b" ")
                time.sleep(0.05)
        except OSError:
            pass
        assert time.monotonic() - began_at < 4


def test_requests_one_after_the_other_in_one_piece_are_answered_in_order(live: LiveServer) -> None:
    last = HEAD + b"Connection: close\r\n\r\n"
    answer = exchange(live, (HEAD + b"\r\n") * (MOST_PIPELINED - 1) + last)
    assert answer.count(b"HTTP/1.1 200 ") == MOST_PIPELINED


def test_too_many_requests_ahead_of_their_answers_close_the_connection(live: LiveServer) -> None:
    answer = exchange(live, (HEAD + b"\r\n") * 1000)
    assert answer.count(b"HTTP/1.1 200 ") <= MOST_PIPELINED


def test_an_answer_that_nobody_reads_is_given_up(make_live: MakeLive) -> None:
    async def answer(_receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        for _ in range(1000):
            await send({"type": "http.response.body", "body": b"a" * 65536, "more_body": True})

    live = make_live(make_app=make_app(answer), http=Impatient)
    with connect(live) as connection:
        connection.sendall(HEAD + b"\r\n")
        wait_until(lambda: live.server.server_state.connections)
        wait_until(lambda: not live.server.server_state.connections)


def make_app(answer: Callable[[Receive, Send], Awaitable[None]]) -> Callable[[Service], ASGIApp]:
    """Answers every request so; starts and stops like any other."""

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await answer(receive, send)
            return
        for kind in ("startup", "shutdown"):
            await receive()
            await send({"type": f"lifespan.{kind}.complete"})

    def make(_service: Service) -> ASGIApp:
        return app

    return make


def wait_until(condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + 8
    while not condition():
        assert time.monotonic() < deadline, "it did not come to pass within 8 s"
        time.sleep(0.02)


def test_over_the_most_connections_one_is_told_to_come_back(make_live: MakeLive) -> None:
    class Few(BoundedProtocol):
        most_connections = 3

    live = make_live(http=Few)
    with ExitStack() as stack:
        waiting = [stack.enter_context(connect(live)) for _ in range(3)]
        time.sleep(0.2)
        assert exchange(live).startswith(b"HTTP/1.1 503 Service Unavailable\r\n")
        waiting[0].close()
        time.sleep(0.2)
        assert exchange(live, HEAD + b"Connection: close\r\n\r\n").startswith(b"HTTP/1.1 200 ")


@pytest.mark.parametrize("upgrade", [b"websocket", b"h2c"])
def test_an_upgrade_is_not_made_and_the_request_is_answered(live: LiveServer, upgrade: bytes) -> None:
    asked = HEAD + b"Connection: Upgrade, close\r\nUpgrade: %s\r\n\r\n" % upgrade
    assert exchange(live, asked).startswith(b"HTTP/1.1 200 ")


def test_a_client_that_has_gone_is_known_to_have_gone_whatever_waits_behind_its_request(
    make_live: MakeLive,
) -> None:
    gone: list[str] = []

    async def answer(receive: Receive, _send: Send) -> None:
        while (message := await receive())["type"] != "http.disconnect":
            pass
        gone.append(message["type"])

    live = make_live(make_app=make_app(answer))
    with connect(live) as connection:
        connection.sendall((HEAD + b"\r\n") * 2)
        time.sleep(0.2)
    wait_until(lambda: gone)


def test_a_request_is_answered_although_what_comes_after_it_is_none(live: LiveServer) -> None:
    answer = exchange(live, HEAD + b"\r\nNONSENSE\0\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 200 ")
    assert answer.count(b"HTTP/1.1 ") == 1


def test_the_body_of_a_request_that_asks_for_an_upgrade_is_not_taken_for_a_request(live: LiveServer) -> None:
    hidden = HEAD + b"\r\n"
    asked = POST + b"Connection: Upgrade\r\nUpgrade: h2c\r\nContent-Length: %d\r\n\r\n" % len(hidden)
    with connect(live) as connection:
        connection.sendall(asked)
        time.sleep(0.2)
        with suppress(OSError):
            connection.sendall(hidden)
        answer = read_to_end(connection)
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert b"without the header Upgrade" in answer
    assert answer.count(b"HTTP/1.1 ") == 1
