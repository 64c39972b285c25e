package present_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"roadsnap/assets"
	"roadsnap/data"
	"roadsnap/engine"
	"roadsnap/engine/basemap"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
	"roadsnap/engine/units"
	"roadsnap/ui/present"
)

// streets are a map of a street from the west to the east through the origin, and
// of an alley 50 m north of it.
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

// paper is a map of a few features, without borders of units.
type paper struct{ close, wide []basemap.Feature }

func (p paper) Visit(zoom int, box geo.Box, visit func(basemap.Feature) bool) error {
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

func hitTest(t present.HitTester, w present.Where) present.Here {
	h := present.Here{At: w.At}
	t.HitTest(w, &h)
	return h
}

func TestNearestRoadIsFoundWithinTheRadius(t *testing.T) {
	roads := present.RoadsOf(streets())
	for _, c := range []struct {
		name   string
		where  present.Where
		way    int64
		metres float64
	}{
		{"on the street", present.Where{Radius: 10, Zoom: 16}, 123, 0},
		{"between both, nearer to the alley", present.Where{At: geo.Point{Lat: 0.0003}, Radius: 100, Zoom: 16}, 124, 16.7},
		{"too far from both", present.Where{At: geo.Point{Lat: 0.0002}, Radius: 10, Zoom: 16}, 0, 0},
		{"in a wide view, where roads are joined", present.Where{At: geo.Point{Lat: 0.0001}, Radius: 300, Zoom: 10}, 123, 11.1},
	} {
		h := hitTest(roads, c.where)
		if h.HasRoad != (c.way != 0) || h.Road.Way != c.way || h.Road.Distance < c.metres-0.5 || h.Road.Distance > c.metres+0.5 {
			t.Errorf("%s: %v %+v", c.name, h.HasRoad, h.Road)
		}
	}
}

func TestRoadOfARecordedPointIsTheOneItWasSnappedTo(t *testing.T) {
	where := present.Where{At: geo.Point{Lat: 0.0003}, Radius: 100, Zoom: 16} // nearer to the alley, which is 124
	for _, c := range []struct {
		name string
		snap match.Point
		want int64
	}{
		{"on the street", match.Point{WayID: 123, HasWay: true}, 123},
		{"off the roads", match.Point{}, 124},
		{"on a road that the map lacks", match.Point{WayID: 999, HasWay: true}, 124},
	} {
		h := present.Here{At: where.At, HasFix: true, Fix: present.Fix{
			Trip: &present.Trip{Stage: present.Done, Result: match.Result{Points: []match.Point{c.snap}}},
		}}
		if present.RoadsOf(streets()).HitTest(where, &h); h.Road.Way != c.want {
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
	if h := hitTest(present.UnitsOf(e), present.Where{At: geo.Point{Lat: 21.0285, Lon: 105.8542}}); !h.HasUnit || h.Units.Province.Name != "Hà Nội" {
		t.Errorf("%+v", h.Units)
	}
	near := present.Here{HasFix: true, Fix: present.Fix{Observation: match.Observation{Point: geo.Point{Lat: 21.0285, Lon: 105.8542}}}}
	if present.UnitsOf(e).HitTest(present.Where{At: geo.Point{Lat: 20.2, Lon: 105.8}}, &near); near.Units.Province.Name != "Hà Nội" {
		t.Errorf("a recorded point in Hà Nội: %+v", near.Units)
	}
	if h := hitTest(present.UnitsOf(e), present.Where{At: geo.Point{Lat: 0, Lon: 0}}); h.HasUnit {
		t.Errorf("at sea: %+v", h.Units)
	}
	if h := hitTest(present.RoadsOf(e), present.Where{Radius: 100, Zoom: 15}); h.HasRoad {
		t.Errorf("a road without a map: %+v", h.Road)
	}
	if err := e.OpenBytes(data.SampleName, data.SamplePack); err != nil {
		t.Fatal(err)
	}
	for zoom := 9; zoom <= 18; zoom++ {
		h := hitTest(present.RoadsOf(e), present.Where{At: geo.Point{Lat: 42.5079, Lon: 1.5262}, Radius: 2e6 / float64(int(1)<<zoom), Zoom: zoom})
		if !h.HasRoad || h.Road.Way == 0 || len(h.Road.Line) < 2 {
			t.Errorf("zoom %d: %v %+v", zoom, h.HasRoad, h.Road)
		}
	}
	units := present.NewUnits(e)
	row := units.State().Rows[0]
	if b := units.Bounds(row); b.Empty() || !(geo.Bounds{South: 8, West: 102, North: 24, East: 115}).Contains(b.Center()) {
		t.Errorf("%s lies in %v", row.Name(), b)
	}
}

// tripState is a list with one selected trip of two points.
func tripState() present.TripsState {
	trip := &present.Trip{
		ID: 7, Name: "x", Stage: present.Done, Bounds: geo.BoundsOf(geo.Point{}, geo.Point{Lat: 0.001}),
		Trace: trace.Trip{Observations: []match.Observation{
			{Point: geo.Point{Lat: 99}}, {}, {Point: geo.Point{Lat: 0.001}, Time: time.Date(2026, 5, 1, 1, 2, 3, 0, time.UTC)},
		}},
		Result: match.Result{Points: []match.Point{{}, {}, {WayID: 5, HasWay: true}}},
	}
	return present.TripsState{Trips: []*present.Trip{trip}, Selected: 7, HasSelected: true}
}

func TestNearestRecordedPointIsFound(t *testing.T) {
	fixes := present.FixesOf(tripState)
	h := hitTest(fixes, present.Where{At: geo.Point{Lat: 0.0009}, Radius: 20})
	if !h.HasFix || h.Fix.Index != 2 {
		t.Fatalf("%v %+v", h.HasFix, h.Fix)
	}
	if p, ok := h.Fix.Matched(); !ok || p.WayID != 5 {
		t.Errorf("matched to %+v", p)
	}
	for _, at := range []geo.Point{{Lat: 0.0005}, {Lat: 1}} {
		if h := hitTest(fixes, present.Where{At: at, Radius: 20}); h.HasFix {
			t.Errorf("%v: %+v", at, h.Fix)
		}
	}
	if h := hitTest(present.FixesOf(func() present.TripsState { return present.TripsState{} }), present.Where{Radius: 20}); h.HasFix {
		t.Error("a point without a trip")
	}
}

func TestLineOfWhatIsHere(t *testing.T) {
	en, err := present.LoadWords(assets.Translations(), "en")
	if err != nil {
		t.Fatal(err)
	}
	h := hitTest(present.RoadsOf(streets()), present.Where{Radius: 10, Zoom: 16})
	// The unit is named on the map, and not once more here.
	h.HasUnit = true
	h.Units.Province.FullName, h.Units.Ward.FullName, h.Units.WardFound = "Thành phố Hồ Chí Minh", "Phường Sài Gòn", true
	if got, want := en.Here(h), "Đường Lê Lợi (QL1A) · primary · way 123"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := en.Here(present.Here{}); got != "" {
		t.Errorf("nothing is %q", got)
	}
	h = hitTest(present.FixesOf(tripState), present.Where{At: geo.Point{Lat: 0.001}, Radius: 20})
	if got, want := en.Here(h), "Point 2 08:02:03"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	h = hitTest(present.RoadsOf(streets()), present.Where{At: geo.Point{Lat: 0.00045}, Radius: 10, Zoom: 16})
	if got, want := en.Here(h), "Unnamed road · service road · way 124"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestEveryClassOfRoadHasAWord(t *testing.T) {
	for _, language := range present.Languages {
		w, err := present.LoadWords(assets.Translations(), language.Tag)
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

// gate is a hit test that waits to be let through.
type gate struct {
	asked chan present.Where
	open  chan struct{}
}

func newGate() gate { return gate{make(chan present.Where), make(chan struct{})} }

func (g gate) HitTest(w present.Where, h *present.Here) {
	g.asked <- w
	<-g.open
	h.HasRoad = true
}

// answers subscribes to a finder.
func answers(f *present.Finder) <-chan present.FinderState {
	states := make(chan present.FinderState, 16)
	f.Subscribe(func(s present.FinderState) { states <- s })
	<-states // of now
	return states
}

func at(lat float64) present.Where { return present.Where{At: geo.Point{Lat: lat}} }

func TestOfManyPlacesTheNewestIsAnswered(t *testing.T) {
	g := newGate()
	f := present.NewFinder(0, g)
	states := answers(f)
	f.Hover(at(1))
	<-g.asked
	for lat := 2.0; lat < 10; lat++ {
		f.Hover(at(lat)) // none of them waits
	}
	g.open <- struct{}{}
	if w := <-g.asked; w != at(9) {
		t.Errorf("asked about %v next", w.At)
	}
	g.open <- struct{}{}
	for s := range states {
		if s.Hover.At.Lat == 1 {
			t.Error("told of a place that the pointer had left")
		}
		if s.Hover.At.Lat == 9 {
			break
		}
	}
}

func TestClickGoesBeforeThePointerAndOutlivesIt(t *testing.T) {
	g := newGate()
	f := present.NewFinder(0, g)
	states := answers(f)
	f.Hover(at(1))
	<-g.asked
	f.Hover(at(2))
	f.Select(at(3))
	g.open <- struct{}{}
	if w := <-g.asked; w != at(3) {
		t.Errorf("asked about %v, want the click", w.At)
	}
	g.open <- struct{}{}
	<-g.asked
	f.Leave() // before the answer for the pointer
	g.open <- struct{}{}
	var last present.FinderState
	for last = range states {
		if last.HasSelected && !last.HasHover {
			break
		}
	}
	if !last.HasSelected || last.Selected.At != at(3).At || last.HasHover {
		t.Errorf("%+v", last)
	}
	f.Deselect()
	if s := f.State(); s.HasSelected || s.HasHover {
		t.Errorf("after all: %+v", s)
	}
}

func TestPointerThatLeavesAtOnceIsNotAskedAbout(t *testing.T) {
	g := newGate()
	f := present.NewFinder(time.Hour, g)
	f.Hover(at(1))
	f.Leave()
	f.Select(at(2))
	ctx, cancel := context.WithTimeoutCause(t.Context(), 30*time.Second, errors.New("never asked"))
	defer cancel()
	select {
	case w := <-g.asked:
		if w != at(2) {
			t.Errorf("asked about %v", w.At)
		}
	case <-ctx.Done():
		t.Fatal(context.Cause(ctx))
	}
	g.open <- struct{}{}
}
