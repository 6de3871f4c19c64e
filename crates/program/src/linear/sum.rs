//! Sums that show facts: all that a proof about linear integer arithmetic consists of.

use crate::linear::expr::Linear;

/// Multiples of premises whose sum shows a fact (Farkas' lemma).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Sum {
    /// By how much the fact is multiplied; positive.
    pub scale: i128,
    /// Which premises, by their place, and how often each; positive.
    pub multiples: Vec<(usize, i128)>,
}

impl Sum {
    /// Whether the conclusion is not negative wherever no premise is.
    ///
    /// If `scale * conclusion = sum of multiples of premises + rest` with `rest > -scale`, then `conclusion > -1`, and it is an integer.
    /// A negative number as conclusion says that the premises contradict each other.
    pub fn shows(&self, premises: &[Linear], conclusion: &Linear) -> bool {
        self.scale > 0 && self.rest(premises, conclusion).is_some_and(|rest| rest > -self.scale)
    }

    /// `scale * conclusion - sum of multiples`, if that is a number.
    fn rest(&self, premises: &[Linear], conclusion: &Linear) -> Option<i128> {
        let mut rest = conclusion.times(self.scale)?;
        for (place, multiple) in &self.multiples {
            if *multiple < 0 {
                return None;
            }
            rest = rest.plus(multiple.checked_neg()?, premises.get(*place)?)?;
        }
        rest.as_constant()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linear::expr::Var;

    fn at_least(number: i128) -> Linear {
        Linear::of([(Var::State(0), 1)], -number).unwrap()
    }

    fn at_most(number: i128) -> Linear {
        Linear::of([(Var::State(0), -1)], number).unwrap()
    }

    #[test]
    fn sums_show_what_follows_and_nothing_else() {
        let sum = |scale, multiples: &[(usize, i128)]| Sum { scale, multiples: multiples.to_vec() };
        assert!(sum(1, &[(0, 1)]).shows(&[at_least(3)], &at_least(2)));
        assert!(!sum(1, &[(0, 1)]).shows(&[at_least(3)], &at_least(4)));
        assert!(!sum(1, &[(0, -1)]).shows(&[at_least(3)], &at_most(3)));
        assert!(!sum(0, &[]).shows(&[at_least(3)], &at_least(4)));
        assert!(!sum(1, &[(1, 1)]).shows(&[at_least(3)], &at_least(3)));
        // 3 <= x <= 2 is a contradiction, 3 <= x <= 3 is none.
        assert!(sum(1, &[(0, 1), (1, 1)]).shows(&[at_least(3), at_most(2)], &Linear::constant(-1)));
        assert!(!sum(1, &[(0, 1), (1, 1)]).shows(&[at_least(3), at_most(3)], &Linear::constant(-1)));
    }

    #[test]
    fn integers_are_rounded() {
        // 2x >= 1 says x >= 1, but not x >= 2.
        let twice = at_least(0).times(2).unwrap().plus(-1, &Linear::constant(1)).unwrap();
        let half = Sum { scale: 2, multiples: vec![(0, 1)] };
        assert!(half.shows(std::slice::from_ref(&twice), &at_least(1)));
        assert!(!half.shows(&[twice], &at_least(2)));
    }
}
