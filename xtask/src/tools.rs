//! Tools that the page's checks need besides cargo: found on the machine, or fetched into the target folder if that is
//! allowed.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::{cargo, run};

/// The target for browsers.
pub(crate) const TARGET: &str = "wasm32-unknown-unknown";

/// Whether a missing tool may be fetched, or is only reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Missing {
    /// The user asked for this check, or it runs in CI.
    Fetch,
    /// It is one check among many, and nobody expects a download of a hundred megabytes.
    Name,
}

impl Missing {
    /// The choice of `cargo xtask test`: in CI nothing may be left out.
    pub(crate) fn of_test() -> Missing {
        if in_ci() { Missing::Fetch } else { Missing::Name }
    }
}

/// Whether this runs in CI.
pub(crate) fn in_ci() -> bool {
    std::env::var_os("CI").is_some_and(|value| !value.is_empty() && value != "false")
}

/// The folder that cargo builds into.
pub(crate) fn target() -> PathBuf {
    let folder = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| PathBuf::from("target"), PathBuf::from);
    std::path::absolute(&folder).unwrap_or(folder)
}

/// A compiler for [`TARGET`]: the machine's own, or an unpacked one.
pub(crate) struct Toolchain {
    settings: Vec<(&'static str, OsString)>,
}

impl Toolchain {
    /// The machine's own compiler if it has the target; otherwise, if `missing` allows it, one from rustup or from
    /// Debian.
    pub(crate) fn find(missing: Missing) -> Result<Toolchain, String> {
        let own = Toolchain { settings: Vec::new() };
        // A toolchain that builds the standard library needs no installed one.
        if installed() || std::env::var_os("CARGO_UNSTABLE_BUILD_STD").is_some() {
            return Ok(own);
        }
        let home = target().join("debian-rust");
        if home.join("ready").is_file() {
            return debian(&home);
        }
        if missing == Missing::Name {
            return Err(format!(
                "there is no compiler for WebAssembly; `rustup target add {TARGET}` installs it, and `cargo xtask wasm-check` fetches one"
            ));
        }
        if run(Command::new("rustup").args(["target", "add", TARGET])).is_ok() && installed() {
            return Ok(own);
        }
        println!("> rustup cannot fetch {TARGET}: Debian's compiler is unpacked into {}", home.display());
        unpack(&home)?;
        debian(&home)
    }

    /// A cargo that builds for the browser. It has its own target folder, since it may use another compiler.
    pub(crate) fn cargo(&self) -> Command {
        let mut command = cargo();
        command.env("CARGO_TARGET_DIR", Toolchain::folder());
        command.envs(self.settings.iter().map(|(name, value)| (name, value)));
        command
    }

    /// Its target folder.
    pub(crate) fn folder() -> PathBuf {
        target().join("wasm")
    }
}

/// Whether the compiler at hand has the standard library of the target.
fn installed() -> bool {
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    output_of(Command::new(rustc).args(["--print", "target-libdir", "--target", TARGET]))
        .is_some_and(|folder| Path::new(&folder).is_dir())
}

/// Debian has a current compiler, with its sources, for building browsers. They are unpacked, not installed.
fn unpack(home: &Path) -> Result<(), String> {
    let debs = home.join("debs");
    fs::create_dir_all(&debs).map_err(|error| format!("{}: {error}", debs.display()))?;
    if may_install() {
        // The package list may be out of date.
        let _ = run(Command::new("apt-get").args(["update", "-qq"]).stdout(Stdio::null()));
    }
    let std = depends("libstd-rust-web-dev", "libstd-rust-web-")?;
    let llvm = depends(&std, "libllvm")?;
    let mut download = Command::new("apt-get");
    download.args(["download", "-qq", "rustc-web", "rust-web-src", "libstd-rust-web-dev", &std, &llvm]);
    run(download.current_dir(&debs).stderr(Stdio::null()))?;
    let packages = fs::read_dir(&debs).map_err(|error| format!("{}: {error}", debs.display()))?;
    for package in packages {
        let package = package.map_err(|error| error.to_string())?.path();
        run(Command::new("dpkg").arg("-x").arg(&package).arg(home))?;
    }
    fs::remove_dir_all(&debs).map_err(|error| format!("{}: {error}", debs.display()))?;
    fs::write(home.join("ready"), "").map_err(|error| format!("{}: {error}", home.display()))
}

/// A dependency of a package, by the beginning of its name.
fn depends(package: &str, beginning: &str) -> Result<String, String> {
    let listed = output_of(Command::new("apt-cache").args(["depends", package])).unwrap_or_default();
    let found = listed.lines().filter_map(|line| line.trim().strip_prefix("Depends: "));
    found.into_iter().find(|name| name.starts_with(beginning)).map(str::to_owned).ok_or_else(|| {
        format!("there is no compiler for WebAssembly: apt has no `{package}`; `rustup target add {TARGET}` installs one")
    })
}

/// The settings that let cargo use the unpacked compiler, which also builds the standard library.
fn debian(home: &Path) -> Result<Toolchain, String> {
    let sysroot =
        output_of(Command::new("rustc").args(["--print", "sysroot"])).ok_or("there is no `rustc`")?;
    let linker = inside(&Path::new(&sysroot).join("lib/rustlib"), |path| path.join("bin/rust-lld"))
        .ok_or("the machine's own compiler has no `rust-lld`, which links WebAssembly")?;
    let libraries = home.join("usr/lib/x86_64-linux-gnu");
    let mut folders = vec![libraries];
    folders.extend(inside(&home.join("usr/lib"), |path| path.join("lib")));
    folders.extend(std::env::var_os("LD_LIBRARY_PATH").iter().flat_map(std::env::split_paths));
    let folders = std::env::join_paths(folders).map_err(|error| error.to_string())?;
    Ok(Toolchain {
        settings: vec![
            ("RUSTC", home.join("usr/bin/rustc").into()),
            ("LD_LIBRARY_PATH", folders),
            // A stable compiler cannot yet build the standard library by itself.
            ("RUSTC_BOOTSTRAP", "1".into()),
            ("CARGO_UNSTABLE_BUILD_STD", "std,panic_abort".into()),
            ("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker.into()),
        ],
    })
}

/// The first folder inside a folder that contains a given path.
fn inside(folder: &Path, what: impl Fn(&Path) -> PathBuf) -> Option<PathBuf> {
    let entries = fs::read_dir(folder).ok()?;
    entries.filter_map(Result::ok).map(|entry| what(&entry.path())).find(|path| path.exists())
}

/// The browser, node and npm; installed by apt only in CI, since that changes the whole machine.
pub(crate) fn browser() -> Result<(), String> {
    let mut wanted = Vec::new();
    if !has_browser() {
        wanted.push("chromium");
    }
    if !works("node") {
        wanted.push("nodejs");
    }
    if !works("npm") {
        wanted.push("npm");
    }
    if wanted.is_empty() {
        return Ok(());
    }
    let how = format!(
        "there is no {}; `apt-get install {}` installs what is missing",
        wanted.join(", no "),
        wanted.join(" ")
    );
    if !(in_ci() && may_install()) {
        return Err(how);
    }
    run(Command::new("apt-get").args(["update", "-qq"]))?;
    let mut install = Command::new("apt-get");
    install.env("DEBIAN_FRONTEND", "noninteractive").stdout(Stdio::null());
    run(install.args(["install", "-y", "-qq", "--no-install-recommends"]).args(&wanted))?;
    if has_browser() && works("node") && works("npm") { Ok(()) } else { Err(how) }
}

fn has_browser() -> bool {
    std::env::var_os("CHROMIUM").is_some_and(|path| Path::new(&path).exists())
        || ["chromium", "chromium-browser", "google-chrome"].into_iter().any(works)
}

/// Whether packages can be installed: by root, on a machine with apt.
fn may_install() -> bool {
    works("apt-get") && output_of(Command::new("id").arg("-u")).is_some_and(|id| id == "0")
}

/// Whether a program is installed.
pub(crate) fn works(program: &str) -> bool {
    output_of(Command::new(program).arg("--version")).is_some()
}

/// The output of a command, if it succeeded.
fn output_of(command: &mut Command) -> Option<String> {
    let output = command.stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}
