"""Stands in for the model's process: takes the same orders, listens on the same port, generates nothing.

How it behaves is the name of the model: `steady`, `deaf` (ready, never answers) or `broken` (cannot load).
"""

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


def main() -> None:
    orders = Orders.from_line(sys.stdin.buffer.readline())
    if orders.name == "broken":
        sys.exit(NO_MODEL)
    if orders.name == "steady":
        server = Shared((LOOPBACK, orders.port), Healthy)
        threading.Thread(target=server.serve_forever, daemon=True).start()
    sys.stdout.buffer.write(READY)
    sys.stdout.buffer.flush()
    sys.stdin.buffer.read()


if __name__ == "__main__":
    main()
