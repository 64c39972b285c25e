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

// archipelagos are named in every view of the country, whatever is installed.
var archipelagos = []Name{
	{Text: "Quần đảo Hoàng Sa\n(Đà Nẵng)", At: geo.Point{Lat: 16.5, Lon: 111.95}},
	{Text: "Quần đảo Trường Sa\n(Khánh Hòa)", At: geo.Point{Lat: 9.75, Lon: 114.3}},
}

// CountryBounds returns the box that a view of the whole country shows: b and
// both archipelagos.
func CountryBounds(b geo.Bounds) geo.Bounds {
	// The land without its islands, in case b is but a part of it.
	all := b.Union(geo.Bounds{South: 8.4, West: 102.1, North: 23.4, East: 109.5})
	for _, a := range archipelagos {
		all = all.Extend(a.At)
	}
	return all
}

// placedName is a name on the web-mercator square.
type placedName struct {
	text string
	bare string // in small letters
	at   view.World
	kind style.NameKind
	side float64 // of a square as large as the unit, in shares of the world's
	// The zooms at which it may be written, besides those of its kind; 0 and 0 are all.
	minZoom, maxZoom float64
}

// shownAt reports whether the name belongs on a map of a zoom.
func (n placedName) shownAt(zoom float64, look *style.Border) bool {
	return look.Names[n.kind].ShownAt(zoom) && (n.maxZoom == 0 || zoom >= n.minZoom && zoom < n.maxZoom)
}

// roomFor reports whether a ward is as wide as its name, where the world is size
// pixels wide. Provinces are named as soon as names do not collide.
func (n placedName) roomFor(width, size float64) bool {
	return n.side == 0 || n.kind != style.Ward || width <= n.side*size*nameFit
}

// reach returns how far the name may stand from the middle of its unit: not
// farther than its unit does.
func (n placedName) reach(size float64) float64 {
	if n.side == 0 {
		return math.Inf(1)
	}
	return n.side * size * nameReach
}

// nameFit is by how much a name may be wider than a square as large as its unit:
// units are seldom square, and their names stand alone.
const nameFit = 1.15

// nameReach is how far from its middle a name may stand, by the side of a square
// as large as its unit.
const nameReach = 0.6

func placeNames(names []Name) []placedName {
	var out []placedName
	for _, a := range archipelagos {
		out = append(out, placedName{text: a.Text, at: view.Project(a.At), kind: style.Islands})
	}
	for _, n := range names {
		kind := style.Ward
		if n.Province {
			kind = style.Province
		}
		out = append(out, placedName{text: label.Wrap(n.Text), bare: strings.ToLower(n.Bare), at: view.Project(n.At), kind: kind, side: view.Length(math.Sqrt(n.Area), n.At)})
	}
	return out
}

// Labels are what a map has written.
type Labels interface {
	// Layout returns the labels that are shown, or nil. They do not change.
	Layout() *label.Layout
	// SkipDistricts leaves out the names of former districts. It is called each time
	// that names of wards are drawn.
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
		names = placeNames(nil)
	}
	around, former := b.around, b.former
	b.mu.Unlock()
	if districts := former.skippedAt(v.Zoom, c.Theme); n.labels != nil && districts != nil {
		n.labels.SkipDistricts(districts)
	}
	plan, said := n.taken(v, c.Bleed)
	b.writer.write(c, v, names, b.fonts, plan, said)
	b.writer.write(c, v, around, b.fonts, plan, nil) // only where those leave room
}

// taken returns the ground that the labels of the map take and what lies on it, and
// the places that they name.
func (n UnitNames) taken(v view.Viewport, bleed int) (plan label.Plan, said []label.Said) {
	plan = label.Plan{}
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

// saidBy reports whether the map names the unit already, as a place in it: "Thành
// phố Hồ Chí Minh" says all that "Hồ Chí Minh" does, "Bến Thành" what "Phường Bến
// Thành" does.
func (n placedName) saidBy(said []label.Said) bool {
	return n.bare != "" && slices.ContainsFunc(said, func(s label.Said) bool {
		if n.side > 0 && math.Hypot(s.At.X-n.at.X, s.At.Y-n.at.Y) > n.side {
			return false
		}
		return s.Text == n.bare || (n.kind == style.Province && strings.HasSuffix(s.Text, " "+n.bare))
	})
}

// Choose returns the names of units as they are written on a picture: whole ones only,
// and none on what plan has. said are the places that the map names. On a screen the
// rest of a name is a drag away; a picture ends at its edge.
func (n UnitNames) Choose(layouts *label.Layouter, edge raster.Box, v view.Viewport, plan label.Plan, said []label.Said) (chosen []label.Laid) {
	b := n.b
	if b.fonts == nil {
		return nil
	}
	w := nameWriter{layouts: layouts} // a large picture has more names than memory would hold
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
	// Without names there are none to write; OnError was called.
	names, _ := b.source.BorderNames()
	take(placeNames(names), said)
	b.mu.Lock()
	around := b.around
	b.mu.Unlock()
	take(around, nil)
	return chosen
}

// Districts returns the former districts whose names are left out of a map of a zoom,
// because those of wards belong on it; nil where they do not.
func (n UnitNames) Districts(theme *style.Theme, zoom float64) *label.Districts {
	if n.b.fonts == nil {
		return nil
	}
	names, _ := n.b.source.BorderNames()
	return formerNamesOf(n.b.source, names).skippedAt(zoom, theme)
}

// nameWriter writes names, and keeps their pictures from one frame to the next.
type nameWriter struct {
	layouts *label.Layouter
	labels  map[spriteKey]label.Laid // nil keeps none
}

type spriteKey struct {
	name placedName
	size int // of the letters, in quarters of a device pixel
}

// nameShifts are by how many letters' heights a name may be moved from the middle
// of its unit where that is taken.
var nameShifts = [...]float64{0, 1.6, -1.6, 3.2, -3.2}

// maxSprites is how many pictures of names are kept: several screens full.
const maxSprites = 1000

// nameFrame is the part of the map in which names are written. Its pixels are those
// of a world that is size wide, from origin on.
type nameFrame struct {
	raster.Box
	origin      raster.Vec
	size        float64
	zoom, scale float64
}

// write writes the names that belong in a view where plan leaves room.
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

// each calls put with each name that belongs in a frame and is not said already, at
// one place after another that it may stand at, until put has it written.
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

// slid returns where a name is written that belongs at p: at the edge of the
// picture it slides along, so that it can be read as long as the middle of its
// unit is seen.
func slid(laid label.Laid, p raster.Vec, within raster.Box) raster.Vec {
	if shift, ok := (label.Page{Box: within}).Into(laid, p); ok {
		return p.Add(shift)
	}
	return p
}

// laid returns a name as it is written at a zoom.
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
