//! The name of a hand on the colours of its cell: letters that can be read, without a plate that
//! covers what the hand does.

/// Share of a cell's width that its name may take, on a telephone.
const WIDTH: f64 = 0.9;
/// The same of its height.
const HEIGHT: f64 = 0.7;

/// Class of the name on a cell that is filled up to `held` with these colours, each with its part
/// of the width from the left.
///
/// `on` is for strong colours alone, `folded` for folds alone, `quiet` for pale ground. The letters
/// of `mixed` have a rim, because two grounds meet below them, or a tint lies there.
pub(super) fn name_class(held: f64, colours: &[(String, f64)]) -> &'static str {
    let mut under = Vec::new();
    if held < 1.0 {
        under.push(Ground::Pale);
    }
    // A low fill does not reach up to the name.
    if held > 1.0 - HEIGHT {
        let mut from = 0.0;
        for (colour, width) in colours {
            if from < WIDTH {
                under.push(Ground::of(colour));
            }
            from += width;
        }
    }
    let all = |ground: Ground| under.iter().all(|one| *one == ground);
    match () {
        () if all(Ground::Strong) => "on",
        () if all(Ground::Folded) => "folded",
        () if !under.iter().any(|one| matches!(one, Ground::Strong | Ground::Tint)) => "quiet",
        () => "mixed",
    }
}

/// A colour as ground of letters.
#[derive(Clone, Copy, PartialEq)]
enum Ground {
    Strong,
    /// Between strong and pale: neither light nor dark letters stand out enough.
    Tint,
    Folded,
    Pale,
}

impl Ground {
    /// The ground of a class of colour: "value t2".
    fn of(colour: &str) -> Self {
        match colour {
            "check" => Self::Pale,
            "fold" => Self::Folded,
            tint if tint.contains(' ') => Self::Tint,
            _ => Self::Strong,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_fits_the_ground_below_it() {
        let class = |held: f64, colours: &[(&str, f64)]| {
            let colours: Vec<(String, f64)> =
                colours.iter().map(|(colour, width)| ((*colour).to_owned(), *width)).collect();
            name_class(held, &colours)
        };
        assert_eq!(class(1.0, &[("value", 1.0)]), "on");
        assert_eq!(class(1.0, &[("bluff", 0.3), ("raise-bluff", 0.7)]), "on");
        assert_eq!(class(1.0, &[("fold", 1.0)]), "folded");
        assert_eq!(class(1.0, &[("check", 1.0)]), "quiet");
        assert_eq!(class(0.5, &[("check", 1.0)]), "quiet");
        assert_eq!(class(1.0, &[("fold", 0.4), ("call", 0.6)]), "mixed");
        assert_eq!(class(1.0, &[("value t2", 1.0)]), "mixed");
        assert_eq!(class(0.5, &[("value", 1.0)]), "mixed");
        // A quarter of the cell is filled, below the letters.
        assert_eq!(class(0.25, &[("value", 1.0)]), "quiet");
        // The bet begins right of the letters.
        assert_eq!(class(1.0, &[("check", 0.95), ("value", 0.05)]), "quiet");
    }
}
