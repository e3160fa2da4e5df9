//! The real server, and a client that can also send invalid requests.
#![allow(dead_code)]

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// A running `cotulenh serve`, killed at the end of the test.
pub struct TestServer {
    child: Child,
    pub port: u16,
}

impl TestServer {
    /// Starts the server on a free port, with its games in a folder.
    pub fn start(data: &Path) -> TestServer {
        // Two tests may get the same free port; then try another one.
        for _ in 0..50 {
            let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
            if let Some(server) = TestServer::start_on(data, free) {
                return server;
            }
        }
        panic!("the server does not start");
    }

    fn start_on(data: &Path, port: u16) -> Option<TestServer> {
        let mut child = Command::new(env!("CARGO_BIN_EXE_cotulenh"))
            .args(["serve", "--no-open", "--port", &port.to_string(), "--data"])
            .arg(data)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        if line.is_empty() {
            child.wait().unwrap();
            return None;
        }
        assert_eq!(line, format!("Cờ Tư Lệnh: http://127.0.0.1:{port}/\n"));
        Some(TestServer { child, port })
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Kills the server at once, like `kill -9`.
    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Asks the server to end; returns the exit code.
    pub fn terminate(mut self) -> Option<i32> {
        let kill = Command::new("kill").args(["-TERM", &self.id().to_string()]).status().unwrap();
        assert!(kill.success());
        let started = Instant::now();
        while started.elapsed() < Duration::from_secs(10) {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.code();
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        panic!("the server does not end");
    }

    pub fn connect(&self) -> io::Result<TcpStream> {
        let stream = TcpStream::connect(("127.0.0.1", self.port))?;
        stream.set_read_timeout(Some(Duration::from_secs(20)))?;
        Ok(stream)
    }

    /// Sends bytes unchanged and reads the answer, which is empty if the server is gone.
    pub fn raw(&self, bytes: &[u8]) -> Answer {
        let Ok(mut stream) = self.connect() else { return Answer::parse(&[]) };
        // A server that refuses a request early may not read all of it.
        let _ = stream.write_all(bytes);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let _ = stream.shutdown(Shutdown::Both);
        Answer::parse(&answer)
    }

    /// A request with further headers.
    pub fn request(&self, method: &str, path: &str, headers: &[&str], body: &[u8]) -> Answer {
        let mut text = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
        if !headers.iter().any(|header| header.to_ascii_lowercase().starts_with("host:")) {
            text += &format!("Host: 127.0.0.1:{}\r\n", self.port);
        }
        for header in headers {
            text += &format!("{header}\r\n");
        }
        if !body.is_empty() || method != "GET" {
            text += &format!("Content-Length: {}\r\n", body.len());
        }
        self.raw(&[text.as_bytes(), b"\r\n", body].concat())
    }

    pub fn get(&self, path: &str) -> Answer {
        self.request("GET", path, &[], b"")
    }

    pub fn send(&self, method: &str, path: &str, body: &Value) -> Answer {
        self.request(method, path, &["Content-Type: application/json"], body.to_string().as_bytes())
    }

    pub fn post(&self, path: &str, body: Value) -> Answer {
        self.send("POST", path, &body)
    }

    /// Starts a game between two people.
    pub fn new_game(&self) -> Value {
        self.begin(json!({"players": {"r": {"kind": "human"}, "b": {"kind": "human"}}}))
    }

    #[track_caller]
    pub fn begin(&self, request: Value) -> Value {
        let answer = self.post("/api/games", request);
        assert_eq!(answer.status, 201, "{answer:?}");
        answer.json()
    }

    pub fn game(&self, id: &str) -> Value {
        self.get(&format!("/api/games/{id}")).json()
    }

    /// Sends an action for a game in its last known state.
    pub fn act(&self, game: &Value, action: Value) -> Answer {
        let path = format!("/api/games/{}/actions", text(game, "id"));
        self.post(&path, json!({"revision": game["revision"], "action": action}))
    }

    /// Plays the listed move with this LAN.
    #[track_caller]
    pub fn play(&self, game: &Value, lan: &str) -> Value {
        let moves = game["position"]["moves"].as_array().unwrap();
        let mv = moves.iter().find(|mv| mv["lan"] == lan).unwrap_or_else(|| panic!("{lan} is not listed"));
        let answer = self.act(game, json!({"type": "move", "lan": mv["lan"], "flags": mv["flags"]}));
        assert_eq!(answer.status, 200, "{answer:?}");
        answer.json()
    }

    /// Waits until the engine has moved.
    #[track_caller]
    pub fn wait_for_engine(&self, id: &str) -> Value {
        for _ in 0..400 {
            let game = self.game(id);
            if game["busy"].is_null() {
                return game;
            }
            std::thread::sleep(Duration::from_millis(25));
        }
        panic!("the engine does not move");
    }

    /// Opens a stream of events.
    pub fn events(&self, path: &str) -> EventStream {
        let mut stream = self.connect().unwrap();
        let request = format!("GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n\r\n", self.port);
        stream.write_all(request.as_bytes()).unwrap();
        let mut events = EventStream(BufReader::new(stream));
        let mut line = String::new();
        events.0.read_line(&mut line).unwrap();
        assert!(line.starts_with("HTTP/1.1 200"), "{line}");
        events
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name].as_str().unwrap_or_else(|| panic!("{name} is not a text in {value}"))
}

/// An answer of the server.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

impl Answer {
    fn parse(bytes: &[u8]) -> Answer {
        let end = bytes.windows(4).position(|window| window == b"\r\n\r\n").unwrap_or(bytes.len());
        let head = String::from_utf8_lossy(&bytes[..end]).to_ascii_lowercase();
        let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0);
        Answer { status, head, body: bytes.get(end + 4..).unwrap_or_default().to_vec() }
    }

    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The code of a refusal.
    pub fn code(&self) -> String {
        let body: Value = serde_json::from_slice(&self.body).unwrap_or_default();
        body["error"]["code"].as_str().unwrap_or_default().to_owned()
    }
}

/// Server-sent events; the connection closes when this is dropped.
pub struct EventStream(BufReader<TcpStream>);

impl EventStream {
    /// The next event of this name; others are skipped. `None` when the stream ends.
    pub fn next(&mut self, name: &str) -> Option<Value> {
        let mut event = String::new();
        let mut line = String::new();
        loop {
            line.clear();
            if self.0.read_line(&mut line).ok()? == 0 {
                return None;
            }
            if let Some(found) = line.strip_prefix("event: ") {
                event = found.trim().to_owned();
            } else if let Some(data) = line.strip_prefix("data: ")
                && event == name
            {
                return Some(serde_json::from_str(data).unwrap());
            }
        }
    }
}
