// Caches one whole version of the site for offline play, in English and in the languages that a page
// has requested.  A version is installed completely or not
// at all, each file checked against the hash that the build writes into this file; it is activated
// when the player agrees or the last page of the old version is closed.

/* build:files */

const SCOPE = self.registration.scope;
const PREFIX = `greylox-${SCOPE} `; // other sites may share the origin
const CACHE = PREFIX + VERSION;
// A page for link previews: its route, and a lesson.
const PREVIEW = /^\.\/go\/([a-z]+\/[a-z\d-]+)\.html(?:\?([a-z\d-]{1,40}))?$/;
const HASHED = /\.[0-9a-f]{10}[./]/;

// The code of the language that a file is for; undefined for English, and for files of all.
const languageOf = (path) => /\/words-([a-z]+)\./.exec(path)?.[1];

const ownCaches = async () => (await caches.keys()).filter((name) => name.startsWith(PREFIX));

async function fromOtherCache(path) {
  for (const cacheName of await ownCaches()) {
    const response = await caches.match(path, { cacheName });
    if (response) return response;
  }
  return undefined;
}

async function fetchChecked(path) {
  const get = (cache) => fetch(new Request(path, { cache, integrity: FILES[path] }));
  const response = await get("no-cache").catch(() => get("reload"));
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.redirected ? new Response(response.body, response) : response;
}

// The languages in copies of earlier versions.  Copies with all languages had no such JSON.
async function cachedLanguages() {
  const copies = (await ownCaches()).map(async (name) => (await caches.open(name)).keys());
  const addresses = (await Promise.all(copies)).flat().map(({ url }) => url);
  return addresses.filter((url) => url.endsWith(".json")).map(languageOf);
}

async function precache() {
  const cache = await caches.open(CACHE);
  const addToCache = async (path) => {
    const find = () => fromOtherCache(path).catch(() => undefined);
    const existing = HASHED.test(path) ? await find() : undefined;
    await cache.put(path, existing ?? (await fetchChecked(path)));
  };
  const languages = [undefined, ...(await cachedLanguages().catch(() => []))];
  const paths = Object.keys(FILES).filter((path) => languages.includes(languageOf(path)));
  try {
    await Promise.all(paths.map(addToCache));
  } catch (error) {
    await caches.delete(CACHE);
    throw error;
  }
}

// A page of the old version may be open in another tab and still need its files.
async function deleteOldCaches() {
  const windows = await clients.matchAll({ includeUncontrolled: true, type: "window" });
  if (windows.filter(({ url }) => url.startsWith(SCOPE)).length > 1) return;
  if (self.registration.installing || self.registration.waiting) return;
  for (const name of await ownCaches()) if (name !== CACHE) await caches.delete(name);
}

async function fromCache(path) {
  try {
    const own = await caches.match(path, { cacheName: CACHE });
    return own ?? (HASHED.test(path) ? await fromOtherCache(path) : undefined);
  } catch {
    return undefined; // the browser denies access to its cache; the server has the file, too
  }
}

// Add a language to the copy: all of its files, last the one that a page requests first.
async function addLanguage(code) {
  const paths = Object.keys(FILES).filter((path) => languageOf(path) === code);
  const responses = await Promise.all(paths.map(fetchChecked));
  const cache = await caches.open(CACHE);
  for (const [index, path] of paths.entries()) await cache.put(path, responses[index]);
}

async function respond(path, request) {
  const cached = await fromCache(path);
  const language = path in FILES && languageOf(path);
  if (cached || !language) return cached ?? fetch(request);
  await addLanguage(language).catch(() => {}); // no network, or no room
  return (await fromCache(path)) ?? fetch(request);
}

self.addEventListener("install", (event) => {
  event.waitUntil(precache());
});

self.addEventListener("activate", (event) => {
  event.waitUntil(deleteOldCaches().then(() => clients.claim()));
});

self.addEventListener("message", (event) => {
  if (event.data === "skip-waiting") self.skipWaiting();
  if (event.data === "tidy") event.waitUntil(deleteOldCaches());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(SCOPE)) return;
  const path = `./${new URL(request.url).pathname.slice(new URL(SCOPE).pathname.length)}`;
  const key = path === "./index.html" ? "./" : path;
  const preview = PREVIEW.exec(path + new URL(request.url).search);
  if (preview && request.mode === "navigate") {
    // As the page does, also without a network.
    const route = preview.slice(1).filter(Boolean).join("/");
    event.respondWith(Response.redirect(`${SCOPE}#${route}`));
    return;
  }
  if (key in FILES || HASHED.test(key)) event.respondWith(respond(key, request));
});
