"""What conversations were like, counted: Tables 1 and 2 of Recourse for Reclamation, for any conversations.

`conversation` is what is counted, whether readers who agreed to records had it or simulated ones; `kept`
takes it from what the database has on record, `naming` finds whom replies name, `describing` counts, and
`report` is what comes out. A scorer comes in as an argument; nothing here prints. Start with `describe`.
"""

from sayso.reader.records.conversation import Message, Record, Ruled
from sayso.reader.records.describing import describe
from sayso.reader.records.report import RecordsReport

__all__ = ["Message", "Record", "RecordsReport", "Ruled", "describe"]
