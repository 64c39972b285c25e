// SPDX-License-Identifier: MIT

package choropleth

import (
	"image/color"
	"math"
	"slices"
	"strings"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/planar"

	"roadsnap/engine/geo"
)

// Area is an area of a map.
type Area struct {
	Polygons orb.MultiPolygon // WGS 84, longitude first
	Value    float64          // NaN for none
}

// Map is a map of classes on a page of A4, upright or lying as its areas need it.
type Map struct {
	Title    string
	Legend   string // what the values are, such as "People per km²"
	Source   string // of values and borders; several lines are possible
	Language Language
	Classes  Classes
	Ramp     Ramp
	Areas    []Area
	Outlines []orb.MultiPolygon // drawn over the areas, such as provinces over wards
}

// The page and its parts (points of 1/72 inch).
const (
	pageShort, pageLong = 595.28, 841.89
	margin              = 36.0
	legendWidth         = 140.0
	gap                 = 12.0
	titleSize           = 18.0
	textSize            = 9.0
	sourceSize          = 7.0
	lineHeight          = 1.3
	swatchWidth         = 24.0
	swatchHeight        = 13.0
)

// The colours of what is no class.
var (
	paper   = color.NRGBA{255, 255, 255, 255}
	ink     = color.NRGBA{34, 34, 34, 255}
	faint   = color.NRGBA{90, 90, 90, 255}
	hairs   = color.NRGBA{120, 120, 120, 255} // borders of areas
	noData  = color.NRGBA{250, 250, 250, 255}
	hatched = color.NRGBA{160, 160, 160, 255}
)

// point is a position on the page: points from the left and from the top.
type point struct{ x, y float64 }

// canvas draws on a page.
type canvas interface {
	fill(rings [][]point, c color.NRGBA)
	stroke(line []point, c color.NRGBA, width float64)
	text(at point, size float64, bold bool, c color.NRGBA, s string) // at is the left end of the base line
	width(size float64, bold bool, s string) float64
}

// lying reports whether the page lies: the areas are wider than high.
func (m *Map) lying(b geo.Bounds) bool {
	p := newPage(b, point{}, point{1, 1})
	low, high := p.corners(b)
	return high.Easting-low.Easting > 1.05*(high.Northing-low.Northing)
}

// size returns the size of the page (points).
func (m *Map) size() (width, height float64) {
	if m.lying(m.bounds()) {
		return pageLong, pageShort
	}
	return pageShort, pageLong
}

// bounds returns the box of all areas.
func (m *Map) bounds() geo.Bounds {
	b := geo.NoBounds
	for _, a := range m.Areas {
		for _, polygon := range a.Polygons {
			box := polygon.Bound()
			b = b.Union(geo.Bounds{South: box.Min[1], West: box.Min[0], North: box.Max[1], East: box.Max[0]})
		}
	}
	return b
}

// draw draws the map.
func (m *Map) draw(on canvas) {
	width, height := m.size()
	on.fill([][]point{{{0, 0}, {width, 0}, {width, height}, {0, height}}}, paper)
	top := margin + titleSize
	for _, line := range wrap(on, m.Title, titleSize, true, width-2*margin) {
		on.text(point{margin, top}, titleSize, true, ink, line)
		top += titleSize * lineHeight
	}
	top += gap - titleSize
	bottom := height - margin
	source := wrap(on, m.Source, sourceSize, false, width-2*margin)
	for _, line := range slices.Backward(source) {
		on.text(point{margin, bottom}, sourceSize, false, faint, line)
		bottom -= sourceSize * lineHeight
	}
	bottom -= gap
	right := width - margin - legendWidth - gap
	b := m.bounds()
	if b.Empty() {
		m.legend(on, point{right + gap, top}, page{})
		return
	}
	p := newPage(b, point{margin, top}, point{right, bottom})
	m.areas(on, p)
	m.legend(on, point{right + gap, top}, p)
}

// areas draws the areas and the outlines.
func (m *Map) areas(on canvas, p page) {
	colours := m.Ramp.Colours(m.Classes.Len())
	for _, a := range m.Areas {
		class := m.Classes.Of(a.Value)
		for _, polygon := range a.Polygons {
			rings := p.rings(polygon)
			if class >= 0 {
				on.fill(rings, colours[class])
				continue
			}
			on.fill(rings, noData)
			hatch(on, rings)
		}
	}
	const hair, outline = 0.25, 0.8
	for _, a := range m.Areas {
		for _, polygon := range a.Polygons {
			for _, ring := range p.rings(polygon) {
				on.stroke(ring, hairs, hair)
			}
		}
	}
	for _, area := range m.Outlines {
		for _, polygon := range area {
			for _, ring := range p.rings(polygon) {
				on.stroke(ring, ink, outline)
			}
		}
	}
}

// legend draws the legend, the scale and the arrow to the north below each other.
func (m *Map) legend(on canvas, at point, p page) {
	y := at.y + textSize
	for _, line := range wrap(on, m.Legend, textSize, true, legendWidth) {
		on.text(point{at.x, y}, textSize, true, ink, line)
		y += textSize * lineHeight
	}
	labels, colours := m.Classes.Labels(m.Language), m.Ramp.Colours(m.Classes.Len())
	if slices.ContainsFunc(m.Areas, func(a Area) bool { return m.Classes.Of(a.Value) < 0 }) {
		labels, colours = append(labels, m.Language.NoData()), append(colours, noData)
	}
	for i, label := range labels {
		box := []point{{at.x, y}, {at.x + swatchWidth, y}, {at.x + swatchWidth, y + swatchHeight}, {at.x, y + swatchHeight}, {at.x, y}}
		on.fill([][]point{box}, colours[i])
		if i >= m.Classes.Len() {
			hatch(on, [][]point{box})
		}
		const frame = 0.5
		on.stroke(box, hairs, frame)
		lines := wrap(on, label, textSize, false, legendWidth-swatchWidth-gap/2)
		for k, line := range lines {
			on.text(point{at.x + swatchWidth + gap/2, y + swatchHeight - 3.5 + float64(k)*textSize*lineHeight}, textSize, false, ink, line)
		}
		y += swatchHeight + 3 + float64(max(0, len(lines)-1))*textSize*lineHeight
	}
	if p.perMetre > 0 {
		y = m.scale(on, point{at.x, y + 2*gap}, p)
		m.north(on, point{at.x, y + gap})
	}
}

// scale draws a bar of a round length, and returns its lower end.
func (m *Map) scale(on canvas, at point, p page) float64 {
	length := 1.0 // metres
	for _, next := 0, 1.0; next*p.perMetre <= legendWidth*0.75; {
		length = next
		power := math.Pow(10, math.Floor(math.Log10(next)))
		switch math.Round(next / power) {
		case 1:
			next = 2 * power
		case 2:
			next = 5 * power
		default:
			next = 10 * power
		}
	}
	w, h := length*p.perMetre, 5.0
	const bar = 0.7
	on.fill([][]point{{{at.x, at.y}, {at.x + w/2, at.y}, {at.x + w/2, at.y + h}, {at.x, at.y + h}}}, ink)
	on.stroke([]point{{at.x, at.y}, {at.x + w, at.y}, {at.x + w, at.y + h}, {at.x, at.y + h}, {at.x, at.y}}, ink, bar)
	unit := " m"
	if length >= 1000 {
		length, unit = length/1000, " km"
	}
	y := at.y + h + textSize + 1
	on.text(point{at.x, y}, textSize, false, ink, "0")
	label := m.Language.FormatNumber(length, 0) + unit
	on.text(point{at.x + w - on.width(textSize, false, label)/2, y}, textSize, false, ink, label)
	return y
}

// north draws the arrow to the north. The grid points there in the middle of the map.
func (m *Map) north(on canvas, at point) {
	const w, h = 14.0, 26.0
	letter := "N"
	if m.Language == Vietnamese {
		letter = "B" // Bắc
	}
	x, y := at.x+w/2, at.y
	on.text(point{x - on.width(textSize, true, letter)/2, y + textSize}, textSize, true, ink, letter)
	y += textSize + 4
	on.fill([][]point{{{x, y}, {x, y + h*0.75}, {x - w/2, y + h}}}, ink)
	const frame = 0.7
	on.stroke([]point{{x, y}, {x + w/2, y + h}, {x, y + h*0.75}, {x - w/2, y + h}, {x, y}}, ink, frame)
}

// page places positions on the page by a transverse Mercator projection about the middle of the
// map, which is true to shape.
type page struct {
	grid     geo.TransverseMercator
	west     float64 // easting of origin (metres)
	north    float64 // northing of origin
	perMetre float64 // points
	origin   point
}

// newPage fits a box between two corners.
func newPage(b geo.Bounds, low, high point) page {
	p := page{grid: geo.TransverseMercator{Meridian: (b.West + b.East) / 2, Scale: 1}}
	sw, ne := p.corners(b)
	width, height := max(1, ne.Easting-sw.Easting), max(1, ne.Northing-sw.Northing)
	p.perMetre = min((high.x-low.x)/width, (high.y-low.y)/height)
	p.west, p.north = sw.Easting, ne.Northing
	p.origin = point{low.x + ((high.x-low.x)-width*p.perMetre)/2, low.y + ((high.y-low.y)-height*p.perMetre)/2}
	return p
}

// corners returns the box of a box in the plane.
func (p page) corners(b geo.Bounds) (low, high geo.EN) {
	low, high = geo.EN{Easting: math.Inf(1), Northing: math.Inf(1)}, geo.EN{Easting: math.Inf(-1), Northing: math.Inf(-1)}
	for _, lat := range []float64{b.South, (b.South + b.North) / 2, b.North} {
		for _, lon := range []float64{b.West, (b.West + b.East) / 2, b.East} {
			q := p.grid.Project(geo.Point{Lat: lat, Lon: lon})
			low = geo.EN{Easting: min(low.Easting, q.Easting), Northing: min(low.Northing, q.Northing)}
			high = geo.EN{Easting: max(high.Easting, q.Easting), Northing: max(high.Northing, q.Northing)}
		}
	}
	return low, high
}

// rings returns the closed rings of a polygon on the page, the outer one counter-clockwise and
// the holes clockwise. Vertices that are too close to see are left out.
func (p page) rings(polygon orb.Polygon) (rings [][]point) {
	for i, ring := range polygon {
		list := make([]point, 0, len(ring)+1)
		for k, v := range ring {
			q := p.grid.Project(geo.Point{Lat: v[1], Lon: v[0]})
			at := point{p.origin.x + (q.Easting-p.west)*p.perMetre, p.origin.y + (p.north-q.Northing)*p.perMetre}
			const near = 0.1 // points
			if k > 0 && k < len(ring)-1 && math.Hypot(at.x-list[len(list)-1].x, at.y-list[len(list)-1].y) < near {
				continue
			}
			list = append(list, at)
		}
		if len(list) > 0 && list[0] != list[len(list)-1] {
			list = append(list, list[0])
		}
		if (planar.Area(ring) < 0) == (i == 0) {
			slices.Reverse(list)
		}
		rings = append(rings, list)
	}
	return rings
}

// hatch draws diagonal lines over an area.
func hatch(on canvas, rings [][]point) {
	const step, width = 3.0, 0.35
	low, high := math.Inf(1), math.Inf(-1)
	for _, ring := range rings {
		for _, q := range ring {
			low, high = min(low, q.x+q.y), max(high, q.x+q.y)
		}
	}
	for level := math.Ceil(low/step) * step; level <= high; level += step {
		var at []float64 // x − y of the crossings
		for _, ring := range rings {
			for i := 1; i < len(ring); i++ {
				a, b := ring[i-1], ring[i]
				if u, v := a.x+a.y, b.x+b.y; u < level != (v < level) {
					f := (level - u) / (v - u)
					at = append(at, a.x-a.y+(b.x-b.y-a.x+a.y)*f)
				}
			}
		}
		slices.Sort(at)
		for i := 1; i < len(at); i += 2 {
			on.stroke([]point{{(level + at[i-1]) / 2, (level - at[i-1]) / 2}, {(level + at[i]) / 2, (level - at[i]) / 2}}, hatched, width)
		}
	}
}

// wrap divides a text into lines that are not wider than most.
func wrap(on canvas, text string, size float64, bold bool, most float64) (lines []string) {
	for paragraph := range strings.Lines(text) {
		line := ""
		for word := range strings.FieldsSeq(paragraph) {
			longer := strings.TrimSpace(line + " " + word)
			if line != "" && on.width(size, bold, longer) > most {
				lines = append(lines, line)
				longer = word
			}
			line = longer
		}
		if line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}
