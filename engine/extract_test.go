// SPDX-License-Identifier: MIT

package engine_test

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"roadsnap/data"
	"roadsnap/engine"
	"roadsnap/engine/boundary"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/pack"
	"roadsnap/engine/trace"
	"roadsnap/internal/boundarytest"
)

// sampleFile writes the sample map to a file.
func sampleFile(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "andorra.rsp")
	if err := os.WriteFile(path, data.SamplePack, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// opened returns an engine with the pack at path.
func opened(t *testing.T, path string) *engine.Engine {
	t.Helper()
	e, err := engine.New(engine.Options{Units: data.Units(), Overview: data.OverviewPack, Land: data.LandPack})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	if err := e.OpenPack(path); err != nil {
		t.Fatal(err)
	}
	return e
}

// sampleTrips reads all sample trips.
func sampleTrips(t *testing.T) (trips [][]match.Observation) {
	t.Helper()
	names, err := fs.Glob(data.Trips(), "*.gpx")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		b, err := fs.ReadFile(data.Trips(), name)
		if err != nil {
			t.Fatal(err)
		}
		list, err := trace.Read(t.Context(), bytes.NewReader(b), name, trace.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, trip := range list {
			trips = append(trips, trip.Observations)
		}
	}
	return trips
}

// extractMargin is how far the edge of an extract is from a trip that matches on it as on the
// whole map (metres).
const extractMargin = 2000

// TestExtract extracts the surroundings of trips from the sample. They match there as on the
// whole map, and the extract is whole, smaller, and the same each time.
func TestExtract(t *testing.T) {
	whole := sampleFile(t)
	on := opened(t, whole)
	for i, trip := range sampleTrips(t) {
		box := geo.NoBounds
		for _, o := range trip {
			box = box.Extend(o.Point)
		}
		o := engine.ExtractOptions{Pack: whole, Region: geo.BoxRegion(box.Pad(extractMargin)), Out: filepath.Join(t.TempDir(), "part.rsp"), Name: "part"}
		meta, err := engine.Extract(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		info, err := engine.Verify(t.Context(), o.Out, nil)
		if err != nil {
			t.Fatal(err)
		}
		if meta.Name != "part" || info.Meta.Name != "part" || !info.HasDiagnostics || info.Meta.Counts["road_links"] != int64(info.Links) || len(info.Meta.Licences) == 0 {
			t.Errorf("trip %d: the extract is %+v", i, info.Meta)
		}
		if info.Size >= int64(len(data.SamplePack)) {
			t.Errorf("trip %d: the extract has %d bytes, the map %d", i, info.Size, len(data.SamplePack))
		}
		part := opened(t, o.Out)
		want, err := on.Match(t.Context(), trip, match.MotorVehicle)
		if err != nil {
			t.Fatal(err)
		}
		got, err := part.Match(t.Context(), trip, match.MotorVehicle)
		if err != nil {
			t.Fatal(err)
		}
		if len(got.Points) != len(want.Points) || len(got.Legs) != len(want.Legs) {
			t.Fatalf("trip %d: %d points and %d legs, want %d and %d", i, len(got.Points), len(got.Legs), len(want.Points), len(want.Legs))
		}
		for k := range want.Points {
			if g, w := got.Points[k], want.Points[k]; g.WayID != w.WayID || g.Location != w.Location {
				t.Fatalf("trip %d, point %d: %v on way %d, want %v on way %d", i, k, g.Location, g.WayID, w.Location, w.WayID)
			}
		}
		first, err := os.ReadFile(o.Out)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := engine.Extract(t.Context(), o); err != nil {
			t.Fatal(err)
		}
		if second, err := os.ReadFile(o.Out); err != nil || !bytes.Equal(first, second) {
			t.Errorf("trip %d: the second extract has other bytes, %v", i, err)
		}
	}
}

// TestExtractRefusals leaves no file where there is nothing to extract.
func TestExtractRefusals(t *testing.T) {
	whole := sampleFile(t)
	out := filepath.Join(t.TempDir(), "out.rsp")
	hanoi := geo.BoxRegion(geo.Bounds{South: 20.9, West: 105.7, North: 21.1, East: 105.9})
	for want, o := range map[error]engine.ExtractOptions{
		engine.ErrNothingThere: {Pack: whole, Region: hanoi, Out: out},
		os.ErrExist:            {Pack: whole, Region: hanoi, Out: whole},
		pack.ErrNotPack:        {Pack: "extract_test.go", Region: hanoi, Out: out},
	} {
		if _, err := engine.Extract(t.Context(), o); !errors.Is(err, want) {
			t.Errorf("%+v: %v, want %v", o, err, want)
		}
		if _, err := os.Stat(out); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%v: a file is left: %v", want, err)
		}
	}
}

// TestExtractWards keeps the wards that meet a region, whole, and the numbers of no other.
//
//	+-----+-----+-----+
//	|  4  |  7  |  9  |   of longitude 105…108; the region lies within 7
//	+-----+-----+-----+
func TestExtractWards(t *testing.T) {
	square := func(code uint32, group uint32, west float64) boundary.Area {
		at := func(lat, lon float64) geo.Fixed { return geo.Point{Lat: lat, Lon: lon}.Fixed() }
		return boundary.Area{Code: code, Group: group, Parts: []boundary.Part{{{at(21, west), at(21, west+1), at(22, west+1), at(22, west)}}}}
	}
	whole := boundarytest.Pack(t, boundary.Source{
		Groups: []uint32{1, 2}, Areas: []boundary.Area{square(4, 0, 105), square(7, 1, 106), square(9, 1, 107)},
	}, pack.Meta{Name: "wards", Bounds: geo.Bounds{South: 21, West: 105, North: 22, East: 108}})
	out := filepath.Join(t.TempDir(), "part.rsp")
	region := geo.BoxRegion(geo.Bounds{South: 21.4, West: 106.4, North: 21.6, East: 106.6})
	meta, err := engine.Extract(t.Context(), engine.ExtractOptions{Pack: whole, Region: region, Out: out})
	if err != nil || meta.Name != "wards" || meta.Counts["wards"] != 1 || meta.Counts["provinces"] != 1 {
		t.Fatalf("%+v, %v", meta, err)
	}
	if _, err := engine.Verify(t.Context(), out, nil); err != nil {
		t.Fatal(err)
	}
	p, err := pack.Open(out)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	net, err := boundary.Open(p)
	if err != nil {
		t.Fatal(err)
	}
	at, found := net.Locate(geo.Point{Lat: 21.05, Lon: 106.05})
	if !found || net.NumAreas() != 1 || net.Area(at.Area).Code() != 7 || net.Group(net.Area(at.Area).Group()).Code() != 2 {
		t.Errorf("%d areas; at a corner of ward 7: %+v, %v", net.NumAreas(), at, found)
	}
	if _, found := net.Locate(geo.Point{Lat: 21.5, Lon: 105.5}); found {
		t.Error("ward 4 is there")
	}
}

// TestExtractIsSearched finds a place of the region in an extract, and none elsewhere.
func TestExtractIsSearched(t *testing.T) {
	o := engine.ExtractOptions{Pack: sampleFile(t), Region: geo.BoxRegion(geo.Bounds{South: 42.48, West: 1.48, North: 42.53, East: 1.56}), Out: filepath.Join(t.TempDir(), "part.rsp")}
	if _, err := engine.Extract(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	e := opened(t, o.Out)
	for name, want := range map[string]bool{"Andorra la Vella": true, "Canillo": false} {
		list, err := e.Search(name, engine.SearchOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if found := len(list) > 0 && list[0].Name == name; found != want {
			t.Errorf("%s is found: %v; %+v", name, found, list)
		}
	}
}
