//! Commands that people guess: each is answered, or told what to type instead.

use crate::support::{answer, folder, run, shared};

/// Guesses, and what appears: on standard output after `=`, else in the message.
const GUESSES: &str = "
solve von-neumann/n28-b4 | = 113/1134
compare von-neumann/b2 -n 2..6 | = von-neumann/b2: finite decks
pure von-neumann/n9-b2 | = Equilibria (pure)  7
continuous von-neumann/b2 | = Value to I
payoff von-neumann/n9-b2 --bets 1,8,9 --calls 6..9 | = this is a Nash equilibrium
game kuhn/n3-b1 | = my-kuhn
solve kuhn/n03-b2_2 | = kuhn/n3-b1
solve newman/n14-bmax | = newman/n14-b5
solve vonneumann -n 28 -b 4 | did you mean von-neumann?
solve vonneuman/n28-b4 | did you mean von-neumann?
solve VonNeumann -n 28 -b 4 | did you mean von-neumann?
solve vn -n 28 -b 4 | did you mean von-neumann?
solve newmann -n 9 -b 2 | did you mean newman?
solve Kuhn -n 3 -b 1 | did you mean kuhn?
solve threeplayer -n 9 -b 2 | did you mean three-player?
solve onestreet -n 9 -s 2 | did you mean one-street?
continuous vonneumann -b 2 | did you mean von-neumann?
solve kuhn 3 1 | bluff solve kuhn -n 3 -b 1
solve von-neumann 28 4 | bluff solve von-neumann -n 28 -b 4
solve kuhn n=3 b=1 | bluff solve kuhn -n 3 -b 1
kuhn 3 1 | = kuhn/n3-b1
von-neumann/n28-b4 | = 113/1134
kuhn/n3-b1 --json | = \"label\": \"kuhn/n3-b1\"
Kuhn's poker 5 2 | = kuhn/n5-b2
kuhn --cards 5 --bet 2 | = kuhn/n5-b2
kuhn 1 2 | n = 1, expected
kuhn 5 -1 | b = -1, expected b > 0
kuhn 1,000 2 | n = 1,000, expected 1000 without commas
kuhn/n0-b1 | n = 0, expected a whole number from 2
Farkas ray | Glossary: Linear programs: bluff serve, then open http://127.0.0.1:8080/book/
embed | Show it: bluff serve, then open http://127.0.0.1:8080/book/teach#show-it
push fold 10 | = push-fold/s10
vnNE 28 4 | = 113/1134
vnNE(28,4) | = 113/1134
AKs vs QQ | = 1051321/2283072
AKs vs QQ on Qs7h2d | = boards
Ks9d6h3c2s | http://127.0.0.1:8080/holdem?board=Ks9d6h3c2s
how often should I bluff | = bet 1 with probability 1/3
how often do I bluff with a pot bet | = bet 2 with probability 1/2
What fair means | http://127.0.0.1:8080/book/
explain kuhn/n3-b1 --card J | = Player I, first to act
solve von-neumann --cards 28 --bet 4 | = 113/1134
solve one-street --cards 9 --sizes 1,2 | = one-street/n9-s1-2
solve von-neumann --n 28 --b 4 | -n, with one dash
solve von-neumann --deck 28 -b 4 | -n N, or --cards N
solve kuhn -n 3 -b 1 --json | = \"label\": \"kuhn/n3-b1\"
solve kuhn -n 3 -b 1 -f json | --format FORMAT
solve kuhn -n 3 -b 1 --csv | --format csv
solve kuhn -n 3 -b 1 --format cvs | a similar value exists: 'csv'
games --format tex | a similar value exists: 'text'
solve kuhn -n 3 -b 1 --method treshold | lp, runs, normal-form, search; did you mean threshold?
solve newman -n 14 -b mx | b = mx, expected a number, for instance 2, 5/2 or 0.25; did you mean max?
solve von-neumann -n 14 -b mx | b = mx, expected a number, for instance 2, 5/2 or 0.25
continuous von-neumann -b bst | or 0.25; did you mean best?
deal --protocol crepau | did you mean crepeau?
fairness --protocol verifed-deck --cards 3 --exact | did you mean verified-deck?
fairness --protocol checking --cards 3 --exact --plant satolo | did you mean sattolo?
catalogue lst | tip: bluff catalogue has show, verify, export, import, prune
catalogue verfy | tip: bluff catalogue verify
catalogue queue | bluff batch PLAN --part 1/20
catalogue show --jsn | tip: --json
serve --log jsn | expected one of: text, json, off; did you mean json?
explain kuhn/n3-b1 --card 3 --view facing-bet-1 | did you mean facing bet 1?
solve kuhn -n 3 -b 1 --format jsno | a similar value exists: 'json'
solve kuhn -n 3 -b 1 -o - | = kuhn/n3-b1
solve kuhn -n 3 -b 1 --out kuhn.txt | -o FILE
solve kuhn -n 3 -b 1 --quiet | 2>/dev/null
solve kuhn -n 3 -b 1 --verbose | bluff explain
solve kuhn -n 3 -b 1 --methd lp | --method
solve kuhn -n 3 -b 1 --method simplex | expected one of: auto, threshold
solve newman -n 14 | b = max for the saturation size
solve three-player -n 10 -b 2 --players 4 | it is for callers
solve von-neumann -n 3 -b 1 --raise 2 | raise is not for von-neumann
solve von-neumann -n 9 -b .5 | = von-neumann/n9-b1_2
solve von-neumann -n 1e6 -b 4 | = von-neumann/n1000000-b4
solve von-neumann -n 1_000 -b 4 | = von-neumann/n1000-b4
solve von-neumann -n 1,000 -b 4 | n = 1,000, expected 1000 without commas
grid kuhn -n 2..1000000000 -b 1 | at most 100000: make several plans of it; bluff batch takes more
solve von-neumann -n 2..5 -b 4 | bluff grid von-neumann -n 2..5 -b 4
pure von-neumann -n 2..10 -b 1..5 | bluff grid von-neumann -n 2..10 -b 1..5 --pure
compare von-neumann -b 1..3 -n 2..9 | bluff grid von-neumann -b 1..3 -n 2..9
compare von-neumann -b 2 -n 2,3,5..9 | = von-neumann/b2: finite decks
compare von-neumann -b 2 | for instance -n 2..40
table von-neumann -n 2..5 -b 1..3 --format csv | = von-neumann/n4-b2,4,2,1/12
games | = after a check II may bet too
list | = after a check II may bet too
explain kuhn/n3-b1 --card 3 | = Player I, first to act
explain leduc --card K | = leduc, hand K
explain kuhn/n3-b1 | for instance --card 3
solve kuhn -n 3 -b 1 --card 3 | bluff explain GAME --card 3
solve kuhn -n 3 -b 1 --digits 9 | --digits is an option of bluff continuous
play | bluff serve
version | bluff --version
-V | = bluff
update | cargo install
docs | bluff man
help solve | = Usage: bluff solve
value kuhn | bluff solve GAME
slove kuhn -n 3 -b 1 | tip: bluff solve
serve --port 8080 | --listen 127.0.0.1:8080
payoff von-neumann -n 9 -b 2 --bets 1,8..9 --calls 6-9 | = this is a Nash equilibrium
payoff von-neumann -n 9 -b 2 --bets {1,8,9} --calls {6..9} | = this is a Nash equilibrium
deal | no protocol, expected one of: barany-furedi
fairness --cards 4 | no protocol, expected hands, or one of: barany-furedi
pure kuhn -n 3 -b 1 | pure equilibria are listed for von-neumann
continuous three-player -b best | = Best bet
solve | bluff games lists the games
explain von-neumann/n28-b4 3 | bluff explain von-neumann/n28-b4 --card 3
solve von-neumann n28 b4 | bluff solve von-neumann/n28-b4
solve kuhn/n3 | expected for instance kuhn/n3-b1
solve push-fold --stack 10bb | stack = 10bb, expected a number
formula von-neumann/n28-b4 | expected no deck: b4
serve 9000 | --listen 127.0.0.1:9000
show kuhn/n3-b1 | bluff solve GAME
best-bet von-neumann | --best-bet
solve callers -n 20 -b 2 -p 4 | --players P
solve kuhn/n3-b1 --svg | tip: --format svg
solve kuhn/n3-b1 --format svg | = <svg
chart push-fold -s 10 | tip: bluff solve push-fold --stack 10
explain kuhn/n3-b1 9 | card = 9, expected one of: J, Q, K; or a whole number from 1 to 3
river | http://127.0.0.1:8080/holdem
solve river --board Ks9d6h3c2s | http://127.0.0.1:8080/holdem
quiz | /kuhn/n3-b1?tab=play
train | /kuhn/n3-b1?tab=play
ui | bluff serve
bench | cargo bench
maple | --format maple
cite | --format latex
vnNE | --format lprint
paper | bluff batch PLAN
import | bluff solve FILE
oeis | --format bfile
info kuhn | bluff solve GAME
serve --check-config | bluff serve --check
solve kuhn/n3-b1 --rake 1 | no game takes a rake
solve kuhn/n3-b1 --hand AA | bluff explain leduc --card K
table push-fold --stack 1..5 | = 5 big blinds
table push-fold --stack 2 --csv | --format csv
table leduc | = leduc
table kuhn -b 1 | n is missing, expected cards such as 2..40
worker --catalogue postgres://poker@db/poker | bluff batch PLAN --part 1/20
workers | bluff batch PLAN --part 1/20
catalogue queue list --json | bluff batch PLAN --part 1/20
serve --otlp http://127.0.0.1:4318 | bluff serve --log json
solve kuhn/n3-b1 --unique | --face
game hold'em | game “hold'em” is a river
solve holdem | expected the path of a game file
solve river | at /holdem
solve von-neumann -n 10^6 -b 2 | = 1/9
solve von-neumann -n 1e6 -b 2 | = 1/9
solve kuhn/n3-b1 --threads 4 | an option of bluff batch
table von-neumann -n 2..4 -b 2 --svg | --format svg
draw kuhn/n3-b1 | bluff solve GAME --format svg
rules kuhn | bluff games
games kuhn | bluff solve kuhn/n3-b1
best-response kuhn/n3-b1 | bluff payoff GAME --profile PROFILE
config | bluff serve --help
doctor | bluff health
equity AhKd vs QsQc | bluff equity AhKd QsQc
equity AhKd QsQc --flop 2c7d9h | --board 2c7d9h
deal barany-furedi | --protocol barany-furedi
fairness padlocks | --protocol padlocks
chart | bluff chart push-fold
continuous leduc | basic-endgame
teach | 127.0.0.1:8080/teach
class | 127.0.0.1:8080/teach
odds AK QQ | bluff equity AhKd QsQc
AKs QQ | = 1051321/2283072
how often should I call | = call with probability 1/3
run plan.toml | bluff batch PLAN
latex kuhn/n3-b1 | --format csv, or json, or latex
certificate kuhn/n3-b1 | bluff verify DOCUMENT
";

#[test]
fn guessed_commands_are_answered_or_told_what_to_type() {
    let guesses: Vec<(&str, &str)> =
        GUESSES.lines().filter_map(|line| line.split_once(" | ")).collect();
    assert_eq!(guesses.len(), 172);
    let met = |(line, expected): &&(&str, &str)| {
        let (code, printed, said) = run(&shared("guessed"), line);
        let right = match expected.strip_prefix("= ") {
            Some(part) => code == 0 && printed.contains(part),
            None => code == 2 && said.contains(expected) && !said.contains("as a value, use"),
        };
        if !right {
            eprintln!("bluff {line}: exit code {code}, expected {expected} in {printed}{said}");
        }
        right
    };
    let count = guesses.iter().filter(met).count();
    assert_eq!(count, guesses.len(), "{count} of {} were answered or told", guesses.len());
}

/// An example for each word in capitals of a tip. Files are made before.
const EXAMPLES: [(&str, &str); 10] = [
    ("GAME -n", "kuhn -b 1 -n"),
    ("GAME", "kuhn/n3-b1"),
    ("COMMAND", "solve"),
    ("RIVER", "game.json"),
    ("PROFILE", "document.json"),
    ("FILE", "game.json"),
    ("MATRIX", "matrix.txt"),
    ("DOCUMENT", "document.json"),
    ("PLAN", "plan.toml"),
    ("DIR", "tables"),
];

/// Every command in the tables of tips succeeds, and every option is one of some command.
#[test]
fn no_tip_leads_to_a_command_that_fails() {
    let source = include_str!("../src/cli/hints.rs");
    let tables = source.split("/// An error with tips").next().expect("the tables");
    let tables = tables
        .split("/// Names that other")
        .next()
        .into_iter()
        .chain(tables.split("/// Names that other").nth(1));
    let code = |line: &&str| !line.trim_start().starts_with("///");
    let tables: String = tables.flat_map(str::lines).filter(code).collect::<Vec<_>>().join("\n");
    let tables = tables.replace("\\\n", " ");
    let folder = folder("guessed-tips");
    std::fs::write(folder.join("game.json"), answer("game kuhn -n 3 -b 1")).expect("a file");
    std::fs::write(folder.join("document.json"), answer("solve kuhn/n3-b1 --json")).expect("one");
    std::fs::write(folder.join("matrix.txt"), "1 0\n0 1\n").expect("a file");
    let plan = "[[cells]]\ngame = \"kuhn\"\nn = \"2..4\"\nb = 1\n";
    std::fs::write(folder.join("plan.toml"), plan).expect("a file");
    let help: String = ["solve", "explain", "pure", "continuous", "batch", "serve", "callers"]
        .map(|command| run(&folder, &format!("{command} --help")).1)
        .concat();
    let mut commands = 0;
    for tip in tables.split('`').skip(1).step_by(2) {
        let Some(line) = tip.strip_prefix("bluff ") else {
            let option = tip.split(' ').next().unwrap_or(tip);
            assert!(help.contains(&format!("{option} ")), "{tip}");
            continue;
        };
        let filled = EXAMPLES
            .iter()
            .fold(line.to_owned(), |line, (word, example)| line.replace(word, example));
        let filled = filled.replace("tables", &format!("tables{commands}"));
        // A service would not end.
        let line = if filled.starts_with("serve") { "serve --help".to_owned() } else { filled };
        let (code, _, words) = run(&folder, &line);
        assert_eq!(code, 0, "bluff {line}: {words}");
        commands += 1;
    }
    assert!(commands > 40, "{commands} commands");
}
