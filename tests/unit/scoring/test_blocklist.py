"""Terms of a list, found as whole words through disguises, with their places in the original."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.core import Attribute, Evidence, Span, WordWeight
from sayso.core.errors import BadFile, BadInput
from sayso.scoring.blocklist import BlocklistScorer, Term, TermList, build
from sayso.scoring.registry import ScorerContext
from sayso.testing import FakeScorer

INSULT, PROFANITY, TOXICITY = Attribute.INSULT, Attribute.PROFANITY, Attribute.TOXICITY


def make_scorer(*terms: str | Term) -> BlocklistScorer:
    listed = [Term(term, line) if isinstance(term, str) else term for line, term in enumerate(terms, 1)]
    return BlocklistScorer(TermList("words.txt", "0a1b2c3d4e5f", tuple(listed)))


def find_texts(scorer: BlocklistScorer, text: str) -> list[str]:
    return [text[match.span.begin : match.span.end] for match in scorer.find(text)]


WORDS = make_scorer("idiot", "donkey", "go home", "son of a donkey", "🖕", "馬鹿")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("you idiot", ["idiot"]),
        ("IDIOT!", ["IDIOT"]),
        ("an idiot's idiot", ["idiot", "idiot"]),
        ("idiots and idiotic donkeys", []),
        ("go home", ["go home"]),
        ("please go\n  home now", ["go\n  home"]),
        ("let's go, home is near", []),
        ("going home", []),
        ("you son-of-a-donkey", ["son-of-a-donkey"]),
        ("a fine day", []),
        ("", []),
    ],
)
def test_terms_are_found_as_whole_words_and_phrases(text: str, found: list[str]) -> None:
    assert find_texts(WORDS, text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("you id**t", ["id**t"]),
        ("you i***t, g* home", ["i***t"]),
        ("1d10t", ["1d10t"]),
        ("such an i d i o t really", ["i d i o t"]),
        ("i.d.i.o.t", ["i.d.i.o.t"]),
        ("idioooot", ["idioooot"]),
        ("i\u200bdiot", ["i\u200bdiot"]),
        ("\u0456di\u043et", ["\u0456di\u043et"]),
        ("ｉｄｉｏｔ", ["ｉｄｉｏｔ"]),
        ("ídíöt", ["ídíöt"]),
        ("😂 d0nkey 😂", ["d0nkey"]),
    ],
)
def test_disguised_terms_are_found_where_they_stand(text: str, found: list[str]) -> None:
    assert find_texts(WORDS, text) == found


def test_a_masked_word_inside_a_phrase_is_read() -> None:
    assert find_texts(make_scorer("hush puppy"), "you h**h puppy") == ["h**h puppy"]


def test_signs_and_unspaced_scripts_need_no_gap_around_them() -> None:
    assert find_texts(WORDS, "you🖕you") == ["🖕"]
    assert find_texts(WORDS, "お前は馬鹿だ") == ["馬鹿"]


def test_a_term_with_a_disguise_in_the_list_is_found_plain_and_disguised() -> None:
    assert find_texts(make_scorer("1d10t"), "idiot 1d10t") == ["idiot", "1d10t"]


def test_a_hyphen_in_a_term_is_not_a_space_in_the_text() -> None:
    assert find_texts(make_scorer("a-hole"), "we dug a hole, you a-hole") == ["a-hole"]


def test_what_lies_inside_a_longer_match_is_left_out() -> None:
    assert find_texts(WORDS, "son of a donkey, donkey") == ["son of a donkey", "donkey"]


def test_an_inner_term_that_weighs_more_stays() -> None:
    scorer = make_scorer(Term("son of a donkey", 1, weight=0.4), Term("donkey", 2, weight=0.9))
    assert find_texts(scorer, "son of a donkey") == ["son of a donkey", "donkey"]


def test_a_text_scores_its_heaviest_term_and_zero_without_one() -> None:
    scorer = make_scorer(Term("silly", 1, weight=0.3), "idiot")
    scores = scorer.score(["silly idiot", "silly", "fine"])
    assert scores.model == "blocklist.v1-0a1b2c3d"
    assert scores.columns == {PROFANITY: [1.0, 0.3, 0.0], TOXICITY: [1.0, 0.3, 0.0]}


def test_a_term_counts_for_its_own_attributes_only() -> None:
    scorer = make_scorer(Term("idiot", 1, frozenset({INSULT}), 0.8), Term("heck", 2))
    assert scorer.attributes == {INSULT, PROFANITY, TOXICITY}
    assert scorer.score(["idiot", "heck"]).columns == {
        INSULT: [0.8, 0.0],
        PROFANITY: [0.0, 1.0],
        TOXICITY: [0.0, 1.0],
    }


def test_one_term_may_stand_in_the_list_for_several_attributes() -> None:
    scorer = make_scorer(
        Term("idiot", 1, frozenset({INSULT}), 0.8), Term("idiot", 2, frozenset({TOXICITY}), 0.5)
    )
    assert scorer.score(["idiot"]).row(0) == {INSULT: 0.8, TOXICITY: 0.5}


def test_evidence_names_the_terms_of_the_list_with_places_and_weights() -> None:
    scorer = make_scorer(Term("silly", 1, weight=0.3), "Idiot")
    assert scorer.examine(["a silly 1diot", "fine"]) == [
        Evidence(words=(WordWeight(Span(2, 7), 0.3, "silly"), WordWeight(Span(8, 13), 1.0, "Idiot"))),
        Evidence(),
    ]


@given(st.text(st.characters() | st.sampled_from("idot -*.1\ud83d"), max_size=40))
def test_any_text_is_searched_and_every_place_lies_in_it(text: str) -> None:
    for match in WORDS.find(text):
        assert 0 <= match.span.begin < match.span.end <= len(text)


@given(
    st.text(st.sampled_from(" .,!?😂\n()"), max_size=10),
    st.text(st.sampled_from(" .,!?😂\n()"), max_size=10),
)
def test_a_term_among_signs_is_found_at_its_place(before: str, after: str) -> None:
    found = [match.span for match in WORDS.find(f"{before}donkey{after}")]
    assert found == [Span(len(before), len(before) + 6)]


def test_twenty_kilobytes_of_terms_are_searched_in_linear_time() -> None:
    assert len(WORDS.find("idiot " * 3400)) == 3400


def test_without_a_file_the_right_way_is_shown() -> None:
    with pytest.raises(BadInput) as caught:
        build("", ScorerContext(), lambda spec: FakeScorer(name=spec))
    assert caught.value.message == "'blocklist' needs a file."
    assert caught.value.hint == "Write its path after a colon: blocklist:words.txt"


def test_it_is_built_from_a_file_and_named_by_its_content(tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_text("idiot\n")
    scorer = build(str(path), ScorerContext(), lambda spec: FakeScorer(name=spec))
    assert scorer.name == "blocklist.v1-2813b48f"  # sha256sum of "idiot\n"
    assert scorer.score(["idiot"]).row(0) == {TOXICITY: 1.0, PROFANITY: 1.0}


def test_a_term_that_cannot_be_seen_is_refused_with_its_line() -> None:
    with pytest.raises(BadFile, match=r"Line 2 of the list 'words.txt' holds nothing that can be seen."):
        make_scorer("idiot", "\u200b\u200d")
