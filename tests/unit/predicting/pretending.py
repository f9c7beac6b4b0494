"""Stands in for the model's process: takes the same orders, listens on the same port, generates nothing.

How it behaves is the name of the model: `steady`, `broken` (cannot load), or one of those that are ready and
never answer: `deaf` refuses connections, `rude` hangs up, `busy` and `stuck` let them wait. Asked how long it
has worked, `stuck` says the same each time, all others more and more.
"""

import itertools
import socket
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

from sayso.predicting.model_process import LOOPBACK, NO_MODEL, READY, Orders


class Healthy(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"{}")

    def log_message(self, format: str, *args: object) -> None: ...  # the base class names it so


class Shared(HTTPServer):
    def server_bind(self) -> None:
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        super().server_bind()


class Rude(BaseHTTPRequestHandler):
    def handle(self) -> None: ...


def serve(handler: type[BaseHTTPRequestHandler], port: int) -> None:
    threading.Thread(target=Shared((LOOPBACK, port), handler).serve_forever, daemon=True).start()


def listen(orders: Orders) -> socket.socket | None:
    """A socket that nobody answers at, where there is to be one."""
    if orders.name == "steady":
        serve(Healthy, orders.port)
    elif orders.name == "rude":
        serve(Rude, orders.port)
    elif orders.name != "deaf":
        return Shared((LOOPBACK, orders.port), Healthy).socket
    return None


def main() -> None:
    orders = Orders.from_line(sys.stdin.buffer.readline())
    if orders.name == "broken":
        sys.exit(NO_MODEL)
    _waiting = listen(orders)
    sys.stdout.buffer.write(READY)
    sys.stdout.buffer.flush()
    hours = itertools.repeat(1) if orders.name == "stuck" else itertools.count(1)
    for _question, worked in zip(sys.stdin.buffer, hours, strict=False):
        sys.stdout.buffer.write(b"%.3f\n" % (3600 * worked))
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
