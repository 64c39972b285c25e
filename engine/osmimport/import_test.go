// SPDX-License-Identifier: MIT

package osmimport

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"
	"time"

	"roadsnap/engine/basemap"
	"roadsnap/engine/pack"
	"roadsnap/engine/road"
)

// forms lists the supported file formats of a fixture.
func forms(f fixture) map[string][]byte {
	return map[string][]byte{
		"xml":            f.xml(),
		"xml with BOM":   append([]byte("\xef\xbb\xbf"), f.xml()...),
		"gzip":           gzipped(f.xml()),
		"pbf":            f.pbf(pbfStyle{}),
		"pbf, raw":       f.pbf(pbfStyle{raw: true}),
		"pbf, plain":     f.pbf(pbfStyle{plain: true}),
		"pbf, in pieces": f.pbf(pbfStyle{perBlock: 2}),
	}
}

func TestCrossing(t *testing.T) {
	r := importBytes(t, crossing().pbf(pbfStyle{}))

	lights := r.links(100)
	if len(lights) != 2 {
		t.Fatalf("way 100 has %d links, want 2: it is cut only at node 3", len(lights))
	}
	w := r.graph.Way(lights[0])
	if want := (road.Way{ID: 100, Name: "Lê Lợi", Ref: "QL1A", Class: road.Primary, HasMaxSpeed: true, MaxSpeedKMH: 60}); w != want {
		t.Errorf("way 100 is %+v, want %+v", w, want)
	}
	oneway := r.links(101)[0]
	if f, b := r.graph.Access(oneway.Forward()), r.graph.Access(oneway.Backward()); f != road.Anyone || b != road.Foot {
		t.Errorf("way 101 is open to %v and %v", f, b)
	}
	if len(r.links(103)) == 0 || len(r.links(104))+len(r.links(105))+len(r.links(113)) != 0 {
		t.Error("links of ways that are not roads, or none of the ferry")
	}
	into, alley := oneway.Forward(), r.links(102)[0].Forward()
	if !r.graph.Banned(into, alley) || r.graph.Banned(alley.Reverse(), lights[0].Backward()) {
		t.Error("the turn restriction is not where it should be")
	}

	features := r.features()
	lake := features[202]
	if len(lake) != 1 || lake[0].Kind != basemap.Water || lake[0].Name != "Hồ" || lake[0].NumParts() != 2 || len(lake[0].Part(0)) != 5 {
		t.Errorf("the lake is %+v", lake)
	}
	town := features[50]
	if len(town) != 1 || town[0].Kind != basemap.PlaceTown || town[0].Name != "Thủ Thừa" || town[0].Rank != basemap.RankOf(20000) {
		t.Errorf("the town is %+v", town)
	}
	for id, kind := range map[int64]basemap.Kind{100: basemap.RoadPrimary, 103: basemap.RoadFerry, 104: basemap.Waterway, 113: basemap.Green} {
		if f := features[id]; len(f) != 1 || f[0].Kind != kind {
			t.Errorf("feature %d is %+v, want one %s", id, f, kind)
		}
	}
	for _, id := range []int64{105, 110, 112, 203} {
		if len(features[id]) != 0 {
			t.Errorf("feature %d is drawn", id)
		}
	}
}

func TestCrossingReport(t *testing.T) {
	for name, data := range forms(crossing()) {
		got := importBytes(t, data).report
		got.Graph, got.Source = road.Stats{}, Source{}
		want := Report{
			Bounds: got.Bounds,
			Nodes:  19, Ways: 10, Relations: 4,
			HighwayWays: 4, FerryWays: 1, UnbuiltWays: 1,
			Restrictions: 2,
			Features:     8, Places: 1,
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %+v, want %+v", name, got, want)
		}
	}
}

// TestFormsAgree checks that one map gives the same sections in every file format.
func TestFormsAgree(t *testing.T) {
	want := sections(importBytes(t, crossing().xml()))
	for name, data := range forms(crossing()) {
		if got := sections(importBytes(t, data)); !slices.Equal(got, want) {
			t.Errorf("%s: sections %v, want %v", name, got, want)
		}
	}
	bz2 := filepath.Join("testdata", "crossing.osm.bz2")
	if got := sections(importFile(t, bz2, Options{})); !slices.Equal(got, want) {
		t.Errorf("bzip2: sections %v, want %v; is %s still crossing()?", got, want, bz2)
	}
}

// sections returns the table of a pack without the metadata and the offsets,
// which depend on the metadata's length.
func sections(r imported) []pack.Section {
	var all []pack.Section
	for _, s := range r.pack.Sections() {
		if s.Tag != pack.TagMeta {
			s.Offset = 0
			all = append(all, s)
		}
	}
	return all
}

func TestMeta(t *testing.T) {
	data := crossing().pbf(pbfStyle{timestamp: 1_700_000_000, times: true})
	in := filepath.Join(t.TempDir(), "Long An.osm.pbf")
	if err := os.WriteFile(in, data, 0o600); err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(data)
	r := importFile(t, in, Options{})
	m := r.pack.Meta()
	if m.Name != "Long An" || m.Source != "Long An.osm.pbf" || m.Importer != "test 1" ||
		m.SourceSHA256 != hex.EncodeToString(sum[:]) || !m.SourceTime.Equal(time.Unix(1_700_000_000, 0)) ||
		!slices.Equal(m.Licences, []string{Licence}) {
		t.Errorf("metadata %+v", m)
	}
	if m.Counts["highway_ways"] != 4 || m.Counts["road_links"] != int64(r.graph.NumLinks()) {
		t.Errorf("counts %v", m.Counts)
	}
	if b := m.Bounds; b.South != 10.499 || b.West != 106 || b.North != 10.53 || b.East != 106.02 {
		t.Errorf("bounds %v", b)
	}
	named := importFile(t, in, Options{Name: "Tỉnh Tây Ninh", Importer: "other 2"})
	if m := named.pack.Meta(); m.Name != "Tỉnh Tây Ninh" || m.Importer != "other 2" {
		t.Errorf("metadata %+v", m)
	}
}

func TestSourceTime(t *testing.T) {
	newest := time.Unix(objectTime(203), 0)
	for name, c := range map[string]struct {
		style pbfStyle
		want  time.Time
	}{
		"of the header":          {pbfStyle{timestamp: 1_600_000_000, times: true}, time.Unix(1_600_000_000, 0)},
		"of the newest object":   {pbfStyle{times: true}, newest},
		"of plain nodes as well": {pbfStyle{times: true, plain: true}, newest},
		"unknown":                {pbfStyle{}, time.Time{}},
	} {
		im, err := read(t.Context(), crossing().pbf(c.style))
		if err != nil || !im.report.Source.Time.Equal(c.want) {
			t.Errorf("%s: %v (error %v), want %v", name, im.report.Source.Time, err, c.want)
		}
	}
	xml := bytes.Replace(crossing().xml(), []byte(`<way id="101"`), []byte(`<way id="101" timestamp="2018-03-01T21:15:36Z"`), 1)
	im, err := read(t.Context(), xml)
	if want := time.Date(2018, 3, 1, 21, 15, 36, 0, time.UTC); err != nil || !im.report.Source.Time.Equal(want) {
		t.Errorf("xml: %v (error %v), want %v", im.report.Source.Time, err, want)
	}
}

func TestOnlyRoadsOrLayers(t *testing.T) {
	in := filepath.Join(t.TempDir(), "x.osm")
	if err := os.WriteFile(in, crossing().xml(), 0o600); err != nil {
		t.Fatal(err)
	}
	if r := importFile(t, in, Options{NoRoads: true}); r.graph != nil || r.basemap == nil {
		t.Error("NoRoads wrote roads or no layers")
	}
	if r := importFile(t, in, Options{NoBasemap: true}); r.graph == nil || r.basemap != nil {
		t.Error("NoBasemap wrote layers or no roads")
	}
}

func TestSameFileSameBytes(t *testing.T) {
	var packs [2][]byte
	for i := range packs {
		r := importFile(t, filepath.Join("testdata", "crossing.osm.bz2"), Options{})
		data, err := os.ReadFile(r.pack.Name())
		if err != nil {
			t.Fatal(err)
		}
		packs[i] = data
	}
	if !bytes.Equal(packs[0], packs[1]) {
		t.Error("two imports of the same file differ")
	}
}

func TestProgress(t *testing.T) {
	for name, data := range map[string][]byte{"pbf": crossing().pbf(pbfStyle{perBlock: 1}), "xml": crossing().xml()} {
		in := filepath.Join(t.TempDir(), "x")
		if err := os.WriteFile(in, data, 0o600); err != nil {
			t.Fatal(err)
		}
		var stages []Stage
		last := Progress{}
		importFile(t, in, Options{Progress: func(p Progress) {
			if p.Stage != last.Stage {
				stages = append(stages, p.Stage)
			} else if p.Done < last.Done {
				t.Errorf("%s: progress goes back: %+v after %+v", name, p, last)
			}
			if p.Done > p.Total {
				t.Errorf("%s: progress %+v", name, p)
			}
			last = p
			if p.Stage == StageRead && p.Total != int64(len(data)) {
				t.Errorf("%s: total %d, want %d", name, p.Total, len(data))
			}
		}})
		want := []Stage{StageRead, StageWays, StageLayers, StageRoads}
		if name == "xml" {
			want = []Stage{StageRead, StageLayers, StageRoads}
		}
		if !slices.Equal(stages, want) {
			t.Errorf("%s: stages %v, want %v", name, stages, want)
		}
	}
}

func TestCancel(t *testing.T) {
	for name, data := range forms(crossing()) {
		for _, at := range []Stage{StageRead, StageWays, StageRoads, StageLayers} {
			ctx, cancel := context.WithCancel(t.Context())
			in := filepath.Join(t.TempDir(), "x")
			if err := os.WriteFile(in, data, 0o600); err != nil {
				t.Fatal(err)
			}
			w, err := pack.Create(filepath.Join(t.TempDir(), "x.rsp"), pack.Meta{})
			if err != nil {
				t.Fatal(err)
			}
			reached := false
			_, err = File(ctx, in, w, Options{Progress: func(p Progress) {
				if p.Stage == at {
					reached = true
					cancel()
				}
			}})
			if reached && !errors.Is(err, context.Canceled) {
				t.Errorf("%s, cancelled at %s: error %v", name, at, err)
			}
			cancel()
			_ = w.Abort()
		}
	}
}
