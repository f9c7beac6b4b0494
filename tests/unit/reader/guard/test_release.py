import asyncio
from collections.abc import Awaitable, Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.core import Decision, Policy, Streaming
from sayso.core.sizes import MAX_LENGTH
from sayso.reader.guard import release
from sayso.reader.guard.release import Cut, CutFinder, ReleaseBuffer
from sayso.testing import FakeScorer
from sayso.testing.judging import judge as judge_reply
from sayso.text import Word, split_words

SCORER = FakeScorer({"idiot": 0.95, "silly": 0.4})
POLICY = Policy()
MODES: tuple[Streaming, ...] = ("sentence", "window", "whole")
LONG = "The garden looks lovely today. The birds sing in the old apple tree. Rain comes later, they say. "
GOOD = [
    "The",
    "garden",
    "birds",
    "sing",
    "goose",
    "Rain",
    "comes.",
    "Today!",
    "so?",
    "é",
    "🙂",
    "old",
    "tree.",
]
BAD = ["silly", "idiot", "Idiot!"]
WORDS = st.integers(0, 99).map(lambda at: BAD[at % 3] if at > 96 else GOOD[at % len(GOOD)])
TEXTS = st.lists(
    st.tuples(WORDS, st.sampled_from([" ", "\n", "  ", ", "])).map("".join), min_size=1, max_size=60
).map("".join)


class Watched:
    """Judges by the real rules, and keeps what was judged to be shown."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.shown: set[str] = set()

    async def __call__(self, text: str) -> Decision:
        decision = judge_reply(text, scorer=SCORER, policy=POLICY)
        self.asked.append(text)
        if decision.outcome == "shown":
            self.shown.add(text)
        return decision


async def let_out(pieces: Sequence[str], mode: Streaming, judge: Watched) -> list[str]:
    """What had left after each piece, and at the end."""
    buffer = ReleaseBuffer(CutFinder(mode, 8), judge)
    seen = [""]
    for piece in pieces:
        buffer.add(piece)
        seen.append(seen[-1] + await buffer.advance())
    if (await buffer.finish()).outcome == "shown":
        seen.append(seen[-1] + buffer.release_rest())
    return seen


def run(work: Awaitable[list[str]]) -> list[str]:
    async def wait() -> list[str]:
        return await work

    return asyncio.run(wait())


@pytest.mark.parametrize("mode", MODES)
@given(text=TEXTS, data=st.data())
def test_all_that_has_left_was_judged_to_be_shown_however_it_came(
    mode: Streaming, text: str, data: st.DataObject
) -> None:
    at = sorted(data.draw(st.sets(st.integers(0, len(text)), max_size=30)))
    pieces = [text[begin:end] for begin, end in zip([0, *at], [*at, len(text)], strict=True)]
    judge = Watched()
    seen = run(let_out(pieces, mode, judge))
    assert set(seen) - {""} <= judge.shown
    assert all(text.startswith(each) for each in seen)
    assert seen[-1] == run(let_out(list(text), mode, Watched()))[-1]


@pytest.mark.parametrize("mode", MODES)
def test_a_reply_that_is_shown_leaves_whole(mode: Streaming) -> None:
    assert run(let_out(list(LONG), mode, Watched()))[-1] == LONG


def test_whole_releases_nothing_before_the_end() -> None:
    seen = run(let_out([LONG, "More. "], "whole", Watched()))
    assert seen == ["", "", "", f"{LONG}More. "]


def test_a_sentence_leaves_once_the_next_has_begun() -> None:
    pieces = ["The garden looks lovely", " today.", " The", " birds", " sing."]
    seen = run(let_out(pieces, "sentence", Watched()))
    first = "The garden looks lovely today. "
    assert seen == ["", "", "", "", first, first, f"{first}The birds sing."]


def test_a_window_keeps_the_last_words_back() -> None:
    cuts = CutFinder("window", window_words=8).find(" ".join(f"word{at}" for at in range(20)) + " ")
    text = " ".join(f"word{at}" for at in range(20))
    # Three content words are the least: with the eleventh word, the first three may leave; then every fourth.
    assert [text[: cut.end].split() for cut in cuts] == [
        [f"word{at}" for at in range(count)] for count in (3, 7, 11)
    ]
    assert [len(text[: cut.seen].split()) for cut in cuts] == [11, 15, 19]


def test_the_beginning_of_an_insult_does_not_leave_in_a_window() -> None:
    text = (
        "The garden looks lovely today, and you are such an idiot that it hurts to look at it now and then. "
    )
    seen = run(let_out(text.split(" "), "window", Watched()))
    assert seen[-1] == ""
    early = "The garden looks lovely today and the birds sing in the apple tree by the house. "
    seen = run(let_out(list(early + text), "window", Watched()))
    assert "idiot" not in seen[-1]
    assert seen[-1].startswith("The garden looks lovely today and")
    assert "such an" not in seen[-1]


def test_a_word_cut_in_two_is_never_taken_for_two() -> None:
    seen = run(let_out([LONG, "You idi", "ot. ", "The end. "], "sentence", Watched()))
    assert seen[-1] == LONG


def test_after_a_no_nothing_is_judged_until_the_end() -> None:
    judge = Watched()
    run(let_out([f"You silly old goose. {LONG}", LONG, LONG], "sentence", judge))
    assert judge.asked[-1] == f"You silly old goose. {LONG * 3}"
    assert len(judge.asked) <= 3


def test_what_would_leave_is_judged_even_if_all_that_came_is_shown() -> None:
    class Picky(Watched):
        """Takes a text for shown only once it has two sentences."""

        async def __call__(self, text: str) -> Decision:
            decision = await super().__call__(text)
            return decision if text.count(".") > 1 else replace(decision, outcome="held")

    text = "The garden looks lovely today. Birds sing. Rain falls on the old apple tree by the house now. "
    buffer = ReleaseBuffer(CutFinder("window", 8), Picky())
    left = ""
    for word in text.split(" "):
        buffer.add(f"{word} ")
        left += asyncio.run(let_go(buffer))
        assert not left or left.count(".") > 1
    # Looks come with the twelfth word, when four may leave and are not shown, and with the sixteenth.
    assert left == "The garden looks lovely today. Birds sing. Rain "


async def let_go(buffer: ReleaseBuffer) -> str:
    return await buffer.advance()


def test_much_at_once_takes_one_look() -> None:
    judge = Watched()
    run(let_out([LONG * 5], "sentence", judge))
    assert len(judge.asked) == 2


def test_the_example_beside_the_cut_finder_is_true() -> None:
    cut_finder, text = CutFinder("window", window_words=2), "The old cat sat by the warm fire "
    found = {end: cut_finder.find(text[:end]) for end in range(1, len(text) + 1)}
    assert {end: cuts for end, cuts in found.items() if cuts} == {23: [Cut(16, 23)]}
    assert CutFinder("sentence").find("Much rain falls today. The ") == [Cut(23, 23)]


def test_a_lone_word_is_not_judged_without_its_neighbours() -> None:
    assert CutFinder("sentence").find("So silly! Then ") == []
    assert CutFinder("sentence").find("So silly! Then rain came. What ") == [Cut(26, 26)]


def test_a_long_text_has_cuts_further_and_further_apart() -> None:
    cuts = CutFinder("window", window_words=1).find("word " * 3000)
    assert len(cuts) < 120
    short = CutFinder("window", window_words=1).find("word " * 64)
    assert len(short) == 16


def test_text_without_any_end_is_not_searched_again_and_again() -> None:
    cut_finder = CutFinder("sentence")
    assert cut_finder.find("word " * 20_000) == []


def test_ideographs_have_ends_without_spaces() -> None:
    cuts = CutFinder("sentence").find("今天天气很好。我们去公园散步。再见")
    assert [cut.end for cut in cuts] == [7]


def test_a_text_of_stop_words_is_not_counted_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    counted: list[int] = []

    def count(text: str) -> list[Word]:
        counted.append(len(text))
        return split_words(text)

    monkeypatch.setattr(release, "split_words", count)
    text = "the " * 20_000
    assert CutFinder("window").find(text) == []
    assert sum(counted) <= len(text)


@pytest.mark.parametrize("mode", ["sentence", "window"])
def test_beyond_what_can_be_judged_there_are_no_cuts(mode: Streaming) -> None:
    text = "The garden looks lovely. " * 5000
    cuts = CutFinder(mode).find(text)
    assert MAX_LENGTH * 0.9 < cuts[-1].seen <= MAX_LENGTH
    grown = CutFinder(mode)
    assert [cut for end in (MAX_LENGTH - 7, len(text)) for cut in grown.find(text[:end])] == cuts
