//! Files for Gambit, as bodies of requests: taken alike at every address, and refused by name.

use bluff_questions::foreign::TREE_QUESTIONS;
use bluff_questions::{NamedQuestion, QUESTIONS, QuestionField};
use rational_bluff::tree::TreeFile;

use super::*;

const KUHN: &str = include_str!("../../../../../tests/exchange/kuhn-n3-b1.efg");

async fn posted(path: &str, headers: &[(&str, &str)], body: Vec<u8>) -> (StatusCode, String) {
    let request = Request::builder().method("POST").uri(path);
    let request =
        headers.iter().fold(request, |request, (key, value)| request.header(*key, *value));
    let service = service(1, Duration::from_secs(60));
    let response = service.oneshot(request.body(Body::from(body)).unwrap()).await.unwrap();
    let status = response.status();
    let body = to_bytes(response.into_body(), 1 << 24).await.unwrap();
    (status, String::from_utf8(body.to_vec()).unwrap())
}

#[tokio::test]
async fn a_file_has_one_answer_as_a_body_and_as_a_field() {
    let field = serde_json::json!({ "game": KUHN }).to_string();
    let (status, answer) = posted("/api/v1/solve", &[], KUHN.into()).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    assert!(answer.contains("\"values\": [\"-1/18\",\"1/18\"]"), "{answer}");
    let efg = [("content-type", "text/x-gambit-efg")];
    for (path, headers, body) in [
        ("/api/v1/solve", &[][..], field.as_str()),
        ("/api/v1/solve", &efg, KUHN),
        ("/api/v1/solutions", &efg, KUHN),
        ("/api/v1/solutions?method=lp", &[], KUHN),
    ] {
        assert_eq!(posted(path, headers, body.into()).await, (StatusCode::OK, answer.clone()));
    }
    let marked = format!("\u{feff}{KUHN}");
    assert_eq!(posted("/api/v1/solutions", &[], marked.into()).await.0, StatusCode::OK);
    let (status, worth) = posted("/api/v1/payoff", &[], answer.into()).await;
    assert_eq!(status, StatusCode::OK, "{worth}");
    assert!(worth.contains("\"nash_conv\": \"0\""), "{worth}");
}

/// A matrix goes the way of a file.
#[tokio::test]
async fn a_matrix_is_a_game_at_every_address() {
    let matrix = "3 0\n0, 1\n";
    let field = serde_json::json!({ "game": matrix }).to_string();
    let form = format!("game={}", matrix.replace('\n', "%0D%0A"));
    for (path, body, words) in [
        ("/api/v1/solve", matrix, "\"values\": [\"3/4\",\"-3/4\"]"),
        ("/api/v1/solve", &field, "\"values\": [\"3/4\",\"-3/4\"]"),
        ("/api/v1/solutions", matrix, "\"values\": [\"3/4\",\"-3/4\"]"),
        ("/api/v1/equilibria", matrix, "\"3/4\",\n    \"-3/4\""),
        ("/solve", &form, "<svg class=\"pic tree\""),
        ("/solve", &form, "<h1>A matrix, <span>2 by 2</span></h1>"),
        ("/equilibria", &form, "3/4"),
        // A page that takes the text of a game takes a file of it, too.
        ("/face", "", "enctype=\"multipart/form-data\""),
        ("/explain", "", "type=\"file\" name=\"game\""),
    ] {
        let (status, answer) = posted(path, &[], body.into()).await;
        assert!(status == StatusCode::OK && answer.contains(words), "{path}: {answer}");
    }
    let (status, words) = posted("/api/v1/solve?n=3", &[], matrix.into()).await;
    assert!(status == StatusCode::BAD_REQUEST && words.contains("n = 3"), "{words}");
}

#[tokio::test]
async fn deals_may_be_independent_at_every_address() {
    let file = serde_json::json!({
        "format": 1, "name": "apart", "n": 3, "players": 2, "deals": "independent",
        "betting": { "ante": 1, "1": { "bets": [1], "most": 1 } },
    });
    let file = file.to_string();
    let field = serde_json::json!({ "game": file }).to_string();
    let card = serde_json::json!({ "game": file, "card": "1" }).to_string();
    let typed: String = form_urlencoded::byte_serialize(file.as_bytes()).collect();
    let form = format!("game={typed}");
    for (path, body, words) in [
        ("/api/v1/solutions", &file, "-1/36"),
        ("/api/v1/solve", &field, "-1/36"),
        ("/api/v1/face", &field, "-1/36"),
        ("/api/v1/equilibria", &field, "-1/36"),
        ("/api/v1/explain", &card, "-3/4"),
        ("/solve", &form, "-1/36"),
        ("/face", &form, "-1/36"),
        ("/equilibria", &form, "-1/36"),
        ("/explain", &format!("{form}&card=1"), "-3/4"),
    ] {
        let (status, answer) = posted(path, &[], body.as_str().into()).await;
        assert!(status == StatusCode::OK && answer.contains(words), "{path}: {answer}");
    }
}

#[tokio::test]
async fn what_is_no_file_of_a_tree_is_named() {
    let head = "EFG 2 R \"\" { \"I\" \"II\" }\n";
    let many = (0..50_001).map(|_| "p \"\" 1 1 0 t \"\" 0\n").collect::<String>();
    let first = "p \"\" 1 1 \"\" { \"stop\" \"on\" } 0 t \"\" 0\n";
    let chance = "c \"\" 1 \"\" { \"a\" 0.5 \"b\" 0.4999 } 0 t \"\" 0 t \"\" 0";
    let length = (100_u64 << 20).to_string();
    for (headers, body, status, words) in [
        (&[][..], format!("{head}{first}{many}").into_bytes(), 400, "at most 100000"),
        (&[("content-length", length.as_str())], head.into(), 413, "1048576"),
        (&[("content-encoding", "gzip")], KUHN.into(), 415, "gzip"),
        (
            &[],
            [head.as_bytes(), b"t \"\xe9\" 0"].concat(),
            400,
            "byte 27 of the body, expected UTF-8 text",
        ),
        (&[], "#AGG\n2".into(), 400, "action graph (#AGG), expected"),
        (&[], "#BAGG\n2".into(), 400, "action graph (#BAGG), expected"),
        (&[], format!("{head}t \"\" 0 t \"\" 0").into(), 400, "expected the end of the file"),
        (&[], format!("{head}{chance}").into(), 400, "sum to 9999/10000, expected a sum of 1"),
    ] {
        for path in ["/api/v1/solve", "/api/v1/solutions"] {
            let (found, message) = posted(path, headers, body.clone()).await;
            assert_eq!(found.as_u16(), status, "{path}: {message}");
            assert!(message.contains(words), "{path}: {message}");
        }
    }
    let has_game = |key: &str, takes: bool| {
        let is_game =
            move |it: &QuestionField| it.key == "game" && it.takes_trees == takes && !it.is_long();
        let has =
            move |entry: &&NamedQuestion| entry.name != key && (entry.fields)().iter().any(is_game);
        QUESTIONS.iter().filter(has).map(|entry| entry.name).collect::<Vec<_>>()
    };
    assert_eq!(has_game("", true), TREE_QUESTIONS);
    // Fairness plays its game by a protocol, which it wants first.
    for question in has_game("fairness", false) {
        for (body, kind) in [(KUHN, "files for Gambit"), ("1 2\n3 4", "matrices")] {
            let address = format!("/api/v1/{question}");
            let (status, words) = posted(&address, &[], body.into()).await;
            assert_eq!(status, StatusCode::BAD_REQUEST, "{words}");
            let expected = format!("for {question}; {kind} are taken by solve, equilibria, payoff");
            assert!(words.contains(&expected), "{words}");
        }
    }
}

#[tokio::test]
async fn a_form_takes_a_file_without_a_script() {
    let media = [("content-type", "multipart/form-data; boundary=XX")];
    let beside = |typed: &str, file: &[u8]| {
        let head = format!(
            "--XX\r\ncontent-disposition: form-data; name=\"game\"\r\n\r\n{typed}\r\n--XX\r\n\
            content-disposition: form-data; name=\"game\"; filename=\"a.efg\"\r\n\r\n"
        );
        [head.as_bytes(), file, b"\r\n--XX--\r\n"].concat()
    };
    let form = |file: &[u8]| beside("", file);
    // A file wins over what is typed; without one, the text counts.
    for (typed, file) in [("", KUHN), ("1 2\n3 4", KUHN), (KUHN, "")] {
        let (status, page) = posted("/solve", &media, beside(typed, file.as_bytes())).await;
        assert_eq!(status, StatusCode::OK, "{page}");
        for words in ["Certified", "<svg class=\"pic tree\"", "Player II", "-1", "18", "Set"] {
            assert!(page.contains(words), "{words}: {page}");
        }
    }
    let (status, page) = posted("/equilibria", &media, form(KUHN.as_bytes())).await;
    assert!(status == StatusCode::OK && page.contains("λ"), "{page}");
    let (status, page) = posted("/solve", &media, form(b"EFG \xe9")).await;
    assert!(status == StatusCode::BAD_REQUEST && page.contains("expected UTF-8 text"), "{page}");
}

/// Every byte goes along from tab to tab, and so does a lock.
#[tokio::test]
async fn tabs_of_a_file_carry_it_along_without_a_script() {
    let media = [("content-type", "multipart/form-data; boundary=XX")];
    let asked = async |fields: &[(&str, &str)]| {
        let part = |(name, value): &(&str, &str)| {
            let head = format!("--XX\r\ncontent-disposition: form-data; name=\"{name}\"");
            format!("{head}\r\n\r\n{value}\r\n")
        };
        let body = fields.iter().map(part).collect::<String>() + "--XX--\r\n";
        posted("/solve", &media, body.into()).await
    };
    let behind = |page: &str, start: &str, end: &str| {
        let found = page.split_once(start).and_then(|(_, rest)| rest.split_once(end));
        let signs = [("&quot;", "\""), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")];
        let text = found.unwrap_or_else(|| panic!("{start}: {page}")).0.to_owned();
        signs.iter().fold(text, |text, (escaped, sign)| text.replace(escaped, sign))
    };
    let file = KUHN.replacen("R \"", "R \"100% & 1+1 ", 1).replace('\n', "\r\n");
    let hash = TreeFile::read(&file).unwrap().sha256()[..16].to_owned();
    let lock =
        "{\"lock\": [{\"player\": \"II\", \"set\": \"1\", \"probabilities\": [\"1\", \"0\"]}]}";
    for lock in ["", lock] {
        let mut page = asked(&[("game", &file), ("lock", lock)]).await.1;
        for (tab, words) in [
            ("lock", "Best replies</h2>"),
            ("optimal", "λ"),
            ("files", "Solution with its certificate"),
            ("", "The tree</h2>"),
        ] {
            let kept = behind(&page, "name=\"kept\" value=\"", "\">");
            let (status, next) = asked(&[("kept", &kept), ("tab", tab)]).await;
            page = next;
            assert_eq!(status, StatusCode::OK, "{page}");
            let shown = format!("value=\"{tab}\" aria-current=\"page\"");
            for words in [words, &hash, &shown] {
                assert!(page.contains(words), "{tab}: {words}: {page}");
            }
            let is_locked = !lock.is_empty() && tab != "optimal";
            assert_eq!(page.contains("role=\"status\""), is_locked, "{tab}: {page}");
        }
    }
    let page = asked(&[("game", &file), ("tab", "lock")]).await.1;
    let profile =
        behind(&page, "id=\"profile\" name=\"profile\" rows=\"8\" spellcheck=\"false\">\n", "</");
    let kept = behind(&page, "name=\"kept\" value=\"", "\">");
    for (tab, profile, status, words) in [
        ("lock", profile.as_str(), StatusCode::OK, "This is a Nash equilibrium"),
        ("lock", "{\"strategies\": []}", StatusCode::BAD_REQUEST, "All optimal</button>"),
        ("locks", "", StatusCode::BAD_REQUEST, "expected one of: lock, optimal, files"),
    ] {
        let fields = [("kept", kept.as_str()), ("tab", tab), ("profile", profile)];
        let (found, page) = asked(&fields).await;
        assert!(found == status && page.contains(words), "{found}: {page}");
    }
}
