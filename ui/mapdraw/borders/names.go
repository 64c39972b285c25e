// SPDX-License-Identifier: MIT

package borders

import (
	"math"
	"slices"
	"strings"

	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/label"
	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/mapdraw/view"
)

// archipelagos are named in every view of the country, whichever data is
// installed.
var archipelagos = []Name{
	{Text: "Quần đảo Hoàng Sa\n(Đà Nẵng)", English: "Hoang Sa Islands\n(Da Nang)", At: geo.Point{Lat: 16.5, Lon: 111.95}},
	{Text: "Quần đảo Trường Sa\n(Khánh Hòa)", English: "Truong Sa Islands\n(Khanh Hoa)", At: geo.Point{Lat: 9.75, Lon: 114.3}},
}

// CountryBounds returns the bounds for a view of the whole country: b and both
// archipelagos.
func CountryBounds(b geo.Bounds) geo.Bounds {
	// The mainland, in case b is only a part of it.
	all := b.Union(geo.Bounds{South: 8.4, West: 102.1, North: 23.4, East: 109.5})
	for _, a := range archipelagos {
		all = all.Extend(a.At)
	}
	return all
}

// placedName is a name on the web-mercator square.
type placedName struct {
	text string
	bare [2]string // in Vietnamese and in English, in lower case
	at   view.World
	kind style.NameKind
	side float64 // side of a square with the unit's area, as a share of the world's side
	// Further limits on the zoom, besides those of its kind; if both are 0 there
	// are none.
	minZoom, maxZoom float64
}

// shownAt reports whether the name is written at a zoom.
func (n placedName) shownAt(zoom float64, look *style.Border) bool {
	return look.Names[n.kind].ShownAt(zoom) && (n.maxZoom == 0 || zoom >= n.minZoom && zoom < n.maxZoom)
}

// roomFor reports whether a ward is wide enough for its name in a world that is
// size pixels wide. Provinces are named as soon as names do not collide.
func (n placedName) roomFor(width, size float64) bool {
	return n.side == 0 || n.kind != style.Ward || width <= n.side*size*nameFit
}

// reach returns the greatest distance of the name from the middle of its unit, so
// that the name stays in the unit.
func (n placedName) reach(size float64) float64 {
	if n.side == 0 {
		return math.Inf(1)
	}
	return n.side * size * nameReach
}

// nameFit is the greatest width of a name, as a multiple of the side of a square
// with the unit's area. Units are seldom square, and their names stand alone.
const nameFit = 1.15

// nameReach is the greatest distance of a name from the middle of its unit, as a
// multiple of the side of a square with the unit's area.
const nameReach = 0.6

// placeNames returns the names of units, and of the archipelagos, in a language.
func placeNames(names []Name, language string) []placedName {
	var out []placedName
	for _, a := range archipelagos {
		out = append(out, placedName{text: a.in(language), at: view.Project(a.At), kind: style.Islands})
	}
	for _, n := range names {
		kind := style.Ward
		if n.Province {
			kind = style.Province
		}
		out = append(out, placedName{text: label.Wrap(n.in(language)), bare: [2]string{strings.ToLower(n.Bare), strings.ToLower(n.BareEnglish)}, at: view.Project(n.At), kind: kind, side: view.Length(math.Sqrt(n.Area), n.At)})
	}
	return out
}

// Labels provides the labels of a map.
type Labels interface {
	// Layout returns the labels that are shown, or nil. The result does not
	// change.
	Layout() *label.Layout
	// SkipDistricts leaves out the names of former districts. It is called each
	// time names of wards are drawn.
	SkipDistricts(*label.Districts)
}

// Names returns the overlay that writes the names of the units where labels leave
// room; labels may be nil.
func (b *Borders) Names(labels Labels) overlay.Topmost { return UnitNames{b, labels} }

// UnitNames is an Overlay that writes the names of units.
type UnitNames struct {
	b      *Borders
	labels Labels
}

// AboveLabels implements Topmost.
func (UnitNames) AboveLabels() bool { return true }

// Draw implements Overlay.
func (n UnitNames) Draw(c *overlay.Canvas, v view.Viewport) {
	b := n.b
	if b.fonts == nil {
		return
	}
	b.mu.Lock()
	names := b.names
	if names == nil {
		names = placeNames(nil, b.language)
	}
	around, former := b.around, b.former
	b.mu.Unlock()
	if districts := former.skippedAt(v.Zoom, c.Theme); n.labels != nil && districts != nil {
		n.labels.SkipDistricts(districts)
	}
	plan, said := n.taken(c.Taken, v, c.Bleed)
	b.writer.write(c, v, names, b.fonts, plan, said)
	b.writer.write(c, v, around, b.fonts, plan, nil) // only where the units leave room
}

// taken adds to plan the space covered by the labels of the map and by elements on top of
// it. It returns plan, and the places that the labels name.
func (n UnitNames) taken(plan label.Plan, v view.Viewport, bleed int) (_ label.Plan, said []label.Said) {
	for _, r := range v.Covered {
		if !r.Empty() {
			plan.Take([]raster.Box{raster.BoxOf(r)}, raster.Vec{})
		}
	}
	if n.labels == nil {
		return plan, nil
	}
	laid := n.labels.Layout()
	if laid == nil {
		return plan, nil
	}
	ox, oy := v.Origin()
	size := v.WorldSize()
	seen, inside := view.BoxOf(v, 0.1), view.BoxOf(v.Inset(bleed), 0)
	for i := range laid.Labels {
		lb := &laid.Labels[i]
		at := view.Box{X0: lb.Label.At.X, Y0: lb.Label.At.Y, X1: lb.Label.At.X, Y1: lb.Label.At.Y}
		if !seen.Meets(at) {
			continue
		}
		if lb.Label.Kind == label.Level && inside.Meets(at) {
			said = append(said, lb.Label.Said())
		}
		plan.Take(lb.Boxes, raster.Vec{X: lb.Label.At.X*size - ox, Y: lb.Label.At.Y*size - oy})
	}
	return plan, said
}

// saidBy reports whether the map already names the unit, as a place in it. "Thành
// phố Hồ Chí Minh" covers "Hồ Chí Minh", and "Bến Thành" covers "Phường Bến
// Thành".
func (n placedName) saidBy(said []label.Said) bool {
	return slices.ContainsFunc(said, func(s label.Said) bool {
		if n.side > 0 && math.Hypot(s.At.X-n.at.X, s.At.Y-n.at.Y) > n.side {
			return false
		}
		vi, en := n.bare[0], n.bare[1]
		kind := n.kind == style.Province // may be written with its kind: before it in Vietnamese, after it in English
		return vi != "" && (s.Text == vi || kind && strings.HasSuffix(s.Text, " "+vi)) || en != "" && (s.Text == en || kind && s.Text == en+" city")
	})
}

// Choose returns the names of units to write on a picture: only names that are
// completely visible and leave the space of plan free. said holds the places that
// the map names. On a screen the user can drag to see the rest of a name, but a
// picture ends at its edge.
func (n UnitNames) Choose(layouts *label.Layouter, edge raster.Box, v view.Viewport, plan label.Plan, said []label.Said) (chosen []label.Laid) {
	b := n.b
	if b.fonts == nil {
		return nil
	}
	w := nameWriter{layouts: layouts} // a large picture has more names than fit in memory
	f := nameFrame{Box: edge, size: v.WorldSize(), zoom: v.Zoom, scale: v.Scale}
	take := func(names []placedName, said []label.Said) {
		w.each(names, said, f, func(_ placedName, laid label.Laid, at raster.Vec) bool {
			if !laid.Boxes[0].Add(at.X, at.Y).Within(f.Box) || !plan.Claim(laid.Boxes, at) {
				return false
			}
			laid.Label.At = view.World{X: at.X / f.size, Y: at.Y / f.size}
			laid.Sprite = nil // as above
			chosen = append(chosen, laid)
			return true
		})
	}
	// Without names there is nothing to write; OnError was called.
	names, _ := b.source.BorderNames()
	b.mu.Lock()
	language, around := b.language, b.around
	b.mu.Unlock()
	take(placeNames(names, language), said)
	take(around, nil)
	return chosen
}

// Districts returns the former districts whose names are left out of a map at a
// zoom, because wards are named there. It is nil where wards are not named.
func (n UnitNames) Districts(theme *style.Theme, zoom float64) *label.Districts {
	if n.b.fonts == nil {
		return nil
	}
	names, _ := n.b.source.BorderNames()
	return formerNamesOf(n.b.source, names).skippedAt(zoom, theme)
}

// nameWriter writes names and keeps their pictures from one frame to the next.
type nameWriter struct {
	layouts *label.Layouter
	labels  map[spriteKey]label.Laid // nil for no cache
}

type spriteKey struct {
	name placedName
	size int // of the letters (quarters of a device pixel)
}

// nameShifts holds the vertical offsets, in letter heights, at which a name is
// tried if the middle of its unit is occupied.
var nameShifts = [...]float64{0, 1.6, -1.6, 3.2, -3.2}

// maxSprites is the number of cached pictures of names, enough for several
// screens.
const maxSprites = 1000

// nameFrame is the part of the map in which names are written (pixels of a world
// that is size wide, relative to origin).
type nameFrame struct {
	raster.Box
	origin      raster.Vec
	size        float64
	zoom, scale float64
}

// write writes the names of a view where plan leaves room.
func (w *nameWriter) write(c *overlay.Canvas, v view.Viewport, names []placedName, fonts *style.Fonts, plan label.Plan, said []label.Said) {
	if w.layouts == nil || w.layouts.Theme != c.Theme {
		w.layouts, w.labels = label.NewLayouter(c.Theme, fonts), map[spriteKey]label.Laid{}
	}
	if len(w.labels) > maxSprites {
		clear(w.labels)
	}
	f := nameFrame{size: v.WorldSize(), zoom: v.Zoom, scale: c.Scale}
	f.origin.X, f.origin.Y = v.Origin()
	f.Box = raster.Sized(v.Width, v.Height).Grow(-float64(c.Bleed))
	w.each(names, said, f, func(n placedName, laid label.Laid, at raster.Vec) bool {
		if !plan.Claim(laid.Boxes, at) {
			if n.kind != style.Islands {
				return false
			}
			plan.Take(laid.Boxes, at)
		}
		laid.Sprite.Blit(c.Image(), at)
		return true
	})
}

// each calls put for each name that belongs in a frame and is not named by the
// map, at each of its possible places until put returns true.
func (w *nameWriter) each(names []placedName, said []label.Said, f nameFrame, put func(n placedName, laid label.Laid, at raster.Vec) (written bool)) {
	look := &w.layouts.Theme.Borders
	for _, n := range names {
		at := raster.Vec{X: n.at.X*f.size - f.origin.X, Y: n.at.Y*f.size - f.origin.Y}
		if !n.shownAt(f.zoom, look) || !f.Has(at) || n.saidBy(said) {
			continue
		}
		laid := w.laid(n, look, f.zoom, f.scale)
		if !n.roomFor(laid.Label.Width, f.size) {
			continue
		}
		for _, rows := range nameShifts {
			if math.Abs(rows*laid.Label.Size) > n.reach(f.size) {
				continue
			}
			if put(n, laid, slid(laid, raster.Vec{X: at.X, Y: at.Y + rows*laid.Label.Size}, f.Box)) {
				break
			}
		}
	}
}

// slid returns the position of a name that belongs at p. At the edge of the
// picture the name moves along the edge, so that it can be read while the middle
// of its unit is visible.
func slid(laid label.Laid, p raster.Vec, within raster.Box) raster.Vec {
	if shift, ok := (label.Page{Box: within}).Into(laid, p); ok {
		return p.Add(shift)
	}
	return p
}

// laid returns the label of a name at a zoom.
func (w *nameWriter) laid(n placedName, look *style.Border, zoom, scale float64) label.Laid {
	style := &look.Names[n.kind].Text
	quarters := int(math.Round(style.Size.At(zoom) * scale * 4))
	key := spriteKey{n, quarters}
	if laid, ok := w.labels[key]; ok {
		return laid
	}
	lb := &label.Label{Kind: label.Level, Text: n.text, Style: style, Size: float64(quarters) / 4, At: n.at}
	for row := range strings.SplitSeq(n.text, "\n") {
		_, width := w.layouts.Types.Set(row, style)
		lb.Width = max(lb.Width, width*lb.Size)
	}
	laid := label.Laid{Label: lb, Boxes: lb.Boxes(scale), Sprite: w.layouts.Draw(lb, scale)}
	if w.labels != nil {
		w.labels[key] = laid
	}
	return laid
}
