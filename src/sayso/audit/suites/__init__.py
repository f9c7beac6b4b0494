"""Suites: sentences written for a purpose, as reviewed text (YAML), and the engine that makes them.

A suite is one file or several: kinds of sentence with their labels and templates, the words that fill the
templates, and groups of people to name in them, each in a half to learn from (`learn`) and a half to measure
on (`held_out`). Training and audits share this code. What may not live here: models, reports. Start with
`document`, which says what a file holds; `checks` finds what its authors missed; `expansion` makes sentences,
the same for the same seed.
"""

from sayso.audit.suites.checks import find_faults
from sayso.audit.suites.document import Group, Half, Kind, Suite, load_suite
from sayso.audit.suites.expansion import Draws, Sentence, combine, draw_sentences

__all__ = [
    "Draws",
    "Group",
    "Half",
    "Kind",
    "Sentence",
    "Suite",
    "combine",
    "draw_sentences",
    "find_faults",
    "load_suite",
]
