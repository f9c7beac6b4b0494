"""A site that is not ours: plain pages on another port, with a strict policy of its own."""

import threading
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs


@dataclass(slots=True)
class OtherSite:
    """`pages` by path; `policy` is the Content-Security-Policy of all; `posted` are the forms it got."""

    url: str = ""
    policy: str = "default-src 'none'"
    pages: dict[str, str] = field(default_factory=dict[str, str])
    posted: list[dict[str, str]] = field(default_factory=list[dict[str, str]])

    def add_page(self, body: str, *, head: str = "", path: str = "/") -> str:
        """The address of a page with this body."""
        self.pages[path] = (
            f"<!doctype html><html lang=en><head><meta charset=utf-8><title>A forum</title>{head}</head>"
            f"<body><main><h1>A forum</h1>{body}</main></body></html>"
        )
        return self.url + path


@contextmanager
def open_site() -> Generator[OtherSite]:
    site = OtherSite()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._answer(site.pages.get(self.path, ""))

        def do_POST(self) -> None:
            form = parse_qs(self.rfile.read(int(self.headers["content-length"])).decode())
            site.posted.append({name: values[0] for name, values in form.items()})
            self._answer("<!doctype html><title>Posted</title><p>Posted")

        def _answer(self, page: str) -> None:
            content_type = "text/javascript" if self.path.endswith(".js") else "text/html"
            self.send_response(200 if page else 404)
            self.send_header("content-type", f"{content_type}; charset=utf-8")
            self.send_header("content-security-policy", site.policy)
            self.end_headers()
            self.wfile.write(page.encode())

        def log_message(self, format: str, *args: Any) -> None:
            """Nothing: the test says what went wrong."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    site.url = f"http://127.0.0.1:{server.server_port}"
    try:
        yield site
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
