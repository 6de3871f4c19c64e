//! Programs of the corpus without memory and calls have the same answers as before.

#[test]
fn prepared_programs_of_the_corpus_have_the_same_answers() {
    let root = xtask::root::find().unwrap();
    let report = xtask::corpus::prepared::check(&root, "corpus/c/").unwrap();
    assert!(report.problems.is_empty(), "{}\n{}", report.notes.join("\n"), report.problems.join("\n"));
}
