"""Every rule of a policy is declared once, stands on every surface, and changes something."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import click
import pytest
from click.testing import CliRunner
from starlette.testclient import TestClient
from tests.hostile_upstream import HostileUpstream
from tests.larger_policy import LargerPolicy
from tests.reader_actor import arrive
from tests.service.guarding import ASK, PATH, service_of

from sayso.cli.policy import rule_options
from sayso.core import Attribute, Policy, Scores
from sayso.core.errors import BadInput
from sayso.core.json_text import render_json
from sayso.core.policy import list_rules, rule
from sayso.core.policy_document import policy_from_json, policy_to_json
from sayso.testing import FakeScorer
from sayso.web.community.schemas import make_answer, make_request

MakeClient = Callable[..., TestClient]
NAMES = [one.name for one in list_rules()]


def test_a_new_rule_is_in_the_document_and_its_messages() -> None:
    assert policy_to_json(LargerPolicy())["warm_limit"] == 0.2
    policy = policy_from_json({"warm_limit": 0.3}, community="forum", base=LargerPolicy())
    assert policy == LargerPolicy("forum", warm_limit=0.3)
    with pytest.raises(BadInput, match=r"^warm_limit is 2\.$") as caught:
        policy_from_json({"warm_limit": 2}, community="forum", base=LargerPolicy())
    assert caught.value.hint == "A limit is a number from 0 to 1, such as 0.2."


def test_a_new_rule_is_in_the_ledger(client: TestClient) -> None:
    store = service_of(client).store
    store.policies.set(LargerPolicy(warm_limit=0.1))
    assert list(store.ledger.entries())[-1].body["warm_limit"] == 0.1


def test_a_new_rule_is_in_the_requests_and_answers_of_the_api() -> None:
    asked = make_request(LargerPolicy).model_json_schema()["properties"]["warm_limit"]
    assert asked == {
        "type": "number",
        "minimum": 0,
        "maximum": 1,
        "default": 0.2,
        "title": "Warm Limit",
        "description": "From this score on, it gets warm.",
    }
    told = make_answer(list_rules(LargerPolicy)).of(LargerPolicy(warm_limit=0.1))
    assert json.loads(render_json(told)) == policy_to_json(LargerPolicy(warm_limit=0.1))


def test_a_new_rule_is_an_option_of_the_command() -> None:
    def show(**wishes: Any) -> None:
        click.echo(wishes["warm_limit"])

    command = click.command()(rule_options(show, policy=LargerPolicy))
    assert "From this score on, it gets warm." in CliRunner().invoke(command, ["--help"]).stdout
    assert CliRunner().invoke(command, ["--warm-limit", "0.1"]).stdout == "0.1\n"


def test_a_rule_of_a_kind_that_no_surface_knows_is_refused() -> None:
    @dataclass(frozen=True, slots=True)
    class Odd(Policy):
        words: frozenset[str] = rule(frozenset[str](), "words")

    with pytest.raises(TypeError, match="the field words is of no kind that a policy knows"):
        list_rules(Odd)


@dataclass(frozen=True, slots=True)
class World:
    """A chatbot behind the guard, and whatever else the policy may touch."""

    client: TestClient
    upstream: HostileUpstream

    def ask(self, reply: str, *, prompt: str = "Tell me of your day.") -> tuple[int, str]:
        """The status and the text that a reader gets; the number of a note is left out."""
        self.upstream.reply(reply)
        answer = self.client.post(PATH, json={**ASK, "messages": [{"role": "user", "content": prompt}]})
        if answer.status_code != 200:
            return answer.status_code, ""
        return 200, answer.json()["choices"][0]["message"]["content"].partition(" (note ")[0]

    def ask_permitting(self, word: str, reply: str) -> str:
        """What a reader gets who always shows a word."""
        ana = arrive(self.client)
        ana.rule(word)
        self.upstream.reply(reply)
        return self.client.post(PATH, json=ASK, headers=ana.headers).json()["sayso"]["decision"]

    def find_words(self, reply: str) -> list[str]:
        """What a reader's answer may be about."""
        self.upstream.reply(reply)
        ana = arrive(self.client)
        return self.client.post(PATH, json=ASK, headers=ana.headers).json()["sayso"]["held"]["words"]

    def leaves_early(self, sentence: str) -> bool:
        """Whether a reader gets the beginning of a reply that is cut off later."""
        self.upstream.stream(f"{sentence} ", "You idiot. ", "Good night.")
        return sentence in self.client.post(PATH, json={**ASK, "stream": True}).text

    def flags(self, text: str) -> bool:
        answer = self.client.post("/v1/moderations", json={"input": text})
        return answer.json()["results"][0]["flagged"]


class Lowering:
    """A map to a scale on which all is half as bad."""

    def apply(self, attribute: Attribute, scores: Sequence[float]) -> Sequence[float]:
        return [score / 2 for score in scores]


class WorldScorer(FakeScorer):
    """Sees threats nowhere, something bad only where two sentences meet, and cannot read some things."""

    def __init__(self) -> None:
        super().__init__({"idiot": 0.95, "stupid": 0.92, "silly": 0.4, "stars. pigs": 0.92})
        self.scale_map = Lowering()

    def score(self, texts: Sequence[str]) -> Scores:
        if any("unreadable" in text for text in texts):
            raise KeyError
        scores = super().score(texts)
        return Scores(scores.model, {**scores.columns, Attribute.THREAT: [0.0] * len(texts)})


@dataclass(frozen=True, slots=True)
class Scenario:
    """What is seen is one thing by the default policy, and another where one field is `other`."""

    other: Any
    see: Callable[[World], object]


SCENARIOS: Mapping[str, Scenario] = {
    "attributes": Scenario((Attribute.THREAT,), lambda world: world.ask("You idiot.")),
    "soft_limit": Scenario(0.5, lambda world: world.ask("You silly goose.")),
    "scale": Scenario("perspective", lambda world: world.ask("You silly goose.")),
    "hard_limit": Scenario(0.93, lambda world: world.ask("How stupid.")),
    "last_limit": Scenario(0.91, lambda world: world.ask_permitting("stupid", "How stupid.")),
    "flag_limit": Scenario(0.3, lambda world: world.flags("You silly goose.")),
    "default_message": Scenario("Not here.", lambda world: world.ask("You idiot.")),
    "strict": Scenario(False, lambda world: world.ask("I like stars. Pigs are pink.")),
    "method": Scenario("fixed", lambda world: world.ask("You silly goose.")),
    "answers_about": Scenario("ngrams", lambda world: world.find_words("You silly old goose.")),
    "streaming": Scenario("whole", lambda world: world.leaves_early("The garden looks lovely this morning.")),
    "judges_prompts": Scenario(True, lambda world: world.ask("Good day.", prompt="You idiot.")),
    "shows_unjudged": Scenario(True, lambda world: world.ask("This is unreadable.")),
}
"""A field without one fails below: whoever adds a rule shows here what it changes."""


@pytest.mark.parametrize("name", NAMES)
def test_every_rule_changes_something_that_can_be_seen(
    make_client: MakeClient, upstream: HostileUpstream, name: str
) -> None:
    scenario = SCENARIOS[name]
    world = World(make_client(WorldScorer(), upstream=upstream.url), upstream)
    policies = service_of(world.client).store.policies
    base = policies.set(Policy())
    seen = scenario.see(world)
    assert scenario.see(world) == seen, "the scenario sees something that changes by itself"
    policies.set(replace(base, **{name: scenario.other}))
    assert scenario.see(world) != seen


def test_a_rule_without_a_scenario_is_noticed() -> None:
    assert {one.name for one in list_rules(LargerPolicy)} - SCENARIOS.keys() == {"warm_limit"}
    assert SCENARIOS.keys() == set(NAMES)
