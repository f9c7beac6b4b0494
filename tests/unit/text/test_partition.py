"""Which sentences are kept for measuring."""

from sayso.text.partition import is_held_out_pair


def test_about_one_sentence_in_ten_is_held_out() -> None:
    held = sum(is_held_out_pair(f"sentence number {number}") for number in range(3000))
    assert 240 <= held <= 360


def test_case_spacing_and_marks_do_not_matter() -> None:
    for number in range(200):
        assert is_held_out_pair(f"Well,  sentence {number}!") == is_held_out_pair(f"well sentence {number}")


def test_a_lone_surrogate_has_a_part_too() -> None:
    assert is_held_out_pair("a \ud800 b") in (True, False)
