// SPDX-License-Identifier: MIT

package boundary

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"
	"roadsnap/engine/geo"
)

// TestGeneralise checks the properties of levels by slow and simple measures, on land
// divided at random.
func TestGeneralise(t *testing.T) {
	dropped, kept := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		d := anyDivision(t)
		if d.arcs.len() == 0 {
			return
		}
		drawn, err := generalise(context.Background(), &d.arcs, d.group, nil)
		if err != nil {
			t.Fatal(err)
		}
		again, err := generalise(context.Background(), &d.arcs, d.group, nil)
		if err != nil || !reflect.DeepEqual(drawn, again) {
			t.Fatal("the same arcs gave other levels")
		}
		for level := Street; level <= Country; level++ {
			l := &drawn[level]
			if fault := planar(l, d.arcs.len()); fault != "" {
				t.Fatalf("%v: %s", level, fault)
			}
			if fault := d.whole(l); fault != "" {
				t.Fatalf("%v: %s", level, fault)
			}
			if fault := d.sides(l); fault != "" {
				t.Fatalf("%v: %s", level, fault)
			}
			if level == Street {
				continue
			}
			for arc := range d.arcs.len() {
				if fault := partOf(l.line(arc), drawn[level-1].line(arc)); fault != "" {
					t.Fatalf("%v, arc %d: %s", level, arc, fault)
				}
				if len(l.line(arc)) == 0 {
					dropped++
				} else {
					kept++
				}
			}
			if fault := d.near(l, level.Tolerance()); fault != "" {
				t.Fatalf("%v: %s", level, fault)
			}
		}
	})
	// The properties must not hold trivially.
	if dropped == 0 || kept == 0 {
		t.Errorf("%d arcs dropped, %d kept", dropped, kept)
	}
}

// planar returns the segments that cross or touch elsewhere than in a vertex of both.
func planar(l *lines, arcs int) string {
	var segments [][2]geo.Fixed
	for arc := range arcs {
		line := l.line(arc)
		for i := 1; i < len(line); i++ {
			if line[i-1] == line[i] {
				return fmt.Sprintf("arc %d stands still at %v", arc, line[i])
			}
			segments = append(segments, [2]geo.Fixed{line[i-1], line[i]})
		}
	}
	for i, s := range segments {
		for _, r := range segments[:i] {
			fault := false
			for _, p := range s {
				fault = fault || onSegment(p, r[0], r[1]) && p != r[0] && p != r[1]
			}
			for _, p := range r {
				fault = fault || onSegment(p, s[0], s[1]) && p != s[0] && p != s[1]
			}
			same := s == r || s[0] == r[1] && s[1] == r[0]
			across := orientation(s[0], s[1], r[0])*orientation(s[0], s[1], r[1]) < 0 &&
				orientation(r[0], r[1], s[0])*orientation(r[0], r[1], s[1]) < 0
			if fault || same || across {
				return fmt.Sprintf("%v and %v meet", s, r)
			}
		}
	}
	return ""
}

// whole returns the arcs that are neither kept from end to end nor dropped with their
// whole component, and the areas and groups without land.
func (d *division) whole(l *lines) string {
	for _, is := range findIslands(&d.arcs) {
		gone := 0
		for _, arc := range is.arcs {
			was, line := d.arcs.line(int(arc)), l.line(int(arc))
			closed := was[0] == was[len(was)-1]
			switch {
			case len(line) == 0:
				gone++
			case closed && (len(line) < 4 || line[0] != line[len(line)-1]):
				return fmt.Sprintf("arc %d is not closed: %v", arc, line)
			case !(closed && len(is.arcs) == 1) && (line[0] != was[0] || line[len(line)-1] != was[len(was)-1]):
				return fmt.Sprintf("arc %d has other ends", arc)
			}
		}
		if gone != 0 && gone != len(is.arcs) {
			return fmt.Sprintf("%d of the %d arcs of an island are gone", gone, len(is.arcs))
		}
	}
	for of, arcs := range d.borders() {
		area := 0.0
		for arc, way := range arcs {
			line := l.line(arc)
			for i := 1; i < len(line); i++ {
				p, q, o := line[i-1], line[i], d.arcs.points[0]
				area += way * (float64(p.Lon-o.Lon)*float64(q.Lat-o.Lat) - float64(q.Lon-o.Lon)*float64(p.Lat-o.Lat))
			}
		}
		if area <= 0 {
			return fmt.Sprintf("%v has lost its land", of)
		}
	}
	return ""
}

// borders returns the arcs round each area and each group: 1 if the area or group is
// to the left, −1 if to the right.
func (d *division) borders() map[party]map[int]float64 {
	borders := map[party]map[int]float64{}
	add := func(of party, arc int, way float64) {
		if borders[of] == nil {
			borders[of] = map[int]float64{}
		}
		borders[of][arc] = way
	}
	group := func(o owner) uint32 {
		if o == nobody {
			return nobody
		}
		return d.group[o]
	}
	for arc := range d.arcs.len() {
		left, right := d.arcs.left[arc], d.arcs.right[arc]
		for _, side := range []struct {
			o   owner
			way float64
		}{{left, 1}, {right, -1}} {
			if side.o != nobody {
				add(party{number: side.o}, arc, side.way)
				if group(left) != group(right) {
					add(party{number: group(side.o), group: true}, arc, side.way)
				}
			}
		}
	}
	return borders
}

// sides returns a vertex that lies in another area than before, as seen from all
// other components.
func (d *division) sides(l *lines) string {
	for _, is := range findIslands(&d.arcs) {
		for _, arc := range is.arcs {
			for _, p := range l.line(int(arc)) {
				others := func(arc int) bool { return !slices.Contains(is.arcs, uint32(arc)) }
				was, now := d.whose(d.arcs.line, others, p), d.whose(l.line, others, p)
				if !reflect.DeepEqual(was, now) {
					return fmt.Sprintf("%v was in %v and is in %v", p, was, now)
				}
			}
		}
	}
	return ""
}

// whose returns the owners that an odd number of the arcs separate from others, going
// east from p: the owner of the land at p and that of the land far away, if they
// differ.
func (d *division) whose(line func(int) []geo.Fixed, of func(arc int) bool, p geo.Fixed) map[owner]bool {
	odd := map[owner]bool{}
	for arc := range d.arcs.len() {
		if !of(arc) {
			continue
		}
		points := line(arc)
		for i := 1; i < len(points); i++ {
			low, high := points[i-1], points[i]
			if low.Lat > high.Lat {
				low, high = high, low
			}
			if low.Lat <= p.Lat && p.Lat < high.Lat && orientation(low, high, p) > 0 {
				for _, o := range []owner{d.arcs.left[arc], d.arcs.right[arc]} {
					if odd[o] {
						delete(odd, o)
					} else {
						odd[o] = true
					}
				}
			}
		}
	}
	return odd
}

// partOf returns an error text if the vertices of a line are not some of another, in
// its order.
func partOf(line, whole []geo.Fixed) string {
	if len(line) == 0 {
		return ""
	}
	if at := slices.Index(whole, line[0]); at > 0 && whole[0] == whole[len(whole)-1] {
		whole = slices.Concat(whole[at:len(whole)-1], whole[:at+1])
	}
	i := 0
	for _, p := range line {
		for i < len(whole) && whole[i] != p {
			i++
		}
		if i == len(whole) {
			return fmt.Sprintf("%v is not a vertex of the finer level, or not in this order", p)
		}
		i++
	}
	return ""
}

// near returns a border of an area or group that is somewhere farther than tolerance
// (metres) from its original line, in either direction.
func (d *division) near(l *lines, tolerance float64) string {
	for of, arcs := range d.borders() {
		var was, is [][2]geo.Point
		for arc := range arcs {
			was = append(was, segmentsOf(d.arcs.line(arc))...)
			is = append(is, segmentsOf(l.line(arc))...)
		}
		if far := farthest(was, is); far > tolerance {
			return fmt.Sprintf("the border of %v was %.2f m away from where it is", of, far)
		}
		if far := farthest(is, was); far > tolerance {
			return fmt.Sprintf("the border of %v is %.2f m away from where it was", of, far)
		}
	}
	return ""
}

func segmentsOf(line []geo.Fixed) [][2]geo.Point {
	var segments [][2]geo.Point
	for i := 1; i < len(line); i++ {
		segments = append(segments, [2]geo.Point{line[i-1].Point(), line[i].Point()})
	}
	return segments
}

// farthest returns the largest distance (metres) of sampled points of from to the
// lines of to.
func farthest(from, to [][2]geo.Point) float64 {
	most := 0.0
	for _, s := range from {
		for i := range 5 {
			p := geo.Lerp(s[0], s[1], float64(i)/4)
			plane := geo.NewPlane(p)
			least := math.Inf(1)
			for _, r := range to {
				along, d2 := geo.Project(geo.XY{}, plane.XY(r[0]), plane.XY(r[1]))
				if d2 < least*least*1.1 {
					least = min(least, geo.Distance(p, geo.Lerp(r[0], r[1], along)))
				}
			}
			most = max(most, least)
		}
	}
	return most
}

func TestGeneraliseCancelled(t *testing.T) {
	var a arcs
	a.add(drawing(`
a b
d c`, 100).line("abcda"), 0, nobody)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := generalise(ctx, &a, []uint32{0}, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("err = %v", err)
	}
}

func TestGeneraliseProgress(t *testing.T) {
	var a arcs
	a.add(drawing(`
a b
d c`, 100).line("abcda"), 0, nobody)
	var last, in int64
	_, err := generalise(context.Background(), &a, []uint32{0}, func(done, total int64) {
		if done < last || done > total {
			t.Errorf("%d of %d after %d", done, total, last)
		}
		last, in = done, total
	})
	if err != nil || last != in || in != 5 {
		t.Errorf("%d of %d at the end, %v", last, in, err)
	}
}

func TestGeneraliseNothing(t *testing.T) {
	drawn, err := generalise(context.Background(), &arcs{}, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for level, l := range drawn {
		if len(l.points) != 0 || !slices.Equal(l.start, []uint32{0}) {
			t.Errorf("%v: %v", Level(level), l)
		}
	}
}

// BenchmarkGeneralise measures areas on a grid with winding borders, as in a real
// country, and islands off its coast.
func BenchmarkGeneralise(b *testing.B) {
	const side, along = 40, 100 // areas, and vertices along one side of each
	random := rand.New(rand.NewPCG(1, 2))
	at := func(row, col float64) geo.Fixed {
		wind := func() float64 { return 0.2 * (random.Float64() - 0.5) / along }
		bend := 0.1 * math.Sin(7*row) * math.Sin(9*col)
		return geo.Fixed{Lat: int32(1e8 + 5e5*(row+bend+wind())), Lon: int32(1e9 + 5e5*(col-bend+wind()))}
	}
	area := func(row, col int) owner {
		if row < 0 || col < 0 || row >= side || col >= side {
			return nobody
		}
		return owner(row*side + col)
	}
	var corner [side + 1][side + 1]geo.Fixed
	for row := range corner {
		for col := range corner[row] {
			corner[row][col] = at(float64(row), float64(col))
		}
	}
	var a arcs
	for row := range corner {
		for col := range corner[row] {
			for _, way := range [][2]int{{0, 1}, {1, 0}} {
				if row+way[0] > side || col+way[1] > side {
					continue
				}
				line := []geo.Fixed{corner[row][col]}
				for i := 1; i < along; i++ {
					f := float64(i) / along
					line = append(line, at(float64(row)+f*float64(way[0]), float64(col)+f*float64(way[1])))
				}
				left, right := area(row, col), area(row-1, col)
				if way[0] == 1 {
					left, right = area(row, col-1), area(row, col)
				}
				a.add(append(line, corner[row+way[0]][col+way[1]]), left, right)
			}
		}
	}
	for range 2000 {
		var islet []geo.Fixed
		row, col := random.Float64()*side, side+0.5+2*random.Float64()
		for i := range 12 {
			islet = append(islet, at(row+0.01*math.Sin(float64(i)/2), col+0.01*math.Cos(float64(i)/2)))
		}
		a.add(append(islet, islet[0]), area(int(row), side-1), nobody)
	}
	group := make([]uint32, side*side)
	for i := range group {
		group[i] = uint32(i / (side * 4))
	}
	b.ReportAllocs()
	for b.Loop() {
		drawn, err := generalise(context.Background(), &a, group, nil)
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(len(a.points)), "vertices")
		b.ReportMetric(float64(len(drawn[Country].points)), "left")
	}
}
