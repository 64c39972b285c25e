// SPDX-License-Identifier: MIT

package trip

import (
	"math"
	"sort"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
)

// Track is a matched trip over time: where the vehicle was at each moment. On legs it
// follows the route; elsewhere it follows straight lines between observations. It is
// immutable.
type Track struct {
	// Samples are the observations with a position and a usable time, in order.
	Samples []Sample

	start time.Time
	knots []knot
}

// Sample is what is known at an observation. A trip has up to millions.
type Sample struct {
	Time     time.Time
	Along    float64 // distance from the beginning of the trip, as in Place (metres)
	Speed    float64 // that of the recorder, or else that along the route over some seconds (m/s)
	Index    int32   // of the observation
	Gap      bool    // the way from the previous sample is unknown
	Inferred bool    // no observation shows the way from the previous sample, which follows the roads
	OnRoad   bool
}

// Place is where a vehicle was at a moment.
type Place struct {
	Point   geo.Point
	Heading float64 // of the line there (degrees clockwise from north)
	// Along is the distance from the beginning of the trip: on legs along the route, and
	// along straight lines off the roads. Other gaps have no length (metres).
	Along  float64
	Known  bool // false in a gap of the recording
	OnRoad bool
}

// knot is a moment at which the place of the vehicle is known.
type knot struct {
	after  time.Duration // since the start of the track
	point  geo.Point
	along  float64
	gap    bool // the step that ends here is a gap in which the vehicle's way is unknown
	onRoad bool // the step that ends here is on a leg
}

// speedSpan is the time over which the speed at a sample is measured, half of it before and
// half after the sample, or longer if the observations are farther apart.
const speedSpan = 8 * time.Second

// NewTrack returns the track of a recording and its match. The track of a trip without
// times is empty.
func NewTrack(observations []match.Observation, result match.Result) *Track {
	b := trackBuilder{observations: observations, points: result.Points, clock: newClock(observations, result), offRoad: offRoadSteps(result)}
	vertices := 0
	for i := range result.Legs {
		vertices += len(result.Legs[i].Shape)
	}
	b.track.Samples = make([]Sample, 0, len(observations))
	b.track.knots = make([]knot, 0, len(observations)+vertices)
	leg := 0
	for i := 0; i < len(observations); i++ {
		if leg < len(result.Legs) && i == result.Legs[leg].FirstIndex {
			l := &result.Legs[leg]
			b.leg(l)
			leg, i = leg+1, l.LastIndex
			continue
		}
		b.point(i)
	}
	b.track.measureSpeeds(observations)
	return &b.track
}

// offRoadSteps returns the observations at which a step off the roads ends.
func offRoadSteps(r match.Result) map[int]bool {
	steps := map[int]bool{}
	for _, g := range r.Gaps {
		for i := g.FirstIndex + 1; g.Cause == match.GapNoRoad && i <= g.LastIndex; i++ {
			steps[i] = true
		}
	}
	return steps
}

type trackBuilder struct {
	observations []match.Observation
	points       []match.Point
	clock        clock
	offRoad      map[int]bool
	track        Track
	broken       bool // there was a gap since the last sample
	inferred     int  // stretches of the leg that end at or before the last sample
}

// usable reports whether observation i has a position, and a time that is not before the
// last knot.
func (b *trackBuilder) usable(i int) bool {
	o := &b.observations[i]
	if !o.Valid() || o.Time.IsZero() || b.clock.bad[i] {
		return false
	}
	k := b.track.knots
	return len(k) == 0 || !o.Time.Before(b.track.start.Add(k[len(k)-1].after))
}

// add adds a knot, which must not be before the last one.
func (b *trackBuilder) add(at time.Time, k knot) {
	t := &b.track
	if len(t.knots) == 0 {
		t.start = at
	}
	k.after = at.Sub(t.start)
	b.broken = b.broken || k.gap
	t.knots = append(t.knots, k)
}

// last returns the last knot; ok is false if there is none.
func (b *trackBuilder) last() (k knot, ok bool) {
	if n := len(b.track.knots); n > 0 {
		return b.track.knots[n-1], true
	}
	return knot{}, false
}

// point adds an observation that is on no leg.
func (b *trackBuilder) point(i int) {
	if !b.usable(i) {
		return
	}
	o := &b.observations[i]
	k := knot{point: o.Point}
	if i < len(b.points) && b.points[i].State != match.OffRoad {
		k.point = b.points[i].Location // on a leg without times
	}
	if last, ok := b.last(); ok {
		k.along, k.gap = last.along, !b.offRoad[i]
		if !k.gap {
			k.along += geo.Distance(last.point, k.point)
		}
	}
	b.add(o.Time, k)
	b.sample(i, k)
}

func (b *trackBuilder) sample(i int, k knot) {
	s := Sample{Index: int32(i), Time: b.observations[i].Time, Along: k.along, Gap: b.broken}
	b.broken = false
	s.OnRoad = i < len(b.points) && b.points[i].State != match.OffRoad
	b.track.Samples = append(b.track.Samples, s)
}

// leg adds the vertices of a leg and the places of its observations, in the order of
// travel.
func (b *trackBuilder) leg(l *match.Leg) {
	if l.Times == nil {
		for i := l.FirstIndex; i <= l.LastIndex; i++ {
			b.point(i) // at most one has a time
		}
		return
	}
	base, first := 0.0, true
	if last, ok := b.last(); ok {
		base = last.along
	}
	along := lengths(l)
	vertex, reached := 0, 0.0
	b.inferred = 0
	add := func(at time.Time, k knot) knot {
		k.onRoad = !first
		if last, ok := b.last(); ok && first {
			k.gap = !b.offRoad[l.FirstIndex]
			if !k.gap {
				base += geo.Distance(last.point, k.point)
				k.along = base + k.along
			} else {
				k.along += base
			}
		} else {
			k.along += base
		}
		if last, ok := b.last(); ok && at.Before(b.track.start.Add(last.after)) {
			at = b.track.start.Add(last.after) // times are rounded
		}
		first = false
		b.add(at, k)
		return k
	}
	for i := l.FirstIndex; i <= l.LastIndex; i++ {
		if i >= len(b.points) || b.points[i].State == match.OffRoad || !b.usable(i) {
			continue
		}
		at, place := b.observations[i].Time, b.points[i].Location
		reached = max(reached, placeOn(l, along, place, at, vertex))
		for vertex < len(l.Shape) && along[vertex] <= reached {
			add(l.Times[vertex], knot{point: l.Shape[vertex], along: along[vertex]})
			vertex++
		}
		b.sample(i, add(at, knot{point: place, along: reached}))
		b.infer(i, l.Inferred)
	}
	for ; vertex < len(l.Shape); vertex++ {
		add(l.Times[vertex], knot{point: l.Shape[vertex], along: along[vertex]})
	}
}

// infer marks the last sample, at observation i of a leg, if it is the first one after an
// inferred stretch begins.
func (b *trackBuilder) infer(i int, list []match.Stretch) {
	for b.inferred < len(list) && list[b.inferred].FirstIndex < i {
		b.track.Samples[len(b.track.Samples)-1].Inferred = true
		b.inferred++
	}
}

// placeOn returns how far along a leg a place is that was passed at a time, at or beyond
// the vertex before from (metres).
func placeOn(l *match.Leg, along []float64, place geo.Point, at time.Time, from int) (best float64) {
	const slack = 5 * time.Millisecond // times are rounded
	begin, end := at.Add(-slack), at.Add(slack)
	first := searchFrom(from, len(l.Times), func(k int) bool { return !l.Times[k].Before(begin) })
	last := searchFrom(max(from-1, 0), len(l.Times), func(k int) bool { return l.Times[k].After(end) })
	first, last = max(first-1, from-1, 0), min(last, len(l.Shape)-1)
	nearest := math.Inf(1)
	plane := geo.NewPlane(place)
	for k := first; k < last; k++ {
		f, d2 := geo.Project(plane.XY(place), plane.XY(l.Shape[k]), plane.XY(l.Shape[k+1]))
		if d2 < nearest {
			nearest, best = d2, along[k]+f*(along[k+1]-along[k])
		}
	}
	if math.IsInf(nearest, 1) {
		return along[min(max(from-1, 0), len(along)-1)]
	}
	return best
}

// searchFrom returns the first index from a beginning to n for which reached is true, or n.
// It is fast if that is near the beginning.
func searchFrom(begin, n int, reached func(int) bool) int {
	for step := 1; begin < n && !reached(begin); step *= 2 {
		if begin+step >= n || reached(begin+step) {
			return begin + 1 + sort.Search(min(step, n-begin)-1, func(i int) bool { return reached(begin + 1 + i) })
		}
		begin += step
	}
	return begin
}

// measureSpeeds sets the speeds of the samples.
func (t *Track) measureSpeeds(observations []match.Observation) {
	list := t.Samples
	first, last := 0, 0 // the samples between which the speed at one is measured
	for i := range list {
		s := &list[i]
		if o := &observations[s.Index]; o.HasSpeed {
			s.Speed = o.Speed
			continue
		}
		first, last = max(first, 0), max(last, i)
		for first+1 < i && s.Time.Sub(list[first+1].Time) >= speedSpan/2 {
			first++
		}
		for last+1 < len(list) && list[last].Time.Sub(s.Time) < speedSpan/2 {
			last++
		}
		from, to := first, last
		for k := i; k > from; k-- { // not over gaps
			if list[k].Gap || list[k].Inferred {
				from = k
			}
		}
		for k := i + 1; k <= to; k++ {
			if list[k].Gap || list[k].Inferred {
				to = k - 1
			}
		}
		if span := list[to].Time.Sub(list[from].Time); span > 0 {
			s.Speed = (list[to].Along - list[from].Along) / span.Seconds()
		}
	}
}

// Empty reports whether nothing is known.
func (t *Track) Empty() bool { return len(t.Samples) == 0 }

// Start and End return the times of the first and the last sample, zero if there is none.
func (t *Track) Start() time.Time {
	if t.Empty() {
		return time.Time{}
	}
	return t.start
}

// End returns the time at which the track ends.
func (t *Track) End() time.Time {
	if t.Empty() {
		return time.Time{}
	}
	return t.start.Add(t.knots[len(t.knots)-1].after)
}

// Length returns the distance of the whole track (metres).
func (t *Track) Length() float64 {
	if t.Empty() {
		return 0
	}
	return t.knots[len(t.knots)-1].along
}

// At returns the place at a moment: the first or the last one before the start and after
// the end. ok is false if the track is empty.
func (t *Track) At(at time.Time) (p Place, ok bool) {
	if t.Empty() {
		return p, false
	}
	after := at.Sub(t.start)
	k := sort.Search(len(t.knots), func(i int) bool { return t.knots[i].after > after })
	switch {
	case k == 0:
		return t.onStep(min(1, len(t.knots)-1), 0), true
	case k == len(t.knots):
		return t.onStep(k-1, 1), true
	}
	from, to := t.knots[k-1].after, t.knots[k].after
	return t.onStep(k, float64(after-from)/float64(to-from)), true
}

// TimeOf returns when the vehicle had driven a distance from the beginning, the first time
// if it stood there.
func (t *Track) TimeOf(along float64) time.Time {
	if t.Empty() {
		return time.Time{}
	}
	k := sort.Search(len(t.knots), func(i int) bool { return t.knots[i].along >= along })
	switch {
	case k == 0:
		return t.Start()
	case k == len(t.knots):
		return t.End()
	}
	a, b := &t.knots[k-1], &t.knots[k]
	part := (along - a.along) / (b.along - a.along)
	return t.start.Add(a.after + time.Duration(part*float64(b.after-a.after)))
}

// onStep returns the place at a part of the step that ends at knot k.
func (t *Track) onStep(k int, part float64) Place {
	b := t.knots[k]
	a := t.knots[max(k-1, 0)]
	p := Place{
		Point: geo.Lerp(a.point, b.point, part), Along: a.along + part*(b.along-a.along),
		Known: !b.gap || part == 0 || part == 1, OnRoad: b.onRoad,
	}
	// A vehicle that stands keeps its heading.
	for from, to := max(k-1, 0), k; ; from-- {
		if t.knots[from].point != t.knots[to].point || from == 0 {
			p.Heading = geo.Bearing(t.knots[from].point, t.knots[to].point)
			return p
		}
	}
}

// Trail returns the line from one moment to another, broken at gaps.
func (t *Track) Trail(from, to time.Time) (lines [][]geo.Point) {
	if t.Empty() || to.Before(t.start) || from.After(t.End()) {
		return nil
	}
	begin, _ := t.At(from)
	end, _ := t.At(to)
	line := []geo.Point{begin.Point}
	k := sort.Search(len(t.knots), func(i int) bool { return t.knots[i].after > from.Sub(t.start) })
	for ; k < len(t.knots) && t.knots[k].after < to.Sub(t.start); k++ {
		if t.knots[k].gap {
			lines, line = append(lines, line), nil
		}
		line = append(line, t.knots[k].point)
	}
	if k < len(t.knots) && t.knots[k].gap {
		return append(lines, line)
	}
	return append(lines, append(line, end.Point))
}

// SampleAt returns the index of the last sample at or before a moment, 0 before the first
// one.
func (t *Track) SampleAt(at time.Time) int {
	i := sort.Search(len(t.Samples), func(i int) bool { return t.Samples[i].Time.After(at) })
	return max(i-1, 0)
}

// Stretch holds the figures of a part of a track.
type Stretch struct {
	Time     time.Duration
	Distance float64       // metres, as in Place.Along
	Moving   time.Duration // at movingSpeed or more
	Top      float64       // highest speed at a sample (m/s)
}

// Average returns the average speed (m/s), 0 without time.
func (s Stretch) Average() float64 {
	if s.Time <= 0 {
		return 0
	}
	return s.Distance / s.Time.Seconds()
}

// movingSpeed is the speed from which a vehicle counts as moving (m/s). Below it, the
// drift of a parked receiver is taken for motion.
const movingSpeed = 1

// Stretch returns the figures from one moment to another.
func (t *Track) Stretch(from, to time.Time) (s Stretch) {
	if t.Empty() {
		return s
	}
	from, to = later(from, t.Start()), earlier(to, t.End())
	if !to.After(from) {
		return s
	}
	a, _ := t.At(from)
	b, _ := t.At(to)
	s.Time, s.Distance = to.Sub(from), b.Along-a.Along
	for i := t.SampleAt(from); i < len(t.Samples) && !t.Samples[i].Time.After(to); i++ {
		x := &t.Samples[i]
		if !x.Time.Before(from) {
			s.Top = math.Max(s.Top, x.Speed)
		}
		if i+1 < len(t.Samples) && !t.Samples[i+1].Gap {
			next := &t.Samples[i+1]
			step := earlier(next.Time, to).Sub(later(x.Time, from))
			if span := next.Time.Sub(x.Time); step > 0 && next.Along-x.Along >= movingSpeed*span.Seconds() {
				s.Moving += step
			}
		}
	}
	return s
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

func earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}
