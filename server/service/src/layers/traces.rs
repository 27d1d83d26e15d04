//! The trace of a request, by its `traceparent` (W3C Trace Context).

use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue};

/// The header of a trace, in a request and in its answer.
pub(super) const TRACEPARENT: HeaderName = HeaderName::from_static("traceparent");

/// The place of a request in a trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TraceContext {
    /// 32 hexadecimal digits.
    pub(super) trace: String,
    /// The span of this request, 16 hexadecimal digits.
    pub(super) span: String,
    /// The span of which it is a part.
    pub(super) parent: String,
    /// True if the client records the span.
    sampled: bool,
}

impl TraceContext {
    /// The context of a request that names its trace, with a new span.
    pub(super) fn of(request: &Request, span: String) -> Option<Self> {
        let header = request.headers().get(&TRACEPARENT)?.to_str().ok()?;
        let mut fields = header.split('-');
        let [version, trace, parent, flags] = [(); 4].map(|()| fields.next().unwrap_or_default());
        let valid = |text: &str, length| {
            let digit = |byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
            text.len() == length && text.bytes().all(digit)
        };
        let zero = |text: &str| text.bytes().all(|byte| byte == b'0');
        // Later versions may have more fields.
        let whole = version != "ff" && (version != "00" || fields.next().is_none());
        let digits = valid(version, 2) && valid(trace, 32) && valid(parent, 16) && valid(flags, 2);
        if !whole || !digits || zero(trace) || zero(parent) {
            return None;
        }
        let sampled = u8::from_str_radix(flags, 16).is_ok_and(|flags| flags & 1 == 1);
        Some(Self { trace: trace.to_owned(), span, parent: parent.to_owned(), sampled })
    }

    /// The header of the answer.
    pub(super) fn header(&self) -> Option<HeaderValue> {
        let Self { trace, span, sampled, .. } = self;
        let header = format!("00-{trace}-{span}-0{}", u8::from(*sampled));
        HeaderValue::from_str(&header).ok()
    }
}

#[cfg(test)]
mod tests {
    use axum::body::Body;

    use super::*;

    #[test]
    fn only_a_whole_traceparent_is_taken() {
        let (trace, parent) = ("4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7");
        let of = |header: &str| {
            let request = Request::builder().header(TRACEPARENT, header).body(Body::empty());
            TraceContext::of(&request.unwrap(), "0123456789abcdef".to_owned())
        };
        let context = of(&format!("00-{trace}-{parent}-01")).unwrap();
        assert_eq!(context.parent, parent);
        let header = context.header().unwrap();
        assert_eq!(header, format!("00-{trace}-0123456789abcdef-01").as_str());
        assert!(!of(&format!("00-{trace}-{parent}-00")).unwrap().sampled);
        assert!(of(&format!("01-{trace}-{parent}-01-more")).is_some());
        let (zeros, upper) = ("0".repeat(32), trace.to_uppercase());
        for wrong in [
            String::new(),
            format!("00-{trace}-{parent}"),
            format!("00-{trace}-{parent}-01-more"),
            format!("ff-{trace}-{parent}-01"),
            format!("00-{zeros}-{parent}-01"),
            format!("00-{upper}-{parent}-01"),
        ] {
            assert_eq!(of(&wrong), None, "{wrong}");
        }
    }
}
