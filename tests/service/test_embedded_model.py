"""The encoder that ships, from end to end: the commands and the service with nothing set."""

import json
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.service.conftest import Run

from sayso.core import Attribute
from sayso.core.scores import FLAGGED
from sayso.scoring.embedded import EmbeddedScorer, load_embedded
from sayso.scoring.weight_files import ENCODER, SHIPPED_DIR
from sayso.settings import Settings

MakeClient = Callable[..., TestClient]
TOXICITY, HATE = Attribute.TOXICITY, Attribute.IDENTITY_ATTACK


@pytest.fixture(scope="module")
def shipped() -> EmbeddedScorer:
    return load_embedded(ENCODER.find("", None))


def test_it_answers_where_nothing_is_set(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("SAYSO_SCORER")
    (tmp_path / "texts").write_text("You are a wonderful person\nyou stupid idiot\n")
    result = run("score", str(tmp_path / "texts"), "--format", "jsonl", "--evidence")
    kind, rude = (json.loads(line) for line in result.stdout.splitlines())
    assert Settings().scorer == "embedded"
    assert (kind["model"], rude["model"]) == ("embedded.v4", "embedded.v4")
    assert kind["scores"]["TOXICITY"] < 0.2 < 0.9 < rude["scores"]["TOXICITY"]
    assert list_flagged(kind) == []
    assert "idiot" in list_flagged(rude)


def list_flagged(line: dict[str, Any]) -> list[str]:
    return [word["text"] for word in line["words"] if word["weight"] > FLAGGED]


def test_it_scores_without_torch() -> None:
    program = """
import sys
from sayso.scoring import ScorerContext, ScorerRegistry
scorer = ScorerRegistry.from_entry_points().create("embedded", ScorerContext())
print(scorer.score(["you stupid idiot"]).model, "torch" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["embedded.v4", "False"]


def test_the_perspective_endpoint_answers_with_it(make_client: MakeClient, shipped: EmbeddedScorer) -> None:
    client = make_client(scorer=shipped)
    body: dict[str, Any] = {
        "comment": {"text": "you stupid idiot"},
        "requestedAttributes": {"TOXICITY": {}, "INSULT": {}},
    }
    answer = client.post("/v1alpha1/comments:analyze?key=any", json=body).json()
    values = {name: one["summaryScore"]["value"] for name, one in answer["attributeScores"].items()}
    assert min(values.values()) > 0.8


def test_the_files_are_small_enough_to_ship() -> None:
    sizes = {path.suffix: path.stat().st_size for path in SHIPPED_DIR.glob("embedded.v4.*")}
    assert set(sizes) == {".onnx", ".json"}
    assert max(sizes.values()) <= 25_000_000


def test_a_score_depends_on_the_text_alone(shipped: EmbeddedScorer) -> None:
    texts = [
        f"{'the bus was late again ' * repeats}you {word}"
        for repeats in range(12)
        for word in ("idiot", "dear")
    ]
    together = shipped.score(texts).columns
    alone = [shipped.score([text]) for text in texts]
    for attribute, column in together.items():
        assert column == [one.columns[attribute][0] for one in alone]


def test_a_rude_end_is_not_hidden_by_a_long_harmless_text(shipped: EmbeddedScorer) -> None:
    long = "all is well and the sun is out today. " * 400
    harmless, rude = score(shipped, [long, f"{long} You stupid idiot."], TOXICITY)
    assert harmless < 0.2 < 0.5 < rude


@pytest.mark.parametrize("text", ["", " ", "😀😀😀", "?!...", "これは日本語です", "\ud83d", "x" * 20_000])
def test_every_text_has_a_defined_answer(shipped: EmbeddedScorer, text: str) -> None:
    [value] = score(shipped, [text], TOXICITY)
    assert 0 <= value < 0.5


@pytest.mark.parametrize(
    ("innocent", "hateful"),
    [
        ("Some of my neighbours are Muslims.", "Muslims are vermin."),
        ("I am a proud lesbian.", "Lesbians are disgusting and should be locked up."),
        ("Nobody should say that immigrants are criminals.", "Immigrants are all criminals."),
    ],
)
def test_the_name_of_a_group_is_no_attack_on_it(shipped: EmbeddedScorer, innocent: str, hateful: str) -> None:
    low, high = score(shipped, [innocent, hateful], HATE)
    assert low < 0.5 < high


@pytest.mark.parametrize(
    ("text", "group", "kind"),
    [
        ("Women are too stupid to vote.", "women", "inferiority"),
        ("Immigrants should go back to where they came from.", "immigrants", "exclusion"),
        ("We should shoot all the gays.", "lgb", "threat_incitement"),
        ("I like Muslims.", None, "none"),
    ],
)
def test_it_names_the_group_and_what_is_implied(
    shipped: EmbeddedScorer, text: str, group: str | None, kind: str
) -> None:
    [evidence] = shipped.examine([text])
    assert find_highest(evidence.implied, least=0.5) == kind
    assert find_highest(evidence.targets, least=0.2) == group


def test_it_names_every_group_that_is_meant(shipped: EmbeddedScorer) -> None:
    [evidence] = shipped.examine(["They should all go back to Mexico."])
    assert {name for name, value in evidence.targets.items() if value >= 0.2} == {"immigrants", "latino"}
    assert find_highest(evidence.implied, least=0.5) == "exclusion"


def find_highest(values: Mapping[str, float], *, least: float) -> str | None:
    name = max(values, key=values.__getitem__)
    return name if values[name] >= least else None


def score(scorer: EmbeddedScorer, texts: Sequence[str], attribute: Attribute) -> list[float]:
    return list(scorer.score(texts).columns[attribute])
