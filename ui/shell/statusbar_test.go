// SPDX-License-Identifier: MIT

package shell

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"roadsnap/assets"
	"roadsnap/engine"
	"roadsnap/engine/geo"
	"roadsnap/engine/pack"
	"roadsnap/engine/units"
	"roadsnap/ui/job"
	"roadsnap/ui/mapdraw/view"
	"roadsnap/ui/maps"
	"roadsnap/ui/server"
	"roadsnap/ui/text"
	"roadsnap/ui/trips"
)

// nowhere is a provinceFinder that finds no province.
func nowhere(_ geo.Point, then func(units.Province)) *job.Job {
	then(units.Province{})
	return nil
}

// TestStatusBarGivesWayButShowsNothingHalf fills the bar and narrows it step by step.
func TestStatusBarGivesWayButShowsNothingHalf(t *testing.T) {
	test.NewTempApp(t)
	for _, language := range []string{"en", "vi"} {
		words, err := text.Load(assets.Translations(), language)
		if err != nil {
			t.Fatal(err)
		}
		for _, form := range text.CoordinateForms {
			b := newStatusBar(words, text.Coordinator{Form: form.Form}, nowhere, func(fyne.Position) {}, func() {})
			b.showMap(maps.State{Installed: true, Info: engine.Info{Meta: pack.Meta{Name: "Cộng hòa xã hội chủ nghĩa Việt Nam, bản đầy đủ"}}})
			b.showView(view.Viewport{Center: geo.Point{Lat: 10.77653, Lon: 106.70098}, Zoom: 15.25, Width: 800, Height: 600, Scale: 1})
			b.showHere("Đường Nguyễn Thị Minh Khai · Phường Bến Thành")
			b.showServer(server.State{Running: true, Address: "127.0.0.1:8080"})
			b.showWork(trips.Work{Left: 12, Time: 40 * time.Second}, 0, maps.State{Busy: true, Progress: maps.Progress{Stage: "maps.stage.roads", Done: 1, Total: 3}}, trips.TrafficState{})
			w := test.NewTempWindow(t, b.content)
			w.SetPadded(false)
			everything := false
			for width := float32(1600); width >= b.content.MinSize().Width; width -= 7 {
				w.Resize(fyne.NewSize(width, 40))
				x := float32(0)
				for i, part := range b.bar.Objects {
					if !part.Visible() || part.Size().Width == 0 {
						continue
					}
					p, s := part.Position(), part.Size()
					if p.X < x-0.01 || p.X+s.Width > w.Canvas().Size().Width+0.01 {
						t.Fatalf("%s, %s, width %v: part %d reaches from %v to %v, after %v", language, form.Name, width, i, p.X, p.X+s.Width, x)
					}
					x = p.X + s.Width
				}
				for _, i := range []int{statusScale, statusCursor, statusServer} {
					if part := b.bar.Objects[i]; part.Visible() && part.Size().Width < part.MinSize().Width {
						t.Fatalf("%s, %s, width %v: part %d has %v of %v", language, form.Name, width, i, part.Size().Width, part.MinSize().Width)
					}
				}
				if !b.bar.Objects[statusCursor].Visible() || !b.cancel.Visible() {
					t.Fatalf("%s, width %v: no coordinates, or nothing to stop the work", language, width)
				}
				if b.here.Size().Width > 300 && b.bar.Objects[statusMap].Visible() && b.bar.Objects[statusServer].Visible() {
					everything = true
				}
			}
			if !everything {
				t.Errorf("%s, %s: a wide bar does not show all", language, form.Name)
			}
		}
	}
}

func TestStatusBarGivesALongerScaleItsRoom(t *testing.T) {
	test.NewTempApp(t)
	words, err := text.Load(assets.Translations(), "en")
	if err != nil {
		t.Fatal(err)
	}
	b := newStatusBar(words, text.Coordinator{}, nowhere, func(fyne.Position) {}, func() {})
	w := test.NewTempWindow(t, b.content)
	w.Resize(fyne.NewSize(1300, 40))
	for _, zoom := range []float64{17, 5.75} {
		b.showView(view.Viewport{Zoom: zoom, Width: 800, Height: 600, Scale: 1})
		if part := b.bar.Objects[statusScale]; part.Size().Width < part.MinSize().Width {
			t.Errorf("zoom %v: %q has %v of %v", zoom, b.scale.Text, part.Size().Width, part.MinSize().Width)
		}
	}
}

func TestStatusBarShowsHowManyTripsAreLeft(t *testing.T) {
	test.NewTempApp(t)
	for _, c := range []struct {
		language string
		work     trips.Work
		want     string
	}{
		{"en", trips.Work{Left: 312, Time: 38 * time.Second}, "312 trips to go, about 40 s"},
		{"en", trips.Work{Left: 1, Time: time.Millisecond}, "1 trip to go, about 5 s"},
		{"en", trips.Work{Left: 5000, Time: 61 * time.Second}, "5,000 trips to go, about 2 min"},
		{"en", trips.Work{Left: 2}, "Snapping 2 trips…"},
		{"vi", trips.Work{Left: 312, Time: 40 * time.Second}, "Còn 312 chuyến, khoảng 40 giây"},
		{"vi", trips.Work{Left: 312}, "Đang khớp 312 chuyến…"},
		{"vi", trips.Work{}, ""},
	} {
		words, err := text.Load(assets.Translations(), c.language)
		if err != nil {
			t.Fatal(err)
		}
		b := newStatusBar(words, text.Coordinator{}, nowhere, func(fyne.Position) {}, func() {})
		b.showWork(trips.Work{Left: 9}, 0, maps.State{}, trips.TrafficState{})
		b.showWork(c.work, 0, maps.State{}, trips.TrafficState{})
		if b.work.Text != c.want || b.cancel.Visible() != (c.want != "") {
			t.Errorf("%s, %+v: %q, want %q; cancel button visible: %v", c.language, c.work, b.work.Text, c.want, b.cancel.Visible())
		}
	}
}
