//! Lords of the Green on the table: the land with its knights, lords and territories.

use boxwood_engine::{Game, Seat, Side, Viewer};
use boxwood_kit::Square;
use boxwood_scene::{
    Becomes, Cell, Control, Figure, Ground, Key, Mark, Offer, Piece, Player, Prompt, Scene, Tint, Touch, Way,
    WayKind, Zone, ZoneKind, count,
};

use super::advice::{gain, outlook};
use super::flow::result;
use super::judge::for_each_march;
use super::land::Spot;
use super::score::{holder, score, standing, weaker};
use super::{Action, LordsOfTheGreen, MOST_AT_ONCE, Phase, State, TwoPlayerScore};

pub(super) fn scene(state: &State, viewer: Viewer) -> Scene {
    Scene {
        zones: vec![land(state)],
        players: Seat::all(state.sides.seats()).map(|seat| player(state, seat)).collect(),
        prompt: prompt(state, viewer),
        tags: tags(state),
        ways: ways(state),
        ..Scene::default()
    }
}

fn land(state: &State) -> Zone {
    let cell = |spot: Spot| {
        let Square { row, col } = spot.square();
        let cell =
            Cell::new(spot.to_string(), col.into(), row.into(), Ground::Tile(state.land.tile(spot).symbol));
        let cell = match holder(state, spot) {
            Some(side) => cell.tinted(tint(state, side)),
            None => cell,
        };
        let is_last = state.placed == Some(spot) || state.went.is_some_and(|went| went.to == spot);
        if is_last { cell.marked(Mark::Last) } else { cell }
    };
    Zone::new(ZoneKind::Board, "land", "The land")
        .with_coordinates()
        .with_cells(state.land.spots().iter().map(cell))
        .with_pieces(state.land.spots().iter().flat_map(|spot| standing_on(state, spot)))
}

/// A territory is its player's, or where a player has two colours, that of the colour.
fn tint(state: &State, side: Side) -> Tint {
    if state.sides.are_several() {
        Tint::In(state.sides.colour(side))
    } else {
        Tint::Of(state.sides.owner(side))
    }
}

/// The knights on a tile, colour by colour, and the lord.
fn standing_on(state: &State, spot: Spot) -> impl Iterator<Item = Piece> {
    let knights = move |side: Side| {
        (1..=state.land.knights(spot, side)).map(move |n| {
            let piece = Piece::new(knight_key(state, spot, side, n), Figure::Cube(state.sides.colour(side)))
                .labelled(format!("{} knight", state.sides.colour(side)))
                .owned_by(state.sides.owner(side))
                .in_cell(spot);
            Piece { from: came_from(state, spot, side), ..piece }
        })
    };
    let lord = state.lord_on(spot).map(|side| {
        let colour = state.sides.colour(side);
        Piece::new(lord_key(state, side), Figure::Meeple(colour.into()))
            .labelled(format!("{colour} lord"))
            .owned_by(state.sides.owner(side))
            .explained("He counts as one more knight, and nobody else may come here while he stays.")
            .in_cell(spot)
    });
    state.sides.all().flat_map(knights).chain(lord)
}

/// Where knights come from that are new on a tile: with their lord.
fn came_from(state: &State, spot: Spot, side: Side) -> Option<Key> {
    let went = state.went.filter(|went| went.to == spot && state.lords[side] == Some(spot))?;
    Some(Key::cell(went.from))
}

fn knight_key(state: &State, spot: Spot, side: Side, n: u8) -> Key {
    Key::piece("cube", format_args!("{}.{spot}.{n}", state.sides.colour(side)))
}

fn lord_key(state: &State, side: Side) -> Key {
    Key::piece("meeple", state.sides.colour(side))
}

/// The way of the lord who moved last.
fn ways(state: &State) -> Vec<Way> {
    let way = |from, to| Way { through: vec![Key::cell(from), Key::cell(to)], kind: WayKind::Went };
    state.went.iter().map(|went| way(went.from, went.to)).collect()
}

/// "Red plays", where a player has two colours.
fn tags(state: &State) -> Vec<String> {
    let left: u32 = state.sides.all().map(|side| u32::from(state.supply(side))).sum();
    let mut tags = vec![format!("{} to come", count(left, "knight"))];
    if let (Phase::Place(side) | Phase::Lead(side), true) = (state.phase, state.sides.are_several()) {
        tags.push(format!("{} is on turn", state.sides.colour(side)));
    }
    tags
}

fn player(state: &State, seat: Seat) -> Player {
    let own = state.sides.of(seat);
    let active = LordsOfTheGreen::turn(state).active().contains(seat);
    let first = own.first().unwrap_or(seat);
    let player = Player::new(seat, active)
        .wearing(Figure::Meeple(state.sides.colour(first).into()))
        .scoring(standing(state, seat).points);
    let player = own.iter().fold(player, |player, side| {
        let colour = state.sides.colour(side);
        let score = score(state, side);
        if own.len() > 1 {
            let knights = format!("{colour} knights left");
            let points = format!("{} + {}", score.values, score.connected());
            player.having(Figure::Cube(colour), &knights, state.supply(side)).with(colour.name(), points)
        } else {
            player
                .having(Figure::Cube(colour), "knights left", state.supply(side))
                .with("tiles", score.values)
                .with("group", score.connected())
        }
    });
    let is_lowest = own.len() > 1 && state.options.two_player_score == TwoPlayerScore::Lowest;
    let counted = if is_lowest { boxwood_engine::SeatSet::only(weaker(state, seat)) } else { own };
    counted.iter().fold(player, |player, side| {
        let score = score(state, side);
        let colour = if own.len() > 1 { format!("{} ", state.sides.colour(side)) } else { String::new() };
        player
            .scored(format!("{colour}tiles"), score.values)
            .scored(format!("{colour}group"), score.connected())
    })
}

fn prompt(state: &State, viewer: Viewer) -> Prompt {
    let (Phase::Place(side) | Phase::Lead(side)) = state.phase else { return Prompt::new(result(state)) };
    let (owner, colour) = (state.sides.owner(side), state.sides.colour(side));
    if !viewer.is(owner) {
        return Prompt::new(match state.phase {
            Phase::Place(_) => format!("{} {colour} knights.", owner.does("place")),
            Phase::Lead(_) | Phase::Over => format!("{} the {colour} lord.", owner.does("move")),
        });
    }
    match state.phase {
        Phase::Place(_) => {
            let most = state.supply(side).min(MOST_AT_ONCE);
            let knights = match most {
                1 => format!("Place your last {colour} knight"),
                most => format!("Place up to {most} {colour} knights"),
            };
            let text = if state.lords[side].is_none() {
                format!("{knights}. Touch an empty tile; your lord joins them.")
            } else {
                format!(
                    "{knights}. Touch a tile that {colour} does not hold, and where no other lord stands."
                )
            };
            Prompt::new(text).with(Control::number("Knights", 1, most.into()))
        }
        Phase::Lead(_) | Phase::Over => {
            let mut most = 1;
            for_each_march(state, side, |_, _, knights| most = most.max(knights));
            let along =
                if most == 1 { "one of his knights".into() } else { format!("up to {most} of his knights") };
            Prompt::new(format!(
                "Move the {colour} lord. He takes {along} along to any other tile, and {colour} must hold it then."
            ))
            .with(Control::number("Knights", 1, most.into()))
        }
    }
}

pub(super) fn offer(state: &State, action: Action) -> Offer {
    let (label, tile, n) = match action {
        Action::Place { tile, n } => (format!("Place {n} on {tile}"), tile, n),
        Action::MoveLord { tile, k } => (format!("Lead {k} to {tile}"), tile, k),
    };
    let offer = Offer::new(label, [Key::cell(tile), Key::number(n)]);
    let offer = match gain(state, action) {
        0 => offer,
        gain => offer.changing(Key::cell(tile), Becomes::Worth(gain)),
    };
    match outlook(state, action) {
        Some(why) => offer.because(why),
        None => offer,
    }
}

/// A tile and a number, in any order. What stands on a tile means the tile.
pub(super) fn intent(state: &State, path: &[Touch]) -> Option<Action> {
    let (tile, n) = match *path {
        [place, Touch::Number(n)] | [Touch::Number(n), place] => (tile(state, place)?, n.try_into().ok()?),
        _ => return None,
    };
    Some(match state.phase {
        Phase::Lead(_) => Action::MoveLord { tile, k: n },
        Phase::Place(_) | Phase::Over => Action::Place { tile, n },
    })
}

fn tile(state: &State, touch: Touch) -> Option<Spot> {
    match touch {
        Touch::Cell(name) => name.parse().ok(),
        Touch::Piece("cube", name) => name.split('.').nth(1)?.parse().ok(),
        Touch::Piece("meeple", colour) => {
            let side = state.sides.of_colour(colour.parse().ok()?)?;
            state.lords[side]
        }
        _ => None,
    }
}
