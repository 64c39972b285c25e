// SPDX-License-Identifier: MIT

package reportfile_test

import (
	"fmt"
	"time"

	"roadsnap/engine/report"
)

// made is the moment at which sample documents were made.
var made = time.Date(2026, 11, 28, 9, 30, 0, 0, time.FixedZone("+07", 7*3600))

// sample returns a document with all types of cells, groups of columns, notes, sources, a chart
// and more rows than fit on a page.
func sample(l report.Language) *report.Document {
	d := &report.Document{
		Kind: report.ByVehicle, Language: l, Title: report.ByVehicle.Title(l), Label: l.T("label.check") + ". " + l.T("label.form", "form", "B.5.1"),
		Head: []report.Line{{Name: l.T("head.company"), Value: "Công ty Vận tải An Bình"}, {Name: l.T("head.period"), Value: l.Day(made.AddDate(0, 0, -28)) + " – " + l.Day(made)}},
		Wide: true, Made: made, Version: "1.0", Signers: []string{l.T("signer.author"), l.T("signer.head")},
		Notes:   []string{l.T("note.halts"), l.T("note.silence")},
		Sources: []report.Line{{Name: "Lái xe liên tục không quá 4 giờ", Value: "Luật 36/2024/QH15, khoản 1 Điều 64"}},
	}
	chart := report.Chart{Title: l.T("chart.km"), Unit: "km"}
	for day := range 30 {
		km := float64(day*37%250) + 40
		chart.Bars = append(chart.Bars, report.Bar{Name: fmt.Sprintf("%02d/11", day+1), Value: km, Label: l.Number(km, 0)})
	}
	d.Charts = []report.Chart{chart}
	column := func(key, group string, align report.Align) report.Column {
		return report.Column{Key: key, Title: l.T(key), Group: group, Width: 8, Align: align}
	}
	t := report.Table{Columns: []report.Column{
		column("no", "", report.Right), column("plate", "", report.Left), column("driver", "", report.Left), column("begin", "", report.Left),
		column("lat", l.T("coordinates"), report.Right), column("lon", l.T("coordinates"), report.Right),
		column("km", "", report.Right), column("over_share", "", report.Right), column("drive_time", "", report.Right), column("day", "", report.Left), column("note", "", report.Left),
	}}
	for i := range 60 {
		t.Rows = append(t.Rows, []report.Cell{
			{Kind: report.Number, Number: float64(i + 1)}, {Kind: report.Text, Text: fmt.Sprintf("51C-%03d.%02d", i*7%1000, i)}, {Kind: report.Text, Text: "Nguyễn Thị Hường Quỳnh"},
			{Kind: report.Moment, Time: made.Add(time.Duration(i) * time.Hour)},
			{Kind: report.Number, Number: 10.762622 + float64(i)/1000, Decimals: 6}, {Kind: report.Number, Number: 106.660172, Decimals: 6},
			{Kind: report.Number, Number: 1234.5 + float64(i), Decimals: 1}, {Kind: report.Percent, Number: 0.012, Decimals: 1}, {Kind: report.Length, Number: float64(3600*4 + i*60), Strong: i%9 == 0, Trips: []int64{int64(i)}},
			{Kind: report.DayOnly, Time: made}, {Kind: report.Text, Text: []string{"", "=HYPERLINK(\"x\")", "Đường Nguyễn Văn Linh, Phường Tân Hưng, Thành phố Hồ Chí Minh"}[i%3]},
		})
	}
	t.Total = []report.Cell{{}, {Kind: report.Text, Text: l.T("total")}, {}, {}, {}, {}, {Kind: report.Number, Number: 75840, Decimals: 1}, {}, {}, {}, {}}
	d.Tables = []report.Table{t, {Title: l.T("classes"), Columns: []report.Column{column("class", "", report.Left), column("km", "", report.Right)}, Empty: l.T("empty")}}
	return d
}
