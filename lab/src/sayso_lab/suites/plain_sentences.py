"""Sentences for the linear scorer, which sees words and letter groups alone: every word in every template."""

from sayso.audit.suites import Sentence, combine
from sayso_lab.suites import load


def make_identity_sentences() -> list[Sentence]:
    """Groups in plain sentences and in cruel ones, so that a group's name alone means nothing."""
    return list(combine(load("identities")))


def make_innocent_sentences() -> list[Sentence]:
    """Harmless words that hold a rude one."""
    return list(combine(load("innocents")))
