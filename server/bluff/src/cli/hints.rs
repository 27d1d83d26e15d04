//! Tips beside wrong arguments: what to type instead.

use bluff_dealing::PROTOCOLS;
use bluff_report::explain::card_number;
use bluff_service::page::found;
use clap::error::{ContextKind, ContextValue, Error, ErrorKind};
use rational_bluff::exact::nearest;
use rational_bluff::game::{Family, Spelling, meant, parse_label};

/// Commands and pages that draw. Commands and options of a tip stand between backquotes, which are
/// not printed: a test runs them, with an example for each word in capitals.
const PICTURES: &str = "`bluff solve GAME --format svg`; table, compare and formula have pictures \
                        too, and `bluff serve` draws all of them";

/// The way to rivers.
const RIVERS: &str = "`bluff serve`, then open http://127.0.0.1:8080/holdem; or write a game file, \
                      and `bluff solve RIVER`";

/// The way to a hand played.
const PLAY: &str = "`bluff serve`, then open http://127.0.0.1:8080/kuhn/n3-b1?tab=play";

/// Names that other programs and earlier versions give to commands, and what to type here. A name
/// below a command has a dash.
const COMMANDS: [(&str, &str); 35] = [
    (
        "worker workers catalogue-queue",
        "a plan is solved in parts on many machines: `bluff batch PLAN --part 1/20 --out DIR`; \
            then `bluff merge --help`",
    ),
    ("version", "`bluff --version`"),
    ("play quiz train practice practise", PLAY),
    (
        "teach class classroom lecture exercises",
        "`bluff serve`, then open http://127.0.0.1:8080/teach",
    ),
    ("odds", "`bluff equity AhKd QsQc`"),
    ("json csv latex", "`bluff solve GAME --format csv`, or json, or latex"),
    ("river holdem hold'em spot turn flop", RIVERS),
    ("ui gui app web server start api http", "`bluff serve --listen 127.0.0.1:8080`"),
    ("docs doc manual tutorial usage", "`bluff --help`, `bluff help COMMAND`, or `bluff man`"),
    (
        "value values",
        "`bluff solve GAME`, which begins with the value; or `bluff grid GAME -n 2..9`",
    ),
    ("update upgrade", "cargo install --path server/bluff in a newer checkout"),
    (
        "bench benchmark speed",
        "cargo bench -p rational-bluff in a checkout; `bluff solve GAME` has no timer",
    ),
    ("mne minimax zero-sum zerosum bimatrix", "`bluff matrix MATRIX`"),
    (
        "nash equilibrium equilibria solution lp show strategy advice info label",
        "`bluff solve GAME`",
    ),
    ("maple sage pari mathematica", "`bluff solve GAME --format maple`, or sage, or pari"),
    ("cite citation bibtex", "`bluff solve GAME --format latex` has an entry of a bibliography"),
    ("vnne nne tpne", "`bluff solve von-neumann -n 28 -b 4 --format lprint` has the paper's list"),
    ("paper reproduce plans", "`bluff batch PLAN --out DIR` with the plans of data/plans"),
    ("check certify prove proof certificate", "`bluff verify DOCUMENT`"),
    ("rules", "`bluff games` has the rules of each game on a line"),
    ("export convert tree gambit efg", "`bluff game GAME --format efg`"),
    ("import open read load", "`bluff solve FILE`, with a game file"),
    ("init new create template", "`bluff game GAME` prints a game file to start from"),
    ("limit continuum infinite", "`bluff continuous kuhn -b 1`"),
    ("plot draw picture svg", PICTURES),
    ("sweep grid map range run", "`bluff grid GAME -n 2..9`, or `bluff batch PLAN --out DIR`"),
    ("oeis sequence", "`bluff grid kuhn -b 1 -n 2..9 --format bfile`"),
    ("shuffle mental cards", "`bluff deal --protocol barany-furedi`"),
    (
        "evaluate eval ev exploit exploitability br best-response lock",
        "`bluff payoff GAME --profile PROFILE`",
    ),
    ("cache database db", "`bluff catalogue show`"),
    ("config settings env", "`bluff serve --help` has every setting and its variable"),
    ("doctor status ping", "bluff health, beside a service on this machine"),
    (
        "best best-bet bestbet optimal",
        "`bluff formula von-neumann -n 28 --best-bet`, or `bluff continuous three-player \
            --best-bet`",
    ),
    ("why card", "`bluff explain GAME --card 3`"),
    ("face faces unique", "`bluff solve GAME --face`"),
];

/// Options of other programs, and what to type here.
const OPTIONS: [(&str, &str); 24] = [
    ("-p", "`--players P`; `bluff serve --listen 127.0.0.1:8080` has a port"),
    ("--svg --png --pdf --plot --picture", PICTURES),
    ("--flop --turn --river", "`bluff equity AhKd QsQc --board 2c7d9h`"),
    ("--board --range --ranges --pot-size", RIVERS),
    ("--unique --optimal", "`bluff solve GAME --face`"),
    ("--port --host --address --bind -l", "`--listen 127.0.0.1:8080` has address and port"),
    ("-f --fmt --output-format", "`--format FORMAT`"),
    (
        "--quiet -q --silent --no-progress",
        "answers go to standard output and all else to standard error, so 2>/dev/null is quiet",
    ),
    (
        "--verbose -v --debug",
        "`bluff solve GAME --format text` is the long form; bluff explain has the equations",
    ),
    ("--card -c", "`bluff explain GAME --card 3`"),
    ("--hand --hole", "`bluff explain leduc --card K`; `bluff equity AhKd QsQc` compares hands"),
    ("--rake", "no game takes a rake; `bluff games` has the rules of each"),
    ("--check-config --show-config", "`bluff serve --check`, `bluff serve --print-config`"),
    ("--out --file --save", "`-o FILE`"),
    ("-S -s --stacks", "`bluff solve push-fold --stack 10`"),
    ("--percent --decimals", "text and CSV have decimals beside the fractions"),
    ("--deck --deck-size --num-cards --N", "`-n N`, or `--cards N`"),
    ("--bet-size --pot --size", "`-b B`, or `--bet B`, in antes; one-street takes `-s 1,2`"),
    ("--antes", "the ante is 1: bets are in antes; push-fold takes `--ante A`"),
    ("--exact --precision --tolerance --eps", "every answer is exact already"),
    ("--pretty --color --colour", "headings are bold on a terminal; NO_COLOR=1 turns that off"),
    ("--otlp", "`bluff serve --log json`: its lines have trace, span and parent of a request"),
    ("--jobs -j", "`--threads T`, of bluff batch and bluff serve"),
    (
        "--count --list",
        "`bluff pure von-neumann/n9-b2 --count` counts; `bluff games` and `bluff --help` list",
    ),
];

/// An error with tips that are ours, in place of those that do not help.
pub(super) fn with_tips(mut error: Error, arguments: &[String], known: &clap::Command) -> Error {
    let tip = tip(&error, arguments, known);
    // “to pass '--json' as a value, use '-- --json'” is never what was meant, and words that only
    // look alike rarely are: our own search is stricter.
    error.remove(ContextKind::Suggested);
    error.remove(ContextKind::SuggestedArg);
    error.remove(ContextKind::SuggestedSubcommand);
    if error.get(ContextKind::SuggestedValue).is_none()
        && let Some(near) = near_value(&error)
    {
        error.insert(ContextKind::SuggestedValue, ContextValue::String(near));
    }
    if let Some(tip) = tip {
        error.remove(ContextKind::SuggestedValue);
        let tips =
            ContextValue::StyledStrs(tip.lines().map(|line| line.to_owned().into()).collect());
        error.insert(ContextKind::Suggested, tips);
    }
    error
}

/// The allowed value that a value nearly is: short ones, too, which clap passes over.
fn near_value(error: &Error) -> Option<String> {
    match (error.get(ContextKind::InvalidValue)?, error.get(ContextKind::ValidValue)?) {
        (ContextValue::String(given), ContextValue::Strings(allowed)) => {
            nearest(given, allowed.iter().map(String::as_str)).map(str::to_owned)
        }
        _ => None,
    }
}

/// The command whose arguments these are, below others if need be, with the names before it.
fn command_of<'a>(
    arguments: &[String],
    known: &'a clap::Command,
) -> (Vec<&'a str>, &'a clap::Command) {
    let mut found = (vec![known.get_name()], known);
    for argument in arguments {
        let Some(below) = found.1.find_subcommand(argument) else { break };
        found.0.push(below.get_name());
        found.1 = below;
    }
    found
}

/// The tips, a line each.
fn tip(error: &Error, arguments: &[String], known: &clap::Command) -> Option<String> {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        Some(ContextValue::Strings(texts)) => texts.join(" "),
        _ => String::new(),
    };
    match error.kind() {
        ErrorKind::InvalidSubcommand => {
            command_tip(&text(ContextKind::InvalidSubcommand), arguments, known)
        }
        ErrorKind::UnknownArgument => option_tip(&text(ContextKind::InvalidArg), arguments, known),
        ErrorKind::MissingRequiredArgument => {
            let command = arguments.first().map(String::as_str).unwrap_or_default();
            missing_tip(&text(ContextKind::InvalidArg), command)
        }
        ErrorKind::InvalidValue => {
            let given = text(ContextKind::InvalidValue);
            ["svg", "png", "pdf"].contains(&given.as_str()).then(|| plain(PICTURES))
        }
        _ => None,
    }
}

/// The entry of a table whose words, divided by blanks, have this one.
fn entry(table: &[(&str, &'static str)], word: &str) -> Option<String> {
    let found = table.iter().find(|(words, _)| words.split(' ').any(|known| known == word));
    found.map(|(_, tip)| plain(tip))
}

/// A tip as it is printed.
fn plain(tip: &str) -> String {
    tip.replace('`', "")
}

fn command_tip(given: &str, arguments: &[String], known: &clap::Command) -> Option<String> {
    let (names, own) = command_of(arguments, known);
    if names.len() > 1 {
        let removed = entry(&COMMANDS, &format!("{}-{given}", names[1..].join("-")));
        if removed.is_some() {
            return removed;
        }
        let below: Vec<&str> = own.get_subcommands().map(clap::Command::get_name).collect();
        let tip = match nearest(given, below.iter().copied()) {
            Some(near) => format!("{} {near}", names.join(" ")),
            None => format!("{} has {}", names.join(" "), below.join(", ")),
        };
        return Some(tip);
    }
    let lower = given.to_ascii_lowercase();
    let is_label = given.split_once('/').is_some_and(|(name, _)| Family::named(name).is_some());
    if is_label {
        return Some(format!("bluff solve {}", arguments.join(" ")));
    }
    let names = known.get_subcommands().map(clap::Command::get_name);
    entry(&COMMANDS, &lower).or_else(|| {
        let near = nearest(given, names).map(|name| format!("bluff {name}"));
        let example = || Some(format!("bluff solve {}", Family::named(meant(given)?)?.example));
        near.or_else(example).or_else(|| {
            let words = arguments.join(" ");
            // A letter or two are in most texts.
            let pages = (words.len() > 2).then(|| found(&words))?.map(|[title, address]| {
                format!("{title}: bluff serve, then open http://127.0.0.1:8080{address}")
            });
            let pages = pages.collect::<Vec<_>>().join("\n");
            Some(pages).filter(|pages| !pages.is_empty())
        })
    })
}

/// A command with the option before each number: the deck first, then the stakes.
fn written(command: &str, game: &str, numbers: &[String]) -> Option<String> {
    let family = Family::named(game)?;
    let deck = family.only_deck().is_none().then_some(&rational_bluff::game::CARDS);
    let parameters = deck.into_iter().chain(family.parameters.iter().copied());
    let value = |text: &str| {
        let number = text.split_once('=').map_or(text, |(_, number)| number);
        let is_number = number.starts_with(|first: char| first.is_ascii_digit() || first == '.');
        is_number.then(|| number.to_owned())
    };
    let values: Vec<String> = numbers.iter().map_while(|text| value(text)).collect();
    if values.is_empty() {
        return None;
    }
    let options: Vec<String> = parameters
        .zip(&values)
        .map(|(parameter, value)| Spelling::Options.argument(parameter, value))
        .collect();
    Some(format!("bluff {command} {game} {}", options.join(" ")))
}

/// The way to a card, or why the game has none of this name.
fn card_tip(game: &str, card: &str) -> String {
    match parse_label(game).map(|game| card_number(&game, card)) {
        Ok(Err(error)) => error.to_string(),
        _ => format!("bluff explain {game} --card {card}"),
    }
}

/// The values that `--format` of a command takes.
fn formats(command: &clap::Command) -> Vec<String> {
    let format = command.get_arguments().find(|argument| argument.get_long() == Some("format"));
    let values = format.map(clap::Arg::get_possible_values).unwrap_or_default();
    values.iter().map(|value| value.get_name().to_owned()).collect()
}

/// A label of words like `n28 b4` beside the name of a game.
fn label_of(command: &str, game: &str, words: &[String]) -> Option<String> {
    let label = format!("{}/{}", meant(game)?, words.join("-"));
    parse_label(&label).ok().map(|_| format!("bluff {command} {label}"))
}

fn option_tip(given: &str, arguments: &[String], known: &clap::Command) -> Option<String> {
    let (command, rest) = arguments.split_first()?;
    let option = given.split(['=', ' ']).next().unwrap_or(given);
    if !option.starts_with('-') {
        // Numbers without their options: `solve kuhn 3 1`.
        let (game, numbers) = rest.split_first()?;
        return match command.as_str() {
            "explain" => Some(card_tip(game, option)),
            "equity" if ["vs", "v", "against"].contains(&rest.get(1)?.as_str()) => {
                Some(format!("bluff equity {game} {option}"))
            }
            "deal" | "fairness" => {
                let protocol = PROTOCOLS.iter().find(|protocol| protocol.name == option)?;
                Some(format!("--protocol {}", protocol.name))
            }
            "games" => Some(format!("bluff solve {}", Family::named(option)?.example)),
            "serve" => option.parse::<u16>().ok().map(|port| format!("--listen 127.0.0.1:{port}")),
            _ => written(command, meant(game).unwrap_or(game), numbers)
                .or_else(|| label_of(command, game, numbers)),
        };
    }
    let bare = option.trim_start_matches('-');
    let (_, own) = command_of(arguments, known);
    let mut shorts = own.get_arguments().filter_map(clap::Arg::get_short);
    if let Some(short) = shorts.find(|short| option == format!("--{short}")) {
        return Some(format!("-{short}, with one dash"));
    }
    let has = |command: &clap::Command| {
        let long = |argument: &clap::Arg| argument.get_long() == Some(bare);
        command.get_arguments().any(long)
    };
    if formats(own).iter().any(|format| format == bare) {
        return Some(format!("--format {bare}"));
    }
    if let Some(tip) = entry(&OPTIONS, option) {
        return Some(tip);
    }
    let longs = own.get_arguments().filter_map(clap::Arg::get_long);
    if let Some(near) = nearest(bare, longs) {
        return Some(format!("--{near}"));
    }
    let others: Vec<String> = known
        .get_subcommands()
        .filter(|command| has(command))
        .map(|command| format!("bluff {}", command.get_name()))
        .collect();
    (!others.is_empty()).then(|| format!("{option} is an option of {}", others.join(", ")))
}

fn missing_tip(missing: &str, command: &str) -> Option<String> {
    if missing.contains("--protocol") {
        let names = PROTOCOLS.map(|protocol| protocol.name).join(", ");
        return Some(format!("the protocols are {names}"));
    }
    if missing.contains("--cards <FROM..TO>") {
        return Some("for instance -n 2..40".to_owned());
    }
    if missing.contains("<GAME>") {
        let example = if command == "chart" { "push-fold" } else { "von-neumann -n 28 -b 4" };
        let words = "bluff games lists the games; for instance bluff";
        return Some(format!("{words} {command} {example}"));
    }
    missing.contains("--card").then(|| "for instance --card 3".to_owned())
}
