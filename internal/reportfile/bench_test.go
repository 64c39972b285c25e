// SPDX-License-Identifier: MIT

package reportfile_test

import (
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
	"time"

	"roadsnap/engine/report"
	"roadsnap/internal/reportfile"
)

// BenchmarkWrite writes form B.1 with the most rows that it has, over 31 days, and form B.2.1 with
// a row for each minute.
func BenchmarkWrite(b *testing.B) {
	for _, kind := range []report.Kind{report.Journey, report.Speeds} { // the longest ones
		d := longForm(kind)
		for _, f := range reportfile.Formats() {
			b.Run(string(kind)+"/"+string(f), func(b *testing.B) {
				b.ReportAllocs()
				peak := watchHeap()
				for b.Loop() {
					if err := reportfile.Write(io.Discard, d, f); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(peak(), "MB-peak")
			})
		}
	}
}

// watchHeap begins to watch how much of the heap is used, and returns a function that ends it and
// returns the most (MB).
func watchHeap() (end func() float64) {
	runtime.GC()
	done, most := make(chan struct{}), make(chan float64)
	go func() {
		var m runtime.MemStats
		peak := 0.0
		for {
			runtime.ReadMemStats(&m)
			peak = max(peak, float64(m.HeapInuse)/1e6)
			select {
			case <-done:
				most <- peak
				return
			case <-time.After(5 * time.Millisecond):
			}
		}
	}()
	return func() float64 { close(done); return <-most }
}

// longForm returns a form of points with 31 days.
func longForm(kind report.Kind) *report.Document {
	const days = 31
	l := report.Vietnamese
	d := &report.Document{Kind: kind, Language: l, Title: kind.Title(l), Made: made, Version: "1.0"}
	rows := report.MostRows / days
	if kind == report.Speeds {
		rows = 24 * 60
	}
	for day := range days {
		start := time.Date(2026, 10, 1+day, 0, 0, 0, 0, made.Location())
		t := report.Table{Title: l.Day(start)}
		keys := []string{"no", "time", "lat", "lon", "place", "note"}
		if kind == report.Speeds {
			keys = []string{"no", "time", "speed_list", "note"}
		}
		for _, key := range keys {
			t.Columns = append(t.Columns, report.Column{Key: key, Title: l.T(key)})
		}
		for i := range rows {
			at := start.Add(time.Duration(i) * 24 * time.Hour / time.Duration(rows))
			row := []report.Cell{{Kind: report.Number, Number: float64(i + 1)}, {Kind: report.Moment, Time: at, Trips: []int64{1}}}
			if kind == report.Speeds {
				row = append(row, report.Cell{Kind: report.Text, Text: strings.Repeat(fmt.Sprint(30+i%50)+", ", 59) + "42"}, report.Cell{})
			} else {
				row = append(row, report.Cell{Kind: report.Number, Number: 10.7 + float64(i)/1e5, Decimals: 6}, report.Cell{Kind: report.Number, Number: 106.6 + float64(i)/1e5, Decimals: 6},
					report.Cell{Kind: report.Text, Text: "Đường Nguyễn Văn Linh, Phường Tân Hưng, Thành phố Hồ Chí Minh"}, report.Cell{})
			}
			t.Rows = append(t.Rows, row)
		}
		d.Tables = append(d.Tables, t)
	}
	return d
}

// BenchmarkLayout lays form B.1 with the most rows out for a preview, and draws a page in its middle.
func BenchmarkLayout(b *testing.B) {
	d := longForm(report.Journey)
	b.ReportAllocs()
	before := heapInUse()
	var p *reportfile.Pages
	for b.Loop() {
		p = reportfile.Layout(d)
		reportfile.Picture(d, p.Page(p.Len()/2), 5)
	}
	b.ReportMetric((heapInUse()-before)/1e6, "MB-kept")
	b.ReportMetric(float64(p.Len()), "pages")
}

// heapInUse returns how much of the heap is used after a collection (bytes).
func heapInUse() float64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc)
}
