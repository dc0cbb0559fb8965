//! Cambio on the table: two piles, everybody's cards, and a prompt for each moment.

use boxwood_engine::{Seat, SeatSet};
use boxwood_kit::RuneCard;
use boxwood_scene::{
    Cell, Control, Emblem, Figure, Ground, Key, Mark, Offer, Piece, Player, Prompt, Role, Scene, Tone, Touch,
    Zone, ZoneKind, count, numbers,
};

use super::state::{Deed, Eyes, Laid, Phase, Power, Sight, Source, Spot, Stage, Table, Window};
use super::words::{a, card_of, name, rune_name, slot_name, whose};
use super::{Action, PEEKED, Pace, SLOTS, TOUCHES, View, round};

/// So many places are always there: the four, and a column for penalty cards.
const PLACES: u8 = SLOTS + 2;

pub(super) fn scene(view: &View) -> Scene {
    let table = &view.table;
    let mut zones = vec![
        Zone::new(ZoneKind::Stack, "main", "Main pile").counting(table.main_len() as u32),
        discard(table),
        drawn(view),
    ];
    zones.extend(Seat::all(table.seats()).map(|seat| cards(view, seat)));
    Scene {
        zones,
        players: Seat::all(table.seats()).map(|seat| player(table, seat)).collect(),
        prompt: prompt(view),
        banner: banner(table),
        tags: vec![
            format!("Round {}", table.round),
            format!("Ends at {} points", table.options.target.get()),
        ],
        ..Scene::default()
    }
}

fn discard(table: &Table<Sight>) -> Zone {
    let label = if table.frozen { "Discard pile, frozen" } else { "Discard pile" };
    let top = table.discard.top().map(|card| {
        let piece = open_card(Key::piece("card", format_args!("discard.{}", card.number())), card);
        if table.window().is_some() { piece.marked(Mark::Last) } else { piece }
    });
    Zone::new(ZoneKind::Stack, "discard", label)
        .as_role(Role::Market)
        .counting(table.discard.len() as u32)
        .with_pieces(top)
}

/// The card in the hand of the active player; its place is always there.
fn drawn(view: &View) -> Zone {
    let zone = Zone::new(ZoneKind::Row, "drawn", "Drawn card").with_room(1);
    let Phase::Place { drawn, from } = view.table.phase else { return zone };
    let piece = match drawn {
        Sight::Known(card) => open_card(Key::piece("card", "drawn"), card),
        Sight::Hidden { .. } => Piece::new(Key::piece("card", "drawn"), Figure::RuneBack),
    };
    let piece = piece.coming_from(match from {
        Source::Main => Key::zone("main"),
        Source::Discard => Key::zone("discard"),
    });
    zone.with_pieces([piece.owned_by(view.table.active())])
}

/// Four places in two rows, with room for penalty cards beside them; emptied places stay.
fn cards(view: &View, seat: Seat) -> Zone {
    let table = &view.table;
    let last = table.cards_of(seat).map(|laid| laid.spot.slot).max().unwrap_or(0).max(PLACES - 1);
    let cell = |slot: u8| {
        let (x, y) = (i16::from(slot / 2), i16::from(slot % 2));
        // The first four lie in reading order, the others in columns.
        let (x, y) = if slot < SLOTS { (y, x) } else { (x, y) };
        let spot = Spot::new(seat, slot);
        let cell = Cell::new(place_name(spot), x, y, Ground::Bare).labelled(slot_name(slot));
        match slot {
            SLOTS.. => cell.quietly(),
            _ if table.find(spot).is_none() => cell.marked(Mark::Note("snapped".into())),
            _ => cell,
        }
    };
    let label = if table.caller == Some(seat) { "cards, locked" } else { "cards" };
    Zone::of(ZoneKind::Board, "cards", label, seat)
        .with_cells((0..=last).map(cell))
        .with_pieces(table.cards_of(seat).map(|laid| card(view, laid)))
}

/// Where somebody's cards lie.
pub(super) fn cards_key(seat: Seat) -> Key {
    Key::zone_of("cards", seat)
}

fn place_name(spot: Spot) -> String {
    format!("{}.{}", spot.owner.index(), spot.slot)
}

fn key(spot: Spot) -> Key {
    Key::piece("card", place_name(spot))
}

/// A card in its place: open while it is shown to the viewer, or remembered with the aid.
fn card(view: &View, laid: &Laid<Sight>) -> Piece {
    let (table, spot) = (&view.table, laid.spot);
    let mut piece = match laid.face {
        Sight::Known(card) if is_shown(view, laid) => open_card(key(spot), card),
        Sight::Known(card) if table.remembers() => {
            open_card(key(spot), card).marked(Mark::Note("remembered".into()))
        }
        Sight::Known(_) | Sight::Hidden { .. } => Piece::new(key(spot), Figure::RuneBack),
    };
    piece.label = format!("{}, {}", slot_name(spot.slot), piece.label);
    piece = piece.in_cell(place_name(spot)).coming_from(Key::zone("main"));
    let note = |text: String| Mark::Note(text);
    match &table.phase {
        Phase::Window(window) => {
            if window.shown.contains(&spot) {
                let wanted = table.discard.top().map(|top| top.rune());
                let is_right = matches!(laid.face, Sight::Known(card) if Some(card.rune()) == wanted);
                piece = piece.marked(if is_right { Mark::Right } else { Mark::Wrong });
            }
            let by: SeatSet = window.touched.iter().filter(|t| t.at == spot).map(|t| t.by).collect();
            if !by.is_empty() {
                piece = piece.marked(note(format!("touched by {}", by.names())));
            }
            piece
        }
        Phase::Peek { at, .. } if *at == spot => piece.marked(note(format!("seen by {}", table.active()))),
        Phase::NameCards { chosen } if chosen.contains(&spot) => piece.marked(note("named".into())),
        _ => piece,
    }
}

/// A face-up card that says what it is worth.
fn open_card(key: Key, card: RuneCard) -> Piece {
    let role = name(card).to_string();
    let label = format!("{role} ({})", count(card.corner(), "point"));
    let piece = Piece::new(key, Figure::Rune { card: card.number(), role }).labelled(label);
    match deed(card) {
        Some(deed) => piece.explained(format!("Drawn from the main pile and discarded at once, it {deed}.")),
        None => piece,
    }
}

/// What an action card does (rules 12 and 13).
fn deed(card: RuneCard) -> Option<&'static str> {
    Some(match Power::of(card)? {
        Power::Deed(Deed::PeekMine) => "lets you look at one of your cards",
        Power::Deed(Deed::PeekYours) => "lets you look at a card of another player",
        Power::Deed(Deed::Swap) => "lets you exchange two cards of different players unseen",
        Power::Deed(Deed::Any { .. }) => "lets you look at a card or swap two, twice",
        Power::BlueKing => "shows everybody one card of each other player",
    })
}

/// Whether this card lies open for the viewer just now.
pub(super) fn is_shown(view: &View, laid: &Laid<Sight>) -> bool {
    let (table, viewer, spot) = (&view.table, view.viewer, laid.spot);
    if table.last_shown == Some(spot) {
        return true;
    }
    let looks = |looking: SeatSet| viewer.seat().is_none_or(|seat| looking.contains(seat));
    match &table.phase {
        Phase::InitialPeek { looking } => {
            viewer.is(spot.owner) && looks(*looking) && (PEEKED..SLOTS).contains(&spot.slot)
        }
        Phase::Window(Window { stage, shown, .. }) => {
            shown.contains(&spot) && !matches!(stage, Stage::Closing { looking } if !looks(*looking))
        }
        Phase::Peek { at, .. } => *at == spot && viewer.is(table.active()),
        Phase::Show { shown, looking } => shown.contains(&spot) && looks(*looking),
        Phase::RoundEnd { .. } | Phase::Over => laid.seen_by == Eyes::All,
        Phase::Start | Phase::Place { .. } | Phase::Action(_) | Phase::NameCards { .. } => false,
    }
}

fn player(table: &Table<Sight>, seat: Seat) -> Player {
    let mut player = Player::new(seat, table.to_act().contains(seat))
        .scoring(table.totals[seat])
        .holding(table.cards_of(seat).count())
        .with_rounds(table.rounds.iter().filter_map(|points| points.get(seat).copied()));
    if table.caller == Some(seat) {
        player = player.having(Figure::Emblem(Emblem::Lock), "called Cambio", 1);
    }
    match &table.phase {
        Phase::RoundEnd { .. } | Phase::Over => scored(table, seat, player),
        Phase::Window(window) => match window.stage {
            Stage::Gift { leader, .. } | Stage::Led { leader } if leader == seat => {
                player.with("race", "leads")
            }
            _ if window.barred.contains(seat) => player.with("race", "out, wrong or late"),
            _ if window.passed.contains(seat) => player.with("race", "passed"),
            _ => player,
        },
        _ if table.active() == seat => player.with("turn", "now"),
        _ => player,
    }
}

/// What the round brought and what the total is made of, once all cards lie open.
fn scored(table: &Table<Sight>, seat: Seat, player: Player) -> Player {
    let is_counted = table.rounds.len() == usize::from(table.round);
    let is_open = table.laid.iter().all(|laid| matches!(laid.face, Sight::Known(_)));
    if !is_counted || !is_open {
        return player;
    }
    let open = table.with_faces(|sight, _| match sight {
        Sight::Known(card) => card,
        Sight::Hidden { .. } => RuneCard::default(),
    });
    let (cards, points) = (round::sums(&open)[seat], round::points(&open)[seat]);
    let player = player
        .with("this round", points)
        .scored("earlier rounds", table.totals[seat] - points)
        .scored("cards", cards);
    if table.caller == Some(seat) { player.scored("call", points - cards) } else { player }
}

/// The rune that is wanted, who has called, and what is frozen.
fn banner(table: &Table<Sight>) -> Option<String> {
    let mut parts = vec![];
    if let (Some(_), Some(top)) = (table.window(), table.discard.top()) {
        parts.push(format!("Wanted: {}.", rune_name(top.rune())));
    }
    if let Some(caller) = table.caller {
        parts.push(match table.phase {
            Phase::RoundEnd { .. } | Phase::Over => format!("{} called Cambio.", caller),
            _ => format!("{caller} called Cambio: last turns."),
        });
    }
    if table.frozen && table.phase == Phase::Start {
        parts.push("The discard pile is frozen.".into());
    }
    (!parts.is_empty()).then(|| parts.join(" "))
}

fn prompt(view: &View) -> Prompt {
    let table = &view.table;
    let to_act = table.to_act();
    match view.viewer.seat() {
        Some(seat) if to_act.contains(seat) => asked(table, seat),
        _ => Prompt::new(awaited(view)),
    }
}

fn done(label: &str) -> Control {
    Control::button("done", label, Tone::Main)
}

/// What a player who may decide is asked.
fn asked(table: &Table<Sight>, seat: Seat) -> Prompt {
    match &table.phase {
        Phase::InitialPeek { .. } => {
            Prompt::new("Remember your two lower cards, then press done. They will lie face down.")
                .with(done("Done"))
        }
        Phase::Start => start(table),
        Phase::Place { from: Source::Main, .. } => Prompt::new(
            "Touch one of your cards to exchange it for the drawn card, or discard the drawn card.",
        )
        .with(Control::button("discard", "Discard it", Tone::Plain)),
        Phase::Place { from: Source::Discard, .. } => {
            Prompt::new("Touch one of your cards to exchange it for the card from the discard pile.")
        }
        Phase::Window(window) => race(table, window, seat),
        Phase::Action(deed) => action(*deed),
        Phase::Peek { at, .. } => {
            Prompt::new(format!("You look at {}. Press done when you know it.", card_of(*at)))
                .with(done("Done"))
        }
        Phase::NameCards { chosen } => {
            let named: SeatSet = chosen.iter().map(|spot| spot.owner).collect();
            let left: SeatSet = table.targets().iter().filter(|&seat| !named.contains(seat)).collect();
            Prompt::new(format!("Blue King: touch one card to be shown to all, of {}.", left.names()))
        }
        Phase::Show { .. } => {
            Prompt::new("A Blue King shows these cards to everybody. Press done when you know them.")
                .with(done("Done"))
        }
        Phase::RoundEnd { .. } => Prompt::new(format!(
            "Round {} is over. Press done to go on; the game ends at {} points.",
            table.round,
            table.options.target.get()
        ))
        .with(done("Next round")),
        Phase::Over => Prompt::new("The game is over."),
    }
}

fn start(table: &Table<Sight>) -> Prompt {
    let text = match (table.discard.top(), table.frozen) {
        (None, _) => "Draw from the main pile.".to_string(),
        (Some(_), true) => "Draw from the main pile. The discard pile is frozen.".to_string(),
        (Some(top), false) => {
            format!("Draw from the main pile, or take the discarded {}.", name(top))
        }
    };
    match table.caller {
        Some(caller) => Prompt::new(format!("{text} It is your last turn, for {caller} called Cambio.")),
        None => {
            Prompt::new(format!("{text} Or call Cambio, if you think that your cards are worth the least."))
                .with(Control::button("call", "Cambio!", Tone::Bold))
        }
    }
}

fn race(table: &Table<Sight>, window: &Window, seat: Seat) -> Prompt {
    let wanted = table.discard.top().map_or("card", |top| rune_name(top.rune()));
    let touch = |prompt: Prompt| {
        if table.options.pace == Pace::Live && window.touches(seat) < TOUCHES {
            prompt.with(Control::button("touch", "Bluff: reach for…", Tone::Plain))
        } else {
            prompt
        }
    };
    match window.stage {
        Stage::Open => {
            let text = format!(
                "Lead card: {wanted}. Touch {} on the table, yours or another player's, to snap it; or pass.",
                a(wanted)
            );
            touch(Prompt::new(text).with(Control::button("pass", "Pass", Tone::Main)))
        }
        Stage::Led { .. } => {
            let text = format!("You lead: snap another {wanted}, or press done.");
            touch(Prompt::new(text).with(done("Done")))
        }
        Stage::Gift { emptied, .. } => {
            let text = format!("Touch one of your cards to give it to {}, or keep them all.", emptied.owner);
            Prompt::new(text).with(Control::button("keep", "Keep all", Tone::Plain))
        }
        Stage::Closing { .. } => {
            Prompt::new("Look at the card that was no match, then press done.").with(done("Done"))
        }
    }
}

fn action(deed: Deed) -> Prompt {
    let text = match deed {
        Deed::PeekMine => "Peek Mine: touch one of your cards to look at it, or decline.",
        Deed::PeekYours => "Peek Yours: touch a card of another player to look at it, or decline.",
        Deed::Swap => "Swap: touch two cards of different players to exchange them unseen, or decline.",
        Deed::Any { again: true } => {
            "Red King, first of two actions: touch any card to look at it, or swap two cards, or decline both."
        }
        Deed::Any { again: false } => {
            "Red King, second action: touch any card to look at it, or swap two cards, or decline."
        }
    };
    let prompt = match deed {
        Deed::Any { .. } => Prompt::new(text).with(Control::button("swap", "Swap two cards…", Tone::Plain)),
        Deed::PeekMine | Deed::PeekYours | Deed::Swap => Prompt::new(text),
    };
    prompt.with(Control::button("decline", "Decline", Tone::Plain))
}

/// What a viewer is told who has nothing to decide.
fn awaited(view: &View) -> String {
    let table = &view.table;
    let (active, to_act) = (table.active(), table.to_act());
    match &table.phase {
        Phase::InitialPeek { .. } => format!("Still looking at their lower two cards: {}.", to_act.names()),
        Phase::Start => format!("{} to draw a card or to call Cambio.", active.does("be")),
        Phase::Place { .. } => {
            format!("{} a card and decides where to put it.", active.does("hold"))
        }
        Phase::Window(window) => {
            let wanted = table.discard.top().map_or("card", |top| rune_name(top.rune()));
            match window.stage {
                Stage::Open => format!(
                    "The race for {} is on. Still to claim or to pass: {}.",
                    a(wanted),
                    to_act.names()
                ),
                Stage::Led { leader } => format!("{} and may snap more.", leader.does("lead")),
                Stage::Gift { leader, emptied } => {
                    format!("{} whether to give {} a card.", leader.does("decide"), emptied.owner)
                }
                Stage::Closing { .. } => format!("Still looking at the card shown: {}.", to_act.names()),
            }
        }
        Phase::Action(_) => format!("{} an action card.", active.does("use")),
        Phase::Peek { at, .. } => format!("{} at {}.", active.does("look"), whose(*at, active)),
        Phase::NameCards { .. } => format!("{} the cards that a Blue King shows.", active.does("name")),
        Phase::Show { .. } => format!("Still looking at the cards of the Blue King: {}.", to_act.names()),
        Phase::RoundEnd { .. } => format!("Round {} is over. Waiting for {}.", table.round, to_act.names()),
        Phase::Over => {
            let fewest = table.totals.as_slice().iter().min().copied().unwrap_or(0);
            let winners = table.totals.seats_where(|&total| total == fewest);
            winners.victory(&count(fewest, "point"))
        }
    }
}

pub(super) fn offer(view: &View, action: Action) -> Offer {
    let is_red_king = matches!(view.table.phase, Phase::Action(Deed::Any { .. }));
    let own = |seat: Seat, slot: u8| key(Spot::new(seat, slot));
    match action {
        Action::Done => match view.table.phase {
            Phase::RoundEnd { .. } => Offer::new("Go on to the next round", [Key::button("done")]),
            _ => Offer::new("Done", [Key::button("done")]),
        },
        Action::Call => Offer::new("Call Cambio!", [Key::button("call")]),
        Action::DrawMain => Offer::new("Draw from the main pile", [Key::zone("main")]),
        Action::DrawDiscard => Offer::new("Take the top discard", [Key::zone("discard")]),
        Action::DiscardDrawn => Offer::new("Discard the drawn card", [Key::button("discard")]),
        Action::Exchange(slot) => {
            let label = format!("Exchange it for the {} card", slot_name(slot));
            Offer::new(label, [own(view.table.active(), slot)])
        }
        Action::Snap(spot) => Offer::new(format!("Snap {}", card_of(spot)), [key(spot)]),
        Action::Touch(spot) => {
            Offer::new(format!("Reach for {}", card_of(spot)), [Key::button("touch"), key(spot)])
        }
        Action::Pass => Offer::new("Pass", [Key::button("pass")]),
        Action::Give(slot) => {
            let leader = view.table.to_act().first().unwrap_or_default();
            Offer::new(format!("Give the {} card", slot_name(slot)), [own(leader, slot)])
        }
        Action::Keep => Offer::new("Keep all cards", [Key::button("keep")]),
        Action::Peek(spot) => Offer::new(format!("Look at {}", card_of(spot)), [key(spot)]),
        Action::Swap { a, b } => {
            let label = format!("Swap {} with {}", card_of(a), card_of(b));
            // A Red King's first touch of a card looks at it, so a swap needs its own beginning.
            let button = is_red_king.then(|| Key::button("swap"));
            Offer::new(label, button.into_iter().chain([key(a), key(b)]))
        }
        Action::Decline => Offer::new("Decline", [Key::button("decline")]),
        Action::Choose(spot) => Offer::new(format!("Show {}", card_of(spot)), [key(spot)]),
    }
}

/// The card that was drawn and has still to be placed.
const DRAWN: Touch = Touch::Piece("card", "drawn");

pub(super) fn intent(view: &View, seat: Seat, path: &[Touch]) -> Option<Action> {
    match *path {
        [Touch::Button("done")] => Some(Action::Done),
        [Touch::Button("call")] => Some(Action::Call),
        [Touch::Button("discard")] | [DRAWN, Touch::Zone("discard")] => Some(Action::DiscardDrawn),
        [Touch::Button("pass")] => Some(Action::Pass),
        [Touch::Button("keep")] => Some(Action::Keep),
        [Touch::Button("decline")] => Some(Action::Decline),
        [Touch::Button("touch"), card] => Some(Action::Touch(spot(card)?)),
        [Touch::Zone("main")] => Some(Action::DrawMain),
        [Touch::Zone("discard")] => Some(Action::DrawDiscard),
        [Touch::Piece("card", name)] if name.starts_with("discard.") => Some(Action::DrawDiscard),
        [card] => Some(touched(view, seat, spot(card)?)),
        [DRAWN, card] => Some(Action::Exchange(spot(card).filter(|spot| spot.owner == seat)?.slot)),
        [one, other] | [Touch::Button("swap"), one, other] => {
            let (one, other) = (spot(one)?, spot(other)?);
            Some(Action::Swap { a: one.min(other), b: one.max(other) })
        }
        _ => None,
    }
}

/// What touching a table card means just now.
fn touched(view: &View, seat: Seat, spot: Spot) -> Action {
    let is_own = spot.owner == seat;
    match &view.table.phase {
        Phase::Window(Window { stage: Stage::Gift { .. }, .. }) if is_own => Action::Give(spot.slot),
        Phase::Action(_) | Phase::Peek { .. } => Action::Peek(spot),
        Phase::NameCards { .. } => Action::Choose(spot),
        Phase::Start | Phase::Place { .. } if is_own => Action::Exchange(spot.slot),
        _ => Action::Snap(spot),
    }
}

fn spot(touch: Touch) -> Option<Spot> {
    let Touch::Piece("card", name) = touch else { return None };
    let [owner, slot] = numbers(name)?;
    Some(Spot::new(Seat::new(owner)?, slot.try_into().ok()?))
}
