package mapdraw

import (
	"fmt"
	"image"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"roadsnap/engine/basemap"
	"roadsnap/ui/mapdraw/label"
	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/tile"
	"roadsnap/ui/mapdraw/view"
	"roadsnap/ui/maptest"
)

// TestNoLabelIsCutAtRest looks at maps of chance, and at a name of which only the
// half would be seen where it belongs.
func TestNoLabelIsCutAtRest(t *testing.T) {
	themes := maptest.Themes(t)
	town := &maptest.Features{List: []basemap.Feature{
		basemap.NewFeature(basemap.Feature{Kind: basemap.PlaceTown, Name: "Thị trấn Cần Thạnh", Rank: 90}, maptest.Px(5, 190)),
		maptest.Feature(basemap.RoadPrimary, "Rừng Sác", 0, maptest.Px(-300, 60, 900, 40)),
	}}
	for name, src := range map[string]tile.Source{"town": town, "crowd": maptest.Crowd(9, 1500)} {
		m := NewMap(src, themes.Light, Options{Fonts: maptest.Fonts(t)})
		for i := range 6 {
			v := maptest.View.ZoomAt(100, 100, []float64{0, 0, 0.25, 0.1, -1, -0.6}[i]).Pan(float64(-37*i), float64(41*i))
			if name == "town" {
				v = maptest.View
			}
			v = v.Clamp().Snapped()
			if err := m.Wait(maptest.Patience(t), v); err != nil {
				t.Fatal(err)
			}
			seen := 0
			for _, l := range m.layout.Labels {
				in, out := overFrame(l, v)
				if in && out {
					t.Errorf("%s, zoom %v: %q is cut", name, v.Zoom, l.Label.Text)
				}
				if in {
					seen++
				}
			}
			if seen < 2 {
				t.Errorf("%s, zoom %v: %d labels", name, v.Zoom, seen)
			}
		}
		m.Close()
	}
}

// overFrame reports whether a label lies in the picture of v, and out of it.
func overFrame(l label.Laid, v view.Viewport) (in, out bool) {
	ox, oy := v.Origin()
	size := v.WorldSize()
	frame := raster.Box{X0: 0, Y0: 0, X1: float64(v.Width), Y1: float64(v.Height)}
	for _, b := range l.Boxes {
		b = b.Add(l.Label.At.X*size-ox, l.Label.At.Y*size-oy)
		in, out = in || b.Overlaps(frame), out || !b.Within(frame)
	}
	return in, out
}

// TestLabelsStayAfterADrag drags maps by chance and compares what is written
// before with what is written when they are at rest again: of the labels that are
// whole in both views, few may come or go near the edges, where others were cut,
// and hardly one within.
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
			var there []*tile.Tile
			r := view.TilesOf(v.Whole(), view.GridOf(v))
			for _, k := range r.Keys() {
				if tiles[k] == nil {
					tiles[k], _ = painter.Paint(src, k, maptest.Never)
				}
				there = append(there, tiles[k])
			}
			all := map[string]label.Laid{}
			for _, lb := range l.Layout(r, labelsOfTiles(there), v, maptest.Never).Labels {
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
	before := l.Layout(r, labelsOfTiles(paintAll(t, src, &themes.Light, r)), v, maptest.Never)
	wider := r.Grow()
	after := l.Extend(before, wider, labelsOfTiles(paintAll(t, src, &themes.Light, wider)), maptest.Never)
	if len(after.Labels) <= len(before.Labels) {
		t.Errorf("%d labels became %d on more tiles", len(before.Labels), len(after.Labels))
	}
	places := map[string]int{}
	for _, lb := range after.Labels {
		places[fmt.Sprint(lb.Label.Text, lb.Label.At)]++
	}
	for _, lb := range before.Labels {
		if places[fmt.Sprint(lb.Label.Text, lb.Label.At)] != 1 {
			t.Errorf("%q has gone from its place", lb.Label.Text)
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

// TestTwoCarriagewaysAreNamedOnce draws a boulevard: its two lines meet where it
// ends, and a few pixels lie between them.
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
		laid := label.NewLayouter(&themes.Light, maptest.Fonts(t)).Layout(r, labelsOfTiles(paintAll(t, src, &themes.Light, r)), maptest.View, maptest.Never)
		texts := map[string]int{}
		for _, l := range laid.Labels {
			texts[l.Label.Text]++
			x, y := maptest.View.ToScreen(l.Label.At.Point())
			if x < 165 {
				continue // where the two part
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

// TestNoNameIsWrittenUnderWhatLiesOnTheMap covers parts of a crowded map, and the
// half of a name that has room beside the cover.
func TestNoNameIsWrittenUnderWhatLiesOnTheMap(t *testing.T) {
	themes := maptest.Themes(t)
	beside := &maptest.Features{List: []basemap.Feature{
		basemap.NewFeature(basemap.Feature{Kind: basemap.PlaceTown, Name: "Cần Thạnh", Rank: 90}, maptest.Px(470, 190)),
		basemap.NewFeature(basemap.Feature{Kind: basemap.PlaceTown, Name: "Vũng Tàu", Rank: 90}, maptest.Px(490, 100)),
	}}
	v := maptest.View
	v.Covered = [view.MaxCovered]image.Rectangle{image.Rect(480, 0, 512, 384), image.Rect(0, 300, 200, 384)}
	v = v.Snapped()
	free := v
	free.Covered = [view.MaxCovered]image.Rectangle{}
	for name, src := range map[string]tile.Source{"beside": beside, "crowd": maptest.Crowd(9, 1500)} {
		m := NewMap(src, themes.Light, Options{Fonts: maptest.Fonts(t)})
		var texts [2][]string
		for i, view := range []view.Viewport{free, v} {
			if err := m.Wait(maptest.Patience(t), view); err != nil {
				t.Fatal(err)
			}
			page := label.PageOf(view)
			for _, l := range m.layout.Labels {
				at := raster.Vec{X: l.Label.At.X * view.WorldSize(), Y: l.Label.At.Y * view.WorldSize()}
				if page.Misses(l.Boxes, at) {
					continue
				}
				if texts[i] = append(texts[i], l.Label.Text); !page.Holds(l.Boxes, at) {
					t.Errorf("%s: %q is cut or covered", name, l.Label.Text)
				}
			}
		}
		m.Close()
		if name == "beside" && (len(texts[0]) != 2 || !slices.Equal(texts[1], []string{"Cần Thạnh"})) {
			t.Errorf("written %q, and %q where a part is covered", texts[0], texts[1])
		}
		if name == "crowd" && (len(texts[1]) < 5 || len(texts[1]) >= len(texts[0])) {
			t.Errorf("%d labels, %d where parts are covered", len(texts[0]), len(texts[1]))
		}
	}
}
