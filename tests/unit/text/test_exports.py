from sayso import text


def test_the_room_offers_these_names() -> None:
    assert text.__all__ == [
        *("STOP_WORDS", "Folded", "Ngram", "Utf16Offsets", "Vocabulary", "Word", "content_words", "fold"),
        *("is_stop_word", "make_ngrams", "normalise_term", "split_sentences"),
        *("split_windows", "split_words", "utf16_length", "variants"),
    ]
    assert all(hasattr(text, name) for name in text.__all__)
