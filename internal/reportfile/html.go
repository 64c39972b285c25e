// SPDX-License-Identifier: MIT

package reportfile

import (
	"bufio"
	_ "embed"
	"encoding/base64"
	"html/template"
	"io"

	"roadsnap/engine/report"
)

//go:embed report.html
var htmlSource string

var htmlPage = template.Must(template.New("report").Parse(htmlSource))

// htmlDocument is what the template shows.
type htmlDocument struct {
	*report.Document
	Logo           template.URL
	Notes, Sources string // headings
	Made           string
	Tables         []htmlTable
	Charts         []htmlChart
}

type htmlTable struct {
	Title, Empty string
	Groups       []htmlGroup // nil without groups
	Columns      []report.Column
	Rows         [][]htmlCell
	Total        []htmlCell
}

type htmlGroup struct {
	Title string
	Span  int
}

type htmlCell struct {
	Text   string
	Right  bool
	Strong bool
}

type htmlChart struct {
	Title string
	Bars  []htmlBar
}

type htmlBar struct {
	Name, Label string
	Percent     float64
}

// writeHTML writes a page that needs no other file.
func writeHTML(w io.Writer, d *report.Document) error {
	l := d.Language
	p := htmlDocument{Document: d, Notes: l.T("heading.notes"), Sources: l.T("heading.sources")}
	if !d.Made.IsZero() {
		p.Made = l.T("made", "day", l.Moment(d.Made), "version", d.Version)
	}
	if kind, ok := logoKind(d.Logo); ok {
		p.Logo = template.URL("data:image/" + kind + ";base64," + base64.StdEncoding.EncodeToString(d.Logo)) //nolint:gosec // base64 of an image that was decoded
	}
	for i := range d.Tables {
		p.Tables = append(p.Tables, htmlOf(l, &d.Tables[i]))
	}
	for _, c := range d.Charts {
		chart := htmlChart{Title: c.Title}
		most := 0.0
		for _, b := range c.Bars {
			most = max(most, b.Value)
		}
		for _, b := range c.Bars {
			percent := 0.0
			if most > 0 {
				percent = b.Value / most * 100
			}
			chart.Bars = append(chart.Bars, htmlBar{b.Name, b.Label, percent})
		}
		p.Charts = append(p.Charts, chart)
	}
	out := bufio.NewWriterSize(w, 1<<16) // the template writes each value by itself
	if err := htmlPage.Execute(out, p); err != nil {
		return err
	}
	return out.Flush()
}

func htmlOf(l report.Language, t *report.Table) htmlTable {
	h := htmlTable{Title: t.Title, Empty: t.Empty, Columns: t.Columns}
	grouped := false
	for i, c := range t.Columns {
		if i > 0 && c.Group != "" && c.Group == t.Columns[i-1].Group {
			h.Groups[len(h.Groups)-1].Span++
			continue
		}
		grouped = grouped || c.Group != ""
		h.Groups = append(h.Groups, htmlGroup{c.Group, 1})
	}
	if !grouped {
		h.Groups = nil
	}
	cells := func(row []report.Cell) (list []htmlCell) {
		for i, c := range row {
			list = append(list, htmlCell{l.Cell(c), t.Columns[i].Align == report.Right, c.Strong})
		}
		return list
	}
	for _, row := range t.Rows {
		h.Rows = append(h.Rows, cells(row))
	}
	if t.Total != nil {
		h.Total = cells(t.Total)
	}
	return h
}
