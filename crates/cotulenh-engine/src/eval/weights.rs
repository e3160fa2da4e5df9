//! All numbers of the evaluation, in one table that a tuner can fit.
//!
//! A weight is a pair: its value in the middlegame and in the endgame, in centipawns. Groups of weights have a first index each; the index
//! within the group follows from what the group is about (a role, a rank, a distance).

use cotulenh::Role;

const ROLES: usize = Role::COUNT;

/// Distances to a Commander that count: 1–6.
pub const DISTANCES: usize = 6;

/// A piece, by role.
pub const MATERIAL: usize = 0;
/// What being heroic adds, by role.
pub const HEROIC: usize = MATERIAL + ROLES;
/// What being carried adds, by role.
pub const CARRIED: usize = HEROIC + ROLES;
/// Placement, by role and rank from the own side (12 each).
pub const RANK: usize = CARRIED + ROLES;
/// Placement, by role and file (11 each).
pub const FILE: usize = RANK + ROLES * 12;
/// A piece near the enemy Commander, by role and distance.
pub const PRESSURE: usize = FILE + ROLES * 11;
/// A piece near the own Commander, by role and distance.
pub const GUARD: usize = PRESSURE + ROLES * DISTANCES;
/// An own unit that the enemy attacks and nothing of ours covers, by top role.
pub const HANGING: usize = GUARD + ROLES * DISTANCES;
/// An own unit that is attacked and covered, by top role.
pub const CONTESTED: usize = HANGING + ROLES;
/// A point that we attack.
pub const MOBILITY: usize = CONTESTED + ROLES;
/// A point of the enemy's half that we attack.
pub const REACH: usize = MOBILITY + 1;
/// A point next to the own Commander that it could go to.
pub const ESCAPE: usize = REACH + 1;
/// A point around the own Commander that the enemy attacks.
pub const ZONE_ATTACKED: usize = ESCAPE + 1;
/// The own Commander cannot move to any neighbouring point.
pub const NO_ESCAPE: usize = ZONE_ATTACKED + 1;
/// The only unit on the line between the Commanders is ours: it may not leave it.
pub const SIGHT_PINNED: usize = NO_ESCAPE + 1;
/// An own unit under our air defence while the enemy has an Air Force.
pub const AIR_COVER: usize = SIGHT_PINNED + 1;
/// The own Commander under our air defence while the enemy has an Air Force.
pub const AIR_COVER_COMMANDER: usize = AIR_COVER + 1;
/// An enemy unit that our Air Forces reach past its air defence.
pub const AIR_TARGET: usize = AIR_COVER_COMMANDER + 1;
/// A Navy that no enemy Navy stands in range of.
pub const FREE_LANE: usize = AIR_TARGET + 1;
/// We have Navies and the enemy has none.
pub const SEA_POWER: usize = FREE_LANE + 1;
/// A stack of two.
pub const STACK_OF_TWO: usize = SEA_POWER + 1;
/// A stack of three.
pub const STACK_OF_THREE: usize = STACK_OF_TWO + 1;
/// A heavy piece, or one carried by an Engineer, on a bridge file within reach of the bridge.
pub const BRIDGE: usize = STACK_OF_THREE + 1;
/// One unit is left beside the Commander.
pub const LAST_GUARD: usize = BRIDGE + 1;
/// Two units are left beside the Commander.
pub const LAST_TWO_GUARDS: usize = LAST_GUARD + 1;
/// The side to move.
pub const TEMPO: usize = LAST_TWO_GUARDS + 1;
/// How many weights there are.
pub const COUNT: usize = TEMPO + 1;

/// One weight: middlegame, endgame.
pub type Weight = [i16; 2];

/// All weights, by index.
pub type Weights = [Weight; COUNT];

/// The groups with their names and first indices, in the order of the table.
pub const GROUPS: [(&str, usize); 27] = [
    ("material", MATERIAL),
    ("heroic", HEROIC),
    ("carried", CARRIED),
    ("rank", RANK),
    ("file", FILE),
    ("pressure", PRESSURE),
    ("guard", GUARD),
    ("hanging", HANGING),
    ("contested", CONTESTED),
    ("mobility", MOBILITY),
    ("reach", REACH),
    ("escape", ESCAPE),
    ("zone_attacked", ZONE_ATTACKED),
    ("no_escape", NO_ESCAPE),
    ("sight_pinned", SIGHT_PINNED),
    ("air_cover", AIR_COVER),
    ("air_cover_commander", AIR_COVER_COMMANDER),
    ("air_target", AIR_TARGET),
    ("free_lane", FREE_LANE),
    ("sea_power", SEA_POWER),
    ("stack_of_two", STACK_OF_TWO),
    ("stack_of_three", STACK_OF_THREE),
    ("bridge", BRIDGE),
    ("last_guard", LAST_GUARD),
    ("last_two_guards", LAST_TWO_GUARDS),
    ("tempo", TEMPO),
    ("end", COUNT),
];

/// The weights the engine plays with.
pub const DEFAULT: Weights = hand_set();

//                                   C    I    T    M    E    A    G    S    F    N   H
const MATERIAL_MG: [i16; ROLES] = [0, 100, 200, 110, 100, 310, 130, 240, 460, 560, 60];
const MATERIAL_EG: [i16; ROLES] = [0, 120, 230, 140, 110, 340, 130, 240, 480, 520, 60];
const HEROIC_MG: [i16; ROLES] = [60, 90, 110, 60, 70, 70, 60, 70, 160, 90, 60];
const HEROIC_EG: [i16; ROLES] = [60, 100, 120, 70, 80, 90, 60, 80, 170, 90, 80];
const CARRIED_MG: [i16; ROLES] = [10, 4, 4, 4, 0, 6, 4, 6, 4, 0, 0];

/// Value of the own ranks 1–12 (from the own side), middlegame.
#[rustfmt::skip]
const RANK_MG: [[i16; 12]; ROLES] = [
    [ 12,   6, -10, -25, -40, -50, -60, -60, -60, -60, -60, -60], // Commander
    [ -8,  -6,  -4,  -2,   0,   6,  12,  18,  22,  22,  18,  12], // Infantry
    [-10,  -6,  -2,   0,   4,   8,  14,  18,  20,  18,  14,  10], // Tank
    [ -8,  -6,  -4,  -2,   0,   6,  14,  20,  24,  24,  18,  12], // Militia
    [ -4,  -2,   0,   2,   4,   6,   4,   0,   0,   0,   0,   0], // Engineer
    [-16, -10,  -2,   4,  12,  20,  16,  16,  16,  12,   8,   4], // Artillery
    [ -4,   0,   2,   4,   4,   2,   0,   0,   0,   0,   0,   0], // Anti-Air
    [ -8,  -2,   4,   8,   8,   6,   4,   6,   8,   8,   4,   0], // Missile
    [ -6,   0,   2,   4,   4,   4,   8,  10,  12,  12,  12,  12], // Air Force
    [-14,  -8,  -4,   0,   6,  12,  16,  20,  22,  18,  12,   8], // Navy
    [  0,   0,   0,   0,   0,   4,   6,   6,   6,   6,   4,   4], // Headquarter
];

/// Value of the files a–k.
#[rustfmt::skip]
const FILE_MG: [[i16; 11]; ROLES] = [
    [  0,   0, -40, -30, -16,   0,   4,   6,   8,   8,   4], // Commander: away from the sea
    [  0,   0,  -8,  -2,   0,   4,   6,   4,   0,  -2,  -6], // Infantry
    [  0,   0, -10,  -4,   0,   6,   8,   6,   2,  -4, -10], // Tank
    [  0,   0, -10,  -2,   0,   4,   6,   4,   0,  -4, -10], // Militia
    [  0,   0,  -6,   0,   2,   6,   4,   6,   2,   0,  -6], // Engineer
    [  0,   0, -10,   0,   4,  10,   8,  10,   4,   0, -10], // Artillery
    [  0,   0,  -6,   0,   4,   4,   4,   4,   4,   0,  -6], // Anti-Air
    [  0,   0, -10,   0,   4,   6,   8,   6,   4,   0, -10], // Missile
    [  0,   0,  -6,   0,   4,   6,   6,   6,   4,   0,  -6], // Air Force
    [ -6,   4,  10,  14,  14,   0,   0,   0,   0,   0,   0], // Navy: c and the river mouth reach furthest
    [  0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0], // Headquarter
];

/// By distance 1–6 to the enemy Commander.
#[rustfmt::skip]
const PRESSURE_MG: [[i16; DISTANCES]; ROLES] = [
    [  0,   0,   0,   0,   0,   0], // Commander
    [ 24,  20,  12,   8,   4,   2], // Infantry
    [ 30,  34,  24,  14,   8,   4], // Tank
    [ 30,  24,  14,   8,   4,   2], // Militia
    [ 10,   8,   6,   4,   2,   0], // Engineer
    [ 30,  40,  44,  30,  20,  10], // Artillery
    [ 10,   8,   4,   2,   0,   0], // Anti-Air
    [ 30,  36,  28,  18,  10,   4], // Missile
    [ 40,  44,  44,  40,  24,  14], // Air Force
    [ 40,  44,  40,  26,  16,   8], // Navy
    [  0,   0,   0,   0,   0,   0], // Headquarter
];

/// By distance 1–6 to the own Commander.
#[rustfmt::skip]
const GUARD_MG: [[i16; DISTANCES]; ROLES] = [
    [  0,   0,   0,   0,   0,   0], // Commander
    [  8,   6,   2,   0,   0,   0], // Infantry
    [  8,   8,   4,   2,   0,   0], // Tank
    [  8,   6,   2,   0,   0,   0], // Militia
    [  4,   4,   2,   0,   0,   0], // Engineer
    [  2,   6,   6,   4,   0,   0], // Artillery
    [ 14,  12,   6,   0,   0,   0], // Anti-Air
    [ 14,  14,  10,   4,   0,   0], // Missile
    [  0,   4,   4,   4,   0,   0], // Air Force
    [  0,   0,   0,   0,   0,   0], // Navy
    [  4,   2,   0,   0,   0,   0], // Headquarter
];

const HANGING_MG: [i16; ROLES] = [0, -16, -34, -18, -16, -44, -20, -36, -60, -60, -10];
const CONTESTED_MG: [i16; ROLES] = [0, -2, -8, -2, -2, -14, -4, -10, -20, -22, -2];

const fn fill(weights: &mut Weights, first: usize, mg: &[i16], eg: &[i16]) {
    let mut i = 0;
    while i < mg.len() {
        weights[first + i] = [mg[i], eg[i]];
        i += 1;
    }
}

/// Sensible values to start from.
const fn hand_set() -> Weights {
    let mut weights = [[0; 2]; COUNT];
    fill(&mut weights, MATERIAL, &MATERIAL_MG, &MATERIAL_EG);
    fill(&mut weights, HEROIC, &HEROIC_MG, &HEROIC_EG);
    fill(&mut weights, CARRIED, &CARRIED_MG, &CARRIED_MG);
    fill(&mut weights, HANGING, &HANGING_MG, &HANGING_MG);
    fill(&mut weights, CONTESTED, &CONTESTED_MG, &CONTESTED_MG);
    let mut role = 0;
    while role < ROLES {
        let mut rank_eg = RANK_MG[role];
        if role == Role::Commander as usize {
            // With few pieces left the Commander may walk.
            let mut i = 0;
            while i < 12 {
                rank_eg[i] /= 4;
                i += 1;
            }
        }
        fill(&mut weights, RANK + role * 12, &RANK_MG[role], &rank_eg);
        fill(&mut weights, FILE + role * 11, &FILE_MG[role], &FILE_MG[role]);
        fill(&mut weights, PRESSURE + role * DISTANCES, &PRESSURE_MG[role], &PRESSURE_MG[role]);
        fill(&mut weights, GUARD + role * DISTANCES, &GUARD_MG[role], &GUARD_MG[role]);
        role += 1;
    }
    weights[MOBILITY] = [2, 3];
    weights[REACH] = [2, 2];
    weights[ESCAPE] = [8, 6];
    weights[ZONE_ATTACKED] = [-10, -8];
    weights[NO_ESCAPE] = [-30, -40];
    weights[SIGHT_PINNED] = [-10, -14];
    weights[AIR_COVER] = [4, 2];
    weights[AIR_COVER_COMMANDER] = [24, 12];
    weights[AIR_TARGET] = [6, 8];
    weights[FREE_LANE] = [12, 10];
    weights[SEA_POWER] = [40, 50];
    weights[STACK_OF_TWO] = [6, 4];
    weights[STACK_OF_THREE] = [10, 6];
    weights[BRIDGE] = [10, 8];
    weights[LAST_GUARD] = [-60, -60];
    weights[LAST_TWO_GUARDS] = [-20, -20];
    weights[TEMPO] = [20, 14];
    weights
}
