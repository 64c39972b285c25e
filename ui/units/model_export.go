// SPDX-License-Identifier: MIT

package units

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"roadsnap/engine/boundary"
	"roadsnap/engine/geofile"
	"roadsnap/engine/unitfile"
	"roadsnap/engine/units"
	"roadsnap/ui/job"
	"roadsnap/ui/text"
)

// ExportState is the progress or the result of the last export.
type ExportState struct {
	Busy        bool
	Done, Total int
	Path        string // path of the complete file
	Count       int    // number of units in it
	Problem     text.Notice
}

// Scope selects the units that are written to a file.
type Scope int

// The scopes.
const (
	ScopeSelected          Scope = iota // the selected wards, or provinces if no ward is selected
	ScopeSelectedProvinces              // the selected provinces
	ScopeListed                         // the listed wards, or provinces if no ward is listed
	ScopeProvinces                      // all provinces
	ScopeAllWards
)

// Batch is a set of units of one kind, to be written to one file.
type Batch struct {
	Name    string // suggested file name without extension
	Rows    []Row
	Level   boundary.Level // of the borders; a finer one than there is counts as the finest
	System  string         // of the coordinates, as unitfile.SystemOf takes it
	Columns []string       // names of the columns to write; nil for all
	Excel   bool           // CSV for Excel
}

// Kind returns the kind of the units.
func (b *Batch) Kind() units.Kind {
	if len(b.Rows) > 0 && b.Rows[0].IsWard {
		return units.KindWard
	}
	return units.KindProvince
}

// province returns the province that all units are in.
func (b *Batch) province() (p units.Province, one bool) {
	for i, row := range b.Rows {
		if i > 0 && row.Province.Code != p.Code {
			return p, false
		}
		p = row.Province
	}
	return p, len(b.Rows) > 0
}

// Systems returns the coordinate systems in which a batch can be written: WGS 84, the grid of its
// province and those of the former provinces in it, and the zones of UTM.
func (p *exports) Systems(b Batch, words text.Catalogue) []text.System {
	list := []text.System{{Name: "wgs84", Title: "WGS 84"}}
	if province, one := b.province(); one {
		own, _ := province.Meridian()
		list = append(list, text.System{Name: "vn2000", Title: gridTitle(words.Province(province), own)})
		for _, name := range p.reader.table.FormerProvincesOf(province.Code) {
			if m, ok := units.FormerMeridian(name); ok && m != own {
				title := gridTitle(words.T("units.export.former", "name", name), m)
				list = append(list, text.System{Name: "vn2000:" + name, Title: title})
			}
		}
	}
	return append(list, text.System{Name: "utm48", Title: "WGS 84 UTM 48N"}, text.System{Name: "utm49", Title: "WGS 84 UTM 49N"})
}

func gridTitle(province string, meridian float64) string {
	return "VN-2000 " + text.MeridianText(meridian) + " · " + province
}

// exports writes units to files and formats them as text.
type exports struct {
	*lists
	exporting *job.Job // the last export
}

// plainFileName returns a unit's code and its name without diacritics and spaces.
func plainFileName(r Row) string {
	name := r.pick(r.Province.NameEN, r.Ward.NameEN)
	return r.Code() + "_" + strings.ToLower(strings.ReplaceAll(name, " ", "_"))
}

// BatchOf returns the batch of one unit.
func BatchOf(row Row) Batch { return Batch{Name: plainFileName(row), Rows: []Row{row}} }

// WardsOf returns the batch of the wards of a province.
func (p *exports) WardsOf(province units.Province) Batch {
	return Batch{Name: plainFileName(Row{Province: province}) + "_wards", Rows: p.reader.rows(province.Code)}
}

// Batch returns the units of a scope.
func (p *exports) Batch(scope Scope) Batch {
	s := p.state
	var rows []Row
	switch scope {
	case ScopeSelected:
		rows = ofOneKind(s.Selection)
	case ScopeSelectedProvinces:
		rows = only(s.Selection, false)
	case ScopeListed:
		rows = ofOneKind(s.Listed())
	case ScopeProvinces:
		return Batch{Name: "provinces", Rows: p.reader.rows(AllProvinces)}
	case ScopeAllWards:
		return Batch{Name: "wards", Rows: p.reader.rows("")}
	}
	switch {
	case len(rows) == 1:
		return BatchOf(rows[0])
	case len(rows) > 0 && rows[0].IsWard:
		return Batch{Name: fmt.Sprintf("%d_wards", len(rows)), Rows: rows}
	default:
		return Batch{Name: fmt.Sprintf("%d_provinces", len(rows)), Rows: rows}
	}
}

// ofOneKind returns the wards in rows, or rows if there are none.
func ofOneKind(rows []Row) []Row {
	if wards := only(rows, true); len(wards) > 0 {
		return wards
	}
	return rows
}

// Export writes the units of a batch with their borders to a file in the background. The
// extension of path selects the format. Export does nothing while another export runs.
func (p *exports) Export(b Batch, path string) {
	if len(b.Rows) == 0 || p.state.Export.Busy {
		return
	}
	p.exporting = job.Report(p.jobs, p.exported, func(ctx context.Context, report func(ExportState)) func() {
		var e ExportState
		switch err := p.reader.write(ctx, b, path, report); {
		case err == nil:
			e = ExportState{Path: path, Count: len(b.Rows)}
		case ctx.Err() == nil:
			e.Problem = text.Explain(err)
		}
		return func() { p.exported(e) }
	})
	p.exported(ExportState{Busy: true, Total: len(b.Rows)})
}

func (p *exports) exported(e ExportState) {
	p.state.Export = e
	p.changed.Raise()
}

// write writes units to a file.
func (r reader) write(ctx context.Context, b Batch, path string, report func(ExportState)) error {
	format, err := geofile.FormatOf(path)
	if err != nil {
		return err
	}
	meta, _, err := r.store.Borders()
	if err != nil {
		return err
	}
	return r.store.Atlas(func(a *units.Atlas) error {
		list := make([]unitfile.Unit, len(b.Rows))
		for i, row := range b.Rows {
			list[i] = unitOf(a, row)
		}
		province, _ := b.province()
		system, err := unitfile.SystemOf(a.Table, b.System, province.Code)
		if err != nil {
			return err
		}
		o := unitfile.Options{
			System: system, Columns: b.Columns, Excel: b.Excel,
			Kind: list[0].Kind, Level: a.Net().Level(b.Level), Licence: strings.Join(meta.BorderNotices(), "; "),
			Progress: func(done, total int) { report(ExportState{Busy: true, Done: done, Total: total}) },
		}
		w, err := geofile.Create(path, format, unitfile.Schema(o))
		if err != nil {
			return text.Writing(err)
		}
		return unitfile.Write(ctx, w, list, o)
	})
}

// CancelExport cancels the running export. The state stays busy until the incomplete file
// is removed.
func (p *exports) CancelExport() { p.exporting.Stop() }

// ForgetExport clears the result of the last export. It does nothing while an export runs.
func (p *exports) ForgetExport() {
	if !p.state.Export.Busy {
		p.exported(ExportState{})
	}
}

// JSON returns the record of a unit in the format of the HTTP API, with its border at the
// finest level if withBorder. JSON and JSONArray read the borders, so they must run in the
// background.
func (p *exports) JSON(row Row, withBorder bool) (record string) {
	_ = p.reader.store.Atlas(func(a *units.Atlas) (err error) {
		var b []byte
		if withBorder {
			b, err = unitfile.BorderRecord(unitOf(a, row), a.Net().Finest())
		} else {
			b, err = unitfile.Record(unitOf(a, row))
		}
		record = string(b)
		return err
	})
	return record
}

// JSONArray returns the records of units without their borders.
func (p *exports) JSONArray(rows []Row) string {
	return "[\n" + joined(rows, ",\n", func(r Row) string { return p.JSON(r, false) }) + "\n]"
}

// Codes returns the codes of units, separated by commas, as in parameters of the API.
func Codes(rows []Row) string { return joined(rows, ",", Row.Code) }

// joined returns the texts of rows, joined by separator.
func joined(rows []Row, separator string, text func(Row) string) string {
	texts := make([]string, len(rows))
	for i, r := range rows {
		texts[i] = text(r)
	}
	return strings.Join(texts, separator)
}

// Sheet returns units as tab-separated rows for a spreadsheet, with a decimal point in the
// area. Runs on the UI goroutine.
func (p *exports) Sheet(rows []Row) string {
	return "code\tname\tkind\tprovince_code\tprovince\tarea_km2\n" + joined(rows, "", func(r Row) string {
		area := ""
		if land, found := p.index.lands[r.Code()]; found {
			area = strconv.FormatFloat(land.area/1e6, 'f', 3, 64)
		}
		return strings.Join([]string{r.Code(), r.Name(), r.Kind(), r.Province.Code, r.Province.Name, area}, "\t") + "\n"
	})
}
