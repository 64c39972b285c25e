// SPDX-License-Identifier: MIT

package unitimport

import (
	"context"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"roadsnap/engine/boundary"
	"roadsnap/engine/geo"
	"roadsnap/engine/pack"
	"roadsnap/engine/units"
)

// Options are the options of an import.
type Options struct {
	// Name is the name of the map. If it is empty, the map keeps its name, or gets
	// that of the first path.
	Name string
	// Importer is the program and version recorded in the pack as its maker; ""
	// leaves the pack's own.
	Importer string
	// Licence is the notice to show with the boundaries, if any.
	Licence string
	// System is the coordinate system of all files, as crs.ByName takes it; "" if they
	// declare it. A file that declares none is in degrees of WGS 84.
	System string
	// Encoding is the encoding of the tables of all Shapefiles, as vector.EncodingByName
	// takes it; "" for that of their .cpg, or UTF-8.
	Encoding string
	// Columns names columns by what they hold: code, name, full_name, province_code,
	// province or kind. Other columns then do not count as that.
	Columns map[string]string
	// Progress, if not nil, is called with the progress of the import. It is called
	// from one goroutine at a time and must return quickly.
	Progress func(Progress)
}

// Stage is a part of an import.
type Stage string

// The stages in their order.
const (
	StageRead    Stage = "units_read"    // reading the files
	StageBorders Stage = "units_borders" // dividing the land
	StageShares  Stage = "units_shares"  // comparing it with former units
	StageWrite   Stage = "units_write"   // writing the sections of the pack
)

// Progress is the progress of an import.
type Progress struct {
	Stage Stage
	// Done and Total are bytes of the files in StageRead, steps in StageBorders.
	// Total is 0 in StageWrite.
	Done, Total int64
}

// progress returns a function that reports the progress of a stage.
func (o Options) progress(s Stage) func(done, total int64) {
	return func(done, total int64) {
		if o.Progress != nil {
			o.Progress(Progress{s, done, total})
		}
	}
}

// Prepared is an import that is complete but for the writing.
type Prepared struct {
	report  Report
	options Options
	content content
	wards   []units.Ward
	net     *boundary.Division
	err     error

	district func(code string) string // see joiner
}

// Prepare reads the files at the paths, including those in folders. It joins their features to
// the wards of the table, and divides the land among these wards. The areas of the division are
// the wards found, in the order of their codes. Its groups are all provinces in the order of the
// table. Their codes are those of the table as numbers.
//
// It may run while another part of the pack is made. Write returns its error: one that wraps
// ErrFormat, ErrCorrupt, ErrSwapped, ErrProjected or ErrNothing if the files are at fault, one of
// package boundary if their outlines cannot be divided, or else that of the operating system or
// of ctx. Faults of single features are no errors: the report lists them.
func Prepare(ctx context.Context, paths []string, table *units.Table, o Options) *Prepared {
	return prepare(ctx, paths, table, nil, o)
}

// PrepareFormer does what Prepare does, with the units of June 2025 that table has. Write adds them
// to the pack as borders of that time, next to those in force.
func PrepareFormer(ctx context.Context, paths []string, table *units.Table, o Options) *Prepared {
	return prepare(ctx, paths, table.Before(), table.DistrictBefore, o)
}

func prepare(ctx context.Context, paths []string, table *units.Table, district func(code string) string, o Options) *Prepared {
	p := &Prepared{report: Report{Bounds: geo.NoBounds}, options: o, district: district}
	if p.content, p.err = read(ctx, paths, o, o.progress(StageRead)); p.err == nil {
		p.content.name = bareName(filepath.Base(paths[0]))
		p.err = p.divide(ctx, table)
	}
	return p
}

// Err returns the error of the preparation, if any.
func (p *Prepared) Err() error { return p.err }

// Write adds the division and its metadata to w, which the caller commits, or aborts after an
// error. It returns the report, which is partial after an error, and the error of Prepare. It may
// be called once.
func (p *Prepared) Write(ctx context.Context, w *pack.Writer) (Report, error) {
	if p.err != nil {
		return p.report, p.err
	}
	p.options.progress(StageWrite)(0, 0)
	if p.district != nil {
		if err := p.net.WriteAs(boundary.Former, w); err != nil {
			return p.report, err
		}
		w.SetMeta(p.report.formerMeta(w.Meta(), p.options))
		return p.report, ctx.Err()
	}
	if err := p.net.Write(w); err != nil {
		return p.report, err
	}
	w.SetMeta(p.report.meta(&p.content, p.wards, w.Meta(), p.options))
	return p.report, ctx.Err()
}

// WriteShares adds to w which land the units of June 2025, which former has, share with the wards in
// force, which p has.
func (p *Prepared) WriteShares(ctx context.Context, former *Prepared, w *pack.Writer) error {
	o := boundary.DefaultOptions()
	o.Progress = p.options.progress(StageShares)
	found, err := boundary.Overlay(ctx, former.net, p.net, o)
	if err != nil {
		return err
	}
	shares := make([]units.SharedLand, len(found))
	for i, s := range found {
		shares[i] = units.SharedLand{Former: number(former.wards[s.A].Code), Ward: number(p.wards[s.B].Code), Size: s.Land}
	}
	return pack.WriteOptional(w, units.SharesTag, shares)
}

// divide joins features to wards and divides the land among these.
func (p *Prepared) divide(ctx context.Context, table *units.Table) error {
	r, c := &p.report, &p.content
	r.collect(c)
	joined := join(table, p.district, c.found, r)
	if len(joined) == 0 {
		return r.nothing()
	}
	c.found = nil // frees the features that were not joined before the land is divided
	var land boundary.Source
	land, p.wards = division(table, joined)
	r.Bounds = bounds(land)
	options := boundary.DefaultOptions()
	options.Progress = p.options.progress(StageBorders)
	net, report, err := boundary.Build(ctx, land, options)
	if err != nil {
		return err
	}
	p.net, r.Boundary, r.Borders = net, report, bordersOf(report, p.wards)
	return ctx.Err()
}

// collect copies the results of reading into the report.
func (r *Report) collect(c *content) {
	r.Files, r.Features = c.files, 0
	for _, f := range c.found {
		r.Features += f.count
		r.Invalid = append(r.Invalid, f.invalid...)
		r.Repairs = append(r.Repairs, f.repairs...)
	}
}

// nothing returns an error with the reason why there is nothing to divide.
func (r *Report) nothing() error {
	why := "it has no features"
	switch {
	case len(r.NotJoined) > 0:
		n := r.NotJoined[0]
		why = fmt.Sprintf("%s, code %q, name %q: %s", n.Place, n.Given.Code, n.Given.Name, n.Detail)
	case len(r.Invalid) > 0:
		n := r.Invalid[0]
		why = fmt.Sprintf("%s: %s", n.Place, n.Reason)
	case r.Provinces > 0:
		why = "there are only outlines of provinces; import wards, because provinces are built from them"
	}
	return fmt.Errorf("%w among %d features: %s", ErrNothing, r.Features, why)
}

// division returns the wards as areas, and the wards themselves.
func division(table *units.Table, joined []verdict) (boundary.Source, []units.Ward) {
	var land boundary.Source
	group := make(map[string]uint32)
	for i, p := range table.Provinces() {
		group[p.Code] = uint32(i)
		land.Groups = append(land.Groups, number(p.Code))
	}
	wards := make([]units.Ward, len(joined))
	for i, v := range joined {
		wards[i] = v.ward
		land.Areas = append(land.Areas, boundary.Area{
			Parts: v.feature.parts, Group: group[v.ward.ProvinceCode], Code: number(v.ward.Code),
			Size: v.ward.Published.AreaKM2 * 1e6,
		})
	}
	return land, wards
}

// number returns a code of the table, of at most five digits, as a number.
func number(code string) uint32 {
	n, _ := strconv.ParseUint(code, 10, 32)
	return uint32(n)
}

func bounds(land boundary.Source) geo.Bounds {
	all := geo.NoBounds
	for _, a := range land.Areas {
		all = all.Union(around(a.Parts))
	}
	return all
}

// around returns the bounding box of an outline.
func around(parts []boundary.Part) geo.Bounds {
	box := geo.NoFixedBounds
	for _, part := range parts {
		for _, ring := range part {
			box = box.Union(geo.FixedBoundsOf(ring...))
		}
	}
	return box.Bounds()
}

// meta returns the metadata of the pack, added to the existing metadata m.
func (r *Report) meta(c *content, wards []units.Ward, m pack.Meta, o Options) pack.Meta {
	mine := pack.Meta{
		Source: c.names(), SourceSHA256: c.sha256, Bounds: r.Bounds,
		Counts: map[string]int64{
			"wards": int64(r.Joined), "provinces": provincesOf(wards), "borders": int64(r.Borders.Arcs),
		},
		BorderLicences: []string{},
	}
	if o.Licence != "" {
		mine.Licences, mine.BorderLicences = []string{o.Licence}, []string{o.Licence}
	}
	m = m.With(mine)
	switch {
	case o.Name != "":
		m.Name = o.Name
	case m.Name == "":
		m.Name = c.name
	}
	if o.Importer != "" {
		m.Importer = o.Importer
	}
	return m
}

// formerMeta returns the metadata m with what is known of the borders of June 2025. Their licence
// is none of the borders in force.
func (r *Report) formerMeta(m pack.Meta, o Options) pack.Meta {
	mine := pack.Meta{Bounds: r.Bounds, Counts: map[string]int64{"former_wards": int64(r.Joined)}}
	if o.Licence != "" {
		mine.Licences = []string{o.Licence}
	}
	return m.With(mine)
}

// provincesOf returns the number of provinces of wards.
func provincesOf(wards []units.Ward) int64 {
	seen := make(map[string]bool)
	for _, w := range wards {
		seen[w.ProvinceCode] = true
	}
	return int64(len(seen))
}

// bareName returns the name of a file without its extensions.
func bareName(file string) string {
	for _, end := range []string{".gz", ".zip", ".kmz", ".geojsonl", ".ndjson", ".geojson", ".json", ".shp", ".gpkg", ".fgb", ".kml"} {
		file = strings.TrimSuffix(file, end)
	}
	return file
}

// names returns the names of the files as the pack's source.
func (c *content) names() string {
	if len(c.sources) == 0 {
		return "" // the extract, which the pack names already
	}
	first, last := filepath.Base(c.sources[0].path), filepath.Base(c.sources[len(c.sources)-1].path)
	switch n := len(c.sources); n {
	case 1:
		return first
	case 2:
		return first + ", " + last
	default:
		return fmt.Sprintf("%s … %s (%d files)", first, last, n)
	}
}
