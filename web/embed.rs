#![doc = include_str!("README.md")]

use std::borrow::Cow;

use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "."]
#[include = "index.html"]
#[include = "icon.svg"]
#[include = "src/*"]
#[include = "style/*"]
struct Page;

/// One file of the page.
#[derive(Clone, Debug)]
pub struct File {
    /// The bytes of the file.
    pub content: Cow<'static, [u8]>,
    /// The media type with its charset, for the header `Content-Type`.
    pub content_type: String,
    /// The SHA-256 hash of the content.
    pub hash: [u8; 32],
}

/// The file with this path, relative to the page's folder: `index.html`, `src/main.js`.
pub fn file(path: &str) -> Option<File> {
    let file = Page::get(path)?;
    let hash = file.metadata.sha256_hash();
    Some(File { content: file.data, content_type: content_type(path), hash })
}

/// The paths of all files.
pub fn paths() -> impl Iterator<Item = Cow<'static, str>> {
    Page::iter()
}

fn content_type(path: &str) -> String {
    let mime = mime_guess::from_path(path).first_or_octet_stream();
    match (mime.type_(), mime.subtype().as_str()) {
        (mime_guess::mime::TEXT, _) | (_, "javascript") => format!("{mime}; charset=utf-8"),
        _ => mime.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_page_is_embedded() {
        for path in paths() {
            let served = ["index.html", "icon.svg"].contains(&&*path);
            assert!(served || path.starts_with("src/") || path.starts_with("style/"), "{path}");
        }
        for path in ["package.json", "Cargo.toml", "embed.rs", "../Cargo.toml", "src", "src/", "./index.html"]
        {
            assert!(file(path).is_none(), "{path}");
        }
    }

    #[test]
    fn texts_have_a_charset() {
        assert_eq!(file("index.html").unwrap().content_type, "text/html; charset=utf-8");
        assert_eq!(file("src/main.js").unwrap().content_type, "text/javascript; charset=utf-8");
        assert_eq!(file("icon.svg").unwrap().content_type, "image/svg+xml");
    }
}
