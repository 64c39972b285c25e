// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"errors"
	"fmt"
	"text/tabwriter"
	"time"

	"roadsnap/engine/trace"
)

// trackChoice holds the options that choose tracks inside a file.
type trackChoice struct {
	Track  []string `help:"Read only this track or route, by its name or its number in snap --list-tracks. May be given several times." sep:"none" placeholder:"NAME|N"`
	Routes bool     `help:"Read the routes of a file, too, if it also has tracks."`
}

// listTracks prints what the files hold.
func (c *snapCmd) listTracks(ctx context.Context, s streams) error {
	failed := 0
	w := tabwriter.NewWriter(s.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "FILE\tN\tKIND\tPOINTS\tSTART\tEND\tNAME")
	for _, file := range c.Files {
		items, err := contents(ctx, s, file, trace.Options{Strict: c.Strict})
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			failed++
			complain(s.err, err)
		}
		for _, item := range items {
			name := file
			if item.File != "" { // in an archive
				name += "/" + item.File
			}
			fmt.Fprintf(w, "%s\t%d\t%s\t%d\t%s\t%s\t%s\n", harmless(name), item.Number, item.Kind, item.Points,
				timeOrDash(item.Start), timeOrDash(item.End), harmless(item.Name))
		}
	}
	err := w.Flush()
	switch {
	case failed == 0:
		return err
	case failed == len(c.Files):
		return errors.Join(err, fmt.Errorf("could not read %s", countFiles(failed)))
	}
	return errors.Join(err, &exitError{exitPartly, fmt.Errorf("could not read %d of %s", failed, countFiles(len(c.Files)))})
}

func contents(ctx context.Context, s streams, file string, o trace.Options) ([]trace.Item, error) {
	if file == standardOutput {
		return trace.Contents(ctx, s.in, "standard input", o)
	}
	return trace.FileContents(ctx, file, o)
}

func timeOrDash(t time.Time) string {
	if t.IsZero() {
		return "-"
	}
	return t.Format(time.RFC3339)
}

// within returns o with the choice.
func (c *trackChoice) within(o trace.Options) trace.Options {
	o.Tracks, o.Routes = c.Track, c.Routes
	return o
}
