//! Which cards make which numbers.

use boxwood_kit::{Card, CardSet};

use super::{Action, HAND, MOST_DISCARDED};

/// What the cards add up to.
#[inline]
pub(super) fn sum(cards: CardSet) -> u8 {
    cards.iter().map(Card::value).sum()
}

/// The numbers of the cards, the lowest first.
pub(super) fn numbers(cards: CardSet) -> impl Iterator<Item = u8> {
    (1..=6).flat_map(move |number| std::iter::repeat_n(number, (cards & CardSet::of_value(number)).len()))
}

/// Every number that some of the cards make, as a set of bits; bit 0 for none of them.
#[inline]
pub(super) fn sums(cards: CardSet) -> u64 {
    cards.iter().fold(1, |sums, card| sums | sums << card.value())
}

/// Whether some of the cards make the number.
#[inline]
pub(super) fn can_make(cards: CardSet, number: u8) -> bool {
    sums(cards) >> number & 1 == 1
}

/// Whether two of the cards have the same number, so that either can be chosen for the other.
pub(super) fn has_equals(cards: CardSet) -> bool {
    (1..=6).any(|number| (cards & CardSet::of_value(number)).len() > 1)
}

/// Rules 2 and 3: every set of the hand that makes the number; or, if there is none, every way to pass. Cards of the
/// same number are interchangeable: of several choices of the same numbers, this is the one of the first cards.
#[inline]
pub(super) fn each(hand: CardSet, target: u8, mut take: impl FnMut(Action)) {
    let mut chosen = [(CardSet::EMPTY, 0); 1 << HAND];
    let mut known = 1;
    for number in 1..=6 {
        let (before, mut equals, mut made) = (known, CardSet::EMPTY, 0);
        for card in hand & CardSet::of_value(number) {
            (equals, made) = (equals | CardSet::only(card), made + number);
            for place in 0..before {
                let (cards, sum) = chosen[place];
                chosen[known] = (cards | equals, sum + made);
                known += 1;
            }
        }
    }
    let chosen = &chosen[..known];
    if can_make(hand, target) {
        chosen.iter().filter(|(_, sum)| *sum == target).for_each(|&(cards, _)| take(Action::Lay(cards)));
    } else {
        let few = |(cards, _): &&(CardSet, u8)| cards.len() <= MOST_DISCARDED;
        chosen.iter().filter(few).for_each(|&(cards, _)| take(Action::Pass(cards)));
    }
}
