// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"text/tabwriter"

	"roadsnap/engine/fare"
	"roadsnap/engine/fleet"
	"roadsnap/engine/workspace"
	"roadsnap/internal/atomicfile"
)

// tariffsCmd is `roadsnap tariffs`.
type tariffsCmd struct {
	List   tariffsListCmd   `cmd:"" help:"List the kept tariffs, and the vehicles that have one of their own."`
	Show   tariffsShowCmd   `cmd:"" help:"Print a tariff as JSON: a kept one, or taxi, delivery or rental with example prices."`
	Import tariffsImportCmd `cmd:"" help:"Keep the tariffs of a JSON file, in place of those with their names."`
	Export tariffsExportCmd `cmd:"" help:"Write all kept tariffs as JSON."`
	Remove tariffsRemoveCmd `cmd:"" help:"Remove a kept tariff."`
	Use    tariffsUseCmd    `cmd:"" help:"Choose the usual tariff, or that of a vehicle."`
}

// tariffsListCmd is `roadsnap tariffs list`.
type tariffsListCmd struct {
	kept
	JSON bool `name:"json" help:"Print JSON."`
}

// Run prints the list.
func (c *tariffsListCmd) Run(ctx context.Context, s streams) error {
	return c.open(ctx, s, func(w *workspace.Workspace) error {
		t, err := w.Tariffs(ctx)
		if err != nil {
			return err
		}
		plates := slices.Sorted(maps.Keys(t.Vehicles))
		if c.JSON {
			names, vehicles := []string{}, []object{}
			for _, f := range t.List {
				names = append(names, f.Name)
			}
			for _, p := range plates {
				vehicles = append(vehicles, object{{"plate", p}, {"tariff", t.Vehicles[p]}})
			}
			return printJSON(s.out, object{{"tariffs", names}, {"usual", t.Usual}, {"vehicles", vehicles}})
		}
		out := tabwriter.NewWriter(s.out, 0, 0, 2, ' ', 0)
		fmt.Fprintln(out, "TARIFF\tUSUAL\tNOTE")
		for _, f := range t.List {
			usual := ""
			if f.Name == t.Usual {
				usual = "yes"
			}
			fmt.Fprintf(out, "%s\t%s\t%s\n", harmless(f.Name), usual, harmless(f.Note))
		}
		if len(plates) > 0 {
			fmt.Fprintln(out, "\nVEHICLE\tTARIFF")
		}
		for _, p := range plates {
			fmt.Fprintf(out, "%s\t%s\n", harmless(p), harmless(t.Vehicles[p]))
		}
		return out.Flush()
	})
}

// tariffsShowCmd is `roadsnap tariffs show`.
type tariffsShowCmd struct {
	kept
	Name string `arg:"" help:"The name of the tariff."`
}

// Run prints the tariff.
func (c *tariffsShowCmd) Run(ctx context.Context, s streams) error {
	if t := fare.Preset(c.Name).Tariff(); t.Name != "" && c.Workspace == "" {
		return printJSON(s.out, t)
	}
	return c.open(ctx, s, func(w *workspace.Workspace) error {
		kept, err := w.Tariffs(ctx)
		if err != nil {
			return err
		}
		t, err := tariffNamed(kept, c.Name)
		if err != nil {
			return err
		}
		return printJSON(s.out, t)
	})
}

// tariffsImportCmd is `roadsnap tariffs import`.
type tariffsImportCmd struct {
	kept
	File string `arg:"" help:"A tariff, or a list of tariffs, in JSON." type:"existingfile"`
}

// Run keeps the tariffs.
func (c *tariffsImportCmd) Run(ctx context.Context, s streams) error {
	data, err := readSmall(c.File, maxSmallJSON, "not a list of tariffs; roadsnap tariffs show taxi prints one")
	if err != nil {
		return err
	}
	list, err := fare.Parse(data)
	if err != nil {
		return fmt.Errorf("%s: %w", c.File, err)
	}
	return c.open(ctx, s, func(w *workspace.Workspace) error {
		t, err := w.UpdateTariffs(ctx, func(t workspace.Tariffs) workspace.Tariffs { return t.Merge(list) })
		if err == nil {
			fmt.Fprintf(s.notes, "%d tariffs read, %d kept\n", len(list), len(t.List))
		}
		return err
	})
}

// tariffsExportCmd is `roadsnap tariffs export`.
type tariffsExportCmd struct {
	kept
	output
	Out string `help:"Write to this file instead of standard output." type:"path" placeholder:"FILE"`
}

// Run writes the tariffs.
func (c *tariffsExportCmd) Run(ctx context.Context, s streams) error {
	if c.Out != "" {
		if err := c.check(c.Out); err != nil {
			return err
		}
	}
	return c.open(ctx, s, func(w *workspace.Workspace) error {
		t, err := w.Tariffs(ctx)
		if err != nil {
			return err
		}
		data, err := fare.Format(t.List)
		if err != nil {
			return err
		}
		write := func(out io.Writer) error {
			_, err := out.Write(data)
			return err
		}
		if c.Out == "" {
			return write(s.out)
		}
		return atomicfile.Write(c.Out, 0o644, write)
	})
}

// tariffsRemoveCmd is `roadsnap tariffs remove`.
type tariffsRemoveCmd struct {
	kept
	Name string `arg:"" help:"The name of the tariff."`
}

// Run removes the tariff.
func (c *tariffsRemoveCmd) Run(ctx context.Context, s streams) error {
	return c.change(ctx, s, c.Name, func(t workspace.Tariffs) workspace.Tariffs { return t.Without(c.Name) })
}

// change changes the tariffs, of which one must have a name unless that is empty.
func (k *kept) change(ctx context.Context, s streams, name string, change func(workspace.Tariffs) workspace.Tariffs) error {
	return k.open(ctx, s, func(w *workspace.Workspace) error {
		found := true
		_, err := w.UpdateTariffs(ctx, func(t workspace.Tariffs) workspace.Tariffs {
			if _, found = t.Find(name); !found && name != "" {
				return t
			}
			found = true
			return change(t)
		})
		if err == nil && !found {
			return fmt.Errorf("there is no tariff %q; roadsnap tariffs list shows all", name)
		}
		return err
	})
}

// tariffsUseCmd is `roadsnap tariffs use`.
type tariffsUseCmd struct {
	kept
	Name    string `arg:"" optional:"" help:"The name of the tariff; without one, none is used."`
	Vehicle string `help:"The plate of the vehicle; without one, the usual tariff is chosen." placeholder:"PLATE"`
}

// Run chooses the tariff.
func (c *tariffsUseCmd) Run(ctx context.Context, s streams) error {
	return c.change(ctx, s, c.Name, func(t workspace.Tariffs) workspace.Tariffs {
		if c.Vehicle == "" {
			t.Usual = c.Name
			return t
		}
		t.Vehicles = maps.Clone(t.Vehicles)
		if t.Vehicles == nil {
			t.Vehicles = map[string]string{}
		}
		t.Vehicles[fleet.PlateKey(c.Vehicle)] = c.Name
		return t
	})
}
