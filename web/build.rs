//! Rebuilds the crate when a file of the page is added; changes of known files are noticed anyway.

fn main() {
    for path in ["index.html", "icon.svg", "src", "style"] {
        println!("cargo::rerun-if-changed={path}");
    }
}
