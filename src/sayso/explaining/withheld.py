"""Words that are never offered in place of another, however mild the model finds them alone.

A group's name in the place of an insult turns it on the group; an accusation is no milder than an insult.
"""

_GROUPS = """
    white whites black blacks brown asian asians african africans arab arabs indian indians mexican
    mexicans latino latina hispanic hispanics jew jews jewish muslim muslims islamic christian
    christians catholic catholics hindu hindus buddhist atheist atheists immigrant immigrants
    migrant migrants refugee refugees foreigner foreigners gay gays lesbian lesbians bisexual
    transgender trans queer homosexual homosexuals straight disabled blind deaf autistic blonde
    blondes chinese japanese korean russian russians polish irish american americans european
    turkish italian german germans french native aboriginal gypsy gypsies
"""
_ACCUSATIONS = """
    racist racists sexist sexists nazi nazis fascist fascists bigot bigots bigoted terrorist
    terrorists communist communists commie commies traitor traitors liar liars criminal criminals
    thief thieves rapist rapists murderer murderers killer killers pedophile pedophiles lowlife
    lowlifes sleazeball coward cowards hypocrite hypocrites hate hateful haters hater evil kill
    killing die dead rape
"""
WITHHELD: frozenset[str] = frozenset(f"{_GROUPS} {_ACCUSATIONS}".split())


def is_withheld(wording: str) -> bool:
    """Whether any of its words is."""
    return not WITHHELD.isdisjoint(wording.lower().split())
