from random import Random

from sayso_lab.disguises import disguise, disguise_some


def test_some_of_the_longer_words_change_and_short_ones_never() -> None:
    words = disguise("a an the stupid stupid stupid stupid stupid stupid", Random(1)).split("stupid")
    assert words[0].startswith("a an the ")
    assert 1 < len(words) < 7


def test_every_way_of_disguising_is_used() -> None:
    found = disguise(" ".join(["stupid"] * 400), Random(3))
    assert "s****d" in found
    assert "s.t.u.p.i.d" in found
    assert "57up1d" in found
    assert "stupiiid" in found or "sttupid" in found


def test_copies_are_a_share_of_the_shorter_texts() -> None:
    texts = ["something short"] * 1000 + ["x" * 500] * 1000
    copies = disguise_some(texts, share=0.1, seed=1)
    assert 60 < len(copies) < 140
    assert max(copies) < 1000


def test_the_same_seed_gives_the_same_copies() -> None:
    texts = [f"sentence number {number}" for number in range(200)]
    assert disguise_some(texts, share=0.2, seed=5) == disguise_some(texts, share=0.2, seed=5)


def test_a_share_of_nought_makes_no_copies() -> None:
    assert disguise_some(["some text"] * 50, share=0.0, seed=1) == {}
