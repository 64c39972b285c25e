// SPDX-License-Identifier: MIT

package mapview

import (
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"roadsnap/ui/mapdraw/export"
	"roadsnap/ui/mapdraw/view"
)

func TestFootOfTheMapStaysOnTheMapAndApart(t *testing.T) {
	part := func(width, height float32) *canvas.Rectangle {
		r := canvas.NewRectangle(nil)
		r.SetMinSize(fyne.NewSize(width, height))
		return r
	}
	for _, width := range []float32{200, 240, 330, 480, 1200} {
		parts := []fyne.CanvasObject{part(140, 76), part(140, 30), part(190, 28)}
		size := fyne.NewSize(width, footLayout{}.MinSize(parts).Height)
		footLayout{}.Layout(parts, size)
		for i, a := range parts {
			p, s := a.Position(), a.Size()
			if p.X < 0 || p.Y < 0 || p.X+s.Width > size.Width || p.Y+s.Height > size.Height {
				t.Errorf("width %v: part %d at %v, %v large, is not on the map", width, i, p, s)
			}
			for j, b := range parts[:i] {
				q, r := b.Position(), b.Size()
				if p.X < q.X+r.Width && q.X < p.X+s.Width && p.Y < q.Y+r.Height && q.Y < p.Y+s.Height {
					t.Errorf("width %v: part %d lies on part %d", width, i, j)
				}
			}
		}
		if bottom := parts[0].Position().Y + parts[0].Size().Height; width >= 480 && bottom != size.Height {
			t.Errorf("width %v: the legend ends at %v", width, bottom)
		}
	}
}

// TestLegendLeavesNothingToBeLaidOut checks that the toolkit has nothing to lay
// out, because it would do so while painting and then paint the whole window
// again.
func TestLegendLeavesNothingToBeLaidOut(t *testing.T) {
	w := newBench(t)
	places := func() (p []fyne.Position) {
		for _, o := range append(w.chrome.content.Objects, w.chrome.foot.Objects...) {
			if o.Visible() {
				p = append(p, o.Position(), fyne.NewPos(o.Size().Width, o.Size().Height))
			}
		}
		return p
	}
	for _, samples := range [][]export.Sample{
		{export.SampleRaw, export.SampleMatched}, nil,
		{export.SampleRaw, export.SampleMatched, export.SampleInferred, export.SampleOffRoad}, {export.SampleRaw},
	} {
		w.chrome.SetLegend(w.theme, samples)
		left := places()
		w.chrome.content.Refresh()
		w.chrome.foot.Refresh()
		if after := places(); !slices.Equal(left, after) {
			t.Errorf("legend of %d samples: laid out at %v, to be at %v", len(samples), left, after)
		}
		if rows := w.chrome.legend.Visible(); rows != (len(samples) > 0) {
			t.Errorf("legend of %d samples is shown: %t", len(samples), rows)
		}
	}
}

// TestNamesKnowWhatLiesOnTheMap compares the covered parts of the map with the
// places of its buttons and plates after the toolkit has laid them out.
func TestNamesKnowWhatLiesOnTheMap(t *testing.T) {
	w := newBench(t)
	for _, samples := range [][]export.Sample{nil, {export.SampleRaw, export.SampleMatched}} {
		w.chrome.SetLegend(w.theme, samples)
		w.CoversChanged()
		for _, size := range []fyne.Size{fyne.NewSize(900, 600), fyne.NewSize(1400, 800)} {
			w.window.Resize(size)
			at := fyne.CurrentApp().Driver().AbsolutePositionForObject
			origin := at(w)
			lie := []fyne.CanvasObject{w.chrome.buttons, w.chrome.scale, w.chrome.notice}
			if w.chrome.legend.Visible() {
				lie = append(lie, w.chrome.legend)
			}
			parts := append(w.chrome.covers(w.Size()), w.plate.covers())
			if len(parts) != len(lie)+1 || len(parts) > view.MaxCovered {
				t.Fatalf("%v: %d parts are covered by %d things and the box of the unit", size, len(parts), len(lie))
			}
			for _, o := range lie {
				want := Part{at(o).Subtract(origin), o.Size()}
				if !slices.Contains(parts, want) {
					t.Errorf("%v, legend %v: an element is at %v, covered are %v", size, samples, want, parts)
				}
			}
			if w.view.Covered != w.covered() || w.view.Covered[0].Empty() {
				t.Errorf("%v: the view is drawn for other parts", size)
			}
		}
	}
	least := w.plate.covers()
	w.plate.Show("Phường Bến Thành", "Thành phố Hồ Chí Minh · 26740")
	if shown := w.plate.plate.MinSize(); shown.Height != least.size.Height {
		t.Errorf("the box of a unit is %v high, room is left for %v", shown.Height, least.size.Height)
	}
}
