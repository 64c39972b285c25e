// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"roadsnap/engine"
	"roadsnap/engine/fare"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
	"roadsnap/engine/trip"
	"roadsnap/engine/units"
	"roadsnap/engine/workspace"
	"roadsnap/engine/zone"
	"roadsnap/internal/atomicfile"
)

// fareCmd is `roadsnap fare`.
type fareCmd struct {
	matching
	kept
	output
	Tariff   string   `help:"The tariff: a JSON file, the name of a kept one, or taxi, delivery or rental for example prices. Without it, that of the vehicle." placeholder:"FILE|NAME"`
	Trip     []int64  `help:"Price a kept trip, by its number in trips list." placeholder:"ID"`
	Toll     []string `help:"Add a line by hand, such as --toll \"Cầu Giẽ=35000\"." placeholder:"NAME=DONG" sep:"none"`
	Together bool     `help:"Price all trips as one, as for a rental of some days."`
	Format   string   `help:"The output format: ${enum}." enum:"text,json,csv" default:"text"`
	Out      string   `help:"Write to this file instead of standard output." type:"path" placeholder:"FILE"`
	Files    []string `arg:"" optional:"" name:"file" help:"Trace files; - is standard input."`
}

// Help returns an example.
func (fareCmd) Help() string {
	return "Example: roadsnap fare --tariff taxi monday.gpx\n\n" +
		"The sheet has a line for each charge, and says which kilometres were measured, inferred and left out. Save a tariff to edit it: roadsnap tariffs show taxi > taxi.json."
}

// Run prices the trips.
func (c *fareCmd) Run(ctx context.Context, s streams) error {
	hand, err := handLines(c.Toll)
	switch {
	case err != nil:
	case len(c.Files)+len(c.Trip) == 0:
		err = errors.New("give trace files, or kept trips with --trip")
	case c.Out != "":
		err = c.check(c.Out)
	}
	if err != nil {
		return &exitError{exitUsage, err}
	}
	work := pricer{cmd: c, hand: hand, ctx: ctx, streams: s}
	if err := work.withTariffs(work.run); err != nil {
		return noTrip(err)
	}
	return work.err
}

// handLines reads lines by hand such as "Toll=35000".
func handLines(texts []string) (list []fare.Hand, err error) {
	for _, text := range texts {
		i := strings.LastIndexByte(text, '=')
		if i <= 0 {
			return nil, fmt.Errorf("%q is no line by hand; write it as NAME=DONG", text)
		}
		amount, err := strconv.ParseInt(strings.NewReplacer(".", "", ",", "", " ", "").Replace(text[i+1:]), 10, 64)
		if err != nil || amount < 0 {
			return nil, fmt.Errorf("%q is no amount in dong", text[i+1:])
		}
		list = append(list, fare.Hand{Name: strings.TrimSpace(text[:i]), Amount: amount})
	}
	return list, nil
}

// pricer prices trips.
type pricer struct {
	cmd       *fareCmd
	ctx       context.Context
	streams   streams
	hand      []fare.Hand
	workspace *workspace.Workspace // nil if nothing of it is needed
	tariffs   workspace.Tariffs
	tariff    *fare.Tariff // nil: that of each vehicle
	sites     []trip.Site
	areas     fare.Areas // nil without a workspace
	names     []string   // of the places and zones, then of those that were missed
	sheets    []pricedTrip
	all       fare.Usage // with --together
	err       error      // for trips that failed while others did not
}

// pricedTrip is a trip with its sheet.
type pricedTrip struct {
	Trip, Vehicle string
	fare.Sheet
}

// withTariffs finds the tariff, opens the workspace if that or a trip is kept there, and calls
// use.
func (w *pricer) withTariffs(use func() error) error {
	name := w.cmd.Tariff
	if t, ok, err := tariffFile(name); err != nil {
		return err
	} else if ok {
		w.tariff = &t
	}
	if w.tariff != nil && len(w.cmd.Trip) == 0 && w.cmd.Workspace == "" && len(w.tariff.Places()) == 0 {
		return use()
	}
	return w.cmd.kept.open(w.ctx, w.streams, func(kept *workspace.Workspace) (err error) {
		w.workspace = kept
		if w.tariffs, err = kept.Tariffs(w.ctx); err != nil {
			return err
		}
		if w.sites, err = kept.Sites(w.ctx); err != nil {
			return err
		}
		zones, err := kept.Zones(w.ctx)
		if err != nil {
			return err
		}
		named := zone.NamesOf(zones)
		w.areas, w.names = named, named.All()
		for _, s := range w.sites {
			w.names = append(w.names, s.Name)
		}
		if w.tariff == nil && name != "" {
			t, err := tariffNamed(w.tariffs, name)
			if err != nil {
				return err
			}
			w.tariff = &t
		}
		return use()
	})
}

// tariffFile reads the one tariff of a file; ok is false if there is no such file.
func tariffFile(path string) (t fare.Tariff, ok bool, err error) {
	info, err := os.Stat(path)
	if path == "" || err != nil || info.IsDir() {
		return t, false, nil //nolint:nilerr // the name of a kept tariff
	}
	data, err := readSmall(path, maxSmallJSON, "not a tariff; roadsnap tariffs show taxi prints one")
	if err != nil {
		return t, false, err
	}
	list, err := fare.Parse(data)
	if err != nil {
		return t, false, fmt.Errorf("%s: %w", path, err)
	}
	if len(list) != 1 {
		return t, false, fmt.Errorf("%s has %d tariffs; keep them with roadsnap tariffs import and name one", path, len(list))
	}
	return list[0], true, nil
}

// tariffNamed returns the kept tariff with a name, or the preset.
func tariffNamed(kept workspace.Tariffs, name string) (fare.Tariff, error) {
	if t, ok := kept.Find(name); ok {
		return t, nil
	}
	if t := fare.Preset(name).Tariff(); t.Name != "" {
		return t, nil
	}
	return fare.Tariff{}, &exitError{exitUsage, fmt.Errorf("there is no tariff %q; roadsnap tariffs list shows all", name)}
}

// run prices the trips on the map, and prints the sheets.
func (w *pricer) run() error {
	err := w.cmd.matching.open(func(e *engine.Engine, info engine.Info, p match.Profile) error {
		work := snapper{ctx: w.ctx, streams: w.streams.withResults(), engine: e, info: info, profile: p, strict: w.cmd.Strict}
		for _, id := range w.cmd.Trip {
			if err := w.keptTrip(e, p, workspace.ID(id)); err != nil {
				return err
			}
		}
		if len(w.cmd.Files) == 0 {
			return nil
		}
		err := work.each(w.cmd.Files, func(_ int, file string) error {
			trips, err := work.read(file)
			if err != nil {
				return err
			}
			work.note(file, trips)
			for _, t := range trips {
				matched, err := work.match(file, t)
				if err == nil {
					err = w.price(e, t, matched.Result, t.ID)
				}
				if err != nil {
					return err
				}
			}
			return nil
		})
		if partly := new(exitError); errors.As(err, &partly) && partly.code == exitPartly {
			w.err, err = err, nil
		}
		return err
	})
	if err != nil {
		return err
	}
	if w.cmd.Together {
		if err := w.add(w.all, "", ""); err != nil {
			return err
		}
	}
	if len(w.hand) > 0 && len(w.sheets) > 1 {
		return &exitError{exitUsage, fmt.Errorf("--toll is for one sheet, but there are %d trips; give one trip, or --together", len(w.sheets))}
	}
	if w.cmd.Out == "" {
		return w.write(w.streams.out)
	}
	return atomicfile.Write(w.cmd.Out, 0o644, w.write)
}

// keptTrip prices a kept trip by the match that the app has kept, or else by a new one.
func (w *pricer) keptTrip(e *engine.Engine, p match.Profile, id workspace.ID) error {
	kept, err := w.workspace.Trip(w.ctx, id)
	if err != nil {
		return err
	}
	recording, err := w.workspace.Recording(w.ctx, id)
	if err != nil {
		return err
	}
	recording.Vehicle = kept.Vehicle
	result, ok, err := w.workspace.Match(w.ctx, id, workspace.MatchKey{Map: e.Identity(), Profile: p, Matcher: match.Version})
	if err == nil && !ok {
		result, err = e.Match(w.ctx, recording.Observations, p)
	}
	if err != nil {
		return fmt.Errorf("trip %d: %w", id, err)
	}
	return w.price(e, recording, result, strconv.FormatInt(int64(id), 10))
}

// price measures a matched trip and adds its sheet.
func (w *pricer) price(e *engine.Engine, recording trace.Trip, result match.Result, name string) error {
	var drive fare.Drive
	stops := trip.Stops(recording)
	err := e.Atlas(func(a *units.Atlas) error {
		drive = fare.Measure(recording, result, stops, a, w.sites, w.areas)
		return nil
	})
	if errors.Is(err, engine.ErrNoBorders) {
		drive, err = fare.Measure(recording, result, stops, nil, w.sites, w.areas), nil
	}
	if err != nil {
		return err
	}
	if w.cmd.Together {
		w.all = append(w.all, drive)
		return nil
	}
	return w.add(fare.Usage{drive}, name, recording.Vehicle)
}

// add adds the sheet of a usage.
func (w *pricer) add(u fare.Usage, name, vehicle string) error {
	t := w.tariff
	if t == nil {
		of, ok := w.tariffs.Of(vehicle)
		if !ok {
			return &exitError{exitUsage, fmt.Errorf("vehicle %q has no tariff; name one with --tariff", vehicle)}
		}
		t = &of
	}
	for _, name := range t.Places() {
		if !slices.Contains(w.names, name) {
			w.names = append(w.names, name) // said once
			complain(w.streams.err, fmt.Errorf("the tariff %q charges for %q, but no place or zone has that name; roadsnap zones list shows all", t.Name, name))
		}
	}
	s, err := t.Sheet(u, w.hand, trace.VietnamTime())
	if err != nil {
		return err
	}
	w.sheets = append(w.sheets, pricedTrip{name, vehicle, s})
	return nil
}

// write prints the sheets in the format of the command.
func (w *pricer) write(out io.Writer) error {
	switch w.cmd.Format {
	case "json":
		list := make([]object, len(w.sheets))
		for i := range w.sheets {
			list[i] = w.sheets[i].record()
		}
		return printJSON(out, list)
	case "csv":
		return w.writeCSV(out)
	}
	var sum int64
	for i := range w.sheets {
		s := &w.sheets[i]
		if s.Trip != "" {
			fmt.Fprintf(out, "Trip %s %s\n", harmless(s.Trip), harmless(s.Vehicle))
		}
		for line := range strings.Lines(s.Text(trace.VietnamTime())) {
			fmt.Fprintln(out, harmless(strings.TrimSuffix(line, "\n")))
		}
		fmt.Fprintln(out)
		sum += s.Total
	}
	if len(w.sheets) > 1 {
		fmt.Fprintf(out, "%14s  Sum of %d trips (VND)\n", fare.VND(sum), len(w.sheets))
	}
	return nil
}

// record returns a sheet as JSON.
func (p *pricedTrip) record() object {
	at := func(t time.Time) any {
		if t.IsZero() {
			return nil
		}
		return t.In(trace.VietnamTime()).Format(time.RFC3339)
	}
	distances, lines := []object{}, []object{}
	for _, d := range p.Distances {
		distances = append(distances, object{{"class", d.Class}, {"cause", d.Cause}, {"metres", d.Metres}, {"charged", d.Charged}})
	}
	for i := range p.Lines {
		l := &p.Lines[i]
		lines = append(lines, object{
			{"kind", l.Kind}, {"name", l.Title()}, {"quantity", l.Quantity}, {"unit", l.Unit}, {"price", l.Price}, {"amount", l.Amount}, {"basis", l.Basis()},
		})
	}
	return object{
		{"trip", p.Trip}, {"vehicle", p.Vehicle}, {"tariff", p.Tariff}, {"note", p.Note}, {"start", at(p.Start)}, {"end", at(p.End)}, {"trips", p.Trips},
		{"distances", distances}, {"points_left_out", p.LeftOut}, {"lines", lines}, {"total", p.Total}, {"vat_percent", p.VATPercent}, {"vat_amount", p.VATAmount},
	}
}

// writeCSV writes a row for each line of each sheet.
func (w *pricer) writeCSV(to io.Writer) error {
	out := csv.NewWriter(to)
	out.Write([]string{"trip", "vehicle", "tariff", "kind", "name", "quantity", "unit", "price", "amount", "basis"}) //nolint:errcheck // Error below tells
	number := func(n int64) string { return strconv.FormatInt(n, 10) }
	for i := range w.sheets {
		s := &w.sheets[i]
		row := func(kind, name, quantity, unit, price, amount, basis string) {
			out.Write([]string{trace.Guarded(s.Trip), trace.Guarded(s.Vehicle), trace.Guarded(s.Tariff), kind, trace.Guarded(name), quantity, unit, price, amount, basis}) //nolint:errcheck // Error below tells
		}
		for k := range s.Distances {
			d := &s.Distances[k]
			row("driven_"+d.Class.String(), d.Text(), number(d.Metres), "m", "", "", "")
		}
		for k := range s.Lines {
			l := &s.Lines[k]
			row(string(l.Kind), l.Title(), number(l.Quantity), string(l.Unit), number(l.Price), number(l.Amount), l.Basis())
		}
		row("total", "Total", "", "", "", number(s.Total), "")
	}
	out.Flush()
	return out.Error()
}
