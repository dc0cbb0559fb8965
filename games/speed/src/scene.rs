//! Speed on the table: two piles in the middle, two decks, two hands.

use boxwood_engine::Seat;
use boxwood_kit::Card;
use boxwood_scene::{Control, Figure, Key, Offer, Piece, Player, Prompt, Scene, Tone, Touch, Zone, ZoneKind};

use super::{Action, AutoDraw, Phase, SEATS, Side, View, fitting, result};

pub(super) fn scene(view: &View) -> Scene {
    let mut zones = vec![pile(view, Side::Left), pile(view, Side::Right)];
    for seat in Seat::all(SEATS) {
        zones.extend([deck(view, seat), hand(view, seat)]);
    }
    let active = view.table.active(view.hand_sizes);
    let player = |seat: Seat| {
        let (deck, hand) = (view.table.decks[seat], view.hand_sizes[seat]);
        let player = Player::new(seat, active.contains(seat)).with("cards left", deck + hand);
        match view.table.phase {
            _ if view.table.blocked() == Some(seat) => player.with("plays", "blocked"),
            _ if view.table.stuck.contains(seat) => player.with("plays", "none"),
            Phase::Countdown { ready } if ready.contains(seat) => player.with("start", "ready"),
            _ => player,
        }
    };
    Scene { zones, players: Seat::all(SEATS).map(player).collect(), prompt: prompt(view), banner: None }
}

/// The top card; how many lie below it can be seen, but not which.
fn pile(view: &View, side: Side) -> Zone {
    let label = format!("{} pile", if side == Side::Left { "Left" } else { "Right" });
    let top = match view.table.tops {
        Some(tops) => Piece::card(tops[side as usize]),
        None => Piece::new(Key::piece("card", format_args!("start.{}", side.name())), Figure::CardBack),
    };
    Zone::new(ZoneKind::Stack, side.name(), label).with_pieces([top])
}

fn deck(view: &View, seat: Seat) -> Zone {
    Zone::new(ZoneKind::Stack, &format!("deck.{}", seat.index()), format!("{} deck", seat.owns()))
        .owned_by(seat)
        .counting(view.table.decks[seat])
}

fn hand(view: &View, seat: Seat) -> Zone {
    let (name, size) = (format!("hand.{}", seat.index()), view.hand_sizes[seat]);
    let pieces: Vec<Piece> = match view.viewer.is(seat) {
        true => view.hand.iter().map(Piece::card).collect(),
        false => (0..size)
            .map(|place| Piece::new(Key::piece("card", format_args!("{name}.{place}")), Figure::CardBack))
            .collect(),
    };
    let from = Key::zone_of("deck", seat);
    Zone::new(ZoneKind::Fan, &name, format!("{} hand", seat.owns()))
        .owned_by(seat)
        .counting(size)
        .with_pieces(pieces.into_iter().map(|piece| piece.coming_from(from.clone())))
}

fn prompt(view: &View) -> Prompt {
    let table = &view.table;
    let own = view.viewer.seat();
    match (table.phase, own) {
        (Phase::Over, _) => Prompt::new(result(table, view.hand_sizes)),
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
    if table.blocked() == Some(seat) {
        return Prompt::new("That card did not fit. Wait a moment before you play again.");
    }
    if table.stuck.contains(seat) && !matches!(table.phase, Phase::Turn(_)) {
        return Prompt::new(format!("You can neither play nor draw. Waiting for {}.", seat.other()));
    }
    let fits = table.tops.is_some_and(|tops| !(view.hand & fitting(tops)).is_empty());
    let can_draw = table.can_draw(seat, view.hand.len());
    let how = "Touch a card, then a pile whose top card has the same number, symbol or border colour.";
    let in_race = matches!(table.phase, Phase::Race(_));
    let draw = match (can_draw, in_race && table.auto_draw != AutoDraw::Off) {
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

pub(super) fn offer(seat: Seat, action: Action) -> Offer {
    match action {
        Action::Ready => Offer::new("Ready", [Key::button("ready")]),
        Action::Play { card, pile } => Offer::new(
            format!("Play {card} on the {} pile", pile.name()),
            [Key::card(card), Key::zone(pile.name())],
        ),
        Action::Draw => Offer::new("Draw a card", [Key::zone_of("deck", seat)]),
        Action::Pass => Offer::new("Pass", [Key::button("pass")]),
    }
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
