// SPDX-License-Identifier: MIT

package correction_test

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"roadsnap/engine/correction"
	"roadsnap/engine/geo"
	"roadsnap/engine/internal/roadtest"
	"roadsnap/engine/match"
)

var when = time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)

// samples has one operation of each kind.
func samples() []correction.Operation {
	at := geo.Point{Lat: 10.78, Lon: 106.7}
	list := []match.Constraint{
		{Kind: match.Pin, Index: 4, Place: at, WayID: 77, Direction: match.AgainstDraw},
		{Kind: match.Forbid, WayID: 5},
		{Kind: match.Forbid, WayID: 5, Stretch: true, Place: at},
		{Kind: match.Via, Index: 0, Place: at},
		{Kind: match.LeaveOut, Index: 9},
		{Kind: match.Move, Index: 3, Place: at},
		{Kind: match.Bridge, Index: 10, Last: 14},
		{Kind: match.NotDriven, Index: 20, Last: 21},
	}
	operations := []correction.Operation{{Constraint: match.Constraint{Kind: correction.SetProfile}, Profile: match.Truck, Who: "Lan", When: when}}
	for _, c := range list {
		operations = append(operations, correction.Operation{Constraint: c, Who: "Minh", When: when})
	}
	return operations
}

func TestUndoAndRedo(t *testing.T) {
	var l correction.Log
	for _, o := range samples() {
		l = l.Add(o)
	}
	all := l
	for range samples() {
		before := l
		after, ok := l.Undo()
		if !ok || !reflect.DeepEqual(l, before) {
			t.Fatal("Undo fails, or changes its log")
		}
		l = after
	}
	if _, ok := l.Undo(); ok || len(l.Done) != 0 || l.Empty() {
		t.Errorf("after all: %+v", l)
	}
	for range samples() {
		l, _ = l.Redo()
	}
	if _, ok := l.Redo(); ok || !reflect.DeepEqual(l.Done, all.Done) {
		t.Errorf("made again: %+v", l)
	}
	l, _ = l.Undo()
	if l = l.Add(samples()[1]); len(l.Undone) != 0 {
		t.Errorf("after a new operation: %+v can be made again", l.Undone)
	}
}

func TestJSON(t *testing.T) {
	var l correction.Log
	for _, o := range samples() {
		l = l.Add(o)
	}
	l, _ = l.Undo()
	data, err := json.Marshal(l)
	if err != nil {
		t.Fatal(err)
	}
	back, err := correction.Read(strings.NewReader(string(data)))
	if err != nil || !reflect.DeepEqual(back, l) {
		t.Errorf("%s\nis %+v, %v", data, back, err)
	}
	list, err := json.Marshal(l.Done)
	if err != nil {
		t.Fatal(err)
	}
	if back, err = correction.Read(strings.NewReader(string(list))); err != nil || !reflect.DeepEqual(back.Done, l.Done) {
		t.Errorf("%s\nis %+v, %v", list, back, err)
	}
	want := `{"op":"pin","index":4,"lat":10.78,"lon":106.7,"way_id":77,"direction":"backward","who":"Minh","when":"2026-03-04T05:06:07Z"}`
	if got, _ := json.Marshal(samples()[1]); string(got) != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestBadJSON(t *testing.T) {
	for _, text := range []string{
		"", "1", "{", `{"operation":[]}`, `[{"op":"teleport"}]`, `[{"op":"pin","index":1}]`, `[{"op":"pin","lat":1,"lon":2}]`,
		`[{"op":"pin","index":-1,"lat":1,"lon":2}]`, `[{"op":"pin","index":1,"lat":100,"lon":2}]`, `[{"op":"forbid"}]`, `[{"op":"bridge","index":4,"last":4}]`,
		`[{"op":"profile","profile":"boat"}]`, `[{"op":"pin","index":1,"lat":1,"lon":2,"direction":"up"}]`, `[{"op":"leave_out","index":1,"because":"x"}]`,
		`[{"op":"forbid","way_id":1,"stretch":true}]`, strings.Repeat(" ", correction.MaxBytes+1),
	} {
		if l, err := correction.Read(strings.NewReader(text)); !errors.Is(err, correction.ErrFormat) || strings.Count(err.Error(), correction.ErrFormat.Error()) != 1 {
			t.Errorf("%.60q is %+v, %v", text, l, err)
		}
	}
}

func TestLaterOperationsReplaceEarlierOnes(t *testing.T) {
	at := geo.Point{Lat: 10, Lon: 106}
	pin := func(way int64) correction.Operation {
		return correction.Operation{Constraint: match.Constraint{Kind: match.Pin, Index: 3, Place: at, WayID: way}}
	}
	profile := func(p match.Profile) correction.Operation {
		return correction.Operation{Constraint: match.Constraint{Kind: correction.SetProfile}, Profile: p}
	}
	span := func(k match.ConstraintKind) correction.Operation {
		return correction.Operation{Constraint: match.Constraint{Kind: k, Index: 3, Last: 5}}
	}
	l := correction.Log{Done: []correction.Operation{pin(1), profile(match.Bus), span(match.Bridge), pin(2), span(match.NotDriven), profile(match.Car)}}
	list, of := l.Constraints()
	if len(list) != 2 || list[0].WayID != 2 || list[1].Kind != match.NotDriven || !reflect.DeepEqual(of, []int{3, 4}) {
		t.Errorf("%+v of %v", list, of)
	}
	if p := l.Profile(match.Foot); p != match.Car {
		t.Errorf("profile %v", p)
	}
	if p := (correction.Log{}).Profile(match.Foot); p != match.Foot {
		t.Errorf("profile %v", p)
	}
}

func TestMatch(t *testing.T) {
	m := roadtest.Draw(t, `
		A---B---C---D
		    |   |
		    |   |
		    E---F`, "A-B", "B-C", "C-D", "B-E-F-C")
	matcher, err := match.New(m.Graph, match.DefaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	obs := match.Path([]geo.Point{geo.Lerp(m.Point('A'), m.Point('B'), 0.5), geo.Lerp(m.Point('C'), m.Point('D'), 0.5)})
	forbid := correction.Operation{Constraint: match.Constraint{Kind: match.Forbid, WayID: 2}, Who: "Minh", When: when}
	gone := correction.Operation{Constraint: match.Constraint{Kind: match.Forbid, WayID: 99}, Who: "Lan"}
	walk := correction.Operation{Constraint: match.Constraint{Kind: correction.SetProfile}, Profile: match.Foot}
	r, applied, err := correction.Log{Done: []correction.Operation{walk, forbid, gone}}.Match(context.Background(), matcher, obs, match.Car)
	if err != nil {
		t.Fatal(err)
	}
	if r.Profile != match.Foot || len(r.Legs) != 1 || len(r.Legs[0].Ways) != 3 || r.Legs[0].Ways[1].WayID != 4 {
		t.Errorf("%v, legs %+v", r.Profile, r.Legs)
	}
	if len(applied) != 3 || applied[1].Unmet != "" || applied[2].Unmet != match.UnmetNoWay {
		t.Errorf("applied %+v", applied)
	}
	want := "corrected by hand by Minh, Lan on 2026-03-04 05:06: match as foot; forbid way 2; forbid way 99 (not applied: the map has no such road there)"
	if got := correction.Statement(applied); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	if r, applied, err = (correction.Log{}).Match(context.Background(), matcher, obs, match.Car); err != nil || len(applied) != 0 || len(r.Legs[0].Ways) != 3 || r.Legs[0].Ways[1].WayID != 2 {
		t.Errorf("without corrections: %+v, %v, %v", r.Legs, applied, err)
	}
}

func TestEachReasonHasAText(t *testing.T) {
	for _, r := range match.UnmetReasons() {
		if correction.UnmetText(r) == string(r) {
			t.Errorf("%s has none", r)
		}
	}
	for _, o := range samples() {
		if o.String() == string(o.Kind) {
			t.Errorf("%s has none", o.Kind)
		}
	}
}
