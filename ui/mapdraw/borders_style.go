package mapdraw

import (
	"image/color"
	"math"

	"roadsnap/engine/boundary"
	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/view"
)

// borderStyle is how administrative units look. Borders are violet, as on most
// maps of such units: no road, water or trip is. Provinces differ from wards by
// weight.
type borderStyle struct {
	ward, province strokeStyle

	hover, selected, fault color.RGBA // of the ground
	halo, core             color.RGBA // of the selected unit's outline
	haloWidth, coreWidth   float64    // in logical pixels

	names [numNameKinds]unitNameStyle
}

// strokeStyle is a line with a casing; widths are in logical pixels.
type strokeStyle struct {
	width, casing        stops // of the casing on each side
	colour, casingColour color.RGBA
	dash                 []float64 // lengths on and off
	dashZoom             float64   // from which it is dashed, so that it is taken for no road
}

// dashAt returns the dashes of a line at a zoom, nil for an unbroken one.
func (s *strokeStyle) dashAt(zoom float64) []float64 {
	if zoom < s.dashZoom {
		return nil
	}
	return s.dash
}

// borderPass is one of the strokes that borders are drawn with, each over the one
// before. The width is in logical pixels.
type borderPass struct {
	province bool
	width    float64
	dash     []float64 // lengths on and off; nil for an unbroken line
	colour   color.RGBA
}

// passes are the strokes of all borders of a level at a zoom, none where they would
// mislead.
func (l *borderStyle) passes(zoom float64, level boundary.Level) []borderPass {
	trust := trustIn(level, zoom)
	if trust == 0 {
		return nil
	}
	out := []borderPass{{false, l.ward.width.at(zoom), l.ward.dashAt(zoom), faded(l.ward.colour, trust)}}
	width := l.province.width.at(zoom)
	if casing := l.province.casing.at(zoom); casing > 0 {
		out = append(out, borderPass{true, width + 2*casing, nil, faded(l.province.casingColour, trust)})
	}
	return append(out, borderPass{true, width, l.province.dashAt(zoom), faded(l.province.colour, trust)})
}

// trustIn returns how much of a border of a level is drawn at a zoom, 0…1. Three
// zooms closer than those that the level suits, a border that is nowhere finer lies
// some ten pixels from where it is: a firm line on the wrong side of a river. It fades
// within one zoom and is left out from there.
func trustIn(level boundary.Level, zoom float64) float64 {
	if level == boundary.Street {
		return 1
	}
	return min(max(view.Closest[level]+4-zoom, 0), 1)
}

// faded returns a colour, alpha multiplied in, of which a share is left.
func faded(c color.RGBA, share float64) color.RGBA {
	part := func(v uint8) uint8 { return uint8(math.Round(float64(v) * share)) }
	return color.RGBA{part(c.R), part(c.G), part(c.B), part(c.A)}
}

// stroke draws a line of the pass into m, width logical pixels wide; scale device
// pixels are a logical one. The line's memory is used.
func (p *borderPass) stroke(m *raster.Mask, line []raster.Vec, width, scale float64) {
	if line = raster.Straighten(line, raster.Unseen); len(p.dash) == 2 {
		m.Dashes(line, width*scale, p.dash[0]*scale, p.dash[1]*scale, raster.ButtStart|raster.ButtEnd)
	} else {
		m.Polyline(line, width*scale, 0)
	}
}

// unitNameStyle writes the names of units of a kind.
type unitNameStyle struct {
	minZoom, maxZoom float64
	text             textStyle
}

func (s *unitNameStyle) shownAt(zoom float64) bool { return zoom >= s.minZoom && zoom < s.maxZoom }

type borderFile struct {
	Ward      strokeFile `json:"ward"`
	Province  strokeFile `json:"province"`
	Hover     string     `json:"hover"`
	Selected  string     `json:"selected"`
	Fault     string     `json:"fault"`
	Halo      string     `json:"halo"`
	HaloWidth float64    `json:"halo_width"`
	Core      string     `json:"core"`
	CoreWidth float64    `json:"core_width"`
	Names     struct {
		Islands  unitNameFile `json:"islands"`
		Province unitNameFile `json:"province"`
		Ward     unitNameFile `json:"ward"`
		Sea      unitNameFile `json:"sea"`
		Country  unitNameFile `json:"country"`
	} `json:"names"`
}

type strokeFile struct {
	Fill   string `json:"fill"`
	Width  stops  `json:"width"`
	Casing string `json:"casing"`
	Edge   stops  `json:"edge"`

	Dash     []float64 `json:"dash"`
	DashZoom float64   `json:"dash_zoom"`
}

type unitNameFile struct {
	MinZoom float64  `json:"min_zoom"`
	MaxZoom float64  `json:"max_zoom"`
	Text    textFile `json:"text"`
}

func (b *themeBuilder) borders(f borderFile) borderStyle {
	s := borderStyle{
		ward: b.stroke("borders.ward", f.Ward), province: b.stroke("borders.province", f.Province),
		hover: b.color("borders.hover", f.Hover), selected: b.color("borders.selected", f.Selected),
		fault: b.color("borders.fault", f.Fault),
		halo:  b.color("borders.halo", f.Halo), core: b.color("borders.core", f.Core),
		haloWidth: b.within("borders.halo_width", f.HaloWidth, 0, 40),
		coreWidth: b.within("borders.core_width", f.CoreWidth, 0, 40),
	}
	for kind, name := range [numNameKinds]unitNameFile{
		islandsName: f.Names.Islands, provinceName: f.Names.Province, wardName: f.Names.Ward,
		seaName: f.Names.Sea, countryName: f.Names.Country,
	} {
		place := "borders.names." + nameKind(kind).String()
		s.names[kind] = unitNameStyle{name.MinZoom, untilZoom(name.MaxZoom), b.text(place+".text", name.Text)}
	}
	return s
}

func (b *themeBuilder) stroke(place string, f strokeFile) strokeStyle {
	s := strokeStyle{
		width: b.positive(place+".width", f.Width), colour: b.color(place+".fill", f.Fill), casing: f.Edge,
		dash: b.dash(place, f.Dash), dashZoom: f.DashZoom,
	}
	if len(f.Edge) > 0 {
		b.positive(place+".edge", f.Edge)
		s.casingColour = b.color(place+".casing", f.Casing)
	}
	return s
}
