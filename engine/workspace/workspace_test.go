// SPDX-License-Identifier: MIT

package workspace

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"sync"
	"testing"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
)

func openNew(t testing.TB) *Workspace {
	t.Helper()
	return openAt(t, filepath.Join(t.TempDir(), "trips.db"))
}

func openAt(t testing.TB, path string) *Workspace {
	t.Helper()
	w, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	return w
}

var morning = time.Date(2026, 11, 21, 6, 12, 0, 0, time.FixedZone("", 7*3600))

// drive returns a trip of a vehicle with n points, from a minute of the morning on.
func drive(vehicle string, minute, n int) trace.Trip {
	t := trace.Trip{ID: vehicle, Vehicle: vehicle, Name: "morning", Notes: []trace.Note{{Kind: trace.NoteNoFix, Count: 2}}}
	for i := range n {
		t.Observations = append(t.Observations, match.Observation{
			Point: geo.Point{Lat: 10.7 + 0.001*float64(i), Lon: 106.7}, Accuracy: 4.5, Heading: 90, HasHeading: true,
			Time: morning.Add(time.Duration(minute)*time.Minute + time.Duration(i)*10*time.Second),
		})
	}
	return t
}

func add(t testing.TB, w *Workspace, file string, trips ...trace.Trip) []Added {
	t.Helper()
	added, err := w.Add(context.Background(), file, ContentOf([]byte("content of "+file)), trips)
	if err != nil {
		t.Fatal(err)
	}
	return added
}

func idsOf(t testing.TB, w *Workspace, trash bool) (ids []ID) {
	t.Helper()
	list, err := w.Trips(context.Background(), ListOptions{Trash: trash})
	if err != nil {
		t.Fatal(err)
	}
	for _, trip := range list {
		ids = append(ids, trip.ID)
	}
	return ids
}

// TestKept closes a workspace and opens it again: everything is as before.
func TestKept(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a folder?", "trips #1.db")
	w, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	odd := trace.Trip{ID: "none", Observations: []match.Observation{{Point: geo.Point{Lat: math.NaN(), Lon: 1}}, {Point: geo.Point{Lat: 91, Lon: 1}}}}
	trips := []trace.Trip{drive("51C-123.45", 0, 100), drive("51C-678.90", -60, 50), odd}
	added := add(t, w, "day.gpx", trips...)
	note, reviewed := "delivered late", true
	if err := w.Edit(t.Context(), Edit{Note: &note, Reviewed: &reviewed, SetTags: 1<<3 | 1<<1}, added[0].ID); err != nil {
		t.Fatal(err)
	}
	if err := w.Edit(t.Context(), Edit{NoTags: 1 << 1}, added[0].ID); err != nil {
		t.Fatal(err)
	}
	key := MatchKey{Map: "map", Profile: match.Bicycle, Matcher: "1"}
	result := match.Result{
		Points:   []match.Point{{Index: 0, Location: geo.Point{Lat: 1, Lon: 2}, State: match.OnRoute, WayID: 7, HasWay: true, Confidence: 0.5}},
		Legs:     []match.Leg{{Shape: []geo.Point{{Lat: 1, Lon: 2}, {Lat: 3, Lon: 4}}, Length: 5}},
		Distance: match.Distances{Matched: 5, Raw: 6},
	}
	if err := w.SetMatch(t.Context(), added[0].ID, key, NewMatch{Result: result}); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}

	w = openAt(t, path)
	list, err := w.Trips(t.Context(), ListOptions{})
	if err != nil || len(list) != 3 {
		t.Fatalf("%d trips, %v", len(list), err)
	}
	got := list[2] // after the one without times, and that of an hour before
	if got.ID != added[0].ID || got.Vehicle != "51C-123.45" || got.Name != "morning" || got.File != "day.gpx" || got.Points != 100 ||
		!got.First.Equal(morning) || !got.Last.Equal(morning.Add(990*time.Second)) || got.Note != note || !got.Reviewed || got.Tags != 1<<3 ||
		math.Abs(got.Raw-99*111.2) > 20 || math.Abs(got.Bounds.North-10.799) > 1e-9 || !got.Removed.IsZero() || time.Since(got.Added) > time.Hour {
		t.Errorf("%+v", got)
	}
	if none := list[0]; !none.First.IsZero() || !none.Bounds.Empty() || none.Points != 2 {
		t.Errorf("without times and places: %+v", none)
	}
	recording, err := w.Recording(t.Context(), got.ID)
	if err != nil || !sameTrip(recording, trips[0]) {
		t.Errorf("the recording is %+v, %v", recording, err)
	}
	if name, content, err := w.File(t.Context(), got.ID); err != nil || name != "day.gpx" || string(content) != "content of day.gpx" {
		t.Errorf("the file is %q, %q, %v", name, content, err)
	}
	if kept, ok, err := w.Match(t.Context(), got.ID, key); err != nil || !ok || !reflect.DeepEqual(kept, result) {
		t.Errorf("the match is %+v, %v, %v", kept, ok, err)
	}
	for _, stale := range []MatchKey{{Map: "other", Profile: match.Bicycle, Matcher: "1"}, {Map: "map", Profile: match.Car, Matcher: "1"}, {Map: "map", Profile: match.Bicycle, Matcher: "2"}} {
		if _, ok, err := w.Match(t.Context(), got.ID, stale); ok || err != nil {
			t.Errorf("%+v: %v, %v", stale, ok, err)
		}
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm()&0o077 != 0 {
		t.Errorf("others may read it: %v, %v", info.Mode(), err)
	}
}

// sameTrip compares times as instants with the same offset, and NaN as equal.
func sameTrip(a, b trace.Trip) bool {
	return fmt.Sprintf("%+v", a) == fmt.Sprintf("%+v", b)
}

func TestSameTripIsKeptOnce(t *testing.T) {
	w := openNew(t)
	first := add(t, w, "a.gpx", drive("x", 0, 10))[0]
	if first.Known {
		t.Error("a new trip is known")
	}
	other := drive("x", 0, 10)
	other.Name, other.ID = "another name", "b"
	other.Observations[3].Lat += 2e-8 // less than a unit
	if again := add(t, w, "b.csv", other)[0]; !again.Known || again.ID != first.ID || again.File != "a.gpx" || again.Name != "morning" {
		t.Errorf("%+v", again)
	}
	named := drive("", 0, 10)
	unnamed := add(t, w, "c.gpx", named)[0]
	named.Vehicle, named.Notes = "51C-123.45", []trace.Note{{Kind: trace.NoteNamePlate, Detail: "51C-123.45"}}
	if again := add(t, w, "51C-123.45.gpx", named)[0]; again.ID != unnamed.ID {
		t.Error("a trip is kept again because its file has the name of a plate")
	}
	for name, change := range map[string]func(*trace.Trip){
		"vehicle":  func(t *trace.Trip) { t.Vehicle = "y" },
		"time":     func(t *trace.Trip) { t.Observations[9].Time = t.Observations[9].Time.Add(time.Millisecond) },
		"no time":  func(t *trace.Trip) { t.Observations[9].Time = time.Time{} },
		"place":    func(t *trace.Trip) { t.Observations[9].Lon += 1e-6 },
		"no place": func(t *trace.Trip) { t.Observations[9].Lon = math.NaN() },
		"fewer":    func(t *trace.Trip) { t.Observations = t.Observations[:9] },
		"none":     func(t *trace.Trip) { t.Observations = nil },
	} {
		changed := drive("x", 0, 10)
		change(&changed)
		if added := add(t, w, name, changed)[0]; added.Known {
			t.Errorf("a trip with another %s is taken for the same", name)
		}
	}
	if err := w.Remove(t.Context(), first.ID); err != nil {
		t.Fatal(err)
	}
	if back := add(t, w, "a.gpx", drive("x", 0, 10))[0]; !back.Known || back.ID != first.ID || !slices.Contains(idsOf(t, w, false), first.ID) {
		t.Errorf("opened again, it is %+v", back)
	}
}

func TestTrash(t *testing.T) {
	w := openNew(t)
	var ids []ID
	for i := range 4 {
		ids = append(ids, add(t, w, fmt.Sprint(i), drive("x", i, 10))[0].ID)
	}
	if err := w.Remove(t.Context(), ids[1], 99); !errors.Is(err, ErrNoTrip) {
		t.Errorf("an unknown trip: %v", err)
	}
	if got := idsOf(t, w, false); !slices.Equal(got, ids) {
		t.Errorf("after a failed removal: %v, want %v", got, ids)
	}
	if err := w.Remove(t.Context(), ids[3], ids[2]); err != nil {
		t.Fatal(err)
	}
	if err := w.Restore(t.Context(), ids[2]); err != nil {
		t.Fatal(err)
	}
	if in, out := idsOf(t, w, true), idsOf(t, w, false); !slices.Equal(in, ids[3:]) || len(out) != 3 {
		t.Errorf("the trash has %v, the list %v", in, out)
	}
	if n, err := w.EmptyTrash(t.Context(), time.Now().Add(-TrashTime)); n != 0 || err != nil {
		t.Errorf("%d trips, removed just now, are deleted, %v", n, err)
	}
	if n, err := w.EmptyTrash(t.Context(), time.Now().Add(time.Minute)); n != 1 || err != nil {
		t.Errorf("%d trips are deleted, %v", n, err)
	}
	if _, err := w.Recording(t.Context(), ids[3]); !errors.Is(err, ErrNoTrip) {
		t.Errorf("a deleted trip: %v", err)
	}
	var files, recordings int
	if err := w.db.QueryRow("SELECT (SELECT count(*) FROM file), (SELECT count(*) FROM recording)").Scan(&files, &recordings); err != nil || files != 3 || recordings != 3 {
		t.Errorf("%d files and %d recordings are left, %v", files, recordings, err)
	}
	if id := add(t, w, "new", drive("y", 0, 3))[0].ID; id <= ids[3] {
		t.Errorf("ID %d is used again", id)
	}
}

func TestOpenRefuses(t *testing.T) {
	newer := filepath.Join(t.TempDir(), "newer.db")
	w := openAt(t, newer)
	if _, err := w.db.Exec(fmt.Sprintf("PRAGMA user_version = %d", len(migrations)+1)); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), newer); !errors.Is(err, ErrNewer) {
		t.Errorf("a newer one: %v", err)
	}
	if os.Getuid() != 0 {
		closed := filepath.Join(t.TempDir(), "closed")
		if err := os.Mkdir(closed, 0o500); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(t.Context(), filepath.Join(closed, "trips.db")); !errors.Is(err, os.ErrPermission) {
			t.Errorf("a closed folder: %v", err)
		}
	}
	if _, err := Open(t.Context(), t.TempDir()); err == nil {
		t.Error("a folder is opened")
	}
}

// TestDamage damages a workspace in many places. Each time it opens, with all trips or
// with those that can still be read, and the damaged file is kept.
func TestDamage(t *testing.T) {
	if testing.Short() {
		t.Skip("a long run")
	}
	path := filepath.Join(t.TempDir(), "trips.db")
	w := openAt(t, path)
	for i := range 600 {
		add(t, w, fmt.Sprint(i), drive("x", i, 20))
	}
	if _, err := w.db.Exec("PRAGMA wal_checkpoint(TRUNCATE)"); err != nil {
		t.Fatal(err)
	}
	sound, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	rescued := map[string]int{"cut": 100, "a page": 550} // at least
	for name, damage := range map[string]func([]byte) []byte{
		"not a database": func([]byte) []byte { return []byte("once upon a time, there was a file that was no database at all") },
		"cut":            func(b []byte) []byte { return b[:len(b)/2] },
		"first page":     func(b []byte) []byte { clear(b[100:4096]); return b },
		"a page":         func(b []byte) []byte { clear(b[len(b)/3&^4095:][:4096]); return b },
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "trips.db")
			damaged := damage(slices.Clone(sound))
			if err := os.WriteFile(path, damaged, 0o600); err != nil {
				t.Fatal(err)
			}
			w := openAt(t, path)
			if err := w.Check(t.Context()); errors.Is(err, ErrDamaged) {
				if w, err = Repair(t.Context(), path); err != nil {
					t.Fatal(err)
				}
				defer w.Close()
				err = w.Check(t.Context())
				if err != nil {
					t.Error(err)
				}
			} else if err != nil {
				t.Error(err)
			}
			ids := idsOf(t, w, false)
			t.Logf("%d of 600 trips, renamed to %q", len(ids), filepath.Base(w.Aside))
			if w.Aside != "" {
				if b, err := os.ReadFile(w.Aside); err != nil || len(b) != len(damaged) || w.Rescued != len(ids) {
					t.Errorf("the damaged file has %d bytes, %v; %d trips are rescued", len(b), err, w.Rescued)
				}
			}
			for _, id := range ids {
				if r, err := w.Recording(t.Context(), id); err != nil || len(r.Observations) != 20 {
					t.Errorf("trip %d: %d points, %v", id, len(r.Observations), err)
				}
			}
			if len(ids) < rescued[name] {
				t.Errorf("only %d trips of 600 are there", len(ids))
			}
			add(t, w, "new", drive("y", 0, 3))
		})
	}
}

// TestTwoAtOnce opens a workspace twice, as two processes do, and adds to both at once.
func TestTwoAtOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trips.db")
	var both sync.WaitGroup
	for k := range 2 {
		w := openAt(t, path)
		both.Go(func() {
			for i := range 50 {
				if _, err := w.Add(t.Context(), "file", ContentOf([]byte("x")), []trace.Trip{drive(fmt.Sprint(k), i, 20)}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	both.Wait()
	if n := len(idsOf(t, openAt(t, path), false)); n != 100 {
		t.Errorf("%d trips, want 100", n)
	}
}

func TestBackup(t *testing.T) {
	w := openNew(t)
	add(t, w, "a", drive("x", 0, 10))
	path := filepath.Join(t.TempDir(), "copy.db")
	if err := w.Backup(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	if got := idsOf(t, openAt(t, path), false); len(got) != 1 {
		t.Errorf("the copy has %v", got)
	}
	if err := w.Backup(t.Context(), path); !errors.Is(err, os.ErrExist) {
		t.Errorf("over an existing file: %v", err)
	}
}
