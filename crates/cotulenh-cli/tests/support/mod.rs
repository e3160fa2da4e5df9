//! Runs the real binary.
#![allow(dead_code, missing_docs)]

use std::ffi::OsStr;
use std::io::{Read, Write};
use std::process::{Child, Command, Output, Stdio};

pub const START: &str =
    "6c4/1n2fh1hf2/3a2s2a1/2n1gt1tg2/2ie2m2ei/11/11/2IE2M2EI/2N1GT1TG2/3A2S2A1/1N2FH1HF2/6C4 r - - 0 1";
/// A stack that may deploy.
pub const STACK: &str = "6c4/11/11/11/11/11/11/3(TI)7/11/11/11/4C6 r - - 0 1";
/// The same after the Tank's step; the Infantry remains.
pub const OPEN: &str = "6c4/11/11/11/11/11/11/3(TI)7/11/11/11/4C6 r - - 0 1 d5:I:T>d7...";

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
    spawn_program(env!("CARGO_BIN_EXE_cotulenh"), args)
}

/// Starts another program, which runs the real one.
pub fn spawn_program<S: AsRef<OsStr>>(program: &str, args: &[S]) -> Child {
    Command::new(program)
        .args(args)
        .env_remove("CLICOLOR_FORCE")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

pub fn run<S: AsRef<OsStr>>(args: &[S]) -> Run {
    run_with(args, b"")
}

/// Runs with text on standard input.
pub fn run_with<S: AsRef<OsStr>>(args: &[S], input: &[u8]) -> Run {
    let mut child = spawn(args);
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    // In another thread, so that reading and writing do not block each other.
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
    // The program may have ended without reading its input.
    let _ = writer.join().unwrap();
    let run = Run {
        code: status.code().expect("ended by a signal"),
        out: String::from_utf8(stdout).unwrap(),
        err: String::from_utf8(stderr).unwrap(),
    };
    assert!(!run.err.contains("panicked"), "{run:?}");
    run
}

/// Runs with standard output closed, as in `… | head -0`. Returns the exit code and standard error.
pub fn run_into_closed_pipe(args: &[&str], input: &[u8]) -> (i32, String) {
    let mut child = spawn(args);
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let mut err = String::new();
    child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    let code = child.wait().unwrap().code().expect("ended by a signal");
    let _ = writer.join().unwrap();
    (code, err)
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
