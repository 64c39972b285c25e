// SPDX-License-Identifier: MIT

package label

import (
	"cmp"
	"math"
	"slices"

	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/view"
)

// choice chooses the labels of a picture in two steps. First it chooses as if the
// world had no edge, in an order that does not depend on the view, so that two
// views of the same ground choose the same labels there. Then the labels that the
// picture's edge would cut move to another place or are dropped. The other labels
// stay, because they would move with each drag if they used the space that
// becomes free.
type choice struct {
	size, scale float64             // of the world and of a logical pixel (device pixels)
	limit       int                 // greatest number of labels
	minor       int                 // from this priority on, roads that the page cuts are not named elsewhere
	known       map[labelPlace]Laid // from an earlier choice
	stop        func() bool

	laid []Laid
	here written // the labels placed
	cut  written // chosen labels that cannot stay in place
}

// written records the places of labels (world pixels).
type written struct {
	plan  Plan
	texts map[string][]raster.Vec
}

func (w *written) take(lb Laid, at raster.Vec) {
	if w.texts == nil {
		w.plan, w.texts = Plan{}, map[string][]raster.Vec{}
	}
	w.texts[lb.Label.Text] = append(w.texts[lb.Label.Text], at)
	if number, kind := lb.Label.number(); kind {
		w.texts[anyKind+number] = append(w.texts[anyKind+number], at)
	}
	w.plan.Take(lb.Boxes, at)
}

// anyKind starts the key of a road number in written.texts, regardless of its
// kind.
const anyKind = "#"

// seen reports whether a label with the same text, or a shield of the same road,
// is written at a place for which is returns true. A number without its kind
// ("1A") may be any road with that number ("QL.1A").
func (w *written) seen(lb *Label, is func(raster.Vec) bool) bool {
	if slices.ContainsFunc(w.texts[lb.Text], is) {
		return true
	}
	switch number, kind := lb.number(); {
	case kind:
		return slices.ContainsFunc(w.texts[number], is)
	case number != "":
		return slices.ContainsFunc(w.texts[anyKind+number], is)
	default:
		return false
	}
}

// has reports whether such a label is written nearer to a place than least.
func (w *written) has(lb *Label, at raster.Vec, least float64) bool {
	return w.seen(lb, func(o raster.Vec) bool { return math.Hypot(o.X-at.X, o.Y-at.Y) < least })
}

// choose chooses from all, which is sorted by importance, labels that do not
// collide and that the page does not cut. It returns false if it was stopped.
func (c *choice) choose(all []*Label, p Page) (done bool) {
	laid := make([]bool, len(all))
	var cut []*Label // labels at their first places
	for i, lb := range all {
		if c.stop() {
			return false
		}
		c.put(lb, func(lay Laid, at raster.Vec) bool {
			if c.tooNear(lb, at) || !c.free(lay, at) {
				return false
			}
			switch {
			case p.Misses(lay.Boxes, at) || p.Holds(lay.Boxes, at):
				c.take(lay, at)
				laid[i] = true
			case lb.Kind == Level:
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
		if !c.tooNear(lb, c.pixel(lb.At)) {
			c.within(lb, p)
		}
	}
	// Roads and rivers that are not named in the page yet are named where there
	// is room.
	for i, lb := range all {
		if c.stop() {
			return false
		}
		if !laid[i] && lb.Kind != Level && lb.priority < c.minor && !c.here.seen(lb, p.Has) {
			c.within(lb, p)
		}
	}
	return true
}

// ForPicture chooses the labels of a fixed picture; all of them lie completely
// within it. size is the side of the world and scale the side of a logical pixel
// (device pixels). skip reports which labels to leave out; nil skips none.
// screens is the size of the picture in screens. If stop ended the choice the
// result is empty.
func ForPicture(sets []Set, skip func(*Label) bool, p Page, size, scale, screens float64, stop func() bool) []Laid {
	c := choice{
		size: size, scale: scale, limit: int(maxLabels * max(screens, 1)),
		minor: math.MaxInt, stop: stop,
	}
	if !c.choose(labelsOf(sets, skip), p) {
		return nil
	}
	return slices.DeleteFunc(c.laid, func(lb Laid) bool { return p.Misses(lb.Boxes, c.pixel(lb.Label.At)) })
}

// within places a label completely within the page, if there is room for it.
func (c *choice) within(lb *Label, p Page) {
	c.put(lb, func(lay Laid, at raster.Vec) bool {
		shift, ok := p.Into(lay, at)
		if !ok {
			return false
		}
		if shift != (raster.Vec{}) {
			at = at.Add(shift)
			moved := *lay.Label
			moved.At = view.World{X: at.X / c.size, Y: at.Y / c.size}
			lay.Label = &moved
		}
		if !c.free(lay, at) {
			return false
		}
		c.take(lay, at)
		return true
	})
}

// put calls take with lb at each of its places until take returns true.
func (c *choice) put(lb *Label, take func(lay Laid, at raster.Vec) bool) {
	if len(c.laid) >= c.limit {
		return
	}
	for i := range lb.alternatives() {
		if i > 0 && c.taken(lb, i) {
			continue
		}
		if lay := c.at(lb, i); take(lay, c.pixel(lay.Label.At)) {
			return
		}
	}
}

func (c *choice) pixel(at view.World) raster.Vec {
	return raster.Vec{X: at.X * c.size, Y: at.Y * c.size}
}

// at returns a label at its place i.
func (c *choice) at(lb *Label, i int) Laid {
	place := labelPlace{lb, i}
	if known, found := c.known[place]; found {
		known.Label = lb.alternative(i)
		return known
	}
	moved := lb.alternative(i)
	return Laid{Label: moved, origin: place, Boxes: moved.Boxes(c.scale)}
}

// free reports whether a label's place is free.
func (c *choice) free(laid Laid, at raster.Vec) bool {
	return c.here.plan.Room(laid.Boxes, at) && c.cut.plan.Room(laid.Boxes, at)
}

// taken reports whether a quick test shows that place i of lb, other than its
// best one, is not free.
func (c *choice) taken(lb *Label, i int) bool {
	if lb.Kind == Mark {
		return false
	}
	at := c.pixel(lb.At)
	for _, p := range lb.probes(i) {
		b := raster.Box{X0: at.X + p.X, Y0: at.Y + p.Y, X1: at.X + p.X, Y1: at.Y + p.Y}
		if !c.here.plan.free(b) || !c.cut.plan.free(b) {
			return true
		}
	}
	return false
}

func (c *choice) take(laid Laid, at raster.Vec) {
	c.here.take(laid, at)
	c.laid = append(c.laid, laid)
}

// tooNear reports whether the text of lb is already written near a place.
func (c *choice) tooNear(lb *Label, at raster.Vec) bool {
	least := lb.repeat() * c.scale
	if least == 0 {
		return false
	}
	return c.here.has(lb, at, least) || c.cut.has(lb, at, least)
}

// Page is the part of the world in which no label is cut (world pixels).
type Page struct {
	raster.Box
	Covered []raster.Box // by elements on top of the picture
}

// PageOf returns the part of the world that a picture of v shows.
func PageOf(v view.Viewport) Page {
	ox, oy := v.Origin()
	p := Page{Box: raster.Box{X0: ox, Y0: oy, X1: ox + float64(v.Width), Y1: oy + float64(v.Height)}}
	for _, r := range v.Covered {
		if !r.Empty() {
			p.Covered = append(p.Covered, raster.BoxOf(r).Add(ox, oy))
		}
	}
	return p
}

// Holds reports whether boxes lie completely within the page and are not covered.
func (p Page) Holds(boxes []raster.Box, at raster.Vec) bool {
	for _, b := range boxes {
		if b = b.Add(at.X, at.Y); !b.Within(p.Box) || p.covers(b) {
			return false
		}
	}
	return true
}

// Misses reports whether boxes lie completely outside the page.
func (p Page) Misses(boxes []raster.Box, at raster.Vec) bool {
	return !slices.ContainsFunc(boxes, func(b raster.Box) bool { return b.Add(at.X, at.Y).Overlaps(p.Box) })
}

func (p Page) covers(b raster.Box) bool { return slices.ContainsFunc(p.Covered, b.Overlaps) }

// Into returns by how much a label must be moved to lie completely in the page.
// ok is false if it cannot be moved: a label on a road stays there, and a place
// outside the page or under a cover is not named.
func (p Page) Into(laid Laid, at raster.Vec) (shift raster.Vec, ok bool) {
	if laid.Label.Kind != Level {
		return raster.Vec{}, p.Holds(laid.Boxes, at)
	}
	if !p.Has(at) || slices.ContainsFunc(p.Covered, func(b raster.Box) bool { return b.Has(at) }) {
		return raster.Vec{}, false
	}
	b := laid.Boxes[0].Add(at.X, at.Y)
	shift.X = math.Ceil(max(p.X0-b.X0, 0)) - math.Ceil(max(b.X1-p.X1, 0))
	shift.Y = math.Ceil(max(p.Y0-b.Y0, 0)) - math.Ceil(max(b.Y1-p.Y1, 0))
	if i := slices.IndexFunc(p.Covered, b.Add(shift.X, shift.Y).Overlaps); i >= 0 {
		shift = p.avoid(b, shift, p.Covered[i])
	}
	b = b.Add(shift.X, shift.Y)
	return shift, b.Within(p.Box) && !p.covers(b)
}

// avoid returns shift with the least change by which b leaves a cover. As the
// label's place is not under the cover, the change is less than half of the
// label.
func (p Page) avoid(b raster.Box, shift raster.Vec, cover raster.Box) raster.Vec {
	least, best := math.Inf(1), shift
	b = b.Add(shift.X, shift.Y)
	for _, by := range [...]raster.Vec{
		{X: -math.Ceil(b.X1 - cover.X0), Y: 0}, {X: math.Ceil(cover.X1 - b.X0), Y: 0},
		{X: 0, Y: -math.Ceil(b.Y1 - cover.Y0)}, {X: 0, Y: math.Ceil(cover.Y1 - b.Y0)},
	} {
		if far := math.Hypot(by.X, by.Y); far < least && b.Add(by.X, by.Y).Within(p.Box) {
			least, best = far, shift.Add(by)
		}
	}
	return best
}

// compareLabels orders labels by importance. The order is total and
// deterministic.
func compareLabels(a, b *Label) int {
	return cmp.Or(cmp.Compare(a.priority, b.priority), cmp.Compare(a.turn, b.turn), cmp.Compare(b.weight, a.weight),
		cmp.Compare(a.Text, b.Text), cmp.Compare(a.At.X, b.At.X), cmp.Compare(a.At.Y, b.At.Y))
}

// repeat returns the least distance between two labels of this text.
func (lb *Label) repeat() float64 {
	switch lb.Kind {
	case Shield:
		return repeatShield
	case Along:
		return repeatName
	case Mark:
		return lb.markRepeat()
	default:
		return repeatPlace
	}
}
