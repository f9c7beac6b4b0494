"""The reader's guard in front of a chatbot: `/v1/chat/completions` and `/v1/models` of any server.

Every byte that leaves is built here from fields we know, and every text in it was judged first. The rules
live in `sayso.deciding`, what a reader has said in `sayso.storage`. Start with `routes`; `streaming` decides
how much of a stream may leave, `relay` lets it out. `judging.ReplyJudge` is what other surfaces share.
"""
