import pytest

from sayso.core import Attribute
from sayso.core.policy import Policy
from sayso.reader.simulation.contested import Contests
from sayso.reader.simulation.known import KnownScores
from sayso.reader.simulation.tastes import find_subject, make_key
from sayso.testing import FakeScorer

WEIGHTS = {"silly": 0.4, "daft": 0.5}


def make_contests(**terms: str) -> Contests:
    words = {"silly": 0.4, "daft": 0.5, "idiot": 0.95, "you": 0.45}
    return Contests(KnownScores(FakeScorer(words)), Policy(), terms=frozenset(terms))


@pytest.mark.parametrize(
    ("reply", "subjects", "strong", "over"),
    [
        ("nice weather", set[str](), False, False),
        ("what silly weather", {"silli"}, True, False),
        ("silliest sillys of silly weather", {"silli"}, True, False),
        ("silly cats chase dogs, daft dogs", {"silli", "daft"}, True, False),
        ("an idiot swims", {"idiot"}, True, True),
        ("you", {"you"}, True, False),
        ("...", set[str](), False, False),
        ("", set[str](), False, False),
    ],
    ids=["nothing", "one", "inflected", "two", "over", "stop words alone", "no words", "empty"],
)
def test_what_is_contested_in_a_reply(reply: str, subjects: set[str], strong: bool, over: bool) -> None:
    found = make_contests().find(reply)
    assert (found.subjects, found.is_strong, found.is_over) == (subjects, strong, over)
    assert found.whole[Attribute.TOXICITY] == found.whole[Attribute.INSULT]


def test_everything_is_scored_before_it_is_asked_for() -> None:
    scorer = FakeScorer({"silly": 0.4})
    contests = Contests(KnownScores(scorer), Policy())
    contests.learn(["what silly weather", "nice weather"])
    calls = len(scorer.calls)
    assert contests.find("what silly weather").subjects == {"silli"}
    assert len(scorer.calls) == calls


def test_an_n_gram_is_about_its_heaviest_word() -> None:
    assert find_subject(["Silly", "daft", "cat"], weigh=lambda word: WEIGHTS.get(word.lower(), 0)) == "daft"
    assert find_subject(["one", "two"], weigh=lambda word: 0) == "one"
    assert find_subject([], weigh=lambda word: 0) == ""


def test_an_n_gram_is_about_the_longest_term_that_has_a_taste_of_its_own() -> None:
    weigh = WEIGHTS.get
    words = ["very", "silly", "cats", "purr"]
    terms = {"purr", "silli cat"}
    assert find_subject(words, weigh=lambda word: weigh(word, 0), terms=terms) == "silli cat"


def test_a_key_forgets_case_endings_and_stop_words() -> None:
    assert make_key("The Silliest of Questions") == make_key("silliest question")
    assert make_key("the of") == ""
