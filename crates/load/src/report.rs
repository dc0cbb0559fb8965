//! What was measured, for people and for programs.

use std::fmt;
use std::time::Duration;

use serde::Serialize;

use crate::table::Tally;

/// How many refusals and errors are shown.
const SHOWN: usize = 5;

/// What was played.
#[derive(Debug, Serialize)]
pub struct Setting {
    pub game: String,
    pub tables: u32,
    pub seats: u8,
    /// Moves a second at each table; as fast as they go if absent.
    pub rate: Option<f64>,
    pub seconds: u32,
    /// Bots that think meanwhile.
    pub bots: u32,
}

/// What the processes were seen to use.
pub struct Seen {
    pub ready: Duration,
    pub set_up: Duration,
    /// The server's memory without tables, with all of them joined, and at the end, in bytes.
    pub empty: u64,
    pub joined: u64,
    pub end: u64,
    pub elapsed: Duration,
    pub moves: u64,
    pub bot_moves: u64,
    pub server_cpu: Duration,
    pub client_cpu: Duration,
    /// Of all processes on the machine.
    pub machine_cpu: Duration,
}

/// What came of it.
#[derive(Debug, Serialize)]
pub struct Report {
    setting: Setting,
    /// From the start of the server's process until it said that it is well.
    ready_ms: f64,
    set_up_s: f64,
    moves: u64,
    moves_per_second: f64,
    /// Of the bots, at their own tables.
    bot_moves_per_second: f64,
    games: u64,
    /// From sending a move until everybody at the table had the new state.
    latency_ms: Latency,
    server: Cost,
    client: Cost,
    /// Cores that everything else on the machine used meanwhile: the more, the less the times mean.
    others_cores: f64,
    /// The server's memory in megabytes: without tables, with all joined, at the end.
    memory_mb: [f64; 3],
    /// The server's memory for a table with its connections, in kilobytes: when joined, at the end.
    memory_kb_per_table: [f64; 2],
    refusals: usize,
    errors: usize,
    /// The first of them.
    troubles: Vec<String>,
}

#[derive(Debug, Default, PartialEq, Serialize)]
struct Latency {
    p50: f64,
    p90: f64,
    p99: f64,
    max: f64,
}

#[derive(Debug, Serialize)]
struct Cost {
    cpu_us_per_move: f64,
    /// Of one core.
    cores: f64,
}

impl Tally {
    /// Both together.
    pub fn add(&mut self, other: Tally) {
        self.latencies.extend(other.latencies);
        self.refusals.extend(other.refusals);
        self.games += other.games;
    }
}

impl Latency {
    /// From microseconds, in any order.
    fn of(micros: &mut [u32]) -> Latency {
        micros.sort_unstable();
        let Some(last) = micros.len().checked_sub(1) else { return Latency::default() };
        let at = |share: f64| f64::from(micros[((micros.len() as f64 * share) as usize).min(last)]) / 1000.0;
        Latency { p50: at(0.5), p90: at(0.9), p99: at(0.99), max: at(1.0) }
    }
}

impl Report {
    /// Reckons it up.
    pub fn new(setting: Setting, seen: Seen, mut tally: Tally, errors: Vec<String>) -> Report {
        let seconds = seen.elapsed.as_secs_f64();
        let moves = seen.moves.max(1) as f64;
        let cost = |cpu: Duration| Cost {
            cpu_us_per_move: cpu.as_secs_f64() * 1e6 / moves,
            cores: cpu.as_secs_f64() / seconds,
        };
        let per_table = |memory: u64| {
            memory.saturating_sub(seen.empty) as f64 / 1024.0 / f64::from(setting.tables.max(1))
        };
        let others = seen.machine_cpu.saturating_sub(seen.server_cpu + seen.client_cpu);
        let troubles = errors.iter().chain(&tally.refusals).take(SHOWN).cloned().collect();
        Report {
            ready_ms: seen.ready.as_secs_f64() * 1000.0,
            set_up_s: seen.set_up.as_secs_f64(),
            moves: seen.moves,
            moves_per_second: seen.moves as f64 / seconds,
            bot_moves_per_second: seen.bot_moves as f64 / seconds,
            games: tally.games,
            latency_ms: Latency::of(&mut tally.latencies),
            server: cost(seen.server_cpu),
            client: cost(seen.client_cpu),
            others_cores: others.as_secs_f64() / seconds,
            memory_mb: [seen.empty, seen.joined, seen.end].map(|bytes| bytes as f64 / f64::from(1 << 20)),
            memory_kb_per_table: [per_table(seen.joined), per_table(seen.end)],
            refusals: tally.refusals.len(),
            errors: errors.len(),
            troubles,
            setting,
        }
    }

    /// Whether nothing was refused and nothing failed.
    pub fn is_clean(&self) -> bool {
        self.refusals == 0 && self.errors == 0
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Setting { game, tables, seats, rate, seconds, bots } = &self.setting;
        let tempo = rate.map_or("as fast as they go".into(), |rate| format!("{rate} moves/s each"));
        let Latency { p50, p90, p99, max } = self.latency_ms;
        let [empty, joined, end] = self.memory_mb;
        let [table_joined, table_end] = self.memory_kb_per_table;
        writeln!(f, "{game:<18} {tables} tables of {seats}, {tempo}, {seconds} s")?;
        writeln!(f, "ready              {:.0} ms", self.ready_ms)?;
        writeln!(f, "set-up             {:.1} s", self.set_up_s)?;
        writeln!(
            f,
            "moves              {} ({:.0}/s), {} games ended",
            self.moves, self.moves_per_second, self.games
        )?;
        if *bots > 0 {
            writeln!(f, "bots               {bots} thinking, {:.0} moves/s", self.bot_moves_per_second)?;
        }
        writeln!(f, "latency            p50 {p50:.1} ms, p90 {p90:.1} ms, p99 {p99:.1} ms, max {max:.1} ms")?;
        for (name, cost) in [("server", &self.server), ("client", &self.client)] {
            let Cost { cpu_us_per_move, cores } = cost;
            writeln!(f, "{name}             {cpu_us_per_move:.0} µs of CPU a move, {cores:.2} cores")?;
        }
        writeln!(f, "others             {:.2} cores", self.others_cores)?;
        writeln!(f, "server's memory    {empty:.0} MB empty, {joined:.0} MB joined, {end:.0} MB at the end")?;
        writeln!(f, "  for each table   {table_joined:.1} kB joined, {table_end:.1} kB at the end")?;
        write!(f, "refused            {}, errors {}", self.refusals, self.errors)?;
        self.troubles.iter().try_for_each(|trouble| write!(f, "\n  {trouble}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_those_of_the_sorted_values() {
        let mut micros: Vec<u32> = (1..=1000).rev().map(|ms| ms * 1000).collect();
        let latency = Latency::of(&mut micros);
        assert_eq!(latency, Latency { p50: 501.0, p90: 901.0, p99: 991.0, max: 1000.0 });
        assert_eq!(Latency::of(&mut []), Latency::default());
    }
}
