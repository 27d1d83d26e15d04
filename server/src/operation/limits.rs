//! What one request may ask, for programs that want to know before they ask.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde_json::{Value, json};

use crate::limits as fixed;

use super::settings::Settings;

/// `GET /api/v1/limits`: every limit of the service. Times are in seconds.
pub(super) async fn show(State(settings): State<Arc<Settings>>) -> Json<Value> {
    Json(json!({
        "label_bytes": fixed::LABEL_BYTES,
        "body_bytes": fixed::BODY_BYTES,
        "bytes_in_transit": { "bodies": fixed::BODIES_BYTES, "long_answers": fixed::ANSWERS_BYTES },
        "header_bytes": fixed::HEADER_BYTES,
        "bet_sizes": fixed::BET_SIZES,
        "program_sequences": fixed::PROGRAM_SEQUENCES as u64,
        "compared_decks": fixed::COMPARED_DECKS,
        "compared_work": fixed::COMPARED_WORK as u64,
        "pure": { "deck": fixed::PURE_DECK, "cut_deck": fixed::CUT_DECK, "equilibria": fixed::PURE_EQUILIBRIA },
        "check_work": fixed::CHECK_WORK,
        "answer_seconds": settings.seconds,
        "threads": settings.threads,
        "queue": settings.queue,
        "rate": { "requests_per_second": settings.rate, "burst_seconds": fixed::BURST_SECONDS },
        "connections": { "all": settings.connections, "per_client": settings.connections_per_peer },
        "header_seconds": fixed::HEADER_TIME.as_secs(),
        "idle_seconds": settings.idle.as_secs(),
        "stalled_seconds": settings.patience().as_secs(),
    }))
}
