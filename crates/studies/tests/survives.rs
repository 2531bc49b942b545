//! However a study is run, interrupted or damaged, it gives the same rows.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use quandary_core::{Budget, Context};
use quandary_runtime::Threads;
use quandary_studies::{
    Disk, Files, Folder, Layout, Plan, Share, Zone, answer_table, merge, plot, run, summary, table,
};

const STUDY: &str = "puzzle = 'minesweeper'\ngames = 40\nblock = 12\nseed = 3\nrecord = 'step'\n\
                     [settings]\nboard = ['4x4/3', '5x5/5']\nstrategy = ['best', 'pafr']\nfirst-click = 'safe'";

fn program() -> String {
    quandary_core::build::name()
}

fn hash(folder: &Path) -> (String, String) {
    let of = |name| blake3::hash(&fs::read(folder.join(name)).unwrap()).to_hex().to_string();
    (of("rows.parquet"), of("steps.parquet"))
}

/// Plays a study in one go and returns the hashes of its rows.
fn in_one_go(plan: &Plan) -> (String, String) {
    let place = tempfile::tempdir().unwrap();
    // The files name the build.
    let folder = Folder::on(&Files, &program(), place.path(), plan).unwrap();
    run(plan, &folder, Share::WHOLE, &Context::bare()).unwrap();
    merge(plan, &folder, &Context::bare()).unwrap();
    hash(place.path())
}

fn leftovers(folder: &Path) -> Vec<PathBuf> {
    ["", "blocks", "steps"]
        .iter()
        .flat_map(|name| fs::read_dir(folder.join(name)).unwrap())
        .map(|file| file.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "part"))
        .collect()
}

#[test]
fn rows_are_the_same_bytes_for_any_number_of_threads_and_shares() {
    let plan = Plan::read(STUDY).unwrap();
    let expected = in_one_go(&plan);
    for (shares, threads) in [(1, 2), (3, 1), (7, 3), (100, 1)] {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::open(place.path(), &plan).unwrap();
        let workers = Threads(threads);
        let context = Context { workers: &workers, ..Context::bare() };
        // The last share first: the order does not matter.
        for share in (0..shares).rev() {
            run(&plan, &folder, Share::new(share, shares), &context).unwrap();
        }
        merge(&plan, &folder, &Context::bare()).unwrap();
        assert_eq!(hash(place.path()), expected, "{shares} shares on {threads} threads");
    }
}

#[test]
fn a_study_that_is_interrupted_many_times_continues_where_it_stopped() {
    let plan = Plan::read(STUDY).unwrap();
    let place = tempfile::tempdir().unwrap();
    let mut rounds = 0;
    loop {
        let folder = Folder::open(place.path(), &plan).unwrap();
        // Enough for some blocks.
        let context = Context::bare().with_budget(Budget::nodes(400));
        let ran = run(&plan, &folder, Share::WHOLE, &context).unwrap();
        rounds += 1;
        assert!(rounds < 100, "it makes no progress");
        if ran.stopped.is_none() {
            break;
        }
    }
    assert!(rounds > 2, "{rounds}");
    merge(&plan, &Folder::open(place.path(), &plan).unwrap(), &Context::bare()).unwrap();
    assert_eq!(hash(place.path()), in_one_go(&plan));
}

/// How a disk fails.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    /// Nothing is written, and an error is returned.
    Refused,
    /// Half is written, and an error is returned: a full disk.
    Half,
    /// Half is written, and nothing works afterwards: the machine has crashed.
    Crash,
}

/// A disk on which one operation fails. Syncs are only counted, since they are slow.
struct Faulty {
    fault: Fault,
    /// How many operations succeed before.
    after: u64,
    done: AtomicU64,
    gone: AtomicBool,
}

impl Faulty {
    fn new(fault: Fault, after: u64) -> Faulty {
        Faulty { fault, after, done: AtomicU64::new(0), gone: AtomicBool::new(false) }
    }

    /// Whether this operation fails; an error after a crash.
    fn is_due(&self) -> io::Result<bool> {
        if self.gone.load(Ordering::Relaxed) {
            return Err(io::Error::other("the machine is gone"));
        }
        let due = self.done.fetch_add(1, Ordering::Relaxed) == self.after;
        if due && self.fault == Fault::Crash {
            self.gone.store(true, Ordering::Relaxed);
        }
        Ok(due)
    }

    fn unless_due(&self, work: impl FnOnce() -> io::Result<()>) -> io::Result<()> {
        if self.is_due()? { Err(io::ErrorKind::StorageFull.into()) } else { work() }
    }
}

impl Disk for Faulty {
    fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<Box<dyn quandary_studies::OpenFile>> {
        if self.is_due()? {
            if self.fault != Fault::Refused {
                fs::write(path, &bytes[..bytes.len() / 2])?;
            }
            return Err(io::ErrorKind::StorageFull.into());
        }
        fs::write(path, bytes)?;
        Ok(Box::new(fs::File::open(path)?))
    }

    fn link(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.unless_due(|| Files.link(from, to))
    }

    fn replace(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.unless_due(|| Files.replace(from, to))
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        self.unless_due(|| Files.remove(path))
    }

    fn sync_folder(&self, path: &Path) -> io::Result<()> {
        self.unless_due(|| fs::metadata(path).map(drop))
    }
}

#[test]
fn after_a_fault_at_any_write_sync_or_link_the_study_gives_the_same_rows() {
    let plan = Plan::read(
        "puzzle = 'minesweeper'\ngames = 4\nblock = 2\nrecord = 'step'\n[settings]\nboard = '3x3/{1..2}'",
    )
    .unwrap();
    let expected = in_one_go(&plan);
    let bare = Context::bare();
    let mut faults = 0;
    for fault in [Fault::Refused, Fault::Half, Fault::Crash] {
        for after in 0.. {
            let place = tempfile::tempdir().unwrap();
            let disk = Faulty::new(fault, after);
            let tried = Folder::on(&disk, &program(), place.path(), &plan).and_then(|folder| {
                run(&plan, &folder, Share::WHOLE, &bare)?;
                merge(&plan, &folder, &bare)
            });
            if disk.done.load(Ordering::Relaxed) <= after {
                tried.unwrap();
                break;
            }
            faults += 1;
            let sound = Faulty::new(fault, u64::MAX);
            let folder = Folder::on(&sound, &program(), place.path(), &plan).unwrap();
            run(&plan, &folder, Share::WHOLE, &bare).unwrap();
            let merged = merge(&plan, &folder, &bare).unwrap();
            assert_eq!((merged.rows, merged.blocks), (8, 4), "{fault:?} after {after}");
            assert_eq!(hash(place.path()), expected, "{fault:?} after {after}");
            assert_eq!(leftovers(place.path()), [] as [PathBuf; 0], "{fault:?} after {after}");
        }
    }
    // Four blocks of two files, the label, four results: each is written, put into place, and its folder synced.
    assert!(faults > 100, "only {faults} places to fail");
}

/// A disk on which every second file is removed as an orphan before it is linked.
struct Swept(AtomicU64);

impl Disk for Swept {
    fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<Box<dyn quandary_studies::OpenFile>> {
        let held = Files.write(path, bytes)?;
        if self.0.fetch_add(1, Ordering::Relaxed).is_multiple_of(2) {
            fs::remove_file(path)?;
        }
        Ok(held)
    }

    fn link(&self, from: &Path, to: &Path) -> io::Result<()> {
        Files.link(from, to)
    }

    fn replace(&self, from: &Path, to: &Path) -> io::Result<()> {
        Files.replace(from, to)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        Files.remove(path)
    }

    fn sync_folder(&self, path: &Path) -> io::Result<()> {
        Files.sync_folder(path)
    }
}

#[test]
fn a_file_that_another_program_removed_is_written_again() {
    let plan = Plan::read(
        "puzzle = 'minesweeper'\ngames = 4\nblock = 2\nrecord = 'step'\n[settings]\nboard = '3x3/{1..2}'",
    )
    .unwrap();
    let place = tempfile::tempdir().unwrap();
    let disk = Swept(AtomicU64::new(0));
    let folder = Folder::on(&disk, &program(), place.path(), &plan).unwrap();
    run(&plan, &folder, Share::WHOLE, &Context::bare()).unwrap();
    merge(&plan, &folder, &Context::bare()).unwrap();
    assert_eq!(hash(place.path()), in_one_go(&plan));
    assert!(disk.0.into_inner() > 10, "hardly anything was written");
    assert_eq!(leftovers(place.path()), [] as [PathBuf; 0]);
}

#[test]
fn foreign_files_are_refused_and_nothing_is_overwritten() {
    let plan = Plan::read(STUDY).unwrap();
    let place = tempfile::tempdir().unwrap();
    let folder = Folder::open(place.path(), &plan).unwrap();
    let bare = Context::bare();
    assert!(merge(&plan, &folder, &bare).unwrap_err().to_string().contains("16 of 16 blocks are missing"));
    run(&plan, &folder, Share::WHOLE, &bare).unwrap();
    merge(&plan, &folder, &bare).unwrap();
    let before = hash(place.path());

    let other = Plan::read(&STUDY.replace("games = 40", "games = 41")).unwrap();
    let refused = |result: Result<Folder<'_>, quandary_core::InputError>| match result {
        Ok(_) => panic!("it was taken"),
        Err(error) => error.to_string(),
    };
    assert!(refused(Folder::open(place.path(), &other)).contains("holds another study"));
    assert!(refused(Folder::on(&Files, "99", place.path(), &plan)).contains("made by the build"));
    let full = tempfile::tempdir().unwrap();
    fs::write(full.path().join("thesis.tex"), "years of work").unwrap();
    assert!(refused(Folder::open(full.path(), &plan)).contains("thesis.tex"));
    assert_eq!(fs::read_dir(full.path()).unwrap().count(), 1);

    let some = fs::read_dir(place.path().join("blocks")).unwrap().next().unwrap().unwrap().path();
    let good = fs::read(&some).unwrap();
    let mut bad = good.clone();
    let middle = bad.len() / 2;
    bad[middle] ^= 1;
    fs::write(&some, &bad).unwrap();
    assert!(merge(&plan, &folder, &bare).unwrap_err().to_string().contains("is damaged"));
    fs::write(&some, &good).unwrap();
    // The same block under another hash: two results for one block.
    let name = some.file_name().unwrap().to_str().unwrap();
    let twin = some.with_file_name(format!("{}-{}.parquet", &name[..11], "0".repeat(32)));
    fs::write(&twin, &good).unwrap();
    assert!(merge(&plan, &folder, &bare).unwrap_err().to_string().contains("2 times"));
    fs::remove_file(&twin).unwrap();
    assert_eq!(hash(place.path()), before, "the merged rows are unchanged");

    let manifest = place.path().join("manifest.json");
    assert_eq!(summary(&plan, &folder, &bare).unwrap().len(), 4);
    let text = fs::read_to_string(&manifest).unwrap();
    let digit = text.find("blake3").unwrap() + 12;
    let mut wrong = text.clone().into_bytes();
    wrong[digit] = if wrong[digit] == b'0' { b'1' } else { b'0' };
    fs::write(&manifest, wrong).unwrap();
    assert!(summary(&plan, &folder, &bare).unwrap_err().to_string().contains("the hash in the manifest"));
}

#[test]
fn blocks_of_two_builds_are_not_merged_and_the_refusal_names_both() {
    let plan = Plan::read(STUDY).unwrap();
    let bare = Context::bare();
    let (ours, theirs) = ("0.1.0+00000000000000aa", "0.1.0+00000000000000bb");
    let places = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    for (index, build) in [ours, theirs].into_iter().enumerate() {
        let folder = Folder::on(&Files, build, places[index].path(), &plan).unwrap();
        run(&plan, &folder, Share::new(index as u64, 2), &bare).unwrap();
    }
    for part in ["blocks", "steps"] {
        for file in fs::read_dir(places[1].path().join(part)).unwrap() {
            let file = file.unwrap();
            fs::copy(file.path(), places[0].path().join(part).join(file.file_name())).unwrap();
        }
    }
    let folder = Folder::on(&Files, ours, places[0].path(), &plan).unwrap();
    let refused = merge(&plan, &folder, &bare).unwrap_err().to_string();
    assert!(refused.contains(ours) && refused.contains(theirs), "{refused}");
    assert!(!places[0].path().join("rows.parquet").exists());
    // Nor can the other build continue in this folder.
    let Err(refused) = Folder::on(&Files, theirs, places[0].path(), &plan) else { panic!("it was taken") };
    assert!(refused.to_string().contains(ours) && refused.to_string().contains(theirs), "{refused}");
}

#[test]
fn rows_that_another_build_merged_can_be_read_but_not_merged_again() {
    let plan = Plan::read(STUDY).unwrap();
    let place = tempfile::tempdir().unwrap();
    let folder = Folder::on(&Files, "0.1.0+00000000000000aa", place.path(), &plan).unwrap();
    run(&plan, &folder, Share::WHOLE, &Context::bare()).unwrap();
    assert!(Folder::look_into(place.path()).is_err(), "nothing is merged yet");
    merge(&plan, &folder, &Context::bare()).unwrap();
    let (plan, seen) = Folder::look_into(place.path()).unwrap();
    assert_eq!(summary(&plan, &seen, &Context::bare()).unwrap().len(), 4);
    assert!(Folder::reopen(place.path()).is_err());
    let manifest = fs::read_to_string(place.path().join("manifest.json")).unwrap();
    assert!(manifest.contains("0.1.0+00000000000000aa"), "{manifest}");
}

#[test]
fn a_stop_rule_ends_every_run_at_the_same_game_however_the_blocks_are_distributed() {
    for rule in ["width = 0.35", "compare = 'strategy'\nerror = 0.2"] {
        let plan = Plan::read(&format!(
            "puzzle = 'minesweeper'\ngames = 400\nblock = 10\n[settings]\nboard = '6x6/8'\n\
             strategy = ['best', 'rSimRan']\n[stop]\n{rule}"
        ))
        .unwrap();
        let mut hashes = Vec::new();
        for shares in [1, 4] {
            let place = tempfile::tempdir().unwrap();
            let folder = Folder::open(place.path(), &plan).unwrap();
            for share in 0..shares {
                run(&plan, &folder, Share::new(share, shares), &Context::bare()).unwrap();
            }
            let merged = merge(&plan, &folder, &Context::bare()).unwrap();
            assert!(merged.rows < 800, "{rule}: it stops before the end");
            hashes.push(merged.hash);
        }
        assert_eq!(hashes[0], hashes[1], "{rule}");
    }
}

#[test]
fn summaries_agree_with_simulate_and_measure() {
    let plan = Plan::read(
        "puzzle = 'minesweeper'\ngames = 300\nseed = 5\n[settings]\nboard = '9x9/{6..10..4}'\nstrategy = 'pafr'",
    )
    .unwrap();
    let place = tempfile::tempdir().unwrap();
    let folder = Folder::open(place.path(), &plan).unwrap();
    run(&plan, &folder, Share::WHOLE, &Context::bare()).unwrap();
    let cells = summary(&plan, &folder, &Context::bare()).unwrap();
    let entry = quandary_registry::find("minesweeper").unwrap();
    let verb = entry.verb("simulate").unwrap();
    let given = [("board", "9x9/10"), ("strategy", "pafr"), ("games", "300"), ("seed", "5")];
    let given = given.map(|(name, value)| (name, value.to_owned()));
    let request = quandary_verbs::Request::new(&verb.spec, None, given).unwrap();
    let answer = verb.run(entry.name, &request, &Context::bare()).unwrap().json();
    assert_eq!(answer["wins"], cells[1].won.wins);
    assert!((answer["guesses_mean"].as_f64().unwrap() - cells[1].guesses.value).abs() < 1e-9);
    let length = cells[1].measures.as_ref().unwrap().length.value;
    assert!((answer["length_mean"].as_f64().unwrap() - length).abs() < 1e-9);
    assert!(cells.iter().all(|cell| cell.zone.is_some_and(|zone| zone != Zone::Inside)));
    // Fewer mines, more wins: and the table and the chart say so.
    assert!(cells[0].won.win_rate > cells[1].won.win_rate);
    let page = table(&cells, Layout::Markdown);
    assert!(page.lines().nth(3).unwrap().starts_with("| 9x9/10 | pafr | 300 | 0."), "{page}");
    assert_eq!(table(&cells, Layout::Csv).lines().count(), 3);
    assert!(table(&cells, Layout::Latex).contains("win\\_rate"));
    let figure = plot(&cells, None, "win_rate").unwrap();
    assert_eq!(figure.series[0].points.iter().map(|point| point.x).collect::<Vec<_>>(), [6.0, 10.0]);
    assert!(plot(&cells, Some("boardd"), "win_rate").is_err() && plot(&cells, None, "wins").is_err());
}

#[test]
fn a_table_shows_where_the_classes_change_along_the_setting_with_the_most_values() {
    let text = "puzzle = \"minesweeper\"\ngames = 400\nseed = 3\n[settings]\nboard = \"3x3/{1..8..1}\"\n\
                first-click = \"any\"\nstrategy = [\"best\", \"pafr\"]\n";
    let plan = Plan::read(text).unwrap();
    let place = tempfile::tempdir().unwrap();
    let folder = Folder::open(place.path(), &plan).unwrap();
    run(&plan, &folder, Share::WHOLE, &Context::bare()).unwrap();
    let answer = answer_table(place.path(), Layout::Text, &Context::bare()).unwrap();
    let (said, stretches) = (answer.text(), answer.json()["classes"].clone());
    let of_best: Vec<&serde_json::Value> =
        stretches.as_array().unwrap().iter().filter(|stretch| stretch["line"] == "best").collect();
    // The classes follow each other without a gap and cover all eight values.
    assert_eq!((&of_best[0]["from"], &of_best.last().unwrap()["to"]), (&"3x3/1".into(), &"3x3/8".into()));
    for pair in of_best.windows(2) {
        let mines = |value: &serde_json::Value| value.as_str().unwrap()[4..].parse::<u32>().unwrap();
        assert_eq!(mines(&pair[0]["to"]) + 1, mines(&pair[1]["from"]));
        assert_ne!(pair[0]["is"], pair[1]["is"]);
    }
    assert!(
        said.contains("\nclass over board, best: ") && said.contains("\nzone over board, pafr: "),
        "{said}"
    );
}

#[test]
fn the_number_of_steps_is_the_sum_of_the_lengths() {
    let plan = Plan::read(STUDY).unwrap();
    let place = tempfile::tempdir().unwrap();
    let folder = Folder::open(place.path(), &plan).unwrap();
    run(&plan, &folder, Share::WHOLE, &Context::bare()).unwrap();
    merge(&plan, &folder, &Context::bare()).unwrap();
    use parquet::file::reader::{FileReader, SerializedFileReader};
    let rows = |name: &str| {
        let file = fs::File::open(place.path().join(name)).unwrap();
        SerializedFileReader::new(file).unwrap()
    };
    let games = rows("rows.parquet");
    let lengths: u64 = games
        .get_row_iter(None)
        .unwrap()
        .map(|row| {
            let row = row.unwrap();
            let (_, length) = row.get_column_iter().find(|(name, _)| *name == "length").unwrap();
            length.to_string().parse::<u64>().unwrap()
        })
        .sum();
    assert_eq!(rows("steps.parquet").metadata().file_metadata().num_rows() as u64, lengths);
    assert!(lengths > 160, "{lengths}");
}
