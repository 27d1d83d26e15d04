//! The layers around every answer: log, metrics, cache, headers, compression, limits per client.

mod base;
mod body_budget;
pub mod client;
mod compression;
pub mod descriptors;
mod headers;
pub mod log;
pub mod metrics;
mod origin;
mod process;
pub mod rate;
pub mod record;
mod response_cache;
pub mod tokens;
mod traces;

use std::fmt::Display;
use std::net::IpAddr;
use std::sync::Arc;

use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{MatchedPath, Request, State};
use axum::http::uri::Authority;
use axum::http::{HeaderValue, Version, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use bluff_batch::compute::{Client, PerClient, work_for};
use bluff_batch::file::printable;
use bluff_questions::error::Error;
use bluff_questions::not_allowed;
use tokio::time::sleep;
use tower::ServiceBuilder;

use crate::api::limits;
use crate::limits::ABOVE_RATE;
use crate::page::refusal;
use crate::problem::Problem;
use crate::router::{DOCUMENT, body_limit, catch_panics, guarded, wrong_method};
use crate::service::ChargeRate;
use crate::settings::Settings;

use body_budget::BodyBudget;
use client::Peer;
use compression::Compressor;
use headers::Sharing;
use metrics::Metrics;
use rate::Rate;
use record::{LogEntry, MatchedRoute};
use response_cache::{CacheKey, ResponseCache};
use tokens::Tokens;

/// The state of the layers.
///
/// There are two layers of our own: [`recorded`] and, within compression, [`admitted`]. Each layer
/// boxes another future and clones everything within it for every request, so we have no more.
struct Layers {
    settings: Arc<Settings>,
    metrics: Arc<Metrics>,
    cache: Option<ResponseCache>,
    rate: Option<Arc<Rate>>,
    tokens: Option<Arc<Tokens>>,
    body_budget: BodyBudget,
    /// Requests on their way; a client may have as many as connections.
    open: PerClient,
    compressor: Compressor,
}

/// The routes of the service and of its operation, within all layers. With `tokens`, a request that
/// does more than read needs one.
pub fn operated(
    routes: Router,
    settings: &Settings,
    metrics: Arc<Metrics>,
    tokens: Option<Arc<Tokens>>,
) -> Router {
    let settings = Arc::new(settings.clone());
    let limits = get(limits::show).with_state(Arc::clone(&settings));
    let own = Router::new().route("/api/v1/limits", limits);
    let own = match settings.metrics {
        None => own.merge(metrics::routes(Arc::clone(&metrics))),
        Some(_) => own,
    };
    let own = own.method_not_allowed_fallback(wrong_method);
    let layers = Arc::new(Layers {
        metrics,
        cache: (settings.keep > 0).then(|| ResponseCache::new(settings.keep << 20)),
        rate: (settings.rate > 0).then(|| Arc::new(Rate::new(settings.rate))),
        tokens,
        body_budget: BodyBudget::new(),
        open: PerClient::default(),
        compressor: Compressor::new(),
        settings,
    });
    // Around all routes together: as layers of each route, they would be cloned for every request.
    let service = ServiceBuilder::new()
        .layer(from_fn_with_state(Arc::clone(&layers), recorded))
        .layer(compression::layer())
        .layer(catch_panics())
        .layer(body_limit())
        .service(routes.merge(own).layer(from_fn_with_state(layers, admitted)));
    Router::new().fallback_service(service)
}

/// Logs every request when it is over, answers from the cache, and adds the headers of all answers.
async fn recorded(State(layers): State<Arc<Layers>>, mut request: Request, next: Next) -> Response {
    let Layers { settings, metrics, cache, .. } = &*layers;
    let base = &settings.base;
    if !base.is_empty() {
        base::take_off(base, &mut request);
    }
    let client = client::client_of(&request, &settings.trusted_proxies).map(Client::at);
    if let Some(client) = client {
        request.extensions_mut().insert(client);
    }
    let route = MatchedRoute::default();
    let mut entry = LogEntry::begin(&request, route.clone(), Arc::clone(metrics));
    let begin = |client| layers.open.begin(client, settings.connections_per_peer);
    let refusal = match client.map(begin).transpose() {
        Ok(permit) => {
            entry.open = permit;
            wrong_host(&request, &settings.hosts)
        }
        Err(count) => Some(Error::ManyQuestions(count).into()),
    };
    // One encoding remains, so all clients that would get it share the cached answer.
    if let Some(refusal) = refusal {
        let mut response = refusal.into_response();
        headers::put(response.headers_mut(), Sharing::of(&request));
        return entry.attach(response);
    }
    let encoding = compression::selected(request.headers());
    if let Some(encoding) = encoding {
        let encoding = HeaderValue::from_static(encoding);
        request.headers_mut().insert(header::ACCEPT_ENCODING, encoding);
    }
    let caching =
        cache.as_ref().and_then(|cache| Some((cache, CacheKey::of(&request, encoding?)?)));
    let cached = caching.as_ref().and_then(|(cache, key)| cache.get(key, request.headers()));
    // A client above its rate limit is refused below.
    if let Some(answer) = cached.filter(|_| layers.too_often(&request).is_none()) {
        metrics.cache_hit();
        route.set(Arc::clone(&answer.route));
        return entry.attach(answer.reply(request.headers()));
    }
    request.extensions_mut().insert(route.clone());
    let sharing = Sharing::of(&request);
    let mut response = layers.compressor.finished(next.run(request).await).await;
    headers::put(response.headers_mut(), sharing);
    if let Some((cache, key)) = caching {
        response = cache.store(key, &route, response).await;
    }
    entry.attach(response)
}

/// Puts the base before the addresses of an answer, and takes its share of the budget.
async fn admitted(State(layers): State<Arc<Layers>>, request: Request, next: Next) -> Response {
    let client = request.extensions().get().copied().unwrap_or(Client::OWN);
    let is_document = request.uri().path() == DOCUMENT;
    let mut response = layers.answered(client, request, next).await;
    if !layers.settings.base.is_empty() {
        response = base::put_on(&layers.settings.base, is_document, response).await;
    }
    layers.body_budget.send(client, response).unwrap_or_else(IntoResponse::into_response)
}

impl Layers {
    /// Sets the route for the log. Refuses clients above their rate limit, other sites, requests
    /// without a token that they need, and bodies beyond the budget; passes other requests on,
    /// [`guarded`].
    async fn answered(&self, client: Client, mut request: Request, next: Next) -> Response {
        let extensions = request.extensions();
        if let Some((route, path)) =
            extensions.get::<MatchedRoute>().zip(extensions.get::<MatchedPath>())
        {
            route.set(path.as_str());
        }
        let too_often = self.too_often(&request);
        if too_often.is_some() || self.probes_too_often(&request) {
            sleep(ABOVE_RATE).await;
        }
        if let Some(problem) = too_often {
            return problem.into_response();
        }
        if let Some(refusal) = origin::refused(&request) {
            return refusal;
        }
        let token = match self.tokens.as_ref().map(|tokens| tokens.admit(&request)).transpose() {
            Ok(token) => token.flatten(),
            Err(problem) => return refusal(problem, request.headers()),
        };
        let _permit = match self.body_budget.receive(client, request.body()) {
            Ok(permit) => permit,
            Err(full) => return full.into_response(),
        };
        if let Some(rate) = &self.rate {
            let rate = Arc::clone(rate);
            let charge = move || rate.charge(client).err();
            request.extensions_mut().insert(ChargeRate(Arc::new(charge)));
        }
        let mut response = work_for(client, guarded(request, next)).await;
        if let Some(token) = token {
            response.extensions_mut().insert(token);
        }
        response
    }

    /// Counts a request; the refusal if it exceeds the rate limit.
    fn too_often(&self, request: &Request) -> Option<Problem> {
        self.rate.as_ref()?.refusal(request)
    }

    /// Counts a probe; true if it exceeds the rate limit: it is answered, but late.
    fn probes_too_often(&self, request: &Request) -> bool {
        self.rate.as_ref().is_some_and(|rate| rate.probes_too_often(request))
    }
}

/// The refusal of a request of a connection that names no host, two, or what is none (RFC 9112,
/// section 3.2), or a host that the operator does not allow.
fn wrong_host(request: &Request, allowed: &[String]) -> Option<Problem> {
    request.extensions().get::<Peer>()?;
    let hosts: Vec<&HeaderValue> = request.headers().get_all(header::HOST).iter().collect();
    let (given, allowed) = match hosts.as_slice() {
        [] if request.version() < Version::HTTP_11 => return None,
        [host] if host.is_empty() => return None,
        [host] => match Authority::try_from(host.as_bytes()) {
            Ok(authority) if is_allowed(authority.host(), allowed) => return None,
            Ok(authority) => {
                (format!("host “{}”", printable(authority.host())), "one of --allowed-host")
            }
            Err(_) => ("the Host header is no host".to_owned(), "a name or an address"),
        },
        several => (format!("{} Host headers", several.len()), "one"),
    };
    Some(not_allowed(given, allowed).into())
}

/// True for the names that are allowed. An address or `localhost` always is: a site whose name
/// leads here (DNS rebinding) has neither.
fn is_allowed(host: &str, allowed: &[String]) -> bool {
    let address = host.trim_matches(['[', ']']).parse::<IpAddr>();
    let mut names = allowed.iter().map(String::as_str).chain(["localhost"]);
    allowed.is_empty() || address.is_ok() || names.any(|name| name.eq_ignore_ascii_case(host))
}

/// All bytes of a body that is in memory.
///
/// Errors: those of [`broken`].
async fn collected(body: Body) -> Result<Bytes, Problem> {
    to_bytes(body, usize::MAX).await.map_err(broken)
}

/// The problem of an answer whose body breaks off.
fn broken(error: impl Display) -> Problem {
    Error::System(format!("an answer: {error}")).into()
}
