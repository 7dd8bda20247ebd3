use super::super::super::BuildOptions;
use super::*;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Serves one response for each connection. Returns the port.
fn server(response: &'static str) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let port = listener.local_addr().expect("an address").port();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.expect("a connection");
            let mut reader = BufReader::new(stream.try_clone().expect("the same connection"));
            let mut line = String::new();
            while reader.read_line(&mut line).is_ok_and(|length| length > 2) {
                line.clear();
            }
            // Without this header, the client may send its next request on a connection that is being closed.
            let response = response.replacen("\r\n", "\r\nConnection: close\r\n", 1);
            let _ = stream.write_all(response.as_bytes());
        }
    });
    port
}

fn client(permission: &str) -> PluginClient {
    client_with(permission, |_, port| Ok(vec![SocketAddr::new(IpAddr::from([127, 0, 0, 1]), port)]))
}

fn client_with(
    permission: &str,
    lookup: impl Fn(&str, u16) -> io::Result<Vec<SocketAddr>> + Send + Sync + 'static,
) -> PluginClient {
    let options = BuildOptions { network: Permission::parse(permission), ..BuildOptions::default() };
    let world = World::fixed("/", 0).with_options(options);
    PluginClient::with_lookup(&world, Box::new(lookup)).expect("a client")
}

fn get(client: &PluginClient, url: &str) -> Result<PluginResponse, PluginRequestError> {
    client.send(&PluginRequest { method: "GET".into(), url: url.into(), limit: 1000, ..PluginRequest::default() })
}

fn is_not_allowed(result: &Result<PluginResponse, PluginRequestError>) -> bool {
    matches!(result, Err(PluginRequestError::NotAllowed(_)))
}

#[test]
fn redirects_are_returned_as_they_are() {
    let port = server(
        "HTTP/1.1 302 Found\r\nLocation: http://169.254.169.254/\r\nX-A: 1\r\nX-A: 2\r\nContent-Length: 2\r\n\r\nhi",
    );
    let response = get(&client("1"), &format!("http://127.0.0.1:{port}/")).expect("a response");
    assert_eq!((response.status, response.body.as_slice(), response.is_public), (302, b"hi".as_slice(), false));
    let values = response.headers.iter().filter(|(name, _)| name == "x-a").map(|(_, value)| value.as_slice());
    assert_eq!(values.collect::<Vec<_>>(), [b"1", b"2"]);
}

#[test]
fn nothing_is_sent_without_permission() {
    for permission in ["", "0", "example.org", "127.0.0.1:1", "*.localhost"] {
        let port = server("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
        for host in ["127.0.0.1", "localhost", "LOCALHOST", "[::1]"] {
            let result = get(&client(permission), &format!("http://{host}:{port}/"));
            assert!(is_not_allowed(&result), "{permission} {host}: {result:?}");
        }
    }
}

#[test]
fn a_public_server_cannot_send_plugins_to_this_machine() {
    let port = server("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
    let (known, other) = (format!("http://127.0.0.1:{port}/"), format!("http://localhost:{port}/"));
    let all = client("1");
    assert!(get(&all, &known).is_ok());
    all.note_public_answer();
    assert!(get(&all, &known).is_ok());
    assert!(is_not_allowed(&get(&all, &other)));
    let listed = client("localhost");
    listed.note_public_answer();
    assert!(get(&listed, &other).is_ok());
}

#[test]
fn names_do_not_lead_to_local_addresses() {
    let port = server("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
    for permission in ["1", "rebind.test", "*.test"] {
        assert!(is_not_allowed(&get(&client(permission), &format!("http://rebind.test:{port}/"))), "{permission}");
    }
    assert!(get(&client("rebind.test,127.0.0.1"), &format!("http://rebind.test:{port}/")).is_ok());
    for url in
        ["http://169.254.169.254/latest/meta-data", "http://192.168.0.1/", "http://[fe80::1]/", "http://0.0.0.0/"]
    {
        assert!(is_not_allowed(&get(&client("1"), url)), "{url}");
    }
}

#[test]
fn a_host_keeps_its_addresses_for_the_build() {
    let port = server("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    let calls = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&calls);
    let client = client_with("a.test,127.0.0.1", move |_, port| {
        let last = if counted.fetch_add(1, Ordering::SeqCst) == 0 { 1 } else { 99 };
        Ok(vec![SocketAddr::new(IpAddr::from([127, 0, 0, last]), port)])
    });
    for _ in 0..3 {
        assert!(get(&client, &format!("http://a.test:{port}/")).is_ok());
    }
    assert_eq!(calls.load(Ordering::SeqCst), 1);
}

#[test]
fn failures_have_their_kinds() {
    let cut = server("");
    let long = server("HTTP/1.1 200 OK\r\nContent-Length: 1001\r\n\r\n");
    let kind = |url: &str| match get(&client("1"), url) {
        Err(PluginRequestError::Failed(failing, _)) => Some(failing),
        _ => None,
    };
    assert_eq!(kind("http://127.0.0.1:1/"), Some(RequestFailure::Refused));
    assert_eq!(kind(&format!("http://127.0.0.1:{cut}/")), Some(RequestFailure::Closed));
    assert!(matches!(
        kind(&format!("http://127.0.0.1:{long}/")),
        Some(RequestFailure::Closed | RequestFailure::TooLong)
    ));
    assert_eq!(kind("ftp://127.0.0.1/"), Some(RequestFailure::Invalid));
    assert_eq!(kind("http://user@127.0.0.1/"), Some(RequestFailure::Invalid));
}

#[test]
fn a_slow_server_runs_into_the_time_limit() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let port = listener.local_addr().expect("an address").port();
    let request = |read: Option<u64>, all: Option<u64>| PluginRequest {
        method: "GET".into(),
        url: format!("http://127.0.0.1:{port}/"),
        read_timeout: read.map(Duration::from_millis),
        timeout: all.map(Duration::from_millis),
        limit: 10,
        ..PluginRequest::default()
    };
    let kind = |request: &PluginRequest| match client("1").send(request) {
        Err(PluginRequestError::Failed(failing, _)) => Some(failing),
        _ => None,
    };
    assert_eq!(kind(&request(Some(50), None)), Some(RequestFailure::ReadTimeout));
    assert_eq!(kind(&request(None, Some(50))), Some(RequestFailure::Timeout));
}
