"""The unmodified openai SDK on `/v1/moderations`."""

from typing import Protocol

from openai import OpenAI


class Server(Protocol):
    @property
    def root(self) -> str: ...


def test_moderations_flag_an_insult_and_not_a_compliment(server: Server) -> None:
    with OpenAI(base_url=f"{server.root}/v1", api_key="any key") as client:
        answer = client.moderations.create(input=["You stupid idiot.", "You are a wonderful person."])
    rude, kind = answer.results
    assert rude.category_scores.harassment > kind.category_scores.harassment
    assert (rude.flagged, kind.flagged) == (True, False)
