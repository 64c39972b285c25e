// SPDX-License-Identifier: MIT

package workspace

import (
	"errors"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"roadsnap/engine/correction"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
)

// byHand returns a correction of one point.
func byHand(index int) correction.Operation {
	return correction.Operation{
		Constraint: match.Constraint{Kind: match.Pin, Index: index, Place: geo.Point{Lat: 10.78, Lon: 106.7}, WayID: 5},
		Who:        "Lan", When: time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC),
	}
}

// correctTrip adds operations to the corrections of a trip.
func correctTrip(t *testing.T, w *Workspace, id ID, operations ...correction.Operation) correction.Log {
	t.Helper()
	l, err := w.UpdateCorrections(t.Context(), id, func(l correction.Log) (correction.Log, error) {
		for _, o := range operations {
			l = l.Add(o)
		}
		return l, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestCorrectionsAreKept(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trips.db")
	w := openAt(t, path)
	id := add(t, w, "a.gpx", drive("51A", 0, 40))[0].ID
	other := add(t, w, "b.gpx", drive("51B", 0, 40))[0].ID
	recording, err := w.Recording(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	correctTrip(t, w, id, byHand(3), byHand(4))
	if _, err := w.UpdateCorrections(t.Context(), id, func(l correction.Log) (correction.Log, error) {
		l, _ = l.Undo()
		return l, nil
	}); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	w = openAt(t, path)
	want := correction.Log{Done: []correction.Operation{byHand(3)}, Undone: []correction.Operation{byHand(4)}}
	if l, err := w.Corrections(t.Context(), id); err != nil || !reflect.DeepEqual(l, want) {
		t.Errorf("%+v, %v, want %+v", l, err, want)
	}
	if l, err := w.Corrections(t.Context(), other); err != nil || !l.Empty() {
		t.Errorf("the other trip: %+v, %v", l, err)
	}
	list, err := w.Trips(t.Context(), ListOptions{})
	if err != nil || len(list[0].Corrected) != 1 || list[0].Corrected[0].Operation != byHand(3) || list[1].Corrected != nil {
		t.Errorf("%+v, %v", list, err)
	}
	if r, err := w.Recording(t.Context(), id); err != nil || !sameTrip(r, recording) {
		t.Errorf("the recording has changed: %v", err)
	}
	if _, err := w.Corrections(t.Context(), 99); !errors.Is(err, ErrNoTrip) {
		t.Errorf("no trip: %v", err)
	}
	stop := errors.New("stop")
	if _, err := w.UpdateCorrections(t.Context(), id, func(correction.Log) (correction.Log, error) { return correction.Log{}, stop }); !errors.Is(err, stop) {
		t.Errorf("a change that fails: %v", err)
	}
	if l, _ := w.Corrections(t.Context(), id); !reflect.DeepEqual(l, want) {
		t.Errorf("after that: %+v", l)
	}
}

func TestMatchUnderCorrections(t *testing.T) {
	w := openNew(t)
	id := add(t, w, "a.gpx", drive("51A", 0, 40))[0].ID
	key := MatchKey{Map: "map", Profile: match.MotorVehicle, Matcher: "1"}
	set := func(l correction.Log, applied ...correction.Applied) error {
		return w.SetMatch(t.Context(), id, key, NewMatch{Result: match.Result{Distance: match.Distances{Matched: 7}}, Log: l, Applied: applied})
	}
	kept := func() bool {
		_, ok, err := w.Match(t.Context(), id, key)
		if err != nil {
			t.Fatal(err)
		}
		return ok
	}
	if err := set(correction.Log{}); err != nil || !kept() {
		t.Fatalf("without corrections: %v", err)
	}
	l := correctTrip(t, w, id, byHand(3), byHand(5))
	if kept() {
		t.Error("the match without the corrections is still there")
	}
	if err := set(correction.Log{}); !errors.Is(err, ErrChanged) || kept() {
		t.Errorf("a match without the new corrections: %v", err)
	}
	if err := set(l, correction.Applied{Operation: byHand(3)}, correction.Applied{Operation: byHand(5), Unmet: match.UnmetNoWay}); err != nil || !kept() {
		t.Errorf("a match under the corrections: %v", err)
	}
	list, err := w.Trips(t.Context(), ListOptions{Key: key})
	if err != nil || len(list[0].Corrected) != 2 || list[0].Corrected[0].Unmet != "" || list[0].Corrected[1].Unmet != match.UnmetNoWay {
		t.Errorf("%+v, %v", list, err)
	}
	correctTrip(t, w, id, byHand(7))
	if list, _ = w.Trips(t.Context(), ListOptions{}); len(list[0].Corrected) != 3 || list[0].Corrected[1].Unmet != "" {
		t.Errorf("after another correction: %+v", list[0].Corrected)
	}
}

func TestCorrectionsAreCopiedAndDeleted(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trips.db")
	from := openAt(t, path)
	add(t, from, "a.gpx", drive("51A", 0, 40))
	id := add(t, from, "b.gpx", drive("51B", 0, 40))[0].ID
	want := correctTrip(t, from, id, byHand(3))
	if err := from.Close(); err != nil {
		t.Fatal(err)
	}
	w := openNew(t)
	add(t, w, "c.gpx", drive("51C", 0, 40)) // so that the IDs differ
	if _, err := w.Merge(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	list, err := w.Trips(t.Context(), ListOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, trip := range list {
		l, err := w.Corrections(t.Context(), trip.ID)
		if err != nil || (trip.Vehicle == "51B") != reflect.DeepEqual(l, want) {
			t.Errorf("%s: %+v, %v", trip.Vehicle, l, err)
		}
		if err := w.Remove(t.Context(), trip.ID); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := w.EmptyTrash(t.Context(), time.Now().Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	var left int
	if err := w.db.QueryRowContext(t.Context(), "SELECT count(*) FROM correction").Scan(&left); err != nil || left != 0 {
		t.Errorf("%d corrections of deleted trips, %v", left, err)
	}
}
