// SPDX-License-Identifier: MIT

package shell_test

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"github.com/xuri/excelize/v2"

	"roadsnap/internal/reportfile"
)

// makeReport opens the panel of reports and makes one of the days of the deliveries.
func (d *driver) makeReport(kind string) {
	d.t.Helper()
	d.key("5")
	d.tap(kind)
	d.setChoice("Days", "Own days")
	d.tap("First day")
	d.typeText("2026-11-20")
	d.tap("Last day")
	d.typeText("2026-11-21")
	d.tap("Make report")
	d.waitFor("Page 1 of 1")
}

// TestReportsAreMadeSavedAndPrinted makes a report of imported trips, sees its page, saves it as
// PDF and workbook, reads both, prints it, and goes from a figure to its trips.
func TestReportsAreMadeSavedAndPrinted(t *testing.T) {
	d := startKeeping(t)
	d.key("5")
	d.mustSee("Reports are made of the trips in the list.")
	d.choose("File › Open sample trips")
	d.waitFor("12.15 km")
	d.key("5")
	d.mustSee("none in the list is kept", "Open trace…")
	d.key("1")
	d.tap("12.15 km")
	d.tap("Keep this trip to correct it") // it has no plate
	d.until("the trip kept", func() bool { return !d.sees("Keep this trip") })
	d.key("5")
	d.mustSee("Choose a report and its days on the left")
	d.key("1")
	d.choose("Edit › Select all")
	d.key("Delete")
	d.openDeliveries()
	d.key("5")
	for _, x := range d.menuItem("File › Recent traces").ChildMenu.Items[:1] {
		x.Action()
	}
	d.waitFor("Open trace…", "Name, vehicle or day") // the panel of trips
	d.makeReport("B.5.1 By vehicle")
	d.mustSee("Summary by vehicle")
	d.mustNotSee("The choices have changed")
	d.until("the picture of the page", func() bool { return len(d.pictures()) == 1 })

	pdf, book := filepath.Join(t.TempDir(), "a.pdf"), filepath.Join(t.TempDir(), "b.xlsx")
	d.answer(pdf)
	d.tap("Save as")
	d.tap("PDF…")
	d.waitFor("Saved a.pdf.")
	if content, err := os.ReadFile(pdf); err != nil || !bytes.HasPrefix(content, []byte("%PDF-")) {
		t.Errorf("%.20q, %v", content, err)
	}
	if name := d.asked(1).Name; name != "Summary by vehicle_2026-11-20_2026-11-21.pdf" {
		t.Errorf("the name %q was suggested", name)
	}
	d.answer(book)
	d.tap("Save as")
	d.tap("CSV…") // but the user writes the ending of a workbook
	d.waitFor("Saved b.xlsx.")
	d.readBook(book)
	d.tap("Show in folder")
	if last := d.app.opened[len(d.app.opened)-1]; last != "file://"+filepath.Dir(book) {
		t.Errorf("%q was opened", last)
	}
	d.tap("Print")
	d.until("the viewer", func() bool { return strings.HasSuffix(d.app.opened[len(d.app.opened)-1], ".pdf") })
	if files, err := filepath.Glob(filepath.Join(d.folder, "print-*", "Summary by vehicle_*.pdf")); len(files) != 1 || err != nil {
		t.Errorf("%v, %v", files, err)
	}

	d.answer(filepath.Join(t.TempDir(), "c.docx"))
	d.tap("Save as")
	d.tap("PDF…")
	d.waitFor("Saved c.docx.pdf.")

	d.tap("B.4 Stops")
	d.waitFor("The choices have changed since this report was made.")
	d.mustSee("Saved c.docx.pdf.")
	d.tap("Make report")
	d.waitGone("The choices have changed")
	d.mustSee("Stops")
	d.mustNotSee("Saved c.docx.pdf.") // another report
}

// readBook reads a report by vehicle in a workbook: two vehicles, the first in two trips.
func (d *driver) readBook(path string) {
	d.t.Helper()
	f, err := excelize.OpenFile(path)
	if err != nil {
		d.t.Fatal(err)
	}
	defer func() { _ = f.Close() }() // only read
	rows, err := f.GetRows(f.GetSheetName(0))
	if err != nil {
		d.t.Fatal(err)
	}
	var plates []string
	for _, row := range rows {
		if len(row) > 1 && strings.HasPrefix(row[1], "51") {
			plates = append(plates, row[1])
		}
	}
	if len(plates) != 2 || plates[1] != "51D-777.77" {
		d.t.Errorf("vehicles %q in %q", plates, rows)
	}
}

// pictures returns the visible pictures of pages.
func (d *driver) pictures() []*canvas.Image {
	list, _ := d.pagesShown()
	return list
}

// pagesShown returns the visible pictures of pages, and what they lie on.
func (d *driver) pagesShown() (list []*canvas.Image, on fyne.CanvasObject) {
	var walk func(o, parent fyne.CanvasObject)
	walk = func(o, parent fyne.CanvasObject) {
		if o == nil || !o.Visible() {
			return
		}
		switch o := o.(type) {
		case *canvas.Image:
			if o.Image != nil && o.Image.Bounds().Dx() > 300 {
				list, on = append(list, o), parent
			}
		case *fyne.Container:
			for _, child := range o.Objects {
				walk(child, o)
			}
		case fyne.Widget:
			for _, child := range test.WidgetRenderer(o).Objects() {
				walk(child, o)
			}
		}
	}
	walk(d.window.Content(), nil)
	return list, on
}

// tapFigure clicks on the first figure of the page that leads to trips, from the top down, at a
// share of the width of the page.
func (d *driver) tapFigure(share float32) {
	d.t.Helper()
	d.until("the picture of the page", func() bool { return len(d.pictures()) > 0 })
	list, on := d.pagesShown()
	corner := fyne.CurrentApp().Driver().AbsolutePositionForObject(on)
	for y := float32(0); y < list[0].Size().Height; y += 5 {
		at := list[0].Position().AddXY(list[0].Size().Width*share, y)
		s := spot{on, at, corner.Add(at)}
		d.hoverSpot(s)
		if on.(desktop.Cursorable).Cursor() == desktop.PointerCursor {
			d.tapSpot(s, 0)
			return
		}
	}
	d.t.Fatal("no figure leads to trips")
}

// TestFiguresLeadToTrips clicks on the kilometres of a vehicle and on a bar of a chart, and sees
// their trips selected.
func TestFiguresLeadToTrips(t *testing.T) {
	d := startKeeping(t)
	d.openDeliveries()
	d.makeReport("B.5.1 By vehicle")
	d.tapFigure(0.33) // total kilometres
	d.waitFor("2 selected")
	d.key("5")
	d.tap("Fleet activity")
	d.tap("Make report")
	d.waitFor("Page 1 of 2")
	d.tapFigure(0.1) // the first day, which has all trips
	d.waitFor("3 selected")
}

// TestReportsBecomeOutdated removes a trip, sees that the report is outdated, and makes it again.
// Undo makes that one outdated, too.
func TestReportsBecomeOutdated(t *testing.T) {
	d := startKeeping(t)
	d.openDeliveries()
	d.makeReport("B.5.1 By vehicle")
	d.mustNotSee("have changed since")
	d.key("1")
	d.tap("51D-777.77")
	d.key("Delete")
	d.waitFor("2 trips")
	d.settle()
	d.key("5")
	d.waitFor("Trips, the register, limits or the map have changed since this report was made.")
	d.tap("Make again")
	d.waitGone("have changed since")
	d.tap("Corrected speed limits…")
	d.typeText("123456")
	d.tap("Limit (km/h)")
	d.typeText("50")
	d.tap("Reason, such as a sign")
	d.typeText("sign")
	d.tap("Keep")
	d.waitFor("50 km/h")
	d.closeOverlays()
	d.waitFor("Trips, the register, limits or the map have changed since this report was made.")
}

// saveSheet makes the distance sheet of a delivery, and returns the PDF.
func (d *driver) saveSheet() (pdf string) {
	d.t.Helper()
	d.key("1")
	d.tap("51D-777.77")
	d.waitFor("Distance sheet")
	d.tap("Distance sheet")
	d.waitFor("Page 1 of 1", "Trip: 51D-777.77")
	pdf = filepath.Join(d.t.TempDir(), "sheet.pdf")
	d.answer(pdf)
	d.tap("Save as")
	d.tap("PDF…")
	d.waitFor("Saved sheet.pdf.")
	return pdf
}

// TestDistanceSheets makes the sheet of a trip from its record, saves it, and verifies it: with the
// original file, and after a change.
func TestDistanceSheets(t *testing.T) {
	d := startKeeping(t)
	d.openDeliveries()
	d.key("5")
	d.tap("Distance sheet of a trip")
	d.mustSee("Trip: ", "Press Make sheet.") // that selected last
	pdf := d.saveSheet()
	if open, folder := d.mustFind("Open"), d.mustFind("Show in folder"); open.at.Y != folder.at.Y {
		t.Error("the links below the saved file stand in two rows")
	}
	if name := d.asked(1).Name; name != "Distance sheet of a trip_51D-777.77_2026-11-20.pdf" {
		t.Errorf("the name %q was suggested", name)
	}
	original := delivery(t, "again", "51D-777.77", "2026-11-20T08:30:00+07:00")
	d.answer(pdf)
	d.tap("Verify a distance sheet…")
	d.waitFor("Page", "Choose the original file two.csv.")
	d.mustNotSee("Distance, snapped again")
	d.answer(original)
	d.tap("Choose the original file…")
	d.waitFor("Distance, snapped again")
	d.mustNotSee("not checkable", "changed\n")
	d.answer(pdf) // no trace at all
	d.tap("Choose the original file…")
	d.waitFor("The hash of the file is not that of the original file two.csv.")
	d.closeOverlays()

	content, err := os.ReadFile(pdf)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(pdf, bytes.Replace(content, []byte("/Title"), []byte("/Titel"), 1), 0o600); err != nil {
		t.Fatal(err)
	}
	d.answer(pdf)
	d.choose("Edit › Verify a distance sheet…")
	d.waitFor("The page is not the one that Roadsnap makes of the attached data.")
	d.closeOverlays()
	d.answer(original)
	d.choose("Edit › Verify a distance sheet…")
	d.waitFor("This file is no distance sheet that can be verified.")
}

// TestReportsOfOneVehicleAskForIt chooses a report of points, whose vehicle must be chosen, and
// finds the choices again in the next run.
func TestReportsOfOneVehicleAskForIt(t *testing.T) {
	d := startKeeping(t)
	d.openDeliveries()
	d.key("5")
	d.tap("B.1 Journey")
	d.mustSee("This report is about one vehicle. Choose it.")
	d.setChoice("Vehicles", "51D-777.77") // in the dialog, whose row it is
	d.mustNotSee("If nothing is chosen, the report is about all.")
	d.tap("Choose")
	d.mustNotSee("This report is about one vehicle.")
	d.setChoice("Days", "Own days")
	d.tap("Last day")
	d.typeText("30")
	d.mustSee("Enter the first day, such as 2026-11-25.")
	d.settle()
	d.restart()
	d.resize(1300, 820)
	d.key("5")
	d.waitFor("Enter the first day", "51D-777.77")
}

// TestCorrectedLimits adds a limit in the dialog, sees it in the next run, and removes it.
func TestCorrectedLimits(t *testing.T) {
	d := startKeeping(t)
	d.key("5")
	d.tap("Corrected speed limits…")
	d.mustSee("No limit is corrected yet.")
	d.typeText("x")
	d.tap("Keep")
	d.mustSee("Enter the OSM way ID of the road.")
	d.key("Ctrl+A")
	d.typeText("123456")
	d.tap("Limit (km/h)")
	d.typeText("50")
	d.tap("Reason, such as a sign")
	d.typeText("sign of 20 November")
	d.tap("Keep")
	d.waitFor("50 km/h", "Way 123456 · sign of 20 November")
	d.closeOverlays()
	d.restart()
	d.resize(1300, 820)
	d.key("5")
	d.tap("Corrected speed limits…")
	d.waitFor("Way 123456")
	d.tapIcon("delete", "Way 123456")
	d.waitFor("No limit is corrected yet.")
}

// TestReportTemplatesAreKept fills in the template: company, logo, two signatures, a hidden column.
// A report has them, also in the next run, and so does the sheet of a trip.
func TestReportTemplatesAreKept(t *testing.T) {
	var logo bytes.Buffer
	if err := png.Encode(&logo, image.NewGray(image.Rect(0, 0, 60, 20))); err != nil {
		t.Fatal(err)
	}
	d := startKeeping(t)
	d.openDeliveries()
	d.makeReport("B.5.1 By vehicle")
	d.tap("Company, logo, columns…")
	d.typeText("Công ty Vận tải ẤN BÌNH")
	d.answer(write(t, "logo.txt", "no picture"))
	d.tap("Choose logo…")
	d.waitFor("The logo must be a PNG or JPEG of at most 2 MB.")
	d.answer(write(t, "logo.png", logo.String()))
	d.tap("Choose logo…")
	d.waitGone("The logo must be")
	d.tap("One line for each signature, such as: Prepared by")
	d.typeText("Người lập")
	d.key("Return")
	d.typeText("Lãnh đạo đơn vị")
	d.tap("Kind of transport")
	d.tap("Save")
	d.waitFor("The choices have changed since this report was made.")
	d.tap("Make again")
	d.waitGone("The choices have changed")
	check := func() {
		t.Helper()
		page := filepath.Join(t.TempDir(), "report.html")
		d.answer(page)
		d.tap("Save as")
		d.tap("HTML, for a browser…")
		d.waitFor("Saved report.html.")
		content, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"Công ty Vận tải ẤN BÌNH", "data:image/png;base64," + base64.StdEncoding.EncodeToString(logo.Bytes()), "Người lập", "Lãnh đạo đơn vị", "Total km"} {
			if !bytes.Contains(content, []byte(want)) {
				t.Errorf("no %.40q in the report", want)
			}
		}
		if bytes.Contains(content, []byte("Kind of transport")) {
			t.Error("the hidden column is in the report")
		}
	}
	check()
	d.settle()
	d.restart()
	d.resize(1300, 820)
	d.key("5")
	d.tap("Make report")
	d.waitFor("Page 1 of 1")
	check()
	d.tap("Company, logo, columns…")
	d.mustSee("Công ty Vận tải ẤN BÌNH", "Người lập\nLãnh đạo đơn vị")
	d.closeOverlays()

	pdf := d.saveSheet()
	content, err := os.ReadFile(pdf)
	if err != nil {
		t.Fatal(err)
	}
	sheet, _, err := reportfile.ReadSheet(content)
	if err != nil {
		t.Fatal(err)
	}
	if sheet.Company != "Công ty Vận tải ẤN BÌNH" || !bytes.Equal(sheet.Logo, logo.Bytes()) || !slices.Equal(sheet.Signers, []string{"Người lập", "Lãnh đạo đơn vị"}) {
		t.Errorf("the sheet has %q, a logo of %d bytes, %q", sheet.Company, len(sheet.Logo), sheet.Signers)
	}
}
