"""Scores: which model answers, how requests share its runs, what it is compared with."""

from typing import Annotated, Literal

from pydantic import Field
from pydantic_settings import BaseSettings

from sayso.core import Scale


class ScoringSettings(BaseSettings):
    """Scores: which model answers, how requests share its runs, what it is compared with."""

    scorer: Annotated[
        str,
        Field(
            description="Scorer that answers, such as embedded, cascade, linear.v1 "
            "or highest:embedded,blocklist:FILE."
        ),
    ] = "embedded"
    scale: Annotated[
        Scale,
        Field(description="Scale of the scores that the Perspective endpoints answer with."),
    ] = "perspective"
    fallback_language: Annotated[
        str,
        Field(
            pattern=r"^[a-z]{2,3}(-[A-Za-z]{2,8})?$",
            description="Language assumed where a text is too short or too plain to tell, such as en.",
        ),
    ] = "en"
    batch_window_ms: Annotated[
        float,
        Field(
            ge=0,
            le=1000,
            description="How long to wait for more requests before running the model; 0 does not wait.",
        ),
    ] = 0.0
    batch_max_texts: Annotated[
        int, Field(ge=1, le=4096, description="Most texts in one run of the model.")
    ] = 256
    cache_entries: Annotated[
        int,
        Field(
            ge=0,
            description="How many scored texts to remember by hash and model version; 0 turns the cache off.",
        ),
    ] = 20_000
    shadow: Annotated[
        Literal["", "perspective"], Field(description="Service asked too, in the background, for comparison.")
    ] = ""
    perspective_url: Annotated[
        str, Field(description="Root address of the Perspective service for the scorer and the shadow.")
    ] = "https://commentanalyzer.googleapis.com"
    perspective_key: Annotated[str, Field(description="Key for the Perspective service.", repr=False)] = ""
    openai_url: Annotated[
        str, Field(description="Root address of an OpenAI-compatible moderation service.")
    ] = "https://api.openai.com/v1"
    openai_key: Annotated[
        str, Field(description="Key for the OpenAI-compatible moderation service.", repr=False)
    ] = ""
    remote_timeout_s: Annotated[
        float, Field(gt=0, le=300, description="Time limit for one call to a remote scorer.")
    ] = 5.0
