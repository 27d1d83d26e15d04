//! Exact Nash equilibria of finite poker games.
pub mod certificate;
pub mod engine;
pub mod exact;
pub mod game;
pub mod program;
pub mod solve;
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
    fn lps() {
        use crate::solve::{self, Method}; use crate::engine::lp::Control;
        let t = std::time::Instant::now();
        for n in 2..=30 { for b in 1..=4 {
            let g = von_neumann(n, Rational::from(b)).unwrap();
            let a = solve::solve(&g, Method::Lp, &Control::new()).unwrap();
            let c = solve::solve(&g, Method::Threshold, &Control::new()).unwrap();
            assert_eq!(a.solution.values, c.solution.values, "{}", g.label());
            if n <= 5 { let d = solve::solve(&g, Method::NormalForm, &Control::new()).unwrap(); assert_eq!(a.solution.values, d.solution.values); }
        }}
        println!("{:?}", t.elapsed());
        for n in 2..=14 { for b in 1..=4 {
            let g = newman(n, Rational::from(b)).unwrap();
            let a = solve::solve(&g, Method::Lp, &Control::new()).unwrap();
            let c = solve::solve(&g, Method::Threshold, &Control::new()).unwrap();
            assert_eq!(a.solution.values, c.solution.values, "{}", g.label());
            for p in [Player::I, Player::II] {
                let f = crate::program::SequenceForm::of(&g, p).unwrap();
                let o = crate::engine::lp::solve(f.problem(), None, &Control::new()).unwrap();
                let crate::engine::lp::Outcome::Optimal(o) = o.outcome else { panic!() };
                let prof = f.profile(&o).unwrap();
                assert!(check(&g, Candidate { values: a.solution.values.clone(), profile: prof, method: "x".into() }).is_ok());
            }
        }}
        println!("{:?}", t.elapsed());
        for n in 2..=14 { for b in ["1/2", "1", "3/2", "2", "5"] {
            let g = kuhn(n, b.parse().unwrap()).unwrap();
            let a = solve::solve(&g, Method::Lp, &Control::new()).unwrap();
            println!("{} {}", g.label(), a.solution.values[0]);
            for p in [Player::I, Player::II] {
                let f = crate::program::SequenceForm::of(&g, p).unwrap();
                let o = crate::engine::lp::solve(f.problem(), None, &Control::new()).unwrap();
                let crate::engine::lp::Outcome::Optimal(o) = o.outcome else { panic!() };
                let prof = f.profile(&o).unwrap();
                assert!(check(&g, Candidate { values: a.solution.values.clone(), profile: prof, method: "x".into() }).is_ok());
            }
        }}
        for (n, b) in [(200, 2), (1000, 2)] {
            let g = von_neumann(n, Rational::from(b)).unwrap();
            let t = std::time::Instant::now();
            let a = solve::solve(&g, Method::Lp, &Control::new()).unwrap();
            println!("{} {:?} {:?}", g.label(), t.elapsed(), a.work);
            for p in [Player::I, Player::II] {
                let t = std::time::Instant::now();
                let f = crate::program::SequenceForm::of(&g, p).unwrap();
                println!("build {:?}", t.elapsed());
                let o = crate::engine::lp::solve(f.problem(), None, &Control::new()).unwrap();
                println!("{p} {:?} {:?}", t.elapsed(), o.work);
            }
        }
        for (n, b) in [(14, 5), (50, 8)] {
            let g = newman(n, Rational::from(b)).unwrap();
            let t = std::time::Instant::now();
            let a = solve::solve(&g, Method::Lp, &Control::new()).unwrap();
            println!("{} {:?} {:?}", g.label(), t.elapsed(), a.work);
        }
        for n in 4..=8 {
            let g = von_neumann(n, Rational::from(2)).unwrap();
            let t = std::time::Instant::now();
            let a = solve::solve(&g, Method::NormalForm, &Control::new()).unwrap();
            println!("nf {} {:?} {:?}", g.label(), t.elapsed(), a.work);
        }
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
