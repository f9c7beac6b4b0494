"""The reader's guard in front of a chatbot: every text that leaves was judged for its reader first.

What lives here: one request on its way to the model and back. What may not: HTTP (`web/openai` and
`web/bridges` speak it), the rules of a decision (`deciding`), SQL (`storage`). Every byte of an answer is
built here from fields we know.

In the order in which a request meets them; start with `requests`:

- `requests`: who reads, what holds for them, what the model is asked, and what becomes of its answer
- `messages`: the conversation as the model sees it, without our notices
- `upstream`: asks the server behind the guard; `upstream_failures`: what can go wrong there, in our own words
- `parts`: what the server said, field by field; `replies`: a reply as it grows out of such parts
- `judging`: a decision on a text under the policy and the reader's limits and words
- `release`: how much of a reply may leave while the rest is still being written
- `stream_writer`: lets a stream out that far, and ends it; the rules of an end are `OutgoingReply.end`
- `outcome`: what a finished reply turns into, kept first if it is not shown
- `notices`: what is told of a decision, in place of the reply and beside it
- `completions`: the answer in OpenAI's shape, whole or in chunks
- `call_memory`: what a call over LiteLLM's bridge began with, for when its reply comes
"""
