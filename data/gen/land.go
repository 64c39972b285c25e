// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"path/filepath"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/clip"
	"github.com/paulmach/orb/project"
	"github.com/paulmach/orb/simplify"

	"roadsnap/engine/boundary"
	"roadsnap/engine/coast"
	"roadsnap/engine/pack"
)

// The npm package with the countries of Natural Earth (public domain) as
// TopoJSON, and the SHA-256 of its archive.
const (
	worldPackage = "world-atlas@2.0.2"
	worldArchive = "world-atlas-2.0.2.tgz"
	worldSHA256  = "032e7765f2ce00edaeafec23ff22bc3b77e42987c257da944cc585b452c05b97"
	worldNear    = "package/countries-10m.json"
	worldFar     = "package/countries-110m.json"
)

// landTolerance is the greatest distance of a simplified coast from the source
// (degrees), one step of the source's grid.
const landTolerance = 0.0036

// landFile is the file that writeLand writes.
const landFile = "land.rsp"

const landLicence = "Land abroad: Natural Earth (public domain), by way of world-atlas, © 2013–2019 Michael Bostock, ISC"

// vietnam is the country's number in ISO 3166-1. Its land is drawn from its
// units.
const vietnam = "704"

// near is the area in which land keeps the precision of the source.
var near = orb.Bound{Min: orb.Point{coast.Known.West, coast.Known.South}, Max: orb.Point{coast.Known.East, coast.Known.North}}

// far is the rest of the world.
var far = []orb.Bound{
	{Min: orb.Point{-180, -90}, Max: orb.Point{near.Left(), 90}},
	{Min: orb.Point{near.Left(), -90}, Max: near.RightBottom()},
	{Min: near.LeftTop(), Max: orb.Point{near.Right(), 90}},
	{Min: orb.Point{near.Right(), -90}, Max: orb.Point{180, 90}},
}

// archipelagos holds the waters of Hoàng Sa and Trường Sa. Land that lies
// completely within them is drawn by the units' borders.
var archipelagos = []orb.Bound{
	{Min: orb.Point{110.5, 15.2}, Max: orb.Point{113.5, 17.5}},
	{Min: orb.Point{111.2, 6.6}, Max: orb.Point{116.5, 12.2}},
}

// traCo is the peninsula of Trà Cổ, which the source wrongly assigns to the land
// abroad.
var traCo = orb.Bound{Min: orb.Point{107.93, 21.40}, Max: orb.Point{108.09, 21.53}}

// writeLand writes the pack of the land abroad as one area. The far land comes
// from maps of 1:110,000,000, the near land from maps of 1:10,000,000. A third
// area is subtracted from them: where areas overlap, the smallest one wins.
func writeLand(ctx context.Context, folder string, out io.Writer) error {
	var source boundary.Source
	for i, part := range []struct {
		file   string
		bounds []orb.Bound
	}{{worldNear, []orb.Bound{near}}, {worldFar, far}} {
		world, err := fetchWorld(ctx, part.file)
		if err != nil {
			return err
		}
		a := boundary.Area{Group: uint32(i), Code: uint32(i + 1)}
		for _, b := range part.bounds {
			a.Parts = append(a.Parts, world.abroad(b)...)
		}
		if i == 0 {
			a.Parts = append(a.Parts, underlay(world.frontiers())...)
		}
		source.Areas, source.Groups = append(source.Areas, a), append(source.Groups, a.Code)
	}
	source.Areas = append(source.Areas, boundary.Area{Group: 2, Code: 3, Parts: []boundary.Part{outlinePart(traCo.ToPolygon())}})
	source.Groups = append(source.Groups, 3)
	source.Overview, source.Alone = true, true
	division, report, err := boundary.Build(ctx, source, boundary.DefaultOptions())
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "land: %d outlines, %d coasts, %d vertices moved, %d coasts bent, %d cut, %d lost\n",
		report.Rings, report.Arcs, len(report.Moved), len(report.Bent), len(report.Cuts), len(report.Lost))
	return writeDivision(filepath.Join(folder, landFile), division, pack.Meta{
		Name: "Land abroad", Source: worldArchive, SourceSHA256: worldSHA256, Licences: []string{landLicence},
	})
}

// topology is the part of a TopoJSON file that is used: lines shared by
// countries, and the lines that form the rings of each country.
type topology struct {
	Transform struct{ Scale, Translate [2]float64 }
	Arcs      []orb.LineString // initially steps from point to point
	Objects   struct {
		Countries struct {
			Geometries []struct {
				ID   string
				Type string
				Arcs json.RawMessage
			}
		}
	}
	countries []country
}

// country is a country: polygons of rings of arcs. ^i is arc i reversed.
type country struct {
	id       string
	polygons [][][]int
}

func fetchWorld(ctx context.Context, file string) (*topology, error) {
	content, err := fetchFile(ctx, worldPackage, worldArchive, worldSHA256, file)
	if err != nil {
		return nil, err
	}
	t := new(topology)
	if err := json.Unmarshal(content, t); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	for k, arc := range t.Arcs {
		var x, y float64
		for i, step := range arc {
			x, y = x+step[0], y+step[1]
			arc[i] = orb.Point{x*t.Transform.Scale[0] + t.Transform.Translate[0], y*t.Transform.Scale[1] + t.Transform.Translate[1]}
		}
		t.Arcs[k] = simplify.DouglasPeucker(landTolerance).LineString(arc)
	}
	for _, g := range t.Objects.Countries.Geometries {
		c := country{id: g.ID}
		switch g.Type {
		case "Polygon":
			c.polygons = make([][][]int, 1)
			err = json.Unmarshal(g.Arcs, &c.polygons[0])
		case "MultiPolygon":
			err = json.Unmarshal(g.Arcs, &c.polygons)
		default:
			err = fmt.Errorf("a country has the geometry %s", g.Type)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		t.countries = append(t.countries, c)
	}
	return t, nil
}

// polygon assembles the rings of a polygon. A ring that crosses the 180° meridian
// continues beyond it, and a ring around the pole is closed there.
func (t *topology) polygon(rings [][]int) orb.Polygon {
	var p orb.Polygon
	for _, arcs := range rings {
		var ring orb.Ring
		for _, i := range arcs {
			if i >= 0 {
				ring = append(ring, t.Arcs[i]...)
				continue
			}
			for k := len(t.Arcs[^i]) - 1; k >= 0; k-- {
				ring = append(ring, t.Arcs[^i][k])
			}
		}
		for i := 1; i < len(ring); i++ {
			ring[i][0] -= 360 * math.Round((ring[i][0]-ring[i-1][0])/360)
		}
		if last := ring[len(ring)-1]; last[0] != ring[0][0] {
			ring = append(ring, orb.Point{last[0], -90}, orb.Point{ring[0][0], -90}, ring[0])
		}
		p = append(p, ring)
	}
	return p
}

// abroad returns the land of the other countries within bounds.
func (t *topology) abroad(bounds orb.Bound) (parts []boundary.Part) {
	for _, c := range t.countries {
		if c.id == vietnam {
			continue
		}
		for _, rings := range c.polygons {
			for _, turn := range []float64{-360, 0, 360} {
				p := project.Polygon(t.polygon(rings), func(at orb.Point) orb.Point { return orb.Point{at[0] + turn, at[1]} })
				if !p.Bound().Intersects(bounds) || ours(p.Bound()) {
					continue
				}
				if cut := clip.Polygon(bounds, p); len(cut) > 0 {
					parts = append(parts, outlinePart(cut))
				}
			}
		}
	}
	return parts
}

// ours reports whether an island lies in the waters of an archipelago.
func ours(island orb.Bound) bool {
	for _, a := range archipelagos {
		if a.Contains(island.Min) && a.Contains(island.Max) {
			return true
		}
	}
	return false
}
