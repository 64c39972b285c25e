// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"roadsnap/app/install"
	"roadsnap/app/library"
	"roadsnap/engine"
)

// mapsCmd is `roadsnap maps`.
type mapsCmd struct {
	List    mapsListCmd    `cmd:"" default:"1" help:"List the installed maps."`
	Use     mapsUseCmd     `cmd:"" help:"Use another installed map."`
	Back    mapsBackCmd    `cmd:"" help:"Use the map that was in use before."`
	Remove  mapsRemoveCmd  `cmd:"" help:"Delete installed maps."`
	Verify  mapsVerifyCmd  `cmd:"" help:"Check every byte of the installed maps."`
	Update  mapsUpdateCmd  `cmd:"" help:"Install the newer version of a map, if there is one."`
	Discard mapsDiscardCmd `cmd:"" help:"Delete what unfinished installations have downloaded."`
}

// libraryFlag holds the option that all commands on installed maps share.
type libraryFlag struct {
	Library string `help:"The folder of the installed maps; by default that of the desktop app." type:"path" placeholder:"DIR"`
}

func (f libraryFlag) open() *library.Library {
	if f.Library != "" {
		return library.Open(f.Library)
	}
	return library.Open(library.DefaultFolder())
}

// packInUse returns path or, if it is empty, the path of the installed map in use. It
// returns "" without one, for the sample.
func packInUse(path string) (string, error) {
	if path != "" {
		return path, nil
	}
	return libraryFlag{}.open().Used()
}

// mapsListCmd is `roadsnap maps list`.
type mapsListCmd struct {
	libraryFlag
	JSON bool `name:"json" help:"Print JSON."`
}

// mapJSON is a map in the output of `roadsnap maps list --json`.
type mapJSON struct {
	Name       string     `json:"name"`
	Path       string     `json:"path"`
	Used       bool       `json:"used"`
	Earlier    bool       `json:"earlier"`
	SizeBytes  int64      `json:"size_bytes"`
	SourceTime *time.Time `json:"source_time"` // null when the source does not say
	Source     string     `json:"source"`
	Licences   []string   `json:"licences"`
	Problem    string     `json:"problem,omitempty"`
}

// Run lists the maps.
func (c *mapsListCmd) Run(s streams) error {
	maps, err := c.open().Maps()
	if err != nil {
		return err
	}
	if c.JSON {
		list := []mapJSON{}
		for _, m := range maps {
			j := mapJSON{Name: m.Name, Path: m.Path, Used: m.Used, Earlier: m.Earlier, SizeBytes: m.Size, Source: m.Meta.Source, Licences: m.Meta.Licences}
			if !m.Meta.SourceTime.IsZero() {
				j.SourceTime = &m.Meta.SourceTime
			}
			if m.Err != nil {
				j.Problem = m.Err.Error()
			}
			list = append(list, j)
		}
		return printJSON(s.out, list)
	}
	if len(maps) == 0 {
		fmt.Fprintln(s.notes, "no maps are installed; roadsnap install vietnam installs one")
		return nil
	}
	return printMaps(s.out, maps)
}

func printMaps(w io.Writer, maps []library.Map) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "map\tsize\tdata of\tstate")
	for _, m := range maps {
		day, state := "unknown", ""
		if !m.Meta.SourceTime.IsZero() {
			day = m.Meta.SourceTime.Format(time.DateOnly)
		}
		switch {
		case m.Err != nil:
			state = harmless(m.Err.Error())
		case m.Used:
			state = "in use"
		case m.Earlier:
			state = "in use before"
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\n", harmless(m.Name), byteSize(m.Size), day, state)
	}
	return t.Flush()
}

// mapsUseCmd is `roadsnap maps use`.
type mapsUseCmd struct {
	libraryFlag
	Name string `arg:"" help:"The name of the map, from maps list."`
}

// Run changes the map in use.
func (c *mapsUseCmd) Run(s streams) error {
	if err := c.open().Use(c.Name); err != nil {
		return err
	}
	fmt.Fprintf(s.notes, "%s is in use\n", c.Name)
	return nil
}

// mapsBackCmd is `roadsnap maps back`.
type mapsBackCmd struct{ libraryFlag }

// Run goes back to the map before.
func (c *mapsBackCmd) Run(s streams) error {
	m, err := c.open().Back()
	if err != nil {
		return err
	}
	fmt.Fprintf(s.notes, "%s is in use\n", m.Name)
	return nil
}

// mapsRemoveCmd is `roadsnap maps remove`.
type mapsRemoveCmd struct {
	libraryFlag
	Names []string `arg:"" help:"The names of the maps, from maps list."`
}

// Run deletes maps.
func (c *mapsRemoveCmd) Run(s streams) error {
	l := c.open()
	for _, name := range c.Names {
		if err := l.Remove(name); err != nil {
			return err
		}
		fmt.Fprintf(s.notes, "removed %s\n", name)
	}
	return nil
}

// mapsVerifyCmd is `roadsnap maps verify`.
type mapsVerifyCmd struct{ libraryFlag }

// Run checks all maps, and returns the errors of those that are damaged.
func (c *mapsVerifyCmd) Run(ctx context.Context, s streams) error {
	maps, err := c.open().Maps()
	if err != nil {
		return err
	}
	var errs []error
	bar := progress{s: s}
	for _, m := range maps {
		_, err := engine.Verify(ctx, m.Path, func(done, total int64) { bar.update("verifying "+m.Name, done, total) })
		bar.finish()
		if err == nil {
			fmt.Fprintf(s.notes, "%s is whole\n", m.Name)
		}
		if errs = append(errs, err); ctx.Err() != nil {
			break
		}
	}
	return errors.Join(errs...)
}

// mapsDiscardCmd is `roadsnap maps discard`.
type mapsDiscardCmd struct{ libraryFlag }

// Run deletes downloads.
func (c *mapsDiscardCmd) Run() error { return install.Discard(c.open()) }

// mapsUpdateCmd is `roadsnap maps update`.
type mapsUpdateCmd struct {
	sourceFlags
	Check bool `help:"Only say whether there is a newer map."`
}

// Run updates the map.
func (c *mapsUpdateCmd) Run(ctx context.Context, s streams) error {
	entry, err := c.entry(ctx)
	if err != nil {
		return err
	}
	used, found, err := install.Installed(c.open(), entry)
	switch {
	case err != nil:
		return err
	case !found:
		return fmt.Errorf("no map of %s is in use; roadsnap install %s installs one", entry.Title("en"), entry.ID)
	}
	fmt.Fprintln(s.notes, ageOf(used, time.Now()))
	if !c.Check {
		return c.install(ctx, s, entry, nil, false)
	}
	newer, err := install.Newer(ctx, c.client(), entry, used)
	switch {
	case err != nil:
		return err
	case newer:
		fmt.Fprintln(s.out, "There is a newer map; roadsnap maps update installs it.")
	default:
		fmt.Fprintln(s.out, "There is no newer map.")
	}
	return nil
}

// ageOf says from when the data of a map are.
func ageOf(m library.Map, now time.Time) string {
	if m.Meta.SourceTime.IsZero() {
		return harmless(m.Name) + ": its source does not say from when it is"
	}
	const day = 24 * time.Hour
	age := fmt.Sprintf("%d days", now.Sub(m.Meta.SourceTime)/day)
	switch months := now.Sub(m.Meta.SourceTime) / (day * 365 / 12); {
	case months >= 24:
		age = fmt.Sprintf("%d years", months/12)
	case months >= 2:
		age = fmt.Sprintf("%d months", months)
	}
	return fmt.Sprintf("%s: map of %s, %s old", harmless(m.Name), m.Meta.SourceTime.Format("2 January 2006"), age)
}
