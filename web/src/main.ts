import { mount } from "svelte";
import "./app.css";
import "./boards.css";
import App from "./App.svelte";
import { kind } from "./lib/lab.svelte";
import { enclosed } from "./lib/reproduction";
import { watchLongTasks } from "./lib/tasks";

watchLongTasks();
mount(App, { target: document.getElementById("app")! });

// On a host that only has files, everything is kept after the first visit: the next one needs no network.
if (!enclosed) {
  void kind().then((found) => {
    if (found === "worker" && "serviceWorker" in navigator) void navigator.serviceWorker.register("./sw.js").catch(() => {});
  });
}
