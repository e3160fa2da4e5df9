//! Players as described on the command line.

use std::fmt::Display;
use std::str::FromStr;

use cotulenh_engine::eval::weights::{self, GROUPS, Weights};
use cotulenh_engine::eval::weights_from_text;
use cotulenh_engine::{EngineOptions, Features, MAX_CONTEMPT, MAX_HASH_MB};

use super::built_in::{BuiltIn, Greedy};
use super::limit::{Limit, LimitError};
use super::player::{MatchContext, MatchPlayer};
use super::uci_player::{UciPlayer, UciSpec};
use crate::tune::checksum;

/// The description of a player; each thread of a match creates its own player from it.
#[derive(Clone, Debug)]
pub struct PlayerSpec {
    /// The text of the description.
    pub text: String,
    /// Its name, if given.
    pub name: Option<String>,
    /// Its own limit, if it has one.
    pub limit: Option<Limit>,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    Greedy,
    BuiltIn { options: EngineOptions, weights: Box<Weights> },
    Uci(UciSpec),
}

/// An error in a player's description.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SpecError {
    #[error("missing quotation mark in {0:?}")]
    Quotes(String),
    #[error(
        "unknown word {0:?}: expected greedy, name=, level=, threads=, hash=, contempt=, weights=FILE, tc=, movetime=, \
         nodes=, depth=, uci:COMMAND, a search feature ({parts}) or a group of weights ({groups})",
        parts = Features::NAMES.join(", "),
        groups = group_names().join(", ")
    )]
    Unknown(String),
    #[error("{word:?}: expected {expected}")]
    Value { word: String, expected: String },
    #[error(transparent)]
    Limit(#[from] LimitError),
    #[error("a player has only one limit, found {0} and {1}")]
    TwoLimits(Limit, Limit),
    #[error("expected a command after uci:")]
    NoCommand,
    #[error("greedy accepts only name=")]
    Greedy,
    #[error("{path}: {reason}")]
    Weights { path: String, reason: String },
}

impl PlayerSpec {
    /// Parses a description: words, split as in a shell.
    pub fn parse(text: &str) -> Result<PlayerSpec, SpecError> {
        match text.trim_start().strip_prefix("uci:") {
            Some(command) => PlayerSpec::parse_uci(text, command),
            None => PlayerSpec::parse_built_in(text),
        }
    }

    /// Parses a command with its arguments, options, limit and name.
    fn parse_uci(text: &str, command: &str) -> Result<PlayerSpec, SpecError> {
        let mut spec = UciSpec::default();
        let (mut name, mut limit) = (None, None);
        for word in split(command)? {
            let (key, value) = word.split_once('=').unwrap_or((&word, ""));
            if key == "name" {
                name = Some(value.to_owned());
            } else if let Some(option) = key.strip_prefix("option.") {
                spec.options.push((option.to_owned(), value.to_owned()));
            } else if let Some(read) = Limit::parse_word(key, value) {
                set_limit(&mut limit, read?)?;
            } else {
                spec.command.push(word);
            }
        }
        if spec.command.is_empty() {
            return Err(SpecError::NoCommand);
        }
        Ok(PlayerSpec { text: text.to_owned(), name, limit, kind: Kind::Uci(spec) })
    }

    fn parse_built_in(text: &str) -> Result<PlayerSpec, SpecError> {
        let mut options = EngineOptions::default();
        let mut table = Box::new(weights::DEFAULT);
        let (mut name, mut limit) = (None, None);
        let (mut greedy, mut set) = (false, false);
        for word in split(text)? {
            let (key, value) = word.split_once('=').unwrap_or((&word, ""));
            match key {
                "greedy" if value.is_empty() => {
                    greedy = true;
                    continue;
                }
                "name" => {
                    name = Some(value.to_owned());
                    continue;
                }
                "level" => options.level = value.parse().map_err(|_| bad(&word, "a level from 0 to 20"))?,
                "threads" => options.threads = number(&word, value, 1, 256)?,
                "hash" => options.hash_mb = number(&word, value, 1, MAX_HASH_MB)?,
                "contempt" => options.contempt = number(&word, value, -MAX_CONTEMPT, MAX_CONTEMPT)?,
                "weights" => *table = read_weights(value)?,
                _ => match Limit::parse_word(key, value) {
                    Some(read) => set_limit(&mut limit, read?)?,
                    None if Features::NAMES.contains(&key) => {
                        let on = switch(value).ok_or_else(|| bad(&word, "on or off"))?;
                        options.features.set(key, on);
                    }
                    None => scale_group(&mut table, &word, key, value)?,
                },
            }
            set = true;
        }
        let kind = match (greedy, set) {
            (true, true) => return Err(SpecError::Greedy),
            (true, false) => Kind::Greedy,
            (false, _) => Kind::BuiltIn { options, weights: table },
        };
        Ok(PlayerSpec { text: text.to_owned(), name, limit, kind })
    }

    /// Its limit in a match with this common limit.
    pub fn limit_within(&self, common: Option<Limit>) -> Option<Limit> {
        match self.kind {
            // It always looks one turn ahead.
            Kind::Greedy => Some(Limit::Depth(1)),
            Kind::BuiltIn { .. } | Kind::Uci(_) => self.limit.or(common),
        }
    }

    /// Is it the built-in engine?
    pub fn is_built_in_engine(&self) -> bool {
        matches!(self.kind, Kind::BuiltIn { .. })
    }

    /// A checksum of its weights, if it is the built-in engine.
    pub fn weights_checksum(&self) -> Option<u32> {
        match &self.kind {
            Kind::BuiltIn { weights, .. } => Some(checksum(weights)),
            Kind::Greedy | Kind::Uci(_) => None,
        }
    }

    /// The process, if it is one.
    pub fn process(&self) -> Option<&UciSpec> {
        match &self.kind {
            Kind::Uci(spec) => Some(spec),
            Kind::Greedy | Kind::BuiltIn { .. } => None,
        }
    }

    /// Creates a player.
    pub fn create(&self, context: &MatchContext) -> Box<dyn MatchPlayer> {
        match &self.kind {
            Kind::Greedy => Box::new(Greedy::default()),
            Kind::BuiltIn { options, weights } => {
                Box::new(BuiltIn::new(options, weights, &context.interrupt))
            }
            Kind::Uci(spec) => Box::new(UciPlayer::new(spec.clone(), context.clone())),
        }
    }
}

/// Sets the limit; two limits are an error.
fn set_limit(limit: &mut Option<Limit>, read: Limit) -> Result<(), SpecError> {
    limit.replace(read).map_or(Ok(()), |earlier| Err(SpecError::TwoLimits(earlier, read)))
}

fn split(text: &str) -> Result<Vec<String>, SpecError> {
    shlex::split(text).ok_or_else(|| SpecError::Quotes(text.into()))
}

/// Reads a file written by `cotulenh-lab tune`.
fn read_weights(path: &str) -> Result<Weights, SpecError> {
    let unreadable = |reason: String| SpecError::Weights { path: path.into(), reason };
    let text = std::fs::read_to_string(path).map_err(|error| unreadable(error.to_string()))?;
    weights_from_text(&text).map_err(|error| unreadable(error.to_string()))
}

fn bad(word: &str, expected: impl Display) -> SpecError {
    SpecError::Value { word: word.into(), expected: expected.to_string() }
}

fn number<T>(word: &str, value: &str, least: T, most: T) -> Result<T, SpecError>
where
    T: FromStr + PartialOrd + Display + Copy,
{
    let number = value.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| bad(word, format_args!("a number from {least} to {most}")))
}

fn switch(value: &str) -> Option<bool> {
    match value {
        "on" => Some(true),
        "off" => Some(false),
        _ => None,
    }
}

/// The names of the groups of weights: all but the last entry of [`GROUPS`], which marks the end.
pub fn group_names() -> Vec<&'static str> {
    GROUPS.windows(2).map(|pair| pair[0].0).collect()
}

/// Scales a group of weights by a percentage; `off` is 0.
fn scale_group(table: &mut Weights, word: &str, name: &str, value: &str) -> Result<(), SpecError> {
    let group = GROUPS.windows(2).find(|pair| pair[0].0 == name);
    let Some(&[(_, first), (_, end)]) = group else { return Err(SpecError::Unknown(word.into())) };
    let percent = match switch(value) {
        Some(on) => 100 * i32::from(on),
        None => number(word, value, 0, 1000).map_err(|_| bad(word, "on, off or a percentage up to 1000"))?,
    };
    for weight in &mut table[first..end] {
        *weight = weight.map(|value| {
            let scaled = i32::from(value) * percent / 100;
            scaled.clamp(i16::MIN.into(), i16::MAX.into()) as i16
        });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        PlayerSpec::parse(text).unwrap_err().to_string()
    }

    #[test]
    fn words_of_built_in_players() {
        let spec = PlayerSpec::parse(
            "futility=off history=off level=7 hash=4 contempt=-20 nodes=50 name='the weak one'",
        )
        .unwrap();
        assert_eq!((spec.name.as_deref(), spec.limit), (Some("the weak one"), Some(Limit::Nodes(50))));
        let Kind::BuiltIn { options, .. } = spec.kind else { panic!("{spec:?}") };
        assert!(!options.features.futility && !options.features.history && options.features.table);
        assert_eq!((options.level.number(), options.hash_mb, options.contempt), (7, 4, -20));
    }

    #[test]
    fn groups_are_scaled() {
        let scaled = |text: &str| match PlayerSpec::parse(text).unwrap().kind {
            Kind::BuiltIn { weights, .. } => weights,
            kind => panic!("{kind:?}"),
        };
        let table = scaled("mobility=off tempo=50");
        assert_eq!(table[weights::MOBILITY], [0, 0]);
        assert_eq!(table[weights::REACH], weights::DEFAULT[weights::REACH]);
        assert_eq!(table[weights::TEMPO], weights::DEFAULT[weights::TEMPO].map(|value| value / 2));
        for name in group_names() {
            assert_ne!(*scaled(&format!("{name}=0")), weights::DEFAULT, "{name}");
        }
    }

    #[test]
    fn weights_come_from_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("weights.txt");
        let mut table = weights::DEFAULT;
        table[weights::TEMPO] = [99, 98];
        std::fs::write(&path, cotulenh_engine::eval::weights_to_text(&table)).unwrap();
        let Kind::BuiltIn { weights, .. } =
            PlayerSpec::parse(&format!("weights={}", path.display())).unwrap().kind
        else {
            panic!("not the engine")
        };
        assert_eq!(*weights, table);
        std::fs::write(&path, "nonsense").unwrap();
        assert!(error(&format!("weights={}", path.display())).contains("weights.txt: "));
        assert!(error("weights=no-such-file").starts_with("no-such-file: "));
    }

    #[test]
    fn processes() {
        let spec =
            PlayerSpec::parse("uci:./engine --fast \"option.Skill Level=3\" tc=1+0.1 name=E a=b").unwrap();
        assert_eq!(spec.limit.map(|limit| limit.to_string()).as_deref(), Some("tc=1+0.1"));
        let process = spec.process().unwrap();
        assert_eq!(process.command, ["./engine", "--fast", "a=b"]);
        assert_eq!(process.options, [("Skill Level".to_owned(), "3".to_owned())]);
    }

    #[test]
    fn bad_words_are_named() {
        assert!(
            error("mobilty=off").starts_with("unknown word \"mobilty=off\": expected greedy, name=, level=")
        );
        assert_eq!(error("level=21"), "\"level=21\": expected a level from 0 to 20");
        assert_eq!(error("contempt=1001"), "\"contempt=1001\": expected a number from -1000 to 1000");
        assert_eq!(error("history=yes"), "\"history=yes\": expected on or off");
        assert_eq!(error("mobility=-3"), "\"mobility=-3\": expected on, off or a percentage up to 1000");
        assert_eq!(error("nodes=0"), "expected a whole number of at least 1, found \"0\"");
        assert_eq!(error("nodes=5 depth=3"), "a player has only one limit, found nodes=5 and depth=3");
        assert_eq!(error("nodes=5 nodes=5"), "a player has only one limit, found nodes=5 and nodes=5");
        assert_eq!(
            error("uci:x movetime=5 tc=1+1"),
            "a player has only one limit, found movetime=5 and tc=1+1"
        );
        assert_eq!(error("uci:"), "expected a command after uci:");
        assert_eq!(error("'x"), "missing quotation mark in \"'x\"");
        assert_eq!(error("greedy hash=3"), "greedy accepts only name=");
    }
}
