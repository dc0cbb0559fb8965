//! The rules, the rulings and the worked examples, by number.

use std::collections::BTreeSet;

use boxwood_conformance::testing::{self, intent, json, mover, new_match, seat};
use boxwood_engine::{Match, OptionsExt, Refused, Said};
use boxwood_kit::Seed;
use boxwood_scene::{Becomes, Change, Key, count};

use super::board::QUARTERS;
use super::building::set_points;
use super::flow::result;
use super::*;
use Action::*;
use Colour::{Blue, Green, Red, White, Yellow};

fn place(name: &str) -> Place {
    name.parse().unwrap()
}

fn card(name: &str) -> Card {
    name.parse().unwrap_or_else(|_| panic!("no card is called {name}"))
}

/// Cards in a notation: "red Circles 1, blue Drop 1".
fn cards(names: &str) -> CardSet {
    names.split(", ").filter(|name| !name.is_empty()).map(card).collect()
}

/// Cubes in a notation: "red red blue".
fn cubes(names: &str) -> Cubes {
    names.split_whitespace().map(|name| name.parse::<Colour>().unwrap()).collect()
}

/// A table without cards and cubes in hands; seat 0 begins, and one cube each of red, yellow and green
/// is in the market (and a blue one with 5 or 6 players).
fn table_with(seats: usize, options: serde_json::Value) -> State {
    let mut state = new_match::<GoldenPyramid>(options, seats, 1).state().clone();
    let market = if seats <= 4 { cubes("red yellow green") } else { cubes("red yellow green blue") };
    state.hands = Hands::empty(seats);
    state.table.cubes = SeatMap::filled(seats, Cubes::EMPTY);
    state.table.market = market;
    state.table.bag = Bag::new([cubes_each(seats); 6]);
    state.table.bag.take_all(&market);
    state.table.on_turn = seat(0);
    state
}

fn table(seats: usize) -> State {
    table_with(seats, json!({}))
}

impl State {
    fn with_hand(mut self, number: usize, names: &str) -> State {
        self.hands[seat(number)] = cards(names);
        self
    }

    fn with_cubes(mut self, number: usize, names: &str) -> State {
        let cubes = cubes(names);
        assert!(self.table.bag.take_all(&cubes));
        self.table.cubes[seat(number)] = cubes;
        self
    }

    /// Tiles of level 1 of any symbol, laid by this seat.
    fn with_ground(mut self, number: usize, names: &str) -> State {
        for name in names.split_whitespace() {
            let symbol = self.next_tile();
            self.table.pyramid.lay(place(name), symbol);
            self.table.contributors[0].insert(seat(number));
        }
        self
    }

    /// A tile above level 1 on columns from the bag, raised by this seat.
    fn with_raised(mut self, number: usize, name: &str, columns: &str) -> State {
        let columns: Vec<Colour> = columns.split_whitespace().map(|name| name.parse().unwrap()).collect();
        columns.iter().for_each(|&colour| assert!(self.table.bag.take(colour, 1)));
        let (symbol, site) = (self.next_tile(), place(name));
        self.table.pyramid.raise(site, symbol, columns.try_into().unwrap());
        self.table.contributors[usize::from(site.level()) - 1].insert(seat(number));
        self
    }

    /// A tile of which most are left.
    fn next_tile(&mut self) -> Symbol {
        let symbol = Symbol::ALL.into_iter().max_by_key(|symbol| self.table.stacks[symbol.id()]).unwrap();
        self.table.stacks[symbol.id()] -= 1;
        symbol
    }

    fn with_builder(mut self, number: usize, name: &str) -> State {
        self.table.builders[seat(number)] = Some(place(name));
        self
    }

    fn sound(self) -> State {
        assert_eq!(GoldenPyramid::audit(&self), Ok(()));
        self
    }
}

const WHOLE_GROUND: &str = "1:a1 1:b1 1:c1 1:d1 1:a2 1:b2 1:c2 1:d2 1:a3 1:b3 1:c3 1:d3 1:a4 1:b4 1:c4 1:d4";

/// What a seat does, and what everybody hears.
fn act_as(state: &mut State, seat: Seat, action: Action) -> Vec<String> {
    testing::act::<GoldenPyramid>(state, seat, &action, 3).iter().map(|said| testing::named(said)).collect()
}

fn act(state: &mut State, action: Action) -> Vec<String> {
    let seat = mover::<GoldenPyramid>(state);
    act_as(state, seat, action)
}

fn refusal(state: &State, action: Action) -> String {
    testing::refusal::<GoldenPyramid>(state, mover::<GoldenPyramid>(state), &action)
}

fn listed(state: &State) -> Vec<Action> {
    testing::actions::<GoldenPyramid>(state, mover::<GoldenPyramid>(state))
}

fn build(card_name: &str, cell: &str) -> Action {
    Build { card: card(card_name), cell: place(cell) }
}

fn score(state: &State, number: usize) -> i16 {
    state.table.scores[seat(number)]
}

#[test]
fn rules_1_to_3_the_table_at_the_start() {
    for (seats, each, market, dealt) in
        [(2, 15, 3, 4), (3, 15, 3, 4), (4, 15, 3, 3), (5, 18, 4, 3), (6, 18, 4, 3)]
    {
        let game = new_match::<GoldenPyramid>(json!({}), seats, 7);
        let State { table, hands, .. } = game.state();
        for seat in Seat::all(seats) {
            assert_eq!(
                (hands[seat].len(), table.cubes[seat].total()),
                (dealt, dealt as u32),
                "{seats} seats"
            );
        }
        assert_eq!(table.market.total(), market);
        assert_eq!(table.all_cubes(Red), each);
        assert_eq!(table.stacks, [6; 6]);
        assert_eq!(table.builders.as_slice(), vec![None; seats]);
        assert_eq!(game.state().deck().len(), 42 - seats * dealt);
    }
    assert!(DECK.iter().all(|card| card.value() <= 4));
    for colour in Colour::ALL {
        let mut values: Vec<u8> = (DECK & CardSet::of_colour(colour)).iter().map(Card::value).collect();
        values.sort_unstable();
        assert_eq!(values, [1, 1, 1, 2, 2, 3, 4]);
    }
}

#[test]
fn rule_2_no_three_of_a_colour_unless_the_bag_gives_nothing_else() {
    for seed in 0..200 {
        let game = new_match::<GoldenPyramid>(json!({}), 5, seed);
        assert!(game.state().table.market.iter().all(|(_, n)| n < 3), "seed {seed}");
    }
    // Only red is left: after 20 repeats the market stays as it is.
    let mut state = table(2);
    state.table.market = cubes("red red red");
    state.table.bag = Bag::of(Red, 9);
    trading::settle_market(&mut state.table, &mut Ctx::silent(&mut Rng::from_number(0)));
    assert_eq!((state.table.market, state.table.bag), (cubes("red red red"), Bag::of(Red, 9)));
}

#[test]
fn rule_3_and_ruling_1_any_player_begins_and_turns_go_clockwise() {
    let firsts: BTreeSet<Seat> = (0..40)
        .map(|seed| mover::<GoldenPyramid>(new_match::<GoldenPyramid>(json!({}), 3, seed).state()))
        .collect();
    assert_eq!(firsts.len(), 3);
    let mut state = table(3);
    for number in [0, 1, 2, 0] {
        assert_eq!(mover::<GoldenPyramid>(&state), seat(number));
        act(&mut state, DrawCardsUnpaid(1));
        state.hands = Hands::empty(3);
    }
}

#[test]
fn rule_4_discard_one_by_one_down_to_seven() {
    let hand =
        "red Circles 1, red Bricks 2, red Drop 3, red Wheel 1, red Arrow 1, red Hammers 2, red Wheel 4";
    let mut state = table(2).with_hand(0, hand).sound();
    act(&mut state, DrawCards(card("red Wheel 4")));
    assert_eq!(state.drawn.len(), 5);
    let kept: CardSet = state.drawn.iter().take(3).collect();
    act(&mut state, KeepCards(kept));
    assert_eq!((state.hands[seat(0)].len(), mover::<GoldenPyramid>(&state)), (9, seat(0)));
    assert_eq!(refusal(&state, DrawCards(card("red Circles 1"))), "First discard down to 7 cards (rule 4).");
    assert_eq!(
        refusal(&state, Discard(card("red Wheel 4"))),
        "The red Wheel 4 is not in your hand (rule 4)."
    );
    assert_eq!(act(&mut state, Discard(card("red Circles 1"))), ["A discards the red Circles 1."]);
    assert_eq!(mover::<GoldenPyramid>(&state), seat(0), "8 are still too many");
    act(&mut state, Discard(card("red Drop 3")));
    assert_eq!((state.hands[seat(0)].len(), mover::<GoldenPyramid>(&state)), (7, seat(1)));
}

#[test]
fn example_3_and_rule_5_half_of_the_drawn_cubes_rounded_up() {
    let hand = "yellow Hammers 3, red Circles 1";
    let mut state = table(2).with_hand(0, hand).sound();
    let bag = state.table.bag.total();
    let log = act(&mut state, DrawCubes { card: card("yellow Hammers 3"), how: Draw::Random });
    let Phase::KeepCubes { drawn, .. } = state.table.phase else { panic!("a choice") };
    assert_eq!((drawn.total(), state.table.bag.total()), (3, bag - 3));
    assert_eq!(log, [format!("A plays the yellow Hammers 3 for cubes: {}.", colours(&drawn))]);
    for action in listed(&state) {
        let KeepCubes(kept) = action else { panic!("{action:?}") };
        assert_eq!(kept.total(), 2);
    }
    let KeepCubes(kept) = listed(&state)[0] else { panic!("a choice") };
    assert_eq!(refusal(&state, KeepCubes(drawn)), "Keep exactly 2 cubes (rule 5).");
    let foreign = Colour::ALL.into_iter().find(|&colour| drawn[colour] == 0).unwrap();
    let wrong = [foreign, drawn.iter().next().unwrap().0].into_iter().collect();
    assert_eq!(refusal(&state, KeepCubes(wrong)), "Keep only cubes that were drawn (rule 5).");
    act(&mut state, KeepCubes(kept));
    assert_eq!((state.table.cubes[seat(0)], state.table.bag.total()), (kept, bag - 2));
    assert_eq!(state.table.discards, cards("yellow Hammers 3"));
    assert_eq!(mover::<GoldenPyramid>(&state), seat(1));
}

#[test]
fn example_3_and_ruling_13_a_short_bag() {
    for (bag, kept) in [("blue", "blue"), ("blue blue", "blue")] {
        let mut state = table(2).with_hand(0, "yellow Hammers 3");
        // The rest of the cubes is with the other player.
        let mut rest = state.table.bag;
        assert!(rest.take_all(&cubes(bag)));
        state.table.bag = cubes(bag);
        state.table.cubes[seat(1)] = rest;
        let draw = DrawCubes { card: card("yellow Hammers 3"), how: Draw::Random };
        let label =
            GoldenPyramid::offer(&GoldenPyramid::view(&state, Viewer::Seat(seat(0))), seat(0), &draw).label;
        let drawn = count(state.table.bag.total(), "random cube");
        assert_eq!(label, format!("Play the yellow Hammers 3 for {drawn} (keep 1)"));
        act(&mut state, draw);
        assert_eq!(state.table.cubes[seat(0)], cubes(kept), "nothing to choose from {bag}");
        assert_eq!(mover::<GoldenPyramid>(&state), seat(1));
    }
}

#[test]
fn rule_5_one_cube_of_the_colour() {
    let mut state = table(2).with_hand(0, "yellow Hammers 3");
    let mut none = state.clone();
    none.table.cubes[seat(1)] = Cubes::of(Yellow, none.table.bag[Yellow]);
    none.table.bag[Yellow] = 0;
    let take = DrawCubes { card: card("yellow Hammers 3"), how: Draw::Colour };
    assert_eq!(refusal(&none, take), "The bag holds no yellow cube (rule 5).");
    assert_eq!(act(&mut state, take), ["A plays the yellow Hammers 3 for a yellow cube."]);
    assert_eq!(state.table.cubes[seat(0)], cubes("yellow"));
    let mut empty = table(2).with_hand(0, "yellow Hammers 3");
    empty.table.cubes[seat(1)] = std::mem::take(&mut empty.table.bag);
    let draw = DrawCubes { card: card("yellow Hammers 3"), how: Draw::Random };
    assert_eq!(refusal(&empty, draw), "The bag is empty (rule 5).");
    assert_eq!(
        refusal(&empty, DrawCards(card("red Drop 3"))),
        "The red Drop 3 is not in your hand (rule 4)."
    );
}

#[test]
fn rule_6_draw_one_more_than_the_value_and_keep_up_to_three() {
    for (name, drawn, ways) in [
        ("red Circles 1", 2, 4),
        ("red Bricks 2", 3, 8),
        ("red Drop 3", 4, 15), // all but keeping 4
        ("red Wheel 4", 5, 26),
    ] {
        let mut state = table(2).with_hand(0, name).sound();
        act(&mut state, DrawCards(card(name)));
        assert_eq!((state.drawn.len(), listed(&state).len()), (drawn, ways), "{name}");
        assert!(state.table.discards.is_empty(), "R4");
        if drawn > 3 {
            assert_eq!(refusal(&state, KeepCards(state.drawn)), "Keep at most 3 of the cards (rule 6).");
        }
        let foreign = CardSet::only(state.deck().first().unwrap());
        assert_eq!(refusal(&state, KeepCards(foreign)), "Keep only cards that you have just drawn (rule 6).");
        let all = state.drawn;
        let log = act(&mut state, KeepCards(CardSet::EMPTY));
        assert!(log[0].starts_with("A keeps none of them. Discarded: the "), "{log:?}");
        assert_eq!(state.table.discards, all | cards(name));
    }
}

#[test]
fn ruling_4_the_played_card_cannot_come_back_and_the_discards_are_shuffled() {
    let mut state = table(2).with_hand(0, "red Wheel 4").with_hand(1, "red Drop 3");
    // Two cards are in the deck, three among the discards.
    let (deck, discards) =
        (cards("blue Drop 1, blue Bricks 1"), cards("white Drop 1, white Wheel 2, white Arrow 3"));
    let rest = DECK - deck - discards - state.hands[seat(0)] - state.hands[seat(1)];
    state.table.discards = discards;
    state.hands[seat(1)].extend(rest); // far too many, but nobody looks
    let mut rng = Rng::from_number(5);
    GoldenPyramid::apply(&mut state, seat(0), &DrawCards(card("red Wheel 4")), &mut Ctx::silent(&mut rng));
    assert_eq!(state.drawn, deck | discards, "what was left, then the shuffled discards");
    assert!(state.table.discards.is_empty() && state.deck().is_empty());
    assert_eq!(state.table.old, DECK - discards);
    let mut rng = Rng::from_number(5);
    GoldenPyramid::apply(&mut state, seat(0), &KeepCards(CardSet::EMPTY), &mut Ctx::silent(&mut rng));
    assert_eq!(state.table.discards, deck | discards | cards("red Wheel 4"));
}

#[test]
fn rule_6_with_nothing_to_draw_nothing_is_chosen() {
    let mut state = table(2).with_hand(0, "red Wheel 4");
    state.hands[seat(1)] = DECK - cards("red Wheel 4");
    let mut rng = Rng::from_number(5);
    GoldenPyramid::apply(&mut state, seat(0), &DrawCards(card("red Wheel 4")), &mut Ctx::silent(&mut rng));
    assert_eq!((mover::<GoldenPyramid>(&state), state.hands[seat(0)].len()), (seat(1), 0));
    assert_eq!(state.table.discards, cards("red Wheel 4"));
}

#[test]
fn example_9_and_ruling_7_cards_for_points_below_zero() {
    let mut state = table(2).sound();
    state.table.scores[seat(0)] = 1;
    assert_eq!(refusal(&state, DrawCardsUnpaid(3)), "Draw 1 or 2 cards (rule 6).");
    assert_eq!(refusal(&state, DrawCardsUnpaid(0)), "Draw 1 or 2 cards (rule 6).");
    let holding = table(2).with_hand(0, "red Drop 3");
    assert_eq!(
        refusal(&holding, DrawCardsUnpaid(1)),
        "Only a player without cards may pay for cards with points (rule 6)."
    );
    assert_eq!(act(&mut state, DrawCardsUnpaid(2)), ["A draws 2 cards, which costs 2 points."]);
    assert_eq!((score(&state, 0), state.hands[seat(0)].len()), (-1, 2));
}

#[test]
fn rule_7_an_offer_asks_whoever_owns_the_colour() {
    let mut state = table(4).with_cubes(0, "red").with_cubes(1, "blue").with_cubes(3, "blue red").sound();
    for (offer, why) in [
        (Action::Offer { give: Red, want: Red }, "Ask for another colour than you give (rule 7)."),
        (Action::Offer { give: Blue, want: Red }, "You have no blue cube to give (rule 7)."),
        (Action::Offer { give: Red, want: White }, "Nobody else has a white cube (rule 7)."),
    ] {
        assert_eq!(refusal(&state, offer), why);
    }
    assert_eq!(
        act(&mut state, Action::Offer { give: Red, want: Blue }),
        ["A offers a red cube for a blue one."]
    );
    let asked: SeatSet = [seat(1), seat(3)].into_iter().collect();
    assert_eq!(GoldenPyramid::turn(&state).active(), asked);
    assert!(act_as(&mut state, seat(3), Accept).is_empty(), "nothing is told before all are in");
    assert_eq!(GoldenPyramid::turn(&state).active(), SeatSet::only(seat(1)));
    let log = act_as(&mut state, seat(1), Accept);
    assert_eq!(log, ["B accepts: a blue cube for a red one. D would have done so too."]);
    assert_eq!(state.table.cubes.map(|cubes| cubes), {
        let mut expected = SeatMap::filled(4, Cubes::EMPTY);
        expected[seat(0)] = cubes("blue");
        expected[seat(1)] = cubes("red");
        expected[seat(3)] = cubes("blue red");
        expected
    });
    assert_eq!(mover::<GoldenPyramid>(&state), seat(1), "it was the action");
}

#[test]
fn rule_7_the_first_on_the_left_of_whoever_offers() {
    for (offers, accepts, partner) in [(2, &[0, 1, 3][..], 3), (2, &[0, 1], 0), (3, &[1, 2], 1), (1, &[0], 0)]
    {
        let mut state = table(4);
        state.table.on_turn = seat(offers);
        for number in 0..4 {
            state = state.with_cubes(number, if number == offers { "red" } else { "blue" });
        }
        act(&mut state, Action::Offer { give: Red, want: Blue });
        for number in (0..4).filter(|&number| number != offers) {
            act_as(&mut state, seat(number), if accepts.contains(&number) { Accept } else { Decline });
        }
        assert_eq!(state.table.cubes[seat(partner)], cubes("red"), "{offers} offers, {accepts:?} accept");
        assert_eq!(state.table.cubes[seat(offers)], cubes("blue"));
    }
}

#[test]
fn ruling_5_declined_offers_leave_the_action_but_there_are_only_so_many() {
    let mut state = table_with(3, json!({"offers_per_turn": 2}))
        .with_hand(0, "red Drop 3")
        .with_cubes(0, "red")
        .with_cubes(1, "blue")
        .with_cubes(2, "blue");
    for _ in 0..2 {
        act(&mut state, Action::Offer { give: Red, want: Blue });
        act_as(&mut state, seat(1), Decline);
        assert_eq!(act_as(&mut state, seat(2), Decline), ["B and C decline."]);
        assert_eq!(mover::<GoldenPyramid>(&state), seat(0));
    }
    assert_eq!(
        refusal(&state, Action::Offer { give: Red, want: Blue }),
        "A turn has no more than 2 offers (ruling R5)."
    );
    act(&mut state, DrawCubes { card: card("red Drop 3"), how: Draw::Colour });
    assert_eq!((mover::<GoldenPyramid>(&state), state.table.phase), (seat(1), Phase::Act { offers: 0 }));
}

#[test]
fn rule_7_answers_are_secret_until_all_are_in_and_stand() {
    let state = table(3).with_cubes(0, "red").with_cubes(1, "blue").with_cubes(2, "blue");
    let mut game = Match::<GoldenPyramid>::from_state(Options::default(), state, Seed::from_number(2));
    game.act(seat(0), Action::Offer { give: Red, want: Blue }).unwrap();
    assert!(game.undo(seat(0)).is_err(), "it was heard");
    game.act(seat(2), Accept).unwrap();
    assert!(game.undo(seat(2)).is_err());
    assert!(matches!(game.act(seat(2), Decline), Err(Refused::NotActive { .. })));
    for (viewer, knows) in
        [(Viewer::Seat(seat(2)), Some(true)), (Viewer::Seat(seat(1)), None), (Viewer::Spectator, None)]
    {
        let view = game.view(viewer);
        assert_eq!((view.answers.of(seat(2)), view.answers.made()), (knows, SeatSet::only(seat(2))));
    }
    game.act(seat(1), Decline).unwrap();
    let last = game.state().table.last_offer.unwrap();
    assert_eq!((last.accepted, last.declined), (SeatSet::only(seat(2)), SeatSet::only(seat(1))));
    let scene = game.scene(Viewer::Spectator);
    assert_eq!(scene.banner.unwrap(), "{2:accept}: a blue cube for a red one. {1:decline}.");
}

#[test]
fn example_4_and_rule_8_a_trade_and_three_of_a_colour() {
    let mut state = table(3).with_cubes(0, "red blue blue");
    state.table.bag += std::mem::take(&mut state.table.market);
    state.table.market = cubes("red red blue");
    assert!(state.table.bag.take_all(&cubes("red red blue")));
    let state = state.sound();
    for (trade, why) in [
        (MarketTrade { take: White, add: Red }, "There is no white cube in the market (rule 8)."),
        (MarketTrade { take: Red, add: White }, "You have no white cube (rule 8)."),
    ] {
        assert_eq!(refusal(&state, trade), why);
    }
    let mut plain = state.clone();
    assert!(act(&mut plain, MarketTrade { take: Red, add: Blue }).is_empty());
    assert_eq!(listed(&plain), [ToBag(Red), ToBag(Blue)]);
    assert_eq!(refusal(&plain, ToBag(White)), "You have no white cube left for the bag (rule 8).");
    assert_eq!(
        act(&mut plain, ToBag(Blue)),
        ["A takes a red cube from the market for a blue one; a blue one goes into the bag."]
    );
    assert_eq!((plain.table.market, plain.table.cubes[seat(0)]), (cubes("red blue blue"), cubes("red red")));
    let mut reset = state.clone();
    let log = act(&mut reset, MarketTrade { take: Blue, add: Red });
    assert_eq!(reset.table.cubes[seat(0)], cubes("blue blue"), "blue is all that can go into the bag");
    assert_eq!(reset.table.market.total(), 3);
    assert_eq!(reset.table.market.iter().find(|&(_, n)| n > 2), None);
    assert!(log[1].starts_with("Too much red in the market: it is renewed and has "), "{log:?}");
}

#[test]
fn rule_8_a_trade_costs_two_cubes() {
    let state = table(2).with_cubes(0, "red");
    assert_eq!(
        refusal(&state, MarketTrade { take: Yellow, add: Red }),
        "A trade in the market costs two cubes (rule 8)."
    );
    // The cube taken cannot be the one for the bag: it must be one's own before.
    let mut state = table(2).with_cubes(0, "red red");
    act(&mut state, MarketTrade { take: Yellow, add: Red });
    assert_eq!(state.table.cubes[seat(0)], cubes("yellow"));
}

#[test]
fn rule_8_and_rulings_7_and_12_renewing_the_market() {
    let off = table(2).with_cubes(0, "red red");
    assert_eq!(refusal(&off, RefreshMarket), "The market is not renewed in this game (rule 8).");
    let on = || table_with(2, json!({"market_refresh": "on"}));
    let mut state = on().with_hand(0, "red Drop 3").with_cubes(0, "red blue").with_cubes(1, "white");
    let bag = state.table.bag.total();
    let log = act(&mut state, RefreshMarket);
    assert_eq!(log, [format!("A renews the market. It has {}.", colours(&state.table.market))]);
    assert_eq!((state.table.market.total(), state.table.bag.total()), (3, bag));
    let why = "After renewing the market you can only trade there or end your turn (rule 8).";
    assert_eq!(refusal(&state, Action::Offer { give: Red, want: White }), why);
    assert_eq!(refusal(&state, DrawCards(card("red Drop 3"))), why);
    assert_eq!(refusal(&state, RefreshMarket), "The market is renewed once in a turn (rule 8).");
    let mut ended = state.clone();
    act(&mut ended, EndTurn);
    assert_eq!((mover::<GoldenPyramid>(&ended), score(&ended, 0)), (seat(1), 0));
    let take = state.table.market.iter().next().unwrap().0;
    let log = act(&mut state, MarketTrade { take, add: Red });
    assert!(log[0].ends_with("It costs a point."), "{log:?}");
    assert_eq!((mover::<GoldenPyramid>(&state), score(&state, 0)), (seat(1), -1));
    // Without two cubes there is nothing to choose afterwards.
    let mut poor = on().with_cubes(0, "red");
    act(&mut poor, RefreshMarket);
    assert_eq!(mover::<GoldenPyramid>(&poor), seat(1));
}

#[test]
fn ruling_12_the_old_cubes_can_come_again() {
    let again = (0..40).any(|seed| {
        let mut state = table(2);
        state.table.cubes[seat(1)] = std::mem::take(&mut state.table.bag);
        state.table.bag = cubes("white");
        state.table.cubes[seat(1)].take(White, 1);
        let mut rng = Rng::from_number(seed);
        trading::refresh_market(&mut state, seat(0), &mut Ctx::silent(&mut rng));
        state.table.market == cubes("red yellow green")
    });
    assert!(again);
}

#[test]
fn rule_2_holds_for_a_renewed_market_too() {
    for seed in 0..40 {
        let mut state = table(2);
        state.table.bag = Bag::of(Red, 6);
        let mut rng = Rng::from_number(seed);
        trading::refresh_market(&mut state, seat(0), &mut Ctx::silent(&mut rng));
        assert!(state.table.market.iter().all(|(_, n)| n < 3), "seed {seed}: {:?}", state.table.market);
    }
}

#[test]
fn rule_9_and_ruling_8_where_a_builder_moves() {
    let state = table(2)
        .with_ground(0, "1:a1 1:b1 1:c1 1:a2 1:b2 1:c2 1:a3 1:b3 1:c3")
        .with_ground(1, "1:d4")
        .with_raised(0, "2:a1", "red red red red")
        .with_raised(0, "2:b1", "red red red red")
        .with_raised(0, "2:a2", "blue blue blue blue")
        .with_raised(0, "2:b2", "blue blue blue blue")
        .with_builder(0, "1:a1")
        .with_builder(1, "1:d4")
        .sound();
    for (to, why) in [
        ("2:a1", "Your builder stays on level 1 (rule 9)."),
        ("1:d1", "There is no tile on 1:d1 (rule 9)."),
        ("1:a1", "Your builder is on 1:a1 already (rule 9)."),
        ("1:d4", "Another builder stands on 1:d4 (rule 9)."),
        ("1:b2", "The tile on 1:b2 carries four columns (ruling R8)."),
    ] {
        assert_eq!(refusal(&state, MoveBuilder(place(to))), why);
    }
    let moves = listed(&state).into_iter().filter(|action| matches!(action, MoveBuilder(_)));
    assert_eq!(moves.count(), 7, "9 tiles but one's own and the full one; any distance");
    let mut state = state;
    assert_eq!(act(&mut state, MoveBuilder(place("1:c3"))), ["A moves the builder to 1:c3."]);
    assert_eq!(state.table.builders[seat(0)], Some(place("1:c3")));
    let fresh = table(2);
    assert_eq!(
        refusal(&fresh, MoveBuilder(place("1:a1"))),
        "Your builder comes onto the board with your first tile (rule 9)."
    );
}

#[test]
fn rule_10_where_and_with_what_a_tile_is_built() {
    let state = table(2)
        .with_ground(0, "1:a1 1:b1 1:a2")
        .with_builder(0, "1:a1")
        .with_hand(0, "red Circles 1, red Bricks 2, red Wheel 1, red Arrow 1, red Hammers 2")
        .with_cubes(0, "red red red red")
        .sound();
    for (action, why) in [
        (build("red Circles 1", "1:a1"), "There is a tile on 1:a1 already (rule 10)."),
        (build("red Bricks 2", "2:a1"), "2:a1 needs four tiles below; 1:b2 is empty (rule 10)."),
        (build("red Bricks 2", "3:a1"), "3:a1 needs four tiles below; 2:a1 is empty (rule 10)."),
        (build("red Drop 3", "1:b2"), "The red Drop 3 is not in your hand (rule 4)."),
    ] {
        assert_eq!(refusal(&state, action), why);
    }
    let state = state.with_ground(0, "1:b2").sound();
    let low = "The red Circles 1 is too low for level 2 (rule 10).";
    assert_eq!(refusal(&state, build("red Circles 1", "2:a1")), low);
    assert!(listed(&state).contains(&build("red Bricks 2", "2:a1")));
    // Three red cubes are too few for four red cards.
    let mut poor = state.clone();
    poor.table.cubes[seat(0)].take(Red, 1);
    assert_eq!(
        refusal(&poor, build("red Bricks 2", "2:a1")),
        "You need four more cards and four of your cubes in their colours (rule 10)."
    );
    assert!(listed(&poor).contains(&build("red Bricks 2", "1:d4")), "level 1 needs none");
}

#[test]
fn ruling_14_one_card_for_each_column() {
    let four_tiles = || table(2).with_ground(0, "1:a1 1:b1 1:a2 1:b2").with_builder(0, "1:a1");
    for (hand, own, possible) in [
        ("red Drop 3, blue Drop 1, blue Arrow 1, red Circles 1, red Wheel 1", "blue blue red red", true),
        // Two blue columns need two blue cards, however many blue cubes there are.
        ("red Drop 3, blue Drop 1, red Circles 1, red Wheel 1, white Drop 1", "blue blue red red", false),
        // The tile card itself cannot stand for a column.
        ("blue Circles 3, blue Drop 1, red Circles 1, red Wheel 1", "blue blue red red", false),
        ("blue Circles 3, blue Drop 1, blue Arrow 1, red Circles 1, red Wheel 1", "blue blue red red", true),
        // Without the red card only three columns would be left.
        ("red Drop 3, blue Drop 1, blue Arrow 1, red Circles 1, white Drop 1", "blue blue red red", false),
    ] {
        let state = four_tiles().with_hand(0, hand).with_cubes(0, own).sound();
        let card = cards(hand).iter().max_by_key(|card| card.value()).unwrap();
        let action = Build { card, cell: place("2:a1") };
        assert_eq!(GoldenPyramid::check(&state, seat(0), &action).is_ok(), possible, "{hand}");
        assert_eq!(listed(&state).contains(&action), possible, "{hand}");
    }
}

/// The book's picture: three columns that stand beside those of a new tile on `2:b1`.
fn book_example() -> State {
    table(2)
        .with_ground(1, WHOLE_GROUND)
        .with_ground(0, "")
        .with_raised(1, "2:a1", "white blue white green")
        .with_raised(1, "2:c1", "blue black yellow black")
        .with_builder(1, "2:c1")
        .with_hand(0, "red Drop 3, blue Drop 1, blue Arrow 1, green Bricks 1, red Wheel 1")
        .with_cubes(0, "blue blue green red")
        .sound()
}

#[test]
fn example_1_the_book() {
    let mut state = book_example();
    let log = act(&mut state, build("red Drop 3", "2:b1"));
    assert_eq!(log, ["A plays the red Drop 3 to build on 2:b1."]);
    let mut log = act(&mut state, Column(card("blue Drop 1")));
    assert_eq!(log, ["A plays the blue Drop 1: a blue column upper left."]);
    act(&mut state, Column(card("blue Arrow 1")));
    log = act(&mut state, Column(card("green Bricks 1")));
    assert_eq!(
        log,
        [
            "A plays the green Bricks 1: a green column lower left.",
            "A plays the red Wheel 1: a red column lower right.",
            "A builds a Drop tile on 2:b1 for 6 points: 2 for the level, 1 for equal columns and 3 for neighbours.",
            "A's builder climbs onto 2:b1.",
        ],
        "the last column leaves no choice"
    );
    assert_eq!(score(&state, 0), 6);
    assert_eq!(state.table.pyramid.columns(place("2:b1")), Some([Blue, Blue, Green, Red]));
    assert!(state.table.cubes[seat(0)].is_empty() && state.hands[seat(0)].is_empty());
    assert_eq!(state.table.discards.len(), 5);
    assert_eq!(state.table.stacks[Symbol::Drop.id()], book_example().table.stacks[Symbol::Drop.id()] - 1);
}

#[test]
fn rule_10_columns_are_chosen_one_by_one_from_cards_with_cubes() {
    let mut state = book_example();
    state.hands[seat(0)].insert(card("white Drop 1"));
    act(&mut state, build("red Drop 3", "2:b1"));
    assert_eq!(
        listed(&state),
        cards("blue Drop 1, blue Arrow 1, green Bricks 1, red Wheel 1")
            .iter()
            .map(Column)
            .collect::<Vec<_>>()
    );
    assert_eq!(
        refusal(&state, Column(card("white Drop 1"))),
        "You have no white cube for a column (rule 10)."
    );
    assert_eq!(refusal(&state, Column(card("red Drop 3"))), "The red Drop 3 is not in your hand (rule 4).");
    assert_eq!(refusal(&state, EndTurn), "First choose a card for the next column (rule 10).");
    assert_eq!(GoldenPyramid::inventory(&state), GoldenPyramid::inventory(&book_example()));
}

#[test]
fn rule_10_columns_that_leave_no_choice_stand_by_themselves() {
    let reds = "white Arrow 3, red Circles 1, red Wheel 1, red Arrow 1, red Bricks 2";
    for (hand, own, asked) in [
        (reds.to_string(), "red red red red", 0),
        // Which of five cards is kept is a choice, even for the last column.
        (format!("{reds}, red Hammers 2"), "red red red red", 4),
        // A colour more is a choice; when it has gone, three reds are left for three columns.
        (reds.replace("red Circles 1", "blue Drop 1"), "blue red red red", 1),
        (format!("{reds}, blue Drop 1"), "blue red red red red", 4),
    ] {
        let ground = "1:a1 1:b1 1:a2 1:b2";
        let state = table(2).with_ground(0, ground).with_builder(0, "1:a1");
        let mut state = state.with_hand(0, &hand).with_cubes(0, own).sound();
        act(&mut state, build("white Arrow 3", "2:a1"));
        let mut choices = 0;
        while let Phase::Columns { .. } = state.table.phase {
            let is_blue = |action: &Action| matches!(action, Column(card) if card.colour() == Blue);
            let first = listed(&state).into_iter().max_by_key(is_blue).unwrap();
            act(&mut state, first);
            choices += 1;
        }
        assert_eq!(choices, asked, "{hand}");
        assert!(state.table.pyramid.built().contains(place("2:a1")));
    }
}

/// A ring of level 2 and a builder of seat 0 where asked, for a tile on `3:a1`.
fn level_three(builder: &str) -> State {
    table(2)
        .with_ground(1, WHOLE_GROUND)
        .with_raised(0, "2:a1", "blue blue blue blue")
        .with_raised(0, "2:b1", "blue blue blue blue")
        .with_raised(0, "2:a2", "blue blue blue green")
        .with_raised(0, "2:b2", "green green green green")
        .with_raised(1, "2:c3", "black black black black")
        .with_raised(0, "2:a3", "black black black black")
        .with_builder(0, builder)
        .with_builder(1, "2:c3")
        .with_hand(0, "red Drop 3, red Circles 1, red Wheel 1, white Drop 1, white Hammers 1")
        .with_cubes(0, "red red white white")
        .sound()
}

#[test]
fn example_2_two_pairs_near_and_far() {
    for (builder, expected) in [("2:b2", 6), ("2:a3", 5)] {
        let mut state = level_three(builder);
        act(&mut state, build("red Drop 3", "3:a1"));
        for name in ["red Circles 1", "red Wheel 1"] {
            act(&mut state, Column(card(name)));
        }
        assert_eq!(score(&state, 0), expected, "builder on {builder}");
        assert_eq!(state.table.builders[seat(0)], Some(place("3:a1")), "the first tile of level 3");
    }
}

#[test]
fn rule_12_colour_sets() {
    for (columns, expected) in [
        ([Red, Yellow, Green, Blue], 0),
        ([Red, Yellow, Red, Blue], 1),
        ([Red, Red, Blue, Red], 2),
        ([Red, Blue, Blue, Red], 3),
        ([Red, Red, Red, Red], 4),
    ] {
        assert_eq!(set_points(&columns), expected, "{columns:?}");
    }
    assert_eq!((set_points(&[]), set_points(&[Red, Red])), (0, 1), "so far");
}

#[test]
fn example_5_and_ruling_2_neighbours_are_orthogonal_and_on_one_level() {
    let (left, right) = (place("2:a1"), place("2:b1"));
    let fine = |place: Place| [0, 1, 2, 3].map(|quarter| place.fine(quarter));
    assert_eq!(fine(left), [(1, 1), (2, 1), (1, 2), (2, 2)]);
    assert_eq!(fine(right), [(3, 1), (4, 1), (3, 2), (4, 2)]);
    let state = table(2).with_ground(0, WHOLE_GROUND).with_raised(0, "2:b1", "red white blue white");
    for (quarter, colour, expected) in [
        (1, Red, 1),  // (2,1) beside (3,1)
        (3, Red, 0),  // (2,2) is diagonal to it
        (3, Blue, 1), // (2,2) beside (3,2)
        (1, Blue, 0),
        (0, Red, 0), // (1,1) is too far away
        (1, White, 0),
    ] {
        assert_eq!(state.table.pyramid.neighbours(left, quarter, colour), expected, "{quarter} {colour}");
    }
    // Straight above each other on the plan, but on different levels.
    let state = state
        .with_raised(0, "2:a1", "black black black black")
        .with_raised(0, "2:a2", "yellow yellow yellow yellow")
        .with_raised(0, "2:b2", "red red red red");
    assert_eq!((0..QUARTERS).map(|q| state.table.pyramid.neighbours(place("3:a1"), q, Red)).sum::<i16>(), 0);
    assert_eq!(
        state.table.pyramid.neighbours(place("2:c2"), 0, Red),
        1,
        "beside 2:b2, not below the white of 2:b1"
    );
}

#[test]
fn example_5_the_geometry_against_the_definition() {
    let all: Vec<Place> = Place::all().collect();
    assert_eq!(all.len(), 30);
    for &one in &all {
        assert_eq!(one.to_string().parse(), Ok(one));
        let (x, y) = one.xy();
        let supports: BTreeSet<Place> = [(0, 0), (1, 0), (0, 1), (1, 1)]
            .into_iter()
            .filter_map(|(dx, dy)| Place::new(one.level().checked_sub(1)?, x + dx, y + dy))
            .collect();
        assert_eq!(one.supports().iter().collect::<BTreeSet<_>>(), supports, "{one}");
        assert_eq!(supports.len(), if one.level() == 1 { 0 } else { 4 });
        for &other in &all {
            let (a, b) = other.xy();
            let beside = one.level() == other.level() && x.abs_diff(a) + y.abs_diff(b) == 1;
            assert_eq!(one.adjacent().contains(other), beside, "{one} {other}");
        }
    }
    for text in
        ["", "1:a", "0:a1", "5:a1", "1:e1", "1:a5", "2:d1", "4:b1", "1:a0", "1:A1", "1;a1", "1:a11", "é:a"]
    {
        assert!(text.parse::<Place>().is_err(), "{text}");
    }
}

#[test]
fn ruling_3_no_penalty_before_the_first_tile() {
    let mut state = table(2).with_hand(0, "red Circles 1, red Bricks 2, red Wheel 1, red Arrow 1");
    for (cell, gained, then) in [
        ("1:a1", 1, KeepBuilder), // the builder comes from off the board
        ("1:d4", 0, KeepBuilder), // far from 1:a1
        ("1:b1", 1, KeepBuilder), // beside it
        ("1:b2", 0, KeepBuilder), // diagonal
    ] {
        let before = score(&state, 0);
        let card = state.hands[seat(0)].first().unwrap();
        act(&mut state, Build { card, cell: place(cell) });
        assert_eq!(score(&state, 0) - before, gained, "{cell}");
        if cell == "1:a1" {
            assert_eq!(state.table.builders[seat(0)], Some(place("1:a1")), "it must climb");
        } else {
            act(&mut state, then);
        }
        state.table.on_turn = seat(0);
    }
}

#[test]
fn rule_13_a_builder_may_climb_must_climb_or_stands_higher() {
    let ground = || table(2).with_ground(0, "1:a1 1:b1 1:a2 1:b2").with_hand(0, "red Circles 1");
    // It may.
    let mut state = ground().with_builder(0, "1:b1").sound();
    act(&mut state, build("red Circles 1", "1:c1"));
    assert_eq!(listed(&state), [PlaceBuilder, KeepBuilder]);
    let mut stays = state.clone();
    act(&mut stays, KeepBuilder);
    assert_eq!(
        (stays.table.builders[seat(0)], mover::<GoldenPyramid>(&stays)),
        (Some(place("1:b1")), seat(1))
    );
    assert_eq!(act(&mut state, PlaceBuilder), ["A's builder climbs onto 1:c1."]);
    assert_eq!(state.table.builders[seat(0)], Some(place("1:c1")));
    // It stands higher, and nothing is asked; beside the new tile it is not either.
    let mut higher = ground().with_raised(0, "2:a1", "red red red red").with_builder(0, "2:a1").sound();
    act(&mut higher, build("red Circles 1", "1:c1"));
    assert_eq!(
        (higher.table.builders[seat(0)], mover::<GoldenPyramid>(&higher)),
        (Some(place("2:a1")), seat(1))
    );
    assert_eq!(score(&higher, 0), 0);
    // Higher counts even for the first tile of a level.
    let mut first = ground().with_raised(0, "2:a1", "red red red red").with_builder(0, "2:a1");
    first.table.contributors[0] = SeatSet::only(seat(1));
    first.table.builders[seat(1)] = Some(place("1:a1"));
    act(&mut first, build("red Circles 1", "1:c1"));
    assert_eq!(first.table.builders[seat(0)], Some(place("2:a1")));
    assert!(first.table.contributors[0].contains(seat(0)));
}

/// All of level 2 but the middle, which four builders stand below or around.
fn last_of_level_two(seats: usize) -> State {
    let mut state = table(seats).with_ground(1, WHOLE_GROUND).with_ground(0, "");
    for (name, columns) in [
        ("2:a1", "red red red red"),
        ("2:b1", "yellow yellow yellow yellow"),
        ("2:c1", "green green green green"),
        ("2:a2", "blue blue blue blue"),
        ("2:c2", "white white white white"),
        ("2:a3", "black black black black"),
        ("2:b3", "red yellow red yellow"),
        ("2:c3", "green blue green blue"),
    ] {
        state = state.with_raised(1, name, columns);
    }
    state.table.contributors[0] = SeatSet::all(seats);
    state
        .with_hand(0, "red Drop 3, black Drop 1, white Drop 1, blue Drop 1, red Wheel 1")
        .with_cubes(0, "black white blue red")
}

fn build_last_of_level_two(state: &mut State) -> Vec<String> {
    act(state, build("red Drop 3", "2:b2"));
    for name in ["black Drop 1", "white Drop 1"] {
        act(state, Column(card(name)));
    }
    act(state, Column(card("blue Drop 1")))
}

#[test]
fn example_8_and_ruling_15_the_last_tile_of_level_two() {
    let mut state = last_of_level_two(4)
        .with_builder(0, "1:b2")
        .with_builder(1, "1:c2")
        .with_builder(2, "1:b3")
        .with_builder(3, "1:a1")
        .sound();
    let log = build_last_of_level_two(&mut state);
    assert_eq!(log.last().unwrap(), "A's builder climbs onto 2:b2.");
    let full: Vec<String> =
        state.table.pyramid.built().full().iter().map(|place| place.to_string()).collect();
    assert_eq!(full, ["1:b2", "1:c2", "1:b3", "1:c3"]);
    let built = score(&state, 0);
    assert_eq!((mover::<GoldenPyramid>(&state), state.table.on_turn), (seat(1), seat(0)), "first Q");
    for (to, why) in [
        ("1:c3", "The tile on 1:c3 carries four columns (ruling R8)."),
        ("1:a1", "Another builder stands on 1:a1 (rule 9)."),
        ("2:a1", "Your builder stays on level 1 (rule 9)."),
    ] {
        assert_eq!(refusal(&state, RelocateBuilder(place(to))), why);
    }
    let log = act(&mut state, RelocateBuilder(place("1:d1")));
    assert_eq!(log, ["B's builder leaves the full tile for 1:d1, which costs a point."]);
    assert_eq!(mover::<GoldenPyramid>(&state), seat(2), "then R");
    assert_eq!(refusal(&state, RelocateBuilder(place("1:d1"))), "Another builder stands on 1:d1 (rule 9).");
    act(&mut state, RelocateBuilder(place("1:d4")));
    assert_eq!(mover::<GoldenPyramid>(&state), seat(1), "the next turn");
    assert_eq!(state.table.scores.as_slice(), [built, -1, -1, 0]);
}

#[test]
fn rule_14_whoever_builds_and_stays_is_the_first_to_leave() {
    let mut state = last_of_level_two(3)
        .with_builder(0, "1:c3")
        .with_builder(1, "1:b2")
        .with_builder(2, "1:a1")
        .with_raised(0, "2:b2", "black white blue red");
    // As if A had built on level 2 before, so that nothing forces the builder up.
    state.table.phase = Phase::Climb { site: place("2:b2") };
    let mut state = state.sound();
    act(&mut state, KeepBuilder);
    assert_eq!(state.table.phase, Phase::Relocate { seat: seat(0) });
    act(&mut state, RelocateBuilder(place("1:d4")));
    assert_eq!(state.table.phase, Phase::Relocate { seat: seat(1) });
    act(&mut state, RelocateBuilder(place("1:d3")));
    assert_eq!(state.table.scores.as_slice(), [-1, -1, 0]);
    assert_eq!(mover::<GoldenPyramid>(&state), seat(1));
}

#[test]
fn rule_14_the_order_begins_with_whoever_has_built() {
    let mut state = last_of_level_two(3)
        .with_builder(0, "1:c3")
        .with_builder(1, "1:b2")
        .with_builder(2, "1:c2")
        .with_raised(1, "2:b2", "black white blue red");
    state.table.on_turn = seat(1);
    state.table.phase = Phase::Climb { site: place("2:b2") };
    let mut state = state.sound();
    act(&mut state, KeepBuilder);
    for (number, to) in [(1, "1:d4"), (2, "1:d3"), (0, "1:a1")] {
        assert_eq!(state.table.phase, Phase::Relocate { seat: seat(number) });
        act(&mut state, RelocateBuilder(place(to)));
    }
    assert_eq!(mover::<GoldenPyramid>(&state), seat(2), "the next turn");
}

#[test]
fn ruling_11_a_builder_with_nowhere_to_go_stays() {
    let mut state = last_of_level_two(6).with_raised(0, "2:b2", "black white blue red");
    // Only the full tiles and three others are left of level 1, which cannot be.
    let mut pyramid = Pyramid::default();
    let kept = ["1:b2", "1:c2", "1:b3", "1:c3", "1:a1", "1:b1", "1:c1"];
    kept.iter().for_each(|name| pyramid.lay(place(name), Symbol::Drop));
    for site in Place::all().filter(|place| place.level() == 2) {
        pyramid.raise(site, Symbol::Drop, [Red; 4]);
    }
    state.table.pyramid = pyramid;
    for (number, name) in ["1:b2", "1:c2", "1:b3", "1:a1", "1:b1", "1:c1"].iter().enumerate() {
        state.table.builders[seat(number)] = Some(place(name));
    }
    state.table.phase = Phase::Climb { site: place("2:b2") };
    let mut rng = Rng::from_number(0);
    GoldenPyramid::apply(&mut state, seat(0), &KeepBuilder, &mut Ctx::silent(&mut rng));
    assert_eq!(state.table.scores.as_slice(), [0; 6]);
    assert_eq!(mover::<GoldenPyramid>(&state), seat(1), "the next turn");
}

/// A table where no tile of these symbols is left.
fn without(symbols: &[Symbol], seats: usize) -> State {
    let mut state = table(seats);
    let mut sites = Place::all().filter(|place| place.level() == 1);
    for &symbol in symbols {
        for _ in 0..TILES_EACH {
            state.table.pyramid.lay(sites.next().unwrap(), symbol);
        }
        state.table.stacks[symbol.id()] = 0;
    }
    state.table.contributors[0] = SeatSet::only(seat(1));
    state.with_builder(1, "1:a1")
}

#[test]
fn example_6_and_rule_11_a_substitute_only_without_a_proper_card() {
    let arrows_gone = || without(&[Symbol::Arrow], 2);
    let both = arrows_gone().with_hand(0, "red Arrow 1, green Drop 2").sound();
    assert_eq!(
        refusal(&both, build("red Arrow 1", "1:d4")),
        "No Arrow tile is left, and you hold a card for a tile that is (rule 11)."
    );
    assert!(listed(&both).contains(&build("green Drop 2", "1:d4")));
    let mut alone = arrows_gone().with_hand(0, "red Arrow 1").sound();
    act(&mut alone, build("red Arrow 1", "1:d4"));
    let tiles = [Symbol::Drop, Symbol::Hammers, Symbol::Circles, Symbol::Bricks, Symbol::Wheel];
    assert_eq!(listed(&alone), tiles.map(TakeTile));
    assert_eq!(refusal(&alone, TakeTile(Symbol::Arrow)), "No Arrow tile is left (rule 11).");
    let log = act(&mut alone, TakeTile(Symbol::Wheel));
    assert_eq!(
        log,
        [
            "No Arrow tile is left: A takes a Wheel tile as a substitute.",
            "A builds a Wheel tile on 1:d4 for nothing.",
            "A's builder climbs onto 1:d4.",
        ]
    );
    assert_eq!(score(&alone, 0), 0);
    assert!(alone.table.contributors[0].contains(seat(0)), "R16");
    assert_eq!(alone.table.builders[seat(0)], Some(place("1:d4")), "R16");
}

#[test]
fn ruling_6_a_card_that_cannot_be_used_does_not_hinder_a_substitute() {
    // On level 2 the Drop 1 is too low, so the Arrow 4 may take a substitute.
    let hand = "green Arrow 4, green Drop 2, red Circles 1, red Wheel 1, blue Drop 1, blue Bricks 1";
    for (hand, own, possible) in [
        (hand, "red red blue blue green", false), // the Drop 2 could be used
        (
            "green Arrow 4, white Drop 1, red Circles 1, red Wheel 1, blue Drop 1, blue Bricks 1",
            "red red blue blue",
            true, // all others are too low
        ),
        (
            // The Drop 2 is high enough, but it is needed for a column itself.
            "white Arrow 3, green Drop 2, red Circles 1, red Wheel 1, blue Drop 1",
            "red red blue green",
            true,
        ),
    ] {
        let state = without(&[Symbol::Arrow], 2).with_hand(0, hand).with_cubes(0, own).sound();
        let card = cards(hand).iter().find(|card| card.symbol() == Symbol::Arrow).unwrap();
        let action = Build { card, cell: place("2:a1") };
        // The six Arrows lie in the first rows, so only the place itself is missing.
        let state = state.with_ground(1, "1:c2 1:d2").sound();
        assert_eq!(listed(&state).contains(&action), possible, "{hand}");
        assert_eq!(GoldenPyramid::check(&state, seat(0), &action).is_ok(), possible, "{hand}");
    }
}

#[test]
fn ruling_16_a_substitute_scores_for_its_columns_only() {
    let hand = "white Arrow 3, red Circles 1, red Wheel 1, blue Drop 1, blue Bricks 1";
    let mut state =
        without(&[Symbol::Arrow], 2).with_hand(0, hand).with_cubes(0, "red red blue blue").sound();
    act(&mut state, build("white Arrow 3", "2:a1"));
    act(&mut state, TakeTile(Symbol::Wheel));
    for name in ["red Circles 1", "red Wheel 1"] {
        act(&mut state, Column(card(name)));
    }
    assert_eq!(score(&state, 0), 3, "two pairs, nothing for level 2");
    assert_eq!(state.table.highest(seat(0)), 2);
    assert_eq!(state.table.builders[seat(0)], Some(place("2:a1")));
}

/// All but the top, which seat 0 can build.
fn top_missing(seats: usize) -> State {
    let mut state = last_of_level_two(seats).with_raised(1, "2:b2", "green green white white");
    for (name, columns) in [
        ("3:a1", "red red blue blue"),
        ("3:b1", "yellow yellow black black"),
        ("3:a2", "green green white white"),
        ("3:b2", "red blue yellow black"),
    ] {
        state = state.with_raised(1, name, columns);
    }
    state.table.contributors[0] = SeatSet::only(seat(1));
    state.hands[seat(0)] = cards("red Wheel 4, black Drop 1, white Drop 1, blue Drop 1, red Wheel 1");
    state.with_builder(1, "3:a1")
}

#[test]
fn rule_15_the_top_ends_the_game_at_once() {
    let mut state = top_missing(2).sound();
    act(&mut state, build("red Wheel 4", "4:a1"));
    for name in ["black Drop 1", "white Drop 1"] {
        act(&mut state, Column(card(name)));
    }
    let log = act(&mut state, Column(card("blue Drop 1")));
    assert_eq!(
        log[2..],
        [
            "A builds a Wheel tile on 4:a1 for 4 points: 4 for the level.",
            "A's builder climbs onto 4:a1.",
            "The pyramid is finished.",
            "A has 4 and 4 for level 4: 8 points.",
            "B has 0 and 3 for level 3: 3 points.",
            "A wins with 8 points.",
        ]
    );
    assert_eq!(testing::outcome::<GoldenPyramid>(&state).scores.as_slice(), [8, 3]);
    assert_eq!(
        GoldenPyramid::check(&state, seat(1), &DrawCardsUnpaid(1)).unwrap_err().to_string(),
        "The game is over (rule 15)."
    );
}

/// A finished table with these points, highest levels, and numbers of cards and cubes left.
fn finished(players: &[(i16, u8, usize, usize)], options: serde_json::Value) -> State {
    let mut state = table_with(players.len(), options);
    state.table.phase = Phase::Over;
    let mut deck = DECK;
    for (number, &(points, level, cards, cubes)) in players.iter().enumerate() {
        let seat = seat(number);
        state.table.scores[seat] = points;
        (1..=level).for_each(|level| state.table.contributors[usize::from(level) - 1].insert(seat));
        state.hands[seat] = (0..cards).filter_map(|_| deck.draw_random(&mut Rng::from_number(1))).collect();
        state.table.cubes[seat].put(Red, cubes as u8);
    }
    state
}

#[test]
fn example_7_and_rule_15_ties() {
    for (players, scores, ranks) in [
        (vec![(9, 3, 2, 1), (8, 4, 7, 7)], vec![12, 12], vec![2, 1]), // example 7
        (vec![(9, 3, 2, 1), (9, 3, 2, 0)], vec![12, 12], vec![2, 1]), // fewer left
        (vec![(9, 3, 1, 2), (9, 3, 2, 1)], vec![12, 12], vec![1, 1]), // cards and cubes together
        (vec![(5, 2, 0, 0), (6, 1, 0, 0), (-2, 0, 0, 0)], vec![7, 6, -2], vec![1, 2, 3]),
    ] {
        let outcome = testing::outcome::<GoldenPyramid>(&finished(&players, json!({})));
        assert_eq!((outcome.scores.as_slice(), outcome.ranks.as_slice()), (&scores[..], &ranks[..]));
    }
    for (players, expected) in [
        ([(9, 3, 1, 2), (9, 3, 2, 1)], "{0} and {1} share the victory with 12 points each."),
        ([(9, 3, 2, 1), (8, 4, 7, 7)], "{1:win} with 12 points and the higher level."),
        ([(9, 3, 2, 1), (9, 3, 2, 0)], "{1:win} with 12 points and fewer cards and cubes left."),
        ([(9, 3, 2, 1), (9, 2, 2, 0)], "{0:win} with 12 points."),
    ] {
        let state = finished(&players, json!({}));
        assert_eq!(result(&state.table, |seat| state.hands[seat].len()), expected);
    }
}

#[test]
fn ruling_9_the_bonus_for_level_one_is_an_option() {
    for (value, expected) in [(0, [5, 5]), (1, [6, 5])] {
        let state = finished(&[(5, 1, 0, 0), (5, 0, 0, 0)], json!({ "level1_bonus": value }));
        assert_eq!(testing::outcome::<GoldenPyramid>(&state).scores.as_slice(), expected);
    }
}

#[test]
fn ruling_10_the_last_turn_ends_it_with_the_usual_scoring() {
    let mut state = table_with(2, json!({"max_turns": 300})).with_ground(1, "1:a1").with_builder(1, "1:a1");
    state.table.turns = 299;
    let mut state = state.sound();
    let log = act(&mut state, DrawCardsUnpaid(1));
    assert_eq!(
        log,
        [
            "A draws 1 card, which costs a point.",
            "300 turns are over, and the pyramid stays as it is.",
            "A has −1 and no tile: −1 points.",
            "B has 0 and 0 for level 1: 0 points.",
            "B wins with 0 points.",
        ]
    );
    assert_eq!(testing::outcome::<GoldenPyramid>(&state).ranks.as_slice(), [2, 1]);
}

#[test]
fn a_turn_is_never_given_up() {
    let state = table(2);
    let why = "This is not one of the actions of a turn (rule 4).";
    assert_eq!(refusal(&state, EndTurn), why);
    assert_eq!(refusal(&state.with_hand(0, "red Drop 3"), EndTurn), why);
}

/// All tiles of a symbol lie on level 1, and seat 1 has laid them.
fn without_tiles(mut state: State, symbol: Symbol) -> State {
    while state.table.stacks[symbol.id()] > 0 {
        let site = state.table.pyramid.built().sites().on_level(1).iter().next().unwrap();
        state.table.pyramid.lay(site, symbol);
        state.table.stacks[symbol.id()] -= 1;
        state.table.contributors[0].insert(seat(1));
    }
    let builder = state.table.pyramid.built().iter().next();
    state.table.builders[seat(1)] = builder;
    state
}

#[test]
fn whoever_is_building_can_finish() {
    // Rule 10: the columns. Blue blue green red are the cubes of the example.
    let mut columns = book_example();
    act(&mut columns, build("red Drop 3", "2:b1"));
    act(&mut columns, Column(card("blue Drop 1")));
    // Rule 11: a substitute, which nobody takes who holds a card for a tile that is there.
    let mut substitute =
        without_tiles(table(2), Symbol::Drop).with_hand(0, "red Drop 3, blue Drop 1").sound();
    act(&mut substitute, build("red Drop 3", "1:d4"));
    for (state, hand, expected) in [
        (&columns, "blue Arrow 1, green Bricks 1, red Wheel 1", true),
        (&columns, "blue Arrow 1, green Bricks 1, red Wheel 1, white Drop 1", true),
        (&columns, "white Drop 1, white Wheel 2, white Arrow 3", false),
        (&columns, "blue Arrow 1, blue Bricks 1, green Bricks 1", false), // one blue cube is left
        (&columns, "blue Arrow 1, green Bricks 1", false),                // two of three
        (&substitute, "blue Drop 1", true),
        (&substitute, "", true),
        (&substitute, "blue Bricks 1", false),
    ] {
        let mut state = state.clone();
        state.hands[seat(0)] = cards(hand);
        let verdict = GoldenPyramid::audit(&state);
        let refused = Err("nobody can be building this with such a hand");
        assert_eq!(verdict, if expected { Ok(()) } else { refused }, "{hand}");
    }
    // Four columns that leave no choice would have stood by themselves.
    let mut settled = book_example();
    settled.table.bag += std::mem::take(&mut settled.table.cubes[seat(0)]);
    let blue = "blue Drop 1, blue Arrow 1, blue Bricks 1, blue Hammers 2";
    let mut settled = settled.with_cubes(0, "blue blue blue blue red");
    settled.hands[seat(0)] = cards(&format!("{blue}, red Drop 3, red Wheel 1"));
    act(&mut settled, build("red Drop 3", "2:b1"));
    assert_eq!(GoldenPyramid::audit(&settled), Ok(()));
    settled.hands[seat(0)] = cards(blue);
    assert_eq!(GoldenPyramid::audit(&settled), Err("nobody can be building this with such a hand"));
}

#[test]
fn a_redeal_lets_whoever_is_building_finish() {
    let mut columns = book_example();
    columns.hands[seat(1)] = cards("white Drop 1, white Wheel 2, white Arrow 3");
    act(&mut columns, build("red Drop 3", "2:b1"));
    // Few hands will do: the four cards left are one blue, and all others of the cubes' colours.
    let mut rare = columns.clone();
    act(&mut rare, Column(card("blue Drop 1")));
    let substitute = without_tiles(table(2), Symbol::Drop)
        .with_hand(0, "red Drop 3, blue Drop 1, green Drop 2, white Drop 1")
        .with_hand(1, "black Arrow 2")
        .sound();
    let mut six_symbols = substitute.clone();
    act(&mut six_symbols, build("red Drop 3", "1:d4"));
    for state in [columns, rare, six_symbols] {
        for viewer in [Viewer::Seat(seat(1)), Viewer::Spectator] {
            let view = GoldenPyramid::view(&state, viewer);
            let (mut rng, mut hands) = (Rng::from_number(3), BTreeSet::new());
            for _ in 0..300 {
                let other = GoldenPyramid::redeal(&view, &mut rng);
                assert_eq!(GoldenPyramid::audit(&other), Ok(()));
                assert_eq!(GoldenPyramid::view(&other, viewer), view);
                hands.insert(format!("{:?}", other.hands[seat(0)]));
            }
            assert!(hands.len() > 3, "{hands:?}");
        }
    }
}

#[test]
fn the_estimate_leads_to_the_top() {
    for seats in [2, 3, 6] {
        for seed in 0..2 {
            let mut game = new_match::<GoldenPyramid>(json!({}), seats, seed);
            let mut rng = Rng::from_number(seed);
            let player = |state: &State, seat| testing::greedy::<GoldenPyramid>(state, seat, 1, &mut rng);
            testing::play_on(&mut game, 20_000, player);
            let table = &game.state().table;
            assert!(table.pyramid.built().contains(Place::TOP), "after {} turns", table.turns);
        }
    }
    let mut won = 0;
    for seed in 0..6 {
        let mut game = new_match::<GoldenPyramid>(json!({}), 2, seed);
        let (greedy, mut rng) = (seat(seed as usize % 2), Rng::from_number(seed));
        testing::play_on(&mut game, 20_000, |state, seat| match seat == greedy {
            true => testing::greedy::<GoldenPyramid>(state, seat, 1, &mut rng),
            false => testing::random::<GoldenPyramid>(state, seat, &mut rng),
        });
        won += i32::from(game.outcome().expect("600 turns are over").winners().contains(greedy));
    }
    assert_eq!(won, 6, "against random play");
}

#[test]
fn everybody_knows_which_cards_were_held_when_the_discards_became_the_deck() {
    let mut state = table(3)
        .with_hand(0, "red Drop 3, red Wheel 4")
        .with_hand(1, "blue Drop 1, blue Bricks 1")
        .with_hand(2, "green Drop 2");
    // The deck was empty; then everything but the hands was shuffled, and B drew a white card.
    state.table.old = state.hands.all();
    state.hands[seat(1)].insert(card("white Drop 1"));
    let state = state.sound();
    let view = GoldenPyramid::view(&state, Viewer::Seat(seat(0)));
    assert_eq!(view.hands.held(seat(1)), [1, 2], "one from the deck of now, two from before");
    let mut rng = Rng::from_number(8);
    let mut seen_new = BTreeSet::new();
    for _ in 0..400 {
        let other = GoldenPyramid::redeal(&view, &mut rng);
        let (old, new) = (other.hands[seat(1)] & state.table.old, other.hands[seat(1)] - state.table.old);
        assert_eq!((old.len(), new.len()), (2, 1));
        assert!(old.is_subset(cards("blue Drop 1, blue Bricks 1, green Drop 2")));
        assert_eq!((other.deck() & state.table.old).len(), 0, "none of them can be in the deck");
        assert_eq!(other.hands[seat(0)], state.hands[seat(0)]);
        seen_new.extend(new);
    }
    assert_eq!(seen_new.len(), 37, "any card of the deck may have been drawn");
}

#[test]
fn drawn_cards_are_seen_only_by_whoever_chooses() {
    let mut state = table(2).with_hand(0, "red Drop 3").with_hand(1, "blue Drop 1");
    act(&mut state, DrawCards(card("red Drop 3")));
    for (viewer, drawn) in
        [(Viewer::Seat(seat(0)), Some(state.drawn)), (Viewer::Seat(seat(1)), None), (Viewer::Spectator, None)]
    {
        let view = GoldenPyramid::view(&state, viewer);
        assert_eq!((view.drawn, view.drawn_held), (drawn, [4, 0]), "{viewer:?}");
        let scene = GoldenPyramid::scene(&view, viewer);
        let faces =
            scene.zone("drawn").unwrap().pieces.iter().filter(|piece| piece.label != "face-down card");
        assert_eq!(faces.count(), drawn.map_or(0, CardSet::len));
    }
}

#[test]
fn plans_show_tiles_columns_and_builders() {
    let mut state = book_example();
    act(&mut state, build("red Drop 3", "2:b1"));
    act(&mut state, Column(card("blue Drop 1")));
    let viewer = Viewer::Seat(seat(0));
    let scene = GoldenPyramid::scene(&GoldenPyramid::view(&state, viewer), viewer);
    let text = boxwood_scene::describe(&scene, &["A".into(), "B".into()]);
    let plans: Vec<&str> = text.lines().skip(3).take(10).collect();
    assert_eq!(
        plans,
        [
            "Level 1:",
            "  1:a1:A                  1:b1:W                  1:c1:B                  1:d1:C",
            "              ↘:W         ↙:B         ↘:B         ↙:. (next)  ↘:B         ↙:K",
            "  1:a2:H      ↗:W         1:b2:D ↖:G              1:c2:A      ↗:Y         1:d2:W ↖:K",
            "  1:a3:B                  1:b3:C                  1:c3:H                  1:d3:D",
            "  1:a4:A                  1:b4:W                  1:c4:B                  1:d4:C",
            "Level 2:",
            "  2:a1:H            2:b1:D (in work)  2:c1:D/mY",
            "  2:a2:.            2:b2:.            2:c2:.",
            "  2:a3:.            2:b3:.            2:c3:.",
        ]
    );
    assert!(
        scene.prompt.text.contains("the upper right column below 2:b1")
            && scene.prompt.text.ends_with("So far: 2 for the level and 1 for neighbours."),
        "{}",
        scene.prompt.text
    );
    let view = GoldenPyramid::view(&state, viewer);
    let offers: Vec<String> =
        listed(&state).iter().map(|action| GoldenPyramid::offer(&view, seat(0), action).label).collect();
    assert_eq!(
        offers,
        [
            "Red column with the red Wheel 1",
            "Green column with the green Bricks 1",
            "Blue column with the blue Arrow 1 (+2)", // a pair, and the blue of 2:c1
        ]
    );
}

#[test]
fn the_pyramid_is_one_board_whose_levels_lie_on_each_other() {
    let state = book_example();
    let scene = GoldenPyramid::scene(&GoldenPyramid::view(&state, Viewer::Spectator), Viewer::Spectator);
    let pyramid = scene.zone("pyramid").unwrap();
    assert!(pyramid.rises);
    let cell = |name: &str| {
        let cell = pyramid.cells.iter().find(|cell| cell.key == Key::cell(name));
        cell.map(|cell| (cell.level, cell.x, cell.y))
    };
    assert_eq!((cell("1:a1"), cell("1:d4")), (Some((0, 0, 0)), Some((0, 6, 6))));
    assert_eq!(cell("2:b1"), Some((1, 3, 1)), "in the middle of four");
    assert_eq!(cell("2:a1.1"), Some((0, 1, 1)), "a column stands on the tile below");
    assert_eq!(cell("3:a1"), None, "nothing can lie there yet");
}

#[test]
fn a_tile_is_seen_with_what_it_scores() {
    let mut state = book_example();
    act(&mut state, build("red Drop 3", "2:b1"));
    let offer = |state: &State, action| {
        GoldenPyramid::offer(&GoldenPyramid::view(state, Viewer::Seat(seat(0))), seat(0), &action)
    };
    let column = offer(&state, Column(card("blue Drop 1")));
    assert_eq!(column.why.as_deref(), Some("Then it is 2 for the level and 1 for neighbours so far."));
    assert!(
        column.changes.contains(&Change { at: Key::cell("2:b1.1"), to: Becomes::Worth(1) }),
        "{column:?}"
    );
    let mut game = Match::<GoldenPyramid>::from_state(Options::default(), state, Seed::from_number(1));
    let mut told = vec![];
    while !matches!(game.state().table.phase, Phase::Act { .. }) {
        let action = game.actions(seat(0))[0];
        game.act(seat(0), action).unwrap();
        told.extend(game.moments(Viewer::Spectator).map(|(beat, scene)| {
            let pieces = scene.zone("pyramid").unwrap().pieces.len();
            (beat.text.clone(), beat.at.clone(), pieces)
        }));
    }
    let [(text, at, _)] = &told[..] else { panic!("{told:?}") };
    assert!(text.starts_with('+') && text.contains("2 for the level"), "{text}");
    assert_eq!(at[..], [Key::cell("2:b1")]);
}

#[test]
fn touches_mean_the_same_in_either_order_and_on_any_cube() {
    let state = table(2)
        .with_ground(0, "1:a1 1:b1")
        .with_builder(0, "1:a1")
        .with_hand(0, "red Drop 3")
        .with_cubes(0, "red red")
        .with_cubes(1, "blue");
    let view = GoldenPyramid::view(&state, Viewer::Seat(seat(0)));
    let red_drop = card("red Drop 3");
    let key = format!("card:{}", red_drop.number());
    for (path, expected) in [
        (vec![key.as_str(), "zone:bag"], Some(DrawCubes { card: red_drop, how: Draw::Random })),
        (vec!["zone:deck", &key], Some(DrawCards(red_drop))),
        (vec!["cell:1:c1", &key], Some(build("red Drop 3", "1:c1"))),
        (vec!["cube:0.red.2", "cube:1.blue.1"], Some(Action::Offer { give: Red, want: Blue })),
        (vec!["cube:0.red.2", "cube:market.green.1"], Some(MarketTrade { take: Green, add: Red })),
        (vec!["meeple:0", "cell:1:b1"], Some(MoveBuilder(place("1:b1")))),
        (vec!["meeple:1", "cell:1:b1"], None),
        (vec![&key], None),
        (vec![&key, &key], None),
        (vec!["cube:0.red", "cube:"], None),
    ] {
        assert_eq!(intent::<GoldenPyramid>(&view, seat(0), &path), expected, "{path:?}");
    }
}

/// What somebody does who builds as high as possible, keeps level 1 for a small hand, and else draws.
fn purposeful(state: &State, seat: Seat, rng: &mut Rng) -> Action {
    let mut actions = vec![];
    GoldenPyramid::legal_actions(state, seat, &mut actions);
    let level = |action: &Action| match action {
        Build { cell, .. } => cell.level(),
        _ => 0,
    };
    let draws = |action: &Action| {
        matches!(action, DrawCards(_) | DrawCardsUnpaid(2) | DrawCubes { how: Draw::Random, .. })
    };
    if matches!(state.table.phase, Phase::Act { .. }) && rng.below(8) > 0 {
        let best = actions.iter().map(level).max().unwrap_or(0);
        let wanted = if best == 1 && state.hands[seat].len() > 3 { 0 } else { best };
        actions.retain(|action| level(action) == wanted && (wanted > 0 || draws(action)));
    }
    *rng.choose(&actions)
}

/// What the viewer sees and hears after an action, and whether it is final.
fn after(mut state: State, seat: Seat, action: Action, viewer: Viewer, seed: u64) -> (View, Vec<Said>, bool) {
    let (mut rng, mut said) = (Rng::from_number(seed), vec![]);
    let mut ctx = Ctx::new(&mut rng, &mut said);
    GoldenPyramid::apply(&mut state, seat, &action, &mut ctx);
    let is_final = ctx.is_final();
    said.retain(|said| said.to.includes(viewer));
    (GoldenPyramid::view(&state, viewer), said, is_final)
}

/// Both halves of the laws that random play hardly reaches: a redealt world looks the same now and after
/// the action, and every offer can be touched and means what it says.
fn hold_against_the_laws(state: &State, seat: Seat, action: Action, rng: &mut Rng) {
    let seats = state.table.seats();
    let viewer = Viewer::all(seats).nth(rng.index(seats + 1)).unwrap();
    let view = GoldenPyramid::view(state, viewer);
    let other = GoldenPyramid::redeal(&view, rng);
    assert_eq!((GoldenPyramid::view(&other, viewer), GoldenPyramid::audit(&other)), (view.clone(), Ok(())));
    assert_eq!(GoldenPyramid::inventory(&other), GoldenPyramid::inventory(state));
    let scene = GoldenPyramid::scene(&view, viewer);
    assert_eq!(scene.flaws(), Vec::<String>::new());
    if GoldenPyramid::check(&other, seat, &action).is_ok() {
        let seed = rng.bits().into();
        let here = after(state.clone(), seat, action, viewer, seed);
        let there = after(other, seat, action, viewer, seed);
        assert!(here.0 != there.0 || here.1 == there.1, "{action:?} tells {viewer:?} too much");
        assert!(here.0 == there.0 || here.2 && there.2, "{action:?} shows something and is not final");
    }
    if viewer.is(seat) {
        let mut labels = BTreeSet::new();
        for action in testing::actions::<GoldenPyramid>(state, seat) {
            let offer = GoldenPyramid::offer(&view, seat, &action);
            assert!(offer.path.iter().all(|key| scene.has(key)), "{offer:?}");
            assert_eq!(
                GoldenPyramid::intent(&view, seat, &Touch::path(&offer.path)),
                Some(action),
                "{offer:?}"
            );
            assert!(labels.insert(offer.label.clone()), "{offer:?}");
        }
    }
}

#[test]
fn purposeful_play_reaches_the_top_under_the_laws() {
    let (mut levels, mut phases) = (BTreeSet::new(), BTreeSet::new());
    for seed in 0..10 {
        let mut rng = Rng::from_number(seed);
        let seats = 2 + seed as usize % 5;
        let options = Options::from_json(&json!({"market_refresh": "on"})).unwrap();
        let mut state = GoldenPyramid::setup(&options, seats, &mut Ctx::silent(&mut rng)).unwrap();
        let whole = GoldenPyramid::inventory(&state);
        while let Turn::Active(active) = GoldenPyramid::turn(&state) {
            let seat = active.first().unwrap();
            let action = purposeful(&state, seat, &mut rng);
            phases.insert(format!("{:?}", state.table.phase).split(' ').next().unwrap().to_string());
            GoldenPyramid::check(&state, seat, &action).unwrap();
            hold_against_the_laws(&state, seat, action, &mut rng);
            GoldenPyramid::apply(&mut state, seat, &action, &mut Ctx::silent(&mut rng));
            assert_eq!((GoldenPyramid::audit(&state), GoldenPyramid::inventory(&state)), (Ok(()), whole));
        }
        levels.extend(Seat::all(seats).map(|seat| state.table.highest(seat)));
    }
    assert!(levels.contains(&4), "{levels:?}");
    for phase in ["Act", "Answer", "ToBag", "KeepCubes", "KeepCards", "Columns", "Climb", "Discard"] {
        assert!(phases.contains(phase), "{phase} among {phases:?}");
    }
}

#[test]
fn states_that_cannot_be_are_refused() {
    type Change = fn(&mut State);
    let cases: [(&str, Change); 23] = [
        ("the pyramid is built by 2 to 6 players", |s| s.table.on_turn = seat(4)),
        ("the pyramid is built by 2 to 6 players", |s| s.table.scores = SeatMap::filled(3, 0)),
        ("a tile lies on nothing", |s| s.table.pyramid.raise(place("3:a1"), Symbol::Drop, [Red; 4])),
        ("there are six tiles of each symbol", |s| s.table.stacks[0] = 0),
        ("there are 15 cubes of each colour, or 18 with 5 or 6 players", |s| s.table.bag[Red] = 255),
        ("the market has 3 cubes, or 4 with 5 or 6 players", |s| {
            s.table.bag += std::mem::take(&mut s.table.market);
        }),
        ("the tiles of a level have been built by somebody", |s| s.table.contributors[3].insert(seat(0))),
        ("the tiles of a level have been built by somebody", |s| s.table.contributors[0] = SeatSet::EMPTY),
        ("somebody without a seat has built", |s| s.table.contributors[0].insert(seat(7))),
        ("a builder stands alone on a tile of a level that its owner has built on", |s| {
            s.table.builders[seat(0)] = s.table.builders[seat(1)];
        }),
        ("a builder stands alone on a tile of a level that its owner has built on", |s| {
            s.table.builders[seat(1)] = None;
        }),
        ("a card is in two places", |s| s.hands[seat(1)] = s.hands[seat(0)]),
        ("each of the 42 cards is in one place", |s| {
            s.hands[seat(1)].insert(Card::all().find(|card| card.value() == 6).unwrap());
        }),
        ("a card from before the last shuffle is in the deck", |s| s.table.old = s.deck()),
        ("a hand has more than 7 cards", |s| {
            s.hands[seat(1)] = s.deck().iter().take(8).collect();
        }),
        ("the last offer was not made at this table", |s| {
            let nobody = SeatSet::EMPTY;
            s.table.last_offer = Some(Answered {
                by: seat(9),
                give: Red,
                want: Blue,
                accepted: nobody,
                declined: nobody,
                turn: 0,
            });
        }),
        ("nobody has so many points", |s| s.table.scores[seat(0)] = i16::MIN),
        ("it is over exactly when the top lies or all turns are over", |s| s.table.phase = Phase::Over),
        ("it is over exactly when the top lies or all turns are over", |s| s.table.turns = 600),
        ("somebody is asked, but there is no offer", |s| {
            s.answers = Choices::ask(2, SeatSet::only(seat(1)));
        }),
        ("cards are drawn that nobody chooses from", |s| s.drawn = s.deck()),
        ("what is to be decided does not fit the table", |s| s.table.phase = Phase::Discard),
        ("what is to be decided does not fit the table", |s| {
            s.table.phase = Phase::Relocate { seat: seat(11) };
        }),
    ];
    assert_eq!(GoldenPyramid::audit(&book_example()), Ok(()));
    for (expected, change) in cases {
        let mut state = book_example();
        change(&mut state);
        assert_eq!(GoldenPyramid::audit(&state), Err(expected));
    }
    let mut options = serde_json::to_value(book_example()).unwrap();
    options["table"]["options"] = json!({"max_turns": 5});
    assert!(serde_json::from_value::<State>(options).is_err(), "options out of their range");
}

#[test]
fn a_hint_says_why() {
    let state = table(2).with_hand(0, "red Circles 1, blue Drop 1").with_cubes(0, "red");
    let told = |action: Action| {
        GoldenPyramid::reason(&GoldenPyramid::view(&state, Viewer::Seat(seat(0))), seat(0), &action)
    };
    let blue = card("blue Drop 1");
    let said = told(DrawCards(blue)).unwrap();
    assert_eq!(said, format!("You have no cube for the {blue}, and a higher tile still lacks 3 columns."));
    assert_eq!(told(DrawCards(card("red Circles 1"))), None);
    let said = told(DrawCubes { card: blue, how: Draw::Random }).unwrap();
    assert_eq!(said, "There is no cube yet for 1 card of your hand.");
    assert_eq!(told(MarketTrade { take: Blue, add: Red }).unwrap(), "A blue cube makes one more column.");
    let site = state.table.pyramid.built().sites().on_level(1).iter().next().unwrap();
    let said = told(Build { card: blue, cell: site }).unwrap();
    assert_eq!(said, "It brings 1 point, and takes no columns.");
}

boxwood_conformance::game_tests!(
    GoldenPyramid,
    playthrough: &[("market_refresh", "on"), ("offers_per_turn", "1"), ("max_turns", "300")], 748,
    shows: [" offers a ", " accepts: ", " declines.", "renews the market", "leaves the full tile", "The pyramid is finished"]
);
