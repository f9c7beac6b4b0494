"""What readers of a chatbot's replies can do: answer about a reply, take words in and out, be counted.

What lives here: `answers` (the two questions about a held reply, and taking an answer back), `exchange` (a
word bank as a file), `records` (what conversations were like), `simulation` (readers with given tastes). What
may not: rules about what is shown (`sayso.deciding`), SQL (`sayso.storage`), HTTP. Start with `answers`.
"""
