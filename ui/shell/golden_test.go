// SPDX-License-Identifier: MIT

package shell_test

import (
	"image"
	"image/draw"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/software"

	"roadsnap/assets"
	"roadsnap/ui/kit"
	"roadsnap/ui/maptest"
	"roadsnap/ui/shell"
	"roadsnap/ui/text"
)

// TestGoldenScreens compares pictures of the screens for trips, in English and light and in
// Vietnamese and dark. After a wanted change of a screen, look at the difference and write the
// pictures again: go test ./ui/shell -run GoldenScreens -update
func TestGoldenScreens(t *testing.T) {
	for _, look := range []struct {
		name, language string
		theme          kit.ThemeChoice
	}{{"en_light", "en", kit.ThemeLight}, {"vi_dark", "vi", kit.ThemeDark}} {
		t.Run(look.name, func(t *testing.T) {
			words, err := text.Load(assets.Translations(), look.language)
			if err != nil {
				t.Fatal(err)
			}
			// The toolkit dates a use of a renderer by the clock of the last picture, and deletes
			// renderers not used for a minute. After a minute of other tests it would delete all
			// of the window before its first picture. So a picture sets the clock.
			software.NewCanvas().Capture()
			d := startKeeping(t)
			d.app.Preferences().SetString("theme", string(look.theme))
			shell.ChooseLanguage(d.app.Preferences(), look.language)
			d.restart()
			d.resize(1300, 820)
			s := &screens{d, words, look.name}
			s.openTrips()
			for _, x := range []struct {
				name, reason string
				show         func()
				picture      func() image.Rectangle
			}{
				{"list", "the list of trips with verdicts and groups", s.group, s.list},
				{"record", "the record of a trip with an outage", s.outage, s.record},
				{"table", "the table of trips", func() { d.key("Ctrl+T") }, s.dock},
				{"filter", "the filter of trips", func() { s.tapIcon("list"); d.tap(words.T("trips.filters.edit")) }, s.dialog},
				{"rules", "the rules of verdicts", func() { s.choose("menu.edit", "menu.company", "menu.rules") }, s.dialog},
				{"split", "the split of a trip", func() { s.choose("menu.edit", "menu.divide", "menu.split") }, s.dialog},
				{"places", "the named places", func() { s.choose("menu.edit", "menu.sites", "menu.places") }, s.dialog},
				{"register", "vehicles and drivers", s.register, s.dialog},
			} {
				x.show()
				d.until("the work to end", d.ui.Jobs.Idle)
				d.window.Canvas().Unfocus() // a cursor blinks
				d.resize(1300, 821)         // lays out what the toolkit's driver for tests leaves
				d.resize(1300, 820)
				maptest.Golden(t, x.name+"_"+look.name, x.reason, s.capture(x.picture()))
				d.closeOverlays()
			}
		})
	}
}

// screens shows the screens of a window for their pictures.
type screens struct {
	*driver
	words text.Catalogue
	look  string
}

// openTrips opens a sample trip, deliveries of two vehicles, a trip with an outage and one
// away from the map.
func (s *screens) openTrips() {
	d := s.driver
	d.samples = d.samples[:1]
	s.choose("menu.file", "menu.sample")
	d.drop(
		delivery(d.t, "one", "51C-123.45", "2026-11-20T06:12:00+07:00"),
		delivery(d.t, "three", "51C 123.45", "2026-11-20T13:00:00+07:00"),
		delivery(d.t, "two", "51D-777.77", "2026-11-20T08:30:00+07:00"),
		write(d.t, "outage.csv", walkedTrip),
		write(d.t, "sea.csv", "plate,time,lat,lon\n60H-111.11,2026-11-20T08:00:00+07:00,9.1,110.2\n60H-111.11,2026-11-20T08:10:00+07:00,9.2,110.3\n"))
	d.until("the trips to be matched", d.ui.Jobs.Idle)
}

// choose chooses an item of the menu by the keys of its texts.
func (s *screens) choose(path ...string) {
	names := make([]string, len(path))
	for i, key := range path {
		names[i] = s.words.T(key)
	}
	s.driver.choose(strings.Join(names, " › "))
}

// tapIcon clicks on the button with an icon at the search field of the list.
func (s *screens) tapIcon(icon string) { s.driver.tapIcon(icon, s.words.T("trips.filter")) }

func (s *screens) group() {
	s.tapIcon("drop-down")
	s.tap(s.words.T("trips.group.vehicle"))
}

// outage selects the trip with the outage.
func (s *screens) outage() {
	s.tap(map[string]string{"en_light": "1.17 km", "vi_dark": "1,17 km"}[s.look])
}

// register opens the register and imports a table, saves it and opens it again.
func (s *screens) register() {
	s.choose("menu.edit", "menu.company", "menu.register")
	s.answer(write(s.t, "fleet.csv", "Biển số;Loại xe;Nhóm;Định mức;Lái xe;Từ ngày\n51C-123.45;Xe tải;Đội 1;12,5;Nguyễn An;20/11/2026\n60H-111.11;;Đội 2;8;;\n"))
	s.tap(s.words.T("trips.register.import"))
	s.waitFor("Đội 2")
	s.tap(s.words.T("dialog.save"))
	s.choose("menu.edit", "menu.company", "menu.register")
	s.waitFor("Đội 2")
}

// list returns the place of the list: from the panels' switch to the map.
func (s *screens) list() image.Rectangle {
	_, at := s.theMap()
	field := s.mustFind(s.words.T("trips.filter"))
	return image.Rect(int(field.at.X)-10, 0, int(at.X), 700)
}

// record returns the place of the record: right of the map.
func (s *screens) record() image.Rectangle {
	m, at := s.theMap()
	return image.Rect(int(at.X+m.Size().Width), 0, int(s.window.Canvas().Size().Width), s.bottom())
}

// dock returns the place of the dock: below the map.
func (s *screens) dock() image.Rectangle {
	m, at := s.theMap()
	return image.Rect(int(at.X), int(at.Y+m.Size().Height), int(at.X+m.Size().Width), s.bottom())
}

// bottom returns the upper edge of the status bar.
func (s *screens) bottom() int { return int(s.window.Canvas().Size().Height) - 34 }

// dialog returns the place of the dialog: the first object of the overlay that does not fill
// the window.
func (d *driver) dialog() image.Rectangle {
	d.t.Helper()
	whole := d.window.Canvas().Size()
	if d.dialogOpen() {
		for _, x := range d.things(false) {
			for i, o := range x.over {
				if size, at := o.Size(), x.overAt[i]; size.Width < whole.Width {
					return image.Rect(int(at.X), int(at.Y), int(at.X+size.Width), int(at.Y+size.Height))
				}
			}
		}
	}
	d.t.Fatalf("no dialog is open; visible: %q", d.texts())
	return image.Rectangle{}
}

// capture returns a part of the window's picture.
func (s *screens) capture(part image.Rectangle) *image.RGBA {
	hidden := s.scrolledAway()
	for _, o := range hidden {
		o.Hide()
	}
	picture := s.window.Canvas().Capture()
	for _, o := range hidden {
		o.Show()
	}
	got := image.NewRGBA(image.Rectangle{Max: part.Size()})
	draw.Draw(got, got.Rect, picture, part.Min, draw.Src)
	return got
}

// scrolledAway returns the texts that a scrolled part of the window does not show. In a field,
// which scrolls too, the toolkit's painter for tests clips them to the field only.
func (s *screens) scrolledAway() (list []fyne.CanvasObject) {
	for _, x := range s.things(true) {
		i := slices.IndexFunc(x.over, func(o fyne.CanvasObject) bool { _, is := o.(*container.Scroll); return is })
		if i >= 0 && x.text != "" && (x.at.Y+x.size.Height < x.overAt[i].Y || x.at.Y > x.overAt[i].Y+x.over[i].Size().Height) {
			list = append(list, x.over[len(x.over)-1])
		}
	}
	return list
}
