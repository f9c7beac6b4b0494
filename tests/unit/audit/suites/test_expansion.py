"""Sentences from templates: every combination, or some of them drawn by a seed."""

import pytest

from sayso.audit.suites import Draws, Sentence, Suite, combine, draw_sentences
from sayso.audit.suites.expansion import names_group

SUITE = Suite.model_validate(
    {
        "kinds": [
            {"kind": "hate", "labels": {"IDENTITY_ATTACK": 1}, "learn": ["{G} are {bad}, ask {H}."]},
            {"kind": "calm", "labels": {"TOXICITY": 0}, "learn": ["my {P1} is a {thing}", "tea"]},
        ],
        "words": {"learn": {"bad": ["rude", "lazy"], "thing": ["umbrella"]}},
        "groups": {
            "learn": [
                {"members": "teachers", "member": "a teacher", "target": "other"},
                {"members": "actors", "member": "an actor", "target": "men"},
            ]
        },
    }
)


def draw(seed: str = "1", *, of_groups: int = 2) -> list[Sentence]:
    draws = Draws(of_groups, of_words=3, of_nothing=1)
    return list(draw_sentences(SUITE, "learn", draws=draws, seed=seed))


def test_the_same_seed_makes_the_same_sentences() -> None:
    assert draw() == draw()
    assert draw("1", of_groups=20) != draw("2", of_groups=20)


def test_an_attack_names_whom_it_attacks_and_other_sentences_do_not() -> None:
    sentences = draw()
    assert {(one.kind, one.group, one.target) for one in sentences} == {
        ("hate", "teachers", "other"), ("hate", "actors", "men"),
        ("calm", "teachers", ""), ("calm", "actors", ""), ("calm", "", ""),
    }  # fmt: skip
    assert all(one.labels == {"IDENTITY_ATTACK": 1} for one in sentences if one.kind == "hate")


def test_slots_are_filled_and_articles_fit_the_words() -> None:
    texts = [one.text.lower().rstrip(".") for one in draw() if "{P1}" in one.template]
    assert sorted(texts) == ["my actor is an umbrella", "my teacher is an umbrella"]


def test_no_sentence_comes_twice() -> None:
    texts = [one.text for one in draw(of_groups=200)]
    assert len(texts) == len(set(texts))


@pytest.mark.parametrize(
    ("template", "expected", "count"),
    [("{G} vote", True, 32), ("{P1}", True, 32), ("the {thing}", False, 8), ("queer joy", False, 4)],
)
def test_templates_with_a_group_give_more_sentences(template: str, expected: bool, count: int) -> None:
    assert names_group(template) is expected
    assert Draws(32).count(template) == count


def test_every_word_is_combined_with_every_template_once() -> None:
    suite = Suite.model_validate(
        {
            "kinds": [{"kind": "calm", "labels": {}, "learn": ["I like {w}", "I like {ws}", "{w}?"]}],
            "words": {"learn": {"w": ["tea", "rain"], "ws": ["rain", "teas"]}},
        }
    )
    assert [one.text for one in combine(suite)] == [
        "I like tea",
        "I like rain",
        "I like teas",
        "tea?",
        "rain?",
    ]


def test_a_kind_takes_only_the_groups_it_names_as_often_as_they_say() -> None:
    suite = Suite.model_validate(
        {
            "kinds": [
                {
                    "kind": "hate",
                    "labels": {"IDENTITY_ATTACK": 0.8},
                    "only": ["loud"],
                    "learn": ["{G} out, says a {I}"],
                },
                {"kind": "cold", "labels": {"IDENTITY_ATTACK": 1}, "target": "men", "learn": ["no men here"]},
            ],
            "groups": {
                "learn": [
                    {
                        "members": "actors",
                        "member": "an actor",
                        "target": "men",
                        "tags": ["loud"],
                        "attack": 0.5,
                    },
                    {"members": "monks", "member": "a monk", "target": "men"},
                    {"members": "bells", "member": "a bell", "target": "other", "tags": ["loud"], "often": 3},
                ]
            },
            "people": {"men": ["man"], "other": ["ringer"]},
        }
    )
    sentences = list(draw_sentences(suite, "learn", draws=Draws(4, of_nothing=1), seed="1"))
    assert {(one.group, one.target, one.labels["IDENTITY_ATTACK"]) for one in sentences} == {
        ("actors", "men", 0.4), ("bells", "other", 0.8), ("", "men", 1.0),
    }  # fmt: skip
    assert {one.text.lower() for one in sentences} >= {"actors out, says a man"}
