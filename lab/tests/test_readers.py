from math import exp

import pytest

from sayso.core import Attribute
from sayso_lab import readers
from sayso_lab.examples import NOTHING_WRONG, Example

TOXIC, IDENTITY, INSULT = Attribute.TOXICITY, Attribute.IDENTITY_ATTACK, Attribute.INSULT
PROFANE, THREAT, SEVERE = Attribute.PROFANITY, Attribute.THREAT, Attribute.SEVERE_TOXICITY


def test_jigsaw_leaves_out_what_was_not_judged() -> None:
    rest = {name: [0.0, None] for name in ("severe_toxic", "obscene", "threat", "insult", "identity_hate")}
    table = {"comment_text": ["a", "b"], "toxic": [1, 0], **rest}
    full, bare = readers.read_jigsaw({"jigsaw": table})
    assert full.labels == {TOXIC: 1, SEVERE: 0, IDENTITY: 0, INSULT: 0, PROFANE: 0, THREAT: 0}
    assert bare.labels == {TOXIC: 0}


def test_not_offensive_means_none_of_the_six() -> None:
    table = {"is_offensive": [1, 0], "text": ["a", "b"]}
    bad, good = readers.read_wikipedia_offensive({"wikipedia_offensive": table})
    assert bad.labels == {TOXIC: 1}
    assert good.labels == NOTHING_WRONG


def test_davidson_labels_are_shares_of_votes() -> None:
    table = {"tweet": ["a"], "count": [6], "hate_speech": [2], "neither": [3]}
    assert next(readers.read_davidson({"davidson": table})).labels == {TOXIC: 0.5, IDENTITY: 2 / 6}


def test_hatexplain_counts_annotators_and_drops_placeholders() -> None:
    table = {"tokens": [["<user>", "you", "lot"]], "labels": [["normal", "offensive", "hatespeech"]]}
    example = next(readers.read_hatexplain({"hatexplain": table}))
    assert example.text == "you lot"
    assert example.labels == pytest.approx({TOXIC: 2 / 3, IDENTITY: 1 / 3})


def test_typed_spans_become_shares_of_raters() -> None:
    """Rater 1 marked an insult and a threat, rater 2 nothing: TOXICITY 0.3 + 0.7 / 2."""
    tables = {
        "toxic_spans_comments": {"comment_id": [7, 8], "comment_text": ["a", "nobody rated this"]},
        "toxic_spans_annotations": {"annotation": [1, 2], "comment_id": [7, 7]},
        "toxic_spans_spans": {"annotation": [1, 1, 1], "type": ["Insult", "Threat", None]},
    }
    (example,) = readers.read_toxic_spans_comments(tables)
    assert example.labels == pytest.approx({TOXIC: 0.65, INSULT: 0.5, THREAT: 0.5, PROFANE: 0, IDENTITY: 0})


def test_only_the_sentence_with_a_marked_span_is_toxic() -> None:
    text = "You fool. The bus is late."
    table = {"text": [text, "No mark here."], "spans": [[4, 5, 6, 7], []]}
    found = list(readers.read_toxic_spans_semeval({"toxic_spans_semeval": table}))
    assert found == [
        Example("You fool.", {TOXIC: 0.9}, text),
        Example("The bus is late.", {TOXIC: 0.1}, text),
    ]


def test_the_trial_keeps_marked_texts_whole() -> None:
    table = {"text": ["You fool.", "Fine."], "spans": [[4], []]}
    assert [one.text for one in readers.read_toxic_spans_trial({"toxic_spans_trial": table})] == ["You fool."]


def test_social_bias_frames_are_averaged_over_annotators() -> None:
    """Post a: offensive 1, 0.5 and not said; about a group 1 and 0: IDENTITY (1 * 1 + 0.5 * 0) / 2."""
    table = {"post": ["a", "a", "a"], "offensiveYN": [1.0, 0.5, None], "whoTarget": [1.0, 0.0, None]}
    (example,) = readers.read_sbic({"sbic_dev": table})
    assert example.labels == {TOXIC: 0.75, IDENTITY: 0.5}


def test_toxigen_ratings_from_one_to_five_become_shares() -> None:
    table = {"text": ["a"], "toxicity_human": [4.0]}
    assert next(readers.read_toxigen({"toxigen": table})).labels == {TOXIC: 0.75, IDENTITY: 0.75}


def test_implicit_hate_is_softer_than_explicit() -> None:
    table = {"post": ["a", "b", "c"], "class": ["not_hate", "implicit_hate", "explicit_hate"]}
    shares = [one.labels[IDENTITY] for one in readers.read_implicit_hate({"implicit_hate_1": table})]
    assert shares == [0, 0.7, 1]


def test_threats_are_marked_among_hateful_emoji() -> None:
    table = {
        "text": ["a", "b", "c"],
        "label_gold": [1, 1, 0],
        "type": ["threateninglanguage", "derogation", "none"],
    }
    found = [one.labels[THREAT] for one in readers.read_hatemoji({"hatemoji": table})]
    assert found == [1, 0, 0]


def test_sexism_is_an_attack_on_identity() -> None:
    table = {
        "text": ["a", "b", "c"],
        "label_sexist": ["sexist", "sexist", "not sexist"],
        "label_category": ["1. threats", "2. derogation", "none"],
    }
    threat, insult, other = readers.read_edos({"edos": table})
    assert threat.labels == {TOXIC: 0.8, IDENTITY: 0.8, THREAT: 0.8}
    assert insult.labels[THREAT] == 0
    assert other.labels == {TOXIC: 0.2, IDENTITY: 0.1}


def test_stormfront_sentences_without_a_clear_label_are_left_out() -> None:
    table = {"text": ["a", "b", "c"], "label": ["hate", "noHate", "relation"]}
    assert [one.text for one in readers.read_stormfront({"stormfront": table})] == ["a", "b"]


def test_ruddit_scores_are_bent_into_shares_and_deleted_comments_left_out() -> None:
    table = {"txt": ["a", "[deleted]", "b"], "offensiveness_score": [0.3, 0.9, 0.8]}
    first, second = readers.read_ruddit({"ruddit": table})
    assert first.labels[TOXIC] == 0.5
    assert second.labels[TOXIC] == pytest.approx(1 / (1 + exp(-4)))


def test_rewrites_belong_to_the_same_part_as_their_original() -> None:
    table = {"toxic": ["bad"], "neutral1": ["good"], "neutral2": ["fine"], "neutral3": [None]}
    found = list(readers.read_paradetox({"paradetox": table}))
    assert [one.text for one in found] == ["bad", "good", "fine"]
    assert {one.origin for one in found} == {"bad"}
    assert found[0].labels[TOXIC] > 0.5 > found[1].labels[TOXIC]


def test_everyday_talk_leaves_out_rough_sources() -> None:
    table = {"source": ["chitchat", "irc_ubuntu"], "text": ["hello", "who knows"]}
    assert list(readers.read_everyday({"everyday_text": table})) == [Example("hello", NOTHING_WRONG)]


@pytest.mark.parametrize(
    ("name", "column", "share"),
    [
        ("identity_neutral", "comment", 0.0),
        ("paradetox_cannot_rewrite", "text", 0.9),
        ("reviews", "text", 0.03),
    ],
)
def test_sets_of_one_kind_have_one_label(name: str, column: str, share: float) -> None:
    read = {
        "identity_neutral": readers.read_identity_neutral,
        "paradetox_cannot_rewrite": readers.read_unrewritable,
        "reviews": readers.read_reviews,
    }[name]
    (example,) = read({name: {column: ["a"]}})
    assert example.labels[TOXIC] == share


def test_context_labels_are_taken_as_they_are() -> None:
    table = {"text": ["a", "b"], "label": [0, 1]}
    assert [one.labels[TOXIC] for one in readers.read_wiki_context({"wiki_context": table})] == [0, 1]
