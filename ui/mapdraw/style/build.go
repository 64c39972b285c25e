// SPDX-License-Identifier: MIT

package style

import (
	"fmt"
	"image/color"
	"math"

	"roadsnap/engine/basemap"
	"roadsnap/ui/mapdraw/view"
)

// At returns the value at a zoom level. Between two stops it grows by equal
// factors, as the scale of the map does; outside the stops it is constant.
func (s Stops) At(zoom float64) float64 {
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
func (s Stops) largest() float64 {
	largest := 0.0
	for _, p := range s {
		largest = max(largest, p.value)
	}
	return largest
}

// themeBuilder builds the theme of one palette and collects faults.
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
	t := Theme{Background: b.color("background", f.Background), Shields: b.shields(f.Shields), Sites: b.sites(f.Sites), Overlay: b.overlay(f.Overlays), Ramps: b.ramps(f.Ramps), Borders: b.borders(f.Borders)}
	for i, a := range f.Areas {
		t.Areas = append(t.Areas, b.area(fmt.Sprintf("areas[%d]", i), a))
	}
	for i, l := range f.Lines {
		s := b.line(fmt.Sprintf("lines[%d]", i), l)
		t.Lines = append(t.Lines, s)
		t.MaxWidth = max(t.MaxWidth, s.Width.largest())
	}
	for i, r := range f.Roads {
		s := b.road(fmt.Sprintf("roads[%d]", i), r)
		t.Roads = append(t.Roads, s)
		t.MaxWidth = max(t.MaxWidth, s.Width.largest())
	}
	for i, p := range f.Places {
		t.Places = append(t.Places, b.place(fmt.Sprintf("places[%d]", i), p))
	}
	t.Ground = Ground{Sea: b.color("ground.sea", f.Ground.Sea), Abroad: b.color("ground.abroad", f.Ground.Abroad)}
	return t
}

// color looks up a required colour.
func (b *themeBuilder) color(place, name string) color.RGBA {
	c, ok := b.palette[name]
	if !ok {
		b.fault("%s: the palette has no colour %q", place, name)
	}
	return color.RGBA(c)
}

// optional looks up a colour that may be absent.
func (b *themeBuilder) optional(place, name string) color.RGBA {
	if name == "" {
		return color.RGBA{}
	}
	return b.color(place, name)
}

// kind parses the name of a kind and requires that fits accepts it.
func (b *themeBuilder) kind(place, name string, fits func(basemap.Kind) bool) basemap.Kind {
	k, ok := basemap.ParseKind(name)
	if !ok || !fits(k) {
		b.fault("%s: kind %q is not allowed here", place, name)
	}
	return k
}

// positive checks that all values are above 0.
func (b *themeBuilder) positive(place string, s Stops) Stops {
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

// within checks that v lies between lo and hi.
func (b *themeBuilder) within(place string, v, lo, hi float64) float64 {
	if !(v >= lo && v <= hi) {
		b.fault("%s: %v is not within %v…%v", place, v, lo, hi)
	}
	return v
}

// shortest is the least length of a dash, or of the space between two ties
// (logical pixels). Shorter ones are not visible and take too long to draw.
const shortest = 0.5

// dash checks a dash pattern.
func (b *themeBuilder) dash(place string, d []float64) []float64 {
	if len(d) != 0 && (len(d) != 2 || !(d[0] >= shortest) || !(d[1] >= shortest)) {
		b.fault("%s.dash: want two lengths of at least %v, on and off", place, shortest)
		return nil
	}
	return d
}

func (b *themeBuilder) area(place string, a areaFile) Area {
	return Area{
		Kind: b.kind(place, a.Kind, basemap.Kind.IsArea), MinZoom: a.MinZoom,
		Fill: b.color(place+".fill", a.Fill), Outline: b.optional(place+".outline", a.Outline),
		Name: b.nameOf(place, a.Name, a.NameZoom),
	}
}

func (b *themeBuilder) line(place string, l lineFile) Line {
	if l.Ties != 0 {
		b.within(place+".ties", l.Ties, shortest, 200)
	}
	isLine := func(k basemap.Kind) bool { return k.IsLine() && !k.IsRoad() }
	return Line{
		Kind: b.kind(place, l.Kind, isLine), MinZoom: l.MinZoom, Fill: b.color(place+".fill", l.Fill),
		Width: b.positive(place+".width", l.Width), Dash: b.dash(place, l.Dash), Ties: l.Ties, Above: l.Above,
		Name: b.nameOf(place, l.Name, l.NameZoom),
	}
}

func (b *themeBuilder) road(place string, r roadFile) Road {
	s := Road{
		Kind: b.kind(place, r.Kind, basemap.Kind.IsRoad), MinZoom: r.MinZoom,
		Fill: b.color(place+".fill", r.Fill), Casing: b.optional(place+".casing", r.Casing),
		Width: b.positive(place+".width", r.Width), Edge: r.Edge,
		Dash: b.dash(place, r.Dash), Link: r.Link,
		NameZoom: r.NameZoom, ShieldZoom: r.ShieldZoom,
	}
	s.Tunnel, s.Bridge = s.Fill, s.Casing
	if r.Tunnel != "" {
		s.Tunnel = b.color(place+".tunnel", r.Tunnel)
	}
	if r.Bridge != "" {
		s.Bridge = b.color(place+".bridge", r.Bridge)
	}
	if s.Link == 0 {
		s.Link = 1
	}
	b.within(place+".link", s.Link, 0.1, 1)
	if len(s.Edge) > 0 {
		b.positive(place+".edge", s.Edge)
	}
	s.Name = b.nameOf(place, r.Name, r.NameZoom).Text
	return s
}

// nameOf builds the style of a name; without t there is none.
func (b *themeBuilder) nameOf(place string, t *textFile, zoom float64) Name {
	switch {
	case t != nil:
		return Name{b.text(place+".name", *t), zoom}
	case zoom > 0:
		b.fault("%s.name: missing, though name_zoom is given", place)
	}
	return Name{}
}

func (b *themeBuilder) place(place string, p placeFile) Place {
	return Place{
		Kind: b.kind(place, p.Kind, hasNameOnly), MinZoom: p.MinZoom, MaxZoom: untilZoom(p.MaxZoom),
		Priority: p.Priority, Text: b.text(place+".text", p.Text), Upper: p.Upper,
	}
}

// hasNameOnly reports whether a kind is drawn as a name without an icon.
func hasNameOnly(k basemap.Kind) bool { return k.IsPlace() || k == basemap.HouseNumber }

// untilZoom returns the zoom at which something ends; 0 means that it does not
// end.
func untilZoom(zoom float64) float64 {
	if zoom == 0 {
		return view.MaxZoom + 1
	}
	return zoom
}

func (b *themeBuilder) text(place string, t textFile) Text {
	f, ok := parseFace(t.Face)
	if !ok {
		b.fault("%s.face: %q is not one of regular, bold, italic", place, t.Face)
	}
	return Text{
		Size: b.positive(place+".size", t.Size), Fill: b.color(place+".fill", t.Fill),
		Halo: b.optional(place+".halo", t.Halo), HaloWidth: b.within(place+".halo_width", t.HaloWidth, 0, 10),
		Face: f, Spacing: b.within(place+".spacing", t.Spacing, -0.5, 2),
	}
}

func (b *themeBuilder) overlay(names map[string]string) Overlay {
	fields := 0
	c := func(field string) color.RGBA {
		fields++
		return b.color("overlays."+field, names[field])
	}
	o := Overlay{
		RawLine: c("raw_line"), RawDot: c("raw_dot"), RawRim: c("raw_rim"),
		Route: c("route"), Inferred: c("inferred"), Casing: c("casing"), OffRoad: c("off_road"), Halo: c("halo"),
		Warning: c("warning"), WarningRim: c("warning_rim"), Fault: c("fault"), FaultRim: c("fault_rim"),
		Arrow: c("arrow"), ArrowRim: c("arrow_rim"), Unknown: c("unknown"),
	}
	if len(names) != fields {
		b.fault("overlays: want %d colours, not %d", fields, len(names))
	}
	return o
}

func (b *themeBuilder) borders(f borderFile) Border {
	s := Border{
		Ward: b.stroke("borders.ward", f.Ward), Province: b.stroke("borders.province", f.Province),
		Hover: b.color("borders.hover", f.Hover), Selected: b.color("borders.selected", f.Selected),
		Fault: b.color("borders.fault", f.Fault),
		Halo:  b.color("borders.halo", f.Halo), Core: b.color("borders.core", f.Core),
		HaloWidth: b.within("borders.halo_width", f.HaloWidth, 0, 40),
		CoreWidth: b.within("borders.core_width", f.CoreWidth, 0, 40),
	}
	if len(f.Names) != len(s.Names) {
		b.fault("borders.names: want %d kinds of names, not %d", len(s.Names), len(f.Names))
	}
	for kind := range numNames {
		name, place := f.Names[kind.String()], "borders.names."+kind.String()
		s.Names[kind] = UnitName{name.MinZoom, untilZoom(name.MaxZoom), b.text(place+".text", name.Text)}
	}
	return s
}

func (b *themeBuilder) stroke(place string, f strokeFile) Stroke {
	s := Stroke{
		Width: b.positive(place+".width", f.Width), Colour: b.color(place+".fill", f.Fill), Casing: f.Edge,
		dash: b.dash(place, f.Dash), dashZoom: f.DashZoom,
	}
	if len(f.Edge) > 0 {
		b.positive(place+".edge", f.Edge)
		s.CasingColour = b.color(place+".casing", f.Casing)
	}
	return s
}
