"""Each set's names for the people a text attacks, as our groups. It holds slurs: raters' free text does."""

import re
from typing import Final

HATEXPLAIN: Final = {
    "African": "black", "Islam": "muslim", "Women": "women", "Jewish": "jewish", "Homosexual": "lgb",
    "Refugee": "immigrants", "Arab": "arab", "Caucasian": "white", "Men": "men", "Asian": "asian",
    "Hispanic": "latino", "Christian": "christian", "Disability": "disability",
    "Minority": "nationality_ethnicity", "Heterosexual": "other", "Economic": "other",
    "Hindu": "other_religion", "Nonreligious": "other_religion", "Indian": "south_asian",
    "Indigenous": "indigenous", "Buddhism": "other_religion", "Bisexual": "lgb", "Asexual": "lgb",
}  # fmt: skip

TOXIGEN: Final = {
    "lgbtq": "lgb", "women": "women", "asian": "asian", "black": "black", "mental_dis": "disability",
    "chinese": "asian", "native_american": "indigenous", "muslim": "muslim", "physical_dis": "disability",
    "middle_east": "arab", "jewish": "jewish", "mexican": "latino", "latino": "latino",
}  # fmt: skip

_HATEMOJI_BEGINNINGS: Final = {
    "wom": "women", "bla": "black", "african": "black", "mus": "muslim", "dis": "disability",
    "jew": "jewish", "gay": "lgb", "lgbtq": "lgb", "bis": "lgb", "trans": "trans", "asi.east": "asian",
    "asi.south": "south_asian", "arab": "arab", "immig": "immigrants", "ref": "immigrants",
    "asy": "immigrants", "for": "immigrants", "hisp": "latino", "mex": "latino",
    "trav": "nationality_ethnicity", "ethmin": "nationality_ethnicity",
    "mix.race": "nationality_ethnicity", "nat.": "nationality_ethnicity",
    "europe": "nationality_ethnicity", "indig": "indigenous", "abo": "indigenous",
    "sikh": "other_religion", "hind": "other_religion", "wc": "other",
}  # fmt: skip
_HATEMOJI_WHOLE: Final = {"none": [], "ind": ["south_asian"], "indwom": ["south_asian", "women"]}

_RULES: Final = tuple(
    (re.compile(pattern, re.IGNORECASE), group)
    for group, pattern in (
        ("nationality_ethnicity", r"\bnon[- ]?whites?\b|people of colou?r|\bpoc\b|minorit|\bethnic"),
        (
            "women",
            r"\bwom[ae]n|\bfemale|\bgirl|feminis|\bwives|\bwife|\bmothers?\b|blondes?\b|prostitut|pregnan",
        ),
        ("men", r"(?<!wo)\bm[ae]n\b|\bmales?\b"),
        ("lgb", r"\bgays?\b|lesbian|homosex|bisex|lgbt|queer"),
        ("trans", r"\btrans\b|transgender|transsex"),
        ("black", r"\bblacks?\b|african|\bafrica\b|ethiop|negro|nigger|somali|nigeria"),
        ("white", r"(?<!non-)(?<!non )\bwhites?\b|caucasian"),
        ("asian", r"\basians?\b|chinese|japan|korea|vietnam|\bchina\b"),
        ("south_asian", r"\bindians?\b|pakistan|\bindia\b|bangladesh"),
        ("latino", r"latin[oax]|hispanic|mexic"),
        ("indigenous", r"native american|indigenous|aborigin|first nation"),
        ("arab", r"\barab|middle east|iran|palestin|syria|iraq|saudi|turk"),
        ("jewish", r"jew|holocaust|israel|zionis"),
        ("muslim", r"muslim|islam|moslem"),
        ("christian", r"christian|catholic|priest|pope"),
        ("other_religion", r"hindu|sikh|buddh|atheis|mormon"),
        ("immigrants", r"immigra|refugee|illegals?\b|illegal alien|foreigner|migrant|asylum|aliens"),
        (
            "disability",
            r"disab|mental|autis|handicap|illness|disorder|retard|deaf|blind|cancer|epilep",
        ),
        (
            "nationality_ethnicity",
            r"german|polish|poles\b|irish|russia|french|american(?!.*native)|europe|gyps|roma\b",
        ),
        (
            "political",
            r"liberal|conservative|democrat|republican|leftist|progressive|antifa|politic|communis|socialis"
            r"|trump|nationalis|nazis?\b",
        ),
        (
            "other",
            r"victim|fat|overweight|poor|child|kids|old people|elder|orphan|police|cops|journalist|media"
            r"|rich|short|ugly",
        ),
    )
)
_NOBODY: Final = re.compile(r"not specified|no specific|unspecified", re.IGNORECASE)
# One group, not two: it is not also counted as a nationality.
_NATIVE_AMERICAN: Final = re.compile(r"native americans?", re.IGNORECASE)


def find_groups(described: str | None) -> list[str]:
    """The groups in a rater's own words; `other` if words are there but none is known."""
    if described is None or _NOBODY.search(described):
        return []
    text = _NATIVE_AMERICAN.sub("indigenous", described)
    return [group for pattern, group in _RULES if pattern.search(text)] or ["other"]


def find_hatemoji_groups(name: str) -> list[str]:
    """The groups of one of Hatemoji's short names, several of which are two groups in one (`blawom`)."""
    if name in _HATEMOJI_WHOLE:
        return _HATEMOJI_WHOLE[name]
    found = [group for start, group in _HATEMOJI_BEGINNINGS.items() if name.startswith(start)]
    if name.endswith("wom") and not name.startswith("wom"):
        found.append("women")
    if name.startswith("asi") and not name.startswith("asi."):
        found.append("asian")
    return found or ["other"]
