// SPDX-License-Identifier: MIT

package trips_test

import (
	"testing"
	"testing/synctest"

	"roadsnap/engine/trace"
	enginetrip "roadsnap/engine/trip"
	"roadsnap/ui/trips"
)

func TestMainReason(t *testing.T) {
	reason := func(k enginetrip.Kind, amount float64, unit enginetrip.Unit) enginetrip.Reason {
		return enginetrip.Reason{Kind: k, Amount: amount, Unit: unit}
	}
	truncated := reason(enginetrip.Truncated, 1, enginetrip.UnitRecords)
	damaged := reason(enginetrip.Damaged, 9000, enginetrip.UnitRecords)
	offMap := reason(enginetrip.OffMap, 10, enginetrip.UnitMetres)
	noRoad := reason(enginetrip.NoRoad, 200, enginetrip.UnitMetres)
	jump := reason(enginetrip.Jump, 4000, enginetrip.UnitMetres)
	leftOut := reason(enginetrip.LeftOut, 0.2, enginetrip.UnitShare)
	for _, c := range []struct {
		name    string
		reasons []enginetrip.Reason
		want    enginetrip.Kind // "" for none
	}{
		{"explained", nil, ""},
		{"the file breaks off", []enginetrip.Reason{truncated, damaged, jump}, enginetrip.Truncated},
		{"no road near", []enginetrip.Reason{damaged, offMap}, enginetrip.OffMap},
		{"the longest gaps", []enginetrip.Reason{damaged, noRoad, jump, leftOut}, enginetrip.Jump},
		{"no gap", []enginetrip.Reason{damaged, leftOut}, enginetrip.Damaged},
		{"single points", []enginetrip.Reason{leftOut}, enginetrip.LeftOut},
	} {
		t.Run(c.name, func(t *testing.T) {
			row := trips.Trip{Assessment: enginetrip.Assessment{Reasons: c.reasons}}
			if got, ok := row.MainReason(); got.Kind != c.want || ok != (c.want != "") {
				t.Errorf("%q, %t; want %q", got.Kind, ok, c.want)
			}
		})
	}
}

func TestMatchedTripIsAssessed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, ui := newTrips(t, &fakeMatcher{})
		cutOff := trip("a", 3)
		cutOff.Notes = []trace.Note{{Kind: trace.NoteTruncated, Count: 1}}
		p.OpenFrom(trips.Source{Name: "a", Read: read(cutOff)})
		ui.Settle()
		row, _ := p.State().Trip()
		if got, _ := row.MainReason(); got.Kind != enginetrip.Truncated {
			t.Errorf("reasons %+v", row.Assessment.Reasons)
		}
		p.Remove()
		p.History().Undo()
		if back, _ := p.State().Trip(); back.Assessment.Explained() {
			t.Error("a trip that came back is explained")
		}
	})
}
