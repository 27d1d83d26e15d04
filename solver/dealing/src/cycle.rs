//! Protocols where channels are few, and the one by name, on a cycle.

use super::setting::{parse_party, singles};
use super::{
    Allowed, Arranged, BaranyFuredi, DealCost, DealTable, Graph, NamedProtocol, Protocol,
    RefusedSetting, Setting, SplitRoute,
};
use bluff_exact::excerpt;

/// The deal of Bárány and Füredi by name, with channels only between neighbours, or along the edges
/// of a variant.
pub(super) const PROTOCOL: NamedProtocol = NamedProtocol {
    name: "cycle",
    title: "Channels in a cycle",
    about: "the same where everybody has private channels to two neighbours only (Bárány and \
        Füredi, Theorem 7), or along the edges of a variant such as 1-2,2-3,3-4,4-1,1-3",
    assumes: "private channels between neighbours; no two relays collude",
    is_proved: false,
    ideal: |setting| {
        let (deal, graph) = parts(setting)?;
        // The largest numbers sent are the tables of places, one bit for each.
        let below = if setting.cards < 64 { 1 << setting.cards } else { 0 };
        Ok(Box::new(over_graph(deal, graph, below)?))
    },
    real: None,
    cost: DealCost::Low,
    holds: |setting| singles(setting.players),
};

/// The deal of a setting, and the graph of its channels.
pub(super) fn parts(setting: &Setting) -> Allowed<(BaranyFuredi, Graph)> {
    let edge = |text: &str| {
        let ends = text.split_once('-').map(|(a, b)| Ok((parse_party(a)?, parse_party(b)?)));
        let given = || format!("edge “{}”", excerpt(text));
        let refused = || RefusedSetting::unexpected(given(), "two different players, such as 1-2");
        ends.ok_or_else(refused)?
            .and_then(|(a, b)| if a == b { Err(refused()) } else { Ok((a, b)) })
    };
    let edges = setting.parts().map(edge).collect::<Allowed<Vec<_>>>()?;
    let graph = match setting.variant {
        None => Graph::cycle(setting.players)?,
        Some(_) => Graph::new(setting.players, edges)?,
    };
    let plain = Setting { variant: None, ..setting.clone() };
    Ok((super::barany_furedi::named(&plain)?, graph))
}

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

/// The same with messages that go so many ways, on whatever graph.
pub(super) fn routed<P: Protocol + 'static>(protocol: P, route: SplitRoute) -> impl Protocol {
    Arranged(Box::new(protocol), move |table: &mut DealTable<'_>| table.route = Some(route.clone()))
}
