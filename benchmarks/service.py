"""How many requests the service answers, by the number of clients and by the way texts are gathered.

Run: `python benchmarks/service.py [SECONDS]`. The ways are measured in one run, in turn, on this machine.
"""

import sys

from rich.console import Console

from sayso.cli.bench.command import compare, describe

WAYS = {
    "one at a time": ("--batch-max-texts", "1"),
    "gathered": (),
    "gathered, 2 ms window": ("--batch-window-ms", "2"),
}
CLIENTS = (1, 16, 128)


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 6.0
    for clients in CLIENTS:
        loads = compare(WAYS, seconds=seconds, clients=clients)
        Console().print(describe(loads, title=f"{clients} clients, {seconds:g} s each"))


if __name__ == "__main__":
    main()
