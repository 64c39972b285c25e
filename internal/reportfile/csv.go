// SPDX-License-Identifier: MIT

package reportfile

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"
	"time"

	"roadsnap/engine/report"
	"roadsnap/engine/trace"
)

// writeCSV writes the tables of a document for spreadsheets: UTF-8 with a byte order mark, the
// separator and the decimal point of the language. Tables with a title stand below it, with an
// empty line between them. A text that a spreadsheet would take for a formula begins with an
// apostrophe.
func writeCSV(w io.Writer, d *report.Document) error {
	if _, err := io.WriteString(w, "\ufeff"); err != nil {
		return err
	}
	out := csv.NewWriter(w)
	if d.Language == report.Vietnamese {
		out.Comma = ';'
	}
	for i := range d.Tables {
		t := &d.Tables[i]
		if i > 0 {
			if err := out.Write([]string{""}); err != nil {
				return err
			}
		}
		if t.Title != "" {
			if err := out.Write([]string{trace.Guarded(t.Title)}); err != nil {
				return err
			}
		}
		head := make([]string, len(t.Columns))
		for k, c := range t.Columns {
			head[k] = c.Title
			if c.Group != "" {
				head[k] = c.Group + ": " + c.Title
			}
		}
		if err := out.Write(head); err != nil {
			return err
		}
		rows := t.Rows
		if t.Total != nil {
			rows = append(rows[:len(rows):len(rows)], t.Total)
		}
		line := make([]string, len(t.Columns))
		for _, row := range rows {
			for k, c := range row {
				line[k] = csvCell(d.Language, c)
			}
			if err := out.Write(line); err != nil {
				return err
			}
		}
	}
	out.Flush()
	return out.Error()
}

// csvCell returns a cell as a spreadsheet of the language reads it.
func csvCell(l report.Language, c report.Cell) string {
	switch c.Kind {
	case report.Text:
		return trace.Guarded(c.Text)
	case report.Number, report.Percent:
		s := strconv.FormatFloat(c.Number, 'f', c.Decimals, 64)
		if c.Kind == report.Percent {
			s = strconv.FormatFloat(c.Number*100, 'f', c.Decimals, 64) + "%"
		}
		if l == report.Vietnamese {
			s = strings.Replace(s, ".", ",", 1)
		}
		return s
	case report.Moment:
		return c.Time.Format("2006-01-02 15:04:05")
	case report.DayOnly:
		return c.Time.Format(time.DateOnly)
	}
	return l.Cell(c)
}
