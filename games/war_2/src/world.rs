//! Rule 2: how a map is built.

use std::ops::RangeInclusive;

use boxwood_kit::{Hex, Pile, Rng, Symbol};

use super::board::{MOST_TILES, Map, Near, Tile, Tiles, neighbourhoods};
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
    let cells = match kind {
        MapKind::Custom if !text.trim().is_empty() => {
            let map = Map::read(text)?;
            map.suits(symbols)?;
            return Ok(map);
        }
        MapKind::Custom | MapKind::Compact => rows(tiles),
        MapKind::World => grow(tiles, rng),
    };
    let near = neighbourhoods(&cells);
    let green = match kind {
        MapKind::Custom | MapKind::Compact => in_turn(tiles),
        MapKind::World => choose_green(&near, tiles, rng),
    };
    let faces = match layout {
        SymbolLayout::Random => deal(green, symbols, rng),
        SymbolLayout::Spread => spread(&near, green, symbols, rng),
        SymbolLayout::Grouped => group(&near, green, symbols, rng),
    };
    Ok(Map::new(&cells, near, &faces[..tiles]))
}

type Faces = [Option<Symbol>; MOST_TILES];

/// Rows of six.
fn rows(tiles: usize) -> Vec<Hex> {
    (0..tiles as i8)
        .map(|tile| (tile / ROW, tile % ROW))
        .map(|(row, k)| Hex::new(row, 2 * k + row % 2))
        .collect()
}

/// In rows of six, every other tile.
fn in_turn(tiles: usize) -> Tiles {
    let row = ROW as usize;
    let is_even = |tile: &Tile| (tile.index() / row + tile.index() % row).is_multiple_of(2);
    Tiles::first(tiles).iter().filter(is_even).collect()
}

/// Grows a world from three tiles, cell by cell, so that no tile is the only way into a region.
fn grow(tiles: usize, rng: &mut Rng) -> Vec<Hex> {
    let mut world = World { chosen: Vec::with_capacity(tiles), coast: vec![], touched: [[0; 160]; 80] };
    for cell in [Hex::new(0, 0), Hex::new(0, 2), Hex::new(1, 1)] {
        world.settle(cell);
    }
    while world.chosen.len() < tiles {
        let cell = (world.pick(2..=2, rng))
            .or_else(|| world.pick(3..=3, rng))
            .or_else(|| world.pick(2..=6, rng))
            .expect("two neighbours on the rim have a common empty cell");
        world.settle(cell);
    }
    world.chosen.sort_unstable();
    world.chosen
}

/// A world in the making.
struct World {
    chosen: Vec<Hex>,
    /// Every cell that touches a chosen one, chosen or not.
    coast: Vec<Hex>,
    /// How many chosen cells each cell touches; a chosen one has more than any.
    touched: [[u8; 160]; 80],
}

impl World {
    const CHOSEN: u8 = 100;

    /// Where a cell is counted. With 36 tiles the world ends less than 40 rows and 80 half tiles from
    /// where it began.
    fn at(cell: Hex) -> (usize, usize) {
        ((i16::from(cell.row) + 40) as usize, (i16::from(cell.x) + 80) as usize)
    }

    fn settle(&mut self, cell: Hex) {
        self.chosen.push(cell);
        let (row, x) = World::at(cell);
        self.touched[row][x] += World::CHOSEN;
        for beside in cell.neighbours() {
            let (row, x) = World::at(beside);
            self.touched[row][x] += 1;
            if self.touched[row][x] == 1 {
                self.coast.push(beside);
            }
        }
    }

    /// Any one of the empty cells that touch so many chosen ones.
    fn pick(&self, wanted: RangeInclusive<u8>, rng: &mut Rng) -> Option<Hex> {
        let is_wanted = |cell: &&Hex| {
            let (row, x) = World::at(**cell);
            wanted.contains(&self.touched[row][x])
        };
        let found = || self.coast.iter().filter(is_wanted);
        let number = found().count();
        if number == 0 { None } else { found().nth(rng.index(number)).copied() }
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
    let mut tiles: Pile<Tile, MOST_TILES> = all.iter().collect();
    (0..all.len() / 2).filter_map(|_| tiles.draw_random(rng)).collect()
}

fn any(tiles: Tiles, rng: &mut Rng) -> Tile {
    tiles.iter().nth(rng.index(tiles.len())).expect("one of at least one")
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
