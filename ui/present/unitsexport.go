package present

import (
	"context"
	"path/filepath"
	"strings"
	"sync"

	"roadsnap/engine/geofile"
	"roadsnap/engine/unitfile"
	"roadsnap/engine/units"
)

// UnitExport is what became of the last export, or how far it is.
type UnitExport struct {
	Busy        bool
	Done, Total int
	Path        string // of the file, once it is whole
	Count       int    // of the units in it
	Problem     Notice
}

// UnitScope says which units are written to a file.
type UnitScope int

// The scopes.
const (
	ScopeSelected  UnitScope = iota // the selected unit
	ScopeWards                      // the wards of the selected province, or of the ward's
	ScopeListed                     // what the table or the search lists
	ScopeProvinces                  // all provinces
	ScopeAllWards
)

// exportWork is the export under way.
type exportWork struct {
	mu     sync.Mutex
	cancel context.CancelFunc
	work   sync.WaitGroup
}

// ExportName returns what a file of a scope may be called, without its ending.
func (p *Units) ExportName(scope UnitScope) string {
	s := p.State()
	switch {
	case scope == ScopeSelected && s.HasSelected:
		return plainFileName(s.Selected)
	case scope == ScopeWards && s.HasSelected:
		return plainFileName(UnitRow{Province: s.Selected.Province}) + "_wards"
	case scope == ScopeProvinces:
		return "provinces"
	}
	return "wards"
}

// plainFileName is a unit's code and its name without marks and blanks.
func plainFileName(r UnitRow) string {
	name := r.Province.NameEN
	if r.IsWard {
		name = r.Ward.NameEN
	}
	return r.Code() + "_" + strings.ToLower(strings.ReplaceAll(name, " ", "_"))
}

// ExportRows returns the units of a scope; those of a file are all of one kind.
func (p *Units) ExportRows(scope UnitScope) (rows []UnitRow) {
	s := p.State()
	switch scope {
	case ScopeSelected:
		if s.HasSelected {
			rows = append(rows, s.Selected)
		}
	case ScopeWards:
		if s.HasSelected {
			for _, w := range p.table.WardsOf(s.Selected.Province.Code) {
				rows = append(rows, p.wardRow(w))
			}
		}
	case ScopeListed:
		if s.View == UnitsTable {
			for _, e := range s.Table.Rows {
				rows = append(rows, e.UnitRow)
			}
			return rows
		}
		return ofOneKind(s.Rows)
	case ScopeProvinces:
		return p.tabled(UnitsState{Table: UnitsListing{Of: AllProvinces}})
	case ScopeAllWards:
		return p.tabled(UnitsState{})
	}
	return rows
}

// ofOneKind returns the wards among rows, or all if there is none.
func ofOneKind(rows []UnitRow) (wards []UnitRow) {
	for _, r := range rows {
		if r.IsWard {
			wards = append(wards, r)
		}
	}
	if wards == nil {
		return rows
	}
	return wards
}

// Export writes the units of a scope with their borders to a file, in the format
// of its name's ending, in the background. While one export is under way another
// is not begun.
func (p *Units) Export(scope UnitScope, path string) {
	rows := p.ExportRows(scope)
	if len(rows) == 0 {
		return
	}
	p.work.mu.Lock()
	defer p.work.mu.Unlock()
	if p.work.cancel != nil {
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	p.work.cancel = cancel
	p.exported(UnitExport{Busy: true, Total: len(rows)})
	p.work.work.Go(func() {
		err := p.write(ctx, rows, path)
		p.work.mu.Lock()
		p.work.cancel = nil
		p.work.mu.Unlock()
		cancelled := ctx.Err() != nil
		cancel()
		switch {
		case err == nil:
			p.exported(UnitExport{Path: path, Count: len(rows)})
		case cancelled:
			p.exported(UnitExport{})
		default:
			p.exported(UnitExport{Problem: Explain(err)})
		}
	})
}

func (p *Units) write(ctx context.Context, rows []UnitRow, path string) error {
	format, err := geofile.FormatOf(path)
	if err != nil {
		return err
	}
	meta, _, err := p.store.Borders()
	if err != nil {
		return err
	}
	return p.store.Atlas(func(a *units.Atlas) error {
		const step = 50 // units between two tellings
		o := unitfile.Options{
			Kind: units.KindProvince, Level: a.Net().Finest(), Licence: strings.Join(meta.Licences, "; "),
			Progress: func(done, total int) {
				if done%step == 0 {
					p.exported(UnitExport{Busy: true, Done: done, Total: total})
				}
			},
		}
		if rows[0].IsWard {
			o.Kind = units.KindWard
		}
		list := make([]unitfile.Unit, len(rows))
		for i, r := range rows {
			list[i] = fileUnit(a, r)
		}
		w, err := geofile.Create(path, format, unitfile.Schema(o))
		if err != nil {
			return err
		}
		return unitfile.Write(ctx, w, list, o)
	})
}

func fileUnit(a *units.Atlas, r UnitRow) unitfile.Unit {
	if r.IsWard {
		return unitfile.OfWard(a, r.Ward)
	}
	return unitfile.OfProvince(a, r.Province)
}

func (p *Units) exported(e UnitExport) {
	p.state.change(func(s UnitsState) UnitsState {
		s.Export = e
		return s
	})
}

// CancelExport stops the export under way.
func (p *Units) CancelExport() {
	p.work.mu.Lock()
	defer p.work.mu.Unlock()
	if p.work.cancel != nil {
		p.work.cancel()
	}
}

// Close stops the export under way and waits until it has stopped.
func (p *Units) Close() {
	p.CancelExport()
	p.work.work.Wait()
}

// JSON returns the record of a unit as the HTTP API gives it, without the
// border or, if withBorder, with it at the finest level.
func (p *Units) JSON(row UnitRow, withBorder bool) (text string) {
	_ = p.store.Atlas(func(a *units.Atlas) error {
		var b []byte
		var err error
		if withBorder {
			b, err = unitfile.BorderRecord(fileUnit(a, row), a.Net().Finest())
		} else {
			b, err = unitfile.Record(fileUnit(a, row))
		}
		text = string(b)
		return err
	})
	return text
}

// boundaryEndings are how the names of files of boundaries end.
var boundaryEndings = []string{".geojson", ".geojson.gz", ".json", ".json.gz", ".zip"}

// IsBoundaries reports whether a path may be that of a file of boundaries.
func IsBoundaries(path string) bool {
	name := strings.ToLower(filepath.Base(path))
	for _, end := range boundaryEndings {
		if strings.HasSuffix(name, end) {
			return true
		}
	}
	return false
}
