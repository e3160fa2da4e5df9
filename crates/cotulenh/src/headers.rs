//! The headers of a game.

use crate::excerpt::excerpt;

/// The seven headers every PGN has, in their order.
pub const SEVEN_TAG_ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "Red", "Blue", "Result"];

/// The most headers that a game can have.
pub const MAX_HEADERS: usize = 1000;

/// Names and values, in order; the seven of the roster are always there and first.
#[derive(Clone, Debug, Default)]
pub struct Headers {
    /// Those that have been set.
    set: Vec<(String, String)>,
}

/// A header that cannot be written to a PGN.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HeaderError {
    /// Names consist of letters, digits and underscores.
    #[error("{0:?} is not a header name: expected letters, digits and _")]
    BadName(String),
    /// These follow from the game itself.
    #[error("the header {0} follows from the game and cannot be set")]
    Reserved(String),
    /// There are [`MAX_HEADERS`] already.
    #[error("a game has at most {MAX_HEADERS} headers")]
    TooMany,
}

/// Headers that the writer derives from the game.
pub(crate) const DERIVED: [&str; 3] = ["SetUp", "FEN", "LastGuardPromotion"];

const MAX_NAME_LENGTH: usize = 255;

/// The value of a header of the roster that is not known.
pub(crate) fn unknown(name: &str) -> Option<&'static str> {
    match name {
        "Date" => Some("????.??.??"),
        "Result" => Some("*"),
        _ => SEVEN_TAG_ROSTER.contains(&name).then_some("?"),
    }
}

/// A header that is set to "unknown" equals one that is not set.
impl PartialEq for Headers {
    fn eq(&self, other: &Headers) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for Headers {}

impl Headers {
    /// The value of a header.
    pub fn get(&self, name: &str) -> Option<&str> {
        let set = self.set.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_str());
        set.or_else(|| unknown(name))
    }

    /// Sets a header. Control characters in the value become spaces: a PGN header is one line.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), HeaderError> {
        let is_name = !name.is_empty()
            && name.len() <= MAX_NAME_LENGTH
            && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
        if !is_name {
            return Err(HeaderError::BadName(excerpt(name)));
        }
        if DERIVED.contains(&name) {
            return Err(HeaderError::Reserved(name.into()));
        }
        let value: String = value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        if let Some(header) = self.set.iter_mut().find(|(n, _)| n == name) {
            header.1 = value;
        } else if self.set.len() < MAX_HEADERS {
            self.set.push((name.into(), value));
        } else {
            return Err(HeaderError::TooMany);
        }
        Ok(())
    }

    /// Removes a header; one of the roster falls back to "unknown". Tells whether there was
    /// something to remove.
    pub fn remove(&mut self, name: &str) -> bool {
        let known = self.get(name) != unknown(name);
        self.set.retain(|(n, _)| n != name);
        known
    }

    /// All headers, the roster first.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        let roster = SEVEN_TAG_ROSTER.iter().filter_map(|&name| Some((name, self.get(name)?)));
        roster.chain(self.iter_set().filter(|(name, _)| !SEVEN_TAG_ROSTER.contains(name)))
    }

    /// The headers that have been set, in the order in which they were.
    pub fn iter_set(&self) -> impl Iterator<Item = (&str, &str)> {
        self.set.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_roster_is_always_there() {
        let mut headers = Headers::default();
        headers.set("Annotator", "x").unwrap();
        headers.set("Red", "Lan").unwrap();
        assert!(headers.remove("Red") && headers.remove("Annotator") && !headers.remove("Annotator"));
        assert_eq!(headers, Headers::default());
        let names: Vec<&str> = headers.iter().map(|(name, _)| name).collect();
        assert_eq!(names, SEVEN_TAG_ROSTER);
    }

    #[test]
    fn headers_that_have_been_set_are_known() {
        let mut headers = Headers::default();
        assert_eq!(headers.iter_set().next(), None);
        headers.set("Date", "????.??.??").unwrap();
        assert_eq!(headers.iter_set().collect::<Vec<_>>(), [("Date", "????.??.??")]);
        assert_eq!(headers, Headers::default());
        assert!(!headers.remove("Date"));
        assert_eq!(headers.iter_set().next(), None);
    }

    #[test]
    fn bad_headers_are_refused() {
        let mut headers = Headers::default();
        assert!(matches!(headers.set("a b", ""), Err(HeaderError::BadName(_))));
        assert!(matches!(headers.set("", ""), Err(HeaderError::BadName(_))));
        assert!(matches!(headers.set("FEN", ""), Err(HeaderError::Reserved(_))));
        headers.set("Site", "a\nb").unwrap();
        assert_eq!(headers.get("Site"), Some("a b"));
        for number in 1..MAX_HEADERS {
            headers.set(&format!("H{number}"), "").unwrap();
        }
        assert_eq!(headers.set("More", ""), Err(HeaderError::TooMany));
        headers.set("H1", "again").unwrap();
    }
}
