//! Kinds of mates.

use cotulenh::{Color, MoveKind, Position};

use super::solver::{BudgetSpent, Solver, Turn, deploys, distinct_turns, has_lost, has_step};

/// A kind of mate. In the main line the defender delays the mate as long as possible.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Tag {
    /// At the end of the main line, only deploys mate.
    Deploy,
    /// At some turn of the main line, a suicide capture wins in time.
    Suicide,
    /// At some turn of the main line, a stay capture wins in time.
    Stay,
    /// The Commander is captured within one deploy, without a threat before it.
    Taken,
    /// At the end one of the Commanders is in a stack.
    Stacked,
    /// There is a check that only deploys answer: in the main line, or as a mate that fails because
    /// of them.
    Escape,
}

impl Tag {
    /// All kinds.
    pub const ALL: [Tag; 6] = [Tag::Deploy, Tag::Suicide, Tag::Stay, Tag::Taken, Tag::Stacked, Tag::Escape];

    /// The name in the suite's file.
    pub const fn name(self) -> &'static str {
        match self {
            Tag::Deploy => "deploy",
            Tag::Suicide => "suicide",
            Tag::Stay => "stay",
            Tag::Taken => "taken",
            Tag::Stacked => "stacked",
            Tag::Escape => "escape",
        }
    }

    /// The reverse of [`name`](Tag::name).
    pub fn from_name(name: &str) -> Option<Tag> {
        Tag::ALL.into_iter().find(|tag| tag.name() == name)
    }
}

/// The kinds of a mate whose distance and first turns are known.
pub fn of(
    position: &Position,
    mate: u32,
    solutions: &[Turn],
    solver: &mut Solver,
) -> Result<Vec<Tag>, BudgetSpent> {
    let mut escape = distinct_turns(position).iter().any(|(_, after)| {
        let solves = solutions.iter().any(|(_, winning)| winning.repetition_key() == after.repetition_key());
        !solves && only_deploys_answer(after)
    });
    // Follow the main line to the turns that mate.
    let mut winning = solutions.to_vec();
    let some = |turns: &[Turn], kind| turns.iter().any(|(turn, _)| has_step(turn, kind));
    let mut suicide = some(&winning, MoveKind::SuicideCapture);
    let mut stay = some(&winning, MoveKind::StayCapture);
    for left in (1..mate).rev() {
        let (_, after) = winning[0];
        escape |= only_deploys_answer(&after);
        // The first of the replies that delay the mate longest.
        for (_, reply) in distinct_turns(&after) {
            if solver.distance(&reply, left - 1)?.is_none() {
                winning = solver.solutions(&reply, left)?;
                break;
            }
        }
        suicide |= some(&winning, MoveKind::SuicideCapture);
        stay |= some(&winning, MoveKind::StayCapture);
    }
    let carried = |after: &Position, color: Color| {
        let square = after.board().commander(color);
        square.is_some_and(|square| after.board().stacks().contains(square))
    };
    let holds = |tag: Tag| match tag {
        Tag::Deploy => winning.iter().all(|(turn, _)| deploys(turn)),
        Tag::Suicide => suicide,
        Tag::Stay => stay,
        Tag::Taken => winning.iter().all(takes_commander),
        Tag::Stacked => Color::ALL.into_iter().any(|color| winning.iter().all(|(_, at)| carried(at, color))),
        Tag::Escape => escape,
    };
    Ok(Tag::ALL.into_iter().filter(|&tag| holds(tag)).collect())
}

/// Does a turn end the game by capturing the Commander?
pub fn takes_commander((_, after): &Turn) -> bool {
    after.board().commander(after.turn()).is_none()
}

fn only_deploys_answer(position: &Position) -> bool {
    position.is_check()
        && !has_lost(position)
        && distinct_turns(position).iter().all(|(turn, _)| deploys(turn))
}
