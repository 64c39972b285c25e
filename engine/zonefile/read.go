// SPDX-License-Identifier: MIT

package zonefile

import (
	"archive/zip"
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"roadsnap/engine/crs"
	"roadsnap/engine/vector"
	"roadsnap/engine/zone"
)

// Options say how a file is read.
type Options struct {
	// System is the coordinate system, as crs.ByName takes it; "" for the one that the file
	// declares, or else WGS 84.
	System string
	// Encoding is that of the table of a Shapefile, as vector.EncodingByName takes it; "" for
	// the one of its .cpg, or UTF-8.
	Encoding string
	// Radius is the radius of points and Width the width of lines for which the file has none
	// (metres); 0 for none.
	Radius, Width float64
	Group         string // of zones for which the file has none
}

// Fault is a feature that is no zone.
type Fault struct {
	Feature int    // counted from 1
	Name    string // as far as known
	Err     error  // names the place and what to do
}

func (f Fault) Error() string {
	if f.Name == "" {
		return fmt.Sprintf("feature %d: %v", f.Feature, f.Err)
	}
	return fmt.Sprintf("feature %d, %q: %v", f.Feature, f.Name, f.Err)
}

// maxFile is the largest file that is read (bytes), after unpacking.
const maxFile = 512 << 20

// maxZones is the largest number of zones of a file.
const maxZones = 100_000

// Read reads the zones of a file: GeoJSON, KML, KMZ, Shapefile, GeoPackage, FlatGeobuf or CSV, or
// a zip archive of them. The content decides the format. Features that are no zones are
// faults, and the others are returned. The error is one of the whole file: it wraps
// vector.ErrFormat or vector.ErrCorrupt, or is that of the operating system or of ctx.
func Read(ctx context.Context, path string, o Options) (zones []zone.Zone, faults []Fault, err error) {
	t := taker{ctx: ctx, options: o, base: strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))}
	if o.System != "" {
		if t.system, err = crs.ByName(o.System); err != nil {
			return nil, nil, err
		}
	}
	if err := t.file(path, true); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", filepath.Base(path), err)
	}
	if t.features == 0 {
		return nil, nil, fmt.Errorf("%s: %w", filepath.Base(path), badFile("it has no zones; choose another file"))
	}
	return t.zones, t.faults, nil
}

// file reads a file. An archive within an archive is not read.
func (t *taker) file(path string, archives bool) (err error) {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	if info, err := f.Stat(); err == nil && info.Size() > maxFile {
		return badFile("it is larger than %d MiB; divide it", maxFile>>20)
	}
	in := bufio.NewReader(f)
	head, err := in.Peek(16)
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	const mark = "\ufeff"
	text := strings.TrimLeft(string(head), mark+" \t\r\n")
	sink := vector.Sink{System: t.declare, Feature: t.feature}
	switch {
	case bytes.HasPrefix(head, []byte("PK\x03\x04")) && archives:
		return t.archive(path)
	case bytes.HasPrefix(head, []byte("\x00\x00\x27\x0a")):
		return t.shapefile(path, in, sink)
	case bytes.HasPrefix(head, []byte(vector.SQLiteMagic)):
		return vector.GeoPackage(t.ctx, path, sink)
	case bytes.HasPrefix(head, []byte(vector.FlatGeobufMagic)):
		return vector.FlatGeobuf(in, sink)
	case strings.HasPrefix(text, "<"):
		return vector.KML(in, sink)
	case strings.HasPrefix(text, "{"):
		return t.geoJSON(in)
	case text == "" || bytes.IndexByte(head, 0) >= 0:
		return badFile("it is no GeoJSON, KML, Shapefile, GeoPackage, FlatGeobuf or CSV; choose another file")
	}
	return t.table(in)
}

func badFile(format string, values ...any) error {
	return fmt.Errorf("%w: %s", vector.ErrFormat, fmt.Sprintf(format, values...))
}

// maxEntries is the largest number of files in an archive.
const maxEntries = 200

// archive unpacks an archive to a temporary folder and reads its files.
func (t *taker) archive(path string) (err error) {
	z, err := zip.OpenReader(path)
	if err != nil {
		return fmt.Errorf("%w: %w", vector.ErrCorrupt, err)
	}
	defer func() { err = errors.Join(err, z.Close()) }()
	if len(z.File) > maxEntries {
		return badFile("it has %d entries, more than %d; unpack it and choose a file", len(z.File), maxEntries)
	}
	folder, err := os.MkdirTemp("", "roadsnap-zones-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	left := int64(maxFile)
	var paths []string
	for i, entry := range z.File {
		if entry.FileInfo().IsDir() {
			continue
		}
		// Files of one name that differ by their endings stay together.
		to := filepath.Join(folder, fmt.Sprintf("%x", filepath.Dir(entry.Name)), filepath.Base(filepath.Clean("/"+entry.Name)))
		n, err := unpack(entry, to, left)
		if err != nil {
			return fmt.Errorf("entry %d: %w", i+1, err)
		}
		left -= n
		paths = append(paths, to)
	}
	for _, path := range paths {
		if slices.Contains([]string{".shp", ".gpkg", ".fgb", ".kml", ".geojson", ".json", ".csv"}, strings.ToLower(filepath.Ext(path))) {
			if err := t.file(path, false); err != nil {
				return fmt.Errorf("%s: %w", filepath.Base(path), err)
			}
		}
	}
	return nil
}

// unpack writes an entry of an archive to a file and returns its size, at most most bytes.
func unpack(entry *zip.File, to string, most int64) (n int64, err error) {
	if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
		return 0, err
	}
	in, err := entry.Open()
	if err != nil {
		return 0, fmt.Errorf("%w: %w", vector.ErrCorrupt, err)
	}
	defer func() { err = errors.Join(err, in.Close()) }()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return 0, err
	}
	n, err = io.Copy(out, io.LimitReader(in, most+1))
	err = errors.Join(err, out.Close())
	if err == nil && n > most {
		err = badFile("it unpacks into more than %d MiB; unpack it and choose a file", maxFile>>20)
	}
	return n, err
}

// shapefile reads a Shapefile. Its other files lie next to it.
func (t *taker) shapefile(path string, in io.Reader, to vector.Sink) (err error) {
	p := vector.ShapefileParts{Shapes: in}
	stem := strings.TrimSuffix(path, filepath.Ext(path))
	var encoding io.Reader
	for _, part := range []struct {
		ending string
		into   *io.Reader
	}{{".dbf", &p.Table}, {".prj", &p.Projection}, {".cpg", &encoding}} {
		f, err := os.Open(stem + part.ending)
		if errors.Is(err, os.ErrNotExist) {
			f, err = os.Open(stem + strings.ToUpper(part.ending))
		}
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		if err != nil {
			return err
		}
		defer f.Close() //nolint:errcheck // only read
		*part.into = bufio.NewReader(f)
	}
	name := t.options.Encoding
	if name == "" && encoding != nil {
		const enough = 100
		text, err := io.ReadAll(io.LimitReader(encoding, enough))
		if err != nil {
			return err
		}
		name = strings.TrimSpace(string(text))
	}
	if name != "" {
		if p.Encoding, err = vector.EncodingByName(name); err != nil {
			return err
		}
	}
	return vector.Shapefile(p, to)
}
