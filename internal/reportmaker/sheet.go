// SPDX-License-Identifier: MIT

package reportmaker

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"roadsnap/engine"
	"roadsnap/engine/basemap"
	"roadsnap/engine/fare"
	"roadsnap/engine/geo"
	"roadsnap/engine/report"
	"roadsnap/engine/trace"
	"roadsnap/engine/trip"
	"roadsnap/engine/workspace"
	"roadsnap/engine/zone"
	"roadsnap/internal/reportfile"
)

// SheetRequest says which sheet is made.
type SheetRequest struct {
	Trip     workspace.ID
	Language report.Language
	Company  string
	Logo     []byte // PNG or JPEG, empty for none
	Signers  []string
	Tariff   *fare.Tariff // nil means that of the vehicle, if it has one
	Hand     []fare.Hand  // lines of the fare that were added by hand
	Made     time.Time
}

// MadeSheet is a sheet and what it was made of, as in Made.
type MadeSheet struct {
	Sheet *report.Sheet
	Basis string
}

// Sheet makes the distance sheet of a trip, which is matched for it with its corrections. The
// error wraps workspace.ErrNoTrip if there is no such trip.
func (m Maker) Sheet(ctx context.Context, r SheetRequest) (made MadeSheet, err error) {
	if made.Basis, err = m.SheetBasis(ctx, r); err != nil {
		return made, err
	}
	made.Sheet, err = m.sheet(ctx, r)
	return made, err
}

// SheetBasis returns what Sheet would say of a sheet that is made now.
func (m Maker) SheetBasis(ctx context.Context, r SheetRequest) (string, error) {
	world, err := m.world(ctx)
	if err != nil {
		return "", err
	}
	all, err := m.Workspace.Trips(ctx, workspace.ListOptions{Key: m.Key})
	if err != nil {
		return "", err
	}
	trips := slices.DeleteFunc(all, func(t workspace.Trip) bool { return t.ID != r.Trip })
	for i := range trips { // a sheet is matched again, whether there is a match or not
		trips[i].HasSummary, trips[i].Stale, trips[i].Summary = false, false, trip.Summary{}
	}
	tariffs, err := m.Workspace.Tariffs(ctx)
	if err != nil {
		return "", err
	}
	zones, err := m.Workspace.Zones(ctx)
	if err != nil {
		return "", err
	}
	return m.basis(source{world, trips}, tariffs, zones, r.Tariff, r.Hand)
}

func (m Maker) sheet(ctx context.Context, r SheetRequest) (*report.Sheet, error) {
	info, err := m.Engine.Info()
	if err != nil {
		return nil, err
	}
	kept, err := m.Workspace.Trip(ctx, r.Trip)
	if err != nil {
		return nil, err
	}
	recording, err := m.Workspace.Recording(ctx, r.Trip)
	if err != nil {
		return nil, err
	}
	log, err := m.Workspace.Corrections(ctx, r.Trip)
	if err != nil {
		return nil, err
	}
	result, _, err := log.Match(ctx, m.Engine, recording.Observations, m.Key.Profile)
	if err != nil {
		return nil, err
	}
	world, err := m.world(ctx)
	if err != nil {
		return nil, err
	}
	var sheet *report.Sheet
	err = m.withAtlas(world, func() (err error) {
		recorded := &report.Recorded{ID: int64(r.Trip), Vehicle: kept.Vehicle, Driver: kept.Driver, Recording: recording, Result: result, Matched: true}
		if sheet, err = world.NewSheet(recorded, r.Language, log); err != nil {
			return err
		}
		return m.price(ctx, sheet, world, recorded, r)
	})
	if err != nil {
		return nil, err
	}
	name, content, err := m.Workspace.File(ctx, r.Trip)
	if err != nil {
		return nil, err
	}
	sheet.Company, sheet.Logo, sheet.Signers = r.Company, r.Logo, r.Signers
	sheet.Made, sheet.Version = r.Made.In(trace.VietnamTime()).Truncate(time.Second), engine.Version
	sheet.File = report.SheetFile{Name: filepath.Base(name), Bytes: len(content), SHA256: hashOf(content)}
	sheet.Map = sheetMap(info, m.Engine.Identity())
	sheet.Roads = append(sheet.Roads, roadsAround(m.Engine, sheet)...)
	return sheet, nil
}

// price adds the fare, if there is a tariff.
func (m Maker) price(ctx context.Context, sheet *report.Sheet, world *report.World, t *report.Recorded, r SheetRequest) error {
	tariff := r.Tariff
	if tariff == nil {
		kept, err := m.Workspace.Tariffs(ctx)
		if err != nil {
			return err
		}
		usual, ok := kept.Of(t.Vehicle)
		if !ok {
			return nil
		}
		tariff = &usual
	}
	zones, err := m.Workspace.Zones(ctx)
	if err != nil {
		return err
	}
	drive := fare.Measure(t.Recording, t.Result, trip.Stops(t.Recording), world.Atlas, world.Sites, zone.NamesOf(zones))
	priced, err := tariff.Sheet(fare.Usage{drive}, r.Hand, trace.VietnamTime())
	if err == nil {
		sheet.SetFare(&priced)
	}
	return err
}

func hashOf(content []byte) string {
	h := sha256.Sum256(content)
	return hex.EncodeToString(h[:])
}

// sheetMap describes a map.
func sheetMap(info engine.Info, identity string) report.SheetMap {
	m := report.SheetMap{Name: filepath.Base(info.Name), Identity: identity, Licence: strings.Join(info.Meta.Licences, " ")}
	if !info.Meta.SourceTime.IsZero() {
		m.Date = info.Meta.SourceTime.UTC().Format(time.DateOnly)
	}
	return m
}

// mostRoads is the number of roads that a sheet shows around a trip, the most important ones.
const mostRoads = 1500

// roadsAround returns the roads of the map that the picture of a sheet shows. A map without
// layers has none; the route and the points are shown all the same.
func roadsAround(e *engine.Engine, s *report.Sheet) []report.SheetRoad {
	box, ok := reportfile.SheetBounds(s)
	if !ok {
		return nil
	}
	type around struct {
		report.SheetRoad
		kind basemap.Kind
	}
	var all []around
	const pixels = 1200 // over the picture, as on a screen
	zoom := int(math.Floor(math.Log2(pixels / 256 * 360 / max(box.East-box.West, 1e-6))))
	_ = e.Visit(min(max(zoom, 5), 16), box.Fixed(), func(f basemap.Feature) bool { // roads around are not what the sheet is about
		if !f.Kind.IsRoad() {
			return true
		}
		name := cmp.Or(f.NameIn(s.Language == report.English.String()), f.Ref)
		for i := range f.NumParts() {
			var line []geo.Point
			for _, p := range f.Part(i) {
				line = append(line, p.Point())
			}
			all = append(all, around{report.SheetRoad{Wide: f.Kind >= basemap.RoadTertiary, Name: name, Line: report.LineOf(line)}, f.Kind})
		}
		return true
	})
	slices.SortStableFunc(all, func(a, b around) int { return int(b.kind) - int(a.kind) })
	list := make([]report.SheetRoad, min(len(all), mostRoads))
	for i := range list {
		list[i] = all[i].SheetRoad
	}
	return list
}
