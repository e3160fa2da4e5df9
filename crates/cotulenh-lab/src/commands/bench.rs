//! `cotulenh-lab bench`: the speed of the rules.

use std::io::Write;
use std::process::ExitCode;

use cotulenh_lab::{Figure, FigureUnit, measure};

use crate::output::{Error, Output, align_right, progress_bar, write_table};

/// Measure the speed of the rules on this machine
#[derive(clap::Args)]
#[command(
    long_about = "\
Measures the speed of the rules on this machine: move trees counted in bulk and played out, lists of moves, play and \
undo, threats, FEN and SAN, in positions of all kinds.

Times depend on the machine and its load. So the trees are measured alternately with a reference, the crate cozy-chess \
counting five plies of chess, and given as a fraction of its nodes per second. A position of this game has about five \
times as many moves as one of chess, which favours nodes per second; the time per position (play, promotions, legal \
moves) is given as well. Every figure is the best of several rounds.",
    after_help = "\
Examples:
  cotulenh-lab bench                  about a minute
  cotulenh-lab bench --quick          a few seconds: a test that it works"
)]
pub struct Args {
    /// Do little of everything, as a test; the figures mean nothing
    #[arg(long)]
    quick: bool,
}

pub fn run(args: Args, out: &mut Output) -> Result<ExitCode, Error> {
    let bar = progress_bar(0, "{spinner} {msg}");
    let report = measure(args.quick, |next| {
        bar.set_message(next.to_owned());
        bar.tick();
    });
    bar.finish_and_clear();

    let mut rows = vec![["", "per second", "of chess", "µs per position or call"].map(String::from)];
    rows.extend(report.figures.iter().map(row));
    for column in 1..4 {
        align_right(&mut rows, column);
    }
    write_table(out, &rows)?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn row(figure: &Figure) -> [String; 4] {
    let rate = match figure.unit {
        FigureUnit::Ratio => format!("× {:.3}", figure.per_second),
        FigureUnit::Nodes | FigureUnit::Calls => thousands(figure.per_second),
    };
    let fraction = figure.of_yardstick.map_or(String::new(), |fraction| format!("{fraction:.3}"));
    let micros = figure.micros_per_position.map_or(String::new(), |micros| format!("{micros:.3}"));
    [figure.name.clone(), rate, fraction, micros]
}

/// `1 234 567`
fn thousands(value: f64) -> String {
    let digits = format!("{value:.0}");
    let mut spaced = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            spaced.push(' ');
        }
        spaced.push(digit);
    }
    spaced
}
