//! Formulas for every deck at once.

use axum::extract::State;
use axum::response::Response;
use bluff_batch::compute::{INSTANT, Pool, SHORT};
use bluff_batch::error::Error;
use bluff_batch::file::printable;
use bluff_batch::questions::formula::FormulaQuestion;
use bluff_batch::questions::parse_whole;
use bluff_report::formula::{FormulaForm, FormulaReport};
use rational_bluff::continuous::read_label;
use rational_bluff::game::{Family, GameError, MAX_CARDS};
use rational_bluff::solve::Control;

use crate::problem::Problem;
use crate::service::Service;
use crate::values::ImmutableText;

use super::continuous::split;
use super::openapi::Immutable;
use super::query::{LabelRequest, Query};

/// Length of a label whose period takes microseconds to compute, in bytes.
const SHORT_LABEL: usize = 60;

/// Returns the value at every deck size as one formula, with its proof.
///
/// `n(n − 1) v(n) = n2 n² + n1 n + constants[n mod period]` for every `n` from `from` on. Each
/// class proves the decks of one residue: the document `bluff verify` reads. The games are
/// von Neumann's, Newman's and those of one street; the period is at most 20000.
#[utoipa::path(
    get,
    path = "/api/v1/formulas/{*label}",
    operation_id = "formula_of_all_decks",
    tag = "formulas",
    params(
        (
            "label" = String, Path,
            description = "A game and its bets, without a deck.",
            example = "von-neumann/b2",
            pattern = r"^[a-z-]+/[bs][0-9][a-z0-9_-]*$"
        ),
        (
            "at" = Option<u64>, Query,
            description = "Number of cards of a deck whose value the document has too",
            minimum = 2, maximum = 1_000_000_000_000_000_000_usize, example = 1_000_003
        ),
        (
            "residue" = Option<u64>, Query,
            description = "A residue of the number of cards modulo the period, the only class \
                that the document has; default all",
            minimum = 0, maximum = 19_999, example = 4
        )
    ),
    responses(
        (
            status = 200,
            description = "The formula with the proof of every residue",
            content((ref("#/components/schemas/Formula") = "application/json"))
        ),
        Immutable
    )
)]
pub async fn show(
    State(service): State<Service>,
    request: LabelRequest,
) -> Result<Response, Problem> {
    let (label, form, negotiated) = request.wanted::<&FormulaForm>()?;
    let query = Query::read(&request.query, &["at", "residue"])?;
    let question = question(label, query.text("at"), query.text("residue"))?;
    let text = written(&service, question, form).await?;
    Ok(text.reply(form.media, negotiated, &request.headers))
}

/// The question of an address.
///
/// Errors: those of [`split`]; `Malformed` and `Beyond` for the numbers.
pub(crate) fn question(
    label: &str,
    at: Option<&str>,
    residue: Option<&str>,
) -> Result<FormulaQuestion, Error> {
    canonical(label)?;
    let (game, bets) = split(label)?;
    let whole = |name, text: Option<&str>, least| {
        text.map(|text| parse_whole(name, text, least..=MAX_CARDS)).transpose()
    };
    let (at, residue) = (whole("at", at, 2)?, whole("residue", residue, 0)?);
    Ok(FormulaQuestion { game, bets, at, residue })
}

/// Errors: `LabelNotCanonical` for bets in another order or spelling.
fn canonical(label: &str) -> Result<(), Error> {
    let (name, bets) = read_label(label)?;
    let game = || Family::named(&name)?.game(2, 1, bets.stakes()?).ok();
    let expected = game().map(|game| format!("{name}/{}", game.stakes()));
    match expected.filter(|expected| expected != label) {
        Some(expected) => {
            Err(GameError::LabelNotCanonical { given: printable(label), expected }.into())
        }
        None => Ok(()),
    }
}

/// A formula in a form, shared by identical requests of the API and of pages.
///
/// Errors: those of the question and of the pool, as [`Problem::Shared`].
pub(crate) async fn written(
    service: &Service,
    question: FormulaQuestion,
    form: &'static FormulaForm,
) -> Result<ImmutableText, Problem> {
    let FormulaQuestion { game, bets, at, residue } = &question;
    let name = format!("{} {at:?} {residue:?} {game}/{bets}", form.name);
    let own = service.clone();
    let answer = async move {
        let write = |report: &FormulaReport| Ok(ImmutableText::new((form.write)(report)?));
        Ok((drawn(&own.pool, question, write).await?, None))
    };
    Ok(service.shared("formulas", &name, answer).await?.0)
}

/// An answer drawn from a formula, on a thread for its cost. The thread that reads the question
/// answers at once if the answer is instant.
///
/// Errors: those of the question, of the drawing and of the pool.
pub(crate) async fn drawn<T: Send + 'static>(
    pool: &Pool,
    question: FormulaQuestion,
    draw: impl FnOnce(&FormulaReport) -> Result<T, Error> + Send + 'static,
) -> Result<T, Error> {
    let short = question.bets.to_string().len() <= SHORT_LABEL;
    let quoted = move |control: &Control| {
        let cost = question.cost()?;
        let answer = move |control: &Control| draw(&question.answer(control)?);
        if cost <= INSTANT { answer(control).map(Ok) } else { Ok(Err((cost, answer))) }
    };
    match pool.run_quoted(if short { INSTANT } else { SHORT }, quoted).await? {
        Ok(answer) => Ok(answer),
        Err((cost, answer)) => pool.run_quoted(cost, answer).await,
    }
}
