// SPDX-License-Identifier: MIT

package fleet

import (
	"archive/zip"
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/unicode/norm"

	"roadsnap/engine/errclass"
)

func day(year, month, day int) time.Time {
	return time.Date(year, time.Month(month), day, 0, 0, 0, 0, vietnam)
}

// oneTable is a table as dispatchers keep it.
const oneTable = `DANH SÁCH XE VÀ LÁI XE;;;;;;;;
;;;;;;;;
STT;Biển số;Loại xe;Đội;Định mức (lít/100km);Họ và tên;Số GPLX;Điện thoại;Từ ngày;Đến ngày
1;51C-123.45;Xe tải 5 tấn;Bình Tân;12,5;Nguyễn Văn An;790123456789;0901 234 567;01/11/2026;15/11/2026
2;51c 12345;;;;Trần Thị Bình;-;0909000111;16/11/2026 06:30;
3;29H-000.01;Xe khách;Hà Nội;18 l/100km;;;;;
`

var fromOneTable = Register{
	Vehicles: []Vehicle{{Plate: "51C-123.45", Kind: "Xe tải 5 tấn", Group: "Bình Tân", Norm: 12.5}, {Plate: "29H-000.01", Kind: "Xe khách", Group: "Hà Nội", Norm: 18}},
	Drivers:  []Driver{{"Nguyễn Văn An", "790123456789", "0901 234 567"}, {"Trần Thị Bình", "", "0909000111"}},
	Assignments: []Assignment{
		{"51C-123.45", "Nguyễn Văn An", day(2026, 11, 1), day(2026, 11, 16)},
		{"51c 12345", "Trần Thị Bình", day(2026, 11, 16).Add(6*time.Hour + 30*time.Minute), time.Time{}},
	},
}

// encoded returns text in each encoding that spreadsheets write.
func encoded(t *testing.T, text string) map[string][]byte {
	t.Helper()
	utf16, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String(text)
	if err != nil {
		t.Fatal(err)
	}
	// The code page has some letters composed, and combining marks for the others.
	windows, err := charmap.Windows1258.NewEncoder().String(partlyComposed(text))
	if err != nil {
		t.Fatal(err)
	}
	return map[string][]byte{
		"UTF-8": []byte(text), "with a mark": []byte(byteOrderMark + text), "decomposed": norm.NFD.Bytes([]byte(text)),
		"UTF-16": []byte(utf16), "Windows-1258": []byte(windows),
		"tabs": []byte(strings.ReplaceAll(text, ";", "\t")), "sep": []byte("sep=;\r\n" + strings.ReplaceAll(text, "\n", "\r\n")),
	}
}

// partlyComposed returns text with tone marks apart, and the other marks composed.
func partlyComposed(text string) string {
	var b strings.Builder
	for _, r := range text {
		var letter, tones []rune
		for _, part := range norm.NFD.String(string(r)) {
			if strings.ContainsRune("\u0300\u0301\u0303\u0309\u0323", part) {
				tones = append(tones, part)
			} else {
				letter = append(letter, part)
			}
		}
		b.WriteString(norm.NFC.String(string(letter)) + string(tones))
	}
	return b.String()
}

func TestReadOneTable(t *testing.T) {
	for name, content := range encoded(t, oneTable) {
		t.Run(name, func(t *testing.T) {
			got, err := Read("x.csv", content)
			if err != nil || !reflect.DeepEqual(got, fromOneTable) {
				t.Errorf("%+v, %v", got, err)
			}
		})
	}
}

// bookOf returns a workbook of sheets with rows from A1 on.
func bookOf(t testing.TB, sheets map[string][][]any, change func(*excelize.File)) []byte {
	t.Helper()
	f := excelize.NewFile()
	defer f.Close()
	for name, rows := range sheets {
		if _, err := f.NewSheet(name); err != nil {
			t.Fatal(err)
		}
		for i, row := range rows {
			cell, err := excelize.CoordinatesToCellName(1, i+1)
			if err != nil {
				t.Fatal(err)
			}
			if err := f.SetSheetRow(name, cell, &row); err != nil {
				t.Fatal(err)
			}
		}
	}
	if change != nil {
		change(f)
	}
	var out bytes.Buffer
	if err := f.Write(&out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestReadSheets reads a workbook with a sheet for each list, dates and numbers as Excel
// keeps them, and sheets of other kinds.
func TestReadSheets(t *testing.T) {
	utc := func(t time.Time) time.Time { // Excel's dates have no zone
		return time.Date(t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), 0, 0, time.UTC)
	}
	content := bookOf(t, map[string][][]any{
		"Xe":      {{"Công ty A"}, {"Biển kiểm soát", "Loại xe", "Đội xe", "Định mức\n(l/100 km)"}, {"51C-123.45", "Xe tải", "Kho 1", 12.5}, {}, {"51C-678.90", nil, nil, "9,5"}},
		"Lái xe":  {{"Họ tên", "GPLX", "SĐT"}, {"Nguyễn Văn An", 790123456789, "0901234567"}},
		"Ghi chú": {{"Biển báo"}, {"không phải danh sách"}},
		"Phân công": {
			{"Xe", "Tài xế", "Từ", "Đến"},
			{"51C-123.45", "Nguyễn Văn An", utc(day(2026, 11, 1)), utc(day(2026, 11, 15))},
			{"51C-123.45", "Lê Minh", utc(day(2026, 11, 16).Add(390 * time.Minute)), "2026-12-31T18:00:00Z"},
		},
		"ẩn": {{"Biển số"}, {"99Z-999.99"}},
	}, func(f *excelize.File) {
		if err := f.SetSheetVisible("ẩn", false); err != nil {
			t.Fatal(err)
		}
	})
	got, err := Read("x.xlsx", content)
	want := Register{
		Vehicles: []Vehicle{{Plate: "51C-123.45", Kind: "Xe tải", Group: "Kho 1", Norm: 12.5}, {Plate: "51C-678.90", Kind: "", Group: "", Norm: 9.5}},
		Drivers:  []Driver{{"Nguyễn Văn An", "790123456789", "0901234567"}, {"Lê Minh", "", ""}},
		Assignments: []Assignment{
			{"51C-123.45", "Nguyễn Văn An", day(2026, 11, 1), day(2026, 11, 16)},
			{"51C-123.45", "Lê Minh", day(2026, 11, 16).Add(390 * time.Minute), day(2027, 1, 1).Add(time.Hour)},
		},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v", got, err)
	}
	// Old files from Macintosh count days from 1904.
	on := true
	content = bookOf(t, map[string][][]any{"S": {{"plate", "driver", "from"}, {"51C-1", "An", 44874}}}, func(f *excelize.File) {
		if err := f.SetWorkbookProps(&excelize.WorkbookPropsOptions{Date1904: &on}); err != nil {
			t.Fatal(err)
		}
	})
	if got, err := Read("x.xlsx", content); err != nil || !got.Assignments[0].From.Equal(day(2026, 11, 10)) {
		t.Errorf("%+v, %v", got, err)
	}
}

// TestReadAssignmentsAlone reads a table that names vehicles and drivers only to assign them.
func TestReadAssignmentsAlone(t *testing.T) {
	got, err := Read("x.csv", []byte("Biển số;Lái xe;Từ ngày\n51C-1;Nguyễn An;01/11/2026\n51C-2;Trần Bình;\n51c1;NGUYỄN AN;02/11/2026\n"))
	want := Register{
		Vehicles:    []Vehicle{{Plate: "51C-1"}, {Plate: "51C-2"}},
		Drivers:     []Driver{{Name: "Nguyễn An"}, {Name: "Trần Bình"}},
		Assignments: []Assignment{{Plate: "51C-1", Driver: "Nguyễn An", From: day(2026, 11, 1)}, {Plate: "51C-2", Driver: "Trần Bình"}, {Plate: "51c1", Driver: "NGUYỄN AN", From: day(2026, 11, 2)}},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestParseTime(t *testing.T) {
	at := day(2026, 11, 5)
	for text, want := range map[string]time.Time{
		"05/11/2026": at, "5/11/2026": at, "5-11-2026": at, "05.11.2026": at, "2026-11-05": at, "2026-11-5": at,
		"05/11/2026 07:30": at.Add(450 * time.Minute), "5/11/2026, 7h30": at.Add(450 * time.Minute), "5/11/2026 7h": at.Add(7 * time.Hour), "05/11/2026 07:30:15": at.Add(450*time.Minute + 15*time.Second),
		"2026-11-05T00:30:00Z": at.Add(450 * time.Minute), "2026-11-05 00:30:00.5+00:00": at.Add(450*time.Minute + time.Second/2),
		"2026-11-04T23:00:00-01:30": at.Add(450 * time.Minute), "46331": at, "46331.25": at.Add(6 * time.Hour),
	} {
		if got, whole, err := parseTime(text, serials(false)); err != nil || !got.Equal(want) || whole != (len(text) <= 10 && !strings.Contains(text, ".25")) {
			t.Errorf("%q is %v, %v, %v", text, got, whole, err)
		}
	}
	for _, text := range []string{"", "31/02/2026", "13/13/2026", "0/1/2026", "05/11/26", "05/11/1026", "2026-11", "05/11/2026 25:00", "05/11/2026 7:60", "2026-11-05T00:30:00+15:00", "hôm nay", "NaN", "-1", "1e9", "05/11/2026x"} {
		if got, _, err := parseTime(text, serials(false)); err == nil {
			t.Errorf("%q is %v", text, got)
		}
	}
	if _, _, err := parseTime("46331", nil); err == nil {
		t.Error("a number is a date in CSV")
	}
}

// TestReadFaults holds that errors say where and what to do.
func TestReadFaults(t *testing.T) {
	bomb := func(size uint64) []byte {
		var out bytes.Buffer
		w := zip.NewWriter(&out)
		f, err := w.Create("xl/worksheets/sheet1.xml")
		if err != nil {
			t.Fatal(err)
		}
		zeros := make([]byte, 1<<20)
		for n := uint64(0); n < size; n += uint64(len(zeros)) {
			if _, err := f.Write(zeros); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		return out.Bytes()
	}
	many := "plate\n" + strings.Repeat("51C-1\n", maxRows+1)
	for _, c := range []struct {
		name, content string
		err           error
		text          string
	}{
		{"norm", "Biển số;Định mức\n51C-1;nhiều\n", ErrValue, `x, row 2, column 2 (Định mức): "nhiều" is no fuel norm; write litres per 100 km`},
		{"negative norm", "plate,norm\n51C-1,-1\n", ErrValue, `row 2, column 2 (norm): "-1" is no fuel norm`},
		{"date", "plate,driver,from\n\n51C-1,An,31/02/2026\n", ErrValue, `row 3, column 3 (from): "31/02/2026" is no date; write day/month/year`},
		{"order", "plate,driver,from,to\n51C-1,An,2/11/2026,1/11/2026\n", ErrValue, "row 2, column 4 (to): the end is not after the beginning"},
		{"no driver", "plate,driver,from\n51C-1,,1/11/2026\n", ErrValue, "row 2, column 2 (driver): no driver; fill in"},
		{"no plate", "plate,kind\n,lorry\n", ErrValue, "row 2, column 1 (plate): no plate; fill in"},
		{"no letters", "plate,kind\n.,lorry\n", ErrValue, "no plate"},
		{"contradiction", "plate,kind\n51C-1,lorry\n51c1,bus\n", ErrValue, `row 3, column 2 (kind): 51c1 has the kind "lorry" in an earlier row; make`},
		{"record", "record,plate\nship,51C-1\n", ErrValue, `row 2, column 1 (record): "ship" is no record; write vehicle`},
		{"again", "plate,Biển số\n51C-1,51C-1\n", ErrColumns, "row 1, column 2 (Biển số): another column means the same"},
		{"no columns", "a,b\n1,2\n", ErrColumns, "x, row 1: no column of plates or drivers; name the columns"},
		{"empty", "", ErrColumns, "x: no column"},
		{"binary", "\x00\x01\x02", ErrFormat, "not a CSV or XLSX file; save"},
		{"old", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", ErrFormat, "password; save it as .xlsx"},
		{"no workbook", "PK\x03\x04 and so on", ErrFormat, "not a readable workbook"},
		{"bomb", string(bomb(maxUnzipped + 1)), ErrTooLarge, "holds more than 48 MB; remove"},
		{"rows", many, ErrTooLarge, "more than 100000 rows"},
		{"columns", "plate" + strings.Repeat(",", maxColumns), ErrTooLarge, "more than 1000 columns"},
		{"cells", "plate\n" + strings.Repeat("51C-1"+strings.Repeat(",", 999)+"\n", maxCells/1000+1), ErrTooLarge, "x, row 2001: more than 2000000 cells"},
		{"bytes", strings.Repeat("x", maxBytes+1), ErrTooLarge, "longer than 32 MB"},
		{"sheet", string(bookOf(t, map[string][][]any{"Xe": {{"", "Biển số", "Định mức"}, {"", "51C-1", "?"}}}, nil)), ErrValue, `x, sheet "Xe", row 2, column C (Định mức): "?" is no fuel norm`},
		{"far", string(bookOf(t, map[string][][]any{"Xe": {{"plate"}}}, func(f *excelize.File) {
			if err := f.SetCellStr("Xe", "XFD1048576", "x"); err != nil {
				t.Fatal(err)
			}
		})), ErrTooLarge, "row 1048576: more than 1000 columns"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := Read("x", []byte(c.content))
			if !errors.Is(err, c.err) || err == nil || !strings.Contains(err.Error(), c.text) || !reflect.DeepEqual(got, Register{}) {
				t.Errorf("%+v, %v", got, err)
			}
			if errclass.Of(err) == errclass.Internal {
				t.Error("no class")
			}
		})
	}
}

// TestReadFile reads a table, and files that are none: one of 1 GB, of which it may read no
// more than a table has, and a folder.
func TestReadFile(t *testing.T) {
	dir := t.TempDir()
	table, large := filepath.Join(dir, "xe.csv"), filepath.Join(dir, "large.csv")
	if err := errors.Join(os.WriteFile(table, []byte(oneTable), 0o600), os.WriteFile(large, nil, 0o600), os.Truncate(large, 1<<30)); err != nil {
		t.Fatal(err)
	}
	if r, err := ReadFile(table); err != nil || !reflect.DeepEqual(r, fromOneTable) {
		t.Errorf("%+v, %v", r, err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := ReadFile(large)
	runtime.ReadMemStats(&after)
	if read := after.TotalAlloc - before.TotalAlloc; !errors.Is(err, ErrTooLarge) || read > 10*maxBytes {
		t.Errorf("a file of 1 GB: %v, %d MB allocated", err, read>>20)
	}
	for path, want := range map[string]error{dir: ErrFormat, filepath.Join(dir, "none.csv"): fs.ErrNotExist} {
		if _, err := ReadFile(path); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", path, err, want)
		}
	}
}

// TestZipThatLies declares less than it unpacks.
func TestZipThatLies(t *testing.T) {
	content := bookOf(t, map[string][][]any{"Xe": {{"plate"}, {"51C-1"}}}, nil)
	archive, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, f := range archive.File {
		header := f.FileHeader
		if f.Name == "xl/worksheets/sheet2.xml" {
			header.UncompressedSize64 = 10
		}
		packed, err := f.OpenRaw()
		if err != nil {
			t.Fatal(err)
		}
		to, err := w.CreateRaw(&header)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := bytes.NewBuffer(nil).ReadFrom(packed); err != nil {
			t.Fatal(err)
		}
		if packed, err = f.OpenRaw(); err != nil {
			t.Fatal(err)
		}
		var raw bytes.Buffer
		if _, err := raw.ReadFrom(packed); err != nil {
			t.Fatal(err)
		}
		if _, err := to.Write(raw.Bytes()); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if got, err := Read("x", out.Bytes()); !errors.Is(err, ErrFormat) {
		t.Errorf("%+v, %v", got, err)
	}
}

// full is a register with what a table can hold, also twice and without records.
var full = Register{
	Vehicles: []Vehicle{{Plate: "51C-123.45", Kind: "xe tải, \"5 tấn\"", Group: "Đội; 1", Norm: 12.345678901}, {Plate: "51C-1", Kind: "", Group: "", Norm: 0}, {Plate: "51C-1", Kind: "a", Group: "", Norm: 1000}},
	Drivers:  []Driver{{"Nguyễn Văn An", "079", "+84 90"}, {"An", "", ""}, {"An", "", ""}},
	Assignments: []Assignment{
		{"51C-2", "Lan", time.Time{}, time.Time{}},
		{"51C-2", "Lan", day(2026, 11, 1), day(2026, 11, 2)},
		{"51C-2", "Lan", day(2026, 11, 1).Add(time.Nanosecond), day(2026, 11, 2).Add(time.Hour)},
		{"51C-2", "Lan", day(firstYear, 1, 1), day(firstYear, 1, 1).Add(1)},
		{"51C-2", "Lan", time.Time{}, day(firstYear, 1, 1)},
	},
}

// TestFormulas writes no cell that a spreadsheet runs as a formula.
func TestFormulas(t *testing.T) {
	r := Register{
		Vehicles: []Vehicle{{Plate: "=51C-1", Kind: "@kind", Group: "'-group", Norm: 12.5}},
		Drivers:  []Driver{{Name: "=cmd|' /C calc'!A0", Licence: "-2+3", Phone: "+84901234567"}},
	}
	var out bytes.Buffer
	if err := r.WriteCSV(&out); err != nil {
		t.Fatal(err)
	}
	const want = "\nvehicle,'=51C-1,'@kind,''-group,12.5,,,,,,,,,\ndriver,,,,,,,,,'=cmd|' /C calc'!A0,'-2+3,'+84901234567,,\n"
	if !strings.HasSuffix(out.String(), want) {
		t.Errorf("%s, want %s", out.String(), want)
	}
	if got, err := Read("x", out.Bytes()); err != nil || !reflect.DeepEqual(got, r) {
		t.Errorf("read again: %+v, %v", got, err)
	}
}

func TestRoundTrip(t *testing.T) {
	for _, r := range []Register{full, fromOneTable, {Vehicles: full.Vehicles}} {
		var out bytes.Buffer
		if err := r.WriteCSV(&out); err != nil {
			t.Fatal(err)
		}
		if got, err := Read("x", out.Bytes()); err != nil || !reflect.DeepEqual(got, r) {
			t.Errorf("%s\nis %+v, %v", out.String(), got, err)
		}
	}
	for _, bad := range []Register{
		{Vehicles: []Vehicle{{Plate: "-"}}}, {Vehicles: []Vehicle{{Plate: "1", Norm: -1}}}, {Drivers: []Driver{{Name: " "}}},
		{Assignments: []Assignment{{Plate: "1"}}}, {Assignments: []Assignment{{"1", "a", day(1, 1, 1), time.Time{}}}},
		{Assignments: []Assignment{{"1", "a", day(2026, 1, 1), day(2026, 1, 1)}}},
	} {
		if err := bad.WriteCSV(&bytes.Buffer{}); !errors.Is(err, ErrValue) {
			t.Errorf("%+v: %v", bad, err)
		}
	}
}

// writtenAgain checks that a register that was read is read again from what WriteCSV writes.
func writtenAgain(t *testing.T, r Register) {
	t.Helper()
	var out bytes.Buffer
	if err := r.WriteCSV(&out); err != nil {
		t.Fatalf("%+v: %v", r, err)
	}
	got, err := Read("again", out.Bytes())
	if len(r.Vehicles)+len(r.Drivers)+len(r.Assignments) == 0 && err == nil {
		return
	}
	if err != nil || !reflect.DeepEqual(got, r) {
		t.Errorf("%+v\nis %+v, %v\n%s", r, got, err, out.String())
	}
}

func FuzzReadCSV(f *testing.F) {
	f.Add([]byte(oneTable))
	f.Add([]byte("record,plate,driver,from,to\nassignment,51C-1,An,2026-11-01,46331\n"))
	f.Add([]byte("Xe\tTài xế\tTổ\n51C\tAn\t\"x\n"))
	f.Fuzz(func(t *testing.T, content []byte) {
		if bytes.HasPrefix(content, []byte("PK")) {
			return
		}
		if r, err := Read("x", content); err == nil {
			writtenAgain(t, r)
		}
	})
}

// FuzzReadXLSX changes the parts of a workbook and not its compressed bytes.
func FuzzReadXLSX(f *testing.F) {
	content := bookOf(f, map[string][][]any{"Sheet1": {{"Biển số", "Lái xe", "Từ", "Định mức"}, {"51C-1", "An", 46331.5, 12}}}, nil)
	archive, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		f.Fatal(err)
	}
	const sheetPart, stringsPart, bookPart = "xl/worksheets/sheet1.xml", "xl/sharedStrings.xml", "xl/workbook.xml"
	parts := map[string][]byte{}
	for _, file := range archive.File {
		r, err := file.Open()
		if err != nil {
			f.Fatal(err)
		}
		var b bytes.Buffer
		if _, err := b.ReadFrom(r); err != nil {
			f.Fatal(err)
		}
		parts[file.Name] = b.Bytes()
	}
	f.Add(parts[sheetPart], parts[stringsPart], parts[bookPart])
	f.Fuzz(func(t *testing.T, sheet, texts, book []byte) {
		var out bytes.Buffer
		w := zip.NewWriter(&out)
		for name, part := range parts {
			switch name {
			case sheetPart:
				part = sheet
			case stringsPart:
				part = texts
			case bookPart:
				part = book
			}
			file, err := w.Create(name)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := file.Write(part); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		r, err := Read("x", out.Bytes())
		if err != nil {
			if at := new(Error); !errors.As(err, &at) {
				t.Errorf("%T: %v", err, err)
			}
			return
		}
		writtenAgain(t, r)
	})
}
