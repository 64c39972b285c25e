// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"strconv"
	"time"

	"roadsnap/engine"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
	"roadsnap/engine/trip"
	"roadsnap/engine/units"
)

// unitsTripsCmd is `roadsnap units trips`.
type unitsTripsCmd struct {
	matching
	trackChoice
	JSON  bool     `name:"json" help:"Print JSON, an array of trips, instead of CSV."`
	Files []string `arg:"" name:"file" help:"Trace files: GPX, KML, KMZ, TCX, FIT, GeoJSON, NMEA, CSV or XLSX, gzipped or not, or ZIP archives of them; - is standard input."`
}

// Help returns an example.
func (unitsTripsCmd) Help() string {
	return "Example: roadsnap units trips --pack vietnam.rsp monday.gpx > kilometres.csv\n\n" +
		"The pack must hold roads and borders: see import --roads and --units. The kilometres and minutes of a trip add up to those of the whole trip."
}

// Run snaps every trip and divides it among the wards.
func (c *unitsTripsCmd) Run(ctx context.Context, s streams) error {
	return c.open(func(e *engine.Engine, info engine.Info, p match.Profile) error {
		work := snapper{ctx: ctx, streams: s.withResults(), engine: e, info: info, profile: p, strict: c.Strict, tracks: c.trackChoice}
		if err := e.Atlas(func(a *units.Atlas) error { noteOverview(s.notes, a, c.Pack); return nil }); err != nil {
			return err
		}
		var divided []dividedTrip
		out := csv.NewWriter(s.out)
		if !c.JSON {
			out.Write([]string{"trip", "prov_code", "prov_fname", "ward_code", "ward_fname", "matched_km", "off_road_km", "minutes"}) //nolint:errcheck // Error below tells
		}
		err := work.each(c.Files, func(_ int, file string) error {
			trips, err := work.read(file)
			if err != nil {
				return err
			}
			work.note(file, trips)
			for _, t := range trips {
				d, err := work.divide(file, t)
				if err != nil {
					return err
				}
				if c.JSON {
					divided = append(divided, d)
					continue
				}
				for _, w := range d.Wards {
					out.Write(append([]string{trace.Guarded(d.Trip)}, w.row()...)) //nolint:errcheck // Error below tells
				}
			}
			return nil
		})
		if c.JSON {
			return errors.Join(err, printJSON(s.out, divided))
		}
		out.Flush()
		return errors.Join(err, out.Error())
	})
}

// divide matches a trip and divides it among the wards.
func (w *snapper) divide(file string, t trace.Trip) (dividedTrip, error) {
	matched, err := w.match(file, t)
	if err != nil {
		return dividedTrip{}, err
	}
	shares, err := w.engine.ByWard(t.Observations, matched.Result)
	if err != nil {
		return dividedTrip{}, fmt.Errorf("%s: trip %q: %w", file, t.ID, err)
	}
	d := dividedTrip{Trip: t.ID, Wards: make([]wardShare, len(shares))}
	for i, s := range shares {
		d.Wards[i] = newWardShare(s)
		d.MatchedKm += s.Matched / 1000
		d.OffRoadKm += s.OffRoad / 1000
		d.Minutes += s.Time.Minutes()
	}
	d.MatchedKm, d.OffRoadKm, d.Minutes = thousandths(d.MatchedKm), thousandths(d.OffRoadKm), thousandths(d.Minutes)
	return d, nil
}

// dividedTrip is a trip in the output of --json.
type dividedTrip struct {
	Trip      string      `json:"trip"`
	MatchedKm float64     `json:"matched_km"`
	OffRoadKm float64     `json:"off_road_km"`
	Minutes   float64     `json:"minutes"`
	Wards     []wardShare `json:"wards"` // in the order in which the trip comes to them
}

// wardShare is a trip's part in a ward. The codes are null outside all units; that of the
// ward also where only provinces are known.
type wardShare struct {
	ProvinceCode *string `json:"prov_code"`
	ProvinceName *string `json:"prov_fname"`
	WardCode     *string `json:"ward_code"`
	WardName     *string `json:"ward_fname"`
	MatchedKm    float64 `json:"matched_km"`
	OffRoadKm    float64 `json:"off_road_km"`
	Minutes      float64 `json:"minutes"`
}

func newWardShare(s trip.Share) wardShare {
	w := wardShare{
		MatchedKm: thousandths(s.Matched / 1000), OffRoadKm: thousandths(s.OffRoad / 1000),
		Minutes: thousandths(float64(s.Time) / float64(time.Minute)),
	}
	if s.Found {
		w.ProvinceCode, w.ProvinceName = &s.Location.Province.Code, &s.Location.Province.FullName
	}
	if s.Found && s.Location.WardFound {
		w.WardCode, w.WardName = &s.Location.Ward.Code, &s.Location.Ward.FullName
	}
	return w
}

func (w wardShare) row() []string {
	text := func(s *string) string {
		if s == nil {
			return ""
		}
		return *s
	}
	number := func(v float64) string { return strconv.FormatFloat(v, 'f', 3, 64) }
	return []string{
		text(w.ProvinceCode), text(w.ProvinceName), text(w.WardCode), text(w.WardName),
		number(w.MatchedKm), number(w.OffRoadKm), number(w.Minutes),
	}
}
