"""Values in JSON bodies, taken as the OpenAPI document has them: no text for a number, none for a yes."""

from typing import Annotated, Any

from pydantic import BeforeValidator, Field


def _read_whole(value: Any) -> Any:
    """JSON has one kind of number: 2.0 is a whole one."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


READ_WHOLE = BeforeValidator(_read_whole)
"""Comes last, after the bounds of a strict int: before them it would hide them from the document."""
Flag = Annotated[bool, Field(strict=True)]
Whole = Annotated[int, Field(strict=True, ge=0), READ_WHOLE]
Limit = Annotated[float, Field(strict=True, ge=0, le=1)]
Moment = Annotated[str, Field(json_schema_extra={"format": "date-time"})]
"""In answers: a moment as `storage.columns.format_moment` writes it."""
