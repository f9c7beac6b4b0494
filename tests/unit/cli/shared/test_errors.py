import errno

import pytest
from pydantic import BaseModel, ValidationError

from sayso.cli.shared.errors import describe
from sayso.settings import Settings


class Other(BaseModel):
    number: int


def test_a_validation_error_of_something_else_is_a_surprise_and_is_not_quoted() -> None:
    with pytest.raises(ValidationError) as caught:
        Other.model_validate({"number": "what somebody wrote"})
    failure = describe(caught.value)
    assert failure.message.startswith("Sayso failed unexpectedly: ValidationError")
    assert "somebody" not in failure.message + failure.hint


def test_a_surprise_from_outside_the_package_has_no_place() -> None:
    assert describe(ZeroDivisionError()).message == "Sayso failed unexpectedly: ZeroDivisionError."


@pytest.mark.parametrize("name", ["perspective_key", "objection_webhook_secret"])
def test_the_value_of_a_setting_that_is_a_secret_is_not_printed(name: str) -> None:
    with pytest.raises(ValidationError) as caught:
        Settings.model_validate({name: 5})
    failure = describe(caught.value)
    assert failure.message == f"The setting SAYSO_{name.upper()} is refused: input should be a valid string."


def test_a_full_disk_is_said_so() -> None:
    assert describe(OSError(errno.ENOSPC, "No space left on device")).message == (
        "The system refused: No space left on device."
    )


def test_a_choice_lists_what_is_accepted() -> None:
    with pytest.raises(ValidationError) as caught:
        Settings.model_validate({"scale": "kelvin"})
    assert describe(caught.value).message == (
        "The setting SAYSO_SCALE is 'kelvin': input should be 'perspective' or 'sayso'."
    )


def test_a_missing_library_comes_back_with_the_package() -> None:
    failure = describe(ModuleNotFoundError("No module named 'rich'", name="rich"))
    assert failure.message == "The library 'rich' is missing."
    assert failure.hint.endswith("run: python -m pip install --editable .")
