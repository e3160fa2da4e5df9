//! The measurements of the rules library that `cotulenh-lab bench`, `cargo bench` and the
//! instruction guard share.
//!
//! Times on a shared machine are noisy, so everything is compared with a yardstick that runs
//! alternately in the same process: cozy-chess counting the first five plies of chess.
//!
//! This is not a stable interface; the package is the program `cotulenh-lab`.

mod timing;
pub mod workload;

pub use timing::{Figure, FigureUnit, TimingReport, measure};

use cotulenh::Position;

/// A named position to measure.
#[derive(Clone, Copy, Debug)]
pub struct Scene {
    /// A short name.
    pub name: &'static str,
    /// The position.
    pub fen: &'static str,
    /// The depth of its tree: a second of work or less.
    pub depth: u32,
}

impl Scene {
    /// The parsed position. A test checks that all FENs are valid.
    pub fn position(&self) -> Position {
        match Position::from_fen(self.fen) {
            Ok(position) => position,
            Err(error) => unreachable!("{}: {error}", self.name),
        }
    }
}

/// The start position, then the positions of which the mean is taken.
pub const SCENES: [Scene; 8] = [
    Scene { name: "start", fen: Position::START_FEN, depth: 4 },
    Scene {
        name: "opening",
        fen: "6c4/1n3h1hf2/3a2s2a1/2n1gt1(tm)g2/2ie5ei/4f6/11/2IE2M2EI/2N1GT1TG2/3A2S4/1N2FH1HF2/4C6 b - - 1 4",
        depth: 3,
    },
    Scene {
        name: "middlegame",
        fen: "6t2c1/1n3h1hf2/6s1ga1/2n1g(tm)5/4ea2e1i/11/1N9/2(NI)6fI/3(EG)3(TM)G2/6S2A1/5H1HF2/2(FTC)8 r - - 2 14",
        depth: 3,
    },
    Scene {
        name: "stacks",
        fen: "6(tc)4/1(nf)3h1h3/6s4/4(eg)(tm)3g1/2ie2(fi)2ai/7t3/5a1T3/(NI)1E6(FM)I/4G4(EG)1/3A2(ES)2M1/1(NFT)2FH1(HC)3/11 r - - 0 16",
        depth: 3,
    },
    Scene {
        name: "heroics",
        fen: "6+c4/1+n2+fh1h+f2/3+a2+s2+a1/2+n1+g+t1+t+g2/2+i+e5+e+i/6+m4/6+M4/2+I+E5+E+I/2+N1+G+T1+T+G2/3+A2+S2+A1/1+N2+FH1H+F2/4+C6 r - - 4 20",
        depth: 3,
    },
    Scene {
        name: "check",
        fen: "8c2/1n3h1h3/6s2a1/2n1(eg)2tg2/7e2i/11/11/10I/2N4T(EG)(+ftm)1/3AG6/1N3H1H1M1/6(FC)2A1 r - - 8 17",
        depth: 3,
    },
    Scene {
        name: "open session",
        fen: "6c4/n4h1h3/6s4/4g1t1g1f/2ea3a2i/6t2e1/7T3/3S6I/8G2/4G4A1/nNA2HMH3/6(FTC)4 r - - 8 26 g1:(TC):F>g4...",
        depth: 3,
    },
    Scene {
        name: "endgame",
        fen: "6(ftc)4/5h1h3/6s4/4g1t1g2/2e8/9e1/11/11/8A2/1N9/3A1H4E/8CS1 b - - 6 56",
        depth: 3,
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scenes_match_their_names() {
        for scene in &SCENES {
            let position = scene.position();
            assert_eq!(position.fen(), scene.fen, "{}", scene.name);
            assert!(position.legal_move_count() > 0, "{}", scene.name);
            assert_eq!(position.session().is_some(), scene.name == "open session");
            assert_eq!(
                position.session().is_none() && position.is_check(),
                scene.name == "check",
                "{}",
                scene.name
            );
        }
        let find = |name: &str| SCENES.iter().find(|scene| scene.name == name).unwrap().position();
        assert!(find("stacks").board().stacks().len() >= 10);
        assert!(find("heroics").board().heroic_tops().len() >= 30);
    }
}
