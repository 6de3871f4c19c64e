# Two commands do everything: `make demo` and `make test`. The work is in cargo and `cargo xtask`.

.PHONY: demo test setup

PROVED = corpus/cxx/philosophers/left-handed.cpp
HANGS  = corpus/c/mutexes/order-deadlock.c

# A program that is proved to finish, and one that hangs: `unhang` says so with exit code 1, which is right here.
demo: setup
	cargo build --quiet --release --package unhang
	cargo run --quiet --release --package unhang -- check $(PROVED)
	cargo run --quiet --release --package unhang -- check $(HANGS); test $$? -eq 1

test: setup
	cargo fmt --all --check
	cargo clippy --quiet --workspace --all-targets -- -D warnings
	cargo test --quiet --workspace
	cargo xtask tidy
	RUSTDOCFLAGS="-D warnings" cargo doc --quiet --workspace --no-deps --document-private-items

# Rust links with the system's C compiler, unhang has C and C++ programs translated by clang, any version from 14 on, the crate
# `solver` talks to z3, and tests look at the page of `--html` in a browser without a window.
# What is missing is installed where that is allowed without a password.
PACKAGES   = build-essential clang z3 chromium
INSTALL    = apt-get update && $(1) apt-get install --yes $(PACKAGES)
HAVE_CC    = command -v cc > /dev/null
HAVE_Z3    = command -v z3 > /dev/null
HAVE_CHROMIUM = { command -v chromium || command -v chromium-browser || command -v google-chrome; } > /dev/null
HAVE_CLANG = { for name in clang $$(seq -f clang-%g 14 50); do command -v $$name && break; done; } > /dev/null

setup:
	@command -v cargo > /dev/null || \
	  { echo "cargo is missing; install Rust first, with rustup"; exit 1; }
	@{ $(HAVE_CC) && $(HAVE_CLANG) && $(HAVE_Z3) && $(HAVE_CHROMIUM); } || \
	  if command -v apt-get > /dev/null && [ "$$(id -u)" -eq 0 ]; then $(call INSTALL,); \
	  elif command -v apt-get > /dev/null && sudo -n true 2> /dev/null; then sudo $(call INSTALL,sudo); \
	  else echo "a C compiler, clang, z3 or chromium is missing; install them: sudo apt-get install --yes $(PACKAGES)"; exit 1; fi
	@{ cargo fmt --version && cargo clippy --version; } > /dev/null 2>&1 || rustup component add rustfmt clippy
