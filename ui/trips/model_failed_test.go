// SPDX-License-Identifier: MIT

package trips_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"testing/synctest"

	"roadsnap/engine/match"
	"roadsnap/engine/trace"
	enginetrip "roadsnap/engine/trip"
	"roadsnap/engine/workspace"
	"roadsnap/ui/job/jobtest"
	"roadsnap/ui/trips"
)

// realKeeper is a workspace, and a matcher that needs no map.
type realKeeper struct {
	*workspace.Workspace
	fakeMatcher
}

func (k *realKeeper) Trips(ctx context.Context, trash bool, _ match.Profile) ([]workspace.Trip, error) {
	return k.Workspace.Trips(ctx, workspace.ListOptions{Trash: trash})
}

func (k *realKeeper) Kept(context.Context, workspace.ID, match.Profile) (r match.Result, ok bool, err error) {
	return r, false, nil
}

func (k *realKeeper) Match(ctx context.Context, _ workspace.ID, recording trace.Trip, stops []enginetrip.Stop, p match.Profile) (done trips.Corrected, err error) {
	done.Result, done.Summary, err = k.fakeMatcher.Match(ctx, recording, stops, p)
	return done, err
}

// warmUp makes the channels of the workspace's compressor, which must not belong to the bubble
// of a test.
func warmUp(t *testing.T) {
	t.Helper()
	w, err := workspace.Open(t.Context(), filepath.Join(t.TempDir(), "trips.db"))
	if err != nil {
		t.Fatal(err)
	}
	added, err := w.Add(t.Context(), "x", nil, []trace.Trip{trip("x", 2)})
	if err == nil {
		_, err = w.Recording(t.Context(), added[0].ID)
	}
	if err := errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
}

// startOn starts the app on the workspace at path, calls use, and ends the app.
func startOn(t *testing.T, path string, use func(p *trips.Model, ui *jobtest.UI)) {
	t.Helper()
	w, err := workspace.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		ui := jobtest.New(t)
		k := &realKeeper{Workspace: w}
		report := func(err error) { t.Error(err) }
		p := trips.NewModel(trips.Options{
			Jobs: ui.Jobs, Matcher: &k.fakeMatcher, Bounds: everywhere, Remember: func([]string) {}, Keeper: k, KeepFailed: report, EditRefused: report,
		})
		p.Reopen()
		ui.Settle()
		use(p, ui)
		ui.Settle()
	})
	if err := w.Close(); err != nil {
		t.Error(err)
	}
}

// failedRows lists the rows as "file stage reason".
func failedRows(p *trips.Model) (list []string) {
	for _, t := range p.State().Trips {
		list = append(list, fmt.Sprint(filepath.Base(t.File), " ", t.Stage, " ", t.Problem.Sentence))
	}
	return list
}

// TestFailedFilesAreListedInTheNextRun opens files of which some cannot be read. Their rows are
// there in each run with their reasons, until the file is read or its row removed.
func TestFailedFilesAreListedInTheNextRun(t *testing.T) {
	dir := t.TempDir()
	warmUp(t)
	db := filepath.Join(dir, "trips.db")
	write := func(name, content string) string {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	const good = "time,lat,lon\n2026-11-20T06:00:00Z,10.77,106.7\n2026-11-20T06:01:00Z,10.78,106.7\n"
	csv, gpx, missing := write("good.csv", good), write("broken.gpx", "<gpx><trk><trkseg><trkpt lat="), filepath.Join(dir, "missing.csv")
	const broken, gone = "broken.gpx 3 error.trace_format", "missing.csv 3 error.no_file"
	check := func(when string, p *trips.Model, want ...string) {
		t.Helper()
		if got := failedRows(p); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", when, got, want)
		}
	}
	startOn(t, db, func(p *trips.Model, ui *jobtest.UI) {
		p.Open(gpx, csv, missing)
		ui.Settle()
		check("opened", p, broken, "good.csv 2 ", gone)
	})
	for range 2 {
		startOn(t, db, func(p *trips.Model, ui *jobtest.UI) {
			check("the next run", p, "good.csv 2 ", broken, gone)
			if row := p.State().Trips[1]; row.File != gpx || row.Problem.Detail == "" || !row.ToReview() {
				t.Errorf("%s: %+v", row.File, row.Problem)
			}
		})
	}
	startOn(t, db, func(p *trips.Model, ui *jobtest.UI) {
		remove(p, p.State().Trips[1].ID)
		ui.Settle()
		write("missing.csv", good+"2026-11-20T06:02:00Z,10.79,106.7\n")
		p.Open(missing)
		ui.Settle()
		check("after the removal and a second attempt", p, "good.csv 2 ", "missing.csv 2 ")
	})
	startOn(t, db, func(p *trips.Model, ui *jobtest.UI) {
		check("the run after that", p, "good.csv 2 ", "missing.csv 2 ")
	})
}
