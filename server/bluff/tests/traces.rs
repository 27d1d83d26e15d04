//! Traces: a request passes its `traceparent` on, and the log has the place in the trace.

use serde_json::Value;

use crate::support::json;
use crate::support::service::Service;

const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
const PARENT: &str = "00f067aa0ba902b7";

#[test]
fn a_trace_is_passed_on_and_logged() {
    let service = Service::new("traces", "--log json");
    for (path, flags) in [("/api/v1/solutions/kuhn/n3-b1", "01"), ("/nowhere", "00")] {
        let given = format!("traceparent: 00-{TRACE}-{PARENT}-{flags}\r\n");
        let reply = service.ask("GET", path, &given);
        let passed = reply.header("traceparent").expect("a trace").to_owned();
        let [version, trace, span, last] = passed.split('-').collect::<Vec<_>>()[..] else {
            panic!("{passed}")
        };
        assert_eq!((version, trace, span.len(), last), ("00", TRACE, 16, flags));
        assert_ne!(span, PARENT);
        let line = json(&service.line());
        let logged = ["trace", "span", "parent"].map(|field| line[field].as_str());
        assert_eq!(logged, [Some(TRACE), Some(span), Some(PARENT)]);
    }
    for headers in ["", "traceparent: 00-1-2-3\r\n"] {
        assert_eq!(service.ask("GET", "/healthz", headers).header("traceparent"), None);
        let line = json(&service.line());
        assert_eq!((&line["trace"], &line["parent"]), (&Value::Null, &Value::Null));
    }
}
