// SPDX-License-Identifier: MIT

package fare

import (
	"math"
	"slices"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
	"roadsnap/engine/trip"
	"roadsnap/engine/units"
)

// speedSpan is the least time over which a speed is measured. Over single seconds the
// positions of a receiver are off by more than a slow vehicle moves.
const speedSpan = 10 * time.Second

// Measure reduces a matched trip to what a tariff prices. The result and the stops must be
// those of the recording. Without an atlas no units are known. The metres of the classes Measured,
// Doubtful and Inferred add up to the trip's Matched distance, rounded to a metre, and those of Inferred and OffRoad
// are its distances of these names, rounded likewise.
func Measure(recording trace.Trip, result match.Result, stops []trip.Stop, atlas *units.Atlas, sites []trip.Site, areas Areas) Drive {
	pieces := trip.Pieces(recording.Observations, result)
	d := Drive{Pieces: wholeMetres(pieces, result.Distance), HasUnits: atlas != nil, HasWards: atlas != nil && atlas.HasWards()}
	setSpeeds(d.Pieces, pieces)
	d.LeftOut = trip.CountLeftOut(result)
	d.Start, d.End = timesOf(recording.Observations, d.Pieces, stops)
	for _, s := range stops {
		atEnd := !s.Arrival.After(d.Start) || !s.Departure.Before(d.End)
		d.Stops = append(d.Stops, Stop{From: s.Arrival, To: s.Departure, AtEnd: atEnd})
	}
	d.units(recording.Observations, result, atlas)
	return d.AtSites(recording.Observations, result, sites, areas)
}

// classOf has the class of each kind of piece.
var classOf = [...]Class{
	trip.PieceMeasured: Measured, trip.PieceDoubtful: Doubtful, trip.PieceInferred: Inferred, trip.PieceOffRoad: OffRoad, trip.PieceUnknown: Unknown,
}

// wholeMetres rounds the lengths of pieces so that those of each class add up to its rounded
// length.
func wholeMetres(pieces []trip.Piece, d match.Distances) []Piece {
	list := make([]Piece, len(pieces))
	var exact [classes]float64
	var whole [classes]int64
	for i, p := range pieces {
		c := classOf[p.Kind]
		exact[c] += p.Metres
		end := int64(math.Round(exact[c]))
		list[i] = Piece{Class: c, Cause: p.Cause, Metres: end - whole[c], From: p.From, To: p.To}
		whole[c] = end
	}
	// The three classes on roads were rounded one by one.
	off := int64(math.Round(d.Matched)) - whole[Measured] - whole[Doubtful] - whole[Inferred]
	for _, c := range []Class{Measured, Doubtful} {
		for i := len(list) - 1; i >= 0 && off != 0; i-- {
			if p := &list[i]; p.Class == c && p.Metres > 0 {
				step := max(off, -p.Metres)
				p.Metres += step
				off -= step
			}
		}
	}
	return list
}

// setSpeeds sets the speeds of pieces from their exact lengths.
func setSpeeds(list []Piece, exact []trip.Piece) {
	for first := 0; first < len(list); {
		if !list[first].timed() || list[first].Class == Unknown {
			first++
			continue
		}
		end, metres, span := first, 0.0, time.Duration(0)
		for ; end < len(list) && list[end].timed() && list[end].Class != Unknown && span < speedSpan; end++ {
			step := list[end].To.Sub(list[end].From)
			if end > first && step >= speedSpan {
				break
			}
			metres, span = metres+exact[end].Metres, span+step
		}
		for i := first; i < end && span > 0; i++ {
			list[i].Speed, list[i].HasSpeed = int64(math.Round(1000*metres/span.Seconds())), true
		}
		first = end
	}
}

// timesOf returns the first and the last time of a drive.
func timesOf(observations []match.Observation, pieces []Piece, stops []trip.Stop) (start, end time.Time) {
	include := func(from, to time.Time) {
		if !from.IsZero() && (start.IsZero() || from.Before(start)) {
			start = from
		}
		if to.After(end) {
			end = to
		}
	}
	for i := range pieces {
		include(pieces[i].From, pieces[i].To)
	}
	if start.IsZero() && len(stops) == 0 { // standing, or a single point
		for _, o := range observations {
			include(o.Time, o.Time)
		}
	}
	return start, end
}

// placed returns the places of a trip's points, on the road where they are, in order.
func placed(observations []match.Observation, result match.Result) (line []geo.Point) {
	for i, p := range result.Points {
		if p.State != match.OffRoad {
			line = append(line, p.Location)
		} else if p.Reason == match.ReasonNoRoad {
			line = append(line, observations[i].Point)
		}
	}
	return line
}

// units sets the units in which the drive begins, ends and passes.
func (d *Drive) units(observations []match.Observation, result match.Result, atlas *units.Atlas) {
	line := placed(observations, result)
	if len(line) == 0 || atlas == nil {
		return
	}
	at := func(p geo.Point) []string {
		if location, found := atlas.Locate(p); found {
			return codes(location)
		}
		return nil
	}
	d.Begin.Units, d.Finish.Units = at(line[0]), at(line[len(line)-1])
	all := slices.Concat(d.Begin.Units, d.Finish.Units)
	for _, share := range trip.ByWard(atlas, observations, result) {
		if share.Found && share.Matched+share.OffRoad > 0 {
			all = append(all, codes(share.Location)...)
		}
	}
	slices.Sort(all)
	d.Passed.Units = slices.Compact(all)
}

// AtSites returns the drive with the places and zones of the user at which it begins, ends and
// passes, in place of those that it has. The result must be that of its observations. areas may
// be nil.
func (d Drive) AtSites(observations []match.Observation, result match.Result, sites []trip.Site, areas Areas) Drive {
	line := placed(observations, result)
	d.Begin.Sites, d.Finish.Sites, d.Passed.Sites = nil, nil, nil
	if len(line) == 0 {
		return d
	}
	add := func(list *[]string, name string, touches bool) {
		if touches && !slices.Contains(*list, name) {
			*list = append(*list, name)
		}
	}
	for _, s := range sites {
		add(&d.Begin.Sites, s.Name, geo.Distance(s.Center, line[0]) <= s.Radius)
		add(&d.Finish.Sites, s.Name, geo.Distance(s.Center, line[len(line)-1]) <= s.Radius)
		add(&d.Passed.Sites, s.Name, passes(line, result.Legs, s))
	}
	if areas == nil {
		return d
	}
	for _, name := range areas.NamesAt(line[0]) {
		add(&d.Begin.Sites, name, true)
	}
	for _, name := range areas.NamesAt(line[len(line)-1]) {
		add(&d.Finish.Sites, name, true)
	}
	lines := make([][]geo.Point, 0, len(line)+len(result.Legs))
	for i := range line { // points off the legs count, the lines between them do not
		lines = append(lines, line[i:i+1])
	}
	for _, l := range result.Legs {
		lines = append(lines, l.Shape)
	}
	for _, name := range areas.NamesOn(lines...) {
		add(&d.Passed.Sites, name, true)
	}
	return d
}

// codes returns the codes of a ward and its province.
func codes(at units.Location) []string {
	if at.WardFound {
		return []string{at.Province.Code, at.Ward.Code}
	}
	return []string{at.Province.Code}
}

// passes reports whether a trip touches a site.
func passes(line []geo.Point, legs []match.Leg, s trip.Site) bool {
	plane := geo.NewPlane(s.Center)
	touches := func(a, b geo.Point) bool {
		_, d2 := geo.Project(geo.XY{}, plane.XY(a), plane.XY(b))
		return d2 <= s.Radius*s.Radius
	}
	for _, p := range line {
		if touches(p, p) {
			return true
		}
	}
	for _, l := range legs {
		for i := 1; i < len(l.Shape); i++ {
			if touches(l.Shape[i-1], l.Shape[i]) {
				return true
			}
		}
	}
	return false
}
