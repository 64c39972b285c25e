// SPDX-License-Identifier: MIT

package api

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"roadsnap/engine"
	"roadsnap/engine/boundary"
	"roadsnap/engine/geo"
	"roadsnap/engine/geofile"
	"roadsnap/engine/pack"
	"roadsnap/engine/unitfile"
	"roadsnap/engine/units"
	"roadsnap/engine/yield"
)

// exportMedia are the media types of the formats that units are exported in. A Shapefile is
// several files, so that only its archive is offered.
var exportMedia = map[geofile.Format]string{
	geofile.GeoJSON: mediaGeoJSON, geofile.CSV: mediaCSV, geofile.GeoPackage: "application/geopackage+sqlite3",
	geofile.ShapefileZip: "application/zip", geofile.KML: "application/vnd.google-earth.kml+xml",
	geofile.FlatGeobuf: "application/flatgeobuf", geofile.TopoJSON: mediaJSON, geofile.GeoParquet: "application/vnd.apache.parquet",
}

// The limits of exports.
const (
	// maxFileExports is the number of exports at once that need a temporary file: all formats
	// but those of which geofile.Format.Streams is true. All wards take 250 MB.
	maxFileExports = 2
	// maxTopology is the number of vertices of a TopoJSON, which is made in memory: some 100 bytes
	// for each.
	maxTopology = 1_000_000
)

// exportUnits answers with units in a file for GIS programs, that of `roadsnap units export`. It
// needs no app-version, so that these programs can open its address.
func (s *Server) exportUnits(r *request) (content, error) {
	f := r.faults()
	c := readChoice(r.query, &f)
	if err := f.err(); err != nil {
		return nil, err
	}
	return func(out *stream, atlas *units.Atlas) error {
		if atlas == nil {
			return engine.ErrNoBorders
		}
		notice, err := s.borderNotice()
		if err != nil {
			return err
		}
		list, o, err := c.Resolve(atlas, notice)
		if err == nil {
			err = checkTopology(c.Format, list, o.Level)
		}
		if wrong := new(unitfile.ChoiceError); errors.As(err, &wrong) {
			var f faults
			f.add(choiceParameters[wrong.Field], wrong.Text)
			return f.err()
		}
		if err != nil {
			return err
		}
		if err := out.turn(); err != nil {
			return err
		}
		e := export{stream: out, format: c.Format, list: list, options: o}
		if c.Format.Streams() {
			w, err := geofile.NewStream(&e, c.Format, unitfile.Schema(o))
			if err != nil {
				return err
			}
			return e.write(w)
		}
		select {
		case s.exports <- struct{}{}:
			defer func() { <-s.exports }()
		default:
			return errTooBusy
		}
		return e.throughFile()
	}, nil
}

// borderEngine is an Engine that knows the notices to show with its borders.
type borderEngine interface {
	Borders() (meta pack.Meta, installed bool, err error)
}

func (s *Server) borderNotice() (string, error) {
	e, ok := s.engine.(borderEngine)
	if !ok {
		return "", nil
	}
	meta, _, err := e.Borders()
	return strings.Join(meta.BorderNotices(), "; "), err
}

// choiceParameters are the parameters of an export by the fields of unitfile.Choice.
var choiceParameters = map[string]string{
	"kind": "kind", "province": "prov_code", "level": "geom_level", "crs": "crs", "columns": "columns", "excel": "excel",
}

func readChoice(q query, f *faults) unitfile.Choice {
	c := unitfile.Choice{Format: geofile.GeoJSON, Excel: q.boolean("excel", f)}
	text := func(name string) string {
		value, _, _ := q.one(name, f)
		return value
	}
	switch kind := text("kind"); kind {
	case "":
	case units.KindProvince.String():
		c.Kind = units.KindProvince
	case units.KindWard.String():
		c.Kind = units.KindWard
	default:
		f.add("kind", "must be province or ward")
	}
	if name := text("format"); name != "" {
		c.Format = geofile.Format(name)
		if exportMedia[c.Format] == "" {
			f.add("format", "must be one of "+strings.Join(exportFormats(), ", "))
		}
	}
	if c.Province = text("prov_code"); c.Province != "" {
		checkCode("prov_code", c.Province, provinceDigits, f)
	}
	if asked := readGeomLevel(q, f); !asked.auto {
		c.Level = asked.level.String()
	}
	c.System = text("crs")
	if names := splitList(text("columns")); len(names) > 0 {
		c.Columns = names
	}
	if box := text("bbox"); box != "" {
		bounds, err := geo.ParseBounds(box)
		if err != nil {
			f.add("bbox", err.Error())
		}
		c.Box = &bounds
	}
	return c
}

func exportFormats() (names []string) {
	for _, f := range geofile.Formats() {
		if exportMedia[f] != "" {
			names = append(names, string(f))
		}
	}
	return names
}

func checkTopology(format geofile.Format, list []unitfile.Unit, level boundary.Level) error {
	if format != geofile.TopoJSON {
		return nil
	}
	n := 0
	for _, u := range list {
		if u.HasLand {
			n += unitfile.CountVertices(u.Land, level)
		}
		if n > maxTopology {
			return &unitfile.ChoiceError{Field: "level", Text: fmt.Sprintf("must be coarser for TopoJSON, which may have %d vertices; or choose a province or another format", maxTopology)}
		}
	}
	return nil
}

// export is the answer with a file of units.
type export struct {
	*stream
	format  geofile.Format
	list    []unitfile.Unit
	options unitfile.Options
	headed  bool // the headers are set
}

// write writes the units.
func (e *export) write(w *geofile.Writer) error {
	return unitfile.Write(yield.With(e.ctx, e.turn), w, e.list, e.options)
}

// Write appends b to the answer. Errors of what comes before are not answered as a file.
func (e *export) Write(b []byte) (int, error) {
	if !e.headed {
		e.headed, e.media = true, exportMedia[e.format]
		h := e.w.Header()
		h.Set("Content-Disposition", `attachment; filename="`+e.options.Kind.String()+"s"+e.format.Extension()+`"`)
		if notice := e.options.Licence; notice != "" {
			h.Set("X-Licence", headerText(notice))
		}
		if e.options.System.EPSG() != 0 {
			h.Set("Content-Crs", fmt.Sprintf("<http://www.opengis.net/def/crs/EPSG/0/%d>", e.options.System.EPSG()))
		}
	}
	e.buf = append(e.buf, b...)
	return len(b), e.spill()
}

// headerText returns a text with its bytes beyond ASCII, and those that are not printed, as %XX.
func headerText(text string) string {
	var b strings.Builder
	for _, c := range []byte(text) {
		if c < ' ' || c > '~' || c == '%' {
			fmt.Fprintf(&b, "%%%02X", c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

// throughFile writes the units to a temporary file and sends it.
func (e *export) throughFile() (err error) {
	folder, err := os.MkdirTemp("", "roadsnap-export-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder) //nolint:errcheck // a temporary folder
	path := filepath.Join(folder, e.options.Kind.String()+"s"+e.format.Extension())
	w, err := geofile.Create(path, e.format, unitfile.Schema(e.options))
	if err != nil {
		return err
	}
	if err := e.write(w); err != nil {
		return err
	}
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close() //nolint:errcheck // only read
	_, err = io.CopyBuffer(struct{ io.Writer }{e}, struct{ io.Reader }{file}, make([]byte, spillAt))
	return err
}
