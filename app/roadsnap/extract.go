// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/geojson"

	"roadsnap/data"
	"roadsnap/engine"
	"roadsnap/engine/geo"
)

// extractCmd is `roadsnap extract`.
type extractCmd struct {
	Pack     string `help:"The map pack to extract from; by default the installed map in use, and without one the embedded sample map." type:"existingfile" placeholder:"FILE.rsp"`
	Bbox     string `help:"The part in a box of degrees: west, south, east, north." placeholder:"W,S,E,N"`
	Province string `help:"The part in a province, by its official code." placeholder:"CODE"`
	Polygon  string `help:"The part in the polygons of a GeoJSON file." type:"existingfile" placeholder:"FILE.geojson"`
	Out      string `help:"The map pack to write. A pack that exists there is replaced, another file only with --force." required:"" placeholder:"FILE.rsp"`
	Name     string `help:"The name of the new map; by default that of the old one, with the province."`
	output
}

// Validate is called by the parser.
func (c *extractCmd) Validate() error {
	parts := 0
	for _, part := range []string{c.Bbox, c.Province, c.Polygon} {
		if part != "" {
			parts++
		}
	}
	if parts != 1 {
		return errors.New("give one of --bbox W,S,E,N, --province CODE and --polygon FILE")
	}
	return nil
}

// Run writes the pack.
func (c *extractCmd) Run(ctx context.Context, s streams) error {
	start := time.Now()
	if err := c.checkPack(c.Out); err != nil {
		return err
	}
	path, err := packInUse(c.Pack)
	if err != nil {
		return err
	}
	if path == "" {
		sample, err := os.CreateTemp("", "roadsnap-*.rsp")
		if err != nil {
			return err
		}
		defer os.Remove(sample.Name()) //nolint:errcheck // a temporary file
		_, err = sample.Write(data.SamplePack)
		if err := errors.Join(err, sample.Close()); err != nil {
			return err
		}
		path = sample.Name()
	}
	region, label, err := c.region(path)
	if err != nil {
		return err
	}
	name := c.Name
	if name == "" && label != "" {
		info, err := engine.Inspect(path)
		if err != nil {
			return err
		}
		name = info.Meta.Name + ": " + label
	}
	meta, err := engine.Extract(ctx, engine.ExtractOptions{Pack: path, Region: region, Out: c.Out, Name: name})
	if err != nil {
		return err
	}
	info, err := os.Stat(c.Out)
	if err != nil {
		return err
	}
	fmt.Fprintf(s.notes, "%s: %s, %d roads, %s, in %v\n",
		harmless(c.Out), harmless(meta.Name), meta.Counts["road_ways"], byteSize(info.Size()), time.Since(start).Round(100*time.Millisecond))
	return nil
}

// region returns the part to extract, and its name if it has one.
func (c *extractCmd) region(pack string) (region *geo.Region, label string, err error) {
	switch {
	case c.Bbox != "":
		region, err = boxOf(c.Bbox)
	case c.Polygon != "":
		region, err = polygonIn(c.Polygon)
	default:
		return provinceOf(pack, c.Province)
	}
	if err != nil {
		err = &exitError{exitUsage, err}
	}
	return region, "", err
}

// boxOf reads west, south, east and north.
func boxOf(text string) (*geo.Region, error) {
	b, err := geo.ParseBounds(text)
	if err != nil {
		return nil, fmt.Errorf("--bbox %s: %w", text, err)
	}
	return geo.BoxRegion(b), nil
}

// polygonIn reads the polygons of a GeoJSON file: a geometry, a feature, or a collection of
// features.
func polygonIn(path string) (*geo.Region, error) {
	text, err := readSmall(path, maxPolygons, "simplify the polygons")
	if err != nil {
		return nil, err
	}
	var shapes []orb.Geometry
	if c, err := geojson.UnmarshalFeatureCollection(text); err == nil {
		for _, f := range c.Features {
			shapes = append(shapes, f.Geometry)
		}
	} else if f, err := geojson.UnmarshalFeature(text); err == nil {
		shapes = append(shapes, f.Geometry)
	} else if g, err := geojson.UnmarshalGeometry(text); err == nil {
		shapes = append(shapes, g.Geometry())
	}
	var rings [][]geo.Fixed
	add := func(p orb.Polygon) error {
		for _, r := range p {
			ring := make([]geo.Fixed, len(r))
			for i, at := range r {
				point := geo.Point{Lat: at.Lat(), Lon: at.Lon()}
				if !point.Valid() {
					return fmt.Errorf("%s: %v is not in degrees of longitude and latitude", path, at)
				}
				ring[i] = point.Fixed()
			}
			rings = append(rings, ring)
		}
		return nil
	}
	for _, shape := range shapes {
		switch shape := shape.(type) {
		case orb.Polygon:
			err = errors.Join(err, add(shape))
		case orb.MultiPolygon:
			for _, p := range shape {
				err = errors.Join(err, add(p))
			}
		}
	}
	if err == nil && len(rings) == 0 {
		err = fmt.Errorf("%s has no polygon in GeoJSON", path)
	}
	return geo.NewRegion(rings, 0), err
}

// provinceOf returns a province by the borders of a pack, or by the overview if it has none,
// and its name.
func provinceOf(path, code string) (region *geo.Region, name string, err error) {
	e, err := engine.New(engine.Options{Units: data.Units(), Overview: data.OverviewPack})
	if err != nil {
		return nil, "", err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	if err := e.OpenPack(path); err != nil {
		return nil, "", err
	}
	province, known := e.Units().Province(code)
	if !known {
		return nil, "", &exitError{exitUsage, fmt.Errorf("there is no province %q; roadsnap units list names their codes", code)}
	}
	region, err = e.ProvinceRegion(province)
	return region, province.Name, err
}
