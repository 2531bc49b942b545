//! The code that every proof of a nonogram and every proof tree depends on can be read in ten minutes. It contains the
//! audit of a line's tables, not the tables.

/// Lines of a source that are neither blank, nor comment, nor test.
fn lines(source: &str) -> usize {
    let code = source.split("\n#[cfg(test)]\n").next().unwrap_or_default();
    code.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//")).count()
}

#[test]
fn the_core_of_the_checker_has_at_most_four_hundred_lines() {
    let sources = [
        include_str!("../src/walk.rs"),
        include_str!("../src/nonogram/proof.rs"),
        include_str!("../src/nonogram/audit.rs"),
    ];
    let counts = sources.map(lines);
    assert!(counts.iter().all(|&count| count > 40), "{counts:?}: something was not counted");
    assert!(counts.iter().sum::<usize>() <= 400, "{counts:?}");
}
