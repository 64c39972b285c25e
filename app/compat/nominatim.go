// SPDX-License-Identifier: MIT

package compat

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"

	"roadsnap/engine"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/units"
)

// nominatimOperations are those of Nominatim that find the address of a place.
var nominatimOperations = []Operation{
	{ID: "nominatimReverse", Family: Nominatim, Method: http.MethodGet, Path: "/compat/nominatim/reverse", answer: nominatimReverse},
}

// nominatimPlace is the answer to a place with an address. licence, which Nominatim also
// has, is added by the server.
type nominatimPlace struct {
	PlaceID     int64             `json:"place_id"`
	OSMType     string            `json:"osm_type,omitempty"`
	OSMID       int64             `json:"osm_id,omitempty"`
	Lat         string            `json:"lat"`
	Lon         string            `json:"lon"`
	Class       string            `json:"class,omitempty"`    // of format json
	Category    string            `json:"category,omitempty"` // the same of format jsonv2
	Type        string            `json:"type"`
	PlaceRank   int               `json:"place_rank"`
	Importance  float64           `json:"importance"`
	AddressType string            `json:"addresstype"`
	Name        string            `json:"name"`
	DisplayName string            `json:"display_name"`
	Address     map[string]string `json:"address,omitempty"`
	BoundingBox [4]string         `json:"boundingbox"` // south, north, west, east
}

type nominatimFailure struct {
	Error any `json:"error"` // a text, or nominatimFault
}

type nominatimFault struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

// nominatimError returns a fault in Nominatim's form. A place without an address has the
// status 200 there.
func nominatimError(f Fault) (int, any) {
	if f.Kind == NoRoad {
		return http.StatusOK, nominatimFailure{f.Message}
	}
	return f.Status, nominatimFailure{nominatimFault{f.Status, f.Message}}
}

// reverse is a question for an address.
type reverse struct {
	at      geo.Point
	zoom    int
	second  bool // jsonv2
	details bool
	english bool
}

// The least zooms at which an answer has a ward and a road, as in Nominatim.
const (
	wardZoom = 10
	roadZoom = 16
	mostZoom = 18
)

func readReverse(c *Call) (q reverse, err error) {
	for _, axis := range []struct {
		name string
		into *float64
	}{{"lat", &q.at.Lat}, {"lon", &q.at.Lon}} {
		text, given := c.Query.get(axis.name)
		if !given {
			return q, invalid(Syntax, "Need coordinates or OSM object to lookup.")
		}
		var ok bool
		if *axis.into, ok = number(text); !ok {
			return q, invalid(Syntax, "Parameter '%s' must be a number.", axis.name)
		}
	}
	if !q.at.Valid() {
		return q, invalid(Value, "lat must be -90 to 90, lon -180 to 180.")
	}
	format, err := c.Query.choice("format", "jsonv2", "json")
	if err != nil {
		return q, invalid(NotOffered, "Parameter 'format' must be one of: json, jsonv2")
	}
	q.second = format == "jsonv2"
	q.zoom = mostZoom
	if text, given := c.Query.get("zoom"); given {
		if q.zoom, err = strconv.Atoi(text); err != nil {
			return q, invalid(Syntax, "Parameter 'zoom' must be a number.")
		}
		q.zoom = min(max(q.zoom, 0), mostZoom)
	}
	details, given := c.Query.get("addressdetails")
	q.details = !given || details != "0"
	language, _ := c.Query.get("accept-language")
	q.english = strings.HasPrefix(strings.ToLower(strings.TrimLeft(language, " ")), "en")
	return q, nil
}

// nominatimReverse answers with the nearest road that has a name, and with the ward and the
// province in force.
func nominatimReverse(_ context.Context, e Engine, c *Call) (any, error) {
	q, err := readReverse(c)
	if err != nil {
		return nil, err
	}
	var at units.Location
	found := false
	err = e.Atlas(func(atlas *units.Atlas) error {
		at, found = atlas.Locate(q.at)
		return nil
	})
	if err != nil && !errors.Is(err, engine.ErrNoBorders) {
		return nil, err
	}
	var street *engine.NearRoad
	if q.zoom >= roadZoom {
		if street, err = nearestStreet(e, q.at); err != nil {
			return nil, err
		}
	}
	answer := q.place(street, at, found)
	if len(answer.Address) == 0 {
		return nil, invalid(NoRoad, "Unable to geocode")
	}
	if !q.details {
		answer.Address = nil
	}
	return answer, nil
}

// streetReach is how far a named road may be to be part of an address (metres).
const streetReach = 100

// nearestStreet returns the nearest road with a name, or nil. Without a map there is none.
func nearestStreet(e Engine, p geo.Point) (*engine.NearRoad, error) {
	roads, err := e.NearRoads(nil, p, streetReach, match.MotorVehicle)
	if err != nil && !errors.Is(err, engine.ErrNoMap) && !errors.Is(err, engine.ErrNoRoads) {
		return nil, err
	}
	for i := range roads {
		if nameOf(roads[i].Way) != "" {
			return &roads[i], nil
		}
	}
	return nil, nil
}

// wardKeys are the members of an address in which Nominatim's clients, Traccar among them,
// look for units of each level.
var wardKeys = map[string]string{units.LevelWard: "suburb", units.LevelCommune: "village", units.LevelSpecialZone: "town"}

// place puts an address together: the street, the ward and the province, each if it is
// known and wanted.
func (q *reverse) place(street *engine.NearRoad, at units.Location, located bool) nominatimPlace {
	answer := nominatimPlace{Address: map[string]string{}, Importance: 0.1}
	var names []string
	// part adds a part of the address. The first one, the smallest, describes the answer.
	part := func(key, name string, rank int, class, kind string, id int64) {
		answer.Address[key] = name
		names = append(names, name)
		if len(names) == 1 {
			answer.Name, answer.AddressType, answer.PlaceRank, answer.Type, answer.PlaceID = name, key, rank, kind, id
			if q.second {
				answer.Category = class
			} else {
				answer.Class = class
			}
		}
	}
	where := q.at
	if street != nil {
		where = street.At
		answer.OSMType, answer.OSMID = "way", street.Way.ID
		part("road", nameOf(street.Way), 26, "highway", tagsOf(street.Way)["highway"], street.Way.ID)
	}
	if located && at.WardFound && q.zoom >= wardZoom {
		name := at.Ward.FullName
		if q.english {
			name = at.Ward.FullNameEN
		}
		part(wardKeys[at.Ward.Level], name, 16, "boundary", "administrative", int64(at.Ward.ID))
	}
	if located {
		name, country := at.Province.FullName, "Việt Nam"
		if q.english {
			name, country = at.Province.FullNameEN, "Vietnam"
		}
		key := "state"
		if at.Province.Level == units.LevelCity {
			key = "city"
		}
		part(key, name, 8, "boundary", "administrative", int64(at.Province.ID))
		answer.Address["state"] = name // also of a city: a client may look for it there only
		answer.Address["country"], answer.Address["country_code"] = country, "vn"
		names = append(names, country)
	}
	answer.DisplayName = strings.Join(names, ", ")
	answer.Lat, answer.Lon = degrees(where.Lat), degrees(where.Lon)
	box := geo.BoundsOf(q.at, where)
	answer.BoundingBox = [4]string{degrees(box.South), degrees(box.North), degrees(box.West), degrees(box.East)}
	return answer
}

// degrees returns a coordinate as text with 7 decimals.
func degrees(v float64) string { return strconv.FormatFloat(v, 'f', 7, 64) }
