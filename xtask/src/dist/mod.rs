//! `cargo xtask dist`: the archive of a release, with the same bytes whenever and wherever it is made from the same sources.
//!
//! The binary is built for it once more: without the lines of sources, and without the names of folders of this machine.
//! Files come in the order of their names, with one time and one owner.

mod notices;
mod tar;

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

use crate::root::{self, Report};
use tar::Entry;

/// The profile in the root's `Cargo.toml`.
const PROFILE: &str = "dist";

/// What stands between flags in the variable that cargo reads them from.
const BETWEEN_FLAGS: char = '\u{1f}';

/// Makes the archive in `target/dist`.
pub fn run(root: &Path) -> Result<Report> {
    let binary = build(root)?;
    let name = format!("unhang-{}-{}", env!("CARGO_PKG_VERSION"), host()?);
    let mut entries = entries(root, &binary)?;
    for entry in &mut entries {
        entry.path = format!("{name}/{}", entry.path);
    }
    let folder = root.join("target/dist");
    fs::create_dir_all(&folder)?;
    let path = folder.join(format!("{name}.tar.gz"));
    let bytes = compress(&tar::write(entries)?)?;
    fs::write(&path, &bytes).with_context(|| path.display().to_string())?;
    let note = format!("{}: {} bytes", root::relative(root, &path), bytes.len());
    Ok(Report { notes: vec![note], problems: Vec::new() })
}

/// Builds the binary, and says where it is.
fn build(root: &Path) -> Result<PathBuf> {
    let cargo_home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".cargo"));
    let registry = cargo_home.or(home).context("neither CARGO_HOME nor HOME is set")?;
    let remapped = |folder: &Path, name: &str| {
        let mut flag = OsString::from("--remap-path-prefix=");
        flag.push(folder);
        flag.push(format!("={name}"));
        flag
    };
    let mut flags = remapped(root, "unhang");
    flags.push(BETWEEN_FLAGS.to_string());
    flags.push(remapped(&registry, "cargo"));
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    let target = root.join("target/dist-build");
    cargo.args(["build", "--locked", "--profile", PROFILE, "--package", "unhang", "--target-dir"]).arg(&target);
    let status =
        cargo.env("CARGO_ENCODED_RUSTFLAGS", flags).current_dir(root).status().context("cargo cannot be run")?;
    ensure!(status.success(), "the release cannot be built");
    Ok(target.join(PROFILE).join("unhang"))
}

/// What the release is for, as compilers call it.
fn host() -> Result<String> {
    let told = Command::new(compiler()).arg("-vV").output().context("the compiler cannot be run")?;
    let told = String::from_utf8_lossy(&told.stdout).into_owned();
    let host = told.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("the compiler does not say what it compiles for")?.to_owned())
}

fn compiler() -> PathBuf {
    std::env::var_os("RUSTC").unwrap_or_else(|| ["rust", "c"].concat().into()).into()
}

/// Everything that a user of the release gets.
fn entries(root: &Path, binary: &Path) -> Result<Vec<Entry>> {
    let mut entries = vec![Entry { path: "unhang".to_owned(), bytes: fs::read(binary)?, is_program: true }];
    let mut add = |path: String, bytes: Vec<u8>| entries.push(Entry { path, bytes, is_program: false });
    for name in ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"] {
        add(name.to_owned(), fs::read(root.join(name)).with_context(|| name.to_owned())?);
    }
    add("NOTICES.txt".to_owned(), notices::collect(root, &host()?)?.into_bytes());
    add("NOTICES-rust.html".to_owned(), notices::of_the_standard_library(&compiler())?);
    for path in root::files(&root.join("docs"), &[".md", ".json", ".svg"])? {
        add(root::relative(root, &path), fs::read(&path)?);
    }
    let printed = |words: &[&str]| -> Result<Vec<u8>> {
        let output = Command::new(binary).args(words).output().context("the release cannot be run")?;
        ensure!(output.status.success(), "`unhang {}` does not work", words.join(" "));
        Ok(output.stdout)
    };
    add("man/unhang.1".to_owned(), printed(&["man"])?);
    for command in ["check", "verify", "replay", "reproduce", "dump", "sequentialise", "explain", "header"] {
        add(format!("man/unhang-{command}.1"), printed(&["man", command])?);
    }
    for (shell, name) in [("bash", "unhang.bash"), ("zsh", "_unhang"), ("fish", "unhang.fish")] {
        add(format!("completions/{name}"), printed(&["completions", shell])?);
    }
    Ok(entries)
}

/// What gzip makes of it, without name and time.
fn compress(bytes: &[u8]) -> Result<Vec<u8>> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("archive.tar");
    fs::write(&path, bytes)?;
    let output =
        Command::new("gzip").args(["--no-name", "--best", "--stdout"]).arg(&path).stdin(Stdio::null()).output();
    let output = output.context("gzip cannot be run")?;
    ensure!(output.status.success(), "gzip has failed: {}", String::from_utf8_lossy(&output.stderr));
    Ok(output.stdout)
}
