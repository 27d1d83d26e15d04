//! What was computed, by what, how it is checked, and what came of it.

use axum::response::Response;
use maud::html;

use super::frame::page;

/// `GET /findings`: what was not printed before, proved and observed apart.
pub(crate) async fn findings() -> Response {
    let main = html! {
        h1 { "Findings" }
        p { "What exact arithmetic says about these games that was not printed before, or was printed otherwise. " em { "Proved" } " and " em { "observed" } " are kept apart." }
        h2 id="whole-bets" { "With whole bets Newman's game does not tend to 1/7" }
        p { "The limit over all whole bets is " span.exact { "(4π² − 39)/(4π² − 36)" } " = " a href="/api/v1/continuous/newman/bmax" { "0.13753886357926601149…" } "; 1/7 is Newman's value with every real bet, and is approached only if the grid of bets is refined as well." }
        p { strong { "Proved" } " as the limit of the exact values with bets 1 to b: the value is Z/(6 + Z), where Z is 1 minus the sum of the cubes of the gaps between the points s/(s + 2), and that sum telescopes but for a trigamma value. " strong { "Observed" } " for decks up to 300 cards." }
        h2 id="three-players" { "The value of the three-player game with 65 cards and b = 2" }
        p { "It is " a href="/three-player/n65-b2" { "402733/3357900" } "; 974/8121 was printed. " strong { "Proved" } ": every gain from deviating is exactly 0." }
        h2 id="best-bet" { "The best bet against callers who do not see each other" }
        p { a href="/api/v1/continuous/three-player/best" { "2.07237857639528221793…" } " for three players, with value 0.12259069926065632314…" }
        p { strong { "Proved" } ", by interval arithmetic, among the bets from 1/64 to 1000. " strong { "Not proved" } " below and above." }
        h2 id="equal-decks" { "Decks that equal the continuous game" }
        p { "Let P be the least common denominator of the cuts of a continuous one-street game. Every deck of n cards with P dividing n has exactly the continuous value: see " a href="/compare/von-neumann/b2?from=2&to=40" { "von Neumann's game with b = 2" } " at n = 9, 18, 27, 36." }
        p { strong { "Proved" } ": give card i the hands from (i − 1)/n to i/n, and the continuous strategies are an equilibrium of the deck that is worth the same. " strong { "Observed" } ": the decks of Pk + 1 cards have it too, and no others up to 1500 cards with b = 1 to 10." }
        h2 id="speed" { "How fast decks approach" }
        p { strong { "Observed" } ": n times the distance to the continuous value is at most 1/3 for " a href="/compare/von-neumann/b2" { "von Neumann's game with b = 2" } ", and 0.4903 for " a href="/compare/three-player/b2" { "the three-player game with b = 2" } "." }
    };
    page("Findings", &main)
}

/// `GET /source`: where games and numbers come from, and what computed the answers.
pub(crate) async fn source() -> Response {
    let main = html! {
        h1 { "Source" }
        h2 { "Games" }
        p { "The games and many of the questions are those of Krityakierne, Thanatipanonda and Zeilberger, " cite { "von Neumann and Newman Pokers with Finite Decks" } " (2024; KTZ24). Others are Borel's la relance (1938), von Neumann and Morgenstern's poker (1944), Kuhn's (1950), Newman's (1959), one raise (Ferguson, Ferguson and Gawargy 2007), hand flip and the basic endgame." }
        p { "Each game is a deck and a betting tree; chips paid and who is still in decide every payoff. Amounts are in antes." }
        h2 { "Answers" }
        p { "Every answer is computed when it is asked for, by one of these:" }
        dl {
            dt { "threshold" } dd { "one-street games, and one bet against callers: strategies by runs of cards from one equation, for decks of up to 10" sup { "18" } " cards" }
            dt { "lp" } dd { "other games of two players: the linear program of the sequence form, solved exactly" }
            dt { "search" } dd { "other games of three and four players: doubles guess who mixes what, rationals solve it" }
        }
        p { "Whatever the method, " a href="/reliability" { "the certificate" } " decides. A solution page names its method." }
        h2 { "Continuous games" }
        p { "Hands are uniform on [0, 1]. Values are fractions where there is a closed form, and otherwise digits that are all certain, from intervals rounded outward." }
    };
    page("Source", &main)
}

/// `GET /completeness`: what is claimed, and what is not.
pub(crate) async fn completeness() -> Response {
    let main = html! {
        h1 { "Completeness" }
        p { "What an answer here says, and what it does not." }
        dl {
            dt { "Two players" } dd { "The value is the value: there is no other. The strategies shown are one pair of optimal ones; often there are more. One-street games show the threshold form, others the basis at which the simplex method ends." }
            dt { "Three and more players" } dd { "What is shown is a Nash equilibrium, one of possibly many, and other equilibria may pay otherwise. For callers it is one in which all callers play alike." }
            dt { "Searches" } dd { "A search that finds nothing proves nothing. Equilibria of three players may be irrational; those are never shown." }
            dt { "Pure equilibria" } dd { "For von Neumann's game all of them are counted and listed. Each one listed is certified; that there are no others rests on an argument, checked against trying all sets for small decks." }
            dt { "Continuous games" } dd { "One equilibrium each; others may differ where hands are indifferent." }
        }
        h2 { "Limits of this service" }
        p { "Games that take too long are refused with a message that names the limit; the " code { "bluff" } " command has no such limits. " a href="/api/v1/games" { "The list of games" } " has them." }
    };
    page("Completeness", &main)
}

/// `GET /reliability`: how answers are checked.
pub(crate) async fn reliability() -> Response {
    let main = html! {
        h1 { "Reliability" }
        p { "Nothing is shown that was not proved. The guess and the proof are kept apart:" }
        ol {
            li { "A solver proposes strategies. It may use floating point to guess which actions are mixed." }
            li { "The certificate takes the rules of the game and the strategies alone, and computes each player's best response in fractions. It shares no code with the solvers; a test reads the source and says so." }
            li { "Two players: what player I gets at least must equal what player I gets at most. More players: what each gains by deviating must be exactly 0. Otherwise the answer is refused, with the player and the card." }
        }
        h2 { "Exact means exact" }
        p { "Numbers that decide are fractions of whole numbers of any length. There is no tolerance anywhere. Decimals are shown beside them, cut after the digits that are printed." }
        h2 { "How it is tested" }
        ul {
            li { "Numbers typed in from papers are compared with ours; where they differ, see " a href="/errata" { "Errata" } "." }
            li { "Different methods are compared on the same games, and with a table over all pure strategies." }
            li { "Certificates are broken on purpose, and must be refused with the culprit." }
            li { "Processes are killed and stored answers are damaged; nothing wrong may come out." }
        }
        h2 { "Check it yourself" }
        p { "Download a solution document and give it to " code { "bluff verify FILE.json" } ", or send it to " code { "/api/v1/verify" } ". Strategies, rules and numbers are all in it." }
    };
    page("Reliability", &main)
}
