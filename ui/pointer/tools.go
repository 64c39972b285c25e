// SPDX-License-Identifier: MIT

package pointer

import (
	"image/color"
	"math"
	"time"
	"unicode"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"roadsnap/engine/geo"
	"roadsnap/ui/inspector"
	"roadsnap/ui/job"
	"roadsnap/ui/mapdraw/export"
	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/mapdraw/view"
	"roadsnap/ui/mapview"
	"roadsnap/ui/text"
	"roadsnap/ui/trips"
)

// Map is the part of the map widget that the tools use.
type Map interface {
	View() view.Viewport
	Reach() float64 // search radius round the pointer (metres)
	Aim(on bool)
	ShowNote(at geo.Point, text string)
	Together(change func())
}

// Layer is the layer of the map that the tools draw on.
type Layer interface {
	Set(overlays ...overlay.Overlay)
}

// Options configures Tools.
type Options struct {
	Jobs   *job.Runner
	Lookup Lookup             // finds roads and units; nil for none
	Trip   func() *trips.Trip // returns the trip on the map, nil for none
	// MarkAt returns the place of the point of interest whose mark the map shows at a point;
	// nil for none.
	MarkAt func(at geo.Point) (place geo.Point, ok bool)
	// Show is called when Card may have changed.
	Show func()
	// Say is called with a line on the objects under the pointer or the measurement.
	Say func(line string)
	// Limit corrects the speed limit of a way, which has the title of its road; nil for none.
	Limit func(way int64, road string)
	// Measuring is called with whether the ruler is active.
	Measuring func(on bool)
}

// Tools are the pointer tools of the map: one inspects objects, and the ruler measures.
// While the ruler is active, clicks belong to it. Tools belongs to the UI goroutine.
type Tools struct {
	o      Options
	words  text.Catalogue
	screen Map
	layer  Layer
	hits   *HitTest
	ruler  *Ruler
	last   HitState // the state that the map and the record show
	tripID trips.ID // ID of the trip on the map, 0 for none
	open   bool     // the record of the clicked place is wanted
	always bool     // even if there is neither a road nor a point
}

// hoverPause is how long the pointer rests before the objects under it are shown. It is
// too short to be noticed and long enough to avoid flicker while the pointer moves.
const hoverPause = 60 * time.Millisecond

// NewTools returns tools with the ruler put away. Attach must be called before any other
// method.
func NewTools(o Options) *Tools {
	testers := []Tester{Fixes{}}
	if o.Lookup != nil {
		testers = append(testers, SitesOf(o.Lookup), RoadsOf(o.Lookup), UnitsOf(o.Lookup))
	}
	t := &Tools{o: o, hits: NewHitTest(o.Jobs, hoverPause, testers...)}
	t.ruler = NewRuler(t.measured)
	t.hits.OnChange(func() { t.screen.Together(t.found) })
	return t
}

// Attach sets the texts, and the map and its layer on which the tools draw.
func (t *Tools) Attach(words text.Catalogue, screen Map, layer Layer) {
	t.words, t.screen, t.layer = words, screen, layer
	t.measured()
}

// Where returns the place to test for a point, at the current view.
func (t *Tools) Where(at geo.Point) Where {
	w := Where{At: at, Radius: t.screen.Reach(), Zoom: int(math.Round(t.screen.View().Zoom)), Trip: t.o.Trip()}
	if t.o.MarkAt != nil {
		w.Mark, w.HasMark = t.o.MarkAt(at)
	}
	return w
}

// Measuring reports whether the ruler is active.
func (t *Tools) Measuring() bool { return t.ruler.Active() }

// Hover shows the objects under the pointer, or draws the leg to it. inside reports
// whether the pointer is on the map.
func (t *Tools) Hover(at geo.Point, inside bool) {
	t.ruler.Hover(at, inside)
	switch {
	case t.ruler.Active():
	case inside:
		t.hits.Hover(t.Where(at))
	default:
		t.hits.Leave()
	}
}

// Click adds a corner to the measurement, or selects and highlights the clicked object.
// The record of the object opens on Tap.
func (t *Tools) Click(at geo.Point) {
	w := t.Where(at)
	if t.ruler.Active() {
		t.ruler.Click(w.At, w.Radius)
		return
	}
	t.open, t.always = t.open && t.hits.State().HasSelected, false
	t.hits.Select(w)
}

// Tap opens the record of the clicked place. It must be called after a click that is not
// part of a double click, so that the map does not move between two clicks.
func (t *Tools) Tap() {
	if !t.ruler.Active() {
		t.open = true
		t.o.Show()
	}
}

// DoubleClick ends the measurement. It returns false if the ruler is not active.
func (t *Tools) DoubleClick() (done bool) {
	if t.ruler.Active() {
		t.ruler.Finish()
		return true
	}
	return false
}

// Inspect shows the record of a place, even if there is neither a road nor a point.
func (t *Tools) Inspect(w Where) {
	t.open, t.always = true, true
	t.hits.Select(w)
}

// Drop deselects the clicked place and reports whether there was one.
func (t *Tools) Drop() (was bool) {
	was = t.hits.State().HasSelected
	t.open, t.always = false, false
	t.hits.Deselect()
	return was
}

// TripChanged sets the trip on the map, nil for none. If it is another trip, the clicked
// place is deselected, because it may be a point of the previous one.
func (t *Tools) TripChanged(trip *trips.Trip) {
	id := trips.ID(0)
	if trip != nil {
		id = trip.ID
	}
	if id != t.tripID {
		t.tripID = id
		t.Drop()
	}
	t.hits.TripChanged(trip)
}

// ToggleMeasure starts to use the ruler, or puts it away.
func (t *Tools) ToggleMeasure() {
	if t.ruler.Active() {
		t.ruler.PutAway()
	} else {
		t.Measure(Measure{})
	}
}

// Measure starts to use the ruler with an initial measurement.
func (t *Tools) Measure(m Measure) {
	t.hits.Deselect()
	t.ruler.Take(m)
}

// PutAway puts the ruler away and reports whether it was active.
func (t *Tools) PutAway() (was bool) {
	if was = t.ruler.Active(); was {
		t.ruler.PutAway()
	}
	return was
}

// Undo removes the last corner of the measurement.
func (t *Tools) Undo() { t.ruler.Undo() }

// Bounds returns the bounds of the clicked object, NoBounds if there is none.
func (t *Tools) Bounds() geo.Bounds {
	switch here, ok := t.Selected(); {
	case !ok:
		return geo.NoBounds
	case here.HasFix:
		return geo.BoundsOf(here.Fix.Observation.Point)
	case here.HasSite:
		return geo.BoundsOf(here.Site.At)
	case here.HasRoad:
		return geo.BoundsOf(here.Road.Line...)
	default:
		return geo.BoundsOf(here.At)
	}
}

// Selected returns the hit of the clicked place.
func (t *Tools) Selected() (here Hit, ok bool) {
	s := t.hits.State()
	return s.Selected, s.HasSelected
}

// Card returns the record of the clicked place; wanted reports whether to show it.
func (t *Tools) Card(form text.Coordinator) (card inspector.Card, wanted bool) {
	here, ok := t.Selected()
	c := hitCard{t.words, form, here, t.o.Limit}
	return inspector.Card{Subject: here.At, Version: versionOf(here), Title: c.title(), Parts: c.parts}, ok && t.open
}

// hitVersion is the version of a record: another place or a changed trip has another one.
type hitVersion struct {
	at   geo.Point
	name string
	note string
	way  int64
	site int64
	trip *trips.Trip
}

func versionOf(h Hit) hitVersion {
	return hitVersion{h.At, h.Name, h.Note, h.Road.Way, h.Site.ID, h.Fix.Trip}
}

// found shows the current state of the hit test.
func (t *Tools) found() {
	s, old := t.hits.State(), t.last
	t.last = s
	if s.HasSelected && !t.always && !s.Selected.thing() {
		t.Drop() // a click that hit nothing
		return
	}
	if s.HasSelected != old.HasSelected || versionOf(s.Selected) != versionOf(old.Selected) {
		t.layer.Set(t.marks(true)...)
		t.o.Show()
	}
	t.say()
}

// measured shows the current measurement.
func (t *Tools) measured() {
	t.screen.Aim(t.ruler.Aiming())
	t.o.Measuring(t.ruler.Active())
	t.screen.ShowNote(t.note())
	t.layer.Set(t.marks(true)...)
	t.say()
}

// say calls Options.Say with the measurement, the objects under the pointer or the clicked
// ones.
func (t *Tools) say() {
	switch s := t.hits.State(); {
	case t.ruler.Active():
		t.o.Say(t.ruler.Measure().Text(t.words))
	case s.HasHover:
		t.o.Say(s.Hover.Line(t.words))
	case s.HasSelected:
		t.o.Say(s.Selected.Line(t.words))
	default:
		t.o.Say("")
	}
}

// note returns the text next to the measured line and its position, "" if there is no
// length yet.
func (t *Tools) note() (at geo.Point, line string) {
	m := t.ruler.Measure()
	if n := len(m.Points); n >= 2 {
		return m.Points[n-1], m.Text(t.words)
	}
	return geo.Point{}, ""
}

// marks returns the overlays of the measurement, with the leg to the pointer if leg, or of
// the clicked object.
func (t *Tools) marks(leg bool) []overlay.Overlay {
	here, ok := t.Selected()
	switch {
	case t.ruler.Active():
		return []overlay.Overlay{t.measureOverlay(leg)}
	case !ok:
		return nil
	case here.HasFix:
		return []overlay.Overlay{overlay.Selection{Points: []geo.Point{here.Fix.Observation.Point}}}
	case here.HasSite:
		return []overlay.Overlay{overlay.Target{At: here.Site.At}}
	case here.HasRoad:
		return []overlay.Overlay{overlay.Highlight{Line: here.Road.Line}}
	default:
		return []overlay.Overlay{overlay.Selection{Points: []geo.Point{here.At}}}
	}
}

func (t *Tools) measureOverlay(leg bool) overlay.Measure {
	m := t.ruler.Measure()
	o := overlay.Measure{
		Points: m.Points, Closed: m.Closed,
		Ink: opaque(theme.ColorNameForeground), Casing: opaque(theme.ColorNameOverlayBackground),
	}
	if leg {
		o.Next, o.HasNext = t.ruler.Next()
	}
	return o
}

// opaque returns a colour of the theme for drawing on the map.
func opaque(name fyne.ThemeColorName) color.RGBA {
	return color.RGBAModel.Convert(theme.Color(name)).(color.RGBA)
}

// AddTo adds the clicked object and the measurement to a picture of the map. It omits the
// leg to the pointer, which was only on its way to the menu.
func (t *Tools) AddTo(picture *export.Options) {
	picture.Overlays = append(picture.Overlays, t.marks(false)...)
	if at, line := t.note(); line != "" {
		picture.Notes = append(picture.Notes, export.Note{At: at, Text: line})
	}
	// The note next to the measured line names it.
	if here, ok := t.Selected(); ok && !t.ruler.Active() {
		picture.Legend = append(picture.Legend, legendRow(t.words, here))
	}
}

func legendRow(words text.Catalogue, here Hit) export.LegendRow {
	switch r := here.Road; {
	case here.HasFix || !here.HasRoad:
		return export.LegendRow{Sample: export.SampleSelected, Text: mapview.LegendText(words, export.SampleSelected)}
	case r.Name != "" || r.Ref != "":
		return export.LegendRow{Sample: export.SampleRoad, Text: r.Title(words)}
	default:
		return export.LegendRow{Sample: export.SampleRoad, Text: capital(words.Class(r.Kind))}
	}
}

// capital returns s with its first letter in upper case, for a row of the legend.
func capital(s string) string {
	first, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(first)) + s[size:]
}
