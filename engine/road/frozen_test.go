// SPDX-License-Identifier: MIT

package road_test

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"roadsnap/engine/pack"
	"roadsnap/engine/road"
)

// TestOldRoadsAreRefused opens a pack of format 1. The error must say what to do.
func TestOldRoadsAreRefused(t *testing.T) {
	_, err := pack.Open(filepath.Join("testdata", "four-means.rsp"))
	if !errors.Is(err, pack.ErrVersion) || !strings.Contains(err.Error(), "install the map again") {
		t.Errorf("error %v, want one that says to install the map again", err)
	}
}

// TestFrozenRoads reads a pack of format 2, which is never made again: it is that of
// content when the format was new. A change that breaks this test breaks the maps of users.
func TestFrozenRoads(t *testing.T) {
	p, err := pack.Open(filepath.Join("testdata", "v2.rsp"))
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	g, err := road.Open(p)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(p.Verify(t.Context(), nil), g.Verify(t.Context())); err != nil {
		t.Fatal(err)
	}
	if g.NumNodes() != 9 || g.NumLinks() != 15 || g.NumShadows() != 1 || g.Means() != road.Anyone {
		t.Errorf("%d nodes, %d links, %d shadows, %v", g.NumNodes(), g.NumLinks(), g.NumShadows(), g.Means())
	}
	seen := 0
	for l := range road.LinkID(g.NumLinks()) {
		w := g.Way(l)
		x, _ := g.Extra(l)
		if w.ID != 1000 {
			continue
		}
		seen++
		if w.Name != "Lê Lợi" || w.Ref != "1" || w.MaxSpeedKMH != 50 || x.MaxHeight != 3.5 || !x.NoTrucksForward {
			t.Errorf("way %+v, %+v", w, x)
		}
		middle, _ := g.At(l, g.Length(l)/2)
		if hits := g.Near(nil, middle, 1, 0); len(hits) == 0 || g.Plain(l) != hits[0].Link {
			t.Errorf("near the middle of link %d: %+v", l, hits)
		}
	}
	if seen == 0 {
		t.Error("way 1000 is missing")
	}
}

// TestOlderProgramsRefuseThePack opens a current pack with the sections that a program
// of one version before knows. It must say that the program is too old.
func TestOlderProgramsRefuseThePack(t *testing.T) {
	p, err := pack.OpenBytes("new.rsp", content(t))
	if err != nil {
		t.Fatal(err)
	}
	known := slices.DeleteFunc(road.Tags(), func(tag pack.Tag) bool { return tag == "RSHD" })
	err = p.RefuseUnknown(known...)
	if !errors.Is(err, pack.ErrVersion) || !strings.Contains(err.Error(), "update the program") {
		t.Errorf("error %v, want one that says to update the program", err)
	}
	if err := p.RefuseUnknown(road.Tags()...); err != nil {
		t.Errorf("this program refuses its own pack: %v", err)
	}
}
