//! The server under test: a process of its own, with a folder of its own.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use tokio::io::{AsyncBufReadExt as _, BufReader, Lines};
use tokio::process::{Child, ChildStdout, Command};

use crate::Trouble;
use crate::http::Http;

/// How long a server may take to be ready.
const PATIENCE: Duration = Duration::from_secs(60);
/// The line with which a server says that it is ready, up to its address.
const READY: &str = "Boxwood is ready: http://";

/// A running server. It ends with this value.
pub struct Server {
    /// Where it listens.
    pub address: SocketAddr,
    /// How long it took from the start of the process until it said that it is well.
    pub ready: Duration,
    process: Process,
    child: Child,
    /// What it says; somebody who stops listening would be noticed by it.
    _words: Lines<BufReader<ChildStdout>>,
}

impl Server {
    /// Starts a server on a loopback port of the system's choice.
    pub async fn start(program: &Path, folder: &Path) -> Result<Server, Trouble> {
        let start = Instant::now();
        let mut child = Command::new(program)
            .args([
                "serve",
                "--no-open",
                "--no-limits",
                "--bot-pause",
                "0",
                "--listen",
                "127.0.0.1:0",
                "--data",
            ])
            .arg(folder)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .map_err(|error| format!("{} cannot be started: {error}.", program.display()))?;
        let out = child.stdout.take().ok_or("The server's output cannot be read.")?;
        let mut lines = BufReader::new(out).lines();
        let ready = async {
            while let Some(line) = lines.next_line().await? {
                if let Some(address) = line.strip_prefix(READY) {
                    let address: SocketAddr = address.parse()?;
                    let (status, body) = Http::connect(address).await?.get("/health").await?;
                    return match status {
                        200 => Ok((address, start.elapsed())),
                        _ => Err(format!("The server is not well: {body}").into()),
                    };
                }
            }
            Err(Trouble::from("The server ended before it was ready."))
        };
        let (address, ready) = tokio::time::timeout(PATIENCE, ready)
            .await
            .map_err(|_| format!("The server was not ready after {} s.", PATIENCE.as_secs()))??;
        let id = child.id().ok_or("The server has ended.")?;
        Ok(Server { address, ready, process: Process::with_id(id), child, _words: lines })
    }

    /// What it has used.
    pub fn used(&self) -> Result<Used, Trouble> {
        self.process.used()
    }

    /// Ends it, as a power cut would.
    pub async fn kill(mut self) -> Result<(), Trouble> {
        Ok(self.child.kill().await?)
    }
}

/// A process, as the system describes it.
pub struct Process {
    folder: PathBuf,
}

/// What a process has used so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct Used {
    /// Time of the processor, for itself and for the system on its behalf.
    pub cpu: Duration,
    /// Memory, in bytes.
    pub memory: u64,
}

impl Process {
    /// The process with this id.
    fn with_id(id: u32) -> Process {
        Process { folder: PathBuf::from(format!("/proc/{id}")) }
    }

    /// This process.
    pub fn own() -> Process {
        Process { folder: PathBuf::from("/proc/self") }
    }

    /// What it has used.
    pub fn used(&self) -> Result<Used, Trouble> {
        let read = |name: &str| {
            std::fs::read_to_string(self.folder.join(name))
                .map_err(|error| format!("The system does not say what a process has used: {error}."))
        };
        used(&read("stat")?, &read("status")?).ok_or_else(|| "The system's figures cannot be read.".into())
    }
}

/// The time that all processors together have been busy since the machine started.
pub fn machine() -> Result<Duration, Trouble> {
    let stat = std::fs::read_to_string("/proc/stat")
        .map_err(|error| format!("The system does not say how busy it is: {error}."))?;
    busy(&stat).ok_or_else(|| "The system's figures cannot be read.".into())
}

/// Reads the `stat` of the machine: user, nice, system, idle, waiting for disks, interrupts of two kinds, stolen.
fn busy(stat: &str) -> Option<Duration> {
    let numbers = stat.lines().next()?.strip_prefix("cpu ")?.split_ascii_whitespace().take(8);
    let ticks: Vec<u64> = numbers.map(|number| number.parse().ok()).collect::<Option<_>>()?;
    let idle = ticks.get(3)? + ticks.get(4)?;
    Some(Duration::from_millis((ticks.iter().sum::<u64>() - idle) * 10))
}

/// Reads `stat` and `status` of a process.
fn used(stat: &str, status: &str) -> Option<Used> {
    // The name in parentheses may contain anything; the numbers come after it.
    let mut numbers = stat.rsplit_once(')')?.1.split_ascii_whitespace().skip(11);
    let ticks = numbers.next()?.parse::<u64>().ok()? + numbers.next()?.parse::<u64>().ok()?;
    let memory = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = memory.trim().strip_suffix(" kB")?.parse().ok()?;
    // Linux counts a hundred ticks a second on every machine that programs see.
    Some(Used { cpu: Duration::from_millis(ticks * 10), memory: kilobytes * 1024 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_read_behind_any_name() {
        let stat = "42 (a) b) S 1 42 42 0 -1 4194560 500 0 0 0 123 77 0 0 20 0 5 0 100 0 0";
        let status = "Name:\ta) b\nVmHWM:\t  9000 kB\nVmRSS:\t    2048 kB\nThreads:\t5\n";
        let used = used(stat, status).unwrap();
        assert_eq!((used.cpu, used.memory), (Duration::from_secs(2), 2 << 20));
    }

    #[test]
    fn idling_and_waiting_for_disks_is_not_being_busy() {
        let stat = "cpu  100 20 30 9000 800 1 2 47 5 5\ncpu0 1 1 1 1 1 1 1 1 1 1\n";
        assert_eq!(busy(stat), Some(Duration::from_secs(2)));
    }
}
