"""The Perspective scorer against a double of the service."""

import pytest

from sayso.core import Attribute
from sayso.core.errors import BadInput, RemoteBroken, RemoteRefused, UnknownName
from sayso.scoring.perspective import PerspectiveScorer, build
from sayso.scoring.registry import ScorerContext
from sayso.scoring.remote import Retries, Wire
from sayso.testing import Answer, FakeScorer, HttpDouble, perspective_double

KEY = "hush-key"


def make_scorer(
    double: HttpDouble, *, attributes: frozenset[Attribute] = frozenset(Attribute)
) -> PerspectiveScorer:
    wire = Wire(transport=double.transport(), retries=Retries(sleep=lambda _: None))
    return PerspectiveScorer(url="https://perspective.example", key=KEY, attributes=attributes, wire=wire)


def refuse_to_build(argument: str, context: ScorerContext) -> BadInput:
    with pytest.raises(BadInput) as caught:
        build(argument, context, lambda spec: FakeScorer(name=spec))
    return caught.value


def test_summary_scores_come_back_in_order_for_every_attribute() -> None:
    scorer = make_scorer(perspective_double(key=KEY))
    scores = scorer.score(["you idiot", "a fine day", "silly me"])
    assert scores.model == "perspective.v1alpha1"
    assert scores.columns == {attribute: [0.95, 0.02, 0.4] for attribute in Attribute}


def test_the_service_is_asked_for_english_and_not_to_store() -> None:
    double = perspective_double()
    make_scorer(double, attributes=frozenset({Attribute.THREAT, Attribute.INSULT})).score(["hello"])
    assert double.asked[0].json() == {
        "comment": {"text": "hello"},
        "requestedAttributes": {"INSULT": {}, "THREAT": {}},
        "languages": ["en"],
        "doNotStore": True,
    }


def test_blank_texts_score_zero_without_a_call() -> None:
    double = perspective_double()
    scores = make_scorer(double).score(["", " \n"])
    assert scores.columns == {attribute: [0.0, 0.0] for attribute in Attribute}
    assert double.asked == []


def test_a_text_over_20_kb_is_sent_in_parts_and_scores_as_its_worst() -> None:
    double = perspective_double()
    scores = make_scorer(double).score(["all is well " * 4000 + "idiot"])
    assert scores.row(0)[Attribute.TOXICITY] == 0.95
    assert len(double.asked) > 2


def test_a_wrong_key_is_refused_without_showing_it() -> None:
    with pytest.raises(RemoteRefused, match="API key not valid") as caught:
        make_scorer(perspective_double(key="another")).score(["hello"])
    assert KEY not in str(caught.value)


def test_an_attribute_the_service_lacks_is_refused_in_its_own_words() -> None:
    double = perspective_double(FakeScorer())
    with pytest.raises(RemoteRefused, match="Unknown requested attribute: SEXUALLY_EXPLICIT"):
        make_scorer(double).score(["hello"])


@pytest.mark.parametrize(
    ("summary", "wrong"),
    [
        ({"value": 1.5}, True),
        ({"value": "0.5"}, True),
        ({"value": True}, True),
        (None, True),
        ({"type": "PROBABILITY"}, False),
    ],
)
def test_a_score_that_is_none_is_broken_but_a_left_out_value_is_zero(summary: object, wrong: bool) -> None:
    answer = Answer(content={"attributeScores": {"THREAT": {"summaryScore": summary}}})
    scorer = make_scorer(HttpDouble(lambda _: answer), attributes=frozenset({Attribute.THREAT}))
    if wrong:
        with pytest.raises(RemoteBroken, match="no score from 0 to 1 for THREAT"):
            scorer.score(["hello"])
    else:
        assert scorer.score(["hello"]).columns == {Attribute.THREAT: [0.0]}


def test_it_is_built_with_the_attributes_of_the_argument() -> None:
    context = ScorerContext(perspective_url="https://perspective.example", perspective_key=KEY)
    scorer = build("THREAT + INSULT", context, lambda spec: FakeScorer(name=spec))
    assert scorer.attributes == {Attribute.INSULT, Attribute.THREAT}
    assert build("", context, lambda spec: FakeScorer(name=spec)).attributes == frozenset(Attribute)


def test_without_a_key_google_is_not_asked() -> None:
    error = refuse_to_build("", ScorerContext())
    assert (error.message, error.hint) == (
        "The scorer 'perspective' needs a key.",
        "Set SAYSO_PERSPECTIVE_KEY.",
    )


def test_an_unknown_attribute_is_named() -> None:
    error = refuse_to_build("TOXICITY+INSULTS", ScorerContext(perspective_key=KEY))
    assert isinstance(error, UnknownName)
    assert "Unknown attribute 'INSULTS'" in error.message
    assert "Did you mean 'INSULT'?" in error.message
