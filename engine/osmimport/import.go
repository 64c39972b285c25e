// SPDX-License-Identifier: MIT

package osmimport

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"roadsnap/engine/basemap"
	"roadsnap/engine/geo"
	"roadsnap/engine/pack"
	"roadsnap/engine/road"
)

// Licence is the notice required on works made from OpenStreetMap data
// (https://www.openstreetmap.org/copyright).
const Licence = "© OpenStreetMap contributors, ODbL 1.0"

// Options are options for File.
type Options struct {
	// Name is the display name of the map; the name of the file if empty.
	Name string
	// Importer is the program and version in the metadata of the pack; "" leaves it
	// unchanged.
	Importer string
	// NoRoads and NoBasemap leave out the road graph or the layers of the map.
	NoRoads, NoBasemap bool
	// BorderLevels are the values of admin_level for which Report.Borders gets outlines.
	// If there are none, it stays empty.
	BorderLevels []string
	// Borders, if not nil, is called once with Report.Borders if there are any, before the
	// roads are built. The outlines are not changed afterwards.
	Borders func([]Border)
	// Partial imports a file that seems to be cut off, instead of refusing it; see
	// Report.SignsOfCut.
	Partial bool
	// Progress, if not nil, is called with the progress of the import. It is called
	// from one goroutine at a time and must return quickly.
	Progress func(Progress)
}

// Stage is a part of an import.
type Stage string

// The stages in order. XML files have no StageWays, because they are read entirely in
// StageRead.
const (
	StageRead   Stage = "read"   // the whole file
	StageWays   Stage = "ways"   // the file's ways
	StageLayers Stage = "layers" // building the layers of the map
	StageRoads  Stage = "roads"  // building the road graph
)

// Progress is the progress of an import.
type Progress struct {
	Stage       Stage
	Done, Total int64 // bytes of the file; Total is 0 in stages that read nothing
}

// File imports the OpenStreetMap extract at path and adds its roads, map layers and
// metadata to w. It writes nothing before it has read the whole file. The caller
// commits w, or aborts it after an error.
//
// The error wraps ErrFormat, ErrCorrupt (or ErrTruncated) or ErrEmpty if the file is
// at fault, else the error of the operating system or of ctx. The report holds the
// counts up to the error.
func File(ctx context.Context, path string, w *pack.Writer, o Options) (Report, error) {
	im := importer{ctx: ctx, options: o}
	if err := im.run(path, w); err != nil {
		return im.report, fmt.Errorf("%q: %w", path, err)
	}
	return im.report, nil
}

type importer struct {
	ctx     context.Context
	options Options
	report  Report

	collector
	box geo.FixedBounds // of all imported features but those of siteBox
	// siteBox is the box of buildings, points of interest and house numbers. Extracts
	// have some of them far outside, with the relations that they are members of.
	siteBox geo.FixedBounds
	roadBox geo.FixedBounds // of the roads
	ring    []geo.Fixed     // see ringOf
	covers  geo.FixedBounds // declared by the file, geo.NoFixedBounds if it declares none
}

func (im *importer) run(path string, w *pack.Writer) error {
	f, size, err := openFile(path)
	if err != nil {
		return err
	}
	im.report.Source = Source{Name: filepath.Base(path), Bytes: size}
	if err := errors.Join(im.read(f, size), f.Close()); err != nil {
		return err
	}
	return im.write(w)
}

// read collects the needed data from the size bytes of r.
func (im *importer) read(r io.ReaderAt, size int64) error {
	src, x, err := open(im.ctx, r, size)
	if err != nil {
		return err
	}
	im.box, im.siteBox, im.roadBox, im.covers = geo.NoFixedBounds, geo.NoFixedBounds, geo.NoFixedBounds, geo.NoFixedBounds
	im.collector = collector{report: &im.report, quota: newQuota(size), allWays: x.once(), borderLevels: im.options.BorderLevels}
	err = im.collect(x, func(s Stage) {
		src.tick = func(done, total int64) { im.progress(Progress{Stage: s, Done: done, Total: total}) }
	})
	if err != nil {
		return err
	}
	if err := im.checkWhole(x); err != nil {
		return err
	}
	if b, known := x.bounds(); known {
		im.covers = b
	}
	im.report.Source.SHA256 = src.sha256()
	im.report.Source.Time = im.newest
	if t, known := x.time(); known {
		im.report.Source.Time = t
	}
	return nil
}

// write builds the sections and writes them.
func (im *importer) write(w *pack.Writer) (err error) {
	if im.report.Borders, err = im.assembleBorders(); err != nil {
		return err
	}
	if im.options.Borders != nil && len(im.report.Borders) > 0 {
		im.options.Borders(im.report.Borders)
	}
	var roads *road.Builder
	var layers *layerBuilder
	if !im.options.NoBasemap {
		im.progress(Progress{Stage: StageLayers})
		layers = newLayerBuilder(w, im.quota.spilled)
		defer layers.stop() //nolint:errcheck // the first error is the cause
	}
	if !im.options.NoRoads {
		roads = road.NewBuilder()
	}
	if err := im.addWays(roads, layers); err != nil {
		return err
	}
	if roads != nil {
		im.addTurns(roads)
	}
	if layers != nil {
		if err := im.writeCoast(w); err != nil {
			return err
		}
		if err := im.addRelationsAndNodes(layers); err != nil {
			return err
		}
		err := layers.stop()
		if errors.Is(err, basemap.ErrTooLarge) {
			return fmt.Errorf("%w: %w", errUnpacks, err)
		}
		if err != nil {
			return err
		}
		im.report.Features = int64(layers.layers.Len())
	}
	// The builders have copied their data. Free them before they need memory.
	limit := im.quota.roads
	im.collector = collector{}
	if layers != nil {
		if err := layers.Write(im.ctx, w); err != nil {
			return err
		}
	}
	if roads != nil {
		im.progress(Progress{Stage: StageRoads})
		roads.LimitMemory(limit)
		im.report.Graph, err = roads.Write(im.ctx, w)
		if errors.Is(err, road.ErrTooLarge) {
			return fmt.Errorf("%w: %w", errUnpacks, err)
		}
		if err != nil {
			return err
		}
	}
	if im.report.Graph.Links == 0 && im.report.Features == 0 {
		return im.empty()
	}
	if im.box == geo.NoFixedBounds {
		im.box = im.siteBox
	}
	im.report.Bounds = im.box.Bounds()
	w.SetMeta(im.meta(w.Meta()))
	return im.ctx.Err()
}

// meta returns m with the metadata of the import added.
func (im *importer) meta(m pack.Meta) pack.Meta {
	source := im.report.Source
	m.Name = im.options.Name
	if m.Name == "" {
		m.Name = plainName(source.Name)
	}
	if im.options.Importer != "" {
		m.Importer = im.options.Importer
	}
	return m.With(pack.Meta{
		Source: source.Name, SourceSHA256: source.SHA256, SourceTime: source.Time,
		Licences: []string{Licence}, Bounds: im.report.Bounds, Counts: im.report.counts(),
	})
}

// plainName returns a file name without its extensions.
func plainName(file string) string {
	for {
		ext := filepath.Ext(file)
		switch strings.ToLower(ext) {
		case ".pbf", ".osm", ".gz", ".bz2", ".xml":
			file = strings.TrimSuffix(file, ext)
		default:
			return file
		}
	}
}

func (im *importer) progress(p Progress) {
	if im.options.Progress != nil {
		im.options.Progress(p)
	}
}
