// SPDX-License-Identifier: MIT

package reportmaker_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"testing"
	"time"

	"roadsnap/data"
	"roadsnap/engine"
	"roadsnap/engine/correction"
	"roadsnap/engine/fleet"
	"roadsnap/engine/match"
	"roadsnap/engine/regulation"
	"roadsnap/engine/report"
	"roadsnap/engine/trace"
	"roadsnap/engine/trip"
	"roadsnap/engine/workspace"
	"roadsnap/internal/reportfile"
	"roadsnap/internal/reportmaker"
)

// sampleMaker keeps the sample trips, which are in March 2025, on the sample map.
func sampleMaker(t *testing.T) (m reportmaker.Maker, ids []workspace.ID) {
	t.Helper()
	e, err := engine.New(engine.Options{Units: data.Units(), Overview: data.OverviewPack})
	if err == nil {
		err = e.OpenBytes(data.SampleName, data.SamplePack)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = e.Close() })
	w, err := workspace.Open(t.Context(), filepath.Join(t.TempDir(), "trips.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.Close() })
	for i, name := range []string{"city", "valley", "meadow"} {
		path := sampleTrip(name)
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		trips, err := trace.ReadFile(t.Context(), path, trace.Options{})
		if err != nil {
			t.Fatal(err)
		}
		trips[0].Vehicle = fmt.Sprintf("51C-%d", i+1)
		if name == "meadow" {
			trips[0].Observations = halted(trips[0].Observations)
		}
		added, err := w.Add(t.Context(), path, workspace.ContentOf(content), trips)
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, added[0].ID)
	}
	return reportmaker.Maker{Workspace: w, Engine: e, Key: workspace.MatchKey{Map: e.Identity(), Profile: match.MotorVehicle, Matcher: match.Version}}, ids
}

// halted lets a vehicle stand for ten minutes in the middle of its way.
func halted(all []match.Observation) (list []match.Observation) {
	middle := len(all) / 2
	list = append(list, all[:middle]...)
	for i := range 20 {
		o := all[middle]
		o.Time = o.Time.Add(time.Duration(i) * 30 * time.Second)
		list = append(list, o)
	}
	for _, o := range all[middle+1:] {
		o.Time = o.Time.Add(10 * time.Minute)
		list = append(list, o)
	}
	return list
}

func sampleTrip(name string) string { return filepath.Join("../../data/trips", name+".gpx") }

// march asks for a report of the days of the sample trips.
func march(kind report.Kind) report.Request {
	day := func(d int) time.Time { return time.Date(2025, 3, d, 0, 0, 0, 0, trace.VietnamTime()) }
	return report.Request{Kind: kind, Language: report.English, Period: report.Days(day(1), day(31))}
}

// TestBasisFollowsTheReport edits trips, the register, places and limits at random. The basis of a
// report must change whenever the report does, and must not change with what no report shows.
func TestBasisFollowsTheReport(t *testing.T) {
	m, ids := sampleMaker(t)
	ctx := t.Context()
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 1))
	kinds := []report.Kind{report.Fleet, report.ByDriver, report.StopList, report.OverLimit}
	look := func() (docs []*report.Document, basis []string) {
		for _, k := range kinds {
			request := march(k)
			made, err := m.Report(ctx, request, report.Filter{}, func(reportmaker.Progress) {})
			if err != nil {
				t.Fatal(err)
			}
			now, err := m.Basis(ctx, request, report.Filter{})
			if err != nil || now != made.Basis {
				t.Fatalf("%s: the basis is %s at once, %v; made of %s", k, now, err, made.Basis)
			}
			docs, basis = append(docs, made.Document), append(basis, made.Basis)
		}
		return docs, basis
	}
	text := func() *string { s := fmt.Sprint("51C-", r.IntN(4)); return &s }
	way := func() int64 { return []int64{181919639, 4097656}[r.IntN(2)] }
	docs, basis := look()
	stops, err := m.Workspace.StopCenters(ctx) // known after the first report
	if err != nil || len(stops) == 0 {
		t.Fatalf("%d stops, %v", len(stops), err)
	}
	edits := []struct {
		name string
		do   func(id workspace.ID) error
	}{
		{"vehicle", func(id workspace.ID) error { return m.Workspace.Edit(ctx, workspace.Edit{Vehicle: text()}, id) }},
		{"driver", func(id workspace.ID) error { return m.Workspace.Edit(ctx, workspace.Edit{Driver: text()}, id) }},
		{"remove", func(id workspace.ID) error { return m.Workspace.Remove(ctx, id) }},
		{"restore", func(id workspace.ID) error { return m.Workspace.Restore(ctx, id) }},
		{"limit", func(workspace.ID) error {
			return m.Workspace.CorrectLimit(ctx, regulation.Correction{Way: way(), KMH: float64(10 + r.IntN(90)), Reason: "sign", At: time.Unix(int64(r.IntN(1e9)), 0)})
		}},
		{"no limit", func(workspace.ID) error { return m.Workspace.RemoveLimit(ctx, way()) }},
		{"place", func(workspace.ID) error {
			_, err := m.Workspace.SetSite(ctx, trip.Site{Name: *text(), Center: stops[r.IntN(len(stops))], Radius: 200})
			return err
		}},
		{"register", func(workspace.ID) error {
			return m.Workspace.UpdateRegister(ctx, func(f fleet.Register) fleet.Register {
				f.Vehicles = []fleet.Vehicle{{Plate: *text(), Group: *text(), Norm: float64(r.IntN(30)), Transport: regulation.Taxi}}
				f.Drivers = []fleet.Driver{{Name: "An", Licence: *text()}}
				f.Assignments = []fleet.Assignment{{Plate: *text(), Driver: "An"}}
				return f
			})
		}},
		{"correction", func(id workspace.ID) error {
			_, err := m.Workspace.UpdateCorrections(ctx, id, func(l correction.Log) (correction.Log, error) {
				return l.Add(correction.Operation{Constraint: match.Constraint{Kind: match.LeaveOut, Index: r.IntN(100)}, When: time.Unix(int64(r.IntN(1e9)), 0)}), nil
			})
			return err
		}},
		{"note", func(id workspace.ID) error {
			return m.Workspace.Edit(ctx, workspace.Edit{Note: text(), SetTags: 3}, id)
		}},
		{"name", func(id workspace.ID) error { return m.Workspace.Edit(ctx, workspace.Edit{Name: text()}, id) }},
	}
	for range 40 {
		edit := edits[r.IntN(len(edits))]
		if err := edit.do(ids[r.IntN(len(ids))]); err != nil {
			t.Fatalf("%s: %v", edit.name, err)
		}
		newDocs, newBasis := look()
		for i, k := range kinds {
			same := reflect.DeepEqual(docs[i], newDocs[i])
			if !same && basis[i] == newBasis[i] {
				t.Errorf("%s changed %s, but not its basis", edit.name, k)
			}
			if (edit.name == "note" || edit.name == "name") && basis[i] != newBasis[i] {
				t.Errorf("%s changed the basis of %s", edit.name, k)
			}
		}
		docs, basis = newDocs, newBasis
	}
}

// TestSheetCountsPointsLeftOut makes the sheet of a trip that ends off the roads. The points there
// are part of its distance.
func TestSheetCountsPointsLeftOut(t *testing.T) {
	m, ids := sampleMaker(t)
	made, err := m.Sheet(t.Context(), reportmaker.SheetRequest{Trip: ids[2], Language: report.Vietnamese, Made: time.Unix(1e9, 0)})
	if err != nil {
		t.Fatal(err)
	}
	if s := made.Sheet; s.OffRoad < 1900 || s.LeftOut != 0 {
		t.Errorf("%.0f m off the roads, %d points left out, want none left out", s.OffRoad, s.LeftOut)
	}
}

// TestVerify verifies sheets with other traces and maps.
func TestVerify(t *testing.T) {
	m, ids := sampleMaker(t)
	made, err := m.Sheet(t.Context(), reportmaker.SheetRequest{Trip: ids[0], Language: report.Vietnamese, Made: time.Unix(1e9, 0)})
	if err != nil {
		t.Fatal(err)
	}
	if now, err := m.SheetBasis(t.Context(), reportmaker.SheetRequest{Trip: ids[0], Language: report.Vietnamese}); now != made.Basis || err != nil {
		t.Errorf("%s, %v; made of %s", now, err, made.Basis)
	}
	if _, err := m.Sheet(t.Context(), reportmaker.SheetRequest{Trip: 99}); !errors.Is(err, workspace.ErrNoTrip) {
		t.Error(err)
	}
	write := func(s *report.Sheet) string {
		f, err := os.Create(filepath.Join(t.TempDir(), "sheet.pdf"))
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(reportfile.WriteSheet(f, s), f.Close()); err != nil {
			t.Fatal(err)
		}
		return f.Name()
	}
	other := func(change func(*report.Sheet)) string {
		s := *made.Sheet
		change(&s)
		return write(&s)
	}
	pdf := write(made.Sheet)
	// forged returns a PDF with the page of one PDF and the data of another one.
	forged := func(page, data string) string {
		object := regexp.MustCompile(`(?s)<< /Type /EmbeddedFile .*?endstream`)
		var content [2][]byte
		for i, name := range []string{page, data} {
			var err error
			if content[i], err = os.ReadFile(name); err != nil {
				t.Fatal(err)
			}
		}
		at := object.FindIndex(content[0])
		if at == nil {
			t.Fatal("no data in the PDF")
		}
		name := filepath.Join(t.TempDir(), "forged.pdf")
		if err := os.WriteFile(name, slices.Concat(content[0][:at[0]], object.Find(content[1]), content[0][at[1]:]), 0o600); err != nil {
			t.Fatal(err)
		}
		return name
	}
	digit := other(func(s *report.Sheet) { s.Measured += 1000 })
	const u, c, n = reportfile.Unchanged, reportfile.Changed, reportfile.NotCheckable
	none, err := engine.New(engine.Options{Units: data.Units()})
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		name       string
		pdf, trace string
		e          *engine.Engine
		want       []reportmaker.Check
	}{
		{"all of it", pdf, sampleTrip("city"), m.Engine, []reportmaker.Check{{Part: reportmaker.PagePart, Finding: u}, {Part: reportmaker.TracePart, Finding: u}, {Part: reportmaker.MapPart, Finding: u}, {Part: reportmaker.DistancePart, Finding: u}}},
		{"a page with another digit", forged(digit, pdf), sampleTrip("city"), m.Engine, []reportmaker.Check{{Part: reportmaker.PagePart, Finding: c, Why: reportmaker.PageDiffers}, {Part: reportmaker.TracePart, Finding: u}, {Part: reportmaker.MapPart, Finding: u}, {Part: reportmaker.DistancePart, Finding: u}}},
		{"data with another digit", forged(pdf, digit), sampleTrip("city"), m.Engine, []reportmaker.Check{{Part: reportmaker.PagePart, Finding: c, Why: reportmaker.PageDiffers}, {Part: reportmaker.TracePart, Finding: u}, {Part: reportmaker.MapPart, Finding: u}, {Part: reportmaker.DistancePart, Finding: c, Why: reportmaker.DistanceDiffers}}},
		{"page and data with another digit", digit, sampleTrip("city"), m.Engine, []reportmaker.Check{{Part: reportmaker.PagePart, Finding: u}, {Part: reportmaker.TracePart, Finding: u}, {Part: reportmaker.MapPart, Finding: u}, {Part: reportmaker.DistancePart, Finding: c, Why: reportmaker.DistanceDiffers}}},
		{"the page alone", pdf, "", nil, []reportmaker.Check{{Part: reportmaker.PagePart, Finding: u}, {Part: reportmaker.TracePart, Finding: n, Why: reportmaker.NoTrace}, {Part: reportmaker.MapPart, Finding: n, Why: reportmaker.NoMap}}},
		{"no map is open", pdf, "", none, []reportmaker.Check{{Part: reportmaker.PagePart, Finding: u}, {Part: reportmaker.TracePart, Finding: n, Why: reportmaker.NoTrace}, {Part: reportmaker.MapPart, Finding: n, Why: reportmaker.NoMap}}},
		{"another trace", pdf, sampleTrip("valley"), m.Engine, []reportmaker.Check{{Part: reportmaker.PagePart, Finding: u}, {Part: reportmaker.TracePart, Finding: c, Why: reportmaker.TraceDiffers}, {Part: reportmaker.MapPart, Finding: u}}},
		{"another map", other(func(s *report.Sheet) { s.Map.Identity = "x" }), "", m.Engine, []reportmaker.Check{{Part: reportmaker.PagePart, Finding: u}, {Part: reportmaker.TracePart, Finding: n, Why: reportmaker.NoTrace}, {Part: reportmaker.MapPart, Finding: c, Why: reportmaker.MapDiffers}}},
		{"another version", other(func(s *report.Sheet) { s.Version = "x" }), "", nil, []reportmaker.Check{{Part: reportmaker.PagePart, Finding: n, Why: reportmaker.OtherVersion}, {Part: reportmaker.TracePart, Finding: n, Why: reportmaker.NoTrace}, {Part: reportmaker.MapPart, Finding: n, Why: reportmaker.NoMap}}},
		{"another matcher", other(func(s *report.Sheet) { s.Matcher = "x" }), sampleTrip("city"), m.Engine, []reportmaker.Check{{Part: reportmaker.PagePart, Finding: u}, {Part: reportmaker.TracePart, Finding: u}, {Part: reportmaker.MapPart, Finding: u}, {Part: reportmaker.DistancePart, Finding: n, Why: reportmaker.OtherMatcher}}},
		{"another trip of the file", other(func(s *report.Sheet) { s.Points++ }), sampleTrip("city"), m.Engine, []reportmaker.Check{{Part: reportmaker.PagePart, Finding: u}, {Part: reportmaker.TracePart, Finding: u}, {Part: reportmaker.MapPart, Finding: u}, {Part: reportmaker.DistancePart, Finding: n, Why: reportmaker.NoSuchTrip}}},
		{"a longer distance", other(func(s *report.Sheet) { s.Measured += 50 }), sampleTrip("city"), m.Engine, []reportmaker.Check{{Part: reportmaker.PagePart, Finding: u}, {Part: reportmaker.TracePart, Finding: u}, {Part: reportmaker.MapPart, Finding: u}, {Part: reportmaker.DistancePart, Finding: c, Why: reportmaker.DistanceDiffers}}},
	} {
		v, err := reportmaker.Verify(context.Background(), x.pdf, x.trace, x.e)
		if err != nil {
			t.Errorf("%s: %v", x.name, err)
			continue
		}
		changed := false
		for i := range v.Checks {
			v.Checks[i].OnRoads, v.Checks[i].OffRoads = 0, 0
			changed = changed || v.Checks[i].Finding == c
		}
		if !reflect.DeepEqual(v.Checks, x.want) || v.Changed() != changed {
			t.Errorf("%s: %+v", x.name, v.Checks)
		}
	}
	if _, err := reportmaker.Verify(context.Background(), sampleTrip("city"), "", nil); !errors.Is(err, reportfile.ErrNoSheet) {
		t.Error(err)
	}
}
