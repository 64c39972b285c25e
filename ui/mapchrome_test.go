package ui

import (
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"roadsnap/ui/mapdraw"
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

// What the toolkit lays out itself, it lays out while it paints, and then paints
// the whole window again.
func TestLegendLeavesNothingToBeLaidOut(t *testing.T) {
	w := newTestWindow(t)
	places := func() (p []fyne.Position) {
		for _, o := range append(w.chrome.content.Objects, w.chrome.foot.Objects...) {
			if o.Visible() {
				p = append(p, o.Position(), fyne.NewPos(o.Size().Width, o.Size().Height))
			}
		}
		return p
	}
	for _, samples := range [][]mapdraw.Sample{
		{mapdraw.SampleRaw, mapdraw.SampleMatched}, nil,
		{mapdraw.SampleRaw, mapdraw.SampleMatched, mapdraw.SampleInferred, mapdraw.SampleOffRoad}, {mapdraw.SampleRaw},
	} {
		w.chrome.setLegend(w.theme, samples)
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
