"""The OpenAI moderation scorer against a double of the service."""

from collections.abc import Mapping

import pytest

from sayso.core import Attribute
from sayso.core.errors import BadInput, RemoteBroken, RemoteRefused
from sayso.scoring.openai import DEFAULT_MODEL, OpenAIScorer, build
from sayso.scoring.registry import ScorerContext
from sayso.scoring.remote import Wire
from sayso.testing import Answer, FakeScorer, HttpDouble, openai_double

KEY = "hush-key"
ZEROS = dict.fromkeys(
    ["harassment", "harassment/threatening", "hate", "hate/threatening", "sexual", "violence", "self-harm"],
    0.0,
)


def make_scorer(double: HttpDouble) -> OpenAIScorer:
    return OpenAIScorer(url="https://openai.example/v1", key=KEY, wire=Wire(transport=double.transport()))


def answer_with(*scores: Mapping[str, object]) -> HttpDouble:
    results = [{"category_scores": one} for one in scores]
    return HttpDouble(lambda _: Answer(content={"id": "modr-1", "model": DEFAULT_MODEL, "results": results}))


def test_categories_are_translated_to_attributes() -> None:
    scores = {
        **ZEROS,
        "harassment": 0.3,
        "harassment/threatening": 0.2,
        "hate": 0.1,
        "hate/threatening": 0.4,
        "violence": 0.6,
        "sexual": 0.5,
        "self-harm": 0.9,
    }
    assert make_scorer(answer_with(scores)).score(["hello"]).row(0) == {
        Attribute.TOXICITY: 0.4,  # max(0.3, 0.2, 0.1, 0.4): harassment and hate
        Attribute.IDENTITY_ATTACK: 0.1,  # hate
        Attribute.INSULT: 0.3,  # harassment
        Attribute.THREAT: 0.6,  # max(0.2, 0.4, 0.6)
        Attribute.SEXUALLY_EXPLICIT: 0.5,  # sexual
    }


def test_what_openai_has_no_category_for_is_not_scored() -> None:
    missing = frozenset(Attribute) - OpenAIScorer.attributes
    assert missing == {Attribute.SEVERE_TOXICITY, Attribute.PROFANITY}


def test_seventy_texts_travel_in_three_calls_and_keep_their_order() -> None:
    double = openai_double(key=KEY)
    texts = ["you idiot" if index % 3 == 0 else "a fine day" for index in range(70)]
    insults = make_scorer(double).score(texts).columns[Attribute.INSULT]
    assert insults == [0.95 if index % 3 == 0 else 0.02 for index in range(70)]
    assert sorted(len(asked.json()["input"]) for asked in double.asked) == [6, 32, 32]


def test_the_model_asked_for_is_in_the_request_and_in_the_name() -> None:
    double = openai_double()
    scores = make_scorer(double).score(["hello"])
    assert scores.model == "openai.omni-moderation-2024-09-26"
    assert double.asked[0].json() == {"model": "omni-moderation-2024-09-26", "input": ["hello"]}
    assert double.asked[0].path == "/v1/moderations"


def test_blank_texts_score_zero_without_a_call() -> None:
    double = openai_double()
    scores = make_scorer(double).score(["", " "])
    assert scores.columns == {attribute: [0.0, 0.0] for attribute in OpenAIScorer.attributes}
    assert double.asked == []


def test_a_wrong_key_is_refused_without_showing_it() -> None:
    with pytest.raises(RemoteRefused, match="Incorrect API key provided") as caught:
        make_scorer(openai_double(key="another")).score(["hello"])
    assert KEY not in str(caught.value)


@pytest.mark.parametrize(
    ("double", "message"),
    [
        (answer_with(ZEROS, ZEROS), "2 results for 1 texts"),
        (answer_with({"harassment": 0.1}), "no score from 0 to 1 for harassment/threatening"),
        (HttpDouble(lambda _: Answer(content={"id": "modr-1"})), "0 results for 1 texts"),
    ],
)
def test_an_answer_without_the_scores_is_broken(double: HttpDouble, message: str) -> None:
    with pytest.raises(RemoteBroken, match=message):
        make_scorer(double).score(["hello"])


@pytest.mark.parametrize(
    ("argument", "version", "name"),
    [
        ("", "", "openai.omni-moderation-2024-09-26"),
        ("text-moderation-stable", "", "openai.text-moderation-stable"),
        ("", "text-moderation-stable", "openai.text-moderation-stable"),
    ],
)
def test_the_model_is_chosen_by_argument_or_version(argument: str, version: str, name: str) -> None:
    context = ScorerContext(openai_url="https://openai.example/v1", version=version)
    assert build(argument, context, lambda spec: FakeScorer(name=spec)).name == name


def test_openai_itself_needs_a_key_and_others_may_not() -> None:
    with pytest.raises(BadInput, match="'openai' needs a key"):
        build("", ScorerContext(), lambda spec: FakeScorer(name=spec))
    context = ScorerContext(openai_url="http://127.0.0.1:8700/v1")
    assert build("", context, lambda spec: FakeScorer(name=spec)).name == "openai.omni-moderation-2024-09-26"
