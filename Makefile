# The workflow, target by target. `make help` lists them.

# Fyne's goroutine checks are migrated: every change of a widget goes through
# fyne.Do. Its own emoji, some 24 MB of memory, it draws at half the height
# of the text; without them those of the system serve, at full size.
TAGS    := migrated_fynedo,no_emoji
VERSION := $(shell sed -n 's/^ *Version = "\(.*\)"/\1/p' FyneApp.toml)
LDFLAGS := -s -w -X main.version=$(VERSION)

# Go asks git for the revision, which fails where somebody else owns the
# checkout, as in a container; the version above is all that is wanted.
export GOFLAGS := $(GOFLAGS) -buildvcs=false

.DEFAULT_GOAL := help

# Prerequisites are made in the order they are named in, under -j too: nothing
# is installed before the display was looked for. Go itself uses every core.
.NOTPARALLEL:

.PHONY: help
help: ## list the targets
	@sed -n 's/^\([a-z0-9-]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 22

.PHONY: run
run: display build-desktop ## build the desktop app and open it on the embedded map
	bin/roadsnap-desktop

# Said before anything is installed or built, so that nobody waits for it.
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
	CGO_ENABLED=0 go build -trimpath -ldflags '$(LDFLAGS)' -o bin/roadsnap ./app/roadsnap

# Without -trimpath, so that it shares what it compiles with the tests.
.PHONY: build-desktop
build-desktop: need-build ## build the desktop app
	go build -tags $(TAGS) -ldflags '$(LDFLAGS)' -o bin/roadsnap-desktop ./app/roadsnap-desktop

.PHONY: test
test: need-test ## run all tests, the real window under Xvfb included
	go vet -tags $(TAGS) ./...
	go test -tags $(TAGS) ./...

.PHONY: race
race: need-build ## run the tests of the engine and the API under the race detector
	go test -tags $(TAGS) -race -short ./engine/... ./app/api/... ./ui/...

.PHONY: lint
lint: need-build bin/golangci-lint ## check style, layers and common faults
	bin/golangci-lint run ./...

# Minutes the first time; again only when its version changes.
bin/golangci-lint: .tools/go.mod .tools/go.sum
	cd .tools && CGO_ENABLED=0 go build -trimpath -ldflags '-s -w' -o ../$@ github.com/golangci/golangci-lint/v2/cmd/golangci-lint

.PHONY: bench
bench: need-go ## run the benchmarks, allocations reported
	go test -run '^$$' -bench . -benchmem ./engine/... ./app/api/... ./ui/mapdraw/...

# These need ROADSNAP_DATA, and say what of it is missing.
.PHONY: bench-match bench-accuracy bench-peers
bench-match: build ## measure speed on the maps and traces of ROADSNAP_DATA (NAME=hcmc: one map)
	@.tools/bench match $(NAME)

bench-accuracy: build ## measure agreement with the truth, on the same and on recorded tracks
	@.tools/bench accuracy $(NAME)

bench-peers: build ## measure speed beside Valhalla's (needs node and npm; fetches 280 MB)
	@.tools/bench peers $(NAME)

.PHONY: big-extract
big-extract: need-go ## write N copies of the extract FROM, side by side, to OUT (default 60 of ROADSNAP_DATA's city, in bin/bench)
	@mkdir -p bin/bench
	go run ./data/gen/bigextract -n $(or $(N),60) -from $(or $(FROM),$(ROADSNAP_DATA)/roads/hcm_2018.osm.pbf) -out $(or $(OUT),bin/bench/big.osm.pbf)

.PHONY: bench-ui
bench-ui: build need-test ## measure the map and the real window beside their goals (ROADSNAP_DATA; WANDER=10m)
	@.tools/bench ui

.PHONY: fuzz
fuzz: need-go ## fuzz every reader for FUZZTIME each (default 20s)
	.tools/fuzz $(or $(FUZZTIME),20s)

.PHONY: data
data: need-go ## rebuild what data/ embeds from its sources (needs npm for the unit tables)
	go run ./data/gen units data/units
	go run ./data/gen overview data
	go run ./data/gen land data
	go run ./data/gen sample data

# What a target wants of this machine, installed where it is missing.
.PHONY: need-go need-build need-test
need-go need-build need-test:
	@.tools/need $(@:need-%=%)

.PHONY: clean
clean: ## remove what building and testing left behind
	rm -rf bin shots
