"""What people wrote instead."""

from pathlib import Path

import pytest

from sayso.core.errors import BadWeights
from sayso.explaining.substitutions import Substitutions, load_substitutions


def test_a_word_is_found_in_any_case() -> None:
    assert Substitutions({"crap": ["stuff", "things"]}).find("CRAP") == ["stuff", "things"]
    assert Substitutions({}).find("crap") == []


def test_the_shipped_table_knows_a_common_word() -> None:
    assert "stuff" in load_substitutions().find("crap") or "thing" in load_substitutions().find("crap")


@pytest.mark.parametrize("content", [None, "{", '{"words": []}', '{"nothing": 1}'])
def test_a_lost_or_damaged_table_is_named_with_its_repair(tmp_path: Path, content: str | None) -> None:
    path = tmp_path / "people.json"
    if content is not None:
        path.write_text(content)
    with pytest.raises(BadWeights, match=r"people\.json is missing or damaged") as caught:
        load_substitutions(path)
    assert caught.value.hint
