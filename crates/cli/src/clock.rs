//! How long a thread has worked; on a busy machine that is less than the time that has gone by, and the fairer
//! measure of what it does.

use std::time::Duration;

/// The time that a processor has spent on this thread.
#[cfg(unix)]
pub(crate) fn worked() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.try_into().unwrap_or(0), time.tv_nsec.try_into().unwrap_or(0))
}

/// Where the system does not say so, the time that has gone by.
#[cfg(not(unix))]
pub(crate) fn worked() -> Duration {
    static START: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
    START.elapsed()
}
