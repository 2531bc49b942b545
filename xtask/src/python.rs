//! The Python package: built into its own virtual environment, and compared with the program.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::tools::target;
use crate::{as_tested, run};

/// What is missing on this machine, if anything, and how to install it.
pub(crate) fn missing() -> Option<&'static str> {
    let works = Command::new("python3")
        .args(["-c", "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success());
    (!works)
        .then_some("there is no Python from 3.10 on with venv; `apt-get install python3-venv` installs one")
}

/// Makes the virtual environment and installs what the tests need. It needs nothing that cargo builds and mostly waits for the
/// network, so it can run beside other steps.
pub(crate) fn prepare() -> Result<(), String> {
    let environment = target().join("python");
    let python = environment.join("bin/python");
    if !python.exists() {
        run(Command::new("python3").args(["-m", "venv"]).arg(&environment))?;
    }
    requirements(&python, &environment)
}

/// Builds the package without optimising it, installs what its tests need, and runs them.
pub(crate) fn check() -> Result<(), String> {
    prepare()?;
    let target = target();
    let environment = target.join("python");
    let python = environment.join("bin/python");
    as_tested()?;
    install(&target, &environment)?;
    let mut tests = Command::new(&python);
    tests.args(["-m", "pytest", "-q", "--durations=5", "-p", "no:cacheprovider"]);
    tests.args(["--doctest-modules", "--pyargs", "quandary", "python/tests"]);
    tests.env("QUANDARY", target.join("debug/quandary"));
    tests.env("PYTHONDONTWRITEBYTECODE", "1");
    run(&mut tests)
}

/// Installs what the package and its tests need, unless the same list is already installed.
fn requirements(python: &Path, environment: &Path) -> Result<(), String> {
    let project = std::fs::read_to_string("pyproject.toml").map_err(|error| error.to_string())?;
    let stamp = environment.join("requirements.txt");
    let list: Vec<&str> = project
        .lines()
        .skip_while(|line| !line.starts_with("[project.optional-dependencies]"))
        .take_while(|line| !line.starts_with("[tool"))
        .flat_map(|line| line.split('"').skip(1).step_by(2))
        .filter(|name| !name.starts_with("quandary"))
        .collect();
    if std::fs::read_to_string(&stamp).is_ok_and(|done| done == list.join("\n")) {
        return Ok(());
    }
    run(Command::new(python)
        .args(["-m", "pip", "install", "-q", "--disable-pip-version-check"])
        .args(&list))?;
    std::fs::write(&stamp, list.join("\n")).map_err(|error| error.to_string())
}

/// Puts the package and its extension where the environment finds them: what maturin does, without compiling again.
fn install(target: &Path, environment: &Path) -> Result<(), String> {
    let failed = |error: std::io::Error| error.to_string();
    let library = ["lib_native.so", "lib_native.dylib"].map(|name| target.join("debug").join(name));
    let library = library.iter().find(|path| path.exists()).ok_or("the extension was not built")?;
    let mut packages = std::fs::read_dir(environment.join("lib")).map_err(failed)?;
    let packages = packages.next().ok_or("the environment has no lib")?.map_err(failed)?.path();
    let place = packages.join("site-packages/quandary");
    let _ = std::fs::remove_dir_all(&place);
    std::fs::create_dir_all(&place).map_err(failed)?;
    for file in std::fs::read_dir("python/quandary").map_err(failed)? {
        let file = file.map_err(failed)?;
        if file.path().is_file() {
            std::fs::copy(file.path(), place.join(file.file_name())).map_err(failed)?;
        }
    }
    std::fs::copy(library, place.join("_native.abi3.so")).map(|_| ()).map_err(failed)
}
