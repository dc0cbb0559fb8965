//! Make it Count on the table: the numbers from 1 to 36, the last set, and everybody's cards.

use boxwood_engine::{Seat, Viewer};
use boxwood_kit::{Card, CardSet, Colour};
use boxwood_scene::{
    Cell, Control, Emblem, Figure, Ground, Key, Mark, Offer, Piece, Player, Prompt, Role, Scene, Tint, Tone,
    Touch, Zone, ZoneKind, count,
};

use super::{Action, HAND, HIGHEST, Phase, Table, View, can_make, in_words, sum};

/// So many numbers stand beside each other.
const ACROSS: usize = 9;

pub(super) fn scene(view: &View, viewer: Viewer) -> Scene {
    let table = &view.table;
    let seats = || Seat::all(view.hands.seats());
    let mut zones = vec![numbers(table), last_set(table), draw_pile(view), used(table)];
    zones.extend(seats().map(|seat| hand(view, viewer, seat)));
    Scene {
        zones,
        players: seats().map(|seat| player(view, seat)).collect(),
        prompt: prompt(view, viewer),
        banner: banner(view),
        tags: vec![if table.score() == 0 {
            "Nothing laid yet".into()
        } else {
            format!("Counted to {}", table.score())
        }],
        ..Scene::default()
    }
}

/// The colour that a seat is known by.
fn colour(seat: Seat) -> Colour {
    Colour::ALL[seat.index() % Colour::ALL.len()]
}

/// Every number up to the next one, in the colour of whoever has laid it; the next is where all want to get to.
fn numbers(table: &Table) -> Zone {
    let cell = |index: usize| {
        let (x, y) = ((index % ACROSS) as i16, (index / ACROSS) as i16);
        let cell = Cell::new((index + 1).to_string(), x, y, Ground::Bare);
        match table.laid.get(index) {
            Some(&seat) if index + 1 == usize::from(table.score()) => {
                cell.tinted(Tint::Of(seat)).marked(Mark::Last)
            }
            Some(&seat) => cell.tinted(Tint::Of(seat)),
            None if index == usize::from(table.score()) => cell.tinted(Tint::Goal),
            None => cell,
        }
    };
    let token = |number: u8| {
        let label = if number == table.target() { "is next" } else { "is laid" };
        Piece::new(Key::piece("number", number), Figure::Token(number.to_string()))
            .labelled(format!("{number} {label}"))
            .in_cell(number)
    };
    Zone::new(ZoneKind::Board, "numbers", "Numbers")
        .with_cells((0..HIGHEST).map(cell))
        .with_pieces((1..=table.target().min(HIGHEST as u8)).map(token))
}

/// The cards that made the last number.
fn last_set(table: &Table) -> Zone {
    let label = match table.laid.last() {
        Some(seat) => format!("{} {}", seat.does("have laid"), table.score()),
        None => "Last set".into(),
    };
    Zone::new(ZoneKind::Row, "set", label)
        .titled("Last set")
        .as_role(Role::Market)
        .with_room(HAND as u16)
        .with_pieces(sorted(table.set).into_iter().map(|card| Piece::card(card).marked(Mark::Last)))
}

fn draw_pile(view: &View) -> Zone {
    let held: usize = Seat::all(view.hands.seats()).map(|seat| view.hands.size(seat)).sum();
    Zone::new(ZoneKind::Stack, "pile", "Draw pile").counting(Card::COUNT - view.table.used.len() - held)
}

/// Whatever was laid or discarded, but for the last set.
fn used(table: &Table) -> Zone {
    let cards = sorted(table.used - table.set);
    Zone::new(ZoneKind::Pile, "used", "Used cards")
        .titled("Used")
        .as_role(Role::Discard)
        .counting(cards.len())
        .with_pieces(cards.into_iter().map(Piece::card))
}

/// By number, so that sums are easily seen.
fn sorted(cards: CardSet) -> Vec<Card> {
    let mut cards: Vec<Card> = cards.iter().collect();
    cards.sort_by_key(|card| (card.value(), card.number()));
    cards
}

fn hand(view: &View, viewer: Viewer, seat: Seat) -> Zone {
    let zone = match view.hands.of(seat) {
        Some(cards) => {
            let name = format!("hand.{}", seat.index());
            let is_open = viewer.is(seat) || view.table.shows_hands();
            let key = |place, card| if is_open { Key::card(card) } else { Key::hidden(&name, place) };
            let cards = sorted(cards).into_iter().enumerate();
            Zone::hand(
                seat,
                cards.map(|(place, card)| Piece::new(key(place, card), Figure::Card(card.number()))),
            )
        }
        None => Zone::hidden_hand(seat, view.hands.size(seat), Figure::CardBack),
    };
    zone.dealt_from(&Key::zone("pile")).with_room(HAND as u16)
}

fn player(view: &View, seat: Seat) -> Player {
    let table = &view.table;
    let laid = table.laid.iter().filter(|&&by| by == seat).count();
    let player = Player::new(seat, table.phase == Phase::Turn(seat))
        .wearing(Figure::Cube(colour(seat)))
        .holding(view.hands.size(seat))
        .with("laid", laid);
    match table.passes_of(seat, view.hands.seats()) {
        0 => player,
        passes => player.having(Figure::Emblem(Emblem::ThumbDown), "passed", passes),
    }
}

fn banner(view: &View) -> Option<String> {
    let most = view.table.options.most_passes(view.hands.seats());
    let is_last = matches!(view.table.phase, Phase::Turn(_)) && view.table.passes + 1 == most;
    is_last.then(|| format!("One more pass and it is over. {} is still to be made.", view.table.target()))
}

fn prompt(view: &View, viewer: Viewer) -> Prompt {
    let (table, target) = (&view.table, view.table.target());
    let seat = match table.phase {
        Phase::Turn(seat) => seat,
        Phase::Over(_) => return Prompt::new(verdict(table.score())),
    };
    let Some(hand) = view.hands.of(seat).filter(|_| viewer.is(seat)) else {
        return Prompt::new(format!("{} to make {target}.", seat.does("be")));
    };
    if can_make(hand, target) {
        let worth = sorted(hand).into_iter().map(|card| (Key::card(card), i32::from(card.value()))).collect();
        return Prompt::new(format!("Make {target}: touch cards that add up to it, and lay them."))
            .with(Control::Tally { label: "Sum".into(), goal: target.into(), worth })
            .with(Control::button("lay", "Lay them", Tone::Main));
    }
    let text = format!(
        "No cards of yours make {target}, so pass. You may touch one or two cards first to exchange them."
    );
    Prompt::new(text).with(Control::button("pass", "Pass", Tone::Main))
}

/// How far all got, and whether that is far.
fn verdict(score: u8) -> String {
    let praise = match score {
        0 => return "Nobody could make even 1. It happens.".into(),
        1..=12 => "Better luck next time.",
        13..=16 => "A fair count.",
        17..=19 => "A good count.",
        20..=22 => "A great count.",
        _ => "A count to be told of.",
    };
    format!("You counted to {score} together. {praise}")
}

pub(super) fn offer(view: &View, seat: Seat, action: Action) -> Offer {
    let hand = view.hands.of(seat).unwrap_or(CardSet::EMPTY);
    let alike = (1..=6).map(|number| (hand & CardSet::of_value(number)).iter().map(Key::card).collect());
    let path = |cards: CardSet, button| {
        sorted(cards).into_iter().map(Key::card).chain([Key::button(button)]).collect::<Vec<Key>>()
    };
    let drawn = |cards: CardSet| count(cards.len() as i64, "new card");
    match action {
        Action::Lay(cards) => Offer::new(format!("Lay {}", in_words(cards)), path(cards, "lay"))
            .together()
            .alike(alike)
            .because(format!("It brings {}; then {} is next.", drawn(cards), view.table.target() + 1)),
        Action::Pass(cards) if cards.is_empty() => {
            Offer::new("Pass", path(cards, "pass")).together().alike(alike)
        }
        Action::Pass(cards) => {
            Offer::new(format!("Exchange {}, then pass", in_words(cards)), path(cards, "pass"))
                .together()
                .alike(alike)
                .because(format!("It brings {}.", drawn(cards)))
        }
    }
}

/// Cards, and then what to do with them. Cards alone mean what they can mean: to be laid, if that is possible.
pub(super) fn intent(view: &View, seat: Seat, path: &[Touch]) -> Option<Action> {
    let (cards, button) = match path {
        [cards @ .., Touch::Button(button)] => (cards, Some(*button)),
        cards => (cards, None),
    };
    let cards: CardSet =
        cards.iter().map(|touch| touch.as_card()).collect::<Option<Vec<Card>>>()?.into_iter().collect();
    let hand = view.hands.of(seat).unwrap_or(CardSet::EMPTY);
    match button {
        Some("lay") => Some(Action::Lay(cards)),
        Some("pass") => Some(Action::Pass(cards)),
        None if cards.is_empty() => None,
        // A card that cannot be part of any set, or one too many.
        None if can_make(hand, view.table.target()) => {
            (sum(cards) != view.table.target()).then_some(Action::Lay(cards))
        }
        None if cards.len() > super::MOST_DISCARDED => Some(Action::Pass(cards)),
        _ => None,
    }
}
