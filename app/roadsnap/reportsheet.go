// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"roadsnap/engine"
	"roadsnap/engine/fare"
	"roadsnap/engine/match"
	reports "roadsnap/engine/report"
	"roadsnap/engine/workspace"
	"roadsnap/internal/atomicfile"
	"roadsnap/internal/reportfile"
	"roadsnap/internal/reportmaker"
)

// reportSheetCmd is `roadsnap report sheet`.
type reportSheetCmd struct {
	kept
	output
	furtherMaps
	ID       int64  `arg:"" help:"The number of the trip in trips list."`
	Tariff   string `help:"Add the fare by this tariff: a JSON file, the name of a kept one, or taxi, delivery or rental. Without it, that of the vehicle if it has one." placeholder:"FILE|NAME"`
	Language string `help:"The language: ${enum}." enum:"vi,en" default:"vi"`
	letterhead
	Out     string `help:"The PDF to write." type:"path" required:"" placeholder:"FILE"`
	Pack    string `help:"The map pack; by default the installed map in use." type:"existingfile" placeholder:"FILE"`
	Profile string `help:"The mode of travel: ${enum}." enum:"motor_vehicle,car,motorcycle,truck,bus,bicycle,foot" default:"motor_vehicle"`
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
		return m.open(func(e *engine.Engine, _ engine.Info, p match.Profile) error {
			request := reportmaker.SheetRequest{Trip: workspace.ID(c.ID), Company: c.Company, Signers: c.Sign, Made: time.Now()}
			request.Language, _ = reports.ParseLanguage(c.Language)
			var err error
			if request.Logo, err = c.logo(); err != nil {
				return &exitError{exitUsage, err}
			}
			if request.Tariff, err = c.tariff(ctx, w); err != nil {
				return err
			}
			made, err := maker(w, e, p).Sheet(ctx, request)
			if err != nil {
				return noTrip(err)
			}
			return atomicfile.Write(c.Out, 0o644, func(out io.Writer) error { return reportfile.WriteSheet(out, made.Sheet) })
		})
	})
}

// tariff returns the tariff that the user wants, nil for that of the vehicle.
func (c *reportSheetCmd) tariff(ctx context.Context, w *workspace.Workspace) (*fare.Tariff, error) {
	if c.Tariff == "" {
		return nil, nil
	}
	if t, ok, err := tariffFile(c.Tariff); ok || err != nil {
		return &t, err
	}
	kept, err := w.Tariffs(ctx)
	if err != nil {
		return nil, err
	}
	t, err := tariffNamed(kept, c.Tariff)
	return &t, err
}

// reportVerifyCmd is `roadsnap report verify`.
type reportVerifyCmd struct {
	Sheet string `arg:"" help:"The PDF of a sheet." type:"existingfile"`
	Trace string `help:"Compare the original file with the hash in the sheet." type:"existingfile" placeholder:"FILE"`
	Map   string `help:"Compare a map pack with that of the sheet, and with --trace snap the trip again." type:"existingfile" placeholder:"FILE"`
	JSON  bool   `name:"json" help:"Print JSON."`
}

// Run verifies the sheet. The exit code is that of a partial success if something changed.
func (c *reportVerifyCmd) Run(ctx context.Context, s streams) error {
	var v reportmaker.Verified
	verify := func(e *engine.Engine, _ engine.Info) (err error) {
		v, err = reportmaker.Verify(ctx, c.Sheet, c.Trace, e)
		return err
	}
	var err error
	if c.Map == "" {
		err = verify(nil, engine.Info{})
	} else {
		err = withMap(c.Map, verify)
	}
	if errors.Is(err, reportfile.ErrNoSheet) {
		return fmt.Errorf("%s is not checkable: %w; another program may have saved it again", c.Sheet, err)
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(s.notes, "data of the sheet: SHA-256 %s; compare it with the QR code on paper\n", v.SHA256)
	var rows []object
	for _, x := range v.Checks {
		detail := checkDetail(&x, v.Sheet)
		rows = append(rows, object{{"what", string(x.Part)}, {"finding", x.Finding.String()}, {"detail", detail}})
		if !c.JSON {
			line := fmt.Sprintf("%s: %v", x.Part, x.Finding)
			if detail != "" {
				line += " (" + detail + ")"
			}
			fmt.Fprintln(s.out, line)
		}
	}
	if c.JSON {
		if err := printJSON(s.out, object{{"sha256", v.SHA256}, {"checks", rows}}); err != nil {
			return err
		}
	}
	if v.Changed() {
		return &exitError{exitPartly, errors.New("the sheet, its trace or its map was changed")}
	}
	return nil
}

// checkDetail says what a finding rests on, "" for a part that is unchanged.
func checkDetail(c *reportmaker.Check, s *reports.Sheet) string {
	switch c.Why {
	case reportmaker.PageDiffers:
		return "the page is not the one that Roadsnap makes of the attached data"
	case reportmaker.OtherVersion:
		return fmt.Sprintf("made by version %s, this is %s", harmless(s.Version), engine.Version)
	case reportmaker.NoTrace:
		return "give the original file with --trace"
	case reportmaker.TraceDiffers:
		return "another hash than that of " + harmless(s.File.Name)
	case reportmaker.NoMap:
		return "give the map with --map"
	case reportmaker.MapDiffers:
		return "another map than " + harmless(s.Map.Name)
	case reportmaker.OtherMatcher:
		return "snapped by another version of the matcher"
	case reportmaker.NoSuchTrip:
		return "the file has no trip with these times; it was edited after it was read"
	case reportmaker.DistanceDiffers:
		return fmt.Sprintf("snapped again it is %.3f km on roads and %.3f km off them", c.OnRoads/1000, c.OffRoads/1000)
	}
	return ""
}
