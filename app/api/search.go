// SPDX-License-Identifier: MIT

package api

import (
	"context"
	"encoding/json"
	"math"

	"roadsnap/engine"
	"roadsnap/engine/geo"
	"roadsnap/engine/units"
)

// FoundJSON is a result of a search, in answers and in the output of the command line.
type FoundJSON struct {
	Kind      engine.FoundKind `json:"kind"`
	Category  string           `json:"category,omitempty"` // of features: that of the map style, such as poi_fuel
	Name      string           `json:"name"`
	NameEn    string           `json:"name_en,omitempty"`
	ID        int64            `json:"osm_id,omitempty"`
	Code      string           `json:"code,omitempty"` // of a unit
	Matched   string           `json:"matched,omitempty"`
	Lat       *float64         `json:"lat"`
	Lon       *float64         `json:"lon"`
	Bounds    []float64        `json:"bounds,omitempty"` // south, west, north, east
	Wards     []wardJSON       `json:"wards,omitempty"`
	MoreWards bool             `json:"more_wards,omitempty"`
	Districts []string         `json:"former_districts,omitempty"`
	Province  string           `json:"province,omitempty"`
	Distance  *float64         `json:"distance_m,omitempty"`
	Missing   string           `json:"missing_number,omitempty"` // house number that the map does not have
	Typo      bool             `json:"typo,omitempty"`
	Score     float64          `json:"score"`
}

type wardJSON struct {
	Code string `json:"code"`
	Name string `json:"name"`
}

// NewFoundJSON returns the JSON of a result. near is set if results have distances.
func NewFoundJSON(f *engine.Found, near bool) FoundJSON {
	round := func(v, unit float64) float64 { return math.Round(v*unit) / unit }
	j := FoundJSON{
		Kind: f.Kind, Category: f.Category.String(), Name: f.Name, NameEn: f.NameEn, ID: f.ID,
		MoreWards: f.MoreWards, Districts: f.Districts, Province: f.Province, Missing: f.MissingNumber, Typo: f.Typo, Score: round(f.Score, 1000),
	}
	if f.Kind == engine.FoundUnit {
		j.Matched, j.Code = f.Unit.Matched, f.Unit.Ward.Code
		if f.Unit.Kind == units.KindProvince {
			j.Code = f.Unit.Province.Code
		}
	}
	for _, w := range f.Wards {
		j.Wards = append(j.Wards, wardJSON{w.Code, w.FullName})
	}
	if f.HasPlace {
		lat, lon := round(f.At.Lat, 1e6), round(f.At.Lon, 1e6)
		j.Lat, j.Lon = &lat, &lon
		b := f.Bounds
		j.Bounds = []float64{round(b.South, 1e6), round(b.West, 1e6), round(b.North, 1e6), round(b.East, 1e6)}
		if near {
			metres := round(f.Metres, 10)
			j.Distance = &metres
		}
	}
	return j
}

// search answers with what a text may mean: streets, places, units, coordinates.
func (s *Server) search(dst []byte, r *request) ([]byte, error) {
	f := r.faults()
	text := readText(r.query, &f)
	o := engine.SearchOptions{Limit: readInteger(r.query, "limit", defaultLimit, maxLimit, &f)}
	_, hasLat, _ := r.query.one(latitude.name, &f)
	_, hasLon, _ := r.query.one(longitude.name, &f)
	if hasLat || hasLon {
		o.HasNear = true
		o.Near = geo.Point{Lat: readDegrees(r.query, latitude, &f), Lon: readDegrees(r.query, longitude, &f)}
	}
	if err := f.err(); err != nil {
		return dst, err
	}
	var found []engine.Found
	err := s.turn(r, func(context.Context) (err error) {
		found, err = s.engine.Search(text, o)
		return err
	})
	if err != nil {
		return dst, err
	}
	list := make([]FoundJSON, len(found))
	for i := range found {
		list[i] = NewFoundJSON(&found[i], o.HasNear)
	}
	data, err := json.Marshal(list)
	return append(append(dst, `"data":`...), data...), err
}
