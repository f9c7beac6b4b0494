import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.audit.evaluation.cases import TokenMarks
from sayso.audit.evaluation.marks import find_marked, list_characters, measure_characters, measure_tokens
from sayso.core import Evidence, Span, WordWeight
from sayso.stats.resampling import Bootstrap


def evidence(*words: tuple[int, int, float]) -> Evidence:
    return Evidence(tuple(WordWeight(Span(begin, end), weight, "word") for begin, end, weight in words))


def test_words_count_from_the_threshold_on() -> None:
    found = find_marked(evidence((4, 9, 0.5), (0, 3, 0.9), (10, 13, 0.49)), threshold=0.5)
    assert found == [Span(0, 3), Span(4, 9)]


@pytest.mark.parametrize(
    ("text", "spans", "marked"),
    [
        ("ab cd", [Span(0, 2), Span(3, 5)], {0, 1, 2, 3, 4}),  # the space between neighbours
        ("ab, cd", [Span(0, 2), Span(4, 6)], {0, 1, 4, 5}),  # a comma stands between them
        ("ab cd ef", [Span(0, 2), Span(6, 8)], {0, 1, 6, 7}),  # a word stands between them
        ("ab cd", [Span(0, 5), Span(0, 2)], {0, 1, 2, 3, 4}),  # one inside another
        ("abcd e", [Span(0, 4), Span(1, 2), Span(5, 6)], {0, 1, 2, 3, 4, 5}),  # neighbours of the outer one
        ("ab", [], set[int]()),
    ],
)
def test_the_space_between_marked_neighbours_is_marked(
    text: str, spans: list[Span], marked: set[int]
) -> None:
    assert list_characters(text, spans) == marked


def test_character_f1_is_the_mean_over_texts() -> None:
    texts = ["you idiot", "hello", "silly you"]
    gold = [frozenset(range(4, 9)), frozenset[int](), frozenset(range(5))]
    given = [evidence((4, 9, 1.0)), evidence(), evidence((6, 9, 1.0))]
    measured = measure_characters(texts, gold, given, threshold=0.5, bootstrap=Bootstrap(20))
    # All of the first, nothing where nothing was wanted, the wrong word in the third: (1 + 1 + 0) / 3.
    assert (measured.name, measured.texts) == ("character F1", 3)
    assert measured.interval.value == pytest.approx(2 / 3)


def test_token_f1_sums_its_counts_over_texts_that_were_judged() -> None:
    tokens = TokenMarks(
        spans=[(Span(0, 3), Span(4, 9)), (), (Span(0, 5), Span(6, 9))],
        marked=[(False, True), (), (True, True)],
    )
    given = [evidence((4, 6, 0.8)), evidence((0, 1, 0.9)), evidence()]
    measured = measure_tokens(tokens, given, threshold=0.5, bootstrap=Bootstrap(20))
    # Hits 1 (part of the word is enough), false alarms 0 (the second text is not judged), misses 2.
    assert measured.interval.value == pytest.approx(2 / (2 + 0 + 2))
    assert (measured.name, measured.texts) == ("token F1", 2)


def test_no_judged_text_leaves_token_f1_undefined() -> None:
    measured = measure_tokens(TokenMarks([()], [()]), [evidence()], threshold=0.5, bootstrap=Bootstrap(20))
    assert (str(measured.interval), measured.texts) == ("–", 0)


@given(st.text("ab ,", max_size=20), st.lists(st.tuples(st.integers(0, 19), st.integers(0, 5))))
def test_marked_characters_lie_in_the_text_and_cover_every_span(
    text: str, places: list[tuple[int, int]]
) -> None:
    spans = sorted(Span(begin, begin + length) for begin, length in places if begin + length <= len(text))
    marked = list_characters(text, spans)
    assert marked <= set(range(len(text)))
    assert all(set(range(span.begin, span.end)) <= marked for span in spans)
