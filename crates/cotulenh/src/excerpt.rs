//! Untrusted text in messages.

/// The most characters of an [`excerpt`].
const MAX_EXCERPT: usize = 64;

/// The beginning of an untrusted text, for an error message: 64 characters at most, so that the
/// message does not become a megabyte long.
///
/// ```
/// assert_eq!(cotulenh::excerpt("Ic6"), "Ic6");
/// assert_eq!(cotulenh::excerpt(&"x".repeat(1_000_000)).len(), 64);
/// ```
pub fn excerpt(text: &str) -> String {
    text.chars().take(MAX_EXCERPT).collect()
}
