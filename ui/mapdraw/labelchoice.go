package mapdraw

import (
	"cmp"
	"math"
	"slices"
)

// choice is how labels are chosen for a picture.
type choice struct {
	size, scale float64                  // of the world, and of a logical pixel, in device pixels
	limit       int                      // greatest number of labels
	plan        groundPlan               // what is taken from the start, in world pixels
	known       map[labelPlace]laidLabel // from an earlier choice
	stop        func() bool

	laid    []laidLabel
	written map[string][]vec // where each text stands
}

// within chooses of all, the most important first, labels that do not collide
// and lie whole in a frame, which is in world pixels. It returns false when it
// was stopped.
func (c *choice) within(all []*label, frame box) (done bool) {
	return c.each(all, func(lb *label, at vec) {
		for i := range lb.alternatives() {
			laid := c.at(lb, i)
			p := vec{laid.label.at.x * c.size, laid.label.at.y * c.size}
			shift, ok := intoFrame(laid, p, frame)
			if !ok || (i > 0 && c.tooNear(lb, p)) {
				continue
			}
			if shift != (vec{}) {
				p = vec{p.x + shift.x, p.y + shift.y}
				moved := *laid.label
				moved.at = world{p.x / c.size, p.y / c.size}
				laid.label = &moved
			}
			if c.plan.claim(laid.boxes, p.x, p.y) {
				c.take(laid, p)
				return
			}
		}
	})
}

// beyond chooses labels that lie wholly outside of a frame.
func (c *choice) beyond(all []*label, frame box) (done bool) {
	return c.each(all, func(lb *label, at vec) {
		laid := c.at(lb, 0)
		if !slices.ContainsFunc(laid.boxes, func(b box) bool { return b.add(at.x, at.y).overlaps(frame) }) {
			c.claim(laid, at)
		}
	})
}

// anywhere chooses labels wherever they lie.
func (c *choice) anywhere(all []*label) (done bool) {
	return c.each(all, func(lb *label, at vec) { c.claim(c.at(lb, 0), at) })
}

// each calls try with those of all that are not written nearby, and where they
// would like to be.
func (c *choice) each(all []*label, try func(lb *label, at vec)) (done bool) {
	for _, lb := range all {
		if c.stop() {
			return false
		}
		at := vec{lb.at.x * c.size, lb.at.y * c.size}
		if len(c.laid) < c.limit && !c.tooNear(lb, at) {
			try(lb, at)
		}
	}
	return true
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

func (c *choice) claim(laid laidLabel, at vec) {
	if c.plan.claim(laid.boxes, at.x, at.y) {
		c.take(laid, at)
	}
}

// keep takes over a label from an earlier choice.
func (c *choice) keep(laid laidLabel, at vec) {
	for _, b := range laid.boxes {
		c.plan.take(b.add(at.x, at.y))
	}
	c.take(laid, at)
}

func (c *choice) take(laid laidLabel, at vec) {
	if c.written == nil {
		c.written = map[string][]vec{}
	}
	c.written[laid.label.text] = append(c.written[laid.label.text], at)
	c.laid = append(c.laid, laid)
}

// tooNear reports whether the text of lb is written near to a place already.
func (c *choice) tooNear(lb *label, at vec) bool {
	least := lb.repeat() * c.scale
	return slices.ContainsFunc(c.written[lb.text], func(o vec) bool { return math.Hypot(o.x-at.x, o.y-at.y) < least })
}

// intoFrame returns by how much a label at p must be moved to lie whole in a
// frame; ok is false if it cannot: what stands on a road stays there, and a place
// outside of the frame is not named in it.
func intoFrame(laid laidLabel, p vec, frame box) (shift vec, ok bool) {
	if laid.label.kind != placeLabel {
		return vec{}, !slices.ContainsFunc(laid.boxes, func(b box) bool { return !b.add(p.x, p.y).within(frame) })
	}
	if !frame.has(p) {
		return vec{}, false
	}
	b := laid.boxes[0].add(p.x, p.y)
	shift.x = math.Ceil(max(frame.x0-b.x0, 0)) - math.Ceil(max(b.x1-frame.x1, 0))
	shift.y = math.Ceil(max(frame.y0-b.y0, 0)) - math.Ceil(max(b.y1-frame.y1, 0))
	return shift, b.add(shift.x, shift.y).within(frame)
}

// compareLabels orders labels by importance, the same way each time.
func compareLabels(a, b *label) int {
	return cmp.Or(cmp.Compare(a.priority, b.priority), cmp.Compare(b.weight, a.weight),
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
