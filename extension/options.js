// The options page: which server, and on which sites without being asked.

import { isUnprotected, readLimit, readServer, readSite, toPattern } from "./addresses.js";
import { Failure, makeFetchTransport } from "../src/sayso/web/author/embed_parts/transport.js";

const ANSWERS = {
  "no-access": "Saved. The server asks for a key, or does not know this one.",
  limit: "Saved. The server is there, and is asked too often just now.",
  refused: "Saved. Something answers at this address, but it is not a Sayso server that helps authors.",
  "bad-answer": "Saved. Something answers at this address, but it is not a Sayso server that helps authors.",
};
const byId = (id) => document.getElementById(id);
const say = (id, sentence) => (byId(id).textContent = sentence);

byId("server-form").addEventListener("submit", (event) => {
  event.preventDefault();
  keepServer().catch((error) => say("server-status", error.message));
});
byId("site-form").addEventListener("submit", (event) => {
  event.preventDefault();
  addSite().catch((error) => say("site-status", error.message));
});

async function keepServer() {
  const server = readServer(byId("server").value);
  const limit = readLimit(byId("limit").value);
  const key = byId("key").value.trim();
  await needPermission(server);
  await chrome.storage.local.set({ server, key, limit });
  say("server-status", "Saved. Asking the server …");
  const note = isUnprotected(server) ? " Its address begins with http://, so your texts travel unprotected." : "";
  say("server-status", (await tryServer({ server, key })) + note);
}

async function tryServer({ server, key }) {
  try {
    const ask = makeFetchTransport({ root: server, key });
    const { model } = await ask("/api/v1/author/draft", { text: "" }, AbortSignal.timeout(8000));
    return `Saved. The server answers, with the model ${model}.`;
  } catch (error) {
    const reason = error instanceof Failure ? error.reason : "unreachable";
    return ANSWERS[reason] ?? "Saved. The server does not answer just now. Check the address, or try again later.";
  }
}

async function addSite() {
  const site = readSite(byId("site").value);
  await needPermission(site);
  const { sites } = await chrome.storage.local.get({ sites: [] });
  await keepSites([...new Set([...sites, site])]);
  byId("site").value = "";
  say("site-status", `Sayso is on at ${site} from the next time you open it.`);
}

/** Asked for in the moment of the click, as the browser wants it. */
async function needPermission(address) {
  const isGiven = await chrome.permissions.request({ origins: [toPattern(address)] });
  if (!isGiven) throw new Error(`Nothing was saved: the browser has to allow Sayso to use ${address}.`);
}

async function keepSites(sites) {
  await chrome.storage.local.set({ sites });
  drawSites(sites);
}

function drawSites(sites) {
  byId("sites").replaceChildren(
    ...sites.map((site) => {
      const item = document.createElement("li");
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = "Remove";
      button.setAttribute("aria-label", `Remove ${site}`);
      button.addEventListener("click", () => removeSite(site));
      item.append(site, button);
      return item;
    }),
  );
}

/** The permission is left alone: the server may live under the same name. */
async function removeSite(site) {
  const { sites } = await chrome.storage.local.get({ sites: [] });
  await keepSites(sites.filter((each) => each !== site));
  say("site-status", `Sayso is off at ${site} from the next time you open it.`);
  byId("site").focus();
}

async function fillIn() {
  const settings = await chrome.storage.local.get({ server: "", key: "", limit: 0.5, sites: [] });
  for (const name of ["server", "key", "limit"]) byId(name).value = settings[name];
  drawSites(settings.sites);
}

fillIn();
