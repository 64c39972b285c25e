// SPDX-License-Identifier: MIT

package road_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"roadsnap/engine/pack"
	"roadsnap/engine/road"
)

// fourMeans returns a pack made before trucks and buses, shadows and extras were known. It
// is never made again. Commit bbfbdb05d3 made it with Builder.Write of this drawing, in
// which way 4 is for bicycles and on foot, way 3 a one-way, and a turn from 2 to 1 at B the
// only one:
//
//	A--1--B--1--C--5--F
//	      2     4
//	      D--3->E
func fourMeans(t *testing.T) *pack.Pack {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("testdata", "four-means.rsp"))
	if err != nil {
		t.Fatal(err)
	}
	p, err := pack.OpenBytes("four-means.rsp", content)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestOpenFourMeans(t *testing.T) {
	g, err := road.Open(fourMeans(t))
	if err != nil {
		t.Fatal(err)
	}
	if err := g.Verify(t.Context()); err != nil {
		t.Error(err)
	}
	if want := road.Car | road.Motorcycle | road.Bicycle | road.Foot; g.Means() != want {
		t.Errorf("means %v, want %v", g.Means(), want)
	}
	if g.NumNodes() != 6 || g.NumLinks() != 6 {
		t.Errorf("%d nodes, %d links, want 6 and 6", g.NumNodes(), g.NumLinks())
	}
	for l := range road.LinkID(g.NumLinks()) {
		if x, found := g.Extra(l); found {
			t.Errorf("way %d: %+v", g.WayID(l), x)
		}
		want := road.Car | road.Motorcycle | road.Bicycle | road.Foot
		if g.WayID(l) == 4 {
			want = road.Bicycle | road.Foot
		}
		if got := g.Access(road.EdgeID(2*l)) & g.Means(); got != want {
			t.Errorf("way %d: access %v, want %v", g.WayID(l), got, want)
		}
		if hits := g.Near(nil, g.Shape(l)[0].Point(), 1, road.Car); len(hits) == 0 && g.WayID(l) != 4 {
			t.Errorf("way %d is not found at its beginning", g.WayID(l))
		}
	}
}

// TestOlderProgramsRefuseThePack opens a current pack with the sections that a program
// from before trucks and buses knows. It must say that the program is too old.
func TestOlderProgramsRefuseThePack(t *testing.T) {
	p, err := pack.OpenBytes("new.rsp", content(t))
	if err != nil {
		t.Fatal(err)
	}
	var known []pack.Tag
	for _, s := range fourMeans(t).Sections() {
		known = append(known, s.Tag)
	}
	err = p.RefuseUnknown(known...)
	if !errors.Is(err, pack.ErrVersion) || !strings.Contains(err.Error(), "update the program") {
		t.Errorf("error %v, want one that says to update the program", err)
	}
	if err := p.RefuseUnknown(road.Tags()...); err != nil {
		t.Errorf("this program refuses its own pack: %v", err)
	}
}
