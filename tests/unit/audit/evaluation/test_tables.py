from collections.abc import Callable

from sayso.audit.evaluation.report import Report, make_markdown, make_table

MakeReport = Callable[..., Report]


def test_the_table_has_every_number_with_interval_and_count(make_report: MakeReport) -> None:
    table = make_table(make_report())
    assert table.startswith("fake.v1 on set.csv (madlibs): 40 texts, flagged at or over 0.5.\n")
    assert "all                character F1       0.700 [0.600, 0.800]  12\n" in table
    assert "bad     TOXICITY   false alarms       0.250 [0.100, 0.400]  40\n" in table
    assert "bad     TOXICITY   ROC-AUC            –                     40\n" in table
    assert "TOXICITY against 'bad', by identity term, worst 'false alarms' first" in table
    assert table.index("tall & <big>") < table.index("deaf")
    assert "A note.\n" in table
    assert "lower is better" in table


def test_markdown_cells_cannot_break_the_table(make_report: MakeReport) -> None:
    markdown = make_markdown(make_report([("a|b\nc", 0.5, 0.3, 0.7)]))
    assert "| a\\|b c | 20 | 0 | 0.500 [0.300, 0.700] | – | 0.500 [0.300, 0.700] | – |" in markdown
    assert "| --- | --- |" in markdown
    assert "- A note." in markdown
