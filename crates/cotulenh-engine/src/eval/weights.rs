//! The weights of the evaluation in one table, as `cotulenh-lab tune` writes it.
//!
//! A weight is a pair of values in centipawns: for the middlegame and for the endgame. Every group
//! of weights has a first index; the index within the group is that of a role, a rank, a file or a
//! distance.

use cotulenh::{FILES, RANKS, Role};

const ROLES: usize = Role::COUNT;

/// Distances to the enemy Commander that count: 1 to this.
pub const DISTANCES: usize = 6;

/// A piece, by role.
pub const MATERIAL: usize = 0;
/// A heroic piece, by role; added to its material.
pub const HEROIC: usize = MATERIAL + ROLES;
/// A carried piece, by role; added to its material.
pub const CARRIED: usize = HEROIC + ROLES;
/// Placement, by role and rank from the own side.
pub const RANK: usize = CARRIED + ROLES;
/// Placement, by role and file.
pub const FILE: usize = RANK + ROLES * RANKS as usize;
/// A piece near the enemy Commander, by role and distance.
pub const PRESSURE: usize = FILE + ROLES * FILES as usize;
/// An own unit that is attacked and not protected, by top role.
pub const HANGING: usize = PRESSURE + ROLES * DISTANCES;
/// An own unit that is attacked and protected, by top role.
pub const CONTESTED: usize = HANGING + ROLES;
/// A point that the side attacks.
pub const MOBILITY: usize = CONTESTED + ROLES;
/// A point of the enemy's half that the side attacks.
pub const REACH: usize = MOBILITY + 1;
/// A neighbouring point that the own Commander could move to.
pub const ESCAPE: usize = REACH + 1;
/// A point around the own Commander that the enemy attacks.
pub const ZONE_ATTACKED: usize = ESCAPE + 1;
/// The own Commander cannot move to any neighbouring point.
pub const NO_ESCAPE: usize = ZONE_ATTACKED + 1;
/// The only unit between the Commanders on a line is an own one: it is pinned to that line.
pub const SIGHT_PINNED: usize = NO_ESCAPE + 1;
/// A stack of two.
pub const STACK_OF_TWO: usize = SIGHT_PINNED + 1;
/// A stack of three.
pub const STACK_OF_THREE: usize = STACK_OF_TWO + 1;
/// The own Commander is in the air-defence zone of one unit, and the enemy has an Air Force that
/// air defence can stop.
pub const COMMANDER_COVERED: usize = STACK_OF_THREE + 1;
/// The same in the zones of two units or more, so an Air Force cannot reach it even by a suicide
/// capture.
pub const COMMANDER_COVERED_TWICE: usize = COMMANDER_COVERED + 1;
/// An own unit in an own air-defence zone that an enemy Air Force could capture otherwise.
pub const AIR_COVER: usize = COMMANDER_COVERED_TWICE + 1;
/// Four points that own Air Forces reach and that the enemy neither attacks nor covers by air
/// defence.
pub const AIR_ROUTE: usize = AIR_COVER + 1;
/// Such a point from which an Air Force could capture the enemy Commander next.
pub const AIR_RAID: usize = AIR_ROUTE + 1;
/// A point of the sea to which an own Navy can sail and from which it could capture the enemy
/// Commander. The point is neither occupied by the side nor attacked by the enemy.
pub const LANE: usize = AIR_RAID + 1;
/// A heavy piece on a bridge file, near enough to cross the river with its next move.
pub const BRIDGE: usize = LANE + 1;
/// The side has one unit left beside its Commander, and it is not a stack.
pub const LAST_GUARD: usize = BRIDGE + 1;
/// The side has two units left beside its Commander.
pub const LAST_TWO_GUARDS: usize = LAST_GUARD + 1;
/// The side to move.
pub const TEMPO: usize = LAST_TWO_GUARDS + 1;
/// The number of weights.
pub const COUNT: usize = TEMPO + 1;

/// One weight: middlegame and endgame.
pub type Weight = [i16; 2];

/// All weights, by index.
pub type Weights = [Weight; COUNT];

/// The groups: name and first index, in the order of the table, and an end mark.
pub const GROUPS: [(&str, usize); 27] = [
    ("material", MATERIAL),
    ("heroic", HEROIC),
    ("carried", CARRIED),
    ("rank", RANK),
    ("file", FILE),
    ("pressure", PRESSURE),
    ("hanging", HANGING),
    ("contested", CONTESTED),
    ("mobility", MOBILITY),
    ("reach", REACH),
    ("escape", ESCAPE),
    ("zone_attacked", ZONE_ATTACKED),
    ("no_escape", NO_ESCAPE),
    ("sight_pinned", SIGHT_PINNED),
    ("stack_of_two", STACK_OF_TWO),
    ("stack_of_three", STACK_OF_THREE),
    ("commander_covered", COMMANDER_COVERED),
    ("commander_covered_twice", COMMANDER_COVERED_TWICE),
    ("air_cover", AIR_COVER),
    ("air_route", AIR_ROUTE),
    ("air_raid", AIR_RAID),
    ("lane", LANE),
    ("bridge", BRIDGE),
    ("last_guard", LAST_GUARD),
    ("last_two_guards", LAST_TWO_GUARDS),
    ("tempo", TEMPO),
    ("end", COUNT),
];

/// The weights of the engine. `docs/tuning.md` describes how they were tuned.
#[rustfmt::skip]
pub const DEFAULT: Weights = [
    [   0,    0], // material, commander
    [  12,   27], // material, infantry
    [ 108,  151], // material, tank
    [ 117,  144], // material, militia
    [  50,   13], // material, engineer
    [ 498,  319], // material, artillery
    [ 161,   24], // material, anti_air
    [ 622,  303], // material, missile
    [ 959,  497], // material, air_force
    [ 907,  -31], // material, navy
    [   3,  -16], // material, headquarter
    [  60,   60], // heroic, commander
    [  90,   99], // heroic, infantry
    [ 112,  221], // heroic, tank
    [  60,   93], // heroic, militia
    [  70,   91], // heroic, engineer
    [  58,   95], // heroic, artillery
    [  60,   66], // heroic, anti_air
    [  75,  196], // heroic, missile
    [1078, -110], // heroic, air_force
    [ 128,   42], // heroic, navy
    [  60,   57], // heroic, headquarter
    [  -2,   56], // carried, commander
    [  10,   -4], // carried, infantry
    [ -10,   45], // carried, tank
    [  19,    7], // carried, militia
    [   0,    0], // carried, engineer
    [  -3,   17], // carried, artillery
    [ -51,  -30], // carried, anti_air
    [  -6,  -16], // carried, missile
    [   4,    4], // carried, air_force
    [   0,    0], // carried, navy
    [   0,    0], // carried, headquarter
    [  39,  -10], [ -34,  -60], [  -4,  -23], [ -31,   14], [ -56,  -16], [ -38,   20], [ -36,   20], [ -29,   13], [ -32,   52], [ -53,   21], [ -61,  -47], [ -77,  -87], // rank, commander
    [ -29,  -36], [ -21,  -14], [ -13,   22], [   1,    6], [  -3,   25], [  32,   -6], [  18,   18], [  10,    6], [  14,    5], [  10,   16], [  27,    8], [  16,    4], // rank, infantry
    [ -23,  -38], [ -20,  -20], [  -4,  -40], [  16,    9], [  14,   10], [   9,   23], [   3,   26], [  23,   44], [  20,   43], [  25,   39], [  21,   20], [   8,   -5], // rank, tank
    [ -10,  -10], [ -21,  -17], [ -20,  -10], [  16,  -21], [  10,    8], [   1,   23], [  10,    8], [  22,   23], [  29,   25], [  20,   38], [  17,   23], [  16,   12], // rank, militia
    [  -5,    0], [  -8,   -9], [ -21,    5], [  -5,   10], [  17,    3], [  12,   -1], [   4,    3], [   3,   -9], [   0,    0], [   0,    1], [   0,    0], [   0,    0], // rank, engineer
    [ -25,  -84], [   3,    3], [  18,    3], [   1,    3], [ -23,   22], [  -1,   32], [   5,   25], [  17,   14], [  23,   13], [  10,   -5], [  20,   18], [  17,   18], // rank, artillery
    [  -9,  -13], [  -4,   -1], [ -12,    9], [  -1,    9], [  27,  -10], [   0,   -9], [   5,    6], [   0,    0], [   0,    0], [   0,    0], [   0,    0], [   0,    0], // rank, anti_air
    [ -20,  -31], [   0,   -9], [  44,   17], [  14,    1], [ -13,   14], [   1,   18], [  10,   25], [  14,   27], [  17,   22], [   9,    8], [   5,  -22], [   0,  -20], // rank, missile
    [  13,   21], [  44,   27], [  32,   22], [  -3,   52], [   3,   58], [  -9,   29], [  22,    1], [  25,    8], [   3,  -16], [  -8,  -27], [ -31,  -44], [ -43,  -70], // rank, air_force
    [ -12,  -16], [  -4,  -20], [   3,    3], [  25,  -13], [   4,   14], [  64,    6], [  34,   12], [   9,   10], [   6,   17], [ -10,   12], [ -31,  -12], [ -12,    1], // rank, navy
    [   0,    0], [ -16,  -32], [   0,    0], [   0,    0], [   0,    0], [   5,    5], [   8,    8], [   8,    8], [   8,    8], [   8,    8], [   5,    5], [   5,    5], // rank, headquarter
    [   0,    0], [   0,   36], [ -49,  -53], [ -17,  -13], [ -41,    2], [ -35,  -17], [  -6,   27], [  -1,   -7], [  34,    5], [  38,    0], [  15,  -33], // file, commander
    [  -3,    0], [   1,    1], [   6,  -10], [ -20,   -1], [  -8,  -18], [   4,   -5], [   6,   -2], [   8,    5], [  10,   -1], [  -3,    4], [ -18,   18], // file, infantry
    [   0,    0], [   0,    0], [ -17,  -20], [ -23,  -26], [  -4,   -5], [  33,   -2], [  13,   21], [   2,   40], [   2,   10], [  -8,  -16], [  -6,   -3], // file, tank
    [   0,    0], [   0,    0], [ -15,  -18], [ -14,  -18], [  -5,  -17], [  15,   14], [   5,   35], [  11,   15], [   1,    5], [   4,   -5], [  -9,   -9], // file, militia
    [   0,    0], [   0,    0], [ -21,  -20], [ -14,  -10], [  -8,    2], [   1,   -6], [  -1,   -1], [  17,   11], [  24,    9], [   9,   18], [  -1,   -8], // file, engineer
    [   0,    0], [   0,    0], [  -1,  -32], [  12,    2], [   0,    1], [  -7,    5], [   6,    9], [  -8,   11], [   6,    1], [  11,   16], [  -3,  -11], // file, artillery
    [   0,    0], [   0,    0], [ -14,  -21], [ -14,    1], [   2,   19], [ -10,  -13], [  10,    8], [  25,   -4], [  30,   10], [  -4,   -2], [  -9,   -3], // file, anti_air
    [   0,    0], [   0,    0], [ -12,  -28], [  -7,  -16], [ -11,   10], [  -1,   10], [  43,   34], [   5,   54], [  38,   -2], [  -8,  -21], [  -8,  -13], // file, missile
    [   0,    0], [   0,    0], [ -13,   -9], [  -1,   -2], [  -4,   -2], [   3,   10], [  10,   -5], [   5,    5], [   8,    5], [   1,    9], [   1,    0], // file, air_force
    [   6,    1], [   2,    8], [   6,  -10], [  10,   -9], [   4,  -13], [   0,    0], [   0,    0], [   0,    0], [   0,    0], [   0,    0], [   0,    0], // file, navy
    [   0,    0], [   0,    0], [   0,    0], [   0,    0], [   0,    0], [  -7,  -17], [   0,    0], [  -4,   -6], [   0,    0], [   0,    0], [   0,    0], // file, headquarter
    [   0,    0], [   0,    0], [   0,    0], [   0,    0], [   0,    0], [   0,    0], // pressure, commander
    [  24,   24], [  21,   25], [  15,    5], [   8,   11], [  16,   -2], [   1,   11], // pressure, infantry
    [  30,   31], [  32,   61], [  25,   49], [  16,   44], [  12,   18], [   1,   -3], // pressure, tank
    [  30,   30], [  24,   39], [  13,   23], [   6,   13], [  -1,    7], [  -3,   11], // pressure, militia
    [  10,    9], [  10,   24], [   7,   -2], [  25,   10], [   9,    2], [   6,   18], // pressure, engineer
    [  30,   30], [  34,   24], [  26,   16], [  39,   33], [   4,   11], [ -19,   11], // pressure, artillery
    [  10,   18], [   1,    8], [   0,   -8], [   2,  -11], [   4,   -4], [  11,   -1], // pressure, anti_air
    [  30,   30], [  36,   53], [  41,   57], [  28,   58], [  20,   35], [  14,   10], // pressure, missile
    [  40,   40], [  11,  -44], [  10,  -45], [ -10,  -37], [   4,  -19], [  -8,    9], // pressure, air_force
    [  40,   40], [  44,   44], [  40,   40], [   8,   34], [   5,   31], [ -13,    7], // pressure, navy
    [  -9,  -32], [  -3,  -17], [  -1,   10], [  -4,  -11], [   0,   -1], [   2,  -22], // pressure, headquarter
    [   2,    6], // hanging, commander
    [   2,  -23], // hanging, infantry
    [ -30,  -45], // hanging, tank
    [ -19,  -31], // hanging, militia
    [ -16,    3], // hanging, engineer
    [ -20,  -44], // hanging, artillery
    [ -36,  -11], // hanging, anti_air
    [ -37,  -84], // hanging, missile
    [ -45,  -46], // hanging, air_force
    [ -47,  -39], // hanging, navy
    [ -10,   30], // hanging, headquarter
    [   7,    9], // contested, commander
    [   9,  -13], // contested, infantry
    [ -13,  -33], // contested, tank
    [ -15,  -18], // contested, militia
    [  -7,   -6], // contested, engineer
    [   0,  -19], // contested, artillery
    [ -14,   -8], // contested, anti_air
    [  -2,  -76], // contested, missile
    [ -11,  -28], // contested, air_force
    [ -44,  -26], // contested, navy
    [   4,   -9], // contested, headquarter
    [   2,   -1], // mobility
    [  -7,    2], // reach
    [  -5,    7], // escape
    [ -25,  -13], // zone_attacked
    [ -12,   -9], // no_escape
    [  -5,  -20], // sight_pinned
    [ -32,   48], // stack_of_two
    [ -36,    0], // stack_of_three
    [  15,   -7], // commander_covered
    [  21,   -7], // commander_covered_twice
    [   6,    3], // air_cover
    [ -11,    0], // air_route
    [   8,   29], // air_raid
    [  10,   25], // lane
    [   3,   32], // bridge
    [ -47,   67], // last_guard
    [ -12,   21], // last_two_guards
    [   7,   17], // tempo
];
