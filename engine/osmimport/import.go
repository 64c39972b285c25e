package osmimport

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"roadsnap/engine/basemap"
	"roadsnap/engine/coast"
	"roadsnap/engine/geo"
	"roadsnap/engine/pack"
	"roadsnap/engine/road"
)

// Licence is the notice that must be shown with whatever is made from
// OpenStreetMap's data (https://www.openstreetmap.org/copyright).
const Licence = "© OpenStreetMap contributors, ODbL 1.0"

// Options say what is imported.
type Options struct {
	// Name is what people call the map; the name of the file if empty.
	Name string
	// Importer is the program and version that the pack names as its maker; ""
	// leaves what the pack was created with.
	Importer string
	// NoRoads and NoBasemap leave out the one or the other.
	NoRoads, NoBasemap bool
	// Progress, if not nil, is told how far the import has come. It is called
	// from one goroutine at a time and must not take long.
	Progress func(Progress)
}

// Stage is a part of an import.
type Stage string

// The stages in their order. XML files have no StageWays and
// StageNodes: all is read in StageRead.
const (
	StageRead   Stage = "read"   // the whole file
	StageWays   Stage = "ways"   // the file's ways
	StageNodes  Stage = "nodes"  // the file's nodes
	StageRoads  Stage = "roads"  // building the road graph
	StageLayers Stage = "layers" // building the layers of the map
)

// Progress says how far an import has come.
type Progress struct {
	Stage       Stage
	Done, Total int64 // bytes of the file; Total is 0 in stages that read nothing
}

// File imports the OpenStreetMap extract at path and adds its roads, its map
// layers and its metadata to w. The caller commits w, or aborts it after an
// error; nothing is written before the file has been read to its end.
//
// The error wraps ErrFormat, ErrCorrupt (ErrTruncated among them) or ErrEmpty if
// the fault is the file's, and that of the operating system or of ctx otherwise.
// The report holds what was counted until then.
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
	box     geo.FixedBounds // of all that was imported
	roadBox geo.FixedBounds // of the roads among it
	covers  geo.FixedBounds // what the file says to cover, geo.NoFixedBounds if it does not say
	coast   *coast.Traced
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

// read collects what is needed of the file, the size bytes of r.
func (im *importer) read(r io.ReaderAt, size int64) error {
	src, x, err := open(im.ctx, r, size)
	if err != nil {
		return err
	}
	im.box, im.roadBox, im.covers = geo.NoFixedBounds, geo.NoFixedBounds, geo.NoFixedBounds
	im.collector = collector{report: &im.report, quota: newQuota(size), allWays: x.once()}
	err = im.collect(x, func(s Stage) {
		src.tick = func(done, total int64) { im.progress(Progress{Stage: s, Done: done, Total: total}) }
	})
	if err != nil {
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
func (im *importer) write(w *pack.Writer) error {
	im.progress(Progress{Stage: StageRoads})
	roads, layers := road.NewBuilder(), basemap.NewBuilder()
	if !im.options.NoRoads {
		if err := im.addRoads(roads); err != nil {
			return err
		}
	}
	if !im.options.NoBasemap {
		if err := im.addLayers(layers); err != nil {
			return err
		}
		if err := im.traceCoast(); err != nil {
			return err
		}
	}
	// The builders have all that they need. What was read makes room for their
	// work, and the one builder for the other.
	im.collector = collector{}
	if err := im.writeRoads(roads, w); err != nil {
		return err
	}
	if err := im.writeLayers(layers, w); err != nil {
		return err
	}
	if err := im.writeCoast(w); err != nil {
		return err
	}
	if im.report.Graph.Links == 0 && im.report.Features == 0 {
		return ErrEmpty
	}
	im.report.Bounds = im.box.Bounds()
	w.SetMeta(im.meta(w.Meta()))
	return im.ctx.Err()
}

func (im *importer) writeRoads(b *road.Builder, w *pack.Writer) (err error) {
	if im.options.NoRoads {
		return nil
	}
	im.report.Graph, err = b.Write(im.ctx, w)
	return err
}

func (im *importer) writeLayers(b *basemap.Builder, w *pack.Writer) error {
	if im.options.NoBasemap {
		return nil
	}
	im.progress(Progress{Stage: StageLayers})
	im.report.Features = int64(b.Len())
	return b.Write(im.ctx, w)
}

// meta returns the metadata of the pack, with what was in it before.
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

// plainName returns the name of a file without its extensions.
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
