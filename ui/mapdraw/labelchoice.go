package mapdraw

import (
	"cmp"
	"math"
	"slices"

	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/view"
)

// choice is how labels are chosen for a picture: first as if the world had no
// edge, in an order that no view has a part in, so that two views of the same
// ground choose the same labels there; then those among them that the picture's
// edge would cut find another place or go. What stands elsewhere stays meanwhile:
// it would move with each drag if it made use of the ground that they leave.
type choice struct {
	size, scale float64                  // of the world, and of a logical pixel, in device pixels
	limit       int                      // greatest number of labels
	minor       int                      // priority from which on roads that the page cuts are not named elsewhere
	known       map[labelPlace]laidLabel // from an earlier choice
	stop        func() bool

	laid []laidLabel
	here written // what is laid
	cut  written // what is chosen and cannot stay where it is
}

// written knows where labels stand, in world pixels.
type written struct {
	plan  groundPlan
	texts map[string][]raster.Vec
}

func (w *written) take(lb laidLabel, at raster.Vec) {
	if w.texts == nil {
		w.plan, w.texts = groundPlan{}, map[string][]raster.Vec{}
	}
	w.texts[lb.label.text] = append(w.texts[lb.label.text], at)
	for _, b := range lb.boxes {
		w.plan.take(b.Add(at.X, at.Y))
	}
}

// has reports whether a text is written nearer to a place than least.
func (w *written) has(text string, at raster.Vec, least float64) bool {
	return slices.ContainsFunc(w.texts[text], func(o raster.Vec) bool { return math.Hypot(o.X-at.X, o.Y-at.Y) < least })
}

// choose chooses of all, the most important first, labels that do not collide,
// and of which none is cut by the page. It returns false when it was stopped.
func (c *choice) choose(all []*label, p page) (done bool) {
	laid := make([]bool, len(all))
	var cut []*label // places
	for i, lb := range all {
		if c.stop() {
			return false
		}
		c.put(lb, func(lay laidLabel, at raster.Vec) bool {
			if c.tooNear(lb, at) || !c.free(lay, at) {
				return false
			}
			switch {
			case p.misses(lay.boxes, at) || p.holds(lay.boxes, at):
				c.take(lay, at)
				laid[i] = true
			case lb.kind == placeLabel:
				cut = append(cut, lb)
				fallthrough
			default:
				c.cut.take(lay, at)
			}
			return true
		})
	}
	c.cut = written{}
	for _, lb := range cut {
		if !c.tooNear(lb, c.pixel(lb.at)) {
			c.within(lb, p)
		}
	}
	// Roads and rivers that are named nowhere in the page are named where there is
	// room.
	for i, lb := range all {
		if c.stop() {
			return false
		}
		if !laid[i] && lb.kind != placeLabel && lb.priority < c.minor && !c.writtenIn(p, lb.text) {
			c.within(lb, p)
		}
	}
	return true
}

// choosePicture chooses the labels of a picture that stays as it is: whole ones only.
// size is that of the world and scale that of a logical pixel, in device pixels;
// screens is how many screens full the picture is. done is false if stop ended it.
func choosePicture(sets []set, p page, size, scale, screens float64, stop func() bool) (laid []laidLabel, done bool) {
	c := choice{
		size: size, scale: scale, limit: int(maxLabels * max(screens, 1)),
		minor: math.MaxInt, stop: stop,
	}
	if !c.choose(labelsOf(sets), p) {
		return nil, false
	}
	return slices.DeleteFunc(c.laid, func(lb laidLabel) bool { return p.misses(lb.boxes, c.pixel(lb.label.at)) }), true
}

// writtenIn reports whether a text stands in the page.
func (c *choice) writtenIn(p page, text string) bool {
	return slices.ContainsFunc(c.here.texts[text], p.Has)
}

// within lays a label where it lies whole in the page, if there is such a place.
func (c *choice) within(lb *label, p page) {
	c.put(lb, func(lay laidLabel, at raster.Vec) bool {
		shift, ok := p.into(lay, at)
		if !ok {
			return false
		}
		if shift != (raster.Vec{}) {
			at = raster.Vec{X: at.X + shift.X, Y: at.Y + shift.Y}
			moved := *lay.label
			moved.at = view.World{X: at.X / c.size, Y: at.Y / c.size}
			lay.label = &moved
		}
		if !c.free(lay, at) {
			return false
		}
		c.take(lay, at)
		return true
	})
}

// put calls take with lb at one of its places after another until it is taken.
func (c *choice) put(lb *label, take func(lay laidLabel, at raster.Vec) bool) {
	if len(c.laid) >= c.limit {
		return
	}
	for i := range lb.alternatives() {
		if i > 0 && c.taken(lb, i) {
			continue
		}
		if lay := c.at(lb, i); take(lay, c.pixel(lay.label.at)) {
			return
		}
	}
}

func (c *choice) pixel(at view.World) raster.Vec {
	return raster.Vec{X: at.X * c.size, Y: at.Y * c.size}
}

// at returns a label at one of its places.
func (c *choice) at(lb *label, i int) laidLabel {
	place := labelPlace{lb, i}
	if known, found := c.known[place]; found {
		known.label = lb.alternative(i)
		return known
	}
	moved := lb.alternative(i)
	return laidLabel{label: moved, origin: place, boxes: moved.boxes(c.scale)}
}

// free reports whether nothing is written where a label would be.
func (c *choice) free(laid laidLabel, at raster.Vec) bool {
	return c.here.plan.room(laid.boxes, at) && c.cut.plan.room(laid.boxes, at)
}

// taken reports whether a place of lb, other than its best one, is seen at once not
// to be free.
func (c *choice) taken(lb *label, i int) bool {
	at := c.pixel(lb.at)
	for _, p := range lb.probes(i) {
		b := raster.Box{X0: at.X + p.X, Y0: at.Y + p.Y, X1: at.X + p.X, Y1: at.Y + p.Y}
		if !c.here.plan.free(b) || !c.cut.plan.free(b) {
			return true
		}
	}
	return false
}

func (c *choice) take(laid laidLabel, at raster.Vec) {
	c.here.take(laid, at)
	c.laid = append(c.laid, laid)
}

// tooNear reports whether the text of lb is written near to a place already.
func (c *choice) tooNear(lb *label, at raster.Vec) bool {
	least := lb.repeat() * c.scale
	return c.here.has(lb.text, at, least) || c.cut.has(lb.text, at, least)
}

// page is the part of the world in which no label is cut, in world pixels.
type page struct {
	raster.Box
	covered []raster.Box // by what lies on the picture
}

// pageOf returns the part of the world that a picture of v shows.
func pageOf(v view.Viewport) page {
	ox, oy := v.Origin()
	p := page{Box: raster.Box{X0: ox, Y0: oy, X1: ox + float64(v.Width), Y1: oy + float64(v.Height)}}
	for _, r := range v.Covered {
		if !r.Empty() {
			p.covered = append(p.covered, raster.BoxOf(r).Add(ox, oy))
		}
	}
	return p
}

// holds reports whether boxes lie whole in the page, and are not covered.
func (p page) holds(boxes []raster.Box, at raster.Vec) bool {
	for _, b := range boxes {
		if b = b.Add(at.X, at.Y); !b.Within(p.Box) || p.covers(b) {
			return false
		}
	}
	return true
}

// misses reports whether boxes lie wholly outside of the page.
func (p page) misses(boxes []raster.Box, at raster.Vec) bool {
	return !slices.ContainsFunc(boxes, func(b raster.Box) bool { return b.Add(at.X, at.Y).Overlaps(p.Box) })
}

func (p page) covers(b raster.Box) bool { return slices.ContainsFunc(p.covered, b.Overlaps) }

// into returns by how much a label at a place must be moved to lie whole in the
// page; ok is false if it cannot: what stands on a road stays there, and a place
// that is outside of the page, or covered, is not named in it.
func (p page) into(laid laidLabel, at raster.Vec) (shift raster.Vec, ok bool) {
	if laid.label.kind != placeLabel {
		return raster.Vec{}, p.holds(laid.boxes, at)
	}
	if !p.Has(at) || slices.ContainsFunc(p.covered, func(b raster.Box) bool { return b.Has(at) }) {
		return raster.Vec{}, false
	}
	b := laid.boxes[0].Add(at.X, at.Y)
	shift.X = math.Ceil(max(p.X0-b.X0, 0)) - math.Ceil(max(b.X1-p.X1, 0))
	shift.Y = math.Ceil(max(p.Y0-b.Y0, 0)) - math.Ceil(max(b.Y1-p.Y1, 0))
	if c := p.coverOf(b.Add(shift.X, shift.Y)); c != nil {
		shift = p.beside(b, shift, *c)
	}
	b = b.Add(shift.X, shift.Y)
	return shift, b.Within(p.Box) && !p.covers(b)
}

// coverOf returns what covers a part of b, nil for nothing.
func (p page) coverOf(b raster.Box) *raster.Box {
	if i := slices.IndexFunc(p.covered, b.Overlaps); i >= 0 {
		return &p.covered[i]
	}
	return nil
}

// beside returns shift with the least change by which b leaves a cover. As the
// label's place is not under it, that is less than half of the label.
func (p page) beside(b raster.Box, shift raster.Vec, cover raster.Box) raster.Vec {
	least, best := math.Inf(1), shift
	b = b.Add(shift.X, shift.Y)
	for _, by := range [...]raster.Vec{
		{X: -math.Ceil(b.X1 - cover.X0), Y: 0}, {X: math.Ceil(cover.X1 - b.X0), Y: 0},
		{X: 0, Y: -math.Ceil(b.Y1 - cover.Y0)}, {X: 0, Y: math.Ceil(cover.Y1 - b.Y0)},
	} {
		if far := math.Hypot(by.X, by.Y); far < least && b.Add(by.X, by.Y).Within(p.Box) {
			least, best = far, raster.Vec{X: shift.X + by.X, Y: shift.Y + by.Y}
		}
	}
	return best
}

// compareLabels orders labels by importance, the same way each time.
func compareLabels(a, b *label) int {
	return cmp.Or(cmp.Compare(a.priority, b.priority), cmp.Compare(a.turn, b.turn), cmp.Compare(b.weight, a.weight),
		cmp.Compare(a.text, b.text), cmp.Compare(a.at.X, b.at.X), cmp.Compare(a.at.Y, b.at.Y))
}

// repeat returns the least distance between two labels of this text.
func (lb *label) repeat() float64 {
	switch lb.kind {
	case shieldLabel:
		return repeatShield
	case roadLabel:
		return repeatName
	default:
		return repeatPlace
	}
}
