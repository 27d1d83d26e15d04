//! Clients of the service, and the networks around them.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// A client, by whose questions the queue is shared: an address, and the network around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Client {
    pub(super) network: IpAddr,
    pub(super) address: IpAddr,
}

impl Client {
    /// The client at an address: 24 bits of an IPv4 address are its network; 64 bits of an IPv6
    /// address are the client, and 48 its network, which one subscriber may have.
    pub fn at(address: IpAddr) -> Self {
        match address.to_canonical() {
            IpAddr::V4(four) => Self {
                network: Ipv4Addr::from_bits(four.to_bits() >> 8 << 8).into(),
                address: four.into(),
            },
            IpAddr::V6(six) => {
                let leading = |bits: u32| {
                    let rest = 128 - bits;
                    IpAddr::from(Ipv6Addr::from_bits(six.to_bits() >> rest << rest))
                };
                Self { network: leading(48), address: leading(64) }
            }
        }
    }

    /// The network of a client, as a client of its own.
    pub fn whole_network(self) -> Self {
        Self { network: self.network, address: self.network }
    }

    /// The client of work that no request asked for.
    pub const OWN: Self = Self {
        network: IpAddr::V6(Ipv6Addr::UNSPECIFIED),
        address: IpAddr::V6(Ipv6Addr::UNSPECIFIED),
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clients_are_addresses_and_networks_are_what_one_subscriber_has() {
        let at = |text: &str| Client::at(text.parse().unwrap());
        assert_eq!(at("192.0.2.1").network, at("::ffff:192.0.2.9").network);
        assert_ne!(at("192.0.2.1"), at("192.0.2.9"));
        assert_eq!(at("2001:db8:1:2:3::1"), at("2001:db8:1:2::9"));
        assert_eq!(at("2001:db8:1:2::1").network, at("2001:db8:1:9::1").network);
        assert_ne!(at("2001:db8:1::1").network, at("2001:db8:2::1").network);
    }
}
