//! A sweep as a page: how far it is, and what came of it.

use std::time::Duration;

use axum::extract::{Path, State};
use axum::http::Uri;
use axum::response::{IntoResponse, Redirect, Response};
use bluff_batch::limits::{SWEEP_FAILURES, SWEEP_KEPT};
use bluff_batch::sweeps::{Format, State as Sweeping, Status, Sweep};
use maud::{Markup, html};
use rational_bluff::exact::counted;

use crate::api::sweeps::find;
use crate::service::Service;

use super::assets;
use super::frame::{Refused, live};

/// Seconds after which the page of a running sweep is asked for anew where scripts do not run.
const REFRESH: u64 = 2;

/// `GET /sweeps/{id}`.
pub(crate) async fn show(
    State(service): State<Service>,
    Path(id): Path<String>,
    uri: Uri,
) -> Result<Response, Refused> {
    let sweep = find(&service.sweeps, &id, &uri)?;
    let status = sweep.status();
    let head = html! {
        @if status.state == Sweeping::Running {
            script src=(assets::SWEEP.address) defer {}
            noscript { meta http-equiv="refresh" content=(REFRESH); }
        }
    };
    let title = format!("Sweep of {}: {}", sweep.tables().join(", "), standing(&status));
    Ok(live(&title, &head, &body(&sweep, &status)))
}

/// `POST /sweeps/{id}/cancel`: stops a sweep, and leads back to its page.
pub(crate) async fn cancel(
    State(service): State<Service>,
    Path(id): Path<String>,
    uri: Uri,
) -> Result<Response, Refused> {
    find(&service.sweeps, &id, &uri)?.stop().await;
    Ok(Redirect::to(&format!("/sweeps/{id}")).into_response())
}

fn standing(status: &Status) -> &'static str {
    match status.state {
        Sweeping::Running => "running",
        Sweeping::Done => "done",
        Sweeping::Cancelled => "cancelled",
        Sweeping::Failed => "failed",
    }
}

fn body(sweep: &Sweep, status: &Status) -> Markup {
    let Status { id, total, done, failed, files, failures, reason, .. } = status;
    let running = status.state == Sweeping::Running;
    html! {
        h1 { "Sweep of " (sweep.tables().join(", ")) }
        p.lead {
            strong { (standing(status)) }
            (if running { " for " } else { " after " })
            span.time data-seconds=(sweep.time().as_secs()) { (words(sweep.time())) }
        }
        @if let Some(reason) = reason { p.refused role="alert" { (reason) } }
        div id="progress" data-events=[running.then(|| format!("/api/v1/sweeps/{id}/events"))] {
            p {
                span.done { (done) }
                " of "
                (total)
                " games solved, "
                span.failed { (failed) }
                " failed "
                progress max=(total) value=(done + failed) aria-label="Games solved or failed" {
                    (done + failed)
                    " of "
                    (total)
                }
            }
        }
        @if running {
            form action=(format!("/sweeps/{id}/cancel")) method="post" {
                p { button type="submit" { "Cancel" } }
            }
        }
        @if !files.is_empty() { (results(id, files)) }
        @if !failures.is_empty() {
            section aria-labelledby="failures" {
                h2 id="failures" { "Without an answer" }
                p {
                    "These are left out of the files"
                    @if *failed > SWEEP_FAILURES as u64 { "; the first " (SWEEP_FAILURES) }
                    ":"
                }
                dl { @for (label, words) in failures { dt { (label) } dd { (words) } } }
            }
        }
        p {
            @match status.state {
                Sweeping::Running => "This page updates itself. Save its address: there is no \
                    other way back.",
                Sweeping::Done => { "The files are stored for " (words(SWEEP_KEPT)) " after the \
                    end." },
                Sweeping::Cancelled | Sweeping::Failed => "Solved cells are stored if the service \
                    has a catalogue; there are no files.",
            }
            " "
            a href="/sweeps" { "Another sweep" }
            ". For programs: "
            a href=(format!("/api/v1/sweeps/{id}")) { "the state as JSON" }
            "."
        }
    }
}

fn results(id: &str, files: &[String]) -> Markup {
    let address = |file: &str| format!("/api/v1/sweeps/{id}/files/{file}");
    html! {
        section aria-labelledby="files" {
            h2 id="files" { "Files" }
            ul {
                @for file in files {
                    li {
                        a href=(address(file)) download=(file) { (file) }
                        @if let Some(format) = Format::of(file) { ": " (format.what()) }
                    }
                }
            }
            @for file in files.iter().filter(|file| Format::of(file) == Some(Format::Svg)) {
                figure {
                    img src=(address(file)) alt={
                        "Heat map: the value to player I over n and the bet, the numbers of the \
                            other files of "
                        (file.trim_end_matches(".svg"))
                    };
                    figcaption { (file) ": the value to player I" }
                }
            }
        }
    }
}

/// A time in words, to the second.
fn words(time: Duration) -> String {
    let minutes = |count: u64| counted(count, "minute", "minutes");
    let seconds = |count: u64| counted(count, "second", "seconds");
    match (time.as_secs() / 60, time.as_secs() % 60) {
        (0, 0) => "less than a second".to_owned(),
        (0, rest) => seconds(rest),
        (whole, 0) => minutes(whole),
        (whole, rest) => format!("{} and {}", minutes(whole), seconds(rest)),
    }
}
