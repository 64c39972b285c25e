package boundary

import (
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"
	"roadsnap/engine/geo"
)

// TestGeneralise holds what is promised of levels against slow and obvious measures,
// on land divided at random.
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
	// Lest the properties hold because nothing happens.
	if dropped == 0 || kept == 0 {
		t.Errorf("%d arcs dropped, %d kept", dropped, kept)
	}
}

// planar says which segments cross or touch elsewhere than in a vertex of both.
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

// whole says what has lost its ends or its size: arcs that are neither kept from end
// to end nor dropped with all that hangs on them, and areas and groups without land.
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

// borders returns the arcs round each area and each group, with 1 for those that have
// it to the left, −1 to the right.
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

// sides says which vertex lies in another area, seen from all other components, than
// it did.
func (d *division) sides(l *lines) string {
	whose := func(line func(int) []geo.Fixed, p geo.Fixed, but []uint32) map[owner]bool {
		in := map[owner]bool{}
		for arc := range d.arcs.len() {
			if slices.Contains(but, uint32(arc)) {
				continue
			}
			points := line(arc)
			for i := 1; i < len(points); i++ {
				low, high := points[i-1], points[i]
				if low.Lat > high.Lat {
					low, high = high, low
				}
				if low.Lat <= p.Lat && p.Lat < high.Lat && orientation(low, high, p) > 0 {
					in[d.arcs.left[arc]] = !in[d.arcs.left[arc]]
					in[d.arcs.right[arc]] = !in[d.arcs.right[arc]]
				}
			}
		}
		for o, inside := range in {
			if !inside {
				delete(in, o)
			}
		}
		return in
	}
	for _, is := range findIslands(&d.arcs) {
		for _, arc := range is.arcs {
			for _, p := range l.line(int(arc)) {
				was, now := whose(d.arcs.line, p, is.arcs), whose(l.line, p, is.arcs)
				if !reflect.DeepEqual(was, now) {
					return fmt.Sprintf("%v was in %v and is in %v", p, was, now)
				}
			}
		}
	}
	return ""
}

// partOf says whether the vertices of a line are not some of another, in its order.
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

// near says which border of an area or group is somewhere farther from where it was
// than tolerance metres, or was somewhere farther from where it is.
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

// farthest returns how far, of some points on the one lines, the farthest is from the
// others, in metres.
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
