use rational_bluff::certificate::{Certified, Solution};
use rational_bluff::continuous::{Bets, Digits, continuous};
use rational_bluff::game::{GameFile, parse_label};
use rational_bluff::solve::{Control, Face, Method, face, solve};
use rational_bluff::strategy::Passage;

use super::action::Bluffs;
use super::alike::{alike, players_named};
use super::hands::HandGrid;
use super::place::width;
use super::strip::{Cut, Stage};
use super::{evaluated, matrix, strip, tree};

/// Games of every shape: two views and more, raises, menus, copies, ranges, three players.
const LABELS: [&str; 12] = [
    "von-neumann/n28-b4",
    "von-neumann/n3-b1",
    "kuhn/n13-b1",
    "kuhn/n6-b1-r4",
    "newman/n14-b5",
    "one-street/n28-s1-5_2-7",
    "one-raise/n12-b1-raise2",
    "hand-flip/n10-b1-flip1_10",
    "borel/n12-b2",
    "basic-endgame/n3-b2-w1_3",
    "three-player/n10-b2",
    "in-turn/n6-b2",
];

struct Drawing {
    solution: Certified<Solution>,
    cuts: Vec<Vec<Cut>>,
}

impl Drawing {
    fn of(label: &str) -> Self {
        let game = parse_label(label).unwrap();
        let solution = solve(&game, Method::Auto, &Control::new()).unwrap().solution;
        let bets = Bets::Stakes(game.stakes().clone());
        let limit = continuous(game.name(), &bets, Digits::default()).ok();
        Self { cuts: strip::cuts(&game, limit.as_ref()), solution }
    }

    fn with<T>(&self, face: Option<&Face>, draw: impl Fn(&Stage<'_>, &Passage) -> T) -> T {
        let Solution { game, profile, .. } = &*self.solution;
        let values = evaluated(game, profile);
        let (cuts, card, base, id) = (self.cuts.clone(), Some(2), "/g", "s");
        let stage = Stage::of(game, profile, Some(&values));
        draw(&Stage { face, cuts, card, base, id, ..stage }, &values.1)
    }

    fn strip(&self) -> String {
        self.with(None, |stage, _| strip::strip(stage).into_string())
    }

    fn matrix(&self) -> String {
        self.with(None, |stage, _| matrix::matrix(stage).into_string())
    }
}

/// The value of an attribute in the first tag of a text.
fn attribute<'a>(text: &'a str, name: &str) -> &'a str {
    let (tag, _) = text.split_once('>').unwrap();
    let (_, value) =
        tag.split_once(&format!("{name}=\"")).unwrap_or_else(|| panic!("{name}: {tag}"));
    value.split('"').next().unwrap()
}

fn share(percent: &str) -> f64 {
    percent.strip_suffix('%').unwrap().parse::<f64>().unwrap() / 100.0
}

/// Text between tags.
fn texts(markup: &str) -> impl Iterator<Item = &str> {
    markup
        .split('<')
        .filter_map(|part| Some(part.split_once('>')?.1))
        .filter(|text| !text.is_empty())
}

#[test]
fn widths_are_proportional_to_cards() {
    for label in LABELS {
        let drawing = Drawing::of(label);
        let (strip, n) = (drawing.strip(), drawing.solution.game.n() as f64);
        let mut runs = 0;
        for run in strip.split("<g class=\"run ").skip(1) {
            let card = |name| attribute(run, name).parse::<f64>().unwrap();
            let (first, last) = (card("data-first"), card("data-last"));
            for part in run.split_once("</g>").unwrap().0.split("<rect ").skip(1) {
                let (x, wide) = (share(attribute(part, " x")), share(attribute(part, " width")));
                assert!((x - (first - 1.0) / n).abs() < 1e-6, "{label}: {part}");
                assert!((wide - (last - first + 1.0) / n).abs() < 1e-6, "{label}: {part}");
            }
            runs += 1;
        }
        assert!(runs >= 2 * drawing.solution.game.views().len() - 1, "{label}: {runs}");
    }
}

#[test]
fn a_label_is_no_wider_than_its_block_where_it_is_shown() {
    for label in LABELS {
        let drawing = Drawing::of(label);
        let n = drawing.solution.game.n() as f64;
        for view in drawing.strip().split("<desc ").skip(1) {
            let runs: Vec<(f64, f64)> = view
                .split("<g class=\"run ")
                .skip(1)
                .map(|run| {
                    let card = |name| attribute(run, name).parse::<f64>().unwrap();
                    ((card("data-first") - 1.0) / n, card("data-last") / n)
                })
                .collect();
            for shown in view.split("<svg class=\"label ").skip(1) {
                let (classes, _) = shown.split_once('"').unwrap();
                let from = classes.split(' ').find_map(|class| class.strip_prefix('w'));
                let from: f64 = from.unwrap_or_else(|| panic!("{shown}")).parse().unwrap();
                let centre = share(attribute(shown, " x"));
                let (left, right) = runs.iter().find(|(_, right)| centre < *right).unwrap();
                let room = (right - left) * from;
                for text in texts(&shown[..shown.find("</svg>").unwrap()]) {
                    assert!(width(text, 12.5) + 3.0 < room, "{label}: {text} in {room} px");
                }
            }
        }
    }
}

#[test]
fn every_probability_is_said_exactly() {
    for label in LABELS {
        let drawing = Drawing::of(label);
        let strip = drawing.strip();
        let Solution { game, profile, .. } = &*drawing.solution;
        let names: Vec<&str> = strip
            .split("aria-label=\"Card ")
            .skip(1)
            .map(|rest| rest.split('"').next().unwrap())
            .collect();
        assert_eq!(names.len() as u64, game.n(), "{label}");
        for (card, name) in (1..).zip(names) {
            for (at, view) in game.views().iter().enumerate() {
                let players = players_named(alike(game, profile, view.player));
                let who = format!("{players}, {}: ", view.name);
                let said = name.split_once(&who).unwrap().1.split(". Player").next().unwrap();
                for (action, part) in view.actions.iter().zip(profile.at(at)) {
                    let part = part.at(card);
                    if game.holds(view.player, card) && !(part.is_zero() && view.actions.len() > 4)
                    {
                        assert!(
                            format!("{said};").contains(&format!("{action} {part}")),
                            "{label}, {card}: {said}"
                        );
                    }
                }
            }
        }
    }
}

/// Callers who play alike are one strip, and each of them has one where it is drawn alone.
#[test]
fn a_strip_alone_is_that_of_its_player() {
    let drawing = Drawing::of("three-player/n10-b2");
    let alone = |stage: &Stage<'_>| strip::one_view(stage, 2, stage.profile.at(2)).into_string();
    let alone = drawing.with(None, |stage, _| alone(stage));
    assert!(alone.contains("Player III, facing bet 2") && !alone.contains("Players"));
    assert!(drawing.strip().contains("Players II and III</b> facing bet 2"));
}

#[test]
fn no_fraction_is_cut_or_long() {
    for label in LABELS {
        let drawing = Drawing::of(label);
        // The cuts of three players are no fractions.
        if drawing.solution.game.players().len() > 2 {
            continue;
        }
        let markup = drawing.strip() + &drawing.with(None, |stage, _| strip::alone(stage));
        for text in texts(&markup).filter(|text| !text.contains('{')) {
            let digits = |word: &str| word.bytes().filter(u8::is_ascii_digit).count();
            let long = |word: &str| word.contains(['/', '.']) && digits(word) > 8;
            assert!(!text.contains('…') && !text.split(' ').any(long), "{label}: {text}");
        }
    }
}

#[test]
fn a_bet_that_no_weaker_card_calls_is_a_bluff() {
    let strip = Drawing::of("von-neumann/n28-b4").strip();
    assert_eq!(strip.matches("<rect class=\"bluff\"").count(), 2, "1 to 2, and 3");
    assert_eq!(strip.matches("<rect class=\"value\"").count(), 1);
    // Raises with cards that only lower ones call are told from bluffs.
    let raised = Drawing::of("one-raise/n12-b1-raise2").strip();
    assert!(raised.contains("<rect class=\"raise\"") && raised.contains("url(#s-raise-bluff)"));
}

#[test]
fn a_bet_is_a_bluff_only_if_a_stronger_hand_may_be_held() {
    for (first, second, bluffs) in [
        // II folds all hands, and none of them beats aces or kings.
        ("AA,KK", "QQ,AK", ""),
        // II folds kings too, which are level with kings; 54 makes a straight.
        ("KK,54s", "KK,QQ", ""),
        ("QcQd,KhKd", "KhKc,QhQs", "QdQc"),
        // Half of the queens call, so that nothing weaker calls 87.
        ("KK,8h7h", "QQ", "8h7h"),
        // Queens are level with all that II holds.
        ("QcQd,8h7h,KhKd", "QhQs", "8h7h"),
    ] {
        let game = format!(
            r#"{{ "format": 2, "name": "river", "players": 2, "deck": "hold'em",
                "board": "Ks9d6h3c2s", "ranges": {{ "I": "{first}", "II": "{second}" }},
                "betting": {{ "pot": "20", "stacks": "40", "river": {{ "bets": ["20"] }} }} }}"#
        );
        let game = GameFile::read(&game).unwrap();
        let solution = solve(&game, Method::Auto, &Control::new()).unwrap().solution;
        let shown = Bluffs::of(&game, &solution.profile);
        let (held, bet) = (game.held_at(0).unwrap(), 1);
        assert_eq!(game.views()[0].actions[bet], "bet 20");
        let hands = (1..=game.n()).filter(|hand| !held.at(*hand).is_zero());
        let found = hands.filter(|hand| shown.has(0, bet, *hand)).map(|hand| game.hand_name(hand));
        assert_eq!(found.collect::<Vec<_>>().join(","), bluffs, "{first} against {second}");
    }
}

#[test]
fn the_matrix_shows_menus_and_their_laws() {
    let drawing = Drawing::of("newman/n14-b5");
    assert!(matrix::fits(&drawing.solution.game));
    assert!(!matrix::fits(&parse_label("kuhn/n3-b1").unwrap()));
    let shown = drawing.matrix();
    for text in ["5/7 to 1", "1/2 to 1", "2/3 to 2", "24/(5 + 2)", "3 3/7", "5/42"] {
        assert!(texts(&shown).any(|other| other == text), "{text} in {shown}");
    }
    assert_eq!(shown.matches("not in this deck").count(), 2);
    // Where a cell is too narrow for a line, its fraction has two.
    assert!(texts(&shown).any(|text| text == "42") && !shown.contains(" dense"));
    let narrow = Drawing::of("one-street/n28-s1-5_2-7").matrix();
    assert!(narrow.contains(" dense") && !narrow.contains(" many"));
    // Of a longer menu the bets that are made are shown, in rows that are as high.
    let menu = Drawing::of("newman/n28-b10").matrix();
    assert!(menu.contains(" dense") && !menu.contains(" many"));
    assert_eq!(menu.matches("<g class=\"cell ").count(), 28 * (5 + 4));
    let made = Drawing::of("one-street/n40-s1_4-1_2-1-2-3-5-8-12").matrix();
    assert!(made.contains(" dense many"));
    assert_eq!(shown.matches("<g class=\"cell ").count(), 14 * (6 + 5));
}

#[test]
fn pictures_stand_alone_and_need_no_inline_style() {
    for label in LABELS {
        let drawing = Drawing::of(label);
        let file = drawing
            .with(None, |stage, passage| [strip::alone(stage), tree::alone(stage.game, passage)]);
        for svg in file {
            assert!(svg.starts_with("<svg ") && svg.contains("width=\"944\""), "{label}");
            let (_, style) = svg.split_once("<style>").unwrap();
            assert!(!style.split_once("</style>").unwrap().0.contains(['<', '&']), "{label}");
        }
        let page = drawing.strip();
        let run =
            |svg: &str| texts(svg).any(|text| matches!(text, "check" | "fold" | "call" | "bet"));
        assert!(run(&page) && run(&drawing.with(None, |stage, _| strip::alone(stage))), "{label}");
        assert!(!page.contains(" style=") && !page.contains("<style"), "{label}");
    }
}

#[test]
fn a_face_is_solid_to_the_least_and_faint_to_the_greatest_probability() {
    let drawing = Drawing::of("von-neumann/n28-b4");
    let face = face(&drawing.solution.game, &Control::new()).unwrap();
    let shown = drawing.with(Some(&face), |stage, _| strip::strip(stage).into_string());
    assert!(shown.contains("class=\"call faint\"") && shown.contains("class=\"shown\""));
    assert!(texts(&shown).any(|text| text == "0–1"), "{shown}");
}

#[test]
fn huge_decks_and_long_menus_stay_small() {
    let huge = Drawing::of("von-neumann/n1000000000000000000-b4");
    assert!(huge.strip().len() < 20_000);
    let menu = Drawing::of("newman/n1000-b300").matrix();
    assert!(menu.contains("other bets are in the table") && menu.len() < 400_000);
}

#[test]
fn a_tree_is_set_for_tex() {
    let drawing = Drawing::of("von-neumann/n28-b4");
    let tex = drawing.with(None, |stage, passage| tree::tikz(stage.game, passage));
    for text in ["{bet 4 $\\frac{5}{21}$}", "{$\\pm 5$, pot $10$}", "{$+1$, pot $6$}"] {
        assert!(tex.contains(text), "{text} in {tex}");
    }
    assert_eq!(tex.matches('{').count(), tex.matches('}').count());
}

#[test]
fn a_grid_has_a_cell_for_each_class_of_hands() {
    Drawing::of("push-fold/s10").with(None, |stage, _| {
        let grid = HandGrid::of(stage.game).unwrap();
        let page = grid.stage(stage, &[0]).into_string();
        assert_eq!(page.matches("data-card=").count(), 169);
        assert_eq!(page.matches("class=\"chosen\"").count(), 1);
        assert!(page.contains("aria-label=\"AA: push\"") && page.contains("\"72o: fold\""));
        // The one hand that mixes has two colours, which fill the cell.
        let mixed = page.split("<a ").find(|cell| cell.contains("43s: fold with")).unwrap();
        let widths = mixed.split(" width=\"").skip(1).filter_map(|part| part.split('%').next());
        let widths: Vec<f64> = widths.map(|width| width.parse().unwrap()).collect();
        assert_eq!(widths.len(), 2);
        assert!((widths.iter().sum::<f64>() - 100.0).abs() < 0.01, "{widths:?}");
        assert!(grid.alone(stage, &[0, 1]).contains("Player II"));
    });
    Drawing::of("leduc").with(None, |stage, _| assert!(HandGrid::of(stage.game).is_none()));
}
