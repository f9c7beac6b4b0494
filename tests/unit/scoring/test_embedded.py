"""Numbers are worked out by hand: sayso/testing/counting_encoder.py says what each word adds."""

from dataclasses import replace
from math import exp
from pathlib import Path

import pytest

from sayso.core import Attribute, Classifier, Examiner, Scorer, Span
from sayso.core.errors import BadInput, BadWeights, UnknownName
from sayso.core.scores import FLAGGED
from sayso.scoring.calibration import Isotonic, PerspectiveMap, Temperature
from sayso.scoring.embedded import build, load_embedded
from sayso.scoring.encoder_file import TokenWindows, save_encoder
from sayso.scoring.imitation import Imitation
from sayso.scoring.registry import ScorerContext
from sayso.testing.counting_encoder import make_card, make_graph, make_scorer

INSULT, TOXICITY = Attribute.INSULT, Attribute.TOXICITY
SCORER = make_scorer()
ODD_TEXTS = {
    "empty": "",
    "blank": " \n\t",
    "only emoji": "😂🏳️‍🌈👩🏽‍🚀🇫🇷",
    "only punctuation": "?!... --- ***",
    "another script": "ты дурак और 你好",
    "lone surrogate": "\ud83d",
    "control characters": "\x00\x01\x7f",
    "only zero-width": "\u200b\u200d\ufeff",
    "20 KB in one word": "w" * 20_000,
}


def sigmoid(logit: float) -> float:
    return 1 / (1 + exp(-logit))


def weigh(text: str) -> dict[str, float]:
    """Each word that is evidence, as it stands in the text, with its weight."""
    words = SCORER.examine([text])[0].words
    assert [word.term for word in words] == [text[word.span.begin : word.span.end] for word in words]
    return {word.term: word.weight for word in words}


def test_it_plays_all_the_roles() -> None:
    assert isinstance(SCORER, Scorer)
    assert isinstance(SCORER, Examiner)
    assert isinstance(SCORER, Classifier)
    assert SCORER.name == "embedded.v1"
    assert SCORER.attributes == {TOXICITY, INSULT}


def test_scores_are_calibrated_outputs() -> None:
    """`you stupid idiot` comes out at 4 and 2."""
    scorer = make_scorer(temperatures=(Temperature(2.0, 1.0), Temperature()))
    scores = scorer.score(["you stupid idiot", ""])
    assert scores.model == "embedded.v1"
    assert scores.columns[TOXICITY] == pytest.approx([sigmoid(4 / 2 + 1), sigmoid(-3 / 2 + 1)])
    assert scores.columns[INSULT] == pytest.approx([sigmoid(2), sigmoid(-2)])


def test_the_map_is_that_of_the_card() -> None:
    scale_map = PerspectiveMap({TOXICITY: Isotonic(((0.0, 0.0), (1.0, 1.0)))})
    assert make_scorer(scale_map=scale_map).scale_map == scale_map
    assert SCORER.scale_map is None


def test_what_perspective_would_answer_stands_beside_the_scores() -> None:
    """The output says -1, and 1 with `idiot`; INSULT has none and goes by the map, which is not there."""
    curve = PerspectiveMap({TOXICITY: Isotonic(((0.0, 0.0), (sigmoid(1.0), 0.9), (1.0, 1.0)))})
    scorer = make_scorer(imitation=Imitation(curve))
    scores = scorer.score(["you idiot", "joy"])
    assert scores.perspective == {
        TOXICITY: pytest.approx([0.9, 0.9 * sigmoid(-1.0) / sigmoid(1.0)]),
        INSULT: scores.columns[INSULT],
    }
    assert scorer.judge(["you idiot", "joy"])[0].perspective == scores.perspective
    assert SCORER.score(["joy"]).perspective is None


def test_classes_are_probabilities() -> None:
    """Outputs 0, 0, 1 for an empty text; 0, 2, 1 with `idiot`."""
    classes = SCORER.classify(["", "idiot"])
    assert list(classes) == ["hatespeech", "offensive", "normal"]
    assert [column[0] for column in classes.values()] == pytest.approx(
        [1 / (2 + exp(1)), 1 / (2 + exp(1)), exp(1) / (2 + exp(1))]
    )
    whole = 1 + exp(2) + exp(1)
    assert [column[1] for column in classes.values()] == pytest.approx(
        [1 / whole, exp(2) / whole, exp(1) / whole]
    )


@pytest.mark.parametrize("text", ["muslims " * 20, *ODD_TEXTS.values()], ids=["long", *ODD_TEXTS])
def test_classes_sum_to_one(text: str) -> None:
    assert sum(column[0] for column in SCORER.classify([text]).values()) == pytest.approx(1)


def test_a_word_at_its_cut_is_just_flagged() -> None:
    """`idiot` is at the cut of one head and `fool` at the other's; `stupid` is 2 above one."""
    assert weigh("you idiot fool") == pytest.approx({"idiot": FLAGGED, "fool": FLAGGED})
    assert weigh("very stupid idiot") == pytest.approx({"stupid": 1 / (1 + 4 * exp(-2)), "idiot": FLAGGED})
    assert SCORER.examine(["idiot"])[0].words[0].weight >= FLAGGED


def test_a_word_of_many_tokens_weighs_as_its_heaviest() -> None:
    """`##ly` is at -6 + 7, 3 above the cut; `stupid` only 2. The text scores 0.5, so nothing shrinks."""
    assert weigh("you stupidly") == pytest.approx({"stupidly": 1 / (1 + 4 * exp(-3))})


def test_words_weigh_less_in_a_text_that_scores_low() -> None:
    """`fool` alone: TOXICITY is sigmoid(-2), so the weight is 0.2 of sigmoid(-2) / 0.3 of 0.2."""
    assert weigh("fool") == pytest.approx({"fool": 0.2 * 0.2 * sigmoid(-2) / 0.3})


def test_nothing_weighs_in_a_harmless_text() -> None:
    assert weigh("what a wonderful garden you have") == {}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("you id\u200biot!", ["id\u200biot"]),
        ("you idi0t, well", ["idi0t"]),
        ("you *id*ot*", ["id*ot"]),
        ("you \u0456d\u0456\u043et", ["\u0456d\u0456\u043et"]),
        ("😂😂 you\u200b idiot 😂", ["😂", "😂", "idiot", "😂"]),
        ("you are an i.d.i.o.t", ["i.d.i.o.t"]),
        ("you i d i o t", ["i", "d", "i", "o", "t"]),
        ("ALL idiots are well", ["idiots"]),
        ("zzz\ud83d idiot", ["idiot"]),
        ("é̷̂ IDIOT", ["IDIOT"]),
    ],
)
def test_marks_land_on_the_words_of_the_original(text: str, words: list[str]) -> None:
    evidence = SCORER.examine([text])[0]
    assert [text[word.span.begin : word.span.end] for word in evidence.words] == words


def test_a_word_is_marked_in_each_place_it_stands() -> None:
    spans = [word.span for word in SCORER.examine(["idiot, you idiot"])[0].words]
    assert spans == [Span(0, 5), Span(11, 16)]


def test_groups_and_what_is_implied_are_probabilities() -> None:
    """Groups 2 and -4, implied -1 and 0: rounded to four places."""
    evidence = SCORER.examine(["muslims are stupid"])[0]
    assert evidence.targets == {"muslim": round(sigmoid(2), 4), "other": round(sigmoid(-4), 4)}
    assert evidence.implied == {"none": round(sigmoid(-1), 4), "inferiority": 0.5}


TEXTS = ["you stupid idiot", "muslims are well", *ODD_TEXTS.values(), "fool " * 100]


def test_a_judgement_is_scores_and_evidence_in_one() -> None:
    scores, evidence = SCORER.judge(TEXTS)
    assert scores == SCORER.score(TEXTS)
    assert evidence == SCORER.examine(TEXTS)


def test_no_texts_give_no_answers() -> None:
    scores, evidence = SCORER.judge([])
    assert (len(scores), evidence) == (0, [])
    assert frozenset(scores.columns) == SCORER.attributes
    assert SCORER.classify([]) == {"hatespeech": [], "offensive": [], "normal": []}


@pytest.mark.parametrize("text", ODD_TEXTS.values(), ids=ODD_TEXTS)
def test_an_odd_text_scores_as_one_without_known_words(text: str) -> None:
    scores, evidence = SCORER.judge([text])
    assert scores.row(0) == {TOXICITY: pytest.approx(sigmoid(-3)), INSULT: pytest.approx(sigmoid(-2))}
    assert evidence[0].targets == {"muslim": round(sigmoid(-2), 4), "other": round(sigmoid(-4), 4)}
    assert all(word.span.begin < word.span.end <= len(text) for word in evidence[0].words)


def test_a_text_of_which_most_is_unknown_is_unjudged() -> None:
    """By letters: of the second just half are known, of the third one fewer."""
    assert make_scorer().score(["you", "you xyz", "you wxyz", "xyz"]).unjudged == {
        2: "unreadable",
        3: "unreadable",
    }


def test_a_word_at_the_end_of_20_kb_is_found() -> None:
    text = "all is well " * 1700 + "stupid idiot"
    assert len(text) > 20_000
    scores, evidence = make_scorer(windows=TokenWindows(32, 8, 8.0)).judge([text])
    assert scores.row(0)[TOXICITY] > 0.9
    assert [text[word.span.begin :][:6] for word in evidence[0].words] == ["stupid", "idiot"]


def test_it_is_built_from_the_version_asked_for(tmp_path: Path) -> None:
    for number in (901, 902):
        save_encoder(tmp_path, make_card(name=f"embedded.v{number}"), make_graph())
    context = ScorerContext(models_dir=tmp_path)
    assert build("", replace(context, version="v901"), no_parts).name == "embedded.v901"
    assert build("", context, no_parts).name == "embedded.v902"
    with pytest.raises(UnknownName, match=r"Unknown scorer version 'embedded\.v903'"):
        build("", replace(context, version="v903"), no_parts)


def test_it_scores_the_same_after_saving_and_loading(tmp_path: Path) -> None:
    path = save_encoder(tmp_path, make_card(), make_graph())
    assert load_embedded(path).judge(TEXTS) == SCORER.judge(TEXTS)


@pytest.mark.parametrize("graph", [b"", b"no graph at all"])
def test_a_graph_that_the_runtime_cannot_load_is_damaged(tmp_path: Path, graph: bytes) -> None:
    path = save_encoder(tmp_path, make_card(), graph)
    with pytest.raises(
        BadWeights, match=r"embedded\.v1\.onnx is damaged: the runtime cannot load it"
    ) as caught:
        load_embedded(path)
    assert caught.value.hint == "Run: sayso train encoder --data DIR"


def test_an_argument_is_refused() -> None:
    with pytest.raises(BadInput, match="The scorer 'embedded' takes no argument, not 'x'"):
        build("x", ScorerContext(), no_parts)


def no_parts(spec: str) -> Scorer:
    raise AssertionError(spec)


def test_a_words_share_of_the_attention_is_that_of_its_tokens_together() -> None:
    """Of 12 parts `stupid` and `##ly` get 3 and 1, `idiot` 5, any other token 1."""
    (words,) = SCORER.attend(["You stupidly IDIOT"])
    assert [word.term for word in words] == ["You", "stupidly", "IDIOT"]
    assert [word.weight for word in words] == pytest.approx([1 / 12, 4 / 12, 5 / 12])
    assert SCORER.attend([]) == []
    assert SCORER.attend([""]) == [()]
