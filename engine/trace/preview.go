// SPDX-License-Identifier: MIT

package trace

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"slices"

	"roadsnap/engine/internal/workbook"
)

// Doubt is a reason to look at how a table is read before it is opened. Its values are stable,
// because translations refer to them.
type Doubt string

// The doubts.
const (
	DoubtUnnamed   Doubt = "unnamed"   // no row has known column names; latitude and longitude were found by their values
	DoubtProjected Doubt = "projected" // the coordinates look like metres of VN-2000 or UTM
	DoubtSwapped   Doubt = "swapped"   // latitude and longitude look exchanged
	DoubtNoTime    Doubt = "no_time"   // no column has times
	DoubtDates     Doubt = "dates"     // all dates are valid with the day or the month first
	DoubtEncoding  Doubt = "encoding"  // letters are in an old encoding
	DoubtLoss      Doubt = "loss"      // some rows cannot be read
)

// Preview is the beginning of a file, and how it is read.
type Preview struct {
	Format Format
	Table  bool     // the file is a table; otherwise only Format and Err are set
	Sheets []string // the visible sheets of a workbook
	Sheet  string   // the one that Rows are of
	Rows   []PreviewRow
	// Recipe reads the table as Read does; it has no columns if Read finds none.
	Recipe  Recipe
	Doubts  []Doubt
	Systems []System // that the coordinates may be in, with DoubtProjected
	Trips   []Trip   // of Rows
	Err     error    // of reading Rows
}

// PreviewRow is a row of a table.
type PreviewRow struct {
	Line  int // counted from 1
	Cells []string
}

// Uncertain reports whether a user should look at the preview before the file is opened: it
// cannot be read so, its columns have names that say nothing, or the coordinates are in doubt.
// Other columns are no help to a table with addresses only, or with column names alone.
func (p *Preview) Uncertain() bool {
	hopeless := errors.Is(p.Err, ErrAddresses) || errors.Is(p.Err, ErrEmpty) && len(p.Recipe.Columns) > 0
	return p.Table && (p.Err != nil && !hopeless || slices.ContainsFunc(p.Doubts, func(d Doubt) bool {
		return d == DoubtUnnamed && p.Recipe.Header > 0 || d == DoubtProjected
	}))
}

// PreviewFile reads the first rows of a file, at most n, by Options.Recipe, or else by what it
// finds out. sheet names a sheet of a workbook; "" is the first with positions. The error is
// one of the file system or of ctx. Other errors are in the preview.
func PreviewFile(ctx context.Context, path, sheet string, n int, o Options) (p *Preview, err error) {
	err = withFile(path, func(f *os.File) error {
		p, err = previewOf(ctx, f, path, sheet, n, o)
		return err
	})
	if bad := new(Error); p == nil && errors.As(err, &bad) { // a folder
		return &Preview{Err: err}, nil
	}
	return p, err
}

// PreviewText is PreviewFile of a text.
func PreviewText(ctx context.Context, text []byte, name string, n int, o Options) (*Preview, error) {
	return previewOf(ctx, bytes.NewReader(text), name, "", n, o)
}

func previewOf(ctx context.Context, r io.Reader, name, sheet string, n int, o Options) (*Preview, error) {
	o = o.withDefaults()
	c := newCollector(ctx, name, o)
	p := &Preview{Format: o.Format, Sheet: sheet}
	c.preview = &previewer{Preview: p, left: n, sheet: sheet}
	src, head, err := open(ctx, r, o)
	if err == nil {
		err = c.readPreview(r, src, head)
	}
	if err == nil && p.Table {
		err = c.previewTrips()
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		p.Err = c.explain(err)
	}
	c.doubt(src)
	return p, nil
}

func (c *collector) readPreview(r io.Reader, src *source, head []byte) (err error) {
	p := c.preview
	if src.archive != nil {
		archive, err := openArchive(c, r, src.archive)
		if err != nil || !workbook.Is(archive) {
			return err // an archive of other files is no table
		}
		p.Format = XLSX
		return readWorkbook(c, archive)
	}
	if src.fit != nil {
		p.Format = FIT
		return nil
	}
	if p.Format == Auto {
		if p.Format, err = sniff(c, head); err != nil {
			return err
		}
	}
	if p.Format == CSV || p.Format == HTML || p.Format == SheetXML {
		return readAs(c, src.text, head, p.Format)
	}
	return nil
}

func (c *collector) previewTrips() error {
	all, err := c.finish()
	for _, f := range all {
		c.preview.Trips = append(c.preview.Trips, f.Trip)
	}
	return err
}

// doubt finds what is doubtful in the preview.
func (c *collector) doubt(src *source) {
	p := c.preview
	if !p.Table {
		return
	}
	add := func(d Doubt, is bool) {
		if is {
			p.Doubts = append(p.Doubts, d)
		}
	}
	has := func(kinds ...NoteKind) bool {
		return slices.ContainsFunc(p.Trips, func(t Trip) bool {
			return slices.ContainsFunc(t.Notes, func(n Note) bool { return slices.Contains(kinds, n.Kind) })
		})
	}
	add(DoubtUnnamed, p.unnamed)
	if errors.Is(p.Err, ErrProjected) || p.Err != nil && p.metres {
		add(DoubtProjected, true)
		p.Systems = LikelySystems(p.x, p.y, c.opt.Bounds)
	}
	add(DoubtSwapped, has(NoteSwapped))
	timed := slices.ContainsFunc(p.Trips, func(t Trip) bool { return len(t.Observations) > 0 && !t.Observations[0].Time.IsZero() })
	add(DoubtNoTime, len(p.Trips) > 0 && !timed)
	add(DoubtDates, c.clock.ambiguous && !c.clock.dayFirstProof && !c.clock.monthFirst)
	add(DoubtEncoding, src != nil && (src.repaired() || src.misdeclared))
	add(DoubtLoss, has(NoteBadRecord, NoteOutOfRange))
}

// previewer collects a preview.
type previewer struct {
	*Preview
	unnamed bool   // the columns were found by their values
	left    int    // rows still to read
	sheet   string // that was asked for
	metres  bool   // a position looks like x, y in metres
	x, y    float64
}

// previewRows are rows that are kept for a preview, and end with it.
type previewRows struct {
	rowSource
	p *previewer
}

func (r *previewRows) Read() ([]string, error) {
	if r.p.left <= 0 {
		return nil, io.EOF
	}
	row, err := r.rowSource.Read()
	if err != nil {
		return nil, err
	}
	r.p.left--
	line, _ := r.FieldPos(0)
	r.p.Rows = append(r.p.Rows, PreviewRow{Line: line, Cells: slices.Clone(row)})
	return row, nil
}

// previewed returns rows, which end early if only a preview is read. found has the table in
// first, the first rows.
func (c *collector) previewed(rows rowSource, found table, first [][]string) rowSource {
	if c.preview == nil {
		return rows
	}
	p := c.preview
	if p.Table = true; c.opt.Recipe != nil {
		p.Recipe = *c.opt.Recipe
	} else {
		p.Recipe = recipeOf(found, first)
		if r := c.recipeFor(first, found.delimiter); r != nil {
			p.Recipe = *r
		} else {
			p.unnamed = !found.named
		}
	}
	return &previewRows{rows, p}
}

// keepRows keeps the rows of a table in which no positions were found.
func (c *collector) keepRows(rows rowSource, delimiter rune) error {
	if c.preview == nil {
		return nil
	}
	c.preview.Table = true
	c.preview.Recipe.Delimiter = delimiterName(delimiter)
	for kept := (&previewRows{rows, c.preview}); ; {
		if _, err := kept.Read(); err != nil {
			if c.preview.Recipe.Header = likelyHeader(c.preview.Rows); errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
	}
}

// likelyHeader returns the first row with several texts and no number, counted from 1; 0 if
// there is none among the first.
func likelyHeader(rows []PreviewRow) int {
	return 1 + slices.IndexFunc(rows[:min(len(rows), maxAbove+1)], func(r PreviewRow) bool {
		return filled(r.Cells) > 1 && !slices.ContainsFunc(r.Cells, func(cell string) bool {
			_, number := parseNumber(cell)
			return number
		})
	})
}
