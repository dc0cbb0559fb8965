//! What a viewer is shown of a match. Nothing else makes a `state` of one, so nothing else can leak.

use boxwood_engine::{AnyMatch, Chosen, Clock, Seat, SeatSet, Viewer};
use boxwood_protocol::{ClockNow, Moment, State, Undo};
use boxwood_scene::Names;

/// What a table knows and the match in it does not.
#[derive(Clone, Copy, Debug)]
pub struct Around<'a> {
    /// What the seats are called.
    pub names: &'a [String],
    /// The number of the last thing that happened.
    pub number: u64,
    /// The version that the viewer has been told; everything is news if absent.
    pub since: Option<usize>,
    /// How much time is left.
    pub left: &'a Left,
    /// Who has said `enough` in which window.
    pub enough: &'a [(u32, SeatSet)],
    /// Whether somebody else has to agree before the viewer takes back what is final.
    pub asks_others: bool,
    /// Whether others have played, so that what is final stays where none of them can be asked.
    pub only_free: bool,
}

/// How much time is left, in milliseconds.
#[derive(Clone, Debug, Default)]
pub struct Left {
    /// Until the windows of these ids close, where a clock runs.
    pub clocks: Vec<(u32, u32)>,
    /// For those who may decide to think.
    pub think_ms: Option<u64>,
    /// Whether it does not get less for the time being.
    pub held: bool,
}

/// The match as this viewer sees it.
pub fn project(play: &dyn AnyMatch, viewer: Viewer, around: &Around) -> State {
    let names = Names { names: around.names, reader: viewer.seat() };
    let status = play.status();
    let seat = viewer.seat().map(Seat::index);
    let said = play.log(viewer, around.since.map_or(0, |since| since + 1));
    State {
        number: around.number,
        version: status.version,
        seat,
        scene: play.scene(viewer).named(&names),
        moments: if around.since.is_some_and(|since| since + 1 == status.version) {
            let moments = play.moments(viewer).into_iter();
            moments
                .map(|(beat, scene)| Moment { beat: beat.named(&names), scene: scene.named(&names) })
                .collect()
        } else {
            vec![]
        },
        offers: seat.map_or(vec![], |seat| offers(play, seat, &names)),
        more: seat.is_some_and(|seat| play.is_sampled(seat)),
        forced: seat.is_some_and(|seat| play.is_forced(seat)),
        said: said.iter().map(|line| boxwood_scene::render(line, &names)).collect(),
        anew: around.since.is_none(),
        active: status.active,
        clocks: status.clocks.iter().map(|clock| now(clock, around)).collect(),
        think_ms: around.left.think_ms,
        held: around.left.held,
        undo: seat.map_or(Undo::No, |seat| undo(play, seat, around)),
        outcome: play.outcome(),
    }
}

/// An open window, as it stands.
fn now(clock: &Clock, around: &Around) -> ClockNow {
    ClockNow {
        id: clock.id,
        seat: clock.seat,
        ms: clock.ms,
        left_ms: of(clock.id, &around.left.clocks),
        enough: of(clock.id, around.enough).unwrap_or(SeatSet::EMPTY),
    }
}

/// What is noted of the window of this id.
fn of<T: Copy>(window: u32, notes: &[(u32, T)]) -> Option<T> {
    notes.iter().find(|(id, _)| *id == window).map(|(_, note)| *note)
}

/// What a seat may do, with the names filled in.
fn offers(play: &dyn AnyMatch, seat: usize, names: &Names) -> Vec<Chosen> {
    let mut offers = play.actions(seat).unwrap_or_default();
    for chosen in &mut offers {
        chosen.offer.name_people(names);
    }
    offers
}

fn undo(play: &dyn AnyMatch, seat: usize, around: &Around) -> Undo {
    if play.status().over || play.before_last_of(seat).is_none() {
        return Undo::No;
    }
    match (play.can_undo(seat), around.asks_others, around.only_free) {
        (true, _, _) | (false, false, false) => Undo::Free,
        (false, true, _) => Undo::Ask,
        (false, false, true) => Undo::No,
    }
}
