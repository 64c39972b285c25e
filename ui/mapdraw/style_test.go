package mapdraw

import (
	"errors"
	"testing"

	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/mapdraw/view"
)

func FuzzParseStyle(f *testing.F) {
	f.Add(shippedStyle(f))
	f.Add(`{"palettes": {"light": {"land": "#ffffff80"}}}`)
	f.Fuzz(func(t *testing.T, text string) {
		themes, err := style.Parse([]byte(text))
		if err != nil {
			if !errors.Is(err, style.Err) {
				t.Fatalf("%v does not wrap ErrStyle", err)
			}
			return
		}
		// Whatever is valid can be drawn.
		painter := newTilePainter(&themes.Light, nil)
		if _, err := painter.paint(town(), view.TilesOf(testView, view.GridOf(testView)).Keys()[0], never); err != nil {
			t.Fatal(err)
		}
	})
}
