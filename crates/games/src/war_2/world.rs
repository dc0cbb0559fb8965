//! Rule 2: how a map is built.

use boxwood_kit::{Hex, Rng, Symbol};

use super::board::{MOST_TILES, Map, Tile, Tiles, neighbourhoods};
use super::{MapKind, OF_EACH, SymbolLayout};

const REDRAWS: usize = 1000; // rule 2
const ROW: i8 = 6; // tiles in a row of the compact map

/// A map for a game with these symbols. The error is a sentence.
pub(super) fn build(
    kind: MapKind,
    text: &str,
    layout: SymbolLayout,
    symbols: &[Symbol],
    rng: &mut Rng,
) -> Result<Map, String> {
    let tiles = 2 * OF_EACH * symbols.len();
    let (cells, green) = match kind {
        MapKind::Custom if !text.trim().is_empty() => {
            let map = Map::read(text)?;
            map.suits(symbols)?;
            return Ok(map);
        }
        MapKind::Custom | MapKind::Compact => compact(tiles),
        MapKind::World => {
            let cells = grow(tiles, rng);
            let green = choose_green(&neighbourhoods(&cells), tiles, rng);
            (cells, green)
        }
    };
    let near = neighbourhoods(&cells);
    let faces = match layout {
        SymbolLayout::Random => deal(green, symbols, rng),
        SymbolLayout::Spread => spread(&near, green, symbols, rng),
        SymbolLayout::Grouped => group(&near, green, symbols, rng),
    };
    Ok(Map::new(cells.into_iter().zip(faces).collect()))
}

type Near = [Tiles; MOST_TILES];
type Faces = [Option<Symbol>; MOST_TILES];

/// Rows of six, and which tiles show a symbol: every other one.
fn compact(tiles: usize) -> (Vec<Hex>, Tiles) {
    let places = || (0..tiles as i8).map(|number| (number / ROW, number % ROW));
    let cells = places().map(|(row, k)| Hex::new(row, 2 * k + row % 2)).collect();
    let green = tiles_where(tiles, |tile| {
        let (row, k) = (tile.index() / ROW as usize, tile.index() % ROW as usize);
        (row + k).is_multiple_of(2)
    });
    (cells, green)
}

/// Grows a world from three tiles, cell by cell, so that no tile is the only way into a region.
fn grow(tiles: usize, rng: &mut Rng) -> Vec<Hex> {
    let mut chosen = Vec::with_capacity(tiles);
    // Empty cells beside chosen ones, each with how many of these it touches.
    let mut coast: Vec<(Hex, u8)> = Vec::with_capacity(4 * tiles);
    for cell in [Hex::new(0, 0), Hex::new(0, 2), Hex::new(1, 1)] {
        settle(cell, &mut chosen, &mut coast);
    }
    while chosen.len() < tiles {
        let exactly_two = |touched: u8| touched == 2;
        let exactly_three = |touched: u8| touched == 3;
        let two_or_more = |touched: u8| touched >= 2;
        let cell = pick(&coast, exactly_two, rng)
            .or_else(|| pick(&coast, exactly_three, rng))
            .or_else(|| pick(&coast, two_or_more, rng))
            .expect("two neighbours on the rim always have a common empty cell");
        settle(cell, &mut chosen, &mut coast);
    }
    chosen.sort_unstable();
    chosen
}

/// Any one of the coastal cells whose number of neighbours is wanted.
fn pick(coast: &[(Hex, u8)], is_wanted: impl Fn(u8) -> bool, rng: &mut Rng) -> Option<Hex> {
    let wanted = || coast.iter().filter(|&&(_, touched)| is_wanted(touched));
    let number = wanted().count();
    if number == 0 { None } else { wanted().nth(rng.index(number)).map(|&(cell, _)| cell) }
}

fn settle(cell: Hex, chosen: &mut Vec<Hex>, coast: &mut Vec<(Hex, u8)>) {
    chosen.push(cell);
    coast.retain(|&(other, _)| other != cell);
    for beside in cell.neighbours() {
        match coast.iter_mut().find(|(other, _)| *other == beside) {
            Some((_, touched)) => *touched += 1,
            None if chosen.contains(&beside) => {}
            None => coast.push((beside, 1)),
        }
    }
}

/// Half of the tiles, at random, but so that each of them touches one of the other half and the
/// other way round.
fn choose_green(near: &Near, tiles: usize, rng: &mut Rng) -> Tiles {
    let all = Tiles::first(tiles);
    let mut green = Tiles::EMPTY;
    for _ in 0..=REDRAWS {
        green = half_of(all, rng);
        let brown = all.without(green);
        let touch = |ones: Tiles, others: Tiles| ones.iter().all(|t| !near[t.index()].and(others).is_empty());
        if touch(green, brown) && touch(brown, green) {
            break;
        }
    }
    green
}

fn half_of(all: Tiles, rng: &mut Rng) -> Tiles {
    let mut rest = all;
    while rest.len() > all.len() / 2 {
        rest.remove(any(rest, rng));
    }
    rest
}

fn any(tiles: Tiles, rng: &mut Rng) -> Tile {
    tiles.iter().nth(rng.index(tiles.len())).expect("one of at least one")
}

fn tiles_where(tiles: usize, question: impl Fn(Tile) -> bool) -> Tiles {
    Tiles::first(tiles).iter().filter(|&tile| question(tile)).collect()
}

/// Three of each symbol, anywhere on the green tiles.
fn deal(green: Tiles, symbols: &[Symbol], rng: &mut Rng) -> Faces {
    let mut pool: [Symbol; MOST_TILES / 2] = [Symbol::Drop; MOST_TILES / 2];
    let pool = &mut pool[..OF_EACH * symbols.len()];
    for (number, symbol) in pool.iter_mut().enumerate() {
        *symbol = symbols[number / OF_EACH];
    }
    rng.shuffle(pool);
    let mut faces = [None; MOST_TILES];
    for (tile, &symbol) in green.iter().zip(pool.iter()) {
        faces[tile.index()] = Some(symbol);
    }
    faces
}

/// Dealt anew until no two neighbours show the same.
fn spread(near: &Near, green: Tiles, symbols: &[Symbol], rng: &mut Rng) -> Faces {
    let mut faces = deal(green, symbols, rng);
    for _ in 0..REDRAWS {
        let is_apart = |tile: Tile| {
            let alike = |other: Tile| faces[other.index()] == faces[tile.index()];
            !near[tile.index()].and(green).iter().any(alike)
        };
        if green.iter().all(is_apart) {
            break;
        }
        faces = deal(green, symbols, rng);
    }
    faces
}

/// Each symbol beside its like, where there is room.
fn group(near: &Near, green: Tiles, symbols: &[Symbol], rng: &mut Rng) -> Faces {
    let mut order: Vec<Symbol> = symbols.to_vec();
    rng.shuffle(&mut order);
    let mut faces = [None; MOST_TILES];
    let mut free = green;
    for symbol in order {
        let mut beside = Tiles::EMPTY;
        for _ in 0..OF_EACH {
            let close = beside.and(free);
            let tile = any(if close.is_empty() { free } else { close }, rng);
            faces[tile.index()] = Some(symbol);
            free.remove(tile);
            beside = beside.or(near[tile.index()]);
        }
    }
    faces
}
