"""Simulated readers in recorded conversations: what does asking readers change, and what does it cost them?

The same replies pass the fixed filter (Algorithm 1) and the dynamic one (Algorithm 2) of `sayso.deciding`; a
simulated reader has tastes, answers questions and so fills a word bank. `replies` reads conversations,
`shipped` and `pool` make them of what ships in `data`, `tastes` is the reader, `contested` says what a reply
holds that readers could object to, `run` lets them talk, `measuring` makes the `report`. A scorer comes in as
an argument; nothing here builds one, reads a database or prints. Start with `simulate`.
"""

from sayso.reader.simulation.measuring import measure
from sayso.reader.simulation.replies import Conversation, Turn, read_replies
from sayso.reader.simulation.report import SimulationReport
from sayso.reader.simulation.run import Plan, Sitting, simulate
from sayso.reader.simulation.tastes import Tastes, read_tastes

__all__ = [
    "Conversation",
    "Plan",
    "SimulationReport",
    "Sitting",
    "Tastes",
    "Turn",
    "measure",
    "read_replies",
    "read_tastes",
    "simulate",
]
