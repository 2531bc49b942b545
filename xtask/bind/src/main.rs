//! `bind MODULE FOLDER` writes the module, and the JavaScript that calls it, into the folder.

use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [module, folder] = arguments.as_slice() else {
        eprintln!("usage: bind MODULE FOLDER");
        return ExitCode::from(2);
    };
    let mut bindgen = Bindgen::new();
    // Names and producers are for debuggers: visitors do not need to download them.
    bindgen.input_path(module).typescript(false).remove_name_section(true).remove_producers_section(true);
    match bindgen.web(true).and_then(|bindgen| bindgen.generate(folder)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{module} cannot be bound: {error:#}");
            ExitCode::FAILURE
        }
    }
}
