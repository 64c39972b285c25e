// SPDX-License-Identifier: MIT

package trace

import (
	"context"
	"errors"
	"io"
	"os"
	"slices"
	"strings"

	"roadsnap/engine/internal/workbook"
)

// ReadTable reads a file whose columns need not be those of positions: the rows of the first
// visible sheet of a workbook, or the text of any other file as UTF-8. Text may have any
// encoding that Read knows, and may be compressed. The errors are those of ReadFile.
func ReadTable(ctx context.Context, path string, o Options) (rows [][]string, text string, err error) {
	err = withFile(path, func(f *os.File) error {
		o = o.withDefaults()
		c := newCollector(ctx, path, o)
		src, _, err := open(ctx, f, o)
		if err == nil && src.archive != nil {
			rows, err = firstSheet(c, f, src)
		} else if err == nil && src.fit == nil {
			text, err = allText(src)
		} else if err == nil {
			err = c.fault(ErrFormat, 0, 0, "the file is no table", "choose a CSV or XLSX file")
		}
		if err != nil {
			return c.explain(err)
		}
		return nil
	})
	return rows, text, err
}

func allText(src *source) (string, error) {
	var out strings.Builder
	_, err := io.Copy(&out, src.text)
	if failed := src.failed(); failed != nil {
		err = failed
	}
	return out.String(), err
}

// firstSheet returns the rows of the first visible sheet that has any.
func firstSheet(c *collector, f *os.File, src *source) (out [][]string, err error) {
	archive, err := openArchive(c, f, src.archive)
	if err != nil {
		return nil, err
	}
	if !workbook.Is(archive) {
		return nil, c.fault(ErrFormat, 0, 0, "the archive is no workbook", "choose a CSV or XLSX file")
	}
	b, err := workbook.Open(c.ctx, archive, workbookLimits)
	if err != nil {
		return nil, c.workbookFault(err)
	}
	for _, s := range b.Sheets {
		if s.Hidden {
			continue
		}
		if out, err = sheetRows(c, b, s); err != nil || len(out) > 0 {
			return out, err
		}
	}
	return nil, nil
}

func sheetRows(c *collector, b *workbook.Book, s workbook.Sheet) (out [][]string, err error) {
	rows, err := b.Rows(c.ctx, s)
	if err != nil {
		return nil, c.workbookFault(err)
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	source := &workbookRows{rows, c}
	for {
		row, err := source.Read()
		if errors.Is(err, io.EOF) {
			return out, nil
		}
		if err != nil {
			return nil, err
		}
		out = append(out, slices.Clone(row))
	}
}
