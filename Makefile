# The two setup commands: `make demo` and `make test`.

PREFIX ?= /usr/local
SWIFT ?= swift
# A library next to the program is not loaded.
RELEASE = $(SWIFT) build -c release --product ridealong --static-swift-stdlib --disable-local-rpath

# Real logs, tiles and traces for tests; tests that need them are skipped without.
RIDEALONG_TEST_DATA ?= $(abspath ../shared/data)
export RIDEALONG_TEST_DATA

.PHONY: demo guide-app build test test-fast bench bench-growth install package wheel check check-texts format libraries test-libraries assets clean

demo: build
	@"$$($(RELEASE) --show-bin-path)/ridealong" demo $(DEMO_FLAGS)

# The Consumer SDK guide's app, in this terminal.
guide-app: build
	@Examples/GuideApp/run "$$($(RELEASE) --show-bin-path)/ridealong"

build: libraries assets
	$(RELEASE)

test: test-libraries assets
	@SWIFT="$(SWIFT)" scripts/run-tests

# The tests without processes, terminals and sockets, in a build of their own.
test-fast: test-libraries assets
	@SWIFT="$(SWIFT)" scripts/run-tests --fast

# Measures what the map costs against its limits; `make bench BENCH_FLAGS=--smoke` is quick.
bench: libraries assets
	@Benchmarks/measure-map $(BENCH_FLAGS)

# Measures how the time of everything grows with the number of trips, vehicles, points, entries and tiles.
bench-growth: libraries assets
	@Benchmarks/measure-growth $(BENCH_FLAGS)

install: build
	install -d "$(DESTDIR)$(PREFIX)/bin"
	install -m 755 "$$($(RELEASE) --show-bin-path)/ridealong" "$(DESTDIR)$(PREFIX)/bin/ridealong"
	@set -e; program="$(DESTDIR)$(PREFIX)/bin/ridealong"; share="$(DESTDIR)$(PREFIX)/share"; \
	complete() { \
	  install -d "$$(dirname "$$2")"; \
	  "$$program" completions "$$1" >"$$2"; \
	  chmod 644 "$$2"; echo "completions for $$1: $$2"; \
	}; \
	complete bash "$$share/bash-completion/completions/ridealong"; \
	complete zsh "$$share/zsh/site-functions/_ridealong"; \
	complete fish "$$share/fish/vendor_completions.d/ridealong.fish"; \
	scripts/install-manual "$$program" "$$share/man"

# What a release consists of, below dist/; scripts/check-package tests it.
package: libraries assets
	@scripts/make-package

# The program with its libraries for pip, below dist/; scripts/check-wheel tests it.
wheel: libraries assets
	@scripts/make-wheel

# The quick checks of CI, to run before a push.
check: check-texts
	scripts/check-format
	scripts/check-graph

# Those that need no compiler.
check-texts:
	scripts/check-links
	scripts/check-words
	scripts/check-listings
	scripts/check-migration
	scripts/list-cases --check
	scripts/make-fidelity --check
	@for patch in Tests/RideSimulator/Defects/*.patch Tests/Emulator/ContractCasesTests/Mutations/*.patch; do git apply --check "$$patch" || exit 1; done

format:
	$(SWIFT) format --in-place --parallel --recursive Package.swift Sources Tests Benchmarks Tools/DemoCity/Package.swift \
	  Tools/DemoCity/Sources Tools/DemoCity/Tests \
	  Examples/GuideApp/Package.swift Examples/GuideApp/Sources

libraries:
	@scripts/install-libraries

test-libraries:
	@scripts/install-libraries --tests

# The build notices a change of the files that embed assets and documents, not of what they embed.
assets:
	@find Assets -type f -not -path 'Assets/cases/*' -newer Sources/C/DemoAssets/DemoAssets.S \
	  -exec touch Sources/C/DemoAssets/DemoAssets.S \;
	@find Assets/cases -type f -newer Sources/C/ContractCaseFiles/ContractCaseFiles.S \
	  -exec touch Sources/C/ContractCaseFiles/ContractCaseFiles.S \;
	@find docs/configuration.md docs/recordings.md -newer Sources/C/ManualSources/ManualSources.S \
	  -exec touch Sources/C/ManualSources/ManualSources.S \;

clean:
	$(SWIFT) package clean
