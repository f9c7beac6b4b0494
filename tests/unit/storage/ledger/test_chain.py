"""The hash of an entry and the commitment to a text."""

import hashlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.storage.ledger.chain import (
    FIRST_HASH,
    canonical,
    commit_to,
    decode_content,
    encode_content,
    hash_entry,
)

ENTRY: dict[str, Any] = {
    "seq": 1,
    "at": "2026-03-01T12:00:00.000000Z",
    "kind": "key.created",
    "community": "default",
    "actor": "cli",
    "subject": "abc",
    "body": '{"name":"my site"}',
    "previous": FIRST_HASH,
}
any_text = st.text(st.characters())


def hash_with(**changes: Any) -> str:
    entry: dict[str, Any] = {**ENTRY, **changes}
    return hash_entry(**entry)


def test_the_hash_of_an_entry_is_the_sha_256_of_a_json_array() -> None:
    written_out = (
        '["sayso.ledger.v1",1,"2026-03-01T12:00:00.000000Z","key.created","default","cli","abc",'
        '"{\\"name\\":\\"my site\\"}","' + "0" * 64 + '"]'
    )
    assert hash_entry(**ENTRY) == hashlib.sha256(written_out.encode()).hexdigest()


@pytest.mark.parametrize("field", ENTRY)
def test_every_field_counts(field: str) -> None:
    other: Any = 2 if field == "seq" else ENTRY[field] + "x"
    assert hash_with(**{field: other}) != hash_entry(**ENTRY)


@given(st.tuples(any_text, any_text), st.tuples(any_text, any_text))
def test_fields_cannot_run_into_each_other(one: tuple[str, str], other: tuple[str, str]) -> None:
    hashes = [hash_with(actor=actor, subject=subject) for actor, subject in (one, other)]
    assert (hashes[0] == hashes[1]) == (one == other)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"b": 1, "a": [0.1, None, True]}, '{"a":[0.1,null,true],"b":1}'),
        ("\x00 \ud800 \N{GRINNING FACE}", '"\\u0000 \\ud800 \\ud83d\\ude00"'),
    ],
)
def test_json_has_one_form_only(value: object, expected: str) -> None:
    assert canonical(value) == expected


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_numbers_that_json_does_not_know_are_refused(number: float) -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        canonical({"score": number})


@given(st.text(st.characters(exclude_categories=())))
def test_any_content_survives_its_encoding(content: str) -> None:
    assert decode_content(encode_content(content)) == content


def test_lone_surrogates_survive_too() -> None:
    content = "\ud83d and \udc00, not \N{GRINNING FACE}"
    assert decode_content(encode_content(content)) == content


def test_a_commitment_is_the_sha_256_of_salt_and_content() -> None:
    assert commit_to(b"content", b"salt") == hashlib.sha256(b"saltcontent").hexdigest()
