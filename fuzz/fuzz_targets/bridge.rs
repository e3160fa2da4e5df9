//! Arbitrary bytes as input of the bridge: every line is answered by one line of JSON, in order.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    // Skip deep perft counts, which take long; everything else must be quick.
    let deep = |line: &[u8]| line.windows(5).any(|w| w == b"perft") && !line.windows(9).any(|w| w == b"\"depth\":1");
    if bytes.split(|&b| b == b'\n').any(deep) {
        return;
    }
    let mut answers = Vec::new();
    cotulenh::bridge::serve(bytes, &mut answers).unwrap();
    let answers = String::from_utf8(answers).unwrap();
    let lines = bytes.split(|&b| b == b'\n').count() - usize::from(bytes.is_empty() || bytes.ends_with(b"\n"));
    assert_eq!(answers.lines().count(), lines);
    for answer in answers.lines() {
        assert!(answer.starts_with("{\"id\":") && answer.ends_with('}'));
        assert!(answer.contains("\"ok\":true") || answer.contains("\"error\":{\"code\":"));
    }
});
