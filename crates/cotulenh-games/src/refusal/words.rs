//! Causes in words, as players use them.

use cotulenh::{Cause, Color, Piece, Role, Square, Unit, terrain};

/// The name of a role, in English and in Vietnamese.
fn role_names(role: Role) -> (&'static str, &'static str) {
    match role {
        Role::Commander => ("Commander", "Tư lệnh"),
        Role::Infantry => ("Infantry", "Bộ binh"),
        Role::Tank => ("Tank", "Xe tăng"),
        Role::Militia => ("Militia", "Dân quân"),
        Role::Engineer => ("Engineer", "Công binh"),
        Role::Artillery => ("Artillery", "Pháo binh"),
        Role::AntiAir => ("Anti-Air", "Cao xạ"),
        Role::Missile => ("Missile", "Tên lửa"),
        Role::AirForce => ("Air Force", "Không quân"),
        Role::Navy => ("Navy", "Hải quân"),
        Role::Headquarter => ("Headquarter", "Sở chỉ huy"),
    }
}

/// `heroic Tank`.
fn english_name(piece: Piece) -> String {
    let heroic = if piece.heroic { "heroic " } else { "" };
    format!("{heroic}{}", role_names(piece.role).0)
}

/// `Xe tăng anh hùng`.
fn vietnamese_name(piece: Piece) -> String {
    let heroic = if piece.heroic { " anh hùng" } else { "" };
    format!("{}{heroic}", role_names(piece.role).1)
}

/// A unit goes by the name of its carrier.
fn en(unit: &Unit) -> String {
    english_name(unit.top())
}

fn vi(unit: &Unit) -> String {
    vietnamese_name(unit.top())
}

fn points(squares: &[Square]) -> String {
    squares.iter().map(|square| square.to_string()).collect::<Vec<_>>().join(", ")
}

fn attackers(attackers: &[(Square, Piece)], name: impl Fn(Piece) -> String, at: &str) -> String {
    let named = attackers.iter().map(|(square, piece)| format!("{} {at} {square}", name(*piece)));
    named.collect::<Vec<_>>().join(", ")
}

fn counted(n: u8) -> String {
    format!("{n} point{}", if n == 1 { "" } else { "s" })
}

/// In English.
pub fn english(cause: &Cause) -> String {
    match cause {
        Cause::GameOver => "The game is over.".into(),
        Cause::EmptyPoint { square } => format!("There is no such piece on {square}."),
        Cause::NotYourPiece { turn, .. } => {
            let side = if *turn == Color::Red { "Red" } else { "Blue" };
            format!("This piece is not yours to move: {side} is to move.")
        }
        Cause::SessionOpen { square } => format!(
            "A deploy from {square} is open: until it is finished or cancelled, only the pieces left there may move."
        ),
        Cause::NotRemaining { unit } => format!("The {} has already been deployed in this turn.", en(unit)),
        Cause::OneByOne => {
            "Pieces leave a stack one at a time; those that follow may rejoin the ones ahead.".into()
        }
        Cause::SamePoint { unit, square } => format!("The {} already stands on {square}.", en(unit)),
        Cause::HeadquarterFixed { .. } => "A Headquarter cannot move unless it is heroic.".into(),
        Cause::WrongDirection { unit, diagonals: false } => {
            format!("The {} goes along files and ranks only.", en(unit))
        }
        Cause::WrongDirection { unit, .. } => {
            format!("The {} goes in straight lines only: along files, ranks and diagonals.", en(unit))
        }
        Cause::OutOfRange { unit, to, range, distance } => {
            format!("The {} moves at most {} this way; {to} is {distance} away.", en(unit), counted(*range))
        }
        Cause::CaptureRange { unit, to, range, distance } => {
            format!("The {} captures within {} here; {to} is {distance} away.", en(unit), counted(*range))
        }
        Cause::CommanderDiagonal { .. } => {
            "A Commander takes the enemy Commander only along a file or rank, never diagonally.".into()
        }
        Cause::Blocked { by, square, .. } => format!("The {} on {square} is in the way.", en(by)),
        Cause::Terrain { unit, square, .. } if unit.top_role() == Role::Navy => {
            format!("The {} needs water: {square} is land.", en(unit))
        }
        Cause::Terrain { unit, square, .. } => {
            format!("The {} cannot go onto the open sea at {square}.", en(unit))
        }
        Cause::Shore { square, .. } => {
            format!("The shore at the river mouth bars the Navy's diagonal way to {square}.")
        }
        Cause::River { unit, .. } => {
            format!("The {} is heavy: it crosses the river only on the bridges of files f and h.", en(unit))
        }
        Cause::ShotDown { to, defenders } => format!(
            "The Air Force would be shot down on its way to {to} by the air defence on {}.",
            points(defenders)
        ),
        Cause::SuicideOnly { to, defenders } => format!(
            "{to} lies in the air-defence zone of {}: there an Air Force can only make a suicide capture.",
            points(defenders)
        ),
        Cause::NoStack { unit, friend, square } => {
            format!("The {} cannot combine with the {} on {square}.", en(unit), en(friend))
        }
        Cause::ForbiddenLine { square, enemy } => {
            format!("On {square} the Commander would be in open sight of the enemy Commander on {enemy}.")
        }
        Cause::Threatened { commander, attackers: by } => {
            format!(
                "Your Commander on {commander} would be in check from: {}.",
                attackers(by, english_name, "on")
            )
        }
        Cause::Exposed { commander, enemy } => {
            format!(
                "The Commanders on {commander} and {enemy} would face each other with nothing between them."
            )
        }
        Cause::NoCommander => "Your side would be without its Commander.".into(),
        Cause::CannotStay { unit, square } => {
            format!(
                "The turn cannot end here: the {} cannot stay on {square}, {}.",
                en(unit),
                surface(*square).0
            )
        }
        _ => "This move is not legal.".into(),
    }
}

/// In Vietnamese.
pub fn vietnamese(cause: &Cause) -> String {
    match cause {
        Cause::GameOver => "Ván cờ đã kết thúc.".into(),
        Cause::EmptyPoint { square } => format!("Không có quân này ở {square}."),
        Cause::NotYourPiece { turn, .. } => {
            let side = if *turn == Color::Red { "Đỏ" } else { "Xanh" };
            format!("Không phải quân của bạn: đang đến lượt bên {side}.")
        }
        Cause::SessionOpen { square } => format!(
            "Đang triển khai quân từ {square}: chỉ các quân còn lại ở đó được đi, cho đến khi kết thúc hoặc hủy triển khai."
        ),
        Cause::NotRemaining { unit } => format!("{} đã triển khai trong lượt này rồi.", vi(unit)),
        Cause::OneByOne => {
            "Các quân rời khỏi cụm lần lượt từng quân một; quân đi sau có thể nhập lại với quân đi trước."
                .into()
        }
        Cause::SamePoint { unit, square } => format!("{} đang đứng ở {square} rồi.", vi(unit)),
        Cause::HeadquarterFixed { .. } => "Sở chỉ huy không di chuyển được, trừ khi là quân anh hùng.".into(),
        Cause::WrongDirection { unit, diagonals: false } => {
            format!("{} chỉ đi theo hàng dọc và hàng ngang.", vi(unit))
        }
        Cause::WrongDirection { unit, .. } => {
            format!("{} chỉ đi thẳng: theo hàng dọc, hàng ngang hoặc đường chéo.", vi(unit))
        }
        Cause::OutOfRange { unit, to, range, distance } => {
            format!("{} chỉ đi được tối đa {range} điểm theo hướng này; {to} cách {distance} điểm.", vi(unit))
        }
        Cause::CaptureRange { unit, to, range, distance } => {
            format!("{} chỉ bắt được quân trong tầm {range} điểm; {to} cách {distance} điểm.", vi(unit))
        }
        Cause::CommanderDiagonal { .. } => {
            "Tư lệnh chỉ bắt được Tư lệnh đối phương theo hàng dọc hoặc hàng ngang, không bắt chéo.".into()
        }
        Cause::Blocked { by, square, .. } => format!("Bị {} ở {square} cản đường.", vi(by)),
        Cause::Terrain { unit, square, .. } if unit.top_role() == Role::Navy => {
            format!("{} chỉ hoạt động trên mặt nước: {square} là đất liền.", vi(unit))
        }
        Cause::Terrain { unit, square, .. } => format!("{} không xuống biển được ở {square}.", vi(unit)),
        Cause::Shore { square, .. } => {
            format!("Bờ ở cửa sông chặn đường chéo của Hải quân tới {square}.")
        }
        Cause::River { unit, .. } => {
            format!("{} là quân nặng, chỉ qua sông được trên cầu ở cột f và cột h.", vi(unit))
        }
        Cause::ShotDown { to, defenders } => {
            format!("Không quân sẽ bị phòng không ở {} bắn rơi trên đường tới {to}.", points(defenders))
        }
        Cause::SuicideOnly { to, defenders } => format!(
            "{to} nằm trong vùng phòng không của {}: ở đó Không quân chỉ có thể đánh cảm tử.",
            points(defenders)
        ),
        Cause::NoStack { unit, friend, square } => {
            format!("{} không thể kết hợp với {} ở {square}.", vi(unit), vi(friend))
        }
        Cause::ForbiddenLine { square, enemy } => {
            format!("Ở {square}, Tư lệnh sẽ lộ mặt trước Tư lệnh đối phương ở {enemy}.")
        }
        Cause::Threatened { commander, attackers: by } => {
            format!("Tư lệnh ở {commander} sẽ bị chiếu bởi: {}.", attackers(by, vietnamese_name, "ở"))
        }
        Cause::Exposed { commander, enemy } => {
            format!("Hai Tư lệnh ở {commander} và {enemy} sẽ lộ mặt nhau, không có quân nào che giữa.")
        }
        Cause::NoCommander => "Bên bạn sẽ không còn Tư lệnh.".into(),
        Cause::CannotStay { unit, square } => {
            format!("Chưa thể kết thúc lượt: {} không ở lại {square} được, {}.", vi(unit), surface(*square).1)
        }
        _ => "Nước đi không hợp lệ.".into(),
    }
}

/// Why nothing can stay on the wrong kind of ground.
fn surface(square: Square) -> (&'static str, &'static str) {
    if terrain::LAND.contains(square) {
        ("which is land", "vì đó là đất liền")
    } else {
        ("which is sea", "vì đó là biển")
    }
}
