package ui

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
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
