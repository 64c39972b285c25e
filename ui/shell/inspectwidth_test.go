// SPDX-License-Identifier: MIT

package shell

import (
	"context"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
	"roadsnap/ui/kit"
	"roadsnap/ui/maps"
	"roadsnap/ui/pointer"
	"roadsnap/ui/text"
	"roadsnap/ui/trips"
)

// TestListsFitTheirLeastWidth checks the list of each panel in both languages and all sizes of texts. A
// wider one would cover the map.
func TestListsFitTheirLeastWidth(t *testing.T) {
	w := newTestWindow(t)
	for _, language := range text.Languages {
		w.setLanguage(language.Tag)
		for _, size := range kit.TextSizes {
			w.setTextSize(size)
			least, _ := leastWidths()
			for i, list := range w.arrangement.lists.Objects {
				if width := list.MinSize().Width; width > least {
					t.Errorf("%s, text at %d %%: the list of panel %d asks for %v, and has %v", language.Tag, size, i+1, width, least)
				}
			}
		}
	}
}

// TestPlaceholdersFit checks the hints in the fields of each panel next to an open inspector. The
// toolkit scrolls one that is too long.
func TestPlaceholdersFit(t *testing.T) {
	w := newTestWindow(t)
	w.o.Trips.OpenFrom(trips.Source{Name: "x", Read: func(context.Context, geo.Bounds) ([]trace.Trip, error) {
		one := trace.Trip{Observations: []match.Observation{{Point: geo.Point{Lat: 42.5, Lon: 1.5}}, {Point: geo.Point{Lat: 42.5, Lon: 1.6}}}}
		return []trace.Trip{one, one, one}, nil
	}})
	w.ui.Rest(t)
	seen := 0
	for _, language := range text.Languages {
		w.setLanguage(language.Tag)
		w.window.Resize(fyne.NewSize(1278, 760))
		for p := range numPanels {
			w.show(p)
			w.arrangement.panes.showDetail(true, true)
			for _, e := range entriesIn(w.arrangement.lists) {
				seen++
				room := e.Size().Width - 2*theme.InnerPadding()
				if e.ActionItem != nil {
					room -= e.ActionItem.MinSize().Width
				}
				if need := fyne.MeasureText(e.PlaceHolder, theme.TextSize(), fyne.TextStyle{}).Width; need > room {
					t.Errorf("%s, panel %d: %q needs %v and has %v", language.Tag, p, e.PlaceHolder, need, room)
				}
			}
		}
	}
	if seen < 3*len(text.Languages) {
		t.Errorf("only %d fields are seen", seen)
	}
}

// entriesIn returns the visible fields below o.
func entriesIn(o fyne.CanvasObject) (list []*kit.KeyEntry) {
	if !o.Visible() {
		return nil
	}
	switch o := o.(type) {
	case *kit.KeyEntry:
		return []*kit.KeyEntry{o}
	case *fyne.Container:
		for _, child := range o.Objects {
			list = append(list, entriesIn(child)...)
		}
	case fyne.Widget:
		for _, child := range test.WidgetRenderer(o).Objects() {
			list = append(list, entriesIn(child)...)
		}
	}
	return list
}

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

// TestListAndInspectorFitALaptop opens a record in the window of a small laptop: the sidebar keeps its
// names, or gives them up where list and inspector would not fit otherwise.
func TestListAndInspectorFitALaptop(t *testing.T) {
	w := newTestWindow(t)
	for _, language := range text.Languages {
		for _, c := range []struct {
			width   float32
			text    int
			hasBoth bool
			folded  bool
		}{{1278, 100, true, false}, {1366, 115, true, true}, {1278, 130, false, false}, {1130, 100, true, true}, {1920, 130, true, false}} {
			w.setLanguage(language.Tag)
			w.setTextSize(c.text)
			w.window.Resize(fyne.NewSize(c.width, 760))
			p := w.arrangement.panes
			p.showDetail(true, true)
			if both := p.list.Visible() && p.detail.Visible(); both != c.hasBoth || w.arrangement.sidebar.folded != c.folded {
				t.Errorf("%s, %v wide, text at %d %%: both %v, sidebar folded %v", language.Tag, c.width, c.text, both, w.arrangement.sidebar.folded)
			}
		}
	}
}
