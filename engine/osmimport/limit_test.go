// SPDX-License-Identifier: MIT

package osmimport

import (
	"math"
	"testing"
	"time"

	"github.com/paulmach/osm"

	"roadsnap/engine/road"
)

func TestExtraOf(t *testing.T) {
	const ferry = "route=ferry"
	for _, c := range []struct {
		tags string
		want road.Extra
	}{
		{"highway=primary", road.Extra{}},
		{"highway=primary maxheight=3.5 maxweight=10", road.Extra{MaxHeight: 3.5, MaxWeight: 10}},
		{"highway=primary maxheight=3.5+m maxheight:physical=3.2 maxweight=7.5t", road.Extra{MaxHeight: 3.2, MaxWeight: 7.5}},
		{`highway=primary maxheight=11'6" maxweight=10000+kg`, road.Extra{MaxHeight: 3.5052, MaxWeight: 10}},
		{"highway=primary maxheight=default maxweight=none", road.Extra{}},
		{"highway=primary maxheight=-1 maxweight=NaN", road.Extra{}},
		{"highway=primary maxweight=3.5 maxweight:hgv=18", road.Extra{MaxWeight: 18}},
		{"highway=primary hgv=no", road.Extra{NoTrucksForward: true, NoTrucksBackward: true}},
		{"highway=primary hgv=delivery", road.Extra{}},
		{"highway=primary hgv:backward=no", road.Extra{NoTrucksBackward: true}},
		{"highway=primary hgv=no hgv:forward=yes", road.Extra{NoTrucksBackward: true}},
		{"highway=primary hgv:conditional=no+@+(06:00-09:00)", road.Extra{TruckHours: "no @ (06:00-09:00)"}},
		{"highway=primary motor_vehicle:conditional=no+@+(06:00-09:00)", road.Extra{TruckHours: "no @ (06:00-09:00)"}},
		{"highway=primary access:conditional=no+@+(Su) hgv:conditional=no+@+(Mo)", road.Extra{TruckHours: "no @ (Mo)"}},
		{"highway=primary access:conditional=destination+@+(Su)", road.Extra{}},
		{"highway=primary hgv:conditional=destination+@+(06:00-09:00)", road.Extra{}},
		{"highway=primary maxweight:conditional=2.5+@+(06:00-22:00)", road.Extra{TruckHours: "2.5 @ (06:00-22:00)"}},
		{"highway=primary duration=20", road.Extra{}},
		{ferry + " duration=20", road.Extra{Duration: 20 * time.Minute}},
		{ferry + " duration=1:30", road.Extra{Duration: 90 * time.Minute}},
		{ferry + " duration=00:07:30", road.Extra{Duration: 450 * time.Second}},
		{ferry + " duration=PT2H30M", road.Extra{Duration: 150 * time.Minute}},
		{ferry + " duration=P1DT1S", road.Extra{Duration: 24*time.Hour + time.Second}},
		{ferry + " duration=P30D", road.Extra{}},
		{ferry + " duration=PT", road.Extra{}},
		{ferry + " duration=PTH", road.Extra{}},
		{ferry + " duration=1:2:3:4", road.Extra{}},
		{ferry + " duration=about+an+hour", road.Extra{}},
	} {
		w, v := roadOf(tagged(c.tags))
		if v != isRoad {
			t.Fatalf("%s is no road", c.tags)
		}
		if math.Abs(w.MaxHeight-c.want.MaxHeight) < 1e-9 {
			w.MaxHeight = c.want.MaxHeight
		}
		if w.Extra != c.want {
			t.Errorf("%s: %+v, want %+v", c.tags, w.Extra, c.want)
		}
	}
}

// TestAccessOfTrucksAndBuses checks the means of travel that TestAccess leaves out.
func TestAccessOfTrucksAndBuses(t *testing.T) {
	const both = road.Truck | road.Bus
	for _, c := range []struct {
		tags              string
		forward, backward road.Access
	}{
		{"highway=motorway", both, 0},
		{"highway=residential", both, both},
		{"highway=service service=alley", both, both},
		{"highway=footway", 0, 0},
		{"highway=busway", road.Bus, road.Bus},
		{"highway=service access=no psv=yes", road.Bus, road.Bus},
		{"highway=service access=no bus=designated", road.Bus, road.Bus},
		{"highway=service motor_vehicle=no hgv=yes", road.Truck, road.Truck},
		{"highway=service service=alley motorcar=no", 0, 0},
		{"highway=service motor_vehicle=no motorcar=yes", 0, 0},
		{"highway=service motorcar=no bus=yes", road.Bus, road.Bus},
		{"highway=residential bus=no", road.Truck, road.Truck},
		{"highway=primary hgv=no", both, both}, // a warning, not a closed road
		{"highway=primary motor_vehicle=no", 0, 0},
		{"highway=primary oneway=yes", both, 0},
		{"highway=primary oneway=yes oneway:bus=no", both, road.Bus},
		{"highway=primary oneway=yes oneway:psv=no", both, road.Bus},
		{"highway=primary oneway=yes busway=opposite_lane", both, road.Bus},
		{"highway=primary oneway=yes busway:left=opposite_lane", both, road.Bus},
		{"highway=primary oneway=yes lanes:psv:backward=1", both, road.Bus},
		{"highway=primary oneway=yes lanes:psv:backward=0", both, 0},
		{"highway=primary oneway=yes bus:lanes:backward=designated", both, road.Bus},
		{"highway=primary oneway=-1 lanes:bus:forward=1", road.Bus, both},
		{"highway=primary oneway=yes lanes:psv:forward=1", both, 0},
		{"highway=primary oneway=yes busway=lane", both, 0},
	} {
		w, _ := roadOf(tagged(c.tags))
		if f, b := w.Forward&both, w.Backward&both; f != c.forward || b != c.backward {
			t.Errorf("%s: %v and %v, want %v and %v", c.tags, f, b, c.forward, c.backward)
		}
	}
}

func TestMotorcycleLanes(t *testing.T) {
	for tags, want := range map[string]bool{
		"highway=primary oneway=yes":                                      false,
		"highway=primary oneway=yes lanes:motorcycle:backward=1":          true,
		"highway=primary oneway=yes motorcycle:lanes:backward=designated": true,
		"highway=primary oneway=yes motorcycle:backward=designated":       true,
		"highway=primary oneway=yes motorcycle:backward=no":               false,
		"highway=primary oneway=yes motorcycle:lanes=designated|no|no":    false,
	} {
		w, _ := roadOf(tagged(tags))
		if got := w.Backward&road.Motorcycle != 0; got != want || w.Backward&road.Car != 0 {
			t.Errorf("%s: backward %v", tags, w.Backward)
		}
	}
}

func TestMaxSpeedOf(t *testing.T) {
	for tags, want := range map[string]struct {
		kmh  uint8
		zone bool
	}{
		"maxspeed=60 maxspeed:type=VN:urban": {60, true},
		"maxspeed=60 maxspeed:type=sign":     {60, false},
		"maxspeed=60":                        {60, false},
		"maxspeed=VN:rural":                  {80, true},
		"maxspeed:type=VN:urban":             {50, true},
		"source:maxspeed=VN:rural":           {80, true},
		"zone:traffic=VN:urban":              {50, true},
		"maxspeed:type=sign":                 {0, false},
		"source:maxspeed=40":                 {0, false},
		"maxspeed=signals":                   {0, false},
	} {
		got, zone, known := maxSpeedOf(tagged(tags))
		if got != want.kmh || zone != want.zone || known != (want.kmh > 0) {
			t.Errorf("%s: %d, of a zone %v, known %v, want %+v", tags, got, zone, known, want)
		}
	}
}

func TestLanesOf(t *testing.T) {
	for value, want := range map[string]uint8{
		"": 0, "2": 2, " 4 ": 4, "2;3": 2, "1.5": 1, "7": 7, "12": road.MaxLanes, "1e99": road.MaxLanes,
		"0": 0, "-2": 0, "NaN": 0, "many": 0, "0.5": 0,
	} {
		if got := lanesOf(osm.Tags{{Key: "lanes", Value: value}}); got != want {
			t.Errorf("lanes=%s: %d, want %d", value, got, want)
		}
	}
}
