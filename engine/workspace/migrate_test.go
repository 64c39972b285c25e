// SPDX-License-Identifier: MIT

package workspace

import (
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"roadsnap/engine/match"
)

// version1 writes a workspace that the program with version 1 of the schema made.
func version1(t testing.TB) (path string) { return oldVersion(t, "version1") }

// oldVersion writes a workspace that an earlier program made.
func oldVersion(t testing.TB, name string) (path string) {
	t.Helper()
	f, err := os.Open("testdata/" + name + ".db.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(t.TempDir(), "trips.db")
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestVersion1 opens, merges and repairs a workspace of version 1: each time everything is
// there.
func TestVersion1(t *testing.T) {
	key := MatchKey{Map: "map", Profile: match.MotorVehicle, Matcher: "1"}
	check := func(t *testing.T, w *Workspace) {
		t.Helper()
		list, err := w.Trips(t.Context(), ListOptions{Key: key})
		if err != nil || len(list) != 3 {
			t.Fatalf("%d trips, %v", len(list), err)
		}
		trash, err := w.Trips(t.Context(), ListOptions{Trash: true})
		if err != nil || len(trash) != 1 || trash[0].Vehicle != "51C-678.90" || trash[0].Removed.IsZero() {
			t.Errorf("the trash has %+v, %v", trash, err)
		}
		none, day, renamed := list[0], list[1], list[2]
		if none.Name != "no times" || none.Points != 1 || none.File != "other.csv" {
			t.Errorf("%+v", none)
		}
		if day.ID != 1 || day.Vehicle != "51C-123.45" || day.Note != "giao hàng trễ" || !day.Reviewed || day.Tags != 1<<3|1<<1 || day.Driver != "" || day.HasSummary {
			t.Errorf("%+v", day)
		}
		if renamed.Vehicle != "51D-222.22" || renamed.Name != "renamed" {
			t.Errorf("%+v", renamed)
		}
		if r, err := w.Recording(t.Context(), day.ID); err != nil || !sameTrip(r, drive("51C-123.45", 0, 40)) {
			t.Errorf("the recording is %+v, %v", r, err)
		}
		if name, content, err := w.File(t.Context(), trash[0].ID); err != nil || name != "/home/lan/day.gpx" || string(content) != "the bytes of day.gpx" {
			t.Errorf("%q, %q, %v", name, content, err)
		}
		if view, err := w.Setting(t.Context(), "view"); err != nil || string(view) != `{"selected":1}` {
			t.Errorf("%q, %v", view, err)
		}
		if again := add(t, w, "again", drive("51C-123.45", 0, 40))[0]; !again.Known || again.ID != day.ID {
			t.Errorf("opened again, it is %+v", again)
		}
		if err := w.Check(t.Context()); err != nil {
			t.Error(err)
		}
	}
	t.Run("open", func(t *testing.T) {
		w := openAt(t, version1(t))
		check(t, w)
		if r, ok, err := w.Match(t.Context(), 1, key); !ok || err != nil || r.Distance.Matched != 4300 {
			t.Errorf("the match is %+v, %v, %v", r, ok, err)
		}
	})
	t.Run("merge", func(t *testing.T) {
		w := openNew(t)
		if n, err := w.Merge(t.Context(), version1(t)); n != 4 || err != nil {
			t.Errorf("%d trips, %v", n, err)
		}
		if n, err := w.Merge(t.Context(), version1(t)); n != 0 || err != nil {
			t.Errorf("%d trips the second time, %v", n, err)
		}
		check(t, w)
	})
	t.Run("repair", func(t *testing.T) {
		path := version1(t)
		w, err := Repair(t.Context(), path)
		if err != nil || w.Rescued != 4 {
			t.Fatal(w.Rescued, err)
		}
		defer w.Close()
		check(t, w)
	})
}

// idsIn returns the IDs of a list.
func idsIn(list []Trip) (ids []ID) {
	for _, t := range list {
		ids = append(ids, t.ID)
	}
	slices.Sort(ids)
	return ids
}
