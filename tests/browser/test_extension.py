"""The browser extension as it is built, loaded in Chromium, on pages that know nothing of it."""

import importlib.util
import json
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from types import ModuleType

import pytest
from click.testing import CliRunner
from playwright.sync_api import BrowserContext, Locator, Page, Playwright, Worker, expect
from tests.author_stub import AuthorStub
from tests.browser.accessibility import find_faults
from tests.browser.conftest import QUIET, find_chromium
from tests.browser.other_site import OtherSite, open_site
from tests.browser.patience import PATIENCE_MS
from tests.live import LiveServer, MakeLive

from sayso import __version__

EXTENSION = Path(__file__).parents[2] / "extension"
RUDE = "Only a stupid person thinks so."
KIND = "Only a naive person thinks so."
Install = Callable[..., BrowserContext]


@pytest.fixture(scope="module")
def builder() -> ModuleType:
    spec = importlib.util.spec_from_file_location("build_extension", EXTENSION / "build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def stub() -> AuthorStub:
    return AuthorStub()


@pytest.fixture
def site() -> Iterator[OtherSite]:
    """Lets nothing in but its own pages."""
    with open_site() as site:
        site.policy = "default-src 'none'; form-action 'self'; require-trusted-types-for 'script'"
        yield site


@pytest.fixture
def live(make_live: MakeLive, stub: AuthorStub) -> LiveServer:
    """A service that allows no other site: an extension needs no such leave."""
    return make_live(make_app=stub.make_app)


@pytest.fixture
def install(playwright: Playwright, builder: ModuleType, tmp_path: Path) -> Iterator[Install]:
    """`install(server=..., sites=(...))`: a browser with the extension as it is built for them."""
    with ExitStack() as stack:

        def make(server: str = "", sites: tuple[str, ...] = ()) -> BrowserContext:
            folder = tmp_path / "extension"
            builder.build(folder, server=server, sites=sites)
            loading = (f"--disable-extensions-except={folder}", f"--load-extension={folder}")
            context = playwright.chromium.launch_persistent_context(
                tmp_path / "profile",
                executable_path=find_chromium(playwright.chromium.executable_path),
                headless=False,
                args=["--headless=new", *QUIET, *loading],
                ignore_default_args=["--disable-extensions"],
            )
            stack.callback(context.close)
            context.set_default_timeout(PATIENCE_MS)
            return context

        yield make


def find_worker(context: BrowserContext) -> Worker:
    return context.service_workers[0] if context.service_workers else context.wait_for_event("serviceworker")


def await_sites(worker: Worker, count: int) -> None:
    """Until the tool is on at that many sites."""
    worker.evaluate(
        """async (count) => {
            const list = async () => (await chrome.scripting.getRegisteredContentScripts())[0]?.matches ?? [];
            while ((await list()).length !== count) await new Promise((done) => setTimeout(done, 20));
        }""",
        count,
    )


def open_options(context: BrowserContext) -> Page:
    page = context.new_page()
    page.goto(f"chrome-extension://{find_worker(context).url.split('/')[2]}/options.html")
    return page


def panel(page: Page) -> Locator:
    return page.get_by_role("region", name="How this may read to others")


def choose(page: Page, word: str, alternative: str) -> None:
    panel(page).get_by_role("button", name=f"“{word}”", exact=True).click()
    panel(page).get_by_role("button", name=alternative).click()


@pytest.fixture
def page(install: Install, live: LiveServer, site: OtherSite) -> Page:
    """A page in a browser where the tool is on at the site."""
    context = install(live.url, (site.url,))
    await_sites(find_worker(context), 1)
    return context.new_page()


def test_a_textarea_of_any_page_gets_the_tool(page: Page, site: OtherSite) -> None:
    body = '<form method="post"><textarea id="comment" name="comment"></textarea><button>Post</button></form>'
    page.goto(site.add_page(body))
    box = page.locator("#comment")
    box.fill("Only a kind person thinks so.")
    expect(panel(page)).to_be_hidden()
    box.fill(RUDE)
    expect(panel(page)).to_be_visible()
    expect(panel(page)).to_have_css("font-size", "15.2px")  # the style sheet is there, whatever the policy
    choose(page, "stupid", "“naive”")
    expect(box).to_have_value(KIND)
    page.get_by_role("button", name="Post").click()
    page.wait_for_url(f"{site.url}/")
    assert site.posted == [{"comment": KIND}]


def test_a_one_line_box_and_a_rich_one_get_it_too(page: Page, site: OtherSite) -> None:
    rich = "<p>First 👍 line.</p><p>Only a <b>stu</b>pid person thinks so.</p>"
    page.goto(site.add_page(f"<input id=line><div id=rich contenteditable>{rich}</div>"))
    page.locator("#line").fill(RUDE)
    choose(page, "stupid", "“naive”")
    expect(page.locator("#line")).to_have_value(KIND)
    page.locator("#rich").click()
    choose(page, "stupid", "“naive”")
    expect(page.locator("#rich p")).to_have_text(["First 👍 line.", KIND])
    panel(page).get_by_role("button", name="Undo").click()
    expect(page.locator("#rich p")).to_have_text(["First 👍 line.", RUDE])


def test_passwords_names_and_codes_are_never_sent(page: Page, site: OtherSite, stub: AuthorStub) -> None:
    page.goto(
        site.add_page(
            "<input class=box type=password><input class=box type=email><input class=box type=search>"
            "<input class=box autocomplete=one-time-code><input class=box autocomplete=name>"
            "<input class=box inputmode=numeric><textarea class=box data-sayso=off></textarea>"
            "<textarea id=comment></textarea>"
        )
    )
    for box in page.locator(".box").all():
        box.fill("stupid@example.org")
    page.locator("#comment").fill(RUDE)
    expect(panel(page)).to_be_visible()
    assert stub.drafts == [RUDE]


def test_the_page_learns_nothing_of_the_server(page: Page, site: OtherSite, live: LiveServer) -> None:
    page.goto(site.add_page("<textarea id=comment></textarea>"))
    page.evaluate("window.told = []; addEventListener('sayso:scored', (e) => told.push(e.detail))")
    page.locator("#comment").fill(RUDE)
    expect(panel(page)).to_be_visible()
    shown: str = page.evaluate(
        "document.querySelector('sayso-panel').shadowRoot.querySelector('section').outerHTML"
    )
    assert str(live.port) not in shown
    assert page.evaluate("told") == []


def test_feedback_leads_to_the_server(
    page: Page, site: OtherSite, stub: AuthorStub, live: LiveServer
) -> None:
    page.goto(site.add_page("<textarea id=comment></textarea>"))
    page.locator("#comment").fill(RUDE)
    panel(page).get_by_role("button", name="This is wrong").click()
    panel(page).get_by_role("button", name="Send").click()
    link = panel(page).get_by_role("link", name="See what becomes of it")
    expect(link).to_have_attribute("href", f"{live.url}/feedback/token")
    assert (stub.reports[0].kind, stub.reports[0].end) == ("false_alarm", len(RUDE))


def test_a_server_that_is_gone_leaves_the_box_as_it_is(page: Page, site: OtherSite, live: LiveServer) -> None:
    page.goto(site.add_page("<textarea id=comment></textarea>"))
    live.stop()
    page.locator("#comment").fill(RUDE)
    page.wait_for_timeout(800)
    expect(panel(page)).to_be_hidden()
    expect(page.locator("#comment")).to_have_value(RUDE)


def test_elsewhere_it_is_off_until_it_is_clicked(
    install: Install, live: LiveServer, site: OtherSite, stub: AuthorStub
) -> None:
    context = install(live.url)
    page = context.new_page()
    page.goto(site.add_page("<textarea id=comment></textarea>"))
    page.locator("#comment").fill(RUDE)
    page.wait_for_timeout(600)
    assert stub.drafts == []
    find_worker(context).evaluate(
        "async () => chrome.action.onClicked.dispatch((await chrome.tabs.query({})).at(-1))"
    )
    expect(panel(page)).to_be_visible()


def test_the_options_take_a_server_and_sites_and_say_what_is_wrong(
    install: Install, live: LiveServer, site: OtherSite
) -> None:
    context = install("http://127.0.0.1:1")
    page = open_options(context)
    address, save = page.get_by_label("Address", exact=True), page.get_by_role("button", name="Save")
    expect(address).to_have_value("http://127.0.0.1:1")
    for typed, answer in {
        "sayso": "This is no address. Write it in full, such as https://sayso.example.",
        "ftp://sayso.example": "The address begins with https://",
        f"{live.url}/?key=1": "Leave out everything after the path",
        "http://127.0.0.1:1": "Saved. The server does not answer just now.",
        f"{live.url}/": "Saved. The server answers, with the model fake.v1.",
    }.items():
        address.fill(typed)
        save.click()
        expect(page.locator("#server-status")).to_contain_text(answer)
    page.get_by_label("Show the tool once").fill("2")
    save.click()
    expect(page.locator("#server-status")).to_have_text("The limit is a number from 0 to 1, such as 0.5.")
    page.get_by_label("Address of a site").fill(f"{site.url}/topic/1")
    page.get_by_role("button", name="Add").click()
    await_sites(find_worker(context), 1)
    forum = context.new_page()
    forum.goto(site.add_page("<textarea id=comment></textarea>"))
    forum.locator("#comment").fill(RUDE)
    expect(panel(forum)).to_be_visible()
    page.get_by_role("button", name=f"Remove {site.url}").click()
    await_sites(find_worker(context), 0)
    assert find_faults(page) == []


def test_without_a_server_the_options_open_by_themselves(install: Install) -> None:
    context = install()
    deadline = time.monotonic() + PATIENCE_MS / 1000
    while not any(page.url.endswith("/options.html") for page in context.pages):
        assert time.monotonic() < deadline, "the options did not open"
        context.pages[0].wait_for_timeout(50)


def test_what_is_built_asks_for_no_site_and_brings_no_code_from_elsewhere(
    builder: ModuleType, tmp_path: Path
) -> None:
    outcome = CliRunner().invoke(builder.main, ["--out", str(tmp_path / "dist")])
    assert outcome.exit_code == 0, outcome.output
    manifest = json.loads((tmp_path / "dist" / "manifest.json").read_text())
    assert manifest["version"] == __version__
    assert "host_permissions" not in manifest
    assert "content_scripts" not in manifest
    scripts = "".join(script.read_text() for script in (tmp_path / "dist").glob("*.js"))
    assert "import(" not in scripts
    assert "eval(" not in scripts


def test_an_address_that_is_none_is_refused_when_building(builder: ModuleType, tmp_path: Path) -> None:
    outcome = CliRunner().invoke(builder.main, ["--out", str(tmp_path), "--site", "forum.example"])
    assert outcome.exit_code == 2
    assert "is no origin" in outcome.output


def test_a_server_under_a_path_can_be_built_in(builder: ModuleType, tmp_path: Path) -> None:
    wishes = ["--server", "https://example.org/sayso/", "--site", "https://forum.example:8443"]
    CliRunner().invoke(builder.main, ["--out", str(tmp_path / "dist"), *wishes])
    preset = json.loads((tmp_path / "dist" / "preset.json").read_text())
    manifest = json.loads((tmp_path / "dist" / "manifest.json").read_text())
    assert preset == {"server": "https://example.org/sayso", "sites": ["https://forum.example:8443"]}
    assert manifest["host_permissions"] == ["https://example.org/*", "https://forum.example/*"]
