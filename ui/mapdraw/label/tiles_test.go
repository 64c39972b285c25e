// SPDX-License-Identifier: MIT

package label_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"roadsnap/engine/basemap"
	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/label"
	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/mapdraw/tile"
	"roadsnap/ui/mapdraw/view"
	"roadsnap/ui/maptest"
)

// paintAll returns the label candidates of the tiles of r.
func paintAll(t testing.TB, src tile.Source, theme *style.Theme, r view.Tiles) []label.Set {
	t.Helper()
	painter := tile.NewPainter(theme, maptest.Fonts(t))
	var sets []label.Set
	for _, k := range r.Keys() {
		one, err := painter.Paint(src, k, maptest.Never)
		if err != nil {
			t.Fatal(err)
		}
		sets = append(sets, one.Labels)
	}
	return sets
}

func TestLabelsDoNotCollide(t *testing.T) {
	themes := maptest.Themes(t)
	for seed := range uint64(2) {
		for _, zoom := range []float64{13, 15, 17} {
			v := maptest.View
			v.Zoom, v.Width, v.Height = zoom, 1200, 900
			r := view.TilesOf(v, view.GridOf(v))
			laid := label.NewLayouter(&themes.Light, maptest.Fonts(t)).Layout(r, paintAll(t, maptest.Crowd(seed, 1000), &themes.Light, r), v)
			if len(laid.Labels) < 5 {
				t.Fatalf("seed %d, zoom %v: only %d labels", seed, zoom, len(laid.Labels))
			}
			size := r.WorldSize()
			for i, a := range laid.Labels {
				for _, b := range laid.Labels[:i] {
					if p, q := collide(a, b, size); p {
						t.Fatalf("seed %d, zoom %v: %q lies on %q at %v", seed, zoom, a.Label.Text, b.Label.Text, q)
					}
				}
			}
		}
	}
}

func collide(a, b label.Laid, size float64) (bool, raster.Box) {
	for _, p := range a.Boxes {
		p = p.Add(a.Label.At.X*size, a.Label.At.Y*size)
		for _, q := range b.Boxes {
			if p.Overlaps(q.Add(b.Label.At.X*size, b.Label.At.Y*size)) {
				return true, p
			}
		}
	}
	return false, raster.Box{}
}

// TestBoxesHoldTheInk checks that labels whose boxes do not overlap do not
// overlap in the picture either.
func TestBoxesHoldTheInk(t *testing.T) {
	themes := maptest.Themes(t)
	r := view.TilesOf(maptest.View, view.GridOf(maptest.View))
	laid := label.NewLayouter(&themes.Light, maptest.Fonts(t)).Layout(r, paintAll(t, maptest.Town(), &themes.Light, r), maptest.View)
	kinds := map[label.Kind]int{}
	for _, l := range laid.Labels {
		kinds[l.Label.Kind]++
		for y := range l.Sprite.Pix.Rect.Dy() {
			for x := range l.Sprite.Pix.Rect.Dx() {
				if l.Sprite.Pix.RGBAAt(x, y).A < 250 {
					continue // halo, which may extend beyond the box
				}
				px, py := float64(x+l.Sprite.X)+0.5, float64(y+l.Sprite.Y)+0.5
				if !inBoxes(l.Boxes, px, py) {
					t.Fatalf("%q has ink at %v, %v, outside of %v", l.Label.Text, px, py, l.Boxes)
				}
			}
		}
	}
	for _, k := range []label.Kind{label.Level, label.Shield, label.Along} {
		if kinds[k] == 0 {
			t.Errorf("no label of kind %d in the town", k)
		}
	}
}

func inBoxes(boxes []raster.Box, x, y float64) bool {
	for _, b := range boxes {
		if x >= b.X0 && x <= b.X1 && y >= b.Y0 && y <= b.Y1 {
			return true
		}
	}
	return false
}

func TestRoadNamesReadFromLeftToRight(t *testing.T) {
	themes := maptest.Themes(t)
	r := view.TilesOf(maptest.View, view.GridOf(maptest.View))
	n := 0
	for _, one := range paintAll(t, maptest.Crowd(3, 2000), &themes.Light, r) {
		for _, l := range one {
			if l.Kind != label.Along {
				continue
			}
			n++
			if first, last := l.Path[0], l.Path[len(l.Path)-1]; last.X < first.X {
				t.Errorf("%q runs from %v to %v", l.Text, first, last)
			}
			length := 0.0
			for i, p := range l.Path[1:] {
				length += math.Hypot(p.X-l.Path[i].X, p.Y-l.Path[i].Y)
			}
			if math.Abs(length-l.Width) > 0.01 {
				t.Errorf("%q is %v pixels wide on %v pixels of road", l.Text, l.Width, length)
			}
		}
	}
	if n == 0 {
		t.Error("no road has a name")
	}
}

func TestDecomposedNamesAreComposed(t *testing.T) {
	themes := maptest.Themes(t)
	src := &maptest.Features{List: maptest.Town().List[len(maptest.Town().List)-2:]}
	src.List[0].Name = "Be\u0302\u0301n Nghe\u0301"
	r := view.TilesOf(maptest.View, view.GridOf(maptest.View))
	for _, one := range paintAll(t, src, &themes.Light, r) {
		for _, l := range one {
			if strings.HasPrefix(l.Text, "B") && l.Text != "BẾN NGHÉ" {
				t.Errorf("the label is %q, want %q, in capitals as suburbs are", l.Text, "BẾN NGHÉ")
			}
		}
	}
}

// TestNamesOfVeryManyLinesAreFew gives a tile very many separate lines of one
// name. If each were compared with all others, this would take minutes.
func TestNamesOfVeryManyLinesAreFew(t *testing.T) {
	key := view.TilesOf(maptest.View, view.GridOf(maptest.View)).Keys()[0]
	frame := key.Box(view.TileSize, 0)
	at := func(x, y float64) geo.Fixed {
		return geo.Fixed{
			Lat: frame.MinLat + int32(y*float64(frame.MaxLat-frame.MinLat)),
			Lon: frame.MinLon + int32(x*float64(frame.MaxLon-frame.MinLon)),
		}
	}
	const n = 60_000
	var star []basemap.Feature
	var line []geo.Fixed
	for i := range n {
		sin, cos := math.Sincos(float64(i))
		star = append(star, maptest.Feature(basemap.RoadPrimary, "Tô Ký", 0, []geo.Fixed{at(0.5, 0.5), at(0.5+0.4*cos, 0.5+0.4*sin)}))
		line = append(line, at(0.1+0.8*float64(i%2), 0.1+0.8*float64(i)/n))
	}
	zigzag := []basemap.Feature{maptest.Feature(basemap.RoadPrimary, "Tô Ký", 0, line)}
	themes := maptest.Themes(t)
	for name, features := range map[string][]basemap.Feature{"star": star, "zigzag": zigzag} {
		p := tile.NewPainter(&themes.Light, maptest.Fonts(t))
		painted, err := p.Paint(&maptest.Features{List: features}, key, maptest.Never)
		if err != nil {
			t.Fatal(err)
		}
		if got := len(painted.Labels); got == 0 || got > 128 {
			t.Errorf("%s: %d labels, want 1 to %d", name, got, 128)
		}
	}
}

// TestNamesOfBooksAreNotWritten uses names of any length, because typesetting one
// as long as a book takes as long as all others together.
func TestNamesOfBooksAreNotWritten(t *testing.T) {
	key := view.TilesOf(maptest.View, view.GridOf(maptest.View)).Keys()[0]
	b := key.Box(view.TileSize, 0)
	middle := (b.MinLat + b.MaxLat) / 2
	wide := 100 * (b.MaxLon - b.MinLon)
	road := []geo.Fixed{{Lat: middle, Lon: b.MinLon - wide}, {Lat: middle, Lon: b.MaxLon + wide}}
	themes := maptest.Themes(t)
	for length, want := range map[int]int{255: 2, 256: 0} {
		name := strings.Repeat("\U0001F6E3", length) // of four bytes
		p := tile.NewPainter(&themes.Light, maptest.Fonts(t))
		painted, err := p.Paint(&maptest.Features{List: []basemap.Feature{
			maptest.Feature(basemap.RoadPrimary, name, 0, road),
			maptest.Feature(basemap.PlaceHamlet, name, 0, []geo.Fixed{{Lat: middle, Lon: b.MinLon + (b.MaxLon-b.MinLon)/2}}),
		}}, key, maptest.Never)
		if err != nil {
			t.Fatal(err)
		}
		if got := len(painted.Labels); got != want {
			t.Errorf("of names of %d letters %d are written, want %d", length, got, want)
		}
	}
}

// TestARiverIsNamedInEveryView checks parts of a river that is only an area, as
// long as three views, and a lake.
func TestARiverIsNamedInEveryView(t *testing.T) {
	themes := maptest.Themes(t)
	area := func(name string, ring []raster.Vec) basemap.Feature {
		var xy []float64
		for _, p := range append(ring[:len(ring):len(ring)], ring[0]) {
			xy = append(xy, p.X, p.Y)
		}
		return maptest.Feature(basemap.Water, name, 0, maptest.Px(xy...))
	}
	ring, off := maptest.Meander(60, 50, 0.2)
	src := &maptest.Features{List: []basemap.Feature{
		area("Sông Cần Giuộc", ring), area("Hồ Bán Nguyệt", []raster.Vec{{X: 0, Y: -300}, {X: 200, Y: -300}, {X: 200, Y: -180}, {X: 0, Y: -180}}),
	}}
	l := label.NewLayouter(&themes.Light, maptest.Fonts(t))
	for _, x := range []float64{350, 800, 1250, 1600} {
		v := maptest.View.Pan(256-x, 192-400).Snapped()
		r := view.TilesOf(v, view.GridOf(v))
		named := 0
		for _, lb := range l.Layout(r, paintAll(t, src, &themes.Light, r), v).Labels {
			x, y := maptest.View.ToScreen(lb.Label.At.Point())
			if d := off(raster.Vec{X: x, Y: y}); lb.Label.Text != "Sông Cần Giuộc" || lb.Label.Kind != label.Along || d > 12 {
				t.Errorf("%q is %.0f pixels off the river", lb.Label.Text, d)
			}
			if wholeIn(lb, v) {
				named++
			}
		}
		if named == 0 || named > 2 {
			t.Errorf("around %v the river is named %d times", x, named)
		}
	}
	v := maptest.View.Pan(100, 400).Snapped()
	r := view.TilesOf(v, view.GridOf(v))
	laid := l.Layout(r, paintAll(t, src, &themes.Light, r), v)
	if len(laid.Labels) != 1 || laid.Labels[0].Label.Kind != label.Level {
		t.Errorf("%d labels for a lake, which is named level in its middle", len(laid.Labels))
	}
}

// TestNamesGoRoundTheCornersOfARiver uses a river of few points, with a corner of
// 58 degrees under each of its names.
func TestNamesGoRoundTheCornersOfARiver(t *testing.T) {
	themes := maptest.Themes(t)
	var xy []float64
	for i := range 10 {
		xy = append(xy, 20+47.5*float64(i), 190+26.5*float64(i%2))
	}
	src := &maptest.Features{List: []basemap.Feature{maptest.Feature(basemap.Waterway, "Rạch Ông Lãnh", 0, maptest.Px(xy...))}}
	r := view.TilesOf(maptest.View, view.GridOf(maptest.View))
	if n := len(label.NewLayouter(&themes.Light, maptest.Fonts(t)).Layout(r, paintAll(t, src, &themes.Light, r), maptest.View).Labels); n != 1 {
		t.Errorf("a river with a corner every 50 pixels has %d names", n)
	}
}

// TestLabelsStayAfterADrag drags maps at random and compares the labels before
// with those at rest afterwards. Of the labels that are whole in both views, few
// may change near the edges, where others were cut, and hardly any inside.
func TestLabelsStayAfterADrag(t *testing.T) {
	themes := maptest.Themes(t)
	rng := rand.New(rand.NewPCG(12, 12))
	const rim = 150
	near, within, both, inner := 0, 0, 0, 0
	for _, zoom := range []float64{13, 14, 15, 16} {
		src, l := maptest.Crowd(uint64(zoom), 1200), label.NewLayouter(&themes.Light, maptest.Fonts(t))
		painter := tile.NewPainter(&themes.Light, maptest.Fonts(t))
		tiles := map[view.Tile]*tile.Tile{}
		rest := func(v view.Viewport) map[string]label.Laid {
			var there []label.Set
			r := view.TilesOf(v.Whole(), view.GridOf(v))
			for _, k := range r.Keys() {
				if tiles[k] == nil {
					tiles[k], _ = painter.Paint(src, k, maptest.Never)
				}
				there = append(there, tiles[k].Labels)
			}
			all := map[string]label.Laid{}
			for _, lb := range l.Layout(r, there, v).Labels {
				all[fmt.Sprint(lb.Label.Text, lb.Label.At)] = lb
			}
			return all
		}
		v := maptest.View
		v.Zoom, v.Width, v.Height, v.Bleed = zoom, 1000, 700, 64
		v = v.Snapped()
		for range 10 {
			x, y := (0.1+0.5*rng.Float64())*float64(v.Width), 0.0
			if rng.IntN(2) == 0 {
				x, y = 0, (0.1+0.5*rng.Float64())*float64(v.Height)
			}
			w := v.Pan(x, y).Snapped()
			before, after := rest(v), rest(w)
			for _, c := range [2][2]map[string]label.Laid{{before, after}, {after, before}} {
				for key, lb := range c[0] {
					if !wholeIn(lb, v) || !wholeIn(lb, w) {
						continue
					}
					_, stays := c[1][key]
					both++
					if !stays {
						near++
					}
					if wholeIn(lb, v.Inset(rim)) && wholeIn(lb, w.Inset(rim)) {
						inner++
						if !stays {
							within++
						}
					}
				}
			}
		}
	}
	if both < 1000 || inner < 300 {
		t.Fatalf("only %d labels in both views, %d away from their edges", both, inner)
	}
	share := func(n, of int) float64 { return 100 * float64(n) / float64(of) }
	if a, b := share(near, both), share(within, inner); a > 5 || b > 1 {
		t.Errorf("%.1f %% of the labels change with a drag, %.1f %% of those away from the edges", a, b)
	}
}

// wholeIn reports whether v shows all of a label.
func wholeIn(lb label.Laid, v view.Viewport) bool {
	size := v.WorldSize()
	return label.PageOf(v).Holds(lb.Boxes, raster.Vec{X: lb.Label.At.X * size, Y: lb.Label.At.Y * size})
}

// TestLabelsStayWhileTheMapIsDragged extends a choice of labels as a drag does.
func TestLabelsStayWhileTheMapIsDragged(t *testing.T) {
	themes := maptest.Themes(t)
	src, v := maptest.Crowd(10, 1500), maptest.View
	r := view.TilesOf(v, view.GridOf(v))
	l := label.NewLayouter(&themes.Light, maptest.Fonts(t))
	before := l.Layout(r, paintAll(t, src, &themes.Light, r), v)
	wider := r.Grow()
	after := l.Extend(before, wider, paintAll(t, src, &themes.Light, wider))
	if len(after.Labels) <= len(before.Labels) {
		t.Errorf("%d labels became %d on more tiles", len(before.Labels), len(after.Labels))
	}
	places := map[string]int{}
	for _, lb := range after.Labels {
		places[fmt.Sprint(lb.Label.Text, lb.Label.At)]++
	}
	for _, lb := range before.Labels {
		if places[fmt.Sprint(lb.Label.Text, lb.Label.At)] != 1 {
			t.Errorf("%q has left its place", lb.Label.Text)
		}
	}
	size := wider.WorldSize()
	for i, a := range after.Labels {
		for _, b := range after.Labels[:i] {
			if p, q := collide(a, b, size); p {
				t.Fatalf("%q lies on %q at %v", a.Label.Text, b.Label.Text, q)
			}
		}
	}
}

// TestTwoCarriagewaysAreNamedOnce draws a boulevard. Its two lines meet where it
// ends, and a few pixels lie between them elsewhere.
func TestTwoCarriagewaysAreNamedOnce(t *testing.T) {
	themes := maptest.Themes(t)
	lane := func(xy ...float64) basemap.Feature {
		return basemap.NewFeature(basemap.Feature{Kind: basemap.RoadTrunk, Name: "Võ Văn Kiệt", Ref: "QL.1", Flags: basemap.Oneway}, maptest.Px(xy...))
	}
	for _, gap := range []float64{8, 14, 36} {
		src := &maptest.Features{List: []basemap.Feature{
			lane(140, 190, 150, 190-gap/2, 250, 190-gap/2), lane(250, 190-gap/2, 390, 190-gap/2),
			lane(390, 190+gap/2, 200, 190+gap/2, 150, 190+gap/2, 140, 190),
		}}
		r := view.TilesOf(maptest.View, view.GridOf(maptest.View))
		laid := label.NewLayouter(&themes.Light, maptest.Fonts(t)).Layout(r, paintAll(t, src, &themes.Light, r), maptest.View)
		texts := map[string]int{}
		for _, l := range laid.Labels {
			texts[l.Label.Text]++
			x, y := maptest.View.ToScreen(l.Label.At.Point())
			if x < 165 {
				continue // where the two separate
			}
			want := 190.0 // between the two
			if gap > 20 {
				want += math.Copysign(gap/2, y-190)
			}
			if math.Abs(y-want) > 0.6 {
				t.Errorf("gap %v: %q stands at %v, want %v", gap, l.Label.Text, y, want)
			}
		}
		if texts["Võ Văn Kiệt"] != 1 || texts["QL.1"] != 1 {
			t.Errorf("gap %v: written %v, want each once", gap, texts)
		}
	}
}

// BenchmarkLayout chooses the labels of a window without cached pictures.
func BenchmarkLayout(b *testing.B) {
	themes := maptest.Themes(b)
	v := maptest.View
	v.Width, v.Height = 1500, 900
	r := view.TilesOf(v, view.GridOf(v))
	tiles := paintAll(b, maptest.Crowd(1, 6000), &themes.Light, r)
	faces := maptest.Fonts(b)
	b.ReportAllocs()
	for b.Loop() {
		label.NewLayouter(&themes.Light, faces).Layout(r, tiles, v)
	}
}

// TestARoadNumberStandsWithItsKind uses a road whose carriageways are numbered
// "1A" and "QL.1A", another road "ĐT.1A" far away, and one numbered "7" only.
func TestARoadNumberStandsWithItsKind(t *testing.T) {
	themes := maptest.Themes(t)
	road := func(kind basemap.Kind, ref string, xy ...float64) basemap.Feature {
		return basemap.NewFeature(basemap.Feature{Kind: kind, Ref: ref}, maptest.Px(xy...))
	}
	v := maptest.View
	v.Width, v.Height = 900, 700
	for _, kind := range []basemap.Kind{basemap.RoadPrimary, basemap.RoadTrunk} {
		src := &maptest.Features{List: []basemap.Feature{
			road(kind, "1A", -190, 100, 600, 100), road(basemap.RoadPrimary, "QL.1A", -190, 150, 600, 150),
			road(basemap.RoadPrimary, "ĐT.1A", -190, 500, 600, 500),
			road(basemap.RoadPrimary, "7", -190, 300, 600, 300),
		}}
		r := view.TilesOf(v, view.GridOf(v))
		laid := label.NewLayouter(&themes.Light, maptest.Fonts(t)).Layout(r, paintAll(t, src, &themes.Light, r), v)
		at := map[string][]raster.Vec{}
		for _, lb := range laid.Labels {
			x, y := v.ToScreen(lb.Label.At.Point())
			at[lb.Label.Text] = append(at[lb.Label.Text], raster.Vec{X: x, Y: y})
		}
		for _, want := range []string{"QL.1A", "ĐT.1A", "7"} {
			if len(at[want]) == 0 {
				t.Errorf("%v: %s is not written, but %v", kind, want, at)
			}
		}
		for _, p := range at["1A"] {
			for _, q := range at["QL.1A"] {
				if d := math.Hypot(p.X-q.X, p.Y-q.Y); d < 250 {
					t.Errorf("%v: 1A is %.0f pixels from QL.1A", kind, d)
				}
			}
		}
	}
}
