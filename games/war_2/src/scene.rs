//! War 2.0 on the table: the map with its units, the battle, and three rows of cards for each player.

use boxwood_engine::{Seat, SeatSet, Viewer};
use boxwood_kit::{Card, CardSet};
use boxwood_scene::{
    Becomes, Cell, Control, Emblem, Figure, Ground, Key, Mark, Offer, Piece, Player, Prompt, Role, Scene,
    Tint, Tone, Touch, Way, WayKind, Zone, ZoneKind, count, list,
};

use super::battle::{Battle, Side, is_won, most_advance, parts, shows_symbol, total};
use super::board::{Tile, Tiles};
use super::flow::result;
use super::judge::places;
use super::march::{departures, has_step};
use super::state::score;
use super::{
    APART, Acting, Action, Ending, LeaveOne, Phase, Step, TO_PLACE, TRIPLE, Table, View, colour, name,
};

/// Rule 3: so many cards everybody begins with, and so many wait in the reserve.
const USUAL_HAND: u16 = 6;
const RESERVE: u16 = 3;

pub(super) fn scene(view: &View, viewer: Viewer) -> Scene {
    let table = &view.table;
    let seats = || Seat::all(table.seats());
    let mut zones = vec![map(table), battle(view)];
    zones.extend(seats().flat_map(|seat| cards(view, seat)));
    Scene {
        zones,
        players: seats().map(|seat| player(view, seat)).collect(),
        prompt: prompt(view, viewer),
        banner: banner(table),
        tags: tags(table),
        ways: ways(table),
    }
}

fn map(table: &Table) -> Zone {
    let cell = |tile: Tile| {
        let hex = table.map.cell(tile);
        let ground = table.map.face(tile).map_or(Ground::TileBack { shaded: false }, Ground::Tile);
        let cell = Cell::new(table.name(tile), hex.x.into(), 2 * i16::from(hex.row), ground).sized(2, 2);
        let cell = match table.owner(tile) {
            Some(seat) => cell.tinted(Tint::Of(seat)),
            None => cell,
        };
        match mark(table, tile) {
            Some(mark) => cell.marked(mark),
            None => cell,
        }
    };
    let units = |tile: Tile| {
        let place = table.name(tile);
        table.owner(tile).into_iter().flat_map(move |owner| {
            let (colour, place) = (colour(table.seats(), owner), place.clone());
            (1..=table.units(tile)).map(move |n| {
                let piece = Piece::new(unit_key(table, tile, n), Figure::Cube(colour))
                    .labelled(format!("{colour} unit on {place}"))
                    .owned_by(owner)
                    .in_cell(&place);
                Piece { from: where_from(table, tile, owner), ..piece }
            })
        })
    };
    Zone::new(ZoneKind::Board, "map", "Map")
        .with_unit(2)
        .with_coordinates()
        .with_shores()
        .turning()
        .with_cells(table.map.all().iter().map(cell))
        .with_pieces(table.map.all().iter().flat_map(units))
}

/// The unit of this number on a tile of somebody's.
fn unit_key(table: &Table, tile: Tile, n: u8) -> Key {
    let colour = table.owner(tile).map_or("none", |owner| colour(table.seats(), owner).name());
    Key::piece("cube", format_args!("{colour}.{}.{n}", table.name(tile)))
}

/// The last so many units of a tile, which are those that leave it.
fn leaving(table: &Table, tile: Tile, n: u8) -> impl Iterator<Item = Key> {
    let all = table.units(tile);
    (all - n.min(all) + 1..=all).map(move |n| unit_key(table, tile, n))
}

/// Where units come from that have just arrived on a tile, as far as the table shows it.
fn where_from(table: &Table, tile: Tile, owner: Seat) -> Option<Key> {
    let cell = |tile: Tile| Key::cell(table.name(tile));
    if let Phase::Acting(Acting { seat, step, .. }) = table.phase
        && seat == owner
    {
        match step {
            Step::Move { last: Some(last), .. } if table.map.near(last).contains(tile) => {
                return Some(cell(last));
            }
            Step::Reinforce { .. } | Step::Move { .. } => return None,
            Step::Choose | Step::Battle { .. } | Step::Flee { .. } | Step::Advance { .. } => {}
        }
    }
    let battle = table.last?;
    if tile == battle.to && owner == battle.attacker.seat {
        return Some(cell(battle.from));
    }
    let has_fled = owner == battle.defender.seat && table.map.near(battle.to).contains(tile);
    has_fled.then(|| cell(battle.to))
}

/// The attack that is going on.
fn ways(table: &Table) -> Vec<Way> {
    let Phase::Acting(acting) = table.phase else { return vec![] };
    match acting.step {
        Step::Battle { from, to } | Step::Flee { from, to } | Step::Advance { from, to } => {
            let through = [from, to].map(|tile| Key::cell(table.name(tile))).to_vec();
            vec![Way { through, kind: WayKind::Attack }]
        }
        Step::Choose | Step::Reinforce { .. } | Step::Move { .. } => vec![],
    }
}

/// How far the game is.
fn tags(table: &Table) -> Vec<String> {
    match table.phase {
        Phase::Place(_) => vec!["Placing units".into()],
        Phase::Count(seat) => vec![format!("Turn {}", table.turns[seat] + 1)],
        Phase::Acting(Acting { seat, left, .. }) => {
            vec![format!("Turn {}", table.turns[seat] + 1), format!("{} left", count(left, "action"))]
        }
        Phase::Over => vec![],
    }
}

/// What is happening on a tile.
fn mark(table: &Table, tile: Tile) -> Option<Mark> {
    let Phase::Acting(acting) = table.phase else { return None };
    match acting.step {
        Step::Choose => None,
        Step::Reinforce { named, .. } => named.contains(tile).then_some(Mark::Good),
        Step::Move { value, sources, last } => {
            let open = departures(table, acting.seat, value, sources, last);
            let is_used = sources.contains(tile) && !open.contains(tile);
            is_used.then(|| Mark::Note("moved".into()))
        }
        Step::Battle { from, to } | Step::Flee { from, to } | Step::Advance { from, to } => {
            if tile == to {
                Some(Mark::Danger)
            } else {
                (tile == from).then_some(Mark::Last)
            }
        }
    }
}

/// The cards of the battle that is open, or of the last one.
fn battle(view: &View) -> Zone {
    let table = &view.table;
    let zone = |label: String| {
        Zone::new(ZoneKind::Row, "battle", label).titled("Battle").as_role(Role::Discard).with_room(2)
    };
    let is_open = !view.committed.asked().is_empty();
    if let Phase::Acting(Acting { step: Step::Battle { from, to }, .. }) = table.phase
        && is_open
    {
        return zone(format!("Battle: {} attacks {}", table.name(from), table.name(to)))
            .with_pieces(view.committed.made().iter().map(|seat| committed(view, seat)));
    }
    let Some(battle) = table.last else { return zone("Battle".into()) };
    let (from, to) = (table.name(battle.from), table.name(battle.to));
    let label = if is_undecided(table) {
        format!("Battle: {from} attacks {to}")
    } else {
        let winner = if is_won(&table.map, &battle) { battle.attacker } else { battle.defender };
        format!("Last battle: {from} attacked {to}, {} won", winner.seat)
    };
    zone(label).with_pieces([battle.attacker, battle.defender].map(|side| shown(table, &battle, side)))
}

/// Whether the cards of a battle are shown, and nothing has come of it yet.
fn is_undecided(table: &Table) -> bool {
    matches!(table.phase, Phase::Acting(Acting { step: Step::Battle { .. }, .. }))
}

/// A committed card: open to its owner, a back to all others.
fn committed(view: &View, seat: Seat) -> Piece {
    let piece = match view.committed.of(seat) {
        Some(card) => explained(card),
        None => Piece::new(Key::piece("card", format_args!("battle.{}", seat.index())), Figure::CardBack)
            .labelled(format!("{} battle card", seat.owns())),
    };
    piece.owned_by(seat).coming_from(Key::hand(seat))
}

/// A card as it lies in a battle that was fought.
pub(super) fn shown_key(card: Card) -> Key {
    Key::piece("shown", card.number())
}

fn shown(table: &Table, battle: &Battle, side: Side) -> Piece {
    let piece = Piece::new(shown_key(side.card), Figure::Card(side.card.number()))
        .labelled(format!("{} {}", side.seat.owns(), parts(&table.map, side, battle.to)))
        .owned_by(side.seat)
        .coming_from(Key::hand(side.seat));
    let is_winner = !is_undecided(table) && is_won(&table.map, battle) == (side == battle.attacker);
    let piece = if is_winner { piece.marked(Mark::Good) } else { piece };
    piece.marked(Mark::Note(format!("total {}", total(&table.map, side, battle.to))))
}

/// Hand, played cards and reserve. To all others a committed card is still in the hand (R9).
fn cards(view: &View, seat: Seat) -> [Zone; 3] {
    let table = &view.table;
    let own = view.committed.of(seat).map_or(CardSet::EMPTY, CardSet::only);
    let zone = |kind, key: &str, label: &str, cards: CardSet| {
        let mut cards: Vec<Card> = cards.iter().collect();
        cards.sort_by_key(|card| (card.value(), card.symbol()));
        Zone::of(kind, key, label, seat)
            .with_pieces(cards.into_iter().map(|card| explained(card).labelled(name(card))))
    };
    [
        zone(ZoneKind::Fan, "hand", "hand", table.hands[seat] - own).with_room(USUAL_HAND),
        zone(ZoneKind::Row, "played", "played cards", table.played[seat])
            .as_role(Role::Discard)
            .with_room(USUAL_HAND),
        zone(ZoneKind::Row, "reserve", "reserve", table.reserve(seat))
            .as_role(Role::Supply)
            .with_room(RESERVE),
    ]
}

/// A card with its four uses.
fn explained(card: Card) -> Piece {
    let (value, symbol) = (card.value(), card.symbol());
    let (actions, tiles) = (count(value, "action"), up_to(card));
    Piece::card(card).explained(format!(
        "It buys {actions}, or reinforces or moves from {tiles}. In a battle it counts {value}, and 1 more on a \
         {symbol} tile."
    ))
}

fn player(view: &View, seat: Seat) -> Player {
    let table = &view.table;
    let active = table.to_act(view.committed.pending()).contains(seat);
    let score = score(table, seat);
    let is_placing = matches!(table.phase, Phase::Place(_));
    let player = Player::new(seat, active)
        .wearing(Figure::Cube(colour(table.seats(), seat)))
        .scoring(score.sum())
        .scored("tiles", score.tiles as i32)
        .scored(count(score.symbols as i64, "different symbol"), score.ladder())
        .scored("all three of a symbol", TRIPLE * score.triples as i32)
        .with("tiles", score.tiles)
        .with("symbols", format!("{} (worth {})", score.symbols, score.ladder()))
        .having(Figure::Cube(colour(table.seats(), seat)), "units left", table.supply(seat));
    let player = match table.phase {
        Phase::Acting(Acting { seat: actor, left, .. }) if actor == seat => {
            player.having(Figure::Emblem(Emblem::Step), "actions left", left)
        }
        _ => player,
    };
    Player { out: !is_placing && table.held[seat].is_empty(), ..player }
}

/// How near the end is (rule 14).
fn banner(table: &Table) -> Option<String> {
    if matches!(table.phase, Phase::Place(_) | Phase::Over) {
        return None;
    }
    let missing = table.without_six();
    match table.ending {
        Ending::Open => {
            let last = missing.first().filter(|_| missing.len() == 1)?;
            Some(format!("Only {} still to take the 6; then come the final turns.", last.does("have")))
        }
        Ending::Triggered => Some("All have their 6: after this turn everybody has one final turn.".into()),
        Ending::FinalTurns(seats) => Some(format!("Final turns, this one included: {}.", seats.len())),
    }
}

fn prompt(view: &View, viewer: Viewer) -> Prompt {
    let table = &view.table;
    let active = table.to_act(view.committed.pending());
    match viewer.seat() {
        Some(seat) if active.contains(seat) => asked(table, seat),
        Some(seat) if view.committed.made().contains(seat) => {
            Prompt::new(format!("Your battle card is chosen. {}", awaited(table, active)))
        }
        Some(_) | None => Prompt::new(awaited(table, active)),
    }
}

/// What everybody waits for.
fn awaited(table: &Table, active: SeatSet) -> String {
    let Some(seat) = active.first() else {
        return if is_undecided(table) { "Both cards are shown.".into() } else { result(table) };
    };
    let acting = match table.phase {
        Phase::Place(_) => {
            return format!("{} unit {} of {TO_PLACE}.", seat.does("place"), next_unit(table, seat));
        }
        Phase::Count(_) => return format!("{} a count card.", seat.does("choose")),
        Phase::Acting(acting) => acting,
        Phase::Over => return result(table),
    };
    match acting.step {
        Step::Choose => format!("{} an action, {} left.", seat.does("choose"), acting.left),
        Step::Reinforce { .. } => format!("{}.", seat.does("reinforce")),
        Step::Move { .. } => format!("{} units.", seat.does("move")),
        Step::Battle { .. } => format!("Still to choose a battle card: {}.", active.names()),
        Step::Flee { to, .. } => format!("{} where to flee from {}.", seat.does("choose"), table.name(to)),
        Step::Advance { to, .. } => {
            format!("{} whether to advance to {}.", seat.does("choose"), table.name(to))
        }
    }
}

fn next_unit(table: &Table, seat: Seat) -> u8 {
    table.on_tiles(seat) + 1
}

/// What whoever is to decide is asked.
fn asked(table: &Table, seat: Seat) -> Prompt {
    match table.phase {
        Phase::Place(_) => {
            let unit = next_unit(table, seat);
            let free = table.map.brown().and(table.unoccupied());
            let beside_own = |tile: Tile| !table.map.near(tile).and(table.held[seat]).is_empty();
            let hard_up = places(table, seat) == free && free.iter().any(beside_own);
            let place = match unit {
                unit if unit > APART => "a tile you hold",
                _ if hard_up => "any empty brown tile, since all of them touch yours",
                _ => "an empty brown tile that touches none of yours",
            };
            Prompt::new(format!("Place unit {unit} of {TO_PLACE} on {place}."))
        }
        Phase::Count(_) => Prompt::new(
            "Touch a card to buy actions. Its value is how many you may take, each with another card: \
             to reinforce, to move or to attack.",
        ),
        Phase::Acting(acting) => asked_in_turn(table, seat, acting),
        Phase::Over => Prompt::new(result(table)),
    }
}

fn asked_in_turn(table: &Table, seat: Seat, acting: Acting) -> Prompt {
    match acting.step {
        Step::Choose => {
            let back = if table.hands[seat].is_empty() {
                let card = table.reserve(seat).first();
                let added = card.map_or(String::new(), |card| format!(" and the {}", name(card)));
                format!(" Your hand is empty: the next action first brings back your played cards{added}.")
            } else {
                String::new()
            };
            let with_card = if acting.reinforced { "Move" } else { "Reinforce or Move" }; // once a turn
            Prompt::new(format!(
                "You have {} left. Touch a card, then {with_card}; or touch your tile, then an enemy tile, \
                 to attack.{back}",
                count(acting.left, "action")
            ))
            .with(Control::button("reinforce", "Reinforce", Tone::Plain))
            .with(Control::button("move", "Move", Tone::Plain))
            .with(Control::button("end_turn", "End the turn", Tone::Main))
        }
        Step::Reinforce { value, named } => {
            let left = (value - named.len() as u8).min(table.supply(seat));
            let prompt = Prompt::new(format!(
                "Put a new unit on up to {} of yours. Touch them one by one.",
                more(left, named)
            ));
            done(prompt, named, "reinforce_done", "Done reinforcing")
        }
        Step::Move { value, sources, last } => {
            let tiles = move_from(table, seat, value, sources, last);
            let most =
                departures(table, seat, value, sources, last).iter().map(|tile| table.units(tile)).max();
            let prompt = Prompt::new(format!(
                "Move units from {tiles}. Touch a tile, then where they go; one unit always stays."
            ))
            .with(Control::number("Units", 1, i32::from(most.unwrap_or(2)) - 1));
            done(prompt, sources, "move_done", "Done moving")
        }
        Step::Battle { from, to } => Prompt::new(battle_question(table, seat, from, to)),
        Step::Flee { to, .. } => Prompt::new(format!(
            "Your {} must flee from {}: touch the tile to flee to.",
            count(table.units(to), "unit"),
            table.name(to)
        )),
        Step::Advance { from, to } => {
            let stays = match table.options.conquest_leave_one {
                LeaveOne::On => " One unit must stay.",
                LeaveOne::Off => "",
            };
            let (from_name, to_name) = (table.name(from), table.name(to));
            Prompt::new(format!("{to_name} is empty. How many units advance from {from_name}?{stays}"))
                .with(Control::number("Units", 0, most_advance(table, from).into()))
        }
    }
}

/// The tiles that units can still leave: "a2 or up to 2 more tiles".
fn move_from(table: &Table, seat: Seat, value: u8, sources: Tiles, last: Option<Tile>) -> String {
    let can_leave = |tile: &Tile| has_step(table, seat, [*tile].into_iter().collect());
    let again = last.filter(can_leave).map(|tile| table.name(tile));
    let others = departures(table, seat, value, sources, None);
    let others = has_step(table, seat, others).then(|| more(value - sources.len() as u8, sources));
    let others = others.map(|tiles| format!("up to {tiles}"));
    again.into_iter().chain(others).collect::<Vec<_>>().join(" or ")
}

/// "2 tiles", or "2 more tiles" if there were some before.
fn more(left: u8, before: Tiles) -> String {
    count(left, if before.is_empty() { "tile" } else { "more tile" })
}

fn done(prompt: Prompt, before: Tiles, key: &str, label: &str) -> Prompt {
    if before.is_empty() { prompt } else { prompt.with(Control::button(key, label, Tone::Main)) }
}

fn battle_question(table: &Table, seat: Seat, from: Tile, to: Tile) -> String {
    let units = |tile| count(table.units(tile), "unit");
    let situation = if table.held[seat].contains(from) {
        format!("You attack {} with {} against {}.", table.name(to), units(from), units(to))
    } else {
        format!("Your tile {} with {} is attacked by {}.", table.name(to), units(to), units(from))
    };
    let symbol =
        table.map.face(to).map_or(String::new(), |symbol| format!(" One showing {symbol} counts 1 more."));
    format!(
        "{situation} Touch your battle card; it is hidden until both are chosen.{symbol} A draw is the defender's."
    )
}

pub(super) fn offer(table: &Table, seat: Seat, action: Action) -> Offer {
    let cell = |tile: Tile| Key::cell(table.name(tile));
    let unit = || Becomes::Figure(Figure::Cube(colour(table.seats(), seat)));
    match action {
        Action::Place(tile) => {
            Offer::new(format!("Place on {}", table.name(tile)), [cell(tile)]).changing(cell(tile), unit())
        }
        Action::Count(card) => {
            let actions = count(card.value(), "action");
            playing(seat, card, format!("Play {} for {actions}", name(card)), None)
        }
        Action::Reinforce(card) => {
            playing(seat, card, format!("Reinforce {} with {}", up_to(card), name(card)), Some("reinforce"))
        }
        Action::ReinforceTile(tile) => {
            Offer::new(format!("Reinforce {}", table.name(tile)), [cell(tile)]).changing(cell(tile), unit())
        }
        Action::ReinforceDone => Offer::new("Done reinforcing", [Key::button("reinforce_done")]),
        Action::Move(card) => {
            playing(seat, card, format!("Move units from {} with {}", up_to(card), name(card)), Some("move"))
        }
        Action::MoveUnits { from, to, n } => {
            let label = format!("Move {n} from {} to {}", table.name(from), table.name(to));
            let offer = Offer::new(label, [cell(from), cell(to), Key::number(n)]);
            arriving(table, seat, offer, (from, to), n)
        }
        Action::MoveDone => Offer::new("Done moving", [Key::button("move_done")]),
        Action::Attack { from, to } => {
            let label = format!("Attack {} from {}", table.name(to), table.name(from));
            let strength = format!("{} against {}", count(table.units(from), "unit"), table.units(to));
            Offer::new(label, [cell(from), cell(to)])
                .because(format!("{strength}, and a card of each side; a draw is the defender's."))
        }
        Action::Commit(card) => offer_card(table, seat, card),
        Action::Flee(tile) => {
            let offer = Offer::new(format!("Flee to {}", table.name(tile)), [cell(tile)]);
            let Phase::Acting(Acting { step: Step::Flee { to, .. }, .. }) = table.phase else { return offer };
            leaving(table, to, table.units(to))
                .fold(offer, |offer, unit| offer.changing(unit, Becomes::At(cell(tile))))
        }
        Action::Advance(0) => Offer::new("Stay", [Key::number(0)]),
        Action::Advance(n) => {
            let offer = Offer::new(format!("Advance with {}", count(n, "unit")), [Key::number(n)]);
            match table.phase {
                Phase::Acting(Acting { step: Step::Advance { from, to }, .. }) => {
                    arriving(table, seat, offer, (from, to), n)
                }
                _ => offer,
            }
        }
        Action::EndTurn => Offer::new("End the turn", [Key::button("end_turn")]).idle(),
    }
}

/// A card that is played face up, perhaps for what a button says.
fn playing(seat: Seat, card: Card, label: String, button: Option<&str>) -> Offer {
    let path = [Key::card(card)].into_iter().chain(button.map(Key::button));
    Offer::new(label, path).changing(Key::card(card), Becomes::At(Key::zone_of("played", seat)))
}

/// Rule 11: a battle card, and what one's own side comes to with it.
fn offer_card(table: &Table, seat: Seat, card: Card) -> Offer {
    let Phase::Acting(Acting { seat: attacker, step: Step::Battle { from, to }, .. }) = table.phase else {
        return Offer::new(format!("Fight with {}", name(card)), [Key::card(card)]);
    };
    let (verb, own, other) = if attacker == seat { ("Attack", from, to) } else { ("Defend", to, from) };
    let side = Side { seat, units: table.units(own), card };
    let symbol = if shows_symbol(&table.map, card, to) { " + 1 for the symbol" } else { "" };
    let (total, units) = (total(&table.map, side, to), count(table.units(other), "unit"));
    Offer::new(format!("{verb} with {}", name(card)), [Key::card(card)])
        .changing(Key::card(card), Becomes::At(Key::zone("battle")))
        .because(format!("{} + {}{symbol} = {total}, against {units} and a card.", side.units, card.value()))
}

/// Units that would arrive on a tile, and what it is worth to hold it.
fn arriving(table: &Table, seat: Seat, offer: Offer, (from, to): (Tile, Tile), n: u8) -> Offer {
    let place = Key::cell(table.name(to));
    let offer =
        leaving(table, from, n).fold(offer, |offer, unit| offer.changing(unit, Becomes::At(place.clone())));
    if table.held[seat].contains(to) {
        return offer;
    }
    let mut then = table.clone();
    then.put(seat, to, 1);
    let (before, after) = (score(table, seat), score(&then, seat));
    let reasons = [
        (1, "for the tile"),
        (after.ladder() - before.ladder(), "for a symbol you have not got yet"),
        (TRIPLE * (after.triples - before.triples) as i32, "for all three of its symbol"),
    ];
    let reasons: Vec<String> = reasons
        .into_iter()
        .filter(|(points, _)| *points > 0)
        .map(|(points, why)| format!("{points} {why}"))
        .collect();
    offer
        .changing(place, Becomes::Worth(after.sum() - before.sum()))
        .because(format!("It brings {}.", list(&reasons)))
}

/// How many tiles a card reaches: "1 tile", "up to 3 tiles".
fn up_to(card: Card) -> String {
    let most = if card.value() > 1 { "up to " } else { "" };
    format!("{most}{}", count(card.value(), "tile"))
}

/// What somebody means by a touch.
#[derive(Clone, Copy)]
enum Meant<'a> {
    Card(Card),
    Tile(Tile),
    Number(u8),
    Button(&'a str),
}

fn meant<'a>(table: &Table, touch: Touch<'a>) -> Option<Meant<'a>> {
    Some(match touch {
        Touch::Card(number) => Meant::Card(Card::new(number)?),
        Touch::Cell(name) => Meant::Tile(table.map.named(name)?),
        // A unit stands for its tile: cube:blue.c4.1.
        Touch::Piece("cube", place) => Meant::Tile(table.map.named(place.split('.').nth(1)?)?),
        Touch::Number(n) => Meant::Number(n.try_into().ok()?),
        Touch::Button(name) => Meant::Button(name),
        _ => return None,
    })
}

pub(super) fn intent(table: &Table, path: &[Touch]) -> Option<Action> {
    use Meant::{Button, Card, Number, Tile};
    let touched: Vec<Meant> = path.iter().map(|touch| meant(table, *touch)).collect::<Option<_>>()?;
    let step = match table.phase {
        Phase::Place(_) => {
            return match touched[..] {
                [Tile(tile)] => Some(Action::Place(tile)),
                _ => None,
            };
        }
        Phase::Count(_) => {
            return match touched[..] {
                [Card(card)] => Some(Action::Count(card)),
                _ => None,
            };
        }
        Phase::Acting(acting) => acting.step,
        Phase::Over => return None,
    };
    match (step, &touched[..]) {
        (_, &[Card(card), Button("reinforce")] | &[Button("reinforce"), Card(card)]) => {
            Some(Action::Reinforce(card))
        }
        (_, &[Card(card), Button("move")] | &[Button("move"), Card(card)]) => Some(Action::Move(card)),
        (_, &[Button("end_turn")]) => Some(Action::EndTurn),
        (_, &[Button("reinforce_done")]) => Some(Action::ReinforceDone),
        (_, &[Button("move_done")]) => Some(Action::MoveDone),
        (Step::Choose, &[Tile(from), Tile(to)]) => Some(Action::Attack { from, to }),
        (Step::Reinforce { .. }, &[Tile(tile)]) => Some(Action::ReinforceTile(tile)),
        (Step::Move { .. }, &[Tile(from), Tile(to), Number(n)]) => Some(Action::MoveUnits { from, to, n }),
        (Step::Battle { .. }, &[Card(card)]) => Some(Action::Commit(card)),
        (Step::Flee { .. }, &[Tile(tile)]) => Some(Action::Flee(tile)),
        (Step::Advance { .. }, &[Number(n)]) => Some(Action::Advance(n)),
        (_, _) => None,
    }
}
