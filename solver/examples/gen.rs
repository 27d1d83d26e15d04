use rational_bluff::{solve::*, game::*, certificate::format::*};
fn main() { let g = parse_label(&std::env::args().nth(1).unwrap()).unwrap(); print!("{}", Document::of(&solve(&g, Method::Auto, &Control::new()).unwrap().solution).to_json().unwrap()); }
