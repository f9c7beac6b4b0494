"""What readers meet: a scripted series of replies about identity, through the guard over HTTP.

Two things are counted, under the policy that holds where nobody has set one, or a preset:

- of the replies in `identity_series.toml` that are not shown at once, how many the reader is asked about;
- for each word there: a reader who is asked about a first reply with it says once "show these". How many of
  the later harmless replies with the word are shown unasked, how many were before, and how many attacks are?

tests/service/test_reader_series.py holds the figures to their aims.

Run: python benchmarks/reader_series.py [--preset paper] [--each]
"""

import argparse
import contextlib
import json
import os
import subprocess
import sys
import tempfile
import threading
import tomllib
from collections import Counter
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx

from sayso.cli.bench.served import serve
from sayso.core.presets import PRESETS

FILE = Path(__file__).with_name("identity_series.toml")
OUTCOMES = ("shown", "held", "replaced")


@dataclass(frozen=True)
class WordSeries:
    word: str
    asked: str
    harmless: list[str]
    attacks: list[str]


@dataclass(frozen=True)
class Series:
    replies: list[str]
    words: list[WordSeries]


def load_series() -> Series:
    found = tomllib.loads(FILE.read_text("utf-8"))
    return Series([*found["paper"], *found["own"]], [WordSeries(**each) for each in found["words"]])


@dataclass
class Talk:
    """A reader who talks through the guard; `script` says what the model will say next."""

    client: Any
    """What sends requests: of httpx, or a test's."""
    script: Callable[[str], None]
    headers: Mapping[str, str] = field(default_factory=dict[str, str])

    def __post_init__(self) -> None:
        token = self.client.post("/api/v1/readers").raise_for_status().json()["token"]
        self.headers = {"x-sayso-reader": token}

    def hear(self, reply: str) -> dict[str, Any]:
        """What the guard says of a reply, in a conversation of its own."""
        self.script(reply)
        body = {"model": "scripted", "messages": [{"role": "user", "content": f"Go on. {hash(reply)}"}]}
        answer = self.client.post("/v1/chat/completions", json=body, headers=self.headers)
        return answer.raise_for_status().json()["sayso"]

    def permit(self, note: Mapping[str, Any]) -> list[str]:
        """Sees a held reply and says, for good: show these. What the answer was about."""
        held = f"/api/v1/readers/me/held/{note['held']['id']}"
        self.client.post(f"{held}/view", json={"view": True}, headers=self.headers).raise_for_status()
        said = {"future": "permit", "scope": "always"}
        answer = self.client.post(f"{held}/future", json=said, headers=self.headers).raise_for_status()
        return answer.json()["words"][:1]


@dataclass(frozen=True)
class Found:
    """What became of each reply of a kind."""

    decisions: Mapping[str, str]

    def count(self, decision: str) -> int:
        return Counter(self.decisions.values())[decision]

    @property
    def asked_share(self) -> float:
        return self.count("held") / (self.count("held") + self.count("replaced"))


@dataclass(frozen=True)
class FoundWord:
    word: str
    about: list[str]
    """What the one answer was about, as the guard chose it."""
    before: Found
    """The harmless ones, for a reader who has said nothing."""
    harmless: Found
    attacks: Found


def hear_all(talk: Talk, replies: list[str]) -> Found:
    return Found({reply: talk.hear(reply)["decision"] for reply in replies})


def hear_word(talk: Talk, series: WordSeries) -> FoundWord:
    """One answer, and everything else before and after it."""
    before = hear_all(talk, series.harmless)
    note = talk.hear(series.asked)
    about = talk.permit(note) if note["decision"] == "held" else []
    harmless, attacks = hear_all(talk, series.harmless), hear_all(talk, series.attacks)
    return FoundWord(series.word, about, before, harmless, attacks)


class _Model(BaseHTTPRequestHandler):
    """Says what it was told to say."""

    reply = ""

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["content-length"]))
        message = {"role": "assistant", "content": type(self).reply}
        choice = {"index": 0, "message": message, "finish_reason": "stop"}
        content = json.dumps({"id": "c", "model": "scripted", "choices": [choice]}).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing."""


def say(reply: str) -> None:
    _Model.reply = reply


@contextlib.contextmanager
def run_model() -> Generator[str]:
    """Its address while the block runs."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Model)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1"
    finally:
        server.shutdown()


def print_found(replies: Found, words: list[FoundWord], *, each: bool) -> None:
    counts = ", ".join(f"{replies.count(outcome)} {outcome}" for outcome in OUTCOMES)
    print(f"{len(replies.decisions)} replies: {counts}; asked of all filtered: {replies.asked_share:.2f}\n")
    print(f"{'word':8} {'answer about':14} {'harmless, shown: before':25} {'after':10} attacks, shown")
    for one in words:
        before, harmless, attacks = (
            f"{found.count('shown')} of {len(found.decisions)}"
            for found in (one.before, one.harmless, one.attacks)
        )
        print(f"{one.word:8} {', '.join(one.about) or '-':14} {before:25} {harmless:10} {attacks}")
    if each:
        for found in (replies, *(part for one in words for part in (one.harmless, one.attacks))):
            print()
            for reply, decision in found.decisions.items():
                print(f"{decision:9} {reply}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--preset", choices=list(PRESETS), default="usual")
    parser.add_argument("--each", action="store_true", help="what became of each reply")
    options = parser.parse_args()
    series = load_series()
    with contextlib.ExitStack() as stack:
        os.environ["SAYSO_UPSTREAM"] = stack.enter_context(run_model())
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="sayso-series-")))
        os.environ["SAYSO_DATA_DIR"] = str(folder)
        line = [sys.executable, "-m", "sayso", "policy", "set", "--preset", options.preset]
        subprocess.run(line, check=True, stdout=subprocess.DEVNULL)  # our own command
        served = stack.enter_context(serve(folder))
        client = stack.enter_context(httpx.Client(base_url=f"http://127.0.0.1:{served.port}", timeout=60))
        replies = hear_all(Talk(client, say), series.replies)
        words = [hear_word(Talk(client, say), each) for each in series.words]
    print_found(replies, words, each=options.each)


if __name__ == "__main__":
    main()
