//! Tables of the rules: computed at compile time, except in WebAssembly.
//!
//! In a WebAssembly file the tables would be almost half of the bytes. There they are computed at
//! their first use.

/// Declares tables.
macro_rules! tables {
    ($(
        $(#[doc = $doc:literal])*
        $visibility:vis static $name:ident: $type:ty = $value:expr;
    )+) => {$(
        $(#[doc = $doc])*
        #[cfg(not(target_family = "wasm"))]
        $visibility static $name: $type = $value;

        $(#[doc = $doc])*
        #[cfg(target_family = "wasm")]
        $visibility static $name: std::sync::LazyLock<$type> = std::sync::LazyLock::new(|| $value);
    )+};
}

/// Declares functions that look into tables, and can be called where tables are computed.
macro_rules! table_functions {
    ($(
        $(#[doc = $doc:literal])*
        fn $name:ident($($argument:ident: $type:ty),*) -> $result:ty $body:block
    )+) => {$(
        $(#[doc = $doc])*
        #[cfg(not(target_family = "wasm"))]
        const fn $name($($argument: $type),*) -> $result $body

        $(#[doc = $doc])*
        #[cfg(target_family = "wasm")]
        fn $name($($argument: $type),*) -> $result $body
    )+};
}

pub(crate) use {table_functions, tables};
