package mapdraw

import (
	"cmp"
	"math"
	"slices"
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
	texts map[string][]vec
}

func (w *written) take(lb laidLabel, at vec) {
	if w.texts == nil {
		w.plan, w.texts = groundPlan{}, map[string][]vec{}
	}
	w.texts[lb.label.text] = append(w.texts[lb.label.text], at)
	for _, b := range lb.boxes {
		w.plan.take(b.add(at.x, at.y))
	}
}

// has reports whether a text is written nearer to a place than least.
func (w *written) has(text string, at vec, least float64) bool {
	return slices.ContainsFunc(w.texts[text], func(o vec) bool { return math.Hypot(o.x-at.x, o.y-at.y) < least })
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
		c.put(lb, func(lay laidLabel, at vec) bool {
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

// writtenIn reports whether a text stands in the page.
func (c *choice) writtenIn(p page, text string) bool {
	return slices.ContainsFunc(c.here.texts[text], p.has)
}

// within lays a label where it lies whole in the page, if there is such a place.
func (c *choice) within(lb *label, p page) {
	c.put(lb, func(lay laidLabel, at vec) bool {
		shift, ok := p.into(lay, at)
		if !ok {
			return false
		}
		if shift != (vec{}) {
			at = vec{at.x + shift.x, at.y + shift.y}
			moved := *lay.label
			moved.at = world{at.x / c.size, at.y / c.size}
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
func (c *choice) put(lb *label, take func(lay laidLabel, at vec) bool) {
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

func (c *choice) pixel(at world) vec { return vec{at.x * c.size, at.y * c.size} }

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
func (c *choice) free(laid laidLabel, at vec) bool {
	return c.here.plan.room(laid.boxes, at) && c.cut.plan.room(laid.boxes, at)
}

// taken reports whether a place of lb, other than its best one, is seen at once not
// to be free.
func (c *choice) taken(lb *label, i int) bool {
	at := c.pixel(lb.at)
	for _, p := range lb.probes(i) {
		b := box{at.x + p.x, at.y + p.y, at.x + p.x, at.y + p.y}
		if !c.here.plan.free(b) || !c.cut.plan.free(b) {
			return true
		}
	}
	return false
}

func (c *choice) take(laid laidLabel, at vec) {
	c.here.take(laid, at)
	c.laid = append(c.laid, laid)
}

// tooNear reports whether the text of lb is written near to a place already.
func (c *choice) tooNear(lb *label, at vec) bool {
	least := lb.repeat() * c.scale
	return c.here.has(lb.text, at, least) || c.cut.has(lb.text, at, least)
}

// page is the part of the world in which no label is cut, in world pixels.
type page struct {
	box
	covered []box // by what lies on the picture
}

// holds reports whether boxes lie whole in the page, and are not covered.
func (p page) holds(boxes []box, at vec) bool {
	for _, b := range boxes {
		if b = b.add(at.x, at.y); !b.within(p.box) || p.covers(b) {
			return false
		}
	}
	return true
}

// misses reports whether boxes lie wholly outside of the page.
func (p page) misses(boxes []box, at vec) bool {
	return !slices.ContainsFunc(boxes, func(b box) bool { return b.add(at.x, at.y).overlaps(p.box) })
}

func (p page) covers(b box) bool { return slices.ContainsFunc(p.covered, b.overlaps) }

// into returns by how much a label at a place must be moved to lie whole in the
// page; ok is false if it cannot: what stands on a road stays there, and a place
// that is outside of the page, or covered, is not named in it.
func (p page) into(laid laidLabel, at vec) (shift vec, ok bool) {
	if laid.label.kind != placeLabel {
		return vec{}, p.holds(laid.boxes, at)
	}
	if !p.has(at) || slices.ContainsFunc(p.covered, func(b box) bool { return b.has(at) }) {
		return vec{}, false
	}
	b := laid.boxes[0].add(at.x, at.y)
	shift.x = math.Ceil(max(p.x0-b.x0, 0)) - math.Ceil(max(b.x1-p.x1, 0))
	shift.y = math.Ceil(max(p.y0-b.y0, 0)) - math.Ceil(max(b.y1-p.y1, 0))
	if c := p.coverOf(b.add(shift.x, shift.y)); c != nil {
		shift = p.beside(b, shift, *c)
	}
	b = b.add(shift.x, shift.y)
	return shift, b.within(p.box) && !p.covers(b)
}

// coverOf returns what covers a part of b, nil for nothing.
func (p page) coverOf(b box) *box {
	if i := slices.IndexFunc(p.covered, b.overlaps); i >= 0 {
		return &p.covered[i]
	}
	return nil
}

// beside returns shift with the least change by which b leaves a cover. As the
// label's place is not under it, that is less than half of the label.
func (p page) beside(b box, shift vec, cover box) vec {
	least, best := math.Inf(1), shift
	b = b.add(shift.x, shift.y)
	for _, by := range [...]vec{
		{-math.Ceil(b.x1 - cover.x0), 0}, {math.Ceil(cover.x1 - b.x0), 0},
		{0, -math.Ceil(b.y1 - cover.y0)}, {0, math.Ceil(cover.y1 - b.y0)},
	} {
		if far := math.Hypot(by.x, by.y); far < least && b.add(by.x, by.y).within(p.box) {
			least, best = far, vec{shift.x + by.x, shift.y + by.y}
		}
	}
	return best
}

// compareLabels orders labels by importance, the same way each time.
func compareLabels(a, b *label) int {
	return cmp.Or(cmp.Compare(a.priority, b.priority), cmp.Compare(a.turn, b.turn), cmp.Compare(b.weight, a.weight),
		cmp.Compare(a.text, b.text), cmp.Compare(a.at.x, b.at.x), cmp.Compare(a.at.y, b.at.y))
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
