"""`sayso reader simulate`: simulated readers under the fixed filter and under the dynamic one."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, get_args

import click

from sayso.cli.shared.output import open_output
from sayso.cli.shared.progress import has_watcher, show_progress
from sayso.cli.shared.reporting import ReportFormat, gather_options, report_options, write_report
from sayso.core import DEFAULT_COMMUNITY, Scale
from sayso.core.errors import BadInput
from sayso.core.policy import AnswersAbout
from sayso.core.policy_document import policy_from_json
from sayso.core.presets import PRESETS

if TYPE_CHECKING:
    from sayso.core import Scorer
    from sayso.core.policy import Policy
    from sayso.reader.records import RecordsReport
    from sayso.reader.simulation import Conversation, Plan, SimulationReport, Sitting
    from sayso.reader.simulation.known import KnownScores
    from sayso.settings import Settings
    from sayso.stats.resampling import Bootstrap

# What does the work is imported where it is used: `--help` and completion need neither numpy nor a model.

FILE = click.Path(path_type=Path)
SHARE = click.FloatRange(0, 1)


@dataclass(frozen=True, slots=True)
class Simulated:
    """What is printed as JSON."""

    simulation: "SimulationReport"
    records: "RecordsReport | None"


@dataclass(frozen=True, slots=True)
class Material:
    """Where the replies of a simulation come from: a file, a chat server, or what ships."""

    replies: Path | None
    recorded: bool
    generate: int | None
    keep: str | None
    turns: int
    strong: float
    over_share: float

    def __post_init__(self) -> None:
        if sum(map(bool, (self.replies, self.recorded, self.generate))) > 1:
            raise BadInput(
                "--replies, --recorded and --generate each say where replies come from.", hint="Give one."
            )
        if self.keep and not self.generate:
            raise BadInput("--keep is for replies that were generated.", hint="Add: --generate COUNT")

    @property
    def name(self) -> str:
        if self.replies:
            return self.replies.name
        if self.recorded:
            return "recorded replies"
        return "generated replies" if self.generate else "shipped replies"

    def gather(self, known: "KnownScores", plan: "Plan", settings: "Settings") -> "Sequence[Conversation]":
        """The conversations that readers will have."""
        from sayso.reader.simulation.replies import cut, read_replies
        from sayso.reader.simulation.shipped import load_conversations

        if self.replies:
            return cut(read_replies(self.replies), turns=self.turns)
        if self.recorded:
            return cut(load_conversations(), turns=self.turns)
        if self.generate:
            return self._generate(self.generate, plan, settings)
        return self._compose(known, plan)

    def _compose(self, known: "KnownScores", plan: "Plan") -> "Sequence[Conversation]":
        from sayso.reader.simulation.pool import Mix, compose
        from sayso.reader.simulation.shipped import load_pool

        mix = Mix(self.turns, self.strong, self.over_share)
        count = plan.readers * plan.conversations
        return compose(load_pool(), known, plan.policy, mix=mix, count=count, seed=plan.seed)

    def _generate(self, count: int, plan: "Plan", settings: "Settings") -> "Sequence[Conversation]":
        import httpx

        from sayso.reader.simulation.generating import ChatServer, generate

        if not settings.upstream:
            raise BadInput(
                "--generate needs a chat server, and SAYSO_UPSTREAM names none.",
                hint="Set it, such as SAYSO_UPSTREAM=http://127.0.0.1:8701/v1",
            )
        with (
            httpx.Client(timeout=settings.upstream_timeout_s) as client,
            show_progress(total=count * self.turns, is_shown=has_watcher()) as watch,
        ):
            server = ChatServer(settings.upstream, client=client, key=settings.upstream_key)
            found = list(
                generate(
                    server,
                    count=count,
                    turns=self.turns,
                    seed=plan.seed,
                    watch=lambda done: watch(done, done),
                )
            )
        self._write(found)
        return found

    def _write(self, conversations: "Sequence[Conversation]") -> None:
        if not self.keep:
            return
        with open_output(self.keep) as stream:
            for one in conversations:
                for at, turn in enumerate(one.turns, start=1):
                    row = {
                        "conversation": one.name,
                        "turn": at,
                        "prompt": turn.prompt,
                        "reply": turn.reply,
                    }
                    stream.write((json.dumps(row) + "\n").encode())


@dataclass(frozen=True, slots=True)
class Limits:
    """A preset, and what is changed of it."""

    preset: str
    soft: float | None
    hard: float | None
    last: float | None
    scale: "Scale | None"
    strict: bool
    answers: "AnswersAbout"

    def make_policy(self) -> "Policy":
        given = {
            "soft_limit": self.soft,
            "hard_limit": self.hard,
            "last_limit": self.last,
            "scale": self.scale,
            "strict": self.strict,
            "answers_about": self.answers,
        }
        base = policy_from_json(dict(PRESETS[self.preset].values), community=DEFAULT_COMMUNITY)
        changes = {name: value for name, value in given.items() if value is not None}
        return policy_from_json(changes, community=DEFAULT_COMMUNITY, base=base)


@dataclass(frozen=True, slots=True)
class Population:
    """The readers: how many, how much they read, and what they would permit and block."""

    readers: int
    conversations: int
    keep_words: bool
    permit: float
    block: float
    ask: float
    view: float
    tastes: Path | None

    def make_plan(self, limits: Limits, *, seed: int) -> "Plan":
        from sayso.reader.simulation import Plan, Tastes, read_tastes

        policy = limits.make_policy()
        shares = Tastes(self.permit, self.block, self.ask, self.view)
        return Plan(
            policy,
            read_tastes(self.tastes, others=shares) if self.tastes else shares,
            readers=self.readers,
            conversations=self.conversations,
            keeps_words=self.keep_words,
            seed=seed,
        )


@click.command("simulate")
@click.option("--replies", type=FILE, help='Recorded replies, lines of {"conversation", "turn", "reply"}.')
@click.option("--recorded", is_flag=True, help="The shipped replies of the small model alone, as they came.")
@click.option(
    "--generate",
    type=click.IntRange(1),
    metavar="COUNT",
    help="Ask the server that SAYSO_UPSTREAM names for so many conversations.",
)
@click.option("--keep", metavar="FILE.jsonl", help="Write the replies that were generated to FILE.")
@click.option("--readers", type=click.IntRange(1), default=200, show_default=True, help="Simulated readers.")
@click.option(
    "--conversations", type=click.IntRange(1), default=1, show_default=True, help="Conversations of each."
)
@click.option("--turns", type=click.IntRange(1), default=22, show_default=True, help="Most replies in each.")
@click.option("--keep-words", is_flag=True, help="What a reader says holds in their next conversations too.")
@click.option(
    "--preset",
    type=click.Choice(list(PRESETS)),
    default="usual",
    show_default=True,
    help="The limits of a policy.",
)
@click.option("--soft", type=SHARE, help="Soft limit, h*.")
@click.option("--hard", type=SHARE, help="Hard limit, h^max.")
@click.option("--last", type=SHARE, help="Last limit, over which nothing goes, whatever readers permit.")
@click.option("--scale", type=click.Choice(get_args(Scale)), help="The scale of the limits.")
@click.option("--strict/--no-strict", default=True, help="Judge sentences and whole replies too.")
@click.option(
    "--answers",
    type=click.Choice(get_args(AnswersAbout)),
    default="word",
    show_default=True,
    help="What readers' answers are about: the word it turns on, or n-grams, as in the paper.",
)
@click.option("--permit", type=SHARE, default=0.683, show_default=True, help="Share of: do not filter it.")
@click.option("--block", type=SHARE, default=0.145, show_default=True, help="Share of: filter it.")
@click.option("--ask", type=SHARE, default=0.171, show_default=True, help="Share of: ask me again.")
@click.option("--view", type=SHARE, default=1.0, show_default=True, help="Chance of looking at a held reply.")
@click.option("--tastes", type=FILE, help='Tastes that all readers share, lines of {"term", "ruling"}.')
@click.option(
    "--strong",
    type=click.FloatRange(0),
    default=4.8,
    show_default=True,
    help="Shipped replies: how many of a conversation are at or over the soft limit as a whole, on average.",
)
@click.option(
    "--over-share",
    type=SHARE,
    default=1 / 3,
    show_default="1/3",
    help="Shipped replies: how many of these are at or over the hard limit.",
)
@click.option("--scorer", "spec", help="Scorer that judges.  [default: $SAYSO_SCORER or embedded]")
@click.option("--tables", is_flag=True, help="The paper's Tables 1 and 2 too, what was ruled, and groups.")
@report_options
@gather_options("material", Material)
@gather_options("limits", Limits)
@gather_options("population", Population)
def simulate_command(
    *,
    material: Material,
    limits: Limits,
    population: Population,
    spec: str | None,
    tables: bool,
    output_format: ReportFormat,
    out: str | None,
    resamples: int,
    seed: int,
) -> None:
    """Simulated readers with given tastes, fixed limit against the reader's say, on the same replies.

    How often the default message is shown, how often readers are asked, which replies they lose and which
    they get against their taste, per conversation, with 95 % intervals. Without --replies, --recorded or
    --generate they are made of the replies that ship with Sayso, so that the fixed limit is reached as often
    as in the paper. The exit status is 1 if anything at or over the last limit was shown.
    """
    from sayso.cli.shared.scorer import build_pinned_scorer
    from sayso.reader.records.report import list_sections
    from sayso.reader.simulation.report import make_paper
    from sayso.settings import Settings
    from sayso.stats.resampling import Bootstrap

    plan = population.make_plan(limits, seed=seed)
    settings = Settings()
    scorer = build_pinned_scorer(spec or settings.scorer, settings)
    report, sittings = run(material, scorer, plan, settings, bootstrap=Bootstrap(resamples, seed=seed))
    found = Simulated(report, tabulate(sittings, scorer, source=report.source) if tables else None)
    paper = make_paper(report, more=list_sections(found.records) if found.records else ())
    write_report(found, paper, output_format, out)
    refuse_leaks(report)


def run(
    material: Material, scorer: "Scorer", plan: "Plan", settings: "Settings", *, bootstrap: "Bootstrap"
) -> "tuple[SimulationReport, list[Sitting]]":
    """Find or make the conversations, let readers have them, and count."""
    from sayso.reader.simulation import measure, simulate
    from sayso.reader.simulation.known import KnownScores
    from sayso.scoring.optional_roles import find_scale_map
    from sayso.wiring import build_ngram_scorer

    with show_progress(total=None, is_shown=has_watcher()) as watch:
        ngrams = build_ngram_scorer(settings, scorer)
        scale_map = find_scale_map(scorer) if plan.policy.scale == "perspective" else None
        known = KnownScores(
            scorer,
            ngrams=KnownScores(ngrams, scale_map=scale_map) if ngrams else None,
            scale_map=scale_map,
            watch=lambda count: watch(count, count),
        )
        conversations = material.gather(known, plan, settings)
        sittings = simulate(conversations, known, plan)
    model = known.ngrams.model  # it names the scorer of whole replies as well
    report = measure(sittings, plan, source=material.name, model=model, bootstrap=bootstrap)
    return report, sittings


def refuse_leaks(report: "SimulationReport") -> None:
    """Nothing at or over the last limit may be shown while `strict` holds, whatever readers permit."""
    if report.strict and report.over_shown:
        click.echo(f"Error: {report.over_shown} replies at or over the last limit were shown.", err=True)
        raise click.exceptions.Exit(1)


def tabulate(sittings: "list[Sitting]", scorer: "Scorer", *, source: str) -> "RecordsReport":
    from sayso.core import Examiner
    from sayso.reader.records import describe
    from sayso.reader.records.naming import find_groups
    from sayso.reader.simulation.run import record_sittings

    replies = list({event.turn.reply: None for one in sittings for event in one.events})
    groups = find_groups(scorer if isinstance(scorer, Examiner) else None, replies)
    return describe(record_sittings(sittings, groups=groups), source=source)
