//! Formulas for every deck at once.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use bluff_batch::file::printable;
use bluff_questions::all_decks::{AllDecksQuestion, BesideFormula};
use bluff_questions::error::Error;
use bluff_questions::every_bet::BetFunctionQuestion;
use bluff_questions::family::FamilyQuestion;
use bluff_questions::over_http::{INSTANT, SHORT};
use bluff_questions::parse_whole;
use bluff_report::formula::{AllDecksReport, FormulaForm};
use rational_bluff::certificate::family::CertifiedFamily;
use rational_bluff::formula::MAX_BET_DECK;
use rational_bluff::solve::Control;

use crate::problem::Problem;
use crate::service::Service;
use crate::values::ImmutableText;

use super::continuous::split;
use super::openapi::Immutable;
use super::query::{LabelRequest, Query};

/// Length of a label whose period takes microseconds to compute, in bytes.
const SHORT_LABEL: usize = 60;

/// A question about a formula, with a name that has all of it.
pub(crate) struct NamedFormula {
    pub(crate) question: AllDecksQuestion,
    name: String,
    short: bool,
}

/// Returns the value at every deck size as one formula, with its proof.
///
/// `n(n − 1) v(n) = n2 n² + n1 n + constants[n mod period]` for every `n` from `from` on that is
/// no exception. Each class proves the decks of one residue: the document `bluff verify` reads. In
/// a one-street game a closed form is the proof; in another game of two players, strategies for
/// every deck are found and judged, which may take seconds. The period is at most 20000.
///
/// `newman/bmax` is Newman's game with all whole bets: limit, rate and saturation. A deck without
/// bets, `von-neumann/n3`, is its value as a function of the bet, with the best one.
#[utoipa::path(
    get,
    path = "/api/v1/formulas/{*label}",
    operation_id = "get_formula",
    tag = "formulas",
    params(
        (
            "label" = String, Path,
            description = "A game and its bets, without a deck; or a deck without bets.",
            example = "von-neumann/b2",
            pattern = r"^[a-z-]+/(bmax|[bsn][0-9][a-z0-9_-]*)$"
        ),
        (
            "at" = Option<String>, Query,
            description = "Number of cards of a deck whose value the document has too; of \
                `newman/bmax` as large as 10^299",
            pattern = r"^[0-9^]+$", example = "1000003"
        ),
        (
            "residue" = Option<u64>, Query,
            description = "A residue of the number of cards modulo the period: of a closed form \
                the only class that the document has; default all",
            minimum = 0, maximum = 19_999, example = 4
        ),
        (
            "certificate" = Option<bool>, Query,
            description = "Prove a one-street game by strategies too"
        ),
        ("best-bet" = Option<bool>, Query, description = "Of a deck, the best bet alone")
    ),
    responses(
        (
            status = 200,
            description = "The formula with its proof",
            content((ref("#/components/schemas/AllDecks") = "application/json"))
        ),
        Immutable
    )
)]
pub async fn show(
    State(service): State<Service>,
    request: LabelRequest,
) -> Result<Response, Problem> {
    let (label, form, negotiated) = request.wanted::<&FormulaForm>()?;
    let query = Query::read(&request.query, &KEYS)?;
    let formula = asked(label, &query, None)?;
    let text = written(&service, formula, form).await?;
    Ok(text.reply(form.media, negotiated, &request.headers))
}

/// The keys of a query.
pub(crate) const KEYS: [&str; 4] = ["at", "residue", "certificate", "best-bet"];

/// The question of an address, and of a query that may leave out the deck `at`. Digits may stand in
/// groups.
///
/// Errors: those of [`split`]; `Malformed` and `Beyond` for what stands beside.
pub(crate) fn asked(label: &str, query: &Query, at: Option<String>) -> Result<NamedFormula, Error> {
    let digits = |key| Some(query.text(key)?.split_whitespace().collect());
    let (at, residue) = (digits("at").or(at), digits("residue"));
    let (certificate, best_only) = (query.flag("certificate")?, query.flag("best-bet")?);
    let beside = BesideFormula { at, residue, certificate };
    let name = format!("{label} {beside:?} {best_only}");
    let short = label.len() <= SHORT_LABEL;
    let question = match deck(label)? {
        Some((game, n)) => {
            let other = [("at", beside.at.is_some()), ("residue", beside.residue.is_some())]
                .into_iter()
                .chain([("certificate", beside.certificate)])
                .find(|(_, given)| *given);
            if let Some((key, _)) = other {
                let expected = "expected only best-bet beside a deck without bets";
                return Err(Error::Malformed(format!("{key}, {expected}")));
            }
            AllDecksQuestion::EveryBet(BetFunctionQuestion { game, n, best_only })
        }
        None if best_only => {
            let expected = "expected a deck without bets, such as von-neumann/n3";
            return Err(Error::Malformed(format!("best-bet of {}, {expected}", printable(label))));
        }
        None => {
            let (game, bets) = split(label)?;
            AllDecksQuestion::new(game, bets, beside, "")?
        }
    };
    Ok(NamedFormula { question, name, short })
}

/// The deck of a label without bets: `von-neumann/n3`.
///
/// Errors: `Beyond` for a deck outside the range.
fn deck(label: &str) -> Result<Option<(String, u64)>, Error> {
    let parts = label.split_once("/n").filter(|(_, digits)| {
        !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit())
    });
    let Some((game, digits)) = parts else { return Ok(None) };
    Ok(Some((game.to_owned(), parse_whole("n", digits, 2..=MAX_BET_DECK)?)))
}

/// A formula in a form, shared by identical requests of the API and of pages.
///
/// Errors: those of the question and of the pool, as [`Problem::Shared`].
pub(crate) async fn written(
    service: &Service,
    formula: NamedFormula,
    form: &'static FormulaForm,
) -> Result<ImmutableText, Problem> {
    let name = format!("{} {}", form.name, formula.name);
    let own = service.clone();
    let answer = async move {
        let write = |report: &AllDecksReport| Ok(ImmutableText::new(form.write(report)?));
        Ok((drawn(&own, formula, write).await?, None))
    };
    Ok(service.shared("formulas", &name, answer).await?.0)
}

/// An answer drawn from a formula, on a thread for its cost. The thread that reads the question
/// answers at once if the answer is instant.
///
/// Errors: those of the question, of the drawing and of the pool.
pub(crate) async fn drawn<T: Send + 'static>(
    service: &Service,
    formula: NamedFormula,
    draw: impl FnOnce(&AllDecksReport) -> Result<T, Error> + Send + 'static,
) -> Result<T, Error> {
    let NamedFormula { question, short, .. } = formula;
    let own = service.clone();
    let quoted = move |control: &Control| {
        let cost = if is_proved(&own, &question) { INSTANT } else { question.cost()? };
        let answer = move |control: &Control| {
            draw(&question.answer_with(control, |family| proved(&own, family, control))?)
        };
        if cost <= INSTANT { answer(control).map(Ok) } else { Ok(Err((cost, answer))) }
    };
    let pool = &service.pool;
    match pool.run_quoted(if short { INSTANT } else { SHORT }, quoted).await? {
        Ok(answer) => Ok(answer),
        Err((cost, answer)) => pool.run_quoted(cost, answer).await,
    }
}

fn is_proved(service: &Service, question: &AllDecksQuestion) -> bool {
    matches!(question, AllDecksQuestion::Family(family)
        if service.families.get(&key(family)).is_some())
}

/// A family that was proved a while ago, or is proved now.
fn proved(
    service: &Service,
    question: &FamilyQuestion,
    control: &Control,
) -> Result<Arc<CertifiedFamily>, Error> {
    let key = key(question);
    if let Some(family) = service.families.get(&key) {
        return Ok(family);
    }
    let family = service.answers.family(&key, || question.prove(control))?;
    service.families.insert(key, Arc::clone(&family));
    Ok(family)
}

fn key(question: &FamilyQuestion) -> String {
    format!("{}/{}", question.game.name(), question.game.stakes())
}
