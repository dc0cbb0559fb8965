//! Every piece a table holds, to prove that none is lost and none is invented.

use std::fmt;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::{Card, CardSet, Colour, MeepleColour, RuneCard, Star, Symbol, Tile};

/// How many of each piece there are, wherever they lie.
///
/// Counts stop at the top of their type instead of starting again at 0: that many is too many anyway.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inventory {
    /// By number; 54 and 55 are the stars.
    pub cards: [u8; 56],
    /// By symbol.
    pub tiles: [u8; 6],
    /// By colour.
    pub cubes: [u16; 6],
    /// By colour, grey last.
    pub meeples: [u8; 7],
    /// Of any colour.
    pub dice: u8,
    /// Draw bags.
    pub bags: u8,
    /// By number.
    pub runes: [u8; 76],
}

/// How many cubes of each colour the box holds.
const CUBES: u16 = 20;

impl Inventory {
    /// No piece at all.
    pub const EMPTY: Inventory = Inventory {
        cards: [0; 56],
        tiles: [0; 6],
        cubes: [0; 6],
        meeples: [0; 7],
        dice: 0,
        bags: 0,
        runes: [0; 76],
    };

    /// The whole Green Box with its expansion.
    pub const fn green_box() -> Inventory {
        Inventory {
            cards: [1; 56],
            tiles: [Tile::COPIES; 6],
            cubes: [CUBES; 6],
            meeples: [1; 7],
            dice: 2,
            bags: 1,
            ..Inventory::EMPTY
        }
    }

    /// The Deck: one of each rune card, and nothing else.
    pub const fn the_deck() -> Inventory {
        Inventory { runes: [1; 76], ..Inventory::EMPTY }
    }

    /// Adds a card.
    pub fn add_card(&mut self, card: Card) -> &mut Inventory {
        add(&mut self.cards[card.number() as usize], 1);
        self
    }

    /// Adds cards: a [`CardSet`], a hand, a pile.
    pub fn add_cards(&mut self, cards: impl IntoIterator<Item = Card>) -> &mut Inventory {
        cards.into_iter().for_each(|card| {
            self.add_card(card);
        });
        self
    }

    /// Adds a star card.
    pub fn add_star(&mut self, star: Star) -> &mut Inventory {
        add(&mut self.cards[star.number() as usize], 1);
        self
    }

    /// Adds a tile.
    pub fn add_tile(&mut self, symbol: Symbol) -> &mut Inventory {
        self.add_tiles(symbol, 1)
    }

    /// Adds tiles of one symbol.
    pub fn add_tiles(&mut self, symbol: Symbol, n: u8) -> &mut Inventory {
        add(&mut self.tiles[symbol.id()], n);
        self
    }

    /// Adds cubes of one colour.
    pub fn add_cubes(&mut self, colour: Colour, n: u16) -> &mut Inventory {
        let cubes = &mut self.cubes[colour.id()];
        *cubes = cubes.saturating_add(n);
        self
    }

    /// Adds cubes of one colour, of which there may be more than the box holds.
    ///
    /// Those that are too many count as stand-ins of the unused colours, lowest id first.
    /// If even these run out, the rest count as what they are, and [`is_within`](Self::is_within) will say so.
    pub fn add_cubes_with_stand_ins(&mut self, colour: Colour, n: u16, unused: &[Colour]) -> &mut Inventory {
        let others = Colour::ALL.into_iter().filter(|other| unused.contains(other));
        let mut left = n;
        for actual in [colour].into_iter().chain(others) {
            let here = left.min(CUBES.saturating_sub(self.cubes[actual.id()]));
            self.add_cubes(actual, here);
            left -= here;
        }
        self.add_cubes(colour, left)
    }

    /// Adds a meeple.
    pub fn add_meeple(&mut self, colour: impl Into<MeepleColour>) -> &mut Inventory {
        add(&mut self.meeples[colour.into().id()], 1);
        self
    }

    /// Adds dice.
    pub fn add_dice(&mut self, n: u8) -> &mut Inventory {
        add(&mut self.dice, n);
        self
    }

    /// Adds the draw bag.
    pub fn add_bag(&mut self) -> &mut Inventory {
        add(&mut self.bags, 1);
        self
    }

    /// Adds a rune card.
    pub fn add_rune(&mut self, card: RuneCard) -> &mut Inventory {
        add(&mut self.runes[card.number() as usize], 1);
        self
    }

    /// Whether these pieces can be taken from the whole. Dice do not count: a game has as many as it needs.
    ///
    /// # Errors
    /// The first piece of which there are too many.
    pub fn is_within(&self, whole: &Inventory) -> Result<(), TooMany> {
        let too_many = |&(_, count, held): &(Piece, u16, u16)| count > held;
        match self.pieces().zip(whole.pieces()).map(|((p, n), (_, held))| (p, n, held)).find(too_many) {
            Some((piece, count, held)) => Err(TooMany { piece, count, held }),
            None => Ok(()),
        }
    }

    /// Every limited kind of piece with its count, always in the same order.
    fn pieces(&self) -> impl Iterator<Item = (Piece, u16)> {
        let small = |(piece, &n): (Piece, &u8)| (piece, u16::from(n));
        let cards = CardSet::FULL.iter().map(Piece::Card).chain(Star::ALL.map(Piece::Star));
        (cards.zip(&self.cards).map(small))
            .chain(Symbol::ALL.map(Piece::Tile).into_iter().zip(&self.tiles).map(small))
            .chain(Colour::ALL.map(Piece::Cube).into_iter().zip(self.cubes))
            .chain(MeepleColour::ALL.map(Piece::Meeple).into_iter().zip(&self.meeples).map(small))
            .chain([(Piece::Bag, u16::from(self.bags))])
            .chain(RuneCard::all().map(Piece::Rune).zip(&self.runes).map(small))
    }
}

fn add(count: &mut u8, n: u8) {
    *count = count.saturating_add(n);
}

fn sum(counts: &[u8]) -> u32 {
    counts.iter().map(|&n| u32::from(n)).sum()
}

impl Default for Inventory {
    fn default() -> Inventory {
        Inventory::EMPTY
    }
}

/// "54 cards, 36 tiles, 20 red cubes", or "nothing".
impl fmt::Display for Inventory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let totals = [(sum(&self.cards), "card"), (sum(&self.tiles), "tile")];
        let cubes = Colour::ALL.into_iter().zip(self.cubes).map(|(c, n)| (u32::from(n), Piece::Cube(c)));
        let meeples =
            MeepleColour::ALL.into_iter().zip(self.meeples).map(|(c, n)| (u32::from(n), Piece::Meeple(c)));

        let mut line = Line { f, begun: false };
        for (n, name) in totals {
            line.add(n, format_args!("{name}{}", plural(n)))?;
        }
        for (n, piece) in cubes.chain(meeples) {
            line.add(n, format_args!("{piece}{}", plural(n)))?;
        }
        line.add(u32::from(self.dice), format_args!("{}", if self.dice == 1 { "die" } else { "dice" }))?;
        line.add(u32::from(self.bags), format_args!("{}{}", Piece::Bag, plural(u32::from(self.bags))))?;
        let runes = sum(&self.runes);
        line.add(runes, format_args!("rune card{}", plural(runes)))?;
        if line.begun { Ok(()) } else { f.write_str("nothing") }
    }
}

/// A list in the making, with commas between what is there.
struct Line<'a, 'f> {
    f: &'a mut fmt::Formatter<'f>,
    begun: bool,
}

impl Line<'_, '_> {
    fn add(&mut self, n: u32, name: fmt::Arguments<'_>) -> fmt::Result {
        if n == 0 {
            return Ok(());
        }
        let comma = if self.begun { ", " } else { "" };
        self.begun = true;
        write!(self.f, "{comma}{n} {name}")
    }
}

fn plural(n: u32) -> &'static str {
    if n == 1 { "" } else { "s" }
}

/// Counts per kind of piece, without the zeros.
impl Serialize for Inventory {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        let total = |map: &mut S::SerializeMap, name, n: u32| match n {
            0 => Ok(()),
            n => map.serialize_entry(name, &n),
        };
        total(&mut map, "cards", sum(&self.cards))?;
        if sum(&self.tiles) > 0 {
            map.serialize_entry("tiles", &Counts(&Symbol::ALL, &self.tiles))?;
        }
        if self.cubes != [0; 6] {
            map.serialize_entry("cubes", &Counts(&Colour::ALL, &self.cubes))?;
        }
        if sum(&self.meeples) > 0 {
            map.serialize_entry("meeples", &Counts(&MeepleColour::ALL, &self.meeples))?;
        }
        total(&mut map, "dice", u32::from(self.dice))?;
        total(&mut map, "bags", u32::from(self.bags))?;
        total(&mut map, "runes", sum(&self.runes))?;
        map.end()
    }
}

/// Kinds beside their counts, stored as a map of what is there.
struct Counts<'a, K, N>(&'a [K], &'a [N]);

impl<K: Serialize, N: Serialize + Copy + Into<u32>> Serialize for Counts<'_, K, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let there = |&(_, &n): &(&K, &N)| n.into() > 0;
        serializer.collect_map(self.0.iter().zip(self.1).filter(there))
    }
}

/// A kind of piece of which the box holds only so many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// This very card.
    Card(Card),
    /// This very star.
    Star(Star),
    /// A tile with this symbol.
    Tile(Symbol),
    /// A cube of this colour.
    Cube(Colour),
    /// The meeple of this colour.
    Meeple(MeepleColour),
    /// The draw bag.
    Bag,
    /// This very rune card.
    Rune(RuneCard),
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Piece::Card(card) => write!(f, "{card} card"),
            Piece::Star(star) => write!(f, "{star} card"),
            Piece::Tile(symbol) => write!(f, "{symbol} tile"),
            Piece::Cube(colour) => write!(f, "{colour} cube"),
            Piece::Meeple(colour) => write!(f, "{colour} meeple"),
            Piece::Bag => f.write_str("draw bag"),
            Piece::Rune(card) => write!(f, "{card} #{} card", card.number()),
        }
    }
}

/// More of a piece than there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooMany {
    /// Which piece.
    pub piece: Piece,
    /// How many were counted.
    pub count: u16,
    /// How many the whole holds.
    pub held: u16,
}

impl fmt::Display for TooMany {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TooMany { piece, count, held } = self;
        write!(f, "{count} {piece}{}, but the box holds {held}", plural(u32::from(*count)))
    }
}

impl std::error::Error for TooMany {}

#[cfg(test)]
mod tests {
    use super::*;
    use Colour::{Black, Blue, Green, Red, White, Yellow};

    #[test]
    fn the_green_box_holds_56_cards_36_tiles_120_cubes_7_meeples_and_a_bag() {
        let green_box = Inventory::green_box();
        assert_eq!(sum(&green_box.cards), 56);
        assert_eq!(sum(&green_box.tiles), 36);
        assert_eq!(green_box.cubes.iter().sum::<u16>(), 120);
        let base = Colour::ALL.into_iter().filter(|c| c.is_base());
        assert_eq!(base.map(|c| green_box.cubes[c.id()]).sum::<u16>(), 80);
        assert_eq!(sum(&green_box.meeples), 7);
        assert_eq!((green_box.dice, green_box.bags, sum(&green_box.runes)), (2, 1, 0));
    }

    #[test]
    fn adding_every_piece_makes_the_boxes() {
        let mut green_box = Inventory::EMPTY;
        green_box.add_cards(Card::all()).add_star(Star::Green).add_star(Star::Yellow).add_dice(2).add_bag();
        Tile::all().for_each(|tile| {
            green_box.add_tile(tile.symbol());
        });
        Colour::ALL.into_iter().for_each(|colour| {
            green_box.add_cubes(colour, 20).add_meeple(colour);
        });
        green_box.add_meeple(MeepleColour::Grey);
        assert_eq!(green_box, Inventory::green_box());

        let mut deck = Inventory::EMPTY;
        RuneCard::all().for_each(|card| {
            deck.add_rune(card);
        });
        assert_eq!(deck, Inventory::the_deck());
    }

    #[test]
    fn the_first_piece_too_many_is_named() {
        let card = Card::new(0).unwrap();
        let king = RuneCard::new(68).unwrap();
        let whole = || Inventory { runes: [1; 76], ..Inventory::green_box() };
        assert_eq!(whole().is_within(&whole()), Ok(()));
        for (refused, message) in [
            (whole().add_cubes(Red, 1), "21 red cubes, but the box holds 20"),
            (whole().add_card(card), "2 red Circles 1 cards, but the box holds 1"),
            (whole().add_star(Star::Yellow), "2 yellow star cards, but the box holds 1"),
            (whole().add_tiles(Symbol::Arrow, 1), "7 Arrow tiles, but the box holds 6"),
            (whole().add_meeple(MeepleColour::Grey), "2 grey meeples, but the box holds 1"),
            (whole().add_bag(), "2 draw bags, but the box holds 1"),
            (whole().add_rune(king), "2 red King #68 cards, but the box holds 1"),
            (whole().add_cubes(Black, 1).add_tile(Symbol::Drop), "7 Drop tiles, but the box holds 6"),
        ] {
            assert_eq!(refused.is_within(&whole()).unwrap_err().to_string(), message);
        }
        let stranger = Inventory::default().add_rune(king).is_within(&Inventory::green_box()).unwrap_err();
        assert_eq!(stranger.to_string(), "1 red King #68 card, but the box holds 0");
    }

    #[test]
    fn a_game_has_as_many_dice_as_it_needs() {
        assert_eq!(Inventory::green_box().add_dice(10).is_within(&Inventory::green_box()), Ok(()));
        assert_eq!(Inventory::default().add_dice(1).is_within(&Inventory::the_deck()), Ok(()));
    }

    #[test]
    fn counts_do_not_start_again_at_zero() {
        let huge = *Inventory::default()
            .add_tiles(Symbol::Drop, 255)
            .add_tile(Symbol::Drop)
            .add_cubes(Red, u16::MAX)
            .add_cubes(Red, 1);
        assert_eq!((huge.tiles[0], huge.cubes[0]), (255, u16::MAX));
    }

    /// Ruling 6 on the kit: supplies without a limit borrow cubes of colours the game does not use.
    #[test]
    fn ruling_6_stand_ins_come_from_unused_colours_lowest_id_first() {
        for (colour, n, unused, expected) in [
            (Blue, 20, &[Red][..], [0, 0, 0, 20, 0, 0]),
            (Blue, 21, &[Red], [1, 0, 0, 20, 0, 0]),
            (Blue, 45, &[Black, White, Yellow], [0, 20, 0, 20, 5, 0]),
            (Blue, 21, &[], [0, 0, 0, 21, 0, 0]),
            (Red, 130, &[Yellow, Green, Blue, White, Black], [30, 20, 20, 20, 20, 20]),
            (Red, 25, &[Red, Black], [20, 0, 0, 0, 0, 5]),
        ] {
            let counted = *Inventory::default().add_cubes_with_stand_ins(colour, n, unused);
            assert_eq!(counted.cubes, expected, "{n} {colour}, unused {unused:?}");
        }
    }

    #[test]
    fn ruling_6_stand_ins_of_two_colours_share_the_unused_ones() {
        let unused = [White, Black];
        let counted = *Inventory::default()
            .add_cubes_with_stand_ins(Red, 35, &unused)
            .add_cubes_with_stand_ins(Green, 28, &unused);
        assert_eq!(counted.cubes, [20, 0, 20, 0, 20, 3]);
        assert_eq!(counted.is_within(&Inventory::green_box()), Ok(()));
        let again = *Inventory::default().add_cubes(Red, 15).add_cubes_with_stand_ins(Red, 10, &unused);
        assert_eq!(again.cubes, [20, 0, 0, 0, 5, 0]);
    }

    #[test]
    fn displayed_as_one_line_of_what_is_there() {
        let mut some = Inventory::EMPTY;
        assert_eq!(some.to_string(), "nothing");
        some.add_cards(Card::all()).add_tiles(Symbol::Drop, 6).add_cubes(Red, 20).add_cubes(Black, 1);
        assert_eq!(some.to_string(), "54 cards, 6 tiles, 20 red cubes, 1 black cube");
        some.add_meeple(MeepleColour::Grey).add_dice(1).add_bag().add_rune(RuneCard::default());
        let rest = ", 1 grey meeple, 1 die, 1 draw bag, 1 rune card";
        assert!(some.to_string().ends_with(rest), "{some}");
    }

    #[test]
    fn stored_as_counts_per_kind_without_zeros() {
        let json = |inventory: &Inventory| serde_json::to_string(inventory).unwrap();
        assert_eq!(json(&Inventory::EMPTY), "{}");
        assert_eq!(json(&Inventory::the_deck()), r#"{"runes":76}"#);
        let mut some = Inventory::EMPTY;
        some.add_cards(CardSet::PINK)
            .add_tile(Symbol::Wheel)
            .add_cubes(Red, 300)
            .add_meeple(Blue)
            .add_dice(2)
            .add_bag();
        assert_eq!(
            json(&some),
            r#"{"cards":18,"tiles":{"wheel":1},"cubes":{"red":300},"meeples":{"blue":1},"dice":2,"bags":1}"#
        );
    }
}
