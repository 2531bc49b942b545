use std::path::Path;

use quandary_web::contract::{openapi, typescript};

fn kept(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn the_types_of_the_page_are_those_of_the_server() {
    assert!(
        kept("web/src/lib/types.ts") == typescript(),
        "run `cargo xtask types` and commit what it writes"
    );
}

#[test]
fn the_description_of_the_server_is_the_one_it_gives_itself() {
    let generated = serde_json::to_string_pretty(&openapi()).unwrap();
    assert!(
        kept("docs/openapi.json").trim_end() == generated,
        "run `cargo xtask types` and commit what it writes"
    );
    let server = crate::client::start(|_| ());
    assert!(server.get("/api/openapi.json").json() == openapi());
}
