"""Constructions and what a careful friend would say instead: the rules of `data/phrases.v1.yaml`."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from sayso.core.errors import BadWeights
from sayso.explaining.word_vectors import explain_table_repair

SHIPPED = Path(__file__).parent / "data" / "phrases.v1.yaml"
LATER = 0.8
"""By how much each further wording of a rule is behind the one before."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A pattern over tokens with one space between them, and wordings, best first."""

    pattern: re.Pattern[str]
    say: tuple[str, ...]
    least: float


@dataclass(frozen=True, slots=True)
class Wording:
    """What a rule would say instead of the tokens from `begin` to `end`.

    Its parts are texts, or pairs of tokens for what stays as it was written.
    """

    begin: int
    end: int
    parts: tuple[str | tuple[int, int], ...]
    prior: float


class Phrasebook:
    def __init__(self, rules: Sequence[Rule]) -> None:
        self._rules = tuple(rules)

    def find(self, tokens: Sequence[str]) -> Iterator[Wording]:
        """Every wording of every rule that matches somewhere."""
        joined = " ".join(tokens)
        begins: dict[int, int] = {}
        ends: dict[int, int] = {}
        at = 0
        for place, token in enumerate(tokens):
            begins[at], ends[at + len(token)] = place, place + 1
            at += len(token) + 1
        for rule in self._rules:
            for match in rule.pattern.finditer(joined):
                found = _locate(joined, *match.span(), begins, ends)
                if found:
                    for later, say in enumerate(rule.say):
                        parts = tuple(_expand(say, match, begins, ends))
                        yield Wording(*found, parts, rule.least - LATER * later)


def _locate(
    joined: str, begin: int, end: int, begins: Mapping[int, int], ends: Mapping[int, int]
) -> tuple[int, int] | None:
    """The tokens between two places of the joined text, spaces aside; none if they cut one."""
    while begin < end and joined[begin] == " ":
        begin += 1
    while end > begin and joined[end - 1] == " ":
        end -= 1
    if begin in begins and end in ends and begin < end:
        return begins[begin], ends[end]
    return None


def _expand(
    say: str, match: re.Match[str], begins: Mapping[int, int], ends: Mapping[int, int]
) -> Iterator[str | tuple[int, int]]:
    for place, part in enumerate(re.split(r"\\(\d)", say)):
        if place % 2 == 0:
            yield part
        elif match.group(int(part)):
            kept = _locate(match.string, *match.span(int(part)), begins, ends)
            if kept:
                yield kept
                yield " "


def read_rules(data: Mapping[str, Any]) -> list[Rule]:
    """Rules with their lists filled in; `KeyError` for a list that is not there."""
    lists: Mapping[str, str] = data["words"]
    return [
        Rule(
            re.compile(f"(?<!\\S){_fill(rule['find'], lists)}(?!(?<=\\S)\\S)"),
            tuple(rule["say"]),
            float(rule.get("least", 0)),
        )
        for rule in data["rules"]
    ]


def _fill(pattern: str, lists: Mapping[str, str]) -> str:
    return re.sub(r"\{([a-z]+)\}", lambda match: lists[match.group(1)], f"(?:{pattern})")


@cache
def load_phrasebook(path: Path = SHIPPED) -> Phrasebook:
    """The rules in a file; `BadWeights`, with the way to repair it, if it is missing or damaged."""
    try:
        return Phrasebook(read_rules(yaml.safe_load(path.read_text("utf-8"))))
    except (OSError, ValueError, KeyError, TypeError, yaml.YAMLError, re.error) as error:
        raise BadWeights(
            f"The phrasebook {path} is missing or damaged.", hint=explain_table_repair(path)
        ) from error
