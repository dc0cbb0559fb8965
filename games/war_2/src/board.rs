//! The map as a board: which tiles there are, what they show and which of them touch.

use std::fmt;

use boxwood_kit::{Hex, Parity, Pile, Symbol};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::OF_EACH;

pub(super) const MOST_TILES: usize = 36;
/// R15: no row and no x is farther from 0.
const FARTHEST: i8 = 60;

/// A tile of the map, by its number in reading order, from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Tile(u8);

impl Tile {
    #[inline]
    pub(super) fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl TryFrom<u8> for Tile {
    type Error = &'static str;

    fn try_from(number: u8) -> Result<Tile, &'static str> {
        if usize::from(number) < MOST_TILES { Ok(Tile(number)) } else { Err("no map has so many tiles") }
    }
}

impl From<Tile> for u8 {
    fn from(tile: Tile) -> u8 {
        tile.0
    }
}

/// A set of tiles in one word, listed in ascending order.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub(super) struct Tiles(u64);

impl Tiles {
    pub(super) const EMPTY: Tiles = Tiles(0);

    /// The first so many tiles.
    #[inline]
    pub(super) fn first(number: usize) -> Tiles {
        Tiles((1 << number) - 1)
    }

    #[inline]
    pub(super) fn contains(self, tile: Tile) -> bool {
        self.0 >> tile.0 & 1 == 1
    }

    #[inline]
    pub(super) fn insert(&mut self, tile: Tile) {
        self.0 |= 1 << tile.0;
    }

    #[inline]
    pub(super) fn remove(&mut self, tile: Tile) {
        self.0 &= !(1 << tile.0);
    }

    #[inline]
    pub(super) fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    #[inline]
    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The tiles of either set.
    #[inline]
    pub(super) fn or(self, other: Tiles) -> Tiles {
        Tiles(self.0 | other.0)
    }

    /// The tiles of both sets.
    #[inline]
    pub(super) fn and(self, other: Tiles) -> Tiles {
        Tiles(self.0 & other.0)
    }

    /// The tiles of this set that are not in the other.
    #[inline]
    pub(super) fn without(self, other: Tiles) -> Tiles {
        Tiles(self.0 & !other.0)
    }

    #[inline]
    pub(super) fn iter(self) -> impl Iterator<Item = Tile> + Clone {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let tile = (rest != 0).then(|| Tile(rest.trailing_zeros() as u8))?;
            rest &= rest - 1;
            Some(tile)
        })
    }
}

impl FromIterator<Tile> for Tiles {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> Tiles {
        Tiles(tiles.into_iter().fold(0, |set, tile| set | 1 << tile.0))
    }
}

impl fmt::Debug for Tiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Tile::index)).finish()
    }
}

impl Serialize for Tiles {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Tiles {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Tiles, D::Error> {
        Ok(Vec::<Tile>::deserialize(deserializer)?.into_iter().collect())
    }
}

/// For each tile, which others touch it.
pub(super) type Near = [Tiles; MOST_TILES];

/// Rules 1 and 2: tiles on the half-shifted grid, all connected. Stored in the notation of R15.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(super) struct Map {
    /// Where each tile lies, in reading order.
    cells: Pile<Hex, MOST_TILES>,
    /// The symbol of each tile; brown tiles show none.
    faces: Pile<Option<Symbol>, MOST_TILES>,
    /// The tiles that each touches. It follows from the cells, but every move asks for it.
    near: Near,
}

impl Map {
    /// A map of these cells, in reading order and with their neighbours, and what they show.
    ///
    /// # Panics
    /// If there are more than 36.
    pub(super) fn new(cells: &[Hex], near: Near, faces: &[Option<Symbol>]) -> Map {
        let (cells, faces) = (cells.iter().copied().collect(), faces.iter().copied().collect());
        Map { cells, faces, near }
    }

    /// Reads `row,x,s;row,x,s;…` (R15), also with a `;` behind the last tile. The error is a sentence.
    pub(super) fn read(text: &str) -> Result<Map, String> {
        let text = text.trim();
        let tiles = text.strip_suffix(';').unwrap_or(text).split(';').map(str::trim);
        let tiles: Vec<&str> = tiles.collect();
        if tiles.len() > MOST_TILES {
            return Err(format!("A map has at most {MOST_TILES} tiles, not {}.", tiles.len()));
        }
        let mut tiles: Vec<(Hex, Option<Symbol>)> =
            tiles.into_iter().map(read_tile).collect::<Result<_, _>>()?;
        tiles.sort_unstable_by_key(|&(cell, _)| cell);
        let (cells, faces): (Vec<Hex>, Vec<Option<Symbol>>) = tiles.into_iter().unzip();
        let map = Map::new(&cells, neighbourhoods(&cells), &faces);
        if let Some(pair) = map.cells.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(format!("The map names the place {} twice.", pair[0]));
        }
        if let Some(tile) = map.all().without(map.reach(Tile(0))).iter().next() {
            let (first, apart) = (map.cells[0], map.cell(tile));
            return Err(format!("The map falls apart: no way leads from {first} to {apart}."));
        }
        Ok(map)
    }

    /// Rule 1: whether these are the tiles for a game with these symbols. The error is a sentence.
    pub(super) fn suits(&self, symbols: &[Symbol]) -> Result<(), String> {
        for symbol in Symbol::ALL {
            let wanted = if symbols.contains(&symbol) { OF_EACH } else { 0 };
            let found = self.showing(symbol).len();
            if found != wanted {
                return Err(format!("The map has {found} {symbol} tiles, but needs {wanted}."));
            }
        }
        let (found, wanted) = (self.brown().len(), OF_EACH * symbols.len());
        if found != wanted {
            return Err(format!("The map has {found} brown tiles, but needs {wanted}."));
        }
        Ok(())
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.cells.len()
    }

    #[inline]
    pub(super) fn all(&self) -> Tiles {
        Tiles::first(self.len())
    }

    /// The tiles that touch this one; none around a tile that is not there.
    #[inline]
    pub(super) fn near(&self, tile: Tile) -> Tiles {
        self.near[tile.index()]
    }

    /// What the tile shows; nothing if it is brown or not there.
    #[inline]
    pub(super) fn face(&self, tile: Tile) -> Option<Symbol> {
        self.faces.get(tile.index()).copied().flatten()
    }

    /// Where the tile lies.
    pub(super) fn cell(&self, tile: Tile) -> Hex {
        self.cells.get(tile.index()).copied().unwrap_or_default()
    }

    #[inline]
    pub(super) fn brown(&self) -> Tiles {
        self.all().iter().filter(|&tile| self.face(tile).is_none()).collect()
    }

    #[inline]
    pub(super) fn showing(&self, symbol: Symbol) -> Tiles {
        self.all().iter().filter(|&tile| self.face(tile) == Some(symbol)).collect()
    }

    /// What people call a tile: a letter for its row, and a number counted from the left.
    pub(super) fn name(&self, tile: Tile) -> String {
        let row = self.cell(tile).row;
        let depth = row.abs_diff(self.cell(Tile(0)).row);
        let place = self.cells[..tile.index().min(self.len())].iter().filter(|cell| cell.row == row).count();
        let letter = char::from(b'a' + depth % 26);
        let again = if depth < 26 { "" } else { "a" };
        format!("{again}{letter}{}", place + 1)
    }

    /// The tile that people call this.
    pub(super) fn named(&self, name: &str) -> Option<Tile> {
        self.all().iter().find(|&tile| self.name(tile) == name)
    }

    /// All tiles that can be reached from this one.
    fn reach(&self, tile: Tile) -> Tiles {
        let mut reached = Tiles::EMPTY;
        let mut fresh: Tiles = [tile].into_iter().collect();
        while !fresh.is_empty() {
            reached = reached.or(fresh);
            fresh = fresh.iter().fold(Tiles::EMPTY, |all, tile| all.or(self.near(tile))).without(reached);
        }
        reached
    }
}

/// For each of the cells, which others touch it.
pub(super) fn neighbourhoods(cells: &[Hex]) -> Near {
    let mut near = [Tiles::EMPTY; MOST_TILES];
    for (one, cell) in cells.iter().enumerate() {
        for (other, other_cell) in cells.iter().enumerate().take(one) {
            if cell.distance(*other_cell) == 1 {
                near[one].insert(Tile(other as u8));
                near[other].insert(Tile(one as u8));
            }
        }
    }
    near
}

/// Reads `row,x,s`.
fn read_tile(text: &str) -> Result<(Hex, Option<Symbol>), String> {
    let wrong = || {
        let short: String = text.chars().take(20).collect();
        format!("\"{short}\" is no tile: it should be row,x,symbol like 0,2,W or 1,3,- (brown).")
    };
    if text.is_empty() {
        return Err("A tile of the map is missing: nothing stands between two semicolons.".into());
    }
    let (place, face) = text.rsplit_once(',').ok_or_else(wrong)?;
    let (row, x) = place.split_once(',').ok_or_else(wrong)?;
    let [row, x] = [row, x].map(|number| number.trim().parse::<i128>());
    let cell = match (row.map_err(|_| wrong())?, x.map_err(|_| wrong())?) {
        (row, x) if row.abs().max(x.abs()) > FARTHEST.into() => {
            let short: String = text.chars().take(20).collect();
            return Err(format!("\"{short}\" is too far away: row and x go from -{FARTHEST} to {FARTHEST}."));
        }
        (row, x) => Hex::new(row as i8, x as i8),
    };
    if cell.parity() == Parity::Odd {
        return Err(format!("Row and x of \"{text}\" add up to an odd number, so it is between two places."));
    }
    let face = match face.trim() {
        "-" => None,
        letter => {
            let is_it = |symbol: &Symbol| letter.chars().eq([symbol.letter()]);
            Some(Symbol::ALL.into_iter().find(is_it).ok_or_else(wrong)?)
        }
    };
    Ok((cell, face))
}

impl TryFrom<String> for Map {
    type Error = String;

    fn try_from(text: String) -> Result<Map, String> {
        Map::read(&text)
    }
}

impl From<Map> for String {
    fn from(map: Map) -> String {
        map.to_string()
    }
}

impl fmt::Display for Map {
    /// In the notation of R15.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for tile in self.all().iter() {
            let joint = if tile == Tile(0) { "" } else { ";" };
            let letter = self.face(tile).map_or('-', Symbol::letter);
            write!(f, "{joint}{},{letter}", self.cell(tile))?;
        }
        Ok(())
    }
}
