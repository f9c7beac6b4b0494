"""What each data set's labels mean in our words.

Where several people judged a text, the label is the share of them, not the majority. Where a set says
nothing sure about an attribute but leaving it out would teach that the set's topics are toxic, a low or
middling share stands in; each such number is explained beside it.
"""

from collections import defaultdict
from collections.abc import Iterator
from math import exp

from sayso.core import Attribute
from sayso.text.sentences import split_sentences
from sayso_lab.examples import NOTHING_WRONG, Example, Tables

TOXIC, SEVERE, IDENTITY = Attribute.TOXICITY, Attribute.SEVERE_TOXICITY, Attribute.IDENTITY_ATTACK
INSULT, PROFANE, THREAT = Attribute.INSULT, Attribute.PROFANITY, Attribute.THREAT

Examples = Iterator[Example]


def read_jigsaw(tables: Tables) -> Examples:
    table = tables["jigsaw"]
    names = {"toxic": TOXIC, "severe_toxic": SEVERE, "identity_hate": IDENTITY}
    names |= {"insult": INSULT, "obscene": PROFANE, "threat": THREAT}
    for row, text in enumerate(table["comment_text"]):
        found = {attribute: table[name][row] for name, attribute in names.items()}
        yield Example(text, {attribute: label for attribute, label in found.items() if label is not None})


def read_wikipedia_offensive(tables: Tables) -> Examples:
    """The label is 'any of Jigsaw's six', so a nought is a nought for all of them."""
    table = tables["wikipedia_offensive"]
    for text, label in zip(table["text"], table["is_offensive"], strict=True):
        yield Example(text, {TOXIC: 1.0} if label else NOTHING_WRONG)


def read_wiki_context(tables: Tables) -> Examples:
    table = tables["wiki_context"]
    for text, label in zip(table["text"], table["label"], strict=True):
        yield Example(text, {TOXIC: label})


def read_identity_neutral(tables: Tables) -> Examples:
    for text in tables["identity_neutral"]["comment"]:
        yield Example(text, NOTHING_WRONG)


def read_davidson(tables: Tables) -> Examples:
    table = tables["davidson"]
    votes = zip(table["tweet"], table["hate_speech"], table["neither"], table["count"], strict=True)
    for text, hate, neither, count in votes:
        yield Example(text, {TOXIC: 1 - neither / count, IDENTITY: hate / count})


def read_hatexplain(tables: Tables) -> Examples:
    table = tables["hatexplain"]
    for tokens, labels in zip(table["tokens"], table["labels"], strict=True):
        words = [token for token in tokens if not (token.startswith("<") and token.endswith(">"))]
        normal, hate = (labels.count(name) / len(labels) for name in ("normal", "hatespeech"))
        yield Example(" ".join(words), {TOXIC: 1 - normal, IDENTITY: hate})


_SPAN_KINDS = {
    INSULT: "Insult",
    PROFANE: "Profane/Obscene",
    IDENTITY: "Identity based Attack",
    THREAT: "Threat",
}


def read_toxic_spans_comments(tables: Tables) -> Examples:
    """Each rater marked spans of certain kinds, or none: all these comments had been called toxic before,
    so a rater without a mark still counts 0.3 towards TOXICITY."""
    kinds: dict[int, set[str]] = defaultdict(set)
    spans = tables["toxic_spans_spans"]
    for annotation, kind in zip(spans["annotation"], spans["type"], strict=True):
        kinds[annotation].add(kind or "Other Toxicity")
    raters: dict[int, list[set[str]]] = defaultdict(list)
    annotations = tables["toxic_spans_annotations"]
    for annotation, comment in zip(annotations["annotation"], annotations["comment_id"], strict=True):
        raters[comment].append(kinds[annotation])
    comments = tables["toxic_spans_comments"]
    for comment, text in zip(comments["comment_id"], comments["comment_text"], strict=True):
        if marks := raters[comment]:
            share = sum(map(bool, marks)) / len(marks)
            shares = {
                name: sum(kind in mark for mark in marks) / len(marks) for name, kind in _SPAN_KINDS.items()
            }
            yield Example(text, {TOXIC: 0.3 + 0.7 * share} | shares)


def read_toxic_spans_semeval(tables: Tables) -> Examples:
    """Sentence by sentence: one that holds a marked span is toxic, its unmarked neighbour is not.

    Without the neighbours, the topics of these comments (politics, mostly) would look toxic themselves.
    """
    table = tables["toxic_spans_semeval"]
    for text, offsets in zip(table["text"], table["spans"], strict=True):
        marked = set(offsets)
        for span in split_sentences(text) if marked else ():
            toxic = any(offset in marked for offset in range(span.begin, span.end))
            yield Example(text[span.begin : span.end], {TOXIC: 0.9 if toxic else 0.1}, text)


def read_toxic_spans_trial(tables: Tables) -> Examples:
    table = tables["toxic_spans_trial"]
    for text, offsets in zip(table["text"], table["spans"], strict=True):
        if offsets:
            yield Example(text, {TOXIC: 1.0})


def read_sbic(tables: Tables) -> Examples:
    """One row per annotator; an attack on a group needs both 'offensive' and 'about a group'."""
    table = tables["sbic_dev"]
    offensive: dict[str, list[float]] = defaultdict(list)
    group: dict[str, float] = defaultdict(float)
    for post, label, target in zip(table["post"], table["offensiveYN"], table["whoTarget"], strict=True):
        if label is not None:
            offensive[post].append(label)
            group[post] += label * (target or 0.0)
    for post, labels in offensive.items():
        yield Example(post, {TOXIC: sum(labels) / len(labels), IDENTITY: group[post] / len(labels)})


def read_implicit_hate(tables: Tables) -> Examples:
    """Nobody judged toxicity here: readers call explicit hate toxic, implicit hate more often than not."""
    labels = {
        "not_hate": {IDENTITY: 0.0, TOXIC: 0.05},
        "implicit_hate": {IDENTITY: 0.7, TOXIC: 0.6},
        "explicit_hate": {IDENTITY: 1.0, TOXIC: 1.0},
    }
    table = tables["implicit_hate_1"]
    for text, name in zip(table["post"], table["class"], strict=True):
        yield Example(text, labels[name])


def read_toxigen(tables: Tables) -> Examples:
    table = tables["toxigen"]
    for text, rating in zip(table["text"], table["toxicity_human"], strict=True):
        share = (rating - 1) / 4
        yield Example(text, {TOXIC: share, IDENTITY: share})


def read_hatemoji(tables: Tables) -> Examples:
    """What is not hateful may still be rude: 0.05."""
    table = tables["hatemoji"]
    for text, label, kind in zip(table["text"], table["label_gold"], table["type"], strict=True):
        threat = float(kind == "threateninglanguage")
        if label:
            yield Example(text, {TOXIC: 1.0, IDENTITY: 1.0, THREAT: threat})
        else:
            yield Example(text, {TOXIC: 0.05, IDENTITY: 0.0, THREAT: 0.0})


def read_edos(tables: Tables) -> Examples:
    """Judged for sexism alone: other posts of these forums may attack other groups (0.1) or be rude (0.2)."""
    table = tables["edos"]
    for text, label, category in zip(
        table["text"], table["label_sexist"], table["label_category"], strict=True
    ):
        threat = 0.8 * category.startswith("1.")
        if label == "sexist":
            yield Example(text, {TOXIC: 0.8, IDENTITY: 0.8, THREAT: threat})
        else:
            yield Example(text, {TOXIC: 0.2, IDENTITY: 0.1})


def read_stormfront(tables: Tables) -> Examples:
    """Sentences marked as needing their neighbours, or skipped, are left out."""
    labels = {"hate": {TOXIC: 1.0, IDENTITY: 1.0}, "noHate": {TOXIC: 0.05, IDENTITY: 0.0}}
    table = tables["stormfront"]
    for text, name in zip(table["text"], table["label"], strict=True):
        if name in labels:
            yield Example(text, labels[name])


def read_ruddit(tables: Tables) -> Examples:
    """The score is a place on a line, not a share of raters; even odds of 'toxic' are put at 0.3."""
    table = tables["ruddit"]
    for text, score in zip(table["txt"], table["offensiveness_score"], strict=True):
        if text not in {"[deleted]", "[removed]"}:
            yield Example(text, {TOXIC: 1 / (1 + exp(-8 * (score - 0.3)))})


def read_paradetox(tables: Tables) -> Examples:
    table = tables["paradetox"]
    for row, text in enumerate(table["toxic"]):
        yield Example(text, {TOXIC: 0.9}, text)
        for name in ("neutral1", "neutral2", "neutral3"):
            if table[name][row]:
                yield Example(table[name][row], {TOXIC: 0.05, PROFANE: 0.0}, text)


def read_unrewritable(tables: Tables) -> Examples:
    for text in tables["paradetox_cannot_rewrite"]["text"]:
        yield Example(text, {TOXIC: 0.9})


_PLAIN_TALK = frozenset({"self_dialogue", "sgd", "chitchat", "topical_chat", "taskmaster4", "commonvoice"})


def read_everyday(tables: Tables) -> Examples:
    """Task talk and small talk written for research; chat logs, which can be rough, are not used."""
    table = tables["everyday_text"]
    for source, text in zip(table["source"], table["text"], strict=True):
        if source in _PLAIN_TALK:
            yield Example(text, NOTHING_WRONG)


def read_reviews(tables: Tables) -> Examples:
    """Editorials and reviews: harsh on things and policies, seldom rude to people."""
    for text in tables["reviews"]["text"]:
        yield Example(text, {**NOTHING_WRONG, TOXIC: 0.03, INSULT: 0.02})
