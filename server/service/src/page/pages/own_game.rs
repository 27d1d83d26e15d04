//! The page of anybody's game: the value, the tree, the strategies, and what else there is to ask.

use bluff_questions::error::Error;
use bluff_questions::solve::{SolveQuestion, SolveReport};
use bluff_questions::text::is_tree;
use bluff_report::picture::own_tree::{alone, own_tree};
use maud::{Markup, html};
use rational_bluff::certificate::format::CheckedTree;
use rational_bluff::exact::{Rational, counted};
use rational_bluff::game::Player;
use rational_bluff::tree::TreeFile;

use crate::api::fields::Fields;
use crate::api::question::drawn;
use crate::page::parts::frame::crumbs;
use crate::page::parts::icon;
use crate::page::parts::number::{digits, large, part as chance};
use crate::problem::Problem;
use crate::service::Service;

/// The longest document that a link holds, in bytes.
const LINKED: usize = 1 << 20;

/// True of fields with a file for Gambit or a matrix.
pub(super) fn is_own(given: &Fields) -> bool {
    given.iter().any(|(key, value)| key == "game" && is_tree(value))
}

/// The page of a game with these fields, solved.
///
/// Errors: those of [`drawn`].
pub(super) async fn answer(service: &Service, given: Fields) -> Result<Markup, Problem> {
    let lock = given.iter().find(|(key, _)| key == "lock").map(|(_, value)| value.clone());
    let draw = move |report: &SolveReport| match report {
        SolveReport::Tree(tree, change) => {
            Ok(body(tree, change.as_deref(), lock.as_deref().unwrap_or_default()))
        }
        _ => Err(Error::Internal("no tree".to_owned())),
    };
    Ok(drawn::<SolveQuestion, _>(service, given, draw).await?)
}

fn body(tree: &CheckedTree, change: Option<&str>, lock: &str) -> Markup {
    let (file, value) = (tree.file(), &tree.solution().values[0]);
    let game = file.game().tree();
    let [nodes, sets] = [game.nodes().len(), game.sets().len()];
    html! {
        (crumbs(&[("/games", "Games"), ("/solve", "Your own")], &file.sha256()[..16]))
        h1 {
            (game.title()) @if game.title().is_empty() { "A game" } ", "
            span { "from a ." (file.kind()) " file" }
        }
        p.rules {
            "Two players, the sum is always " (file.game().sum()) ", perfect recall. "
            (counted(nodes, "node", "nodes")) ", "
            (counted(sets, "information set", "information sets")) ". Nothing in it was changed."
        }
        div.worth-of data-part="worth" {
            (large(value))
            div {
                p { "Value to " (game.players()[0]) ", as the file counts" }
                (digits(value))
                p.ok { (icon::TICK) b { "Certified" } ", lower = upper" }
            }
        }
        @if let Some(change) = change { p role="status" { (change) } }
        nav.tab-row aria-label="Tabs of this game" {
            a href="/solve" { "Bring another" }
            a href="#answer" aria-current="page" { "Answer" }
            a href="#lock" { "Lock" }
            a href="#optimal" { "All optimal" }
            a href="#files" { "Files" }
        }
        section.panel id="answer" aria-labelledby="tree" {
            h2 id="tree" { "The tree" }
            p.note { "Edges are as thick as they are played; large subtrees are folded." }
            div.wide tabindex="0" { (own_tree(tree)) }
        }
        section.panel aria-labelledby="strategies" {
            h2 id="strategies" { "Strategies" }
            @for player in 0..2 { (strategies(tree, player)) }
        }
        (asked(file, lock))
        (files(tree))
    }
}

/// The table of the information sets of a player.
fn strategies(tree: &CheckedTree, player: usize) -> Markup {
    let game = tree.file().game();
    let name = &game.tree().players()[player];
    let sets = game.numbered_sets().enumerate().filter(|(_, (_, set))| set.player == player);
    let is_played = |part: &&Rational| !part.is_zero();
    html! {
        div.wide tabindex="0" {
            table {
                caption { "Player " (Player::first(2)[player]) ", " (name) }
                thead { tr { @for head in ["Set", "Name", "Plays"] { th scope="col" { (head) } } } }
                tbody {
                    @for (index, (number, set)) in sets {
                        tr {
                            th scope="row" { (number) }
                            td { (set.name) }
                            td {
                                @let parts = tree.solution().profile.at(index);
                                @for (at, (action, part)) in set.actions.iter().zip(parts)
                                    .filter(|(_, part)| is_played(part)).enumerate() {
                                    @if at > 0 { ", " }
                                    (action) @if !part.is_one() { " " b { (chance(part, false)) } }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The same file for a lock and for other questions.
fn asked(file: &TreeFile, lock: &str) -> Markup {
    let first = file.game().numbered_sets().next();
    let example = first.map(|(number, set)| {
        let player = Player::first(2)[set.player];
        let mut parts = vec!["\"0\""; set.actions.len()];
        parts[0] = "\"1\"";
        let block = format!("\"set\": \"{number}\", \"probabilities\": [{}]", parts.join(", "));
        format!("{{\"lock\": [{{\"player\": \"{player}\", {block}}}]}}")
    });
    html! {
        form.ask.panel action="/solve" method="post" enctype="multipart/form-data"
            aria-label="The file, and what else to ask of it" {
            div.field.whole {
                label for="game" { "The file" }
                textarea id="game" name="game" rows="8" spellcheck="false" { "\n" (file.text()) }
                input type="file" name="game" aria-label="Another file";
                span.hint { "Edit it and solve it again, or choose a file: it wins over the text." }
            }
            div.field.whole id="lock" {
                label for="lock-text" { "Lock" }
                textarea id="lock-text" name="lock" rows="3" spellcheck="false"
                    placeholder=[example] { (lock) }
                span.hint { "Probabilities that are rules; the rest is solved." }
            }
            button type="submit" { "Solve" }
            button id="optimal" type="submit" formaction="/equilibria" { "All optimal strategies" }
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
        section.panel id="files" aria-labelledby="files-head" {
            h2 id="files-head" { "Files" }
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
