//! Speed on the table: two piles in the middle, two decks, two hands.

use boxwood_engine::Seat;
use boxwood_kit::Card;
use boxwood_scene::{
    Becomes, Control, Figure, Key, Offer, Piece, Player, Prompt, Role, Scene, Tone, Touch, Zone, ZoneKind,
    list,
};

use super::flow::result;
use super::judge::fitting;
use super::state::Phase;
use super::{Action, AutoDraw, HAND, SEATS, Side, View};

pub(super) fn scene(view: &View) -> Scene {
    let mut zones = vec![pile(view, Side::Left), pile(view, Side::Right)];
    for seat in Seat::all(SEATS) {
        zones.extend([deck(view, seat), hand(view, seat)]);
    }
    let active = view.table.active(view.sizes());
    let player = |seat: Seat| {
        let left = usize::from(view.table.decks[seat]) + view.hands.size(seat);
        let player = Player::new(seat, active.contains(seat)).with("cards left", left);
        match view.table.phase {
            _ if view.table.is_blocked(seat) => player.with("plays", "blocked"),
            _ if view.table.stuck.contains(seat) => player.with("plays", "none"),
            Phase::Countdown { ready } if ready.contains(seat) => player.with("start", "ready"),
            _ => player,
        }
    };
    Scene { zones, players: Seat::all(SEATS).map(player).collect(), prompt: prompt(view), ..Scene::default() }
}

/// The top card; how many lie below it can be seen, but not which.
fn pile(view: &View, side: Side) -> Zone {
    let label = format!("{} pile", if side == Side::Left { "Left" } else { "Right" });
    let top = match view.table.tops {
        Some(tops) => explained(tops[side as usize]),
        None => Piece::new(Key::hidden("start", side.name()), Figure::CardBack),
    };
    Zone::new(ZoneKind::Stack, side.name(), label).as_role(Role::Board).with_pieces([top])
}

/// A card with what fits on it, and what it fits on.
fn explained(card: Card) -> Piece {
    let (value, symbol, colour) = (card.value(), card.symbol(), card.colour());
    Piece::card(card).explained(format!("It goes with any {value}, any {symbol} and any {colour} card."))
}

fn deck(view: &View, seat: Seat) -> Zone {
    Zone::of(ZoneKind::Stack, "deck", "deck", seat).counting(view.table.decks[seat])
}

fn hand(view: &View, seat: Seat) -> Zone {
    let hand = match view.hands.of(seat) {
        Some(cards) => Zone::hand(seat, cards.iter().map(explained)),
        None => Zone::hidden_hand(seat, view.hands.size(seat), Figure::CardBack),
    };
    hand.with_room(HAND as u16).dealt_from(&Key::zone_of("deck", seat))
}

fn prompt(view: &View) -> Prompt {
    let table = &view.table;
    let own = view.viewer.seat();
    match (table.phase, own) {
        (Phase::Over, _) => Prompt::new(result(table, view.sizes())),
        (Phase::Countdown { ready }, Some(seat)) if !ready.contains(seat) => {
            Prompt::new("The start cards are turned up when the countdown is over, or when both are ready.")
                .with(Control::button("ready", "Ready", Tone::Main))
        }
        (Phase::Countdown { .. }, _) => Prompt::new("Get ready: the start cards are about to be turned up."),
        (Phase::Turn(turn), _) if own != Some(turn) => {
            Prompt::new(format!("{} to play or draw.", turn.does("be")))
        }
        (Phase::Race(_), None) => Prompt::new("Both play at once. Whoever is first without cards wins."),
        (Phase::Race(_) | Phase::Turn(_), Some(seat)) => play(view, seat),
        (Phase::Turn(_), None) => Prompt::new("Whoever is first without cards wins."),
    }
}

fn play(view: &View, seat: Seat) -> Prompt {
    let table = &view.table;
    if table.is_blocked(seat) {
        return blocked(view, seat);
    }
    if table.stuck.contains(seat) && !matches!(table.phase, Phase::Turn(_)) {
        return Prompt::new(format!("You can neither play nor draw. Waiting for {}.", seat.other()));
    }
    let fits = view.hands.of(seat).zip(table.tops);
    let fits = fits.is_some_and(|(hand, tops)| !(hand & fitting(tops)).is_empty());
    let can_draw = table.can_draw(seat, view.hands.size(seat));
    let how = "Touch a card, then a pile whose top card has the same number, symbol or border colour.";
    let in_race = matches!(table.phase, Phase::Race(_));
    let draw = match (can_draw, in_race && table.options.auto_draw != AutoDraw::Off) {
        (true, true) => " Touch your deck to draw, or a card comes by itself.",
        (true, false) => " Touch your deck to draw.",
        (false, _) => "",
    };
    if fits || can_draw {
        return Prompt::new(format!("{how}{draw}"));
    }
    let text = if in_race {
        "Nothing in your hand fits, and you cannot draw. Say so, or wait for the other player."
    } else {
        "Nothing in your hand fits, and you cannot draw, so pass."
    };
    Prompt::new(text).with(Control::button("pass", "Pass", Tone::Main))
}

/// Rule 7, with R8.
fn blocked(view: &View, seat: Seat) -> Prompt {
    let wait = "That card did not fit. Wait a moment before you play again";
    if view.table.can_draw(seat, view.hands.size(seat)) {
        return Prompt::new(format!("{wait}. You may draw."));
    }
    if view.table.active(view.sizes()).contains(seat) {
        return Prompt::new(format!("{wait}, or pass: if both of you do, new cards are turned up."))
            .with(Control::button("pass", "Pass", Tone::Plain));
    }
    Prompt::new(format!("{wait}."))
}

pub(super) fn offer(view: &View, seat: Seat, action: Action) -> Offer {
    match action {
        Action::Ready => Offer::new("Ready", [Key::button("ready")]),
        Action::Play { card, pile } => {
            let (name, zone) = (pile.name(), Key::zone(pile.name()));
            let offer =
                Offer::new(format!("Play {card} on the {name} pile"), [Key::card(card), zone.clone()])
                    .changing(Key::card(card), Becomes::At(zone));
            match view.table.tops {
                Some(tops) => offer.because(why_it_fits(card, tops[pile as usize])),
                None => offer,
            }
        }
        Action::Draw => Offer::new("Draw a card", [Key::zone_of("deck", seat)]),
        Action::Pass => Offer::new("Pass", [Key::button("pass")]),
    }
}

/// "The same number and colour."
fn why_it_fits(card: Card, top: Card) -> String {
    let shared = [
        (card.value() == top.value(), "number"),
        (card.symbol() == top.symbol(), "symbol"),
        (card.colour() == top.colour(), "border colour"),
    ];
    let shared: Vec<&str> =
        shared.into_iter().filter(|(is_shared, _)| *is_shared).map(|(_, what)| what).collect();
    format!("The same {}.", list(&shared))
}

pub(super) fn intent(view: &View, seat: Seat, path: &[Touch]) -> Option<Action> {
    match *path {
        [Touch::Button("ready")] => Some(Action::Ready),
        [Touch::Button("pass")] => Some(Action::Pass),
        [deck @ Touch::Zone(_)] => (deck.as_zone_of("deck") == Some(seat)).then_some(Action::Draw),
        [Touch::Card(card), place] => {
            Some(Action::Play { card: Card::new(card)?, pile: pile_at(view, place)? })
        }
        _ => None,
    }
}

/// A pile, or the card on top of it.
fn pile_at(view: &View, place: Touch) -> Option<Side> {
    let is_at = |side: Side| match place {
        Touch::Zone(name) => name == side.name(),
        Touch::Card(number) => view.table.tops.is_some_and(|tops| number == tops[side as usize].number()),
        _ => false,
    };
    [Side::Left, Side::Right].into_iter().find(|&side| is_at(side))
}
