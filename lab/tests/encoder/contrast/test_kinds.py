import pytest

from sayso_lab.encoder.contrast.kinds import LABELS, Kind, find_implied, make_labels


@pytest.mark.parametrize(
    ("kind", "template", "implied"),
    [
        (Kind.PLAIN_HATE, "{G} are {dehum}.", "dehumanising"),
        (Kind.PLAIN_HATE, "hang all {G}", "threat_incitement"),
        (Kind.NEGATED_PRAISE, "{G} are not welcome here.", "exclusion"),
        (Kind.QUESTION_HATE, "Why are all {G} {badn}?", "stereotype"),
        (Kind.IMPLIED_HATE, "Watch your bags, {G} are here.", "stereotype"),
        (Kind.PLAIN_HATE, "I hate {G}.", "inferiority"),
        (Kind.NEGATED_HATE, "{G} are not {dehum}.", "none"),
        (Kind.INDIVIDUAL_INSULT, "you are trash", "none"),
        (Kind.NEGATED_INSULT, "you are no burden, and not {insult}", "none"),
    ],
)
def test_the_first_sign_says_what_is_implied(kind: Kind, template: str, implied: str) -> None:
    assert find_implied(kind, template) == implied


def test_every_kind_has_labels() -> None:
    assert set(LABELS) == set(Kind)


def test_hate_is_profane_where_it_swears_and_a_threat_where_it_incites() -> None:
    swearing = make_labels(Kind.PLAIN_HATE, "{G} are {prof} {bad}", "inferiority")
    assert (swearing["PROFANITY"], swearing["THREAT"]) == (0.9, 0.05)
    inciting = make_labels(Kind.PLAIN_HATE, "hang all {G}", "threat_incitement")
    assert "PROFANITY" not in inciting
    assert inciting["THREAT"] == 0.8
