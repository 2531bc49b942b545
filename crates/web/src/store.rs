//! The study's attempts, in SQLite: an attempt is one transaction when it ends, and there for good afterwards.

use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use quandary_api::study::Attempt;
use rusqlite::{Connection, params};

/// The layout of the database.
const LAYOUT: i64 = 1;

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
        PRIMARY KEY (player, level, position, began)
    ) STRICT, WITHOUT ROWID;
    PRAGMA user_version = 1;";

/// The attempts of this machine.
pub struct Store {
    connection: Mutex<Connection>,
}

/// What went wrong with the database, in words.
pub type Failure = String;

impl Store {
    /// Opens the database in a file, which is made when it is missing.
    pub fn open(path: &Path) -> Result<Store, Failure> {
        let failed = |what: &dyn std::fmt::Display| format!("{}: {what}", path.display());
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(|error| failed(&error))?;
        }
        Store::over(Connection::open(path).map_err(|error| failed(&error))?).map_err(|error| failed(&error))
    }

    /// A database that lives in memory alone.
    pub fn in_memory() -> Result<Store, Failure> {
        Store::over(Connection::open_in_memory().map_err(|error| error.to_string())?)
    }

    fn over(mut connection: Connection) -> Result<Store, Failure> {
        let failed = |error: rusqlite::Error| error.to_string();
        connection.busy_timeout(std::time::Duration::from_secs(5)).map_err(failed)?;
        // Whoever was told that an attempt is kept finds it again after a power cut.
        connection.pragma_update(None, "synchronous", "FULL").map_err(failed)?;
        let made =
            connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate).map_err(failed)?;
        let layout: i64 = made.pragma_query_value(None, "user_version", |row| row.get(0)).map_err(failed)?;
        match layout {
            0 => made.execute_batch(TABLE).map_err(failed)?,
            LAYOUT => {}
            other => {
                return Err(format!(
                    "the study's database has layout {other}, and this program knows {LAYOUT}"
                ));
            }
        }
        made.commit().map_err(failed)?;
        Ok(Store { connection: Mutex::new(connection) })
    }

    fn connection(&self) -> MutexGuard<'_, Connection> {
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps attempts, all or none; those that are there already are passed over. How many are new.
    pub fn keep(&self, attempts: &[Attempt]) -> Result<usize, Failure> {
        let failed = |error: rusqlite::Error| error.to_string();
        let mut connection = self.connection();
        let transaction = connection.transaction().map_err(failed)?;
        let mut new = 0;
        for attempt in attempts {
            let Attempt { player, level, position, began, moves, milliseconds, solved, within } = attempt;
            let times: Vec<String> = milliseconds.iter().map(u64::to_string).collect();
            new += transaction
                .execute(
                    "INSERT INTO attempt VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT DO NOTHING",
                    params![
                        player,
                        level,
                        position,
                        i64::try_from(*began).unwrap_or(i64::MAX),
                        moves.join(" "),
                        times.join(" "),
                        solved,
                        within
                    ],
                )
                .map_err(failed)?;
        }
        transaction.commit().map_err(failed)?;
        Ok(new)
    }

    /// The attempts of one player, or of all, in the order in which they began.
    pub fn attempts(&self, player: Option<&str>) -> Result<Vec<Attempt>, Failure> {
        let failed = |error: rusqlite::Error| error.to_string();
        let connection = self.connection();
        let mut select = connection
            .prepare("SELECT * FROM attempt WHERE ?1 IS NULL OR player = ?1 ORDER BY began, player, level")
            .map_err(failed)?;
        let words = |text: String| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let rows = select
            .query_map([player], |row| {
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
            })
            .map_err(failed)?;
        rows.collect::<Result<_, _>>().map_err(failed)
    }

    /// Deletes the attempts of one player, or of all, and leaves nothing of them in the file. How many there were.
    pub fn delete(&self, player: Option<&str>) -> Result<usize, Failure> {
        let failed = |error: rusqlite::Error| error.to_string();
        let connection = self.connection();
        let gone = connection
            .execute("DELETE FROM attempt WHERE ?1 IS NULL OR player = ?1", [player])
            .map_err(failed)?;
        connection.execute_batch("VACUUM").map_err(failed)?;
        Ok(gone)
    }
}
