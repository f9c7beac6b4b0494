"""Any report as JSON."""

import json
from dataclasses import asdict
from math import isfinite
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


def encode_report(report: "DataclassInstance") -> str:
    """Numbers that are undefined or without end are null: JSON has neither."""
    return json.dumps(_replace(asdict(report)), indent=2, ensure_ascii=False) + "\n"


def _replace(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _replace(one) for name, one in cast("dict[str, Any]", value).items()}
    if isinstance(value, list | tuple):
        return [_replace(one) for one in cast("list[Any]", value)]
    return None if isinstance(value, float) and not isfinite(value) else value
