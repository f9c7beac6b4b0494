from hypothesis import given
from hypothesis import strategies as st

from sayso.scoring.gathering import Row, ScoreCache, hash_text, salt_of

SALT = salt_of("fake.v1")


def test_the_row_asked_longest_ago_is_forgotten_first() -> None:
    cache = ScoreCache(2)
    cache.put(b"a", Row((0.1,)))
    cache.put(b"b", Row((0.2,)))
    assert cache.get(b"a") == Row((0.1,))
    cache.put(b"c", Row((0.3,)))
    assert (cache.get(b"a"), cache.get(b"b"), cache.get(b"c")) == (Row((0.1,)), None, Row((0.3,)))
    assert len(cache) == 2


def test_a_cache_of_no_entries_remembers_nothing() -> None:
    cache = ScoreCache(0)
    cache.put(b"a", Row((0.1,)))
    assert cache.get(b"a") is None


def test_putting_the_same_key_again_takes_no_more_room() -> None:
    cache = ScoreCache(1)
    cache.put(b"a", Row((0.1,)))
    cache.put(b"a", Row((0.1,)))
    assert len(cache) == 1


def test_another_model_version_has_another_hash() -> None:
    assert hash_text("hello", salt=SALT) != hash_text("hello", salt=salt_of("fake.v2"))


@given(
    st.text(alphabet=st.characters(exclude_categories=[])),
    st.text(alphabet=st.characters(exclude_categories=[])),
)
def test_texts_share_a_hash_only_if_they_are_equal(one: str, other: str) -> None:
    assert (hash_text(one, salt=SALT) == hash_text(other, salt=SALT)) == (one == other)
