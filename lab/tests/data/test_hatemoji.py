from collections.abc import Callable

from sayso_lab.data.hatemoji import HATEMOJI
from sayso_lab.data.rows import NOTHING_IMPLIED, Row

Shares = Callable[[Row], dict[str, float]]


def read(
    gold: int, kind: str, *, text: str = "a", target: str = "['none']", ids: tuple[int, int] = (4, 9)
) -> Row:
    table = {
        "text": [text],
        "label_gold": [gold],
        "type": [kind],
        "target": [target],
        "entry_id": [ids[0]],
        "matched_id": [ids[1]],
    }
    (row,) = HATEMOJI.read({"hatemoji": table})
    return row


def test_hate_names_its_groups_and_kind(shares: Shares, groups: Shares, implied: Shares) -> None:
    row = read(1, "threateninglanguage", target="['asi.south', 'mus']")
    assert shares(row) == {"TOXICITY": 0.92, "IDENTITY_ATTACK": 1, "THREAT": 0.9}
    assert groups(row) == {"south_asian": 1, "muslim": 1}
    assert implied(row) == {"none": 0, "dehumanising": 0, "threat_incitement": 1}


def test_other_hate_may_threaten_or_not(shares: Shares, implied: Shares) -> None:
    row = read(1, "dehumanizinglanguage")
    assert "THREAT" not in shares(row)
    assert implied(row)["dehumanising"] == 1


def test_what_is_not_hate_may_be_rude(shares: Shares, implied: Shares) -> None:
    row = read(0, "none")
    assert shares(row) == {"TOXICITY": 0.12, "IDENTITY_ATTACK": 0, "THREAT": 0}
    assert implied(row) == NOTHING_IMPLIED
    assert "TOXICITY" not in shares(read(0, "none", text="damn 🚌"))


def test_a_text_and_its_match_are_linked() -> None:
    assert read(1, "derogation", ids=(4, 9)).link == read(0, "none", ids=(9, 4)).link != ""
