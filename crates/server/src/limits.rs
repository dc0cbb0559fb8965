//! How much and how often: every limit of the server and its default, in one place. docs/host.md says them to hosts.
//!
//! The measure of a limit is an honest crowd: a school class of thirty and its teacher behind one address, a family
//! on several devices, a phone that connects again every few seconds. None of them comes near; whoever comes near
//! is a program.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use boxwood_protocol::{Code, Refusal};

use crate::refuse::no;

/// After how long an absence the others may let a bot play for somebody at a live table.
pub const ABSENT: Duration = Duration::from_secs(120);
/// The same by mail: how long nobody has moved, in milliseconds.
pub const ABSENT_BY_MAIL_MS: i64 = 7 * 24 * 3600 * 1000;

/// What the server allows.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Requests, for each address.
    pub requests: Rate,
    /// New people, for each address.
    pub people: Rate,
    /// New tables.
    pub tables: Shares,
    /// Lines of chat.
    pub chat: Shares,
    /// Bytes that may have to be stored: actions, questions, seats, chat. What is left of the last quarter is for
    /// actions alone.
    pub bytes: Shares,
    /// Messages, for each socket.
    pub messages: Rate,
    /// Messages of all sockets together, for each person and each address.
    pub all_messages: Shares,
    /// Bytes that a connection may send; what is more waits.
    pub incoming: Rate,
    /// Open sockets at once.
    pub sockets: Most,
    /// The most connections at once.
    pub connections: usize,
    /// The most bytes that the database may take.
    pub disk: u64,
    /// While the disk has less room than this, in bytes, only actions are stored: no chat, no new tables, nobody new.
    pub reserve: u64,
}

/// A rate for each person, one for each address, and one for each table.
#[derive(Clone, Copy, Debug)]
pub struct Shares {
    /// For each person.
    pub person: Rate,
    /// For each address.
    pub address: Rate,
    /// For each table.
    pub table: Rate,
}

/// The most of something at once.
#[derive(Clone, Copy, Debug)]
pub struct Most {
    /// For each person.
    pub person: usize,
    /// For each address.
    pub address: usize,
    /// For each table, of those who only look on.
    pub table: usize,
}

const fn rate(burst: f64, per_second: f64) -> Rate {
    Rate { burst, per_second }
}

impl Limits {
    /// What is allowed if nobody says otherwise.
    pub const USUAL: Limits = Limits {
        requests: rate(300.0, 50.0),
        people: rate(60.0, 0.5),
        tables: Shares { person: rate(40.0, 0.2), address: rate(200.0, 0.1), table: Rate::UNLIMITED },
        chat: Shares { person: rate(12.0, 0.7), address: rate(200.0, 10.0), table: rate(60.0, 5.0) },
        bytes: Shares { person: rate(4e6, 500.0), address: rate(32e6, 8000.0), table: rate(4e6, 1000.0) },
        messages: rate(60.0, 20.0),
        all_messages: Shares {
            person: rate(300.0, 60.0),
            address: rate(2000.0, 400.0),
            table: Rate::UNLIMITED,
        },
        incoming: rate(256.0 * 1024.0, 64.0 * 1024.0),
        sockets: Most { person: 30, address: 300, table: 500 },
        connections: 20_000,
        disk: u64::MAX,
        reserve: 64 << 20,
    };

    /// None, for measuring.
    pub const NONE: Limits = Limits {
        requests: Rate::UNLIMITED,
        people: Rate::UNLIMITED,
        tables: Shares::UNLIMITED,
        chat: Shares::UNLIMITED,
        bytes: Shares::UNLIMITED,
        messages: Rate::UNLIMITED,
        all_messages: Shares::UNLIMITED,
        incoming: Rate::UNLIMITED,
        sockets: Most { person: usize::MAX, address: usize::MAX, table: usize::MAX },
        connections: usize::MAX,
        disk: u64::MAX,
        reserve: 0,
    };
}

impl Default for Limits {
    fn default() -> Limits {
        Limits::USUAL
    }
}

impl Shares {
    /// As good as no limit.
    pub const UNLIMITED: Shares =
        Shares { person: Rate::UNLIMITED, address: Rate::UNLIMITED, table: Rate::UNLIMITED };
}

/// A budget that fills up again: so much at once, and so much a second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rate {
    /// At once.
    pub burst: f64,
    /// A second.
    pub per_second: f64,
}

impl Rate {
    /// As good as no limit.
    pub const UNLIMITED: Rate = Rate { burst: f64::INFINITY, per_second: f64::INFINITY };

    /// Whether there is no limit.
    pub fn is_unlimited(&self) -> bool {
        self.burst.is_infinite()
    }
}

/// What is left of a budget.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    left: f64,
    at: Instant,
}

impl Budget {
    /// A full one.
    pub fn full(rate: Rate, now: Instant) -> Budget {
        Budget { left: rate.burst, at: now }
    }

    /// Takes one from it, if there is one.
    pub fn take(&mut self, rate: Rate, now: Instant) -> bool {
        let is_enough = self.left(rate, now) >= 1.0;
        if is_enough {
            self.left -= 1.0;
        }
        is_enough
    }

    /// What is left of it.
    pub fn left(&mut self, rate: Rate, now: Instant) -> f64 {
        if rate.is_unlimited() {
            return f64::INFINITY;
        }
        let seconds = now.saturating_duration_since(self.at).as_secs_f64();
        self.left = rate.burst.min(self.left + seconds * rate.per_second);
        self.at = now;
        self.left
    }

    /// Takes so much from it, even if there is less.
    pub fn spend(&mut self, rate: Rate, amount: f64, now: Instant) {
        self.left(rate, now);
        self.left -= amount;
    }

    fn is_full(&self, rate: Rate, now: Instant) -> bool {
        self.left + now.saturating_duration_since(self.at).as_secs_f64() * rate.per_second >= rate.burst
    }
}

/// Budgets for many.
pub struct Budgets<K> {
    rate: Rate,
    budgets: Mutex<HashMap<K, Budget>>,
}

/// How many budgets are kept before full ones are forgotten.
const CROWD: usize = 10_000;

impl<K: Eq + Hash + Clone> Budgets<K> {
    /// This much for each.
    pub fn new(rate: Rate) -> Budgets<K> {
        Budgets { rate, budgets: Mutex::default() }
    }

    /// Takes one from this one's budget, if there is one.
    pub fn take(&self, whose: &K, now: Instant) -> bool {
        self.with(whose, now, true, |budget, rate| budget.take(rate, now))
    }

    /// Whether so much of this one's budget is left, as a part of what it can hold.
    fn has(&self, whose: &K, part: f64, now: Instant) -> bool {
        let least = (self.rate.burst * part).max(1.0);
        self.with(whose, now, true, |budget, rate| budget.left(rate, now) >= least)
    }

    /// Takes so much from this one's budget, even if there is less.
    fn spend(&self, whose: &K, amount: f64, now: Instant) {
        self.with(whose, now, (), |budget, rate| budget.spend(rate, amount, now));
    }

    fn with<T>(&self, whose: &K, now: Instant, free: T, then: impl FnOnce(&mut Budget, Rate) -> T) -> T {
        if self.rate.is_unlimited() {
            return free;
        }
        let mut budgets = locked(&self.budgets);
        if budgets.len() >= CROWD {
            budgets.retain(|_, budget| !budget.is_full(self.rate, now));
        }
        if let Some(budget) = budgets.get_mut(whose) {
            return then(budget, self.rate);
        }
        then(budgets.entry(whose.clone()).or_insert_with(|| Budget::full(self.rate, now)), self.rate)
    }
}

/// Who wants something: a person, if they have a name, from an address, at a table, if it is about one.
#[derive(Clone, Copy, Debug)]
pub struct Payer<'a> {
    /// The id of the person.
    pub person: Option<&'a str>,
    /// Where they are.
    pub from: Network,
    /// The id of the table.
    pub table: Option<&'a str>,
}

/// Budgets of people, of their addresses and of tables.
struct Purses {
    people: Budgets<String>,
    addresses: Budgets<Network>,
    tables: Budgets<String>,
}

/// Whose budget is spent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Spent {
    Person,
    Address,
    Table,
}

impl Purses {
    fn new(shares: Shares) -> Purses {
        Purses {
            people: Budgets::new(shares.person),
            addresses: Budgets::new(shares.address),
            tables: Budgets::new(shares.table),
        }
    }

    /// Takes so much from everybody concerned, if each of them has this part of the budget left.
    fn pay(&self, payer: Payer, amount: f64, part: f64, now: Instant) -> Result<(), Spent> {
        let (person, table) = (payer.person.map(str::to_string), payer.table.map(str::to_string));
        if person.as_ref().is_some_and(|person| !self.people.has(person, part, now)) {
            return Err(Spent::Person);
        }
        if !self.addresses.has(&payer.from, part, now) {
            return Err(Spent::Address);
        }
        if table.as_ref().is_some_and(|table| !self.tables.has(table, part, now)) {
            return Err(Spent::Table);
        }
        if let Some(person) = &person {
            self.people.spend(person, amount, now);
        }
        self.addresses.spend(&payer.from, amount, now);
        if let Some(table) = &table {
            self.tables.spend(table, amount, now);
        }
        Ok(())
    }
}

/// All budgets of a server.
pub struct Gates {
    requests: Budgets<Network>,
    people: Budgets<Network>,
    tables: Purses,
    chat: Purses,
    bytes: Purses,
    messages: Purses,
    /// The sockets of people and of addresses.
    sockets: [Counts; 2],
    most: Most,
}

impl Gates {
    pub fn new(limits: &Limits) -> Gates {
        Gates {
            requests: Budgets::new(limits.requests),
            people: Budgets::new(limits.people),
            tables: Purses::new(limits.tables),
            chat: Purses::new(limits.chat),
            bytes: Purses::new(limits.bytes),
            messages: Purses::new(limits.all_messages),
            sockets: Default::default(),
            most: limits.sockets,
        }
    }

    /// Whether another request may come from there.
    pub fn request(&self, from: Network, now: Instant) -> Result<(), Refusal> {
        let may = self.requests.take(&from, now);
        allowed(may, "Too many requests came from your address; please wait a moment.")
    }

    /// Whether somebody new may come from there.
    pub fn newcomer(&self, from: Network, now: Instant) -> Result<(), Refusal> {
        let may = self.people.take(&from, now);
        allowed(may, "Many new people came from your address; please wait a minute.")
    }

    /// Whether another table may be opened.
    pub fn open(&self, payer: Payer, now: Instant) -> Result<(), Refusal> {
        self.tables.pay(payer, 1.0, 0.0, now).map_err(|spent| match spent {
            Spent::Person | Spent::Table => {
                no(Code::TooFast, "You have opened many tables; please wait a minute.")
            }
            Spent::Address => {
                no(Code::TooFast, "Many tables were opened from your address; please wait a minute.")
            }
        })
    }

    /// Whether another line may be said.
    pub fn chat(&self, payer: Payer, now: Instant) -> Result<(), Refusal> {
        self.chat.pay(payer, 1.0, 0.0, now).map_err(|spent| match spent {
            Spent::Person => no(Code::TooFast, "You say a lot at once; please wait a moment."),
            Spent::Address | Spent::Table => {
                no(Code::TooFast, "Much is being said here at once; please wait a moment.")
            }
        })
    }

    /// Whether another message may come.
    pub fn message(&self, payer: Payer, now: Instant) -> Result<(), Refusal> {
        let paid = self.messages.pay(payer, 1.0, 0.0, now);
        allowed(paid.is_ok(), "That was too fast and was not done; please slow down.")
    }

    /// Whether so many bytes may be stored. Whatever is no action ends a little earlier, so that a game that runs
    /// can be finished.
    pub fn store(&self, payer: Payer, bytes: usize, is_action: bool, now: Instant) -> Result<(), Refusal> {
        let part = if is_action { 0.0 } else { 0.25 };
        self.bytes.pay(payer, bytes as f64, part, now).map_err(|spent| {
            let who = match spent {
                Spent::Person => "You have",
                Spent::Address => "Your address has",
                Spent::Table => "This table has",
            };
            no(
                Code::TooFast,
                format!("{who} given the server more to keep than it can; please go on in an hour."),
            )
        })
    }

    /// A place for another socket, which is free again when it is dropped.
    pub fn socket(&self, person: Option<&str>, from: Network) -> Result<Places, Refusal> {
        let address = self.sockets[1].take(from.to_string(), self.most.address);
        let address = address.ok_or_else(|| {
            no(Code::TooFast, "Your address has very many tables open; close some of them first.")
        })?;
        let person = match person {
            Some(person) => {
                Some(self.sockets[0].take(person.to_string(), self.most.person).ok_or_else(|| {
                    no(Code::TooFast, "You have very many tables open; close some of them first.")
                })?)
            }
            None => None,
        };
        Ok(Places { _address: address, _person: person })
    }
}

fn allowed(may: bool, otherwise: &str) -> Result<(), Refusal> {
    if may { Ok(()) } else { Err(no(Code::TooFast, otherwise)) }
}

/// The places that a socket takes.
pub struct Places {
    _address: Place,
    _person: Option<Place>,
}

/// How many there are of each at the moment.
#[derive(Clone, Default)]
struct Counts(Arc<Mutex<HashMap<String, usize>>>);

/// One of them.
struct Place {
    counts: Counts,
    whose: String,
}

impl Counts {
    /// One more for this one, if that is not too many.
    fn take(&self, whose: String, most: usize) -> Option<Place> {
        let mut counts = locked(&self.0);
        let count = counts.entry(whose.clone()).or_default();
        if *count >= most {
            return None;
        }
        *count += 1;
        drop(counts);
        Some(Place { counts: self.clone(), whose })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut counts = locked(&self.counts.0);
        if let Some(count) = counts.get_mut(&self.whose) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.whose);
            }
        }
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Numbers in a map are never half changed, so a panic elsewhere has not harmed them.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// From where somebody comes, as far as it tells callers apart: an address of the old kind, or the network of one
/// of the new kind, of which every household has 2⁶⁴ addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Network(IpAddr);

impl Network {
    /// The network of this address.
    pub fn of(address: IpAddr) -> Network {
        match address.to_canonical() {
            IpAddr::V6(address) => {
                let [a, b, c, d, ..] = address.segments();
                Network(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into())
            }
            address => Network(address),
        }
    }
}

impl std::fmt::Display for Network {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network(text: &str) -> Network {
        Network::of(text.parse().unwrap())
    }

    #[test]
    fn a_budget_is_spent_and_fills_up_again() {
        let rate = Rate { burst: 3.0, per_second: 2.0 };
        let start = Instant::now();
        let mut budget = Budget::full(rate, start);
        assert_eq!([(); 4].map(|()| budget.take(rate, start)), [true, true, true, false]);
        let later = start + Duration::from_millis(600);
        assert!(budget.take(rate, later) && !budget.take(rate, later));
        let much_later = start + Duration::from_secs(3600);
        assert_eq!([(); 4].map(|()| budget.take(rate, much_later)), [true, true, true, false]);
    }

    #[test]
    fn each_has_a_budget_of_its_own_and_full_ones_are_forgotten() {
        let budgets = Budgets::new(Rate { burst: 1.0, per_second: 1000.0 });
        let start = Instant::now();
        assert!(budgets.take(&0, start) && !budgets.take(&0, start) && budgets.take(&1, start));
        let later = start + Duration::from_secs(1);
        (0..2 * CROWD).for_each(|whose| {
            budgets.take(&whose, later + Duration::from_millis(whose as u64));
        });
        assert!(budgets.budgets.lock().unwrap().len() <= CROWD + 1);
    }

    #[test]
    fn a_household_is_one_whatever_its_addresses() {
        assert_eq!(network("2001:db8:1:2::1"), network("2001:db8:1:2:ffff::9"));
        assert_ne!(network("2001:db8:1:2::1"), network("2001:db8:1:3::1"));
        assert_eq!(network("::ffff:192.0.2.1"), network("192.0.2.1"));
        assert_ne!(network("192.0.2.1"), network("192.0.2.2"));
    }

    /// How many of these the gates let through.
    fn through(count: usize, mut let_in: impl FnMut(usize) -> bool) -> usize {
        (0..count).filter(|number| let_in(*number)).count()
    }

    #[test]
    fn nobody_opens_tables_without_end_from_one_address() {
        let (gates, start) = (Gates::new(&Limits::USUAL), Instant::now());
        let from = network("192.0.2.1");
        // A minute of fifty attempts a second, each of them by somebody new.
        let opened = through(3000, |number| {
            let person = format!("person {number}");
            let payer = Payer { person: Some(&person), from, table: None };
            gates.open(payer, start + Duration::from_millis(number as u64 * 20)).is_ok()
        });
        assert!((200..=210).contains(&opened), "{opened}");
        let other = Payer { person: Some("other"), from: network("192.0.2.2"), table: None };
        assert!(gates.open(other, start).is_ok(), "others are not concerned");
    }

    #[test]
    fn nobody_stores_without_end_and_what_is_left_is_for_actions() {
        let (gates, start) = (Gates::new(&Limits::USUAL), Instant::now());
        let payer = Payer { person: Some("p"), from: network("192.0.2.1"), table: Some("t") };
        let chatted = through(20_000, |_| gates.store(payer, 400, false, start).is_ok());
        assert!((7_000..=8_000).contains(&chatted), "{chatted}");
        let acted = through(20_000, |_| gates.store(payer, 400, true, start).is_ok());
        assert!((2_000..=3_000).contains(&acted), "{acted}");
        // A day of it comes to tens of megabytes, not to gigabytes.
        let day = start + Duration::from_secs(24 * 3600);
        let rate = Limits::USUAL.bytes.person;
        assert!(rate.burst + rate.per_second * (day - start).as_secs_f64() < 50e6);
    }

    #[test]
    fn a_school_class_behind_one_address_comes_nowhere_near_a_limit() {
        let (gates, start) = (Gates::new(&Limits::USUAL), Instant::now());
        let from = network("192.0.2.1");
        let pupils: Vec<String> = (0..31).map(|number| format!("pupil {number}")).collect();
        let mut places = vec![];
        for pupil in &pupils {
            gates.newcomer(from, start).unwrap();
            gates.open(Payer { person: Some(pupil), from, table: None }, start).unwrap();
            // Two open pages, and three more that the server has not given up yet.
            for _ in 0..5 {
                places.push(gates.socket(Some(pupil), from).unwrap());
            }
        }
        // A lesson of 45 minutes: two actions a second from everybody, and a line of chat every ten seconds.
        for second in 0..45 * 60 {
            let now = start + Duration::from_secs(second);
            for (table, pupil) in pupils.iter().enumerate() {
                let table = (table / 2).to_string();
                let payer = Payer { person: Some(pupil), from, table: Some(&table) };
                for _ in 0..2 {
                    gates.message(payer, now).unwrap();
                    gates.store(payer, 150, true, now).unwrap();
                }
                if second % 10 == 0 {
                    gates.chat(payer, now).unwrap();
                    gates.store(payer, 200, false, now).unwrap();
                }
            }
        }
    }

    #[test]
    fn sockets_are_counted_while_they_are_open() {
        let gates = Gates::new(&Limits::USUAL);
        let from = network("192.0.2.1");
        let mut places: Vec<Places> = (0..30).map(|_| gates.socket(Some("p"), from).unwrap()).collect();
        assert!(gates.socket(Some("p"), from).is_err());
        places.extend((0..270).map(|_| gates.socket(None, from).unwrap()));
        assert!(gates.socket(Some("q"), from).is_err());
        assert!(gates.socket(Some("q"), network("192.0.2.2")).is_ok());
        drop(places);
        assert!(gates.socket(Some("p"), from).is_ok());
        assert_eq!(locked(&gates.sockets[1].0).len(), 0, "a place that was dropped is forgotten");
    }
}
