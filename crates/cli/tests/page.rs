//! The page of `--html`, looked at in a real browser: it steps by keys and by the slider, shows threads, locks and variables as they are,
//! and asks nobody for anything.
//!
//! Without a browser the test fails, since nothing was tested; who has none and wants to go on sets `UNHANG_WITHOUT_BROWSER`.
#![allow(clippy::unwrap_used)]

mod browser;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use browser::Browser;

/// The page for a program of the corpus, opened; nothing if the user does without browsers.
fn page(folder: &Path, program: &str, options: &[&str]) -> Option<Browser> {
    let Some(name) = browser::find() else {
        let excuse = std::env::var_os("UNHANG_WITHOUT_BROWSER");
        assert!(excuse.is_some(), "no browser is installed: `make setup` does it, or set UNHANG_WITHOUT_BROWSER");
        // Written past the test harness, which would keep it to itself.
        #[allow(clippy::explicit_write)]
        writeln!(std::io::stderr(), "SKIPPED: there is no browser, so the page was not tested").unwrap();
        return None;
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let file: PathBuf = folder.join("page.html");
    let mut command = Command::new(env!("CARGO_BIN_EXE_unhang"));
    command.current_dir(root).args(["check", program, "--quiet", "--html"]).arg(&file).args(options);
    let output = command.output().unwrap();
    assert!(file.exists(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(Browser::open(name, &folder.join("profile"), &file))
}

#[test]
fn a_deadlock_is_stepped_through_by_keys() {
    let folder = tempfile::tempdir().unwrap();
    let Some(mut page) = page(folder.path(), "corpus/c/mutexes/order-deadlock.c", &[]) else { return };
    assert!(page.text("h1").contains("forward#1 and backward#2 wait for each other"));
    // It begins where it ends: with the deadlock, and with who waits for whom.
    assert_eq!(page.text("#step"), "nobody can step");
    let graph = page.evaluate("document.querySelector('#waits svg').getAttribute('aria-label')");
    let graph = graph.as_str().unwrap();
    assert!(graph.contains("forward#1 waits for backward#2") && graph.contains("backward#2 waits for forward#1"));
    assert!(page.text("#locks").contains("held by forward#1") && page.text("#locks").contains("held by backward#2"));
    assert!(page.text(".row:nth-child(10)").contains("forward#1 waits"), "{}", page.text(".row:nth-child(10)"));
    page.press("Home");
    assert_eq!(page.text("#step"), "before the first step");
    assert_eq!(page.text("#locks"), "Nobody holds a lock.");
    page.press("ArrowRight");
    assert!(page.text("#step").contains("pthread_create(&first, NULL, forward, NULL);forward#1 starts"));
    assert_eq!(page.evaluate("document.querySelector('.row.stepped .number').textContent"), "28");
    page.press("s");
    assert!(page.text("#step").starts_with("forward#1"), "{}", page.text("#step"));
    page.press("ArrowLeft");
    assert!(page.text("#step").starts_with("main#0"));
    // By the slider, which a screen reader speaks of.
    page.evaluate("slider.focus()");
    page.press("End");
    assert_eq!(page.evaluate("slider.value === slider.max && next.disabled"), true);
    assert!(page.evaluate("slider.getAttribute('aria-valuetext')").as_str().unwrap().contains("nobody can step"));
    assert!(page.text("#live").contains("nobody can step"));
    // Every button has a name, and can be reached and pressed without a mouse.
    page.evaluate("document.getElementById('back').focus()");
    page.press("Enter");
    assert!(page.text("#step").contains("pthread_mutex_lock"));
    assert_eq!(
        page.evaluate("[...document.querySelectorAll('button')].every((it) => it.textContent && it.tabIndex === 0)"),
        true
    );
    assert_eq!(page.complaints, Vec::<String>::new());
}

#[test]
fn a_cycle_goes_round() {
    let folder = tempfile::tempdir().unwrap();
    let Some(mut page) = page(folder.path(), "corpus/c/atomics/test-and-set-starves.c", &[]) else { return };
    assert!(page.text("#position").contains("in the cycle"));
    assert_eq!(page.evaluate("document.querySelector('#lanes svg').textContent.includes('repeats for ever')"), true);
    let first = page.evaluate("slider.value");
    let steps: u32 = page.evaluate("slider.max - slider.value + 1").as_u64().unwrap() as u32;
    assert!(steps >= 1);
    for _ in 0..steps {
        page.press("ArrowRight");
    }
    assert_eq!(page.evaluate("slider.value"), first, "after so many steps it is where it was");
    page.press("Home");
    page.press("c");
    assert_eq!(page.evaluate("slider.value"), first);
    assert!(page.evaluate("document.querySelectorAll('.row.incycle').length").as_u64().unwrap() > 0);
    assert!(page.text("#reasons").contains("steps in the cycle"));
    assert_eq!(page.complaints, Vec::<String>::new());
}

#[test]
fn a_proof_shows_its_ranking_functions() {
    let folder = tempfile::tempdir().unwrap();
    let Some(mut page) = page(folder.path(), "corpus/ranked/two-limits.bpl", &[]) else { return };
    assert!(page.text("h1").contains("FINISHES"));
    assert_eq!(page.evaluate("document.querySelectorAll('#ranks tbody tr').length"), 2);
    assert!(page.text("#ranks").contains("line "), "{}", page.text("#ranks"));
    assert!(page.text("#source").contains("ρ1") && page.text("#source").contains("ρ2"));
    assert_eq!(page.complaints, Vec::<String>::new());
}

#[test]
fn it_is_light_or_dark() {
    let folder = tempfile::tempdir().unwrap();
    let Some(mut page) = page(folder.path(), "corpus/locks/order-deadlock.bpl", &[]) else { return };
    let shade = |page: &mut Browser| page.evaluate("getComputedStyle(document.body).backgroundColor").to_string();
    page.prefer("light");
    let light = shade(&mut page);
    page.prefer("dark");
    let dark = shade(&mut page);
    assert_ne!(light, dark);
    page.evaluate("theme.click()");
    assert_eq!(shade(&mut page), light);
    // Nothing is wider than the window but what scrolls by itself.
    assert_eq!(page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"), true);
    assert_eq!(page.complaints, Vec::<String>::new());
}
