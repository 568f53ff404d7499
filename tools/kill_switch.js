// The service worker to publish if a version is broken: python3 build.py kill-switch puts it in
// place of the usual one.  When a browser fetches it, at the next visit or after a day at the
// latest, it deletes the offline copies of the site, unregisters itself, and reloads open pages
// from the server.  Games and preferences remain: they are not in these caches.

const PREFIX = `greylox-${self.registration.scope} `;

async function clear() {
  const own = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
  await Promise.all(own.map((name) => caches.delete(name)));
  await self.registration.unregister();
  if (!own.length) return; // requested by a fresh page: nothing to repair or reload
  for (const page of await clients.matchAll({ includeUncontrolled: true, type: "window" })) {
    if (page.url.startsWith(self.registration.scope)) page.navigate(page.url).catch(() => {});
  }
}

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(clear()));
