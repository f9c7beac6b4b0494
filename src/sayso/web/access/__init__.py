"""Who is calling, what they may do, and how much of it.

`table` says it as data: roles, permissions, routes. `callers` are the kinds of caller there are;
`dependencies` finds out which one asks, before a body is read, and holds them to the table and their limits.
No rule about texts lives here. Start with `table`.
"""
