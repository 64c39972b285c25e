// SPDX-License-Identifier: MIT

package pointer_test

import (
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"roadsnap/assets"
	"roadsnap/data"
	"roadsnap/engine"
	"roadsnap/engine/basemap"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
	"roadsnap/engine/units"
	"roadsnap/ui/job/jobtest"
	"roadsnap/ui/pointer"
	"roadsnap/ui/text"
	"roadsnap/ui/trips"
)

// streets returns a map with a street from west to east through the origin, and an alley
// 50 m north of it.
func streets() paper {
	line := func(lat float64) []geo.Fixed {
		return []geo.Fixed{geo.Point{Lat: lat, Lon: -0.01}.Fixed(), geo.Point{Lat: lat, Lon: 0.01}.Fixed()}
	}
	street := basemap.Feature{ID: 123, Kind: basemap.RoadPrimary, Name: "Đường Lê Lợi", Ref: "QL1A", Flags: basemap.Bridge}
	alley := basemap.Feature{ID: 124, Kind: basemap.RoadService}
	river := basemap.Feature{ID: 125, Kind: basemap.Waterway}
	return paper{
		close: []basemap.Feature{
			basemap.NewFeature(river, line(0)), basemap.NewFeature(street, line(0)), basemap.NewFeature(alley, line(0.00045)),
		},
		wide: []basemap.Feature{basemap.NewFeature(basemap.Feature{Kind: basemap.RoadPrimary, Name: "Đường Lê Lợi"}, line(0.0001))},
	}
}

// paper is a map of a few features, without borders.
type paper struct{ close, wide []basemap.Feature }

func (p paper) Visit(zoom int, box geo.FixedBounds, visit func(basemap.Feature) bool) error {
	features := p.close
	if zoom < 14 {
		features = p.wide
	}
	for _, f := range features {
		if f.Box().Intersects(box) && !visit(f) {
			break
		}
	}
	return nil
}

func (paper) Atlas(func(*units.Atlas) error) error { return engine.ErrNoBorders }

func hitTest(t pointer.Tester, w pointer.Where) pointer.Hit {
	h := pointer.Hit{At: w.At}
	t.HitTest(w, &h)
	return h
}

func TestNearestRoadIsFoundWithinTheRadius(t *testing.T) {
	roads := pointer.RoadsOf(streets())
	for _, c := range []struct {
		name   string
		where  pointer.Where
		way    int64
		metres float64
	}{
		{"on the street", pointer.Where{Radius: 10, Zoom: 16}, 123, 0},
		{"between both, nearer to the alley", pointer.Where{At: geo.Point{Lat: 0.0003}, Radius: 100, Zoom: 16}, 124, 16.7},
		{"too far from both", pointer.Where{At: geo.Point{Lat: 0.0002}, Radius: 10, Zoom: 16}, 0, 0},
		{"the street that was looked for, not the nearer alley", pointer.Where{At: geo.Point{Lat: 0.0003}, Radius: 100, Zoom: 16, Name: "Đường Lê Lợi", Street: true}, 123, 33.3},
		{"a name that is no street's", pointer.Where{At: geo.Point{Lat: 0.0003}, Radius: 100, Zoom: 16, Name: "Đường Lê Lợi"}, 124, 16.7},
		{"a street that is not here", pointer.Where{At: geo.Point{Lat: 0.0003}, Radius: 100, Zoom: 16, Name: "Elsewhere", Street: true}, 124, 16.7},
		{"in a wide view, where roads are joined", pointer.Where{At: geo.Point{Lat: 0.0001}, Radius: 300, Zoom: 10}, 123, 11.1},
	} {
		h := hitTest(roads, c.where)
		if h.HasRoad != (c.way != 0) || h.Road.Way != c.way || h.Road.Distance < c.metres-0.5 || h.Road.Distance > c.metres+0.5 {
			t.Errorf("%s: %v %+v", c.name, h.HasRoad, h.Road)
		}
	}
}

func TestRoadOfARecordedPointIsTheOneItWasSnappedTo(t *testing.T) {
	where := pointer.Where{At: geo.Point{Lat: 0.0003}, Radius: 100, Zoom: 16} // nearer to the alley, which is 124
	for _, c := range []struct {
		name string
		snap match.Point
		want int64
	}{
		{"on the street", match.Point{WayID: 123, HasWay: true}, 123},
		{"off the roads", match.Point{}, 124},
		{"on a road that the map lacks", match.Point{WayID: 999, HasWay: true}, 124},
	} {
		h := pointer.Hit{At: where.At, HasFix: true, Fix: pointer.Fix{
			Trip: &trips.Trip{Stage: trips.Done, Content: &trips.Content{Result: match.Result{Points: []match.Point{c.snap}}}},
		}}
		if pointer.RoadsOf(streets()).HitTest(where, &h); h.Road.Way != c.want {
			t.Errorf("%s: way %d, want %d", c.name, h.Road.Way, c.want)
		}
	}
}

func TestUnitsAndRoadsOfTheEmbeddedMaps(t *testing.T) {
	e, err := engine.New(engine.Options{Units: data.Units(), Overview: data.OverviewPack})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	if h := hitTest(pointer.UnitsOf(e), pointer.Where{At: geo.Point{Lat: 21.0285, Lon: 105.8542}}); !h.HasUnit || h.Units.Province.Name != "Hà Nội" {
		t.Errorf("%+v", h.Units)
	}
	near := pointer.Hit{HasFix: true, Fix: pointer.Fix{Observation: match.Observation{Point: geo.Point{Lat: 21.0285, Lon: 105.8542}}}}
	if pointer.UnitsOf(e).HitTest(pointer.Where{At: geo.Point{Lat: 20.2, Lon: 105.8}}, &near); near.Units.Province.Name != "Hà Nội" {
		t.Errorf("a recorded point in Hà Nội: %+v", near.Units)
	}
	if h := hitTest(pointer.UnitsOf(e), pointer.Where{At: geo.Point{Lat: 0, Lon: 0}}); h.HasUnit {
		t.Errorf("at sea: %+v", h.Units)
	}
	if h := hitTest(pointer.RoadsOf(e), pointer.Where{Radius: 100, Zoom: 15}); h.HasRoad {
		t.Errorf("a road without a map: %+v", h.Road)
	}
	if err := e.OpenBytes(data.SampleName, data.SamplePack); err != nil {
		t.Fatal(err)
	}
	for zoom := 9; zoom <= 18; zoom++ {
		h := hitTest(pointer.RoadsOf(e), pointer.Where{At: geo.Point{Lat: 42.5079, Lon: 1.5262}, Radius: 2e6 / float64(int(1)<<zoom), Zoom: zoom})
		if !h.HasRoad || h.Road.Way == 0 || len(h.Road.Line) < 2 {
			t.Errorf("zoom %d: %v %+v", zoom, h.HasRoad, h.Road)
		}
	}
}

// shortTrip returns a matched trip of two points.
func shortTrip() *trips.Trip {
	return &trips.Trip{
		ID: 7, Name: "x", Stage: trips.Done, Bounds: geo.BoundsOf(geo.Point{}, geo.Point{Lat: 0.001}),
		Content: &trips.Content{
			Trace: trace.Trip{Observations: []match.Observation{
				{Point: geo.Point{Lat: 99}}, {}, {Point: geo.Point{Lat: 0.001}, Time: time.Date(2026, 5, 1, 1, 2, 3, 0, time.UTC)},
			}},
			Result: match.Result{Points: []match.Point{{}, {}, {WayID: 5, HasWay: true}}},
		},
	}
}

func TestNearestRecordedPointIsFound(t *testing.T) {
	fixes, trip := pointer.Fixes{}, shortTrip()
	h := hitTest(fixes, pointer.Where{At: geo.Point{Lat: 0.0009}, Radius: 20, Trip: trip})
	if !h.HasFix || h.Fix.Index != 2 {
		t.Fatalf("%v %+v", h.HasFix, h.Fix)
	}
	if p, ok := h.Fix.Matched(); !ok || p.WayID != 5 {
		t.Errorf("matched to %+v", p)
	}
	for _, at := range []geo.Point{{Lat: 0.0005}, {Lat: 1}} {
		if h := hitTest(fixes, pointer.Where{At: at, Radius: 20, Trip: trip}); h.HasFix {
			t.Errorf("%v: %+v", at, h.Fix)
		}
	}
	if h := hitTest(fixes, pointer.Where{Radius: 20}); h.HasFix {
		t.Error("a point without a trip")
	}
}

func TestLineOfWhatIsHere(t *testing.T) {
	en, err := text.Load(assets.Translations(), "en")
	if err != nil {
		t.Fatal(err)
	}
	h := hitTest(pointer.RoadsOf(streets()), pointer.Where{Radius: 10, Zoom: 16})
	// The map shows the name of the unit, so the line does not.
	h.HasUnit = true
	h.Units.Province.FullName, h.Units.Ward.FullName, h.Units.WardFound = "Thành phố Hồ Chí Minh", "Phường Sài Gòn", true
	if got, want := h.Line(en), "Đường Lê Lợi (QL1A) · primary · way 123"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := (pointer.Hit{}).Line(en); got != "" {
		t.Errorf("nothing is %q", got)
	}
	h = hitTest(pointer.Fixes{}, pointer.Where{At: geo.Point{Lat: 0.001}, Radius: 20, Trip: shortTrip()})
	if got, want := h.Line(en), "Point 2 08:02:03"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	h = hitTest(pointer.RoadsOf(streets()), pointer.Where{At: geo.Point{Lat: 0.00045}, Radius: 10, Zoom: 16})
	if got, want := h.Line(en), "Unnamed road · service road · way 124"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestEveryClassOfRoadHasAWord(t *testing.T) {
	for _, language := range text.Languages {
		w, err := text.Load(assets.Translations(), language.Tag)
		if err != nil {
			t.Fatal(err)
		}
		for _, k := range basemap.Kinds() {
			if k.IsRoad() && strings.HasPrefix(w.Class(k), "road") {
				t.Errorf("%s: %v is called %q", language.Tag, k, w.Class(k))
			}
		}
	}
}

// gate is a tester that blocks until it is released.
type gate struct {
	mu    sync.Mutex
	asked []geo.Point
	open  chan struct{}
}

func (g *gate) HitTest(w pointer.Where, h *pointer.Hit) {
	g.mu.Lock()
	g.asked = append(g.asked, w.At)
	g.mu.Unlock()
	<-g.open
	h.HasRoad = true
}

func (g *gate) places() []geo.Point {
	g.mu.Lock()
	defer g.mu.Unlock()
	return slices.Clone(g.asked)
}

func at(lat float64) pointer.Where { return pointer.Where{At: geo.Point{Lat: lat}} }

// withFinder runs a test with a HitTest that has a pause of one second.
func withFinder(t *testing.T, test func(t *testing.T, f *pointer.HitTest, g *gate, ui *jobtest.UI)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		ui, g := jobtest.New(t), &gate{open: make(chan struct{})}
		test(t, pointer.NewHitTest(ui.Jobs, time.Second, g), g, ui)
	})
}

func TestOfManyPlacesTheNewestIsAnswered(t *testing.T) {
	withFinder(t, func(t *testing.T, f *pointer.HitTest, g *gate, ui *jobtest.UI) {
		f.Hover(at(1))
		time.Sleep(2 * time.Second)
		ui.Settle()
		for lat := 2.0; lat < 10; lat++ {
			f.Hover(at(lat)) // none of them waits
		}
		close(g.open) // the answer for the first place comes too late
		ui.Settle()
		if f.State().HasHover {
			t.Errorf("the pointer has left %v", f.State().Hover.At)
		}
		time.Sleep(2 * time.Second)
		ui.Settle()
		if s := f.State(); s.Hover.At != at(9).At || !s.Hover.HasRoad || len(g.places()) != 2 {
			t.Errorf("%+v after asking about %v", s.Hover, g.places())
		}
	})
}

func TestClickIsNotHeldUpByThePointerAndOutlivesIt(t *testing.T) {
	withFinder(t, func(t *testing.T, f *pointer.HitTest, g *gate, ui *jobtest.UI) {
		f.Hover(at(1))
		f.Select(at(3))
		ui.Settle()
		if len(g.places()) != 1 || g.places()[0] != at(3).At {
			t.Errorf("asked about %v, want the click", g.places())
		}
		time.Sleep(2 * time.Second)
		f.Leave() // before the answer for the pointer
		close(g.open)
		ui.Settle()
		if s := f.State(); !s.HasSelected || s.Selected.At != at(3).At || s.HasHover {
			t.Errorf("%+v", s)
		}
		f.Deselect()
		if s := f.State(); s.HasSelected || s.HasHover {
			t.Errorf("after all: %+v", s)
		}
	})
}

// slowDisk is a tester that takes ten seconds and counts its calls.
type slowDisk struct{ now, most, asked atomic.Int32 }

func (s *slowDisk) HitTest(pointer.Where, *pointer.Hit) {
	s.asked.Add(1)
	if n := s.now.Add(1); n > s.most.Load() {
		s.most.Store(n)
	}
	time.Sleep(10 * time.Second)
	s.now.Add(-1)
}

func TestSlowDiskIsAskedOneThingAtATime(t *testing.T) {
	for what, ask := range map[string]func(*pointer.HitTest, pointer.Where){
		"pointer": (*pointer.HitTest).Hover, "clicks": (*pointer.HitTest).Select,
	} {
		synctest.Test(t, func(t *testing.T) {
			ui, first, second := jobtest.New(t), &slowDisk{}, &slowDisk{}
			f := pointer.NewHitTest(ui.Jobs, 60*time.Millisecond, first, second)
			for lat := range 50 {
				ask(f, at(float64(lat)))
				time.Sleep(100 * time.Millisecond)
				ui.Settle()
			}
			time.Sleep(time.Minute)
			ui.Settle()
			if first.most.Load() != 1 || first.asked.Load() != 2 || second.asked.Load() != 1 {
				t.Errorf("%s: at most %d questions at a time; the first tester was asked %d times, the second %d times",
					what, first.most.Load(), first.asked.Load(), second.asked.Load())
			}
			if s := f.State(); s.Hover.At != at(49).At && s.Selected.At != at(49).At {
				t.Errorf("%s: the last question was not answered", what)
			}
		})
	}
}

func TestPointerThatLeavesAtOnceIsNotAskedAbout(t *testing.T) {
	withFinder(t, func(t *testing.T, f *pointer.HitTest, g *gate, ui *jobtest.UI) {
		f.Hover(at(1))
		f.Leave()
		time.Sleep(time.Hour)
		ui.Settle()
		if len(g.places()) != 0 {
			t.Errorf("asked about %v", g.places())
		}
	})
}
