/**
 * Keeps the pages of the last chats, so that they open without a connection. While there is one, every page comes
 * from the server (docs/decisions/022-what-a-browser-keeps.md).
 *
 * There is at most one cache. Its name says of which build, account and group its pages are, and a page of another
 * one takes its place as a whole. A page is kept once all of its scripts are.
 *
 * From pages: {type: "keep", path, files}, {type: "files", path, files}, {type: "renew"}, {type: "drop", path},
 * {type: "forget"}.
 */
const PREFIX = "kept ";
const MAX_PAGES = 20;
/** What nobody came back for is not shown any more. In ms. */
const HOLDS_FOR = 7 * 24 * 60 * 60 * 1000;
const MAX_FILES = 300;

/** Opened by pages, under names that do not change with what is in them. */
const ALONGSIDE = ["/live-worker.js", "/icon.svg"];
const KEPT_HEADERS = [
  "content-security-policy",
  "content-type",
  "cross-origin-opener-policy",
  "permissions-policy",
  "referrer-policy",
  "x-content-type-options",
];
/** A proxy says so of a server that is away. */
const AWAY = [502, 503, 504];

/** Under which address a cache has the words of the page below, as its pages had them, and what they are without any. */
const WORDS = "/kept-words";
const ENGLISH = {
  locale: "en",
  direction: "ltr",
  title: "Parley can't be reached",
  help: "You're offline, or the server isn't running. This page opens when you reconnect.",
  retry: "Try again",
  chats: "Chats on this device",
};
const plain = (text) => text.replace(/&quot;/g, '"').replace(/&#x27;/g, "'").replace(/&lt;/g, "<").replace(/&gt;/g, ">").replace(/&amp;/g, "&");
const escaped = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/"/g, "&quot;");

const isChat = (path) => /^\/chats\/[0-9a-f-]{36}$/.test(path);
const isKept = (path) => path === "/" || isChat(path);
const isScript = (path) => path.startsWith("/_next/static/");
/** Where an account or a group is entered or left. */
const isDoor = (path) =>
  /^\/(login|logout|register|forgot-password|reset-password|join|switch-group|leave-group)(\/|$)/.test(path);

/** Pages for signing in prefetch their links, and ask for themselves by HEAD when a prefetch fails, also as they are left. */
const isPassing = ({ method, headers }) => method !== "HEAD" && !headers.has("next-router-prefetch");

/** Grows with whatever ends what is kept: what was asked for before is not kept after. */
let era = 0;
/** Numbers of the last request for a page, and of the last one that was answered for an account. */
let lastAsked = 0;
let lastSignedIn = 0;
const ask = () => ({ era, number: ++lastAsked });

let deleted = Promise.resolve();
function forget() {
  era++;
  deleted = deleted.then(deleteKept, deleteKept);
  return deleted;
}

async function deleteKept() {
  for (const name of await caches.keys()) if (name.startsWith(PREFIX)) await caches.delete(name);
}

/** Forgets unless a later request was answered for an account: then the answer is about an earlier session. */
const forgetEnded = async ({ number }) => {
  if (number > lastSignedIn) await forget();
};

async function drop(path) {
  for (const name of await caches.keys()) if (name.startsWith(PREFIX)) await (await caches.open(name)).delete(path);
}

let before = Promise.resolve();
/** One after the other: what ends late would take along what has been kept since. */
function inTurn(work) {
  const turn = before.then(work);
  before = turn.catch(() => {});
  return turn;
}

/** Keeps what the server has answered for a page, unless it is for nobody who is signed in. */
async function keep(path, response, { asked, more = [] }) {
  if (response.redirected) return forgetEnded(asked);
  if (response.status === 404) return drop(path);
  const html = response.ok ? await response.text() : "";
  const whose = html.match(/<meta name="kept-for" content="([^"]+)"/)?.[1];
  if (!whose) return;
  lastSignedIn = Math.max(lastSignedIn, asked.number);
  await inTurn(() => keepIn(PREFIX + whose, path, { html, response, more, begun: asked.era }));
}

async function keepFiles(cache, files) {
  for (const file of [...new Set(files)].slice(0, MAX_FILES)) {
    if (isScript(file) && (await cache.match(file))) continue;
    const found = await fetch(file);
    // A text may name a file that there is not.
    if (found.ok) await cache.put(file, found);
  }
}

/** The cache of pages, if there is one. In turn: what is being deleted is made anew when it is opened, and empty. */
async function openKept() {
  for (const name of await caches.keys()) {
    if (!name.startsWith(PREFIX)) continue;
    const cache = await caches.open(name);
    if ((await cache.keys()).length > 0) return cache;
    await caches.delete(name);
  }
  return undefined;
}

/** Keeps files that a page has loaded after its HTML was kept. */
async function addFiles(path, files) {
  const cache = await openKept();
  if (await cache?.match(path)) await keepFiles(cache, files);
}

async function reread(path, more) {
  const asked = ask();
  await keep(path, await fetch(path, { headers: { accept: "text/html" } }), { asked, more });
}

/** Reads all pages again, the oldest first. */
async function renew() {
  const begun = era;
  const cache = await inTurn(openKept);
  for (const { url } of (await cache?.keys()) ?? []) {
    const { pathname: path } = new URL(url);
    if (begun === era && isKept(path)) await reread(path);
  }
}

/** @param name of the cache @param begun the era in which the page was asked for */
async function keepIn(name, path, { html, response, more, begun }) {
  await deleted;
  if (begun !== era) return;
  const cache = await caches.open(name);
  const parts = [...html.matchAll(/\/_next\/static\/[\w./~%-]+/g)].map(([file]) => file);
  await keepFiles(cache, [...ALONGSIDE, ...parts, ...more]);
  const headers = new Headers({ "x-kept-at": new Date().toISOString() });
  for (const header of KEPT_HEADERS) {
    const value = response.headers.get(header);
    if (value) headers.set(header, value);
  }
  const words = html.match(/<meta name="kept-words" content="([^"]+)"/)?.[1];
  if (words) await cache.put(WORDS, new Response(plain(words)));
  if (begun !== era) return void (await caches.delete(name));
  // The newest are the last.
  await cache.delete(path);
  await cache.put(path, new Response(html, { headers }));
  if (begun !== era) return void (await caches.delete(name));
  for (const other of await caches.keys())
    if (other.startsWith(PREFIX) && other !== name) await caches.delete(other);
  const pages = (await cache.keys()).filter(({ url }) => isChat(new URL(url).pathname));
  for (const page of pages.slice(0, -MAX_PAGES)) await cache.delete(page);
}

/** A page as it was kept. Its root element says when that was. */
async function keptPage(path) {
  const found = isKept(path) && (await caches.match(path));
  if (!found) return undefined;
  const at = found.headers.get("x-kept-at");
  if (Date.now() - Date.parse(at) > HOLDS_FOR) {
    await forget();
    return undefined;
  }
  const html = (await found.text()).replace("<html ", `<html data-kept="${at}" `);
  return new Response(html, { headers: found.headers });
}

async function navigate(event, path) {
  if (isDoor(path)) await forget();
  const asked = ask();
  let response;
  try {
    response = (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return (await keptPage(path)) ?? offlinePage();
  }
  if (isDoor(path)) await forget();
  if (AWAY.includes(response.status)) return (await keptPage(path)) ?? response;
  if (isKept(path)) {
    // To the sign-in page: the session has ended.
    if (response.type === "opaqueredirect") await forgetEnded(asked);
    else event.waitUntil(keep(path, response.clone(), { asked }).catch(() => {}));
  }
  return response;
}

/** The workspace on its way to another of its pages: one that is not fetched by Next is loaded as a document. */
async function goOn(request, path) {
  try {
    const response = await fetch(request);
    if (!AWAY.includes(response.status)) return response;
    return (await keptPage(path)) ?? response;
  } catch (error) {
    const kept = await keptPage(path);
    if (kept) return kept;
    throw error;
  }
}

async function passDoor(request) {
  await forget();
  const response = await fetch(request);
  await forget();
  return response;
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname: path } = new URL(request.url);
  if (origin !== self.location.origin || /^\/(api|public)\//.test(path)) return;
  if (request.mode === "navigate") {
    if (request.destination === "document") event.respondWith(navigate(event, path));
  } else if (isDoor(path)) {
    if (isPassing(request)) event.respondWith(passDoor(request));
  } else if (request.method !== "GET") {
    return;
  } else if (isScript(path)) {
    event.respondWith(caches.match(request).then((found) => found ?? fetch(request)));
  } else if (ALONGSIDE.includes(path)) {
    event.respondWith(fetch(request).catch(async (error) => (await caches.match(path)) ?? Promise.reject(error)));
  } else if (isKept(path) && request.headers.has("rsc") && !request.headers.has("next-router-prefetch")) {
    event.respondWith(goOn(request, path));
  }
});

self.addEventListener("message", (event) => {
  const { type, path, files } = event.data;
  const work = {
    keep: () => isKept(path) && reread(path, files),
    files: () => inTurn(() => addFiles(path, files)),
    renew,
    drop: () => drop(path),
    forget,
  }[type];
  if (work) event.waitUntil(Promise.resolve(work()).catch(() => {}));
});

self.addEventListener("install", (event) => {
  // What the API is asked passes by.
  void event.addRoutes?.({ condition: { urlPattern: { pathname: "/api/*" } }, source: "network" })?.catch(() => {});
  void self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  // A page is on its way while this worker wakes up.
  event.waitUntil(Promise.all([self.registration.navigationPreload?.enable(), self.clients.claim()]));
});

/** Instead of the browser's error page, with the chats that can be opened. */
async function offlinePage() {
  const links = [];
  let words = ENGLISH;
  for (const name of await caches.keys()) {
    if (!name.startsWith(PREFIX)) continue;
    const cache = await caches.open(name);
    const kept = await cache.match(WORDS);
    if (kept) words = { ...ENGLISH, ...(await kept.json().catch(() => ({}))) };
    for (const { url } of (await cache.keys()).toReversed()) {
      const path = new URL(url).pathname;
      if (!isChat(path)) continue;
      const page = await keptPage(path);
      const title = (await page?.text())?.match(/<title>([^<]*)<\/title>/)?.[1];
      if (title) links.push(`<li><a href="${path}">${title.replace(/ · Parley$/, "")}</a></li>`);
    }
  }
  const { locale, direction, ...said } = Object.fromEntries(Object.entries(words).map(([key, text]) => [key, escaped(text)]));
  const chats = links.length > 0 ? `<h2>${said.chats}</h2><ul>${links.join("")}</ul>` : "";
  const html = `<!doctype html><html lang="${locale}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Offline · Parley</title><style>
:root{color-scheme:light dark;--ink:#1c2421;--page:#f7f8f5;--accent:#14614f;--soft:#515b57}
@media(prefers-color-scheme:dark){:root{--ink:#ecefed;--page:#141715;--accent:#7fd1b9;--soft:#b3bcb8}}
body{margin:0;background:var(--page);color:var(--ink);font:1rem/1.6 system-ui,sans-serif}
main{box-sizing:border-box;max-width:34rem;margin:0 auto;padding:18vh 1.5rem 3rem}
h1{font-size:1.5rem;margin:0}h2{font-size:1rem;margin:2rem 0 .25rem}p{color:var(--soft)}
a{color:var(--accent)}ul{list-style:none;margin:0;padding:0}li a{display:block;padding:.5rem 0;overflow-wrap:anywhere}
button{font:inherit;font-weight:500;padding:.5rem 1rem;border:1px solid;border-radius:.5rem;background:none;color:var(--accent);cursor:pointer}
</style></head><body><main><h1>${said.title}</h1>
<p>${said.help}</p>
<button type="button">${said.retry}</button>${chats}</main><script>
// Whoever has chosen a chat is on the way there.
let isLeaving=false;
addEventListener("click",({target})=>{isLeaving||=Boolean(target.closest("a"))});
const again=()=>isLeaving||location.reload();
document.querySelector("button").onclick=again;
addEventListener("online",again);
setInterval(()=>fetch("/icon.svg",{method:"HEAD",cache:"no-store"}).then(({ok})=>ok&&again(),()=>{}),5000);
</script></body></html>`;
  return new Response(html, {
    // As a page of the server's that is away would be.
    status: 503,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy":
        "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'",
    },
  });
}
