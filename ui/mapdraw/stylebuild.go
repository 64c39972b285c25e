package mapdraw

import (
	"fmt"
	"image/color"
	"math"

	"roadsnap/engine/basemap"
	"roadsnap/ui/mapdraw/view"
)

// at returns the value at a zoom level: between two stops it grows by equal
// factors, as the map does; outside them it stays.
func (s stops) at(zoom float64) float64 {
	if len(s) == 0 {
		return 0
	}
	if zoom <= s[0].zoom {
		return s[0].value
	}
	for i := 1; i < len(s); i++ {
		if zoom >= s[i].zoom {
			continue
		}
		a, b := s[i-1], s[i]
		t := (zoom - a.zoom) / (b.zoom - a.zoom)
		if a.value <= 0 || b.value <= 0 {
			return a.value + (b.value-a.value)*t
		}
		return a.value * math.Pow(b.value/a.value, t)
	}
	return s[len(s)-1].value
}

// largest returns the greatest value at any zoom.
func (s stops) largest() float64 {
	largest := 0.0
	for _, p := range s {
		largest = max(largest, p.value)
	}
	return largest
}

// themeBuilder makes the theme of one palette and gathers the faults found.
type themeBuilder struct {
	file    *styleFile
	name    string
	palette map[string]hexColor
	faults  []error
}

func (b *themeBuilder) fault(format string, args ...any) {
	b.faults = append(b.faults, fmt.Errorf("%s: "+format, append([]any{b.name}, args...)...))
}

func (b *themeBuilder) theme() Theme {
	if len(b.palette) == 0 {
		b.fault("palettes: no colours")
		return Theme{}
	}
	f := b.file
	t := Theme{Background: b.color("background", f.Background), shields: b.shields(f.Shields), over: b.overlay(f.Overlays), borders: b.borders(f.Borders)}
	for i, a := range f.Areas {
		t.areas = append(t.areas, b.area(fmt.Sprintf("areas[%d]", i), a))
	}
	for i, l := range f.Lines {
		s := b.line(fmt.Sprintf("lines[%d]", i), l)
		t.lines = append(t.lines, s)
		t.maxWidth = max(t.maxWidth, s.width.largest())
	}
	for i, r := range f.Roads {
		s := b.road(fmt.Sprintf("roads[%d]", i), r)
		t.roads = append(t.roads, s)
		t.maxWidth = max(t.maxWidth, s.width.largest())
	}
	for i, p := range f.Places {
		t.places = append(t.places, b.place(fmt.Sprintf("places[%d]", i), p))
	}
	t.ground = groundStyle{sea: b.color("ground.sea", f.Ground.Sea), abroad: b.color("ground.abroad", f.Ground.Abroad)}
	return t
}

// color looks up a colour that must be there.
func (b *themeBuilder) color(place, name string) color.RGBA {
	c, ok := b.palette[name]
	if !ok {
		b.fault("%s: the palette has no colour %q", place, name)
	}
	return color.RGBA(c)
}

// optional looks up a colour that may be left out.
func (b *themeBuilder) optional(place, name string) color.RGBA {
	if name == "" {
		return color.RGBA{}
	}
	return b.color(place, name)
}

// kind reads the name of a kind of which fits is true.
func (b *themeBuilder) kind(place, name string, fits func(basemap.Kind) bool) basemap.Kind {
	k, ok := basemap.ParseKind(name)
	if !ok || !fits(k) {
		b.fault("%s: no kind %q belongs here", place, name)
	}
	return k
}

// positive checks sizes and widths.
func (b *themeBuilder) positive(place string, s stops) stops {
	if len(s) == 0 {
		b.fault("%s: missing", place)
	}
	for _, p := range s {
		if !(p.value >= 0) || p.value > 200 {
			b.fault("%s: %v at zoom %v is not within 0…200 pixels", place, p.value, p.zoom)
		}
	}
	return s
}

// within checks that a number lies between two others.
func (b *themeBuilder) within(place string, v, lo, hi float64) float64 {
	if !(v >= lo && v <= hi) {
		b.fault("%s: %v is not within %v…%v", place, v, lo, hi)
	}
	return v
}

// shortest is the least length of a dash or of the space between two ties, in
// logical pixels: shorter ones show nothing and take for ever.
const shortest = 0.5

// dash checks a pattern of dashes.
func (b *themeBuilder) dash(place string, d []float64) []float64 {
	if len(d) != 0 && (len(d) != 2 || !(d[0] >= shortest) || !(d[1] >= shortest)) {
		b.fault("%s.dash: want two lengths of at least %v, on and off", place, shortest)
		return nil
	}
	return d
}

func (b *themeBuilder) area(place string, a areaFile) areaStyle {
	return areaStyle{
		kind: b.kind(place, a.Kind, basemap.Kind.IsArea), minZoom: a.MinZoom,
		fill: b.color(place+".fill", a.Fill), outline: b.optional(place+".outline", a.Outline),
		name: b.nameOf(place, a.Name, a.NameZoom),
	}
}

func (b *themeBuilder) line(place string, l lineFile) lineStyle {
	if l.Ties != 0 {
		b.within(place+".ties", l.Ties, shortest, 200)
	}
	isLine := func(k basemap.Kind) bool { return k.IsLine() && !k.IsRoad() }
	return lineStyle{
		kind: b.kind(place, l.Kind, isLine), minZoom: l.MinZoom, fill: b.color(place+".fill", l.Fill),
		width: b.positive(place+".width", l.Width), dash: b.dash(place, l.Dash), ties: l.Ties, above: l.Above,
		name: b.nameOf(place, l.Name, l.NameZoom),
	}
}

func (b *themeBuilder) road(place string, r roadFile) roadStyle {
	s := roadStyle{
		kind: b.kind(place, r.Kind, basemap.Kind.IsRoad), minZoom: r.MinZoom,
		fill: b.color(place+".fill", r.Fill), casing: b.optional(place+".casing", r.Casing),
		width: b.positive(place+".width", r.Width), edge: r.Edge,
		dash: b.dash(place, r.Dash), link: r.Link,
		nameZoom: r.NameZoom, shieldZoom: r.ShieldZoom,
	}
	s.tunnel, s.bridge = s.fill, s.casing
	if r.Tunnel != "" {
		s.tunnel = b.color(place+".tunnel", r.Tunnel)
	}
	if r.Bridge != "" {
		s.bridge = b.color(place+".bridge", r.Bridge)
	}
	if s.link == 0 {
		s.link = 1
	}
	b.within(place+".link", s.link, 0.1, 1)
	if len(s.edge) > 0 {
		b.positive(place+".edge", s.edge)
	}
	s.name = b.nameOf(place, r.Name, r.NameZoom).textStyle
	return s
}

// nameOf reads how names are written; none if t is nil.
func (b *themeBuilder) nameOf(place string, t *textFile, zoom float64) nameStyle {
	switch {
	case t != nil:
		return nameStyle{b.text(place+".name", *t), zoom}
	case zoom > 0:
		b.fault("%s.name: missing, though name_zoom is given", place)
	}
	return nameStyle{}
}

func (b *themeBuilder) place(place string, p placeFile) placeStyle {
	return placeStyle{
		kind: b.kind(place, p.Kind, basemap.Kind.IsPoint), minZoom: p.MinZoom, maxZoom: untilZoom(p.MaxZoom),
		priority: p.Priority, text: b.text(place+".text", p.Text), upper: p.Upper,
	}
}

// untilZoom reads the zoom at which something ends; none means that it does not.
func untilZoom(zoom float64) float64 {
	if zoom == 0 {
		return view.MaxZoom + 1
	}
	return zoom
}

func (b *themeBuilder) text(place string, t textFile) textStyle {
	f, ok := parseFace(t.Face)
	if !ok {
		b.fault("%s.face: %q is none of regular, bold, italic", place, t.Face)
	}
	return textStyle{
		size: b.positive(place+".size", t.Size), fill: b.color(place+".fill", t.Fill),
		halo: b.optional(place+".halo", t.Halo), haloWidth: b.within(place+".halo_width", t.HaloWidth, 0, 10),
		face: f, spacing: b.within(place+".spacing", t.Spacing, -0.5, 2),
	}
}

func (b *themeBuilder) overlay(o overlayFile) overlayStyle {
	c := func(field, name string) color.RGBA { return b.color("overlays."+field, name) }
	return overlayStyle{
		rawLine: c("raw_line", o.RawLine), rawDot: c("raw_dot", o.RawDot), rawRim: c("raw_rim", o.RawRim),
		route: c("route", o.Route), inferred: c("inferred", o.Inferred), casing: c("casing", o.Casing),
		offRoad: c("off_road", o.OffRoad), halo: c("halo", o.Halo),
		warning: c("warning", o.Warning), warningRim: c("warning_rim", o.WarningRim),
		fault: c("fault", o.Fault), faultRim: c("fault_rim", o.FaultRim),
	}
}
