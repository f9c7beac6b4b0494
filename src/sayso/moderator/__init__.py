"""What a moderator's desk hands on: for now, the transparency reports that the Digital Services Act asks for.

`dsa` knows the Commission's templates and checks anybody's report against them; it needs no database. Start
with `dsa/checking`.
"""
