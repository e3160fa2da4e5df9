//! The `serde` feature: forms of the basic types.
//!
//! | type | form |
//! |---|---|
//! | [`Square`], [`Unit`], [`Piece`] | their text: `"c5"`, `"(+TI)"`, `"+t"` |
//! | [`Color`] | the FEN letter: `"r"`, `"b"` |
//! | [`Role`] | the name: `"air_force"` |
//! | [`Move`](crate::Move) | `{"unit":"(TI)","from":"c5","to":"c6","kind":"capture","deploy":false}` |
//! | [`Action`](crate::Action) | `{"step":…}` with a move, or `"commit"` |
//! | [`RuleOptions`] | `{"skipLastGuardPromotion":false,"skipCommanderSafety":false}`, each optional |
//! | [`Position`] | the FEN; under other than the default options `{"fen":…,"options":…}` |
//!
//! Everything reads back to an equal value. Reading checks the value: a position is validated.

use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, SerializeStruct, Serializer};

use crate::color::Color;
use crate::piece::Piece;
use crate::position::Position;
use crate::role::Role;
use crate::rule_options::RuleOptions;
use crate::square::Square;
use crate::unit::Unit;

/// Types with a text form: `Display` and `FromStr`.
macro_rules! as_text {
    ($($type:ty)*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
                text.parse().map_err(D::Error::custom)
            }
        }
    )*};
}

as_text!(Square Unit Piece Role);

impl Serialize for Color {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_char(self.letter())
    }
}

impl<'de> Deserialize<'de> for Color {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Color, D::Error> {
        let letter = char::deserialize(deserializer)?;
        Color::from_letter(letter)
            .ok_or_else(|| D::Error::custom(format_args!("expected r or b, found {letter:?}")))
    }
}

impl Serialize for Position {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.options() == RuleOptions::default() {
            return serializer.collect_str(self);
        }
        let mut position = serializer.serialize_struct("Position", 2)?;
        position.serialize_field("fen", &self.fen())?;
        position.serialize_field("options", &self.options())?;
        position.end()
    }
}

#[derive(serde::Deserialize)]
#[serde(untagged)]
enum PositionForm {
    Fen(String),
    WithOptions { fen: String, options: RuleOptions },
}

impl<'de> Deserialize<'de> for Position {
    /// Needs a self-describing format, such as JSON.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Position, D::Error> {
        let (fen, options) = match PositionForm::deserialize(deserializer)? {
            PositionForm::Fen(fen) => (fen, RuleOptions::default()),
            PositionForm::WithOptions { fen, options } => (fen, options),
        };
        Position::from_fen_with(&fen, options).map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::Action;

    #[track_caller]
    fn round_trip<T>(value: &T, json: &str)
    where
        T: Serialize + for<'de> Deserialize<'de> + PartialEq + core::fmt::Debug,
    {
        assert_eq!(serde_json::to_string(value).unwrap(), json);
        assert_eq!(&serde_json::from_str::<T>(json).unwrap(), value);
        // Also from a value, whose strings are owned.
        let owned = serde_json::to_value(value).unwrap();
        assert_eq!(&serde_json::from_value::<T>(owned).unwrap(), value);
    }

    #[test]
    fn every_form_reads_back() {
        round_trip(&"k12".parse::<Square>().unwrap(), "\"k12\"");
        round_trip(&"(+TI)".parse::<Unit>().unwrap(), "\"(+TI)\"");
        round_trip(&"+t".parse::<Piece>().unwrap(), "\"+t\"");
        round_trip(&Role::AirForce, "\"air_force\"");
        round_trip(&Color::Blue, "\"b\"");
        let options = RuleOptions::default().with_skip_last_guard_promotion(true);
        round_trip(&options, r#"{"skipLastGuardPromotion":true,"skipCommanderSafety":false}"#);
        round_trip(&Action::Commit, "\"commit\"");
        let start = Position::start();
        round_trip(&start, &format!("\"{}\"", Position::START_FEN));
        round_trip(
            &start.with_options(options),
            &format!(
                r#"{{"fen":"{}","options":{{"skipLastGuardPromotion":true,"skipCommanderSafety":false}}}}"#,
                Position::START_FEN
            ),
        );
        let mut open = Position::from_fen("6c4/11/11/11/11/11/11/3(TI)7/11/11/11/4C6 r - - 0 1").unwrap();
        let step = open.parse_move("T>d7").unwrap();
        let json = r#"{"unit":"T","from":"d5","to":"d7","kind":"move","deploy":true}"#;
        round_trip(&step, json);
        round_trip(&Action::Step(step), &format!(r#"{{"step":{json}}}"#));
        open.play(step).unwrap();
        round_trip(&open, &format!("\"{}\"", open.fen()));
    }

    #[test]
    fn bad_values_are_refused() {
        assert!(serde_json::from_str::<Square>("\"l1\"").is_err());
        assert!(serde_json::from_str::<Unit>("\"(TT)\"").is_err());
        assert!(serde_json::from_str::<Color>("\"w\"").is_err());
        assert!(serde_json::from_str::<Role>("\"king\"").is_err());
        assert!(serde_json::from_str::<RuleOptions>(r#"{"skipAll":true}"#).is_err());
        assert_eq!(serde_json::from_str::<RuleOptions>("{}").unwrap(), RuleOptions::default());
        let error = serde_json::from_str::<Position>("\"6c4/11 r - - 0 1\"").unwrap_err();
        assert!(error.to_string().contains("expected 12 ranks, found 2"), "{error}");
    }
}
