//! The words of the game in a terminal. All of them come from the tables of `cotulenh-locales`.

use std::fmt::Display;

use cotulenh::view::{FaultView, LocationView, RefusalView};
use cotulenh::{Color, Fault, Refusal};
use cotulenh_games::{Ending, GameError, GameResult, NewGameError, Player, Reason, StorageError};
use cotulenh_locales::Locale;

/// A language, and whether the terminal shows more than ASCII.
#[derive(Clone, Copy, Debug)]
pub struct Wording {
    locale: &'static Locale,
    unicode: bool,
}

impl Wording {
    /// The texts of a locale. Unless `unicode`, typographic quotation marks become ASCII ones, so
    /// English needs nothing else.
    pub fn new(locale: &'static Locale, unicode: bool) -> Wording {
        Wording { locale, unicode }
    }

    /// English: for reports, which are English as a whole, like the help.
    pub fn english() -> Wording {
        Wording::new(Locale::english(), true)
    }

    /// A text without parameters.
    pub fn text(self, key: &str) -> String {
        self.fill(key, &[])
    }

    /// A text with parameters.
    pub fn fill(self, key: &str, values: &[(&str, &dyn Display)]) -> String {
        let text = self.locale.text(key, values);
        if self.unicode { text } else { text.replace(['“', '”'], "\"") }
    }

    /// `Red`, `Đỏ`.
    pub fn side(self, color: Color) -> String {
        self.text(&format!("color.{}", color.letter()))
    }

    /// How a game has ended.
    pub fn ending(self, ending: Ending) -> String {
        let (result, reason) = (self.result(ending.result), self.reason(ending.reason));
        self.fill("terminal.ending", &[("result", &result), ("reason", &reason)])
    }

    /// `Red wins`.
    pub fn result(self, result: GameResult) -> String {
        let result = match result {
            GameResult::Red => "red",
            GameResult::Blue => "blue",
            GameResult::Draw => "draw",
        };
        self.text(&format!("outcome.{result}"))
    }

    /// `checkmate`.
    pub fn reason(self, reason: Reason) -> String {
        self.text(&format!("outcome.reason.{}", reason_name(reason)))
    }

    /// What is wrong with a FEN, and where.
    pub fn fault(self, fault: &Fault) -> String {
        let FaultView { code, variant, location, params, .. } = FaultView::from(fault);
        let text = |text: &Option<String>| text.clone().unwrap_or_default();
        let unit = |text: &Option<String>| text.as_deref().map(|text| self.unit(text)).unwrap_or_default();
        let words = self.fill(
            &format!("fault.{code}.{variant}"),
            &[
                ("found", &text(&params.found)),
                ("expected", &text(&params.expected)),
                ("limit", &params.limit.map(|limit| limit.to_string()).unwrap_or_default()),
                ("piece", &unit(&params.piece)),
                ("unit", &unit(&params.unit)),
                ("color", &params.color.map(|c| self.text(&format!("color.{c}"))).unwrap_or_default()),
                ("step", &text(&params.step)),
                ("square", &text(&params.square)),
            ],
        );
        match location {
            Some(LocationView::Square { square }) => {
                self.fill("fault.at", &[("square", &square), ("words", &words)])
            }
            Some(LocationView::Rank { rank } | LocationView::Text { rank, .. }) => {
                self.fill("fault.atRank", &[("rank", &rank), ("words", &words)])
            }
            Some(LocationView::Field { .. }) | None => words,
        }
    }

    /// Why a game cannot begin.
    pub fn new_game_error(self, error: &NewGameError) -> String {
        let fault = match error {
            NewGameError::Fen(setup) => setup.first(),
            _ => None,
        };
        let worded = |fault: &Fault| format!("{} {}", self.text("error.INVALID_FEN"), self.fault(fault));
        fault.map_or_else(|| error.to_string(), worded)
    }

    /// Why a move is refused, with the clause of the rules.
    pub fn refusal(self, refusal: &Refusal) -> String {
        let RefusalView { code, variant, clause, params, .. } = RefusalView::from(refusal);
        let key = match variant {
            Some(variant) => format!("refusal.{code}.{variant}"),
            None => format!("refusal.{code}"),
        };
        let unit = |text: &Option<String>| text.as_deref().map(|text| self.unit(text)).unwrap_or_default();
        let point = |text: &Option<String>| text.clone().unwrap_or_default();
        let number = |number: Option<u8>| number.map(|number| number.to_string()).unwrap_or_default();
        let attackers = params.attackers.iter().map(|attacker| {
            let piece = self.unit(&attacker.piece);
            self.fill("refusal.attacker", &[("piece", &piece), ("square", &attacker.square)])
        });
        let reason = self.fill(
            &key,
            &[
                ("unit", &unit(&params.unit)),
                ("by", &unit(&params.by)),
                ("friend", &unit(&params.friend)),
                ("square", &point(&params.square)),
                ("to", &point(&params.to)),
                ("commander", &point(&params.commander)),
                ("enemy", &point(&params.enemy)),
                ("range", &number(params.range)),
                ("distance", &number(params.distance)),
                ("turn", &params.turn.map(|turn| self.text(&format!("color.{turn}"))).unwrap_or_default()),
                ("defenders", &params.defenders.join(", ")),
                ("attackers", &attackers.collect::<Vec<_>>().join(", ")),
            ],
        );
        self.fill("refused.clause", &[("reason", &reason), ("clause", &clause)])
    }

    /// The name of a unit, which is that of its first piece: `heroic Tank` for `(+TI)`.
    fn unit(self, text: &str) -> String {
        let text = text.trim_start_matches('(');
        let (heroic, text) = match text.strip_prefix('+') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let letter = text.chars().next().unwrap_or_default().to_ascii_uppercase();
        let name = self.text(&format!("piece.{letter}"));
        if heroic { self.fill("unit.heroic", &[("name", &name)]) } else { name }
    }

    /// Why a command is refused.
    pub fn error(self, error: &GameError) -> String {
        match error {
            GameError::Illegal { why: Some(why), .. } => self.refusal(why),
            GameError::Unknown => self.text("terminal.deleted"),
            GameError::Storage(StorageError::Outdated) => self.text("terminal.playedElsewhere"),
            // The details help to repair the storage.
            GameError::Storage(details) => format!("{} ({details})", self.code(error.code(), error)),
            _ => self.code(error.code(), error),
        }
    }

    fn code(self, code: &str, error: &GameError) -> String {
        let key = format!("error.{code}");
        if self.locale.contains(&key) {
            self.text(&key)
        } else {
            self.fill("error.other", &[("message", error)])
        }
    }

    /// A player by name, with the level of an engine.
    pub fn player(self, player: &Player) -> String {
        let name = match (player.name(), player.is_engine()) {
            ("", true) => self.text("play.engine"),
            ("", false) => "?".into(),
            (name, _) => name.into(),
        };
        match player {
            Player::Human { .. } => name,
            Player::Engine { level, .. } => format!("{name} ({level})"),
        }
    }
}

/// The name of a reason in JSON and in keys.
fn reason_name(reason: Reason) -> &'static str {
    match reason {
        Reason::Checkmate => "checkmate",
        Reason::CommanderCaptured => "commander_captured",
        Reason::Stalemate => "stalemate",
        Reason::FiftyMoves => "fifty_moves",
        Reason::Repetition => "repetition",
        Reason::Resignation => "resignation",
        Reason::Agreement => "agreement",
        Reason::Time => "time",
    }
}

/// The user's locale: its language, and whether the terminal shows more than ASCII. Windows has no
/// such variables; its terminals show everything.
pub fn of_environment(variable: impl Fn(&str) -> Option<String>) -> (&'static Locale, bool) {
    let set = |names: &[&str]| names.iter().find_map(|name| variable(name).filter(|value| !value.is_empty()));
    let charset = set(&["LC_ALL", "LC_CTYPE", "LANG"]).unwrap_or_default().to_lowercase();
    let unicode = cfg!(windows) || charset.contains("utf-8") || charset.contains("utf8");
    let language = set(&["LC_ALL", "LC_MESSAGES", "LANG"]).and_then(|tag| Locale::matching(&tag));
    // Fall back to English if the terminal is not UTF-8.
    (language.filter(|_| unicode).unwrap_or_else(Locale::english), unicode)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use cotulenh::{FaultReason, Position, Square, Unit};

    use super::super::command::COMMANDS;
    use super::*;

    fn every_wording() -> impl Iterator<Item = Wording> {
        Locale::all().iter().map(|locale| Wording::new(locale, true))
    }

    #[track_caller]
    fn assert_worded(text: &str) {
        assert!(!text.contains(['⟦', '{', '}']), "{text}");
    }

    #[test]
    fn the_environment_decides_on_language_and_signs() {
        let locale = |values: &'static [(&str, &str)]| {
            let (locale, unicode) = of_environment(|name| {
                values.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned())
            });
            (locale.language(), unicode)
        };
        assert_eq!(locale(&[("LANG", "vi_VN.UTF-8")]), ("vi", true));
        assert_eq!(locale(&[("LANG", "vi_VN.UTF-8"), ("LC_ALL", "")]), ("vi", true));
        assert_eq!(locale(&[("LANG", "vi_VN.UTF-8"), ("LC_ALL", "en_US.utf8")]), ("en", true));
        if !cfg!(windows) {
            assert_eq!(locale(&[("LANG", "vi_VN.TCVN")]), ("en", false));
            assert_eq!(locale(&[]), ("en", false));
        }
    }

    #[test]
    fn english_is_ascii_on_a_terminal_that_is_not_unicode() {
        let wording = Wording::new(Locale::english(), false);
        let shown = |key: &&str| {
            let groups =
                ["color.", "error.", "fault.", "outcome.", "pgn.", "piece.", "refus", "terminal.", "unit."];
            groups.iter().any(|group| key.starts_with(group))
        };
        let keys: Vec<&str> = Locale::english().entries().map(|(key, _)| key).filter(shown).collect();
        assert!(keys.len() > 100, "{}", keys.len());
        for key in keys {
            assert!(wording.text(key).is_ascii(), "{key}: {}", wording.text(key));
        }
        let id = wording.fill("terminal.unknownGame", &[("id", &"x")]);
        assert!(id.contains("\"x\""), "{id}");
    }

    #[test]
    fn endings_commands_and_errors_have_words_in_every_language() {
        let reasons = [
            Reason::Checkmate,
            Reason::CommanderCaptured,
            Reason::Stalemate,
            Reason::FiftyMoves,
            Reason::Repetition,
            Reason::Resignation,
            Reason::Agreement,
            Reason::Time,
        ];
        let errors = [
            GameError::Unknown,
            GameError::Over,
            GameError::NotYourTurn,
            GameError::NoSession,
            GameError::NothingToUndo,
            GameError::NothingToRedo,
            GameError::TimeLeft,
            GameError::Illegal { text: "x".into(), why: None },
            GameError::Storage(StorageError::Outdated),
            GameError::Storage(StorageError::Corrupt("x".into())),
        ];
        for wording in every_wording() {
            for reason in reasons {
                assert_worded(&wording.ending(Ending { result: GameResult::Draw, reason }));
                assert_eq!(serde_json::to_value(reason).unwrap(), reason_name(reason));
            }
            COMMANDS
                .iter()
                .for_each(|(name, _)| assert_worded(&wording.text(&format!("terminal.command.{name}"))));
            errors.iter().for_each(|error| assert_worded(&wording.error(error)));
        }
    }

    #[test]
    fn refusals_have_words_in_every_language() {
        let fens = [
            Position::START_FEN,
            "6c4/11/11/11/11/11/11/3(+FTI)7/11/11/11/4C6 r - - 0 1 d5:(+FI):T>d7...",
            "9c1/11/11/3g7/4g6/11/11/3F1A4t/2N8/11/3i7/3C7 r - - 0 1",
            "3c7/11/11/11/11/2N8/11/3(TI)7/11/11/11/3C7 r - - 0 1",
        ];
        let mut keys = BTreeSet::new();
        for fen in fens {
            let position = Position::from_fen(fen).unwrap();
            for (from, unit) in position.board().iter() {
                let units = unit.pieces().map(Unit::from).chain([unit]);
                for (unit, to) in units.flat_map(|unit| Square::all().map(move |to| (unit, to))) {
                    let Some(refusal) = position.refusal(from, to, Some(unit)) else { continue };
                    if keys.insert((refusal.code(), refusal.variant())) {
                        every_wording().for_each(|wording| assert_worded(&wording.refusal(&refusal)));
                    }
                }
            }
        }
        assert!(keys.len() > 12, "{keys:?}");
    }

    /// A FEN for each kind of fault.
    const FAULTY: [&str; 26] = [
        "too long",
        "few fields",
        "{} x - - 0 1",
        "{} r x - 0 1",
        "{} r - - x 1",
        "{} r - - 0 0",
        "6c4/4C6 r - - 0 1",
        "6c4/11/11/11/11/11/11/12/11/11/11/4C6 r - - 0 1",
        "6c4/11/11/11/11/11/11/10/11/11/11/4C6 r - - 0 1",
        "6c4/11/11/11/11/11/11/3((TI))7/11/11/11/4C6 r - - 0 1",
        "6c4/11/11/11/11/11/11/3TI)6/11/11/11/4C6 r - - 0 1",
        "6c4/11/11/11/11/11/11/3(TI/11/11/11/4C6 r - - 0 1",
        "6c4/11/11/11/11/11/11/3+7T/11/11/11/4C6 r - - 0 1",
        "6c4/11/11/11/11/11/11/11+/11/11/11/4C6 r - - 0 1",
        "6c4/11/11/11/11/11/11/3X7/11/11/11/4C6 r - - 0 1",
        "6c4/11/11/11/11/11/11/3(TT)7/11/11/11/4C6 r - - 0 1",
        "6c4/11/11/11/11/11/11/6N4/11/11/11/4C6 r - - 0 1",
        "6c4/11/11/11/11/11/11/+T10/11/11/11/4C6 r - - 0 1",
        "6c4/11/11/11/11/11/11/6C4/11/11/11/4C6 r - - 0 1",
        "6c4/11/11/11/11/11/11/11/11/11/11/11 r - - 0 1",
        "{} r - - 0 1 d5",
        "{} r - - 0 1 x5:I:T>d7",
        "{} r - - 0 1 d5:x:T>d7",
        "{} r - - 0 1 d5:I:Td7",
        "{} r - - 0 1 d5:I:T>d9",
        "{} r - - 0 1 d5:+I:T>d7",
    ];

    fn faults() -> impl Iterator<Item = Fault> {
        let fens = FAULTY.map(|fen| match fen {
            "too long" => "x".repeat(cotulenh::MAX_FEN_LENGTH + 1),
            _ => fen.replace("{}", "6c4/11/11/11/11/11/11/3(TI)7/11/11/11/4C6"),
        });
        fens.into_iter().flat_map(|fen| cotulenh::check_fen(&fen))
    }

    /// The names in braces.
    fn placeholders(text: &str) -> impl Iterator<Item = &str> {
        text.split('{').skip(1).filter_map(|part| Some(part.split_once('}')?.0))
    }

    #[test]
    fn every_fault_has_words_in_every_language_that_use_only_its_parameters() {
        let key = |code: &str, variant: &str| format!("fault.{code}.{variant}");
        let known: BTreeSet<String> =
            FaultReason::VARIANTS.iter().map(|(code, variant)| key(code.name(), variant)).collect();
        assert_eq!(known.len(), FaultReason::VARIANTS.len(), "a code and variant stand for one reason");
        for locale in Locale::all() {
            let worded = locale.entries().map(|(key, _)| key).filter(|key| key.starts_with("fault."));
            let worded: BTreeSet<String> =
                worded.filter(|key| !matches!(*key, "fault.at" | "fault.atRank")).map(String::from).collect();
            assert_eq!(worded, known, "{locale:?}");
        }
        let mut seen = BTreeSet::new();
        for fault in faults() {
            let view = FaultView::from(&fault);
            let key = key(view.code, view.variant);
            let params = serde_json::to_value(&view.params).unwrap();
            for locale in Locale::all() {
                let (_, text) = locale.entries().find(|(known, _)| *known == key).unwrap();
                let missing = placeholders(text).find(|name| params.get(name).is_none());
                assert_eq!(missing, None, "{locale:?} {key}: not in {params}");
                assert_worded(&Wording::new(locale, true).fault(&fault));
            }
            seen.insert(key);
        }
        assert_eq!(seen, known, "a FEN for every fault");
    }

    #[test]
    fn faults_are_worded_with_their_place() {
        let english = Wording::english();
        let word = |fen: &str| english.fault(&cotulenh::check_fen(fen)[0]);
        assert_eq!(word(FAULTY[14]), "rank 5: “X” is not a piece.");
        assert_eq!(word(FAULTY[17]), "a5: the heroic Tank cannot stand at sea.");
        assert_eq!(word(FAULTY[19]), "Red has no Commander.");
    }

    #[test]
    fn units_are_named_by_their_first_piece() {
        let english = Wording::english();
        assert_eq!(english.unit("(+ti)"), "heroic Tank");
        assert_eq!(english.unit("F"), "Air Force");
    }
}
