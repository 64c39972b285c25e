// SPDX-License-Identifier: MIT

package compat

import (
	"context"
	"math"
	"net/http"
	"regexp"
	"strconv"

	"roadsnap/engine"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/road"
)

// overpassOperations answer the one query with which Traccar asks for a speed limit.
var overpassOperations = []Operation{
	{ID: "overpassGet", Family: Overpass, Method: http.MethodGet, Path: "/compat/overpass/api/interpreter", answer: overpassLimit},
	{ID: "overpass", Family: Overpass, Method: http.MethodPost, Path: "/compat/overpass/api/interpreter", Body: FormBody, answer: overpassLimit},
}

// overpassAnswer has the members of Overpass API's JSON.
type overpassAnswer struct {
	Version   float64           `json:"version"`
	Generator string            `json:"generator"`
	OSM3S     map[string]string `json:"osm3s"`
	Elements  []overpassWay     `json:"elements"`
	Remark    string            `json:"remark,omitempty"` // an error
}

type overpassWay struct {
	Type string            `json:"type"`
	ID   int64             `json:"id"`
	Tags map[string]string `json:"tags"`
}

func newOverpassAnswer() overpassAnswer {
	return overpassAnswer{
		Version: 0.6, Generator: "Roadsnap", Elements: []overpassWay{},
		OSM3S: map[string]string{"copyright": "The data included in this document is from www.openstreetmap.org. The data is made available under ODbL."},
	}
}

// overpassError returns a fault in the form in which Overpass API reports errors in JSON.
func overpassError(f Fault) (int, any) {
	answer := newOverpassAnswer()
	answer.Remark = "error: " + f.Message
	return f.Status, answer
}

// overpassQuery is the query of Traccar's OverpassSpeedLimitProvider, with blanks and a
// time limit where Overpass API allows them. Its groups are the radius (metres), the
// latitude and the longitude.
var overpassQuery = regexp.MustCompile(`^\s*\[out:json\]\s*(?:\[timeout:\d{1,6}\]\s*)?;\s*way\s*\[\s*"?maxspeed"?\s*\]\s*\(\s*around\s*:\s*([0-9.]{1,20})\s*,\s*([-+0-9.]{1,30})\s*,\s*([-+0-9.]{1,30})\s*\)\s*;\s*out\s+tags\s*(?:1\s*)?;\s*$`)

// mostAround is the greatest radius of a query (metres).
const mostAround = 1000

// parseOverpass reads a query.
func parseOverpass(text string) (at geo.Point, radius float64, err error) {
	parts := overpassQuery.FindStringSubmatch(text)
	if parts == nil {
		return at, 0, invalid(Syntax, "only the query [out:json];way[maxspeed](around:RADIUS,LAT,LON);out tags; is supported")
	}
	var ok [3]bool
	radius, ok[0] = number(parts[1])
	at.Lat, ok[1] = number(parts[2])
	at.Lon, ok[2] = number(parts[3])
	if !ok[0] || !ok[1] || !ok[2] || !at.Valid() {
		return at, 0, invalid(Value, "around: the radius or the position is not valid")
	}
	if radius > mostAround {
		return at, 0, invalid(TooBig, "around: the radius is more than %d m", mostAround)
	}
	return at, radius, nil
}

// overpassLimit answers with the way on which a vehicle at that place most likely is, if
// its limit is known. Overpass API gives all ways with a limit in no order, of which
// Traccar takes the first, even if it is the motorway above.
func overpassLimit(_ context.Context, e Engine, c *Call) (any, error) {
	text, given := c.Query.get("data")
	if !given {
		return nil, invalid(Syntax, "data is required")
	}
	at, radius, err := parseOverpass(text)
	if err != nil {
		return nil, err
	}
	roads, err := e.NearRoads(nil, at, radius, match.MotorVehicle)
	if err != nil {
		return nil, err
	}
	answer := newOverpassAnswer()
	if r := likeliest(roads); r != nil && r.Way.HasMaxSpeed {
		answer.Elements = append(answer.Elements, overpassWay{"way", r.Way.ID, tagsOf(r.Way)})
	}
	return answer, nil
}

// traffic is the share of traffic that roads of a class carry per metre, compared with
// residential streets: by how much a vehicle is likelier there. The figures are rough
// choices; a distance of 20 m counts as much as a factor of 7.
var traffic = map[road.Class]float64{
	road.Motorway: 20, road.MotorwayLink: 5, road.Trunk: 20, road.TrunkLink: 5, road.Primary: 12, road.PrimaryLink: 4,
	road.Secondary: 8, road.SecondaryLink: 3, road.Tertiary: 4, road.TertiaryLink: 2, road.Unclassified: 2, road.Residential: 1,
	road.Road: 1, road.LivingStreet: 0.5, road.Service: 0.3, road.Alley: 0.5, road.Busway: 0.5, road.Track: 0.1, road.Ferry: 0.01,
}

const (
	otherTraffic  = 0.05 // of other classes, such as footways that motorcycles may use
	positionSigma = 10   // usual standard deviation of a position (metres)
)

// likeliest returns the road on which a vehicle most likely is, or nil: the maximum of the
// normal probability of its distance times the traffic of its class.
func likeliest(roads []engine.NearRoad) (best *engine.NearRoad) {
	most := math.Inf(-1)
	for i := range roads {
		share, known := traffic[roads[i].Way.Class]
		if !known {
			share = otherTraffic
		}
		z := roads[i].Distance / positionSigma
		if log := math.Log(share) - z*z/2; log > most {
			best, most = &roads[i], log
		}
	}
	return best
}

// tagsOf returns the attributes of a way as tags of OpenStreetMap.
func tagsOf(w *road.Way) map[string]string {
	tags := map[string]string{"highway": w.Class.String()}
	switch w.Class {
	case road.Alley:
		tags["highway"], tags["service"] = "service", "alley"
	case road.Ferry:
		tags = map[string]string{"route": "ferry"}
	}
	if w.HasMaxSpeed {
		tags["maxspeed"] = strconv.Itoa(int(w.MaxSpeedKMH))
	}
	if w.Name != "" {
		tags["name"] = w.Name
	}
	if w.Ref != "" {
		tags["ref"] = w.Ref
	}
	return tags
}
