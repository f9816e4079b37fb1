# The binary lands at ./$(EXE), as testing frameworks expect it.
EXE ?= secateur

# Built for this very machine unless RUSTFLAGS says otherwise.
NATIVE := -C target-cpu=native

FUZZ_TARGETS := fen epd pgn san
FUZZ_SECONDS := 60

.DEFAULT_GOAL := build
.PHONY: build test bench-perft fuzz clean

build: export RUSTFLAGS := $(or $(RUSTFLAGS),$(NATIVE))
build:
	cargo build --release --locked -p secateur
	cp "$(or $(CARGO_TARGET_DIR),target)/release/secateur" "$(EXE)"

test:
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --locked -- -D warnings
	cargo test --workspace --locked
	if [ -d fuzz ]; then cargo check --locked --manifest-path fuzz/Cargo.toml --no-default-features; fi

bench-perft: export RUSTFLAGS := $(or $(RUSTFLAGS),$(NATIVE))
bench-perft:
	cargo run --release --locked -p referee --bin perft_speed

fuzz:
	for target in $(FUZZ_TARGETS); do \
		cargo +nightly fuzz run $$target -- -max_total_time=$(FUZZ_SECONDS) || exit 1; \
	done

clean:
	cargo clean
	rm -f "$(EXE)"
