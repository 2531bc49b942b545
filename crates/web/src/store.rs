//! The experiment's attempts, in SQLite: an attempt is one transaction when it ends, and there for good afterwards.

use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use quandary_api::experiment::Attempt;
use rusqlite::{Connection, ErrorCode, params};

/// The layout of the database.
const LAYOUT: i64 = 2;

/// Two attempts of one participant are the same when everything about them is. Layout 1 had no participants, and took two
/// attempts for the same when they began at the same time on the same board.
const TABLE: &str = "
    CREATE TABLE attempt (
        player TEXT NOT NULL,
        level INTEGER NOT NULL CHECK (level BETWEEN 1 AND 29),
        position TEXT NOT NULL,
        began INTEGER NOT NULL,
        moves TEXT NOT NULL,
        milliseconds TEXT NOT NULL,
        solved INTEGER NOT NULL CHECK (solved IN (0, 1)),
        within INTEGER NOT NULL CHECK (within IN (0, 1)),
        participant TEXT NOT NULL,
        PRIMARY KEY (player, level, position, began, moves, milliseconds, participant)
    ) STRICT, WITHOUT ROWID;
    PRAGMA user_version = 2;";

/// The attempts of this machine.
pub struct Store {
    connection: Mutex<Connection>,
    /// What went wrong last, until the database is found sound again. It has a lock of its own: a question about it does
    /// not wait for work on the database.
    damage: Mutex<Option<Failure>>,
}

/// What went wrong with the database, in words.
pub type Failure = String;

/// Which attempts are meant: all, those of one player, those that one participant posted, or what is in both.
#[derive(Clone, Copy, Debug, Default)]
pub struct Whose<'a> {
    /// The player's name.
    pub player: Option<&'a str>,
    /// The participant who posted them.
    pub participant: Option<&'a str>,
}

const MINE: &str = "(?1 IS NULL OR player = ?1) AND (?2 IS NULL OR participant = ?2)";

impl Store {
    /// Opens the database in a file, which is made when it is missing and belongs to its user alone.
    pub fn open(path: &Path) -> Result<Store, Failure> {
        let failed = |what: &dyn std::fmt::Display| format!("{}: {what}", path.display());
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(|error| failed(&error))?;
        }
        private(path).map_err(|error| failed(&error))?;
        Store::over(Connection::open(path).map_err(|error| failed(&error))?).map_err(|error| failed(&error))
    }

    /// A database that lives in memory alone.
    pub fn in_memory() -> Result<Store, Failure> {
        Store::over(Connection::open_in_memory().map_err(|error| error.to_string())?)
    }

    fn over(mut connection: Connection) -> Result<Store, Failure> {
        let failed = |error: rusqlite::Error| error.to_string();
        connection.busy_timeout(std::time::Duration::from_secs(5)).map_err(failed)?;
        // An attempt that was reported as kept must survive a power cut.
        connection.pragma_update(None, "synchronous", "FULL").map_err(failed)?;
        sound(&connection)?;
        let made =
            connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate).map_err(failed)?;
        let layout: i64 = made.pragma_query_value(None, "user_version", |row| row.get(0)).map_err(failed)?;
        match layout {
            0 => made.execute_batch(TABLE).map_err(failed)?,
            1 => {
                made.execute_batch("ALTER TABLE attempt RENAME TO attempt_1").map_err(failed)?;
                made.execute_batch(TABLE).map_err(failed)?;
                let moved = "INSERT INTO attempt SELECT player, level, position, began, moves, milliseconds, \
                             solved, within, '' FROM attempt_1; DROP TABLE attempt_1;";
                made.execute_batch(moved).map_err(failed)?;
            }
            LAYOUT => {}
            other => {
                return Err(format!(
                    "the experiment's database has layout {other}, and this program knows {LAYOUT}"
                ));
            }
        }
        made.commit().map_err(failed)?;
        Ok(Store { connection: Mutex::new(connection), damage: Mutex::new(None) })
    }

    fn connection(&self) -> MutexGuard<'_, Connection> {
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn known_damage(&self) -> MutexGuard<'_, Option<Failure>> {
        self.damage.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is wrong with the database, as far as anybody has noticed. It never waits for the database.
    pub fn damage(&self) -> Option<Failure> {
        self.known_damage().clone()
    }

    /// Works on the database. After a failure nothing more is done until the whole database has been checked and found
    /// sound: one that has lost attempts must not take new ones.
    fn using<T>(&self, work: impl FnOnce(&mut Connection) -> rusqlite::Result<T>) -> Result<T, Failure> {
        let mut connection = self.connection();
        if self.damage().is_some() {
            let found = sound(&connection);
            *self.known_damage() = found.clone().err();
            found?;
        }
        work(&mut connection).map_err(|error| {
            let busy = matches!(
                error.sqlite_error_code(),
                Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked)
            );
            if !busy {
                *self.known_damage() = Some(error.to_string());
            }
            error.to_string()
        })
    }

    /// Keeps attempts, all or none, and who posted them. Those that are there already are passed over: a participant's
    /// own, and for the experimenter (who has no name here) everybody's, so that a file that was exported can be imported
    /// again. How many are new. The whole file is checked before: one that has lost attempts takes no new ones.
    pub fn keep(&self, attempts: &[Attempt], participant: &str) -> Result<usize, Failure> {
        self.using(|connection| {
            // What is remembered of the file may hide that the file is damaged by now.
            connection.execute_batch("PRAGMA shrink_memory")?;
            sound(connection).map_err(|what| {
                let code = rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_CORRUPT);
                rusqlite::Error::SqliteFailure(code, Some(what))
            })?;
            let transaction = connection.transaction()?;
            let mut new = 0;
            for attempt in attempts {
                let Attempt { player, level, position, began, moves, milliseconds, solved, within } = attempt;
                let times: Vec<String> = milliseconds.iter().map(u64::to_string).collect();
                let began = i64::try_from(*began)
                    .map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))?;
                new += transaction.execute(
                    "INSERT INTO attempt SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9 WHERE NOT EXISTS (
                        SELECT 1 FROM attempt WHERE player = ?1 AND level = ?2 AND position = ?3 AND began = ?4
                        AND moves = ?5 AND milliseconds = ?6 AND (?9 = '' OR participant = ?9))",
                    params![
                        player,
                        level,
                        position,
                        began,
                        moves.join(" "),
                        times.join(" "),
                        solved,
                        within,
                        participant
                    ],
                )?;
            }
            transaction.commit()?;
            Ok(new)
        })
    }

    /// Attempts, in the order in which they began.
    pub fn attempts(&self, whose: Whose<'_>) -> Result<Vec<Attempt>, Failure> {
        let words = |text: String| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        self.using(|connection| {
            let select = format!(
                "SELECT player, level, position, began, moves, milliseconds, solved, within FROM attempt \
                 WHERE {MINE} ORDER BY began, player, level"
            );
            let mut select = connection.prepare(&select)?;
            let rows = select.query_map([whose.player, whose.participant], |row| {
                Ok(Attempt {
                    player: row.get(0)?,
                    level: row.get(1)?,
                    position: row.get(2)?,
                    began: row.get::<_, i64>(3)?.unsigned_abs(),
                    moves: words(row.get(4)?),
                    milliseconds: words(row.get(5)?).iter().filter_map(|text| text.parse().ok()).collect(),
                    solved: row.get(6)?,
                    within: row.get(7)?,
                })
            })?;
            rows.collect()
        })
    }

    /// Deletes attempts and leaves nothing of them in the file. How many there were.
    pub fn delete(&self, whose: Whose<'_>) -> Result<usize, Failure> {
        self.using(|connection| {
            let gone = connection
                .execute(&format!("DELETE FROM attempt WHERE {MINE}"), [whose.player, whose.participant])?;
            connection.execute_batch("VACUUM")?;
            Ok(gone)
        })
    }
}

/// Checks the whole database.
fn sound(connection: &Connection) -> Result<(), Failure> {
    let said: String = connection
        .query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))
        .map_err(|error| format!("the database is damaged: {error}"))?;
    if said == "ok" { Ok(()) } else { Err(format!("the database is damaged: {said}")) }
}

/// Makes the file, and what SQLite puts beside it, its user's alone.
#[cfg(unix)]
fn private(path: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
    std::fs::OpenOptions::new().create(true).append(true).mode(0o600).open(path)?;
    for ending in ["", "-journal", "-wal", "-shm"] {
        let mut name = path.as_os_str().to_owned();
        name.push(ending);
        match std::fs::set_permissions(name, std::fs::Permissions::from_mode(0o600)) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            done => done?,
        }
    }
    Ok(())
}

/// Elsewhere the user's data folder is the user's alone.
#[cfg(not(unix))]
fn private(_: &Path) -> std::io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attempt(began: u64, moves: &[&str]) -> Attempt {
        Attempt {
            player: "me".into(),
            level: 1,
            position: "1 2 3 4 5 6 7 0 8".into(),
            began,
            moves: moves.iter().map(|&it| it.to_owned()).collect(),
            milliseconds: moves.iter().map(|_| 9).collect(),
            solved: moves.len() == 1,
            within: moves.len() == 1,
        }
    }

    struct Folder(std::path::PathBuf);

    impl Folder {
        fn new(name: &str) -> Folder {
            let path = std::env::temp_dir().join(format!("quandary-store-{}-{name}", std::process::id()));
            std::fs::create_dir_all(&path).unwrap();
            Folder(path)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn a_database_of_the_first_layout_is_taken_over_whole() {
        let folder = Folder::new("first");
        let path = folder.0.join("study.sqlite");
        let old = Connection::open(&path).unwrap();
        old.execute_batch(
            "CREATE TABLE attempt (player TEXT NOT NULL, level INTEGER NOT NULL, position TEXT NOT NULL,
                began INTEGER NOT NULL, moves TEXT NOT NULL, milliseconds TEXT NOT NULL, solved INTEGER NOT NULL,
                within INTEGER NOT NULL, PRIMARY KEY (player, level, position, began)) STRICT, WITHOUT ROWID;
             PRAGMA user_version = 1;
             INSERT INTO attempt VALUES ('me', 1, '1 2 3 4 5 6 7 0 8', 5, 'L', '9', 1, 1);",
        )
        .unwrap();
        drop(old);
        let store = Store::open(&path).unwrap();
        assert_eq!(store.attempts(Whose::default()), Ok(vec![attempt(5, &["L"])]));
        assert_eq!(store.keep(&[attempt(5, &["L"]), attempt(5, &["R", "L", "L"])], ""), Ok(1));
    }

    #[test]
    fn a_participant_reaches_what_that_participant_posted() {
        let store = Store::in_memory().unwrap();
        store.keep(&[attempt(1, &["L"])], "a").unwrap();
        store.keep(&[attempt(2, &["L"])], "b").unwrap();
        let mine = Whose { player: Some("me"), participant: Some("a") };
        assert_eq!(store.attempts(mine), Ok(vec![attempt(1, &["L"])]));
        assert_eq!(store.delete(mine), Ok(1));
        assert_eq!(store.attempts(Whose::default()), Ok(vec![attempt(2, &["L"])]));
    }

    #[test]
    fn the_same_attempt_of_two_participants_is_kept_for_both() {
        let store = Store::in_memory().unwrap();
        let one = [attempt(1, &["L"])];
        for participant in ["a", "b"] {
            assert_eq!(store.keep(&one, participant), Ok(1));
            assert_eq!(store.keep(&one, participant), Ok(0), "the same twice is one");
        }
        assert_eq!(store.keep(&one, ""), Ok(0), "the experimenter has it already");
        assert_eq!(store.delete(Whose { player: None, participant: Some("a") }), Ok(1));
        assert_eq!(store.attempts(Whose { player: None, participant: Some("b") }), Ok(one.to_vec()));
    }

    #[test]
    fn health_never_waits_for_the_database() {
        let store = Store::in_memory().unwrap();
        let _busy = store.connection();
        assert_eq!(store.damage(), None);
    }

    #[cfg(unix)]
    #[test]
    fn the_file_belongs_to_its_user_alone_also_when_it_did_not() {
        use std::os::unix::fs::PermissionsExt;
        let folder = Folder::new("private");
        let path = folder.0.join("study.sqlite");
        let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        drop(Store::open(&path).unwrap());
        assert_eq!(mode(&path), 0o600);
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o644)).unwrap();
        let store = Store::open(&path).unwrap();
        store.keep(&[attempt(1, &["L"])], "").unwrap();
        for file in std::fs::read_dir(&folder.0).unwrap() {
            assert_eq!(mode(&file.unwrap().path()), 0o600);
        }
    }

    #[test]
    fn a_damaged_database_is_not_opened() {
        let folder = Folder::new("damaged");
        let path = folder.0.join("study.sqlite");
        let store = Store::open(&path).unwrap();
        let many: Vec<Attempt> = (0..2000).map(|began| attempt(began, &["L"])).collect();
        store.keep(&many, "").unwrap();
        drop(store);
        let mut bytes = std::fs::read(&path).unwrap();
        let half = bytes.len() / 2;
        bytes[half..half + 4096].fill(0xa5);
        std::fs::write(&path, bytes).unwrap();
        let Err(failure) = Store::open(&path) else { panic!("it is opened") };
        assert!(failure.contains("damaged"), "{failure}");
    }

    #[test]
    fn what_failed_once_is_reported_until_the_database_is_sound_again() {
        let store = Store::in_memory().unwrap();
        assert_eq!(store.damage(), None);
        store.connection().execute_batch("ALTER TABLE attempt RENAME TO elsewhere").unwrap();
        assert!(store.keep(&[attempt(1, &["L"])], "").is_err());
        assert!(store.damage().is_some());
        store.connection().execute_batch("ALTER TABLE elsewhere RENAME TO attempt").unwrap();
        assert_eq!(store.keep(&[attempt(1, &["L"])], ""), Ok(1));
        assert_eq!(store.damage(), None);
    }
}
