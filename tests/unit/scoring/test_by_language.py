"""A text goes to the model of its language; what has none is unjudged."""

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest

from sayso.core import Attribute, Scorer, Scores
from sayso.core.errors import BadInput, UnknownName
from sayso.scoring.by_language import ByLanguageScorer, build, build_one, list_languages
from sayso.scoring.calibration import Temperature
from sayso.scoring.folding import TABLE_SIZE, FoldTable
from sayso.scoring.hashing import HashingScheme
from sayso.scoring.linear_weights import LinearWeights, WindowRule
from sayso.scoring.registry import ScorerContext
from sayso.testing import FakeScorer

TOXICITY = Attribute.TOXICITY
HALF = 0.5
"""What weights of nought and a bias of nought give any text."""


class ByFirstWord:
    """The first word of a text is the code of its language."""

    def detect(self, text: str, *, least: float = 0.0) -> Sequence[str]:
        return [text.split()[0]]


def write_weights(folder: Path, language: str, *, version: int = 1) -> Path:
    weights = LinearWeights(
        name=f"language-{language}.v{version}",
        attributes=(TOXICITY,),
        scheme=HashingScheme((2,), 4),
        folds=FoldTable.from_values(np.arange(TABLE_SIZE, dtype=np.uint32)),
        table=np.zeros((16, 1), np.int8),
        scales=(1.0,),
        biases=(0.0,),
        damping=0.0,
        windows=WindowRule(),
        temperatures=(Temperature(),),
        languages=(language,),
    )
    path = folder / f"{weights.name}.npz"
    weights.save(path)
    return path


def make_scorer(folder: Path) -> ByLanguageScorer:
    return ByLanguageScorer(FakeScorer({"bad": 0.9}), {"xx": write_weights(folder, "xx")}, ByFirstWord())


def test_each_text_goes_to_the_model_of_its_language(tmp_path: Path) -> None:
    scores = make_scorer(tmp_path).score(["en bad", "xx bad", "yy bad", "en fine"])
    assert [scores.columns[TOXICITY][row] for row in (0, 1)] == [0.9, HALF]
    assert scores.unjudged == {2: "language"}
    assert scores.model == "languages(fake.v1+language-xx.v1)"


def test_it_knows_the_languages_of_its_parts_and_what_all_of_them_score(tmp_path: Path) -> None:
    scorer = make_scorer(tmp_path)
    assert scorer.languages == {"en", "xx"}
    assert scorer.attributes == {TOXICITY}
    assert isinstance(scorer, Scorer)


def test_on_perspectives_scale_each_part_answers_for_itself(tmp_path: Path) -> None:
    class Answering(FakeScorer):
        def score(self, texts: Sequence[str]) -> Scores:
            return Scores("m", {TOXICITY: [0.9] * len(texts)}, perspective={TOXICITY: [0.3] * len(texts)})

    files = {"xx": write_weights(tmp_path, "xx")}
    scores = ByLanguageScorer(Answering(), files, ByFirstWord()).score(["en a", "xx a"])
    assert scores.perspective == {TOXICITY: [0.3, HALF]}


def test_weights_are_read_when_the_first_text_comes_and_once(tmp_path: Path) -> None:
    scorer = make_scorer(tmp_path)
    path = tmp_path / "language-xx.v1.npz"
    assert scorer.find("xx") is scorer.find("xx")
    path.unlink()
    assert scorer.score(["xx a"]).columns[TOXICITY] == [HALF]


def test_no_texts_have_no_rows(tmp_path: Path) -> None:
    assert len(make_scorer(tmp_path).score([])) == 0


def offer(scorer: Scorer) -> Callable[[str], Scorer]:
    return {"embedded": scorer}.__getitem__


def test_ones_own_language_is_found_beside_the_shipped_ones(tmp_path: Path) -> None:
    write_weights(tmp_path, "xx")
    assert {"de", "ko", "xx"} <= set(list_languages(tmp_path))
    built = build("", ScorerContext(models_dir=tmp_path), offer(FakeScorer()))
    assert {"en", "de", "ko", "xx"} <= built.languages


def test_one_language_alone_by_its_code_in_its_newest_version(tmp_path: Path) -> None:
    write_weights(tmp_path, "xx")
    write_weights(tmp_path, "xx", version=2)
    context = ScorerContext(models_dir=tmp_path)
    found = build_one("xx", context, offer(FakeScorer()))
    assert (found.name, found.languages) == ("language-xx.v2", {"xx"})


def test_a_language_without_weights_is_named_with_the_command_that_makes_them(tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match="Unknown language 'qq'") as caught:
        build_one("qq", ScorerContext(models_dir=tmp_path), offer(FakeScorer()))
    assert "sayso train language --lang qq" in str(caught.value.hint)
    with pytest.raises(BadInput, match="needs a language"):
        build_one("", ScorerContext(), offer(FakeScorer()))


@pytest.mark.parametrize(
    ("language", "rude", "kind"),
    [
        ("de", "Du bist so ein dummer Idiot, halt die Fresse", "Ich wünsche dir einen schönen Tag im Garten"),
        ("ko", "이 멍청한 새끼야 꺼져", "오늘 날씨가 정말 좋네요 고마워요"),
        ("tr", "Sen tam bir aptal ve gerizekalısın", "Bugün hava çok güzel, teşekkür ederim"),
    ],
)
def test_the_shipped_ones_put_rude_over_kind(language: str, rude: str, kind: str) -> None:
    scorer = build_one(language, ScorerContext(), offer(FakeScorer()))
    high, low = scorer.score([rude, kind]).columns[TOXICITY]
    assert high > low + 0.2
