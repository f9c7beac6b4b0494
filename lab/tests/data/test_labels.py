from pathlib import Path

from sayso_lab.data import labels
from sayso_lab.data.groups import HATEXPLAIN, TOXIGEN
from sayso_lab.data.sets import SETS


def test_the_order_of_the_answers_is_pinned() -> None:
    """Weights files depend on it."""
    assert labels.ATTRIBUTES == (
        "TOXICITY", "SEVERE_TOXICITY", "IDENTITY_ATTACK", "INSULT", "PROFANITY", "THREAT",
    )  # fmt: skip
    assert labels.CLASSES == ("hatespeech", "offensive", "normal")
    assert labels.GROUPS == (
        "women", "men", "lgb", "trans", "black", "white", "asian", "south_asian", "latino", "indigenous",
        "arab", "jewish", "muslim", "christian", "other_religion", "immigrants", "disability",
        "nationality_ethnicity", "political", "other",
    )  # fmt: skip
    assert labels.IMPLIED == (
        "none", "dehumanising", "inferiority", "threat_incitement", "stereotype", "exclusion", "mockery",
        "grievance",
    )  # fmt: skip
    assert labels.TYPED == ("insult", "profane", "identity", "threat")
    assert labels.PERSPECTIVE == (
        "API", "TOXICITY", "SEVERE_TOXICITY", "IDENTITY_ATTACK", "INSULT", "PROFANITY", "THREAT",
        "SEXUALLY_EXPLICIT",
    )  # fmt: skip


def test_every_name_of_a_set_means_one_of_our_groups() -> None:
    assert set(HATEXPLAIN.values()) | set(TOXIGEN.values()) <= set(labels.GROUPS)


def test_every_answer_and_every_set_is_documented() -> None:
    page = (Path(__file__).parents[3] / "docs/explanation/labels.md").read_text("utf-8")
    assert [name for name in (*labels.GROUPS, *labels.IMPLIED) if f"`{name}`" not in page] == []
    assert [one.name for one in SETS if one.name not in page] == []
