"""What readers of a chatbot's replies can do: answer about a reply, take words in and out, be counted.

What lives here: `answers` (one click about a held reply, from loading it to saying what happened) and its
`rejudging` and `explanations`, `words_file` (a word bank as a file), `records` (what conversations were
like), `simulation` (readers with given tastes). What may not: rules about what is shown and answered
(`sayso.deciding`), SQL (`sayso.storage`), HTTP. Start with `answers`.
"""
