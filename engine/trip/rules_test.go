// SPDX-License-Identifier: MIT

package trip_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
	"roadsnap/engine/trip"
)

// reasons lists the reasons of measures.
func reasons(r trip.Rules, list ...trip.Measure) string {
	var kinds []string
	for _, x := range r.Judge(trip.Summary{Measures: list}).Reasons {
		kinds = append(kinds, fmt.Sprintf("%s %g %s", x.Kind, x.Amount, x.Unit))
	}
	return strings.Join(kinds, ", ")
}

func TestJudge(t *testing.T) {
	m := func(k trip.Kind, amount float64) trip.Measure { return trip.Measure{Kind: k, Amount: amount} }
	lenient := trip.DefaultRules()
	for i := range lenient {
		switch lenient[i].Kind {
		case trip.NoRoad, trip.Jump:
			lenient[i].Limit = 2000
		case trip.LongGap:
			lenient[i].Off = true
		}
	}
	for _, c := range []struct {
		name  string
		rules trip.Rules
		list  []trip.Measure
		want  string
	}{
		{"nothing", trip.DefaultRules(), nil, ""},
		{"any gap", trip.DefaultRules(), []trip.Measure{m(trip.NoRoute, 3), m(trip.Unexplained, 3)}, "no_route 3 m"},
		{"a sum stands for no cause", trip.DefaultRules(), []trip.Measure{m(trip.Jump, 9000), m(trip.Unexplained, 9000), m(trip.GapTime, 9000)}, "jump 9000 m"},
		{"few bad points", trip.DefaultRules(), []trip.Measure{m(trip.LeftOut, 0.049)}, ""},
		{"many bad points", trip.DefaultRules(), []trip.Measure{m(trip.LeftOut, 0.05)}, "left_out 0.05 share"},
		{"one wrong way", trip.DefaultRules(), []trip.Measure{m(trip.WrongWay, 1)}, ""},
		{"two wrong ways", trip.DefaultRules(), []trip.Measure{m(trip.WrongWay, 2)}, "wrong_way 2 count"},
		{"a doubtful street", trip.DefaultRules(), []trip.Measure{m(trip.LowConfidence, 499)}, ""},
		{"half a kilometre of doubt", trip.DefaultRules(), []trip.Measure{m(trip.LowConfidence, 500)}, "low_confidence 500 m"},
		{"few without time", trip.DefaultRules(), []trip.Measure{m(trip.MissingTimes, 0.04)}, ""},
		{"no times", trip.DefaultRules(), []trip.Measure{m(trip.MissingTimes, 1)}, "missing_times 1 share"},
		{"below both limits", lenient, []trip.Measure{m(trip.NoRoad, 300), m(trip.Unexplained, 300), m(trip.LongGap, 300)}, ""},
		{"many small ones", lenient, []trip.Measure{m(trip.NoRoad, 1900), m(trip.Jump, 1900), m(trip.Unexplained, 3800), m(trip.LongGap, 1900)}, "unexplained 3800 m"},
		{"a long one", lenient, []trip.Measure{m(trip.NoRoad, 2000), m(trip.Unexplained, 2000)}, "no_road 2000 m"},
		{"no rules", nil, []trip.Measure{m(trip.Truncated, 1)}, ""},
	} {
		if got := reasons(c.rules, c.list...); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// TestJudgeByShare judges doubts about the route: both a length and a share of it make a
// reason.
func TestJudgeByShare(t *testing.T) {
	half := trip.DefaultRules()
	none := trip.DefaultRules()
	for i := range half {
		if half[i].Kind == trip.LowConfidence {
			half[i].Limit, half[i].Share = 100, 0.5
			none[i].Share = 0
		}
	}
	for _, c := range []struct {
		name          string
		rules         trip.Rules
		km, doubt     float64
		wrongWays     float64
		wantExplained bool
	}{
		{"700 m of 300 km", trip.DefaultRules(), 300, 700, 0, true},
		{"just below a hundredth", trip.DefaultRules(), 300, 2999, 0, true},
		{"a hundredth", trip.DefaultRules(), 300, 3000, 0, false},
		{"all of a short trip", trip.DefaultRules(), 0.4, 400, 0, true},
		{"500 m of 50 km", trip.DefaultRules(), 50, 500, 0, false},
		{"another fault of a long trip", trip.DefaultRules(), 300, 700, 2, false},
		{"less than an edited share", half, 1, 499, 0, true},
		{"an edited share", half, 1, 500, 0, false},
		{"without a share", none, 300, 700, 0, false},
		{"the length is unknown", trip.DefaultRules(), 0, 700, 0, false},
	} {
		s := trip.Summary{Matched: c.km * 1000, Measures: []trip.Measure{{Kind: trip.LowConfidence, Amount: c.doubt}, {Kind: trip.WrongWay, Amount: c.wrongWays}}}
		if a := c.rules.Judge(s); a.Explained() != c.wantExplained {
			t.Errorf("%s: %s", c.name, a)
		}
	}
}

// TestShareAsText checks that rules of an earlier version, which have no share, get the default
// one, and that a share of 0 stays.
func TestShareAsText(t *testing.T) {
	for _, c := range []struct {
		text string
		want float64 // negative for an error
	}{
		{`[{"kind":"low_confidence","limit":300}]`, 0.01},
		{`[{"kind":"low_confidence","limit":300,"share":0}]`, 0},
		{`[{"kind":"low_confidence","limit":300,"share":0.2}]`, 0.2},
		{`[{"kind":"jump","limit":300,"share":0.2}]`, 0.01},
		{`[{"kind":"low_confidence","limit":300,"share":1.1}]`, -1},
		{`[{"kind":"low_confidence","limit":300,"share":-0.1}]`, -1},
	} {
		var r trip.Rules
		err := json.Unmarshal([]byte(c.text), &r)
		for _, rule := range r {
			want := 0.0
			switch rule.Kind {
			case trip.LowConfidence:
				want = c.want
			case trip.DeviceDistance:
				want = 0.1
			}
			if err == nil && rule.Share != want {
				t.Errorf("%s: the share of %s is %v", c.text, rule.Kind, rule.Share)
			}
		}
		if (err != nil) != (c.want < 0) {
			t.Errorf("%s: %v", c.text, err)
		}
		data, err := json.Marshal(r)
		var back trip.Rules
		if err != nil || c.want >= 0 && (json.Unmarshal(data, &back) != nil || !reflect.DeepEqual(back, r)) {
			t.Errorf("%s: written as %s, %v", c.text, data, err)
		}
	}
}

func TestRulesAsText(t *testing.T) {
	rules := trip.DefaultRules()
	rules[0].Off, rules[1].Limit = true, 7
	data, err := json.Marshal(rules)
	if err != nil {
		t.Fatal(err)
	}
	var back trip.Rules
	if err := json.Unmarshal(data, &back); err != nil || !reflect.DeepEqual(back, rules) {
		t.Errorf("%+v, %v", back, err)
	}
	for _, c := range []struct {
		text string
		want string // "" for an error
	}{
		{`[]`, "jump 9 m"},
		{`[{"kind":"jump","limit":10}]`, ""},
		{`[{"kind":"of the future","limit":1}]`, "jump 9 m"},
		{`[{"kind":"jump","limit":1e999}]`, "error"},
		{`{}`, "error"},
	} {
		var r trip.Rules
		err := json.Unmarshal([]byte(c.text), &r)
		if (err != nil) != (c.want == "error") || err == nil && reasons(r, trip.Measure{Kind: trip.Jump, Amount: 9}) != c.want {
			t.Errorf("%s: %v, %v", c.text, r, err)
		}
	}
}

// timedDrive is a route of one leg at a steady speed, with a vertex every so many seconds.
func timedDrive(kmh float64, every, seconds int) (trace.Trip, match.Result) {
	var recording trace.Trip
	leg := match.Leg{}
	plane := geo.NewPlane(geo.Point{Lat: 10.8, Lon: 106.7})
	for s := 0; s <= seconds; s += every {
		p := plane.Point(geo.XY{X: float64(s) * kmh / 3.6})
		recording.Observations = append(recording.Observations, match.Observation{Point: p, Time: departure.Add(time.Duration(s) * time.Second)})
		leg.Shape, leg.Times = append(leg.Shape, p), append(leg.Times, departure.Add(time.Duration(s)*time.Second))
	}
	return recording, match.Result{
		Points: make([]match.Point, len(recording.Observations)), Legs: []match.Leg{leg},
		Distance: match.Distances{Matched: geo.Length(leg.Shape)},
	}
}

func TestSummarize(t *testing.T) {
	for _, every := range []int{1, 3, 30} {
		recording, result := timedDrive(54, every, 600)
		s := trip.Summarise(recording, result, nil, nil)
		if s.TopSpeed < 14.9 || s.TopSpeed > 15.1 || s.Driving != 10*time.Minute || s.Standing != 0 {
			t.Errorf("a point each %d s: top %.1f m/s, driving %v", every, s.TopSpeed, s.Driving)
		}
	}
	recording, result := timedDrive(54, 1, 600)
	// The second half is 20 m further on.
	for i := 300; i <= 600; i++ {
		result.Legs[0].Shape[i] = shift(result.Legs[0].Shape[i], 20, 0)
	}
	stop := trip.Stop{Arrival: departure.Add(time.Minute), Departure: departure.Add(5 * time.Minute)}
	s := trip.Summarise(recording, result, []trip.Stop{stop}, nil)
	if s.TopSpeed > 17.1 || s.Standing != 4*time.Minute || s.Driving != 6*time.Minute || s.Stops != 1 {
		t.Errorf("with noise: top %.1f m/s, driving %v, standing %v", s.TopSpeed, s.Driving, s.Standing)
	}
	result.Gaps = []match.Gap{{FirstIndex: 400, LastIndex: 500, Cause: match.GapOutage}}
	if s := trip.Summarise(recording, result, nil, nil); s.Driving != 600*time.Second-100*time.Second {
		t.Errorf("with the recorder off for 100 s: driving %v", s.Driving)
	}
	if s := trip.Summarise(trace.Trip{}, match.Result{}, nil, nil); s.Driving != 0 || s.TopSpeed != 0 || s.Matched != 0 {
		t.Errorf("nothing: %+v", s)
	}
}

func ExampleRules_Judge() {
	rules := trip.DefaultRules()
	for i := range rules {
		if rules[i].Kind == trip.NoRoad {
			rules[i].Limit = 200 // metres: yards and car parks are not on the map
		}
	}
	a := rules.Judge(trip.Summary{Measures: []trip.Measure{{Kind: trip.NoRoad, Amount: 150}, {Kind: trip.Unexplained, Amount: 150}}})
	fmt.Println(a.Explained())
	// Output: true
}
