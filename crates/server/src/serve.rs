//! Accepting connections: slow callers are cut off, and everything ends when the server stops.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::ConnectInfo;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::time::Sleep;
use tower::ServiceExt as _;

use crate::limits::{Budget, Limits, Rate};

/// How long a caller may take to say what it wants.
const PATIENCE: Duration = Duration::from_secs(10);

/// Serves until told to stop, then until the last request is answered.
pub async fn serve(listener: TcpListener, app: Router, limits: Limits, mut stop: watch::Receiver<bool>) {
    let places = Arc::new(Semaphore::new(limits.connections.min(Semaphore::MAX_PERMITS)));
    let mut callers = tokio::task::JoinSet::new();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = stopped(&mut stop) => break,
        };
        let (stream, address) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                // Too many open files, most likely; some will be closed soon.
                tracing::warn!(%error, "a connection could not be accepted");
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        let Ok(place) = Arc::clone(&places).try_acquire_owned() else {
            tracing::warn!(%address, "turned away: there are too many connections");
            continue;
        };
        while callers.try_join_next().is_some() {}
        let _ = stream.set_nodelay(true); // where the system cannot, it is only slower
        let app = app.clone();
        let mut stop = stop.clone();
        callers.spawn(async move {
            let _place = place;
            let service = app.map_request(move |mut request: hyper::Request<hyper::body::Incoming>| {
                request.extensions_mut().insert(ConnectInfo(address));
                request.map(axum::body::Body::new)
            });
            let connection = hyper::server::conn::http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(PATIENCE)
                .max_buf_size(32 * 1024)
                .serve_connection(
                    TokioIo::new(Metered::new(stream, limits.incoming)),
                    TowerToHyperService::new(service),
                )
                .with_upgrades();
            let mut connection = std::pin::pin!(connection);
            let ended = tokio::select! {
                ended = connection.as_mut() => ended,
                () = stopped(&mut stop) => {
                    connection.as_mut().graceful_shutdown();
                    connection.await
                }
            };
            if let Err(error) = ended {
                tracing::debug!(%address, %error, "a connection ended badly");
            }
        });
    }
    drop(listener);
    while callers.join_next().await.is_some() {}
}

/// A connection of which no more is read than is allowed; the rest waits, in the end at the caller's.
///
/// Messages are counted where they are heard. What is no message, such as a fragment without anything in it, is only
/// seen here.
struct Metered {
    stream: TcpStream,
    rate: Rate,
    budget: Budget,
    /// Until when nothing is read.
    rest: Option<Pin<Box<Sleep>>>,
}

/// How much of its budget a connection has to have before it is read from again.
const GULP: f64 = 4096.0;

impl Metered {
    fn new(stream: TcpStream, rate: Rate) -> Metered {
        Metered { stream, rate, budget: Budget::full(rate, Instant::now()), rest: None }
    }
}

impl AsyncRead for Metered {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = &mut *self;
        if let Some(rest) = &mut this.rest {
            ready!(rest.as_mut().poll(context));
            this.rest = None;
        }
        let before = buffer.filled().len();
        ready!(Pin::new(&mut this.stream).poll_read(context, buffer))?;
        if this.rate.is_unlimited() {
            return Poll::Ready(Ok(()));
        }
        let (read, now) = (buffer.filled().len() - before, Instant::now());
        this.budget.spend(this.rate, read as f64, now);
        let left = this.budget.left(this.rate, now);
        if left <= 0.0 && this.rate.per_second > 0.0 {
            let wait = Duration::from_secs_f64((GULP - left) / this.rate.per_second);
            this.rest = Some(Box::pin(tokio::time::sleep(wait)));
        }
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Metered {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        pieces: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(context, pieces)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

async fn stopped(stop: &mut watch::Receiver<bool>) {
    // Nobody is left who could say it: that is the end too.
    let _ = stop.wait_for(|stopped| *stopped).await;
}
