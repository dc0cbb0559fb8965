//! Unguessable things, and what is kept of them.

use boxwood_kit::Seed;
use boxwood_protocol::Fairness;
use sha2::{Digest, Sha256};

const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// Fresh bytes that nobody can guess.
pub fn bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the system has entropy");
    bytes
}

/// A fresh name of 22 letters and digits: 131 bits.
pub fn id() -> String {
    text(22)
}

/// A fresh key of 43 letters and digits: 256 bits.
pub fn key() -> String {
    text(43)
}

fn text(length: usize) -> String {
    let mut text = String::with_capacity(length);
    while text.len() < length {
        // 248 is four times 62: what lies above would make some digits likelier than others.
        let fair = bytes::<64>().into_iter().filter(|byte| *byte < 248);
        text.extend(fair.take(length - text.len()).map(|byte| char::from(DIGITS[usize::from(byte % 62)])));
    }
    text
}

/// What is kept of a key.
pub fn hash(key: &str) -> [u8; 32] {
    Sha256::digest(key.as_bytes()).into()
}

/// Bytes as hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// What binds the server to a secret.
pub fn commitment(secret: &str) -> String {
    hex(&hash(secret))
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

/// Whether a told secret is the one committed to, and the seed follows from it.
pub fn verify(fairness: &Fairness, used: Seed) -> Result<(), &'static str> {
    let secret = fairness.secret.as_deref().ok_or("the secret has not been told")?;
    if commitment(secret) != fairness.commitment {
        return Err("the secret is not the one that the server had committed to");
    }
    if seed(secret, fairness.luck.iter().map(String::as_str)) != used {
        return Err("the seed does not follow from the secret and the players' words");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_long_and_never_the_same() {
        let (one, two) = (id(), id());
        assert!(one.len() == 22 && one.bytes().all(|b| b.is_ascii_alphanumeric()) && one != two);
        assert_eq!(key().len(), 43);
    }

    #[test]
    fn a_seed_binds_the_server_and_everybody_has_a_say() {
        let (secret, luck) = ("aa", ["one", "two"]);
        let used = seed(secret, luck.into_iter());
        let told = Fairness {
            commitment: commitment(secret),
            luck: luck.map(String::from).to_vec(),
            secret: Some(secret.into()),
        };
        assert_eq!(verify(&told, used), Ok(()));
        for broken in [
            Fairness { secret: Some("ab".into()), ..told.clone() },
            Fairness { secret: None, ..told.clone() },
            Fairness { luck: vec!["onetwo".into(), String::new()], ..told.clone() },
            Fairness { luck: vec!["two".into(), "one".into()], ..told.clone() },
        ] {
            assert!(verify(&broken, used).is_err(), "{broken:?}");
        }
        assert!(verify(&told, Seed::from_number(1)).is_err());
    }

    #[test]
    fn the_commitment_is_plain_sha_256() {
        // printf abc | sha256sum
        assert_eq!(commitment("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }
}
