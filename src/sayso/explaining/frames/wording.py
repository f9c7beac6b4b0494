"""The model's names for groups and for what is implied, as a moderator reads them."""

from typing import Final

GROUPS: Final = {
    "women": "women",
    "men": "men",
    "lgb": "gay, lesbian or bisexual people",
    "trans": "trans people",
    "black": "Black people",
    "white": "white people",
    "asian": "East Asian people",
    "south_asian": "South Asian people",
    "latino": "Latino people",
    "indigenous": "Indigenous people",
    "arab": "Arab people",
    "jewish": "Jewish people",
    "muslim": "Muslims",
    "christian": "Christians",
    "other_religion": "people of a religion",
    "immigrants": "immigrants",
    "disability": "disabled people",
    "nationality_ethnicity": "people of a nationality or ethnicity",
    "political": "people of a political camp",
    "other": "a group of people",
}
IMPLIED: Final = {
    "dehumanising": "{group} are less than human",
    "inferiority": "{group} are worth less, or can do less, than others",
    "threat_incitement": "harm to {group} would be right",
    "stereotype": "{group} are all alike in something bad",
    "exclusion": "{group} do not belong here",
    "mockery": "{group} are there to be laughed at",
    "grievance": "{group} take or get what should be others'",
}
ROUGH: Final = {
    "THREAT": "It reads as a threat to somebody, but not to people for the group they belong to.",
    "INSULT": "It is rude to somebody, but nothing bad is implied about people for the group they belong to.",
    "PROFANITY": "It swears, but nothing bad is implied about people for the group they belong to.",
}
UNSURE: Final = "The model is unsure what this implies about whom."


def describe_implication(kind: str, group: str) -> str:
    """Such as "women are worth less, or can do less, than others"."""
    return IMPLIED[kind].format(group=GROUPS[group])


def make_sentence(implication: str) -> str:
    return f"It seems to say that {implication}."
