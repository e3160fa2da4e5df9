#![doc = include_str!("../README.md")]

use std::collections::HashMap;
use std::fmt::{self, Display, Write};
use std::sync::OnceLock;

// `LOCALES`: the tables of this folder, sorted by language.
include!(concat!(env!("OUT_DIR"), "/tables.rs"));

/// One language with its table of texts.
pub struct Locale {
    language: &'static str,
    json: &'static str,
    /// Parsed at the first use.
    texts: OnceLock<HashMap<String, String>>,
}

impl Locale {
    const fn new(language: &'static str, json: &'static str) -> Locale {
        Locale { language, json, texts: OnceLock::new() }
    }

    /// Every language, sorted by code.
    pub fn all() -> &'static [Locale] {
        &LOCALES
    }

    /// The language with this code, such as `"vi"`.
    pub fn named(language: &str) -> Option<&'static Locale> {
        LOCALES.iter().find(|locale| locale.language == language)
    }

    /// The language of a tag such as `vi-VN` or `vi_VN.UTF-8`.
    ///
    /// ```
    /// use cotulenh_locales::Locale;
    ///
    /// assert_eq!(Locale::matching("vi_VN.UTF-8").map(Locale::language), Some("vi"));
    /// assert!(Locale::matching("C").is_none());
    /// ```
    pub fn matching(tag: &str) -> Option<&'static Locale> {
        let language = tag.split(['-', '_', '.', '@']).next()?;
        LOCALES.iter().find(|locale| locale.language.eq_ignore_ascii_case(language))
    }

    /// English, the language to fall back to.
    pub fn english() -> &'static Locale {
        Locale::named("en").expect("the folder contains en.json")
    }

    /// The code of the language: `"en"`.
    pub fn language(&self) -> &'static str {
        self.language
    }

    /// The language's own name: `"Tiếng Việt"`.
    pub fn name(&self) -> &str {
        self.get("language.name").unwrap_or(self.language)
    }

    /// The table as a JSON object.
    pub fn json(&self) -> &'static str {
        self.json
    }

    /// Every key with its text, in no particular order.
    pub fn entries(&self) -> impl Iterator<Item = (&str, &str)> {
        self.texts().iter().map(|(key, text)| (key.as_str(), text.as_str()))
    }

    /// Whether the table has a text for this key. Use it for keys composed of a prefix and a code.
    pub fn contains(&self, key: &str) -> bool {
        self.get(key).is_some()
    }

    /// The text of a key. Each `{name}` in it is replaced by the parameter of that name; one
    /// without a value stays as it is. An unknown key gives a visible `⟦key⟧`.
    ///
    /// ```
    /// use cotulenh_locales::Locale;
    ///
    /// let vietnamese = Locale::named("vi").unwrap();
    /// assert_eq!(vietnamese.text("level.number", &[("n", &5)]), "Cấp 5");
    /// assert_eq!(vietnamese.text("unknown.key", &[]), "⟦unknown.key⟧");
    /// ```
    pub fn text(&self, key: &str, values: &[(&str, &dyn Display)]) -> String {
        match self.get(key) {
            Some(text) => fill(text, values),
            None => format!("⟦{key}⟧"),
        }
    }

    fn get(&self, key: &str) -> Option<&str> {
        self.texts().get(key).map(String::as_str)
    }

    fn texts(&self) -> &HashMap<String, String> {
        self.texts.get_or_init(|| {
            serde_json::from_str(self.json)
                .unwrap_or_else(|error| panic!("locales/{}.json: {error}", self.language))
        })
    }
}

impl fmt::Debug for Locale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Locale").field(&self.language).finish()
    }
}

fn fill(text: &str, values: &[(&str, &dyn Display)]) -> String {
    let mut filled = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        filled.push_str(before);
        let value = after.split_once('}').and_then(|(name, after)| {
            values.iter().find(|(known, _)| *known == name).map(|(_, value)| (value, after))
        });
        match value {
            Some((value, after)) => {
                write!(filled, "{value}").expect("writing to a string succeeds");
                rest = after;
            }
            None => {
                filled.push('{');
                rest = after;
            }
        }
    }
    filled.push_str(rest);
    filled
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// The keys of a table in the order of its lines. Fails unless each entry has a line of its
    /// own.
    fn keys_in_order(locale: &Locale) -> Vec<&'static str> {
        let lines = locale.json().lines().filter(|line| !matches!(line.trim(), "" | "{" | "}"));
        let key = |line: &'static str| {
            let (key, _) = line.strip_prefix("  \"")?.split_once("\": \"")?;
            Some(key)
        };
        lines
            .map(|line| key(line).unwrap_or_else(|| panic!("{locale:?}: expected one entry, found {line}")))
            .collect()
    }

    /// The names in braces.
    fn parameters(text: &str) -> BTreeSet<&str> {
        text.split('{').skip(1).filter_map(|part| Some(part.split_once('}')?.0)).collect()
    }

    #[test]
    fn every_language_has_the_keys_of_english() {
        let keys = |locale: &Locale| keys_in_order(locale).into_iter().collect::<BTreeSet<_>>();
        let expected = keys(Locale::english());
        for locale in Locale::all() {
            let found = keys(locale);
            let missing: Vec<_> = expected.difference(&found).collect();
            let unknown: Vec<_> = found.difference(&expected).collect();
            assert!(
                missing.is_empty() && unknown.is_empty(),
                "{locale:?}: missing {missing:?}, unknown {unknown:?}"
            );
        }
    }

    #[test]
    fn every_language_has_the_parameters_of_english() {
        let english = Locale::english();
        for locale in Locale::all() {
            for (key, text) in locale.entries() {
                let expected = parameters(english.get(key).unwrap_or_default());
                assert_eq!(parameters(text), expected, "{locale:?}, {key}");
            }
        }
    }

    #[test]
    fn tables_are_complete_texts_without_duplicates_in_groups() {
        for locale in Locale::all() {
            let keys = keys_in_order(locale);
            assert_eq!(keys.len(), locale.texts().len(), "{locale:?} has duplicate keys");
            assert!(locale.entries().all(|(_, text)| !text.trim().is_empty()), "{locale:?} has empty texts");
            let mut groups: Vec<&str> = keys.iter().filter_map(|key| key.split('.').next()).collect();
            groups.dedup();
            let distinct: BTreeSet<_> = groups.iter().collect();
            assert_eq!(
                groups.len(),
                distinct.len(),
                "{locale:?}: keys of one prefix stand together: {groups:?}"
            );
        }
    }

    #[test]
    fn every_language_has_its_own_name() {
        let names: BTreeSet<_> = Locale::all().iter().map(Locale::name).collect();
        assert_eq!(names.len(), Locale::all().len());
        assert!(Locale::all().iter().all(|locale| locale.contains("language.name")));
    }

    #[test]
    fn parameters_are_replaced_once() {
        assert_eq!(fill("{a} and {b} and {a}", &[("a", &"{b}"), ("b", &2)]), "{b} and 2 and {b}");
        assert_eq!(fill("{unknown} { }", &[]), "{unknown} { }");
    }
}
