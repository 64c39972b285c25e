// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"fmt"
	"strconv"
	"text/tabwriter"
	"time"

	"roadsnap/data"
	"roadsnap/engine/regulation"
	"roadsnap/engine/trace"
	"roadsnap/engine/workspace"
)

// reportRulesCmd is `roadsnap report rules`.
type reportRulesCmd struct {
	On   time.Time `help:"Only rules in force on this day." format:"2006-01-02" placeholder:"DATE"`
	JSON bool      `name:"json" help:"Print JSON."`
}

// Run lists the rules.
func (c *reportRulesCmd) Run(s streams) error {
	book, err := regulation.Parse(data.Rules)
	if err != nil {
		return err
	}
	var rows []object
	out := tabwriter.NewWriter(s.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(out, "RULE\tSOURCE\tFROM\tUNTIL\tCHECKED\tTEXT")
	for _, r := range book.Rules() {
		if !c.On.IsZero() && !r.InForce(c.On) {
			continue
		}
		rows = append(rows, object{{"id", r.ID}, {"topic", string(r.Topic)}, {"document", r.Document}, {"article", r.Article}, {"from", dayOrNil(r.From)}, {"until", dayOrNil(r.Until)}, {"checked", dayOrNil(r.Checked)}, {"vi", r.VI}, {"en", r.EN}})
		fmt.Fprintf(out, "%s\t%s, %s\t%s\t%s\t%s\t%s\n", r.ID, r.Document, r.Article, dayOrDash(r.From), dayOrDash(r.Until), dayOrDash(r.Checked), r.EN)
	}
	if c.JSON {
		return printJSON(s.out, rows)
	}
	return out.Flush()
}

func dayOrNil(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t.Format(time.DateOnly)
}

func dayOrDash(t time.Time) string {
	if t.IsZero() {
		return "-"
	}
	return t.Format(time.DateOnly)
}

// reportLimitsCmd is `roadsnap report limits`.
type reportLimitsCmd struct {
	List   limitsListCmd   `cmd:"" default:"withargs" help:"List the corrected limits."`
	Set    limitsSetCmd    `cmd:"" help:"Set the limit of a way."`
	Remove limitsRemoveCmd `cmd:"" help:"Remove the corrected limit of a way, so that the map's counts again."`
}

// limitsListCmd is `roadsnap report limits list`.
type limitsListCmd struct {
	kept
	JSON bool `name:"json" help:"Print JSON."`
}

// Run lists the limits.
func (c *limitsListCmd) Run(ctx context.Context, s streams) error {
	return c.open(ctx, s, func(w *workspace.Workspace) error {
		list, err := w.Limits(ctx)
		if err != nil {
			return err
		}
		if c.JSON {
			rows := []object{}
			for _, l := range list {
				rows = append(rows, object{{"way_id", strconv.FormatInt(l.Way, 10)}, {"limit_kmh", l.KMH}, {"reason", l.Reason}, {"at", l.At.In(trace.VietnamTime()).Format(time.RFC3339)}})
			}
			return printJSON(s.out, rows)
		}
		out := tabwriter.NewWriter(s.out, 0, 0, 2, ' ', 0)
		fmt.Fprintln(out, "WAY\tKM/H\tSINCE\tREASON")
		for _, l := range list {
			fmt.Fprintf(out, "%d\t%.0f\t%s\t%s\n", l.Way, l.KMH, l.At.In(trace.VietnamTime()).Format(time.DateOnly), harmless(l.Reason))
		}
		return out.Flush()
	})
}

// limitsSetCmd is `roadsnap report limits set`.
type limitsSetCmd struct {
	kept
	Way    int64   `arg:"" help:"The OpenStreetMap way."`
	Limit  float64 `arg:"" help:"The limit (km/h)."`
	Reason string  `help:"Where it is from, such as a sign and its date." required:"" placeholder:"TEXT"`
}

// Run sets a limit.
func (c *limitsSetCmd) Run(ctx context.Context, s streams) error {
	limit := regulation.Correction{Way: c.Way, KMH: c.Limit, Reason: c.Reason, At: time.Now()}
	if err := limit.Check(); err != nil {
		return &exitError{exitUsage, err}
	}
	return c.open(ctx, s, func(w *workspace.Workspace) error { return w.CorrectLimit(ctx, limit) })
}

// limitsRemoveCmd is `roadsnap report limits remove`.
type limitsRemoveCmd struct {
	kept
	Way int64 `arg:"" help:"The OpenStreetMap way."`
}

// Run removes a limit.
func (c *limitsRemoveCmd) Run(ctx context.Context, s streams) error {
	return c.open(ctx, s, func(w *workspace.Workspace) error { return w.RemoveLimit(ctx, c.Way) })
}
