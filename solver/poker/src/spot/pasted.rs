//! Spots as other solvers write them: PioViewer's clipboard, and the scripts of TexasSolver.

use std::collections::BTreeMap;

use bluff_exact::{Rational, excerpt};
use serde_json::{Map, Value, json};

use super::file::STREETS;
use crate::game::{GameError, MAX_RAISES};

/// Marks of the first line of PioViewer's text.
const PIO: [&str; 3] = ["#Type#", "#TreeBuilding#", "#Range0#"];
/// Errors after which no more lines are read.
const MOST_ERRORS: usize = 20;
/// Lines of scripts that say how to solve, not what.
const HOW: [&str; 10] = [
    "set_thread_num",
    "set_accuracy",
    "set_max_iteration",
    "set_print_interval",
    "set_use_isomorphism",
    "set_dump_rounds",
    "set_mode",
    "build_tree",
    "start_solve",
    "dump_result",
];
/// Settings of PioViewer that count only where a switch beside them is on.
const SWITCHED: [&str; 10] = [
    "ICM.ICMFormat",
    "ICM.Payouts",
    "ICM.Stacks",
    "Rake.Cap",
    "Rake.Fraction",
    "CapMode",
    "CapPerStreet",
    "MergeSimilarBetsThreshold",
    "UnifiedBetAfterRaise",
    "UnifiedRaiseAfterRaise",
];

/// The parts that a spot needs: in words, by their keys of PioViewer, and by those of scripts.
const TEXTS: [[&str; 3]; 5] = [
    ["a range out of position", "Range0", "set_range_oop"],
    ["a range in position", "Range1", "set_range_ip"],
    ["a board", "Board", "set_board"],
    ["a pot", "Pot", "set_pot"],
    ["effective stacks", "EffectiveStacks", "set_effective_stack"],
];

/// The parts of such a text, in words of game files.
#[derive(Default)]
struct PastedSpot {
    /// Those of [`TEXTS`].
    texts: [String; 5],
    all_in_above: Option<String>,
    /// All-in is added only below this multiple of the pot.
    added_below: Option<String>,
    adds_all_in: bool,
    /// Sizes by street and key, of each player.
    sizes: BTreeMap<(usize, &'static str), [Vec<String>; 2]>,
}

/// The game file of a text that another solver takes for a spot; `None` of all other texts.
///
/// PioViewer's clipboard text has lines `#Range0#…`, `#Board#…`, `#FlopConfig.BetSize#…`; player I
/// is out of position. A script of TexasSolver has lines `set_pot 50`. Their threshold becomes
/// `all_in_above`, a part of the stack in front of which nothing is paid.
///
/// Errors: `Malformed` and `Expected` for settings that game files lack, such as rake, by name.
///
/// ```
/// use bluff_poker::spot::{Spot, pasted};
/// let text = "#Type#NoLimit\n#Range0#AA,QQ\n#Range1#KK\n#Board#2s 2h 2d 3c 3d\n#Pot#100\n\
///     #EffectiveStacks#100\n#RiverConfig.BetSize#100\n";
/// let file = pasted(text).expect("a spot")?;
/// assert_eq!(Spot::read(&file)?.board.to_string(), "2s2h2d3c3d");
/// assert!(pasted("kuhn/n3-b1").is_none());
/// # Ok::<(), bluff_poker::game::GameError>(())
/// ```
pub fn pasted(text: &str) -> Option<Result<String, GameError>> {
    let (file, mut errors) = pasted_parts(text)?;
    Some(if errors.is_empty() { Ok(file.to_string()) } else { Err(errors.remove(0)) })
}

/// The same with the parts that are understood, of which some may be empty, and the errors of the
/// lines that are left out.
///
/// ```
/// use bluff_poker::spot::pasted_parts;
/// let (file, errors) = pasted_parts("#Range0#AA\n#Rake.Enabled#True\n#Pot#100").expect("a spot");
/// assert_eq!((&file["ranges"]["I"], &file["betting"]["pot"]), (&"AA".into(), &"100".into()));
/// assert!(errors[0].to_string().starts_with("“#Rake.Enabled#True”"));
/// ```
pub fn pasted_parts(text: &str) -> Option<(Value, Vec<GameError>)> {
    let is_said = |line: &&str| !line.is_empty() && !line.starts_with("# ");
    let lines = || text.lines().map(str::trim).filter(is_said);
    let first = lines().next()?;
    let is_pio = PIO.iter().any(|mark| first.starts_with(mark));
    (is_pio || first.starts_with("set_")).then(|| {
        let mut spot = PastedSpot::default();
        let mut read = |line| if is_pio { spot.pio(line) } else { spot.script(line) };
        let errors = lines().filter_map(|line| read(line).err());
        let mut errors: Vec<GameError> = errors.take(MOST_ERRORS).collect();
        errors.extend(spot.check().err());
        (spot.file(), errors)
    })
}

fn refused(line: &str, allowed: &str) -> GameError {
    GameError::expected(format!("“{}”", excerpt(line)), allowed)
}

/// The simple fraction that a decimal of many digits was cut from: 2/3 of 0.666666.
fn uncut(text: &str) -> Option<Rational> {
    let (_, digits) = text.split_once('.').filter(|(_, digits)| digits.len() >= 5)?;
    let given: Rational = text.parse().ok()?;
    let least = Rational::from(10).recip()?.pow(digits.len());
    let near = Rational::simplest_between(&(&given - &least), &(&given + &least));
    let under = near.denominator().to_u64()?;
    ((3..=100).contains(&under) && !digits.ends_with('0')).then_some(near)
}

/// A range whose weights are fractions where [`uncut`] knows them.
fn with_parts(range: &str) -> String {
    let hands = range.split(',').map(|hand| match hand.rsplit_once(':') {
        Some((name, weight)) => match uncut(weight.trim()) {
            Some(part) => format!("{name}:{part}"),
            None => hand.to_owned(),
        },
        None => hand.to_owned(),
    });
    hands.collect::<Vec<_>>().join(",")
}

impl PastedSpot {
    /// A line `#Key#Value`.
    fn pio(&mut self, line: &str) -> Result<(), GameError> {
        let pair = line.strip_prefix('#').and_then(|rest| rest.split_once('#'));
        let (key, value) = pair.ok_or_else(|| refused(line, "a line such as #Pot#100"))?;
        let value = value.trim();
        let is_off = value.is_empty()
            || value.eq_ignore_ascii_case("false")
            || value.parse().is_ok_and(|number: Rational| number.is_zero());
        if let Some(at) = TEXTS.iter().position(|[_, known, _]| *known == key) {
            value.clone_into(&mut self.texts[at]);
            return Ok(());
        }
        match key {
            "Type" if value == "NoLimit" => {}
            "TreeBuilding" if value == "V2" => {}
            "AllinThreshold" => self.all_in_above = Some(format!("{value}%")),
            "AddAllinOnlyIfLessThanThisTimesThePot" => self.added_below = Some(value.to_owned()),
            _ if is_off || SWITCHED.contains(&key) => {}
            _ => self.pio_sizes(key, value).ok_or_else(|| {
                refused(line, "no such setting: game files lack it, so the line must go")
            })??,
        }
        Ok(())
    }

    /// Sizes of a street; `None` of another setting.
    fn pio_sizes(&mut self, key: &str, value: &str) -> Option<Result<(), GameError>> {
        let (config, kind) = key.split_once('.')?;
        let (street, player) = match config.strip_suffix("ConfigIP") {
            Some(street) => (street, 1),
            None => (config.strip_suffix("Config")?, 0),
        };
        let street = STREETS.iter().position(|name| name.eq_ignore_ascii_case(street))?;
        let sizes = value.split([',', ' ']).filter(|size| !size.is_empty());
        Some(match kind {
            "BetSize" => self.add(street, player, "bets", sizes),
            "RaiseSize" => self.add(street, player, "raises", sizes),
            "DonkBetSize" if player == 0 => self.add(street, player, "donk", sizes),
            "AddAllin" => {
                self.adds_all_in = true;
                let bets = self.add(street, player, "bets", ["a"].into_iter());
                bets.and_then(|()| self.add(street, player, "raises", ["a"].into_iter()))
            }
            _ => return None,
        })
    }

    /// A line `set_pot 50`, `set_bet_sizes oop,flop,bet,50,100`.
    fn script(&mut self, line: &str) -> Result<(), GameError> {
        let (key, value) = line.split_once(' ').unwrap_or((line, ""));
        let value = value.trim();
        if let Some(at) = TEXTS.iter().position(|[_, _, known]| *known == key) {
            let is_board = key == "set_board";
            self.texts[at] = if is_board { value.replace(',', " ") } else { value.to_owned() };
            return Ok(());
        }
        match key {
            "set_allin_threshold" => self.all_in_above = Some(value.to_owned()),
            "set_bet_sizes" => {
                let allowed = "such as set_bet_sizes oop,flop,bet,50,100";
                let mut words = value.split(',').map(str::trim);
                let mut of = |all: &[&str]| {
                    let word = words.next();
                    all.iter().position(|known| Some(*known) == word)
                };
                let player = of(&["oop", "ip"]);
                let (street, kind) = (of(&STREETS), of(&["bet", "raise", "donk", "allin"]));
                let (Some(player), Some(street), Some(kind)) = (player, street, kind) else {
                    return Err(refused(line, allowed));
                };
                match kind {
                    3 => {
                        self.add(street, player, "bets", ["a"].into_iter())?;
                        self.add(street, player, "raises", ["a"].into_iter())?;
                    }
                    2 if player == 1 => return Err(refused(line, "donk of oop alone")),
                    kind => self.add(street, player, ["bets", "raises", "donk"][kind], words)?,
                }
            }
            _ if HOW.contains(&key) => {}
            "set_rake" if value.parse().is_ok_and(|rake: Rational| rake.is_zero()) => {}
            _ => return Err(refused(line, "no such setting: game files lack it")),
        }
        Ok(())
    }

    fn add<'a>(
        &mut self,
        street: usize,
        player: usize,
        key: &'static str,
        sizes: impl Iterator<Item = &'a str>,
    ) -> Result<(), GameError> {
        let list = &mut self.sizes.entry((street, key)).or_default()[player];
        for size in sizes {
            let is_number = |text: &str| text.parse::<Rational>().is_ok();
            list.push(match size.strip_suffix('c') {
                Some(chips) if is_number(chips) => chips.to_owned(),
                _ if is_number(size.trim_end_matches('%')) => {
                    let percent = size.trim_end_matches('%');
                    match uncut(percent) {
                        Some(part) => format!("{} pot", part / Rational::from(100)),
                        None => format!("{percent}%"),
                    }
                }
                _ if size == "a" || size.strip_suffix('x').is_some_and(is_number) => {
                    size.to_owned()
                }
                _ => {
                    let allowed = "per cent of the pot, 3x, chips such as 20c, or a for all-in";
                    return Err(refused(size, allowed));
                }
            });
        }
        Ok(())
    }

    /// Errors: `Expected` for a part that is missing, and all-in that is not added everywhere.
    fn check(&self) -> Result<(), GameError> {
        let mut parts = self.texts.iter().zip(TEXTS);
        if let Some((_, [missing, ..])) = parts.find(|(text, _)| text.is_empty()) {
            return Err(GameError::expected(format!("a spot without {missing}"), "one of each"));
        }
        if self.sizes.values().flatten().all(Vec::is_empty) {
            let allowed =
                "a line such as #RiverConfig.BetSize#50 or set_bet_sizes oop,river,bet,50";
            return Err(GameError::expected("a spot without sizes of bets", allowed));
        }
        let [.., pot, stacks] = &self.texts;
        let numbers = (stacks.parse::<Rational>(), pot.parse::<Rational>());
        if let (true, Some(most), (Ok(stacks), Ok(pot))) =
            (self.adds_all_in, &self.added_below, numbers)
            && !most.parse().is_ok_and(|most: Rational| stacks * Rational::from(100) <= pot * most)
        {
            let given = format!("AddAllinOnlyIfLessThanThisTimesThePot {}", excerpt(most));
            let allowed = "at least the stacks in per cent of the pot: all-in is added everywhere";
            return Err(GameError::expected(given, allowed));
        }
        Ok(())
    }

    /// The game file.
    fn file(mut self) -> Value {
        let [one, two, board, pot, stacks] = self.texts;
        let [one, two] = [one, two].map(|range| with_parts(&range));
        let cards = board.chars().filter(|letter| letter.is_alphanumeric()).count() / 2;
        let first = cards.clamp(3, 5) - 3;
        let mut betting = Map::new();
        betting.insert("pot".to_owned(), pot.into());
        betting.insert("stacks".to_owned(), stacks.into());
        if let Some(part) = self.all_in_above {
            betting.insert("all_in_above".to_owned(), part.into());
        }
        for (at, name) in STREETS.iter().enumerate().skip(first) {
            let mut each = |key| {
                let [own, other] = self.sizes.remove(&(at, key)).unwrap_or_default();
                (json!({ "I": own, "II": other }), own)
            };
            let mut street = json!({
                "bets": each("bets").0, "raises": each("raises").0, "most": MAX_RAISES.to_string()
            });
            let (_, donk) = each("donk");
            if at > first {
                street["donk"] = json!(donk);
            }
            betting.insert((*name).to_owned(), street);
        }
        json!({
            "format": 2, "name": "spot", "players": 2, "deck": "hold'em", "board": board,
            "ranges": { "I": one, "II": two }, "betting": Value::Object(betting)
        })
    }
}
