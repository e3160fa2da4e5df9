use super::Refusal;
use cotulenh::*;
pub fn cannot_stay(_u: Unit, square: Square) -> Refusal { Refusal{code:"CANNOT_STAY", clause:"9.5", en:"cannot stay".into(), vi:"không ở lại được".into(), squares: vec![square.to_string()]} }
pub fn commander_in_danger(_b: &Board, _c: Color) -> Refusal { Refusal{code:"COMMANDER_THREATENED", clause:"9.5", en:"commander in danger".into(), vi:"Tư lệnh gặp nguy".into(), squares: vec![]} }
