"""Authors: their drafts, and what they say is wrong."""

from typing import Annotated, Literal

from pydantic import Field
from pydantic_settings import BaseSettings


class AuthorSettings(BaseSettings):
    """Authors: their drafts, and what they say is wrong."""

    author_access: Annotated[
        Literal["auto", "open", "keys"],
        Field(
            description="Who may use the author's addresses: keys (a key is needed), open (anyone, limited "
            "by address), auto (open where no key is needed)."
        ),
    ] = "auto"
    author_per_minute: Annotated[
        int,
        Field(
            ge=1,
            description="Most requests a minute from one client address to the author's addresses "
            "without a key.",
        ),
    ] = 240
    draft_characters: Annotated[
        int,
        Field(
            ge=1,
            description="Longest draft that is read without a key, in characters, where the service is "
            "not open.",
        ),
    ] = 4_000
    second_opinion: Annotated[
        str,
        Field(
            description="Scorer that judges authors' edits beside the one that answers; "
            "it should share nothing with it."
        ),
    ] = "second"
    masked_model: Annotated[
        str,
        Field(
            description="Model that proposes words by context: empty for the shipped one, masked.vN for one "
            "trained here, or the folder or cached name of a Hugging Face masked model (extra hub)."
        ),
    ] = ""
    help_note: Annotated[
        str,
        Field(
            max_length=500,
            description="Where help is, for an author who writes of wanting to die: a sentence with the "
            "crisis line of your country, for example. It is shown as it stands; empty: none is named.",
        ),
    ] = ""
    objection_per_minute: Annotated[
        int,
        Field(ge=1, description="Reports a minute that one client address may send without a key."),
    ] = 20
    objection_webhook_url: Annotated[
        str,
        Field(
            pattern=r"^(https?://\S+)?$",
            description="Address that is told what authors report as wrong; empty: nobody is told.",
        ),
    ] = ""
    objection_webhook_secret: Annotated[
        str, Field(description="Secret that signs what is sent there, such as whsec_ and base64.", repr=False)
    ] = ""
