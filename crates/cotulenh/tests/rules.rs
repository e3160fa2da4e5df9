//! Every numbered clause of the rules has a test whose name begins with its number: here, or next
//! to the code in `src` where a unit test shows it better. Each shows where the clause applies and
//! where it stops.
#![allow(missing_docs)]

#[path = "rules/positions.rs"]
mod positions;
#[path = "rules/section_1.rs"]
mod section_1;
#[path = "rules/section_10.rs"]
mod section_10;
#[path = "rules/section_11.rs"]
mod section_11;
#[path = "rules/section_12.rs"]
mod section_12;
#[path = "rules/section_13.rs"]
mod section_13;
#[path = "rules/section_14.rs"]
mod section_14;
#[path = "rules/section_2.rs"]
mod section_2;
#[path = "rules/section_3.rs"]
mod section_3;
#[path = "rules/section_4.rs"]
mod section_4;
#[path = "rules/section_5.rs"]
mod section_5;
#[path = "rules/section_6.rs"]
mod section_6;
#[path = "rules/section_7.rs"]
mod section_7;
#[path = "rules/section_8.rs"]
mod section_8;
#[path = "rules/section_9.rs"]
mod section_9;
#[path = "rules/section_9_recombination.rs"]
mod section_9_recombination;
