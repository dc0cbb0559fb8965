//! What the rulebooks say about the 54 cards, proved on the table.

use boxwood_kit::{Background, Card, CardSet, Colour, Symbol};

use Background::{Brown, Pink};
use Colour::{Black, Blue, Red, White, Yellow};
use Symbol::{Arrow, Bricks, Circles, Drop, Hammers, Wheel};

const NINE: [u8; 9] = [1, 1, 1, 2, 2, 3, 4, 5, 6];

fn values(cards: CardSet) -> Vec<u8> {
    let mut values: Vec<u8> = cards.iter().map(Card::value).collect();
    values.sort();
    values
}

fn of(colour: Colour, symbol: Symbol) -> CardSet {
    CardSet::of_colour(colour) & CardSet::of_symbol(symbol)
}

/// The number of a card of which there is one at most.
fn the(colour: Colour, symbol: Symbol, value: u8) -> Option<u8> {
    let found = of(colour, symbol) & CardSet::of_value(value);
    assert!(found.len() <= 1, "{colour} {symbol} {value} is not unique");
    found.first().map(Card::number)
}

/// The symbols of a colour's brown cards.
fn brown_symbols(colour: Colour) -> Vec<Symbol> {
    let mut symbols: Vec<Symbol> =
        (CardSet::of_colour(colour) & CardSet::BROWN).iter().map(Card::symbol).collect();
    symbols.sort();
    symbols
}

#[test]
fn h1_there_are_54_cards_in_nine_numbered_slots_of_each_colour() {
    assert_eq!(Card::all().len(), 54);
    for card in Card::all() {
        assert_eq!(card.colour().id(), usize::from(card.number() / 9));
        let slot = card.number() % 9;
        let (value, background) = [
            (1, Pink),
            (2, Pink),
            (3, Pink),
            (1, Background::Green),
            (1, Background::Green),
            (2, Background::Green),
            (4, Brown),
            (5, Brown),
            (6, Brown),
        ][usize::from(slot)];
        assert_eq!((card.value(), card.background()), (value, background), "card {}", card.number());
        if slot == 3 {
            let next = Card::new(card.number() + 1).unwrap();
            assert!(card.symbol() < next.symbol(), "of the two green 1s the lower symbol comes first");
        }
    }
}

#[test]
fn h2_each_colour_has_the_same_nine_values() {
    for colour in Colour::ALL {
        assert_eq!(values(CardSet::of_colour(colour)), NINE, "{colour}");
    }
}

#[test]
fn h3_each_symbol_has_the_same_nine_values() {
    for symbol in Symbol::ALL {
        assert_eq!(values(CardSet::of_symbol(symbol)), NINE, "{symbol}");
    }
}

#[test]
fn h4_h5_each_background_has_its_three_values_of_every_colour_and_symbol() {
    for (deck, three) in
        [(CardSet::PINK, [1, 2, 3]), (CardSet::GREEN, [1, 1, 2]), (CardSet::BROWN, [4, 5, 6])]
    {
        assert_eq!(deck.len(), 18);
        for colour in Colour::ALL {
            assert_eq!(values(deck & CardSet::of_colour(colour)), three, "{colour}");
        }
        for symbol in Symbol::ALL {
            assert_eq!(values(deck & CardSet::of_symbol(symbol)), three, "{symbol}");
        }
    }
    assert_eq!(CardSet::PINK | CardSet::GREEN | CardSet::BROWN, CardSet::FULL);
}

#[test]
fn h6_h7_without_brown_and_without_green_every_colour_has_one_of_each_symbol() {
    for (deck, six) in [
        (CardSet::FULL - CardSet::BROWN, [1, 1, 1, 2, 2, 3]),
        (CardSet::FULL - CardSet::GREEN, [1, 2, 3, 4, 5, 6]),
    ] {
        assert_eq!(deck.len(), 36);
        for colour in Colour::ALL {
            assert_eq!(values(deck & CardSet::of_colour(colour)), six);
            for symbol in Symbol::ALL {
                assert_eq!((deck & of(colour, symbol)).len(), 1, "{colour} {symbol}");
            }
        }
        for symbol in Symbol::ALL {
            assert_eq!(values(deck & CardSet::of_symbol(symbol)), six);
        }
    }
}

#[test]
fn h6_h7_brown_and_green_cover_the_same_symbols_of_a_colour_and_pink_the_others() {
    for (colour, symbol) in Colour::ALL.into_iter().flat_map(|c| Symbol::ALL.map(|s| (c, s))) {
        let has = |deck: CardSet| !(deck & of(colour, symbol)).is_empty();
        assert_eq!(has(CardSet::BROWN), has(CardSet::GREEN), "{colour} {symbol}");
        assert_ne!(has(CardSet::BROWN), has(CardSet::PINK), "{colour} {symbol}");
    }
}

#[test]
fn h8_the_complementary_pairs_are_red_yellow_green_blue_white_black() {
    let pairs: Vec<(Colour, Colour)> = Colour::ALL
        .into_iter()
        .flat_map(|a| Colour::ALL.map(|b| (a, b)))
        .filter(|(a, b)| a < b && !brown_symbols(*a).iter().any(|s| brown_symbols(*b).contains(s)))
        .collect();
    assert_eq!(pairs, [(Red, Yellow), (Colour::Green, Blue), (White, Black)]);
}

#[test]
fn h9_the_yellow_6_has_a_drop() {
    assert_eq!(the(Yellow, Drop, 6), Some(17));
}

/// H10: the starting hands of The Gauntlet, each card the lowest left that fits.
#[test]
fn h10_the_gauntlets_starting_cards_exist() {
    let four = [
        [(Wheel, 2, 32), (Bricks, 1, 13), (Circles, 1, 0)],
        [(Wheel, 1, 3), (Bricks, 2, 1), (Circles, 1, 12)],
        [(Wheel, 1, 9), (Bricks, 1, 18), (Circles, 2, 23)],
        [(Wheel, 2, 37), (Bricks, 1, 31), (Circles, 1, 40)],
    ];
    let two = [
        [(Wheel, 1, 9), (Bricks, 2, 1), (Circles, 3, 29)],
        [(Wheel, 2, 37), (Bricks, 3, 47), (Circles, 1, 0)],
    ];
    for (deck, hands) in [(CardSet::FULL, &four[..]), (CardSet::PINK | CardSet::BROWN, &two)] {
        let mut left = deck;
        for &(symbol, value, number) in hands.as_flattened() {
            let fitting = left & CardSet::of_symbol(symbol) & CardSet::of_value(value);
            let lowest = fitting.first().unwrap();
            assert_eq!(lowest.number(), number, "{symbol} {value}");
            left.remove(lowest);
        }
    }
}

#[test]
fn s1_to_s6_and_s10_the_cards_seen_in_examples_exist() {
    assert_eq!(the(Black, Wheel, 5), Some(52)); // S1
    assert_eq!(the(White, Circles, 1), Some(40)); // S2
    assert_eq!(the(Colour::Green, Hammers, 5), Some(25)); // S3
    assert_eq!(the(Red, Bricks, 2), Some(1)); // S4
    assert_eq!(the(Yellow, Wheel, 1), Some(9)); // S5
    assert_eq!(the(Black, Wheel, 1), Some(49)); // S6
    for (symbol, value) in [(Drop, 2), (Drop, 3), (Wheel, 5)] {
        assert!(!(CardSet::of_symbol(symbol) & CardSet::of_value(value)).is_empty()); // S10
    }
}

#[test]
fn s3_s4_the_only_hammers_5_and_one_bricks_2_have_a_colour_of_base_cubes() {
    let hammers = CardSet::of_symbol(Hammers) & CardSet::of_value(5);
    assert!(hammers.len() == 1 && hammers.iter().all(|card| card.colour().is_base()));
    let bricks = CardSet::of_symbol(Bricks) & CardSet::of_value(2);
    assert!(bricks.iter().any(|card| card.colour().is_base()));
}

#[test]
fn s7_s8_the_colours_of_war_for_few_players_have_single_arrows_and_hammers() {
    let single = |symbol| -> Vec<Colour> {
        Colour::ALL.into_iter().filter(|&colour| of(colour, symbol).len() == 1).collect()
    };
    assert_eq!(single(Arrow), [Yellow, Blue, White]); // S7
    let both: Vec<Colour> = single(Arrow).into_iter().filter(|c| single(Hammers).contains(c)).collect();
    assert_eq!(both, [Yellow, Blue]); // S8
    assert_eq!(of(White, Hammers).len(), 2);
}

#[test]
fn s9_each_colours_6_has_its_own_symbol() {
    for (colour, symbol) in [
        (Yellow, Drop),
        (Red, Hammers),
        (Colour::Green, Circles),
        (White, Bricks),
        (Blue, Wheel),
        (Black, Arrow),
    ] {
        let six = (CardSet::of_colour(colour) & CardSet::of_value(6)).first().unwrap();
        assert_eq!(six.symbol(), symbol, "{colour}");
    }
}

#[test]
fn s11_the_doomed_black_drop_is_a_4_and_the_doomed_black_wheel_a_5() {
    let doomed = CardSet::of_colour(Black) & CardSet::BROWN;
    let listed: Vec<_> = doomed.iter().map(|card| (card.symbol(), card.value())).collect();
    assert_eq!(listed, [(Drop, 4), (Wheel, 5), (Arrow, 6)]);
}

/// The rule of construction: two rings, read against each other.
#[test]
fn the_table_is_the_cyclic_construction() {
    let colours = [Red, Colour::Green, White, Yellow, Blue, Black];
    let symbols = [Hammers, Circles, Bricks, Drop, Wheel, Arrow];
    let mut built = Vec::new();
    for (j, colour) in colours.into_iter().enumerate() {
        for back in 0..6 {
            let symbol = symbols[(j + 6 - back) % 6];
            let value = 6 - back as u8;
            built.push((colour, symbol, value, if value > 3 { Brown } else { Pink }));
            if let Some(&green) = [2, 1, 1].get(back) {
                built.push((colour, symbol, green, Background::Green));
            }
        }
    }
    built.sort();
    let mut printed: Vec<_> =
        Card::all().map(|card| (card.colour(), card.symbol(), card.value(), card.background())).collect();
    printed.sort();
    assert_eq!(built, printed);
}

/// Value and first letter of the background, then the number; columns are the symbols in order.
const BY_COLOUR_AND_SYMBOL: [(&str, [&str; 6]); 6] = [
    ("red", ["3p#2", "2g#5 6b#8", "1p#0", "2p#1", "1g#3 4b#6", "1g#4 5b#7"]),
    ("yellow", ["2g#14 6b#17", "3p#11", "1g#12 4b#15", "1g#13 5b#16", "1p#9", "2p#10"]),
    ("green", ["2p#19", "1g#21 5b#25", "2g#23 6b#26", "1p#18", "3p#20", "1g#22 4b#24"]),
    ("blue", ["1g#30 5b#34", "2p#28", "3p#29", "1g#31 4b#33", "2g#32 6b#35", "1p#27"]),
    ("white", ["1p#36", "1g#39 4b#42", "1g#40 5b#43", "2g#41 6b#44", "2p#37", "3p#38"]),
    ("black", ["1g#48 4b#51", "1p#45", "2p#46", "3p#47", "1g#49 5b#52", "2g#50 6b#53"]),
];

#[test]
fn the_table_by_colour_and_symbol() {
    for (colour, cells) in BY_COLOUR_AND_SYMBOL {
        let colour: Colour = colour.parse().unwrap();
        for (symbol, cell) in Symbol::ALL.into_iter().zip(cells) {
            let cards = of(colour, symbol).iter();
            let written: Vec<String> = cards
                .map(|c| format!("{}{}#{}", c.value(), &c.background().name()[..1], c.number()))
                .collect();
            assert_eq!(written.join(" "), cell, "{colour} {symbol}");
        }
    }
}

#[test]
fn the_brown_deck_is_the_high_cards() {
    let high = CardSet::of_value(4) | CardSet::of_value(5) | CardSet::of_value(6);
    assert_eq!(CardSet::BROWN, high);
}

#[test]
fn sub_decks_select_by_the_property_they_are_named_after() {
    let select =
        |wanted: &dyn Fn(Card) -> bool| Card::all().filter(|&card| wanted(card)).collect::<CardSet>();
    assert_eq!(CardSet::FULL, select(&|_| true));
    for colour in Colour::ALL {
        assert_eq!(CardSet::of_colour(colour), select(&|card| card.colour() == colour));
    }
    for symbol in Symbol::ALL {
        assert_eq!(CardSet::of_symbol(symbol), select(&|card| card.symbol() == symbol));
    }
    for value in 1..=6 {
        assert_eq!(CardSet::of_value(value), select(&|card| card.value() == value));
    }
    for (background, deck) in Background::ALL.into_iter().zip([CardSet::PINK, CardSet::GREEN, CardSet::BROWN])
    {
        assert_eq!(deck, select(&|card| card.background() == background));
    }
}

/// Ruling 4: the techniques of Hudai Monastery take a green-background 1 and 2 of each symbol.
#[test]
fn ruling_4_hudais_demons_are_12_and_12_and_the_6_ones_left() {
    let mut left = CardSet::GREEN;
    for symbol in Symbol::ALL {
        for value in [1, 2] {
            let technique = left & CardSet::of_symbol(symbol) & CardSet::of_value(value);
            left.remove(technique.first().unwrap());
        }
    }
    assert_eq!(values(left), [1; 6]);
    assert_eq!(12 + 12 + left.len(), 30);
}

/// Every order of the numbers 0 to 5.
fn permutations() -> Vec<[usize; 6]> {
    let mut all = Vec::new();
    for code in 0..6usize.pow(6) {
        let order = [0, 1, 2, 3, 4, 5].map(|place| code / 6usize.pow(place) % 6);
        if (0..6).all(|n| order.contains(&n)) {
            all.push(order);
        }
    }
    all
}

#[test]
fn exactly_six_exchanges_of_colours_and_symbols_map_the_deck_to_itself() {
    // What a colour and a symbol have in common, as one number to compare.
    let mut cell = [[0u32; 6]; 6];
    for card in Card::all() {
        let bit = 3 * u32::from(card.value()) + card.background().id() as u32;
        cell[card.colour().id()][card.symbol().id()] |= 1 << bit;
    }
    let orders = permutations();
    assert_eq!(orders.len(), 720);
    let keeps = |colours: &[usize; 6], symbols: &[usize; 6]| {
        (0..6).all(|c| (0..6).all(|s| cell[c][s] == cell[colours[c]][symbols[s]]))
    };
    let symmetries = orders.iter().flat_map(|c| orders.iter().filter(|s| keeps(c, s))).count();
    assert_eq!(symmetries, 6);
}

/// The layout is reconstructed; this counts how far the rulebooks decide which symbols a colour has in brown.
#[test]
fn of_297200_ways_to_share_out_the_brown_symbols_18600_pass_the_hard_facts() {
    let threes: Vec<u8> = (0..64u8).filter(|row| row.count_ones() == 3).collect();
    let has = |row: u8, symbol: Symbol| row >> symbol.id() & 1 == 1;
    // Each symbol's count takes four bits of one number, so that rows add up in one step.
    let spread = |row: u8| Symbol::ALL.iter().map(|s| u32::from(has(row, *s)) << (4 * s.id())).sum::<u32>();
    let rows: Vec<(u8, u32)> = threes.iter().map(|&row| (row, spread(row))).collect();
    let (mut possible, mut hard) = (0, 0);
    for &(_, red) in &rows {
        for &(yellow, y) in &rows {
            for &(_, green) in &rows {
                for &(_, blue) in &rows {
                    for &(white, w) in &rows {
                        let rest = 0x333333u32.wrapping_sub(red + y + green + blue + w);
                        let Some(&(black, _)) = rows.iter().find(|(_, counts)| *counts == rest) else {
                            continue;
                        };
                        possible += 1;
                        hard += u32::from(has(yellow, Drop) && white & black == 0); // H9, H8
                    }
                }
            }
        }
    }
    assert_eq!((possible, hard), (297_200, 18_600));
}
