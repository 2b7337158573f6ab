import "@fontsource/eb-garamond/latin-400.css";
import "@fontsource/eb-garamond/latin-400-italic.css";
import "@fontsource/eb-garamond/latin-600.css";
import "@fontsource/source-sans-3/latin-400.css";
import "@fontsource/source-sans-3/latin-600.css";
import "@fontsource/source-sans-3/latin-700.css";
import { mount } from "svelte";
import App from "./ui/App.svelte";
import "./app.css";

// A screen of the client as it was before the server was renewed is no longer there: the page is loaded afresh, once.
addEventListener("vite:preloadError", () => {
  const stamp = "countermarch.renewed",
    before = Number(sessionStorage.getItem(stamp) ?? 0);
  if (Date.now() - before < 10_000) return;
  sessionStorage.setItem(stamp, String(Date.now()));
  location.reload();
});

mount(App, { target: document.getElementById("app")! });

// the worker that shows notifications asks which window shows a page already
navigator.serviceWorker?.addEventListener("message", ({ data, ports }) =>
  ports[0]?.postMessage(location.href === (data as { shows?: string }).shows),
);
