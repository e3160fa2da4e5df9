//! The bench: a fixed amount of work. Its node count is the signature of the search.

use cotulenh::Position;

use crate::{Engine, EngineOptions, Limits, SearchPosition};

/// The bench positions: opening, middlegame, stacks, open sessions, checks, endgames.
pub const POSITIONS: [&str; 14] = [
    Position::START_FEN,
    "6c4/1n3h1hf2/3a2s2a1/2n1gt1(tm)g2/2ie5ei/4f6/11/2IE2M2EI/2N1GT1TG2/3A2S4/1N2FH1HF2/4C6 b - - 1 4",
    "6t2c1/1n3h1hf2/6s1ga1/2n1g(tm)5/4ea2e1i/11/1N9/2(NI)6fI/3(EG)3(TM)G2/6S2A1/5H1HF2/2(FTC)8 r - - 2 14",
    "6(tc)4/1(nf)3h1h3/6s4/4(eg)(tm)3g1/2ie2(fi)2ai/7t3/5a1T3/(NI)1E6(FM)I/4G4(EG)1/3A2(ES)2M1/1(NFT)2FH1(HC)3/11 r - - 0 16",
    "9c1/1(nf)3h1h3/6s4/4gt3g1/2ie2(fm)2ai/7t3/5a1T3/N1E7I/4G4(EG)1/3A2S2M1/4FH1(HC)3/11 r - - 0 16",
    "8c2/1n3h1h3/6s2a1/2n1(eg)2tg2/7e2i/11/11/10I/2N4T(EG)(+ftm)1/3AG6/1N3H1H1M1/6(FC)2A1 r - - 8 17",
    "6c4/n4h1h3/6s4/4g1t1g1f/2ea3a2i/6t2e1/7T3/3S6I/8G2/4G4A1/nNA2HMH3/6(FTC)4 r - - 8 26",
    "6c4/n4h1h3/6s4/4g1t1g1f/2ea3a2i/6t2e1/7T3/3S6I/8G2/4G4A1/nNA2HMH3/6(FTC)4 r - - 8 26 g1:(TC):F>g4...",
    "6+c4/1+n2+fh1h+f2/3+a2+s2+a1/2+n1+g+t1+t+g2/2+i+e5+e+i/6+m4/6+M4/2+I+E5+E+I/2+N1+G+T1+T+G2/3+A2+S2+A1/1+N2+FH1H+F2/4+C6 r - - 4 20",
    "6(ftc)4/5h1h3/6s4/4g1t1g2/2e8/9e1/11/11/8A2/1N9/3A1H4E/8CS1 b - - 6 56",
    "6c4/11/11/11/11/11/11/3(TI)7/11/11/11/4C6 r - - 0 1",
    "2c8/11/11/5t5/4a6/11/11/4F6/11/6T4/11/10C b - - 12 60",
    "7c3/11/11/2(ni)8/11/11/2N8/11/5(EA)5/6I4/8F2/9C1 r - - 3 44",
    "6c4/4h6/11/6t4/11/5(fi)5/11/3(EG)3T3/11/6M4/4(HC)6/11 b - - 40 71",
];

/// The depth to which [`bench()`] searches each position.
pub const DEPTH: u32 = 6;

/// The node count of [`bench()`]. It is the same in debug, release and WebAssembly builds, and
/// changes only with a functional change of the search.
pub const SIGNATURE: u64 = 229_700;

/// Searches all positions with one thread and an empty small table, and returns the node count. It
/// is the same on every machine.
pub fn bench() -> u64 {
    bench_to(DEPTH)
}

/// Like [`bench()`], but to another depth.
pub fn bench_to(depth: u32) -> u64 {
    let mut engine = Engine::new(EngineOptions::default().with_hash_mb(8));
    let mut nodes = 0;
    for fen in POSITIONS {
        let Ok(position) = Position::from_fen(fen) else { continue };
        engine.new_game();
        nodes += engine.search(&SearchPosition::from(position), &Limits::depth(depth), &mut |_| {}).nodes;
    }
    nodes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_is_valid() {
        for fen in POSITIONS {
            let position = Position::from_fen(fen).unwrap();
            assert_eq!(position.fen(), fen);
            assert!(position.can_complete_turn(), "{fen}");
        }
    }
}
