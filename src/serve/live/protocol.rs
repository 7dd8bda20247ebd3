//! The protocol of LiveReload, for browser extensions and for pages with its script. A client connects to a separate
//! port by WebSocket. The server sends the client the paths to load again. Mirrors `LiveReloadReactor`.

use super::{Live, State};
use crate::serve::hosts::{self, Hosts};
use axum::Router;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::http::header;
use axum::middleware;
use axum::response::IntoResponse;
use axum::routing::get;
use serde_json::json;
use std::sync::Arc;

/// The port at which browser extensions for LiveReload look for a server.
pub const PORT: u16 = 35729;

/// The maximum size of a message from a client, in bytes. The messages of the protocol are much shorter.
const MAX_MESSAGE: usize = 64 << 10;

/// Answers browser extensions that speak the protocol of LiveReload, and serves `/livereload.js`. `hosts` are the
/// permitted hosts.
pub(in crate::serve) fn router(live: Live, hosts: Arc<Hosts>) -> Router {
    let connect = move |upgrade: WebSocketUpgrade| {
        let live = live.clone();
        async move { upgrade.max_message_size(MAX_MESSAGE).on_upgrade(move |socket| converse(socket, live)) }
    };
    Router::new()
        .route("/livereload", get(connect))
        .route("/livereload.js", get(script))
        .layer(middleware::from_fn_with_state(hosts, hosts::check))
}

/// Responds with `/livereload.js`, a small client for pages whose HTML already contains a `script` element for it.
async fn script() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "text/javascript; charset=utf-8")], include_str!("client/extension.js"))
}

/// Greets a client, then reports builds until it disconnects.
async fn converse(mut socket: WebSocket, live: Live) {
    let hello = json!({
        "command": "hello",
        "protocols": ["http://livereload.com/protocols/official-7"],
        "serverName": "jekyll",
    });
    let mut builds = live.state.subscribe();
    let mut seen = builds.borrow_and_update().builds;
    if socket.send(Message::text(hello.to_string())).await.is_err() {
        return;
    }
    loop {
        let paths = tokio::select! {
            received = socket.recv() => match received {
                Some(Ok(_)) => continue,
                Some(Err(_)) | None => return,
            },
            changed = builds.changed() => match changed {
                Ok(()) => affected(&builds.borrow_and_update(), &mut seen),
                Err(_) => return,
            },
        };
        for path in paths {
            let reload = json!({ "command": "reload", "path": path, "liveCSS": true });
            if socket.send(Message::text(reload.to_string())).await.is_err() {
                return;
            }
        }
    }
}

/// The paths that a client loads again because of the builds after build number `seen`. Updates `seen`. If only style
/// sheets have changed, returns their paths. Otherwise returns one path, because the client then reloads its whole
/// page.
fn affected(state: &State, seen: &mut u64) -> Vec<String> {
    let before = std::mem::replace(seen, state.builds);
    if before == state.builds {
        return Vec::new();
    }
    let Some(changed) = state.changes_since(before) else { return vec!["/".to_owned()] };
    match changed.iter().find(|path| !path.ends_with(".css") && !path.ends_with(".css.map")) {
        Some(path) => vec![path.strip_suffix("index.html").unwrap_or(path).to_owned()],
        None => changed.iter().filter(|path| path.ends_with(".css")).map(|path| (*path).to_owned()).collect(),
    }
}
