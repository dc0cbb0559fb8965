//! How a shuffle is bound before the game, and proved after it.
//!
//! The server chooses a secret and publishes its [`commitment`] before anybody sits down. Everybody who
//! sits down adds a word. The [`seed`] follows from the secret and the words, so neither side can choose
//! it alone. When the game is over the secret is told, and anybody can [`verify`] the whole table.

use boxwood_engine::{AnyGame, NotAReplay};
use boxwood_kit::Seed;
use boxwood_protocol::{Fairness, TableRecord};
use sha2::{Digest, Sha256};
use thiserror::Error;

/// What binds the server to a secret: its SHA-256, in hexadecimal digits.
pub fn commitment(secret: &str) -> String {
    Sha256::digest(secret.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The seed that follows from the secret and everybody's words.
pub fn seed<'a>(secret: &str, luck: impl Iterator<Item = &'a str>) -> Seed {
    let mut hash = Sha256::new_with_prefix(secret.as_bytes());
    for word in luck {
        hash.update([0]);
        hash.update(word.as_bytes());
    }
    Seed::from_bytes(hash.finalize().into())
}

/// Why a record does not prove that a table was dealt and played honestly.
#[derive(Debug, Error)]
pub enum Unfair {
    /// Nothing can be proved yet.
    #[error("the secret has not been told")]
    NotTold,
    /// The server had bound itself to something else.
    #[error("the secret is not the one that the server had committed to")]
    OtherSecret,
    /// The game was dealt from something else.
    #[error("the seed does not follow from the secret and the players' words")]
    OtherSeed,
    /// The words cannot be those of the seats.
    #[error("not every seat has a name and a word")]
    Incomplete,
    /// The rules do not allow what was played.
    #[error(transparent)]
    NotAReplay(#[from] NotAReplay),
    /// The rules make something else of what was played.
    #[error("the inputs lead to another outcome")]
    OtherOutcome,
}

/// Whether the told secret is the one committed to, and the seed follows from it.
pub fn verify_shuffle(fairness: &Fairness, used: Seed) -> Result<(), Unfair> {
    let secret = fairness.secret.as_deref().ok_or(Unfair::NotTold)?;
    if commitment(secret) != fairness.commitment {
        return Err(Unfair::OtherSecret);
    }
    if seed(secret, fairness.luck.iter().map(String::as_str)) != used {
        return Err(Unfair::OtherSeed);
    }
    Ok(())
}

/// Whether a table was dealt from what everybody was bound to, every input is legal, and the outcome is
/// what the rules of this game make of them.
pub fn verify(table: &TableRecord, game: &dyn AnyGame) -> Result<(), Unfair> {
    verify_shuffle(&table.fairness, table.record.seed)?;
    let seats = table.record.seats;
    if table.fairness.luck.len() != seats || table.names.len() != seats {
        return Err(Unfair::Incomplete);
    }
    if game.replay(&table.record)?.outcome() != table.outcome {
        return Err(Unfair::OtherOutcome);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_binds_the_server_and_everybody_has_a_say() {
        let (secret, luck) = ("aa", ["one", "two"]);
        let used = seed(secret, luck.into_iter());
        let told = Fairness {
            commitment: commitment(secret),
            luck: luck.map(String::from).to_vec(),
            secret: Some(secret.into()),
        };
        assert!(verify_shuffle(&told, used).is_ok());
        for broken in [
            Fairness { secret: Some("ab".into()), ..told.clone() },
            Fairness { secret: None, ..told.clone() },
            Fairness { luck: vec!["onetwo".into(), String::new()], ..told.clone() },
            Fairness { luck: vec!["two".into(), "one".into()], ..told.clone() },
        ] {
            assert!(verify_shuffle(&broken, used).is_err(), "{broken:?}");
        }
        assert!(verify_shuffle(&told, Seed::from_number(1)).is_err());
    }

    #[test]
    fn the_commitment_is_plain_sha_256() {
        // printf abc | sha256sum
        assert_eq!(commitment("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }
}
