import pytest

from sayso_lab.data.implied import find_implied


@pytest.mark.parametrize(
    ("statement", "kinds"),
    [
        ("They are animals.", ["dehumanising"]),
        ("they should be killed", ["threat_incitement"]),
        ("They do not belong here", ["exclusion"]),
        ("their pain is a JOKE", ["mockery"]),
        ("they are lazy pigs", ["dehumanising", "inferiority"]),
        ("they like tea", []),
        ("a shape on the wallpaper", []),
    ],
)
def test_words_of_a_statement_show_what_it_implies(statement: str, kinds: list[str]) -> None:
    assert find_implied(statement) == kinds
