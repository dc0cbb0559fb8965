//! Temple of Doom: lead eight archaeologists through a crumbling temple, save its relics and get out.
//!
//! 1–6 seats, all against the box · hidden hands with free talk · Green Box of Games.
//!
//! # Rules
//! 1. The 36 tiles lie face up in nine centred rows of 6, 5, 4, 5, 4, 3, 4, 3 and 2, each shifted by half
//!    a tile against the next, so that a tile touches up to six others. Row 1 has each symbol once, the
//!    other 30 are shuffled. In the easy layout the two tiles of row 9 lie in row 6.
//! 2. Eight cubes, two each of red, yellow, green and blue, begin in the forecourt, which touches all
//!    tiles of row 1.
//! 3. Three decks of 18, each with every symbol three times: relics (the brown cards but black, and the
//!    white pink ones), temple cards (the pink ones but white, and the black brown ones) and movement
//!    cards (the green ones). 3 relics and 6 temple cards are turned up.
//! 4. Each round movement cards are dealt: 9 to one player, 6 each to two, 4 to three, 3 to four, 2 to
//!    six; to five 2, and one more to two of them in turn. When the deck runs out, the used cards are
//!    shuffled and dealing goes on. The first start player is random, then it goes round to the left.
//! 5. Beginning with the start player, the players play one card each, clockwise, passing over empty
//!    hands, until all cards are played. Or, in free order, whoever holds cards plays the next one.
//! 6. A card has as many points as its value, to be used at once. A point moves one cube: by colour, a
//!    cube of the border's colour (white: any, black: none) to any tile that it touches; by symbol, any
//!    cube to a face-up tile with the card's symbol that it touches. Any number may share a tile, no
//!    cube returns to the forecourt, and gaps cannot be crossed.
//! 7. By colour, a cube in the last row may leave the temple: it has escaped.
//! 8. When all cards are played, each face-up relic is saved if a cube of its colour (white: any) stands
//!    on a face-up tile with its symbol.
//! 9. Then all face-down tiles fall, and the cubes on them die.
//! 10. Then each face-up temple card is matched, and discarded, if a cube of its colour stands on a
//!     face-up tile with its symbol; black ones never are. Each of the others does damage: it turns down
//!     one tile of its symbol in the lowest row that has one. What finds its symbol gone then turns
//!     down any tile of the lowest row with one face up; what finds nothing face up then removes a tile
//!     of the lowest row, and the cubes on it die. The start player chooses among equals.
//! 11. Temple cards that were not matched stay. Six more come up (when the deck runs out, the discards
//!     are shuffled), the face-up relics are filled up to three, and the next round begins.
//! 12. It ends when the last tile is gone, or at once when no cube is left in the forecourt or on a tile.
//!     The score is the number of escaped cubes less the relics not saved, out of all 18. All win
//!     together if it is positive.
//!
//! # Rulings
//! - R1 (rule 2): the forecourt never falls, but once row 1 is gone whoever is still there is lost.
//! - R2 (rule 6): a face-down tile shows no symbol; it matches nothing and is entered by colour only.
//! - R3 (rule 6): points cannot be saved, but they can be wasted.
//! - R4 (rules 8 and 10): one cube can match several cards, and one cube is enough for a card.
//! - R5 (rules 8 to 10): relics come before the fall and the fall before the damage, so a tile that is
//!   turned down now still counted for relics, and one turned down before counts for nothing.
//! - R6 (rule 10): damage goes in three passes, so that the order of the cards never matters.
//! - R7 (rule 10): lowest means nearest to the starting row, also where the choice is free.
//! - R8 (rule 11): the number of face-up temple cards grows; if fewer than six are left, all come up.
//! - R9 (rule 5): the book does not order the players; clockwise, a card each, is the default.
//! - R10 (rule 7): symbols never let a cube out.
//! - R11 (rule 3): there are no black relics; six are white.
//! - R12 (rule 12): relics still in the deck count as not saved.
//! - R13 (rule 4): the cards of a round are mixed before they are dealt, so that nobody can tell who
//!   got the last cards of the old deck. The book deals from the deck and does not say in which order.

mod advice;
mod audit;
mod board;
mod doom;
mod estimate;
mod flow;
mod moves;
mod scene;
mod state;
#[cfg(test)]
mod tests;

use boxwood_engine::{
    Art, Book, Ctx, Game, GameInfo, Hands, Illegal, Outcome, Seat, SeatSet, Secret, SeenHands, SetupError,
    Team, Turn, Viewer, choice, options,
};
use boxwood_kit::{Card, CardSet, Colour, Hex, Inventory, Rng, Symbol};
use boxwood_scene::{Offer, Scene, Theme, Touch};
use serde::{Deserialize, Serialize};

use board::Temple;
use state::named_by;

const CUBES: usize = 8; // rule 2
const CUBE_COLOURS: [Colour; 4] = [Colour::Red, Colour::Yellow, Colour::Green, Colour::Blue];
/// Rule 3: the brown cards with black exchanged for the white pink ones.
const RELIC_CARDS: CardSet = CardSet::BROWN
    .difference(CardSet::of_colour(Colour::Black))
    .union(CardSet::PINK.intersection(CardSet::of_colour(Colour::White)));
/// Rule 3: the pink cards with white exchanged for the black brown ones.
const TEMPLE_CARDS: CardSet = CardSet::PINK.union(CardSet::BROWN).difference(RELIC_CARDS);
const MOVEMENT_CARDS: CardSet = CardSet::GREEN; // rule 3
const RELICS: u8 = RELIC_CARDS.len() as u8;
const RELICS_SHOWN: usize = 3;
const TEMPLE_CARDS_A_ROUND: u8 = 6;
const ROUNDS: u8 = 9; // from round 3 on, the 6 black temple cards alone turn down 6 tiles a round

/// The game.
pub struct TempleOfDoom;

choice! {
    /// How the tiles lie.
    pub enum Layout {
        Standard = "standard", "9 rows";
        Easy = "easy", "8 rows: a shorter way out";
    }
}

choice! {
    /// Who plays the next card.
    pub enum Order {
        Clockwise = "clockwise", "clockwise, one card each";
        Free = "free", "whoever wants to";
    }
}

choice! {
    /// Whether everybody sees all hands.
    pub enum ShowHands {
        Off = "off", "each player sees only her own";
        On = "on", "open to all (to learn the game)";
    }
}

options! {
    /// What can be chosen before the game.
    pub struct Options {
        "layout" layout: Layout = Layout::Standard, "Temple";
        "order" order: Order = Order::Clockwise, "Who plays the next card";
        "show_hands" show_hands: ShowHands = ShowHands::Off, "Hands";
    }
}

/// Everything that is true at the table.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    table: Table,
    /// The movement cards still to be played; those neither here nor used are the deck.
    hands: Hands<CardSet>,
}

/// What one viewer may know.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct View {
    table: Table,
    hands: SeenHands<CardSet>,
}

/// What everybody may know. The order of decks is nobody's knowledge: they are sets, drawn at random.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    options: Options,
    temple: Temple,
    /// Where the cubes are, two of each colour.
    cubes: [Place; CUBES],
    /// The relics; those neither in the deck nor face up are saved.
    relics: Deck,
    /// The temple cards; those neither in the deck nor face up are discarded.
    temple_cards: Deck,
    /// The movement cards played since they were last shuffled.
    used: CardSet,
    /// The rest of the old deck, if the used cards were shuffled in the last deal: it went into the
    /// hands whole, while nobody knows of the other cards which were dealt.
    surely_dealt: CardSet,
    /// The start player of this round.
    start: Seat,
    /// The number of this round, from 1.
    round: u8,
    phase: Phase,
}

/// Where a cube is, or goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// In front of row 1.
    Forecourt,
    /// On the tile at this place.
    Tile(Hex),
    /// Out of the temple, safe.
    Exit,
    /// Fallen with a tile.
    Dead,
}

/// A deck whose cards come up one by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Deck {
    /// The cards still face down.
    deck: CardSet,
    /// The cards that lie face up.
    shown: CardSet,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Phase {
    /// Rule 5: these seats may play the next card.
    Play(SeatSet),
    /// Rule 6: this seat has played a card, which lies among the used ones, and has points left.
    Points { seat: Seat, card: Card, left: u8 },
    /// Rule 10: the start player chooses a tile; so many cards of each symbol have still to do damage.
    Damage([u8; 6]),
    /// Rule 12.
    Over,
}

/// A decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// Rule 5: plays a movement card.
    Play(Card),
    /// Rules 6 and 7: moves a cube. Cubes of one colour in the same place are alike.
    Point {
        /// Which cube: its colour …
        cube: Colour,
        /// … and where it is.
        from: Place,
        /// Where it goes.
        to: Place,
    },
    /// R3: lets a point go.
    Waste,
    /// Rule 10: the tile that is turned down or removed.
    ChooseTile(Hex),
}

impl Game for TempleOfDoom {
    type State = State;
    type View = View;
    type Action = Action;
    type Options = Options;

    const INFO: GameInfo = GameInfo {
        id: "temple-of-doom",
        title: "Temple of Doom",
        pitch: "Lead eight archaeologists through a crumbling temple, save its relics and get out alive.",
        book: Book::GreenBox,
        designers: &[],
        origin: "",
        seats: (1, 6),
        best: 3,
        quick: &[],
        minutes: (30, 30),
        complexity: 5,
        tags: &["co-operative", "solo", "hidden hands", "collapsing board"],
        theme: Theme::Temple,
        rules: 1,
        replays_since: 1,
        guide: include_str!("../guide.md"),
        lesson: include_str!("../lesson.json"),
        art: Art::new(include_str!("../art/cover.svg"), include_bytes!("../art/cover.jpg"))
            .on_stage(include_str!("../art/wide.svg"), include_str!("../art/tall.svg")),
    };

    fn setup(options: &Options, seats: usize, ctx: &mut Ctx) -> Result<State, SetupError> {
        let table = Table {
            options: options.clone(),
            temple: Temple::build(options.layout, ctx.rng()),
            cubes: [Place::Forecourt; CUBES],
            relics: Deck { deck: RELIC_CARDS, shown: CardSet::EMPTY },
            temple_cards: Deck { deck: TEMPLE_CARDS, shown: CardSet::EMPTY },
            used: CardSet::EMPTY,
            surely_dealt: CardSet::EMPTY,
            start: Seat::random(seats, ctx.rng()),
            round: 1,
            phase: Phase::Over,
        };
        let mut state = State { table, hands: Hands::empty(seats) };
        doom::deal(&mut state, ctx);
        Ok(state)
    }

    #[inline]
    fn turn(state: &State) -> Turn {
        match state.table.phase {
            Phase::Over => {
                let score = state.table.score();
                Turn::Over(Outcome::team(state.hands.seats(), Team { won: score > 0, score }))
            }
            _ => Turn::Active(state.table.active()),
        }
    }

    #[inline]
    fn legal_actions(state: &State, seat: Seat, out: &mut Vec<Action>) {
        let table = &state.table;
        match table.phase {
            Phase::Play(_) => out.extend(state.hands[seat].iter().map(Action::Play)),
            Phase::Points { card, .. } => {
                moves::each(table, card, |way| out.push(way));
                out.push(Action::Waste);
            }
            Phase::Damage(left) => {
                let strike = doom::next_strike(&table.temple, left).expect("there is a choice to make");
                out.extend(strike.tiles.iter().map(Action::ChooseTile));
            }
            Phase::Over => {}
        }
    }

    fn check(state: &State, seat: Seat, action: &Action) -> Result<(), Illegal> {
        let table = &state.table;
        match (table.phase, *action) {
            (Phase::Over, _) => Err(Illegal::new("rule 12", "The game is over")),
            (Phase::Play(_), Action::Play(card)) => flow::can_play(state.hands[seat], card),
            (Phase::Play(_), Action::Point { .. } | Action::Waste) => {
                Err(Illegal::new("rule 5", "Play a movement card first: it says what can be moved"))
            }
            (Phase::Points { card, .. }, Action::Play(_)) => {
                Err(Illegal::new("rule 6", format!("Use or waste the points of {card} first")))
            }
            (Phase::Points { card, .. }, Action::Point { cube, from, to }) => {
                moves::check(table, card, cube, from, to)
            }
            (Phase::Points { .. }, Action::Waste) => Ok(()),
            (Phase::Damage(left), Action::ChooseTile(place)) => doom::can_choose(&table.temple, left, place),
            (Phase::Damage(_), Action::Play(_) | Action::Point { .. } | Action::Waste) => {
                Err(Illegal::new("rule 10", "The round is over: choose the tile that is hit"))
            }
            (Phase::Play(_) | Phase::Points { .. }, Action::ChooseTile(_)) => {
                Err(Illegal::new("rule 10", "Tiles are hit at the end of a round only"))
            }
        }
    }

    #[inline]
    fn apply(state: &mut State, seat: Seat, action: &Action, ctx: &mut Ctx) {
        match *action {
            Action::Play(card) => flow::play(state, seat, card, ctx),
            Action::Point { cube, from, to } => {
                moves::make(&mut state.table, seat, cube, from, to, ctx);
                flow::spend_point(state, ctx);
            }
            Action::Waste => {
                ctx.say(|| format!("{} a point.", seat.does("waste")));
                flow::spend_point(state, ctx);
            }
            Action::ChooseTile(place) => doom::choose(state, place, ctx),
        }
    }

    fn view(state: &State, viewer: Viewer) -> View {
        let sees = |seat| viewer.is(seat) || state.table.options.show_hands == ShowHands::On;
        View { table: state.table.clone(), hands: state.hands.seen_where(sees, [CardSet::FULL]) }
    }

    fn redeal(view: &View, rng: &mut Rng) -> State {
        // What was surely dealt is in other hands, but nobody knows in whose (R13); so first the cards
        // that they hold together are found, then these are dealt.
        let View { table, hands } = view;
        let mut undealt = MOVEMENT_CARDS - table.used - hands.shown();
        let mut held = undealt & table.surely_dealt;
        undealt = undealt - held;
        let hidden = Seat::all(hands.seats()).filter(|&seat| hands.of(seat).is_none());
        let missing = hidden.map(|seat| hands.size(seat)).sum::<usize>() - held.len();
        held = held | undealt.draw_many(missing, rng);
        let hands = hands.redeal_with(|_, [size]| held.draw_many(size.into(), rng));
        State { table: table.clone(), hands }
    }

    fn secrets(state: &State, viewer: Viewer) -> Vec<Secret> {
        if state.table.options.show_hands == ShowHands::On {
            return vec![]; // then the deck is known, too
        }
        // What was surely dealt is in some hand; the other cards may be anywhere.
        let pools = [MOVEMENT_CARDS - state.table.surely_dealt, state.table.surely_dealt];
        state.hands.secrets_in_pools(viewer, state.movement_deck(), pools)
    }

    fn scene(view: &View, viewer: Viewer) -> Scene {
        scene::scene(view, viewer)
    }

    fn offer(view: &View, _seat: Seat, action: &Action) -> Offer {
        scene::offer(&view.table, *action)
    }

    fn intent(view: &View, _seat: Seat, path: &[Touch]) -> Option<Action> {
        scene::intent(&view.table, path)
    }

    fn inventory(state: &State) -> Inventory {
        let table = &state.table;
        let mut inventory = Inventory::EMPTY;
        for (deck, all) in [(table.relics, RELIC_CARDS), (table.temple_cards, TEMPLE_CARDS)] {
            inventory.add_cards(deck.deck).add_cards(deck.shown).add_cards(deck.gone(all));
        }
        inventory.add_cards(table.used).add_cards(state.movement_deck());
        for (_, hand) in state.hands.iter() {
            inventory.add_cards(hand);
        }
        for symbol in Symbol::ALL {
            inventory.add_tiles(symbol, table.temple.symbols[symbol.id()].len());
        }
        for colour in CUBE_COLOURS {
            inventory.add_cubes(colour, named_by(colour).len() as u16);
        }
        inventory
    }

    fn estimate(view: &View, _seat: Seat) -> Option<f32> {
        Some(estimate::estimate(view))
    }

    fn reason(view: &View, _seat: Seat, action: &Action) -> Option<String> {
        advice::reason(&view.table, *action)
    }

    fn prefer(state: &State, _seat: Seat, actions: &[Action], weights: &mut Vec<f32>) {
        advice::prefer(&state.table, actions, weights);
    }

    fn longest(_options: &Options, _seats: usize) -> u32 {
        // Each of at most 12 cards is played and has at most two points; each tile is chosen at most twice.
        u32::from(ROUNDS) * 12 * 3 + 36 * 2
    }

    fn audit(state: &State) -> Result<(), &'static str> {
        audit::audit(state)
    }
}
