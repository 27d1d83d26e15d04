//! The forms of a solved game, and which of a game's addresses has them.

use axum::response::Redirect;
use bluff_report::form::FormName;
use bluff_report::forms::{FORMS, Form};
use bluff_report::game_forms::GAME_FORMS;

use super::form::{HTML, Negotiable};

/// The forms of a solved game's own address.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SolutionForm {
    Page,
    Written(&'static Form),
    GamePicture(GamePicture),
}

/// The pictures of a solved game.
#[derive(Clone, Copy, Debug)]
pub(crate) enum GamePicture {
    Strategies,
    Tree,
    TreeForTex,
}

impl GamePicture {
    /// The media type.
    pub(crate) fn media(self) -> &'static str {
        match self {
            Self::Strategies | Self::Tree => "image/svg+xml",
            Self::TreeForTex => "text/x-tikz",
        }
    }
}

impl Negotiable for SolutionForm {
    fn all() -> impl Iterator<Item = (FormName, Self)> {
        let forms = FORMS.iter().map(|form| (form.name, Self::Written(form)));
        let picture = |(suffix, picture): (_, GamePicture)| {
            let name = FormName::new([suffix, suffix, picture.media()], "");
            (name, Self::GamePicture(picture))
        };
        // The longer ending first: both end alike.
        let pictures = [
            ("tree.svg", GamePicture::Tree),
            ("svg", GamePicture::Strategies),
            ("tikz", GamePicture::TreeForTex),
        ];
        [(HTML, Self::Page)].into_iter().chain(forms).chain(pictures.map(picture))
    }
}

/// The endings of a game's addresses, with a solution and without.
pub(crate) fn endings() -> impl Iterator<Item = &'static str> {
    let solved = || SolutionForm::all().map(|(form, _)| form.suffix);
    let games = GAME_FORMS.iter().map(|form| form.name.suffix);
    solved().chain(games.filter(move |name| !solved().any(|suffix| suffix == *name)))
}

/// The redirect to the address that has the form in which this one ends: that of the game without
/// a solution, or that of its page.
pub(crate) fn elsewhere(address: &str) -> Option<Redirect> {
    let (label, suffix) = address.split_once('.')?;
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_/".contains(&byte);
    let door = if GAME_FORMS.iter().any(|form| form.name.suffix == suffix) {
        "/api/v1/games"
    } else if endings().any(|ending| ending == suffix) {
        ""
    } else {
        return None;
    };
    label.bytes().all(plain).then(|| Redirect::permanent(&format!("{door}/{address}")))
}
