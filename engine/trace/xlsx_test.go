// SPDX-License-Identifier: MIT

package trace

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"
)

// tab is a sheet of a workbook made for a test. A cell that is a day is formatted as a date.
type tab struct {
	name   string
	rows   [][]any
	merged [][2]string
	hidden bool
}

// workbookOf makes a workbook.
func workbookOf(t testing.TB, date1904 bool, tabs ...tab) []byte {
	t.Helper()
	f := excelize.NewFile()
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	check(f.SetWorkbookProps(&excelize.WorkbookPropsOptions{Date1904: &date1904}))
	code := "dd/mm/yyyy hh:mm:ss"
	style, err := f.NewStyle(&excelize.Style{CustomNumFmt: &code})
	check(err)
	for i, s := range tabs {
		if i == 0 {
			check(f.SetSheetName("Sheet1", s.name))
		} else {
			_, err := f.NewSheet(s.name)
			check(err)
		}
		for y, row := range s.rows {
			for x, value := range row {
				cell, err := excelize.CoordinatesToCellName(x+1, y+1)
				check(err)
				check(f.SetCellValue(s.name, cell, value))
				if _, isTime := value.(time.Time); isTime {
					check(f.SetCellStyle(s.name, cell, cell, style))
				}
			}
		}
		for _, m := range s.merged {
			check(f.MergeCell(s.name, m[0], m[1]))
		}
		if s.hidden {
			check(f.SetSheetVisible(s.name, false))
		}
	}
	var out bytes.Buffer
	check(f.Write(&out))
	return out.Bytes()
}

// drive returns n rows of a drive, made by row.
func drive(n int, row func(i int, at time.Time, lat, lon float64) []any) (rows [][]any) {
	start := time.Date(2026, 11, 21, 7, 15, 0, 0, time.UTC)
	for i := range n {
		rows = append(rows, row(i, start.Add(time.Duration(i)*10*time.Second), 10.77+float64(i)*1e-4, 106.7+float64(i)*1e-4))
	}
	return rows
}

func TestWorkbooks(t *testing.T) {
	text := func(at time.Time) string { return at.Format("02/01/2006 15:04:05") }
	plain := func(i int, at time.Time, lat, lon float64) []any {
		return []any{text(at), lat, lon, fmt.Sprintf("%d km/h", 10+i)}
	}
	names := []any{"Thời gian", "Vĩ độ", "Kinh độ", "Tốc độ"}
	for _, c := range []struct {
		name     string
		date1904 bool
		tabs     []tab
		vehicles []string // of the trips
		drivers  string   // of the first trip
	}{
		{name: "merged heading below titles", tabs: []tab{{
			name: "Báo cáo",
			rows: append([][]any{
				{"CÔNG TY VẬN TẢI"}, {"BÁO CÁO HÀNH TRÌNH XE"}, {"Biển số xe:", "51C-123.45", "", "Lái xe: Nguyễn Văn An"}, {},
				{"STT", "Thời gian", "Vị trí", "", "Vận tốc (km/h)"}, {"", "", "Vĩ độ", "Kinh độ", ""},
			}, drive(20, func(i int, at time.Time, lat, lon float64) []any {
				return []any{i + 1, text(at), lat, lon, 10 + i}
			})...),
			merged: [][2]string{{"A1", "E1"}, {"A2", "E2"}, {"C5", "D5"}, {"A5", "A6"}, {"B5", "B6"}, {"E5", "E6"}},
		}}, vehicles: []string{"51C-123.45"}, drivers: "Nguyễn Văn An"},
		{name: "plate in a title", tabs: []tab{{name: "Sheet1", rows: append([][]any{
			{"Lịch sử hành trình xe 29LD-123.45 ngày 21/11/2026"}, names}, drive(20, plain)...)}}, vehicles: []string{"29LD-123.45"}},
		{name: "dates as numbers", tabs: []tab{{name: "Sheet1", rows: append([][]any{names},
			drive(20, func(i int, at time.Time, lat, lon float64) []any { return []any{at, lat, lon, 10 + i} })...)}}, vehicles: []string{""}},
		{name: "dates as numbers from 1904", date1904: true, tabs: []tab{{name: "Sheet1", rows: append([][]any{names},
			drive(20, func(i int, at time.Time, lat, lon float64) []any { return []any{at, lat, lon, 10 + i} })...)}}, vehicles: []string{""}},
		{name: "position in one cell", tabs: []tab{{name: "Sheet1", rows: append([][]any{{"Biển số", "Ngày giờ", "Tọa độ", "Tốc độ"}},
			drive(20, func(i int, at time.Time, lat, lon float64) []any {
				return []any{"51C-1", text(at), fmt.Sprintf("%.6f, %.6f", lat, lon), fmt.Sprintf("%d km/h", 10+i)}
			})...)}}, vehicles: []string{"51C-1"}},
		{name: "decimal comma", tabs: []tab{{name: "Sheet1", rows: append([][]any{names},
			drive(20, func(i int, at time.Time, lat, lon float64) []any {
				comma := func(x float64) string { return strings.Replace(fmt.Sprintf("%.6f", x), ".", ",", 1) }
				return []any{text(at), comma(lat), comma(lon), fmt.Sprintf("%d,0 km/h", 10+i)}
			})...)}}, vehicles: []string{""}},
		{name: "a sheet per vehicle", tabs: []tab{
			{name: "Tổng hợp", rows: [][]any{{"Xe", "Km"}, {"51C-123.45", 12}}},
			{name: "51C-123.45", rows: append([][]any{names}, drive(20, plain)...)},
			{name: "Xe 51C-678.90", rows: append([][]any{names}, drive(20, plain)...)},
			{name: "nháp", rows: append([][]any{names}, drive(20, plain)...), hidden: true},
		}, vehicles: []string{"51C-123.45", "51C-678.90"}},
		{name: "sheets without plates", tabs: []tab{
			{name: "Sáng", rows: append([][]any{names}, drive(20, plain)...)},
			{name: "Chiều", rows: append([][]any{names}, drive(20, plain)...)},
		}, vehicles: []string{"", ""}},
		{name: "a vehicle written once", tabs: []tab{{name: "Sheet1", rows: append(append([][]any{append([]any{"Biển số"}, names...)},
			drive(20, func(i int, at time.Time, lat, lon float64) []any {
				return append([]any{map[bool]any{true: "51C-1", false: nil}[i == 0]}, plain(i, at, lat, lon)...)
			})...), drive(20, func(i int, at time.Time, lat, lon float64) []any {
			return append([]any{map[bool]any{true: "51C-2", false: nil}[i == 0]}, plain(i, at, lat, lon)...)
		})...), merged: [][2]string{{"A2", "A21"}, {"A22", "A41"}}}}, vehicles: []string{"51C-1", "51C-2"}},
		{name: "a title between the vehicles", tabs: []tab{{name: "Sheet1", rows: append(append(append(append([][]any{
			{"Biển số: 51C-123.45"}, names}, drive(20, plain)...), []any{"Biển số: 51C-678.90"}), names), drive(20, plain)...)}},
			vehicles: []string{"51C-123.45", "51C-678.90"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			trips, err := Read(context.Background(), bytes.NewReader(workbookOf(t, c.date1904, c.tabs...)), "x.xlsx", Options{})
			if err != nil {
				t.Fatal(err)
			}
			if len(trips) != len(c.vehicles) {
				t.Fatalf("%d trips, want %d: %+v", len(trips), len(c.vehicles), trips)
			}
			if c.drivers != "" && trips[0].Driver != c.drivers {
				t.Errorf("driver %q", trips[0].Driver)
			}
			for i, trip := range trips {
				if trip.Vehicle != c.vehicles[i] || len(trip.Observations) != 20 {
					t.Fatalf("trip %d: vehicle %q with %d points, %v", i, trip.Vehicle, len(trip.Observations), trip.Notes)
				}
				o := trip.Observations[1]
				if want := time.Date(2026, 11, 21, 7, 15, 10, 0, VietnamTime()); !o.Time.Equal(want) {
					t.Errorf("time %v, want %v", o.Time, want)
				}
				if math.Abs(o.Lat-10.7701) > 1e-9 || math.Abs(o.Lon-106.7001) > 1e-9 || !o.HasSpeed || math.Abs(o.Speed-11/3.6) > 1e-9 {
					t.Errorf("observation %+v", o)
				}
			}
		})
	}
}

// TestNamesOfSheets checks that trips of sheets without a vehicle have the names of the sheets.
func TestNamesOfSheets(t *testing.T) {
	rows := [][]any{{"lat", "lon"}, {10.5, 106.5}, {10.6, 106.6}}
	trips, err := Read(context.Background(), bytes.NewReader(workbookOf(t, false, tab{name: "Sáng", rows: rows}, tab{name: "Chiều", rows: rows})), "x.xlsx", Options{})
	if err != nil || len(trips) != 2 || trips[0].Name != "Sáng" || trips[1].Name != "Chiều" || trips[0].ID != "x-1" {
		t.Fatalf("%+v, %v", trips, err)
	}
}

// TestRefusedWorkbooks checks the errors of workbooks that cannot be read, and what to do.
func TestRefusedWorkbooks(t *testing.T) {
	address := [][]any{{"Biển số", "Thời gian", "Tốc độ", "Vị trí"}, {"51C-1", "21/11/2026 07:15:00", "40 km/h", "Đường Nguyễn Huệ, Quận 1"}}
	whole := workbookOf(t, false, tab{name: "S", rows: [][]any{{"lat", "lon"}, {10.5, 106.5}, {10.6, 106.6}}})
	for _, c := range []struct {
		name    string
		content []byte
		want    error
		words   string
	}{
		{"addresses only", workbookOf(t, false, tab{name: "S", rows: address}), ErrAddresses, "export it again with coordinates"},
		{"addresses after a summary", workbookOf(t, false, tab{name: "A", rows: [][]any{{"Km", "12"}}}, tab{name: "S", rows: address}), ErrAddresses, `sheet "S"`},
		{"no positions", workbookOf(t, false, tab{name: "S", rows: [][]any{{"Tên", "Km"}, {"a", 1}}}), ErrColumns, "Tên, Km"},
		{"empty", workbookOf(t, false, tab{name: "S"}), ErrEmpty, "have no values"},
		{"old", []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 and more of it"), ErrOldExcel, "save it as XLSX"},
		{"truncated", whole[:len(whole)/2], ErrFormat, "damaged or truncated"},
		{"a bad cell", workbookOf(t, false, tab{name: "A", rows: [][]any{{"Km", "12"}}}, tab{name: "S", rows: [][]any{{"lat", "lon"}, {10.5, 106.5}, {"x", 106.6}}}), ErrValue, `x.xlsx:3:1: sheet "S": latitude "x"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Read(context.Background(), bytes.NewReader(c.content), "x.xlsx", Options{})
			if !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.words) {
				t.Errorf("got %v, want %v with %q", err, c.want, c.words)
			}
		})
	}
	if _, err := Read(context.Background(), bytes.NewReader(whole), "x.xlsx", Options{Plain: true}); !errors.Is(err, ErrPacked) {
		t.Errorf("plain: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Read(ctx, bytes.NewReader(whole), "x.xlsx", Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// TestAddressesInCSV checks the same error for a text.
func TestAddressesInCSV(t *testing.T) {
	text := "Biển số;Thời gian;Địa chỉ\n51C-1;21/11/2026 07:15:00;Đường Nguyễn Huệ\n"
	if _, err := Read(context.Background(), strings.NewReader(text), "x.csv", Options{}); !errors.Is(err, ErrAddresses) || !errors.Is(err, ErrColumns) {
		t.Error(err)
	}
}
