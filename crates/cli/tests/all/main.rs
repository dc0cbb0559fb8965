//! The `boxwood` program from outside. One binary: building and starting five took longer than the tests.

mod api_doc;
#[cfg(unix)]
mod kill;
mod plain;
mod protocol;
mod readme;
mod screens;
