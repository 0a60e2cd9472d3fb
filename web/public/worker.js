// Keeps the shell of the page, so that it opens at once and says so when the network is gone. Nothing of a table is kept.
const SHELL = 'tablee-shell';

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== location.origin || url.pathname.startsWith('/api/')) return;
  if (url.pathname.startsWith('/assets/')) event.respondWith(fromShell(event.request));
  else if (event.request.mode === 'navigate') event.respondWith(fresh(event.request));
});

/** What never changes: from the shell, or once from the network. */
async function fromShell(request) {
  const shell = await caches.open(SHELL);
  const kept = await shell.match(request);
  if (kept) return kept;
  const found = await fetch(request);
  if (found.ok) await shell.put(request, found.clone());
  return found;
}

/** The page itself: from the network, or as it was last. */
async function fresh(request) {
  const shell = await caches.open(SHELL);
  try {
    const found = await fetch(request);
    if (found.ok) {
      await shell.put('/', found.clone());
      await forget(shell, await found.clone().text());
    }
    return found;
  } catch (error) {
    const kept = await shell.match('/');
    if (kept) return kept;
    throw error;
  }
}

/** Files of an earlier page are no longer needed once the new one names others. */
async function forget(shell, page) {
  const named = page.match(/assets\/index-[\w-]+\.(?:js|css)/g) ?? [];
  for (const request of await shell.keys()) {
    const path = new URL(request.url).pathname;
    if (/\/assets\/index-/.test(path) && !named.some((one) => path.endsWith(one))) await shell.delete(request);
  }
}
