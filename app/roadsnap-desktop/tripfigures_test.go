// SPDX-License-Identifier: MIT

package main

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/adrg/xdg"

	"roadsnap/data"
	"roadsnap/engine"
	"roadsnap/engine/geo"
	"roadsnap/ui/job"
	"roadsnap/ui/keeper"
	"roadsnap/ui/trips"
)

// Numbers of the trips that the figures are measured with.
const (
	fleetTrips  = 1000
	fleetPoints = 1000 // of each
)

// BenchmarkTrips prints the figures of the trips, as rows of the table of `make bench-trips`:
// of the view model, the workspace on the disk and the engine, and then of the window. ROADSNAP_CITY is the
// pack of a city and ROADSNAP_DATA the folder with traces on it.
func BenchmarkTrips(b *testing.B) {
	city := os.Getenv("ROADSNAP_CITY")
	if city == "" {
		b.Skip("ROADSNAP_CITY names no pack; see make bench-trips")
	}
	spareMemory()
	answerFirst()
	b.Setenv("XDG_DATA_HOME", b.TempDir())
	xdg.Reload()
	row := func(name string, goal, floor float64, value time.Duration) {
		fmt.Printf("| %s | %g | %g | %.2f |\n", name, goal, floor, value.Seconds())
	}
	files := fleetFiles(b, fleetTrips)

	d := openDesk(b, city)
	began := time.Now()
	d.do(func(p *trips.Model) { p.Open(files...) })
	first := d.until(func(s trips.State) bool { return s.View.Totals.Trips > 0 && anyDone(s) }).Sub(began)
	all := d.until(func(s trips.State) bool { return s.Work.Left == 0 }).Sub(began)
	mustBeDone(b, d.state())
	row("1,000 trips of 1,000 points: first verdict, s", 1, 2, first)
	row("the same: all verdicts, s", 15, 30, all)
	d.close()

	began = time.Now()
	d = openDesk(b, city)
	d.do(func(p *trips.Model) { p.Reopen() })
	again := d.until(func(s trips.State) bool { return len(s.Trips) == fleetTrips && s.Work.Left == 0 }).Sub(began)
	row("the workspace with these trips opened again, s", 0.3, 1, again)
	d.close()
	fluid(b, city, filepath.Dir(files[0]))
}

// fluid prints the figures of the real window while the trips of a folder are matched.
func fluid(b *testing.B, city, folder string) {
	b.Helper()
	s := newScreen(b, 1700, 1100)
	found := runRobot(b, s, "fleet", robotRole+"_PACK="+city, robotRole+"_FLEET="+folder)
	for _, of := range []string{"any action", "open 1,000 files", "select a row", "sort", "filter", "pan", "zoom", "open a panel", "open the table", "close the table"} {
		name := "matching, " + of
		fmt.Printf("| while they are matched, in the window: %s, p95 (longest; work of the UI thread), ms | 100 | 200 | %.0f (%.0f; %.0f) |\n",
			of, found[name].Value, found[name+", longest"].Value, found[name+", work"].Value)
	}
	fmt.Printf("| the same: blank pictures of the map | 0 | 0 | %.0f |\n", found["matching, blank pictures"].Value)
	fmt.Printf("| the same: all verdicts, s | 15 | 30 | %.2f |\n", found["matching, all trips"].Value)
}

func anyDone(s trips.State) bool {
	for _, t := range s.Trips {
		if t.Stage == trips.Done {
			return true
		}
	}
	return false
}

// mustBeDone fails unless every trip is matched and kept.
func mustBeDone(t testing.TB, s trips.State) {
	t.Helper()
	if len(s.Trips) != fleetTrips {
		t.Errorf("%d trips, want %d", len(s.Trips), fleetTrips)
	}
	for _, trip := range s.Trips {
		if trip.Stage != trips.Done || trip.Kept == 0 {
			t.Fatalf("%s is at stage %v, kept as %d: %v", trip.File, trip.Stage, trip.Kept, trip.Problem)
		}
	}
}

// desk is the app's list of trips without a window.
type desk struct {
	t      testing.TB
	engine *engine.Engine
	kept   keeper.Keeper
	jobs   *job.Runner
	model  *trips.Model
	posted chan func() // run by the goroutine that stands for that of the UI
}

// openDesk opens a map and the user's workspace as main does.
func openDesk(t testing.TB, pack string) *desk {
	e, err := engine.New(engine.Options{Units: data.Units(), Overview: data.OverviewPack, Land: data.LandPack})
	if err == nil {
		err = e.OpenPack(pack)
	}
	if err != nil {
		t.Fatal(err)
	}
	faults := make(chan error, 1)
	kept, ok := openKeeper(e, faults)
	if !ok {
		t.Fatal(<-faults)
	}
	d := &desk{t: t, engine: e, kept: kept, posted: make(chan func(), 100_000)}
	go func() {
		for do := range d.posted {
			do()
		}
	}()
	d.jobs = job.New(func(do func()) { d.posted <- do })
	info, _ := e.Info()
	d.model = trips.NewModel(trips.Options{
		Jobs: d.jobs, Matcher: trips.MatcherOf(e), Bounds: func() geo.Bounds { return info.Meta.Bounds },
		Remember: func([]string) {}, Keeper: kept, KeepFailed: func(err error) { t.Error(err) },
	})
	return d
}

// do runs a function on the UI goroutine and waits for it.
func (d *desk) do(what func(*trips.Model)) {
	done := make(chan struct{})
	d.posted <- func() {
		what(d.model)
		close(done)
	}
	<-done
}

// state returns the state of the list. It is immutable.
func (d *desk) state() (s trips.State) {
	d.do(func(p *trips.Model) { s = p.State() })
	return s
}

// until returns the time at which a condition holds.
func (d *desk) until(holds func(trips.State) bool) time.Time {
	d.t.Helper()
	for deadline := time.Now().Add(4 * patience); ; {
		s := d.state()
		if holds(s) {
			return time.Now()
		}
		if time.Now().After(deadline) {
			d.t.Fatalf("%d trips are still being matched", s.Work.Left)
		}
		time.Sleep(5 * time.Millisecond)
	}
}

func (d *desk) close() {
	d.jobs.Close(patience)
	if err := d.kept.Close(); err != nil {
		d.t.Error(err)
	}
	if err := d.engine.Close(); err != nil {
		d.t.Error(err)
	}
}

// fleetFiles writes n trips of the city as CSV, one to a file. They are parts of the long
// traces with their own noise, spread over a month.
func fleetFiles(t testing.TB, n int) (paths []string) {
	t.Helper()
	f, err := os.Open(filepath.Join(os.Getenv("ROADSNAP_DATA"), "synthetic", "hcmc.long.jsonl.gz"))
	if err != nil {
		t.Skip(err)
	}
	defer f.Close()
	unzipped, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	type recording struct {
		Points [][3]float64 `json:"points"`
	}
	var long []recording
	for lines := json.NewDecoder(unzipped); lines.More(); {
		var r recording
		if err := lines.Decode(&r); err != nil {
			t.Fatal(err)
		}
		long = append(long, r)
	}
	rng, folder := rand.New(rand.NewPCG(1, 2)), t.TempDir()
	month := time.Date(2026, 11, 1, 5, 0, 0, 0, time.UTC)
	for i := range n {
		all := long[i%len(long)].Points
		from := rng.IntN(len(all) - fleetPoints + 1)
		begin := month.Add(time.Duration(i%30)*24*time.Hour + time.Duration(rng.IntN(12*3600))*time.Second)
		var sheet strings.Builder
		fmt.Fprintf(&sheet, "plate,time,lat,lon\n")
		for _, p := range all[from : from+fleetPoints] {
			const noise = 2e-5 // degrees, about 2 m
			at := begin.Add(time.Duration((p[2] - all[from][2]) * float64(time.Second)))
			fmt.Fprintf(&sheet, "51C-%05d,%s,%.6f,%.6f\n", i%200, at.Format(time.RFC3339), p[0]+noise*rng.NormFloat64(), p[1]+noise*rng.NormFloat64())
		}
		path := filepath.Join(folder, fmt.Sprintf("%04d.csv", i))
		if err := os.WriteFile(path, []byte(sheet.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	return paths
}
