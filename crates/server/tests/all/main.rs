//! The server as people and programs meet it: over real connections, with a real file.
//!
//! All of it is one program, so that it is linked once.

mod fuzz;
mod harness;
mod identity;
mod pace;
mod races;
mod reload;
mod review;
mod secrecy;
mod secrets;
mod tables;
mod undo;
mod visitors;
