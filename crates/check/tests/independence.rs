//! Architecture invariant: the checkers depend on no puzzle, no solver and no search.

#[test]
fn the_manifest_names_only_core_and_readers_of_text() {
    let manifest = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")).unwrap();
    let dependencies = manifest.split("[dependencies]").nth(1).unwrap().split("\n[").next().unwrap();
    let names: Vec<&str> = dependencies
        .lines()
        .filter(|line| !line.trim_start().starts_with('#'))
        .filter_map(|line| line.split(['.', ' ', '=']).next())
        .filter(|name| !name.is_empty())
        .collect();
    assert!(names.contains(&"quandary-core"), "{names:?}");
    for name in names {
        assert!(
            !name.starts_with("quandary-") || name == "quandary-core",
            "{name} must not be a dependency of check: a checker shares no code with a solver"
        );
    }
}
