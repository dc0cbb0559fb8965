//! Unguessable things, and what is kept of them.

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_long_and_never_the_same() {
        let (one, two) = (id(), id());
        assert!(one.len() == 22 && one.bytes().all(|b| b.is_ascii_alphanumeric()) && one != two);
        assert_eq!(key().len(), 43);
    }
}
