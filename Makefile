# The workflow, target by target. `make help` lists them.

# migrated_fynedo: every change of a widget goes through fyne.Do, so Fyne need
# not check. no_emoji: Fyne's own emoji take 24 MB of memory and are drawn at
# half the text's height; without them the system's are used.
TAGS    := migrated_fynedo,no_emoji
GOTESTSUM := bin/gotestsum --format pkgname --hide-summary skipped
LDFLAGS := -s -w

# The real window alone is tested for nearly three minutes, and on a busy machine for more than
# the ten that Go allows.
LONG := -timeout 1h

# Without -buildvcs=false Go asks git for the revision, which fails when the
# checkout belongs to another user, as in a container.
export GOFLAGS := $(GOFLAGS) -buildvcs=false

# .tools/need unpacks Go here where the system's own is too old. GOTOOLCHAIN
# keeps that Go from fetching another.
export PATH := $(CURDIR)/.tools/go/bin:$(PATH)
ifneq ($(wildcard .tools/go/bin/go),)
export GOTOOLCHAIN := local
endif

.DEFAULT_GOAL := help

# Prerequisites run in the order in which they are named, under -j too: nothing
# is installed before the display is found. Go itself uses every core.
.NOTPARALLEL:

.PHONY: help
help: ## list the targets
	@sed -n 's/^\([a-z0-9-]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 22

.PHONY: run
run: display build-desktop ## build the desktop app and open it on the embedded map
	bin/roadsnap-desktop

# Comes first, so that a missing display is reported before the long build.
.PHONY: display
display:
	@if [ "$$(uname)" = Linux ] && [ -z "$$DISPLAY$$WAYLAND_DISPLAY" ]; then \
	  echo "There is no display to open a window on. Without one, run the engine headless:"; \
	  echo "  make build && bin/roadsnap serve --api-key-file FILE"; \
	  echo "  bin/roadsnap snap data/trips/*.gpx"; \
	  exit 1; \
	fi

.PHONY: build
build: need-go ## build the command line and headless server, without cgo
	CGO_ENABLED=0 go build -trimpath -pgo=engine/match/match.pgo -ldflags '$(LDFLAGS)' -o bin/roadsnap ./app/roadsnap

.PHONY: build-batch test-batch
build-batch: need-go ## build roadsnap-batch, which reads and writes S3 buckets
	CGO_ENABLED=0 go -C app/roadsnap-batch build -trimpath -pgo=../../engine/match/match.pgo -ldflags '$(LDFLAGS)' -o ../../bin/roadsnap-batch .

test-batch: need-go ## test roadsnap-batch with a server that speaks S3 and cuts connections
	cd app/roadsnap-batch && go vet . && go test $(LONG) .

# Without -trimpath, so that the build and the tests share compiled packages.
.PHONY: build-desktop
build-desktop: need-build ## build the desktop app
	@[ -e bin/roadsnap-desktop ] || echo "Building the app. The first time fetches 150 MB of Go modules and takes about 5 minutes on two cores."
	go build -tags $(TAGS) -ldflags '$(LDFLAGS)' -o bin/roadsnap-desktop ./app/roadsnap-desktop

.PHONY: test
test: need-test bin/gotestsum ## run all tests, the real window under Xvfb included
	@echo "Running all tests: about 4 minutes on two cores, and 10 more to compile the first time."
	go vet -tags $(TAGS) ./...
	$(GOTESTSUM) $(RERUN) --packages ./... -- $(LONG) -tags $(TAGS)

.PHONY: check
check: need-build bin/gotestsum ## run the quick tests: no real window, no long runs
	$(GOTESTSUM) -- -short -tags $(TAGS) ./...

# Each .tools/clients/NAME/run installs what it pins into bin/clients/NAME, and starts a server
# of its own.
.PHONY: clients
clients: need-clients build ## check the real server with clients that others wrote (npm, PyPI; 6 minutes)
	@set -e; for run in .tools/clients/*/run; do echo "== $$run"; $$run; done

# TRIPS is the number of trips. With PACK and ROADSNAP_DATA they are made from the synthetic set.
.PHONY: test-spark
test-spark: need-spark build ## run rows in DuckDB, Polars, pandas and a Spark cluster on this machine (PyPI; TRIPS=200000, PACK=FILE, FIGURES=1)
	@app/roadsnap/deploy/spark/tests/run

.PHONY: test-slurm
test-slurm: need-slurm build ## run a batch as an array on a Slurm of two nodes on this machine (Debian's slurm-wlm)
	@app/roadsnap/deploy/batch/tests/run

.PHONY: race
race: need-build ## run the tests of the engine, the API and the window under the race detector
	go test $(LONG) -tags $(TAGS) -race -short ./engine/... ./app/api/... ./ui/...

.PHONY: lint
lint: need-build bin/golangci-lint ## check style, layers, common faults, licence lines and prose
	bin/golangci-lint run ./...
	cd app/roadsnap-batch && ../../bin/golangci-lint run .
	.tools/spdx-test
	.tools/spdx
	cd .tools && go test ./prose ./tune && go run ./prose ..

.PHONY: vuln
vuln: need-build bin/govulncheck ## look for known vulnerabilities in what the programs call (asks vuln.go.dev; VULNDB=URL: another database)
	bin/govulncheck -tags $(TAGS) $(if $(VULNDB),-db $(VULNDB)) ./...

# The release's tools have versions of their own: they share dependencies with the linter.
bin/cyclonedx-gomod: TOOL := github.com/CycloneDX/cyclonedx-gomod/cmd/cyclonedx-gomod
bin/govulncheck: TOOL := golang.org/x/vuln/cmd/govulncheck
bin/cyclonedx-gomod bin/govulncheck: .tools/release/go.mod .tools/release/go.sum | need-go
	@echo "Compiling $(@F): about a minute on two cores."
	cd .tools/release && CGO_ENABLED=0 go build -trimpath -ldflags '-s -w' -o ../../$@ $(TOOL)

# Tools are compiled once, and again when their versions change.
bin/golangci-lint: TOOL := github.com/golangci/golangci-lint/v2/cmd/golangci-lint
bin/golangci-lint: TAKES := 3 minutes
bin/gotestsum: TOOL := gotest.tools/gotestsum
bin/gotestsum: TAKES := 10 seconds
bin/golangci-lint bin/gotestsum: .tools/go.mod .tools/go.sum | need-go
	@echo "Compiling $(@F): about $(TAKES) on two cores."
	cd .tools && CGO_ENABLED=0 go build -trimpath -ldflags '-s -w' -o ../$@ $(TOOL)

.PHONY: bench
bench: need-go ## run the benchmarks, allocations reported
	go test -run '^$$' -bench . -benchmem ./engine/... ./app/api/... ./ui/mapdraw/...

# These need ROADSNAP_DATA, and say what of it is missing.
.PHONY: bench-match bench-profile bench-accuracy bench-figures tune fit-confidence bench-peers
bench-match: build ## measure speed on the maps and traces of ROADSNAP_DATA (NAME=hcmc: one map)
	@.tools/bench match $(NAME)

bench-profile: build ## write engine/match/match.pgo again, with which builds optimise the matcher (ROADSNAP_DATA)
	@.tools/bench profile

.PHONY: bench-live
bench-live: need-go ## measure 10,000 live vehicles on one core (goals: 10,000 points/s, p99 5 ms), and how far they agree with whole trips
	GOMAXPROCS=1 go test -run '^$$' -bench 'BenchmarkLive$$' -benchtime 200000x -benchmem ./engine/match
	ROADSNAP_ALL_TRACKS=1 go test -count=1 -run TestLiveOnRecordedTrips -v ./engine/match

bench-accuracy: build ## measure agreement with the truth, on the same and on recorded tracks
	@.tools/bench accuracy $(NAME)

bench-figures: build ## measure all figures of accuracy at once (AGAINST=FILE: compare with figures kept from bin/bench/figures.json)
	@.tools/bench figures $(NAME)

tune: build ## try the parameters of the model, and check what helps on maps that it was not chosen on (SEED, ONLY=NAME,...; half an hour)
	@.tools/bench tune

fit-confidence: build ## measure confidences on simulated trips, and fit those of legs on one half of the maps for the other (SEED, TRIPS; half an hour)
	@.tools/bench confidence

bench-peers: build ## measure speed compared with Valhalla (needs node and npm; fetches 280 MB)
	@.tools/bench peers $(NAME)

.PHONY: big-extract
big-extract: need-go ## write N copies of the extract FROM, side by side, to OUT (default 60 of ROADSNAP_DATA's city, in bin/bench; BUILDINGS=1.85: with 8 million made buildings)
	@mkdir -p bin/bench
	go run ./data/gen/bigextract -n $(or $(N),60) -buildings $(or $(BUILDINGS),0) -from $(or $(FROM),$(ROADSNAP_DATA)/roads/hcm_2018.osm.pbf) -out $(or $(OUT),bin/bench/big.osm.pbf)

.PHONY: bench-api
bench-api: build ## measure the server under load against its goals, server and load on a core each (ROADSNAP_DATA; LONG=10s, MIXED=100000, ONLY=fair,overload,...; ONLY=valhalla: compare with Valhalla)
	@.tools/bench api

.PHONY: bench-import
bench-import: build ## measure imports up to the size of two countries, goals 50 s and 1.2 GB (ROADSNAP_DATA; NAME=n60: one of them)
	@.tools/bench import $(NAME)

# Without PACK= the map of 60 cities that bench-ui makes.
.PHONY: bench-country
bench-country: need-go ## measure searching (goal 10 ms of CPU), opening (20 ms, 20 MB) and cold matching on the pack of a country (PACK=FILE, ROADSNAP_DATA)
	ROADSNAP_PACK=$(abspath $(or $(PACK),bin/bench/big.rsp)) GOMAXPROCS=1 go test -tags $(TAGS) -run '^$$' -bench '^Benchmark(Search|OpenPack|ColdMatch)$$' -benchtime 20x ./engine

.PHONY: bench-ui
bench-ui: build need-test ## measure the map and the real window against their goals (ROADSNAP_DATA; WANDER=10m)
	@.tools/bench ui

.PHONY: bench-workspace
bench-workspace: need-go ## measure opening 100,000 kept trips, goals 1 s and 150 MB (TRIPS=20000: fewer)
	ROADSNAP_BENCH_TRIPS=$(or $(TRIPS),100000) go test -run '^$$' -bench 'BenchmarkOpen$$' -benchtime 3x -timeout 30m ./engine/workspace

.PHONY: bench-trips
bench-trips: build need-test ## measure reading, matching and keeping 1,000 trips against the goals (ROADSNAP_DATA)
	@.tools/bench trips

.PHONY: fuzz
fuzz: need-go ## fuzz every reader for FUZZTIME each (default 20s)
	.tools/fuzz $(or $(FUZZTIME),20s)

.PHONY: data
data: need-go ## rebuild what data/ embeds from its sources (needs npm and ROADSNAP_DATA for the unit tables)
	go run ./data/gen units data/units
	go run ./data/gen overview data
	go run ./data/gen land data
	go run ./data/gen sample data

.PHONY: release release-check
release: need-release bin/cyclonedx-gomod ## write the archives of a release and their checksums to dist/ (ONLY=cli: without the desktop app)
	.tools/release/build $(ONLY)

release-check: need-release bin/cyclonedx-gomod ## build the last commit's release twice, and compare (ONLY=cli)
	.tools/release/check $(ONLY)

.PHONY: third-party
third-party: need-go ## rewrite assets/THIRD_PARTY.md, the licences of all that the binaries contain
	cd .tools/release && go build -o ../../bin/thirdparty ./thirdparty
	bin/thirdparty >bin/THIRD_PARTY.md
	cp bin/THIRD_PARTY.md assets/
	bin/thirdparty app/roadsnap-batch >bin/THIRD_PARTY.md
	cp bin/THIRD_PARTY.md app/roadsnap-batch/

.PHONY: version
version: ## make V the version of the app, the command line and the API's description
	@.tools/version $(V)

# Installs what a target needs and this machine lacks.
.PHONY: need-go need-build need-test need-release need-clients need-spark need-slurm
need-go need-build need-test need-release need-clients need-spark need-slurm:
	@.tools/need $(@:need-%=%)

.PHONY: clean
clean: ## remove what building and testing left behind
	rm -rf bin dist shots
