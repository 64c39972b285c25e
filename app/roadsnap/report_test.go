// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"
)

// reported keeps the sample trips, and returns the workspace.
func reported(t *testing.T) (w string) {
	t.Helper()
	w = filepath.Join(t.TempDir(), "trips.db")
	done(t, "trips", "import", "--workspace", w, "../../data/trips/city.gpx", "../../data/trips/valley.gpx", "../../data/trips/meadow.gpx")
	return w
}

// march are the options for the days of the sample trips.
var march = []string{"--from=2025-03-01", "--to=2025-03-31"}

// TestReports makes each report of the sample trips in each format, and checks that trips were
// snapped on the way.
func TestReports(t *testing.T) {
	w := reported(t)
	table := func(kind string, more ...string) [][]string {
		out := done(t, append(append([]string{"report", kind, "--workspace", w, "--language=en"}, march...), more...)...)
		r := csv.NewReader(strings.NewReader(strings.TrimPrefix(out, "\ufeff")))
		r.FieldsPerRecord = -1
		rows, err := r.ReadAll()
		if err != nil {
			t.Fatalf("%s: %v", kind, err)
		}
		return rows
	}
	rows := table("vehicles")
	if len(rows) != 2 || rows[0][3] != "Total km" || rows[1][3] != "22.1" {
		t.Errorf("vehicles: %v", rows)
	}
	if rows := table("fleet", "--each=day"); len(rows) < 4 || rows[1][1] != "2025-03-04" || rows[2][1] != "2025-03-05" {
		t.Errorf("fleet: %v", rows)
	}
	for _, kind := range []string{"speeding", "continuous", "stops", "drivers", "hours"} {
		if rows := table(kind); len(rows) < 1 {
			t.Errorf("%s: %v", kind, rows)
		}
	}
	if rows := table("vehicles", "--hide=km"); rows[0][3] == "Total km" {
		t.Errorf("hidden column: %v", rows[0])
	}
	dir := t.TempDir()
	for format, head := range map[string]string{"pdf": "%PDF-", "xlsx": "PK", "csv": "\ufeff", "html": "<!DOCTYPE html>"} {
		name := filepath.Join(dir, "report."+format)
		done(t, append([]string{"report", "vehicles", "--workspace", w, "--out", name, "--sign=Người lập"}, march...)...)
		content, err := os.ReadFile(name)
		if err != nil || !bytes.HasPrefix(content, []byte(head)) {
			t.Errorf("%s: %v, %.40q", format, err, content)
		}
	}
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"report", "journey", "--workspace", w}, "--vehicle"},
		{[]string{"report", "speeds", "--workspace", w, "--vehicle=51C-1", "--from=2025-01-01", "--to=2025-03-01"}, "at most 31 days"},
		{[]string{"report", "vehicles", "--workspace", w, "--from=2025-03-02", "--to=2025-03-01"}, "before --from"},
		{[]string{"report", "vehicles", "--workspace", w, "--period=last_month", "--to=2025-03-01"}, "either --period"},
		{[]string{"report", "vehicles", "--workspace", w, "--out", filepath.Join(dir, "x.doc")}, "end it with .pdf"},
		{[]string{"report", "vehicles", "--workspace", w, "--logo", "../../data/trips/city.gpx"}, "no PNG or JPEG"},
	} {
		if got := roadsnap(t, "", c.args...); got.code != exitUsage || !strings.Contains(got.err, c.want) {
			t.Errorf("%v: exit code %d: %s", c.args, got.code, got.err)
		}
	}
}

// TestReportTemplate makes a report with a logo, a company, lines for signatures and a hidden column,
// and finds them in the PDF, the workbook and the page.
func TestReportTemplate(t *testing.T) {
	w := reported(t)
	dir := t.TempDir()
	logo := filepath.Join(dir, "logo.png")
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, 60, 20))); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(logo, picture.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	written := map[string]string{}
	for _, format := range []string{"pdf", "xlsx", "html"} {
		name := filepath.Join(dir, "report."+format)
		done(t, append([]string{"report", "vehicles", "--workspace", w, "--out", name, "--logo", logo, "--company=Vận tải An Bình", "--sign=Người lập", "--sign=Lãnh đạo đơn vị", "--hide=stop_count"}, march...)...)
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		written[format] = string(content)
	}
	if !strings.Contains(written["pdf"], "/Subtype /Image") || !strings.Contains(written["html"], "data:image/png;base64,") {
		t.Error("no logo")
	}
	book, err := excelize.OpenReader(strings.NewReader(written["xlsx"]))
	if err != nil {
		t.Fatal(err)
	}
	defer book.Close()
	rows, err := book.GetRows(book.GetSheetName(0))
	if err != nil {
		t.Fatal(err)
	}
	written["xlsx"] = fmt.Sprint(rows)
	if pdftotext, err := exec.LookPath("pdftotext"); err == nil {
		out, err := exec.Command(pdftotext, "-layout", filepath.Join(dir, "report.pdf"), "-").Output()
		if err != nil {
			t.Fatal(err)
		}
		written["pdf"] = string(out)
	} else {
		delete(written, "pdf")
	}
	for format, text := range written {
		for _, want := range []string{"Vận tải An Bình", "Người lập", "Lãnh đạo đơn vị", "Tổng km"} {
			if !strings.Contains(text, want) {
				t.Errorf("%s: no %q", format, want)
			}
		}
		if strings.Contains(text, "Số lần dừng đỗ") {
			t.Errorf("%s has the hidden column", format)
		}
	}
}

// TestReportLimits keeps, lists and removes a limit.
func TestReportLimits(t *testing.T) {
	w := filepath.Join(t.TempDir(), "trips.db")
	done(t, "report", "limits", "set", "--workspace", w, "123", "40", "--reason=sign")
	if out := done(t, "report", "limits", "--workspace", w); !strings.Contains(out, "123") || !strings.Contains(out, "sign") {
		t.Error(out)
	}
	if got := roadsnap(t, "", "report", "limits", "set", "--workspace", w, "123", "400", "--reason=x"); got.code != exitUsage {
		t.Error(got)
	}
	done(t, "report", "limits", "remove", "--workspace", w, "123")
	if out := done(t, "report", "limits", "list", "--json", "--workspace", w); strings.TrimSpace(out) != "[]" {
		t.Error(out)
	}
	if out := done(t, "report", "rules", "--on=2026-11-28"); !strings.Contains(out, "week-2026") || strings.Contains(out, "day-2025") {
		t.Error(out)
	}
}

// TestReportSheet makes the sheet of a trip, and verifies it with the right and the wrong files.
func TestReportSheet(t *testing.T) {
	w := reported(t)
	dir := t.TempDir()
	pdf := filepath.Join(dir, "sheet.pdf")
	done(t, "report", "sheet", "1", "--workspace", w, "--tariff=taxi", "--out", pdf)
	findings := func(args ...string) (list map[string]string, code int) {
		got := roadsnap(t, "", append([]string{"report", "verify", "--json", pdf}, args...)...)
		var all struct {
			Checks []struct{ What, Finding string }
		}
		if err := json.Unmarshal([]byte(got.out), &all); err != nil {
			t.Fatalf("%v: %s %s", err, got.out, got.err)
		}
		list = map[string]string{}
		for _, c := range all.Checks {
			list[c.What] = c.Finding
		}
		return list, got.code
	}
	sample := filepath.Join(dir, "andorra.rsp")
	content, err := os.ReadFile("../../data/andorra.rsp")
	if err == nil {
		err = os.WriteFile(sample, content, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	list, code := findings("--trace=../../data/trips/city.gpx", "--map", sample)
	for _, what := range []string{"page", "trace", "map", "distance"} {
		if list[what] != "unchanged" || code != exitOK {
			t.Errorf("%s: %s, exit code %d", what, list[what], code)
		}
	}
	if list, code := findings("--trace=../../data/trips/valley.gpx"); list["trace"] != "changed" || list["map"] != "not checkable" || code != exitPartly {
		t.Errorf("another trace: %v, exit code %d", list, code)
	}
	content, err = os.ReadFile(pdf)
	if err != nil {
		t.Fatal(err)
	}
	content = bytes.Replace(content, []byte("/Title"), []byte("/Titel"), 1)
	if err := os.WriteFile(pdf, content, 0o600); err != nil {
		t.Fatal(err)
	}
	if list, code := findings(); list["page"] != "changed" || code != exitPartly {
		t.Errorf("a changed page: %v, exit code %d", list, code)
	}
	if got := roadsnap(t, "", "report", "verify", "../../data/trips/city.gpx"); got.code != exitFailed || !strings.Contains(got.err, "not checkable") {
		t.Errorf("no sheet: exit code %d: %s", got.code, got.err)
	}
	if got := roadsnap(t, "", "report", "sheet", "99", "--workspace", w, "--out", filepath.Join(dir, "y.pdf")); got.code == exitOK {
		t.Error("a sheet of no trip")
	}
}
