//! Gambit's `.efg`, both ways.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::fmt;

use super::reader::{FilePosition, FileReader, FileToken, all_quoted, payoffs, quoted};
use super::{
    ChanceMove, ExchangeError, Extensive, InformationSet, MAX_TREE, Mover, TreeNode, TreeOutcome,
};
use bluff_exact::{Rational, counted};

/// The longest common denominator of probabilities read, in bits.
const MAX_DENOMINATOR_BITS: usize = 10_000;

/// The text of a `.efg` file, version 2, byte for byte as Gambit writes it.
impl fmt::Display for Extensive {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(out, "EFG 2 R {} {{ {}}}", quoted(&self.title), all_quoted(&self.players))?;
        writeln!(out, "{}\n", quoted(&self.comment))?;
        let mut sets_so_far = vec![0; self.players.len()];
        let number = |set: &InformationSet| {
            sets_so_far[set.player] += 1;
            sets_so_far[set.player]
        };
        let numbers: Vec<usize> = self.sets.iter().map(number).collect();
        for node in &self.nodes {
            match node.turn {
                Mover::Chance(chance) => {
                    let ChanceMove { name, actions } = &self.chance[chance];
                    write!(out, "c {} {} {} {{ ", quoted(&node.name), chance + 1, quoted(name))?;
                    for (action, probability) in actions {
                        write!(out, "{} {probability} ", quoted(action))?;
                    }
                    write!(out, "}}")?;
                }
                Mover::Act(set) => {
                    let InformationSet { player, name, actions } = &self.sets[set];
                    write!(out, "p {} {} {} ", quoted(&node.name), player + 1, numbers[set])?;
                    write!(out, "{} {{ {}}}", quoted(name), all_quoted(actions))?;
                }
                Mover::End => write!(out, "t {}", quoted(&node.name))?,
            }
            match node.outcome {
                None => writeln!(out, " 0")?,
                Some(outcome) => {
                    let TreeOutcome { name, payoffs: numbers } = &self.outcomes[outcome];
                    writeln!(out, " {} {} {{ {} }}", outcome + 1, quoted(name), payoffs(numbers))?;
                }
            }
        }
        Ok(())
    }
}

impl Extensive {
    /// Reads a `.efg` file, ours or anybody's.
    ///
    /// An information set, or an outcome, is spelled out where it first appears; later nodes may
    /// name its number alone, and must agree if they say more. Errors: `FileTooLong`, `Malformed`
    /// with line and column. Cost: linear in the text; the depth of the tree does not matter.
    ///
    /// ```
    /// use bluff_poker::exchange::Extensive;
    /// let text = r#"EFG 2 R "a coin" { "I" }
    /// c "" 1 "toss" { "heads" 1/2 "tails" 0.5 } 0
    /// t "" 1 "won" { 1 }
    /// t "" 2 "lost" { -1 }"#;
    /// assert_eq!(Extensive::read(text)?.nodes().len(), 3);
    /// let error = Extensive::read(&text.replace("0.5", "0.4")).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "line 2, column 15: probabilities that sum to 9/10, expected a sum of 1"
    /// );
    /// # Ok::<(), bluff_poker::exchange::ExchangeError>(())
    /// ```
    pub fn read(text: &str) -> Result<Self, ExchangeError> {
        let mut reader = FileReader::new(text)?;
        let title = reader.title("EFG", "2")?;
        let players =
            reader.list("the players in brackets", |reader| reader.text("the name of a player"))?;
        let comment = reader.text_if_any()?.unwrap_or_default();
        // No node is shorter than `t 0` with a blank; what stays empty costs nothing.
        let nodes = Vec::with_capacity(MAX_TREE.min(text.len() / 4));
        let tree = Self { title, comment, players, nodes, ..Self::default() };
        let mut read = TreeReader { reader, tree, known: HashMap::new() };
        // Subtrees still to come.
        let mut missing = 1_usize;
        while missing > 0 {
            if read.tree.nodes.len() == MAX_TREE {
                let place = read.reader.place();
                return Err(place.refused("one more node", format!("at most {MAX_TREE}")));
            }
            let node = read.node()?;
            missing = missing - 1 + read.tree.action_count(node.turn);
            read.tree.nodes.push(node);
        }
        let end = "the end of the file: every action has its subtree";
        read.reader.expect(&FileToken::End, end)?;
        Ok(read.tree)
    }
}

/// A tree as far as it is read, with the places of what was declared, and its text there.
struct TreeReader<'a> {
    reader: FileReader<'a>,
    tree: Extensive,
    known: HashMap<NodeKey, (usize, &'a str)>,
}

/// The letter of a node, the player and the number there.
type NodeKey = (char, usize, usize);

impl TreeReader<'_> {
    fn node(&mut self) -> Result<TreeNode, ExchangeError> {
        let reader = &mut self.reader;
        let FileToken::Bare(kind @ ("c" | "p" | "t")) = *reader.peek() else {
            return Err(reader.refused("a node: c, p or t"));
        };
        reader.take()?;
        let name = reader.text_if_any()?.unwrap_or_default();
        let turn = match kind {
            "c" => Mover::Chance(self.chance_of_node()?),
            "p" => Mover::Act(self.set_of_node()?),
            _ => Mover::End,
        };
        Ok(TreeNode { name, turn, outcome: self.outcome_of_node()? })
    }

    /// The place of what stands here in the very words of its first appearance; takes them then.
    fn repeated(&mut self, key: NodeKey) -> Result<Option<usize>, ExchangeError> {
        let Some((at, spelled)) = self.known.get(&key) else { return Ok(None) };
        Ok(self.reader.skipped(spelled)?.then_some(*at))
    }

    fn chance_of_node(&mut self) -> Result<usize, ExchangeError> {
        let key = ('c', 0, self.reader.index("the number of chance's information set")?);
        if let Some(known) = self.repeated(key)? {
            return Ok(known);
        }
        let reader = &mut self.reader;
        let given = NamedList::read(reader, |reader| {
            let (action, place) = (reader.text("an action")?, reader.place());
            let probability = reader.number("a probability")?;
            let negative = || place.refused(format!("the probability {probability}"), "0 or above");
            if probability.is_negative() { Err(negative()) } else { Ok((action, probability)) }
        })?;
        if let Some((actions, place)) = &given.list {
            sums_to_one(actions, *place)?;
        }
        let known = self.known.entry(key);
        let new = |name, actions| ChanceMove { name, actions };
        let list = "actions with probabilities in brackets";
        given.place_in(known, &mut self.tree.chance, list, new, |chance| {
            (&chance.name, &chance.actions)
        })
    }

    fn set_of_node(&mut self) -> Result<usize, ExchangeError> {
        let reader = &mut self.reader;
        let (place, most) = (reader.place(), self.tree.players.len());
        let player = reader.index("the number of a player")?;
        if !(1..=most).contains(&player) {
            return Err(place.refused(format!("player {player}"), format!("1 to {most}")));
        }
        let key = ('p', player, reader.index("the number of an information set")?);
        if let Some(known) = self.repeated(key)? {
            return Ok(known);
        }
        let mut names = HashSet::new();
        let given =
            NamedList::read(&mut self.reader, |reader| reader.name_once("an action", &mut names))?;
        let known = self.known.entry(key);
        let new = |name, actions| InformationSet { player: player - 1, name, actions };
        let list = "actions in brackets";
        given.place_in(known, &mut self.tree.sets, list, new, |set| (&set.name, &set.actions))
    }

    fn outcome_of_node(&mut self) -> Result<Option<usize>, ExchangeError> {
        let key = ('t', 0, self.reader.index("the number of an outcome, 0 for none")?);
        if key.2 == 0 {
            return Ok(None);
        }
        if let Some(known) = self.repeated(key)? {
            return Ok(Some(known));
        }
        let given = NamedList::read(&mut self.reader, |reader| reader.number("a payoff"))?;
        let players = self.tree.players.len();
        if let Some((payoffs, place)) = &given.list
            && payoffs.len() != players
        {
            let count = counted(payoffs.len(), "payoff", "payoffs");
            return Err(place.refused(count, players.to_string()));
        }
        let known = self.known.entry(key);
        let new = |name, payoffs| TreeOutcome { name, payoffs };
        let list = "payoffs in brackets";
        let at = given
            .place_in(known, &mut self.tree.outcomes, list, new, |end| (&end.name, &end.payoffs));
        at.map(Some)
    }
}

/// A name and a list, each of which may be left out behind a number that is known.
struct NamedList<'a, T> {
    place: FilePosition<'a>,
    spelled: &'a str,
    name: Option<String>,
    list: Option<(Vec<T>, FilePosition<'a>)>,
}

impl<'a, T: PartialEq> NamedList<'a, T> {
    fn read(
        reader: &mut FileReader<'a>,
        item: impl FnMut(&mut FileReader<'a>) -> Result<T, ExchangeError>,
    ) -> Result<Self, ExchangeError> {
        let place = reader.place();
        let name = reader.text_if_any()?;
        let start = reader.place();
        let is_open = *reader.peek() == FileToken::Open;
        let list = is_open.then(|| reader.list("“{”", item)).transpose()?;
        let spelled = reader.since(place);
        Ok(Self { place, spelled, name, list: list.map(|list| (list, start)) })
    }

    /// The place of what is known; of what is new, its place among all once it stands there.
    fn place_in<D>(
        self,
        known: Entry<'_, NodeKey, (usize, &'a str)>,
        all: &mut Vec<D>,
        expected: &str,
        new: impl Fn(String, Vec<T>) -> D,
        parts: impl Fn(&D) -> (&str, &[T]),
    ) -> Result<usize, ExchangeError> {
        let Self { place, spelled, name, list } = self;
        let list = list.map(|(list, _)| list);
        let known = match known {
            Entry::Occupied(known) => known,
            Entry::Vacant(unknown) => {
                let list = list.filter(|list| !list.is_empty());
                let none = || place.refused("none where its number first appears", expected);
                all.push(new(name.unwrap_or_default(), list.ok_or_else(none)?));
                return Ok(unknown.insert((all.len() - 1, spelled)).0);
            }
        };
        let (old_name, old_list) = parts(&all[known.get().0]);
        if name.is_some_and(|name| name != old_name) || list.is_some_and(|list| list != old_list) {
            return Err(place.refused(
                "another name or list for the same number",
                "what was given where it first appeared",
            ));
        }
        Ok(known.get().0)
    }
}

fn sums_to_one(
    actions: &[(String, Rational)],
    place: FilePosition<'_>,
) -> Result<(), ExchangeError> {
    let mut sum = Rational::ZERO;
    for (_, probability) in actions {
        sum += probability;
        if sum.bits() > MAX_DENOMINATOR_BITS {
            let given = format!("probabilities with a sum of {} bits", sum.bits());
            return Err(place.refused(given, format!("at most {MAX_DENOMINATOR_BITS} bits")));
        }
    }
    if sum.is_one() {
        Ok(())
    } else {
        Err(place.refused(format!("probabilities that sum to {sum}"), "a sum of 1"))
    }
}
