//! All numbers of the evaluation, in one table that `cotulenh tune fit` fits and writes.
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

/// The weights the engine plays with. How they came about: `docs/tuning.md`.
#[rustfmt::skip]
pub const DEFAULT: Weights = [
    [   0,    0], // material, commander
    [  47,   56], // material, infantry
    [  94,  231], // material, tank
    [ 128,  161], // material, militia
    [  90,   29], // material, engineer
    [ 336,  563], // material, artillery
    [ 141,   56], // material, anti_air
    [ 291,  335], // material, missile
    [ 683,  702], // material, air_force
    [ 720,    1], // material, navy
    [  48,   21], // material, headquarter
    [  60,   60], // heroic, commander
    [  90,  100], // heroic, infantry
    [ 110,  141], // heroic, tank
    [  60,   70], // heroic, militia
    [  70,   80], // heroic, engineer
    [  71,  102], // heroic, artillery
    [  60,   62], // heroic, anti_air
    [  70,   81], // heroic, missile
    [ 229,  220], // heroic, air_force
    [  90,   82], // heroic, navy
    [  60,   80], // heroic, headquarter
    [  10,    8], // carried, commander
    [   4,    4], // carried, infantry
    [   7,    6], // carried, tank
    [  12,    8], // carried, militia
    [   0,    0], // carried, engineer
    [   4,    5], // carried, artillery
    [   4,    3], // carried, anti_air
    [   6,    6], // carried, missile
    [   4,    4], // carried, air_force
    [   0,    0], // carried, navy
    [   0,    0], // carried, headquarter
    [  15,    4], [   1,   -5], [  -8,    0], [ -25,   -6], [ -40,   -8], [ -50,  -10], [ -60,  -14], [ -60,  -13], [ -60,  -13], [ -60,  -12], [ -60,  -16], [ -60,  -15], // rank, commander
    [  -8,   -8], [  -6,   -6], [  -4,   -3], [  -3,   -4], [  -4,   -2], [   8,    8], [  11,   10], [  16,   16], [  22,   21], [  22,   17], [  18,   15], [  12,   12], // rank, infantry
    [ -10,  -10], [  -6,   -6], [  -3,   -1], [  -4,   -2], [   5,    5], [   8,    9], [  13,   14], [  18,   18], [  19,   20], [  18,   15], [  14,   13], [  10,    9], // rank, tank
    [  -8,   -8], [  -6,   -6], [  -4,   -4], [   4,    0], [  -1,    1], [   3,    4], [  11,   12], [  20,   20], [  24,   22], [  24,   21], [  18,   18], [  12,   12], // rank, militia
    [  -4,   -4], [  -2,   -2], [   0,   -1], [   5,    3], [   1,   -4], [   5,    6], [   3,    3], [   0,    0], [   0,    0], [   0,    0], [   0,    0], [   0,    0], // rank, engineer
    [ -17,  -15], [  -8,  -10], [  -1,   -3], [   1,    1], [  11,   10], [  14,   21], [  18,   19], [  17,   16], [  16,   15], [  12,   12], [   8,   10], [   5,    6], // rank, artillery
    [  -4,   -4], [   0,   -1], [   2,    1], [   6,    3], [   2,   -1], [   3,    2], [   0,    0], [   0,    0], [   0,    0], [   0,    0], [   0,    0], [   0,    0], // rank, anti_air
    [  -8,  -10], [  -1,    0], [   6,    8], [   9,    8], [   7,    8], [   4,    4], [   4,    5], [   6,    6], [   8,    7], [   8,    7], [   4,    3], [   0,    0], // rank, missile
    [  -4,   -4], [   3,    1], [   6,    4], [  14,   11], [   6,    7], [  -4,    3], [   7,    8], [   9,    9], [   9,    8], [  10,    9], [   5,    3], [  10,    7], // rank, air_force
    [ -14,  -14], [  -6,   -7], [  -4,   -4], [   0,   -1], [   4,    6], [  17,   12], [  16,   13], [  19,   18], [  19,   19], [  15,   15], [  11,   10], [   8,    8], // rank, navy
    [   0,    0], [  -2,   -7], [   0,    0], [   0,    0], [   0,    0], [   4,    4], [   6,    6], [   6,    6], [   6,    6], [   6,    6], [   4,    4], [   4,    4], // rank, headquarter
    [   0,    0], [   0,    0], [ -37,  -42], [ -28,  -30], [ -16,  -17], [  -2,    0], [   5,    9], [   4,    5], [   5,    5], [   9,   10], [   7,    4], // file, commander
    [   0,    0], [   0,    0], [  -8,  -10], [  -3,   -4], [  -1,   -1], [   4,    5], [   6,    4], [   4,    4], [   0,    0], [  -1,   -1], [ -10,   -6], // file, infantry
    [   0,    0], [   0,    0], [ -10,   -9], [  -5,   -6], [  -1,    0], [  -1,    3], [  11,    7], [   4,    7], [   4,    6], [  -3,   -4], [ -10,   -8], // file, tank
    [   0,    0], [   0,    0], [ -10,  -10], [  -2,   -2], [   0,    0], [   4,    3], [   6,    8], [   5,    4], [   0,    1], [  -4,   -4], [ -10,  -10], // file, militia
    [   0,    0], [   0,    0], [  -3,   -4], [  -1,   -2], [  -2,    0], [   5,    4], [   4,    2], [   5,    3], [   4,    2], [   1,    0], [  -6,   -6], // file, engineer
    [   0,    0], [   0,    0], [ -11,  -10], [   3,    0], [   2,    4], [  11,   12], [   8,    8], [  10,   11], [   4,    5], [  -4,   -1], [  -5,   -8], // file, artillery
    [   0,    0], [   0,    0], [  -6,   -6], [   1,    0], [   6,    3], [   3,    4], [   4,    3], [   0,   -3], [   9,   11], [  -2,   -4], [  -6,   -6], // file, anti_air
    [   0,    0], [   0,    0], [ -10,  -10], [   0,   -1], [   3,    3], [   5,    5], [  10,   13], [   6,    6], [   5,    4], [   0,    1], [ -10,  -10], // file, missile
    [   0,    0], [   0,    0], [  -9,   -9], [  -4,   -2], [   5,    2], [   7,    6], [  16,   11], [   6,   11], [   2,    4], [   3,    2], [  -9,   -9], // file, air_force
    [  -6,   -6], [   4,    2], [  13,    9], [  14,   13], [  12,   10], [   0,    0], [   0,    0], [   0,    0], [   0,    0], [   0,    0], [   0,    0], // file, navy
    [   0,    0], [   0,    0], [   0,    0], [   0,    0], [   0,    0], [  -1,   -5], [   0,    0], [   0,   -2], [   0,    0], [   0,    0], [   0,    0], // file, headquarter
    [   0,    0], [   0,    0], [   0,    0], [   0,    0], [   0,    0], [   0,    0], // pressure, commander
    [  24,   24], [  20,   19], [  12,   10], [   7,    6], [   4,    2], [   7,    3], // pressure, infantry
    [  30,   27], [  34,   34], [  24,   24], [  14,   15], [   8,   10], [   4,    5], // pressure, tank
    [  30,   30], [  24,   24], [  14,   14], [   8,    9], [   3,    3], [   0,    1], // pressure, militia
    [  10,   10], [   8,    7], [   6,    4], [   4,    3], [   3,    1], [   1,    0], // pressure, engineer
    [  30,   30], [  40,   39], [  44,   43], [  32,   33], [  24,   24], [   7,   12], // pressure, artillery
    [  10,   10], [   8,    7], [   4,    2], [   2,    1], [   0,   -1], [  -1,   -2], // pressure, anti_air
    [  30,   30], [  36,   36], [  28,   26], [  18,   20], [  10,   11], [   3,    3], // pressure, missile
    [  40,   40], [  40,   36], [  39,   35], [  21,   21], [  19,   21], [   2,   10], // pressure, air_force
    [  40,   40], [  44,   44], [  40,   40], [  25,   24], [  15,   14], [  14,    7], // pressure, navy
    [   0,    0], [   0,   -1], [   0,    0], [   0,    0], [   0,    0], [   0,   -1], // pressure, headquarter
    [   0,    0], [   0,    0], [   0,    0], [   0,    0], [   0,    0], [   0,    0], // guard, commander
    [   8,    9], [   5,    6], [   0,   -1], [  -6,    0], [   1,    2], [   0,    0], // guard, infantry
    [   8,    8], [   1,    8], [   0,    2], [   5,    4], [   2,    1], [   0,    0], // guard, tank
    [   8,    8], [   5,    5], [   6,    3], [   0,    1], [  -1,    0], [  -1,    0], // guard, militia
    [   4,    3], [   5,    4], [   0,    1], [  -1,   -4], [  -2,    0], [   1,   -1], // guard, engineer
    [   1,    2], [   6,    5], [   5,    7], [  -1,    0], [  -1,    1], [   2,    1], // guard, artillery
    [  14,   15], [   6,    6], [   7,    8], [  -1,    0], [   2,    0], [   3,    0], // guard, anti_air
    [  10,   12], [  16,   23], [  12,   10], [   6,    5], [  -1,   -1], [   0,    0], // guard, missile
    [   1,    1], [  10,    7], [  10,   10], [   9,    7], [  -6,   -1], [   0,    0], // guard, air_force
    [   0,    0], [   0,    0], [   0,    0], [  -2,    0], [   0,   -2], [   2,    0], // guard, navy
    [   2,   11], [   0,   -1], [   1,   -4], [   1,   -1], [   3,   -1], [   0,    0], // guard, headquarter
    [   0,    0], // hanging, commander
    [ -18,  -16], // hanging, infantry
    [ -32,  -32], // hanging, tank
    [ -18,  -18], // hanging, militia
    [ -15,  -16], // hanging, engineer
    [ -38,  -39], // hanging, artillery
    [ -20,  -19], // hanging, anti_air
    [ -36,  -34], // hanging, missile
    [ -61,  -60], // hanging, air_force
    [ -60,  -60], // hanging, navy
    [ -10,  -11], // hanging, headquarter
    [   0,    0], // contested, commander
    [  -4,   -4], // contested, infantry
    [  -8,  -10], // contested, tank
    [  -7,   -2], // contested, militia
    [  -8,   -7], // contested, engineer
    [  -9,  -12], // contested, artillery
    [  -9,  -13], // contested, anti_air
    [ -11,  -13], // contested, missile
    [ -22,  -21], // contested, air_force
    [ -21,  -22], // contested, navy
    [  -7,   -9], // contested, headquarter
    [  10,    5], // mobility
    [  -5,   -1], // reach
    [  10,    7], // escape
    [ -15,   -9], // zone_attacked
    [ -28,  -35], // no_escape
    [  -9,  -12], // sight_pinned
    [   0,   -8], // air_cover
    [  18,   12], // air_cover_commander
    [  16,   21], // air_target
    [  13,    4], // free_lane
    [  45,   33], // sea_power
    [  13,    6], // stack_of_two
    [  11,    6], // stack_of_three
    [   4,    0], // bridge
    [ -60,  -34], // last_guard
    [ -17,  -13], // last_two_guards
    [  16,    8], // tempo
];
