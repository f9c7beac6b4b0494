"""The service: HTTP in, the rooms' answers out.

`app` puts it together, `service` is what every route gets, `desk` gathers requests into runs of the model.
`perspective/`, `openai/` and `own/` each hold one set of addresses with its own error shape.
No rule about people or scores lives here: a route loads, authorizes, calls one use case, returns.
Start with `app.create_app`.
"""
