//! From the engine's refusals to those that travel.

use boxwood_engine::{Refusal as EngineRefusal, Refused};
use boxwood_protocol::{Code, Refusal};
use boxwood_store::StoreError;

/// What is said where the rules have nothing to add.
pub const NOT_YOUR_TURN: &str = "It is not your turn.";

/// A refusal of this kind with this sentence.
pub fn no(code: Code, message: impl Into<String>) -> Refusal {
    Refusal::new(code, message)
}

/// What the engine refuses, in the words of the protocol.
///
/// The engine speaks of seats by number, where people are meant; those sentences are replaced.
pub fn engine(refusal: &EngineRefusal) -> Refusal {
    let code = match refusal {
        EngineRefusal::Options(_) | EngineRefusal::Setup(_) => Code::BadOptions,
        EngineRefusal::NotAnAction { .. } | EngineRefusal::NotAState { .. } => Code::NotAnAction,
        EngineRefusal::NoMeaning => Code::NoMeaning,
        EngineRefusal::Refused(refused) => match refused {
            Refused::NoSuchSeat { .. } => Code::NoSuchSeat,
            Refused::Over => Code::GameOver,
            Refused::NotActive { why: None, .. } => return no(Code::NotYourTurn, NOT_YOUR_TURN),
            Refused::NotActive { why: Some(_), .. } => Code::NotYourTurn,
            Refused::Illegal(_) => Code::Illegal,
            Refused::NoClock => Code::Stale,
            Refused::NoUndo(_) => Code::NoUndo,
        },
    };
    no(code, refusal.to_string())
}

/// What the storage refuses. The details are for the log, not for strangers.
pub fn storage(error: &StoreError) -> Refusal {
    tracing::error!(%error, "storage failed");
    no(Code::Storage, "The server could not store that, so nothing was done; please try again.")
}
