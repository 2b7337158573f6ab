// Wakes up when the server has something to say, shows it, and opens the table when it is pressed. It keeps nothing.
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
  event.waitUntil(
    self.clients.matchAll({ type: "window" }).then((open) => {
      const there = open.find((client) => client.url === url);
      return there ? there.focus() : self.clients.openWindow(url);
    }),
  );
});
