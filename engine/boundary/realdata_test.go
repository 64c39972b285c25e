// SPDX-License-Identifier: MIT

package boundary

import (
	"compress/gzip"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/parallel"
	"roadsnap/engine/internal/spatial"
)

// The special zones of Hoàng Sa and Trường Sa, which every map of Vietnam must show.
const (
	hoangSa  = 20333
	truongSa = 22736
)

// wardsOf reads the wards of some provinces, and the sizes of the provinces' own
// outlines (m²).
func wardsOf(t *testing.T, provinces ...string) (s Source, sizes []float64) {
	t.Helper()
	data := os.Getenv("ROADSNAP_DATA")
	if data == "" {
		t.Skip("ROADSNAP_DATA does not say where the outlines of wards are")
	}
	for _, name := range provinces {
		found, err := filepath.Glob(filepath.Join(data, "units", name+"*.geojson.gz"))
		if err != nil || len(found) == 0 {
			t.Fatalf("no outlines of %q: %v", name, err)
		}
		for _, path := range found {
			sizes = append(sizes, readWards(t, path, &s))
		}
	}
	return s, sizes
}

func readWards(t *testing.T, path string, s *Source) (size float64) {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	z, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	var content struct {
		Features []struct {
			Properties struct{ Code, Kind string }
			Geometry   struct{ Coordinates [][][][2]float64 }
		}
	}
	if err := json.NewDecoder(z).Decode(&content); err != nil {
		t.Fatal(err)
	}
	for _, f := range content.Features {
		code, err := strconv.ParseUint(f.Properties.Code, 10, 32)
		if err != nil {
			t.Fatal(err)
		}
		area := Area{Code: uint32(code), Group: uint32(len(s.Groups))}
		for _, polygon := range f.Geometry.Coordinates {
			var part Part
			for i, ring := range polygon {
				var line []geo.Fixed
				for _, q := range ring {
					line = append(line, geo.Point{Lat: q[1], Lon: q[0]}.Fixed())
				}
				part = append(part, line)
				if land := math.Abs(landLeft(line)); f.Properties.Kind == "province" && i == 0 {
					size += land
				} else if f.Properties.Kind == "province" {
					size -= land
				}
			}
			area.Parts = append(area.Parts, part)
		}
		if f.Properties.Kind == "ward" {
			s.Areas = append(s.Areas, area)
		}
	}
	s.Groups = append(s.Groups, uint32(len(s.Groups)))
	return size
}

// TestBuildOfRealWards compares the wards of provinces with their outlines. The
// source draws provinces slightly differently from their wards.
//
// It divides three provinces that are neighbours or have islands far off, the whole
// country if ROADSNAP_WHOLE is set.
func TestBuildOfRealWards(t *testing.T) {
	provinces := []string{"46", "48", "56"}
	if os.Getenv("ROADSNAP_WHOLE") != "" {
		provinces = []string{""}
	}
	s, sizes := wardsOf(t, provinces...)
	d, report, err := Build(t.Context(), s, DefaultOptions())
	if err != nil {
		t.Fatal(err)
	}
	n := reopened(t, d)
	if err := n.Verify(t.Context()); err != nil {
		t.Fatal(err)
	}
	if fault := euler(d, report); fault != "" {
		t.Error(fault)
	}
	if fault := listed(s.Areas, d, report); fault != "" {
		t.Error(fault)
	}
	if fault := strangeSegment(s.Areas, d, report); fault != "" {
		t.Error(fault)
	}
	for _, l := range Levels() {
		if p, q, found := meet(&d.lines[l], d.arcs.len()); found {
			t.Errorf("%v: two segments meet at %v–%v", l, p, q)
		}
		for i := range n.NumAreas() + n.NumGroups() {
			if fault := soundLand(Land{n, i}, l); fault != "" {
				t.Errorf("land %d at %v: %s", i, l, fault)
			}
		}
		shareVertices(t, n, l)
	}
	sum := make([]float64, n.NumGroups())
	for i := range n.NumAreas() {
		sum[n.Area(i).Group()] += n.Area(i).Size()
		if place, found := n.Locate(n.Area(i).Center()); !found || place != (Place{Area: i}) {
			t.Errorf("the centre of area %d is in %v", i, place)
		}
		if code := n.Area(i).Code(); code == hoangSa || code == truongSa {
			everywhere(t, n, i)
		}
	}
	for i := range n.NumGroups() {
		if size := n.Group(i).Size(); math.Abs(sum[i]-size) > 1e-9*size || math.Abs(size-sizes[i]) > 5e-2*size {
			t.Errorf("group %d has %.0f m², its areas %.0f, its own outline %.0f", i, size, sum[i], sizes[i])
		}
	}
}

// everywhere fails the test unless an area and its part of the group are drawn at
// every level, and found by viewport.
func everywhere(t *testing.T, n *Net, area int) {
	t.Helper()
	box := n.Area(area).Bounds().Fixed()
	for _, l := range Levels() {
		polygons := 0
		for range n.Area(area).Polygons(l) {
			polygons++
		}
		ofGroup := 0
		for polygon := range n.Group(n.Area(area).Group()).Polygons(l) {
			for ring := range polygon.Rings() {
				if geo.FixedBoundsOf(slices.Collect(ring.Points())...).Intersects(box) {
					ofGroup++
				}
			}
		}
		seen := false
		n.Borders(l, box, func(b Border) bool {
			seen = b.Left.Found && b.Left.Area == area || b.Right.Found && b.Right.Area == area
			return !seen
		})
		if polygons == 0 || ofGroup == 0 || !seen {
			t.Errorf("area %d at %v: %d polygons, %d of its group, in view: %v", n.Area(area).Code(), l, polygons, ofGroup, seen)
		}
	}
}

// shareVertices fails the test unless every segment of an area's rings is the reverse
// of one of a neighbour's, or borders on nobody.
func shareVertices(t *testing.T, n *Net, l Level) {
	t.Helper()
	open := make(map[[2]geo.Fixed]bool)
	for i := range n.NumAreas() {
		for polygon := range n.Area(i).Polygons(l) {
			for ring := range polygon.Rings() {
				line := slices.Collect(ring.Points())
				for k := 1; k < len(line); k++ {
					if back := [2]geo.Fixed{line[k], line[k-1]}; open[back] {
						delete(open, back)
					} else {
						open[[2]geo.Fixed{line[k-1], line[k]}] = true
					}
				}
			}
		}
	}
	n.Borders(l, geo.FixedBounds{MinLat: -90e7, MinLon: -180e7, MaxLat: 90e7, MaxLon: 180e7}, func(b Border) bool {
		for k := 1; k < len(b.Line); k++ {
			switch ahead := [2]geo.Fixed{b.Line[k-1], b.Line[k]}; {
			case !b.Right.Found:
				delete(open, ahead)
			case !b.Left.Found:
				delete(open, [2]geo.Fixed{ahead[1], ahead[0]})
			}
		}
		return true
	})
	if len(open) > 0 {
		t.Errorf("%v: %d segments are one neighbour's alone", l, len(open))
	}
}

// strangeSegment returns a segment of a division that is not one of the outlines,
// though neither of its ends is in the report.
func strangeSegment(areas []Area, d *Division, r Report) string {
	given, made := make(map[edge]bool), make(map[geo.Fixed]bool)
	for _, a := range areas {
		for _, part := range a.Parts {
			for _, ring := range part {
				for k, p := range ring {
					given[newEdge(p, ring[(k+1)%len(ring)], 0)] = true
				}
			}
		}
	}
	for _, list := range [][]Move{r.Moved, r.Bent} {
		for _, m := range list {
			made[m.To.Fixed()] = true
		}
	}
	for _, p := range r.Cuts {
		made[p.Fixed()] = true
	}
	for arc := range d.arcs.len() {
		line := d.arcs.line(arc)
		for k := 1; k < len(line); k++ {
			if p, q := line[k-1], line[k]; !given[newEdge(p, q, 0)] && !made[p] && !made[q] {
				return "a segment is in no outline"
			}
		}
	}
	return ""
}

// meet finds two segments that meet elsewhere than in an end of both.
func meet(l *lines, arcs int) (p, q geo.Fixed, found bool) {
	var segments [][2]geo.Fixed
	var boxes []geo.FixedBounds
	for arc := range arcs {
		line := l.line(arc)
		for k := 1; k < len(line); k++ {
			segments = append(segments, [2]geo.Fixed{line[k-1], line[k]})
			boxes = append(boxes, geo.FixedBoundsOf(line[k-1], line[k]))
		}
	}
	tree := spatial.Build(boxes).Tree()
	for i, s := range segments {
		tree.Search(boxes[i], func(item uint32) bool {
			if int(item) <= i {
				return true
			}
			pair := lines{start: []uint32{0, 2, 4}, points: []geo.Fixed{s[0], s[1], segments[item][0], segments[item][1]}}
			if planar(&pair, 2) != "" {
				p, q, found = s[0], s[1], true
			}
			return !found
		})
	}
	return p, q, found
}

// TestLevelsOfRealWardsAreNear checks by a search of its own that the border of every ward and
// province at each level is within the tolerance of that at Street, in both directions.
func TestLevelsOfRealWardsAreNear(t *testing.T) {
	if testing.Short() {
		t.Skip("takes half a minute")
	}
	s, _ := wardsOf(t, "")
	d, _, err := Build(t.Context(), s, DefaultOptions())
	if err != nil {
		t.Fatal(err)
	}
	n := reopened(t, d)
	parallel.Each(n.NumAreas()+n.NumGroups(), func(i int) {
		land := Land{n, i}
		fine := newRuler(land, Street)
		for _, l := range []Level{Ward, Province, Country} {
			coarse := newRuler(land, l)
			for _, pair := range [][2]*ruler{{fine, coarse}, {coarse, fine}} {
				if p, far := pair[0].beyond(pair[1], l.Tolerance()); far {
					t.Errorf("land %d at %v: the border at %v is more than %v m off", land.Code(), l, p, l.Tolerance())
				}
			}
		}
	})
}

// ruler measures distances from the border of a land.
type ruler struct {
	segments [][2]geo.Fixed
	tree     spatial.Tree
}

func newRuler(land Land, l Level) *ruler {
	r := &ruler{}
	var boxes []geo.FixedBounds
	for polygon := range land.Polygons(l) {
		for ring := range polygon.Rings() {
			line := slices.Collect(ring.Points())
			for k := 1; k < len(line); k++ {
				r.segments = append(r.segments, [2]geo.Fixed{line[k-1], line[k]})
				boxes = append(boxes, geo.FixedBoundsOf(line[k-1], line[k]))
			}
		}
	}
	r.tree = spatial.Build(boxes).Tree()
	return r
}

// beyond returns a point of r that is farther from other than reach (metres). It looks at points about
// half of that from each other.
func (r *ruler) beyond(other *ruler, reach float64) (geo.Point, bool) {
	last := geo.Point{Lat: 90}
	for _, s := range r.segments {
		a, b := s[0].Point(), s[1].Point()
		steps := int(2*geo.Distance(a, b)/reach) + 1
		for k := range steps {
			p := geo.Lerp(a, b, float64(k)/float64(steps))
			if geo.Distance(last, p) < reach/2 {
				continue
			}
			last = p
			plane, near := geo.NewPlane(p), false
			other.tree.Search(geo.BoundsOf(p).Pad(reach).Fixed(), func(item uint32) bool {
				q := other.segments[item]
				_, d2 := geo.Project(geo.XY{}, plane.XY(q[0].Point()), plane.XY(q[1].Point()))
				near = near || d2 <= reach*reach
				return !near
			})
			if !near {
				return p, true
			}
		}
	}
	return geo.Point{}, false
}
