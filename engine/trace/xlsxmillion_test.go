// SPDX-License-Identifier: MIT

package trace

import (
	"archive/zip"
	"bufio"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"testing"
	"time"
)

// writeLargeWorkbook writes a workbook of rows points as Excel does: with shared texts, one of
// them for each time.
func writeLargeWorkbook(t testing.TB, path string, rows int) {
	t.Helper()
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	z := zip.NewWriter(f)
	part := func(name string, write func(w *bufio.Writer)) {
		p, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		w := bufio.NewWriter(p)
		write(w)
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
	}
	text := func(s string) func(w *bufio.Writer) { return func(w *bufio.Writer) { fmt.Fprint(w, s) } }
	const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
	part("[Content_Types].xml", text(`<Types/>`))
	part("_rels/.rels", text(`<Relationships><Relationship Id="r1" Type="`+office+`/officeDocument" Target="xl/workbook.xml"/></Relationships>`))
	part("xl/_rels/workbook.xml.rels", text(`<Relationships><Relationship Id="r1" Type="`+office+`/worksheet" Target="worksheets/sheet1.xml"/>`+
		`<Relationship Id="r2" Type="`+office+`/sharedStrings" Target="sharedStrings.xml"/></Relationships>`))
	part("xl/workbook.xml", text(`<workbook xmlns:r="`+office+`"><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>`))
	part("xl/worksheets/sheet1.xml", func(w *bufio.Writer) {
		fmt.Fprint(w, `<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c><c r="D1" t="s"><v>3</v></c>`+
			`<c r="E1" t="s"><v>4</v></c><c r="F1" t="s"><v>5</v></c><c r="G1" t="s"><v>6</v></c><c r="H1" t="s"><v>7</v></c></row>`)
		for i := range rows {
			n := i + 2
			fmt.Fprintf(w, `<row r="%d" spans="1:8"><c r="A%d" s="1" t="s"><v>8</v></c><c r="B%d" s="1" t="s"><v>%d</v></c><c r="C%d"><v>10.%06d</v></c><c r="D%d"><v>106.%06d</v></c>`+
				`<c r="E%d" t="s"><v>9</v></c><c r="F%d"><v>%d</v></c><c r="G%d" t="s"><v>10</v></c><c r="H%d" t="s"><v>11</v></c></row>`,
				n, n, n, i+12, n, 700_000+i%1000*10, n, 600_000+i%777*10, n, n, i%360, n, n)
		}
		fmt.Fprint(w, `</sheetData></worksheet>`)
	})
	part("xl/sharedStrings.xml", func(w *bufio.Writer) {
		fmt.Fprint(w, `<sst>`)
		for _, s := range []string{"Biển số", "Thời gian", "Vĩ độ", "Kinh độ", "Tốc độ", "Hướng", "Trạng thái", "Địa chỉ", "51C-123.45", "40 km/h", "Đang chạy", "Đường Nguyễn Huệ, Quận 1"} {
			fmt.Fprintf(w, `<si><t>%s</t></si>`, s)
		}
		start := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
		for i := range rows {
			fmt.Fprintf(w, `<si><t>%s</t></si>`, start.Add(time.Duration(i)*time.Second).Format("02/01/2006 15:04:05"))
		}
		fmt.Fprint(w, `</sst>`)
	})
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestLargeWorkbook reads a workbook of a million points and checks what it takes in memory
// at the most.
func TestLargeWorkbook(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a minute")
	}
	path := filepath.Join(t.TempDir(), "m.xlsx")
	writeLargeWorkbook(t, path, 1_000_000)
	begin := time.Now()
	p, err := PreviewFile(context.Background(), path, "", 1000, Options{})
	if err != nil || p.Err != nil || len(p.Rows) != 1000 || p.Uncertain() {
		t.Fatalf("%+v, %v", p, err)
	}
	t.Logf("a preview of 1,000 rows takes %v", time.Since(begin))
	debug.FreeOSMemory()
	done, most := make(chan struct{}), make(chan uint64)
	go func() { // the largest heap, sampled
		var m runtime.MemStats
		peak := uint64(0)
		for tick := time.NewTicker(50 * time.Millisecond); ; {
			select {
			case <-tick.C:
				runtime.ReadMemStats(&m)
				peak = max(peak, m.HeapInuse)
			case <-done:
				tick.Stop()
				most <- peak
				return
			}
		}
	}()
	begin = time.Now()
	trips, err := ReadFile(context.Background(), path, Options{})
	took := time.Since(begin)
	close(done)
	if err != nil || len(trips) != 1 || len(trips[0].Observations) != 1_000_000 || trips[0].Vehicle != "51C-123.45" {
		t.Fatalf("%d trips, %v", len(trips), err)
	}
	peak := <-most
	t.Logf("%v, at most %d MB", took, peak>>20)
	if peak > 400<<20 {
		t.Errorf("%d MB", peak>>20)
	}
	runtime.KeepAlive(trips)
}
