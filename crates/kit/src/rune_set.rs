//! Sets of rune cards.

use crate::RuneCard;

set_of!("rune card", RuneSet, RuneSetIter, RuneCard, u128);

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;
    use crate::{PieceSet, Rng};

    fn set(numbers: &BTreeSet<u8>) -> RuneSet {
        numbers.iter().filter_map(|&number| RuneCard::new(number)).collect()
    }

    fn numbers(set: RuneSet) -> BTreeSet<u8> {
        set.iter().map(RuneCard::number).collect()
    }

    #[test]
    fn the_full_set_has_all_76_and_the_empty_one_none() {
        assert!(RuneSet::FULL.iter().eq(RuneCard::all()));
        assert_eq!((RuneSet::EMPTY.first(), RuneSet::EMPTY.random(&mut Rng::from_number(1))), (None, None));
    }

    #[test]
    fn everything_is_drawn_once() {
        let (mut rest, mut rng) = (RuneSet::FULL, Rng::from_number(2));
        let drawn: Vec<RuneCard> = std::iter::from_fn(|| rest.draw_random(&mut rng)).collect();
        assert_eq!((drawn.len(), drawn.into_iter().collect()), (76, RuneSet::FULL));
    }

    /// What any code over [`PieceSet`] may rely on.
    fn many_are_drawn_like_one_by_one<S: PieceSet>() {
        for n in [0, 1, 7, 100] {
            let (mut rest, mut rng) = (S::FULL, Rng::from_number(3));
            let drawn = rest.draw_many(n, &mut rng);
            let (mut same, mut again) = (S::FULL, Rng::from_number(3));
            let one_by_one: S = (0..n).filter_map(|_| same.draw_random(&mut again)).collect();
            assert_eq!((drawn, rest, rng.bits()), (one_by_one, same, again.bits()), "{n} of {:?}", S::FULL);
            assert_eq!((drawn.len(), drawn.union(rest)), (n.min(S::FULL.len()), S::FULL));
            assert!(drawn.intersection(rest).is_empty() && drawn.is_subset(S::FULL.difference(rest)));
            assert!([drawn, rest].into_iter().collect::<S>().numbers().eq(S::FULL.numbers()));
        }
    }

    #[test]
    fn sets_of_either_kind_of_card_draw_alike() {
        many_are_drawn_like_one_by_one::<RuneSet>();
        many_are_drawn_like_one_by_one::<crate::CardSet>();
    }

    #[test]
    fn a_card_twice_or_unknown_is_refused() {
        for wrong in ["[3,3]", "[76]", "7"] {
            assert!(serde_json::from_str::<RuneSet>(wrong).is_err(), "{wrong}");
        }
    }

    proptest! {
        #[test]
        fn a_rune_set_is_a_set(one in prop::collection::btree_set(0u8..76, 0..76), two in prop::collection::btree_set(0u8..76, 0..76)) {
            let (a, b) = (set(&one), set(&two));
            prop_assert_eq!(numbers(a | b), &one | &two);
            prop_assert_eq!(numbers(a & b), &one & &two);
            prop_assert_eq!(numbers(a - b), &one - &two);
            prop_assert_eq!(a.is_subset(b), one.is_subset(&two));
            prop_assert_eq!((a.len(), a.is_empty()), (one.len(), one.is_empty()));
            for (n, &number) in one.iter().enumerate() {
                prop_assert_eq!(a.nth(n), RuneCard::new(number));
            }
            prop_assert_eq!(a.nth(one.len()), None);
            let text = serde_json::to_string(&a).unwrap();
            prop_assert_eq!(serde_json::from_str::<RuneSet>(&text).unwrap(), a);
        }
    }
}
