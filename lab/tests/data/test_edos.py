from collections.abc import Callable

import pytest

from sayso_lab.data.edos import EDOS
from sayso_lab.data.rows import Row

Shares = Callable[[Row], dict[str, float]]


def read(label: str, vector: str, *, text: str = "a") -> Row:
    table = {"text": [text], "label_sexist": [label], "label_vector": [vector]}
    (row,) = EDOS.read({"edos": table})
    return row


@pytest.mark.parametrize(
    ("vector", "attack", "threat", "kind"),
    [
        ("1.1 threats of harm", 0.9, 0.9, "threat_incitement"),
        ("1.2 incitement", 0.9, 0.6, "threat_incitement"),
        ("2.3 dehumanising attacks", 0.9, None, "dehumanising"),
        ("3.1 casual use of slurs", 0.6, None, None),
        ("4.2 supporting discrimination", 0.9, None, "exclusion"),
    ],
)
def test_sexist_posts_attack_women(
    vector: str,
    attack: float,
    threat: float | None,
    kind: str | None,
    shares: Shares,
    groups: Shares,
    implied: Shares,
) -> None:
    row = read("sexist", vector)
    assert shares(row) == {"TOXICITY": 0.85, "IDENTITY_ATTACK": attack} | (
        {"THREAT": threat} if threat else {}
    )
    assert groups(row) == {"women": 1}
    if kind is None:
        assert implied(row) == {"none": 0.5}
    else:
        assert [name for name, share in implied(row).items() if share] == [kind]
        assert "grievance" not in implied(row)


def test_a_post_that_is_not_sexist_may_attack_others(shares: Shares, groups: Shares) -> None:
    plain, naming = read("not sexist", "none"), read("not sexist", "none", text="those refugees")
    assert shares(plain) == {"IDENTITY_ATTACK": 0.03}
    assert groups(plain) == {}
    assert shares(naming) == {}
    assert naming.groups is None
    assert (plain.gold, naming.gold) == (0, 0)
