//! What the server counts, for Prometheus.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use prometheus_client::encoding::{EncodeLabelSet, text};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

/// What the server counts.
#[derive(Clone)]
pub struct Metrics {
    /// Inputs that games have taken.
    pub inputs: Counter,
    /// Messages and requests that were refused.
    pub refusals: Family<Refused, Counter>,
    /// Requests over HTTP.
    pub requests: Family<Answered, Counter>,
    /// Tables in memory.
    pub tables: Gauge,
    /// Open sockets.
    pub sockets: Gauge,
    /// From the arrival of an action until everybody's new state is on its way, in seconds.
    pub told: Histogram,
    /// How long it takes to store something, in seconds.
    pub stored: Histogram,
    /// How long bots think, in seconds.
    pub thought: Histogram,
    /// Bots that wait until they can think.
    pub waiting: Gauge,
    registry: Arc<Registry>,
}

/// What a refusal is counted under.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
pub struct Refused {
    /// Its code.
    pub code: String,
}

/// What a request is counted under.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
pub struct Answered {
    /// The status of the answer.
    pub status: u16,
}

impl Default for Metrics {
    fn default() -> Metrics {
        let fine =
            || Histogram::new([0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0]);
        let mut metrics = Metrics {
            inputs: Counter::<u64, AtomicU64>::default(),
            refusals: Family::default(),
            requests: Family::default(),
            tables: Gauge::default(),
            sockets: Gauge::default(),
            told: fine(),
            stored: fine(),
            thought: fine(),
            waiting: Gauge::default(),
            registry: Arc::default(),
        };
        let mut registry = Registry::with_prefix("boxwood");
        registry.register("inputs", "Inputs that games have taken", metrics.inputs.clone());
        registry.register("refusals", "Refused messages and requests", metrics.refusals.clone());
        registry.register("requests", "Requests over HTTP", metrics.requests.clone());
        registry.register("tables", "Tables in memory", metrics.tables.clone());
        registry.register("sockets", "Open sockets", metrics.sockets.clone());
        registry.register("told_seconds", "From an action's arrival until it is told", metrics.told.clone());
        registry.register("stored_seconds", "How long storing takes", metrics.stored.clone());
        registry.register("thought_seconds", "How long bots think", metrics.thought.clone());
        registry.register("waiting", "Bots that wait until they can think", metrics.waiting.clone());
        metrics.registry = Arc::new(registry);
        metrics
    }
}

impl Metrics {
    /// All of it in the text format that Prometheus reads.
    pub fn text(&self) -> String {
        let mut all = String::new();
        // Writing to a string cannot fail.
        let _ = text::encode(&mut all, &self.registry);
        all
    }

    /// Counts a refusal.
    pub fn refused(&self, refusal: &boxwood_protocol::Refusal) {
        let code = serde_json::to_value(refusal.code).ok();
        let code = code.as_ref().and_then(|code| code.as_str()).unwrap_or_default().to_string();
        self.refusals.get_or_create(&Refused { code }).inc();
    }
}
