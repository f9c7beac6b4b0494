"""What conversations were like, counted: Tables 1 and 2 of Recourse for Reclamation, for any conversations.

`conversation` is what is counted, whether readers who agreed to records had it or simulated ones; `spread`
says how numbers lie over conversations; `rulings` adds up what was permitted and blocked, `groups` whom
filtered replies named; `kept` reads what the database has on record. A scorer comes in as an argument;
nothing here prints. Start with `describe`.
"""

from sayso.reader.records.conversation import Message, Record, Ruled
from sayso.reader.records.describing import describe
from sayso.reader.records.report import RecordsReport

__all__ = ["Message", "Record", "RecordsReport", "Ruled", "describe"]
