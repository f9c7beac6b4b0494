// Addresses that people type: the server's, and those of sites.

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** The root of a server, without a slash at its end; an `Error` whose message is for the person otherwise. */
export function readServer(typed) {
  const url = parseAddress(typed, "https://sayso.example");
  if (url.search || url.hash || url.username) throw new Error("Leave out everything after the path of the address.");
  return (url.origin + url.pathname).replace(/\/+$/, "");
}

/** The origin of a site. */
export function readSite(typed) {
  return parseAddress(typed, "https://forum.example").origin;
}

/** Whether texts would travel in the open. */
export function isUnprotected(address) {
  const url = new URL(address);
  return url.protocol === "http:" && !LOOPBACK.has(url.hostname);
}

/** What a permission for an address is called; it has no ports. */
export function toPattern(address) {
  const { protocol, hostname } = new URL(address);
  return `${protocol}//${hostname}/*`;
}

/** A number from 0 to 1. */
export function readLimit(typed) {
  const limit = Number(String(typed).trim().replace(",", ".") || "x");
  if (!(limit >= 0 && limit <= 1)) throw new Error("The limit is a number from 0 to 1, such as 0.5.");
  return limit;
}

function parseAddress(typed, example) {
  let url = null;
  try {
    url = new URL(typed.trim());
  } catch {
    throw new Error(`This is no address. Write it in full, such as ${example}.`);
  }
  if (!["http:", "https:"].includes(url.protocol)) throw new Error(`The address begins with https://, such as ${example}.`);
  return url;
}
