//! Reading the text of a deploy turn (RULES 11.4), as in move text and in the seventh field of a
//! FEN (RULES 11.1).

use crate::excerpt::excerpt;
use crate::fault::FaultReason;
use crate::moves::MoveKind;
use crate::role::{Role, RoleSet};
use crate::square::Square;

/// The parsed text of a deploy turn. Which pieces stay and which are heroic follows from the board,
/// so it is not kept: callers compare the text with the one written from the position.
pub(crate) struct DeployText<'a> {
    pub(crate) steps: Vec<StepText<'a>>,
}

pub(crate) struct StepText<'a> {
    pub(crate) text: &'a str,
    pub(crate) roles: RoleSet,
    pub(crate) kind: MoveKind,
    pub(crate) to: Square,
}

impl<'a> DeployText<'a> {
    /// `point:stay:step,step`, with or without `...` at the end.
    pub(crate) fn parse_lan(text: &'a str) -> Result<(Square, DeployText<'a>), FaultReason> {
        let text = text.strip_suffix("...").unwrap_or(text);
        let mut parts = text.splitn(3, ':');
        let (Some(square), Some(stay), Some(steps)) = (parts.next(), parts.next(), parts.next()) else {
            return Err(FaultReason::DeployParts { found: excerpt(text) });
        };
        let square = square.parse().map_err(|_| FaultReason::DeployPoint { found: excerpt(square) })?;
        Ok((square, DeployText::parse(stay, steps)?))
    }

    /// `stay<step,step`.
    pub(crate) fn parse_san(text: &'a str) -> Result<DeployText<'a>, FaultReason> {
        let (stay, steps) = text.split_once('<').unwrap_or(("", text));
        DeployText::parse(stay, steps)
    }

    fn parse(stay: &'a str, steps: &'a str) -> Result<DeployText<'a>, FaultReason> {
        // What stays follows from the steps; here it only has to be a piece or stack.
        if !stay.is_empty() {
            parse_roles(stay)?;
        }
        let steps = steps.split(',').map(StepText::parse).collect::<Result<_, _>>()?;
        Ok(DeployText { steps })
    }
}

impl<'a> StepText<'a> {
    fn parse(text: &'a str) -> Result<StepText<'a>, FaultReason> {
        let bad = || FaultReason::DeployStepText { found: excerpt(text) };
        let (pieces, rest) = text.split_once('>').ok_or_else(bad)?;
        let (kind, to) = MoveKind::split_separator(rest);
        let to = to.parse().map_err(|_| bad())?;
        Ok(StepText { text, roles: parse_roles(pieces)?, kind, to })
    }
}

/// The roles of a piece text: `F`, `+T`, `(F+T)`.
fn parse_roles(text: &str) -> Result<RoleSet, FaultReason> {
    let bad = || FaultReason::DeployPieces { found: excerpt(text) };
    let inner = match text.strip_prefix('(') {
        Some(rest) => rest.strip_suffix(')').ok_or_else(bad)?,
        None => text,
    };
    let mut roles = 0;
    for c in inner.chars().filter(|&c| c != '+') {
        let role = Role::from_letter(c).filter(|_| c.is_ascii_uppercase()).ok_or_else(bad)?;
        if roles & role.bit() != 0 {
            return Err(bad());
        }
        roles |= role.bit();
    }
    if roles == 0 { Err(bad()) } else { Ok(roles) }
}
