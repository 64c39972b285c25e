// SPDX-License-Identifier: MIT

package trips_test

import (
	"encoding/csv"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"

	"roadsnap/engine/tripfile"
	"roadsnap/ui/text"
	"roadsnap/ui/trips"
)

// csvRows reads a file of CSV without its row of names.
func csvRows(t *testing.T, path string) [][]string {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	list, err := csv.NewReader(strings.NewReader(string(content))).ReadAll()
	if err != nil || len(list) == 0 {
		t.Fatalf("%d rows, %v", len(list), err)
	}
	return list[1:]
}

// TestExport writes the selected, the listed and all trips of this run and of the one before.
func TestExport(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		s := newShelf()
		p, ui, _ := startApp(t, s)
		p.OpenFrom(source("a.csv", trip("a", 3), trip("b", 4), trip("c", 5)))
		ui.Settle()
		p.Select(p.State().Trips[0].ID)
		p.SetDetails(trips.Details{Driver: new("=Ánh")})
		f := p.State().Filter
		f.Query = "b" // the name of the file has the others
		p.SetFilter(f)
		ui.Settle()
		p, ui, _ = startApp(t, s) // whose trips are not loaded
		p.Select(p.State().Trips[0].ID)
		p.SetFilter(f)
		ui.Settle()
		for _, c := range []struct {
			scope trips.ExportScope
			want  []string
		}{{trips.ExportSelected, []string{"a"}}, {trips.ExportListed, []string{"b"}}, {trips.ExportAll, []string{"a", "b", "c"}}} {
			choice := trips.ExportChoice{Scope: c.scope, What: tripfile.Both, Format: tripfile.CSV, Table: tripfile.PerTrip}
			path := filepath.Join(dir, string(c.scope)+".csv")
			p.Export(choice, choice.Options("en"), path)
			if e := p.State().Export; !e.Busy || e.Total != len(c.want) {
				t.Errorf("%s: at first %+v", c.scope, e)
			}
			ui.Settle()
			if e := p.State().Export; e.Busy || e.Path != path || e.Count != len(c.want) || e.NoRoute != 0 || !e.Problem.Empty() {
				t.Fatalf("%s: %+v", c.scope, e)
			}
			var got []string
			for _, cells := range csvRows(t, path) {
				got = append(got, cells[0])
				if cells[0] == "a" && cells[2] != "'=Ánh" {
					t.Errorf("the driver is %q", cells[2])
				}
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("%s: %q, want %q", c.scope, got, c.want)
			}
			p.ForgetExport()
		}
		if e := p.State().Export; e != (trips.ExportState{}) {
			t.Errorf("after all: %+v", e)
		}
		p, ui, _ = startApp(t, s)
		if c := p.LastExport(); c.Scope != trips.ExportAll || c.Format != tripfile.CSV || c.Table != tripfile.PerTrip {
			t.Errorf("the next run begins with %+v", c)
		}
		ui.Settle()
	})
}

// TestExportCancelled cancels an export that matches a trip, and leaves no file.
func TestExportCancelled(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		s := newShelf()
		s.hold = make(chan struct{})
		p, ui, _ := startApp(t, s)
		p.OpenFrom(source("a.csv", trip("a", 3)))
		synctest.Wait()
		ui.Drain()
		c := trips.ExportChoice{Scope: trips.ExportAll, What: tripfile.Snapped, Format: tripfile.GPX}
		p.Export(c, c.Options("en"), filepath.Join(dir, "x.gpx"))
		synctest.Wait() // it waits for the matcher
		p.CancelExport()
		synctest.Wait()
		ui.Drain()
		if e := p.State().Export; e != (trips.ExportState{}) {
			t.Errorf("after the end: %+v", e)
		}
		if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
			t.Errorf("files are left: %v, %v", left, err)
		}
		close(s.hold)
		ui.Settle()
	})
}

// TestExportFails checks that a missing folder and a full disk are named.
func TestExportFails(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		p, ui, _ := startApp(t, newShelf())
		p.OpenFrom(source("a.csv", trip("a", 3)))
		ui.Settle()
		c := trips.ExportChoice{Scope: trips.ExportAll, What: tripfile.Raw, Format: tripfile.KML}
		p.Export(c, c.Options("en"), filepath.Join(dir, "none", "x.kml"))
		ui.Settle()
		if e := p.State().Export; e.Problem.Sentence != "error.no_folder" || e.Path != "" {
			t.Errorf("%+v", e)
		}
	})
	if n := text.Explain(text.Writing(&fs.PathError{Op: "write", Path: "x", Err: syscall.ENOSPC})); n.Sentence != "error.disk_full" {
		t.Errorf("a full disk is explained as %q", n.Sentence)
	}
}

// TestExportOfUnmatchedTrips counts trips without a route.
func TestExportOfUnmatchedTrips(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		s := newShelf()
		s.fakeMatcher.err = fs.ErrInvalid
		p, ui, _ := startApp(t, s)
		p.OpenFrom(source("a.csv", trip("a", 3), trip("b", 3)))
		ui.Settle()
		c := trips.ExportChoice{Scope: trips.ExportAll, What: tripfile.Both, Format: tripfile.CSV, Table: tripfile.PerPoint}
		path := filepath.Join(dir, "x.csv")
		p.Export(c, c.Options("en"), path)
		ui.Settle()
		if e := p.State().Export; e.NoRoute != 2 || e.Count != 2 || len(csvRows(t, path)) != 6 {
			t.Errorf("%+v", e)
		}
	})
}

// TestExportChoice checks which options a choice becomes, and what is read of old ones.
func TestExportChoice(t *testing.T) {
	sheets := []tripfile.Per{tripfile.PerLeg, tripfile.PerTrip}
	for _, c := range []struct {
		choice   trips.ExportChoice
		language string
		want     tripfile.Options
		ready    bool
	}{
		{trips.ExportChoice{What: tripfile.Both, Format: tripfile.GPX, Sheets: sheets, Excel: true}, "vi", tripfile.Options{Format: tripfile.GPX, What: tripfile.Both}, true},
		{trips.ExportChoice{What: tripfile.Both, Format: tripfile.XLSX, Sheets: sheets, Excel: true}, "vi", tripfile.Options{Format: tripfile.XLSX, What: tripfile.Both, Per: []tripfile.Per{tripfile.PerTrip, tripfile.PerLeg}}, true},
		{trips.ExportChoice{What: tripfile.Raw, Format: tripfile.XLSX, Sheets: sheets[:1]}, "vi", tripfile.Options{Format: tripfile.XLSX, What: tripfile.Raw}, false},
		{trips.ExportChoice{What: tripfile.Raw, Format: tripfile.CSV, Table: tripfile.PerLeg, Excel: true}, "vi", tripfile.Options{Format: tripfile.CSV, What: tripfile.Raw, Per: []tripfile.Per{tripfile.PerPoint}, Excel: tripfile.VietnameseExcel}, true},
		{trips.ExportChoice{What: tripfile.Snapped, Format: tripfile.CSV, Table: tripfile.PerLeg, Excel: true}, "en", tripfile.Options{Format: tripfile.CSV, What: tripfile.Snapped, Per: sheets[:1], Excel: tripfile.EnglishExcel}, true},
		{trips.ExportChoice{What: tripfile.Snapped, Format: tripfile.CSV, Table: tripfile.PerLeg}, "en", tripfile.Options{Format: tripfile.CSV, What: tripfile.Snapped, Per: sheets[:1]}, true},
	} {
		got := c.choice.Options(c.language)
		if !reflect.DeepEqual(got, c.want) || c.choice.Ready() != c.ready {
			t.Errorf("%+v: %+v, ready %t; want %+v", c.choice, got, c.choice.Ready(), c.want)
		}
	}
	var c trips.ExportChoice
	if err := json.Unmarshal([]byte(`{"format":"shp","what":"raw","scope":"none","sheets":["leg","day"],"table":"x"}`), &c); err != nil {
		t.Fatal(err)
	}
	want := trips.ExportChoice{Scope: trips.ExportSelected, What: tripfile.Raw, Format: tripfile.XLSX, Sheets: sheets[:1], Table: tripfile.PerPoint, Excel: true}
	if !reflect.DeepEqual(c, want) {
		t.Errorf("read %+v, want %+v", c, want)
	}
	if c = c.WithSheet(tripfile.PerStop, true).WithSheet(tripfile.PerLeg, false); !c.HasSheet(tripfile.PerStop) || c.HasSheet(tripfile.PerLeg) {
		t.Errorf("sheets are %v", c.Sheets)
	}
}
