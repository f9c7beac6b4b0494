"""What raters wrote down as implied by a text, as our kinds."""

import re
from typing import Final

_RULES: Final = tuple(
    (re.compile(pattern, re.IGNORECASE), kind)
    for kind, pattern in (
        (
            "dehumanising",
            r"animal|monkey|\bape|\brats?\b|vermin|parasite|insect|cockroach|subhuman|less than human"
            r"|not human|\bdogs?\b|\bpigs?\b|object(s|ified)?\b|property|disease|plague|infest|savage|beast"
            r"|\bscum\b|\btrash\b|garbage|\bfilth|sex toy|not people",
        ),
        (
            "threat_incitement",
            r"\bkill|\bdie\b|dead|exterminat|murder(ed)?\b.*\b(should|deserve)|deserve"
            r"|\brape[ds]?\b.*(ok|should)|\bhang|lynch|should be (hurt|beaten|shot|eliminated|burn)"
            r"|need to be (eliminated|killed)|violence against|genocide",
        ),
        (
            "exclusion",
            r"deport|go back|should leave|don'?t belong|do not belong|not welcome|unwelcome|be banned"
            r"|kept out|keep .* out|not be allowed|shouldn'?t be (allowed|here|in)"
            r"|should not be (allowed|here|in)|\bremoved?\b|segregat|separate"
            r"|expel|get rid of|be gone|no (rights|place)|stay (out|away)|shouldn'?t have rights|wall\b",
        ),
        (
            "mockery",
            r"joke|mock|made fun|make fun|funny|laugh|ridicul|trivial|insignifican|sarcas",
        ),
        (
            "inferiority",
            r"inferior|stupid|dumb|idiot|lesser|unintelligent|low[- ]iq|worthless|useless|incapable"
            r"|not (as )?(smart|intelligent|good|equal)|less (intelligent|valuable|worthy|capable|than)"
            r"|uneducated|weak|lazy|retarded|incompetent|ignorant|can'?t (think|do|drive|feed|read|control)"
            r"|ugly|disgusting|\bbad\b|\bbeneath|second class|failures?",
        ),
    )
)


def find_implied(statement: str) -> list[str]:
    """The kinds that the words of a statement show; none if no pattern fits."""
    return [kind for pattern, kind in _RULES if pattern.search(statement)]
