//! Runs the real binary.
#![allow(dead_code, missing_docs)]

use std::ffi::OsStr;
use std::process::{Child, Command, Output, Stdio};

pub const PROGRAM: &str = env!("CARGO_BIN_EXE_cotulenh-lab");

/// The result of a run.
#[derive(Debug)]
pub struct Run {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Run {
    /// Asserts that the run succeeded without errors or warnings; returns its output.
    #[track_caller]
    pub fn good(self) -> String {
        assert_eq!((self.code, self.err.as_str()), (0, ""), "{}", self.out);
        self.out
    }

    /// Asserts that the run failed with exactly one line on standard error; returns that line.
    #[track_caller]
    pub fn bad(self) -> String {
        assert_eq!(self.code, 1, "{self:?}");
        assert!(self.err.starts_with("error: "), "{self:?}");
        assert_eq!(self.err.matches('\n').count(), 1, "{self:?}");
        self.err.trim_end().to_owned()
    }
}

pub fn spawn<S: AsRef<OsStr>>(args: &[S]) -> Child {
    Command::new(PROGRAM)
        .args(args)
        .env_remove("CLICOLOR_FORCE")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

pub fn run<S: AsRef<OsStr>>(args: &[S]) -> Run {
    let Output { status, stdout, stderr } = spawn(args).wait_with_output().unwrap();
    let run = Run {
        code: status.code().expect("ended by a signal"),
        out: String::from_utf8(stdout).unwrap(),
        err: String::from_utf8(stderr).unwrap(),
    };
    assert!(!run.err.contains("panicked"), "{run:?}");
    run
}

/// A temporary folder, removed at the end of the test.
pub fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

/// Writes a file and returns its path as text.
pub fn file(folder: &tempfile::TempDir, name: &str, contents: impl AsRef<[u8]>) -> String {
    let path = folder.path().join(name);
    std::fs::write(&path, contents).unwrap();
    path.to_str().unwrap().to_owned()
}
