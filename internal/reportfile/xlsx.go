// SPDX-License-Identifier: MIT

package reportfile

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/xuri/excelize/v2"

	"roadsnap/engine/report"
)

// sheetFont has Vietnamese letters on every system with a spreadsheet.
const sheetFont = "Arial"

// writeXLSX writes a document as a workbook: a sheet for each table, with typed cells, a frozen
// head with filters, a print area and a repeated head, and a sheet with the notes and sources.
func writeXLSX(w io.Writer, d *report.Document) (err error) {
	f := excelize.NewFile()
	defer func() {
		if closing := f.Close(); err == nil {
			err = closing
		}
	}()
	b := bookWriter{file: f, doc: d, styles: map[styleKey]int{}, names: map[string]bool{}}
	for i := range d.Tables {
		if err := b.table(&d.Tables[i]); err != nil {
			return err
		}
	}
	if err := b.notes(); err != nil {
		return err
	}
	if err := f.SetDocProps(&excelize.DocProperties{Title: d.Title, Creator: "Roadsnap " + d.Version, Language: d.Language.String(), Created: d.Made.UTC().Format("2006-01-02T15:04:05Z"), Modified: d.Made.UTC().Format("2006-01-02T15:04:05Z")}); err != nil {
		return err
	}
	return f.Write(w)
}

// bookWriter writes the sheets of a document.
type bookWriter struct {
	file   *excelize.File
	doc    *report.Document
	styles map[styleKey]int
	names  map[string]bool
	sheets int
}

// styleKey is what distinguishes the styles of cells.
type styleKey struct {
	format string
	align  report.Align
	bold   bool
	fill   bool
	alarm  bool
	wrap   bool
	border bool
	size   float64
}

// style returns the number of a style.
func (b *bookWriter) style(k styleKey) (int, error) {
	if id, ok := b.styles[k]; ok {
		return id, nil
	}
	s := &excelize.Style{Font: &excelize.Font{Family: sheetFont, Size: k.size, Bold: k.bold}, Alignment: &excelize.Alignment{WrapText: k.wrap, Vertical: "top"}}
	if k.alarm {
		s.Font.Color = "B01E1E"
	}
	s.Alignment.Horizontal = [...]string{report.Left: "left", report.Right: "right", report.Center: "center"}[k.align]
	if k.align == report.Center {
		s.Alignment.Vertical = "center"
	}
	if k.fill {
		s.Fill = excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{"EEF1F5"}}
	}
	if k.border {
		for _, side := range []string{"left", "right", "top", "bottom"} {
			s.Border = append(s.Border, excelize.Border{Type: side, Color: "C4C7CC", Style: 1})
		}
	}
	if k.format != "" {
		s.CustomNumFmt = &k.format
	}
	id, err := b.file.NewStyle(s)
	b.styles[k] = id
	return id, err
}

// add adds a sheet with a free name and returns it.
func (b *bookWriter) add(name string) (string, error) {
	name = strings.Map(func(r rune) rune {
		if strings.ContainsRune(`:\/?*[]`, r) {
			return '-'
		}
		return r
	}, name)
	if runes := []rune(name); len(runes) > 28 {
		name = string(runes[:28])
	}
	base := strings.Trim(name, "' ")
	for n := 2; name == "" || b.names[strings.ToLower(name)]; n++ {
		name = fmt.Sprintf("%s %d", base, n)
	}
	b.names[strings.ToLower(name)] = true
	b.sheets++
	if b.sheets == 1 {
		return name, b.file.SetSheetName("Sheet1", name)
	}
	_, err := b.file.NewSheet(name)
	return name, err
}

// xlsxCell returns the value of a cell and the format of its number.
func xlsxCell(c report.Cell) (value any, format string) {
	decimals := func() string {
		if c.Decimals == 0 {
			return "#,##0"
		}
		return "#,##0." + strings.Repeat("0", c.Decimals)
	}
	switch c.Kind {
	case report.Text:
		return c.Text, ""
	case report.Number:
		return c.Number, decimals()
	case report.Percent:
		return c.Number, strings.TrimPrefix(decimals(), "#,##") + "%"
	case report.Moment:
		return wallClock(c), "dd/mm/yyyy hh:mm:ss"
	case report.DayOnly:
		return wallClock(c), "dd/mm/yyyy"
	case report.Length:
		return c.Number / (24 * 60 * 60), "[h]:mm:ss"
	case report.Clock:
		format := "hh:mm"
		if days := c.DaysLater(); days > 0 {
			format += fmt.Sprintf(`" +%d"`, days)
		}
		return c.Number / (24 * 60 * 60), format
	}
	return nil, ""
}

// table writes a sheet.
func (b *bookWriter) table(t *report.Table) error {
	name := t.Title
	if name == "" {
		name = b.doc.Title
	}
	sheet, err := b.add(name)
	if err != nil {
		return err
	}
	if err := b.page(sheet); err != nil { // before the rows, because they are written at once
		return err
	}
	s, err := b.file.NewStreamWriter(sheet)
	if err != nil {
		return err
	}
	widths := sheetWidths(b.doc.Language, t)
	for i, width := range widths {
		if err := s.SetColWidth(i+1, i+1, width); err != nil {
			return err
		}
	}
	x := sheetWriter{book: b, sheet: sheet, stream: s, columns: headColumns(widths), widths: widths, row: 1}
	first := x.headRows(t) + 1
	top := first
	if grouped(t) {
		top++
	}
	if err := s.SetPanes(&excelize.Panes{Freeze: true, YSplit: top, TopLeftCell: fmt.Sprintf("A%d", top+1), ActivePane: "bottomLeft"}); err != nil {
		return err
	}
	x.head(t)
	x.titles(t)
	for _, row := range t.Rows {
		x.cells(row, false)
	}
	last := max(x.row-1, top)
	if t.Total != nil {
		x.cells(t.Total, true)
	}
	if len(t.Rows) == 0 {
		x.line(t.Empty, styleKey{size: 10})
	}
	if n := len(b.doc.Signers); n > 0 {
		x.row++
		x.line(strings.Join(b.doc.Signers, strings.Repeat(" ", 40)), styleKey{size: 10, bold: true})
	}
	if x.err != nil {
		return x.err
	}
	if err := b.print(sheet, len(t.Columns), x.columns, first, top, last, x.row-1); err != nil {
		return err
	}
	return s.Flush()
}

// headColumns returns over how many columns the lines above a table reach: at least so many that
// the title of the document fits.
func headColumns(widths []float64) int {
	const least, usual = 80, 9 // characters
	sum := 0.0
	for _, w := range widths {
		sum += w
	}
	return len(widths) + max(int((least-sum)/usual), 0)
}

// The widths of columns (characters).
const leastWidth, mostWidth = 6, 44

// sheetWidths returns the widths of columns: those of their longest text, within bounds, and
// of the longest word of their title.
func sheetWidths(l report.Language, t *report.Table) []float64 {
	widths := make([]float64, len(t.Columns))
	rows := t.Rows[:min(len(t.Rows), 1000)]
	if t.Total != nil {
		rows = append(rows[:len(rows):len(rows)], t.Total)
	}
	for i, c := range t.Columns {
		most := leastWidth
		for word := range strings.FieldsSeq(c.Title) {
			most = max(most, utf8.RuneCountInString(word)+1)
		}
		for _, row := range rows {
			most = max(most, min(utf8.RuneCountInString(l.Cell(row[i]))+2, mostWidth))
		}
		widths[i] = float64(most)
	}
	return widths
}

// print sets how a sheet is filtered and printed: its columns, the columns of the lines above
// them, and the rows of the titles, of the last record and of the end.
func (b *bookWriter) print(sheet string, columns, wide, first, top, last, end int) error {
	right, err := excelize.ColumnNumberToName(columns)
	if err != nil {
		return err
	}
	if err := b.file.AutoFilter(sheet, fmt.Sprintf("A%d:%s%d", top, right, last), nil); err != nil {
		return err
	}
	edge, err := excelize.ColumnNumberToName(wide)
	if err != nil {
		return err
	}
	quoted := "'" + strings.ReplaceAll(sheet, "'", "''") + "'"
	if err := b.file.SetDefinedName(&excelize.DefinedName{Name: "_xlnm.Print_Area", RefersTo: fmt.Sprintf("%s!$A$1:$%s$%d", quoted, edge, end), Scope: sheet}); err != nil {
		return err
	}
	if err := b.file.SetDefinedName(&excelize.DefinedName{Name: "_xlnm.Print_Titles", RefersTo: fmt.Sprintf("%s!$%d:$%d", quoted, first, top), Scope: sheet}); err != nil {
		return err
	}
	return nil
}

// page sets the paper of a sheet: A4, as wide as it, with page numbers.
func (b *bookWriter) page(sheet string) error {
	paper, orientation, wide, tall, fit := 9, "portrait", 1, 0, true
	if b.doc.Wide {
		orientation = "landscape"
	}
	if err := b.file.SetPageLayout(sheet, &excelize.PageLayoutOptions{Size: &paper, Orientation: &orientation, FitToWidth: &wide, FitToHeight: &tall}); err != nil {
		return err
	}
	if err := b.file.SetSheetProps(sheet, &excelize.SheetPropsOptions{FitToPage: &fit}); err != nil {
		return err
	}
	return b.file.SetHeaderFooter(sheet, &excelize.HeaderFooterOptions{OddFooter: "&L" + strings.ReplaceAll(b.doc.Title, "&", "&&") + "&R&P/&N"})
}

// notes writes the sheet of notes and sources.
func (b *bookWriter) notes() error {
	if len(b.doc.Notes)+len(b.doc.Sources) == 0 {
		return nil
	}
	l := b.doc.Language
	sheet, err := b.add(l.T("heading.notes"))
	if err != nil {
		return err
	}
	if err := b.page(sheet); err != nil {
		return err
	}
	s, err := b.file.NewStreamWriter(sheet)
	if err != nil {
		return err
	}
	for i, width := range []float64{70, 60} {
		if err := s.SetColWidth(i+1, i+1, width); err != nil {
			return err
		}
	}
	x := sheetWriter{book: b, sheet: sheet, stream: s, columns: 2, row: 1, widths: []float64{70, 60}}
	x.line(l.T("heading.notes"), styleKey{size: 11, bold: true})
	for _, n := range b.doc.Notes {
		x.wrapped(n, "")
	}
	x.row++
	x.line(l.T("heading.sources"), styleKey{size: 11, bold: true})
	for _, n := range b.doc.Sources {
		x.wrapped(n.Name, n.Value)
	}
	if !b.doc.Made.IsZero() {
		x.row++
		x.line(l.T("made", "day", l.Moment(b.doc.Made), "version", b.doc.Version), styleKey{size: 9})
	}
	if x.err != nil {
		return x.err
	}
	return s.Flush()
}
