//! Protocols where channels are few, and the one by name, on a cycle.

use super::setting::singles;
use super::{Allowed, Arranged, DealCost, DealTable, Graph, NamedProtocol, Protocol, SplitRoute};

/// The deal of Bárány and Füredi by name, with channels only between neighbours.
pub(super) const PROTOCOL: NamedProtocol = NamedProtocol {
    name: "cycle",
    title: "Channels in a cycle",
    about: "the same where everybody has private channels to two neighbours only (Bárány and \
        Füredi, Theorem 7)",
    assumes: "private channels between neighbours; no two relays collude",
    is_proved: false,
    ideal: |setting| {
        let (deal, graph) = (super::barany_furedi::named(setting)?, Graph::cycle(setting.players)?);
        // The largest numbers sent are the tables of places, one bit for each.
        let below = if setting.cards < 64 { 1 << setting.cards } else { 0 };
        Ok(Box::new(over_graph(deal, graph, below)?))
    },
    real: None,
    cost: DealCost::Low,
    holds: |setting| singles(setting.players),
};

/// Any protocol where channels are few.
///
/// All numbers in its messages are below `below`, and 0 stands for 2⁶⁴.
///
/// Errors: `CutVertex` if a party would see both halves of a message.
pub fn over_graph<P: Protocol + 'static>(
    protocol: P,
    graph: Graph,
    below: u64,
) -> Allowed<impl Protocol> {
    graph.doubly_connected()?;
    Ok(routed(protocol, SplitRoute { graph, below, ways: 2 }))
}

/// The same with every message in one piece on the shortest way: for the checker to find who reads
/// it.
#[cfg(any(test, feature = "planted-bugs"))]
pub(super) fn over_graph_unsplit<P: Protocol + 'static>(
    protocol: P,
    graph: Graph,
) -> impl Protocol {
    routed(protocol, SplitRoute { graph, below: 0, ways: 1 })
}

fn routed<P: Protocol + 'static>(protocol: P, route: SplitRoute) -> impl Protocol {
    Arranged(Box::new(protocol), move |table: &mut DealTable<'_>| table.route = Some(route.clone()))
}
