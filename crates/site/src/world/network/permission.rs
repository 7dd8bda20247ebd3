//! The servers that the user allows: `--network`, `--network=HOST,...` and `--offline`.

use crate::world::World;
use crate::world::options::is_false;

/// The user's permission to use the network, from `--network`, `--offline` and the variables `HASTIE_NETWORK` and
/// `HASTIE_OFFLINE`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Permission {
    /// The user has decided nothing. Only themes and gems that the site depends on may be downloaded.
    #[default]
    None,
    /// `--offline`: all use of the network is forbidden.
    Offline,
    /// `--network`: all public servers, and servers on this machine.
    Any,
    /// `--network=HOST,...`: the servers of this list.
    Hosts(Vec<AllowedHost>),
}

/// An entry of the list in `--network=HOST,...`: `example.org`, `*.example.org`, `example.org:8080`, `[::1]:4000`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AllowedHost {
    /// The name or address in lower case, without brackets.
    name: String,
    /// Whether the entry began with `*.`. It then allows `www.example.org`, for example, but not `example.org` itself.
    subdomains: bool,
    /// The port. `None` for all ports.
    port: Option<u16>,
}

impl AllowedHost {
    fn parse(entry: &str) -> Self {
        let (subdomains, entry) = match entry.strip_prefix("*.") {
            Some(rest) => (true, rest),
            None => (false, entry),
        };
        let (name, port) = split_port(entry);
        AllowedHost { name: name.to_ascii_lowercase(), subdomains, port }
    }

    fn allows(&self, host: &str, port: u16) -> bool {
        let is_named = match host.strip_suffix(self.name.as_str()) {
            Some("") => !self.subdomains,
            Some(above) => self.subdomains && above.ends_with('.'),
            None => false,
        };
        is_named && self.port.is_none_or(|allowed| allowed == port)
    }
}

impl Permission {
    /// The permission in the value of `--network` or `HASTIE_NETWORK`. The values `1`, `true`, `yes` and `on` give
    /// `Permission::Any`. The values `0`, `false`, `no`, `off` and the empty string give `Permission::None`. Any other
    /// value is a list of hosts.
    pub fn parse(value: &str) -> Self {
        match value {
            _ if is_false(value) => Permission::None,
            "1" | "true" | "yes" | "on" => Permission::Any,
            hosts => {
                let entries = hosts.split(',').map(str::trim).filter(|entry| !entry.is_empty());
                Permission::Hosts(entries.map(AllowedHost::parse).collect())
            }
        }
    }

    /// Whether the user allows requests to a host (in lower case, without brackets). The addresses of the host are
    /// checked separately.
    pub fn allows(&self, host: &str, port: u16) -> bool {
        match self {
            Permission::None | Permission::Offline => false,
            Permission::Any => true,
            Permission::Hosts(_) => self.names(host, port),
        }
    }

    /// Whether the list in `--network=HOST,...` allows this name or address. False without a list, even if all servers
    /// are allowed.
    pub fn names(&self, host: &str, port: u16) -> bool {
        matches!(self, Permission::Hosts(hosts) if hosts.iter().any(|allowed| allowed.allows(host, port)))
    }
}

impl World {
    /// The user's permission to use the network. `--offline` overrides `--network`.
    pub fn network_permission(&self) -> Permission {
        if self.is_offline() { Permission::Offline } else { self.options().network.clone() }
    }

    /// Whether `--network` or `HASTIE_NETWORK` allows access, at least to some hosts. Does not consider `--offline`,
    /// see [`World::is_offline`].
    pub fn is_online(&self) -> bool {
        self.options().network != Permission::None
    }

    /// Whether all network access is forbidden, even the download of gems and themes.
    pub fn is_offline(&self) -> bool {
        self.options().is_offline
    }
}

/// Splits `host:port`, and removes the brackets of an IPv6 address. The port is `None` if it is missing or invalid.
pub(crate) fn split_port(authority: &str) -> (&str, Option<u16>) {
    if let Some((host, rest)) = authority.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        return (host, rest.strip_prefix(':').and_then(|port| port.parse().ok()));
    }
    match authority.split_once(':') {
        // An IPv6 address without brackets contains several colons.
        Some((host, port)) if !port.contains(':') => (host, port.parse().ok()),
        _ => (authority, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_allows_its_hosts_only() {
        let list = Permission::parse("example.org, *.example.net,LOCALHOST:4000,[::1]:81,10.0.0.5");
        for (host, port) in
            [("example.org", 443), ("api.example.net", 443), ("localhost", 4000), ("::1", 81), ("10.0.0.5", 1)]
        {
            assert!(list.allows(host, port), "{host}:{port}");
        }
        for (host, port) in [
            ("www.example.org", 443),
            ("example.org.evil.test", 443),
            ("example.net", 443),
            ("evilexample.net", 443),
            ("localhost", 4001),
            ("::1", 80),
            ("127.0.0.1", 4000),
        ] {
            assert!(!list.allows(host, port), "{host}:{port}");
        }
    }

    #[test]
    fn the_option_without_hosts_allows_all_and_offline_overrides_it() {
        assert_eq!(Permission::parse("1"), Permission::Any);
        assert_eq!(Permission::parse("0"), Permission::None);
        assert_eq!(Permission::parse(""), Permission::None);
        let world = World::fixed("/", 0).online().offline();
        assert_eq!(world.network_permission(), Permission::Offline);
    }
}
