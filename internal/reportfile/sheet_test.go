// SPDX-License-Identifier: MIT

package reportfile_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"roadsnap/engine/correction"
	"roadsnap/engine/geo"
	"roadsnap/engine/report"
	"roadsnap/internal/reportfile"
)

// sampleSheet returns a sheet with all parts.
func sampleSheet(l report.Language) *report.Sheet {
	start := made.Add(-2 * time.Hour)
	var raw, road []geo.Point
	for i := range 120 {
		p := geo.Point{Lat: 10.77 + float64(i)*0.0004, Lon: 106.69 + float64(i*i%97)*0.00012}
		raw = append(raw, p)
		road = append(road, geo.Point{Lat: p.Lat, Lon: p.Lon + 0.00005})
	}
	s := &report.Sheet{
		Format: report.SheetFormat, Language: l.String(), Company: "Taxi An Bình", Made: made, Version: "1.0", Matcher: "m", Profile: "motor_vehicle",
		Trip: 12, Name: "Sân bay – Quận 1", Vehicle: "51A-333.33", Driver: "Lê Cường", Start: start, End: start.Add(50 * time.Minute), Points: 120,
		From: "Đường Trường Sơn, Phường Tân Sơn Nhất, Thành phố Hồ Chí Minh", To: "Đường Đồng Khởi, Phường Sài Gòn, Thành phố Hồ Chí Minh",
		File: report.SheetFile{Name: "trip.gpx", Bytes: 12345, SHA256: strings.Repeat("ab", 32)}, Map: report.SheetMap{Name: "vietnam.rsp", Identity: "x", Date: "2026-11-01", Licence: "© OpenStreetMap contributors, ODbL 1.0"},
		Measured: 8123.4, Doubtful: 210, Inferred: 560.2, OffRoad: 95.1, Straight: 8411, Unknown: 312.7, LeftOut: 3,
		Gaps:      []report.SheetGap{{From: start.Add(10 * time.Minute), To: start.Add(12 * time.Minute), Cause: "tunnel", Metres: 560.2, Counts: true}, {From: start.Add(20 * time.Minute), To: start.Add(22 * time.Minute), Cause: "outage", Metres: 312.7}},
		Stops:     []report.SheetStop{{From: start.Add(30 * time.Minute), To: start.Add(36 * time.Minute), Place: "Kho Bình Tân"}},
		Fare:      &report.SheetFare{Tariff: "Taxi 4 chỗ", Lines: []report.SheetFareLine{{Kind: "opening", Quantity: 500, Unit: "m", Price: 12000, Amount: 12000}, {Kind: "distance", Quantity: 8278, Unit: "m", Price: 15000, Amount: 124170}, {Kind: "by_hand", Name: "Cầu Phú Mỹ", Quantity: 1, Amount: 15000}}, Total: 151170},
		Corrected: correction.Log{}, Hands: []report.SheetHand{{What: "pin point 12 to way 345", Who: "an", When: start}},
		Raw: report.LineOf(raw), Snapped: []report.SheetLine{report.LineOf(road)},
		Roads: []report.SheetRoad{{Wide: true, Line: report.LineOf([]geo.Point{{Lat: 10.7, Lon: 106.6}, {Lat: 10.9, Lon: 106.8}})}, {Line: report.LineOf([]geo.Point{{Lat: 10.79, Lon: 106.6}, {Lat: 10.79, Lon: 106.8}})}},
	}
	return s
}

func sheetPDF(t *testing.T, s *report.Sheet) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := reportfile.WriteSheet(&b, s); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestSheetIsVerified checks that the data of a sheet is found in its PDF, and that a change of
// the page or of the data is noticed.
func TestSheetIsVerified(t *testing.T) {
	for _, l := range []report.Language{report.Vietnamese, report.English} {
		want := sampleSheet(l)
		pdf := sheetPDF(t, want)
		got, hash, err := reportfile.ReadSheet(pdf)
		if err != nil {
			t.Fatal(err)
		}
		data, err := want.Encode()
		if err != nil {
			t.Fatal(err)
		}
		if sum := sha256.Sum256(data); hash != hex.EncodeToString(sum[:]) {
			t.Errorf("hash %s", hash)
		}
		if again, _ := got.Encode(); !bytes.Equal(again, data) {
			t.Errorf("the data changed on the way:\n%s\n%s", again, data)
		}
		if f, err := reportfile.CheckPage(pdf, got, "1.0"); err != nil || f != reportfile.Unchanged {
			t.Errorf("%v, %v", f, err)
		}
		if f, _ := reportfile.CheckPage(pdf, got, "2.0"); f != reportfile.NotCheckable {
			t.Errorf("another version: %v", f)
		}
		for _, at := range []int{20, len(pdf) / 3, len(pdf) / 2, len(pdf) - 100} {
			bad := bytes.Clone(pdf)
			bad[at] ^= 1
			s, _, err := reportfile.ReadSheet(bad)
			if err != nil {
				continue // damaged data is refused
			}
			if f, _ := reportfile.CheckPage(bad, s, "1.0"); f != reportfile.Changed {
				t.Errorf("a changed byte at %d: %v", at, f)
			}
		}
		forged := sampleSheet(l)
		forged.Measured += 1000
		if f, _ := reportfile.CheckPage(pdf, forged, "1.0"); f != reportfile.Changed {
			t.Errorf("forged data: %v", f)
		}
	}
}

// TestSheetHasTheTemplate checks that logo and signature lines are part of a sheet and of its data,
// lie on free room, and that another logo is noticed.
func TestSheetHasTheTemplate(t *testing.T) {
	for _, l := range []report.Language{report.Vietnamese, report.English} {
		s := sampleSheet(l)
		s.Company = strings.Repeat("CÔNG TY CỔ PHẦN VẬN TẢI ĐƯỜNG BỘ ", 5)
		s.Logo, s.Signers = logoOf(t, 400, 200), []string{"Lái xe", "Đại diện khách hàng", "Người đại diện theo pháp luật của công ty cổ phần vận tải"}
		for range 40 {
			s.Gaps, s.Stops, s.Fare.Lines = append(s.Gaps, s.Gaps[0]), append(s.Stops, s.Stops[0]), append(s.Fare.Lines, s.Fare.Lines[1])
		}
		pdf := sheetPDF(t, s)
		got, _, err := reportfile.ReadSheet(pdf)
		if err != nil || !bytes.Equal(got.Logo, s.Logo) || !slices.Equal(got.Signers, s.Signers) {
			t.Fatalf("%v, %d bytes, %q", err, len(got.Logo), got.Signers)
		}
		if f, err := reportfile.CheckPage(pdf, got, s.Version); err != nil || f != reportfile.Unchanged {
			t.Errorf("%v, %v", f, err)
		}
		got.Logo = logoOf(t, 200, 400)
		if f, _ := reportfile.CheckPage(pdf, got, s.Version); f != reportfile.Changed {
			t.Error("another logo is not noticed")
		}
		pages, err := reportfile.LayoutSheet(s)
		if err != nil || pages.Len() != 1 {
			t.Fatalf("%d pages, %v", pages.Len(), err)
		}
		if over := overlaps(pages.Page(0)); over != "" {
			t.Error(over)
		}
	}
}

// overlaps returns two texts of a page, or a text and the logo, that lie on each other, "" if there
// are none.
func overlaps(p *reportfile.Page) string {
	const pt = 25.4 / 72
	type box struct {
		x, y, w, h float64
		text       string
	}
	var boxes []box
	for _, i := range p.Items {
		switch {
		case i.Kind == reportfile.TextItem && i.Angle == 0:
			boxes = append(boxes, box{i.X, i.Y - i.Size*pt*0.7, reportfile.TextWidth(i.Text, i.Size, i.Bold), i.Size * pt * 0.7, i.Text})
		case i.Kind == reportfile.ImageItem:
			boxes = append(boxes, box{i.X, i.Y, i.W, i.H, "logo"})
		}
	}
	for i, a := range boxes {
		for _, b := range boxes[:i] {
			const slack = 0.05
			if a.x+slack < b.x+b.w && b.x+slack < a.x+a.w && a.y+slack < b.y+b.h && b.y+slack < a.y+a.h {
				return fmt.Sprintf("%q lies on %q", a.text, b.text)
			}
		}
	}
	return ""
}

// logoOf returns a PNG of a size.
func logoOf(t *testing.T, w, h int) []byte {
	t.Helper()
	picture := image.NewRGBA64(image.Rect(0, 0, w, h)) // which fpdf refuses
	draw.Draw(picture, picture.Rect, image.NewUniform(color.RGBA{0x1f, 0x5f, 0xbf, 0xff}), image.Point{}, draw.Src)
	var b bytes.Buffer
	if err := png.Encode(&b, picture); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestNoSheet checks that other files are refused.
func TestNoSheet(t *testing.T) {
	var report0 bytes.Buffer
	if err := reportfile.Write(&report0, sample(report.English), reportfile.PDF); err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string][]byte{
		"empty": {}, "text": []byte("hello"), "report": report0.Bytes(), "header": []byte("%PDF-1.3"),
		"cut": []byte("%PDF-1.3\n/Type /EmbeddedFile /Length 99999999999 /Filter /FlateDecode /Params << /CheckSum <00> /Size 1 >> >>\nstream\nxx"),
	} {
		if _, _, err := reportfile.ReadSheet(content); !errors.Is(err, reportfile.ErrNoSheet) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// FuzzReadSheet checks that no PDF makes the reader panic.
func FuzzReadSheet(f *testing.F) {
	f.Add([]byte("%PDF-1.3\n/Type /EmbeddedFile /Length 2 /Filter /FlateDecode /Params << /CheckSum <00> /Size 1 >> >>\nstream\nxx"))
	f.Fuzz(func(t *testing.T, pdf []byte) {
		if s, _, err := reportfile.ReadSheet(pdf); err == nil {
			_, _ = reportfile.CheckPage(pdf, s, s.Version)
		}
	})
}

// TestSheetIsOnePage reads a sheet with poppler: one page, its texts, and the attached data.
func TestSheetIsOnePage(t *testing.T) {
	s := sampleSheet(report.Vietnamese)
	for i := range 200 { // more than fits
		s.Gaps = append(s.Gaps, report.SheetGap{From: s.Start, To: s.End, Cause: "outage", Metres: float64(i)})
		s.Stops = append(s.Stops, s.Stops[0])
		s.Hands = append(s.Hands, s.Hands[0])
		s.Fare.Lines = append(s.Fare.Lines, s.Fare.Lines[1])
	}
	name := filepath.Join(t.TempDir(), "sheet.pdf")
	if err := os.WriteFile(name, sheetPDF(t, s), 0o600); err != nil {
		t.Fatal(err)
	}
	if info := command(t, "pdfinfo", name); !strings.Contains(info, "Pages:           1\n") {
		t.Error(info)
	}
	text := strings.Join(strings.Fields(command(t, "pdftotext", "-layout", name, "-")), " ")
	for _, want := range []string{"8,779 km", "Đo được trên đường", "151.170 ₫", "đường hầm", "dòng nữa trong dữ liệu đính kèm", "Kho Bình Tân", strings.Repeat("ab", 32), "© OpenStreetMap contributors"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in %s", want, text)
		}
	}
	if list := command(t, "pdfdetach", "-list", name); !strings.Contains(list, reportfile.SheetName) {
		t.Error(list)
	}
	pages, err := reportfile.LayoutSheet(s)
	if err != nil || pages.Len() != 1 {
		t.Fatalf("%d pages, %v", pages.Len(), err)
	}
	for _, i := range pages.Page(0).Items {
		if len(i.Path) == 0 && (i.X < 11.9 || i.Y < 11.9 || i.X+i.W > 198.1 || i.Y+i.H > 292) {
			t.Errorf("off the page: %+v", i)
		}
		for _, p := range i.Path {
			if p.X < 11.9 || p.X > 198.1 || p.Y < 11.9 || p.Y > 297 {
				t.Errorf("a path leaves the picture: %+v", p)
			}
		}
	}
}
