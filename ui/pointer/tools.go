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

// Map is what the tools need of the map on the screen.
type Map interface {
	View() view.Viewport
	Reach() float64 // how far from the pointer something is still pointed at, in metres
	Aim(on bool)
	ShowNote(at geo.Point, text string)
	Together(change func())
}

// Layer is the layer of the map that the tools draw on.
type Layer interface {
	Set(overlays ...overlay.Overlay)
}

// Options are what the tools are made of.
type Options struct {
	Jobs   *job.Runner
	Lookup Lookup             // the map to ask what lies where; nil for none
	Trip   func() *trips.Trip // the trip on the map, nil for none
	// Show is called when Card may have changed.
	Show func()
	// Say is called with a line on what lies under the pointer or is being measured.
	Say func(line string)
	// Measuring is called with whether the ruler is in use.
	Measuring func(on bool)
}

// Tools are what the pointer does on the map: it inspects what lies there, or it
// measures. While the ruler is taken, clicks are its own. The UI goroutine owns
// them.
type Tools struct {
	o      Options
	words  text.Catalogue
	screen Map
	layer  Layer
	hits   *HitTest
	ruler  *Ruler
	last   HitState // that the map and the record show
	tripID trips.ID // of the trip on the map, 0 for none
	open   bool     // the record of what was clicked is wanted
	always bool     // even if that is neither a road nor a point
}

// hoverPause is how long the pointer rests before the tools say what lies under it: too
// short to wait for, and long enough not to flicker on the way.
const hoverPause = 60 * time.Millisecond

// NewTools returns the tools, put away. Attach must be called before anything else.
func NewTools(o Options) *Tools {
	testers := []Tester{Fixes{}}
	if o.Lookup != nil {
		testers = append(testers, RoadsOf(o.Lookup), UnitsOf(o.Lookup))
	}
	t := &Tools{o: o, hits: NewHitTest(o.Jobs, hoverPause, testers...)}
	t.ruler = NewRuler(t.measured)
	t.hits.OnChange(func() { t.screen.Together(t.found) })
	return t
}

// Attach has the tools draw on a layer of a map, and write in a language.
func (t *Tools) Attach(words text.Catalogue, screen Map, layer Layer) {
	t.words, t.screen, t.layer = words, screen, layer
	t.measured()
}

// Where describes a point of the map as the user points at it.
func (t *Tools) Where(at geo.Point) Where {
	return Where{At: at, Radius: t.screen.Reach(), Zoom: int(math.Round(t.screen.View().Zoom)), Trip: t.o.Trip()}
}

// Measuring reports whether the ruler is taken.
func (t *Tools) Measuring() bool { return t.ruler.Active() }

// Hover says what lies under the pointer, or draws the leg to it; inside is whether it
// is on the map.
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

// Click adds a corner to what is measured, or asks what lies there, which gets its
// halo at once. Its record waits for Tap.
func (t *Tools) Click(at geo.Point) {
	w := t.Where(at)
	if t.ruler.Active() {
		t.ruler.Click(w.At, w.Radius)
		return
	}
	t.open, t.always = t.open && t.hits.State().HasSelected, false
	t.hits.Select(w)
}

// Tap is called after a click that was no double click, so that the map does not move
// away under that. It wants the record of what was clicked.
func (t *Tools) Tap() {
	if !t.ruler.Active() {
		t.open = true
		t.o.Show()
	}
}

// DoubleClick ends what is measured, and reports whether that was all that it meant.
func (t *Tools) DoubleClick() (done bool) {
	if t.ruler.Active() {
		t.ruler.Finish()
		return true
	}
	return false
}

// Inspect shows all that is known of a place, a road or not.
func (t *Tools) Inspect(w Where) {
	t.open, t.always = true, true
	t.hits.Select(w)
}

// Drop leaves nothing of what was clicked, and reports whether there was something.
func (t *Tools) Drop() (was bool) {
	was = t.hits.State().HasSelected
	t.open, t.always = false, false
	t.hits.Deselect()
	return was
}

// TripChanged says what the trip on the map is now, nil for none. What was clicked may be
// a point of the one before it, and is left with that.
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

// ToggleMeasure takes the ruler, or puts it away with what it measured.
func (t *Tools) ToggleMeasure() {
	if t.ruler.Active() {
		t.ruler.PutAway()
	} else {
		t.Measure(Measure{})
	}
}

// Measure takes the ruler, with what is measured already.
func (t *Tools) Measure(m Measure) {
	t.hits.Deselect()
	t.ruler.Take(m)
}

// PutAway puts the ruler away with what it measured, and reports whether it was taken.
func (t *Tools) PutAway() (was bool) {
	if was = t.ruler.Active(); was {
		t.ruler.PutAway()
	}
	return was
}

// Undo takes the last corner of what is measured away.
func (t *Tools) Undo() { t.ruler.Undo() }

// Bounds returns where what was clicked lies, nowhere if there is nothing.
func (t *Tools) Bounds() geo.Bounds {
	switch here, ok := t.Selected(); {
	case !ok:
		return geo.NoBounds
	case here.HasFix:
		return geo.BoundsOf(here.Fix.Observation.Point)
	case here.HasRoad:
		return geo.BoundsOf(here.Road.Line...)
	default:
		return geo.BoundsOf(here.At)
	}
}

// Selected returns what was clicked.
func (t *Tools) Selected() (here Hit, ok bool) {
	s := t.hits.State()
	return s.Selected, s.HasSelected
}

// Card returns the record of what was clicked, if it is wanted.
func (t *Tools) Card(form text.Coordinator) (card inspector.Card, wanted bool) {
	here, ok := t.Selected()
	c := hitCard{t.words, form, here}
	return inspector.Card{Subject: here.At, Version: versionOf(here), Title: c.title(), Parts: c.parts}, ok && t.open
}

// hitVersion tells apart records of what was clicked: of another place, or of a trip
// that has changed.
type hitVersion struct {
	at   geo.Point
	trip *trips.Trip
}

func versionOf(h Hit) hitVersion { return hitVersion{h.At, h.Fix.Trip} }

// found shows what lies under the pointer and where the user clicked.
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

// measured shows what is being measured.
func (t *Tools) measured() {
	t.screen.Aim(t.ruler.Aiming())
	t.o.Measuring(t.ruler.Active())
	t.screen.ShowNote(t.note())
	t.layer.Set(t.marks(true)...)
	t.say()
}

// say says what is being measured, or what lies under the pointer.
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

// note returns the text next to the measured line, and its place. There is none
// before there is a length.
func (t *Tools) note() (at geo.Point, line string) {
	m := t.ruler.Measure()
	if n := len(m.Points); n >= 2 {
		return m.Points[n-1], m.Text(t.words)
	}
	return geo.Point{}, ""
}

// marks returns what was clicked, or what is measured, with the leg to the pointer if
// wanted.
func (t *Tools) marks(leg bool) []overlay.Overlay {
	here, ok := t.Selected()
	switch {
	case t.ruler.Active():
		return []overlay.Overlay{t.measureOverlay(leg)}
	case !ok:
		return nil
	case here.HasFix:
		return []overlay.Overlay{overlay.Selection{Points: []geo.Point{here.Fix.Observation.Point}}}
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

// opaque returns a colour of the theme as the map draws it.
func opaque(name fyne.ThemeColorName) color.RGBA {
	return color.RGBAModel.Convert(theme.Color(name)).(color.RGBA)
}

// AddTo adds to a picture of the map what was clicked and what is measured. Where the
// pointer was on its way to the menu is no part of a measurement.
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

// capital returns a text with its first letter as a capital, as rows of a legend begin.
func capital(s string) string {
	first, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(first)) + s[size:]
}
