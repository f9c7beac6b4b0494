"""Conversations made of single replies, so that the fixed filter triggers as often as it did in the paper."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Literal

from sayso.core.errors import BadInput
from sayso.core.policy import Policy
from sayso.reader.simulation.known import KnownScores
from sayso.reader.simulation.replies import Conversation, Turn

Source = Literal["recorded", "written"]
Stratum = Literal["under", "between", "over"]
PAPER_TURNS = 22
"""The median number of interactions of a conversation under the fixed filter (its Table 1)."""
PAPER_TRIGGERS = 4.8
"""How often the fixed filter triggered in the average conversation (its section 6.1)."""
PAPER_SPREAD = 5.0
"""The standard deviation of that (its Table 2): some conversations meet none, some meet many."""
OVER_SHARE = 1 / 3
"""Of the replies at or over the soft limit, how many are at or over the hard one. The paper does not say; it
can be half at most, for its dynamic filter, which replaces all of these, triggered half as often as the fixed
one."""


@dataclass(frozen=True, slots=True)
class PoolTurn:
    """One reply out of its conversation, what it is about, and where it comes from."""

    topic: str
    source: Source
    turn: Turn


@dataclass(frozen=True, slots=True)
class Mix:
    """How conversations are made up."""

    turns: int = PAPER_TURNS
    strong: float = PAPER_TRIGGERS
    """Replies at or over the soft limit as a whole, mean per conversation."""
    over_share: float = OVER_SHARE

    def __post_init__(self) -> None:
        if not 0 <= self.strong <= self.turns:
            raise BadInput(
                f"{self.strong:g} strong replies do not fit into {self.turns} turns.",
                hint="Give fewer strong replies or more turns.",
            )

    def draw_counts(self, count: int, chooser: Random) -> list[int]:
        """How many replies are strong in each of so many conversations: spread as the paper's were, and with
        the mean that was asked for, which is an input: its chance would only blur what came out."""
        shares = [self._draw_share(chooser) for _ in range(count)]
        factor = self.strong / self.turns / (sum(shares) / count or 1.0)
        return [int(min(1.0, share * factor) * self.turns + chooser.random()) for share in shares]

    def _draw_share(self, chooser: Random) -> float:
        """From a beta distribution with the mean p and the variance p q r: its parameters are p (1/r - 1) and
        q (1/r - 1)."""
        mean = self.strong / self.turns
        room = mean * (1 - mean)
        spread = PAPER_SPREAD * self.strong / PAPER_TRIGGERS / self.turns
        if not room or spread * spread >= room:
            return mean
        total = room / (spread * spread) - 1
        return chooser.betavariate(mean * total, (1 - mean) * total)


def compose(
    pool: Sequence[PoolTurn], known: KnownScores, policy: Policy, *, mix: Mix, count: int, seed: int
) -> list[Conversation]:
    """`count` conversations, each about one topic where its replies suffice.

    Strong turns are drawn from all replies that are strong as a whole by this scorer, the others from
    recorded replies alone, whatever their n-grams score. What is strong is thus what the fixed filter stops.
    """
    strata = sort_pool(pool, known, policy)
    _refuse_empty(strata, mix, policy, known.model)
    chooser = Random(f"{seed}:conversations")  # noqa: S311 - a simulation, nothing to guess
    topics = sorted({one.topic for name in ("between", "over") for one in strata[name]}) or [""]
    return [
        Conversation(f"made-{number}", tuple(_draw(strata, mix, strong, chooser.choice(topics), chooser)))
        for number, strong in enumerate(mix.draw_counts(count, chooser), start=1)
    ]


def sort_pool(pool: Sequence[PoolTurn], known: KnownScores, policy: Policy) -> dict[Stratum, list[PoolTurn]]:
    """Which limit each reply reaches as a whole; under both, only recorded ones are kept."""
    known.learn(one.turn.reply for one in pool)
    strata: dict[Stratum, list[PoolTurn]] = {"under": [], "between": [], "over": []}
    for one in pool:
        worst = known.highest(one.turn.reply, policy.attributes)
        if worst >= policy.soft_limit:
            strata["over" if worst >= policy.hard_limit else "between"].append(one)
        elif one.source == "recorded":
            strata["under"].append(one)
    return strata


def _refuse_empty(strata: Mapping[Stratum, Sequence[PoolTurn]], mix: Mix, policy: Policy, model: str) -> None:
    needed: dict[Stratum, bool] = {
        "under": mix.strong < mix.turns,
        "between": mix.strong > 0 and mix.over_share < 1,
        "over": mix.strong > 0 and mix.over_share > 0,
    }
    for name, is_needed in needed.items():
        if is_needed and not strata[name]:
            raise BadInput(
                f"By {model}, none of the shipped replies is {name} the limits {policy.soft_limit:g} and"
                f" {policy.hard_limit:g}.",
                hint="Choose other limits, or give replies of your own: --replies FILE.jsonl",
            )


def _draw(
    strata: Mapping[Stratum, Sequence[PoolTurn]], mix: Mix, strong: int, topic: str, chooser: Random
) -> Iterator[Turn]:
    decks = {name: _Deck(rows, topic, chooser) for name, rows in strata.items()}
    places = set(chooser.sample(range(mix.turns), strong))
    for place in range(mix.turns):
        is_over = chooser.random() < mix.over_share
        yield decks["under" if place not in places else "over" if is_over else "between"].take()


class _Deck:
    """Replies without repetition as long as there are any, those on the topic first."""

    def __init__(self, rows: Sequence[PoolTurn], topic: str, chooser: Random) -> None:
        self._rows, self._topic, self._chooser = rows, topic, chooser
        self._left: list[PoolTurn] = []

    def take(self) -> Turn:
        if not self._left:
            self._left = self._chooser.sample(self._rows, len(self._rows))
            self._left.sort(key=lambda one: one.topic == self._topic)
        return self._left.pop().turn
