//! Under which address others in the same network reach this machine.

use std::net::{IpAddr, SocketAddr};

/// The address for others, if the server listens to others at all and the machine is in a network.
pub fn reachable(listening: SocketAddr) -> Option<SocketAddr> {
    if listening.ip().is_loopback() {
        return None;
    }
    if !listening.ip().is_unspecified() {
        return Some(listening);
    }
    let interfaces = if_addrs::get_if_addrs().ok()?;
    let addresses =
        interfaces.iter().filter(|interface| !interface.is_loopback()).map(if_addrs::Interface::ip);
    let private = |address: &IpAddr| matches!(address, IpAddr::V4(v4) if v4.is_private());
    let mut addresses: Vec<IpAddr> = addresses.filter(IpAddr::is_ipv4).collect();
    addresses.sort_by_key(|address| !private(address)); // home networks first
    addresses.first().map(|address| SocketAddr::new(*address, listening.port()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_for_this_machine_only_is_not_reachable() {
        assert_eq!(reachable("127.0.0.1:7531".parse().unwrap()), None);
        let given: SocketAddr = "10.1.2.3:7531".parse().unwrap();
        assert_eq!(reachable(given), Some(given));
    }
}
