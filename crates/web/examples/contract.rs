//! Prints `openapi` or `typescript`, as `cargo xtask types` keeps them.

fn main() {
    match std::env::args().nth(1).as_deref() {
        Some("openapi") => match serde_json::to_string_pretty(&quandary_web::contract::openapi()) {
            Ok(text) => println!("{text}"),
            Err(error) => eprintln!("{error}"),
        },
        Some("typescript") => print!("{}", quandary_web::contract::typescript()),
        _ => eprintln!("usage: contract openapi|typescript"),
    }
}
