//! `cotulenh moves`: lists moves.

use std::io::Write;
use std::process::ExitCode;

use clap::ValueEnum;
use cotulenh::view::MoveView;
use cotulenh::{Move, Position, Role, SanWriter, Square};
use serde_json::{Value, json};

use crate::input::FenOption;
use crate::output::{Error, Output, counted, write_table};

/// List the moves of a position
#[derive(clap::Args)]
#[command(
    long_about = "\
Lists the legal moves of a position, in the order the rules define. Inside an open deploy these are the steps of the \
remaining pieces.

Flags: n move, c capture, s stay capture (the attacker does not move), k suicide capture (the attacker is lost too), \
d deploy step, b combination.",
    after_help = "\
Examples:
  cotulenh moves                                    all 116 moves of the start position
  cotulenh moves --square e2 --format san           those of the Air Force on e2
  cotulenh moves --role T --fen '6c4/11/11/11/11/11/11/3(TI)7/11/11/11/4C6 r - - 0 1'
  cotulenh moves --format json | jq -r 'select(.flags == \"b\") | .lan'
  cotulenh moves --pseudo --fen '6c4/11/11/11/11/11/11/11/11/6t4/11/6C4 r - - 0 1'"
)]
pub struct Args {
    #[command(flatten)]
    fen: FenOption,

    /// Only moves from this point, e.g. e4
    #[arg(long, value_name = "POINT")]
    square: Option<Square>,

    /// Only moves of this role: a letter (C I T M E A G S F N H) or a name (air_force)
    ///
    /// A stack moves with the role of its carrier.
    #[arg(long, value_name = "ROLE", value_parser = parse_role)]
    role: Option<Role>,

    /// Also list moves that leave your own Commander in danger
    #[arg(long)]
    pseudo: bool,

    /// The output format
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = Format::Table)]
    format: Format,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// SAN, one per line
    San,
    /// LAN, one per line
    Lan,
    /// One JSON object per line, as the bridge's `moves` returns them
    Json,
    /// A table for reading
    Table,
}

/// Like `Role::from_str`, but forgiving: `Air Force`, `air-force`.
fn parse_role(text: &str) -> Result<Role, String> {
    let name = text.to_lowercase().replace(['-', ' '], "_");
    name.parse()
        .map_err(|_| "expected one of the letters C I T M E A G S F N H, or a name such as tank".into())
}

pub fn run(args: Args, out: &mut Output) -> Result<ExitCode, Error> {
    let Args { fen, square, role, pseudo, format } = args;
    let (position, rest) = fen.position()?;
    if let Some(word) = rest.first() {
        return Err(Error::Input(format!("unexpected argument {:?} after the FEN", word.to_string_lossy())));
    }
    let moves = list(&position, square, role, pseudo)?;
    match format {
        Format::San => moves.iter().try_for_each(|entry| writeln!(out, "{}", text(entry, "san")))?,
        Format::Lan => moves.iter().try_for_each(|entry| writeln!(out, "{}", text(entry, "lan")))?,
        Format::Json => moves.iter().try_for_each(|entry| writeln!(out, "{entry}"))?,
        Format::Table => table(out, &position, &moves, pseudo)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// The moves as the bridge describes them; with `pseudo`, also whether each is legal.
fn list(
    position: &Position,
    square: Option<Square>,
    role: Option<Role>,
    pseudo: bool,
) -> Result<Vec<Value>, Error> {
    let all = if pseudo { position.pseudo_legal_moves() } else { position.legal_moves() };
    let writer = SanWriter::new(all);
    let listed = |mv: &&Move| {
        square.is_none_or(|square| square == mv.from())
            && role.is_none_or(|role| role == mv.unit().top_role())
    };
    let entry = |&mv: &Move| {
        let view = MoveView::new(position, mv, writer.san(mv));
        let mut entry = serde_json::to_value(view).map_err(|error| Error::Input(error.to_string()))?;
        if pseudo {
            entry["legal"] = json!(position.is_legal(mv));
        }
        Ok(entry)
    };
    writer.moves().iter().filter(listed).map(entry).collect()
}

fn text<'a>(entry: &'a Value, field: &str) -> &'a str {
    entry.get(field).and_then(Value::as_str).unwrap_or("")
}

fn table(out: &mut Output, position: &Position, moves: &[Value], pseudo: bool) -> Result<(), Error> {
    if !moves.is_empty() {
        let heading = ["SAN", "LAN", "FLAGS", if pseudo { "LEGAL" } else { "" }, "TARGET"];
        let rows: Vec<[String; 5]> = std::iter::once(heading.map(String::from))
            .chain(moves.iter().map(|entry| {
                let target = match (entry.get("captured"), entry.get("combined")) {
                    (Some(_), _) => format!("captures {}", text(entry, "captured")),
                    (_, Some(_)) => format!("joins {}", text(entry, "combined")),
                    _ => String::new(),
                };
                let legal = match entry.get("legal").and_then(Value::as_bool) {
                    Some(true) => "yes",
                    Some(false) => "no",
                    None => "",
                };
                let [san, lan, flags] = ["san", "lan", "flags"].map(|field| text(entry, field).to_owned());
                [san, lan, flags, legal.into(), target]
            }))
            .collect();
        if pseudo {
            write_table(out, &rows)?;
        } else {
            let rows: Vec<[String; 4]> = rows.into_iter().map(|[a, b, c, _, e]| [a, b, c, e]).collect();
            write_table(out, &rows)?;
        }
        writeln!(out)?;
    }
    let kind = if pseudo { "pseudo-legal move" } else { "legal move" };
    writeln!(out, "{}", counted(moves.len(), kind, &format!("{kind}s")))?;
    if position.session().is_some() {
        match position.commit_obstacle() {
            None => writeln!(out, "the open deploy can be committed")?,
            Some(obstacle) => writeln!(out, "the open deploy cannot be committed: {obstacle}")?,
        }
    }
    Ok(())
}
