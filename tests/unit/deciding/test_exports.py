from sayso import deciding


def test_the_room_offers_these_names() -> None:
    assert deciding.__all__ == [
        *("EMPTY_BANK", "Candidate", "Reading", "WordBank", "check_attributes", "decide", "explain"),
        *("normalise_term", "prepare"),
    ]
    assert all(hasattr(deciding, name) for name in deciding.__all__)
