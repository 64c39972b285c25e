package units

import (
	"fmt"
	"strconv"
	"strings"

	"roadsnap/engine/unitfile"
	"roadsnap/engine/units"
)

// JSON returns the record of a unit as the HTTP API gives it, without the
// border or, if withBorder, with it at the finest level. It reads the borders, and
// runs in the background, as JSONArray does.
func (p *Model) JSON(row Row, withBorder bool) (text string) {
	_ = p.reader.store.Atlas(func(a *units.Atlas) (err error) {
		var b []byte
		if withBorder {
			b, err = unitfile.BorderRecord(unitOf(a, row), a.Net().Finest())
		} else {
			b, err = unitfile.Record(unitOf(a, row))
		}
		text = string(b)
		return err
	})
	return text
}

// JSONArray returns the records of units without their borders.
func (p *Model) JSONArray(rows []Row) string {
	records := make([]string, len(rows))
	for i, r := range rows {
		records[i] = p.JSON(r, false)
	}
	return "[\n" + strings.Join(records, ",\n") + "\n]"
}

// Codes returns the codes of units with commas between them, as a parameter of
// the API or a query takes them.
func Codes(rows []Row) string {
	codes := make([]string, len(rows))
	for i, r := range rows {
		codes[i] = r.Code()
	}
	return strings.Join(codes, ",")
}

// Sheet returns units as a spreadsheet takes them: a row each, tabs between the
// columns, a decimal point in the area. It runs on the UI goroutine.
func (p *Model) Sheet(rows []Row) string {
	var b strings.Builder
	b.WriteString("code\tname\tkind\tprovince_code\tprovince\tarea_km2\n")
	for _, r := range rows {
		area := ""
		if land, found := p.index.lands[r.Code()]; found {
			area = strconv.FormatFloat(land.area/1e6, 'f', 3, 64)
		}
		fmt.Fprintf(&b, "%s\t%s\t%s\t%s\t%s\t%s\n", r.Code(), r.Name(), r.Kind(), r.Province.Code, r.Province.Name, area)
	}
	return b.String()
}

// HasFormer reports whether it is known what a unit was made of.
func (p *Model) HasFormer(row Row) bool {
	c := p.reader.tableCard(row)
	return len(c.MadeOf)+len(c.MadeOfProvinces) > 0
}
