//! What lies on the table, who has seen it, and what is going on.

use boxwood_engine::{Seat, SeatMap, SeatSet, Viewer};
use boxwood_kit::{Pile, Rune, RuneCard, RuneColour, RuneSet};
use serde::{Deserialize, Serialize};

use super::{MemoryAid, Options, Pace, TOUCHES};

/// A pile that any number of the cards fits on.
pub(super) type Cards<T> = Pile<T, { RuneCard::COUNT }>;
/// At most one place for each player.
pub(super) type Spots = Pile<Spot, MOST_SEATS>;
/// The most players.
pub(super) const MOST_SEATS: usize = 8;
/// More cards of one rune than anybody could snap in one window.
pub(super) const MOST_EMPTIED: usize = 20;

/// A place for a card in front of somebody: 0 top left, 1 top right, 2 bottom left, 3 bottom right,
/// from 4 on penalty cards. Its cards are hidden or not; the place is public.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spot {
    /// In front of whom.
    pub owner: Seat,
    /// Which one.
    pub slot: u8,
}

/// The table. `F` is a face: in a state every one is known, in a view only some ([`Sight`]).
///
/// Put no other secret here: a view copies everything but faces.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "F: Deserialize<'de> + Copy + Default"))]
pub(super) struct Table<F> {
    pub options: Options,
    /// Points of all rounds that are over.
    pub totals: SeatMap<i32>,
    /// Points of each of them. States of earlier days do not have it.
    #[serde(default)]
    pub rounds: Vec<SeatMap<i32>>,
    /// From 1.
    pub round: u8,
    /// How many turns of this round are over. With the round, this says whose turn it is.
    pub turn: u16,
    /// Rule 14: who has called Cambio in this round.
    pub caller: Option<Seat>,
    /// Rule 7, with R4: whether the discard pile is frozen.
    pub frozen: bool,
    /// Rule 9: without clocks a wrong claim can close its window at once; then its card lies open until
    /// somebody does something.
    pub last_shown: Option<Spot>,
    /// The cards in front of the players, sorted by place.
    pub laid: Cards<Laid<F>>,
    /// The last one is on top. All of them were shown when they came.
    pub discard: Cards<RuneCard>,
    /// R14: the discards of which the present main pile was made; none if it is the first one.
    pub reshuffled: RuneSet,
    /// How many clocks have been started.
    pub clocks: u32,
    pub phase: Phase<F>,
}

/// A card in front of somebody.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Laid<F> {
    pub spot: Spot,
    pub face: F,
    /// Who has seen this card. All looks are public, so this is, too; it moves with the card.
    pub seen_by: Eyes,
}

/// Who has seen a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Eyes {
    /// These players, each in private.
    Of(SeatSet),
    /// Everybody, spectators too.
    All,
}

/// A face as far as a viewer knows it, from memory or by sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Sight {
    Known(RuneCard),
    /// Hidden; whether it comes from the second main pile, whose cards were all discards before (R14).
    Hidden {
        reshuffled: bool,
    },
}

/// What is going on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Phase<F> {
    /// Rule 3: these players still look at their lower two cards.
    InitialPeek { looking: SeatSet },
    /// Rule 4: the active player calls or draws.
    Start,
    /// Rule 5: the active player holds a card.
    Place { drawn: F, from: Source },
    /// Rules 6 to 11: the race for the card on top of the discard pile.
    Window(Window),
    /// Rule 12: the active player may do this.
    Action(Deed),
    /// Rule 12: the active player looks at a card; whether a Red King allows another deed then.
    Peek { at: Spot, again: bool },
    /// Rule 13: the active player names a card of each of the others; these are named.
    NameCards { chosen: Spots },
    /// Rule 13: the cards are shown to all; these players still look.
    Show { shown: Spots, looking: SeatSet },
    /// Rule 15: all cards lie open, and these players still look.
    RoundEnd { looking: SeatSet },
    /// Rule 17.
    Over,
}

/// Where a drawn card comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Source {
    Main,
    Discard,
}

/// The race for one lead card. The rune wanted is that of the top discard: only equals are added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Window {
    pub stage: Stage,
    pub passed: SeatSet,
    /// Whoever has made a wrong or late claim.
    pub barred: SeatSet,
    /// Cards of wrong and late claims, face up until the window closes.
    pub shown: Spots,
    /// R20: places whose cards were snapped in this window. Something else may lie there now.
    #[serde(alias = "given")]
    pub emptied: Pile<Spot, MOST_EMPTIED>,
    pub touched: Pile<Touch, { MOST_SEATS * TOUCHES }>,
    /// What the lead card lets the active player do afterwards (rule 12).
    pub then: Option<Power>,
}

/// How far a window has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Stage {
    /// Nobody leads yet.
    Open,
    /// Rule 8: the leader has emptied this place of somebody else's and may give a card for it.
    Gift { leader: Seat, emptied: Spot },
    /// Rule 7: only the leader may go on.
    Led { leader: Seat },
    /// Rule 11: nobody claims any more, but these players still look at the last card shown.
    Closing { looking: SeatSet },
}

/// A bluff: somebody reached for a card.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Touch {
    pub by: Seat,
    pub at: Spot,
}

/// What an action card can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Power {
    Deed(Deed),
    /// Show one card of each of the others.
    BlueKing,
}

/// What a player may do with an action card, or leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Deed {
    PeekMine,
    PeekYours,
    Swap,
    /// Red King: any of these; whether another one may follow.
    Any {
        again: bool,
    },
}

impl Default for Eyes {
    fn default() -> Eyes {
        Eyes::Of(SeatSet::EMPTY)
    }
}

impl Default for Sight {
    fn default() -> Sight {
        Sight::Hidden { reshuffled: false }
    }
}

impl Eyes {
    pub fn includes(self, viewer: Viewer) -> bool {
        match (self, viewer) {
            (Eyes::All, _) => true,
            (Eyes::Of(seats), Viewer::Seat(seat)) => seats.contains(seat),
            (Eyes::Of(_), Viewer::Spectator) => false,
        }
    }

    #[inline]
    pub fn insert(&mut self, seat: Seat) {
        if let Eyes::Of(seats) = self {
            seats.insert(seat);
        }
    }
}

impl Power {
    /// What a card lets its drawer do who puts it straight onto the discard pile (rule 12, with R17).
    #[inline]
    pub fn of(card: RuneCard) -> Option<Power> {
        match (card.rune(), card.colour()) {
            (Rune::Mine, _) => Some(Power::Deed(Deed::PeekMine)),
            (Rune::Yours, _) => Some(Power::Deed(Deed::PeekYours)),
            (Rune::Swap, _) => Some(Power::Deed(Deed::Swap)),
            (Rune::King, RuneColour::Red) => Some(Power::Deed(Deed::Any { again: true })),
            (Rune::King, _) => Some(Power::BlueKing),
            _ => None,
        }
    }
}

impl Deed {
    pub const fn peeks_mine(self) -> bool {
        matches!(self, Deed::PeekMine | Deed::Any { .. })
    }

    pub const fn peeks_yours(self) -> bool {
        matches!(self, Deed::PeekYours | Deed::Any { .. })
    }

    pub const fn swaps(self) -> bool {
        matches!(self, Deed::Swap | Deed::Any { .. })
    }

    pub const fn again(self) -> bool {
        matches!(self, Deed::Any { again: true })
    }
}

impl Window {
    pub fn new(then: Option<Power>) -> Window {
        Window {
            stage: Stage::Open,
            passed: SeatSet::EMPTY,
            barred: SeatSet::EMPTY,
            shown: Pile::new(),
            emptied: Pile::new(),
            touched: Pile::new(),
            then,
        }
    }

    pub fn touches(&self, seat: Seat) -> usize {
        self.touched.iter().filter(|touch| touch.by == seat).count()
    }
}

impl Spot {
    pub(super) const fn new(owner: Seat, slot: u8) -> Spot {
        Spot { owner, slot }
    }
}

impl<F: Copy> Table<F> {
    #[inline]
    pub fn seats(&self) -> usize {
        self.totals.seats()
    }

    /// Whose turn it is (rules 2 and 5): the dealer of the round has the first one.
    #[inline]
    pub fn active(&self) -> Seat {
        let number = (usize::from(self.round) + usize::from(self.turn) + self.seats() - 1) % self.seats();
        Seat::new(number).expect("one of the seats")
    }

    /// The seats that may decide now.
    #[inline]
    pub fn to_act(&self) -> SeatSet {
        match &self.phase {
            Phase::InitialPeek { looking } | Phase::Show { looking, .. } | Phase::RoundEnd { looking } => {
                *looking
            }
            Phase::Start
            | Phase::Place { .. }
            | Phase::Action(_)
            | Phase::Peek { .. }
            | Phase::NameCards { .. } => SeatSet::only(self.active()),
            Phase::Window(window) => match window.stage {
                Stage::Open if self.options.pace == Pace::Turns => {
                    self.next_asked(window).map_or(SeatSet::EMPTY, SeatSet::only)
                }
                Stage::Open => self.claimants(window),
                Stage::Gift { leader, .. } | Stage::Led { leader } => SeatSet::only(leader),
                Stage::Closing { looking } => looking,
            },
            Phase::Over => SeatSet::EMPTY,
        }
    }

    /// The next clock, with a number of its own.
    #[inline]
    pub fn start_clock(&mut self) {
        self.clocks = self.clocks.wrapping_add(1);
    }

    /// Whether the screen and the log remember for the players.
    ///
    /// If not, the log names no card at all: it stays to be read, and even a card that lies open on the
    /// discard pile may lie face down in front of somebody a turn later.
    pub fn remembers(&self) -> bool {
        match self.options.memory_aid {
            MemoryAid::Auto => self.options.pace == Pace::Turns,
            MemoryAid::Off => false,
            MemoryAid::On => true,
        }
    }

    /// Rule 6, with R8 and R11: who may still claim while nobody leads.
    #[inline]
    pub fn claimants(&self, window: &Window) -> SeatSet {
        let mut all = SeatSet::all(self.seats());
        for seat in window.passed.iter().chain(window.barred.iter()).chain(self.caller) {
            all.remove(seat);
        }
        all
    }

    /// Without clocks, claims are asked for clockwise, the active player last.
    fn next_asked(&self, window: &Window) -> Option<Seat> {
        let claimants = self.claimants(window);
        let first = self.active().next(self.seats());
        first.round(self.seats()).find(|&seat| claimants.contains(seat))
    }

    pub fn window(&self) -> Option<&Window> {
        match &self.phase {
            Phase::Window(window) => Some(window),
            _ => None,
        }
    }

    /// Where in `laid` the card of this place is.
    #[inline]
    pub fn find(&self, spot: Spot) -> Option<usize> {
        self.laid.iter().position(|laid| laid.spot == spot)
    }

    /// The cards in front of this seat, by slot.
    #[inline]
    pub fn cards_of(&self, seat: Seat) -> impl Iterator<Item = &Laid<F>> + Clone {
        self.laid.iter().filter(move |laid| laid.spot.owner == seat)
    }

    #[inline]
    pub fn has_cards(&self, seat: Seat) -> bool {
        self.cards_of(seat).next().is_some()
    }

    /// The cards that are not locked (rule 14).
    #[inline]
    pub fn unlocked(&self) -> impl Iterator<Item = &Laid<F>> + Clone {
        self.laid.iter().filter(|laid| Some(laid.spot.owner) != self.caller)
    }

    /// The other players whose cards may be looked at, swapped or shown, for whoever is active.
    pub fn targets(&self) -> SeatSet {
        self.unlocked().map(|laid| laid.spot.owner).filter(|&owner| owner != self.active()).collect()
    }

    /// How many cards the main pile has: all that are nowhere else.
    pub fn main_len(&self) -> usize {
        let in_hand = usize::from(matches!(self.phase, Phase::Place { .. }));
        RuneCard::COUNT - self.laid.len() - self.discard.len() - in_hand
    }

    /// The lowest empty place for a penalty card.
    pub fn penalty_spot(&self, seat: Seat) -> Spot {
        let mut slot = super::SLOTS;
        for laid in self.cards_of(seat) {
            slot += u8::from(laid.spot.slot == slot);
        }
        Spot::new(seat, slot)
    }

    /// Puts a card down, in the order of places.
    pub fn lay(&mut self, laid: Laid<F>) {
        let index = self.laid.iter().position(|other| other.spot > laid.spot).unwrap_or(self.laid.len());
        self.laid.insert(index, laid);
    }

    /// The same table with other faces, each made of the old one and of who has seen it.
    pub fn with_faces<G: Copy + Default>(&self, mut face: impl FnMut(F, Eyes) -> G) -> Table<G> {
        let phase = match self.phase {
            Phase::InitialPeek { looking } => Phase::InitialPeek { looking },
            Phase::Start => Phase::Start,
            Phase::Place { drawn, from } => {
                let eyes = match from {
                    Source::Main => Eyes::Of(SeatSet::only(self.active())),
                    Source::Discard => Eyes::All,
                };
                Phase::Place { drawn: face(drawn, eyes), from }
            }
            Phase::Window(window) => Phase::Window(window),
            Phase::Action(deed) => Phase::Action(deed),
            Phase::Peek { at, again } => Phase::Peek { at, again },
            Phase::NameCards { chosen } => Phase::NameCards { chosen },
            Phase::Show { shown, looking } => Phase::Show { shown, looking },
            Phase::RoundEnd { looking } => Phase::RoundEnd { looking },
            Phase::Over => Phase::Over,
        };
        let laid = self.laid.iter().map(|&Laid { spot, face: old, seen_by }| Laid {
            spot,
            face: face(old, seen_by),
            seen_by,
        });
        Table {
            options: self.options.clone(),
            totals: self.totals,
            rounds: self.rounds.clone(),
            round: self.round,
            turn: self.turn,
            caller: self.caller,
            frozen: self.frozen,
            last_shown: self.last_shown,
            laid: laid.collect(),
            discard: self.discard,
            reshuffled: self.reshuffled,
            clocks: self.clocks,
            phase,
        }
    }
}
