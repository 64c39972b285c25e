// SPDX-License-Identifier: MIT

package trips

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"weak"

	"roadsnap/engine/geo"
	"roadsnap/engine/road"
	"roadsnap/engine/trip"
	"roadsnap/engine/units"
	"roadsnap/ui/job"
)

// Figures are the figures in the record of a matched trip. They are immutable.
type Figures struct {
	trip.Statistics
	Wards []trip.Share // the longest one first
	// Stops says where each stop of the trip is.
	Stops []StopAt

	of weak.Pointer[Content] // which a figure does not keep in memory
}

// StopAt says where a stop is. Each text is "" if that is unknown.
type StopAt struct {
	Road    string
	At      units.Location
	Located bool    // At is known
	Place   string  // the nearest settlement on the map
	Away    float64 // metres to Place
}

// nearReach is how far a stop may be from the place that is given with it (metres).
const nearReach = 2000

// newFigures returns the figures of a drive. Without an atlas there are no wards, and place may
// be nil.
func newFigures(d *Drive, atlas *units.Atlas, place func(geo.Point, float64) (string, float64, error)) *Figures {
	c := d.Content
	way := func(id int64) (w road.Way, ok bool) {
		w, ok = d.ways[id]
		return w, ok
	}
	f := &Figures{of: weak.Make(c), Stops: make([]StopAt, 0, len(c.Stops))}
	if d.ways == nil { // without a map there are no road classes
		f.Statistics = trip.NewStatistics(c.Trace, c.Result, c.Stops, d.Track, nil)
	} else {
		f.Statistics = trip.NewStatistics(c.Trace, c.Result, c.Stops, d.Track, way)
	}
	if atlas != nil {
		f.Wards = trip.ByWard(atlas, c.Trace.Observations, c.Result)
		slices.SortStableFunc(f.Wards, func(a, b trip.Share) int {
			return cmp.Compare(b.Matched+b.OffRoad, a.Matched+a.OffRoad)
		})
	}
	for i, at := range trip.DescribeStops(c.Stops, c.Result, nil, atlas) {
		var s StopAt
		if place != nil {
			// Without a map, or with a damaged one, the place is unknown, as the ways are.
			s.Place, s.Away, _ = place(c.Stops[i].Center, nearReach)
		}
		if w, known := way(at.WayID); at.HasWay && known {
			s.Road = strings.TrimSpace(w.Ref + " " + w.Name)
		}
		s.At, s.Located = at.Location, at.Located
		f.Stops = append(f.Stops, s)
	}
	return f
}

// FiguresOptions configures a FigureMaker.
type FiguresOptions struct {
	Jobs   *job.Runner
	Drives *Drives
	// Place returns the settlement nearest to a point and its distance, "" if there is none
	// within some metres. It may be nil.
	Place func(at geo.Point, reach float64) (name string, metres float64, err error)
	// Atlas calls fn with the borders. The error says that there are none. Atlas may be nil.
	Atlas func(fn func(*units.Atlas) error) error
}

// FigureMaker makes the figures of trips in the background and keeps the last ones. It
// belongs to the UI goroutine.
type FigureMaker struct {
	o       FiguresOptions
	changed *job.Signal
	kept    []*Figures // the last used one last
	wanted  *Content   // that of the running job
	making  *job.Job
}

// maxFigures is the number of trips whose figures are kept.
const maxFigures = 64

// NewFigureMaker returns a FigureMaker without figures.
func NewFigureMaker(o FiguresOptions) *FigureMaker {
	return &FigureMaker{o: o, changed: o.Jobs.Signal()}
}

// OnChange sets the listener, which is called when the wanted figures are there.
func (m *FigureMaker) OnChange(listen func()) { m.changed.Listen(listen) }

// Of returns the figures of a matched trip, or nil if they are not known yet. In that case it
// makes them and then calls the listener.
func (m *FigureMaker) Of(c *Content) *Figures {
	if i := slices.IndexFunc(m.kept, func(f *Figures) bool { return f.of == weak.Make(c) }); i >= 0 {
		f := m.kept[i]
		m.kept = append(slices.Delete(m.kept, i, i+1), f)
		return f
	}
	if m.making.Running() {
		if m.wanted == c {
			return nil
		}
		m.making.Cancel()
	}
	m.wanted = c
	m.making = m.o.Drives.Of([]*Content{c}, func(drives []*Drive) {
		m.making = m.o.Jobs.Start(func(context.Context) func() {
			f := m.o.make(drives[0])
			return func() {
				m.kept = append(m.kept, f)
				m.kept = slices.Delete(m.kept, 0, max(0, len(m.kept)-maxFigures))
				m.changed.Raise()
			}
		})
	})
	return nil
}

// make returns the figures of a drive. It runs in the background.
func (o FiguresOptions) make(d *Drive) (f *Figures) {
	if o.Atlas != nil {
		err := o.Atlas(func(atlas *units.Atlas) error {
			f = newFigures(d, atlas, o.Place)
			return nil
		})
		if err == nil {
			return f
		}
	}
	return newFigures(d, nil, o.Place)
}

// Forget forgets all figures, because another map or other borders are installed.
func (m *FigureMaker) Forget() {
	m.making.Cancel()
	m.kept, m.wanted = nil, nil
	m.changed.Raise()
}
