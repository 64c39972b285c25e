// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/user"
	"text/tabwriter"
	"time"

	"roadsnap/engine/correction"
	"roadsnap/engine/trace"
	"roadsnap/engine/workspace"
)

// tripsCorrectCmd is `roadsnap trips correct`.
type tripsCorrectCmd struct {
	List correctListCmd `cmd:"" help:"List the corrections of a trip by hand."`
	Add  correctAddCmd  `cmd:"" help:"Add corrections to a trip. It is matched under them when it is matched again."`
	Undo correctUndoCmd `cmd:"" help:"Take back the last correction."`
	Redo correctRedoCmd `cmd:"" help:"Make the correction again that was taken back last."`
}

// oneTrip is a trip of the workspace as an argument.
type oneTrip struct {
	kept
	ID int64 `arg:"" help:"The number of the trip in trips list."`
}

// change changes the corrections of the trip and prints how many there are.
func (c *oneTrip) change(ctx context.Context, s streams, change func(correction.Log) (correction.Log, error)) error {
	return c.open(ctx, s, func(w *workspace.Workspace) error {
		l, err := w.UpdateCorrections(ctx, workspace.ID(c.ID), change)
		if err != nil {
			return noTrip(err)
		}
		fmt.Fprintf(s.notes, "trip %d has %d corrections\n", c.ID, len(l.Done))
		return nil
	})
}

// correctListCmd is `roadsnap trips correct list`.
type correctListCmd struct {
	oneTrip
	JSON bool `name:"json" help:"Print JSON, which snap --corrections and trips correct add read."`
}

// Run prints the corrections.
func (c *correctListCmd) Run(ctx context.Context, s streams) error {
	return c.open(ctx, s, func(w *workspace.Workspace) error {
		l, err := w.Corrections(ctx, workspace.ID(c.ID))
		if err != nil {
			return noTrip(err)
		}
		if c.JSON {
			return printJSON(s.out, l)
		}
		t, err := keptTrip(ctx, w, workspace.ID(c.ID))
		if err != nil {
			return err
		}
		out := tabwriter.NewWriter(s.out, 0, 0, 2, ' ', 0)
		fmt.Fprintln(out, "WHEN\tWHO\tWHAT")
		for _, a := range t.Corrected {
			fmt.Fprintln(out, correctionRow(a.Operation, unmetNote(a)))
		}
		for i := len(l.Undone) - 1; i >= 0; i-- {
			fmt.Fprintln(out, correctionRow(l.Undone[i], " (taken back)"))
		}
		return out.Flush()
	})
}

func correctionRow(o correction.Operation, note string) string {
	who := harmless(o.Who)
	if who == "" {
		who = "-"
	}
	return fmt.Sprintf("%s\t%s\t%s%s", moment(o.When), who, o, note)
}

// unmetNote says why the last match does not follow a correction, "" if it does.
func unmetNote(a correction.Applied) string {
	if a.Unmet == "" {
		return ""
	}
	return " (not applied: " + correction.UnmetText(a.Unmet) + ")"
}

// correctAddCmd is `roadsnap trips correct add`.
type correctAddCmd struct {
	oneTrip
	Who  string `help:"Who makes the corrections; by default the user of the system." placeholder:"NAME"`
	File string `arg:"" help:"A file with a list of corrections in JSON; - is standard input."`
}

// Help explains the file.
func (correctAddCmd) Help() string {
	return `The file has a list of operations, such as

  [{"op": "pin", "index": 12, "way_id": 34, "lat": 10.78, "lon": 106.7, "direction": "forward"},
   {"op": "forbid", "way_id": 56},
   {"op": "forbid", "way_id": 56, "stretch": true, "lat": 10.78, "lon": 106.7},
   {"op": "via", "index": 20, "lat": 10.78, "lon": 106.7},
   {"op": "leave_out", "index": 21},
   {"op": "move", "index": 22, "lat": 10.78, "lon": 106.7},
   {"op": "bridge", "index": 30, "last": 31},
   {"op": "not_driven", "index": 40, "last": 44},
   {"op": "profile", "profile": "truck"}]

Points are counted from 0 as snap counts them. index is the point, or the last one before the via point or the gap, and last the first one after the gap. Without way_id, a pin or a via point is on the road nearest to the place.`
}

// Run adds the corrections.
func (c *correctAddCmd) Run(ctx context.Context, s streams) error {
	more, err := readCorrections(c.File, s.in)
	if err != nil {
		return err
	}
	return c.change(ctx, s, func(l correction.Log) (correction.Log, error) {
		for _, o := range more.Done {
			l = l.Add(signed(o, c.Who))
		}
		return l, nil
	})
}

// readCorrections reads a file of corrections.
func readCorrections(name string, in io.Reader) (l correction.Log, err error) {
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return l, err
		}
		defer func() { _ = f.Close() }() // it was only read
		in = f
	}
	if l, err = correction.Read(in); err != nil {
		return l, fmt.Errorf("%s: %w", name, err)
	}
	return l, nil
}

// signed returns an operation with who made it and when, if it does not say so.
func signed(o correction.Operation, who string) correction.Operation {
	if who == "" {
		if u, err := user.Current(); err == nil {
			who = u.Username
		}
	}
	if o.Who == "" {
		o.Who = who
	}
	if o.When.IsZero() {
		o.When = time.Now().In(trace.VietnamTime()).Truncate(time.Second)
	}
	return o
}

// correctUndoCmd is `roadsnap trips correct undo`, correctRedoCmd `roadsnap trips correct redo`.
type (
	correctUndoCmd struct{ oneTrip }
	correctRedoCmd struct{ oneTrip }
)

// Run takes back the last correction.
func (c *correctUndoCmd) Run(ctx context.Context, s streams) error {
	return c.change(ctx, s, func(l correction.Log) (correction.Log, error) {
		l, ok := l.Undo()
		if !ok {
			return l, errors.New("the trip has no correction to take back")
		}
		return l, nil
	})
}

// Run makes the last undone correction again.
func (c *correctRedoCmd) Run(ctx context.Context, s streams) error {
	return c.change(ctx, s, func(l correction.Log) (correction.Log, error) {
		l, ok := l.Redo()
		if !ok {
			return l, errors.New("no correction of the trip was taken back")
		}
		return l, nil
	})
}
