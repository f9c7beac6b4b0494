"""The chatbot behind the guard."""

from typing import Annotated

from pydantic import Field
from pydantic_settings import BaseSettings


class ChatSettings(BaseSettings):
    """The chatbot behind the guard."""

    upstream: Annotated[
        str,
        Field(
            pattern=r"^(https?://\S+)?$",
            description="OpenAI-compatible server behind the guard, such as http://127.0.0.1:8701/v1; "
            "empty: the local model, if one was fetched.",
        ),
    ] = ""
    upstream_key: Annotated[
        str,
        Field(
            description="Key for that server; empty: a client's own bearer is passed on, unless it is a key "
            "of Sayso's.",
            repr=False,
        ),
    ] = ""
    upstream_title: Annotated[
        str,
        Field(max_length=300, description="What the page /chat says of the model behind the guard."),
    ] = ""
    upstream_timeout_s: Annotated[
        float, Field(gt=0, le=3600, description="Time limit for one whole answer of that server.")
    ] = 300.0
    upstream_idle_s: Annotated[
        float,
        Field(gt=0, le=3600, description="Longest wait for the next piece of a streamed answer."),
    ] = 60.0
    upstream_max_bytes: Annotated[
        int, Field(ge=1024, description="Most bytes of one answer of that server; it is cut off there.")
    ] = 1024 * 1024
    chat_model: Annotated[
        str,
        Field(
            description="Language model that runs here behind the guard: smollm2 (got by "
            "`sayso models fetch smollm2`), the path of a GGUF file, or empty for none."
        ),
    ] = "smollm2"
    chat_context: Annotated[
        int,
        Field(ge=256, le=131_072, description="Most tokens of one conversation that this model takes in."),
    ] = 4096
