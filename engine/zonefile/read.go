// SPDX-License-Identifier: MIT

package zonefile

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"path/filepath"
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
	err = vector.ReadFile(ctx, path, vector.FileOptions{Encoding: o.Encoding, Other: t.other, Endings: []string{".csv"}},
		vector.Sink{System: t.declare, Feature: t.feature})
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", filepath.Base(path), err)
	}
	if t.features == 0 {
		return nil, nil, fmt.Errorf("%s: %w", filepath.Base(path), badFile("it has no zones; choose another file"))
	}
	return t.zones, t.faults, nil
}

// other reads a file that is none of GIS: a table.
func (t *taker) other(_ string, head []byte, in io.Reader) error {
	if len(bytes.TrimSpace(head)) == 0 || bytes.IndexByte(head, 0) >= 0 || bytes.HasPrefix(bytes.TrimSpace(head), []byte("<")) {
		return badFile("it is no GeoJSON, KML, Shapefile, GeoPackage, FlatGeobuf or CSV; choose another file")
	}
	return t.table(in)
}

func badFile(format string, values ...any) error {
	return fmt.Errorf("%w: %s", vector.ErrFormat, fmt.Sprintf(format, values...))
}
