import re

import pytest

from sayso.audit.suites import Half, Sentence, find_faults
from sayso_lab.data.labels import ATTRIBUTES, GROUPS
from sayso_lab.suites.taken_back import SUITES, load_taken_back, make_held_out, make_learned, make_pairs

HALVES: tuple[Half, ...] = ("learn", "held_out")
SLOT = re.compile(r"{(\w+)}")


@pytest.mark.parametrize("name", SUITES)
def test_the_files_are_sound_and_a_fifth_is_held_out(name: str) -> None:
    """Of the kind that has grown most it is a little less."""
    suite = load_taken_back(name)
    assert find_faults(suite) == []
    learned, held = (sum(len(kind.list_templates(half)) for kind in suite.kinds) for half in HALVES)
    assert held / (learned + held) > 0.16


@pytest.fixture(scope="module", params=SUITES)
def both(request: pytest.FixtureRequest) -> tuple[list[Sentence], list[Sentence]]:
    return make_learned(request.param, seed=5), make_held_out(request.param, seed=5)


def test_what_is_measured_on_is_not_learned_from(both: tuple[list[Sentence], list[Sentence]]) -> None:
    learned, held = both
    assert not {one.text.lower() for one in learned} & {one.text.lower() for one in held}
    assert not {one.group for one in learned if one.group} & {one.group for one in held}


def test_every_sentence_is_whole_and_labelled_by_names_the_encoder_knows(
    both: tuple[list[Sentence], list[Sentence]],
) -> None:
    for one in (*both[0], *both[1]):
        assert not re.search("[{}]", one.text)
        assert set(one.labels) <= set(ATTRIBUTES)
        assert one.target in {"", *GROUPS}


def test_words_taken_back_teach_that_nothing_is_wrong_and_thrown_ones_that_it_is() -> None:
    for name in ("taken_back", "taken_back_plain"):
        assert all(0.05 <= one.labels["TOXICITY"] <= 0.15 for one in make_learned(name, seed=5))
    assert all(one.labels["TOXICITY"] > 0.9 and one.target for one in make_learned("thrown", seed=5))


def test_a_word_that_is_a_common_insult_too_attacks_its_group_less() -> None:
    shares = {one.group: one.labels["IDENTITY_ATTACK"] for one in make_learned("thrown", seed=5)}
    assert shares["bitches"] < shares["faggots"]


def test_an_everyday_sentence_stands_beside_some() -> None:
    texts = [one.text for one in make_learned("body_talk", seed=5, company=["It rained."])]
    beside = [text.startswith("It rained. ") or text.endswith(" It rained.") for text in texts]
    assert 0.1 < sum(beside) / len(beside) < 0.4


@pytest.mark.parametrize("kind", ["dialect", "dialect_rough"])
def test_pairs_of_dialect_say_the_same_with_the_same_words(kind: str) -> None:
    kinds = {one.kind: one for one in load_taken_back("dialect").kinds}
    one, other = kinds[kind], kinds[f"{kind}_pair"]
    for half in HALVES:
        slots = [[SLOT.findall(text) for text in side.list_templates(half)] for side in (one, other)]
        assert slots[0] == slots[1]
    pairs = make_pairs(kind, seed=5)
    assert len(pairs) == len(one.held_out)
    assert [SLOT.sub("", pair.dialect.template) for pair in pairs if "{" in pair.dialect.text] == []
    assert len(one.learn) + len(one.held_out) >= 60
