// A client of the LiveReload protocol, for pages that load this script from the port of LiveReload.
(() => {
"use strict";
const origin = new URL(document.currentScript.src).origin.replace(/^http/, "ws");

function swap(path) {
  for (const link of document.querySelectorAll("link[rel~=stylesheet]")) {
    const address = new URL(link.href);
    if (address.pathname !== path) continue;
    address.searchParams.set("livereload", Date.now());
    link.href = address;
  }
}

function listen() {
  const socket = new WebSocket(`${origin}/livereload`);
  socket.addEventListener("message", (event) => {
    const message = JSON.parse(event.data);
    if (message.command !== "reload") return;
    if (message.path.endsWith(".css")) swap(message.path);
    else location.reload();
  });
  socket.addEventListener("close", () => setTimeout(listen, 1000));
}
listen();
})();
