"""Other people's programs."""

from typing import Annotated

from pydantic import Field
from pydantic_settings import BaseSettings


class BridgeSettings(BaseSettings):
    """Other people's programs."""

    coral_secret: Annotated[
        str,
        Field(
            description="Signing secret of the external moderation phase in Coral; "
            "empty: Coral is not answered.",
            repr=False,
        ),
    ] = ""
    coral_answer_ms: Annotated[
        int,
        Field(
            ge=10,
            le=60_000,
            description="Milliseconds within which Coral gets its answer; "
            "should be less than the phase's timeout in Coral.",
        ),
    ] = 800
