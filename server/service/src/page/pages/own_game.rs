//! The page of anybody's game: the value, the tree, the strategies, and what else there is to ask.

use std::sync::Arc;

use bluff_questions::Question;
use bluff_questions::equilibria::{EquilibriaQuestion, FoundEquilibria};
use bluff_questions::error::Error;
use bluff_questions::over_http::SHORT;
use bluff_questions::payoff::{PayoffQuestion, PayoffReport};
use bluff_questions::solve::{SolveQuestion, SolveReport};
use bluff_questions::text::{is_matrix, is_tree};
use bluff_report::number::with_minus;
use bluff_report::picture::own_tree::{alone, own_tree};
use bluff_report::text::Paint;
use maud::{Markup, html};
use rational_bluff::certificate::format::CheckedTree;
use rational_bluff::exact::{Rational, counted};
use rational_bluff::game::Player;
use rational_bluff::solve::Control;

use crate::api::fields::{Fields, value};
use crate::api::question::drawn;
use crate::page::pages::solution::families;
use crate::page::parts::frame::{crumbs, table};
use crate::page::parts::icon;
use crate::page::parts::number::{digits, large, part as chance};
use crate::page::parts::tabs::{GameTab, OWN_FORM};
use crate::problem::Problem;
use crate::service::{OwnReports, Service};
use crate::values::reply::fingerprint;

/// The longest document that a link holds, in bytes.
const LINKED: usize = 1 << 20;

/// True of fields with a file for Gambit or a matrix.
pub(super) fn is_own(given: &Fields) -> bool {
    given.iter().any(|(key, value)| key == "game" && is_tree(value))
}

/// The name of the field of a form that has others in it, as they were given.
pub(super) const KEPT: &str = "kept";

/// The tab of a game that these fields ask for, below its value, and what was wrong on it alone.
///
/// Errors: those of [`drawn`] for the game, and `Malformed` for another tab.
pub(super) async fn answer(
    service: &Service,
    given: Fields,
) -> Result<(Markup, Option<Problem>), Problem> {
    let of = |keys: &[&str]| {
        let fields = given.iter().filter(|(key, _)| keys.contains(&key.as_str()));
        fields.cloned().collect::<Fields>()
    };
    // A point of all optimal strategies is on their tab.
    let at = value(&given, "at");
    let tab = if at.is_some() {
        GameTab::Optimal.key()
    } else {
        value(&given, "tab").unwrap_or_default()
    };
    let tab = GameTab::named(tab, &GameTab::OF_FILE)?;
    let found: Result<_, Error> = match (tab, value(&given, "profile")) {
        (GameTab::Optimal, _) => {
            let all = kept::<EquilibriaQuestion>(service, &service.optimal, of(&["game"])).await;
            all.and_then(|all| Ok(Some(TabAnswer::Optimal(all, families::shares(at)?))))
        }
        (GameTab::Lock, Some(_)) => {
            let draw = |worth: PayoffReport| match worth {
                PayoffReport::Tree(worth) => Ok(Some(TabAnswer::Words(worth.text(Paint::Plain)))),
                _ => Err(no_tree()),
            };
            drawn::<PayoffQuestion, _>(service, of(&["game", "profile"]), draw).await
        }
        _ => Ok(None),
    };
    let (found, error) = match found {
        Ok(found) => (found, None),
        Err(error) => (None, Some(error)),
    };
    // All optimal strategies are those of the file as it is.
    let rest = given.iter().filter(|(key, _)| match tab {
        GameTab::Optimal => key == "game",
        _ => key != "tab" && key != "profile",
    });
    let rest = rest.cloned().collect();
    let refused = error.as_ref().map(Error::public_message);
    let shown = ShownTab { tab, given, found, refused };
    let report = kept::<SolveQuestion>(service, &service.own_games, rest).await?;
    let draw = move |_: &Control| match &*report {
        SolveReport::Tree(tree, change) => Ok(shown.body(tree, change.as_deref())),
        _ => Err(no_tree()),
    };
    Ok((service.pool.run_quoted(SHORT, draw).await?, error.map(Problem::from)))
}

/// The report of a question about a file: every tab and every point asks for the same.
///
/// Errors: those of [`drawn`].
async fn kept<Q: Question>(
    service: &Service,
    reports: &OwnReports<Q::Report>,
    given: Fields,
) -> Result<Arc<Q::Report>, Error>
where
    Q::Report: Send + Sync,
{
    let key = fingerprint(format!("{given:?}"));
    if let Some((_, report)) = reports.get(&key) {
        return Ok(report);
    }
    let bytes = given.iter().map(|(_, text)| text.len() as u64).sum();
    let report = drawn::<Q, _>(service, given, |report| Ok(Arc::new(report))).await?;
    reports.insert(key, (bytes, Arc::clone(&report)));
    Ok(report)
}

/// The answer of a tab beside the equilibrium.
enum TabAnswer {
    Words(String),
    /// All optimal strategies, at these shares of their ranges.
    Optimal(Arc<FoundEquilibria>, Vec<Rational>),
}

fn no_tree() -> Error {
    Error::Internal("no tree".to_owned())
}

/// A tab of a game, and its answer where it has one.
struct ShownTab {
    tab: GameTab,
    given: Fields,
    found: Option<TabAnswer>,
    refused: Option<String>,
}

impl ShownTab {
    fn text(&self, key: &str) -> Option<&str> {
        value(&self.given, key)
    }

    /// The fields with these keys for a form, each byte of them as it is.
    fn kept(&self, keys: &[&str]) -> Markup {
        let escaped = |text: &str| {
            let signs = ['%', '&', '+', '\r', '\n'].into_iter();
            signs.fold(text.to_owned(), |text, sign| {
                text.replace(sign, &format!("%{:02X}", u32::from(sign)))
            })
        };
        let fields = self.given.iter().filter(|(key, _)| keys.contains(&key.as_str()));
        let fields = fields.map(|(key, text)| format!("{key}={}", escaped(text)));
        let query = fields.collect::<Vec<_>>().join("&");
        html! { input type="hidden" name=(KEPT) value=(query); }
    }

    fn body(&self, tree: &CheckedTree, change: Option<&str>) -> Markup {
        html! {
            (head(tree, self.text("game").is_some_and(is_matrix)))
            (self.tab.row_of_file(&self.kept(&["game", "lock", "profile"])))
            @if let Some(change) = change { p.say role="status" { (with_minus(change)) } }
            @if let Some(words) = &self.refused { p.refused role="alert" { (words) } }
            @match self.tab {
                GameTab::Lock => (self.tried(tree)),
                GameTab::Optimal => section.panel aria-labelledby="optimal" {
                    h2 id="optimal" { "All optimal strategies" }
                    @if self.text("lock").is_some() {
                        p.note { "Of the file as it is, without the lock." }
                    }
                    (self.answer())
                },
                GameTab::Files => { (files(tree)) (edited(self.text("game").unwrap_or_default())) },
                _ => (drawing(tree)),
            }
        }
    }

    /// The answer of the tab, if there is one.
    fn answer(&self) -> Markup {
        let way = |shares: &str, words: &str| {
            html! { button.link form=(OWN_FORM) name="at" value=(shares) { (words) } }
        };
        html! {
            @match &self.found {
                Some(TabAnswer::Words(words)) => pre.lines tabindex="0" { (words) },
                Some(TabAnswer::Optimal(found, at)) => {
                    @if let FoundEquilibria::All(all) = &**found {
                        div data-part="families" { (families::section(all, at, &way)) }
                        details { summary { "All of them in words" }
                            pre.lines tabindex="0" { (all.text(Paint::Plain)) } }
                    }
                }
                None => {}
            }
        }
    }

    /// Strategies to be answered, and a lock.
    fn tried(&self, tree: &CheckedTree) -> Markup {
        let sets = tree.file().game().numbered_sets().enumerate();
        let lines: Vec<String> = sets
            .map(|(index, (number, set))| {
                let parts = tree.solution().profile.at(index);
                let parts: Vec<_> = parts.iter().map(|part| format!("\"{part}\"")).collect();
                block(set.player, number, &parts)
            })
            .collect();
        let all = format!("{{\"strategies\": [\n{}\n]}}", lines.join(",\n"));
        let first = tree.file().game().numbered_sets().next();
        let example = first.map(|(number, set)| {
            let mut parts = vec!["\"0\"".to_owned(); set.actions.len()];
            parts[0] = "\"1\"".to_owned();
            format!("{{\"lock\": [{}]}}", block(set.player, number, &parts))
        });
        html! {
            section.panel aria-labelledby="replies" {
                h2 id="replies" { "Best replies" }
                (self.form(&["game", "lock"], "Best replies", &html! {
                    label for="profile" { "Strategies" }
                    textarea id="profile" name="profile" rows="8" spellcheck="false" {
                        "\n" (self.text("profile").unwrap_or(&all))
                    }
                    span.hint { "Change the probabilities, or paste a solution." }
                }))
                (self.answer())
            }
            section.panel aria-labelledby="lock" {
                h2 id="lock" { "Lock" }
                (self.form(&["game", "profile"], "Solve", &html! {
                    label for="lock-text" { "Probabilities that are rules" }
                    textarea id="lock-text" name="lock" rows="3" spellcheck="false"
                        placeholder=[example] { (self.text("lock").unwrap_or_default()) }
                    span.hint { "The rest is solved." }
                }))
            }
        }
    }

    /// A form of the tab of locks: a field, beside those that are kept.
    fn form(&self, kept: &[&str], button: &str, field: &Markup) -> Markup {
        html! {
            form.ask action="/solve" method="post" enctype="multipart/form-data" {
                (self.kept(kept))
                (GameTab::Lock.hidden())
                div.field.whole { (field) }
                button type="submit" { (button) }
            }
        }
    }
}

/// An information set in a document, with its probabilities.
fn block(player: usize, number: usize, parts: &[String]) -> String {
    let (player, parts) = (Player::first(2)[player], parts.join(", "));
    format!("{{\"player\": \"{player}\", \"set\": \"{number}\", \"probabilities\": [{parts}]}}")
}

/// Place of the page, title, rules and value of a file or of a matrix.
fn head(tree: &CheckedTree, is_matrix: bool) -> Markup {
    let (file, value) = (tree.file(), &tree.solution().values[0]);
    let game = file.game().tree();
    let [nodes, sets] = [game.nodes().len(), game.sets().len()];
    html! {
        (crumbs(&[("/games", "Games"), ("/solve", "Your own")], &file.sha256()[..16]))
        h1 {
            @if is_matrix {
                @let [rows, columns] = [0, 1].map(|player| game.sets()[player].actions.len());
                "A matrix, " span { (rows) " by " (columns) }
            } @else {
                (game.title()) @if game.title().is_empty() { "A game" } ", "
                span { "from an ." (file.kind()) " file" }
            }
        }
        p.rules {
            "Two players, the sum is always " (file.game().sum()) ", perfect recall. "
            (counted(nodes, "node", "nodes")) ", "
            (counted(sets, "information set", "information sets")) ". Nothing in it was changed."
        }
        div.worth-of data-part="worth" {
            (large(value))
            div {
                p { "Value to " (game.players()[0]) @if !is_matrix { ", as the file counts" } }
                (digits(value))
                p.ok { (icon::TICK) b { "Certified" } ", lower = upper" }
            }
        }
    }
}

/// The tree, and the strategies of both players.
fn drawing(tree: &CheckedTree) -> Markup {
    html! {
        section.panel aria-labelledby="tree" {
            h2 id="tree" { "The tree" }
            p.note { "Edges are as thick as they are played; large subtrees are folded." }
            div.wide tabindex="0" { (own_tree(tree)) }
        }
        section.panel aria-labelledby="strategies" {
            h2 id="strategies" { "Strategies" }
            @for player in 0..2 { (strategies(tree, player)) }
        }
    }
}

/// The table of the information sets of a player.
fn strategies(tree: &CheckedTree, player: usize) -> Markup {
    let game = tree.file().game();
    let name = &game.tree().players()[player];
    let sets = game.numbered_sets().enumerate().filter(|(_, (_, set))| set.player == player);
    let rows = sets.map(|(index, (number, set))| {
        let parts = set.actions.iter().zip(tree.solution().profile.at(index));
        let played = parts.filter(|(_, part)| !part.is_zero()).enumerate();
        let play = html! { @for (at, (action, part)) in played {
            @if at > 0 { ", " }
            (action) @if !part.is_one() { " " b { (chance(part, false)) } }
        } };
        [html! { (number) }, html! { (set.name) }, play]
    });
    let caption = format!("Player {}, {name}", Player::first(2)[player]);
    html! { div.wide tabindex="0" { (table("", &caption, ["Set", "Name", "Plays"], rows)) } }
}

/// The file, to be changed.
fn edited(game: &str) -> Markup {
    html! {
        form.ask.panel action="/solve" method="post" enctype="multipart/form-data"
            aria-label="The file, to be changed" {
            div.field.whole {
                label for="game" { "The file" }
                textarea id="game" name="game" rows="8" spellcheck="false" { "\n" (game) }
                input type="file" name="game" aria-label="Another file";
                span.hint { "Edit it and solve it again, or choose a file: it wins over the text." }
            }
            button type="submit" { "Solve" }
        }
    }
}

fn files(tree: &CheckedTree) -> Markup {
    let link = |media: &str, text: &str| {
        let text: String = form_urlencoded::byte_serialize(text.as_bytes()).collect();
        format!("data:{media},{}", text.replace('+', "%20"))
    };
    let document = tree.to_json().ok().filter(|text| text.len() <= LINKED);
    html! {
        section.panel aria-labelledby="files" {
            h2 id="files" { "Files" }
            p { "The certificate is of this file and no other: sha256 "
                code.whole { (tree.file().sha256()) } }
            ul.links {
                @if let Some(document) = document {
                    li { a download="solution.json" href=(link("application/json", &document)) {
                        "Solution with its certificate, JSON" } }
                }
                li { a download="tree.svg"
                    href=(link("image/svg+xml", &alone(tree))) {
                    "The tree, SVG" } }
            }
        }
    }
}
