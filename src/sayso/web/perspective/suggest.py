"""`comments:suggestscore`: a correction by whoever runs a site, kept as a suggested score."""

import asyncio

from sayso.storage import Transaction
from sayso.web.access.callers import Caller
from sayso.web.perspective.analyze import Charge, Json, spell_token
from sayso.web.perspective.checks import check_comment, choose_community, read_suggestions
from sayso.web.perspective.languages import read_languages
from sayso.web.perspective.wire import SuggestRequest
from sayso.web.service import Service


async def suggest(service: Service, caller: Caller, request: SuggestRequest, charge: Charge) -> Json:
    """Acknowledged only when the suggestion and its ledger entry are on disk."""
    check_comment(request)
    scores = read_suggestions(request.attribute_scores, text=request.comment.text)
    languages = read_languages(request.comment.text, request.languages, service.languages)
    await charge()

    def keep(transaction: Transaction) -> object:
        return service.store.suggested_scores.add(
            transaction,
            community=choose_community(caller, request.community_id),
            content=request.comment.text,
            scores=scores,
            language=next(iter(languages.effective), ""),
            client_token=request.client_token,
            session=request.session_id,
            model=service.scoring.name,
            actor=caller.key_id,
        )

    await asyncio.wrap_future(service.store.submit(keep))
    return {
        **spell_token(request.client_token),
        **({"detectedLanguages": list(languages.detected)} if languages.detected else {}),
        **({"requestedLanguages": list(languages.requested)} if languages.requested else {}),
    }
