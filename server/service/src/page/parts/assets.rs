//! The style and the font of all pages, and the scripts, from the binary. Their addresses hold
//! their hashes, so that browsers keep them forever.

use std::sync::LazyLock;

use axum::Router;
use axum::http::header;
use axum::response::IntoResponse;
use axum::routing::get;
use bluff_report::picture;

use crate::values::reply::fingerprint;

/// A file that never changes at its address.
pub(crate) struct Asset {
    /// The address, with the hash of the content.
    pub(crate) address: String,
    media: &'static str,
    content: Vec<u8>,
}

/// An asset that is made when it is first wanted.
type Lazy = LazyLock<Asset>;

impl Asset {
    fn new(name: &str, ending: &str, media: &'static str, content: Vec<u8>) -> Self {
        let address = format!("/assets/{name}-{}{ending}", &fingerprint(&content)[..16]);
        Self { address, media, content }
    }

    fn script(name: &str, text: &str) -> Self {
        // Signs of the language alone: no text of a script has them.
        let signs = [" => ", " === ", " !== ", " && ", " || "];
        let code = short(text, "//", "");
        let code = signs.iter().fold(code, |code, sign| code.replace(sign, sign.trim()));
        let code = code.replace(") {", "){").replace("if (", "if(").replace("for (", "for(");
        Self::new(name, ".js", "text/javascript; charset=utf-8", code.into())
    }

    fn style(name: &str, text: &str) -> Self {
        let style = short(text, "/*", "*/").replace('\n', "");
        Self::new(name, ".css", "text/css; charset=utf-8", style.into())
    }
}

/// A text without indentation and without the lines that are comments, from `begin` to `end`: a
/// fifth of what the first page would take.
fn short(text: &str, begin: &str, end: &str) -> String {
    let lines = text.lines().map(str::trim);
    let comment = |line: &str| line.starts_with(begin) && line.ends_with(end);
    lines.filter(|line| !line.is_empty() && !comment(line)).fold(String::new(), |text, line| {
        // A line that goes on needs no end, but a comment behind it does.
        let goes_on = line.ends_with([';', '{', ',']) && !line.contains("//");
        text + line + if goes_on { "" } else { "\n" }
    })
}

/// Inter (SIL Open Font License), the letters and signs that pages use.
pub(crate) static FONT: Lazy = Lazy::new(|| {
    Asset::new("inter", ".woff2", "font/woff2", include_bytes!("font/inter.woff2").to_vec())
});

/// The style of pages, after the colours and the style of pictures.
pub(crate) static STYLE: Lazy = Lazy::new(|| {
    let pages = include_str!("style.css").replace("FONT", &FONT.address);
    let parts = [
        picture::STYLE,
        picture::PLOT_STYLE,
        include_str!("picture.css"),
        &pages,
        include_str!("pages.css"),
        include_str!("play.css"),
    ];
    Asset::style("style", &parts.concat())
});

/// Sliders, cards under the hand, theme and lecture mode.
pub(crate) static LIVE: Lazy = Lazy::new(|| {
    let parts = concat!(
        include_str!("parts.js"),
        include_str!("tip.js"),
        include_str!("dials.js"),
        include_str!("live.js")
    );
    let parts = parts.replace("SAVE_SCRIPT", &SAVE.address);
    let parts = parts.replace("SEARCH_SCRIPT", &SEARCH.address);
    Asset::script("live", &parts.replace("LECTURE_SCRIPT", &LECTURE.address))
});

/// Keys of a lecture, which `LIVE` loads when one begins.
static LECTURE: Lazy = Lazy::new(|| {
    Asset::script("lecture", &include_str!("lecture.js").replace("STYLE", &TEACH_STYLE.address))
});

/// Pictures as files, which `LIVE` loads when one is wanted.
static SAVE: Lazy = Lazy::new(|| Asset::script("save", include_str!("save.js")));

/// Readings of words, which `LIVE` loads when the first are typed.
static SEARCH: Lazy = Lazy::new(|| Asset::script("search", include_str!("search.js")));

/// Keys of a table, and the next hand in place of this one.
pub(crate) static TABLE: Lazy = Lazy::new(|| Asset::script("table", include_str!("table.js")));

/// Strategies painted on a strip.
pub(crate) static PAINT: Lazy = Lazy::new(|| Asset::script("paint", include_str!("paint.js")));

/// Marks of all optimal strategies, for the pages that have families.
pub(crate) static FAMILY: Lazy = Lazy::new(|| Asset::script("family", include_str!("family.js")));

/// Files that are dropped on a field.
pub(crate) static DROP: Lazy = Lazy::new(|| Asset::script("drop", include_str!("drop.js")));

/// The counts of a class as they come.
pub(crate) static CLASS: Lazy = Lazy::new(|| Asset::script("class", include_str!("class.js")));

/// The progress of a sweep.
pub(crate) static SWEEP: Lazy = Lazy::new(|| Asset::script("sweep", include_str!("sweep.js")));

/// The board and the ranges of the hold'em room, and bounds that close.
pub(crate) static HOLDEM: Lazy = Lazy::new(|| Asset::script("holdem", include_str!("holdem.js")));

/// The style of the hold'em room.
pub(crate) static HOLDEM_STYLE: Lazy =
    Lazy::new(|| Asset::style("holdem", include_str!("holdem.css")));

/// The style of lectures, exercises and classes.
pub(crate) static TEACH_STYLE: Lazy =
    Lazy::new(|| Asset::style("teach", include_str!("teach.css")));

/// A module of a script, with the addresses of the modules that it loads.
fn module(name: &str, text: &str) -> Asset {
    let modules: [(&str, &Lazy); 7] = [
        ("noble", &NOBLE),
        ("proof", &PROOF),
        ("holdem", &HANDS),
        ("deal", &DEAL),
        ("seat", &SEAT),
        ("felt", &FELT),
        ("review", &REVIEW),
    ];
    let mut text = text.to_owned();
    for (path, asset) in modules {
        let path = format!("'./{path}.mjs'");
        // Only those that it loads are made before it.
        if text.contains(&path) {
            text = text.replace(&path, &format!("'{}'", asset.address.replace("/assets", ".")));
        }
    }
    Asset::script(name, &text)
}

/// Elliptic curves, hashes and ciphers: noble (MIT), of `@noble/curves`, `@noble/hashes` and
/// `@noble/ciphers` 2.4.0, the names that it exports bundled by esbuild 0.28.2 with `--format=esm
/// --minify --legal-comments=none --target=es2022`.
static NOBLE: Lazy = Lazy::new(|| {
    let text = include_bytes!("tables/noble.mjs").to_vec();
    Asset::new("noble", ".js", "text/javascript; charset=utf-8", text)
});

/// Proofs of a table in the browser.
static PROOF: Lazy = Lazy::new(|| module("proof", include_str!("tables/proof.mjs")));

/// The hands of hold'em at a table.
static HANDS: Lazy = Lazy::new(|| module("holdem", include_str!("tables/holdem.mjs")));

/// The deck and the games of a table in the browser.
static DEAL: Lazy = Lazy::new(|| module("deal", include_str!("tables/deal.mjs")));

/// One seat of a table in the browser.
static SEAT: Lazy = Lazy::new(|| module("seat", include_str!("tables/seat.mjs")));

/// The felt of a table.
static FELT: Lazy = Lazy::new(|| module("felt", include_str!("tables/felt.mjs")));

/// The hands of a seat beside the equilibrium.
static REVIEW: Lazy = Lazy::new(|| module("review", include_str!("tables/review.mjs")));

/// The page of a table.
pub(crate) static ROOM: Lazy = Lazy::new(|| module("room", include_str!("tables/room.mjs")));

/// The style of the page of a table.
pub(crate) static TABLES_STYLE: Lazy =
    Lazy::new(|| Asset::style("tables", include_str!("tables/tables.css")));

/// The mark: a card cut by a stroke, a bluff below and a value bet above.
const ICON: &str = include_str!("icon.svg");
/// Crawlers may read what is always the same, and are not to make the service compute.
const ROBOTS: &str = "User-agent: *\nDisallow: /api/\nDisallow: /fairness\nDisallow: /map/\n\
    Disallow: /*tab=\n";

/// The addresses of all of them.
pub(crate) fn routes<S: Clone + Send + Sync + 'static>() -> Router<S> {
    let icon = || async {
        let headers = [
            (header::CONTENT_TYPE, "image/svg+xml"),
            (header::CACHE_CONTROL, "public, max-age=86400"),
        ];
        (headers, ICON)
    };
    let assets = [
        &FONT,
        &STYLE,
        &LIVE,
        &LECTURE,
        &SAVE,
        &SEARCH,
        &TABLE,
        &PAINT,
        &FAMILY,
        &DROP,
        &CLASS,
        &SWEEP,
        &HOLDEM,
        &HOLDEM_STYLE,
        &TEACH_STYLE,
        &NOBLE,
        &PROOF,
        &HANDS,
        &DEAL,
        &SEAT,
        &FELT,
        &REVIEW,
        &ROOM,
        &TABLES_STYLE,
    ];
    let routes = Router::new()
        .route("/icon.svg", get(icon))
        .route("/favicon.ico", get(icon))
        .route("/robots.txt", get(|| async { ROBOTS }));
    assets.into_iter().fold(routes, |routes, asset| {
        routes.route(&asset.address, get(move || async move { kept(asset) }))
    })
}

fn kept(asset: &'static Asset) -> impl IntoResponse {
    let forever = "public, max-age=31536000, immutable";
    let headers = [(header::CONTENT_TYPE, asset.media), (header::CACHE_CONTROL, forever)];
    (headers, asset.content.as_slice())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_indentation_are_not_sent() {
        let script = "// Why.\n  if (one) {\n    two(); // Here it stays.\n  }\n\n";
        assert_eq!(short(script, "//", ""), "if (one) {two(); // Here it stays.\n}\n");
        assert_eq!(short("one(); // Here;\ntwo();", "//", ""), "one(); // Here;\ntwo();");
        assert_eq!(short("/* Why. */\na{b:c}/* d */\n", "/*", "*/"), "a{b:c}/* d */\n");
    }

    #[test]
    fn no_text_of_a_script_has_several_lines() {
        for asset in [
            &LIVE, &LECTURE, &SAVE, &SEARCH, &TABLE, &PAINT, &FAMILY, &DROP, &CLASS, &SWEEP,
            &HOLDEM, &PROOF, &DEAL, &SEAT, &ROOM,
        ] {
            let text = String::from_utf8(asset.content.clone()).unwrap();
            for line in text.lines() {
                assert_eq!(line.matches('`').count() % 2, 0, "{line}");
            }
        }
    }
}
