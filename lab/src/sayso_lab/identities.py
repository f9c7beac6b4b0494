"""Short sentences about groups, harmless and not, so that a group's name alone means nothing.

Data sets mention some groups mostly when they are attacked. Here each is met equally often in plain
sentences, and the attacks differ from them in the other words only.
"""

from itertools import product

from sayso.core import Attribute
from sayso_lab.examples import NOTHING_WRONG, Example, Labels

GROUPS: tuple[str, ...] = (
    "gay", "lesbian", "bisexual", "trans", "transgender", "queer", "straight", "nonbinary", "homosexual",
    "heterosexual", "lgbt", "lgbtq", "muslim", "jewish", "christian", "catholic", "hindu", "buddhist",
    "sikh", "atheist", "protestant", "black", "white", "asian", "latino", "latina", "hispanic", "african",
    "arab", "indian", "mexican", "chinese", "japanese", "american", "european", "african american",
    "middle eastern", "native american", "romani", "immigrant", "refugee", "deaf", "blind", "disabled",
    "autistic", "paralyzed", "old", "young", "elderly", "female", "male", "feminist", "foreign", "turkish",
    "polish", "nigerian", "pakistani", "somali",
)  # fmt: skip

PLURALS: tuple[str, ...] = (
    "women", "men", "gays", "lesbians", "muslims", "jews", "christians", "catholics", "immigrants",
    "refugees", "foreigners", "feminists", "black people", "white people", "asians", "mexicans", "arabs",
    "trans people", "disabled people", "old people", "teenagers", "africans", "indians", "atheists",
)  # fmt: skip

_KIND = (
    "I am {}", "I am a {} person", "i'm {} and proud of it", "I'm a {} woman", "I'm a {} man",
    "My friend is {}.", "My neighbour is a {} teacher.", "She is {}", "He is {} and works as a nurse",
    "They are a {} couple", "We are a {} family", "being {} is great", "Being {} is a part of who I am",
    "Being {} is ordinary", "Proud to be {}!", "a {} friend helped me move house", "our new doctor is {}",
    "the {} community center opens today", "I met a lovely {} man on the train", "{} people live here too",
    "I love my {} wife", "I have a {} brother", "hello, I am a {} student and I have a question",
    "There is a film about a {} girl tonight", "you are {}", "You are a {} person, and a good one",
    "is she {}?", "what is it like to be {}?",
)  # fmt: skip

_KIND_PLURAL = (
    "{} are people like you and me", "I like {}", "{} deserve respect", "some {} were at the meeting",
    "a book about {} in the last century", "{} have the right to vote", "many {} work in this town",
    "we support {}", "I talked with {} about it", "how do {} see this?",
)  # fmt: skip

_CRUEL = (
    "{} people are disgusting", "I hate {} people", "all {} people are stupid",
    "{} people should be killed", "you {} piece of trash", "you {} people are vermin",
    "being {} is a disease",
    "get out of here, {} scum", "{} people are not human", "no {} people wanted here, vermin",
)  # fmt: skip

_CRUEL_PLURAL = (
    "I hate {}", "{} are disgusting", "all {} are idiots", "{} should be killed", "{} are animals",
    "kill all {}", "{} are the scum of the earth", "{} are worthless",
)  # fmt: skip

# Rude in the same words, but about no group: the group is what makes an attack on identity.
_RUDE = (
    "{} people are disgusting", "all {} people are stupid", "you {} piece of trash", "shut up you {} idiot",
    "get out of here, {} scum", "shut up, you are {}",
)  # fmt: skip
_MANNERS = ("lazy", "boring", "useless", "dirty", "rude", "greedy", "selfish", "noisy", "fake", "arrogant")

_ATTACK: Labels = {
    Attribute.TOXICITY: 0.97,
    Attribute.IDENTITY_ATTACK: 0.95,
    Attribute.PROFANITY: 0.1,
}
_INSULT: Labels = {
    Attribute.TOXICITY: 0.9,
    Attribute.IDENTITY_ATTACK: 0.05,
    Attribute.INSULT: 0.9,
    Attribute.PROFANITY: 0.1,
}


def make_identity_sentences() -> list[Example]:
    """Every group in every sentence, each sentence once; the same each time."""
    kind = [*product(_KIND, GROUPS), *product(_KIND_PLURAL, PLURALS)]
    cruel = [*product(_CRUEL, GROUPS), *product(_CRUEL_PLURAL, PLURALS)]
    texts = {frame.format(group): NOTHING_WRONG for frame, group in kind}
    texts |= {frame.format(group): _ATTACK for frame, group in cruel}
    texts |= {frame.format(manner): _INSULT for frame, manner in product(_RUDE, _MANNERS)}
    return [Example(text, labels) for text, labels in texts.items()]
