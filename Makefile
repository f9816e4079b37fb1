# The binary lands at ./$(EXE), as testing frameworks expect it.
EXE ?= secateur

# Built for this very machine unless RUSTFLAGS says otherwise.
NATIVE := -C target-cpu=native

TARGET := $(or $(CARGO_TARGET_DIR),target)

FUZZ_TARGETS := fen epd pgn san net games
FUZZ_SECONDS := 60

.DEFAULT_GOAL := build
.PHONY: build pgo test docs referee bench-perft fuzz clean

# Another network than nets/secateur.net may be built in: make EVALFILE=some.net
build pgo: override export EVALFILE := $(if $(EVALFILE),$(abspath $(EVALFILE)))

build: export RUSTFLAGS := $(or $(RUSTFLAGS),$(NATIVE))
build:
	cargo build --release --locked -p secateur
	cp "$(TARGET)/release/secateur" "$(EXE)"

# The fastest binary: built twice, the second time knowing what the first one did. Needs the
# toolchain's own tool for profiles, which is fetched if it is missing.
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

# Once as anybody may build it and, for the rules, once as `make` does: vector code included.
test:
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --locked -- -D warnings
	cargo test --workspace --locked
	RUSTFLAGS="$(NATIVE)" cargo clippy --locked -p secateur-chess --all-targets --target-dir target/native -- -D warnings
	RUSTFLAGS="$(NATIVE)" cargo test --locked -p secateur-chess --target-dir target/native
	cargo check --locked --manifest-path fuzz/Cargo.toml --no-default-features
	cargo run --quiet --locked -p secateur -- docs --check
	.ci/clients
	.ci/bench

# Positions of random games compared with two other libraries, and the longer forms of tests.
referee: export RUSTFLAGS := $(or $(RUSTFLAGS),$(NATIVE))
referee:
	cargo run --release --locked -p referee --bin differential -- --positions 400000 --threads 2
	cargo test --release --locked -p referee -p engine -- --ignored

docs:
	cargo run --quiet --locked -p secateur -- docs

bench-perft: export RUSTFLAGS := $(or $(RUSTFLAGS),$(NATIVE))
bench-perft:
	cargo run --release --locked -p referee --features cozy-pext --bin perft_speed

fuzz:
	for target in $(FUZZ_TARGETS); do \
		mkdir -p fuzz/corpus/$$target; \
		cargo +nightly fuzz run $$target fuzz/corpus/$$target fuzz/seeds/$$target -- \
			-max_total_time=$(FUZZ_SECONDS) || exit 1; \
	done

clean:
	cargo clean
	rm -f "$(EXE)"
