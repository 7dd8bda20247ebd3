//! The address of this machine in its network, for opening the site on a phone or tablet.

use qrcode::{EcLevel, QrCode, render::unicode::Dense1x2};
use std::net::{IpAddr, Ipv4Addr, UdpSocket};

/// The address at which other machines of the network reach this one. `None` without a network.
pub fn address() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    // Chooses the address for packets to this destination, which is reserved for documentation. Nothing is sent.
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    let address = socket.local_addr().ok()?.ip();
    (!address.is_unspecified() && !address.is_loopback()).then_some(address)
}

/// A text as a QR code, drawn with block characters for a dark terminal. `None` if the text is too long.
pub fn qr_code(text: &str) -> Option<String> {
    let code = QrCode::with_error_correction_level(text, EcLevel::L).ok()?;
    let drawing = code.render().dark_color(Dense1x2::Dark).light_color(Dense1x2::Light).quiet_zone(true).build();
    Some(drawing)
}

#[cfg(test)]
mod tests {
    use super::qr_code;

    #[test]
    fn codes_are_square() {
        let code = qr_code("http://192.168.1.2:4000/").expect("a code");
        let lines: Vec<&str> = code.lines().collect();
        let width = lines[0].chars().count();
        assert!(lines.iter().all(|line| line.chars().count() == width));
        // Each line has two rows.
        assert_eq!(lines.len(), width.div_ceil(2));
        assert!(qr_code(&"x".repeat(10_000)).is_none());
    }
}
