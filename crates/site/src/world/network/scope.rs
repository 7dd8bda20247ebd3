//! The networks that addresses belong to.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// The network that an address belongs to: the internet, this machine or a local network.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scope {
    /// The internet.
    Public,
    /// This machine.
    Loopback,
    /// A network around this machine, or no network: private, link-local, shared, multicast and reserved addresses.
    Local,
}

/// The network to which an address belongs. Private, link-local and reserved addresses count as local.
pub(crate) fn scope(address: IpAddr) -> Scope {
    match address {
        IpAddr::V4(address) => scope_v4(address),
        IpAddr::V6(address) => scope_v6(address),
    }
}

fn scope_v4(address: Ipv4Addr) -> Scope {
    let [a, b, c, _] = address.octets();
    if address.is_loopback() {
        return Scope::Loopback;
    }
    let is_local = address.is_private()
        || address.is_link_local()
        || address.is_multicast()
        || address.is_documentation()
        || a == 0
        || a >= 240
        || (a == 100 && (64..128).contains(&b))
        || (a == 192 && b == 0 && c == 0)
        || (a == 198 && (b == 18 || b == 19));
    if is_local { Scope::Local } else { Scope::Public }
}

fn scope_v6(address: Ipv6Addr) -> Scope {
    if let Some(inner) = embedded_v4(address) {
        return scope_v4(inner);
    }
    if address.is_loopback() {
        return Scope::Loopback;
    }
    // Only 2000::/3 is assigned to the internet.
    let first = address.segments()[0];
    let is_documentation = first == 0x2001 && address.segments()[1] == 0x0db8;
    if (0x2000..0x4000).contains(&first) && !is_documentation { Scope::Public } else { Scope::Local }
}

/// The IPv4 address in an IPv6 address: mapped, NAT64 and 6to4 addresses. `None` for other addresses.
fn embedded_v4(address: Ipv6Addr) -> Option<Ipv4Addr> {
    let segments = address.segments();
    let of = |high: u16, low: u16| Ipv4Addr::from((u32::from(high) << 16) | u32::from(low));
    match segments {
        [0, 0, 0, 0, 0, 0xffff, high, low] | [0x64, 0xff9b, 0, 0, 0, 0, high, low] => Some(of(high, low)),
        [0x2002, high, low, ..] => Some(of(high, low)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_belong_to_the_internet_to_this_machine_or_to_the_networks_around_it() {
        let all = |addresses: &[&str], expected: Scope| {
            for address in addresses {
                assert_eq!(scope(address.parse().expect("an address")), expected, "{address}");
            }
        };
        all(&["93.184.215.14", "8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8"], Scope::Public);
        all(&["127.0.0.1", "127.8.9.1", "::1", "::ffff:127.0.0.1", "64:ff9b::7f00:1"], Scope::Loopback);
        all(
            &[
                "0.0.0.0",
                "10.1.2.3",
                "172.16.0.1",
                "192.168.0.1",
                "169.254.169.254",
                "100.64.0.1",
                "224.0.0.1",
                "::",
                "fe80::1",
                "fd00::1",
                "ff02::1",
                "::ffff:169.254.169.254",
                "2002:c0a8:1::1",
                "255.255.255.255",
            ],
            Scope::Local,
        );
    }
}
