//! Exact Nash equilibria of finite poker games.
pub mod certificate;
pub mod engine;
pub mod exact;
pub mod game;
pub mod strategy;
pub mod threshold;

#[cfg(test)]
mod scratch {
    use crate::{certificate::*, exact::Rational, game::*, strategy::*};
    fn solve(game: &Game) -> Result<Certified<Solution>, Refusal> {
        let profile = crate::threshold::one_street(game).unwrap();
        let value = Evaluation::new(game, &profile).payoff(Player::I);
        check(game, Candidate { values: vec![value.clone(), -value], profile, method: "threshold".into() })
    }
    #[test]
    fn pures() {
        let t = std::time::Instant::now();
        for b in 1..=5 {
            let mut v = vec![];
            for n in 2..=14 {
                let mut c = 0;
                crate::pure::pure_equilibria(n, &Rational::from(b), |_| {
                    c += 1;
                    true
                })
                .unwrap();
                v.push(c);
            }
            println!("{b} {v:?} {:?}", t.elapsed());
        }
        for n in 2..28 {
            let c = crate::pure::cut_equilibria(n, &Rational::from(2)).unwrap();
            println!("{n} {c:?}");
        }
        let t = std::time::Instant::now();
        let mut c = 0;
        crate::pure::pure_equilibria(20, &Rational::from(2), |_| {
            c += 1;
            true
        })
        .unwrap();
        println!("{c} {:?}", t.elapsed());
    }
    #[test]
    fn all() {
        let t = std::time::Instant::now();
        for n in 2..=40 {
            for b in 1..=10 {
                let game = von_neumann(n, Rational::from(b)).unwrap();
                if let Err(e) = solve(&game) {
                    panic!("vn {n} {b} {e}");
                }
            }
        }
        println!("vn grid {:?}", t.elapsed());
        for n in 2..=40 {
            for b in 1..=saturation_plus(n) {
                let game = newman(n, Rational::from(b)).unwrap();
                if let Err(e) = solve(&game) {
                    panic!("newman {n} {b} {e}");
                }
            }
        }
        println!("newman {:?}", t.elapsed());
        for (n, b) in [(28, 4), (9, 2), (18, 2), (3, 1), (2, 2), (4, 2), (7, 2), (26, 2)] {
            let game = von_neumann(n, Rational::from(b)).unwrap();
            println!("{}", solve(&game).unwrap().values[0]);
        }
        let t = std::time::Instant::now();
        let game = von_neumann(1_000_000_000_000_000_000, Rational::from(2)).unwrap();
        println!("{} {:?}", solve(&game).unwrap().values[0], t.elapsed());
        let game = von_neumann(28, Rational::from(4)).unwrap();
        println!("{}", format::Document::of(&solve(&game).unwrap()).to_json().unwrap());
        let t = std::time::Instant::now();
        let game = newman(10000, Rational::from(crate::threshold::saturation(10000))).unwrap();
        println!("{} {} {:?}", game.label(), solve(&game).unwrap().values[0].to_f64(), t.elapsed());
    }
    fn saturation_plus(n: u64) -> u64 {
        crate::threshold::saturation(n) + 2
    }
}
pub mod pure;
