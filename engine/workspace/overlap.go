// SPDX-License-Identifier: MIT

package workspace

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"slices"
	"sync"
	"time"

	"roadsnap/engine/fleet"
	"roadsnap/engine/geo"
	"roadsnap/engine/trace"
	"roadsnap/engine/trip"
)

// Overlap is a time that two listed trips of one vehicle share, as when a day was exported
// twice. A began no later than B. Only points with a time and a valid position count.
type Overlap struct {
	A, B     ID
	From, To time.Time // what the two have in common
	// Equal is the number of points that are in both trips, with the same time (microseconds)
	// and the same position (1e-7°). Differing is the number of points between From and To,
	// both included, that only one of the trips has. If it is 0, nothing is lost without one of
	// the trips.
	Equal, Differing int
	// Metres is the length from equal point to equal point, where they follow each other in
	// one of the trips at least. Totals of both trips count it twice.
	Metres float64
	// Same are the times in which equal points follow each other so, in order.
	Same []SameTime
}

// SameTime is a time in which two trips have the same points.
type SameTime struct {
	From, To time.Time
	Metres   float64       // from point to point
	Standing time.Duration // in stops of the trip that began later
	Stops    int           // of both trips: those that overlap in this time
}

// maxEarlier is the number of trips before it with which a trip is compared. Exports of a
// vehicle are fewer, and 5,000 trips with one name at one time would make 12 million pairs.
const maxEarlier = 16

// span is the time of a trip (Unix microseconds).
type span struct {
	id          ID
	vehicle     string // as fleet.PlateKey
	first, last int64
}

// Overlaps returns the overlaps of listed trips of one vehicle, by vehicle and time.
// Vehicles compare by fleet.PlateKey; trips without a vehicle or times are left out, and so
// are damaged ones. Trips that share only one moment do not overlap.
//
// A trip is compared with the 16 trips that began last before it, of those that overlap it.
// An overlap with a trip before those is not reported. Exports that grow are found nevertheless,
// because each of them overlaps the one before it.
//
// It reads the recordings of overlapping trips only, and those only once: another call
// reads only those of pairs that are new.
func (w *Workspace) Overlaps(ctx context.Context) ([]Overlap, error) {
	spans, err := w.spans(ctx)
	if err != nil {
		return nil, err
	}
	var list []Overlap
	found := map[[2]ID]Overlap{} // for the next call
	known := w.overlaps.get()
	var active []*dated
	for i := range spans {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		b := &dated{span: spans[i]}
		active = slices.DeleteFunc(active, func(a *dated) bool { return a.vehicle != b.vehicle || a.last <= b.first })
		if b.last <= b.first { // a single moment
			continue
		}
		if n := len(active) - maxEarlier; n > 0 {
			active[n-1].forget()
		}
		for _, a := range active[max(0, len(active)-maxEarlier):] {
			pair := [2]ID{a.id, b.id}
			o, ok := known[pair]
			if !ok {
				if o, ok, err = w.compare(ctx, a, b); err != nil {
					return nil, err
				}
			}
			if ok {
				found[pair] = o
				list = append(list, o)
			}
		}
		active = append(active, b)
	}
	w.overlaps.set(found)
	return list, nil
}

// spans returns the times of the listed trips by vehicle and first time.
func (w *Workspace) spans(ctx context.Context) ([]span, error) {
	keys := map[string]string{}
	var vehicle sql.RawBytes
	spans, err := all(ctx, w.db, "SELECT id, vehicle, min(first, last), max(first, last) FROM trip WHERE removed IS NULL AND replaced IS NULL AND first IS NOT NULL", func(rows *sql.Rows) (s span, err error) {
		if err := rows.Scan(&s.id, &vehicle, &s.first, &s.last); err != nil {
			return s, err
		}
		key, ok := keys[string(vehicle)]
		if !ok {
			key = fleet.PlateKey(string(vehicle))
			keys[string(vehicle)] = key
		}
		s.vehicle = key
		return s, nil
	})
	if err != nil {
		return nil, err
	}
	spans = slices.DeleteFunc(spans, func(s span) bool { return s.vehicle == "" })
	slices.SortFunc(spans, func(a, b span) int {
		return cmp.Or(cmp.Compare(a.vehicle, b.vehicle), cmp.Compare(a.first, b.first), cmp.Compare(a.last, b.last), cmp.Compare(a.id, b.id))
	})
	return spans, nil
}

// overlapCache holds the overlaps that were found last, by the two trips. They hold for ever,
// because recordings never change and IDs are never used again. Safe for concurrent use.
type overlapCache struct {
	mu    sync.Mutex
	pairs map[[2]ID]Overlap // never changed after set
}

func (c *overlapCache) get() map[[2]ID]Overlap {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.pairs
}

func (c *overlapCache) set(pairs map[[2]ID]Overlap) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.pairs = pairs
}

// dated is a trip of which the points are read when they are needed.
type dated struct {
	span
	points []datedPoint // sorted; meaningful if read
	stops  []trip.Stop  // likewise
	read   bool
	broken bool // the recording is gone or damaged
}

// forget releases the points.
func (d *dated) forget() { d.points, d.stops, d.read = nil, nil, false }

// datedPoint is a point with a time (Unix microseconds).
type datedPoint struct {
	time  int64
	place geo.Fixed
}

func compareDated(a, b datedPoint) int {
	return cmp.Or(cmp.Compare(a.time, b.time), cmp.Compare(a.place.Lat, b.place.Lat), cmp.Compare(a.place.Lon, b.place.Lon))
}

// compare returns the overlap of two trips; ok is false if one of them cannot be read.
func (w *Workspace) compare(ctx context.Context, a, b *dated) (o Overlap, ok bool, err error) {
	for _, d := range []*dated{a, b} {
		if d.read {
			continue
		}
		t, err := w.Recording(ctx, d.id)
		switch {
		case errors.Is(err, ErrNoTrip) || errors.Is(err, ErrDamaged):
			d.broken = true
		case err != nil:
			return o, false, err
		}
		d.points, d.stops, d.read = datedPoints(t), trip.Stops(t), true
	}
	if a.broken || b.broken {
		return o, false, nil
	}
	from, to := max(a.first, b.first), min(a.last, b.last)
	o = Overlap{A: a.id, B: b.id, From: time.UnixMicro(from).UTC(), To: time.UnixMicro(to).UTC()}
	o.measure(within(a.points, from, to), within(b.points, from, to))
	for i := range o.Same {
		o.Same[i].countStops(a.stops, b.stops)
	}
	return o, true, nil
}

// countStops notes the stops in the time.
func (s *SameTime) countStops(a, b []trip.Stop) {
	for _, y := range b {
		from := max(s.From.UnixMicro(), y.Arrival.UnixMicro())
		to := min(s.To.UnixMicro(), y.Departure.UnixMicro())
		if from >= to {
			continue
		}
		s.Standing += time.Duration(to-from) * time.Microsecond
		if slices.ContainsFunc(a, func(x trip.Stop) bool { return x.Arrival.UnixMicro() < to && x.Departure.UnixMicro() > from }) {
			s.Stops++
		}
	}
}

// datedPoints returns the points of a trip that have a time and a position, sorted.
func datedPoints(t trace.Trip) []datedPoint {
	points := make([]datedPoint, 0, len(t.Observations))
	for _, o := range t.Observations {
		if o.Valid() && !o.Time.IsZero() {
			points = append(points, datedPoint{o.Time.UnixMicro(), o.Fixed()})
		}
	}
	slices.SortFunc(points, compareDated)
	return points
}

// within returns the sorted points from a time to another, both included.
func within(points []datedPoint, from, to int64) []datedPoint {
	at := func(t int64) int {
		i, _ := slices.BinarySearchFunc(points, t, func(p datedPoint, t int64) int { return cmp.Compare(p.time, t) })
		return i
	}
	return points[at(from):at(to+1)]
}

// measure counts the equal and the differing points of two trips, and notes the times and
// lengths in which equal ones follow each other.
func (o *Overlap) measure(a, b []datedPoint) {
	i, j := 0, 0
	lastI, lastJ := -1, -1 // the latest equal point
	begun := false         // the last of o.Same reaches to it
	for i < len(a) && j < len(b) {
		switch order := compareDated(a[i], b[j]); {
		case order < 0:
			i++
		case order > 0:
			j++
		default:
			follows := lastI >= 0 && (i == lastI+1 || j == lastJ+1)
			if follows {
				if !begun {
					o.Same = append(o.Same, SameTime{From: time.UnixMicro(a[lastI].time).UTC()})
				}
				s := &o.Same[len(o.Same)-1]
				s.To = time.UnixMicro(a[i].time).UTC()
				s.Metres += geo.Distance(a[lastI].place.Point(), a[i].place.Point())
			}
			begun = follows
			o.Equal++
			lastI, lastJ = i, j
			i, j = i+1, j+1
		}
	}
	o.Differing = len(a) + len(b) - 2*o.Equal
	for _, s := range o.Same {
		o.Metres += s.Metres
	}
}
