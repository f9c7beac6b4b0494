import json
from collections.abc import Callable
from pathlib import Path

import pytest

from sayso.audit.evaluation.report import Report, read_report
from sayso.core.errors import BadFile
from sayso.files.reports import encode_report

MakeReport = Callable[..., Report]


def test_a_report_survives_being_written_and_read(tmp_path: Path, make_report: MakeReport) -> None:
    path = tmp_path / "report.json"
    path.write_text(encode_report(make_report()))
    assert json.loads(path.read_text())["judgements"][0]["measures"][0]["interval"]["value"] is None
    read = read_report(path)
    assert encode_report(read) == encode_report(make_report())
    assert read.judgements[0].groups[0].rows[0].group == "tall & <big>"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "report.json is not JSON"),
        ('{"kind": "madlibs"}', "report.json is not a report of Sayso's: see"),
    ],
)
def test_a_file_that_is_no_report_is_named(tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "report.json"
    with pytest.raises(BadFile, match="The report cannot be read"):
        read_report(path)
    path.write_text(content)
    with pytest.raises(BadFile, match=message) as caught:
        read_report(path)
    assert "--format json" in caught.value.hint
