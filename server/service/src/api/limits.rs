//! The limits of the service, for programs.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde_json::{Value, json};

use crate::limits as fixed;
use crate::settings::Settings;

use super::form::TakesJson;
use super::query::NoQuery;

/// Lists every limit of the service. Times are in seconds.
#[utoipa::path(get, path = "/api/v1/limits", operation_id = "list_limits", tag = "operation",
    responses((status = 200, description = "Every limit",
        body = ref("#/components/schemas/Limits"))))]
pub(crate) async fn show(
    State(settings): State<Arc<Settings>>,
    _: NoQuery,
    _: TakesJson,
) -> Json<Value> {
    let work = (settings.rate > 0).then(
        || json!({ "threads_on_average": 1, "seconds_at_once": fixed::WORK_BURST.as_secs() }),
    );
    let mut limits = json!({
        "label_bytes": fixed::LABEL_BYTES,
        "body_bytes": fixed::BODY_BYTES,
        "bytes_in_transit": { "bodies": fixed::BODIES_BYTES, "long_answers": fixed::ANSWERS_BYTES },
        "header_bytes": fixed::HEADER_BYTES,
        "bet_sizes": fixed::BET_SIZES,
        "program_sequences": fixed::PROGRAM_SEQUENCES as u64,
        "compared_decks": fixed::COMPARED_DECKS,
        "compared_work": fixed::COMPARED_WORK as u64,
        "pure": {
            "deck": fixed::PURE_DECK,
            "cut_deck": fixed::CUT_DECK,
            "equilibria": fixed::PURE_EQUILIBRIA,
        },
        "deals": {
            "players": fixed::DEALT_PLAYERS,
            "cards": fixed::DEALT_CARDS,
            "proved_players": fixed::PROVED.0,
            "proved_cards": fixed::PROVED.1,
            "branches": fixed::PLAYED_BRANCHES,
            "tested": fixed::TESTED_DEALS,
        },
        "check_work": fixed::CHECK_WORK,
        "batch": { "labels": fixed::BATCH_LABELS, "seconds": fixed::BATCH_TIME.as_secs() },
        "sweeps": {
            "on": settings.sweeps_are_on(),
            "cells": fixed::SWEEP_CELLS as u64,
            "deck": fixed::SWEEP_DECK,
            "numbers": fixed::SWEEP_NUMBERS as u64,
            "work": fixed::SWEEP_WORK as u64,
            "running": bluff_batch::limits::SWEEPS_RUNNING,
            "per_client": bluff_batch::limits::SWEEPS_OF_CLIENT,
            "seconds": bluff_batch::limits::SWEEP_TIME.as_secs(),
        },
        "tables": {
            "all": settings.tables,
            "per_client": fixed::TABLES_OF_CLIENT,
            "slots": fixed::TABLE_SLOTS,
            "bytes": fixed::TABLE_BYTES,
            "all_bytes": settings.table_memory(),
            "seconds": fixed::TABLE_AGE.as_secs(),
            "wait_seconds": fixed::TABLE_WAIT.as_secs(),
        },
        "classes": {
            "all": fixed::CLASSES,
            "per_client": fixed::CLASSES_OF_CLIENT,
            "students": fixed::CLASS_STUDENTS,
            "seconds": fixed::CLASS_AGE.as_secs(),
        },
        "answer_seconds": settings.seconds,
        "answer_bytes_of_memory": settings.memory,
        "all_answers_bytes_of_memory": settings.all_memory,
        "threads": settings.threads,
        "queue": settings.queue,
        "rate": { "requests_per_second": settings.rate, "burst_seconds": fixed::BURST_SECONDS },
        "kept_megabytes": settings.keep,
        "connections": { "all": settings.connections, "per_client": settings.connections_per_peer },
        "header_seconds": fixed::HEADER_TIME.as_secs(),
        "idle_seconds": settings.idle.as_secs(),
        "stalled_seconds": settings.patience().as_secs(),
        "drain_seconds": settings.drain.as_secs(),
        "token_needed": { "read": false, "post_and_delete": settings.token_file.is_some() },
    });
    if let Some(work) = work {
        limits["work_of_a_client"] = work;
    }
    if let Some(questions) = settings.questions {
        limits["questions_of_a_client"] = questions.get().into();
    }
    Json(limits)
}
