//! The programs of `bench/commute` are what is said of them: every test run asks within bounds.

#[test]
fn every_program_has_its_answers_within_bounds() {
    let report = xtask::commute::validate::check("").unwrap();
    assert!(report.problems.is_empty(), "{}\n{}", report.notes.join("\n"), report.problems.join("\n"));
}

#[test]
fn the_table_in_the_readme_is_up_to_date() {
    assert!(xtask::commute::readme::is_up_to_date(&xtask::root::find().unwrap()).unwrap(), "run `cargo xtask bless`");
}
