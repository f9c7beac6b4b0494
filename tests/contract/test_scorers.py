"""What every scorer promises, asked of each one we have, fakes too; remote ones ask doubles on a socket."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from sayso.core import Attribute, Classifier, Examiner, Scorer
from sayso.scoring.encoder_file import save_encoder
from sayso.scoring.registry import ScorerContext, ScorerRegistry
from sayso.testing import FakeScorer, openai_double, perspective_double, serve_on_socket
from sayso.testing.counting_encoder import make_card, make_graph

PLAIN = "What a wonderful garden you have"
RUDE = "you stupid idiot"
TEXTS = [
    PLAIN,
    RUDE,
    "",
    "   \n",
    "😂😂",
    "Z̷a̸l̶g̵o 🏳️‍🌈 \u202eabc\u202c",
    "lone \ud83d surrogate",
    "nul \x00 byte",
    "ты идиот",
    "w" * 3000,
    f"{'all is well ' * 3000}{RUDE}",
]


@pytest.fixture(scope="module")
def models_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small encoder under a number above that of any that ships, so that `embedded` means it."""
    folder = tmp_path_factory.mktemp("models")
    save_encoder(folder, make_card(name="embedded.v999"), make_graph())
    return folder


@pytest.fixture(scope="module")
def context(models_dir: Path) -> Iterator[ScorerContext]:
    with ExitStack() as stack:
        perspective = stack.enter_context(serve_on_socket(perspective_double(key="hush")))
        openai = stack.enter_context(serve_on_socket(openai_double(key="hush")))
        yield ScorerContext(
            models_dir=models_dir,
            perspective_url=perspective,
            perspective_key="hush",
            openai_url=f"{openai}/v1",
            openai_key="hush",
        )


@pytest.fixture(scope="module")
def words(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("lists") / "words.txt"
    path.write_text("idiot\nstupid\n")
    return path


SPECS = [
    "linear",
    "second",
    "embedded",
    "cascade",
    "languages",
    "blocklist:{words}",
    "perspective",
    "openai",
    "highest:linear,blocklist:{words}",
    "highest:embedded,blocklist:{words}",
    "highest:perspective,openai",
]


@pytest.fixture(scope="module", params=["fake", *SPECS])
def scorer(request: pytest.FixtureRequest, context: ScorerContext, words: Path) -> Iterator[Scorer]:
    spec = str(request.param).format(words=words)
    made = FakeScorer() if spec == "fake" else ScorerRegistry.from_entry_points().create(spec, context)
    yield made
    close: Callable[[], None] = getattr(made, "close", lambda: None)
    close()


def test_it_plays_the_role(scorer: Scorer) -> None:
    assert isinstance(scorer, Scorer)
    assert scorer.attributes
    assert scorer.attributes <= frozenset(Attribute)


def test_its_name_has_a_version_and_is_on_the_scores(scorer: Scorer) -> None:
    base, _, version = scorer.name.partition(".")
    assert base
    assert version
    assert scorer.score([PLAIN]).model == scorer.name


def test_it_gives_one_column_per_attribute_and_one_row_per_text(scorer: Scorer) -> None:
    scores = scorer.score(TEXTS)
    assert frozenset(scores.columns) == scorer.attributes
    assert {len(column) for column in scores.columns.values()} == {len(TEXTS)}


def test_every_score_lies_between_0_and_1(scorer: Scorer) -> None:
    scores = scorer.score(TEXTS)
    assert all(0 <= score <= 1 for column in scores.columns.values() for score in column)


def test_a_rude_text_scores_far_above_a_friendly_one(scorer: Scorer) -> None:
    friendly, rude = scorer.score([PLAIN, RUDE]).columns[Attribute.TOXICITY]
    assert rude > friendly + 0.4


def test_a_rude_end_of_a_long_text_is_not_cut_off(scorer: Scorer) -> None:
    friendly, rude = scorer.score(["all is well " * 3000, TEXTS[-1]]).columns[Attribute.TOXICITY]
    assert rude > friendly + 0.2


def test_a_score_does_not_depend_on_the_neighbours(scorer: Scorer) -> None:
    together = scorer.score(TEXTS)
    backwards = scorer.score(TEXTS[::-1])
    for index, text in enumerate(TEXTS):
        alone = scorer.score([text]).row(0)
        assert alone == together.row(index)
        assert alone == backwards.row(len(TEXTS) - 1 - index)


def test_no_texts_give_no_rows(scorer: Scorer) -> None:
    assert len(scorer.score([])) == 0


def test_evidence_comes_in_order_and_lies_in_its_text(scorer: Scorer) -> None:
    if not isinstance(scorer, Examiner):
        return
    evidence = scorer.examine(TEXTS)
    assert len(evidence) == len(TEXTS)
    for text, one in zip(TEXTS, evidence, strict=True):
        assert all(0 <= word.weight <= 1 for word in one.words)
        assert all(word.span.begin < word.span.end <= len(text) for word in one.words)


def test_classes_are_probabilities_of_each_text(scorer: Scorer) -> None:
    if not isinstance(scorer, Classifier):
        return
    rows = list(zip(*scorer.classify(TEXTS).values(), strict=True))
    assert len(rows) == len(TEXTS)
    assert all(sum(row) == pytest.approx(1) for row in rows)


def test_every_installed_scorer_is_in_this_suite() -> None:
    """But for `language:CODE`, which is the linear scorer with weights that know no English."""
    covered = {spec.partition(":")[0] for spec in SPECS} | {"language"}
    assert covered == set(ScorerRegistry.from_entry_points().names())
