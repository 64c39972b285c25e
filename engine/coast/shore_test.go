// SPDX-License-Identifier: MIT

package coast_test

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"roadsnap/engine/boundary"
	"roadsnap/engine/coast"
	"roadsnap/engine/geo"
	"roadsnap/engine/pack"
)

// drawn is a map of 1,000 × 1,000 steps of a 2000th of a degree, about 50 m: places
// in it are written as column and row, from its south-west.
func drawn(x, y float64) geo.Point { return geo.Point{Lat: 10 + y/2000, Lon: 107 + x/2000} }

// drawnArea is the area of the drawn map.
func drawnArea() geo.FixedBounds { return geo.BoundsOf(drawn(0, 0), drawn(1000, 1000)).Fixed() }

// way returns a line through places of the drawn map.
func way(id int64, xy ...float64) coast.Line {
	l := coast.Line{Way: id}
	for i := 0; i < len(xy); i += 2 {
		l.Points = append(l.Points, drawn(xy[i], xy[i+1]).Fixed())
	}
	return l
}

// back returns l reversed.
func back(l coast.Line) coast.Line {
	r := coast.Line{Way: l.Way}
	for i := len(l.Points) - 1; i >= 0; i-- {
		r.Points = append(r.Points, l.Points[i])
	}
	return r
}

// trace traces lines, writes a pack and returns the Shore read from it. It returns
// nil if the ground is unknown everywhere.
func trace(tb testing.TB, lines []coast.Line, area geo.FixedBounds) (*coast.Shore, coast.Report) {
	tb.Helper()
	traced, report, err := coast.Trace(tb.Context(), lines, area)
	if err != nil {
		tb.Fatal(err)
	}
	if (traced != nil) != report.Told {
		tb.Fatalf("traced %v, but the report is %+v", traced != nil, report)
	}
	if traced == nil {
		return nil, report
	}
	path := filepath.Join(tb.TempDir(), "shore.rsp")
	w, err := pack.Create(path, pack.Meta{})
	if err != nil {
		tb.Fatal(err)
	}
	if err := errors.Join(traced.Write(w), w.Commit()); err != nil {
		tb.Fatal(err)
	}
	p, err := pack.Open(path)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := p.Close(); err != nil {
			tb.Error(err)
		}
	})
	if !coast.In(p) || boundary.Units.In(p) {
		tb.Error("the pack has no coast, or borders of units")
	}
	if err := p.RefuseUnknown(coast.Tags()...); err != nil {
		tb.Error(err)
	}
	shore, err := coast.Open(p)
	if err != nil {
		tb.Fatal(err)
	}
	if err := shore.Verify(tb.Context()); err != nil {
		tb.Error(err)
	}
	return shore, report
}

// ground returns the ground at p: ~ for sea, # for land, ? if unknown.
func ground(s *coast.Shore, p geo.Point) byte {
	switch sea, told := s.Sea(p); {
	case !told:
		return '?'
	case sea:
		return '~'
	default:
		return '#'
	}
}

func TestTrace(t *testing.T) {
	island := way(7, 400, 400, 600, 400, 600, 600, 400, 600, 400, 400)
	for _, c := range []struct {
		name  string
		lines []coast.Line
		want  string // from the north: 5 rows of 5 places, 100, 300 … 900
	}{
		{"a coast through the middle", []coast.Line{way(1, 500, -50, 550, 450, 500, 1050)}, `
			# # # ~ ~
			# # # ~ ~
			# # # ~ ~
			# # # ~ ~
			# # # ~ ~`},
		{"a coast that runs south", []coast.Line{way(1, 450, 1050, 450, -50)}, `
			~ ~ # # #
			~ ~ # # #
			~ ~ # # #
			~ ~ # # #
			~ ~ # # #`},
		{"a coast of several ways", []coast.Line{way(3, 450, 700, 450, 1050), way(1, 450, -50, 450, 200), way(2, 450, 200, 450, 700)}, `
			# # ~ ~ ~
			# # ~ ~ ~
			# # ~ ~ ~
			# # ~ ~ ~
			# # ~ ~ ~`},
		{"an island", []coast.Line{island}, `
			~ ~ ~ ~ ~
			~ ~ ~ ~ ~
			~ ~ # ~ ~
			~ ~ ~ ~ ~
			~ ~ ~ ~ ~`},
		{"an inner sea", []coast.Line{back(island)}, `
			# # # # #
			# # # # #
			# # ~ # #
			# # # # #
			# # # # #`},
		{"an islet in a bay of an island", []coast.Line{
			way(1, 200, 200, 800, 200, 800, 400, 400, 400, 400, 800, 200, 800, 200, 200),
			way(2, 690, 490, 710, 490, 710, 510, 690, 510, 690, 490),
		}, `
			~ ~ ~ ~ ~
			~ # ~ ~ ~
			~ # ~ # ~
			~ # # # ~
			~ ~ ~ ~ ~`},
		{"an island of a lagoon with an island", []coast.Line{
			way(1, 50, 50, 950, 50, 950, 950, 50, 950, 50, 50),
			back(way(2, 200, 200, 800, 200, 800, 800, 200, 800, 200, 200)),
			island,
		}, `
			# # # # #
			# ~ ~ ~ #
			# ~ # ~ #
			# ~ ~ ~ #
			# # # # #`},
		{"a peninsula from edge to edge", []coast.Line{way(1, -50, 350, 650, 350, 650, 650, 450, 650, 450, 1050)}, `
			# # ~ ~ ~
			# # ~ ~ ~
			# # # ~ ~
			~ ~ ~ ~ ~
			~ ~ ~ ~ ~`},
		{"two coasts, a strait between", []coast.Line{way(1, 350, -50, 450, 1050), way(2, 660, 1050, 760, -50)}, `
			# # ~ # #
			# # ~ # #
			# # ~ ~ #
			# # ~ ~ #
			# # ~ ~ #`},
		{"a land in four corners", []coast.Line{
			way(1, 250, -50, 250, 250, -50, 250), way(2, 1050, 250, 750, 250, 750, -50),
			way(3, 750, 1050, 750, 750, 1050, 750), way(4, -50, 750, 250, 750, 250, 1050),
		}, `
			# ~ ~ ~ #
			~ ~ ~ ~ ~
			~ ~ ~ ~ ~
			~ ~ ~ ~ ~
			# ~ ~ ~ #`},
		{"two lands that touch", []coast.Line{
			way(2, 500, 200, 800, 200, 800, 800, 500, 800, 500, 200),
			way(1, 200, 200, 500, 200, 500, 800, 200, 800, 200, 200),
		}, `
			~ ~ ~ ~ ~
			~ # # # ~
			~ # # # ~
			~ # # # ~
			~ ~ ~ ~ ~`},
		{"nothing but islets, one in a lagoon of another", []coast.Line{
			way(3, 496, 496, 504, 496, 504, 504, 496, 504, 496, 496),
			back(way(2, 494, 494, 506, 494, 506, 506, 494, 506, 494, 494)),
			way(1, 492, 492, 508, 492, 508, 508, 492, 508, 492, 492),
		}, `
			~ ~ ~ ~ ~
			~ ~ ~ ~ ~
			~ ~ # ~ ~
			~ ~ ~ ~ ~
			~ ~ ~ ~ ~`},
		{"nothing but an islet, with a lagoon in a cell of its own", []coast.Line{
			way(1, 483, 483, 499, 483, 499, 499, 483, 499, 483, 483),
			back(way(2, 491, 491, 497, 491, 497, 497, 491, 497, 491, 491)),
		}, `
			~ ~ ~ ~ ~
			~ ~ ~ ~ ~
			~ ~ ~ ~ ~
			~ ~ ~ ~ ~
			~ ~ ~ ~ ~`},
		{"an islet drawn the wrong way round", []coast.Line{
			way(1, 450, -50, 450, 1050), back(way(2, 692, 492, 708, 492, 708, 508, 692, 508, 692, 492)),
		}, `
			# # ~ ~ ~
			# # ~ ~ ~
			# # ~ # ~
			# # ~ ~ ~
			# # ~ ~ ~`},
	} {
		t.Run(c.name, func(t *testing.T) {
			shore, report := trace(t, c.lines, drawnArea())
			if shore == nil {
				t.Fatalf("no ground is known: %+v", report)
			}
			if len(report.Ends) > 0 || report.Ways != len(c.lines) || report.AreaKM2 < 2900 || report.AreaKM2 > 3100 {
				t.Errorf("report %+v", report)
			}
			rows := strings.Split(strings.TrimSpace(c.want), "\n")
			for i, row := range rows {
				for k, want := range strings.Fields(row) {
					at := drawn(float64(100+200*k), float64(900-200*i))
					if got := ground(shore, at); got != want[0] {
						t.Errorf("row %d, column %d, %v: %c, want %s", i, k, at, got, want)
					}
				}
			}
		})
	}
}

// TestTraceIsExact checks the ground one step to either side of a coast, and of the
// edge of the area.
func TestTraceIsExact(t *testing.T) {
	shore, _ := trace(t, []coast.Line{way(1, 500, -50, 500, 1050)}, drawnArea())
	const step = 0.02 // a metre
	for y := 1.0; y < 1000; y += 7.77 {
		for x, want := range map[float64]byte{
			500 - step: '#', 500 + step: '~', 3: '#', 997: '~', -step: '?', 1000 + step: '?',
		} {
			if got := ground(shore, drawn(x, y)); got != want {
				t.Errorf("%v, %v: %c, want %c", x, y, got, want)
			}
		}
	}
}

// TestTraceOfBrokenCoasts checks that a coast that ends within the area determines
// the ground along it, but not beyond its ends or far from it.
func TestTraceOfBrokenCoasts(t *testing.T) {
	shore, report := trace(t, []coast.Line{
		way(1, 500, -50, 500, 300), way(2, 500, 700, 500, 1050),
		way(3, 800, 500, 810, 500, 810, 510, 800, 510, 800, 500),
		way(4, 503, 325, 508, 325, 508, 330, 503, 330, 503, 325),
	}, drawnArea())
	if shore == nil || len(report.Ends) != 2 {
		t.Fatalf("report %+v", report)
	}
	at := drawn(500, 300)
	if e := report.Ends[0]; e != (coast.Place{Way: 1, Lat: at.Lat, Lon: at.Lon}) {
		t.Errorf("an end %+v, want one of way 1 at %v", e, at)
	}
	for _, c := range []struct {
		x, y float64
		want byte
	}{
		{499, 100, '#'}, {501, 100, '~'}, {440, 100, '#'}, {560, 100, '~'},
		{499, 900, '#'}, {501, 900, '~'},
		{499, 500, '?'}, {501, 500, '?'}, {500, 310, '?'}, {440, 310, '?'}, {560, 690, '?'},
		{506, 327, '?'}, {502, 327, '?'},
		{100, 100, '?'}, {900, 100, '?'}, {100, 500, '?'}, {900, 900, '?'},
		{805, 505, '#'}, {798, 505, '~'}, {805, 515, '~'}, {805, 560, '?'},
	} {
		if got := ground(shore, drawn(c.x, c.y)); got != c.want {
			t.Errorf("%v, %v: %c, want %c", c.x, c.y, got, c.want)
		}
	}
}

// TestTraceOfCoastsThatDisagree checks that the ground between two coasts is unknown
// if one takes it for sea and the other for land.
func TestTraceOfCoastsThatDisagree(t *testing.T) {
	for _, apart := range []float64{50, 60, 90} {
		shore, report := trace(t, []coast.Line{way(1, 400, -50, 400, 700), way(2, 400+apart, -50, 400+apart, 700)}, drawnArea())
		if shore == nil || len(report.Ends) != 2 {
			t.Fatalf("report %+v", report)
		}
		for x, want := range map[float64]byte{350: '#', 400 + apart/2: '?', 450 + apart: '~'} {
			if got := ground(shore, drawn(x, 300)); got != want {
				t.Errorf("%v apart, at %v: %c, want %c", apart, x, got, want)
			}
		}
	}
}

// TestTraceTellsNothing checks that nothing is guessed.
func TestTraceTellsNothing(t *testing.T) {
	strait := way(1, 450, -50, 450, 1050)
	island := way(2, 600, 400, 800, 400, 800, 600, 600, 600, 600, 400)
	for _, c := range []struct {
		name  string
		lines []coast.Line
		area  geo.FixedBounds
		fault string
		way   int64
	}{
		{"no coast", nil, drawnArea(), "", 0},
		{"a coast elsewhere", []coast.Line{way(1, 1100, -50, 1100, 1050)}, drawnArea(), "", 0},
		{"ways of no length", []coast.Line{way(1), way(2, 500, 500)}, drawnArea(), "", 0},
		{"an area that is not known", []coast.Line{strait}, geo.NoFixedBounds, "", 0},
		{"an area that is a point", []coast.Line{strait}, geo.FixedBoundsOf(drawn(1, 1).Fixed()), "", 0},
		{"an island drawn the wrong way round", []coast.Line{strait, back(island)}, drawnArea(), "land and sea meet without one", 2},
		{"coasts that face each other with land", []coast.Line{strait, way(2, 700, -50, 700, 1050)}, drawnArea(), "land and sea meet without one", 2},
		{"a way drawn the wrong way", []coast.Line{
			way(1, 450, -50, 450, 300), back(way(2, 450, 300, 450, 700)), way(3, 450, 700, 450, 1050),
		}, drawnArea(), "head to head", 1},
		{"the same coast twice", []coast.Line{strait, way(2, 450, -50, 450, 1050)}, drawnArea(), "on both sides", 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			shore, report := trace(t, c.lines, c.area)
			if shore != nil || !strings.Contains(string(report.Fault), c.fault) || (report.Fault == "") != (c.fault == "") {
				t.Fatalf("report %+v", report)
			}
			if report.FaultAt.Way != c.way {
				t.Errorf("found at %+v, want way %d", report.FaultAt, c.way)
			}
			if at := (geo.Point{Lat: report.FaultAt.Lat, Lon: report.FaultAt.Lon}); c.way != 0 && !c.area.Bounds().Pad(10_000).Contains(at) {
				t.Errorf("found at %v", at)
			}
		})
	}
}

// TestVisitFarAway checks that the sketch of all land is drawn around a coastline
// outside Known, and nowhere else.
func TestVisitFarAway(t *testing.T) {
	w := world(t)
	for _, c := range []struct {
		name     string
		lat, lon float64
		land     bool
	}{
		{"the Atlantic Ocean", 38, -60, false},
		{"the middle of America", 40, -95, true},
	} {
		at := func(lat, lon float64) geo.Point { return geo.Point{Lat: c.lat + lat, Lon: c.lon + lon} }
		shore, report := trace(t, []coast.Line{{Way: 1, Points: []geo.Fixed{at(.2, .2).Fixed(), at(.8, .8).Fixed()}}}, geo.BoundsOf(at(0, 0), at(1, 1)).Fixed())
		if len(report.Ends) != 2 {
			t.Fatalf("report %+v", report)
		}
		for _, level := range []boundary.Level{boundary.Province, boundary.Ward, boundary.Street} {
			for p, want := range map[geo.Point][coast.NumKinds]bool{
				at(.52, .48): {coast.Sea: true, coast.Sketch: c.land, coast.Dry: true},
				at(.48, .52): {coast.Sea: true, coast.Sketch: c.land, coast.Wet: true},
				at(.3, .7):   {coast.Sea: true, coast.Sketch: c.land},
				at(.5, 1):    {},
			} {
				box := geo.BoundsOf(p).Pad(1000).Fixed()
				if got := within(w, level, box, coast.Country{}, shore, p); got != want {
					t.Errorf("%s, %v at level %v: %v, want %v", c.name, p, level, got, want)
				}
			}
		}
	}
}
