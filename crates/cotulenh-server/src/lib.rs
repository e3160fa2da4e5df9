#![doc = include_str!("../README.md")]
//!
//! ## Files
//!
//! | file | contents |
//! |---|---|
//! | `server` | the port, the start and the end |
//! | `guard` | which requests are accepted: Host, Origin, sizes; the headers of every answer |
//! | `static_files` | the page, embedded in the program |
//! | `api/` | the requests of the API and their answers |

#![forbid(unsafe_code)]

mod api;
mod guard;
mod server;
mod static_files;

pub use server::{Config, FIRST_PORT, Server, StartError};
