// SPDX-License-Identifier: MIT

package timeline

import (
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"roadsnap/assets"
	"roadsnap/ui/job/jobtest"
	"roadsnap/ui/kit"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/text"
)

// TestTheBarAtEveryWidth makes the bar narrower and its texts longer. Nothing overlaps, the
// name of the road stays longer than anything but the buttons, and its tip has all of it.
func TestTheBarAtEveryWidth(t *testing.T) {
	for _, language := range []string{"en", "vi"} {
		test.NewTempApp(t).Settings().SetTheme(kit.NewPalette(kit.ThemeLight))
		words, err := text.Load(assets.Translations(), language)
		if err != nil {
			t.Fatal(err)
		}
		ui := jobtest.New(t)
		p := New(words, NewModel(Options{Jobs: ui.Jobs}), style.Theme{}, Actions{})
		w := test.NewTempWindow(t, p.bar)
		w.SetPadded(false)
		const road = "QL.1 Quốc lộ 1A · Phường Đông Hưng Thuận"
		least := p.bar.MinSize().Width
		for width := float32(1000); width >= least+placeRoom/2; width -= 7 {
			for _, texts := range [][2]string{{"07:00:00", "0 km/h"}, {"◀ 07:00:00", "118 km/h / 120"}, {"1:05:30", ""}} {
				w.Resize(fyne.NewSize(width, p.bar.MinSize().Height))
				p.writeBar(texts[0], texts[1], road)
				shown := slices.DeleteFunc(slices.Clone(p.bar.Objects), func(o fyne.CanvasObject) bool { return !o.Visible() })
				for i, o := range shown {
					if o != fyne.CanvasObject(p.place) && o.Size().Width < o.MinSize().Width {
						t.Errorf("%s, %v wide, %q: object %d is cut", language, width, texts, i)
					}
					if i > 0 && o.Position().X < shown[i-1].Position().X+shown[i-1].Size().Width-0.5 {
						t.Errorf("%s, %v wide, %q: objects %d and %d overlap", language, width, texts, i-1, i)
					}
				}
				room := width - p.bar.MinSize().Width
				if got := p.place.Size().Width; !p.place.Visible() && room > 0 || got < min(room, placeRoom)-0.5 {
					t.Errorf("%s, %v wide, %q: the road has %v of %v", language, width, texts, got, room)
				}
				if p.place.Tip() != road {
					t.Errorf("the tip is %q", p.place.Tip())
				}
			}
		}
		for _, speed := range []string{"118 km/h / 120", "44 km/h / 60", "73 km/h", "7 km/h"} { // next to list and inspector at 1280
			w.Resize(fyne.NewSize(634, p.bar.MinSize().Height))
			p.writeBar("07:00:00", speed, road)
			if !p.bar.Objects[barMenuIcon].Visible() || !p.bar.Objects[barTools].Visible() {
				t.Errorf("%s: at %s the menu or the tools are gone", language, speed)
			}
		}
		w.Resize(fyne.NewSize(least+placeRoom/2, p.bar.MinSize().Height))
		if p.bar.Objects[barTools].Visible() || p.speed.Visible() {
			t.Errorf("%s: at the least width more is shown than the road", language)
		}
	}
}
