// SPDX-License-Identifier: MIT

package addresses

import (
	"bufio"
	"context"
	"encoding/csv"
	"errors"
	"io"
	"path/filepath"
	"strings"

	"roadsnap/engine/address"
	"roadsnap/engine/trace"
	"roadsnap/engine/tripfile"
	"roadsnap/internal/atomicfile"
	"roadsnap/ui/job"
	"roadsnap/ui/text"
)

// Books returns a new workbook that is written to w.
type Books func(w io.Writer) (tripfile.Book, error)

// Title returns the names of the columns of the written table.
func (s *State) Title() []string {
	return append(append([]string{}, s.Sheet.Names...), address.Columns(s.To)...)
}

// cells returns a row of the written table.
func (s *State) cells(r *Row) []string {
	out := make([]string, len(s.Sheet.Names), len(s.Sheet.Names)+6)
	copy(out, r.Cells)
	return append(out, address.Cells(s.To, &r.Answer)...)
}

// Save writes the table with its results as XLSX if the path ends so, else as CSV, in the
// background.
func (m *Model) Save(path string) {
	s := m.state
	if s.Sheet == nil || s.Busy {
		return
	}
	m.state.Busy, m.state.Done, m.state.Total, m.state.Saved, m.state.Err = true, 0, len(s.Rows), "", nil
	m.working = job.Report(m.o.Jobs, m.progressed, func(ctx context.Context, report func(progress)) func() {
		err := atomicfile.Write(path, 0o644, func(w io.Writer) error {
			if strings.EqualFold(filepath.Ext(path), ".xlsx") {
				return s.writeBook(ctx, w, m.o.Books, report)
			}
			return s.writeText(ctx, w, report)
		})
		return func() {
			if m.state.Busy = false; err != nil {
				m.state.Err = text.Writing(err)
			} else {
				m.state.Saved = path
			}
			m.changed.Raise()
		}
	})
	m.changed.Raise()
}

// writeText writes CSV. The mark at its beginning makes Excel read it as UTF-8.
func (s *State) writeText(ctx context.Context, w io.Writer, report func(progress)) error {
	b := bufio.NewWriter(w)
	if _, err := b.WriteString("\uFEFF"); err != nil {
		return err
	}
	out := csv.NewWriter(b)
	out.UseCRLF = true
	if err := out.Write(guarded(s.Title())); err != nil {
		return err
	}
	err := s.each(ctx, report, func(cells []string) error { return out.Write(guarded(cells)) })
	out.Flush()
	return errors.Join(err, out.Error(), b.Flush())
}

// guarded changes cells so that no spreadsheet runs them as formulas.
func guarded(cells []string) []string {
	for i, cell := range cells {
		cells[i] = trace.GuardedCell(cell)
	}
	return cells
}

// share is a confidence in a workbook.
type share float64

// Number implements the numbers of tripfile.Book.
func (x share) Number() (value float64, decimals int) { return float64(x), 2 }

// The widths of columns (characters).
const (
	textWidth = 40
	codeWidth = 12
)

func (s *State) writeBook(ctx context.Context, w io.Writer, books Books, report func(progress)) error {
	b, err := books(w)
	if err != nil {
		return err
	}
	defer b.Discard()
	const sheet = "addresses"
	title := s.Title()
	widths := make([]float64, len(title))
	first := len(s.Sheet.Names)
	for i := range widths {
		if widths[i] = codeWidth; i == first || i < first && s.Sheet.Parts[address.PartAddress] == i {
			widths[i] = textWidth
		}
	}
	if err := b.AddSheet(sheet, title, widths); err != nil {
		return err
	}
	values, n := make([]any, len(title)), 0
	err = s.each(ctx, report, func(cells []string) error {
		for i, c := range cells[:len(title)] {
			values[i] = c
		}
		values[first+3] = share(s.Rows[n].Answer.Confidence)
		n++
		return b.AddRow(sheet, values)
	})
	if err != nil {
		return err
	}
	return b.Close()
}

// each calls fn with the cells of each row.
func (s *State) each(ctx context.Context, report func(progress), fn func(cells []string) error) error {
	for i, r := range s.Rows {
		if i%chunk == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
			report(progress{i, len(s.Rows)})
		}
		if err := fn(s.cells(r)); err != nil {
			return err
		}
	}
	return nil
}

// SheetText returns the listed rows as tab-separated text for a spreadsheet.
func (s *State) SheetText() string {
	var out strings.Builder
	line := func(cells []string) {
		for i, c := range guarded(cells) {
			if i > 0 {
				out.WriteByte('\t')
			}
			out.WriteString(strings.NewReplacer("\t", " ", "\n", " ", "\r", " ").Replace(c))
		}
		out.WriteByte('\n')
	}
	line(s.Title())
	for _, i := range s.Shown {
		line(s.cells(s.Rows[i]))
	}
	return out.String()
}
