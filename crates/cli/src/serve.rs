//! `boxwood serve`: the table server, from the first line on the screen to Ctrl-C.

use std::fs::{self, File, TryLockError};
use std::io::{IsTerminal as _, Read as _, Seek as _, Write};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use boxwood_server::{Config, Limits, Server, ServerError, network};
use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;

use crate::Trouble;

/// Where it listens if nobody says: loopback, a port that nobody else uses.
const USUAL: ([u8; 4], u16) = ([127, 0, 0, 1], 7531);

/// How long bots wait before they think, if nobody says.
const PAUSE_MS: u64 = 600;

/// How the server is wanted.
#[derive(clap::Args)]
pub struct Serve {
    /// Where to listen; 0.0.0.0:7531 lets the whole network in [default: 127.0.0.1:7531]
    #[arg(long, value_name = "ADDRESS:PORT")]
    listen: Option<SocketAddr>,
    /// The folder in which everything is kept [default: the user's data folder]
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// Does not open the browser
    #[arg(long)]
    no_open: bool,
    /// The address that others use, if there is a proxy in front: https://games.example
    #[arg(long, value_name = "URL")]
    public_url: Option<String>,
    /// Believes the proxy in front about who calls (X-Forwarded-For)
    #[arg(long)]
    trust_proxy: bool,
    /// Lets anybody do anything as often as they like, for measuring
    #[arg(long, hide = true)]
    no_limits: bool,
    /// How long bots wait before they think
    #[arg(long, value_name = "MILLISECONDS", default_value_t = PAUSE_MS, hide = true)]
    bot_pause: u64,
}

impl Serve {
    /// As if nothing had been said.
    pub fn usual() -> Serve {
        Serve {
            listen: None,
            data: None,
            no_open: false,
            public_url: None,
            trust_proxy: false,
            no_limits: false,
            bot_pause: PAUSE_MS,
        }
    }
}

/// Serves until Ctrl-C.
pub fn serve(args: &Serve) -> Result<(), Trouble> {
    let folder = match &args.data {
        Some(folder) => folder.clone(),
        None => usual_folder()?,
    };
    make_folder(&folder).map_err(|error| {
        Trouble::asked(format_args!(
            "The folder {} cannot be made: {error}; another can be given with --data.",
            folder.display()
        ))
    })?;
    let mut lock = match Lock::take(&folder)? {
        Ok(lock) => lock,
        Err(address) => return already_running(&address, args),
    };
    logs();
    allow_many_files();
    let runtime = tokio::runtime::Runtime::new()?;
    let token = metrics_token(&folder);
    runtime.block_on(async {
        endure_full_files();
        let config = |listen| Config {
            listen,
            file: folder.join("boxwood.db"),
            public_url: args.public_url.clone(),
            trust_proxy: args.trust_proxy,
            bot_pause: Duration::from_millis(args.bot_pause),
            idle: Duration::from_secs(30),
            absent: boxwood_server::ABSENT,
            limits: if args.no_limits { Limits::NONE } else { Limits::default() },
            metrics_token: token.clone(),
        };
        let server = match Server::start(config(args.listen.unwrap_or(USUAL.into()))).await {
            Err(ServerError::Listen { .. }) if args.listen.is_none() => {
                // Somebody else has the usual port; any other will do.
                Server::start(config((USUAL.0, 0).into())).await
            }
            started => started,
        };
        let server = server.map_err(Trouble::asked)?;
        let url = local_url(server.address);
        lock.note(&url)?;
        let mut greeting = vec![];
        greet(&mut greeting, server.address, &folder)?;
        say(&greeting);
        if !args.no_open {
            open_browser(&url);
        }
        stop_signal().await;
        say(b"\nStopping: everything is stored.\n");
        server.stop().await;
        Ok(())
    })
}

/// Makes the folder, unless it is there, for this user only.
fn make_folder(folder: &Path) -> std::io::Result<()> {
    let mut maker = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut maker, 0o700);
    maker.recursive(true).create(folder)
}

/// The folder that the system has for the data of programs.
fn usual_folder() -> Result<PathBuf, Trouble> {
    let folders = directories::ProjectDirs::from("", "", "boxwood");
    folders
        .map(|folders| folders.data_dir().to_path_buf())
        .ok_or_else(|| Trouble::asked("This user has no folder for data; one can be given with --data."))
}

/// Only one server may work on a folder. The lock goes away with the process, however it ends.
struct Lock(File);

impl Lock {
    /// Takes the lock; otherwise where the other server is.
    fn take(folder: &Path) -> Result<Result<Lock, String>, Trouble> {
        let path = folder.join("running");
        let failed = |error: std::io::Error| {
            Trouble::asked(format_args!(
                "The folder {} cannot be used: {error}; another can be given with --data.",
                folder.display()
            ))
        };
        let mut file = File::options()
            .create(true)
            .read(true)
            .write(true)
            .truncate(false)
            .open(&path)
            .map_err(failed)?;
        match file.try_lock() {
            Ok(()) => Ok(Ok(Lock(file))),
            Err(TryLockError::WouldBlock) => {
                let mut address = String::new();
                file.read_to_string(&mut address).map_err(failed)?;
                Ok(Err(address))
            }
            Err(TryLockError::Error(error)) => Err(failed(error)),
        }
    }

    /// Writes down where the server is.
    fn note(&mut self, url: &str) -> Result<(), Trouble> {
        self.0.set_len(0)?;
        self.0.rewind()?;
        self.0.write_all(url.as_bytes())?;
        Ok(())
    }
}

fn already_running(address: &str, args: &Serve) -> Result<(), Trouble> {
    if args.listen.is_some() {
        return Err(Trouble::asked(format_args!(
            "Boxwood is running already with this folder, at {address}; stop it first, or give another folder with --data."
        )));
    }
    println!("Boxwood is running already: {address}");
    if !args.no_open {
        open_browser(address);
    }
    Ok(())
}

fn local_url(address: SocketAddr) -> String {
    let mut local = address;
    if address.ip().is_unspecified() {
        local.set_ip(USUAL.0.into());
    }
    format!("http://{local}")
}

/// Says something to whoever started it. Whoever has stopped listening does not stop the server.
fn say(text: &[u8]) {
    let mut out = std::io::stdout().lock();
    if let Err(error) = out.write_all(text).and_then(|()| out.flush()) {
        tracing::debug!(%error, "nobody reads what the server says");
    }
}

/// What the person who started it reads.
fn greet(out: &mut impl Write, address: SocketAddr, folder: &Path) -> Result<(), Trouble> {
    writeln!(out, "Boxwood is ready: {}", local_url(address))?;
    writeln!(out, "  kept in {}", folder.display())?;
    match network::reachable(address) {
        Some(reachable) => {
            let url = format!("http://{reachable}");
            writeln!(out, "  from phones in the same network: {url}")?;
            if let Ok(code) = QrCode::new(&url)
                && std::io::stdout().is_terminal()
                && !crate::ascii::is_wanted(true)
            {
                // Dark on light, whatever the terminal's own colours: some cameras cannot read the inverse.
                for line in code.render::<Dense1x2>().build().lines() {
                    writeln!(out, "\x1b[30;107m{line}\x1b[0m")?;
                }
            }
        }
        None if address.ip().is_loopback() => {
            writeln!(
                out,
                "  for phones in the same network, start it with: boxwood serve --listen 0.0.0.0:{}",
                address.port()
            )?;
        }
        None => writeln!(out, "  this machine is in no network")?,
    }
    writeln!(out, "  Ctrl-C stops it; nothing is lost")?;
    out.flush()?;
    Ok(())
}

/// The token with which the metrics are read: it lies in the folder, for this user only.
fn metrics_token(folder: &Path) -> Option<String> {
    let file = folder.join("metrics-token");
    if let Ok(token) = fs::read_to_string(&file)
        && token.trim().len() >= 20
    {
        return Some(token.trim().to_string());
    }
    let mut options = File::options();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let token = boxwood_server::secrets::key();
    let written = options.create(true).write(true).truncate(true).open(&file);
    if let Err(error) = written.and_then(|mut file| file.write_all(token.as_bytes())) {
        tracing::warn!(%error, "the token for the metrics cannot be kept, so nobody can read them");
        return None;
    }
    Some(token)
}

/// A limit on the size of files would end the process; so it is an error like that of a full disk.
fn endure_full_files() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        const SIGXFSZ: i32 = 25;
        // Whoever listens once has replaced what the system would do, for good.
        if let Err(error) = signal(SignalKind::from_raw(SIGXFSZ)) {
            tracing::debug!(%error, "a limit on the size of files would end the server");
        }
    }
}

/// Opens the browser; where there is none, the address on the screen is enough.
fn open_browser(url: &str) {
    if let Err(error) = open::that_detached(url) {
        tracing::debug!(%error, "no browser could be opened");
    }
}

/// Logs go to the standard error; RUST_LOG says which.
fn logs() {
    let wanted = tracing_subscriber::EnvFilter::try_from_default_env()
        .unwrap_or_else(|_| tracing_subscriber::EnvFilter::new("warn"));
    let logs = tracing_subscriber::fmt().with_env_filter(wanted).with_writer(std::io::stderr);
    let _ = logs.try_init(); // somebody else has set them up, which is fine
}

/// Every connection is a file to the system, which often allows a program only a thousand.
fn allow_many_files() {
    #[cfg(unix)]
    if let Err(error) = rlimit::increase_nofile_limit(u64::MAX) {
        tracing::warn!(%error, "the number of connections is limited by the system");
    }
}

/// Waits for Ctrl-C, or for the system to say that it is time.
async fn stop_signal() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminated) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = terminated.recv() => {}
            }
            return;
        }
    }
    let _ = tokio::signal::ctrl_c().await;
}
