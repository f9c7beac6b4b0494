"""`python -m sayso` is the command `sayso`."""

from sayso.cli import main

main()
