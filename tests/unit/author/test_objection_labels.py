"""What can be concluded from an objection, and what cannot."""

from datetime import UTC, datetime
from typing import Any

import pytest

from sayso.author.objection_labels import find_labels, find_use
from sayso.storage import Answer, Objection

NOW = datetime(2026, 3, 1, tzinfo=UTC)


def make(
    kind: Any, *answers: Answer, content: str | None = "some words", begin: int = 0, end: int = 0
) -> Objection:
    return Objection(
        "id",
        "token",
        NOW,
        "forum",
        "",
        kind,
        begin,
        end,
        {},
        "linear.v1",
        content,
        "",
        "",
        None,
        None,
        answers,
    )


def agree(**labels: float) -> Answer:
    return Answer(NOW, "cli", "agreed", labels, "yes")


def disagree(**labels: float) -> Answer:
    return Answer(NOW, "cli", "disagreed", labels, "no")


@pytest.mark.parametrize(
    ("objection", "labels", "use"),
    [
        (make("false_alarm", agree()), {"TOXICITY": 0}, "agreed"),
        (make("false_alarm", agree(), begin=0, end=10), {"TOXICITY": 0}, "agreed"),
        (make("missed", agree()), {"TOXICITY": 1}, "agreed"),
        (make("missed", agree(), begin=5, end=10), {"TOXICITY": 1}, "agreed"),
        (make("biased", agree()), {"TOXICITY": 0, "IDENTITY_ATTACK": 0}, "agreed"),
        (make("false_alarm", agree(), begin=5, end=10), {}, "no label"),
        (make("biased", agree(), begin=5, end=10), {}, "no label"),
        (make("biased", agree(INSULT=0.5), begin=5, end=10), {"INSULT": 0.5}, "agreed"),
        (make("false_alarm", agree(TOXICITY=0.25)), {"TOXICITY": 0.25}, "agreed"),
        (make("false_alarm"), {}, "not agreed"),
        (make("false_alarm", disagree()), {}, "not agreed"),
        (make("false_alarm", disagree(TOXICITY=1)), {"TOXICITY": 1}, "not agreed"),
        (make("false_alarm", agree(), disagree()), {}, "not agreed"),
        (make("false_alarm", disagree(), agree()), {"TOXICITY": 0}, "agreed"),
        (make("missed", agree(), content=None), {"TOXICITY": 1}, "erased"),
    ],
)
def test_labels_and_use(objection: Objection, labels: dict[str, float], use: str) -> None:
    assert (find_labels(objection), find_use(objection)) == (labels, use)
