import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.core import Term
from sayso.core.errors import BadInput
from sayso.reader.words_file import (
    WordsFormat,
    describe,
    export_words,
    import_words,
    read_words,
    write_csv,
    write_json,
)
from sayso.storage import Reader, Store
from sayso.testing.fake_clock import FakeClock


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store.open(f"sqlite:///{tmp_path / 'sayso.db'}", clock=FakeClock())


@pytest.fixture
def reader(store: Store) -> Reader:
    return store.readers.find_or_create("forum", "ana")


def pack(*words: object, **more: object) -> bytes:
    return json.dumps({"format": "sayso-words", "version": 1, "words": words, **more}).encode()


def test_words_are_written_as_json(store: Store, reader: Reader) -> None:
    store.terms.rule(reader.id, [Term("silly", "permit"), Term("ça", "block"), Term("damn", "ask", "c1")])
    told = json.loads(export_words(store, reader.id, file_format="json"))
    assert told == {
        "format": "sayso-words",
        "version": 1,
        "words": [
            {"text": "silly", "ruling": "permit", "scope": "always"},
            {"text": "ça", "ruling": "block", "scope": "always"},
        ],
    }


def test_words_are_written_as_csv_with_those_of_a_conversation(store: Store, reader: Reader) -> None:
    store.terms.rule(
        reader.id,
        [Term('silly "goose", you', "permit"), Term("damn", "ask", "c1"), Term("rubbish", "block", "c2")],
    )
    assert export_words(store, reader.id, file_format="csv", conversation="c1").decode() == (
        'text,ruling,scope\n"silly ""goose"", you",permit,always\ndamn,ask,conversation\n'
    )


def test_the_communitys_words_are_not_exported(store: Store, reader: Reader) -> None:
    shared = store.shared_terms.propose(reader.id, Term("silly", "permit"))
    store.shared_terms.approve(shared.id)
    store.readers.set_joins_list(reader.id, True)
    assert len(store.terms.list(reader.id)) == 1
    assert json.loads(export_words(store, reader.id, file_format="json"))["words"] == []


@pytest.mark.parametrize("file_format", ["json", "csv"])
def test_what_was_exported_is_imported_again(store: Store, reader: Reader, file_format: WordsFormat) -> None:
    words = [Term("silly\ngoose", "permit"), Term('a "b"', "block"), Term("\N{GRINNING FACE}", "ask", "c1")]
    store.terms.rule(reader.id, words)
    content = export_words(store, reader.id, file_format=file_format, conversation="c1")
    other = store.readers.find_or_create("forum", "ben")
    kept = import_words(store, other.id, content, file_format=file_format, conversation="c9")
    told = [(term.text, term.ruling, term.conversation, term.source) for term in kept]
    assert told == [
        ("silly\ngoose", "permit", None, "import"),
        ('a "b"', "block", None, "import"),
        ("\N{GRINNING FACE}", "ask", "c9", "import"),
    ]


@given(st.lists(st.text("ab\"', \n;é", min_size=1, max_size=9).filter(lambda t: "a" in t or "b" in t)))
def test_any_words_pass_through_either_format(texts: list[str]) -> None:
    words = [describe(Term(text.strip(), "block")) for text in texts]
    expected = [text.strip() for text in texts]
    assert [term.text for term in read_words(write_json(words), "json")] == expected
    assert [term.text for term in read_words(write_csv(words), "csv")] == expected


def test_a_table_from_elsewhere_is_read_with_its_habits() -> None:
    """A byte order mark, capitals, columns in another order, others too, empty rows, no scope."""
    content = "\ufeffRuling, Text ,note\r\nPERMIT, silly goose ,hello\r\n\r\n block ,damn,\r\n".encode()
    assert read_words(content, "csv") == [
        Term("silly goose", "permit", source="import"),
        Term("damn", "block", source="import"),
    ]


def test_an_empty_list_is_a_list() -> None:
    assert read_words(pack(), "json") == read_words(b"text,ruling\n", "csv") == []


TOO_MUCH = "The file is nested too deeply for a list of words, or has a number of thousands of digits."


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"text,ruling\nsilly,permit\ngoose,permitt\n",
         "Row 3: column ruling: it is none of permit, block, ask; did you mean permit?"),
        (b"text,ruling\nsilly,permit\ngoose,secret\n",
         "Row 3: column ruling: it is none of permit, block, ask."),
        (b"text,ruling\nsilly,permit\ngoo", "Row 3: it ends before the column ruling."),
        (b"text,ruling\nsilly,permit\n ,block\n", "Row 3: column text: there are no words."),
        (b'text,ruling\nsilly,permit\n"goose,block\n',
         "Row 3: it cannot be read; a quotation mark may be missing."),
        (b'text,ruling\n"si"lly,permit\n', "Row 2: it cannot be read; a quotation mark may be missing."),
        (b"text,ruling,scope\nsilly,permit,alway\n",
         "Row 2: column scope: it is none of conversation, always; did you mean always?"),
        (b"text,ruling,scope\nsilly,permit,conversation\n",
         "Row 2: column scope: it is for one conversation, and the import names none; write always."),
        (b'"text,ruling', "Row 1: it cannot be read; a quotation mark may be missing."),
        (b"word,ruling\nsilly,permit\n", "The heading, row 1, has no column 'text'."),
        (b"text\nsilly\n", "The heading, row 1, has no column 'ruling'."),
        (b"", "The heading, row 1, has no column 'text'."),
        (b"text,ruling\nsilly,permit\n\xff,block\n",
         "The file is not UTF-8 text: its byte 26 cannot be read."),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_table_is_told_by_row_and_column(content: bytes, message: str) -> None:
    with pytest.raises(BadInput) as caught:
        read_words(content, "csv")
    assert caught.value.message == message


def test_a_word_that_cannot_be_ruled_on_is_told_by_its_place() -> None:
    with pytest.raises(BadInput, match=r"^Row 2: column text: .*200\.$"):
        read_words(b"text,ruling\n" + b"x" * 201 + b",permit\n", "csv")


GOOD = {"text": "silly", "ruling": "permit"}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (pack(GOOD)[:-12], "The file is not whole JSON: it breaks at line 1, column 78."),
        (pack(GOOD, "goose"), "Entry 2: it is no object with text, ruling and scope."),
        (pack(GOOD, {"text": "", "ruling": "block"}), "Entry 2: column text: there are no words."),
        (pack({"text": 5, "ruling": "block"}), "Entry 1: column text: there are no words."),
        (pack({"text": "silly"}), "Entry 1: it ends before the column ruling."),
        (pack({"text": "silly", "ruling": 5}), "Entry 1: column ruling: it is none of permit, block, ask."),
        (b"[]", "The file is no word bank of Sayso."),
        (pack(words={}), "The file is no word bank of Sayso."),
        (pack(format="other"), "The file is no word bank of Sayso."),
        (pack(version=2), "The word bank is not of version 1, the one that this service reads."),
        (b"[" * 100_000, TOO_MUCH),
        (b'{"version": ' + b"1" * 5000 + b"}", TOO_MUCH),
        (pack(*[GOOD] * 10_001), "The file has 10,001 entries; a word bank holds at most 10,000."),
    ],
)
def test_what_is_wrong_with_a_document_is_told_by_its_place(content: bytes, message: str) -> None:
    with pytest.raises(BadInput) as caught:
        read_words(content, "json")
    assert caught.value.message == message


def test_no_message_quotes_the_words() -> None:
    for content in (b"text,ruling\npermit,goose\n", b"ruling,text,scope\npermit,silly,goose\n"):
        with pytest.raises(BadInput) as caught:
            read_words(content, "csv")
        assert "goose" not in caught.value.message + caught.value.hint


def test_a_file_that_breaks_half_way_changes_nothing(store: Store, reader: Reader) -> None:
    store.terms.rule(reader.id, [Term("silly", "permit")])
    before, head = store.terms.list(reader.id), store.ledger.head()
    with pytest.raises(BadInput, match="not whole JSON") as caught:
        import_words(store, reader.id, pack({"text": "silly", "ruling": "block"})[:-4], file_format="json")
    assert caught.value.hint.startswith("Nothing was changed.")
    with pytest.raises(BadInput):
        import_words(store, reader.id, b"text,ruling\nsilly,block\ngoose,x\n", file_format="csv")
    assert (store.terms.list(reader.id), store.ledger.head()) == (before, head)


def test_an_import_that_would_not_fit_changes_nothing(store: Store, reader: Reader) -> None:
    store.terms.rule(reader.id, [Term(f"word{number}", "permit") for number in range(9_999)])
    content = b"text,ruling\nsilly,permit\ngoose,permit\n"
    with pytest.raises(BadInput, match="this would make it 10,001"):
        import_words(store, reader.id, content, file_format="csv")
    assert len(store.terms.list(reader.id)) == 9_999


def test_one_undo_takes_back_a_whole_import(store: Store, reader: Reader) -> None:
    import_words(store, reader.id, b"text,ruling\nsilly,permit\ngoose,block\n", file_format="csv")
    assert len(store.terms.list(reader.id)) == 2
    store.terms.undo(reader.id)
    assert store.terms.list(reader.id) == []
