// Talks to the server, and brings the tool to pages: on a click, or by itself on the sites the person has listed.
// Pages never learn the server's address or key.

import { makeFetchTransport } from "../src/sayso/web/author/embed_parts/transport.js";
import { toPattern } from "./addresses.js";

const ASKABLE = new Set(["/api/v1/author/draft", "/api/v1/author/feedback"]);
const PATIENCE_MS = 10000;
const SCRIPT = "sites";
const EMPTY = { server: "", key: "", limit: 0.5, sites: [] };

const readSettings = () => chrome.storage.local.get(EMPTY);

chrome.storage.local.setAccessLevel({ accessLevel: "TRUSTED_CONTEXTS" });

chrome.runtime.onMessage.addListener((message, sender, reply) => {
  if (message.kind === "options") readSettings().then(({ limit }) => reply({ limit }));
  else if (message.kind === "ask" && ASKABLE.has(message.path)) ask(message).then(reply);
  else return false;
  return true; // the reply comes later
});

chrome.action.onClicked.addListener(async (tab) => {
  const { server } = await readSettings();
  if (server) await bringTo(tab);
  else await chrome.runtime.openOptionsPage();
});

chrome.runtime.onInstalled.addListener(async () => {
  const preset = await (await fetch(chrome.runtime.getURL("preset.json"))).json();
  const settings = await readSettings();
  if (!settings.server) await chrome.storage.local.set({ ...settings, ...preset });
  await listSites();
  if (!(await readSettings()).server) await chrome.runtime.openOptionsPage();
});

chrome.runtime.onStartup.addListener(() => listSites());
chrome.storage.local.onChanged.addListener((changes) => {
  if (changes.sites) listSites();
});

async function ask({ path, body }) {
  const { server, key } = await readSettings();
  try {
    const transport = makeFetchTransport({ root: server, key });
    return { answer: await transport(path, body, AbortSignal.timeout(PATIENCE_MS)) };
  } catch ({ reason, status, waitS }) {
    return { failure: { reason, status, waitS } };
  }
}

async function bringTo(tab) {
  const place = { tabId: tab.id };
  try {
    await chrome.scripting.executeScript({ target: { ...place, allFrames: true }, files: ["content.js"] });
    await chrome.action.setBadgeText({ ...place, text: "on" });
  } catch {
    await chrome.action.setBadgeText({ ...place, text: "–" });
    await chrome.action.setTitle({ ...place, title: "Sayso: the browser keeps extensions away from this page" });
  }
}

let listing = Promise.resolve();

/** One at a time: two at once would both find nothing registered, and the second would fail. */
function listSites() {
  listing = listing.then(registerSites, registerSites);
  return listing;
}

async function registerSites() {
  const { sites } = await readSettings();
  const known = await chrome.scripting.getRegisteredContentScripts({ ids: [SCRIPT] });
  if (known.length) await chrome.scripting.unregisterContentScripts({ ids: [SCRIPT] });
  if (!sites.length) return;
  const matches = [...new Set(sites.map(toPattern))];
  const script = { id: SCRIPT, matches, js: ["content.js"], allFrames: true, runAt: "document_idle" };
  await chrome.scripting.registerContentScripts([script]);
}
