from pathlib import Path

import pytest

from sayso.audit.evaluation.terms import TermFinder, read_filling, read_term_file
from sayso.core.errors import BadFile


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("I am a Muslim and proud", ("muslim",)),
        ("two gays and a lesbian", ("gay", "lesbian")),
        ("Native  American stories", ("native american",)),  # and not american as well
        ("nongay whiteness", ()),
        ("women, Women and WOMEN", ("women",)),
    ],
)
def test_terms_are_found_as_whole_words(text: str, terms: tuple[str, ...]) -> None:
    assert TermFinder().find(text) == terms


def test_terms_of_ones_own_replace_the_list() -> None:
    assert TermFinder(["left-handed"]).find("gay and left-handed") == ("left-handed",)


@pytest.mark.parametrize(
    ("template", "text", "term"),
    [
        ("I am <identity>.", "I am deaf.", "deaf"),
        ("{name} is {identity}", "Sam is Middle  Eastern", "middle eastern"),
        ("[group] people are kind", "tall people are kind", "tall"),
        ("being IDENTITY is GREAT", "being tall is GREAT", "tall"),
        ("NAME likes IDENTITY food", "Sam likes Thai food", "thai"),
        ("<group> people like <group> people", "deaf people like tall people", "deaf"),  # the first
        ("a PERSON who is <identity>", "a PERSON who is deaf", "deaf"),  # capitals that the text has too
        ("I am <adjective>", "I am tall", None),  # a place, but not for a group
        ("I am <identity>.", "You are deaf.", None),  # another template's sentence
        ("no place at all", "no place at all", None),
        ("being tall is GREAT", "being tall is GREAT", None),  # a word in capitals is no place
    ],
)
def test_the_term_is_what_fills_the_place_of_the_template(template: str, text: str, term: str | None) -> None:
    assert read_filling(template, text) == term


def test_a_file_of_terms_has_one_a_line(tmp_path: Path) -> None:
    path = tmp_path / "terms.txt"
    path.write_text("tall\n\n left-handed \n")
    assert read_term_file(path) == ("tall", "left-handed")


def test_a_file_of_terms_that_holds_none_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "terms.txt"
    with pytest.raises(BadFile, match="cannot be read"):
        read_term_file(path)
    path.write_text("\n")
    with pytest.raises(BadFile, match="holds no terms"):
        read_term_file(path)
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(BadFile, match="not UTF-8"):
        read_term_file(path)
