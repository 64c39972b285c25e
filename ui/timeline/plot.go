// SPDX-License-Identifier: MIT

package timeline

import (
	"image"
	"image/color"
	"math"

	"roadsnap/ui/mapdraw/raster"
)

// colours are those of a graph.
type colours struct {
	ground, grid, stop, gap color.RGBA
	route                   color.RGBA // of lines without a colour
	limit, over             color.RGBA // the limit, and speeds above it
}

// plot draws the graph of a quantity of a State.
type plot struct {
	State
	quantity      Quantity
	width, height int     // of the graph (device pixels)
	scale         float64 // device pixels in a logical pixel
	values        valueScale
	colours
}

// valueScale is the scale of the values of a graph.
type valueScale struct{ low, high float64 }

// leastHigh is the value at the upper edge of a graph at least.
var leastHigh = [numQuantities]float64{Speed: 30, ToRoad: 20, Confidence: 100}

// leastRise is the least range of heights of a graph (metres).
const leastRise = 20

// scaleOf returns the scale of a quantity for all lines, from one round number to another.
func scaleOf(lines []*Line, q Quantity) valueScale {
	if q == Confidence {
		return valueScale{0, 100}
	}
	all := extent{0, leastHigh[q], q != Elevation}
	for n, l := range lines {
		if x := l.extents[q]; x.known {
			all.add(x.low)
			all.add(x.high)
		}
		if q == Speed && n == 0 {
			all.add(1.05 * l.fastest) // so that the line of the limit is seen
		}
	}
	if rise := all.high - all.low; q == Elevation && rise < leastRise {
		all.low, all.high = all.low-(leastRise-rise)/2, all.high+(leastRise-rise)/2
	}
	step := tick(all.high-all.low, 4)
	return valueScale{math.Floor(all.low/step) * step, math.Ceil(all.high/step) * step}
}

// marks returns about n round values of the scale.
func (s valueScale) marks(n int) (list []float64) {
	step := tick(s.high-s.low, n)
	for k := math.Ceil(s.low / step); k*step <= s.high+step/1e6; k++ {
		list = append(list, k*step)
	}
	return list
}

// x returns the place of a place on the axis across the graph, in device pixels.
func (p *plot) x(at float64) float64 {
	return float64(p.width) * (at - p.Shown.From) / p.Shown.Length()
}

// y returns the place of a value, in device pixels from the upper edge.
func (p *plot) y(v float64) float64 {
	return float64(p.height) * (1 - (v-p.values.low)/(p.values.high-p.values.low))
}

// draw returns the picture.
func (p *plot) draw() *image.RGBA {
	pic := raster.NewPicture(p.width, p.height, p.ground)
	if len(p.Lines) == 0 || p.Shown.Empty() {
		return pic.Dst
	}
	main := p.Lines[0]
	for _, s := range main.Trip.Stops {
		p.band(pic, p.X(s.Arrival.Add(main.shift)), p.X(s.Departure.Add(main.shift)))
	}
	pic.Paint(p.stop)
	for i, end := p.visible(main); i < end; i++ {
		if i > 0 && main.Track.Samples[i].Gap {
			p.band(pic, p.sampleX(main, i-1), p.sampleX(main, i))
		}
	}
	pic.Paint(p.gap)
	p.drawGrid(pic)
	if p.quantity == Speed {
		p.drawLimit(pic, main)
	}
	for i := len(p.Lines) - 1; i >= 0; i-- {
		p.drawLine(pic, p.Lines[i])
	}
	return pic.Dst
}

// leastBand is the least width of a stop or a gap, which have no length over distance
// (logical pixels).
const leastBand = 3

// band fills the graph from one place of the axis to another.
func (p *plot) band(pic *raster.Picture, from, to float64) {
	if to < p.Shown.From || from > p.Shown.To {
		return
	}
	left, right := p.x(from), p.x(to)
	if wider := leastBand*p.scale - (right - left); wider > 0 {
		left, right = left-wider/2, right+wider/2
	}
	left, right = max(left, 0), min(right, float64(p.width))
	bottom := float64(p.height)
	pic.Fill([][]raster.Vec{{{X: left}, {X: right}, {X: right, Y: bottom}, {X: left, Y: bottom}, {X: left}}})
}

// markSpace and valueSpace are the least distances between two marks of the axis and of the
// values (logical pixels).
const (
	markSpace  = 86
	valueSpace = 22
)

// numMarks returns the number of marks of the axis that there is room for.
func (p *plot) numMarks() int { return max(int(float64(p.width)/p.scale/markSpace), 1) }

// numValues returns the number of marks of values that there is room for.
func (p *plot) numValues() int { return max(min(int(float64(p.height)/p.scale/valueSpace), 4), 1) }

// drawGrid draws the lines of round values and places.
func (p *plot) drawGrid(pic *raster.Picture) {
	line := func(x0, y0, x1, y1 float64) {
		pic.Polyline([]raster.Vec{{X: x0, Y: y0}, {X: x1, Y: y1}}, p.scale, 0)
	}
	for _, v := range p.values.marks(p.numValues()) {
		if v > p.values.low && v < p.values.high {
			line(0, p.y(v), float64(p.width), p.y(v))
		}
	}
	for _, at := range p.marks(p.numMarks()) {
		line(p.x(at), 0, p.x(at), float64(p.height))
	}
	pic.Paint(p.grid)
}

// drawLine draws the values of a line, which breaks where the recording shows nothing. Where many samples fall on a column of pixels, it
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
		v, ok := l.value(p.quantity, i)
		if !ok || l.breaks(i) {
			paint()
		}
		if !ok {
			continue
		}
		if at := int(math.Round(p.x(p.sampleX(l, i)))); at != column {
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

// limitStep is a part of the axis with one limit (device pixels, km/h).
type limitStep struct{ from, to, limit float64 }

// excess is a part of the axis with speeds from a to b, both at least the limit.
type excess struct {
	limitStep
	a, b float64
}

// drawLimit draws the speed limit of the main line as steps, and fills what lies above it.
func (p *plot) drawLimit(pic *raster.Picture, l *Line) {
	steps, over := p.limits(l)
	for _, f := range over {
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

// limits returns the limits of a line, and the parts above them. In a column with many
// samples, it returns the fastest of them.
func (p *plot) limits(l *Line) (steps []limitStep, over []excess) {
	first, end := p.visible(l)
	column, fastest := math.Inf(-1), 0.0
	for i := first; i+1 < end; i++ {
		a, b := &l.Track.Samples[i], &l.Track.Samples[i+1]
		limit, ok := l.Limit(i)
		if !ok || l.breaks(i+1) {
			continue
		}
		step := limitStep{p.x(p.sampleX(l, i)), p.x(p.sampleX(l, i+1)), limit}
		if n := len(steps); n > 0 && steps[n-1].to == step.from && steps[n-1].limit == limit {
			steps[n-1].to = step.to
		} else {
			steps = append(steps, step)
		}
		va, vb := max(kmh*a.Speed, limit), max(kmh*b.Speed, limit)
		switch {
		case va == limit && vb == limit:
		case step.to-step.from < 1:
			if at := math.Floor(step.from); at == column {
				fastest = max(fastest, va, vb)
			} else {
				column, fastest = at, max(va, vb)
				over = append(over, excess{limitStep{at, at + 1, limit}, 0, 0})
			}
			last := &over[len(over)-1]
			last.a, last.b = fastest, fastest
		default:
			over = append(over, excess{step, va, vb})
			column = math.Inf(-1)
		}
	}
	return steps, over
}
