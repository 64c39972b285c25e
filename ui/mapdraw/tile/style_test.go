// SPDX-License-Identifier: MIT

package tile

import (
	"errors"
	"testing"

	"roadsnap/assets"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/mapdraw/view"
	"roadsnap/ui/maptest"
)

func FuzzParseStyle(f *testing.F) {
	f.Add(string(assets.MapStyle))
	f.Add(`{"palettes": {"light": {"land": "#ffffff80"}}}`)
	f.Fuzz(func(t *testing.T, text string) {
		themes, err := style.Parse([]byte(text))
		if err != nil {
			if !errors.Is(err, style.Err) {
				t.Fatalf("%v does not wrap ErrStyle", err)
			}
			return
		}
		// Every valid style can be drawn.
		painter := NewPainter(&themes.Light, nil)
		if _, err := painter.Paint(maptest.Town(), view.TilesOf(maptest.View, view.GridOf(maptest.View)).Keys()[0], maptest.Never); err != nil {
			t.Fatal(err)
		}
	})
}
