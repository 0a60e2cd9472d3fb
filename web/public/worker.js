// Keeps the shell of the page, so that it opens at once and says so when the network is gone. Nothing of a table is kept.
const SHELL = 'tablee-shell';

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('message', (event) => event.waitUntil(keep(event.data)));

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
  const kept = await shell.match('/');
  try {
    const found = await fetch(request);
    if (found.ok) {
      if (kept && (await kept.clone().text()) !== (await found.clone().text())) await caches.delete(SHELL);
      await (await caches.open(SHELL)).put('/', found.clone());
    }
    return found;
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}

/** What a page had loaded before this worker was there. */
async function keep(paths) {
  const shell = await caches.open(SHELL);
  for (const path of paths) if (!(await shell.match(path))) await shell.add(path);
}
