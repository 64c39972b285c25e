// SPDX-License-Identifier: MIT

package report

import (
	"slices"
	"strings"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/regulation"
	"roadsnap/engine/road"
	"roadsnap/engine/trip"
	"roadsnap/engine/units"
)

// Facts are what reports need of a trip.
type Facts struct {
	ID          int64
	Vehicle     string
	Driver      string
	First, Last time.Time
	Matched     bool
	Corrected   bool

	Days     []DayFacts // in order, those with a distance or a time
	Spans    []Span     // in order, without gaps between them
	Stops    []StopFacts
	Speeding []Speeding
	Areas    []AreaFacts
	Classes  []trip.ClassShare
	// ByLimit are the metres on roads whose limit has each LimitSource.
	ByLimit [numLimitSources]float64
	Notes   []Note

	manyDrivers bool
}

// DayFacts are the figures of a trip on one day, or on a part of it in which the register has one
// driver.
type DayFacts struct {
	Day                                 time.Time
	From, To                            time.Time     // the part of the day
	Measured, Doubtful, Inferred, Rough float64       // metres, by trip.PieceKind; Rough is off the roads
	Over                                float64       // metres driven above the limit
	Night                               float64       // metres driven from 22:00 to 6:00
	Driving                             time.Duration // without stops
	Standing                            time.Duration
	Silent                              time.Duration // without points
}

// Metres returns the distance of the day: on roads and off them, as the trip's own distance.
func (d *DayFacts) Metres() float64 { return d.Measured + d.Doubtful + d.Inferred + d.Rough }

// StopFacts is a stop and where it is.
type StopFacts struct {
	From, To time.Time
	At       geo.Point
	Idling   time.Duration // with the ignition on; meaningful if HasIgnition
	HasIdle  bool
	Road     string
	Site     string // name of the user's place, "" for none
	Ward     units.Location
	Located  bool
}

// AreaFacts is the distance of a trip in one ward.
type AreaFacts struct {
	Province, Ward         string // full names; "" outside, Ward also without borders of wards
	ProvinceCode, WardCode string
	Metres                 float64
}

// Note is something that a report must say about its data.
type Note struct {
	Key     string // of the text
	Vehicle string
	Driver  string
	At, To  time.Time
	Trips   []int64
	Count   int
}

// The night for figures of the fleet (hours of the day).
const nightFrom, nightTo = 22, 6

// NewFacts returns the facts of a trip. A trip without a match counts as it was recorded: its
// distance is straight from point to point, and it has no roads.
func (w *World) NewFacts(r *Recorded) (*Facts, error) { return w.newFacts(r, allParts) }

// parts says which parts of the facts of a trip are made: all but these are in every report.
type parts struct {
	ways  bool // roads of stops, and whatever follows from roads
	limit bool // speeding and limits
	areas bool // kilometres by ward and by class of road
}

var allParts = parts{ways: true, limit: true, areas: true}

// partsOf returns the parts that a report needs.
func partsOf(k Kind) parts {
	switch k {
	case Continuous, HourList:
		return parts{}
	case StopList:
		return parts{ways: true}
	case OverLimit, ByVehicle, ByDriver:
		return parts{ways: true, limit: true}
	}
	return allParts
}

func (w *World) newFacts(r *Recorded, need parts) (*Facts, error) {
	f := &Facts{ID: r.ID, Vehicle: r.Vehicle, Driver: r.Driver, Matched: r.Matched, Corrected: r.Corrected, manyDrivers: strings.Contains(r.Driver, ", ")}
	observations, result := r.Recording.Observations, r.Result
	track := trip.NewTrack(observations, result)
	if !r.Matched {
		track, result = trip.RecordedTrack(observations), match.Result{}
	}
	if track.Empty() {
		f.Notes = append(f.Notes, Note{Key: "no_times", Vehicle: r.Vehicle, Trips: []int64{r.ID}})
		return f, nil
	}
	f.First, f.Last = track.Start(), track.End()
	var ways map[int64]road.Way
	if r.Matched && need.ways {
		var err error
		if ways, err = w.waysOf(&result); err != nil {
			return nil, err
		}
	}
	stops := trip.Stops(r.Recording)
	f.Spans = spansOf(track, stops)
	f.addStops(w, stops, result, ways)
	if need.limit {
		f.addSpeeding(w, observations, result, ways, track)
	}
	f.addDays(w, observations, result, track)
	if r.Matched && need.areas {
		f.Classes = trip.ByRoadClass(result, func(id int64) (road.Way, bool) { way, ok := ways[id]; return way, ok })
		if w.Atlas != nil {
			f.Areas = areas(trip.ByWard(w.Atlas, observations, result))
		}
	}
	if !r.Matched {
		f.Notes = append(f.Notes, Note{Key: "unmatched", Vehicle: r.Vehicle, Trips: []int64{r.ID}, At: f.First, To: f.Last})
	}
	f.addWarnings(result)
	return f, nil
}

// addWarnings adds notes about the clock of the recorder.
func (f *Facts) addWarnings(result match.Result) {
	backward := 0
	for _, x := range result.Warnings {
		if x.Kind == match.WarnBackwardTime {
			backward++
		}
	}
	if backward > 0 {
		f.Notes = append(f.Notes, Note{Key: "clock", Vehicle: f.Vehicle, Trips: []int64{f.ID}, At: f.First, To: f.Last, Count: backward})
	}
}

// addStops describes the stops.
func (f *Facts) addStops(w *World, stops []trip.Stop, result match.Result, ways map[int64]road.Way) {
	places := trip.DescribeStops(stops, result, w.Sites, w.Atlas)
	for i, s := range stops {
		p := &places[i]
		x := StopFacts{From: s.Arrival, To: s.Departure, At: s.Center, Idling: s.Idling, HasIdle: s.HasIgnition, Ward: p.Location, Located: p.Located}
		if p.HasWay {
			way := ways[p.WayID]
			x.Road = roadName(&way)
		}
		if p.Site >= 0 {
			x.Site = w.Sites[p.Site].Name
		}
		f.Stops = append(f.Stops, x)
	}
}

// roadName returns the name of a way, or else its number.
func roadName(w *road.Way) string {
	if w.Name == "" {
		return w.Ref
	}
	return w.Name
}

// addSpeeding finds where the vehicle was above the limit.
func (f *Facts) addSpeeding(w *World, observations []match.Observation, result match.Result, ways map[int64]road.Way, track *trip.Track) {
	if !f.Matched {
		return
	}
	s := speeder{observations: observations, points: result.Points, ways: ways, track: track, limits: w.limiterOf(f.Vehicle, f.First)}
	s.run()
	f.Speeding, f.ByLimit = s.list, s.byLimit
}

// limiterOf returns the limits for a vehicle on the day of a moment.
func (w *World) limiterOf(plate string, at time.Time) *limiter {
	l := &limiter{rules: w.Rules, day: regulation.DayOf(at), corrected: map[int64]float64{}, known: map[int64]Limit{}}
	if v, ok := w.Register.Vehicle(plate); ok {
		l.category = v.Category(w.Rules, l.day)
	}
	for _, c := range w.Limits {
		l.corrected[c.Way] = c.KMH
	}
	return l
}

// addDays divides the trip among the days, and among the drivers of a day.
func (f *Facts) addDays(w *World, observations []match.Observation, result match.Result, track *trip.Track) {
	f.beginDays(w)
	if len(result.Gaps) > 0 { // pieces take three times as long, but know what a gap counts
		for _, p := range trip.Pieces(observations, result) {
			f.addPiece(&p)
		}
	} else {
		for i := 1; i < len(track.Samples); i++ {
			f.addStep(&track.Samples[i-1], &track.Samples[i], result.Points)
		}
	}
	for i := range f.Spans {
		s := &f.Spans[i]
		f.eachPart(s.From, s.To, func(d *DayFacts, from, to time.Time) {
			switch s.Kind {
			case Standing:
				d.Standing += to.Sub(from)
			case Unknown:
				d.Silent += to.Sub(from)
			default:
				d.Driving += to.Sub(from)
			}
		})
	}
	for i := range f.Speeding {
		s := &f.Speeding[i]
		f.share(s.From, s.To, s.Metres, func(d *DayFacts, metres float64) { d.Over += metres })
	}
	for i := range f.Days {
		d := &f.Days[i]
		for _, night := range [][2]int{{0, nightTo}, {nightFrom, 24}} {
			from, to := later(d.Day.Add(time.Duration(night[0])*time.Hour), d.From), earlier(d.Day.Add(time.Duration(night[1])*time.Hour), d.To)
			if from.Before(to) {
				d.Night += track.Stretch(from, to).Distance
			}
		}
		d.Night = min(d.Night, d.Metres())
	}
	f.Days = slices.DeleteFunc(f.Days, func(d DayFacts) bool { return d.Metres() == 0 && d.Driving+d.Standing+d.Silent == 0 })
}

// beginDays makes the parts of the days of the trip, which are one at least.
func (f *Facts) beginDays(w *World) {
	var changes []time.Time
	if f.Driver == "" || f.manyDrivers {
		changes = w.changesOf(f.Vehicle)
	}
	eachDay(f.First, f.Last, func(day, from, to time.Time) {
		for _, part := range divide(Span{From: from, To: to}, changes) {
			f.Days = append(f.Days, DayFacts{Day: day, From: part.From, To: part.To})
		}
	})
	if len(f.Days) == 0 {
		f.Days = []DayFacts{{Day: dayOf(f.First), From: f.First, To: f.Last}}
	}
}

// eachPart calls fn with the parts of a time that lie in different DayFacts.
func (f *Facts) eachPart(from, to time.Time, fn func(d *DayFacts, from, to time.Time)) {
	i := 0
	for i+1 < len(f.Days) && !from.Before(f.Days[i].To) {
		i++
	}
	for ; i+1 < len(f.Days) && to.After(f.Days[i].To); i++ {
		fn(&f.Days[i], from, f.Days[i].To)
		from = f.Days[i].To
	}
	fn(&f.Days[i], from, to)
}

// share divides metres evenly among the parts of a time.
func (f *Facts) share(from, to time.Time, metres float64, fn func(d *DayFacts, metres float64)) {
	whole := to.Sub(from)
	f.eachPart(from, to, func(d *DayFacts, from, to time.Time) {
		if whole <= 0 {
			fn(d, metres)
			return
		}
		fn(d, metres*float64(to.Sub(from))/float64(whole))
	})
}

// addPiece adds a piece of the way to the days on which it was driven.
func (f *Facts) addPiece(p *trip.Piece) {
	from, to := p.From, p.To
	if from.IsZero() || to.IsZero() {
		from, to = f.First, f.First
	}
	f.share(from, to, p.Metres, func(d *DayFacts, metres float64) {
		switch p.Kind {
		case trip.PieceMeasured:
			d.Measured += metres
		case trip.PieceDoubtful:
			d.Doubtful += metres
		case trip.PieceInferred:
			d.Inferred += metres
		case trip.PieceOffRoad:
			d.Rough += metres
		}
	})
}

// addStep adds the way from one sample to the next, in a trip without gaps, to the days on which it
// was driven.
func (f *Facts) addStep(from, to *trip.Sample, points []match.Point) {
	metres := to.Along - from.Along
	if metres <= 0 {
		return
	}
	f.share(from.Time, to.Time, metres, func(d *DayFacts, metres float64) {
		switch {
		case to.Inferred:
			d.Inferred += metres
		case !f.Matched || !from.OnRoad || !to.OnRoad:
			d.Rough += metres
		case trip.Doubtful(points[from.Index]) && trip.Doubtful(points[to.Index]):
			d.Doubtful += metres
		default:
			d.Measured += metres
		}
	})
}

// areas returns the distances in wards.
func areas(shares []trip.Share) (list []AreaFacts) {
	for _, s := range shares {
		a := AreaFacts{Metres: s.Matched + s.OffRoad}
		if s.Found {
			a.Province, a.ProvinceCode = s.Location.Province.FullName, s.Location.Province.Code
			if s.Location.WardFound {
				a.Ward, a.WardCode = s.Location.Ward.FullName, s.Location.Ward.Code
			}
		}
		list = append(list, a)
	}
	return list
}

// in returns the figures of the days of a period.
func (f *Facts) in(p Period) (list []DayFacts) {
	for _, d := range f.Days {
		if p.Has(d.Day) {
			list = append(list, d)
		}
	}
	return list
}

// metres returns the distance in a period, and that of the whole trip.
func (f *Facts) metres(p Period) (inside, whole float64) {
	for i := range f.Days {
		whole += f.Days[i].Metres()
		if p.Has(f.Days[i].Day) {
			inside += f.Days[i].Metres()
		}
	}
	return inside, whole
}
