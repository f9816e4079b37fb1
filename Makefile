# The binary is copied to $(EXE), as OpenBench expects.
EXE ?= secateur

# Builds for this machine unless RUSTFLAGS is set.
NATIVE := -C target-cpu=native

TARGET := $(or $(CARGO_TARGET_DIR),target)

FUZZ_TARGETS := fen epd pgn san net games
FUZZ_SECONDS := 60

.DEFAULT_GOAL := build
.PHONY: build play pgo test docs referee mutants bench-perft bench-board fuzz clean

# make EVALFILE=some.net builds another network in than nets/secateur.net.
build pgo: override export EVALFILE := $(if $(EVALFILE),$(abspath $(EVALFILE)))

build: export RUSTFLAGS := $(or $(RUSTFLAGS),$(NATIVE))
build:
	cargo build --release --locked -p secateur
	cp "$(TARGET)/release/secateur" "$(EXE)"

# Opens the board in the browser.
play: build
	"$(abspath $(EXE))" board

# Profile-guided optimisation: builds twice, the second time with a profile of the first. Needs the
# toolchain's llvm-tools, which rustup installs if they are missing.
PROFILE := $(abspath $(TARGET)/profile)
PROFDATA := $$(rustc --print sysroot)/lib/rustlib/*/bin/llvm-profdata
PGO_BUILD := cargo build --release --locked -p secateur --target-dir "$(TARGET)/pgo"
pgo:
	ls $(PROFDATA) > /dev/null 2>&1 || rustup component add llvm-tools
	rm -rf "$(PROFILE)"
	RUSTFLAGS="$(NATIVE) -C profile-generate=$(PROFILE)" $(PGO_BUILD)
	"$(TARGET)/pgo/release/secateur" bench 13 > /dev/null
	$(PROFDATA) merge -o "$(PROFILE)/merged.profdata" "$(PROFILE)"
	RUSTFLAGS="$(NATIVE) -C profile-use=$(PROFILE)/merged.profdata" $(PGO_BUILD)
	cp "$(TARGET)/pgo/release/secateur" "$(EXE)"

# Tests the portable build and, for the rules, also the native one with its vector code.
test:
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --locked -- -D warnings
	cargo test --workspace --locked
	RUSTFLAGS="$(NATIVE)" cargo clippy --locked -p secateur-chess --all-targets --target-dir target/native -- -D warnings
	RUSTFLAGS="$(NATIVE)" cargo test --locked -p secateur-chess --target-dir target/native
	cargo check --locked --manifest-path fuzz/Cargo.toml --no-default-features
	cargo run --quiet --locked -p secateur -- docs --check
	.ci/clients
	.ci/browser
	.ci/bench

# Compares positions of random games with two other libraries, and runs the long tests.
referee: export RUSTFLAGS := $(or $(RUSTFLAGS),$(NATIVE))
referee:
	cargo run --release --locked -p referee --bin differential -- --positions 400000 --threads 2
	cargo test --release --locked -p referee -p engine -p tablebase -- --ignored

# Mutation tests of the search's pages and of the table, which take about two hours. They go on where
# the last run stopped: remove $(TARGET)/mutation to begin again. Needs cargo-mutants.
MUTANTS := nice cargo mutants -j 1 --iterate
mutants:
	mkdir -p "$(TARGET)/mutation/search" "$(TARGET)/mutation/table"
	status=0; \
	$(MUTANTS) -o "$(TARGET)/mutation/search" -F 'src/search' -- -- search:: || status=$$?; \
	$(MUTANTS) -o "$(TARGET)/mutation/table" -F 'src/tt' -- -- tt:: --skip deep_entries || status=$$?; \
	exit $$status

docs:
	cargo run --quiet --locked -p secateur -- docs

bench-perft: export RUSTFLAGS := $(or $(RUSTFLAGS),$(NATIVE))
bench-perft:
	cargo run --release --locked -p referee --features cozy-pext --bin perft_speed

# The board in a real Chromium: weight, first board, answers under load, frames of a drag, idle time.
bench-board: build
	CHROMIUM=$$(command -v chromium) SECATEUR=$(abspath $(EXE)) \
		$$(.ci/python-env playwright==1.65.0) crates/board/tests/browser/benchmark.py

fuzz:
	for target in $(FUZZ_TARGETS); do \
		mkdir -p fuzz/corpus/$$target; \
		cargo +nightly fuzz run $$target fuzz/corpus/$$target fuzz/seeds/$$target -- \
			-max_total_time=$(FUZZ_SECONDS) || exit 1; \
	done

clean:
	cargo clean
	rm -f "$(EXE)"
