//! What every [`Storage`] must do. The tests of a backend call [`check`].

use cotulenh::view::Sides;

use super::{ChangedGames, Query, Storage, StorageError, StoredGame, Summary};
use crate::clock::GameClock;
use crate::ending::Ending;
use crate::id::GameId;
use crate::player::Player;

/// Checks a backend. `open` opens one storage twice, as two processes do; each name stands for a
/// storage of its own, empty at first.
pub fn check<S: Storage>(open: impl Fn(&str) -> (S, S)) {
    games_come_back_as_they_were(open("games"));
    changes_by_others_are_noticed(open("changes"));
    lists_are_filtered_sorted_and_cut(open("lists"));
}

/// A stored game with every field in use.
pub fn record(title: &str) -> StoredGame {
    StoredGame {
        id: GameId::random(),
        revision: 1,
        created: 5,
        updated: 6,
        title: title.into(),
        players: Sides {
            r: Player::Human { name: "Nguyễn An".into() },
            b: Player::Engine { name: String::new(), level: 3 },
        },
        thinking: 700,
        clock: Some(GameClock::new(60_000, 1_000)),
        start: cotulenh::Position::START_FEN.into(),
        actions: vec!["Ic5c6 n".into(), "Ic8c7 n".into()],
        played: 1,
        ending: Some(Ending::AGREED),
        headers: vec![("Round".into(), "1\"".into())],
        summary: Summary { outcome: Some(Ending::AGREED), turns: 1, fen: "x".into(), sans: String::new() },
    }
}

fn games_come_back_as_they_were<S: Storage>((here, there): (S, S)) {
    let mut record = record("Ván 1");
    let id = record.id;
    assert_eq!(here.load(id).unwrap(), None);
    assert_eq!(here.revision(id).unwrap(), None);
    assert!(matches!(here.save(&record), Err(StorageError::Outdated)), "a game must be created first");
    here.create(&record).unwrap();
    assert_eq!(here.load(id).unwrap().unwrap(), record);
    assert!(here.create(&record).is_err());
    record.revision = 2;
    record.clock = None;
    here.save(&record).unwrap();
    // The same change again looks like a change by another process.
    assert!(matches!(there.save(&record), Err(StorageError::Outdated)));
    assert_eq!(there.load(id).unwrap().unwrap(), record);
    assert_eq!(there.revision(id).unwrap(), Some(2));
    assert!(here.delete(id).unwrap() && !here.delete(id).unwrap());
    assert_eq!(there.load(id).unwrap(), None);
}

fn changes_by_others_are_noticed<S: Storage>((here, there): (S, S)) {
    let first = here.changes_by_others(None).unwrap();
    here.create(&record("here")).unwrap();
    let second = here.changes_by_others(Some(first.token)).unwrap();
    assert_eq!(second.games, ChangedGames::None, "the own writes are not reported");
    let written = record("there");
    there.create(&written).unwrap();
    let includes = |games: ChangedGames| match games {
        ChangedGames::None => false,
        ChangedGames::These(games) => games.contains(&written.id),
        ChangedGames::Any => true,
    };
    let third = here.changes_by_others(Some(second.token)).unwrap();
    assert!(includes(third.games));
    assert_eq!(here.changes_by_others(Some(third.token)).unwrap().games, ChangedGames::None);
    there.delete(written.id).unwrap();
    assert!(includes(here.changes_by_others(Some(third.token)).unwrap().games));
}

fn lists_are_filtered_sorted_and_cut<S: Storage>((here, there): (S, S)) {
    for (i, title) in ["Bình 1", "Bình 2", "Đông"].into_iter().enumerate() {
        let mut record = record(title);
        record.updated = 10 + i as i64;
        record.summary.sans = "Ic6 100%".into();
        if i == 1 {
            record.summary.outcome = None;
        }
        here.create(&record).unwrap();
    }
    let titles = |words: &[&str], finished, offset, limit| {
        let words = words.iter().map(|&word| word.into()).collect();
        let (total, games) = there.list(&Query { words, finished, offset, limit }).unwrap();
        (total, games.into_iter().map(|game| game.title).collect::<Vec<_>>().join(", "))
    };
    let expect = |total: usize, titles: &str| (total, titles.to_owned());
    assert_eq!(titles(&[], None, 0, 9), expect(3, "Đông, Bình 2, Bình 1"));
    assert_eq!(titles(&[], None, 1, 1), expect(3, "Bình 2"));
    assert_eq!(titles(&[], Some(false), 0, 9), expect(1, "Bình 2"));
    assert_eq!(titles(&[], Some(true), 0, 9), expect(2, "Đông, Bình 1"));
    // Title, names and moves are searched, without case and diacritics; every word must occur.
    assert_eq!(titles(&["binh"], None, 0, 9), expect(2, "Bình 2, Bình 1"));
    assert_eq!(titles(&["dong", "NGUYEN", "ic6"], None, 0, 9), expect(1, "Đông"));
    // Wildcards are ordinary characters.
    assert_eq!(titles(&["0%"], None, 0, 9).0, 3);
    assert_eq!(titles(&["b%h"], None, 0, 9), expect(0, ""));
}
