import json
from collections import Counter
from pathlib import Path

import pytest

from sayso.audit.suites import find_faults
from sayso.core import Attribute
from sayso_lab.data.old_split import make_key
from sayso_lab.suites import load
from sayso_lab.suites.plain_sentences import make_identity_sentences, make_innocent_sentences

WORDS = load("identities").list_words("learn")
GROUPS, PLURALS = WORDS["group"], WORDS["people"]


@pytest.mark.parametrize("name", ["identities", "innocents"])
def test_the_files_are_sound(name: str) -> None:
    assert find_faults(load(name)) == []


def test_each_group_is_met_in_as_many_harmless_sentences_as_every_other() -> None:
    sentences = make_identity_sentences()
    harmless = [example.text for example in sentences if example.labels[Attribute.TOXICITY] == 0]
    counts = Counter(
        group for text in harmless for group in (*GROUPS, *PLURALS) if f" {group} " in f" {text} "
    )
    assert min(counts[group] for group in GROUPS) >= 20
    assert min(counts[group] for group in PLURALS) >= 5


def test_attacks_are_fewer_than_harmless_sentences() -> None:
    toxic = [example.labels[Attribute.TOXICITY] > 0.5 for example in make_identity_sentences()]
    assert 0 < sum(toxic) < len(toxic) / 2


def test_innocent_sentences_are_harmless_in_every_respect() -> None:
    sentences = make_innocent_sentences()
    assert sentences
    assert all(not any(example.labels.values()) for example in sentences)


def test_no_sentence_is_made_twice() -> None:
    texts = [example.text for example in (*make_identity_sentences(), *make_innocent_sentences())]
    assert len(texts) == len(set(texts))


def test_the_sentences_that_the_shipped_weights_are_tried_on_are_not_learned_from() -> None:
    tried = Path(__file__).parents[3] / "tests" / "unit" / "scoring" / "rude_and_kind.json"
    pairs: list[list[str]] = json.loads(tried.read_text("utf-8"))
    learned = {make_key(one.text) for one in (*make_identity_sentences(), *make_innocent_sentences())}
    assert pairs
    assert not learned & {make_key(text) for pair in pairs for text in pair}
