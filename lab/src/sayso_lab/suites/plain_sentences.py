"""Sentences for the linear scorer, which sees words and letter groups alone: every word in every template."""

from sayso.audit.suites import combine
from sayso.core import Attribute
from sayso_lab.examples import Example
from sayso_lab.suites import load


def make_identity_sentences() -> list[Example]:
    """Groups in plain sentences and in cruel ones, so that a group's name alone means nothing."""
    return _make("identities")


def make_innocent_sentences() -> list[Example]:
    """Harmless words that hold a rude one."""
    return _make("innocents")


def _make(name: str) -> list[Example]:
    return [
        Example(one.text, {Attribute(key): share for key, share in one.labels.items()})
        for one in combine(load(name))
    ]
