// SPDX-License-Identifier: MIT

package gis

import (
	"bufio"
	"context"
	"encoding/csv"
	"errors"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/paulmach/orb"

	"roadsnap/engine/geo"
	"roadsnap/engine/trace"
	"roadsnap/engine/units"
	"roadsnap/internal/atomicfile"
	"roadsnap/ui/text"
)

// locatedColumns are the columns that Locate adds.
var locatedColumns = []string{"lat", "lon", "ward_code", "ward", "prov_code", "province"}

// Locate writes all rows of the active layer with the ward and the province that each point, or
// the middle of each area, lies in. The file is XLSX if the path ends so, else CSV.
func (m *Model) Locate(path string) {
	i := m.state.Item()
	if i == nil || i.Data == nil {
		return
	}
	d := i.Data
	m.state.Busy++
	m.state.Problem, m.state.Saved = nil, ""
	m.writing = m.o.Jobs.Start(func(ctx context.Context) func() {
		err := atomicfile.Write(path, 0o644, func(w io.Writer) error {
			if strings.EqualFold(filepath.Ext(path), ".xlsx") {
				return m.writeBook(ctx, w, d)
			}
			return m.writeText(ctx, w, d)
		})
		return func() {
			if m.state.Busy--; err != nil {
				m.state.Problem = text.Writing(err)
			} else {
				m.state.Saved, m.state.Count = path, d.Len()
			}
			m.changed.Raise()
		}
	})
	m.changed.Raise()
}

func (m *Model) writeText(ctx context.Context, w io.Writer, d *Data) error {
	b := bufio.NewWriter(w)
	if _, err := b.WriteString("\uFEFF"); err != nil { // Excel then reads UTF-8
		return err
	}
	out := csv.NewWriter(b)
	out.UseCRLF = true
	var guarded []string
	err := m.located(ctx, d, func(cells []string) error {
		guarded = guarded[:0]
		for _, cell := range cells {
			guarded = append(guarded, trace.GuardedCell(cell))
		}
		return out.Write(guarded)
	})
	out.Flush()
	return errors.Join(err, out.Error(), b.Flush())
}

func (m *Model) writeBook(ctx context.Context, w io.Writer, d *Data) error {
	b, err := m.o.Books(w)
	if err != nil {
		return err
	}
	defer b.Discard()
	const sheet, width = "rows", 16
	var values []any
	err = m.located(ctx, d, func(cells []string) error {
		if values == nil {
			values = make([]any, len(cells))
			widths := make([]float64, len(cells))
			for i := range widths {
				widths[i] = width
			}
			return b.AddSheet(sheet, cells, widths)
		}
		for i, c := range cells {
			values[i] = c
		}
		return b.AddRow(sheet, values)
	})
	if err != nil {
		return err
	}
	return b.Close()
}

// located calls row with the names of the columns, and with the cells of each row.
func (m *Model) located(ctx context.Context, d *Data, row func([]string) error) error {
	cells := make([]string, 0, len(d.Columns)+len(locatedColumns))
	for _, c := range d.Columns {
		cells = append(cells, c.Name)
	}
	if err := row(append(cells, locatedColumns...)); err != nil {
		return err
	}
	write := func(a *units.Atlas) error {
		for i := range d.Len() {
			if err := ctx.Err(); err != nil {
				return err
			}
			cells = cells[:0]
			for _, c := range d.Columns {
				cells = append(cells, c.Texts[i])
			}
			var found [6]string
			if p, ok := middle(d.Geometry[i]); ok {
				found[0], found[1] = strconv.FormatFloat(p.Lat, 'f', 7, 64), strconv.FormatFloat(p.Lon, 'f', 7, 64)
				if at, inside := a.Locate(p); inside {
					if at.WardFound {
						found[2], found[3] = at.Ward.Code, at.Ward.FullName
					}
					found[4], found[5] = at.Province.Code, at.Province.FullName
				}
			}
			if err := row(append(cells, found[:]...)); err != nil {
				return err
			}
		}
		return nil
	}
	if m.o.Atlas == nil {
		return errNoBorders
	}
	return m.o.Atlas(write)
}

// middle returns the point of a geometry that is located.
func middle(g orb.Geometry) (p geo.Point, ok bool) {
	if g == nil {
		return p, false
	}
	if points, is := g.(orb.MultiPoint); is && len(points) > 0 {
		return geo.Point{Lat: points[0][1], Lon: points[0][0]}, true
	}
	c := g.Bound().Center()
	return geo.Point{Lat: c[1], Lon: c[0]}, true
}
