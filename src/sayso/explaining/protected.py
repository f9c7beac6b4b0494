"""Words that no suggestion puts in, and words that none takes away."""

_GROUPS = """
    white whites black blacks brown asian asians african africans arab arabs indian indians mexican
    mexicans latino latina hispanic hispanics jew jews jewish muslim muslims islamic christian
    christians catholic catholics hindu hindus buddhist atheist atheists immigrant immigrants
    migrant migrants refugee refugees foreigner foreigners gay gays lesbian lesbians bisexual
    transgender trans queer homosexual homosexuals straight disabled blind deaf autistic blonde
    blondes chinese japanese korean russian russians polish irish american americans european
    turkish italian german germans french native aboriginal gypsy gypsies
"""
_SELF_NAMES = """
    queers dyke dykes crip crips crippled fag fags faggot faggots tranny trannies homo homos nigga niggas
    female females male males woman women man men girl girls boy boys lady ladies wife husband mother
    father mom dad son daughter sister brother feminist feminists liberal liberals conservative
    conservatives democrat democrats republican republicans socialist socialists left right
"""
_PLACES = """
    america american usa us uk england britain british canada canadian canadians mexico china india
    russia israel israeli israelis palestine iran iraq syria afghanistan africa europe asia france germany
    italy spain japan korea australia pakistan turkey ukraine poland london paris moscow
"""
_ACCUSATIONS = """
    racist racists sexist sexists nazi nazis fascist fascists bigot bigots bigoted terrorist
    terrorists communist communists commie commies traitor traitors liar liars criminal criminals
    thief thieves rapist rapists murderer murderers killer killers pedophile pedophiles lowlife
    lowlifes sleazeball coward cowards hypocrite hypocrites hate hateful haters hater evil kill
    killing die dead rape
"""
_PRAISE = """
    good great nice best better excellent wonderful beautiful pretty smart genius brilliant love lovely loved
    awesome amazing perfect fantastic clever bright wise gentleman hero sweet kind honest gorgeous handsome
    intelligent favorite favourite happy smarter smartest cool cooler decent fun funny hot fine cute fair
    okay ok alright right real hilarious serious obvious dude chick guy guys babe gal bro kid kids
"""
_HARM = """
    hit hits beat beats punch kick kicks slap stab shoot shot hang hanged burn burned choke strangle destroy
    destroyed crush smash break breaking hurt hurting attack attacked murder murdered bomb bombing slaughter
    execute executed torture whip deport deported shooting beating punched kicked stabbed suicide
"""
_BODY = """
    face head mouth brain brains neck throat leg legs arm arms hand hands eye eyes nose ear ears skull skin
    blood bones body butt breast breasts penis vagina anus penises ovaries genitals mind minds
"""
_OWN: frozenset[str] = frozenset(f"{_GROUPS} {_SELF_NAMES} {_PLACES}".split()) - {"us", "left", "right"}
_LEFT_ALONE: frozenset[str] = frozenset(f"{_HARM} {_BODY}".split())
WITHHELD: frozenset[str] = _OWN | _LEFT_ALONE | frozenset(f"{_ACCUSATIONS} {_PRAISE}".split())


def is_withheld(wording: str) -> bool:
    """Whether any of its words is one that no suggestion puts in."""
    return not WITHHELD.isdisjoint(wording.lower().split())


def is_protected(word: str) -> bool:
    """Whether it names whom a sentence is about: no suggestion takes it away or says it otherwise."""
    return word.lower() in _OWN


def is_left_alone(word: str) -> bool:
    """Whether other words for it would be a game or worse: who is meant, what is done to them, their body."""
    return is_protected(word) or word.lower() in _LEFT_ALONE
