// SPDX-License-Identifier: MIT

package timeline

import (
	"image"
	"image/color"
	"math"
	"time"

	"roadsnap/ui/mapdraw/raster"
)

// colours are those of a graph.
type colours struct {
	ground, grid, stop, gap, marked color.RGBA
	route                           color.RGBA // of lines without a colour
	limit, over                     color.RGBA // the limit, and speeds above it
}

// plot draws the graph of a State.
type plot struct {
	State
	width, height int     // of the area of the graph (device pixels)
	scale         float64 // device pixels in a logical pixel
	top           float64 // the value at the upper edge
	colours
}

// kmh is the number of km/h in a m/s.
const kmh = 3.6

// value returns the value of a sample; ok is false if it has none.
func (q Quantity) value(l *Line, i int) (v float64, ok bool) {
	s := &l.Track.Samples[i]
	switch q {
	case ToRoad:
		return s.ToRoad, s.OnRoad
	case Confidence:
		return 100 * s.Confidence, true
	default:
		return kmh * s.Speed, true
	}
}

// least is the value at the upper edge of the graph at least.
func (q Quantity) least() float64 { return [...]float64{Speed: 30, ToRoad: 20, Confidence: 100}[q] }

// topOf returns the value at the upper edge of the graph of all lines, a round number.
func topOf(lines []*Line, q Quantity) float64 {
	top := q.least()
	if q == Confidence {
		return top
	}
	for n, l := range lines {
		for i := range l.Track.Samples {
			if limit, ok := l.Limit(i); ok && q == Speed && n == 0 && limit > top {
				top = limit * 1.05 // so that its line is seen
			}
			if v, ok := q.value(l, i); ok && v > top && !math.IsInf(v, 0) {
				top = v
			}
		}
	}
	step := tick(top, 4)
	return math.Ceil(top/step) * step
}

// tick returns a round distance between about n marks of a scale from 0 to top.
func tick(top float64, n int) float64 {
	raw := top / float64(n)
	power := math.Pow(10, math.Floor(math.Log10(raw)))
	for _, f := range []float64{1, 2, 5} {
		if f*power >= raw {
			return f * power
		}
	}
	return 10 * power
}

// timeTicks are the distances between marks of time.
var timeTicks = []time.Duration{
	time.Second, 2 * time.Second, 5 * time.Second, 10 * time.Second, 30 * time.Second,
	time.Minute, 2 * time.Minute, 5 * time.Minute, 10 * time.Minute, 15 * time.Minute, 30 * time.Minute,
	time.Hour, 2 * time.Hour, 3 * time.Hour, 6 * time.Hour, 12 * time.Hour, 24 * time.Hour,
}

// timeTick returns the distance between at most n marks of a span.
func timeTick(length time.Duration, n int) time.Duration {
	for _, d := range timeTicks {
		if length/d <= time.Duration(n) {
			return d
		}
	}
	day := timeTicks[len(timeTicks)-1]
	return day * (length/time.Duration(n)/day + 1)
}

// x returns the place of a moment across the graph, in device pixels.
func (p *plot) x(at time.Time) float64 {
	return float64(p.width) * float64(at.Sub(p.Shown.From)) / float64(p.Shown.Length())
}

// y returns the place of a value, in device pixels from the upper edge.
func (p *plot) y(v float64) float64 { return float64(p.height) * (1 - v/p.top) }

// draw returns the picture.
func (p *plot) draw() *image.RGBA {
	pic := raster.NewPicture(p.width, p.height, p.ground)
	if len(p.Lines) == 0 || p.Shown.Empty() {
		return pic.Dst
	}
	main := p.Lines[0]
	for _, s := range main.Trip.Stops {
		p.band(pic, Span{s.Arrival, s.Departure})
	}
	pic.Paint(p.stop)
	samples := main.Track.Samples
	for i := 1; i < len(samples); i++ {
		if samples[i].Gap {
			p.band(pic, Span{samples[i-1].Time, samples[i].Time})
		}
	}
	pic.Paint(p.gap)
	p.band(pic, p.Marked)
	pic.Paint(p.marked)
	p.drawGrid(pic)
	if p.Quantity == Speed {
		p.drawLimit(pic, main)
	}
	for i := len(p.Lines) - 1; i >= 0; i-- {
		p.drawLine(pic, p.Lines[i])
	}
	return pic.Dst
}

// band fills the graph over a span.
func (p *plot) band(pic *raster.Picture, s Span) {
	if s.Empty() || s.To.Before(p.Shown.From) || s.From.After(p.Shown.To) {
		return
	}
	from, to := max(p.x(s.From), 0), min(p.x(s.To), float64(p.width))
	bottom := float64(p.height)
	pic.Fill([][]raster.Vec{{{X: from}, {X: to}, {X: to, Y: bottom}, {X: from, Y: bottom}, {X: from}}})
}

// drawGrid draws the lines of round values and times.
func (p *plot) drawGrid(pic *raster.Picture) {
	for v := tick(p.top, 4); v < p.top; v += tick(p.top, 4) {
		pic.Polyline([]raster.Vec{{X: 0, Y: p.y(v)}, {X: float64(p.width), Y: p.y(v)}}, 1, 0)
	}
	for _, at := range p.timeMarks() {
		pic.Polyline([]raster.Vec{{X: p.x(at), Y: 0}, {X: p.x(at), Y: float64(p.height)}}, 1, 0)
	}
	pic.Paint(p.grid)
}

// markSpace is the least distance between two marks of time (logical pixels).
const markSpace = 86

// timeMarks returns the round times of the visible part, in Vietnam.
func (p *plot) timeMarks() (marks []time.Time) {
	const vietnam = 7 * time.Hour // ahead of UTC, a whole number of hours
	n := max(int(float64(p.width)/p.scale/markSpace), 1)
	step := timeTick(p.Shown.Length(), n)
	for at := p.Shown.From.Add(vietnam).Truncate(step).Add(-vietnam); !at.After(p.Shown.To); at = at.Add(step) {
		if !at.Before(p.Shown.From) {
			marks = append(marks, at)
		}
	}
	return marks
}

// visible returns the samples of a line from the one before the visible part to the one
// after it.
func (p *plot) visible(l *Line) (first, end int) {
	return l.Track.SampleAt(p.Shown.From), min(l.Track.SampleAt(p.Shown.To)+2, len(l.Track.Samples))
}

// drawLine draws the values of a line. Where many samples fall on a column of pixels, it
// draws their least and their greatest value.
func (p *plot) drawLine(pic *raster.Picture, l *Line) {
	first, end := p.visible(l)
	var line []raster.Vec
	low, high, column := 0.0, 0.0, math.MinInt
	flush := func() {
		if column == math.MinInt {
			return
		}
		line = append(line, raster.Vec{X: float64(column), Y: p.y(high)})
		if high > low {
			line = append(line, raster.Vec{X: float64(column), Y: p.y(low)})
		}
		column = math.MinInt
	}
	paint := func() {
		flush()
		if len(line) == 1 {
			pic.Discs(line, 1.5*p.scale)
		} else if len(line) > 1 {
			pic.Polyline(line, 1.6*p.scale, 0)
		}
		line = line[:0]
	}
	for i := first; i < end; i++ {
		v, ok := p.Quantity.value(l, i)
		if !ok || l.Track.Samples[i].Gap {
			paint()
		}
		if !ok {
			continue
		}
		if at := int(math.Round(p.x(l.Track.Samples[i].Time))); at != column {
			flush()
			column, low, high = at, v, v
		}
		low, high = min(low, v), max(high, v)
	}
	paint()
	ink := l.Colour
	if ink == (color.RGBA{}) {
		ink = p.route
	}
	pic.Paint(ink)
}

// drawLimit draws the speed limit of the main line as steps, and fills what lies above it.
func (p *plot) drawLimit(pic *raster.Picture, l *Line) {
	first, end := p.visible(l)
	type step struct{ from, to, limit float64 }
	type fill struct{ from, to, limit, a, b float64 }
	var steps []step
	var fills []fill
	column, fastest := math.Inf(-1), 0.0
	for i := first; i+1 < end; i++ {
		a, b := &l.Track.Samples[i], &l.Track.Samples[i+1]
		limit, ok := l.Limit(i)
		if !ok || b.Gap {
			continue
		}
		from, to := p.x(a.Time), p.x(b.Time)
		if n := len(steps); n > 0 && steps[n-1].to == from && steps[n-1].limit == limit {
			steps[n-1].to = to
		} else {
			steps = append(steps, step{from, to, limit})
		}
		va, vb := max(kmh*a.Speed, limit), max(kmh*b.Speed, limit)
		switch {
		case va == limit && vb == limit:
		case to-from < 1: // many samples in a column: the fastest of them
			if at := math.Floor(from); at == column {
				fastest = max(fastest, va, vb)
			} else {
				column, fastest = at, max(va, vb)
				fills = append(fills, fill{from: at, to: at + 1, limit: limit})
			}
			last := &fills[len(fills)-1]
			last.a, last.b = fastest, fastest
		default:
			fills = append(fills, fill{from, to, limit, va, vb})
			column = math.Inf(-1)
		}
	}
	for _, f := range fills {
		pic.Fill([][]raster.Vec{{{X: f.from, Y: p.y(f.limit)}, {X: f.from, Y: p.y(f.a)}, {X: f.to, Y: p.y(f.b)}, {X: f.to, Y: p.y(f.limit)}, {X: f.from, Y: p.y(f.limit)}}})
	}
	pic.Paint(p.over)
	for i, s := range steps {
		pic.Polyline([]raster.Vec{{X: s.from, Y: p.y(s.limit)}, {X: s.to, Y: p.y(s.limit)}}, p.scale, raster.ButtStart|raster.ButtEnd)
		if i > 0 && steps[i-1].to == s.from {
			pic.Polyline([]raster.Vec{{X: s.from, Y: p.y(steps[i-1].limit)}, {X: s.from, Y: p.y(s.limit)}}, p.scale, 0)
		}
	}
	pic.Paint(p.limit)
}
