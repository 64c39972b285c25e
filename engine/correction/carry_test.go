// SPDX-License-Identifier: MIT

package correction_test

import (
	"slices"
	"testing"
	"time"

	"roadsnap/engine/correction"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
)

// drive returns n observations, a second apart if they have times.
func drive(n int, start time.Time) (list []match.Observation) {
	for i := range n {
		o := match.Observation{Point: geo.Point{Lat: 10 + float64(i%7)/1000, Lon: 106}} // places are passed again
		if !start.IsZero() {
			o.Time = start.Add(time.Duration(i) * time.Second)
		}
		list = append(list, o)
	}
	return list
}

func ops(list ...match.Constraint) (l correction.Log) {
	for _, c := range list {
		l.Done = append(l.Done, correction.Operation{Constraint: c, Who: "Lan", When: when})
	}
	return l
}

func TestCarry(t *testing.T) {
	place := geo.Point{Lat: 10, Lon: 106}
	pin := func(i int) match.Constraint { return match.Constraint{Kind: match.Pin, Index: i, Place: place} }
	via := func(i int) match.Constraint { return match.Constraint{Kind: match.Via, Index: i, Place: place} }
	span := func(k match.ConstraintKind, i, j int) match.Constraint {
		return match.Constraint{Kind: k, Index: i, Last: j}
	}
	forbid := match.Constraint{Kind: match.Forbid, WayID: 5}
	day, later := drive(30, when), drive(10, when.Add(time.Hour))
	plain := drive(30, time.Time{})
	log := ops(pin(2), forbid, pin(15), via(9), via(10), span(match.Bridge, 8, 12), span(match.NotDriven, 20, 26), pin(29))
	for _, tt := range []struct {
		name string
		old  []correction.Source
		trip []match.Observation
		want correction.Log
	}{
		{"the same", []correction.Source{{Log: log, Observations: day}}, day, log},
		{"the first part", []correction.Source{{Log: log, Observations: day}}, day[:10], ops(pin(2), forbid)},
		{"the second part", []correction.Source{{Log: log, Observations: day}}, day[10:], ops(forbid, pin(5), via(0), span(match.NotDriven, 10, 16), pin(19))},
		{"a crop within a part that was not driven", []correction.Source{{Log: log, Observations: day}}, day[5:24], ops(forbid, pin(10), via(4), via(5), span(match.Bridge, 3, 7), span(match.NotDriven, 15, 18))},
		{"one point of it", []correction.Source{{Log: log, Observations: day}}, day[26:], ops(forbid, pin(3))},
		{"without spikes", []correction.Source{{Log: log, Observations: day}}, slices.Concat(day[:2], day[3:10], day[11:]), ops(forbid, pin(13), span(match.Bridge, 7, 10), span(match.NotDriven, 18, 24), pin(27))},
		{"without times", []correction.Source{{Log: log, Observations: plain}}, plain[:10], ops(pin(2), forbid)},
		{"joined", []correction.Source{{Log: ops(pin(4)), Observations: later}, {Log: log, Observations: day}}, slices.Concat(day, later),
			ops(pin(34), pin(2), pin(15), via(9), via(10), span(match.Bridge, 8, 12), span(match.NotDriven, 20, 26), pin(29))},
		{"joined, with one road forbidden in both", []correction.Source{{Log: ops(forbid), Observations: day}, {Log: ops(pin(1), forbid), Observations: later}}, slices.Concat(day, later), ops(forbid, pin(31))},
		{"joined without times", []correction.Source{{Log: ops(pin(3)), Observations: plain[:6]}, {Log: correction.Log{}, Observations: plain[6:]}}, plain, ops(pin(3))},
		{"of another trip", []correction.Source{{Log: log, Observations: later}}, day, ops(forbid)},
	} {
		if got := correction.Carry(tt.old, tt.trip); !slices.Equal(got.Done, tt.want.Done) || got.Undone != nil {
			t.Errorf("%s:\n%v\nwant\n%v", tt.name, got.Done, tt.want.Done)
		}
	}
	undone, _ := log.Undo()
	if got := correction.Carry([]correction.Source{{Log: undone, Observations: day}}, day); len(got.Undone) != 0 || len(got.Done) != len(log.Done)-1 {
		t.Errorf("%+v", got)
	}
}
