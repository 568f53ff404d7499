// The service worker to publish when a version turns out to be broken: python3 build.py kill-switch
// puts it in the place of the usual one.  Wherever a browser finds it, at the next visit or after a
// day at the latest, the kept copies of the site go away, the worker ends itself, and open pages
// are loaded afresh from the server.  Games and preferences are kept: they are not in these caches.

const PREFIX = `greylox-${self.registration.scope} `;

async function clear() {
  const own = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
  await Promise.all(own.map((name) => caches.delete(name)));
  await self.registration.unregister();
  if (!own.length) return; // a fresh page has asked for it: nothing to mend, nothing to load again
  for (const page of await clients.matchAll({ includeUncontrolled: true, type: "window" })) {
    if (page.url.startsWith(self.registration.scope)) page.navigate(page.url).catch(() => {});
  }
}

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(clear()));
