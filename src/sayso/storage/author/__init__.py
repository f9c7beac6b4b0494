"""What authors and platforms say of scores, and the outbox that tells a platform.

Every change is an entry of the ledger too. Nothing is sent from here (`author/webhook_sender`). Start with
`objection`, the rows and their states, then `objections`.
"""
