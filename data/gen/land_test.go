// SPDX-License-Identifier: MIT

package main

import (
	"math"
	"testing"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/planar"

	"roadsnap/engine/boundary"
	"roadsnap/engine/geo"
)

// world returns a topology of three countries: Vietnam, its neighbour to the
// west, and one with an island across the 180° meridian and land around the south
// pole.
func world() *topology {
	return &topology{
		Arcs: []orb.LineString{
			{{105, 10}, {105, 12}, {104.5, 14}, {105, 16}},                        // the frontier, from coast to coast
			{{105, 16}, {108, 16}, {108, 10}, {105, 10}},                          // Vietnam's coast
			{{105, 10}, {100, 10}, {100, 16}, {105, 16}},                          // the neighbour's
			{{178, -17}, {-178, -17}, {-178, -16}, {178, -16}, {178, -17}},        // the island
			{{-180, -70}, {-90, -75}, {0, -70}, {90, -65}, {180, -70}},            // around the pole
			{{112, 16.5}, {112.1, 16.5}, {112.1, 16.6}, {112, 16.6}, {112, 16.5}}, // in Hoàng Sa
		},
		countries: []country{
			{id: vietnam, polygons: [][][]int{{{0, 1}}}},
			{id: "418", polygons: [][][]int{{{2, ^0}}, {{5}}}},
			{id: "242", polygons: [][][]int{{{3}}, {{4}}}},
		},
	}
}

func TestFrontiersAreWhatIsShared(t *testing.T) {
	lines := world().frontiers()
	if len(lines) != 1 || len(lines[0]) != 4 || lines[0][0] != (orb.Point{105, 10}) {
		t.Errorf("%v", lines)
	}
}

// held returns how many of parts contain p.
func held(parts []boundary.Part, p geo.Point) (n int) {
	for _, part := range parts {
		for _, ring := range part {
			var r orb.Ring
			for _, f := range append(ring, ring[0]) {
				r = append(r, orb.Point{f.Point().Lon, f.Point().Lat})
			}
			if planar.RingContains(r, orb.Point{p.Lon, p.Lat}) {
				n++
			}
		}
	}
	return n
}

func TestLandAbroadIsNotVietnams(t *testing.T) {
	w := world()
	around, away := w.abroad(near), []boundary.Part(nil)
	for _, b := range far {
		away = append(away, w.abroad(b)...)
	}
	for _, c := range []struct {
		name      string
		at        geo.Point
		near, far int
	}{
		{"Vietnam", geo.Point{Lat: 12, Lon: 107}, 0, 0},
		{"the neighbour", geo.Point{Lat: 12, Lon: 103}, 1, 0},
		{"Hoàng Sa", geo.Point{Lat: 16.55, Lon: 112.05}, 0, 0},
		{"the island, west of 180°", geo.Point{Lat: -16.5, Lon: 179}, 0, 1},
		{"the island, east of it", geo.Point{Lat: -16.5, Lon: -179}, 0, 1},
		{"the ocean on the island's parallel", geo.Point{Lat: -16.5, Lon: -120}, 0, 0},
		{"the land round the pole", geo.Point{Lat: -85, Lon: -30}, 0, 1},
		{"the sea off it", geo.Point{Lat: -60, Lon: -30}, 0, 0},
	} {
		if n, f := held(around, c.at), held(away, c.at); n != c.near || f != c.far {
			t.Errorf("%s: %d outlines near, %d far; want %d and %d", c.name, n, f, c.near, c.far)
		}
	}
}

// TestUnderlayReachesAsFarAsItMay checks that the land below the country's is
// wide inland and does not extend into the sea.
func TestUnderlayReachesAsFarAsItMay(t *testing.T) {
	parts := underlay(world().frontiers())
	inland := geo.NewPlane(geo.Point{Lat: 12, Lon: 105})
	for _, c := range []struct {
		metres float64
		want   bool
	}{{-7000, true}, {-100, true}, {100, true}, {7000, true}, {9000, false}} {
		if got := held(parts, inland.Point(geo.XY{X: c.metres, Y: -3000})) > 0; got != c.want {
			t.Errorf("%v m from the frontier inland: %v", c.metres, got)
		}
	}
	shore := geo.NewPlane(geo.Point{Lat: 10, Lon: 105})
	for turn := 0.0; turn < 2*math.Pi; turn += 0.1 {
		sin, cos := math.Sincos(turn)
		if held(parts, shore.Point(geo.XY{X: 5000 * cos, Y: 5000 * sin})) > 0 && sin < 0.8 {
			t.Errorf("the underlay is 5 km from where the frontier meets the sea, at %.1f", turn)
		}
	}
}
