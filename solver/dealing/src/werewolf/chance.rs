use bluff_exact::Rational;

/// The exact chance of the wolves, before the first night, if every player plays uniformly: wolves
/// kill a villager, the living execute one of themselves, and wolves declare as soon as they win by
/// it.
///
/// Cost: `players · wolves` states.
///
/// ```
/// use bluff_dealing::chance_of_wolves;
/// assert_eq!(chance_of_wolves(9, 2).to_string(), "27/32");
/// ```
pub fn chance_of_wolves(players: u64, wolves: u64) -> Rational {
    let villagers = players.saturating_sub(wolves);
    // The chances at night with the wolves there are, for each number of villagers from 0; first
    // without any wolf.
    let mut fewer = vec![Rational::from(0_u64); villagers as usize + 1];
    for wolves in 1..=wolves {
        let mut nights: Vec<Rational> = Vec::new();
        for villagers in 0..=villagers {
            // One villager is killed; without a majority of the others the day takes any of the
            // living.
            let chance = if wolves + 1 >= villagers {
                Rational::from(1_u64)
            } else {
                let (left, living) = (villagers - 1, wolves + villagers - 1);
                let part = |of: u64| Rational::from(of) / Rational::from(living);
                part(wolves) * fewer[left as usize].clone()
                    + part(left) * nights[left as usize - 1].clone()
            };
            nights.push(chance);
        }
        fewer = nights;
    }
    fewer.pop().unwrap_or_else(|| Rational::from(0_u64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn six_villages() {
        let expected = [
            ((4, 1), "2/3"),
            ((5, 1), "3/4"),
            ((6, 1), "8/15"),
            ((7, 2), "11/12"),
            ((9, 2), "27/32"),
            ((12, 2), "449/693"),
        ];
        for ((players, wolves), chance) in expected {
            assert_eq!(
                chance_of_wolves(players, wolves).to_string(),
                chance,
                "{players} players, {wolves} wolves"
            );
        }
        assert_eq!(chance_of_wolves(5, 0).to_string(), "0");
        assert_eq!(chance_of_wolves(4, 3).to_string(), "1");
    }
}
