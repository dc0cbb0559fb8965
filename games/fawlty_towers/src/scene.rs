//! Fawlty Towers on the table: columns of cards, towers from the side, the chosen one from above.

use boxwood_engine::{Game, Seat, Viewer};
use boxwood_kit::{Card, CardSet, Colour, Symbol, statics};
use boxwood_scene::{
    Becomes, Cell, Control, Figure, Ground, Grow, Key, Mark, Offer, Piece, Player, Prompt, Role, Scene, Tint,
    Tone, Touch, Way, WayKind, Zone, ZoneKind, count, list,
};

use super::effects::STEADY;
use super::estimate::gain;
use super::flow::{ending, most_idle};
use super::reach::{cards_in_reach, highest_in_reach, just_placed};
use super::state::{bonus, score};
use super::tower::{self, Cube, FARTHEST};
use super::{Action, BONUS, FawltyTowers, LEVELS, Phase, State, TOWERS, capital};

/// A card lies in a place of this width and height, in thirds of a tile.
const WIDE: i16 = 2;
const HIGH: i16 = 3;
/// From this risk on, in per cent, a tower is marked as dangerous.
const DANGEROUS: u64 = 10;
/// So far off the middle, in hundredths of an edge, the middle of what is safe is worth a hint.
const OFF_THE_MIDDLE: i32 = 8;
/// R7: so many turns before the end by idleness, everybody is warned.
const LAST_CALL: u8 = 4;

pub(super) fn scene(state: &State, viewer: Viewer) -> Scene {
    let mut zones = vec![columns(state), towers(state), from_above(state), supply_zone(state)];
    zones.push(Zone::new(ZoneKind::Stack, "deck", "Deck").counting(state.deck.len()));
    zones.extend(Seat::all(state.seats()).map(|seat| taken(state, seat)));
    let active = FawltyTowers::turn(state).active();
    Scene {
        zones,
        players: Seat::all(state.seats()).map(|seat| player(state, seat, active.contains(seat))).collect(),
        prompt: prompt(state, viewer),
        banner: banner(state),
        ways: line_of_reach(state).into_iter().collect(),
        ..Scene::default()
    }
}

/// Level 6 is the uppermost row. Cards in reach of the chosen cube are marked.
fn columns(state: &State) -> Zone {
    let numbers = || (1..).zip(&state.columns);
    let reach = reach(state);
    let is_reached = |column: u8, level: u8| {
        let card = state.columns[usize::from(column) - 1].get(usize::from(level) - 1);
        card.is_some_and(|&card| reach.contains(card))
    };
    let cell = |column: u8, level: u8| {
        let (x, y) = (WIDE * i16::from(column - 1), HIGH * (LEVELS as i16 - i16::from(level)));
        let label = format!("c{column} L{level}");
        let cell = Cell::new(place(column, level), x, y, Ground::Bare).labelled(label).sized(WIDE, HIGH);
        if is_reached(column, level) { cell.tinted(Tint::Goal) } else { cell }
    };
    let cells = numbers().flat_map(|(column, _)| (1..=LEVELS as u8).map(move |level| (column, level)));
    let cells = cells.map(|(column, level)| cell(column, level));
    let piece = |column: u8, level: u8, card: Card| {
        let piece = explained(card).in_cell(place(column, level)).coming_from(Key::zone("deck"));
        if reach.contains(card) { piece.marked(Mark::Good) } else { piece }
    };
    let pieces = numbers()
        .flat_map(|(column, cards)| (1..).zip(cards).map(move |(level, &card)| (column, level, card)))
        .map(|(column, level, card)| piece(column, level, card));
    Zone::new(ZoneKind::Board, "columns", "Wall of cards")
        .with_unit(HIGH as u16)
        .with_coordinates()
        .with_cells(cells)
        .with_pieces(pieces)
}

/// A card with what it is worth, and what it asks of a tower.
fn explained(card: Card) -> Piece {
    let asks = match card.colour() {
        Colour::White => "a cube of any colour".into(),
        Colour::Black => "three cubes of any colours".into(),
        colour => format!("a {colour} cube"),
    };
    let worth = count(card.value(), "point");
    Piece::card(card)
        .explained(format!("Worth {worth}. To reach a card above it, a tower needs {asks} for it."))
}

fn place(column: u8, level: u8) -> String {
    format!("c{column}.{level}")
}

/// The cube that is aimed or has just been placed, and what its tower holds besides it.
fn at_stake(state: &State) -> Option<(Colour, &[Cube])> {
    match state.phase {
        Phase::Aim { colour, tower } => Some((colour, state.tower(tower))),
        Phase::Take { tower } => Some(just_placed(state, tower)),
        Phase::Choose | Phase::Rebuild { .. } | Phase::Over => None,
    }
}

/// The cards that may be taken if the chosen cube stands, or now that it does.
fn reach(state: &State) -> CardSet {
    let cards = at_stake(state).map(|(colour, tower)| cards_in_reach(state, colour, tower));
    cards.into_iter().flatten().map(|(_, _, card)| card).collect()
}

/// Up to where that tower reaches in each column.
fn line_of_reach(state: &State) -> Option<Way> {
    let (_, tower) = at_stake(state)?;
    let top = |(column, level)| Key::cell(place(column, level));
    let through: Vec<Key> = highest_in_reach(state, tower).map(top).collect();
    (through.len() > 1).then_some(Way { through, kind: WayKind::Reach })
}

/// The side view: what each tower holds, how high it is, where its top is, and whether it is shaky.
fn towers(state: &State) -> Zone {
    let numbers = || (1..).zip(&state.towers);
    let last = match state.phase {
        Phase::Take { tower } => Some(tower),
        Phase::Choose | Phase::Aim { .. } | Phase::Rebuild { .. } | Phase::Over => None,
    };
    let cell = |(number, cubes): (u8, &tower::Tower)| {
        let cell = Cell::new(format!("tower{number}"), i16::from(number - 1), 0, Ground::Bare)
            .labelled(format!("tower {number}"))
            .sized(1, 4)
            .growing(Grow::Up);
        let Some(top) = cubes.last() else { return cell.marked(Mark::Note("fallen".into())) };
        let height = format!("{} high", cubes.len());
        let note = match (top.at.x, top.at.y) {
            (0, 0) => height,
            (x, y) => format!("{height}, top at {x}, {y}"),
        };
        let cell = cell.marked(Mark::Note(note));
        let cell = match last {
            Some(last) if last == number && cubes.len() > STEADY => {
                cell.marked(Mark::Note("sways, stands".into()))
            }
            _ => cell,
        };
        if tower::risk(cubes, (0, 0), state.options.tremor).percent() >= DANGEROUS {
            cell.marked(Mark::Danger)
        } else {
            cell
        }
    };
    let cubes = |(number, cubes): (u8, &tower::Tower)| {
        let height = cubes.len();
        let piece = move |(level, cube): (usize, Cube)| {
            let piece = Piece::new(cube_of(number, level), Figure::Cube(cube.colour))
                .in_cell(format_args!("tower{number}"))
                .leaning(cube.at.x, cube.at.y)
                .coming_from(Key::zone("supply"));
            if last == Some(number) && level == height { piece.marked(Mark::Last) } else { piece }
        };
        (1..).zip(*cubes).map(piece)
    };
    Zone::new(ZoneKind::Board, "towers", "Towers")
        .with_cells(numbers().map(cell))
        .with_pieces(numbers().flat_map(cubes))
}

/// A cube of a tower, by its height from 1.
fn cube_of(tower: u8, level: usize) -> Key {
    Key::piece("cube", format_args!("{tower}.{level}"))
}

/// The chosen tower as the aiming player sees it: 0, 0 is the middle of its top cube.
fn from_above(state: &State) -> Zone {
    let zone = |label| Zone::new(ZoneKind::Plane, "above", label).as_role(Role::Supply);
    let Phase::Aim { tower: number, .. } = state.phase else { return zone("From above".into()) };
    let cubes = state.tower(number);
    let (top, room) = (tower::middle_of_top(cubes), tower::room(cubes));
    let (top_x, top_y) = (i32::from(top.x), i32::from(top.y));
    let at = |key: Key, figure, label: String, x: i32, y: i32| Piece {
        at: Some((x - top_x, y - top_y)),
        ..Piece::new(key, figure).labelled(label)
    };
    let cube = |(level, cube): (usize, &Cube)| {
        let label = format!("{} cube {level}", cube.colour);
        at(Key::piece("seen", level), Figure::Cube(cube.colour), label, cube.at.x.into(), cube.at.y.into())
    };
    let corner = |(corner, (x, y)): (u8, (i32, i32))| {
        let piece = at(
            Key::piece("corner", corner),
            Figure::Token("safe".into()),
            "corner of the safe area".into(),
            x,
            y,
        );
        piece.marked(Mark::Good)
    };
    let corners = [
        (room.x.low, room.y.low),
        (room.x.high, room.y.low),
        (room.x.low, room.y.high),
        (room.x.high, room.y.high),
    ];
    let corners = (1..).zip(corners).filter(|_| !room.is_empty()).map(corner);
    let label = format!("Tower {number} from above, 0, 0 being the middle of its top");
    zone(label).with_unit(statics::EDGE.unsigned_abs()).with_pieces((1..).zip(cubes).map(cube).chain(corners))
}

/// One cube of each colour to take hold of, with the number of those behind it.
fn supply_zone(state: &State) -> Zone {
    let supply = state.supply();
    let piece = |(colour, n): (Colour, u8)| {
        Piece::new(Key::piece("cube", colour), Figure::Cube(colour)).marked(Mark::Note(format!("{n} left")))
    };
    Zone::new(ZoneKind::Row, "supply", "Supply")
        .as_role(Role::Supply)
        .with_room(TOWERS as u16)
        .counting(supply.total())
        .with_pieces(supply.iter().map(piece))
}

/// By symbol, because sets of symbols are worth something.
fn taken(state: &State, seat: Seat) -> Zone {
    let of_symbol = |symbol| (state.taken[seat] & CardSet::of_symbol(symbol)).iter();
    Zone::of(ZoneKind::Pile, "taken", "cards", seat)
        .as_role(Role::Discard)
        .with_pieces(Symbol::ALL.into_iter().flat_map(of_symbol).map(explained))
}

fn player(state: &State, seat: Seat, is_active: bool) -> Player {
    let cards = state.taken[seat];
    let number = |symbol: Symbol| (symbol, (cards & CardSet::of_symbol(symbol)).len());
    let sets: Vec<String> = Symbol::ALL
        .into_iter()
        .map(number)
        .filter(|&(_, n)| n >= 2)
        .map(|(symbol, n)| format!("{n} {symbol}"))
        .collect();
    let player = Player::new(seat, is_active)
        .scoring(score(cards))
        .scored("cards", score(cards) - bonus(cards))
        .with("cards", cards.len());
    let set = |player: Player, (symbol, n): (Symbol, usize)| match BONUS[n] {
        0 => player,
        points => player.scored(format!("{n} {symbol}"), points),
    };
    let player = Symbol::ALL.into_iter().map(number).fold(player, set);
    let player = if sets.is_empty() { player } else { player.with("symbols", list(&sets)) };
    if bonus(cards) > 0 { player.with("for sets", bonus(cards)) } else { player }
}

fn banner(state: &State) -> Option<String> {
    let left = most_idle(state.seats()).saturating_sub(state.idle);
    match state.phase {
        Phase::Rebuild { tower } => Some(format!("Tower {tower} has fallen.")),
        Phase::Over => Some(ending(state)),
        Phase::Choose | Phase::Aim { .. } | Phase::Take { .. } if left <= LAST_CALL => {
            Some(format!("{} without a card and the game is over.", capital(&count(left, "more turn"))))
        }
        Phase::Choose | Phase::Aim { .. } | Phase::Take { .. } => None,
    }
}

fn prompt(state: &State, viewer: Viewer) -> Prompt {
    let seat = state.seat;
    let is_asked = viewer.is(seat);
    match state.phase {
        Phase::Choose if is_asked => Prompt::new(
            "Choose a cube and then a tower for it. You may take a card of the cube's colour, or a white or black \
             one, if the tower already holds what the cards below it ask for.",
        ),
        Phase::Choose => Prompt::new(format!("{} a cube and a tower.", seat.does("choose"))),
        Phase::Aim { colour, tower } if is_asked => {
            Prompt::new(aiming(state, colour, tower)).with(aim(state, colour, tower))
        }
        Phase::Aim { colour, tower } => {
            Prompt::new(format!("{} a {colour} cube at tower {tower}.", seat.does("aim")))
        }
        Phase::Take { tower } if is_asked => {
            let (_, below) = just_placed(state, tower);
            let text = if below.is_empty() {
                "The new base stands. Take one of the marked cards of level 1, or decline."
            } else {
                "The tower stands. Take one of the marked cards, or decline."
            };
            Prompt::new(text).with(Control::button("decline", "Take no card", Tone::Plain))
        }
        Phase::Take { .. } => Prompt::new(format!("{} whether to take a card.", seat.does("decide"))),
        Phase::Rebuild { tower } if is_asked => Prompt::new(format!(
            "Tower {tower} has fallen. Choose a cube as its new base; then you may take a card of its colour, or a \
             white or black one, from level 1."
        )),
        Phase::Rebuild { tower } => Prompt::new(format!("{} tower {tower}.", seat.does("rebuild"))),
        Phase::Over => Prompt::new(state.result()),
    }
}

/// Rule 5: a point on the top cube, with what is safe.
fn aim(state: &State, colour: Colour, number: u8) -> Control {
    let cubes = state.tower(number);
    let radius = state.options.tremor.radius(cubes.len());
    let bounds = (-i32::from(FARTHEST), FARTHEST.into());
    Control::Aim {
        label: format!("Aim at the top of tower {number}"),
        x: bounds,
        y: bounds,
        over: Some(cube_of(number, cubes.len())),
        safe: safe(cubes),
        error: Some(2 * radius),
        spread: tower::errors(radius).map(|(_, ways)| ways as u32).collect(),
        holding: Some(Figure::Cube(colour)),
    }
}

/// Rule 6: where a cube may land so that the tower stands, from the middle of the top cube.
fn safe(cubes: &[Cube]) -> Option<((i32, i32), (i32, i32))> {
    let (top, room) = (tower::middle_of_top(cubes), tower::room(cubes));
    let (x, y) = (i32::from(top.x), i32::from(top.y));
    let safe = ((room.x.low - x, room.x.high - x), (room.y.low - y, room.y.high - y));
    (!room.is_empty()).then_some(safe)
}

/// What is at stake, and what the hand can do to it.
fn aiming(state: &State, colour: Colour, number: u8) -> String {
    let cubes = state.tower(number);
    let reach = what_is_in_reach(state, colour, cubes);
    let hand = match state.options.tremor.radius(cubes.len()) {
        0 => "Your hand does not err".to_string(),
        radius => format!("Your hand errs by up to {} each way", 2 * radius),
    };
    let aimed = format!("Aim the {colour} cube at the top of tower {number} ({reach}). {hand}");
    let Some(safe) = safe(cubes) else {
        return format!("{aimed}, but this tower falls wherever the cube lands.");
    };
    let risk = tower::risk(cubes, (0, 0), state.options.tremor);
    format!("{aimed}. At the middle: {risk}.{}", where_it_is_safer(safe))
}

/// A hint for towers that lean.
fn where_it_is_safer((x, y): ((i32, i32), (i32, i32))) -> String {
    let side = |(low, high): (i32, i32), before, behind| match (low + high) / 2 {
        middle if middle <= -OFF_THE_MIDDLE => Some(before),
        middle if middle >= OFF_THE_MIDDLE => Some(behind),
        _ => None,
    };
    let sides: Vec<&str> =
        [side(x, "left", "right"), side(y, "back", "front")].into_iter().flatten().collect();
    if sides.is_empty() { String::new() } else { format!(" Further {} is safer.", list(&sides)) }
}

pub(super) fn offer(state: &State, action: Action) -> Offer {
    match action {
        Action::Choose { colour, tower } => {
            let (reach, cell) = (
                what_is_in_reach(state, colour, state.tower(tower)),
                Key::cell(format_args!("tower{tower}")),
            );
            let label = format!("{} cube on tower {tower} ({reach})", capital(colour.name()));
            let offer = Offer::new(label, [Key::piece("cube", colour), cell.clone()])
                .changing(cell, Becomes::Figure(Figure::Cube(colour)));
            showing_reach(offer, state, colour, state.tower(tower)).because(format!("{}.", capital(&reach)))
        }
        Action::Place { dx, dy } => {
            let risk = match state.phase {
                Phase::Aim { tower, .. } => {
                    format!(" ({})", tower::risk(state.tower(tower), (dx, dy), state.options.tremor))
                }
                Phase::Choose | Phase::Take { .. } | Phase::Rebuild { .. } | Phase::Over => String::new(),
            };
            let at = if (dx, dy) == (0, 0) { "the middle".into() } else { format!("{dx}, {dy}") };
            Offer::new(format!("Aim at {at}{risk}"), [Key::point(dx.into(), dy.into())])
        }
        Action::Take { column, level } => {
            let card = state.columns[usize::from(column) - 1][usize::from(level) - 1];
            let label = format!("Take the {card} (column {column}, level {level})");
            let offer = Offer::new(label, [Key::card(card)])
                .changing(Key::card(card), Becomes::At(Key::zone_of("taken", state.seat)))
                .changing(Key::card(card), Becomes::Worth(gain(state, card)));
            match gain(state, card) - i32::from(card.value()) {
                0 => offer,
                more => offer.because(format!("It makes a set of {}: {more} more.", card.symbol())),
            }
        }
        Action::Rebuild { colour } => {
            let reach = what_is_in_reach(state, colour, &[]);
            let offer =
                Offer::new(format!("Rebuild on a {colour} cube ({reach})"), [Key::piece("cube", colour)]);
            showing_reach(offer, state, colour, &[]).because(format!("{}.", capital(&reach)))
        }
        Action::Decline => Offer::new("Take no card", [Key::button("decline")]).idle(),
    }
}

/// The offer with what each card is worth that a cube of this colour on this tower would reach.
fn showing_reach(offer: Offer, state: &State, colour: Colour, tower: &[Cube]) -> Offer {
    cards_in_reach(state, colour, tower)
        .fold(offer, |offer, (_, _, card)| offer.changing(Key::card(card), Becomes::Worth(gain(state, card))))
}

/// "3 cards in reach, best 6"
fn what_is_in_reach(state: &State, colour: Colour, tower: &[Cube]) -> String {
    let values = cards_in_reach(state, colour, tower).map(|(_, _, card)| card.value());
    match values.fold((0, 0), |(cards, best), value| (cards + 1, best.max(value))) {
        (0, _) => "no card in reach".into(),
        (1, best) => format!("a {best} in reach"),
        (cards, best) => format!("{cards} cards in reach, best {best}"),
    }
}

pub(super) fn intent(state: &State, path: &[Touch]) -> Option<Action> {
    match *path {
        [Touch::Button("decline")] => Some(Action::Decline),
        [Touch::Point(dx, dy)] => Some(Action::Place { dx: dx.try_into().ok()?, dy: dy.try_into().ok()? }),
        [card @ Touch::Card(_)] => {
            let card = card.as_card()?;
            let mut all = (1..)
                .zip(&state.columns)
                .flat_map(|(column, cards)| (1..).zip(cards).map(move |c| (column, c)));
            let (column, (level, _)) = all.find(|&(_, (_, &other))| other == card)?;
            Some(Action::Take { column, level })
        }
        [Touch::Piece("cube", colour)] => rebuild_on(state, colour),
        [Touch::Piece("cube", colour), place] => {
            let tower = touched_tower(place)?;
            rebuild_on(state, colour).or(Some(Action::Choose { colour: colour.parse().ok()?, tower }))
        }
        _ => None,
    }
}

/// A single cube of the supply is an answer only while a tower is to be rebuilt.
fn rebuild_on(state: &State, colour: &str) -> Option<Action> {
    match state.phase {
        Phase::Rebuild { .. } => Some(Action::Rebuild { colour: colour.parse().ok()? }),
        Phase::Choose | Phase::Aim { .. } | Phase::Take { .. } | Phase::Over => None,
    }
}

/// The tower meant by touching its place or one of its cubes.
fn touched_tower(touch: Touch) -> Option<u8> {
    let number = match touch {
        Touch::Cell(place) => place.strip_prefix("tower")?,
        Touch::Piece("cube", cube) => cube.split_once('.')?.0,
        _ => return None,
    };
    number.parse().ok().filter(|number| (1..=TOWERS as u8).contains(number))
}
