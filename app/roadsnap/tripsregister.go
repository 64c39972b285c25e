// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"text/tabwriter"
	"time"

	"roadsnap/engine/fleet"
	"roadsnap/engine/trace"
	"roadsnap/engine/workspace"
	"roadsnap/internal/atomicfile"
)

// tripsRegisterCmd is `roadsnap trips register`.
type tripsRegisterCmd struct {
	Show   registerShowCmd   `cmd:"" help:"Show the register."`
	Import registerImportCmd `cmd:"" help:"Add a table to the register, or replace it."`
	Export registerExportCmd `cmd:"" help:"Write the register as a CSV table."`
}

// registerShowCmd is `roadsnap trips register show`.
type registerShowCmd struct {
	kept
	JSON bool `name:"json" help:"Print JSON."`
}

// Run prints the register.
func (c *registerShowCmd) Run(ctx context.Context, s streams) error {
	return c.open(ctx, s, func(w *workspace.Workspace) error {
		r, err := w.Register(ctx)
		if err != nil {
			return err
		}
		if c.JSON {
			return printJSON(s.out, registerRecord(r))
		}
		out := tabwriter.NewWriter(s.out, 0, 0, 2, ' ', 0)
		fmt.Fprintln(out, "PLATE\tKIND\tGROUP\tL/100 KM\tTRANSPORT\tBODY\tSEATS\tPAYLOAD KG")
		for _, v := range r.Vehicles {
			norm := "-"
			if v.Norm != 0 {
				norm = strconv.FormatFloat(v.Norm, 'f', -1, 64)
			}
			fmt.Fprintf(out, "%s\t%s\t%s\t%s\t%s\t%s\t%d\t%.0f\n", harmless(v.Plate), harmless(v.Kind), harmless(v.Group), norm, v.Transport, v.Body, v.Seats, v.Payload)
		}
		if err := out.Flush(); err != nil {
			return err
		}
		fmt.Fprintln(out, "\nDRIVER\tLICENCE\tPHONE")
		for _, d := range r.Drivers {
			fmt.Fprintf(out, "%s\t%s\t%s\n", harmless(d.Name), harmless(d.Licence), harmless(d.Phone))
		}
		if err := out.Flush(); err != nil {
			return err
		}
		fmt.Fprintln(out, "\nPLATE\tDRIVER\tFROM\tBEFORE")
		for _, a := range r.Assignments {
			fmt.Fprintf(out, "%s\t%s\t%s\t%s\n", harmless(a.Plate), harmless(a.Driver), moment(a.From), moment(a.To))
		}
		return out.Flush()
	})
}

// registerRecord returns a register as JSON. Ends of assignments are the first moments after
// them.
func registerRecord(r fleet.Register) object {
	at := func(t time.Time) any {
		if t.IsZero() {
			return nil
		}
		return t.In(trace.VietnamTime()).Format(time.RFC3339)
	}
	vehicles, drivers, assignments := []object{}, []object{}, []object{}
	for _, v := range r.Vehicles {
		vehicles = append(vehicles, object{{"plate", v.Plate}, {"kind", v.Kind}, {"group", v.Group}, {"norm_l_per_100km", v.Norm}, {"transport", string(v.Transport)}, {"body", string(v.Body)}, {"seats", v.Seats}, {"payload_kg", v.Payload}})
	}
	for _, d := range r.Drivers {
		drivers = append(drivers, object{{"name", d.Name}, {"licence", d.Licence}, {"phone", d.Phone}})
	}
	for _, a := range r.Assignments {
		assignments = append(assignments, object{{"plate", a.Plate}, {"driver", a.Driver}, {"from", at(a.From)}, {"before", at(a.To)}})
	}
	return object{{"vehicles", vehicles}, {"drivers", drivers}, {"assignments", assignments}}
}

// registerImportCmd is `roadsnap trips register import`.
type registerImportCmd struct {
	kept
	File    string `arg:"" help:"A table of vehicles, drivers or assignments: XLSX or CSV, with Vietnamese or English names of its columns." type:"existingfile"`
	Replace bool   `help:"Remove the records that the table does not have, instead of keeping them."`
}

// Run adds a table to the register, or replaces it. A table that cannot be read changes
// nothing.
func (c *registerImportCmd) Run(ctx context.Context, s streams) error {
	table, err := fleet.ReadFile(c.File)
	if err != nil {
		return err
	}
	return c.open(ctx, s, func(w *workspace.Workspace) error {
		var changes fleet.Changes
		var gone fleet.Register
		err := w.UpdateRegister(ctx, func(r fleet.Register) fleet.Register {
			if c.Replace {
				gone = r.Without(table)
				return table
			}
			r, changes = r.Merge(table)
			return r
		})
		if err != nil {
			return err
		}
		if c.Replace {
			fmt.Fprintf(s.notes, "the register has %d vehicles, %d drivers and %d assignments\n", len(table.Vehicles), len(table.Drivers), len(table.Assignments))
			printGone(s.notes, gone)
			return nil
		}
		for _, line := range []struct {
			name string
			of   fleet.Change
		}{{"vehicles", changes.Vehicles}, {"drivers", changes.Drivers}, {"assignments", changes.Assignments}} {
			fmt.Fprintf(s.notes, "%s: %d added, %d changed, %d kept\n", line.name, line.of.Added, line.of.Changed, line.of.Kept)
		}
		return nil
	})
}

// printGone prints the records that a table has replaced without having them.
func printGone(out io.Writer, gone fleet.Register) {
	for _, v := range gone.Vehicles {
		fmt.Fprintf(out, "removed: vehicle %s\n", harmless(v.Plate))
	}
	for _, d := range gone.Drivers {
		fmt.Fprintf(out, "removed: driver %s\n", harmless(d.Name))
	}
	for _, a := range gone.Assignments {
		fmt.Fprintf(out, "removed: assignment of %s to %s from %s\n", harmless(a.Plate), harmless(a.Driver), moment(a.From))
	}
}

// registerExportCmd is `roadsnap trips register export`.
type registerExportCmd struct {
	kept
	output
	Out string `help:"Write to this file instead of standard output." type:"path" placeholder:"FILE"`
}

// Run writes the register.
func (c *registerExportCmd) Run(ctx context.Context, s streams) error {
	if c.Out != "" {
		if err := c.check(c.Out); err != nil {
			return err
		}
	}
	return c.open(ctx, s, func(w *workspace.Workspace) error {
		r, err := w.Register(ctx)
		if err != nil {
			return err
		}
		if c.Out == "" {
			return r.WriteCSV(s.out)
		}
		return atomicfile.Write(c.Out, 0o644, func(out io.Writer) error { return r.WriteCSV(out) })
	})
}
