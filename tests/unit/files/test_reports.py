from sayso.files.reports import draw_markdown


def test_rows_stand_under_their_head_and_a_line() -> None:
    assert draw_markdown(("A", "B"), [("1", "2"), ("3", "4")]) == (
        "| A | B |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |"
    )


def test_a_bar_inside_a_cell_does_not_end_it() -> None:
    assert draw_markdown(("A",), [("1|2",)]).splitlines()[2] == "| 1\\|2 |"
