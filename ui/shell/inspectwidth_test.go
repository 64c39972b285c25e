// SPDX-License-Identifier: MIT

package shell

import (
	"testing"

	"roadsnap/engine/geo"
	"roadsnap/ui/kit"
	"roadsnap/ui/maps"
	"roadsnap/ui/pointer"
	"roadsnap/ui/text"
)

// TestInspectorFitsItsLeastWidth checks every record in both languages. No row may be
// wider than the minimum width of the inspector, because its end would be cut off.
func TestInspectorFitsItsLeastWidth(t *testing.T) {
	w := newTestWindow(t)
	for i := range 2 * len(text.Languages) {
		language, size := text.Languages[i/2], []int{100, 130}[i%2]
		w.setLanguage(language.Tag)
		w.setTextSize(size)
		w.ui.Rest(t)
		w.show(panelUnits)
		fits := func(what string) {
			t.Helper()
			if width, has := w.inspector.Content().MinSize().Width, kit.WithText(minDetailWidth); width > has {
				t.Errorf("%s, text at %d %%, %s: the inspector asks for %v, and has %v", language.Tag, size, what, width, has)
			}
		}
		for _, province := range w.o.Units.Provinces() {
			row, _ := w.o.Units.Row(province.Code)
			w.o.Units.Select(row)
			w.ui.Rest(t)
			fits(row.Name())
		}
		one, _ := w.o.Units.Row("01")
		other, _ := w.o.Units.Row("00199") // of a long name
		w.o.Units.Select(one)
		w.o.Units.SelectAlso(other)
		w.ui.Rest(t)
		fits("two units")
		w.tools.Inspect(pointer.Where{At: geo.Point{Lat: 10.77653, Lon: 106.70098}})
		w.eventually(t, "what is here", func() bool { _, here := w.inspector.Subject().(geo.Point); return here })
		fits("what is here")
		w.tools.Drop()
		w.show(panelMaps)
		w.o.Maps.Describe(maps.DescribedMap)
		w.eventually(t, "the report", func() bool { return w.inspector.Title() == "Andorra (sample)" })
		fits("the report of a map")
	}
}
