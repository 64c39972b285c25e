// SPDX-License-Identifier: MIT

package workspace

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"testing"
	"time"

	"roadsnap/engine/correction"
	"roadsnap/engine/fleet"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
	"roadsnap/engine/trip"
	"roadsnap/engine/zone"
)

// piece returns the observations of a trip from first up to, but not including, end.
func piece(t trace.Trip, first, end int) trace.Trip {
	t.Observations = t.Observations[first:end:end]
	return t
}

// TestReplaceCarriesCorrections splits a corrected trip, takes that back, and joins the parts.
func TestReplaceCarriesCorrections(t *testing.T) {
	w := openNew(t)
	whole := drive("x", 0, 30)
	original := add(t, w, "day.gpx", whole)[0].ID
	operation := func(c match.Constraint) correction.Operation {
		return correction.Operation{Constraint: c, Who: "Lan", When: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)}
	}
	pin := func(i int) correction.Operation {
		return operation(match.Constraint{Kind: match.Pin, Index: i, Place: geo.Point{Lat: 10, Lon: 106}, WayID: 7})
	}
	forbid := operation(match.Constraint{Kind: match.Forbid, WayID: 9})
	set := func(id ID, list ...correction.Operation) {
		t.Helper()
		if _, err := w.UpdateCorrections(t.Context(), id, func(correction.Log) (correction.Log, error) { return correction.Log{Done: list}, nil }); err != nil {
			t.Fatal(err)
		}
	}
	check := func(id ID, want ...correction.Operation) {
		t.Helper()
		if l, err := w.Corrections(t.Context(), id); err != nil || !slices.Equal(l.Done, want) {
			t.Errorf("trip %d: %+v, %v, want %+v", id, l.Done, err, want)
		}
	}
	set(original, pin(4), forbid, pin(15))
	parts, err := w.Replace(t.Context(), []ID{original}, []trace.Trip{piece(whole, 0, 10), piece(whole, 10, 30)})
	if err != nil || len(parts) != 2 {
		t.Fatal(parts, err)
	}
	check(parts[0].ID, pin(4), forbid)
	check(parts[1].ID, forbid, pin(5))
	if len(parts[0].Corrected) != 2 || parts[1].Corrected[1].Operation != pin(5) {
		t.Errorf("listed as %+v", parts)
	}
	third, err := w.Replace(t.Context(), []ID{parts[1].ID}, []trace.Trip{piece(whole, 12, 30)})
	if err != nil {
		t.Fatal(err)
	}
	check(third[0].ID, forbid, pin(3))
	if _, err := w.Revert(t.Context(), third[0].ID); err != nil {
		t.Fatal(err)
	}
	check(parts[1].ID, forbid, pin(5))
	set(parts[1].ID, pin(6))
	joined := whole
	joined.Vehicle = "y" // another trip than the original
	one, err := w.Replace(t.Context(), idsIn(parts), []trace.Trip{joined})
	if err != nil {
		t.Fatal(err)
	}
	check(one[0].ID, pin(4), pin(16))
}

func TestReplace(t *testing.T) {
	w := openNew(t)
	whole := drive("x", 0, 30)
	whole.Driver = "Lan"
	original := add(t, w, "day.gpx", whole)[0].ID
	vehicle, driver, note := "51C-1", "Minh", "late"
	if err := w.Edit(t.Context(), Edit{Vehicle: &vehicle, Driver: &driver, Note: &note, SetTags: 4}, original); err != nil {
		t.Fatal(err)
	}
	parts, err := w.Replace(t.Context(), []ID{original}, []trace.Trip{piece(whole, 0, 10), piece(whole, 10, 30)})
	if err != nil || len(parts) != 2 {
		t.Fatal(parts, err)
	}
	for _, p := range parts {
		if p.Vehicle != vehicle || p.Driver != driver || p.Note != note || p.Tags != 4 || p.File != "day.gpx" {
			t.Errorf("a part is %+v", p)
		}
	}
	if got := idsOf(t, w, false); !slices.Equal(got, idsIn(parts)) || len(idsOf(t, w, true)) != 0 {
		t.Errorf("listed are %v, want %v", got, parts)
	}
	if _, err := w.Replace(t.Context(), []ID{original}, []trace.Trip{whole}); !errors.Is(err, ErrNoTrip) {
		t.Errorf("a replaced trip: %v", err)
	}
	if err := w.Remove(t.Context(), parts[1].ID); err != nil {
		t.Fatal(err)
	}
	again := add(t, w, "copy.gpx", whole)
	if len(again) != 2 || !again[0].Known || !again[1].Part || again[1].ID != parts[1].ID || len(idsOf(t, w, false)) != 2 {
		t.Errorf("the original again: %+v", again)
	}

	// One part is split in turn; then all of it is undone from the other.
	if _, err := w.Replace(t.Context(), []ID{parts[1].ID}, []trace.Trip{piece(whole, 10, 20), piece(whole, 20, 30)}); err != nil {
		t.Fatal(err)
	}
	if again := add(t, w, "copy.gpx", whole); len(again) != 3 {
		t.Errorf("the original again: %+v", again)
	}
	back, err := w.Revert(t.Context(), parts[0].ID)
	if err != nil || !slices.Equal(idsIn(back), []ID{original}) || !slices.Equal(idsOf(t, w, false), []ID{original}) || back[0].Note != note {
		t.Errorf("%+v, %v; listed are %v", back, err, idsOf(t, w, false))
	}
	if _, err := w.Revert(t.Context(), original); !errors.Is(err, ErrNoTrip) {
		t.Errorf("nothing to undo: %v", err)
	}
}

// TestReplaceByKept merges trips to one of them, and merges parts to what was split.
func TestReplaceByKept(t *testing.T) {
	w := openNew(t)
	whole := drive("x", 0, 30)
	long, short := add(t, w, "long", whole)[0].ID, add(t, w, "short", piece(whole, 5, 10))[0].ID
	merged, err := w.Replace(t.Context(), []ID{short, long}, []trace.Trip{whole})
	if err != nil || !slices.Equal(idsIn(merged), []ID{long}) || !slices.Equal(idsOf(t, w, false), []ID{long}) {
		t.Fatalf("%+v, %v", merged, err)
	}
	if again := add(t, w, "short", piece(whole, 5, 10)); len(again) != 1 || again[0].ID != long || !again[0].Part {
		t.Errorf("the short one again: %+v", again)
	}
	if back, err := w.Revert(t.Context(), long); err != nil || !slices.Equal(idsIn(back), []ID{short}) || len(idsOf(t, w, false)) != 2 {
		t.Errorf("%+v, %v", back, err)
	}
	parts, err := w.Replace(t.Context(), []ID{long}, []trace.Trip{piece(whole, 0, 15), piece(whole, 15, 30)})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Replace(t.Context(), idsIn(parts), []trace.Trip{whole}); err != nil || !slices.Equal(sortedIDs(t, w), []ID{long, short}) {
		t.Errorf("%v, listed %v", err, idsOf(t, w, false))
	}
	if _, err := w.Revert(t.Context(), long); err != nil || len(idsOf(t, w, false)) != 3 {
		t.Errorf("%v, listed %v", err, idsOf(t, w, false))
	}
}

func sortedIDs(t *testing.T, w *Workspace) []ID {
	ids := idsOf(t, w, false)
	slices.Sort(ids)
	return ids
}

// TestTrashOfParts deletes all parts: the original is deleted, too, and can be added again.
func TestTrashOfParts(t *testing.T) {
	w := openNew(t)
	whole := drive("x", 0, 30)
	original := add(t, w, "day", whole)[0].ID
	parts, err := w.Replace(t.Context(), []ID{original}, []trace.Trip{piece(whole, 0, 10), piece(whole, 10, 30)})
	if err != nil {
		t.Fatal(err)
	}
	for i, left := range []int{1, 0} {
		if err := w.Remove(t.Context(), parts[i].ID); err != nil {
			t.Fatal(err)
		}
		if n, err := w.EmptyTrash(t.Context(), time.Now().Add(time.Minute)); n != 1 || err != nil {
			t.Errorf("%d trips are deleted, %v", n, err)
		}
		if _, err := w.Trip(t.Context(), original); (err == nil) != (left > 0) {
			t.Errorf("with %d parts left, the original: %v", left, err)
		}
	}
	if added := add(t, w, "day", whole)[0]; added.Known || added.ID <= parts[1].ID {
		t.Errorf("%+v", added)
	}
}

// TestCopies moves everything to another workspace.
// TestReplacedTripIsNotRemoved moves a trip to the trash after it was split: the trash would
// be the last place of it when the split is taken back.
func TestReplacedTripIsNotRemoved(t *testing.T) {
	w := openNew(t)
	whole := drive("x", 0, 30)
	day := add(t, w, "day", whole)[0].ID
	parts, err := w.Replace(t.Context(), []ID{day}, []trace.Trip{piece(whole, 0, 10), piece(whole, 10, 30)})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Remove(t.Context(), parts[0].ID, day); !errors.Is(err, ErrNoTrip) {
		t.Errorf("a replaced trip: %v", err)
	}
	if list, err := w.Trips(t.Context(), ListOptions{Trash: true}); err != nil || len(list) != 0 {
		t.Errorf("in the trash: %+v, %v", list, err)
	}
	if list, err := w.Revert(t.Context(), parts[0].ID); err != nil || len(list) != 1 || !list[0].Removed.IsZero() {
		t.Errorf("after Revert: %+v, %v", list, err)
	}
}

func TestCopies(t *testing.T) {
	w := openNew(t)
	whole := drive("x", 0, 30)
	original := add(t, w, "day", whole)[0].ID
	if _, err := w.Replace(t.Context(), []ID{original}, []trace.Trip{piece(whole, 0, 10), piece(whole, 10, 30)}); err != nil {
		t.Fatal(err)
	}
	named, err := w.SetSite(t.Context(), trip.Site{Name: "Kho Bình Tân", Center: geo.Point{Lat: 10.75, Lon: 106.6}, Radius: 80})
	if err != nil || len(named.After) != 1 || named.After[0].ID == 0 {
		t.Fatal(named, err)
	}
	site, _ := named.After[0].Site()
	register := fleet.Register{
		Vehicles:    []fleet.Vehicle{{Plate: "51C-123.45", Kind: "xe tải", Group: "Đội 1", Norm: 12.5}},
		Drivers:     []fleet.Driver{{Name: "Lan", Licence: "790", Phone: "09"}},
		Assignments: []fleet.Assignment{{Plate: "51C-123.45", Driver: "Lan", From: morning.UTC()}},
	}
	if _, err := w.SetRegister(t.Context(), fleet.Register{}, register); err != nil {
		t.Fatal(err)
	}
	if err := w.SetSetting(t.Context(), "rules", []byte("r")); err != nil {
		t.Fatal(err)
	}
	check := func(t *testing.T, to *Workspace) {
		t.Helper()
		if got, err := to.Register(t.Context()); err != nil || !reflect.DeepEqual(got, register) {
			t.Errorf("the register is %+v, %v", got, err)
		}
		if got, err := to.Sites(t.Context()); err != nil || !slices.Equal(got, []trip.Site{site}) {
			t.Errorf("the sites are %+v, %v", got, err)
		}
		if got, err := to.Setting(t.Context(), "rules"); err != nil || string(got) != "r" {
			t.Errorf("the setting is %q, %v", got, err)
		}
		listed := idsOf(t, to, false)
		if !slices.Equal(listed, idsOf(t, w, false)) {
			t.Errorf("listed are %v", listed)
		}
		if again := add(t, to, "day", whole); len(again) != 2 || !again[0].Part {
			t.Errorf("the original again: %+v", again)
		}
		if back, err := to.Revert(t.Context(), listed...); err != nil || !slices.Equal(idsIn(back), []ID{original}) {
			t.Errorf("%+v, %v", back, err)
		}
	}
	backup := filepath.Join(t.TempDir(), "backup.db")
	if err := w.Backup(t.Context(), backup); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(backup); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("the backup: %v, %v; want a file that only the user may read", info, err)
	}
	if err := w.Backup(t.Context(), backup); !errors.Is(err, os.ErrExist) {
		t.Errorf("a second backup to the same name: %v", err)
	}
	t.Run("merge", func(t *testing.T) {
		to := openNew(t)
		for _, want := range []int{3, 0} {
			if n, err := to.Merge(t.Context(), backup); n != want || err != nil {
				t.Errorf("%d trips, %v", n, err)
			}
		}
		check(t, to)
	})
	t.Run("the original is kept", func(t *testing.T) {
		to := openNew(t)
		id := add(t, to, "day", whole)[0].ID
		if n, err := to.Merge(t.Context(), backup); n != 0 || err != nil || !slices.Equal(idsOf(t, to, false), []ID{id}) {
			t.Errorf("%d trips, %v, listed %v", n, err, idsOf(t, to, false))
		}
	})
	t.Run("repair", func(t *testing.T) {
		to, err := Repair(t.Context(), backup)
		if err != nil {
			t.Fatal(err)
		}
		defer to.Close()
		check(t, to)
	})
	for _, bad := range []trip.Site{{Name: "a", Center: geo.Point{Lat: 10, Lon: 106}}, {Name: "b", Center: geo.Point{Lat: 91}, Radius: 5}, {Center: geo.Point{Lat: 10}, Radius: math.NaN()}, {Radius: math.Inf(1)}} {
		if _, err := w.SetSite(t.Context(), bad); !errors.Is(err, zone.ErrShape) || errors.Is(err, ErrNoSite) {
			t.Errorf("%+v: %v", bad, err)
		}
	}
}

func TestLines(t *testing.T) {
	w := openNew(t)
	key := MatchKey{Map: "m", Profile: match.MotorVehicle, Matcher: "1"}
	added := add(t, w, "f", drive("a", 0, 5), drive("b", 1, 5), drive("c", 2, 5))
	legs := []match.Leg{{Shape: []geo.Point{{Lat: 10.7, Lon: 106.7}, {Lat: 10.8, Lon: 106.6}}}, {Shape: []geo.Point{{Lat: -1, Lon: -179.9999999}, {Lat: 90, Lon: 180}}}}
	centre := geo.Point{Lat: 10.75, Lon: 106.65}
	for i, k := range []MatchKey{key, {Map: "old", Profile: match.MotorVehicle, Matcher: "1"}} {
		if err := w.SetMatch(t.Context(), added[i].ID, k, NewMatch{Result: match.Result{Legs: legs}, Stops: []trip.Stop{{Center: centre}}}); err != nil {
			t.Fatal(err)
		}
	}
	var got []ID
	err := w.Lines(t.Context(), key, []ID{added[2].ID, added[1].ID, added[0].ID, 99}, func(id ID, lines [][]geo.Point) error {
		got = append(got, id)
		if !reflect.DeepEqual(lines, [][]geo.Point{legs[0].Shape, legs[1].Shape}) {
			t.Errorf("%v", lines)
		}
		return nil
	})
	if err != nil || !slices.Equal(got, []ID{added[0].ID}) {
		t.Errorf("%v, %v", got, err)
	}
	if err := w.Remove(t.Context(), added[1].ID); err != nil {
		t.Fatal(err)
	}
	if centres, err := w.StopCenters(t.Context()); err != nil || !slices.Equal(centres, []geo.Point{centre}) {
		t.Errorf("%v, %v", centres, err)
	}
}

// FuzzLines checks that any bytes are read or refused, and that lines are written as they
// were read.
func FuzzLines(f *testing.F) {
	f.Add(encodeLines())
	f.Add(encodeLines(nil, []geo.Point{{Lat: 10.7, Lon: 106.7}, {Lat: -90, Lon: 180}}))
	f.Add([]byte{linesVersion, 2, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1, 1, 0})
	f.Fuzz(func(t *testing.T, b []byte) {
		lines, err := decodeLines(b)
		if err != nil {
			if !errors.Is(err, ErrDamaged) {
				t.Error(err)
			}
			return
		}
		again, err := decodeLines(encodeLines(lines...))
		if err != nil || !reflect.DeepEqual(again, lines) {
			t.Errorf("%v became %v, %v", lines, again, err)
		}
	})
}

// TestMergeInBatches merges several batches of trips, of which some were split, merged and
// split again, twice and after a break: each time the list is that of the backup.
func TestMergeInBatches(t *testing.T) {
	from := openNew(t)
	var trips []trace.Trip
	for i := range 3*batchSize + 7 {
		trips = append(trips, drive("x", i, 6))
	}
	added := add(t, from, "f", trips...)
	replace := func(old []ID, parts ...trace.Trip) []ID {
		t.Helper()
		list, err := from.Replace(t.Context(), old, parts)
		if err != nil {
			t.Fatal(err)
		}
		return idsIn(list)
	}
	// Trips of the first and the last batch and their parts, which are in the last one.
	at := []int{batchSize - 1, 2, len(trips) - 1}
	var parts [][]ID
	for _, i := range at {
		parts = append(parts, replace([]ID{added[i].ID}, piece(trips[i], 0, 2), piece(trips[i], 2, 6)))
	}
	again := replace(parts[1][1:], piece(trips[2], 2, 4), piece(trips[2], 4, 6))
	replace(parts[0], trips[at[0]])
	add(t, from, "g", drive("y", 0, 5), drive("y", 1, 5))
	for i, id := range idsOf(t, from, false) {
		if i%50 == 0 {
			if err := from.Remove(t.Context(), id); err != nil {
				t.Fatal(err)
			}
		}
	}
	backup := filepath.Join(t.TempDir(), "backup.db")
	if err := from.Backup(t.Context(), backup); err != nil {
		t.Fatal(err)
	}
	to := openNew(t)
	total := 0
	for range 2 {
		n, err := to.Merge(t.Context(), backup)
		if err != nil {
			t.Fatal(err)
		}
		total += n
		for _, trash := range []bool{false, true} {
			if got, want := idsOf(t, to, trash), idsOf(t, from, trash); !slices.Equal(got, want) {
				t.Errorf("%d trips, trash %v, want %d\n%v\n%v", len(got), trash, len(want), got, want)
			}
		}
	}
	for _, id := range idsOf(t, to, false) {
		_, want, err := from.File(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		if _, got, err := to.File(t.Context(), id); err != nil || !slices.Equal(got, want) {
			t.Errorf("the file of trip %d is %q, want %q, %v", id, got, want, err)
		}
	}
	var all, replacements, copied int
	if err := from.db.QueryRow("SELECT count(*), count(DISTINCT replaced) FROM trip").Scan(&all, &replacements); err != nil || total != all {
		t.Errorf("%d trips were added, want %d, %v", total, all, err)
	}
	if err := to.db.QueryRow("SELECT count(*) FROM replacement").Scan(&copied); err != nil || copied != replacements {
		t.Errorf("%d replacements, want %d, %v", copied, replacements, err)
	}
	if back, err := to.Revert(t.Context(), again[0]); err != nil || len(back) != 1 {
		t.Errorf("%v, %v", back, err)
	}
}

// TestMergeLeavesRoom changes the workspace between two batches of a merge, as another
// program does, and breaks the merge off after that: what was added stays.
func TestMergeLeavesRoom(t *testing.T) {
	from := openNew(t)
	var trips []trace.Trip
	for i := range 3 * batchSize {
		trips = append(trips, drive("x", i, 6))
	}
	add(t, from, "f", trips...)
	backup := filepath.Join(t.TempDir(), "backup.db")
	if err := from.Backup(t.Context(), backup); err != nil {
		t.Fatal(err)
	}
	to := openNew(t)
	old, version, err := openCopy(t.Context(), backup)
	if err != nil {
		t.Fatal(err)
	}
	defer old.Close()
	c := newCopier(old, version)
	ctx, stop := context.WithCancel(t.Context())
	c.between = func() {
		add(t, to, "other", drive("other", 0, 3))
		stop()
	}
	if err := c.inBatches(ctx, to.db); !errors.Is(err, context.Canceled) || c.added != batchSize {
		t.Errorf("%d added, %v", c.added, err)
	}
	if got := len(idsOf(t, to, false)); got != batchSize+1 {
		t.Errorf("%d trips are there", got)
	}
	if n, err := to.Merge(t.Context(), backup); err != nil || n != 2*batchSize || len(idsOf(t, to, false)) != 3*batchSize+1 {
		t.Errorf("%d added, %v", n, err)
	}
}
