// SPDX-License-Identifier: MIT

package trips

import (
	"context"
	"math"
	"slices"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/trip"
	"roadsnap/ui/job"
	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/text"
)

// Colouring is what the colours of a route show.
type Colouring uint8

// The colourings.
const (
	ColourByTrip      Colouring = iota // one colour for each trip
	ColourBySpeed                      // km/h
	ColourByOverLimit                  // speed above the limit of the road (km/h)
	ColourByConfidence
	ColourByTime // hour of the day in Vietnam
	NumColourings
)

// String returns the name of c in settings and texts.
func (c Colouring) String() string {
	return [NumColourings]string{"trip", "speed", "over_limit", "confidence", "time"}[c]
}

// Ramp returns the ramp of a colouring other than ColourByTrip.
func (c Colouring) Ramp() style.Ramp {
	return [NumColourings]style.Ramp{
		ColourBySpeed: style.RampSpeed, ColourByOverLimit: style.RampOverLimit,
		ColourByConfidence: style.RampConfidence, ColourByTime: style.RampTimeOfDay,
	}[c]
}

// Bounds returns the values between the classes of the ramp, ascending, in km/h, per cent or
// hours. A value at a bound belongs to the class above. The bounds over the limit are those
// of the fines in Vietnam.
func (c Colouring) Bounds() []float64 {
	return [NumColourings][]float64{
		ColourBySpeed: {20, 40, 60, 80, 100}, ColourByOverLimit: {0, 5, 10, 20, 35},
		ColourByConfidence: {50, 80, 95}, ColourByTime: {4, 8, 12, 16, 20},
	}[c]
}

// Class returns the class of a sample of a drive, from 1, or 0 if its value is not known.
func (c Colouring) Class(d *Drive, sample int) int {
	s := &d.Track.Samples[sample]
	if !s.OnRoad {
		return 0
	}
	var value float64
	switch c {
	case ColourByOverLimit:
		limit, ok := d.Limit(sample)
		if !ok {
			return 0
		}
		if value = kmh(s) - limit; value <= 0 {
			return 1
		}
	case ColourByConfidence:
		value = 100 * d.Content.Result.Points[s.Index].Confidence
	case ColourByTime:
		value = float64(s.Time.In(text.Vietnam).Hour())
	default:
		value = kmh(s)
	}
	class := 1
	for _, b := range c.Bounds() {
		if value >= b {
			class++
		}
	}
	return class
}

// kmh returns the speed at a sample without the noise of the conversion (km/h).
func kmh(s *trip.Sample) float64 { return math.Round(s.Speed*3.6*1000) / 1000 }

// PaintedLines returns the route of a drive in lines of one class each. A part of the route
// has the class of the sample that is nearest in time. Inferred parts are left out.
func PaintedLines(d *Drive, c Colouring) []overlay.PaintedLine {
	p := painter{drive: d, by: c}
	for i := range d.Content.Result.Legs {
		p.leg(&d.Content.Result.Legs[i])
	}
	return p.lines
}

// painter cuts a route into lines, each of one class.
type painter struct {
	drive *Drive
	by    Colouring
	lines []overlay.PaintedLine
	line  []geo.Point // the current line
	class int         // its class
}

// flush ends the current line.
func (p *painter) flush() {
	if len(p.line) > 1 {
		p.lines = append(p.lines, overlay.PaintedLine{Line: p.line, Class: p.class})
	}
	p.line = nil
}

// leg adds the lines of a leg.
func (p *painter) leg(l *match.Leg) {
	samples := p.drive.Track.Samples
	next, _ := slices.BinarySearchFunc(samples, l.FirstIndex, sampleIndex)
	end, _ := slices.BinarySearchFunc(samples, l.LastIndex+1, sampleIndex)
	timed := l.Times != nil && next < end
	p.class = 0
	if timed {
		p.class = p.by.Class(p.drive, next)
		next++
	}
	inferred := l.Inferred
	for k := range len(l.Shape) - 1 {
		for len(inferred) > 0 && inferred[0].Last <= k {
			inferred = inferred[1:]
		}
		hidden := len(inferred) > 0 && inferred[0].First <= k
		if hidden {
			p.flush()
		} else if p.line == nil {
			p.line = append(p.line, l.Shape[k])
		}
		for timed && next < end {
			from, to := l.Times[k], l.Times[k+1]
			turn := middle(samples[next-1].Time, samples[next].Time)
			if turn.After(to) {
				break
			}
			if class := p.by.Class(p.drive, next); class != p.class {
				at := between(l.Shape[k], l.Shape[k+1], share(from, to, turn))
				if !hidden {
					p.line = append(p.line, at)
				}
				p.flush()
				if p.class = class; !hidden {
					p.line = append(p.line, at)
				}
			}
			next++
		}
		if !hidden {
			p.line = append(p.line, l.Shape[k+1])
		}
	}
	p.flush()
}

// sampleIndex compares the observation of a sample with another one.
func sampleIndex(s trip.Sample, index int) int { return int(s.Index) - index }

// middle returns the moment between two others.
func middle(a, b time.Time) time.Time { return a.Add(b.Sub(a) / 2) }

// share returns the share of the time from one moment to another that has passed, in [0, 1].
func share(from, to, now time.Time) float64 {
	if !to.After(from) {
		return 0
	}
	return min(max(now.Sub(from).Seconds()/to.Sub(from).Seconds(), 0), 1)
}

// between returns the place at a share of the way from a to b.
func between(a, b geo.Point, share float64) geo.Point {
	return geo.Point{Lat: a.Lat + share*(b.Lat-a.Lat), Lon: a.Lon + share*(b.Lon-a.Lon)}
}

// Paints makes the coloured routes of trips in the background and keeps the last ones. It
// belongs to the UI goroutine.
type Paints struct {
	jobs    *job.Runner
	drives  *Drives
	changed func()

	kept    []keptPaint // the one used last at the end
	making  []paintKey
	working *job.Job
}

// paintKey identifies a coloured route.
type paintKey struct {
	content *Content
	by      Colouring
}

type keptPaint struct {
	paintKey
	paint *overlay.Paint
}

// maxPaints is the number of coloured routes that are kept while they are not shown.
const maxPaints = 16

// NewPaints returns an empty Paints. It calls changed when wanted routes are ready.
func NewPaints(jobs *job.Runner, drives *Drives, changed func()) *Paints {
	return &Paints{jobs: jobs, drives: drives, changed: changed}
}

// Of returns the coloured route of a trip, nil if it is not ready.
func (p *Paints) Of(c *Content, by Colouring) *overlay.Paint {
	if i := slices.IndexFunc(p.kept, func(k keptPaint) bool { return k.paintKey == paintKey{c, by} }); i >= 0 {
		return p.kept[i].paint
	}
	return nil
}

// Want makes the coloured routes of matched trips that are not ready, and no others.
func (p *Paints) Want(list []*Content, by Colouring) {
	var missing []paintKey
	var contents []*Content
	for _, c := range list {
		if p.Of(c, by) == nil {
			missing, contents = append(missing, paintKey{c, by}), append(contents, c)
		}
	}
	if slices.Equal(missing, p.making) {
		return
	}
	p.working.Cancel()
	p.making = missing
	if len(missing) == 0 {
		return
	}
	used := slices.Clone(list)
	p.working = p.drives.Of(contents, func(drives []*Drive) {
		p.working = p.jobs.Start(func(ctx context.Context) func() {
			var made []keptPaint
			for _, d := range drives {
				if ctx.Err() != nil {
					return nil
				}
				made = append(made, keptPaint{paintKey{d.Content, by}, overlay.NewPaint(by.Ramp(), PaintedLines(d, by))})
			}
			return func() {
				p.keep(made, used)
				p.making = nil
				p.changed()
			}
		})
	})
}

// keep adds coloured routes, and drops old ones of trips that are not used.
func (p *Paints) keep(made []keptPaint, used []*Content) {
	isUsed := func(k keptPaint) int { return boolToInt(slices.Contains(used, k.content)) }
	p.kept = append(p.kept, made...)
	slices.SortStableFunc(p.kept, func(a, b keptPaint) int { return isUsed(a) - isUsed(b) })
	p.kept = dropOld(p.kept, len(used), maxPaints, func(k keptPaint) *Content { return k.content })
}
