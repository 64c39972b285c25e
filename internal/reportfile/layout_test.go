// SPDX-License-Identifier: MIT

package reportfile

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"roadsnap/engine/report"
)

// tables returns a document with tables of so many rows, titles if they shall have some, and notes.
func tables(titled bool, total bool, notes int, rows ...int) *report.Document {
	d := &report.Document{Title: "T", Label: "L", Charts: []report.Chart{{Title: "C", Bars: []report.Bar{{Name: "1", Value: 2, Label: "2"}}}}, Signers: []string{"A", "B"}}
	for n, count := range rows {
		t := report.Table{Columns: []report.Column{{Key: "a", Title: "A", Group: "G"}, {Key: "b", Title: "B", Group: "G", Align: report.Right}, {Key: "c", Title: "Một tiêu đề dài"}}, Empty: "–"}
		if titled {
			t.Title = fmt.Sprint("Table ", n)
		}
		for i := range count {
			t.Rows = append(t.Rows, []report.Cell{{Kind: report.Number, Number: float64(i)}, {Kind: report.Text, Text: strings.Repeat("word ", i*7%60), Trips: []int64{1}}, {Kind: report.Text, Text: "x", Strong: i%5 == 0}})
		}
		if total {
			t.Total = []report.Cell{{}, {Kind: report.Text, Text: "sum"}, {}}
		}
		d.Tables = append(d.Tables, t)
	}
	for i := range notes {
		d.Notes = append(d.Notes, strings.Repeat(fmt.Sprint("note ", i, " "), 1+i%30))
	}
	return d
}

// TestPagesOneByOne compares pages that are laid out one by one with those of the whole document.
func TestPagesOneByOne(t *testing.T) {
	for name, d := range map[string]*report.Document{
		"empty":            tables(false, false, 0),
		"no rows":          tables(true, false, 3, 0, 0),
		"one row":          tables(false, true, 1, 1),
		"one long table":   tables(false, true, 2, 400),
		"tables of days":   tables(true, false, 0, 90, 1, 40, 0, 200, 37, 3),
		"totals":           tables(true, true, 0, 21, 22, 23, 24, 25, 26, 27, 28),
		"pages of notes":   tables(false, false, 300, 30),
		"notes and tables": tables(true, true, 120, 5, 60, 7),
	} {
		for _, wide := range []bool{false, true} {
			t.Run(fmt.Sprint(name, " wide ", wide), func(t *testing.T) {
				d := *d
				d.Wide = wide
				pages := Layout(&d)
				n := 0
				eachPage(&d, func(want *Page) {
					if n >= pages.Len() {
						t.Fatalf("only %d pages", pages.Len())
					}
					if got := pages.Page(n); !reflect.DeepEqual(got, want) {
						t.Errorf("page %d differs: %d items, want %d", n+1, len(got.Items), len(want.Items))
					}
					n++
				})
				if n != pages.Len() {
					t.Errorf("%d pages, want %d", pages.Len(), n)
				}
			})
		}
	}
}

// TestNoTitleAlone checks that a title and the titles of columns have a row below them on their page.
func TestNoTitleAlone(t *testing.T) {
	for first := range 60 {
		pages := Layout(tables(true, false, 0, first, 30))
		for n := range pages.Len() {
			items := pages.Page(n).Items
			for i := range items {
				if items[i].Text != "Table 1" {
					continue
				}
				rows := 0
				for _, x := range items[i:] {
					if x.Text == "x" {
						rows++
					}
				}
				if rows == 0 {
					t.Errorf("after %d rows the title stands alone on page %d", first, n+1)
				}
			}
		}
	}
}
