// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"time"

	"roadsnap/data"
	"roadsnap/engine"
	"roadsnap/engine/basemap"
	"roadsnap/engine/fare"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/regulation"
	reports "roadsnap/engine/report"
	"roadsnap/engine/trace"
	"roadsnap/engine/trip"
	"roadsnap/engine/units"
	"roadsnap/engine/workspace"
	"roadsnap/engine/zone"
	"roadsnap/internal/atomicfile"
	"roadsnap/internal/reportfile"
)

// reportSheetCmd is `roadsnap report sheet`.
type reportSheetCmd struct {
	kept
	output
	furtherMaps
	ID       int64  `arg:"" help:"The number of the trip in trips list."`
	Tariff   string `help:"Add the fare by this tariff: a JSON file, the name of a kept one, or taxi, delivery or rental. Without it, that of the vehicle if it has one." placeholder:"FILE|NAME"`
	Language string `help:"The language: ${enum}." enum:"vi,en" default:"vi"`
	Company  string `help:"The name of the company." placeholder:"NAME"`
	Out      string `help:"The PDF to write." type:"path" required:"" placeholder:"FILE"`
	Pack     string `help:"The map pack; by default the installed map in use." type:"existingfile" placeholder:"FILE"`
	Profile  string `help:"The mode of travel: ${enum}." enum:"motor_vehicle,car,motorcycle,truck,bus,bicycle,foot" default:"motor_vehicle"`
}

// Help returns an example.
func (reportSheetCmd) Help() string {
	return "Example: roadsnap report sheet 12 --tariff taxi --company \"Taxi An Bình\" --out sheet.pdf\n\n" +
		"The page has the recorded and the snapped line, the distance by kind, gaps with their causes, stops, corrections by hand and the fare. Its data is attached as JSON, and the QR code holds the hash of the data."
}

// Run writes the sheet.
func (c *reportSheetCmd) Run(ctx context.Context, s streams) error {
	if err := c.check(c.Out); err != nil {
		return &exitError{exitUsage, err}
	}
	return c.open(ctx, s, func(w *workspace.Workspace) error {
		m := matching{furtherMaps: c.furtherMaps, Pack: c.Pack, Profile: c.Profile, TruckHeight: match.DefaultConfig().TruckHeight, TruckWeight: match.DefaultConfig().TruckWeight}
		return m.open(func(e *engine.Engine, info engine.Info, p match.Profile) error {
			sheet, err := c.sheet(ctx, w, e, info, p)
			if err != nil {
				return noTrip(err)
			}
			return atomicfile.Write(c.Out, 0o644, func(out io.Writer) error { return reportfile.WriteSheet(out, sheet) })
		})
	})
}

// sheet makes the sheet of the trip.
func (c *reportSheetCmd) sheet(ctx context.Context, w *workspace.Workspace, e *engine.Engine, info engine.Info, p match.Profile) (*reports.Sheet, error) {
	id := workspace.ID(c.ID)
	kept, err := w.Trip(ctx, id)
	if err != nil {
		return nil, err
	}
	recording, err := w.Recording(ctx, id)
	if err != nil {
		return nil, err
	}
	log, err := w.Corrections(ctx, id)
	if err != nil {
		return nil, err
	}
	result, _, err := log.Match(ctx, e, recording.Observations, p)
	if err != nil {
		return nil, err
	}
	rules, err := regulation.Parse(data.Rules)
	if err != nil {
		return nil, err
	}
	world, err := reports.NewWorld(ctx, w, rules)
	if err != nil {
		return nil, err
	}
	world.Ways = e.Ways
	tariff, hasTariff, err := c.tariff(ctx, w, kept.Vehicle)
	if err != nil {
		return nil, err
	}
	zones, err := w.Zones(ctx)
	if err != nil {
		return nil, err
	}
	areas := zone.NamesOf(zones)
	lang, _ := reports.ParseLanguage(c.Language)
	var sheet *reports.Sheet
	build := func(a *units.Atlas) (err error) {
		world.Atlas = a
		sheet, err = world.NewSheet(&reports.Recorded{ID: c.ID, Vehicle: kept.Vehicle, Driver: kept.Driver, Recording: recording, Result: result, Matched: true}, lang, log)
		if err != nil || !hasTariff {
			return err
		}
		priced, err := tariff.Sheet(fare.Usage{fare.Measure(recording, result, trip.Stops(recording), a, world.Sites, areas)}, nil, trace.VietnamTime())
		if err == nil {
			sheet.SetFare(&priced)
		}
		return err
	}
	if err = e.Atlas(build); errors.Is(err, engine.ErrNoBorders) {
		err = build(nil)
	}
	if err != nil {
		return nil, err
	}
	name, content, err := w.File(ctx, id)
	if err != nil {
		return nil, err
	}
	sheet.Company, sheet.Made, sheet.Version = c.Company, time.Now().In(trace.VietnamTime()).Truncate(time.Second), engine.Version
	sheet.File = reports.SheetFile{Name: filepath.Base(name), Bytes: len(content), SHA256: sha256Of(content)}
	sheet.Map = sheetMap(info, e.Identity())
	sheet.Roads = roadsAround(e, sheet)
	return sheet, nil
}

// tariff returns the tariff of the sheet; ok is false if it has none.
func (c *reportSheetCmd) tariff(ctx context.Context, w *workspace.Workspace, vehicle string) (t fare.Tariff, ok bool, err error) {
	if t, ok, err = tariffFile(c.Tariff); ok || err != nil {
		return t, ok, err
	}
	kept, err := w.Tariffs(ctx)
	if err != nil {
		return t, false, err
	}
	if c.Tariff == "" {
		t, ok = kept.Of(vehicle)
		return t, ok, nil
	}
	t, err = tariffNamed(kept, c.Tariff)
	return t, err == nil, err
}

func sha256Of(content []byte) string {
	h := sha256.Sum256(content)
	return hex.EncodeToString(h[:])
}

// sheetMap describes a map.
func sheetMap(info engine.Info, identity string) reports.SheetMap {
	m := reports.SheetMap{Name: info.Name, Identity: identity}
	if !info.Meta.SourceTime.IsZero() {
		m.Date = info.Meta.SourceTime.UTC().Format(time.DateOnly)
	}
	for i, notice := range info.Meta.Licences {
		if i > 0 {
			m.Licence += " "
		}
		m.Licence += notice
	}
	return m
}

// mostRoads is the number of roads that a sheet shows around a trip.
const mostRoads = 1500

// roadsAround returns the roads of the map that the picture of a sheet shows. A map without
// layers has none; the route and the points are shown all the same.
func roadsAround(e *engine.Engine, s *reports.Sheet) (list []reports.SheetRoad) {
	box, ok := reportfile.SheetBounds(s)
	if !ok {
		return nil
	}
	const pixels = 1200 // over the picture, as on a screen
	zoom := int(math.Floor(math.Log2(pixels / 256 * 360 / max(box.East-box.West, 1e-6))))
	_ = e.Visit(min(max(zoom, 5), 16), box.Fixed(), func(f basemap.Feature) bool { // roads around are not what the sheet is about
		if !f.Kind.IsRoad() {
			return true
		}
		for i := range f.NumParts() {
			var line []geo.Point
			for _, p := range f.Part(i) {
				line = append(line, p.Point())
			}
			list = append(list, reports.SheetRoad{Wide: f.Kind >= basemap.RoadTertiary, Line: reports.LineOf(line)})
		}
		return len(list) < mostRoads
	})
	return list
}

// reportVerifyCmd is `roadsnap report verify`.
type reportVerifyCmd struct {
	Sheet string `arg:"" help:"The PDF of a sheet." type:"existingfile"`
	Trace string `help:"Compare the original file with the hash in the sheet." type:"existingfile" placeholder:"FILE"`
	Map   string `help:"Compare a map pack with that of the sheet, and with --trace snap the trip again." type:"existingfile" placeholder:"FILE"`
	JSON  bool   `name:"json" help:"Print JSON."`
}

// sheetCheck is the result of a check.
type sheetCheck struct {
	what    string
	finding reportfile.Finding
	detail  string
}

// Run checks the sheet. The exit code is that of a partial success if something changed.
func (c *reportVerifyCmd) Run(ctx context.Context, s streams) error {
	info, err := os.Stat(c.Sheet)
	if err != nil {
		return err
	}
	if info.Size() > reportfile.MaxSheet {
		return fmt.Errorf("%s: %w", c.Sheet, reportfile.ErrNoSheet)
	}
	pdf, err := os.ReadFile(c.Sheet)
	if err != nil {
		return err
	}
	sheet, hash, err := reportfile.ReadSheet(pdf)
	if err != nil {
		return fmt.Errorf("%s is not checkable: %w; another program may have saved it again", c.Sheet, err)
	}
	list, err := c.checks(ctx, pdf, sheet)
	if err != nil {
		return err
	}
	changed := false
	var rows []object
	fmt.Fprintf(s.notes, "data of the sheet: SHA-256 %s; compare it with the QR code on paper\n", hash)
	for _, v := range list {
		changed = changed || v.finding == reportfile.Changed
		rows = append(rows, object{{"what", v.what}, {"finding", v.finding.String()}, {"detail", v.detail}})
		if !c.JSON {
			line := fmt.Sprintf("%s: %v", v.what, v.finding)
			if v.detail != "" {
				line += " (" + v.detail + ")"
			}
			fmt.Fprintln(s.out, line)
		}
	}
	if c.JSON {
		if err := printJSON(s.out, object{{"sha256", hash}, {"checks", rows}}); err != nil {
			return err
		}
	}
	if changed {
		return &exitError{exitPartly, errors.New("the sheet, its trace or its map was changed")}
	}
	return nil
}

// checks makes the checks that the given files allow.
func (c *reportVerifyCmd) checks(ctx context.Context, pdf []byte, sheet *reports.Sheet) (list []sheetCheck, err error) {
	page, err := reportfile.CheckPage(pdf, sheet, engine.Version)
	if err != nil {
		return nil, err
	}
	detail := ""
	switch page {
	case reportfile.Changed:
		detail = "the page is not the one that Roadsnap makes of the attached data"
	case reportfile.NotCheckable:
		detail = fmt.Sprintf("made by version %s, this is %s", sheet.Version, engine.Version)
	}
	list = append(list, sheetCheck{"page", page, detail})
	var trips []trace.Trip
	if c.Trace == "" {
		list = append(list, sheetCheck{"trace", reportfile.NotCheckable, "give the original file with --trace"})
	} else {
		content, err := os.ReadFile(c.Trace)
		if err != nil {
			return nil, err
		}
		if sha256Of(content) == sheet.File.SHA256 {
			list = append(list, sheetCheck{"trace", reportfile.Unchanged, ""})
			trips, err = trace.ReadFile(ctx, c.Trace, trace.Options{})
			if err != nil {
				return nil, err
			}
		} else {
			list = append(list, sheetCheck{"trace", reportfile.Changed, "another hash than that of " + sheet.File.Name})
		}
	}
	if c.Map == "" {
		return append(list, sheetCheck{"map", reportfile.NotCheckable, "give the map with --map"}), nil
	}
	err = withMap(c.Map, func(e *engine.Engine, _ engine.Info) error {
		if e.Identity() != sheet.Map.Identity {
			list = append(list, sheetCheck{"map", reportfile.Changed, "another map than " + sheet.Map.Name})
			return nil
		}
		list = append(list, sheetCheck{"map", reportfile.Unchanged, ""})
		if len(trips) > 0 {
			v, err := again(ctx, e, sheet, trips)
			list = append(list, v)
			return err
		}
		return nil
	})
	return list, err
}

// again snaps the trip of a sheet again, and compares the distances.
func again(ctx context.Context, e *engine.Engine, sheet *reports.Sheet, trips []trace.Trip) (sheetCheck, error) {
	v := sheetCheck{what: "distance", finding: reportfile.NotCheckable}
	if sheet.Matcher != match.Version {
		v.detail = "snapped by another version of the matcher"
		return v, nil
	}
	profile, err := match.ParseProfile(sheet.Profile)
	if err != nil {
		v.detail = err.Error()
		return v, nil //nolint:nilerr // the finding
	}
	found := false
	for _, t := range trips {
		first, last := trip.TimeSpan(t.Observations)
		if len(t.Observations) != sheet.Points || !sameSecond(first, sheet.Start) || !sameSecond(last, sheet.End) {
			continue
		}
		found = true
		result, _, err := sheet.Corrected.Match(ctx, e, t.Observations, profile)
		if err != nil {
			return v, err
		}
		d := result.Distance
		if math.Abs(d.Matched-d.Inferred-sheet.Measured) <= 0.1 && math.Abs(d.Inferred-sheet.Inferred) <= 0.1 && math.Abs(d.OffRoad-sheet.OffRoad) <= 0.1 {
			v.finding = reportfile.Unchanged
			return v, nil
		}
		v.finding, v.detail = reportfile.Changed, fmt.Sprintf("snapped again it is %.3f km on roads and %.3f km off them", d.Matched/1000, d.OffRoad/1000)
	}
	if !found {
		v.detail = "the file has no trip with these times; it was edited after it was read"
	}
	return v, nil
}

func sameSecond(a, b time.Time) bool { return a.Truncate(time.Second).Equal(b.Truncate(time.Second)) }
