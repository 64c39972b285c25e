// SPDX-License-Identifier: MIT

package report

import (
	"encoding/json"
	"math"
	"time"

	"roadsnap/engine/correction"
	"roadsnap/engine/fare"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/road"
	"roadsnap/engine/trip"
)

// Sheet shows what the distance of one trip rests on, for a customer or a court. Its JSON is
// attached to the page, so that both can be checked. It holds all that the page shows.
type Sheet struct {
	Format   int       `json:"format"` // SheetFormat
	Language string    `json:"language"`
	Company  string    `json:"company,omitempty"`
	Logo     []byte    `json:"logo,omitempty"` // PNG or JPEG
	Signers  []string  `json:"signers,omitempty"`
	Made     time.Time `json:"made"`
	Version  string    `json:"version"` // of the program
	Matcher  string    `json:"matcher"`
	Profile  string    `json:"profile"`

	Trip      int64          `json:"trip,omitempty"`
	Name      string         `json:"name,omitempty"`
	Vehicle   string         `json:"vehicle,omitempty"`
	Driver    string         `json:"driver,omitempty"`
	Start     time.Time      `json:"start"`
	End       time.Time      `json:"end"`
	Points    int            `json:"points"`
	From      string         `json:"from,omitempty"` // places
	To        string         `json:"to,omitempty"`
	File      SheetFile      `json:"file"`
	Map       SheetMap       `json:"map"`
	Measured  float64        `json:"measured_m"` // on roads between points, doubtful ones too
	Doubtful  float64        `json:"doubtful_m"` // the part of it that may be on another road
	Inferred  float64        `json:"inferred_m"` // on roads without points
	OffRoad   float64        `json:"off_road_m"` // straight between points off the roads
	Straight  float64        `json:"straight_m"` // straight from point to point, for comparison
	Unknown   float64        `json:"unknown_m"`  // straight over gaps; part of no distance
	LeftOut   int            `json:"points_left_out"`
	Gaps      []SheetGap     `json:"gaps,omitempty"`
	Stops     []SheetStop    `json:"stops,omitempty"`
	Fare      *SheetFare     `json:"fare,omitempty"`
	Corrected correction.Log `json:"corrections"`
	Hands     []SheetHand    `json:"corrected_by_hand,omitempty"`

	Raw     SheetLine   `json:"recorded"`
	Snapped []SheetLine `json:"snapped,omitempty"`
	Roads   []SheetRoad `json:"roads,omitempty"`
}

// SheetFormat is the version of the JSON of a Sheet.
const SheetFormat = 1

// SheetFile is the original file.
type SheetFile struct {
	Name   string `json:"name"`
	Bytes  int    `json:"bytes"`
	SHA256 string `json:"sha256"` // hexadecimal
}

// SheetMap is the map that the trip was matched on.
type SheetMap struct {
	Name     string `json:"name"`
	Identity string `json:"identity"`
	Date     string `json:"date,omitempty"`
	Licence  string `json:"licence,omitempty"`
}

// SheetGap is a part of the trip without a route, or without points.
type SheetGap struct {
	From   time.Time `json:"from"`
	To     time.Time `json:"to"`
	Cause  string    `json:"cause"`
	Metres float64   `json:"metres"`
	Counts bool      `json:"counts"` // is part of a distance
}

// SheetStop is a stop.
type SheetStop struct {
	From  time.Time `json:"from"`
	To    time.Time `json:"to"`
	Place string    `json:"place,omitempty"`
}

// SheetFare is what the trip costs.
type SheetFare struct {
	Tariff string          `json:"tariff"`
	Lines  []SheetFareLine `json:"lines"`
	Total  int64           `json:"total_vnd"`
}

// SheetFareLine is a line of the fare.
type SheetFareLine struct {
	Kind     string `json:"kind"`
	Name     string `json:"name,omitempty"`
	Quantity int64  `json:"quantity"`
	Unit     string `json:"unit"`
	Price    int64  `json:"price"`
	Amount   int64  `json:"amount"`
}

// SheetHand is a correction by hand in words.
type SheetHand struct {
	What string    `json:"what"`
	Who  string    `json:"who,omitempty"`
	When time.Time `json:"when"`
}

// SheetLine is a line of latitudes and longitudes in turn (1e-5 degree).
type SheetLine []int32

// SheetRoad is a road of the map around the trip.
type SheetRoad struct {
	Wide bool      `json:"wide,omitempty"`
	Name string    `json:"name,omitempty"` // or number
	Line SheetLine `json:"line"`
}

// Points calls fn with each vertex.
func (l SheetLine) Points(fn func(geo.Point)) {
	for i := 0; i+1 < len(l); i += 2 {
		fn(geo.Point{Lat: float64(l[i]) / 1e5, Lon: float64(l[i+1]) / 1e5})
	}
}

// LineOf returns a line with vertices that differ.
func LineOf(points []geo.Point) (l SheetLine) {
	for _, p := range points {
		if !p.Valid() {
			continue
		}
		lat, lon := int32(math.Round(p.Lat*1e5)), int32(math.Round(p.Lon*1e5))
		if n := len(l); n == 0 || l[n-2] != lat || l[n-1] != lon {
			l = append(l, lat, lon)
		}
	}
	return l
}

// Encode returns the data of the sheet as JSON. Equal sheets give equal bytes.
func (s *Sheet) Encode() ([]byte, error) { return json.Marshal(s) }

// NewSheet returns the sheet of a matched trip. The caller adds who made it, the file, the map, the
// fare and the roads around.
func (w *World) NewSheet(r *Recorded, l Language, log correction.Log) (*Sheet, error) {
	observations, result := r.Recording.Observations, r.Result
	facts, err := w.NewFacts(r)
	if err != nil {
		return nil, err
	}
	s := &Sheet{
		Format: SheetFormat, Language: l.String(), Matcher: match.Version, Profile: result.Profile.String(),
		Trip: r.ID, Name: r.Recording.Name, Vehicle: r.Vehicle, Driver: r.Driver,
		Start: inVietnam(facts.First), End: inVietnam(facts.Last), Points: len(observations),
		Straight: tenths(result.Distance.Raw), OffRoad: tenths(result.Distance.OffRoad), Inferred: tenths(result.Distance.Inferred), Measured: tenths(result.Distance.Matched - result.Distance.Inferred),
		Corrected: log,
	}
	if s.Driver == "" {
		s.Driver = w.driverOf(facts, facts.First)
	}
	b := builder{world: w, l: l}
	ways, err := w.waysOf(&result)
	if err != nil {
		return nil, err
	}
	s.addGaps(trip.Pieces(observations, result))
	for _, stop := range facts.Stops {
		s.Stops = append(s.Stops, SheetStop{inVietnam(stop.From), inVietnam(stop.To), b.placeText(stop.Site, stop.Road, stop.Ward, stop.Located)})
	}
	s.LeftOut = trip.CountLeftOut(result)
	for _, o := range log.Done {
		s.Hands = append(s.Hands, SheetHand{o.String(), o.Who, inVietnam(o.When)})
	}
	s.From, s.To = b.endPlace(observations, &result, ways, true), b.endPlace(observations, &result, ways, false)
	raw := make([]geo.Point, len(observations))
	for i := range observations {
		raw[i] = observations[i].Point
	}
	s.Raw = LineOf(raw)
	for i := range result.Legs {
		s.Snapped = append(s.Snapped, LineOf(result.Legs[i].Shape))
		s.addDriven(&result.Legs[i], ways)
	}
	return s, nil
}

// addDriven adds the roads of a leg that have a name, because the roads around a long trip have
// none on a map of its scale.
func (s *Sheet) addDriven(l *match.Leg, ways map[int64]road.Way) {
	vertex, along, end := 0, 0.0, 0.0
	for k := 0; k < len(l.Ways); {
		way := ways[l.Ways[k].WayID]
		name := roadName(&way)
		for ; k < len(l.Ways); k++ { // successive ways of one road
			if next := ways[l.Ways[k].WayID]; roadName(&next) != name {
				break
			}
			end += l.Ways[k].Length
		}
		first := vertex
		for vertex+1 < len(l.Shape) && along < end {
			along += geo.Distance(l.Shape[vertex], l.Shape[vertex+1])
			vertex++
		}
		if line := LineOf(l.Shape[first : vertex+1]); name != "" && len(line) > 2 {
			s.Roads = append(s.Roads, SheetRoad{Name: name, Line: line})
		}
	}
}

// endPlace returns the place of the first or the last point.
func (b *builder) endPlace(observations []match.Observation, r *match.Result, ways map[int64]road.Way, first bool) string {
	if len(observations) == 0 {
		return ""
	}
	i := len(observations) - 1
	if first {
		i = 0
	}
	name := ""
	if i < len(r.Points) && r.Points[i].HasWay {
		way := ways[r.Points[i].WayID]
		name = roadName(&way)
	}
	return b.placeOf(observations[i].Point, name)
}

// addGaps adds the parts without points or without a route: successive pieces with one cause are
// one gap.
func (s *Sheet) addGaps(pieces []trip.Piece) {
	open := false
	for _, p := range pieces {
		switch p.Kind {
		case trip.PieceDoubtful:
			s.Doubtful += p.Metres
		case trip.PieceUnknown:
			s.Unknown += p.Metres
		}
		if p.Cause == "" {
			open = false
			continue
		}
		counts := p.Kind != trip.PieceUnknown
		if n := len(s.Gaps); open && s.Gaps[n-1].Cause == string(p.Cause) && s.Gaps[n-1].Counts == counts {
			s.Gaps[n-1].To = inVietnam(p.To)
			s.Gaps[n-1].Metres += p.Metres
			continue
		}
		s.Gaps = append(s.Gaps, SheetGap{inVietnam(p.From), inVietnam(p.To), string(p.Cause), p.Metres, counts})
		open = true
	}
	for i := range s.Gaps {
		s.Gaps[i].Metres = tenths(s.Gaps[i].Metres)
	}
	s.Doubtful, s.Unknown = tenths(s.Doubtful), tenths(s.Unknown)
}

// SetFare adds what the trip costs.
func (s *Sheet) SetFare(f *fare.Sheet) {
	s.Fare = &SheetFare{Tariff: f.Tariff, Total: f.Total, Lines: []SheetFareLine{}}
	for _, l := range f.Lines {
		s.Fare.Lines = append(s.Fare.Lines, SheetFareLine{string(l.Kind), l.Name, l.Quantity, string(l.Unit), l.Price, l.Amount})
	}
}

// tenths rounds metres.
func tenths(metres float64) float64 { return math.Round(metres*10)/10 + 0 }

// inVietnam returns a time to the second, the zero time as it is.
func inVietnam(at time.Time) time.Time {
	if at.IsZero() {
		return time.Time{}
	}
	return at.In(vietnam).Truncate(time.Second)
}
