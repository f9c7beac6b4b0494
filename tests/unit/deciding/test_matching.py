"""That a large bank is compiled once and then not gone through."""

from sayso.core import Span, Term
from sayso.deciding.matching import FreeIndex, OrderedIndex
from sayso.deciding.spelling import Token


class CountingKeys(frozenset[str]):
    """A token's keys that count how often they are compared."""

    asked = 0

    def __and__(self, other: object) -> frozenset[str]:
        CountingKeys.asked += 1
        return frozenset(self) & other  # pyright: ignore[reportOperatorIssue, reportUnknownVariableType]  # any set


def make_tokens(*words: str) -> list[Token]:
    return [Token(Span(place, place + 1), CountingKeys({word})) for place, word in enumerate(words)]


def test_a_token_is_looked_up_as_often_in_a_bank_of_10000_terms_as_in_one_of_10() -> None:
    asked: list[int] = []
    for size in (10, 10_000):
        free, ordered = FreeIndex(), OrderedIndex()
        for number in range(size):
            for index in (free, ordered):
                index.add(["silly", f"w{number}"], Term(f"silly w{number}", "block"))
        CountingKeys.asked = 0
        tokens = make_tokens(*["silly"] * 100, "w7", "silly")
        assert [term.text for term, _ in free.find(tokens)] == ["silly w7"] * 2
        assert [term.text for term, _ in ordered.find(tokens)] == ["silly w7"]
        asked.append(CountingKeys.asked)
    assert asked[0] == asked[1]


def test_a_word_read_in_several_ways_fills_one_place_of_a_term() -> None:
    index = FreeIndex()
    index.add(["silly", "dog", "dog"], Term("silly dog dog", "block"))
    either = frozenset({"silly", "dog"})
    places = [Token(Span(place, place + 1), keys) for place, keys in enumerate([either, either, either])]
    assert len(list(index.find(places))) == 1
    silly = Token(Span(3, 4), frozenset({"silly"}))
    assert len(list(index.find([silly, either_of := places[0], places[1]]))) == 1
    assert not list(index.find([silly, silly, either_of]))
    assert not list(index.find(places[:2]))
    index.add(["cat", "cat", "cat"], Term("cat cat cat", "block"))
    either_pet = Token(Span(4, 5), frozenset({"dog", "cat"}))
    dog = Token(Span(5, 6), frozenset({"dog"}))
    assert not list(index.find([either_pet, dog, dog]))


class CountingWord(str):
    """A wanted word that counts how often it is looked for in a place."""

    __slots__ = ()
    asked = 0

    def __hash__(self) -> int:
        CountingWord.asked += 1
        return super().__hash__()

    __eq__ = str.__eq__


def test_a_term_of_ten_words_is_tried_no_more_than_ten_times_in_each_of_ten_places_per_word() -> None:
    wanted = [CountingWord(f"silly{number}") for number in range(9)] + [CountingWord("zebra")]
    index = FreeIndex()
    index.add(wanted, Term("nine silly words and a zebra", "block"))
    silly = frozenset(str(word) for word in wanted[:9])
    tokens = [Token(Span(place, place + 1), silly) for place in range(10)]  # no place is left for the zebra
    CountingWord.asked = 0
    assert not list(index.find(tokens))
    assert 0 < CountingWord.asked <= 10**3


def test_words_change_places_until_all_have_one() -> None:
    index = FreeIndex()
    index.add(["cat", "dog", "owl"], Term("cat dog owl", "block"))
    keys = [{"cat", "dog"}, {"cat", "owl"}, {"cat"}]
    assert (
        len(list(index.find([Token(Span(at, at + 1), frozenset(each)) for at, each in enumerate(keys)]))) == 1
    )


def test_words_that_come_again_are_looked_up_once() -> None:
    index = FreeIndex()
    for number in range(50):
        index.add([f"silly{number}", "dog"], Term(f"silly{number} dog", "block"))
    either = frozenset({"dog", *(f"silly{number}" for number in range(50))})
    tokens = [Token(Span(place, place + 1), either) for place in range(100)]
    assert len(list(index.find(tokens))) == 50


def test_what_terms_were_found_in_is_listed_once_however_long_they_are() -> None:
    index = OrderedIndex()
    for length in range(1, 11):
        index.add(["silly"] * length, Term(" ".join(["silly"] * length), "permit"))
    tokens = make_tokens(*["silly"] * 100, "dog", *["silly"] * 5)
    spans = [span for _, spans in index.find(tokens) for span in spans]
    assert spans == [token.span for place, token in enumerate(tokens) if place != 100]
