//! The limits of a player's search.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// The limit of a player, for a turn or for the whole game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// A clock; a player that oversteps it loses.
    Clock(TimeControl),
    /// A time for every turn. The player keeps to it by itself.
    MoveTime(Duration),
    /// A number of nodes for every turn.
    Nodes(u64),
    /// A depth for every turn.
    Depth(u32),
}

/// The time on a clock at the start of the game, and the increment per turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeControl {
    pub base: Duration,
    pub increment: Duration,
}

/// An invalid limit.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LimitError {
    /// Neither seconds nor minutes and seconds.
    #[error(
        "invalid time control {0:?}: expected SECONDS+INCREMENT or M:SS+INCREMENT, such as 1+0.01 or 2:30+1"
    )]
    TimeControl(String),
    /// Not a number, or 0.
    #[error("expected a whole number of at least 1, found {0:?}")]
    Number(String),
}

impl Limit {
    /// A limit as a word of a player: `tc=1+0.01`, `movetime=50`, `nodes=5000`, `depth=6`. `None`
    /// for another name.
    pub fn parse_word(name: &str, value: &str) -> Option<Result<Limit, LimitError>> {
        Some(match name {
            "tc" => value.parse().map(Limit::Clock),
            "movetime" => positive(value).map(|ms| Limit::MoveTime(Duration::from_millis(ms))),
            "nodes" => positive(value).map(Limit::Nodes),
            "depth" => positive(value).map(Limit::Depth),
            _ => return None,
        })
    }
}

/// Parses a number of at least 1.
fn positive<T: FromStr + PartialOrd + From<u8>>(text: &str) -> Result<T, LimitError> {
    let number = text.parse().ok().filter(|number| *number >= T::from(1));
    number.ok_or_else(|| LimitError::Number(text.into()))
}

impl fmt::Display for Limit {
    /// The word that [`Limit::parse_word`] reads.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::Clock(control) => write!(f, "tc={control}"),
            Limit::MoveTime(time) => write!(f, "movetime={}", time.as_millis()),
            Limit::Nodes(nodes) => write!(f, "nodes={nodes}"),
            Limit::Depth(depth) => write!(f, "depth={depth}"),
        }
    }
}

impl FromStr for TimeControl {
    type Err = LimitError;

    fn from_str(text: &str) -> Result<TimeControl, LimitError> {
        let read = || {
            let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
            let base = match base.split_once(':') {
                Some((minutes, seconds)) => {
                    let seconds = seconds_below(seconds, 60.0)?;
                    seconds_below(minutes, 1e4)?.checked_mul(60)?.checked_add(seconds)?
                }
                None => seconds_below(base, 1e6)?,
            };
            Some(TimeControl { base, increment: seconds_below(increment, 1e6)? })
        };
        read()
            .filter(|control| !control.base.is_zero())
            .ok_or_else(|| LimitError::TimeControl(cotulenh::excerpt(text)))
    }
}

fn seconds_below(text: &str, end: f64) -> Option<Duration> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let seconds: f64 = text.parse().ok().filter(|seconds| plain && *seconds < end)?;
    Duration::try_from_secs_f64(seconds).ok()
}

impl fmt::Display for TimeControl {
    /// As in the PGN header `TimeControl`: seconds, a plus, seconds.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", self.base.as_secs_f64(), self.increment.as_secs_f64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls() {
        let read = |text: &str| text.parse::<TimeControl>().map(|control| control.to_string());
        assert_eq!(read("1+0.01").as_deref(), Ok("1+0.01"));
        assert_eq!(read("0.5").as_deref(), Ok("0.5+0"));
        assert_eq!(read("2:30+1").as_deref(), Ok("150+1"));
        for bad in ["", "0", "0+1", "1+", "+1", "1+x", "-1+0", "1:99", "1e3", "nan", "inf", "1:2:3", "1+1+1"]
        {
            assert_eq!(read(bad), Err(LimitError::TimeControl(bad.into())));
        }
    }

    #[test]
    fn words() {
        for word in ["tc=10+0.1", "movetime=50", "nodes=3000", "depth=4"] {
            let (name, value) = word.split_once('=').unwrap();
            assert_eq!(Limit::parse_word(name, value).unwrap().unwrap().to_string(), word);
        }
        assert_eq!(Limit::parse_word("nodes", "0"), Some(Err(LimitError::Number("0".into()))));
        assert_eq!(Limit::parse_word("hash", "1"), None);
    }
}
