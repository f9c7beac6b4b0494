"""The service: HTTP in, the rooms' answers out.

`app` puts it together, `service` is what every route gets, `access/table` says who may use it.
`perspective/`, `openai/` and `api/` each hold one set of addresses with its own error shape.
No rule about people or scores lives here: a route loads, authorizes, calls one use case, returns.
Start with `app.create_app`.
"""
