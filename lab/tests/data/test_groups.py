import pytest

from sayso_lab.data.groups import find_groups, find_hatemoji_groups
from sayso_lab.data.labels import GROUPS


@pytest.mark.parametrize(
    ("described", "groups"),
    [
        (None, []),
        ("not specified", []),
        ("black women", ["women", "black"]),
        ("women", ["women"]),
        ("Native Americans", ["indigenous"]),
        ("South Africans", ["black"]),
        ("non-whites", ["nationality_ethnicity"]),
        ("muslim immigrants", ["muslim", "immigrants"]),
        ("people who knit", ["other"]),
    ],
)
def test_raters_own_words_become_groups(described: str | None, groups: list[str]) -> None:
    assert find_groups(described) == groups


@pytest.mark.parametrize(
    ("name", "groups"),
    [
        ("none", []),
        ("wom", ["women"]),
        ("blawom", ["black", "women"]),
        ("ind", ["south_asian"]),
        ("indwom", ["south_asian", "women"]),
        ("indig", ["indigenous"]),
        ("asi", ["asian"]),
        ("asi.south", ["south_asian"]),
        ("asi.east", ["asian"]),
        ("unheard of", ["other"]),
    ],
)
def test_hatemojis_short_names_become_groups(name: str, groups: list[str]) -> None:
    assert find_hatemoji_groups(name) == groups
    assert set(groups) <= set(GROUPS)
