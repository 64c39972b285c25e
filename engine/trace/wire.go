// SPDX-License-Identifier: MIT

package trace

import (
	"math"
	"time"

	polyline "github.com/twpayne/go-polyline"

	"roadsnap/engine/correction"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
)

// JSONTrip is a matched trip in the JSON output of the command line and in the
// response of match-trip. Every member but corrections is always present: without a value it is
// null, an empty list is []. Degrees have at most 6 decimals, metres 2 and
// confidences 4. Members may be added later, never renamed.
type JSONTrip struct {
	ID       string        `json:"id"`
	Profile  string        `json:"profile"`
	Points   []JSONPoint   `json:"points"` // one per observation, in order
	Legs     []JSONLeg     `json:"legs"`
	Gaps     []JSONGap     `json:"gaps"`
	Warnings []JSONWarning `json:"warnings"`
	Distance JSONDistance  `json:"distance"`
	Verdict  *JSONVerdict  `json:"verdict"` // null if nobody judged the trip
	Vehicle  *string       `json:"vehicle"` // null if unknown, and so the next three
	Device   *string       `json:"device"`
	Driver   *string       `json:"driver"`
	Channels *JSONChannels `json:"channels"`
	// Corrections are there only if the trip was corrected by hand: what was done, by whom and
	// when, and what the result does not follow.
	Corrections []correction.Applied `json:"corrections,omitempty"`
}

// JSONChannels holds what the recorder reports besides positions. A list is null if the file
// does not have it. Otherwise it has an entry for each point, null if unknown.
type JSONChannels struct {
	Ignition  []*string  `json:"ignition"` // on or off
	Odometer  []*float64 `json:"odometer_m"`
	Elevation []*float64 `json:"elevation_m"`
	Address   []*string  `json:"address"`
}

// JSONVerdict says whether the whole trip is explained, and if not, why.
type JSONVerdict struct {
	Explained bool         `json:"explained"`
	Reasons   []JSONReason `json:"reasons"`
}

// JSONReason is one kind of unexplained part of a trip, and how much of it there is.
type JSONReason struct {
	Kind   string  `json:"kind"`
	Amount float64 `json:"amount"`
	Unit   string  `json:"unit"` // of the amount: m, s, share, records or count
}

// JSONPoint is one observation and its matched location.
type JSONPoint struct {
	Index      int     `json:"index"`
	Lat        float64 `json:"lat"` // degrees, on the road, or of the observation if off road
	Lon        float64 `json:"lon"`
	Time       *string `json:"time"` // RFC 3339 with the zone of the trace; null if unknown
	State      string  `json:"state"`
	Reason     *string `json:"reason"` // null if there is none
	WayID      *int64  `json:"way_id"` // null if off road
	Distance   float64 `json:"distance_m"`
	Confidence float64 `json:"confidence"`
}

// JSONLeg is one continuous part of the route.
type JSONLeg struct {
	FirstIndex int           `json:"first_index"`
	LastIndex  int           `json:"last_index"`
	Shape      string        `json:"shape"` // encoded polyline of precision 6
	Times      []string      `json:"times"` // RFC 3339, one per vertex of the shape; null if unknown
	Length     float64       `json:"length_m"`
	Confidence float64       `json:"confidence"`
	Ways       []JSONWay     `json:"ways"`
	Inferred   []JSONStretch `json:"inferred"`
}

// JSONWay is one continuous part of the route along one way.
type JSONWay struct {
	WayID   int64   `json:"way_id"`
	Forward bool    `json:"forward"`
	Length  float64 `json:"length_m"`
}

// JSONStretch is the part of a leg's shape between two observations far apart.
type JSONStretch struct {
	FirstVertex int    `json:"first_vertex"`
	LastVertex  int    `json:"last_vertex"`
	FirstIndex  int    `json:"first_index"`
	LastIndex   int    `json:"last_index"`
	Cause       string `json:"cause"`
}

// JSONGap is a part of the trip that no leg covers.
type JSONGap struct {
	FirstIndex int    `json:"first_index"`
	LastIndex  int    `json:"last_index"`
	Cause      string `json:"cause"`
}

// JSONWarning is a warning about one observation.
type JSONWarning struct {
	Index int    `json:"index"`
	Kind  string `json:"kind"`
}

// JSONDistance holds the lengths of the trip (metres).
type JSONDistance struct {
	Raw      float64 `json:"raw_m"`
	Matched  float64 `json:"matched_m"`
	Inferred float64 `json:"inferred_m"`
	OffRoad  float64 `json:"off_road_m"`
}

// EncodeTrip returns the wire form of m.
func EncodeTrip(m Matched) JSONTrip {
	r := m.Result
	t := JSONTrip{
		ID:       m.Trip.ID,
		Profile:  r.Profile.String(),
		Points:   make([]JSONPoint, len(r.Points)),
		Legs:     make([]JSONLeg, len(r.Legs)),
		Gaps:     make([]JSONGap, len(r.Gaps)),
		Warnings: make([]JSONWarning, len(r.Warnings)),
		Distance: JSONDistance{
			Raw: metres(r.Distance.Raw), Matched: metres(r.Distance.Matched),
			Inferred: metres(r.Distance.Inferred), OffRoad: metres(r.Distance.OffRoad),
		},
		Verdict: m.Verdict,
		Vehicle: known(m.Trip.Vehicle), Device: known(m.Trip.Device), Driver: known(m.Trip.Driver),
		Channels: encodeChannels(m.Trip), Corrections: m.Corrected,
	}
	for i, p := range r.Points {
		t.Points[i] = EncodePoint(p, timeOf(m.Trip, i))
	}
	for i, l := range r.Legs {
		t.Legs[i] = encodeLeg(l)
	}
	for i, g := range r.Gaps {
		t.Gaps[i] = JSONGap{FirstIndex: g.FirstIndex, LastIndex: g.LastIndex, Cause: string(g.Cause)}
	}
	for i, w := range r.Warnings {
		t.Warnings[i] = JSONWarning{Index: w.Index, Kind: string(w.Kind)}
	}
	return t
}

// known returns a pointer to s, nil if it is "".
func known(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// encodeChannels returns nil if the trip has no channels.
func encodeChannels(t Trip) *JSONChannels {
	var c JSONChannels
	for i := range t.Observations {
		c.appendReport(i, t.reportAt(i))
	}
	if c.Ignition == nil && c.Odometer == nil && c.Elevation == nil && c.Address == nil {
		return nil
	}
	return &c
}

// appendReport appends the report of observation i.
func (c *JSONChannels) appendReport(i int, r report) {
	c.Ignition = appendKnown(c.Ignition, i, r.ignition.String(), r.ignition != IgnitionUnknown)
	c.Odometer = appendKnown(c.Odometer, i, r.odometer.value, r.odometer.known)
	c.Elevation = appendKnown(c.Elevation, i, r.elevation.value, r.elevation.known)
	c.Address = appendKnown(c.Address, i, r.address, r.address != "")
}

// timeOf returns the time of observation i, or the zero time if it has none.
func timeOf(t Trip, i int) time.Time {
	if i >= len(t.Observations) {
		return time.Time{}
	}
	return t.Observations[i].Time
}

// EncodePoint returns the wire form of p, whose observation has that time; zero is unknown.
func EncodePoint(p match.Point, at time.Time) JSONPoint {
	j := JSONPoint{
		Index: p.Index, Lat: degrees(p.Location.Lat), Lon: degrees(p.Location.Lon),
		State: p.State.String(), Distance: metres(p.Distance), Confidence: probability(p.Confidence),
	}
	if !at.IsZero() {
		s := formatTime(at)
		j.Time = &s
	}
	if p.Reason != match.ReasonNone {
		s := string(p.Reason)
		j.Reason = &s
	}
	if p.HasWay {
		id := p.WayID
		j.WayID = &id
	}
	return j
}

func encodeLeg(l match.Leg) JSONLeg {
	j := JSONLeg{
		FirstIndex: l.FirstIndex, LastIndex: l.LastIndex,
		Shape: EncodeShape(l.Shape), Length: metres(l.Length), Confidence: probability(l.Confidence),
		Ways: make([]JSONWay, len(l.Ways)), Inferred: make([]JSONStretch, len(l.Inferred)),
	}
	for i, w := range l.Ways {
		j.Ways[i] = JSONWay{WayID: w.WayID, Forward: w.Forward, Length: metres(w.Length)}
	}
	for i, v := range l.Inferred {
		j.Inferred[i] = JSONStretch{
			FirstVertex: v.First, LastVertex: v.Last,
			FirstIndex: v.FirstIndex, LastIndex: v.LastIndex, Cause: string(v.Cause),
		}
	}
	if l.Times != nil {
		j.Times = make([]string, len(l.Times))
		for i, t := range l.Times {
			j.Times[i] = formatTime(t)
		}
	}
	return j
}

// EncodeShape returns line as an encoded polyline of precision 6, latitude first.
// The snap operation and [JSONLeg] use it.
func EncodeShape(line []geo.Point) string {
	coords := make([][]float64, len(line))
	flat := make([]float64, 2*len(line))
	for i, p := range line {
		coords[i] = flat[2*i : 2*i+2 : 2*i+2]
		coords[i][0], coords[i][1] = p.Lat, p.Lon
	}
	return string(polyline6().EncodeCoords(nil, coords))
}

func polyline6() polyline.Codec { return polyline.Codec{Dim: 2, Scale: 1e6} }

// degrees, metres and probability round to the decimals of JSONTrip. Adding zero
// turns −0 into 0.
func degrees(x float64) float64     { return math.Round(x*1e6)/1e6 + 0 }
func metres(x float64) float64      { return math.Round(x*1e2)/1e2 + 0 }
func probability(x float64) float64 { return math.Round(x*1e4)/1e4 + 0 }

// FormatTime returns t as in the wire formats: RFC 3339 in its own zone, with milliseconds
// if it has a fraction.
func FormatTime(t time.Time) string { return formatTime(t) }

func formatTime(t time.Time) string {
	if t.Nanosecond() == 0 {
		return t.Format(time.RFC3339)
	}
	return t.Format("2006-01-02T15:04:05.000Z07:00")
}
