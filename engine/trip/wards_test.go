// SPDX-License-Identifier: MIT

package trip

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"roadsnap/engine/boundary"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/units"
	"roadsnap/internal/boundarytest"
)

// side is the length of a ward's side in degrees, some 1.1 km.
const side = 0.01

// chessboard is an atlas of n by n square wards from 10° N 106° E on, numbered row
// by row from the south-west; even columns are of province 01, odd ones of 04. The
// ward in the middle is missing: a lake.
func chessboard(t *testing.T, n int) *units.Atlas {
	t.Helper()
	var wards strings.Builder
	wards.WriteString("code,province_code,name,level\n")
	source := boundary.Source{Groups: []uint32{1, 4}}
	corner := func(row, column int) geo.Fixed {
		return geo.Point{Lat: 10 + side*float64(row), Lon: 106 + side*float64(column)}.Fixed()
	}
	for i := range n * n {
		row, column := i/n, i%n
		if row == n/2 && column == n/2 {
			continue
		}
		fmt.Fprintf(&wards, "%05d,%s,Xã %c%c,Xã\n", 100+i, []string{"01", "04"}[column%2], 'a'+row, 'a'+column)
		ring := []geo.Fixed{corner(row, column), corner(row, column+1), corner(row+1, column+1), corner(row+1, column)}
		source.Areas = append(source.Areas, boundary.Area{Parts: []boundary.Part{{ring}}, Group: uint32(column % 2), Code: uint32(100 + i)})
	}
	table, err := units.Load(fstest.MapFS{
		"provinces.csv": {Data: []byte("code,name,level,region\n" +
			"01,Hà Nội,Thành phố trực thuộc trung ương,Đồng bằng sông Hồng\n04,Cao Bằng,Tỉnh,Trung du và miền núi phía Bắc\n")},
		"wards.csv": {Data: []byte(wards.String())},
	})
	if err != nil {
		t.Fatal(err)
	}
	return units.NewAtlas(table, boundarytest.Net(t, source))
}

// at is a place on the chessboard, in wards from its corner.
func at(north, east float64) geo.Point {
	return geo.Point{Lat: 10 + side*north, Lon: 106 + side*east}
}

var start = time.Date(2026, 3, 1, 8, 0, 0, 0, time.UTC)

// placed makes the points of a result: all on the road but for the reasons given.
func placed(observations []match.Observation, reasons map[int]match.Reason) []match.Point {
	points := make([]match.Point, len(observations))
	for i, o := range observations {
		points[i] = match.Point{Index: i, Location: o.Point, State: match.Matched, Reason: reasons[i]}
		if reasons[i] != "" {
			points[i].State = match.OffRoad
		}
	}
	return points
}

func observe(minutes []float64, points ...geo.Point) []match.Observation {
	out := match.Path(points)
	for i := range out {
		if minutes != nil {
			out[i].Time = start.Add(time.Duration(minutes[i] * float64(time.Minute)))
		}
	}
	return out
}

// leg drives straight through observations from first to last.
func leg(observations []match.Observation, first, last int) match.Leg {
	l := match.Leg{FirstIndex: first, LastIndex: last}
	for _, o := range observations[first : last+1] {
		l.Shape = append(l.Shape, o.Point)
		if !o.Time.IsZero() {
			l.Times = append(l.Times, o.Time)
		}
	}
	l.Length = geo.Length(l.Shape)
	return l
}

// told lists shares as "code kilometres+off minutes".
func told(shares []Share) string {
	var out []string
	for _, s := range shares {
		code := "-"
		if s.Found {
			code = s.Location.Ward.Code
		}
		out = append(out, fmt.Sprintf("%s %.2f+%.2f %.1f", code, s.Matched/1000, s.OffRoad/1000, s.Time.Minutes()))
	}
	return strings.Join(out, ", ")
}

// TestByWard drives over a chessboard of 3 by 3 wards with a lake in the middle.
// A side is 1.112 km to the north and 1.095 km to the east.
func TestByWard(t *testing.T) {
	atlas := chessboard(t, 3)
	through := func(minutes []float64, points ...geo.Point) ([]match.Observation, match.Result) {
		o := observe(minutes, points...)
		l := leg(o, 0, len(o)-1)
		return o, match.Result{Points: placed(o, nil), Legs: []match.Leg{l}, Distance: match.Distances{Matched: l.Length}}
	}
	for _, c := range []struct {
		name string
		trip func() ([]match.Observation, match.Result)
		want string
	}{
		{"within one ward", func() ([]match.Observation, match.Result) {
			return through([]float64{0, 2}, at(.25, .25), at(.75, .25))
		}, "00100 0.56+0.00 2.0"},
		{"through three", func() ([]match.Observation, match.Result) {
			return through([]float64{0, 10}, at(.5, .5), at(.5, 2.5))
		}, "00100 0.55+0.00 2.5, 00101 1.10+0.00 5.0, 00102 0.55+0.00 2.5"},
		{"there and back is one share", func() ([]match.Observation, match.Result) {
			return through([]float64{0, 5, 10}, at(.5, .5), at(.5, 1.5), at(.5, .5))
		}, "00100 1.10+0.00 5.0, 00101 1.10+0.00 5.0"},
		{"over the lake", func() ([]match.Observation, match.Result) {
			return through([]float64{0, 8}, at(1.5, .5), at(1.5, 2.5))
		}, "00103 0.55+0.00 2.0, - 1.10+0.00 4.0, 00105 0.55+0.00 2.0"},
		{"out of the country", func() ([]match.Observation, match.Result) {
			return through([]float64{0, 4}, at(.5, .5), at(-.5, .5))
		}, "00100 0.56+0.00 2.0, - 0.56+0.00 2.0"},
		{"standing still takes time", func() ([]match.Observation, match.Result) {
			return through([]float64{0, 1, 31}, at(.25, .5), at(.5, .5), at(.5, .5))
		}, "00100 0.28+0.00 31.0"},
		{"no times", func() ([]match.Observation, match.Result) {
			return through(nil, at(.5, .5), at(.5, 1.5))
		}, "00100 0.55+0.00 0.0, 00101 0.55+0.00 0.0"},
		{"off the road between two legs", func() ([]match.Observation, match.Result) {
			o := observe([]float64{0, 2, 6, 8}, at(.5, .25), at(.5, .75), at(.5, 1.75), at(.5, 2.25))
			a, b := leg(o, 0, 1), leg(o, 2, 3)
			return o, match.Result{
				Points: placed(o, nil), Legs: []match.Leg{a, b},
				Gaps:     []match.Gap{{FirstIndex: 1, LastIndex: 2, Cause: match.GapNoRoad}},
				Distance: match.Distances{Matched: a.Length + b.Length, OffRoad: geo.Distance(o[1].Point, o[2].Point)},
			}
		}, "00100 0.55+0.27 3.0, 00101 0.27+0.82 4.0, 00102 0.27+0.00 1.0"},
		{"an outage takes time, but is no way", func() ([]match.Observation, match.Result) {
			o := observe([]float64{0, 2, 6, 8}, at(.5, .25), at(.5, .75), at(.5, 1.75), at(.5, 2.25))
			a, b := leg(o, 0, 1), leg(o, 2, 3)
			return o, match.Result{
				Points: placed(o, nil), Legs: []match.Leg{a, b},
				Gaps:     []match.Gap{{FirstIndex: 1, LastIndex: 2, Cause: match.GapOutage}},
				Distance: match.Distances{Matched: a.Length + b.Length},
			}
		}, "00100 0.55+0.00 3.0, 00101 0.27+0.00 4.0, 00102 0.27+0.00 1.0"},
		{"only what was off the road is", func() ([]match.Observation, match.Result) {
			o := observe([]float64{0, 1, 2, 4, 6, 8}, at(.5, .25), at(.5, .5), at(.5, .75), at(.5, 1.25), at(.5, 1.75), at(.5, 2.25))
			legs := []match.Leg{leg(o, 0, 1), leg(o, 2, 3), leg(o, 4, 5)}
			return o, match.Result{
				Points: placed(o, nil), Legs: legs,
				Gaps: []match.Gap{{FirstIndex: 1, LastIndex: 2, Cause: match.GapNoRoad}, {FirstIndex: 3, LastIndex: 4, Cause: match.GapOutage}},
				Distance: match.Distances{
					Matched: legs[0].Length + legs[1].Length + legs[2].Length, OffRoad: geo.Distance(o[1].Point, o[2].Point),
				},
			}
		}, "00100 0.55+0.27 3.0, 00101 0.55+0.00 4.0, 00102 0.27+0.00 1.0"},
		{"a jump next to a part off the road is no way", func() ([]match.Observation, match.Result) {
			o := observe([]float64{0, 2, 4, 6, 8}, at(.5, .25), at(.5, .75), at(.5, 1.25), at(.5, 1.75), at(.5, 2.25))
			a, b := leg(o, 0, 1), leg(o, 3, 4)
			return o, match.Result{
				Points: placed(o, map[int]match.Reason{2: match.ReasonNoRoad}), Legs: []match.Leg{a, b},
				Gaps: []match.Gap{{FirstIndex: 1, LastIndex: 2, Cause: match.GapNoRoad}, {FirstIndex: 2, LastIndex: 3, Cause: match.GapJump}},
				Distance: match.Distances{
					Matched: a.Length + b.Length, OffRoad: geo.Distance(o[1].Point, o[2].Point),
				},
			}
		}, "00100 0.55+0.27 3.0, 00101 0.27+0.27 4.0, 00102 0.27+0.00 1.0"},
		{"a leg is as long as it says, not as it is drawn", func() ([]match.Observation, match.Result) {
			o, r := through(nil, at(.5, .5), at(.5, 1.5))
			r.Legs[0].Length *= 2
			r.Distance.Matched *= 2
			return o, r
		}, "00100 1.10+0.00 0.0, 00101 1.10+0.00 0.0"},
		{"off the road at both ends", func() ([]match.Observation, match.Result) {
			o := observe([]float64{0, 5, 6, 11}, at(.5, .5), at(.5, 1.5), at(.5, 1.75), at(.5, 2.75))
			l := leg(o, 1, 2)
			return o, match.Result{
				Points: placed(o, map[int]match.Reason{0: match.ReasonNoRoad, 3: match.ReasonNoRoad}), Legs: []match.Leg{l},
				Gaps:     []match.Gap{{FirstIndex: 0, LastIndex: 1, Cause: match.GapNoRoad}, {FirstIndex: 2, LastIndex: 3, Cause: match.GapNoRoad}},
				Distance: match.Distances{Matched: l.Length, OffRoad: 2 * geo.Distance(o[0].Point, o[1].Point)},
			}
		}, "00100 0.00+0.55 2.5, 00101 0.27+0.82 4.8, 00102 0.00+0.82 3.8"},
		{"nothing matched", func() ([]match.Observation, match.Result) {
			o := observe([]float64{0, 4}, at(.5, .5), at(.5, 1.5))
			return o, match.Result{
				Points:   placed(o, map[int]match.Reason{0: match.ReasonNoRoad, 1: match.ReasonNoRoad}),
				Gaps:     []match.Gap{{FirstIndex: 0, LastIndex: 1, Cause: match.GapNoRoad}},
				Distance: match.Distances{OffRoad: geo.Distance(o[0].Point, o[1].Point)},
			}
		}, "00100 0.00+0.55 2.0, 00101 0.00+0.55 2.0"},
		{"nothing", func() ([]match.Observation, match.Result) { return nil, match.Result{} }, ""},
		{"a wrong time at the end is not counted", func() ([]match.Observation, match.Result) {
			o := observe([]float64{0, 4, 600}, at(.5, .25), at(.5, .5), at(.5, .75))
			l := leg(o, 0, 1)
			return o, match.Result{
				Points: placed(o, map[int]match.Reason{2: match.ReasonOutlier}), Legs: []match.Leg{l},
				Warnings: []match.Warning{{Index: 2, Kind: match.WarnBackwardTime}}, Distance: match.Distances{Matched: l.Length},
			}
		}, "00100 0.27+0.00 4.0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			observations, result := c.trip()
			if got := told(ByWard(atlas, observations, result)); got != c.want {
				t.Errorf("%s\nwant %s", got, c.want)
			}
		})
	}
}

// TestSharesAddUp drives at random: the sums are those of the trip.
func TestSharesAddUp(t *testing.T) {
	atlas := chessboard(t, 5)
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 1))
	for range 200 {
		var minutes []float64
		var points []geo.Point
		clock := 0.0
		for range 2 + random.IntN(30) {
			clock += random.Float64() * 3
			minutes = append(minutes, clock)
			points = append(points, at(random.Float64()*6-.5, random.Float64()*6-.5))
		}
		o := observe(minutes, points...)
		r := match.Result{Points: placed(o, nil)}
		for first := 0; first < len(o)-1; {
			last := first + 1 + random.IntN(len(o)-first-1)
			r.Legs = append(r.Legs, leg(o, first, last))
			r.Distance.Matched += r.Legs[len(r.Legs)-1].Length
			if last < len(o)-2 && random.IntN(2) == 0 { // off the roads, then a jump
				r.Gaps = append(r.Gaps,
					match.Gap{FirstIndex: last, LastIndex: last + 1, Cause: match.GapNoRoad},
					match.Gap{FirstIndex: last + 1, LastIndex: last + 2, Cause: match.GapJump})
				r.Distance.OffRoad += geo.Distance(o[last].Point, o[last+1].Point)
				last++
			} else if last < len(o)-1 && random.IntN(2) == 0 {
				r.Gaps = append(r.Gaps, match.Gap{FirstIndex: last, LastIndex: last + 1, Cause: match.GapNoRoad})
				r.Distance.OffRoad += geo.Distance(o[last].Point, o[last+1].Point)
			}
			first = last + 1
		}
		var matched, off float64
		var span time.Duration
		for _, s := range ByWard(atlas, o, r) {
			matched, off, span = matched+s.Matched, off+s.OffRoad, span+s.Time
		}
		end := r.Legs[len(r.Legs)-1].LastIndex
		if n := len(o) - 1; end < n {
			end = n
		}
		if want := o[end].Time.Sub(o[0].Time); differ(span.Seconds(), want.Seconds()) || differ(matched, r.Distance.Matched) || differ(off, r.Distance.OffRoad) {
			t.Fatalf("matched %.1f of %.1f m, off road %.1f of %.1f m, %v of %v", matched, r.Distance.Matched, off, r.Distance.OffRoad, span, want)
		}
	}
}

// differ allows for a thousandth of a thousandth.
func differ(a, b float64) bool { return math.Abs(a-b) > 1e-6*(1+math.Abs(b)) }

// TestChunksDivideAsSegments compares the shares of random legs with those of their segments one by
// one.
func TestChunksDivideAsSegments(t *testing.T) {
	atlas := chessboard(t, 3)
	seed := rand.Uint64()
	r := rand.New(rand.NewPCG(seed, 1))
	for range 100 {
		var points []geo.Point
		var minutes []float64
		x, y := r.Float64()*3, r.Float64()*3
		for i := range 2 + r.IntN(400) {
			points, minutes = append(points, at(x, y)), append(minutes, float64(i))
			if r.IntN(10) > 0 { // or it stands
				x, y = x+(r.Float64()-.5)*.2, y+(r.Float64()-.5)*.2
			}
		}
		l := leg(observe(minutes, points...), 0, len(points)-1)
		chunks, single := divider{atlas: atlas, of: map[int]int{}}, divider{atlas: atlas, of: map[int]int{}}
		chunks.leg(&l)
		for i := 1; i < len(l.Shape); i++ {
			single.chunk(&l, i, i+1, 1)
		}
		if got, want := told(chunks.shares), told(single.shares); got != want {
			t.Fatalf("seed %d:\n%s\n%s", seed, got, want)
		}
	}
}
