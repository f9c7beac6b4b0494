from sayso.core import Evidence, Span, WordWeight


def test_evidence_as_json_has_each_word_as_it_stands_in_the_text() -> None:
    evidence = Evidence((WordWeight(Span(2, 7), 0.12345678, "idiot"),), {"women": 0.25}, {"inferior": 0.75})
    assert evidence.to_json("🙂 IDIOT!") == {
        "words": [{"begin": 2, "end": 7, "text": "IDIOT", "weight": 0.123457}],
        "targets": {"women": 0.25},
        "implied": {"inferior": 0.75},
    }


def test_no_evidence_as_json_is_empty_in_every_part() -> None:
    assert Evidence().to_json("hello") == {"words": [], "targets": {}, "implied": {}}
