"""List files: text and CSV, and what is said of bad ones."""

from pathlib import Path

import pytest

from sayso.core import Attribute
from sayso.core.errors import BadFile
from sayso.scoring.blocklist import Term, read_terms

INSULT, THREAT = Attribute.INSULT, Attribute.THREAT


def write(folder: Path, name: str, content: bytes) -> Path:
    path = folder / name
    path.write_bytes(content)
    return path


def read(folder: Path, name: str, content: bytes) -> tuple[Term, ...]:
    return read_terms(write(folder, name, content)).terms


def fail(path: Path) -> BadFile:
    with pytest.raises(BadFile) as caught:
        read_terms(path)
    return caught.value


@pytest.mark.parametrize(
    "content",
    [
        b"idiot\ngo home\n",
        b"\xef\xbb\xbfidiot\ngo home",
        b"idiot\r\ngo home\r\n",
        b"  idiot  \n go home\t\n",
    ],
)
def test_a_text_file_has_one_term_a_line(tmp_path: Path, content: bytes) -> None:
    assert read(tmp_path, "words.txt", content) == (Term("idiot", 1), Term("go home", 2))


def test_comments_and_blank_lines_are_left_out_but_counted(tmp_path: Path) -> None:
    content = b"# rude words\n\nidiot, really\n  # more\nsilly"
    assert read(tmp_path, "words", content) == (Term("idiot, really", 3), Term("silly", 5))


def test_a_csv_file_has_attributes_and_weights(tmp_path: Path) -> None:
    content = b'term,attribute,weight\nidiot,insult,0.8\n# note\n"go, home",INSULT+THREAT\nsilly,,0.3\nheck\n'
    assert read(tmp_path, "words.CSV", content) == (
        Term("idiot", 2, frozenset({INSULT}), 0.8),
        Term("go, home", 4, frozenset({INSULT, THREAT})),
        Term("silly", 5, weight=0.3),
        Term("heck", 6),
    )


def test_the_heading_of_a_csv_file_may_be_missing(tmp_path: Path) -> None:
    assert read(tmp_path, "words.csv", b"idiot, INSULT\n") == (Term("idiot", 1, frozenset({INSULT})),)


def test_the_digest_changes_with_the_content(tmp_path: Path) -> None:
    one = read_terms(write(tmp_path, "one.txt", b"idiot\n"))
    same = read_terms(write(tmp_path, "two.txt", b"idiot\n"))
    other = read_terms(write(tmp_path, "three.txt", b"idiot\nsilly\n"))
    assert one.digest == same.digest != other.digest


@pytest.mark.parametrize("content", [b"", b"\n\n", b"# nothing but this\n"])
def test_a_file_without_terms_is_refused(tmp_path: Path, content: bytes) -> None:
    path = write(tmp_path, "words.txt", content)
    assert fail(path).message == f"The list {str(path)!r} has no terms."


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "gone.txt"
    error = fail(path)
    assert error.message == f"The list {str(path)!r} cannot be read: No such file or directory."
    assert error.hint == "Give the path of a UTF-8 text file with one term a line."


def test_a_folder_is_no_list(tmp_path: Path) -> None:
    assert fail(tmp_path).message == f"The list {str(tmp_path)!r} cannot be read: Is a directory."


@pytest.mark.parametrize(("content", "line"), [(b"idiot\n\xe9t\xe9\n", 2), ("idiot".encode("utf-16"), 1)])
def test_a_line_that_is_not_utf_8_is_named(tmp_path: Path, content: bytes, line: int) -> None:
    path = write(tmp_path, "words.txt", content)
    assert fail(path).message == f"Line {line} of the list {str(path)!r} is not UTF-8."


def test_an_unknown_attribute_is_named_with_its_line_and_the_nearest(tmp_path: Path) -> None:
    message = fail(write(tmp_path, "words.csv", b"term,attribute\nidiot,INSULTS\n")).message
    assert message.startswith("Line 2 of the list ")
    assert "Unknown attribute 'INSULTS'." in message
    assert message.endswith("Did you mean 'INSULT'?")


def test_an_open_quotation_mark_in_a_csv_file_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path, "words.csv", b'idiot\n"silly\nheck\n')
    assert fail(path).message == f"Line 3 of the list {str(path)!r} is not CSV: unexpected end of data."


@pytest.mark.parametrize("weight", ["0", "-1", "1.1", "high", "nan"])
def test_a_weight_that_is_none_is_refused_with_its_line(tmp_path: Path, weight: str) -> None:
    message = fail(write(tmp_path, "words.csv", f"idiot,INSULT,{weight}\n".encode())).message
    assert message.startswith("Line 1 of the list ")
    assert message.endswith(f"has the weight {weight!r}; a weight is over 0 and at most 1.")
