package mapdraw

import "testing"

// TestBordersOnAPictureAreThoseOfTheScreen draws a quilt both ways. The sheet
// strokes the picture itself, the screen a see-through layer, which may differ by
// what rounds.
func TestBordersOnAPictureAreThoseOfTheScreen(t *testing.T) {
	theme := testThemes(t).Light
	b := NewBorders(&quilt{}, theme, BordersOptions{})
	defer b.Close()
	b.Select("south")
	view := testView.snapped() // the screen's map lies on whole pixels
	screen := drawBorders(t, b, theme, view)
	o := exported(t, theme)
	o.View = view
	o.Source, o.Overlays, o.Legend, o.ScaleBar = nil, []Overlay{b}, nil, false
	o.Width, o.Height = view.Width, view.Height
	picture := exportPNG(t, o)
	far, borders := 0, 0
	for y := range view.Height - 30 { // the licence below
		for x := range view.Width {
			p, q := picture.RGBAAt(x, y), screen.RGBAAt(x, y)
			if q != theme.Background {
				borders++
			}
			for _, d := range []int{int(p.R) - int(q.R), int(p.G) - int(q.G), int(p.B) - int(q.B)} {
				if d > 40 || d < -40 {
					far++
					break
				}
			}
		}
	}
	if borders < 5000 || far > borders/50 {
		t.Errorf("%d of %d pixels of borders differ", far, borders)
	}
}
