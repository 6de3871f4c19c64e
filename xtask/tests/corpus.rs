//! Every program of the corpus gets the answers that stand beside it.

#[test]
fn the_corpus_is_answered_as_expected() {
    let root = xtask::root::find().unwrap();
    let report = xtask::corpus::check(&root, "").unwrap();
    assert!(report.problems.is_empty(), "{}\n{}", report.notes.join("\n"), report.problems.join("\n"));
}
