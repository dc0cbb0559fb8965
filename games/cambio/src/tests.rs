//! The rules, the rulings and the worked examples, by number.

use boxwood_conformance::testing::{self, intent, json, named, new_match, seat};
use boxwood_engine::{Clock, Match, OptionsExt, SeatSet};
use boxwood_kit::Rune;
use boxwood_scene::{Beat, BeatKind, Figure, Key, Mark, Part};
use serde_json::Value;

use super::state::{Deed, Eyes, Laid, Power, Stage, Window};
use super::*;

/// The only open window.
fn clock(state: &State) -> Option<Clock> {
    let clocks = Cambio::clocks(state);
    assert!(clocks.len() <= 1, "{clocks:?}");
    clocks.first().copied()
}

const A: usize = 0;
const B: usize = 1;
const C: usize = 2;
const D: usize = 3;

fn spot(owner: usize, slot: u8) -> Spot {
    Spot::new(seat(owner), slot)
}

fn card(number: u8) -> RuneCard {
    RuneCard::new(number).unwrap()
}

/// The first card of each kind in a notation: `1`–`9`, `e`nergy, `m`ine, `y`ours, `s`wap, `r`ed and `b`lue king.
fn first_of(kind: &str) -> u8 {
    match kind {
        "e" => 36,
        "m" => 56,
        "y" => 60,
        "s" => 64,
        "r" => 68,
        "b" => 72,
        number => 4 * (number.parse::<u8>().unwrap() - 1),
    }
}

/// A table at seat A's first turn. Each player's slots in a notation: `7 e . b`, a dot for an empty one.
/// No card is used twice; whatever is left is the main pile. Nobody has seen anything.
fn table_with(options: Value, notation: &[&str]) -> State {
    let options = Options::from_json(&options).unwrap();
    let mut rng = Rng::from_number(1);
    let mut state = Cambio::setup(&options, notation.len(), &mut Ctx::silent(&mut rng)).unwrap();
    state.main = RuneSet::FULL;
    state.table.laid.clear();
    state.table.phase = Phase::Start;
    for (owner, cards) in notation.iter().enumerate() {
        for (slot, kind) in cards.split_whitespace().enumerate().filter(|(_, kind)| *kind != ".") {
            let face = take(&mut state.main, kind);
            state.table.laid.push(Laid { spot: spot(owner, slot as u8), face, seen_by: Eyes::default() });
        }
    }
    assert_eq!(Cambio::audit(&state), Ok(()));
    state
}

fn table(notation: &[&str]) -> State {
    table_with(json!({}), notation)
}

fn take(from: &mut RuneSet, kind: &str) -> RuneCard {
    let name = words::name(card(first_of(kind)));
    let found = from.iter().find(|&card| words::name(card) == name).expect("the box has enough of this kind");
    assert!(from.remove(found));
    found
}

/// Everything the players have in front of them, in the notation of `table_with`.
fn shown(state: &State, owner: usize) -> String {
    let cards: Vec<Spot> = state.table.cards_of(seat(owner)).map(|laid| laid.spot).collect();
    let last = cards.iter().map(|spot| spot.slot).max().unwrap_or(0).max(3);
    let text = |slot| match state.table.find(spot(owner, slot)) {
        Some(index) => match words::name(state.table.laid[index].face) {
            "Red King" => "r".to_string(),
            "Blue King" => "b".to_string(),
            _ => match state.table.laid[index].face.rune() {
                Rune::Energy => "e".into(),
                Rune::Mine => "m".into(),
                Rune::Yours => "y".into(),
                Rune::Swap => "s".into(),
                rune => rune.value().unwrap().to_string(),
            },
        },
        None => ".".to_string(),
    };
    (0..=last).map(text).collect::<Vec<_>>().join(" ")
}

fn is_legal(state: &State, number: usize, action: Action) -> bool {
    let seat = seat(number);
    let mut listed = vec![];
    if state.table.to_act().contains(seat) {
        Cambio::legal_actions(state, seat, &mut listed);
        let is_legal = Cambio::check(state, seat, &action).is_ok();
        assert_eq!(listed.contains(&action), is_legal, "list and judge agree about {action:?}");
    }
    listed.contains(&action)
}

#[track_caller]
fn act(state: &mut State, number: usize, action: Action) {
    testing::act::<Cambio>(state, seat(number), &action, 9);
}

#[track_caller]
fn refused(state: &State, number: usize, action: Action, rule: &str) {
    assert!(!is_legal(state, number, action));
    assert_eq!(Cambio::check(state, seat(number), &action).unwrap_err().rule, rule, "{action:?}");
}

fn late(state: &mut State, number: usize, at: Spot) -> Result<(), Illegal> {
    let before = state.clone();
    let result =
        Cambio::late(state, seat(number), &Action::Snap(at), &mut Ctx::silent(&mut Rng::from_number(9)));
    assert!(result.is_ok() || *state == before, "a refusal changes nothing");
    assert_eq!(Cambio::audit(state), Ok(()));
    result
}

fn expire(state: &mut State) {
    testing::expire::<Cambio>(state, 9);
}

/// Puts a card of this kind into the hand of the active player, drawn from the main pile.
fn draw(state: &mut State, kind: &str) {
    assert_eq!(state.table.phase, Phase::Start);
    let drawn = take(&mut state.main, kind);
    state.table.phase = Phase::Place { drawn, from: Source::Main };
}

/// The active player draws a card of this kind from the main pile and discards it.
fn lead(state: &mut State, kind: &str) {
    draw(state, kind);
    let active = state.table.active().index();
    act(state, active, Action::DiscardDrawn);
}

/// Everybody who could claim passes.
fn pass_all(state: &mut State) {
    while matches!(state.table.phase, Phase::Window(_)) {
        let seat = state.table.to_act().first().unwrap();
        act(state, seat.index(), Action::Pass);
    }
}

fn seats(state: &State) -> Vec<usize> {
    state.table.to_act().iter().map(Seat::index).collect()
}

fn stage(state: &State) -> Stage {
    state.table.window().expect("a window is open").stage
}

fn totals(state: &State) -> Vec<i32> {
    state.table.totals.as_slice().to_vec()
}

/// What the viewer's scene shows in this place: a role, or nothing for a back.
fn sees(state: &State, viewer: Viewer, at: Spot) -> Option<String> {
    let scene = Cambio::scene(&Cambio::view(state, viewer), viewer);
    let key = Key::piece("card", format_args!("{}.{}", at.owner.index(), at.slot));
    let piece =
        scene.zones.iter().flat_map(|zone| &zone.pieces).find(|piece| piece.key == key).expect("a card");
    match &piece.figure {
        Figure::Rune { role, .. } => Some(role.clone()),
        _ => None,
    }
}

fn who(number: usize) -> Viewer {
    Viewer::Seat(seat(number))
}

#[test]
fn rule_1_points_and_identity() {
    for (kind, points, name) in [
        ("1", 1, "One"),
        ("9", 9, "Nine"),
        ("e", 10, "Energy"),
        ("m", 10, "Peek Mine"),
        ("y", 10, "Peek Yours"),
        ("s", 10, "Swap"),
        ("r", -2, "Red King"),
        ("b", 13, "Blue King"),
    ] {
        let card = card(first_of(kind));
        assert_eq!((i32::from(card.corner()), words::name(card)), (points, name));
    }
    assert_eq!(card(45).rune(), card(55).rune(), "energy of both colours is identical");
    assert_eq!(
        words::a("Eight") + " " + &words::a("Energy") + " " + &words::a("One"),
        "an Eight an Energy a One"
    );
}

#[test]
fn rule_2_four_cards_each_and_the_dealer_moves_on() {
    for seats in 2..=8 {
        let mut rng = Rng::from_number(3);
        let mut state = Cambio::setup(&Options::default(), seats, &mut Ctx::silent(&mut rng)).unwrap();
        assert_eq!(state.main.len(), 76 - 4 * seats);
        assert_eq!(state.table.main_len(), state.main.len());
        assert!(state.table.discard.is_empty());
        for round in 1..=3 {
            assert_eq!(
                (state.table.round, state.table.active()),
                (round, seat((round as usize - 1) % seats))
            );
            assert!(Seat::all(seats).all(|seat| state.table.cards_of(seat).count() == 4));
            round::begin(&mut state, &mut Ctx::silent(&mut rng));
        }
    }
}

#[test]
fn rule_3_everybody_sees_the_own_lower_two_until_done_or_time_is_up() {
    let mut game = new_match::<Cambio>(json!({}), 3, 4);
    let looks = |game: &Match<Cambio>, viewer: Viewer| -> Vec<Spot> {
        let spots = game.state().table.laid.iter().map(|laid| laid.spot);
        spots.filter(|&at| sees(game.state(), viewer, at).is_some()).collect()
    };
    assert_eq!(looks(&game, who(B)), [spot(B, 2), spot(B, 3)]);
    assert_eq!(looks(&game, Viewer::Spectator), []);
    assert_eq!(clock(game.state()).map(|clock| clock.ms), Some(8000));
    let id = clock(game.state()).map(|clock| clock.id);
    game.act(seat(B), Action::Done).unwrap();
    assert_eq!(looks(&game, who(B)), [], "nothing stays when the look is over");
    assert_eq!(looks(&game, who(A)), [spot(A, 2), spot(A, 3)]);
    assert!(game.undo(seat(B)).is_err(), "whoever has looked away may not look again");
    assert_eq!(clock(game.state()).map(|clock| clock.id), id, "the clock runs on");
    game.expire(clock(game.state()).unwrap().id).unwrap();
    assert_eq!((game.state().table.phase, game.active()), (Phase::Start, SeatSet::only(seat(A))));
    assert_eq!(looks(&game, who(A)), []);
    assert_eq!(clock(game.state()), None);
}

#[test]
fn rule_4_and_5_draw_then_discard_or_exchange() {
    let mut state = table(&["1 2 3 4", "5 6 7 8"]);
    for action in [Action::DiscardDrawn, Action::Exchange(0)] {
        refused(&state, A, action, "rule 5");
    }
    draw(&mut state, "9");
    assert!(matches!(Cambio::view(&state, who(A)).table.phase, Phase::Place { drawn: Sight::Known(_), .. }));
    for viewer in [who(B), Viewer::Spectator] {
        assert!(matches!(
            Cambio::view(&state, viewer).table.phase,
            Phase::Place { drawn: Sight::Hidden { .. }, .. }
        ));
    }
    refused(&state, A, Action::DrawMain, "rule 4");
    refused(&state, A, Action::Exchange(4), "rule 2");
    act(&mut state, A, Action::Exchange(1));
    assert_eq!(shown(&state, A), "1 9 3 4");
    assert_eq!(state.table.discard.top(), Some(card(4)));
    let index = state.table.find(spot(A, 1)).unwrap();
    assert_eq!(
        state.table.laid[index].seen_by,
        Eyes::Of(SeatSet::only(seat(A))),
        "A knows what A has put there"
    );
    pass_all(&mut state);
    assert_eq!(seats(&state), [B]);
    act(&mut state, B, Action::DrawDiscard);
    assert!(matches!(
        Cambio::view(&state, Viewer::Spectator).table.phase,
        Phase::Place { drawn: Sight::Known(_), .. }
    ));
    act(&mut state, B, Action::Exchange(3));
    assert_eq!(shown(&state, B), "5 6 7 2");
    let index = state.table.find(spot(B, 3)).unwrap();
    assert_eq!(state.table.laid[index].seen_by, Eyes::All, "everybody saw the card from the discard pile");
    assert_eq!(sees(&state, who(A), spot(B, 3)), None, "but it lies face down");
}

#[test]
fn rule_6_claims_of_all_count_in_the_order_of_arrival() {
    let mut state = table(&["1 2 3 4", "5 6 7 8", "7 5 5 9"]);
    lead(&mut state, "7");
    assert_eq!(seats(&state), [A, B, C], "the active player takes part");
    assert_eq!(clock(&state).unwrap().ms, 4000);
    act(&mut state, C, Action::Snap(spot(B, 2)));
    assert_eq!(stage(&state), Stage::Gift { leader: seat(C), emptied: spot(B, 2) });
    assert_eq!(seats(&state), [C]);
}

#[test]
fn rule_6_a_bluff_means_nothing_and_three_are_enough() {
    let mut state = table(&["1 2 3 4", "5 6 7 8"]);
    refused(&state, A, Action::Touch(spot(B, 2)), "rule 6");
    lead(&mut state, "7");
    let id = clock(&state).unwrap().id;
    for slot in 0..3 {
        act(&mut state, A, Action::Touch(spot(B, slot)));
    }
    refused(&state, A, Action::Touch(spot(B, 3)), "rule 6");
    assert!(is_legal(&state, B, Action::Touch(spot(B, 3))), "each player has three");
    assert_eq!(clock(&state).unwrap().id, id, "a bluff buys no time");
    assert_eq!((shown(&state, A), shown(&state, B)), ("1 2 3 4".into(), "5 6 7 8".into()));
    act(&mut state, A, Action::Snap(spot(B, 2)));
    assert!(state.table.frozen, "after bluffs A may still claim");
    let mut turns = table_with(json!({"pace": "turns"}), &["1 2 3 4", "5 6 7 8"]);
    lead(&mut turns, "7");
    refused(&turns, B, Action::Touch(spot(B, 3)), "rule 6");
}

#[test]
fn rule_7_only_the_leader_goes_on_and_the_next_player_finds_the_pile_frozen() {
    let mut state = table(&["7 2 7 4", "5 6 1 8", "7 5 5 9"]);
    lead(&mut state, "7");
    act(&mut state, A, Action::Snap(spot(A, 0)));
    let first = clock(&state).unwrap();
    assert_eq!((stage(&state), first.ms), (Stage::Led { leader: seat(A) }, 3000));
    refused(&state, C, Action::Snap(spot(C, 0)), "rule 7");
    act(&mut state, A, Action::Snap(spot(A, 2)));
    assert_ne!(clock(&state).unwrap().id, first.id, "each success starts the clock anew");
    act(&mut state, A, Action::Done);
    assert_eq!((shown(&state, A), seats(&state)), (". 2 . 4".into(), vec![B]));
    refused(&state, B, Action::DrawDiscard, "ruling R4");
}

#[test]
fn rule_8_a_gift_goes_unseen_into_the_emptied_place() {
    let mut state = table(&["7 2 3 4", "5 6 7 8"]);
    let index = state.table.find(spot(A, 1)).unwrap();
    state.table.laid[index].seen_by = Eyes::Of(SeatSet::only(seat(A)));
    lead(&mut state, "7");
    act(&mut state, A, Action::Snap(spot(B, 2)));
    assert_eq!((seats(&state), clock(&state).unwrap().ms), (vec![A], 8000));
    refused(&state, A, Action::Done, "rule 8");
    refused(&state, A, Action::Pass, "rule 8");
    refused(&state, A, Action::Snap(spot(A, 0)), "rule 8");
    refused(&state, A, Action::Give(7), "rule 2");
    let mut kept = state.clone();
    act(&mut state, A, Action::Give(1));
    assert_eq!((shown(&state, A), shown(&state, B)), ("7 . 3 4".into(), "5 6 2 8".into()));
    assert_eq!(sees(&state, who(B), spot(B, 2)), None);
    let index = state.table.find(spot(B, 2)).unwrap();
    assert_eq!(state.table.laid[index].seen_by, Eyes::Of(SeatSet::only(seat(A))), "A still knows the card");
    assert_eq!(stage(&state), Stage::Led { leader: seat(A) });
    expire(&mut kept);
    assert_eq!((stage(&kept), shown(&kept, B)), (Stage::Led { leader: seat(A) }, "5 6 . 8".into()));
    refused(&kept, A, Action::Keep, "rule 8");
}

#[test]
fn rule_9_a_wrong_claim_shows_the_card_until_the_window_closes() {
    let mut state = table(&["7 2 3 4", "5 6 7 8", "1 1 1 1"]);
    lead(&mut state, "7");
    let id = clock(&state).unwrap().id;
    act(&mut state, A, Action::Snap(spot(B, 0)));
    assert_eq!(clock(&state).unwrap().id, id, "the clock runs on");
    assert_eq!(state.table.cards_of(seat(A)).count(), 5);
    assert_eq!(seats(&state), [B, C]);
    for viewer in Viewer::all(3) {
        assert_eq!(sees(&state, viewer, spot(B, 0)), Some("Five".into()));
        assert_eq!(sees(&state, viewer, spot(A, 4)), None, "nobody sees a penalty card");
    }
    refused(&state, A, Action::Snap(spot(A, 0)), "ruling R8");
    expire(&mut state);
    for viewer in Viewer::all(3) {
        assert_eq!(sees(&state, viewer, spot(B, 0)), None);
    }
    assert_eq!(seats(&state), [B]);
}

#[test]
fn rule_9_penalty_cards_fill_the_lowest_place_beside_the_four() {
    for (cards, slot) in
        [("1 2 3 4", 4), (". . . 4", 4), ("1 2 3 4 5", 5), ("1 . . . . 5 6", 4), ("1 2 3 4 5 . 6", 5)]
    {
        let state = table(&[cards, "5 6 7 8"]);
        assert_eq!(state.table.penalty_spot(seat(A)), spot(A, slot), "{cards}");
    }
}

#[test]
fn rule_11_a_window_closes_by_passing_or_by_the_clock() {
    let mut state = table(&["7 2 3 4", "5 6 7 8", "1 1 1 9"]);
    lead(&mut state, "7");
    refused(&state, A, Action::Done, "rule 11");
    act(&mut state, B, Action::Pass);
    refused(&state, B, Action::Snap(spot(B, 2)), "rule 11");
    act(&mut state, A, Action::Pass);
    let mut by_clock = state.clone();
    act(&mut state, C, Action::Pass);
    assert_eq!((seats(&state), state.table.phase), (vec![B], Phase::Start));
    assert!(!state.table.frozen);
    expire(&mut by_clock);
    assert_eq!(by_clock.table.phase, Phase::Start);
    // A leader who is too slow is done.
    lead(&mut state, "1");
    act(&mut state, C, Action::Snap(spot(C, 0)));
    refused(&state, C, Action::Pass, "rule 11");
    expire(&mut state);
    assert_eq!((seats(&state), state.table.phase), (vec![C], Phase::Start));
}

#[test]
fn rule_12_each_action_card_allows_its_own_targets() {
    for (kind, mine, yours, swap) in [("m", 1, 0, 0), ("y", 0, 5, 0), ("s", 0, 0, 11), ("r", 1, 5, 11)] {
        let mut state = table(&["1", "5 6 7", "2 3"]);
        lead(&mut state, kind);
        pass_all(&mut state);
        let mut listed = vec![];
        Cambio::legal_actions(&state, seat(A), &mut listed);
        let count = |wanted: fn(&Action) -> bool| listed.iter().filter(|action| wanted(action)).count();
        let counts = (
            count(|action| matches!(action, Action::Peek(at) if at.owner == seat(A))),
            count(|action| matches!(action, Action::Peek(at) if at.owner != seat(A))),
            count(|action| matches!(action, Action::Swap { .. })),
        );
        assert_eq!(counts, (mine, yours, swap), "{kind}");
        assert_eq!(count(|action| *action == Action::Decline), 1);
        assert_eq!(clock(&state), None);
        act(&mut state, A, Action::Decline);
        assert_eq!((seats(&state), state.table.phase), (vec![B], Phase::Start));
    }
}

#[test]
fn rule_12_a_peek_is_for_the_peeker_alone_and_ends() {
    let mut state = table(&["1 2", "5 6 7"]);
    lead(&mut state, "y");
    pass_all(&mut state);
    refused(&state, A, Action::Peek(spot(A, 0)), "rule 12");
    refused(&state, A, Action::Swap { a: spot(A, 0), b: spot(B, 0) }, "rule 12");
    refused(&state, A, Action::Peek(spot(B, 3)), "rule 2");
    act(&mut state, A, Action::Peek(spot(B, 1)));
    assert_eq!(sees(&state, who(A), spot(B, 1)), Some("Six".into()));
    assert_eq!((sees(&state, who(B), spot(B, 1)), sees(&state, Viewer::Spectator, spot(B, 1))), (None, None));
    assert_eq!((seats(&state), clock(&state).unwrap().ms), (vec![A], 4000));
    let mut by_clock = state.clone();
    act(&mut state, A, Action::Done);
    expire(&mut by_clock);
    assert_eq!(state, by_clock);
    assert_eq!((sees(&state, who(A), spot(B, 1)), seats(&state)), (None, vec![B]));
    let view = Cambio::view(&state, who(A));
    let known = view.table.laid.iter().find(|laid| laid.spot == spot(B, 1)).map(|laid| laid.face);
    assert!(matches!(known, Some(Sight::Known(_))), "A remembers it, and so does a redeal");
}

#[test]
fn rule_12_a_swap_takes_along_what_is_known() {
    let mut state = table(&["1 2", "5 6", "8 9"]);
    let index = state.table.find(spot(B, 0)).unwrap();
    state.table.laid[index].seen_by = Eyes::Of(SeatSet::only(seat(B)));
    lead(&mut state, "s");
    pass_all(&mut state);
    act(&mut state, A, Action::Swap { a: spot(B, 0), b: spot(C, 1) });
    assert_eq!((shown(&state, B), shown(&state, C)), ("9 6 . .".into(), "8 5 . .".into()));
    let known: Vec<Spot> = (state.table.laid.iter())
        .filter(|laid| laid.seen_by.includes(who(B)))
        .map(|laid| laid.spot)
        .collect();
    assert_eq!(known, [spot(C, 1)]);
    assert_eq!(seats(&state), [B]);
}

#[test]
fn rule_12_exchanged_and_snapped_action_cards_do_nothing() {
    let mut state = table(&["m 2 m 4", "5 6 7 8"]);
    draw(&mut state, "9");
    act(&mut state, A, Action::Exchange(0));
    act(&mut state, A, Action::Snap(spot(A, 2)));
    act(&mut state, A, Action::Done);
    assert_eq!((seats(&state), state.table.phase), (vec![B], Phase::Start));
    act(&mut state, B, Action::DrawMain);
    // A card from the discard pile does nothing either: it is only ever exchanged.
    let mut state = table(&["m 2 3 4", "5 6 7 8"]);
    draw(&mut state, "9");
    act(&mut state, A, Action::Exchange(0));
    pass_all(&mut state);
    act(&mut state, B, Action::DrawDiscard);
    act(&mut state, B, Action::Exchange(0));
    pass_all(&mut state);
    assert_eq!((seats(&state), state.table.phase), (vec![A], Phase::Start));
}

#[test]
fn rule_12_an_action_without_a_target_lapses() {
    for (kind, expected) in [("y", None), ("s", None), ("b", None), ("m", Some(Deed::PeekMine))] {
        let mut state = table(&["1 2 3 4", "5 6 7 8"]);
        act(&mut state, A, Action::Call);
        lead(&mut state, kind);
        assert_eq!(seats(&state), [B], "the caller takes no part in the race");
        act(&mut state, B, Action::Pass);
        match expected {
            Some(deed) => assert_eq!(state.table.phase, Phase::Action(deed), "{kind}"),
            None => assert!(matches!(state.table.phase, Phase::RoundEnd { .. }), "{kind}"),
        }
    }
}

#[test]
fn rule_13_a_blue_king_shows_one_card_of_each_other_player() {
    let mut state = table(&["1 2", "5 6", "8 9"]);
    lead(&mut state, "b");
    pass_all(&mut state);
    refused(&state, A, Action::Decline, "ruling R12");
    refused(&state, A, Action::Choose(spot(A, 0)), "rule 13");
    act(&mut state, A, Action::Choose(spot(C, 1)));
    refused(&state, A, Action::Choose(spot(C, 0)), "rule 13");
    assert_eq!(sees(&state, who(A), spot(C, 1)), None, "all are shown at once");
    act(&mut state, A, Action::Choose(spot(B, 0)));
    for viewer in Viewer::all(3) {
        assert_eq!(sees(&state, viewer, spot(C, 1)), Some("Nine".into()));
        assert_eq!(sees(&state, viewer, spot(B, 0)), Some("Five".into()));
    }
    assert_eq!((seats(&state), clock(&state).unwrap().ms), (vec![A, B, C], 3000));
    act(&mut state, B, Action::Done);
    assert_eq!(sees(&state, who(B), spot(B, 0)), None, "for B the show is over");
    assert_eq!(sees(&state, who(C), spot(B, 0)), Some("Five".into()));
    let mut by_clock = state.clone();
    act(&mut state, A, Action::Done);
    act(&mut state, C, Action::Done);
    expire(&mut by_clock);
    assert_eq!(state, by_clock);
    assert_eq!((seats(&state), sees(&state, who(C), spot(B, 0))), (vec![B], None));
}

#[test]
fn rule_14_one_call_a_round_and_everybody_else_has_one_more_turn() {
    let mut state = table(&["1 2", "5 6", "8 9"]);
    lead(&mut state, "7");
    pass_all(&mut state);
    act(&mut state, B, Action::Call);
    assert_eq!((seats(&state), state.table.phase), (vec![C], Phase::Start));
    refused(&state, C, Action::Call, "rule 14");
    lead(&mut state, "r");
    refused(&state, C, Action::Snap(spot(B, 0)), "rule 14");
    refused(&state, B, Action::Snap(spot(A, 0)), "ruling R11");
    pass_all(&mut state);
    refused(&state, C, Action::Peek(spot(B, 0)), "rule 14");
    refused(&state, C, Action::Swap { a: spot(B, 0), b: spot(C, 0) }, "rule 14");
    act(&mut state, C, Action::Decline);
    lead(&mut state, "7");
    pass_all(&mut state);
    assert!(matches!(state.table.phase, Phase::RoundEnd { .. }), "A had the last turn");
}

#[test]
fn rule_14_a_call_announces_only_turns_that_come() {
    for (turn, expected) in [
        (0, "Everybody else has one more turn."),
        (117, "Everybody else has one more turn."),
        (118, "Only 1 turn left in this round."),
        (119, "That was the last turn of the round."),
    ] {
        let mut state = table(&["1 2", "5 6", "8 9"]);
        state.table.turn = turn;
        let caller = state.table.active();
        let said = testing::act::<Cambio>(&mut state, caller, &Action::Call, 9);
        let name = named(&caller.to_string());
        assert_eq!(named(&said[0]), format!("{name} calls Cambio! {expected}"), "after {turn} turns");
        assert_eq!(matches!(state.table.phase, Phase::RoundEnd { .. }), turn == 119);
    }
}

#[test]
fn rule_15_all_cards_lie_open_until_everybody_goes_on() {
    let mut state = table(&["1 2", "5 6"]);
    act(&mut state, A, Action::Call);
    lead(&mut state, "7");
    pass_all(&mut state);
    assert_eq!((seats(&state), clock(&state)), (vec![A, B], None));
    for viewer in Viewer::all(2) {
        assert_eq!(sees(&state, viewer, spot(A, 0)), Some("One".into()));
        assert_eq!(sees(&state, viewer, spot(B, 1)), Some("Six".into()));
    }
    assert_eq!(totals(&state), [-2, 11]);
    act(&mut state, B, Action::Done);
    act(&mut state, A, Action::Done);
    assert_eq!((state.table.round, state.table.active(), totals(&state)), (2, seat(B), vec![-2, 11]));
    assert_eq!((state.table.caller, state.table.frozen, state.main.len()), (None, false, 68));
}

#[test]
fn rule_17_the_game_ends_with_the_round_that_reaches_the_target() {
    for (target, over) in [(23, true), (24, false)] {
        let mut state = table_with(json!({"target": target}), &["1 2", "b e"]);
        act(&mut state, A, Action::Call);
        lead(&mut state, "7");
        pass_all(&mut state);
        assert_eq!(totals(&state), [-2, 23]);
        match Cambio::turn(&state) {
            Turn::Over(outcome) => {
                assert!(over);
                assert_eq!(outcome.ranks.as_slice(), [1, 2]);
            }
            Turn::Active(_) => assert!(!over),
        }
    }
}

#[test]
fn ruling_1_the_window_opens_for_every_lead_card() {
    for exchanges in [false, true] {
        let mut state = table(&["7 2 3 4", "5 6 7 8"]);
        draw(&mut state, if exchanges { "9" } else { "7" });
        act(&mut state, A, if exchanges { Action::Exchange(0) } else { Action::DiscardDrawn });
        act(&mut state, B, Action::Snap(spot(B, 2)));
        assert!(state.table.frozen);
    }
}

#[test]
fn ruling_2_and_3_the_discard_pile() {
    let mut state = table(&["1 2", "5 6"]);
    refused(&state, A, Action::DrawDiscard, "ruling R3");
    assert!(is_legal(&state, A, Action::DrawMain) && is_legal(&state, A, Action::Call));
    lead(&mut state, "7");
    pass_all(&mut state);
    act(&mut state, B, Action::DrawDiscard);
    refused(&state, B, Action::DiscardDrawn, "ruling R2");
}

#[test]
fn ruling_4_the_pile_stays_frozen_until_the_next_lead_card() {
    let mut state = table(&["7 2", "5 6", "8 9"]);
    lead(&mut state, "7");
    act(&mut state, A, Action::Snap(spot(A, 0)));
    act(&mut state, A, Action::Done);
    act(&mut state, B, Action::Call);
    refused(&state, C, Action::DrawDiscard, "ruling R4");
    lead(&mut state, "1");
    pass_all(&mut state);
    assert!(is_legal(&state, A, Action::DrawDiscard));
}

#[test]
fn ruling_5_the_race_comes_before_the_action() {
    let mut state = table(&["m 2", "5 m"]);
    lead(&mut state, "m");
    refused(&state, A, Action::Peek(spot(A, 0)), "rule 12");
    act(&mut state, B, Action::Snap(spot(B, 1)));
    act(&mut state, B, Action::Done);
    assert_eq!(state.table.phase, Phase::Action(Deed::PeekMine));
    refused(&state, A, Action::Snap(spot(A, 0)), "rule 6");
    act(&mut state, A, Action::Peek(spot(A, 0)));
    refused(&state, A, Action::Snap(spot(A, 0)), "rule 6");
}

#[test]
fn ruling_6_a_wrong_own_card_costs_a_penalty_too() {
    let mut state = table(&["1 2", "5 6"]);
    lead(&mut state, "7");
    act(&mut state, B, Action::Snap(spot(B, 0)));
    assert_eq!(state.table.cards_of(seat(B)).map(|laid| laid.spot.slot).collect::<Vec<_>>(), [0, 1, 4]);
}

#[test]
fn ruling_7_what_a_late_claim_costs() {
    for (option, own, others, wrong) in [("others", 4, 5, 5), ("all", 5, 5, 5), ("none", 4, 4, 5)] {
        for (at, expected) in
            [(spot(B, 0), own), (spot(C, 0), others), (spot(B, 1), wrong), (spot(C, 1), wrong)]
        {
            let mut state = table_with(json!({"late_penalty": option}), &["3 1 1 1", "3 2 5 6", "3 9 9 9"]);
            lead(&mut state, "3");
            act(&mut state, A, Action::Snap(spot(A, 0)));
            let before = clock(&state);
            late(&mut state, B, at).unwrap();
            assert_eq!(state.table.cards_of(seat(B)).count(), expected, "{option} {at:?}");
            assert_eq!(stage(&state), Stage::Led { leader: seat(A) }, "A still leads");
            assert_eq!(clock(&state), before, "and has no more time for it");
            assert!(Viewer::all(3).all(|viewer| sees(&state, viewer, at).is_some()));
            assert!(late(&mut state, B, at).is_err(), "only one late claim");
        }
    }
}

#[test]
fn ruling_8_one_mistake_a_window() {
    let mut state = table(&["1 2 7 7", "5 6", "8 9"]);
    lead(&mut state, "7");
    act(&mut state, B, Action::Snap(spot(B, 0)));
    refused(&state, B, Action::Snap(spot(A, 2)), "ruling R8");
    refused(&state, B, Action::Pass, "ruling R8");
    act(&mut state, A, Action::Snap(spot(A, 2)));
    assert!(late(&mut state, B, spot(A, 3)).is_err());
    act(&mut state, A, Action::Snap(spot(A, 0)));
    assert_eq!(state.table.discard.len(), 2, "what was snapped stays snapped");
    assert!(matches!(stage(&state), Stage::Closing { .. }));
    assert_eq!(state.table.cards_of(seat(A)).count(), 4);
    assert!(state.table.frozen);
}

#[test]
fn ruling_9_giving_the_last_card_ends_the_round() {
    let mut state = table(&["5", "7 6"]);
    lead(&mut state, "7");
    act(&mut state, A, Action::Snap(spot(B, 0)));
    act(&mut state, A, Action::Give(0));
    assert_eq!((shown(&state, A), shown(&state, B)), (". . . .".into(), "5 6 . .".into()));
    assert_eq!(totals(&state), [0, 11]);
    assert!(matches!(state.table.phase, Phase::RoundEnd { .. }));
}

#[test]
fn ruling_10_the_last_card_snapped_is_decided_by_the_gift() {
    for (action, ended) in [(Action::Keep, true), (Action::Give(0), false)] {
        let mut state = table(&["5 4", "7"]);
        lead(&mut state, "7");
        act(&mut state, A, Action::Snap(spot(B, 0)));
        assert!(matches!(stage(&state), Stage::Gift { .. }), "not over yet");
        act(&mut state, A, action);
        assert_eq!(matches!(state.table.phase, Phase::RoundEnd { .. }), ended);
    }
}

#[test]
fn ruling_11_the_caller_takes_no_part_in_the_race() {
    let mut state = table(&["7 2", "5 7", "8 7"]);
    act(&mut state, A, Action::Call);
    lead(&mut state, "7");
    assert_eq!(seats(&state), [B, C]);
    act(&mut state, B, Action::Snap(spot(B, 1)));
    assert_eq!(late(&mut state, A, spot(C, 1)).unwrap_err().rule, "ruling R11");
    refused(&state, B, Action::Snap(spot(A, 0)), "rule 14");
}

#[test]
fn ruling_12_a_swap_needs_two_owners() {
    let mut state = table(&["1 2", "5 6", "8 9"]);
    lead(&mut state, "s");
    pass_all(&mut state);
    for owner in [A, B] {
        refused(&state, A, Action::Swap { a: spot(owner, 0), b: spot(owner, 1) }, "ruling R12");
    }
    refused(&state, A, Action::Swap { a: spot(B, 0), b: spot(A, 1) }, "ruling R21");
    assert!(is_legal(&state, A, Action::Swap { a: spot(B, 0), b: spot(C, 1) }), "A need not be one of them");
}

#[test]
fn ruling_13_a_red_king_does_two_things_of_any_kind() {
    let (peek, swap) = (Action::Peek(spot(B, 0)), Action::Swap { a: spot(A, 0), b: spot(B, 0) });
    for (first, second) in [(peek, peek), (peek, swap), (swap, peek), (swap, swap)] {
        let mut state = table(&["1 2", "5 6"]);
        lead(&mut state, "r");
        pass_all(&mut state);
        for (action, again) in [(first, true), (second, false)] {
            assert_eq!(state.table.phase, Phase::Action(Deed::Any { again }));
            act(&mut state, A, action);
            if action == peek {
                act(&mut state, A, Action::Done);
            }
        }
        assert_eq!((seats(&state), state.table.phase), (vec![B], Phase::Start));
    }
    let mut state = table(&["1 2", "5 6"]);
    lead(&mut state, "r");
    pass_all(&mut state);
    act(&mut state, A, Action::Decline);
    assert_eq!(seats(&state), [B], "declining gives up both");
}

/// A table whose main pile has been drawn down to so many cards, the others discarded under the top one.
fn drawn_down(cards: usize, reshuffled: bool) -> State {
    let mut state = table(&["1 2", "5 6"]);
    let mut discards: Vec<RuneCard> = state.main.iter().skip(cards).collect();
    state.main = state.main.iter().take(cards).collect();
    if reshuffled {
        state.table.reshuffled = state.main;
        state.table.reshuffled.insert(discards[0]);
    }
    discards.reverse();
    state.table.discard = discards.into_iter().collect();
    state
}

#[test]
fn ruling_14_an_empty_main_pile_is_made_anew_once() {
    let mut state = drawn_down(1, false);
    let discards = state.table.discard.len();
    act(&mut state, A, Action::DrawMain);
    assert_eq!(state.table.main_len(), 0);
    act(&mut state, A, Action::DiscardDrawn);
    pass_all(&mut state);
    assert_eq!((state.main.len(), state.table.discard.len()), (discards, 1), "all but the top one");
    assert_eq!((seats(&state), state.table.reshuffled), (vec![B], state.main));

    let mut state = drawn_down(1, true);
    act(&mut state, A, Action::DrawMain);
    act(&mut state, A, Action::DiscardDrawn);
    pass_all(&mut state);
    assert!(matches!(state.table.phase, Phase::RoundEnd { .. }), "instead of B's turn");
    assert_eq!(totals(&state), [3, 11]);
    act(&mut state, A, Action::Done);
    act(&mut state, B, Action::Done);
    assert!(state.table.reshuffled.is_empty(), "once in each round");
}

#[test]
fn ruling_14_a_penalty_due_uses_the_new_main_pile_or_is_waived() {
    for (reshuffled, cards) in [(false, 3), (true, 2)] {
        let mut state = drawn_down(1, reshuffled);
        act(&mut state, A, Action::DrawMain);
        act(&mut state, A, Action::DiscardDrawn);
        let top = state.table.discard.top();
        let wrong = if top.unwrap().rune() == Rune::Five { spot(B, 1) } else { spot(B, 0) };
        act(&mut state, B, Action::Snap(wrong));
        assert_eq!(state.table.cards_of(seat(B)).count(), cards);
        assert_eq!(state.table.discard.top(), top, "the lead card stays");
    }
}

#[test]
fn ruling_14_a_single_discard_makes_no_new_main_pile() {
    let mut state = table(&["1 2", "5 6"]);
    draw(&mut state, "e");
    for face in std::mem::take(&mut state.main).iter() {
        let spot = state.table.penalty_spot(seat(A));
        state.table.lay(Laid { spot, face, seen_by: Eyes::default() });
    }
    act(&mut state, A, Action::DiscardDrawn);
    pass_all(&mut state);
    assert_eq!(state.table.phase, Phase::Over, "no turn of B, and A has all those points");
    assert_eq!(state.table.discard.len(), 1);
}

#[test]
fn ruling_14_a_round_has_at_most_40_turns_for_each_player() {
    let mut state = table(&["1 2", "5 6"]);
    state.table.turn = 79;
    assert_eq!(seats(&state), [B]);
    lead(&mut state, "7");
    pass_all(&mut state);
    assert!(matches!(state.table.phase, Phase::RoundEnd { .. }));
    assert_eq!(totals(&state), [3, 11]);
}

#[test]
fn ruling_15_rounds_are_limited() {
    let mut state = table_with(json!({"max_rounds": 1}), &["1 2", "5 6"]);
    act(&mut state, A, Action::Call);
    lead(&mut state, "7");
    pass_all(&mut state);
    assert_eq!(state.table.phase, Phase::Over);
}

#[test]
fn ruling_16_the_sums_are_compared_before_the_five_are_counted() {
    // With the reward A would be below B; with the punishment above. Only 6 against 5 counts.
    let mut state = table(&["6 . . .", "5 . . ."]);
    state.table.caller = Some(seat(A));
    assert_eq!(round::points(&state.table).as_slice(), [11, 5]);
    state.table.caller = Some(seat(B));
    assert_eq!(round::points(&state.table).as_slice(), [6, 0]);
}

#[test]
fn ruling_17_energy_and_numbers_do_nothing() {
    for kind in ["e", "1", "9"] {
        assert_eq!(Power::of(card(first_of(kind))), None);
    }
    assert_eq!(Power::of(card(first_of("b"))), Some(Power::BlueKing));
}

#[test]
fn ruling_18_a_given_card_can_be_snapped_again() {
    let mut state = table(&["7 7 1", "7 6"]);
    lead(&mut state, "7");
    act(&mut state, A, Action::Snap(spot(B, 0)));
    act(&mut state, A, Action::Give(0));
    act(&mut state, A, Action::Snap(spot(B, 0)));
    act(&mut state, A, Action::Keep);
    assert_eq!((shown(&state, A), shown(&state, B)), (". 7 1 .".into(), ". 6 . .".into()));
}

#[test]
fn ruling_19_the_last_wrong_card_can_be_looked_at() {
    let mut state = table(&["1 2", "5 6"]);
    lead(&mut state, "7");
    act(&mut state, A, Action::Pass);
    act(&mut state, B, Action::Snap(spot(A, 0)));
    assert_eq!((seats(&state), clock(&state).unwrap().ms), (vec![A, B], 4000));
    refused(&state, A, Action::Snap(spot(A, 0)), "rule 11");
    assert_eq!(sees(&state, who(A), spot(A, 0)), Some("One".into()));
    act(&mut state, A, Action::Done);
    assert_eq!(
        (sees(&state, who(A), spot(A, 0)), sees(&state, who(B), spot(A, 0))),
        (None, Some("One".into()))
    );
    act(&mut state, B, Action::Done);
    assert_eq!((seats(&state), state.table.phase), (vec![B], Phase::Start));
    let mut turns = table_with(json!({"pace": "turns"}), &["1 2", "5 6"]);
    lead(&mut turns, "7");
    act(&mut turns, B, Action::Pass);
    act(&mut turns, A, Action::Snap(spot(A, 0)));
    assert_eq!(turns.table.phase, Phase::Start, "without clocks at once");
}

#[test]
fn ruling_20_a_late_claim_on_a_card_that_is_gone_is_not_taken() {
    let mut state = table(&["1 2", "7 6", "8 9"]);
    lead(&mut state, "7");
    act(&mut state, A, Action::Snap(spot(B, 0)));
    assert_eq!(late(&mut state, C, spot(B, 1)).unwrap_err().rule, "rule 8", "first the gift");
    let mut kept = state.clone();
    act(&mut kept, A, Action::Keep);
    assert_eq!(late(&mut kept, C, spot(B, 0)).unwrap_err().rule, "rule 2");
    act(&mut state, A, Action::Give(0));
    assert_eq!(late(&mut state, C, spot(B, 0)).unwrap_err().rule, "ruling R20");
    late(&mut state, C, spot(B, 1)).unwrap();
}

#[test]
fn ruling_20_a_penalty_card_in_the_place_of_a_snapped_one_was_not_meant() {
    let mut state = table(&["1 2", "5 6 8 9 7", "8 9", "3 4"]);
    let penalty = spot(B, 4);
    lead(&mut state, "7");
    act(&mut state, A, Action::Snap(penalty));
    act(&mut state, A, Action::Keep);
    late(&mut state, B, spot(A, 1)).unwrap();
    assert!(state.table.find(penalty).is_some(), "B's penalty card lies where the snapped one lay");
    assert_eq!(late(&mut state, C, penalty).unwrap_err().rule, "ruling R20");
    late(&mut state, C, spot(A, 0)).unwrap();
}

#[test]
fn a_race_may_use_up_the_main_pile_after_a_snap() {
    let mut state = table(&["1 2", "7 6", "8 9"]);
    lead(&mut state, "7");
    act(&mut state, A, Action::Snap(spot(B, 0)));
    act(&mut state, A, Action::Give(0));
    let rest: Vec<RuneCard> = state.main.iter().collect();
    state.main = RuneSet::EMPTY;
    let top = state.table.discard.draw().unwrap();
    rest.into_iter().chain([top]).for_each(|card| state.table.discard.push(card));
    late(&mut state, C, spot(A, 1)).unwrap();
    assert!(!state.table.reshuffled.is_empty(), "and the audit still finds the snapped card");
}

#[test]
fn sentences_leave_out_the_owner_who_acts_and_call_penalty_cards_by_their_order() {
    let mut state = table(&["1 2 3 4 7", "7 6", "8 9"]);
    lead(&mut state, "7");
    let said = |state: &mut State, number, action| {
        testing::named(&testing::act::<Cambio>(state, seat(number), &action, 9)[0])
    };
    assert_eq!(said(&mut state, A, Action::Snap(spot(A, 4))), "A snaps the first penalty card: right.");
    assert_eq!(said(&mut state, A, Action::Snap(spot(B, 0))), "A snaps B's top left card: right.");
    assert_eq!(
        said(&mut state, A, Action::Give(1)),
        "A gives B the top right card; it goes to the top left place."
    );
    assert_eq!(words::slot_name(9), "6th penalty");
}

/// What a viewer is shown on the way while somebody does this.
fn moments(state: &mut State, number: usize, action: Action, viewer: Viewer) -> Vec<(Beat, Scene)> {
    testing::moments::<Cambio>(state, seat(number), &action, 9, viewer)
}

/// How many cards of each player lie face up.
fn faces(scene: &Scene) -> Vec<usize> {
    let open = |number: usize| {
        let zone = scene.zone(&format!("cards.{number}")).unwrap();
        zone.pieces.iter().filter(|piece| matches!(piece.figure, Figure::Rune { .. })).count()
    };
    (0..scene.players.len()).map(open).collect()
}

/// Seat A calls with three cards, and the others have had their turns but for the last pass.
fn after_a_call(options: Value) -> State {
    let mut state = table_with(options, &["3 1 r", "2", "9"]);
    act(&mut state, A, Action::Call);
    lead(&mut state, "7");
    pass_all(&mut state);
    lead(&mut state, "7");
    act(&mut state, B, Action::Pass);
    state
}

#[test]
fn at_the_end_of_a_round_hands_are_turned_up_one_by_one_and_the_call_is_told() {
    let mut state = after_a_call(json!({}));
    let shown = moments(&mut state, C, Action::Pass, Viewer::Spectator);
    let told: Vec<(BeatKind, &str)> = shown.iter().map(|(beat, _)| (beat.kind, beat.text.as_str())).collect();
    assert_eq!(
        told,
        [
            (BeatKind::Reveal, "{0:turn up} 3 + 1 − 2 = 2 points."),
            (BeatKind::Reveal, "{1:turn up} one card, 2 points."),
            (BeatKind::Reveal, "{2:turn up} one card, 9 points."),
            (BeatKind::Round, "Round 1 is over. {0:get} 5 less for the call."),
        ]
    );
    let open: Vec<Vec<usize>> = shown.iter().map(|(_, scene)| faces(scene)).collect();
    assert_eq!(
        open,
        [[3, 0, 0], [3, 1, 0], [3, 1, 1], [3, 1, 1]],
        "a spectator sees nothing before its turn"
    );
    let scores = |scene: &Scene| scene.players.iter().map(|player| player.score.unwrap()).collect::<Vec<_>>();
    assert_eq!((scores(&shown[2].1), scores(&shown[3].1)), (vec![0, 0, 0], vec![-3, 2, 9]));
}

#[test]
fn a_score_is_told_by_rounds_cards_and_the_call() {
    let mut state = after_a_call(json!({}));
    state.table.totals = SeatMap::filled(3, 10);
    let said = testing::act::<Cambio>(&mut state, seat(C), &Action::Pass, 9);
    assert!(said.contains(&"{0:score} -3 points (2 and 5 less for the call), 7 in all.".into()), "{said:?}");
    let scene = Cambio::scene(&Cambio::view(&state, Viewer::Spectator), Viewer::Spectator);
    let part = |label: &str, points| Part { label: label.into(), points };
    let [a, b, _] = &scene.players[..] else { panic!("three players") };
    assert_eq!(a.parts, [part("earlier rounds", 10), part("cards", 2), part("call", -5)]);
    assert_eq!(b.parts, [part("earlier rounds", 10), part("cards", 2)]);
    for player in &scene.players {
        assert_eq!(player.score, Some(player.parts.iter().map(|part| part.points).sum()));
    }
    assert_eq!((&a.rounds[..], &b.rounds[..]), (&[-3][..], &[2][..]));
}

#[test]
fn a_right_claim_is_a_moment_and_a_wrong_one_lies_open_with_its_verdict() {
    let mut state = table(&["7 2", "5 6"]);
    lead(&mut state, "7");
    let mut right = state.clone();
    let shown = moments(&mut right, A, Action::Snap(spot(A, 0)), who(B));
    let [(beat, scene)] = &shown[..] else { panic!("one moment") };
    assert_eq!((beat.kind, beat.text.as_str()), (BeatKind::Catch, "{0:snap} the top left card."));
    assert_eq!((scene.zone("discard").unwrap().count, faces(scene)), (Some(2), vec![0, 0]));
    let cells = &scene.zone("cards.0").unwrap().cells;
    assert_eq!(cells[0].marks, [Mark::Note("snapped".into())]);
    assert!(moments(&mut state, B, Action::Snap(spot(A, 1)), who(B)).is_empty());
    let scene = Cambio::scene(&Cambio::view(&state, who(B)), who(B));
    let wrong = scene.zone("cards.0").unwrap().pieces.iter().find(|piece| piece.key == "card:0.1").unwrap();
    assert_eq!(wrong.marks, [Mark::Wrong]);
}

#[test]
fn drawn_and_penalty_cards_find_their_places_ready() {
    let mut state = table(&["7 2", "5 6"]);
    let places = |state: &State| {
        let scene = Cambio::scene(&Cambio::view(state, who(A)), who(A));
        let cells =
            (0..2).map(|number| scene.zone(&format!("cards.{number}")).unwrap().cells.len()).collect();
        let zones: Vec<Key> = scene.zones.iter().map(|zone| zone.key.clone()).collect();
        (zones, cells)
    };
    let before: (Vec<Key>, Vec<usize>) = places(&state);
    draw(&mut state, "8");
    assert_eq!(places(&state), before, "a drawn card");
    act(&mut state, A, Action::DiscardDrawn);
    act(&mut state, B, Action::Snap(spot(B, 0)));
    assert_eq!(state.table.cards_of(seat(B)).count(), 3);
    assert_eq!(places(&state), before, "a penalty card");
}

#[test]
fn action_cards_say_what_they_do() {
    for (kind, does) in
        [("m", Some("look at one of your cards")), ("b", Some("shows everybody")), ("7", None)]
    {
        let mut state = table(&["1", "5"]);
        draw(&mut state, kind);
        let scene = Cambio::scene(&Cambio::view(&state, who(A)), who(A));
        let about = scene.zone("drawn").unwrap().pieces[0].about.clone();
        assert_eq!(about.is_some(), does.is_some());
        assert!(does.is_none_or(|does| about.unwrap().contains(does)));
        let other = Cambio::scene(&Cambio::view(&state, who(B)), who(B));
        assert_eq!(other.zone("drawn").unwrap().pieces[0].about, None, "nobody else is told");
    }
}

#[test]
fn time_is_up_only_while_somebody_could_claim() {
    let heard = |state: &mut State| {
        let (mut said, mut rng) = (vec![], Rng::from_number(9));
        let clock = Cambio::clocks(state)[0];
        Cambio::expire(state, clock.id, &mut Ctx::new(&mut rng, &mut said));
        said.iter().any(|said| said.text == "Time is up.")
    };
    let mut open = table(&["7 2", "5 6"]);
    lead(&mut open, "7");
    let mut led = open.clone();
    act(&mut led, A, Action::Snap(spot(A, 0)));
    let mut closing = led.clone();
    act(&mut closing, A, Action::Snap(spot(A, 1)));
    assert!(matches!(stage(&closing), Stage::Closing { .. }));
    assert_eq!([&mut open, &mut led, &mut closing].map(heard), [true, true, false]);
}

#[test]
fn late_claims_are_for_races_that_somebody_else_leads() {
    let mut state = table(&["7 2", "7 6", "8 9"]);
    let late_rule = |state: &mut State, number, at| late(state, number, at).unwrap_err().rule;
    assert_eq!(late_rule(&mut state, B, spot(B, 0)), "rule 6");
    lead(&mut state, "7");
    assert_eq!(late_rule(&mut state, B, spot(B, 0)), "rule 10", "nobody was faster");
    act(&mut state, C, Action::Pass);
    act(&mut state, A, Action::Snap(spot(A, 0)));
    assert_eq!(late_rule(&mut state, A, spot(B, 0)), "rule 10", "the leader is not late");
    assert_eq!(late_rule(&mut state, C, spot(B, 0)), "rule 11", "C had passed");
    let mut rng = Rng::from_number(0);
    assert!(Cambio::late(&mut state, seat(B), &Action::Pass, &mut Ctx::silent(&mut rng)).is_err());
    let mut turns = table_with(json!({"pace": "turns"}), &["7 2", "7 6"]);
    lead(&mut turns, "7");
    act(&mut turns, B, Action::Snap(spot(B, 0)));
    assert_eq!(late_rule(&mut turns, A, spot(A, 0)), "rule 10");
}

/// What is done for a seat whose player is absent.
#[track_caller]
fn stands_in(state: &State, number: usize, action: Action) {
    assert_eq!(Cambio::stand_in(state, seat(number)), Some(action), "{:?}", state.table.phase);
}

#[test]
fn whoever_is_absent_does_the_plainest_thing() {
    let mut state = table(&[". 2 7 4", "5 7 6", "8 9"]);
    stands_in(&state, A, Action::DrawMain);
    let mut from_discard = state.clone();
    draw(&mut state, "7");
    stands_in(&state, A, Action::DiscardDrawn);
    act(&mut state, A, Action::DiscardDrawn);
    stands_in(&state, C, Action::Pass);
    act(&mut state, A, Action::Snap(spot(B, 1)));
    stands_in(&state, A, Action::Keep);
    act(&mut state, A, Action::Keep);
    stands_in(&state, A, Action::Done);

    let drawn = take(&mut from_discard.main, "3");
    from_discard.table.phase = Phase::Place { drawn, from: Source::Discard };
    stands_in(&from_discard, A, Action::Exchange(1)); // the lowest place that has a card

    for (kind, action) in [("m", Action::Decline), ("s", Action::Decline), ("b", Action::Choose(spot(B, 0)))]
    {
        let mut state = table(&["1 2", "5 6", "8 9"]);
        lead(&mut state, kind);
        pass_all(&mut state);
        stands_in(&state, A, action);
    }
}

#[test]
fn example_1_snap_own_card() {
    let mut state = table(&["1 4 2 3", "5 6 8 9", "1 2 4 3"]);
    assert_eq!((state.table.laid[1].face, state.table.laid[10].face), (card(12), card(13)));
    draw(&mut state, "7");
    act(&mut state, A, Action::Exchange(1));
    act(&mut state, C, Action::Snap(spot(C, 2)));
    act(&mut state, C, Action::Done);
    assert_eq!((shown(&state, A), shown(&state, C)), ("1 7 2 3".into(), "1 2 . 3".into()));
    assert_eq!(seats(&state), [B]);
    let mut listed = vec![];
    Cambio::legal_actions(&state, seat(B), &mut listed);
    assert_eq!(listed, [Action::DrawMain, Action::Call]);
    lead(&mut state, "7");
    let mut snapped = state.clone();
    pass_all(&mut state);
    assert!(is_legal(&state, C, Action::DrawDiscard));
    act(&mut snapped, A, Action::Snap(spot(A, 1)));
    act(&mut snapped, A, Action::Done);
    refused(&snapped, C, Action::DrawDiscard, "ruling R4");
}

#[test]
fn example_2_snap_anothers_card_and_give() {
    let mut state = table(&["9 1 1 1", "2 2 8 2", "3 9 3 b"]);
    lead(&mut state, "9");
    act(&mut state, C, Action::Snap(spot(A, 0)));
    act(&mut state, C, Action::Give(3));
    assert_eq!((shown(&state, A), shown(&state, C)), ("b 1 1 1".into(), "3 9 3 .".into()));
    assert_eq!(sees(&state, who(A), spot(A, 0)), None);
    act(&mut state, C, Action::Snap(spot(C, 1)));
    assert_eq!(shown(&state, C), "3 . 3 .");
    act(&mut state, C, Action::Snap(spot(B, 2)));
    let slots: Vec<u8> = state.table.cards_of(seat(C)).map(|laid| laid.spot.slot).collect();
    assert_eq!(slots, [0, 2, 4]);
    assert_eq!((clock(&state).unwrap().ms, sees(&state, who(A), spot(B, 2))), (4000, Some("Eight".into())));
    expire(&mut state);
    assert_eq!((seats(&state), state.table.phase, state.table.discard.len()), (vec![B], Phase::Start, 3));
}

#[test]
fn example_3_runes_not_points() {
    for (led, snapped, right) in [("m", "e", false), ("r", "b", true), ("b", "r", true), ("e", "s", false)] {
        let mut state = table(&["1 1", "2 2", "3 3", &format!("4 {snapped}")]);
        lead(&mut state, led);
        act(&mut state, D, Action::Snap(spot(D, 1)));
        assert_eq!(state.table.cards_of(seat(D)).count(), if right { 1 } else { 3 }, "{led} {snapped}");
    }
}

#[test]
fn example_4_late() {
    let mut state = table(&["3 1 1 1", "2 3 2 2", "3 4 4 4"]);
    lead(&mut state, "3");
    act(&mut state, A, Action::Snap(spot(A, 0)));
    let mut foreign = state.clone();
    late(&mut state, B, spot(B, 1)).unwrap();
    assert_eq!(
        (shown(&state, B), sees(&state, who(C), spot(B, 1))),
        ("2 3 2 2".into(), Some("Three".into()))
    );
    act(&mut state, A, Action::Snap(spot(B, 1)));
    act(&mut state, A, Action::Give(2));
    assert_eq!((shown(&state, A), shown(&state, B)), (". 1 . 1".into(), "2 1 2 2".into()));
    assert_eq!(sees(&state, who(B), spot(B, 1)), None, "the gift lies face down");
    late(&mut foreign, B, spot(C, 0)).unwrap();
    assert_eq!(foreign.table.cards_of(seat(B)).count(), 5);
}

#[test]
fn example_5_round_ends_by_last_card() {
    let mut state = table(&["1 9 e e", "6", "r 4"]);
    lead(&mut state, "6");
    act(&mut state, B, Action::Snap(spot(B, 0)));
    assert!(matches!(state.table.phase, Phase::RoundEnd { .. }));
    assert_eq!(totals(&state), [30, 0, 2]);
}

#[test]
fn example_6_cambio() {
    for (option, expected) in [("reward", -3), ("nothing", 2), ("punish", 7)] {
        let mut state = table_with(json!({"cambio_tie": option}), &["3 1 r", "2", "9"]);
        act(&mut state, A, Action::Call);
        for _ in [B, C] {
            lead(&mut state, "7");
            pass_all(&mut state);
        }
        assert_eq!(totals(&state), [expected, 2, 9], "{option}");
    }
}

#[test]
fn example_7_caller_beaten() {
    let mut state = table(&["6", "9", "5"]);
    state.table.caller = Some(seat(A));
    assert_eq!(round::points(&state.table).as_slice(), [11, 9, 5]);
}

#[test]
fn example_8_game_end() {
    let mut state = table(&["1", "1", "1"]);
    for (seat, total) in state.table.totals.iter_mut() {
        *total = [49, 30, 30][seat.index()];
    }
    state.table.turn = 119; // the last turn of a round that nobody ends
    lead(&mut state, "7");
    pass_all(&mut state);
    assert_eq!(totals(&state), [50, 31, 31]);
    match Cambio::turn(&state) {
        Turn::Over(outcome) => assert_eq!(outcome.ranks.as_slice(), [3, 1, 1]),
        Turn::Active(_) => panic!("it is over"),
    }
}

#[test]
fn example_9_blue_king_with_a_caller() {
    let mut state = table(&["1 2", "3 4", "5 6", "7 8"]);
    state.table.turn = 1;
    state.table.caller = Some(seat(C));
    lead(&mut state, "b");
    assert_eq!(seats(&state), [A, B, D]);
    pass_all(&mut state);
    refused(&state, B, Action::Choose(spot(C, 0)), "rule 14");
    act(&mut state, B, Action::Choose(spot(A, 1)));
    act(&mut state, B, Action::Choose(spot(D, 0)));
    assert_eq!((seats(&state), clock(&state).unwrap().ms), (vec![A, B, C, D], 3000));
    for viewer in Viewer::all(4) {
        let faces = [spot(A, 1), spot(D, 0), spot(C, 0)].map(|at| sees(&state, viewer, at));
        assert_eq!(faces, [Some("Two".into()), Some("Seven".into()), None]);
    }
}

#[test]
fn example_10_last_card_and_gift() {
    for (action, cards) in [(Action::Give(1), [1, 1]), (Action::Keep, [2, 0])] {
        let mut state = table(&["5 4", "1 1", "2 2", "e"]);
        lead(&mut state, "e");
        act(&mut state, A, Action::Snap(spot(D, 0)));
        act(&mut state, A, action);
        assert_eq!([A, D].map(|owner| state.table.cards_of(seat(owner)).count()), cards);
        assert_eq!(matches!(state.table.phase, Phase::RoundEnd { .. }), action == Action::Keep);
    }
}

#[test]
fn example_11_order_of_asking() {
    let mut state = table_with(json!({"pace": "turns"}), &["8 6 1 1", "2 2 2", "3 3 3", "4 4 4"]);
    state.table.turn = 1;
    lead(&mut state, "6");
    assert_eq!((seats(&state), clock(&state)), (vec![C], None));
    act(&mut state, C, Action::Pass);
    assert_eq!(seats(&state), [D]);
    act(&mut state, D, Action::Snap(spot(A, 0)));
    assert_eq!(seats(&state), [A]);
    act(&mut state, A, Action::Snap(spot(A, 1)));
    assert_eq!(seats(&state), [A]);
    act(&mut state, A, Action::Done);
    assert_eq!((seats(&state), state.table.phase, state.table.frozen), (vec![C], Phase::Start, true));
    assert_eq!([A, D].map(|owner| state.table.cards_of(seat(owner)).count()), [3, 4]);
    let index = state.table.find(spot(A, 0)).unwrap();
    assert_eq!(state.table.laid[index].seen_by, Eyes::All);
}

#[test]
fn the_aid_shows_what_a_player_has_seen_and_nothing_more() {
    for (options, remembered) in [
        (json!({}), false),
        (json!({"pace": "turns"}), true),
        (json!({"memory_aid": "on"}), true),
        (json!({"pace": "turns", "memory_aid": "off"}), false),
    ] {
        let mut state = table_with(options.clone(), &["1 2", "5 6"]);
        lead(&mut state, "y");
        pass_all(&mut state);
        act(&mut state, A, Action::Peek(spot(B, 1)));
        act(&mut state, A, Action::Done);
        assert_eq!(sees(&state, who(A), spot(B, 1)), remembered.then(|| "Six".into()), "{options}");
        assert_eq!((sees(&state, who(B), spot(B, 1)), sees(&state, who(A), spot(B, 0))), (None, None));
    }
}

#[test]
fn the_log_keeps_no_card_that_lies_face_down_again() {
    for (options, named) in [
        (json!({}), false),
        (json!({"memory_aid": "on"}), true),
        (json!({"pace": "turns"}), true),
        (json!({"pace": "turns", "memory_aid": "off"}), false),
    ] {
        let mut state = table_with(options, &["1 2", "5 6"]);
        lead(&mut state, "7");
        let (mut log, mut rng) = (vec![], Rng::from_number(1));
        let mut ctx = Ctx::new(&mut rng, &mut log);
        Cambio::apply(&mut state, seat(B), &Action::Snap(spot(A, 1)), &mut ctx);
        assert_eq!(log.iter().any(|said| said.text.contains("Two")), named);
        assert!(log.iter().all(|said| !said.text.contains("One")));
        assert!(log.len() >= 2, "everybody hears that a card was shown");
    }
}

/// A discard that was named could be followed into somebody's cards, so not even that is.
#[test]
fn ruling_22_without_the_aid_no_sentence_names_a_card() {
    let names: Vec<&str> = RuneCard::all().map(words::name).collect();
    for (options, may_name) in [
        (json!({}), false),
        (json!({"pace": "turns", "memory_aid": "off", "max_rounds": 3}), false),
        (json!({"pace": "turns", "max_rounds": 3}), true),
    ] {
        let mut game = new_match::<Cambio>(options, 3, 4);
        let mut rng = Rng::from_number(4);
        while let Some(seat) = game.active().random(&mut rng) {
            let action = *rng.choose(&game.actions(seat));
            game.act(seat, action).unwrap();
        }
        for viewer in Viewer::all(3) {
            let is_named = |said: &str| names.iter().any(|name| said.contains(name));
            assert_eq!(game.log(viewer, 0).any(is_named), may_name, "{viewer:?}");
        }
    }
}

#[test]
fn ruling_22_without_clocks_the_last_wrong_card_lies_open_until_the_next_decision() {
    let mut state = table_with(json!({"pace": "turns", "memory_aid": "off"}), &["1 2", "5 6"]);
    lead(&mut state, "7");
    act(&mut state, B, Action::Pass);
    act(&mut state, A, Action::Snap(spot(B, 1)));
    assert_eq!((seats(&state), state.table.phase), (vec![B], Phase::Start), "the window closed at once");
    for viewer in Viewer::all(2) {
        assert_eq!(sees(&state, viewer, spot(B, 1)), Some("Six".into()), "{viewer:?}");
    }
    act(&mut state, B, Action::DrawMain);
    for viewer in Viewer::all(2) {
        assert_eq!(sees(&state, viewer, spot(B, 1)), None, "{viewer:?}");
    }
}

/// Places from the first main pile and from the second: a redeal must not mix their cards.
#[test]
fn a_redeal_knows_which_discards_came_back() {
    let mut state = table(&["1 2", "5 6"]);
    let all: Vec<RuneCard> = state.main.iter().collect();
    state.table.discard = all.iter().copied().take(70).collect();
    state.main = RuneSet::EMPTY;
    let old: RuneSet = all[70..].iter().copied().collect();
    for (slot, card) in old.iter().enumerate() {
        let spot = spot(A, 4 + slot as u8);
        state.table.lay(Laid { spot, face: card, seen_by: Eyes::default() });
    }
    let mut rng = Rng::from_number(1);
    assert!(round::reshuffle(&mut state, &mut Ctx::silent(&mut rng)));
    lead(&mut state, "7");
    act(&mut state, B, Action::Snap(spot(B, 0)));
    assert_eq!(Cambio::audit(&state), Ok(()));
    let before: RuneSet = old | [0, 4, 16, 20].map(card).into_iter().collect();
    for viewer in Viewer::all(2) {
        for _ in 0..50 {
            let other = Cambio::redeal(&Cambio::view(&state, viewer), &mut rng);
            for laid in &other.table.laid {
                let is_new = laid.spot == spot(B, 4);
                assert_eq!(before.contains(laid.face), !is_new, "{:?}", laid.spot);
            }
        }
    }
}

/// Random play with late claims and clocks, which the laws do not mix: nothing is lost, nothing leaks.
#[test]
fn random_races_with_late_claims_keep_the_laws() {
    let mut taken = 0;
    for number in 0..60 {
        let mut rng = Rng::from_number(number);
        let seats = 2 + number as usize % 7;
        let mut game = new_match::<Cambio>(json!({}), seats, number);
        while game.outcome().is_none() {
            let laid = &game.state().table.laid;
            let at = if laid.is_empty() { spot(A, 0) } else { rng.choose(laid).spot };
            let claimant = seat(rng.index(seats));
            taken += usize::from(game.late(claimant, Action::Snap(at)).is_ok());
            assert_eq!(Cambio::audit(game.state()), Ok(()));
            assert_eq!(Cambio::inventory(game.state()), Inventory::the_deck());
            for viewer in Viewer::all(seats) {
                let view = game.view(viewer);
                assert_eq!(Cambio::view(&Cambio::redeal(&view, &mut rng), viewer), view);
            }
            if clock(game.state()).is_some() && rng.below(6) == 0 {
                game.expire(clock(game.state()).unwrap().id).unwrap();
                continue;
            }
            let actor = game.active().iter().nth(rng.index(game.active().len())).unwrap();
            let action = *rng.choose(&game.actions(actor));
            game.act(actor, action).unwrap();
        }
    }
    assert!(taken > 20, "only {taken} late claims");
}

#[test]
fn touching_cards_means_what_the_moment_says() {
    let mut state = table(&["1 2", "5 6"]);
    let intent = |state: &State, number: usize, path: &[&str]| {
        intent::<Cambio>(&Cambio::view(state, who(number)), seat(number), path)
    };
    assert_eq!(
        intent(&state, A, &["card:0.1"]),
        Some(Action::Exchange(1)),
        "refused with a reason: draw first"
    );
    draw(&mut state, "r");
    assert_eq!(intent(&state, A, &["card:0.1"]), Some(Action::Exchange(1)));
    assert_eq!(intent(&state, A, &["card:drawn", "card:0.1"]), Some(Action::Exchange(1)));
    assert_eq!(intent(&state, A, &["card:drawn", "zone:discard"]), Some(Action::DiscardDrawn));
    act(&mut state, A, Action::DiscardDrawn);
    assert_eq!(intent(&state, B, &["card:0.1"]), Some(Action::Snap(spot(A, 1))));
    assert_eq!(intent(&state, B, &["button:touch", "card:0.1"]), Some(Action::Touch(spot(A, 1))));
    pass_all(&mut state);
    assert_eq!(intent(&state, A, &["card:1.0"]), Some(Action::Peek(spot(B, 0))));
    let swap = Action::Swap { a: spot(A, 1), b: spot(B, 0) };
    assert_eq!(intent(&state, A, &["button:swap", "card:1.0", "card:0.1"]), Some(swap), "in either order");
    for nonsense in [
        &["card:99.0"][..],
        &["card:0.999"],
        &["card:x"],
        &["card:drawn"],
        &["button:x", "card:0.0", "card:1.0", "card:1.1"],
    ] {
        assert_eq!(intent(&state, A, nonsense), None, "{nonsense:?}");
    }
}

#[test]
fn states_that_cannot_be_are_refused() {
    type Damage = fn(&mut State);
    let damages: [(&str, Damage); 10] = [
        ("a card twice", |state| {
            state.main.insert(state.table.laid[0].face);
        }),
        ("a card lost", |state| {
            state.main.draw_random(&mut Rng::from_number(1));
        }),
        ("places out of order", |state| state.table.laid.swap(0, 1)),
        ("a foreign owner", |state| state.table.laid[3].spot.owner = seat(7)),
        ("a foreign caller", |state| state.table.caller = Some(seat(5))),
        ("the caller's turn again", |state| state.table.caller = Some(seat(0))),
        ("too many turns", |state| state.table.turn = 80),
        ("a race without a lead card", |state| state.table.phase = Phase::Window(Window::new(None))),
        ("nobody looks", |state| state.table.phase = Phase::InitialPeek { looking: SeatSet::EMPTY }),
        ("a card open that nobody was shown", |state| state.table.last_shown = Some(spot(A, 0))),
    ];
    for (what, damage) in damages {
        let mut state = table(&["1 2", "5 6"]);
        damage(&mut state);
        assert!(Cambio::audit(&state).is_err(), "{what}");
    }
}

#[test]
fn whoever_follows_the_estimate_has_the_fewest_points() {
    let share = testing::greedy_share::<Cambio>(json!({"pace": "turns", "max_rounds": 2}), 3, 12);
    assert!(share >= 0.7, "{share}");
}

boxwood_conformance::game_tests!(
    Cambio,
    playthrough: &[("pace", "turns")], 2884,
    shows: [
        " peeks at ", " swaps ", " names ", ": right.", "it goes to the", ": wrong.", "a penalty card", "calls Cambio!"
    ]
);

#[test]
fn a_poor_memory_loses_what_lies_covered_and_nothing_else() {
    let mut state = table_with(json!({}), &["7 e 1 2", "3 4 5 6"]);
    state.table.laid[0].seen_by = Eyes::Of(SeatSet::only(seat(A)));
    state.table.laid[1].seen_by = Eyes::All;
    state.table.last_shown = Some(state.table.laid[1].spot);
    let mut rng = Rng::from_number(1);
    let mut known = |percent| {
        let mut view = Cambio::view(&state, who(A));
        Cambio::forget(&mut view, percent, &mut rng);
        view.table.laid.iter().filter(|laid| matches!(laid.face, Sight::Known(_))).count()
    };
    assert_eq!((known(0), known(100)), (2, 1));
}
