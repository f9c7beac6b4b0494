"""Texts whose place on Perspective's scale is known without asking it: plain talk and emoji, near nothing.

Talk counts as calm by its words alone, whatever any model says of it. What calls nobody anything, names no
group, and speaks of no violence, crime, body, politics or dislike, is calm.
"""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np

from sayso_lab.data import columns as col
from sayso_lab.data.splits import Part, make_keys, measure_key
from sayso_lab.data.wording import is_profane, names_group

FILE = "everyday_text"
TALK: Final = frozenset({"sgd", "taskmaster4", "self_dialogue", "topical_chat", "chitchat"})
"""The sources of `everyday_text` in which people talk; the others are reviews, books and a help channel."""
_SHORTEST, _LONGEST = 12, 400
_HELD_OUT_BELOW = 0.07
_EMOJI = (
    "😀 😃 😄 😁 😆 😅 😂 🤣 🙂 😉 😊 😇 🥰 😍 🤩 😘 😋 😎 🤗 🤔 😌 😴 🥳 🤠 😺 "
    "👋 👌 ✌ 🤞 👍 👏 🙌 🤝 🙏 💪 ❤ 🧡 💛 💚 💙 💜 🤎 💕 💖 💯 ✨ ⭐ 🌟 ☀ 🌈 "
    "🌊 🌸 🌹 🌻 🌷 🌱 🌳 🍀 🍎 🍌 🍓 🍕 🍰 🎂 🍪 ☕ 🍵 🐶 🐱 🐰 🐻 🐼 🐨 🦁 🐸 "
    "🐧 🐦 🦋 🐝 🐞 🐢 🐬 🐳 🎉 🎊 🎁 🎈 🎄 🎵 🎶 🎸 🎹 ⚽ 🏀 🏆 🥇 🚗 🚲 ✈ 🚀 "
    "🏠 🏖 🏔 📚 📖 ✏ 📷 💡 ⏰ ✅ ☎ 📧 🔑 🛒 🧸 🧩 🎨 🎬 👶 👵 👴 💃 🕺 🏃 🚶 "
    "🧘 🏊 🚴"
)
_HARSH: Final = re.compile(
    r"\b(kill\w*|die[sd]?|dying|dead\w*|death\w*|murder\w*|shoot\w*|shot|guns?|bomb\w*|blood\w*|wars?|weapon\w*"
    r"|kni(fe|ves)|stab\w*|attack\w*|fight\w*|fought|hurt\w*|hits?|punch\w*|slap\w*|kick\w*|beat\w*|burn\w*"
    r"|destr\w*|crush\w*|hang\w*|drown\w*|rap(e|ed|ist)\w*|abus\w*|violen\w*|cruel\w*|brutal\w*|savage\w*|evil"
    r"|hell|devil\w*|demon\w*|monster\w*|beast\w*|hat(e|es|ed|ing)|stupid\w*|idiot\w*|dumb\w*|moron\w*|fool\w*"
    r"|silly|crazy|insane|mad|weird\w*|creep\w*|ugly|gross|disgust\w*|suck\w*|sick\w*|fat|lame|loser\w*"
    r"|pathetic|awful\w*|terribl\w*|horr\w*|worst|annoy\w*|bor(ing|ed)|ridiculous\w*|nonsense|garbage|trash\w*"
    r"|rubbish|junk|jerk\w*|liar\w*|ly?ing|lies|thie\w+|steal\w*|stole\w*|cheat\w*|criminal\w*|crime\w*"
    r"|prison\w*|jail\w*|police|enem\w+|ang(ry|er)|rage|furious|revenge|threat\w*|scar[ey]\w*|terror\w*|fear\w*"
    r"|sex\w*|naked|nude|breast\w*|butt\w*|drunk\w*|drug\w*|slav\w+|nazi\w*|hitler|pigs?|rats?|snakes?|apes?"
    r"|monkey\w*|animals?|virgin\w*|gf|bf|wom[ae]n|girls?|m[ae]n|boys?|kids?|dudes?|god|trump|clinton|obama"
    r"|republican\w*|democrat\w*|president\w*|shut|screw\w*|bloody|cursed?|curses|damag\w*|fail\w*|wrong\w*"
    r"|bad\w*|poor\w*|problem\w*)\b",
    re.IGNORECASE,
)


def is_calm(text: str) -> bool:
    return not (is_profane(text) or names_group(text) or _HARSH.search(text))


def list_emoji(part: Part) -> list[str]:
    """Texts of nothing but friendly or plain emoji, once, twice or three times: half of the emoji are held
    out, the other half is for the dev part, none is learned from."""
    found = {Part.HELD_OUT: list[str](), Part.DEV: list[str](), Part.TRAIN: list[str]()}
    for place, emoji in enumerate(_EMOJI.split()):
        where = Part.HELD_OUT if measure_key(emoji) < 0.5 else Part.DEV
        found[where] += [emoji, emoji * (2 + place % 2)]
    return found[part]


def draw_held_out(data_dir: Path, *, texts: int, emoji: int, seed: int) -> tuple[list[str], list[str]]:
    """Calm talk and emoji that nothing was fitted on, drawn by the seed."""
    found = col.read_columns(data_dir / f"{FILE}.parquet", {"source": col.text(), "text": col.text()})
    talk = sorted(
        {text for source, text in zip(found["source"], found["text"], strict=True) if source in TALK}
    )
    rng = np.random.RandomState(seed)
    drawn: list[str] = []
    for place in rng.permutation(len(talk)).tolist():
        if _is_held_out(talk[place]) and is_calm(talk[place]):
            drawn.append(talk[place])
        if len(drawn) == texts:
            break
    held_out: Sequence[str] = list_emoji(Part.HELD_OUT)
    places = rng.permutation(len(held_out))[:emoji].tolist()
    return drawn, [held_out[place] for place in places]


def _is_held_out(text: str) -> bool:
    return _SHORTEST <= len(text) <= _LONGEST and measure_key(make_keys(text)[0]) < _HELD_OUT_BELOW
