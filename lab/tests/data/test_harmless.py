from collections import Counter
from collections.abc import Callable

from sayso_lab.data.harmless import EVERYDAY, IDENTITY_NEUTRAL, REVIEWS
from sayso_lab.data.rows import NOTHING_IMPLIED, NOTHING_WRONG, Row

Shares = Callable[[Row], dict[str, float]]


def test_plain_sentences_about_groups_attack_nobody(shares: Shares, groups: Shares, implied: Shares) -> None:
    (row,) = IDENTITY_NEUTRAL.read({"identity_neutral": {"comment": ["a"]}})
    assert shares(row) == NOTHING_WRONG
    assert groups(row) == {}
    assert implied(row) == NOTHING_IMPLIED
    assert row.gold == 0


def test_everyday_talk_of_fitting_length_without_profanity_is_kept_once() -> None:
    texts = ["we had tea today", "we had tea today", "too short", "x" * 401, "oh damn, it rains"]
    table = {"source": ["chat"] * 5, "text": texts}
    assert [row.text for row in EVERYDAY.read({"everyday_text": table})] == ["we had tea today"]


def test_each_source_of_everyday_talk_gives_at_most_1800() -> None:
    sources = ["chat"] * 1900 + ["mail"] * 3
    table = {"source": sources, "text": [f"{name} number {n:07}" for n, name in enumerate(sources)]}
    rows = list(EVERYDAY.read({"everyday_text": table}))
    assert Counter(row.text[:4] for row in rows) == {"chat": 1800, "mail": 3}
    assert rows[0].text == next(EVERYDAY.read({"everyday_text": table})).text


def test_at_most_6000_reviews_are_drawn() -> None:
    texts = [f"fine number {number}" for number in range(6100)]
    rows = list(REVIEWS.read({"reviews": {"text": [*texts, *texts]}}))
    assert len({row.text for row in rows}) == len(rows) == 6000
