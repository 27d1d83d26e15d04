//! The mailboxes of tables. Seats run elsewhere, and what they lay down is not read here.

use std::convert::Infallible;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::{FromRequestParts, RawQuery, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::IntoResponse;
use axum::response::sse::{Event, KeepAlive, Sse};
use bluff_batch::compute::Client;
use bluff_batch::file::printable;
use bluff_questions::{in_words, parse_whole};
use futures_util::stream;

use crate::limits::{PATIENCE, TABLE_WAIT};
use crate::problem::{Problem, ReplyResult};
use crate::service::Service;

use super::body::whole_body;
use super::form::acceptable;
use super::label::Label;
use super::query::{NoQuery, Query};

/// The media type of what lies in a slot.
const BYTES: &str = "application/octet-stream";
/// Digits of the name of a table, and characters of the longest name of a slot.
const TABLE_DIGITS: usize = 64;
const SLOT_NAME: usize = 32;

/// A table by its name in an address, and a slot of it.
pub struct TableSlot {
    table: String,
    slot: String,
}

impl FromRequestParts<Service> for TableSlot {
    type Rejection = Problem;
    async fn from_request_parts(parts: &mut Parts, service: &Service) -> Result<Self, Problem> {
        let Label(label) = Label::from_request_parts(parts, service).await?;
        let (table, slot) = label.split_once('/').unwrap_or((&label, ""));
        let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        if table.len() != TABLE_DIGITS || !table.bytes().all(is_digit) {
            let allowed = format!("{TABLE_DIGITS} hexadecimal digits");
            let given = printable(table);
            return Err(in_words("table", &given, format!("table {given}"), allowed).into());
        }
        let is_name = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        if slot.len() > SLOT_NAME || !slot.bytes().all(is_name) {
            let allowed = format!("at most {SLOT_NAME} lower-case letters, digits and hyphens");
            let given = printable(slot);
            return Err(in_words("slot", &given, format!("slot {given}"), allowed).into());
        }
        service.relay.check()?;
        Ok(Self { table: table.to_owned(), slot: slot.to_owned() })
    }
}

/// Lays bytes into a slot of a table, where they stay for a day after the last.
///
/// A client that knows the name of a table may read and write; a slot is written once.
#[utoipa::path(put, path = "/api/v1/tables/{table}/{slot}", operation_id = "put_message",
    tag = "dealing",
    params(("table" = String, Path, description = "The name of the table, 64 hexadecimal digits"),
        ("slot" = String, Path, description = "The name of the slot")),
    request_body(description = "Any bytes, at most 1 MiB", content = Vec<u8>,
        content_type = "application/octet-stream"),
    responses((status = 200, description = "The same bytes lie there"),
        (status = 201, description = "The bytes are laid down")))]
pub async fn put(
    State(service): State<Service>,
    place: TableSlot,
    _: NoQuery,
    request: Request,
) -> Result<StatusCode, Problem> {
    let client = request.extensions().get().copied().unwrap_or(Client::OWN);
    let bytes = whole_body(request, &(), &[BYTES]).await?.0;
    let bytes = Bytes::copy_from_slice(&bytes);
    let is_new = service.relay.put(client, &place.table, &place.slot, bytes)?;
    Ok(if is_new { StatusCode::CREATED } else { StatusCode::OK })
}

/// Returns the bytes in a slot of a table.
#[utoipa::path(get, path = "/api/v1/tables/{table}/{slot}", operation_id = "get_message",
    tag = "dealing",
    params(("table" = String, Path, description = "The name of the table, 64 hexadecimal digits"),
        ("slot" = String, Path, description = "The name of the slot"),
        ("wait" = Option<u64>, Query, minimum = 0, maximum = 25,
            description = "Seconds to wait for the bytes; default 0")),
    responses((status = 200, description = "The bytes", body = Vec<u8>,
            content_type = "application/octet-stream"),
        (status = 204, description = "Nothing lies there yet")))]
pub async fn get(
    State(service): State<Service>,
    place: TableSlot,
    query: RawQuery,
    headers: HeaderMap,
) -> ReplyResult {
    let query = Query::of(query, &["wait"])?;
    let wait = parse_whole("wait", query.text("wait").unwrap_or("0"), 0..=TABLE_WAIT.as_secs())?;
    acceptable(&headers, BYTES)?;
    let uncached = (header::CACHE_CONTROL, "no-store");
    let found = service.relay.get(&place.table, &place.slot, Duration::from_secs(wait)).await;
    Ok(match found {
        Some(bytes) => ([uncached, (header::CONTENT_TYPE, BYTES)], bytes).into_response(),
        None => (StatusCode::NO_CONTENT, [uncached]).into_response(),
    })
}

/// Streams the names of the slots of a table as server-sent events, in their order.
#[utoipa::path(get, path = "/api/v1/tables/{table}/events", operation_id = "follow_table",
    tag = "dealing",
    params(("table" = String, Path, description = "The name of the table, 64 hexadecimal digits")),
    responses((status = 200, body = String, content_type = "text/event-stream",
        description = "Events `slot`; the data of each is a name")))]
pub async fn events(
    State(service): State<Service>,
    place: TableSlot,
    _: NoQuery,
    headers: HeaderMap,
) -> ReplyResult {
    acceptable(&headers, "text/event-stream")?;
    let events = stream::unfold((service, place.table, 0), |(service, table, at)| async move {
        let name = service.relay.name(&table, at).await?;
        let event = Event::default().event("slot").data(&*name);
        Some((Ok::<_, Infallible>(event), (service, table, at + 1)))
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::new().interval(PATIENCE / 3)).into_response())
}
