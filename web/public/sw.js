// Wakes up when the server has something to say, shows it, and opens the table when it is pressed. It keeps nothing.
const PATIENCE = 500; // milliseconds until a window that does not answer is none of ours

self.addEventListener("push", (event) => {
  let said = {};
  try {
    said = event.data ? event.data.json() : {};
  } catch {
    // what cannot be read is shown without words of its own
  }
  const { title = "Countermarch", body = "", url = "/", tag = "" } = said;
  event.waitUntil(self.registration.showNotification(title, { body, tag, data: { url } }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const wanted = new URL(event.notification.data.url, self.location.origin);
  // only ever a page of ours
  const url = new URL(`${wanted.pathname}${wanted.hash}`, self.location.origin).href;
  event.waitUntil(open(url).then((there) => there?.focus() ?? self.clients.openWindow(url)));
});

/** The window that shows a page just now: its address here is the one it was opened with, so each is asked. */
async function open(url) {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const shown = await Promise.all(windows.map((client) => shows(client, url)));
  return windows.find((_, index) => shown[index]);
}

function shows(client, url) {
  return new Promise((told) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => told(data === true);
    setTimeout(() => told(false), PATIENCE);
    client.postMessage({ shows: url }, [port2]);
  });
}
