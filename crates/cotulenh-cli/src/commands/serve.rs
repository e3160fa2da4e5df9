//! `cotulenh serve`: the game in the browser.

use std::io::{IsTerminal, Write};
use std::process::{Command, ExitCode, Stdio};

use cotulenh_server::{Config, FIRST_PORT, Server};

use crate::output::{Error, Output};

/// Play in the browser: start a server on this computer (the default command)
#[derive(clap::Args)]
#[command(
    long_about = "\
Starts a server that only this computer can reach, prints its address and opens it in the browser. Every move is stored \
before it is shown. Ctrl-C stops the server; unfinished games continue after the next start.",
    after_help = "\
Examples:
  cotulenh serve
  cotulenh serve --port 8080 --no-open
  cotulenh serve --data ~/games/cotulenh"
)]
pub struct Args {
    #[command(flatten)]
    options: ServeOptions,
}

// No doc comment: clap would use it as the description of the whole program, which also takes these
// options.
#[derive(clap::Args)]
pub struct ServeOptions {
    /// The port; without it, the first free one from 7878
    #[arg(long, value_name = "PORT")]
    port: Option<u16>,
    /// The folder for the games, or sqlite:FILE; without it, the user's data folder
    #[arg(long, value_name = "FOLDER")]
    data: Option<String>,
    /// Do not open the browser
    #[arg(long)]
    no_open: bool,
}

impl From<ServeOptions> for Args {
    fn from(options: ServeOptions) -> Args {
        Args { options }
    }
}

pub fn run(Args { options }: Args, out: &mut Output) -> Result<ExitCode, Error> {
    const _: () = assert!(FIRST_PORT == 7878, "the help says so");
    let config = Config { port: options.port, data: options.data };
    let server = Server::bind(&config).map_err(|error| Error::Input(error.to_string()))?;
    let url = server.url();
    writeln!(out, "Cờ Tư Lệnh: {url}")?;
    out.flush()?;
    if !options.no_open && can_open_browser() {
        open(&url);
    }
    server.run().map_err(|error| Error::Input(error.to_string()))?;
    Ok(ExitCode::SUCCESS)
}

/// Is standard output a terminal, on a system with a display?
fn can_open_browser() -> bool {
    let screen = !cfg!(all(unix, not(target_os = "macos")))
        || ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some());
    screen && std::io::stdout().is_terminal()
}

/// Asks the system to open an address. On failure the user still has the printed address.
fn open(url: &str) {
    let mut opener = if cfg!(target_os = "macos") {
        Command::new("open")
    } else if cfg!(windows) {
        let mut shell = Command::new("cmd");
        shell.args(["/C", "start", ""]);
        shell
    } else {
        Command::new("xdg-open")
    };
    opener.arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if let Ok(mut child) = opener.spawn() {
        // Reap the process when it ends.
        std::thread::spawn(move || child.wait());
    }
}
