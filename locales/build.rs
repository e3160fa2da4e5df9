//! Lists the tables of this folder, so that a new language needs no line of code.

use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

fn main() {
    let folder = env::var("CARGO_MANIFEST_DIR").expect("cargo sets CARGO_MANIFEST_DIR");
    println!("cargo::rerun-if-changed={folder}");
    let mut tables: Vec<_> = fs::read_dir(&folder)
        .expect("the package's folder can be read")
        .map(|entry| entry.expect("the package's folder can be read").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        // A published package also contains `.cargo_vcs_info.json`.
        .filter(|path| !path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.')))
        .collect();
    tables.sort();

    let mut list = format!("static LOCALES: [Locale; {}] = [\n", tables.len());
    for path in tables {
        let language = path.file_stem().and_then(|stem| stem.to_str()).expect("file names are UTF-8");
        writeln!(list, "    Locale::new({language:?}, include_str!({path:?})),").expect("strings can grow");
    }
    list.push_str("];\n");
    let out = env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    fs::write(Path::new(&out).join("tables.rs"), list).expect("OUT_DIR can be written");
}
