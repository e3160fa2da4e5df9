//! What the game says, in English and Vietnamese.

use clap::ValueEnum;
use cotulenh::Color;
use cotulenh_games::{Ending, GameError, GameResult, Player, Reason, Refusal, StorageError};

/// The language that the game speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Lang {
    /// English
    En,
    /// Vietnamese
    Vi,
}

impl Lang {
    /// One text of two.
    pub fn pick<T>(self, en: T, vi: T) -> T {
        match self {
            Lang::En => en,
            Lang::Vi => vi,
        }
    }

    /// `Red`, `Đỏ`.
    pub fn side(self, color: Color) -> &'static str {
        match color {
            Color::Red => self.pick("Red", "Đỏ"),
            Color::Blue => self.pick("Blue", "Xanh"),
        }
    }

    /// How a game has ended.
    pub fn ending(self, ending: Ending) -> String {
        let result = match ending.result {
            GameResult::Red => self.pick("Red wins", "Đỏ thắng"),
            GameResult::Blue => self.pick("Blue wins", "Xanh thắng"),
            GameResult::Draw => self.pick("Draw", "Hòa"),
        };
        let reason = match ending.reason {
            Reason::Checkmate => self.pick("checkmate", "chiếu hết"),
            Reason::CommanderCaptured => self.pick("the Commander was captured", "bắt được Tư lệnh"),
            Reason::Stalemate => self.pick("no move left", "hết nước đi"),
            Reason::FiftyMoves => self.pick("fifty moves without a capture", "50 nước không ăn quân"),
            Reason::Repetition => self.pick("the position came up three times", "thế cờ lặp lại ba lần"),
            Reason::Resignation => self.pick("resignation", "xin thua"),
            Reason::Agreement => self.pick("by agreement", "hai bên đồng ý"),
            Reason::Time => self.pick("time is up", "hết giờ"),
        };
        format!("{result}: {reason}.")
    }

    /// Why a move is refused, with the clause of the rules.
    pub fn refusal(self, refusal: &Refusal) -> String {
        let (words, rules) = self.pick((&refusal.en, "rules"), (&refusal.vi, "luật"));
        format!("{words} ({rules} {})", refusal.clause)
    }

    /// Why an action is refused.
    pub fn error(self, error: &GameError) -> String {
        match error {
            GameError::Illegal { why: Some(why), .. } => self.refusal(why),
            GameError::Over => self.pick("The game is over.", "Ván cờ đã kết thúc.").into(),
            GameError::NoSession => self.pick("No deploy is open.", "Không có lượt triển khai nào.").into(),
            GameError::NothingToUndo => {
                self.pick("There is nothing to take back.", "Không có nước nào để lùi.").into()
            }
            GameError::NothingToRedo => {
                self.pick("There is nothing to play again.", "Không có nước nào để đi tiếp.").into()
            }
            GameError::NotYourTurn => self.pick("It is not your turn.", "Chưa đến lượt bạn.").into(),
            GameError::Unknown => self
                .pick(
                    "The game has been deleted elsewhere: begin a `new` one.",
                    "Ván cờ đã bị xóa: hãy mở ván mới bằng `new`.",
                )
                .into(),
            GameError::Storage(StorageError::Outdated) => self
                .pick(
                    "The game has been played on elsewhere. This is how it stands:",
                    "Ván cờ đã được chơi tiếp ở nơi khác. Thế cờ hiện tại:",
                )
                .into(),
            other => other.to_string(),
        }
    }

    /// A player by name, with the level of an engine.
    pub fn player(self, player: &Player) -> String {
        let name = match (player.name(), player.is_engine()) {
            ("", true) => self.pick("Engine", "Máy"),
            ("", false) => "?",
            (name, _) => name,
        };
        match player {
            Player::Human { .. } => name.into(),
            Player::Engine { level, .. } => format!("{name} ({level})"),
        }
    }
}

/// What the user's locale says: the language, and whether the terminal understands more than ASCII. Windows has no such
/// variables; its terminals understand everything.
pub fn of_locale(variable: impl Fn(&str) -> Option<String>) -> (Lang, bool) {
    let set = |names: &[&str]| names.iter().find_map(|name| variable(name).filter(|value| !value.is_empty()));
    let charset = set(&["LC_ALL", "LC_CTYPE", "LANG"]).unwrap_or_default().to_lowercase();
    let unicode = cfg!(windows) || charset.contains("utf-8") || charset.contains("utf8");
    let language = set(&["LC_ALL", "LC_MESSAGES", "LANG"]).unwrap_or_default();
    // Vietnamese cannot be written in ASCII.
    (if language.starts_with("vi") && unicode { Lang::Vi } else { Lang::En }, unicode)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_locale_decides_on_language_and_signs() {
        let locale = |values: &'static [(&str, &str)]| {
            of_locale(|name| {
                values.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned())
            })
        };
        assert_eq!(locale(&[("LANG", "vi_VN.UTF-8")]), (Lang::Vi, true));
        assert_eq!(locale(&[("LANG", "vi_VN.UTF-8"), ("LC_ALL", "")]), (Lang::Vi, true));
        assert_eq!(locale(&[("LANG", "vi_VN.UTF-8"), ("LC_ALL", "en_US.utf8")]), (Lang::En, true));
        if !cfg!(windows) {
            assert_eq!(locale(&[("LANG", "vi_VN.TCVN")]), (Lang::En, false));
            assert_eq!(locale(&[]), (Lang::En, false));
        }
    }
}
